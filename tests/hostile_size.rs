//! Texts whose depth, length or number of members must not hurt.
//!
//! Claims: depth costs no machine stack, and time and memory stay in proportion to the text.
//! Not covered: exact memory; a text that needed gigabytes would be killed, not measured.

use onceproof::key::json::{Limits, MAX_DEPTH, Reason, check};
use onceproof::key::{Canonicaliser, Mode, canonicalise};
use std::time::{Duration, Instant};

fn refused(text: impl AsRef<[u8]>, reason: Reason, offset: usize) {
    let found = canonicalise(text.as_ref(), Mode::Fingerprint).map_err(|it| (it.reason, it.offset));
    assert_eq!(found.map(|form| form.len()), Err((reason, offset)));
}

#[test]
fn depth_is_limited_for_arrays_and_objects_alike() {
    let arrays = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    let objects = |depth: usize| format!("{}1{}", "{\"a\":".repeat(depth), "}".repeat(depth));
    assert!(canonicalise(arrays(MAX_DEPTH).as_bytes(), Mode::Fingerprint).is_ok());
    assert!(canonicalise(objects(MAX_DEPTH).as_bytes(), Mode::Fingerprint).is_ok());
    refused(arrays(MAX_DEPTH + 1), Reason::TooDeep, MAX_DEPTH);
    refused(objects(MAX_DEPTH + 1), Reason::TooDeep, MAX_DEPTH * 5);
    refused("[".repeat(100_000), Reason::TooDeep, MAX_DEPTH);
    refused("{\"a\":".repeat(100_000), Reason::TooDeep, MAX_DEPTH * 5);
}

#[test]
fn a_text_over_the_limit_is_refused_before_it_is_read() {
    let line = vec![b'['; 100 << 20];
    let start = Instant::now();
    let found = check(&line, Limits::default()).expect_err("refused");
    assert_eq!(found.reason, Reason::TooLarge { limit: Limits::DEFAULT_BYTES });
    assert!(start.elapsed() < Duration::from_millis(500));
    assert!(check(b"[1]", Limits { bytes: 3 }).is_ok());
    assert!(check(b"[1] ", Limits { bytes: 3 }).is_err());
}

#[test]
fn a_hundred_megabytes_in_one_line_are_read_in_seconds_when_allowed() {
    const SIZE: usize = 100 << 20;
    let limits = Limits { bytes: SIZE + 100 };
    let mut canonicaliser = Canonicaliser::with_limits(Mode::Fingerprint, limits);
    let mut one_string = vec![b'x'; SIZE];
    one_string[0] = b'"';
    one_string[SIZE - 1] = b'"';
    let mut many_numbers = b"[1".to_vec();
    many_numbers.extend(b",1".repeat(SIZE / 2 - 2));
    many_numbers.push(b']');
    let start = Instant::now();
    assert_eq!(canonicaliser.canonicalise(&one_string).expect("accepted").len(), SIZE);
    assert_eq!(canonicaliser.canonicalise(&many_numbers), Ok(many_numbers.as_slice()));
    one_string[SIZE - 1] = b'x';
    assert_eq!(
        canonicaliser.canonicalise(&one_string).map_err(|it| it.reason),
        Err(Reason::UnexpectedEnd)
    );
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
}

#[test]
fn a_huge_object_is_sorted_and_searched_for_duplicates_without_comparing_all_pairs() {
    const MEMBERS: usize = 400_000;
    let member = |number: usize| format!("\"a common prefix of some length {number:07}\":0");
    let mut members: Vec<String> = (0..MEMBERS).rev().map(member).collect();
    let text = format!("{{{}}}", members.join(","));
    let limits = Limits { bytes: text.len() * 2 };
    let mut canonicaliser = Canonicaliser::with_limits(Mode::Fingerprint, limits);
    let start = Instant::now();
    let form = canonicaliser.canonicalise(text.as_bytes()).expect("accepted").to_vec();
    members.reverse();
    assert!(form == format!("{{{}}}", members.join(",")).into_bytes(), "sorted");
    members.push(member(7));
    let text = format!("{{{}}}", members.join(","));
    let found = canonicaliser.canonicalise(text.as_bytes()).expect_err("a duplicate");
    assert_eq!(found.reason, Reason::DuplicateName);
    assert_eq!(found.offset, text.len() - 1 - member(7).len());
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
}

#[test]
fn unordered_objects_around_a_long_value_cost_bounded_time() {
    let inner = format!("\"{}\"", "x".repeat(1 << 20));
    let depth = MAX_DEPTH - 1;
    let text = format!("{}{inner}{}", "{\"b\":".repeat(depth), ",\"a\":0}".repeat(depth));
    let start = Instant::now();
    let form = canonicalise(text.as_bytes(), Mode::Fingerprint).expect("accepted");
    let expected = format!("{}{inner}{}", "{\"a\":0,\"b\":".repeat(depth), "}".repeat(depth));
    assert!(form == expected.as_bytes(), "sorted at every level");
    assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
}

#[test]
fn a_number_of_a_million_digits_is_judged_in_linear_time() {
    let start = Instant::now();
    refused("7".repeat(1_000_000), Reason::NumberOutOfRange, 0);
    refused(format!("0.{}", "7".repeat(1_000_000)), Reason::NumberNotExact, 0);
    assert!(
        canonicalise(format!("5.{}", "0".repeat(1_000_000)).as_bytes(), Mode::Fingerprint).is_ok()
    );
    assert!(start.elapsed() < Duration::from_secs(2));
}
