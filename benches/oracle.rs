//! How fast the oracle judges, against reading each line as any JSON value and writing it again.
//!
//! Claims: with one pinned contract, whether it forgets or not, and observed answers, at most three times the baseline; the
//! table at the end says what it is for each kind of lines on this machine, in this run.
//! Checked by: reading the table; the run fails if a session does not judge every line allowed.
//! Not covered: `--explain`, which writes more, and input over a network.
//!
//! In `--test` mode everything runs once over few lines. The table times whole runs of the
//! binary, both verbs over the same file, in alternation.

use criterion::{BenchmarkId, Criterion, Throughput};
use onceproof::oracle::line::{Conclusion, JsonLines, Options, run};
use onceproof::oracle::{Limits, Session};
use onceproof::spec::contract::{AfterRetention, Contract, OnLeaseOver, RetentionCovers, Span};
use onceproof::spec::named;
use onceproof::spec::open::OpenContract;
use std::fmt::Write as _;
use std::fs::File;
use std::hint::black_box;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

fn main() {
    let quick = std::env::args().any(|argument| argument == "--test");
    let mut criterion = Criterion::default()
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(3))
        .sample_size(10)
        .configure_from_args();
    in_process(&mut criterion);
    criterion.final_summary();
    whole_runs(if quick { 4_000 } else { 1_000_000 });
}

/// Four operations a request: begin, begin again, finish, begin once more.
fn charges(lines: usize) -> String {
    let mut text = String::new();
    for request in 0..lines / 4 {
        let id =
            format!(r#""request":{{"scope":"acct-{}","key":"order-{request:07}"}}"#, request % 97);
        let payload = format!(
            r#""payload":{{"amount":4950,"currency":"USD","customer":"c_{:05}","reference":"inv-{request}"}}"#,
            request % 5000
        );
        let attempt = r#""attempt":{"incarnation":0,"number":1}"#;
        let result = format!(r#"{{"receipt":"r-{request}"}}"#);
        let at = 4 * request;
        for (later, (operation, observed)) in [
            (
                format!(r#""begin":{{{payload},"claim":"w1"}}"#),
                format!(r#""started":{{{attempt}}}"#),
            ),
            (format!(r#""begin":{{{payload},"claim":"w2"}}"#), r#""in_progress":{}"#.to_owned()),
            (
                format!(r#""finish":{{{attempt},"result":{result}}}"#),
                r#""completed":{}"#.to_owned(),
            ),
            (
                format!(r#""begin":{{{payload},"claim":"w3"}}"#),
                format!(r#""replayed":{{"outcome":{{"success":{{"result":{result}}}}}}}"#),
            ),
        ]
        .into_iter()
        .enumerate()
        {
            let at = at + later;
            let _ = writeln!(
                text,
                r#"{{"at":{at},{id},"do":{{{operation}}},"observed":{{{observed}}}}}"#
            );
        }
    }
    text
}

/// The smallest lines there are: 50000 requests, begun once and asked for again and again.
fn small(lines: usize) -> String {
    let requests = (lines / 20).max(1);
    let mut text = String::new();
    for line in 0..lines {
        let id = format!(r#""request":{{"scope":"S","key":"k{}"}}"#, line % requests);
        let rest = if line < requests {
            r#""do":{"begin":{"payload":{"a":1},"claim":"w"}},"observed":{"started":{}}"#
        } else {
            r#""do":{"status":{}},"observed":{"status":{}}"#
        };
        let _ = writeln!(text, r#"{{"at":{line},{id},{rest}}}"#);
    }
    text
}

/// Nothing but first begins: every line names another request, and all of them stay live.
fn distinct(lines: usize) -> String {
    let mut text = String::new();
    for line in 0..lines {
        let id = format!(r#""request":{{"scope":"acct-{}","key":"order-{line:07}"}}"#, line % 97);
        let rest =
            r#""do":{"begin":{"payload":{"amount":4950},"claim":"w1"}},"observed":{"started":{}}"#;
        let _ = writeln!(text, r#"{{"at":{line},{id},{rest}}}"#);
    }
    text
}

/// A contract under which a store forgets what it began, and its file.
fn forgetful() -> (Contract, &'static str) {
    let contract = Contract {
        lease: Span::Ticks(10),
        retention: Span::Ticks(10),
        on_lease_over: OnLeaseOver::TakeOver,
        after_retention: AfterRetention::Forget,
        retention_covers: RetentionCovers::AnyState,
        ..named::STRICT
    };
    let file = r#"version = 1
base = "strict"
name = "forgets"
[contract]
lease = 10
retention = 10
on_lease_over = "take_over"
after_retention = "forget"
retention_covers = "any_state"
"#;
    (contract, file)
}

fn session_over(lines: &str, contract: &OpenContract) -> Conclusion {
    let mut session = Session::new(*contract, Limits::default());
    let options = Options { explain: false, ask_only: false, longest_line: 1 << 20 };
    let summary =
        run(lines.as_bytes(), &mut JsonLines::to(std::io::sink()), &mut session, options, |_| {});
    summary.expect("a session over memory").verdict
}

fn echo(lines: &str) {
    for line in lines.lines() {
        let value: serde_json::Value = serde_json::from_str(line).expect("JSON");
        serde_json::to_writer(std::io::sink(), black_box(&value)).expect("written");
    }
}

fn in_process(criterion: &mut Criterion) {
    let strict = OpenContract::pinned(named::STRICT);
    let forgets = OpenContract::pinned(forgetful().0);
    let open = named::find("ietf-draft").expect("a named contract").open();
    let mut group = criterion.benchmark_group("oracle");
    for (name, lines) in
        [("charges", charges(8_000)), ("small", small(8_000)), ("distinct", distinct(8_000))]
    {
        assert_eq!(session_over(&lines, &strict), Conclusion::Allowed, "{name}");
        group.throughput(Throughput::Elements(8_000));
        group.bench_function(BenchmarkId::new("pinned", name), |bencher| {
            bencher.iter(|| session_over(&lines, &strict));
        });
        assert_eq!(session_over(&lines, &forgets), Conclusion::Allowed, "{name}");
        group.bench_function(BenchmarkId::new("pinned, forgets", name), |bencher| {
            bencher.iter(|| session_over(&lines, &forgets));
        });
        group.bench_function(BenchmarkId::new("open, 13 parameters", name), |bencher| {
            bencher.iter(|| session_over(&lines, &open));
        });
        group.bench_function(BenchmarkId::new("read and write any JSON", name), |bencher| {
            bencher.iter(|| echo(&lines));
        });
    }
    group.finish();
}

/// Times the binary over files of `lines` lines: the best of five rounds in alternation.
fn whole_runs(lines: usize) {
    println!("\nwhole runs of the binary over {lines} lines, best of 5 rounds in alternation");
    let contract = format!("{}/oracle-bench-forgets.toml", env!("CARGO_TARGET_TMPDIR"));
    std::fs::write(&contract, forgetful().1).expect("a contract");
    let most = lines.to_string();
    // As many as there are requests: each is told as attempt 1, and stays checked.
    let forgetting = ["oracle", "--contract", &contract, "--most-forgotten", &most];
    for (name, text) in
        [("charges", charges(lines)), ("small", small(lines)), ("distinct", distinct(lines))]
    {
        let path = format!("{}/oracle-bench-{name}.jsonl", env!("CARGO_TARGET_TMPDIR"));
        std::fs::write(&path, text).expect("a file of lines");
        let (mut echo, mut pinned, mut forgets, mut open) =
            (f64::MAX, f64::MAX, f64::MAX, f64::MAX);
        for _ in 0..5 {
            echo = echo.min(seconds(&path, &["oracle", "--echo"]));
            pinned = pinned.min(seconds(&path, &["oracle"]));
            forgets = forgets.min(seconds(&path, &forgetting));
            open = open.min(seconds(&path, &["oracle", "--contract", "ietf-draft"]));
        }
        println!(
            "{name}: any JSON {echo:.2} s; pinned {pinned:.2} s ({:.2} x); \
             that forgets {forgets:.2} s ({:.2} x); open {open:.2} s ({:.2} x)",
            pinned / echo,
            forgets / echo,
            open / echo
        );
        std::fs::remove_file(&path).expect("the file is ours");
    }
    std::fs::remove_file(&contract).expect("the file is ours");
}

fn seconds(path: &str, arguments: &[&str]) -> f64 {
    let start = Instant::now();
    let status = Command::new(env!("CARGO_BIN_EXE_onceproof"))
        .args(arguments)
        .stdin(File::open(path).expect("the file of lines"))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .expect("the binary runs");
    assert!(status.success(), "{arguments:?} ended with {status}");
    start.elapsed().as_secs_f64()
}
