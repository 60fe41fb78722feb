//! Files of the catalogue that are wrong are found wrong, and so are expectations.
#![cfg(all(feature = "models", feature = "cli"))]

use onceproof::models::Limits;
use onceproof::models::catalogue::check::{Failure, Standing};
use onceproof::models::catalogue::read::{Wrong, read_group};
use onceproof::models::catalogue::{Entry, check};
use onceproof::models::report::Limit;
use onceproof::property::{Mask, Property};

const HEAD: &str = "version = 1\nname = \"group\"\nabout = \"A group.\"\n";
const ONE: &str = "[[configuration]]\nname = \"one\"\nabout = \"One.\"\nbase = \"strict\"\n";

fn wrong(text: &str) -> Wrong {
    read_group("group", text).expect_err(text)
}

fn one(more: &str) -> Entry {
    let group = read_group("group", &format!("{HEAD}{ONE}{more}"));
    let [entry] = group.expect("a group").entries.try_into().expect("one");
    entry
}

/// The strict contract with a lease of one tick, and nothing that is forgotten.
const BRIEF: &str =
    "contract = { lease = 1, retention = \"unbounded\", block_for = \"unbounded\" }\n";

#[test]
fn a_word_that_is_unknown_or_wrong_is_said_with_its_place() {
    let cases = [
        ("colour = 1\n", "colour"),
        ("breaks = [\"at_most_twice\"]\n", "there is no property `at_most_twice`"),
        ("checked = [\"P99\"]\n", "there is no property `P99`"),
        ("rows = \"B3\"\n", "rows"),
        ("world = { ordr = \"atomic\" }\n", "ordr"),
        ("faults = { lightning = 1 }\n", "lightning"),
        ("bounds = { tries = \"two\" }\n", "two"),
        ("contract = { leese = 1 }\n", "leese"),
        ("axes = [[]]\n", "no list is empty"),
        ("axes = 1\n", "axes are lists"),
        ("axes = [[1]]\n", "axes are lists"),
        ("axes = [[{ breaks = [] }]]\n", "each with a name"),
    ];
    for (more, says) in cases {
        let found = wrong(&format!("{HEAD}{ONE}{more}"));
        let told = found.to_string();
        assert!(told.starts_with("group/one") && told.contains(says), "{more}: {told}");
    }
}

#[test]
fn a_file_that_is_wrong_as_a_whole_is_said_to_be() {
    let cases = [
        (format!("{HEAD}{ONE}{ONE}"), "two configurations are called group/one"),
        (format!("{HEAD}{ONE}").replace("version = 1", "version = 2"), "version is 2"),
        (format!("{HEAD}{ONE}").replace("\"group\"", "\"grope\""), "the name is `grope`"),
        (format!("{HEAD}colour = 1\n{ONE}"), "colour"),
        (HEAD.to_owned(), "configuration"),
        (format!("{HEAD}{ONE}axes = [[{{ name = \"a\" }}, {{ name = \"a\" }}]]\n"), "one/a"),
        ("version = ".to_owned(), "group"),
    ];
    for (text, says) in cases {
        let told = wrong(&text).to_string();
        assert!(told.contains(says), "{text}: {told}");
    }
}

#[test]
fn tables_are_laid_over_each_other_and_axes_multiply_the_first_slowest() {
    let text = format!(
        "{HEAD}[every]\nbase = \"strict\"\nbounds = {{ tries = 3 }}\nfaults = {{ crash = 2 }}\n\
         [[configuration]]\nname = \"one\"\nabout = \"One.\"\nfaults = {{ lost_ack = 1 }}\n\
         axes = [[{{ name = \"a\" }}, {{ name = \"b\", faults = {{ crash = 0 }} }}],\n\
                 [{{ name = \"x\" }}, {{ name = \"y\", breaks = [\"P1\"] }}]]\n"
    );
    let entries = read_group("group", &text).expect("a group").entries;
    let names: Vec<&str> = entries.iter().map(|entry| entry.name.as_str()).collect();
    assert_eq!(names, ["group/one/a/x", "group/one/a/y", "group/one/b/x", "group/one/b/y"]);
    for entry in &entries {
        let is_b = entry.name.contains("/b/");
        let found = &entry.configuration;
        assert_eq!(found.faults.crash, if is_b { 0 } else { 2 }, "{}", entry.name);
        assert_eq!((found.faults.lost_ack, found.bounds.tries), (1, 3));
        let breaks = entry.name.ends_with('y').then(|| vec![Property::AtMostOnce]);
        assert_eq!(entry.breaks, breaks);
        assert_eq!(entry.checked, Mask::ALL);
    }
}

#[test]
fn an_expectation_that_is_wrong_is_found_wrong() {
    let breaking = format!("{BRIEF}faults = {{ lost_ack = 1, restore = 1 }}\n");
    let holding = format!("{BRIEF}faults = {{ lost_ack = 1 }}\n");
    let standing = |more: &str| {
        let entry = one(more);
        let checked = check(&entry, None, Limits::default()).expect("checked");
        checked.standing(entry.breaks.as_deref())
    };
    assert_eq!(standing(&format!("{holding}breaks = []\n")), Standing::Holds);
    assert_eq!(standing(&holding), Standing::Derived);
    let expected = standing(&format!("{holding}breaks = [\"P2\", \"at_most_once\"]\n"));
    let missing = vec![Property::NoLostIntent, Property::AtMostOnce];
    assert_eq!(expected, Standing::DoesNotBreak(missing));
    assert!(!expected.is_as_expected());
    let Standing::Breaks(found) = standing(&format!("{breaking}breaks = []\n")) else {
        panic!("a restored store breaks something")
    };
    assert!(found.contains(&Property::AtMostOnce));
    let names: Vec<String> = found.iter().map(|it| format!("{:?}", it.name())).collect();
    let all = standing(&format!("{breaking}breaks = [{}]\n", names.join(", ")));
    assert_eq!(all, Standing::BreaksAsExpected);
    let but_one = standing(&format!("{breaking}breaks = [{}]\n", names[1..].join(", ")));
    assert_eq!(but_one, Standing::Breaks(vec![found[0]]));
}

#[test]
fn a_check_that_saw_less_than_everything_is_a_failure() {
    let entry = one(&format!("{BRIEF}breaks = []\n"));
    let few = Limits { states: 3, ..Limits::default() };
    assert_eq!(check(&entry, None, few).expect_err("stopped"), Failure::Stopped(Limit::States));
    let contradicts = one("world = { steps = 4 }\nbreaks = []\n");
    let failure = check(&contradicts, None, Limits::default()).expect_err("contradicts itself");
    assert!(failure.to_string().contains("1 to 3 steps"), "{failure}");
}
