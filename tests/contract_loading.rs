//! Loading a contract by name or path, and what is said of it beside its values.

#![cfg(feature = "cli")]

use onceproof::contract_file::{LONGEST_FILE, LoadError, LoadedContract, closest, load, warnings};
use onceproof::spec::Contract;
use onceproof::spec::contract::{
    AfterRetention, BusyOrder, Deadline, OnLeaseOver, Parameter, PayloadCheck, RetentionAnchor,
    RetentionCovers, Span,
};
use onceproof::spec::named::{self, STRICT};
use onceproof::spec::open::OpenContract;
use std::path::PathBuf;

/// A file that starts from strict, with these lines under `[contract]`, the first of them line 4.
fn over_strict(lines: &str) -> String {
    format!("version = 1\nbase = \"strict\"\n[contract]\n{lines}")
}

/// A new file with these bytes.
fn written(name: &str, bytes: &[u8]) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("onceproof-contracts-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(name);
    std::fs::write(&path, bytes).expect("a file");
    path
}

fn load_path(path: &std::path::Path) -> Result<LoadedContract, LoadError> {
    load(path.to_str().expect("a path in UTF-8"))
}

#[test]
fn a_named_contract_is_loaded_before_a_file() {
    let loaded = load("strict").expect("a name");
    assert_eq!(loaded.open.as_pinned(), Some(STRICT));
    assert_eq!(loaded.named().map(|named| named.name), Some("strict"));
}

#[test]
fn an_unknown_name_is_an_error_with_what_was_meant() {
    let error = load("powertool").expect_err("no such name");
    assert!(matches!(&error, LoadError::UnknownName { suggestion: Some("powertools"), .. }));
    assert!(error.to_string().ends_with("did you mean `powertools`?"), "{error}");
    let error = load("nothing-of-the-kind").expect_err("no such name");
    assert!(error.to_string().contains("`onceproof contracts` lists the names"), "{error}");
}

#[test]
fn a_file_is_loaded_by_its_path() {
    let path = written("good.toml", over_strict("lease = 3\n").as_bytes());
    let loaded = load_path(&path).expect("a contract");
    assert_eq!(loaded.open.base().lease, Span::Ticks(3));
    assert_eq!(loaded.name, "good");
}

#[test]
fn a_bad_file_is_told_with_its_path_line_and_column() {
    let path = written("bad.toml", over_strict("lease = -3\n").as_bytes());
    let error = load_path(&path).expect_err("a bad file");
    let start = format!("{}:4:9: `lease` is", path.display());
    assert!(error.to_string().starts_with(&start), "{error}");
}

#[test]
fn a_file_that_is_not_utf8_is_an_error() {
    let path = written("latin.toml", b"version = 1 # \xe9\n");
    let error = load_path(&path).expect_err("no UTF-8");
    assert!(error.to_string().ends_with(": the file is not UTF-8 from byte 14 on"), "{error}");
}

#[test]
fn a_file_over_the_limit_is_an_error_and_one_at_the_limit_is_not() {
    let mut text = over_strict("lease = 3\n").into_bytes();
    let limit = usize::try_from(LONGEST_FILE).expect("a small limit");
    text.push(b'#');
    text.resize(limit, b'x');
    assert!(load_path(&written("long.toml", &text)).is_ok());
    text.push(b'x');
    let error = load_path(&written("longer.toml", &text)).expect_err("too long");
    assert!(error.to_string().contains("longer than 1048576 bytes"), "{error}");
}

#[test]
fn an_absent_file_and_a_folder_are_unreadable() {
    for path in [std::env::temp_dir().join("onceproof-no-such.toml"), std::env::temp_dir()] {
        let error = load_path(&path).expect_err("unreadable");
        assert!(matches!(error, LoadError::Unreadable { .. }), "{error}");
    }
}

#[test]
fn the_closest_word_is_near_and_never_far() {
    let words = ["take_over", "hold", "quarantine"];
    assert_eq!(closest("Take-Over", words), Some("take_over"));
    assert_eq!(closest("hodl", words), Some("hold"));
    assert_eq!(closest("seal", words), None);
    assert_eq!(closest(&"hold".repeat(100), words), None);
    assert_eq!(closest("hold", []), None);
}

#[test]
fn each_combination_without_the_effect_that_it_seems_to_have_is_warned_of() {
    let says = |contract: Contract| {
        let found = warnings(&OpenContract::pinned(contract));
        found.iter().map(|one| one.says.split([':', ' ']).next().unwrap_or("")).collect::<Vec<_>>()
    };
    let never = |check| Contract { payload_check: check, ..STRICT };
    assert_eq!(says(STRICT), Vec::<&str>::new());
    assert_eq!(says(Contract { lease: Span::Unbounded, ..STRICT }), ["on_lease_over"]);
    let zero = Contract { lease: Span::Ticks(0), ..STRICT };
    assert_eq!(says(zero), ["a"]);
    assert_eq!(says(Contract { deadline: Deadline::OverAfter, ..zero }), ["under"]);
    let any = Contract { retention_covers: RetentionCovers::AnyState, ..STRICT };
    assert_eq!(says(any), ["any_state"]);
    assert_eq!(
        says(Contract { after_retention: AfterRetention::Forget, ..any }),
        Vec::<&str>::new()
    );
    let endless = Contract { retention: Span::Unbounded, ..STRICT };
    assert_eq!(says(endless), Vec::<&str>::new());
    assert_eq!(
        says(Contract { after_retention: AfterRetention::Forget, ..endless }),
        ["after_retention"]
    );
    assert_eq!(says(Contract { retention: Span::Ticks(0), ..STRICT }), ["a"]);
    let first = Contract { retention_anchor: RetentionAnchor::FirstBegin, ..STRICT };
    assert_eq!(says(first), Vec::<&str>::new());
    assert_eq!(says(Contract { retention: Span::Ticks(30_000), ..first }), ["counted"]);
    assert_eq!(says(Contract { retention: Span::Ticks(30_001), ..first }), Vec::<&str>::new());
    assert_eq!(says(Contract { block_for: Span::Ticks(0), ..STRICT }), ["block", "a"]);
    let busy = BusyOrder::InProgressFirst;
    assert_eq!(says(Contract { busy_order: busy, ..STRICT }), Vec::<&str>::new());
    assert_eq!(
        says(Contract { busy_order: busy, ..never(PayloadCheck::Never) }),
        ["in_progress_first"]
    );
    assert_eq!(says(Contract { on_lease_over: OnLeaseOver::Hold, ..STRICT }), Vec::<&str>::new());
}

#[test]
fn an_open_contract_is_warned_of_only_what_holds_however_it_closes() {
    let any = Contract { retention_covers: RetentionCovers::AnyState, ..STRICT };
    let open = OpenContract::pinned(any).opened(Parameter::AfterRetention);
    assert!(warnings(&open).is_empty());
    assert_eq!(warnings(&open.narrowed(Parameter::AfterRetention, 2)).len(), 1);
}

#[test]
fn no_named_contract_is_warned_of() {
    for named in named::ALL {
        let found = warnings(&named.open());
        assert!(found.is_empty(), "{}: {found:?}", named.name);
    }
}
