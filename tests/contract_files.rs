//! Contract files: nothing is filled in silently, and each error names its place.

#![cfg(feature = "cli")]

use onceproof::contract_file::{LoadedContract, Place, Problem, read_text};
use onceproof::spec::Contract;
use onceproof::spec::contract::{Fencing, LONGEST_SPAN, Parameter, Span};
use onceproof::spec::named::{self, STRICT};
use onceproof::spec::open::OpenContract;
use onceproof::spec::term::Term;

/// A file that starts from strict, with these lines under `[contract]`, the first of them line 4.
fn over_strict(lines: &str) -> String {
    format!("version = 1\nbase = \"strict\"\n[contract]\n{lines}")
}

fn read(text: &str) -> Result<LoadedContract, Vec<Problem>> {
    read_text(text, "some.toml")
}

fn pinned(text: &str) -> Contract {
    let loaded = read(text).unwrap_or_else(|problems| panic!("{problems:?}\n{text}"));
    loaded.open.as_pinned().expect("nothing is open")
}

/// The only problem of a text: line and column, sentence, suggestion.
fn problem(text: &str) -> ((usize, usize), String, Option<String>) {
    let mut problems = match read(text) {
        Ok(loaded) => panic!("{loaded:?} was read from\n{text}"),
        Err(problems) => problems,
    };
    assert_eq!(problems.len(), 1, "{problems:?}");
    let Problem { place, what, suggestion } = problems.remove(0);
    let place = place.unwrap_or(Place { line: 0, column: 0 });
    ((place.line, place.column), what, suggestion)
}

#[test]
fn a_file_may_start_from_a_named_contract_and_change_what_it_names() {
    let text = over_strict("lease = 10_000\nfencing.finish = \"state_only\"\n");
    let expected =
        Contract { lease: Span::Ticks(10_000), fencing_finish: Fencing::StateOnly, ..STRICT };
    assert_eq!(pinned(&text), expected);
}

#[test]
fn a_base_alone_is_the_base() {
    assert_eq!(pinned("version = 1\nbase = \"strict\"\n"), STRICT);
    let loaded = read("version = 1\nbase = \"powertools\"\n").expect("a contract");
    assert_eq!(loaded.open, named::find("powertools").expect("a name").open());
}

#[test]
fn fencing_may_be_a_table_of_its_own() {
    let text = over_strict("[contract.fencing]\nfail = \"unconditional\"\nrenew = \"token\"\n");
    assert_eq!(pinned(&text), Contract { fencing_fail: Fencing::Unconditional, ..STRICT });
}

#[test]
fn a_duration_is_a_number_of_ticks_or_unbounded() {
    for (written, span) in [
        ("0", Span::Ticks(0)),
        ("0x10", Span::Ticks(16)),
        ("9_007_199_254_740_991", Span::Ticks(LONGEST_SPAN)),
        ("\"unbounded\"", Span::Unbounded),
    ] {
        let text = over_strict(&format!("retention = {written}\nblock_for = {written}\n"));
        assert_eq!(pinned(&text), Contract { retention: span, block_for: span, ..STRICT });
    }
}

#[test]
fn unspecified_opens_a_choice_to_all_its_values() {
    let loaded = read(&over_strict("on_unknown = \"unspecified\"\n")).expect("a contract");
    assert_eq!(loaded.open, OpenContract::pinned(STRICT).opened(Parameter::OnUnknown));
}

#[test]
fn a_list_opens_a_choice_to_its_values() {
    let text = over_strict("on_unknown = [\"replay\", \"quarantine\"]\nclock = [\"caller\"]\n");
    let open = read(&text).expect("a contract").open;
    assert_eq!(open.names(Parameter::OnUnknown), ["quarantine", "replay"]);
    assert_eq!(open.names(Parameter::Clock), ["caller"]);
    assert_eq!(open.open_parameters().collect::<Vec<_>>(), [Parameter::OnUnknown]);
}

#[test]
fn a_value_over_an_open_base_closes_it() {
    let text = "version = 1\nbase = \"rifl\"\n[contract]\non_unknown = \"quarantine\"\n";
    let open = read(text).expect("a contract").open;
    assert_eq!(open.open_parameters().collect::<Vec<_>>(), [Parameter::Deadline]);
}

#[test]
fn the_sources_of_a_file_are_its_lines_and_those_of_its_base() {
    let loaded = read(&over_strict("lease = 5\nfencing.fail = \"token\"\n")).expect("a contract");
    let source = |term: Term| {
        let setting = loaded.settings.iter().find(|setting| setting.term == term);
        setting.map(|setting| setting.source.clone()).expect("a source")
    };
    assert_eq!(source(Term::Lease), "some.toml, line 4");
    assert_eq!(source(Term::Choice(Parameter::FencingFail)), "some.toml, line 5");
    assert!(source(Term::Retention).starts_with("strict: our choice: 24 h"));
    assert_eq!(loaded.settings.iter().map(|one| one.term).collect::<Vec<_>>(), Term::ALL);
}

#[test]
fn a_file_is_named_by_itself_or_after_the_file() {
    assert_eq!(read("version = 1\nbase = \"strict\"\n").expect("a contract").name, "some");
    let named = read("version = 1\nname = \"ours\"\nbase = \"strict\"\n").expect("a contract");
    assert_eq!(named.name, "ours");
    assert!(named.named().is_none());
}

#[test]
fn what_a_file_says_is_written_back_and_read_again() {
    let text =
        over_strict("lease = 7\nreplay = \"unspecified\"\non_unknown = [\"reopen\", \"replay\"]\n");
    let once = read(&text).expect("a contract");
    let again = read_text(&once.to_toml(), "again.toml").expect("a contract");
    assert_eq!(again.open, once.open);
    assert_eq!(again.name, once.name);
}

#[test]
fn a_hostile_file_name_cannot_leave_the_comment() {
    let text = over_strict("lease = 7\n");
    let name = "x\nlease = 9\u{7f}\u{1b}[31m.toml";
    let once = read_text(&text, name).expect("a contract");
    let again = read_text(&once.to_toml(), "again.toml");
    assert_eq!(again.expect("a contract").open.base().lease, Span::Ticks(7));
}

#[test]
fn without_a_base_every_parameter_must_be_given() {
    let (place, what, _) = problem("version = 1\n[contract]\nlease = 1\nclock = \"store\"\n");
    assert_eq!(place, (2, 2));
    let names = Term::ALL.iter().map(|term| term.name());
    let missing: Vec<&str> = names.filter(|name| !["lease", "clock"].contains(name)).collect();
    assert_eq!(
        what,
        format!("without `base` every parameter must be given; missing: {}", missing.join(", "))
    );
    let (_, what, _) = problem("version = 1\n");
    assert!(what.contains("missing: lease, on_lease_over, fencing.finish"), "{what}");
}

#[test]
fn a_parameter_with_a_wrong_value_is_not_called_missing_too() {
    let whole = LoadedContract::from(named::find("strict").expect("a name")).to_toml();
    let (_, what, _) = problem(&whole.replace("lease = 30000", "lease = 1.5"));
    assert!(what.starts_with("`lease` is a whole number of ticks"), "{what}");
}

#[test]
fn an_unknown_field_is_an_error_with_its_place_and_what_was_meant() {
    let (place, what, meant) = problem("version = 1\n  bsae = \"strict\"\nbase = \"strict\"\n");
    assert_eq!((place, meant.as_deref()), ((2, 3), Some("base")));
    assert_eq!(what, "no field is named \"bsae\"");
    let (place, what, meant) = problem(&over_strict("on_lease_ovr = \"hold\"\n"));
    assert_eq!((place, meant.as_deref()), ((4, 1), Some("on_lease_over")));
    assert_eq!(what, "no parameter is named \"on_lease_ovr\" here");
    let (place, _, meant) = problem(&over_strict("fencing.finsh = \"token\"\n"));
    assert_eq!((place, meant.as_deref()), ((4, 9), Some("finish")));
    let (_, _, meant) = problem(&over_strict("entirely_else = 1\n"));
    assert_eq!(meant, None);
}

#[test]
fn a_parameter_outside_its_table_is_told_where_it_belongs() {
    let (place, what, _) = problem("version = 1\nbase = \"strict\"\nlease = 4\n");
    assert_eq!((place, what.as_str()), ((3, 1), "`lease` belongs under [contract]"));
}

#[test]
fn an_unknown_value_is_an_error_with_the_allowed_ones_and_what_was_meant() {
    let (place, what, meant) = problem(&over_strict("on_lease_over = \"takeover\"\n"));
    assert_eq!((place, meant.as_deref()), ((4, 17), Some("take_over")));
    assert_eq!(
        what,
        "`on_lease_over` is one of hold, take_over, quarantine, or \"unspecified\", not \"takeover\""
    );
    let (_, _, meant) = problem(&over_strict("clock = \"unspecifed\"\n"));
    assert_eq!(meant.as_deref(), Some("unspecified"));
    let (place, what, meant) = problem(&over_strict("fencing.finish = [\"token\", \"tokn\"]\n"));
    assert_eq!((place, meant.as_deref()), ((4, 28), Some("token")));
    assert_eq!(what, "`fencing.finish` is one of token, state_only, unconditional, not \"tokn\"");
    for wrong in ["3", "true", "1.5", "{}", "1979-05-27", "[[\"store\"]]", "[\"unspecified\"]"] {
        let (place, what, _) = problem(&over_strict(&format!("clock = {wrong}\n")));
        assert_eq!(place.0, 4);
        assert!(what.starts_with("`clock` is one of store, caller"), "{what}");
    }
}

#[test]
fn an_empty_list_fits_no_contract() {
    let (place, what, _) = problem(&over_strict("clock = []\n"));
    assert_eq!(place, (4, 9));
    assert_eq!(what, "`clock` is an empty list, so no contract fits");
}

#[test]
fn a_duration_out_of_range_is_an_error() {
    for wrong in [
        "-1",
        "9007199254740992",
        "1.5",
        "1e3",
        "true",
        "\"10 s\"",
        "{}",
        "99999999999999999999999999999999999999999999",
    ] {
        let (place, what, _) = problem(&over_strict(&format!("lease = {wrong}\n")));
        assert_eq!(place, (4, 9), "{wrong}");
        let sentence =
            "`lease` is a whole number of ticks from 0 to 9007199254740991, or \"unbounded\", not ";
        assert!(what.starts_with(sentence), "{wrong}: {what}");
    }
    let (_, _, meant) = problem(&over_strict("lease = \"unbound\"\n"));
    assert_eq!(meant.as_deref(), Some("unbounded"));
}

#[test]
fn a_duration_is_never_open() {
    for wrong in ["\"unspecified\"", "[1, 2]"] {
        let (place, what, _) = problem(&over_strict(&format!("retention = {wrong}\n")));
        assert_eq!(place, (4, 13));
        assert!(what.contains("durations are never open"), "{what}");
    }
}

#[test]
fn the_version_must_be_given_and_known() {
    let (place, what, _) = problem("base = \"strict\"\n");
    assert_eq!((place, what.as_str()), ((0, 0), "`version = 1` is missing"));
    for wrong in ["2", "0", "\"1\"", "1.0", "-1"] {
        let (place, what, _) = problem(&format!("base = \"strict\"\nversion = {wrong}\n"));
        assert_eq!(place, (2, 11));
        assert!(what.starts_with("`version` is 1 in files that this program reads, not "));
    }
}

#[test]
fn an_unknown_base_is_an_error_with_the_names_and_what_was_meant() {
    let (place, what, meant) = problem("version = 1\nbase = \"stripe_v1\"\n");
    assert_eq!((place, meant.as_deref()), ((2, 8), Some("stripe-v1")));
    assert!(what.contains("they are strict, worked-example"), "{what}");
    assert_eq!(problem("version = 1\nbase = 3\n").0, (2, 8));
}

#[test]
fn a_name_is_a_short_text_without_control_characters() {
    for wrong in ["\"\"", "3", "\"a\\u0007b\"", &format!("\"{}\"", "x".repeat(65))] {
        let (place, what, _) =
            problem(&format!("version = 1\nbase = \"strict\"\nname = {wrong}\n"));
        assert_eq!(place, (3, 8));
        assert!(what.starts_with("`name` is a text of 1 to 64 characters, not "), "{what}");
        assert!(!what.contains('\u{7}'));
    }
}

#[test]
fn tables_that_are_no_tables_are_errors() {
    let (place, what, _) = problem("version = 1\nbase = \"strict\"\ncontract = 1\n");
    assert_eq!((place, what.as_str()), ((3, 12), "`contract` is a table, not 1"));
    let (place, what, _) = problem(&over_strict("fencing = \"token\"\n"));
    assert_eq!(place, (4, 11));
    assert_eq!(what, "`fencing` is a table of finish, fail, renew, not \"token\"");
}

#[test]
fn a_text_that_is_not_toml_is_an_error_with_its_place() {
    let (place, what, _) = problem("version = 1\nbase = = 1\n");
    assert_eq!(place.0, 2);
    assert!(what.starts_with("not TOML: "), "{what}");
    let (place, what, _) = problem("version = 1\nbase = \"strict\"\nversion = 1\n");
    assert_eq!(place, (3, 1));
    assert!(what.contains("duplicate key"), "{what}");
}

#[test]
fn all_problems_are_listed_in_the_order_of_the_file() {
    let text =
        "version = 2\nbase = \"strikt\"\n[contract]\nleese = 1\nlease = -1\nclock = \"sundial\"\n";
    let problems = read(text).expect_err("four problems and one more");
    let places: Vec<(usize, usize)> =
        problems.iter().filter_map(|one| one.place).map(|one| (one.line, one.column)).collect();
    assert_eq!(places, [(1, 11), (2, 8), (4, 1), (5, 9), (6, 9)]);
}

#[test]
fn columns_count_characters() {
    let text = "version = 1\nbase = \"strict\"\n\"schlüssel\" = 1 # ü\n";
    assert_eq!(problem(text).0, (3, 1));
    let text = over_strict("fencing = { \"ü\" = 1, finsh = \"token\" }\n");
    let problems = read(&text).expect_err("two unknown names");
    let columns: Vec<usize> =
        problems.iter().filter_map(|one| one.place).map(|one| one.column).collect();
    assert_eq!(columns, [13, 22]);
}

#[test]
fn a_problem_is_printed_with_its_place_and_the_suggestion() {
    let problems = read("version = 1\nbase = \"strikt\"\n").expect_err("an unknown base");
    let printed = problems.iter().map(ToString::to_string).collect::<String>();
    assert!(printed.starts_with("2:8: `base` is a named contract, not \"strikt\""), "{printed}");
    assert!(printed.ends_with("; did you mean `strict`?"), "{printed}");
}
