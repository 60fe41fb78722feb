//! Hostile input to the oracle: each kind gets an error that names its place, the lines around
//! it are not lost, and nothing panics.

use onceproof::lines::Lines;
use onceproof::oracle::line::{Conclusion, JsonLines, Options, run};
use onceproof::oracle::{Limits, Session};
use onceproof::spec::named;
use onceproof::spec::open::OpenContract;
use serde_json::Value;
use std::io::{BufReader, Read};

const GOOD: &str = r#"{"at":1,"request":{"scope":"S","key":"K"},"do":{"status":{}},"observed":{"status":{"view":"absent"}}}"#;

/// Runs a session over `input`, and returns its output lines and its conclusion.
fn session(input: &[u8]) -> (Vec<Value>, Conclusion) {
    let mut session = Session::new(OpenContract::pinned(named::STRICT), Limits::default());
    let options = Options { explain: false, ask_only: false, longest_line: 1 << 20 };
    let mut output = Vec::new();
    let summary =
        run(input, &mut JsonLines::to(&mut output), &mut session, options, |_| {}).unwrap();
    let text = String::from_utf8(output).unwrap();
    let lines = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    (lines, summary.verdict)
}

/// The bad line between two good ones; what is returned is its error.
fn error_of(bad: &[u8]) -> Value {
    let input = [GOOD.as_bytes(), b"\n", bad, b"\n", GOOD.as_bytes(), b"\n"].concat();
    let (lines, verdict) = session(&input);
    assert_eq!(lines.len(), 4, "two rulings, one error, one summary: {lines:?}");
    assert_eq!(lines[0]["ruling"]["verdict"], "allowed");
    assert_eq!(lines[2]["ruling"]["verdict"], "allowed", "the line after a bad one is not lost");
    assert_eq!(verdict, Conclusion::BadInput);
    let error = lines[1]["error"].clone();
    assert_eq!(error["line"], 2);
    let column = error["column"].as_u64().unwrap();
    assert_eq!(error["byte"].as_u64().unwrap(), GOOD.len() as u64 + 1 + column - 1);
    error
}

fn assert_error(bad: &[u8], kind: &str, column: u64, words: &str) {
    let error = error_of(bad);
    assert_eq!((&error["kind"], &error["column"]), (&kind.into(), &column.into()), "{error}");
    let said = format!("{} {}", error["rule"], error["message"]);
    assert!(said.contains(words), "{said:?} should say {words:?}");
}

#[test]
fn bytes_that_are_not_utf_8_are_refused_at_their_place() {
    assert_error(b"{\"at\":1,\"\xff\":2}", "not_json", 10, "UTF-8");
}

#[test]
fn a_byte_order_mark_is_refused() {
    assert_error(b"\xef\xbb\xbf{}", "not_json", 1, "byte order mark");
}

#[test]
fn an_empty_line_is_refused() {
    assert_error(b"", "not_json", 1, "empty");
}

#[test]
fn nesting_of_a_hundred_thousand_is_refused_at_its_depth() {
    let deep = [&b"{\"at\":"[..], &vec![b'['; 100_000]].concat();
    let error = error_of(&deep);
    assert_eq!(error["kind"], "not_json");
    assert!(error["message"].as_str().unwrap().contains("128"), "{error}");
}

/// A value of arrays, one in the other.
fn nested(depth: usize) -> String {
    "[".repeat(depth) + &"]".repeat(depth)
}

#[test]
fn values_of_any_form_may_nest_as_deep_as_texts_of_their_own_and_no_deeper() {
    let lines: [fn(&str) -> String; 5] = [
        |value| format!(r#""do":{{"begin":{{"claim":"c","payload":{value}}}}}"#),
        |value| format!(r#""do":{{"finish":{{"attempt":{ATTEMPT},"result":{value}}}}}"#),
        |value| {
            let found =
                format!(r#"{{"applied":{{"outcome":{{"success":{{"result":{value}}}}}}}}}"#);
            format!(
                r#""do":{{"resolve":{{"attempt":{ATTEMPT},"evidence":"e","finding":{found}}}}}"#
            )
        },
        |value| {
            let told = format!(r#"{{"outcome":{{"success":{{"result":{value}}}}}}}"#);
            format!(r#""do":{{"status":{{}}}},"observed":{{"replayed":{told}}}"#)
        },
        |value| {
            let told = format!(r#"{{"outcome":{{"success":{{"result":{value}}}}}}}"#);
            format!(r#""do":{{"status":{{}}}},"observed":{{"already_completed":{told}}}"#)
        },
    ];
    for line in lines {
        let line = |depth| {
            let rest = line(&nested(depth));
            format!(r#"{{"at":1,"request":{{"scope":"S","key":"K"}},{rest}}}"#)
        };
        for depth in [1, 124, 125, 126, 127, 128] {
            let (told, _) = session(line(depth).as_bytes());
            assert!(told[0]["ruling"].is_object(), "depth {depth}: {}", told[0]);
        }
        for depth in [129, 130, 140] {
            let line = line(depth);
            let column = line.find("[[").unwrap() + 129;
            let error = error_of(line.as_bytes());
            assert_eq!((&error["kind"], &error["rule"]), (&"not_json".into(), &"too-deep".into()));
            assert!(depth > 130 || error["column"] == column, "{error}");
        }
    }
}

const ATTEMPT: &str = r#"{"incarnation":0,"number":1}"#;

#[test]
fn what_is_wrong_with_a_line_is_said_in_words_of_json() {
    let bad = include_str!("lines/oracle-input.bad.jsonl");
    let of_ours =
        ["struct", "variant", "enum", "Form", "field", "sequence", "u32", "u64", "newtype"];
    let (told, _) = session(bad.as_bytes());
    let errors: Vec<_> = told.iter().filter(|line| line["error"].is_object()).collect();
    assert!(errors.len() > 20, "{} errors", errors.len());
    for error in errors {
        let message = error["error"]["message"].as_str().unwrap();
        let word = of_ours.iter().find(|word| message.contains(*word));
        assert_eq!(word, None, "{message}");
    }
    let wrong = |line: &str| error_of(line.as_bytes())["message"].as_str().unwrap().to_owned();
    assert_eq!(wrong(r#"[1]"#), "an object is wanted here, not an array");
    assert_eq!(
        wrong(r#"{"incarnation":"struct"}"#),
        "a whole number from 0 to 4294967295 is wanted here, not the string \"struct\""
    );
    assert_eq!(wrong(r#"{"do":{"begin":{}}}"#), "missing member `claim`");
}

#[test]
fn a_number_beyond_every_double_is_refused() {
    assert_error(br#"{"at":1e400}"#, "not_json", 7, "");
}

#[test]
fn duplicate_members_are_refused_even_when_escaped() {
    assert_error(br#"{"at":1,"\u0061t":2}"#, "not_json", 9, "duplicate-name");
}

#[test]
fn a_lone_surrogate_is_refused() {
    let error = error_of(br#"{"at":1,"request":{"scope":"\ud800","key":"K"}}"#);
    assert!(error["message"].as_str().unwrap().contains("surrogate"), "{error}");
}

#[test]
fn a_nul_is_refused() {
    assert_error(b"{\"at\":1,\0}", "not_json", 9, "");
}

#[test]
fn an_unknown_member_is_refused_by_name() {
    assert_error(br#"{"at":1,"observd":{}}"#, "not_a_line", 17, "observd");
}

#[test]
fn an_unknown_operation_is_refused_by_name() {
    let error = error_of(br#"{"at":1,"request":{"scope":"S","key":"K"},"do":{"begn":{}}}"#);
    assert!(error["message"].as_str().unwrap().contains("`begn`"), "{error}");
}

#[test]
fn a_payload_that_a_double_cannot_carry_is_refused_where_it_stands() {
    let line = br#"{"at":1,"request":{"scope":"S","key":"K"},"do":{"begin":{"payload":{"n":9007199254740993},"claim":"c"}}}"#;
    assert_error(line, "not_an_operation", 73, "exactly");
    let decoy = br#"{"at":1,"request":{"scope":"payload","key":"9007199254740993"},"do":{"begin":{"payload":9007199254740993,"claim":"c"}}}"#;
    assert_error(decoy, "not_an_operation", 89, "exactly");
}

#[test]
fn lines_without_what_they_need_are_refused() {
    let at = br#"{"request":{"scope":"S","key":"K"},"do":{"status":{}}}"#;
    assert_error(at, "not_an_operation", 1, "`at`");
    assert_error(br#"{"at":1,"do":{"status":{}}}"#, "not_an_operation", 1, "`request`");
    assert_error(br#"{"at":1}"#, "not_an_operation", 1, "`do`");
    let unbounded = br#"{"at":"unbounded","request":{"scope":"S","key":"K"},"do":{"status":{}}}"#;
    assert_error(unbounded, "not_an_operation", 7, "`at`");
    let begin = br#"{"at":1,"request":{"scope":"S","key":"K"},"do":{"begin":{"claim":"c"}}}"#;
    assert_error(begin, "not_an_operation", 1, "`payload`");
    let finish = br#"{"at":1,"request":{"scope":"S","key":"K"},"do":{"finish":{"attempt":{"incarnation":0,"number":1}}}}"#;
    assert_error(finish, "not_an_operation", 1, "`result`");
    let both = br#"{"at":1,"restart":{"incarnation":1,"records":"lost"},"do":{"status":{}}}"#;
    assert_error(both, "not_an_operation", 19, "alone");
}

#[test]
fn times_and_attempts_out_of_range_are_refused() {
    for line in [
        &br#"{"at":-1}"#[..],
        br#"{"at":1.5}"#,
        br#"{"at":9007199254740991}"#,
        br#"{"at":"soon"}"#,
        br#"{"at":1,"incarnation":4294967296}"#,
        br#"{"at":1,"restart":{"incarnation":1,"records":"maybe"}}"#,
    ] {
        assert_eq!(error_of(line)["kind"], "not_a_line", "{}", String::from_utf8_lossy(line));
    }
}

#[test]
fn carriage_returns_before_line_ends_are_white_space() {
    let input = format!("{GOOD}\r\n{GOOD}\r\n");
    assert_eq!(session(input.as_bytes()).1, Conclusion::Allowed);
}

#[test]
fn a_last_line_needs_no_line_end() {
    let (lines, verdict) = session(GOOD.as_bytes());
    assert_eq!((lines.len(), verdict), (2, Conclusion::Allowed));
}

#[test]
fn an_empty_input_is_not_a_success() {
    assert_eq!(session(b"").1, Conclusion::NothingJudged);
}

#[test]
fn a_line_of_a_hundred_megabytes_is_dropped_and_the_next_is_read() {
    let long = std::io::repeat(b'x').take(100_000_000);
    let input = long.chain(&b"\n"[..]).chain(GOOD.as_bytes());
    let mut lines = Lines::new(BufReader::new(input), 1 << 20);
    let first = lines.next_line().unwrap().unwrap();
    assert_eq!(first.content.unwrap_err().length, 100_000_000);
    assert!(lines.held() <= 2 << 20, "no more than the limit is held");
    let second = lines.next_line().unwrap().unwrap();
    assert_eq!((second.number, second.offset), (2, 100_000_001));
    assert_eq!(second.content, Ok(GOOD.as_bytes()));
    assert_eq!(lines.next_line().unwrap(), None);
}

#[test]
fn a_line_of_exactly_the_limit_is_read_and_one_byte_more_is_not() {
    let input = b"12345\n123456\n\n";
    let mut lines = Lines::new(&input[..], 5);
    assert_eq!(lines.next_line().unwrap().unwrap().content, Ok(&b"12345"[..]));
    assert!(lines.next_line().unwrap().unwrap().content.is_err());
    assert_eq!(lines.next_line().unwrap().unwrap().content, Ok(&b""[..]));
    assert_eq!(lines.next_line().unwrap(), None);
}
