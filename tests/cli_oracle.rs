//! The verb `oracle`, run as a user runs it.
//!
//! Claims: one exit code for each conclusion; every line is answered, in order and at once; no
//! input makes it panic, lose another line, or hold more than its limits.
//! Not covered: which answers are allowed, for which see `tests/oracle_session.rs`,
//! `tests/oracle_attempts.rs` and `tests/oracle_open.rs`; the forms of lines, for which see `tests/schemas.rs`.

#![cfg(feature = "cli")]

mod schema_support;

use onceproof::spec::Clause;
use schema_support::command::{File, Ran, run};
use schema_support::lines;
use schema_support::written::{
    ALL_OPEN, LEASE_OPEN, answered, ask, begin, finish, session, started, too_open_to_follow,
};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};

fn oracle(arguments: &[&str], input: impl AsRef<[u8]>) -> (Ran, Vec<Value>) {
    let ran = run(&[&["oracle"], arguments].concat(), input);
    let told = lines(&ran.out);
    (ran, told)
}

/// The exit code, and the verdict of the summary.
fn conclusion(arguments: &[&str], input: impl AsRef<[u8]>) -> (i32, String) {
    let (ran, told) = oracle(arguments, input);
    let summary = &told.last().unwrap_or_else(|| panic!("no summary: {}", ran.err))["summary"];
    assert_eq!(ran.err.lines().count(), 1, "one sentence for people: {}", ran.err);
    (ran.code.expect("an exit code"), summary["verdict"].as_str().expect("a verdict").to_owned())
}

fn once() -> Vec<Value> {
    vec![answered(0, begin("a"), started(1)), answered(1, finish(1), json!({"completed": {}}))]
}

fn taken_over() -> Vec<u8> {
    session(&[answered(0, begin("a"), started(1)), answered(30_000, begin("b"), started(2))])
}

#[test]
fn each_conclusion_has_its_exit_code() {
    let (lease_open, all_open) =
        (File::new("lease.toml", LEASE_OPEN), File::new("all.toml", ALL_OPEN));
    let twice =
        session(&[answered(0, begin("a"), started(1)), answered(1, begin("b"), started(2))]);
    let forbidden_and_bad = [&twice[..], b"not JSON\n"].concat();
    let allowed_and_bad = [&session(&once())[..], b"not JSON\n"].concat();
    let bad_after_limit = [&too_open_to_follow()[..], b"not JSON\n"].concat();
    let questions = session(&[ask(0, begin("a"))]);
    let restarted = b"{\"restart\":{\"incarnation\":1,\"records\":\"kept\"}}\n";
    let open: &[&str] = &["--contract", all_open.name()];
    let cases: [(&[&str], Vec<u8>, i32, &str); 14] = [
        (&[], session(&once()), 0, "allowed"),
        (open, session(&once()), 0, "allowed"),
        (&[], twice, 1, "forbidden"),
        (&[], forbidden_and_bad, 1, "forbidden"),
        (&["--contract", lease_open.name()], taken_over(), 1, "no_promise"),
        (open, too_open_to_follow(), 2, "undetermined"),
        (open, bad_after_limit, 65, "bad_input"),
        (&[], allowed_and_bad, 65, "bad_input"),
        (&[], questions.clone(), 4, "nothing_judged"),
        (&[], restarted.to_vec(), 4, "nothing_judged"),
        (&[], Vec::new(), 4, "nothing_judged"),
        (&["--ask"], Vec::new(), 4, "nothing_judged"),
        (&["--ask"], questions, 0, "answered"),
        (&["--ask"], session(&once()), 65, "bad_input"),
    ];
    for (arguments, input, code, verdict) in cases {
        let came_to = conclusion(arguments, &input);
        let input = String::from_utf8_lossy(&input).into_owned();
        assert_eq!(came_to, (code, verdict.to_owned()), "{arguments:?}: {:.300}", input);
    }
}

/// Forgets what was begun, at the latest after ten ticks.
const FORGETS: &str = r#"version = 1
base = "strict"
[contract]
lease = 10
retention = 10
on_lease_over = "take_over"
after_retention = "forget"
retention_covers = "any_state"
"#;

#[test]
fn an_attempt_that_is_no_longer_checked_is_undetermined_and_the_way_out_is_told() {
    let contract = File::new("forgets.toml", FORGETS);
    let on = |key: &str, at, number| {
        let mut line = answered(at, begin("a"), started(number));
        line["request"]["key"] = json!(key);
        line
    };
    let input = session(&[on("V", 0, 1), on("K1", 100, 2), on("K2", 200, 3), on("V", 300, 1)]);
    let with = |most, format| {
        let limits = ["--max-requests", "1", "--most-forgotten", most, "--format", format];
        run(&[&["oracle", "--contract", contract.name()], &limits[..]].concat(), &input)
    };
    let ran = with("1", "jsonl");
    let summary = &lines(&ran.out).pop().expect("a summary")["summary"];
    let counts = (&summary["unchecked_forgotten"], &summary["unchecked_starts"]);
    assert_eq!((ran.code, counts), (Some(2), (&json!(2), &json!(1))), "{summary}");
    assert_eq!(summary["verdict"], "undetermined");
    let said = with("1", "text");

    let last = said.out.lines().last().expect("a closing line");
    assert!(last.contains("raise --most-forgotten by 2"), "{last}");
    assert!(said.err.contains("raise --most-forgotten by 2"), "{}", said.err);
    assert_eq!(with("3", "jsonl").code, Some(1), "the same attempt was issued before");
}

#[test]
fn after_a_limit_each_line_is_told_that_it_was_not_judged() {
    let open = File::new("limit.toml", ALL_OPEN);
    let (_, told) = oracle(&["--contract", open.name()], too_open_to_follow());
    let first = told.iter().position(|line| line["error"]["kind"] == "limit").expect("a limit");
    let (rest, summary) = (&told[first..told.len() - 1], &told[told.len() - 1]["summary"]);
    assert!(first > 0 && rest.len() > 1);
    assert!(rest.iter().all(|line| line["error"]["kind"] == "limit"));
    assert_eq!(
        (&summary["limit"], &summary["bad_lines"]),
        (&rest[0]["error"]["message"], &json!(0))
    );
}

#[test]
fn a_contract_that_cannot_be_loaded_says_why_before_any_line_is_read() {
    let bad =
        File::new("bad.toml", "version = 1\nbase = \"strict\"\n[contract]\nlese = 1\nclok = 2\n");
    let folder = env!("CARGO_MANIFEST_DIR");
    let cases = [
        ("strikt", 64, "did you mean `strict`?"),
        ("no such/contract.toml", 74, "cannot read no such/contract.toml"),
        (folder, 74, "cannot read"),
        (bad.name(), 65, "did you mean `lease`?"),
        (bad.name(), 65, "did you mean `clock`?"),
    ];
    for (contract, code, words) in cases {
        let (ran, told) = oracle(&["--contract", contract], session(&once()));
        assert_eq!((ran.code, told.len()), (Some(code), 0), "{contract}: {}", ran.err);
        assert!(ran.err.contains(words), "{words} in {}", ran.err);
    }
    let (ran, _) = oracle(&["--contract", bad.name()], "");
    assert_eq!(ran.err.lines().count(), 2, "one line for each fault: {}", ran.err);
}

#[test]
fn a_standard_input_that_cannot_be_read_is_told_as_such() {
    let folder = std::fs::File::open(env!("CARGO_MANIFEST_DIR")).expect("a folder");
    let output = Command::new(env!("CARGO_BIN_EXE_onceproof"))
        .arg("oracle")
        .stdin(folder)
        .output()
        .expect("the binary runs");
    assert_eq!(output.status.code(), Some(74));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("broke off"), "{said}");
    assert!(!String::from_utf8_lossy(&output.stdout).contains("summary"));
}

#[test]
fn explain_gives_each_allowed_answer_the_level_sentence_and_source_of_its_clause() {
    let open = File::new("explain.toml", ALL_OPEN);
    let mut explained = 0;
    for contract in ["strict", "powertools", open.name()] {
        let (_, told) = oracle(&["--contract", contract, "--explain"], taken_over());
        for allowed in told.iter().filter_map(|line| line["ruling"]["allowed"].as_array()).flatten()
        {
            let clause = Clause::from_id(allowed["clause"].as_str().expect("an id"));
            let clause = clause.expect("a clause");
            assert_eq!(allowed["level"], clause.level().word());
            assert_eq!(allowed["sentence"], clause.sentence());
            assert_eq!(allowed["source"], clause.source());
            explained += 1;
        }
        let (_, plain) = oracle(&["--contract", contract], taken_over());
        assert!(!plain[0].to_string().contains("sentence"));
    }
    assert!(explained > 6, "{explained}");
}

#[test]
fn max_line_is_the_longest_line_that_is_read() {
    let line = session(&once()[..1]);
    let exact = (line.len() - 1).to_string();
    let below = (line.len() - 2).to_string();
    assert_eq!(conclusion(&["--max-line", &exact], &line), (0, "allowed".to_owned()));
    let (ran, told) = oracle(&["--max-line", &below], &line);
    assert_eq!((ran.code, &told[0]["error"]["kind"]), (Some(65), &json!("too_long")));
    assert_eq!(oracle(&["--max-line", "many"], "").0.code, Some(64));
}

#[test]
fn lines_that_are_no_strict_json_are_told_and_lose_no_other_line() {
    let good = session(&once());
    let (first, second) = good.split_at(good.iter().position(|byte| *byte == b'\n').unwrap() + 1);
    let cases: [(&[u8], &str); 7] = [
        (b"{\"at\":\xff}", "not-utf-8"),
        (b"\xef\xbb\xbf{\"at\":0}", "byte-order-mark"),
        (b"\xff\xfe{\x00}\x00", "not-utf-8"),
        (b"{\"at\":0}\x00", "trailing-bytes"),
        (b"{\"at\":\"\x00\"}", "control-character"),
        (b"\x00", "unexpected-byte"),
        (b"", "empty"),
    ];
    for (bad, rule) in cases {
        let (ran, told) = oracle(&[], [first, bad, b"\n", second].concat());
        assert_eq!((ran.code, told.len()), (Some(65), 4), "{rule}: {}", ran.err);
        assert_eq!(
            (&told[1]["error"]["rule"], &told[1]["error"]["line"]),
            (&json!(rule), &json!(2))
        );
        for ruled in [&told[0], &told[2]] {
            assert_eq!(ruled["ruling"]["verdict"], "allowed", "{rule}");
        }
    }
}

#[test]
fn line_ends_of_other_systems_and_a_missing_last_one_are_fine() {
    let text = String::from_utf8(session(&once())).expect("UTF-8");
    for same in [text.replace('\n', "\r\n"), text.trim_end().to_owned()] {
        let (ran, told) = oracle(&[], &same);
        assert_eq!((ran.code, &told[2]["summary"]["judged"]), (Some(0), &json!(2)), "{same:?}");
    }
}

/// A running oracle, for a partner that waits for each answer.
struct Running {
    child: Child,
    input: ChildStdin,
    output: BufReader<std::process::ChildStdout>,
}

impl Running {
    fn new() -> Running {
        let mut child = Command::new(env!("CARGO_BIN_EXE_onceproof"))
            .args(["oracle", "--contract", "strict"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let input = child.stdin.take().expect("a pipe");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        Running { child, input, output }
    }

    fn hear(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("read");
        serde_json::from_str(&line).expect("JSON")
    }

    /// Ends its input: its exit code, and what it had left to say.
    fn end(self) -> (Option<i32>, String) {
        let Running { mut child, input, mut output } = self;
        drop(input);
        let mut rest = String::new();
        output.read_to_string(&mut rest).expect("UTF-8");
        (child.wait().expect("it ends").code(), rest)
    }
}

#[test]
fn a_partner_that_waits_for_each_answer_gets_it_before_its_next_line() {
    let mut running = Running::new();
    for round in 0..50 {
        let line = format!("{}\n", ask(round, begin("a")));
        // In two parts, so that an answer to half a line would show.
        let (half, rest) = line.split_at(20);
        running.input.write_all(half.as_bytes()).expect("written");
        running.input.flush().expect("written");
        running.input.write_all(rest.as_bytes()).expect("written");
        assert_eq!(running.hear()["ruling"]["line"], round + 1);
    }
    running.input.write_all(b"{\n").expect("written");
    assert_eq!(running.hear()["error"]["line"], 51);
    let (code, rest) = running.end();
    assert_eq!((code, &lines(&rest)[0]["summary"]["lines"]), (Some(65), &json!(51)), "{rest}");
}

#[test]
fn a_reader_that_goes_away_ends_the_session_without_a_word() {
    let mut running = Running::new();
    let line = format!("{}\n", ask(0, begin("a")));
    running.input.write_all(line.as_bytes()).expect("written");
    running.hear();
    let Running { child, mut input, output } = running;
    drop(output);
    // At some point it stops reading, since what it says goes nowhere.
    let broke = (0..1_000_000).any(|_| input.write_all(line.as_bytes()).is_err());
    assert!(broke, "the oracle reads on though nobody hears it");
    drop(input);
    let ended = child.wait_with_output().expect("it ends");
    assert_eq!((ended.status.code(), ended.stderr.as_slice()), (Some(74), &b""[..]));
}

#[cfg(target_os = "linux")]
#[test]
fn a_line_of_a_hundred_megabytes_is_read_past_in_bounded_memory() {
    let mut running = Running::new();
    let megabyte = vec![b'x'; 1 << 20];
    for _ in 0..100 {
        running.input.write_all(&megabyte).expect("written");
    }
    running.input.write_all(b"\n").expect("written");
    assert_eq!(running.hear()["error"]["kind"], "too_long");
    running.input.write_all(&session(&once()[..1])).expect("written");
    assert_eq!(running.hear()["ruling"]["verdict"], "allowed", "the next line is not lost");
    let status = std::fs::read_to_string(format!("/proc/{}/status", running.child.id()));
    let status = status.expect("Linux tells");
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("a peak");
    let kilobytes: u64 = peak.trim().trim_end_matches(" kB").parse().expect("a number");
    assert!(kilobytes > 100 && kilobytes < 30_000, "{kilobytes} kB at most");
    running.end();
}
