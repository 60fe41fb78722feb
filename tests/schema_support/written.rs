//! What the binary writes when it is really run, each document with its schema and kind.

use super::command::{File, run};
use super::lines;
use super::models::{explained, verified};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::sync::OnceLock;

/// A document that the binary wrote.
pub(crate) struct Written {
    pub(crate) schema: &'static str,
    /// Which of the forms that the schema has.
    pub(crate) kind: String,
    pub(crate) document: Value,
}

/// Every choice of a contract left open.
pub(crate) const ALL_OPEN: &str = r#"version = 1
base = "strict"
[contract]
on_lease_over = "unspecified"
fencing.finish = "unspecified"
fencing.fail = "unspecified"
fencing.renew = "unspecified"
payload_check = "unspecified"
on_not_applied = "unspecified"
on_unknown = "unspecified"
on_refused = "unspecified"
retention_anchor = "unspecified"
retention_covers = "unspecified"
after_retention = "unspecified"
replay = "unspecified"
busy_order = "unspecified"
deadline = "unspecified"
clock = "unspecified"
missing_key = "unspecified"
"#;

/// What happens after a lease is open.
pub(crate) const LEASE_OPEN: &str = r#"version = 1
base = "strict"
name = "what follows a lease is unknown"
[contract]
on_lease_over = "unspecified"
"#;

/// The store may forget after ten ticks.
const MAY_FORGET: &str = r#"version = 1
base = "strict"
[contract]
lease = "unbounded"
retention = 10
after_retention = "may_forget"
"#;

/// Everything that these runs wrote.
pub(crate) fn all() -> &'static [Written] {
    static ALL: OnceLock<Vec<Written>> = OnceLock::new();
    ALL.get_or_init(write_all)
}

fn write_all() -> Vec<Written> {
    [
        oracle(),
        diff(),
        rules(),
        keys(),
        lint(),
        cases(),
        examples(),
        traces(),
        explained(),
        verified(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

pub(crate) fn document(
    schema: &'static str,
    kind: &str,
    arguments: &[&str],
    input: &[u8],
) -> Written {
    let ran = run(arguments, input);
    let document = serde_json::from_str(&ran.out);
    let document = document.unwrap_or_else(|error| panic!("{arguments:?}: {error}: {}", ran.err));
    Written { schema, kind: kind.to_owned(), document }
}

/// Lines of JSON for the oracle.
pub(crate) fn session(lines: &[Value]) -> Vec<u8> {
    lines.iter().map(|line| format!("{line}\n")).collect::<String>().into_bytes()
}

pub(crate) fn ask(at: u64, operation: Value) -> Value {
    json!({"at": at, "request": {"scope": "S", "key": "K"}, "do": operation})
}

pub(crate) fn answered(at: u64, operation: Value, answer: Value) -> Value {
    let mut line = ask(at, operation);
    line["observed"] = answer;
    line
}

pub(crate) fn begin(claim: &str) -> Value {
    json!({"begin": {"payload": {"amount": 1}, "claim": claim}})
}

pub(crate) fn started(number: u64) -> Value {
    json!({"started": {"attempt": {"incarnation": 0, "number": number}}})
}

pub(crate) fn finish(number: u64) -> Value {
    json!({"finish": {"attempt": {"incarnation": 0, "number": number}, "result": null}})
}

/// One line for each rule of strict JSON, each broken.
pub(crate) fn broken_lines() -> Vec<u8> {
    let deep = "[".repeat(200);
    let broken: [&[u8]; 14] = [
        b"\"\xff\"",
        b"\xef\xbb\xbf{}",
        b"",
        b"{",
        b"?",
        b"{} {}",
        b"\"\x01\"",
        br#""\q""#,
        br#""\ud800""#,
        br#""\uffff""#,
        br#"{"at":1,"at":2}"#,
        deep.as_bytes(),
        b"1e999",
        b"01",
    ];
    broken.iter().flat_map(|line| [line, &b"\n"[..]].concat()).collect()
}

/// Operations without answers, in no special order: ever more contracts part on them.
pub(crate) fn too_open_to_follow() -> Vec<u8> {
    let mut seed = 1_u64;
    let mut choose = move |below: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % below
    };
    let mut at = 0;
    let mut line = |_| {
        at += [0, 1, 30_000][choose(3) as usize];
        let payload = choose(2);
        let mut closing = match choose(2) {
            0 => json!({"payload": payload}),
            _ => json!({"attempt": {"incarnation": 0, "number": 1 + choose(3)}}),
        };
        let operation = match choose(6) {
            0 | 1 => {
                json!({"begin": {"payload": payload, "claim": format!("c{}", choose(9))}})
            }
            2 => {
                closing["result"] = json!(1);
                json!({"finish": closing})
            }
            3 => json!({"renew": closing}),
            _ => {
                closing["failure"] = match choose(3) {
                    0 => json!({"unknown": {}}),
                    1 => json!({"not_applied": {}}),
                    _ => json!({"refused": {"reason": "no"}}),
                };
                json!({"fail": closing})
            }
        };
        let request = json!({"scope": "S", "key": format!("K{}", choose(3))});
        json!({"at": at, "request": request, "do": operation})
    };
    session(&(0..300).map(&mut line).collect::<Vec<_>>())
}

fn oracle() -> Vec<Written> {
    let (all_open, lease_open) =
        (File::new("all-open.toml", ALL_OPEN), File::new("lease-open.toml", LEASE_OPEN));
    let may_forget = File::new("may-forget.toml", MAY_FORGET);
    let whole = [
        answered(0, begin("a"), started(1)),
        answered(1, begin("b"), json!({"in_progress": {}})),
        answered(2, finish(1), json!({"completed": {}})),
        answered(3, begin("b"), json!({"replayed": {}})),
        json!({"at": 4, "do": {"begin_without_key": {}}, "observed": {"missing_key": {}}}),
        json!({"restart": {"incarnation": 1, "records": "lost"}}),
        ask(5, json!({"status": {}})),
    ];
    let twice = [answered(0, begin("a"), started(1)), answered(1, begin("b"), started(2))];
    let taken_over =
        [answered(0, begin("a"), started(1)), answered(30_000, begin("b"), started(2))];
    let forgotten = [
        answered(0, begin("a"), started(1)),
        answered(1, finish(1), json!({"completed": {}})),
        ask(20, begin("b")),
    ];
    let asked = [ask(0, begin("a")), ask(1, json!({"sweep": {}})), ask(2, json!({"status": {}}))];
    let not_lines = b"[]\n{\"do\":{\"sleep\":{}}}\n{\"at\":0}\n{\"at\":0,\"do\":{\"status\":{}}}\n";
    let long = [&session(&asked)[..], &vec![b' '; 2000], b"\n"].concat();
    let (all_open, lease_open) = (all_open.name(), lease_open.name());
    let restart = json!({"restart": {"incarnation": 1, "records": "kept"}});
    let goes_back = [restart.clone(), restart];
    let runs: [(&[&str], Vec<u8>); 14] = [
        (&[], session(&goes_back)),
        (&[], session(&whole)),
        (&["--explain"], session(&whole)),
        (&["--contract", all_open, "--explain"], session(&whole)),
        (&["--contract", may_forget.name()], session(&forgotten)),
        (&["--contract", lease_open], session(&taken_over)),
        (&["--contract", all_open], too_open_to_follow()),
        (&["--contract", all_open, "--ask"], session(&asked)),
        (&[], session(&twice)),
        (&["--ask"], session(&asked)),
        (&["--max-line", "1000"], long),
        (&[], broken_lines()),
        (&[], not_lines.to_vec()),
        (&[], Vec::new()),
    ];
    let mut written = Vec::new();
    for (arguments, input) in runs {
        let ran = run(&[&["oracle"], arguments].concat(), input);
        for document in lines(&ran.out) {
            let kind = document.as_object().and_then(|members| members.keys().next());
            let kind = kind.expect("a member").clone();
            written.push(Written { schema: "oracle-output", kind, document });
        }
    }
    written
}

fn diff() -> Vec<Written> {
    let open = File::new("diff-open.toml", LEASE_OPEN);
    let equivalent = "version = 1\nbase = \"strict\"\n[contract]\nreplay = \"equivalent\"\n";
    let equivalent = File::new("diff-equivalent.toml", equivalent);
    let runs: [(&str, &[&str]); 8] = [
        ("identical", &["strict", "strict"]),
        ("found", &["strict", "powertools"]),
        ("found", &["strict", "powertools", "--ignore", "finish", "--ignore", "fail"]),
        ("found", &["stripe-v1", "stripe-v2"]),
        ("found", &["processed-table", "aws-token", "--ignore", "begin_without_key"]),
        ("found", &["strict", open.name()]),
        ("not_within", &["strict", equivalent.name(), "--operations", "2"]),
        ("not_within", &["strict", equivalent.name(), "--states", "50", "--times"]),
    ];
    let written = |(kind, arguments): (&str, &[&str])| {
        let arguments = [&["diff", "--format", "json"], arguments].concat();
        let written = document("diff", kind, &arguments, b"");
        assert!(written.document["difference"][kind].is_object(), "{arguments:?}");
        written
    };
    runs.into_iter().map(written).collect()
}

fn rules() -> Vec<Written> {
    let (open, forget) =
        (File::new("open.toml", ALL_OPEN), File::new("forget.toml", &ALL_OPEN.replace("86", "0")));
    let endless = "version = 1\nbase = \"strict\"\n[contract]\nlease = \"unbounded\"\n";
    let endless = File::new("endless.toml", endless);
    let list = run(&["contracts"], "").out;
    let names = list.lines().filter(|line| !line.starts_with(' '));
    let sheets: Vec<&str> = names.chain([open.name(), forget.name(), endless.name()]).collect();
    let mut written: Vec<Written> = sheets
        .iter()
        .map(|name| document("contracts", "sheet", &["contracts", name, "--format", "json"], b""))
        .collect();
    written.push(document("contracts", "list", &["contracts", "--format", "json"], b""));
    written.push(document("clauses", "all", &["clauses", "--format", "json"], b""));
    let some = ["clauses", "begin.live", "begin.replay", "--format", "json"];
    written.push(document("clauses", "all", &some, b""));
    written
}

fn keys() -> Vec<Written> {
    let text = br#"{"b": [1.0, 5], "a": "\u0041"}"#;
    let intent = ["key", "intent", "--task", "T", "--tool", "U", "--step", "1"];
    let runs: [(&'static str, &str, &[&str]); 7] = [
        ("fingerprint", "all", &["fingerprint"]),
        ("fingerprint", "all", &["fingerprint", "--rfc8785"]),
        ("key", "intent", &intent),
        ("key", "event by id", &["key", "event", "--id-at", "/a"]),
        ("key", "event by fields", &["key", "event", "--field", "/a", "--field", "/b/0"]),
        ("key", "event by fields", &["key", "event", "--field", "/b/1", "--allow-times"]),
        ("key", "request", &["key", "request", "--scope", "s", "--key", "k"]),
    ];
    let json = ["--format", "json"];
    let written = |(schema, kind, arguments): (_, _, &[&str])| {
        document(schema, kind, &[arguments, &json].concat(), text)
    };
    runs.into_iter().map(written).collect()
}

/// Attempts that break every rule of the lint.
const FAULTY: &str = r#"{"intent":"a","key":"0f8fad5b-d9cb-469f-a165-70867728950e","scope":"s"}
{"intent":"a","key":"0f8fad5b-d9cb-469f-a165-70867728950e-retry1","scope":"t"}
{"intent":"b","key":"0f8fad5b-d9cb-469f-a165-70867728950e","scope":"s"}
{"intent":"c"}
{"intent":"d","key":"pay-somebody@example.org"}
{"intent":"e","key":"pay-+4915112345678"}
{"intent":"f","key":"card-4111111111111111"}
{"intent":"g","key":"DE89370400440532013000"}
{"intent":"h","key":"invoice-12.50EUR"}
{"intent":"i","key":"hold-PR-6212345","arguments":{"job":"PR-6212345"}}
{"intent":"j","key":"schlüssel-0f8fad5bd9cb469fa16570867728950e"}
"#;

fn lint() -> Vec<Written> {
    let long = |length| format!("{{\"intent\":\"long\",\"key\":\"{}\"}}\n", "x7".repeat(length));
    let all = format!("{FAULTY}{}{}[]\n{{\"key\":1}}\n?\n", long(40), long(200));
    let inputs = [
        all.as_str(),
        "",
        "{\"intent\":\"a\",\"key\":\"0f8fad5b-d9cb-469f-a165-70867728950e\"}\n",
        "{}",
    ];
    let lint = ["lint", "--format", "json"];
    inputs.iter().map(|input| document("lint", "all", &lint, input.as_bytes())).collect()
}

fn cases() -> Vec<Written> {
    let list = document("cases", "list", &["cases", "--format", "json"], b"");
    let some = ["cases", "--clause", "begin.live", "--format", "json"];
    let names: Vec<String> = list.document["cases"]
        .as_array()
        .expect("cases")
        .iter()
        .step_by(9)
        .map(|case| case["name"].as_str().expect("a name").to_owned())
        .collect();
    let shown = names
        .iter()
        .map(|name| document("cases", "shown", &["cases", name, "--format", "json"], b""));
    let mut check = vec!["cases".to_owned(), "--format".to_owned(), "json".to_owned()];
    check.push("--check".to_owned());
    check.extend(files("tests/cases_bad"));
    check.extend(files("tests/cases"));
    let not_text = File::new("not-text.json", "");
    fs::write(not_text.name(), b"\xff").expect("written");
    check.push(not_text.name().to_owned());
    check.push("tests/no-such-file.json".to_owned());
    let check: Vec<&str> = check.iter().map(String::as_str).collect();
    let mut written: Vec<Written> = shown.collect();
    written.push(document("cases", "checked", &check, b""));
    written.extend([list, document("cases", "list", &some, b"")]);
    written
}

fn examples() -> Vec<Written> {
    let reservation = ["example", "reservation", "--format", "json"];
    vec![
        document("example-worked", "all", &["example", "worked"], b""),
        document("example-reservation", "all", &reservation, b""),
    ]
}

fn traces() -> Vec<Written> {
    let written = |file: String| {
        let ran = run(&["trace", &file, "--format", "jsonl"], "");
        let kind = |document: &Value| match document["event"].as_object() {
            Some(event) => event.keys().next().expect("a member").clone(),
            None => "header".to_owned(),
        };
        let line = move |document| Written { schema: "trace", kind: kind(&document), document };
        lines(&ran.out).into_iter().map(line)
    };
    files("tests/traces/good").into_iter().flat_map(written).collect()
}

/// The files of a folder of this package, in order.
pub(crate) fn files(folder: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = fs::read_dir(folder).expect("the folder");
    let path = |entry: std::io::Result<fs::DirEntry>| entry.expect("an entry").path();
    let mut files: Vec<String> =
        entries.map(path).map(|path| path.to_str().expect("UTF-8").to_owned()).collect();
    files.sort();
    files
}
