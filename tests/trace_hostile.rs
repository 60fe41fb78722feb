//! Hostile texts in place of traces: each is refused by name and place, within its limits.

use onceproof::trace::{Fault, ReadLimits, Reader, Trace, TraceError};
use std::io::{BufReader, Read};

const HEADER: &str = concat!(
    r#"{"format":"onceproof-trace","version":1,"store":"durable","order":"total","#,
    r#""attempts":"ordered","clocks":[{"name":"s","of":"store","skew":0}],"#,
    r#""destinations":[],"may_be_missing":[]}"#
);
const EVENT: &str = r#"{"seq":1,"time":0,"clock":"s","event":{"advance":{"ticks":1}}}"#;
const GOOD: &str = r#"{"seq":1,"time":1,"clock":"s","event":{"advance":{"ticks":1}}}"#;

fn begin(payload: &str) -> String {
    format!(
        r#"{{"seq":1,"time":0,"clock":"s","process":"A","call":1,"request":{{"scope":"t","key":"k"}},"event":{{"invoke":{{"operation":{{"begin":{{"payload":{payload},"claim":"c"}}}}}}}}}}"#
    )
}

fn refused(bytes: &[u8]) -> TraceError {
    Trace::read(bytes).expect_err("hostile")
}

fn second_line(line: &[u8]) -> TraceError {
    refused(&[HEADER.as_bytes(), b"\n", line].concat())
}

#[test]
fn texts_that_are_not_strict_json_are_refused_by_the_name_of_the_rule() {
    let payloads: [(&str, &str); 9] = [
        ("1e400", "number-out-of-range"),
        ("NaN", "number-grammar"),
        ("01", "number-grammar"),
        (r#""\ud800""#, "lone-surrogate"),
        (r#""\udc00\ud800""#, "lone-surrogate"),
        (r#""\uffff""#, "noncharacter"),
        (r#"{"a":1,"\u0061":2}"#, "duplicate-name"),
        ("\"\u{1}\"", "control-character"),
        ("[1,]", "unexpected-byte"),
    ];
    for (payload, rule) in payloads {
        let error = second_line(begin(payload).as_bytes());
        assert_eq!((error.line, error.fault.name()), (2, rule), "{payload}: {error}");
    }
    for (bytes, rule) in [(&b"\xff"[..], "not-utf-8"), (b"\0", "unexpected-byte")] {
        assert_eq!(second_line(bytes).fault.name(), rule);
    }
    let sixteen: Vec<u8> = HEADER.encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(refused(&sixteen).line, 1);
}

#[test]
fn a_byte_order_mark_is_refused_on_any_line() {
    let marked = |line: &str| [b"\xef\xbb\xbf", line.as_bytes()].concat();
    assert_eq!(refused(&marked(HEADER)).fault.name(), "byte-order-mark");
    assert_eq!(second_line(&marked(GOOD)).fault.name(), "byte-order-mark");
}

#[test]
fn nesting_of_a_hundred_thousand_is_refused_without_recursion() {
    for nest in ["[", "{\"a\":"] {
        let error = second_line(begin(&nest.repeat(100_000)).as_bytes());
        assert_eq!(error.fault.name(), "too-deep", "{error}");
    }
    let deep = |depth: usize| begin(&format!("{}{}", "[".repeat(depth), "]".repeat(depth)));
    let line = [HEADER, "\n", &deep(128 - 5), "\n"].concat();
    assert!(Trace::read(line.as_bytes()).is_ok(), "the strict reader's depth is the only limit");
    assert_eq!(second_line(deep(129 - 5).as_bytes()).fault.name(), "too-deep");
}

#[test]
fn a_line_of_100_mb_is_refused_and_the_next_one_read_without_holding_it() {
    let long = std::io::repeat(b'a').take(100_000_000);
    let text = HEADER.as_bytes().chain(&b"\n"[..]).chain(long);
    let text = text.chain(&b"\n"[..]).chain(GOOD.as_bytes());
    let before = peak_kilobytes();
    let mut reader = Reader::new(BufReader::new(text)).expect("a header");
    let error = reader.next().expect("a line").expect_err("too long");
    assert_eq!(error.fault, Fault::LineTooLong { limit: 1 << 20 });
    assert_eq!((error.line, error.column), (2, (1 << 20) + 1));
    let event = reader.next().expect("the next line").expect("is good");
    assert_eq!((event.seq, reader.line()), (1, 3));
    assert!(reader.next().is_none());
    if let (Some(before), Some(after)) = (before, peak_kilobytes()) {
        assert!(after - before < 32_000, "the peak grew from {before} to {after} KiB");
    }
}

/// The largest memory that the process ever held, where the system tells.
fn peak_kilobytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

#[test]
fn the_limits_are_exact_and_named() {
    let text = [HEADER, "\n", GOOD, "\n"].concat();
    let within =
        |line_bytes, events| Trace::read_within(text.as_bytes(), ReadLimits { line_bytes, events });
    assert!(within(HEADER.len(), 1).is_ok());
    let short = within(HEADER.len() - 1, 1).expect_err("the header is longer");
    assert_eq!(short.fault, Fault::LineTooLong { limit: HEADER.len() - 1 });
    let few = within(HEADER.len(), 0).expect_err("there is an event");
    assert_eq!((few.line, few.fault), (2, Fault::TooManyEvents { limit: 0 }));
}

#[test]
fn after_the_limit_of_events_nothing_follows() {
    let two = [HEADER, "\n", GOOD, "\n", GOOD, "\n", GOOD, "\n"].concat();
    let limits = ReadLimits { events: 1, ..ReadLimits::default() };
    let reader = Reader::with_limits(two.as_bytes(), limits).expect("a header");
    let faults: Vec<_> = reader.map(|item| item.map_err(|error| error.fault.name())).collect();
    assert_eq!(faults.len(), 2);
    assert_eq!(faults[1].as_ref().expect_err("the limit"), &"too-many-events");
}

#[test]
fn a_bad_line_is_as_if_it_were_not_there_for_the_lines_after_it() {
    let invoke = begin("1");
    let again = invoke.replace("\"seq\":1", "\"seq\":2");
    let bad = invoke.replace("\"A\"", "\"\"");
    let text = [HEADER, &bad, &invoke, &again, "", GOOD].join("\n");
    let reader = Reader::new(text.as_bytes()).expect("a header");
    let items: Vec<_> = reader.map(|item| item.map(|it| it.seq).map_err(|e| e.line)).collect();
    assert_eq!(items, [Err(2), Ok(1), Err(4), Err(5), Err(6)]);
}

#[test]
fn line_ends_and_white_space_are_as_the_format_says() {
    let read = |text: &str| Trace::read(text.as_bytes());
    let plain = [HEADER, "\n", GOOD, "\n"].concat();
    let expected = read(&plain).expect("good");
    let spaced = format!("  {HEADER}\t\n {} ", GOOD.replace(':', " : ").replace(',', " ,\t"));
    for text in [plain.trim_end().to_owned(), plain.replace('\n', "\r\n"), spaced] {
        assert_eq!(read(&text).as_ref(), Ok(&expected), "{text}");
    }
    assert_eq!(expected.text(), plain);
    for empty in ["\n\n", "\n \t\r\n"] {
        let text = plain.replacen('\n', empty, 1);
        assert_eq!(read(&text).expect_err("an empty line").fault, Fault::EmptyLine);
    }
    let returns_only = plain.replace('\n', "\r");
    assert_eq!(read(&returns_only).expect_err("one line").fault.name(), "trailing-bytes");
    assert_eq!(read(&format!("{plain}\n")).expect_err("an empty line").line, 3);
}

#[test]
fn an_empty_file_has_no_header_and_a_header_alone_is_a_trace() {
    assert_eq!(refused(b"").fault, Fault::NoHeader);
    assert_eq!(refused(b"\n").fault, Fault::EmptyLine);
    let alone = Trace::read(HEADER.as_bytes()).expect("a trace");
    assert!(alone.events.is_empty());
}

#[test]
fn an_error_of_the_system_is_an_error_with_a_line_and_ends_the_reading() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("unplugged"))
        }
    }
    let text = HEADER.as_bytes().chain(&b"\n"[..]).chain(GOOD.as_bytes()).chain(&b"\n"[..]);
    let mut reader = Reader::new(BufReader::new(text.chain(Broken))).expect("a header");
    assert!(reader.next().is_some_and(|event| event.is_ok()));
    let error = reader.next().expect("an item").expect_err("unplugged");
    assert_eq!((error.line, error.fault.name()), (3, "io"));
    assert!(reader.next().is_none());
}

#[test]
fn a_clock_cannot_have_read_less_than_zero() {
    let error = second_line(EVENT.as_bytes());
    assert_eq!((error.member.text(), error.fault.name()), ("/event/advance/ticks", "form"));
}

#[test]
fn a_fault_behind_ten_thousand_values_still_has_a_place_on_its_line() {
    let many = format!("[{}0]", "0,".repeat(20_000));
    let line = begin(&many).replace("\"claim\"", "\"claims\"");
    let error = second_line(line.as_bytes());
    assert_eq!((error.line, error.fault.name()), (2, "shape"), "{error}");
    assert!(error.column as usize <= line.len());
}
