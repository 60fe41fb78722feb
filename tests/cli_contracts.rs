//! The verbs `contracts` and `clauses`, as the shell sees them.

#![cfg(feature = "cli")]

use onceproof::contract_file::read_text;
use onceproof::spec::{Clause, named};
use serde_json::Value;
use std::process::{Command, Output, Stdio};

fn onceproof(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_onceproof"))
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .expect("the binary runs")
}

/// What a run that holds wrote to stdout; it wrote nothing to stderr.
fn stdout(arguments: &[&str]) -> String {
    let output = onceproof(arguments);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// What a run that does not hold said on stderr, and its exit code; it wrote nothing to stdout.
fn complaint(arguments: &[&str]) -> (Option<i32>, String) {
    let output = onceproof(arguments);
    assert!(output.stdout.is_empty(), "{output:?}");
    (output.status.code(), String::from_utf8(output.stderr).expect("UTF-8"))
}

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&stdout(arguments)).expect("JSON")
}

fn temporary(name: &str, text: &str) -> String {
    let folder = std::env::temp_dir().join(format!("onceproof-cli-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(name);
    std::fs::write(&path, text).expect("a file");
    path.to_str().expect("UTF-8").to_owned()
}

#[test]
fn contracts_lists_the_eleven_with_what_they_give_up() {
    let listed = stdout(&["contracts"]);
    for named in named::ALL {
        assert!(listed.lines().any(|line| line == named.name), "{}", named.name);
    }
    assert!(listed.contains("Nothing is open. Gives up nothing that is declared."));
    assert!(
        listed
            .contains("2 parameters are open. Gives up P1, P2, P3, P4, P5, P6, P9, P10, P11, P14.")
    );
    assert!(listed.contains("1 parameter is open. Gives up P2, P3, P6; may give up P1, P9."));
    assert!(listed.lines().all(|line| line.chars().count() <= 96));
}

#[test]
fn contracts_lists_in_json_with_a_version() {
    let listed = json(&["contracts", "--format", "json"]);
    assert_eq!(listed["version"], 1);
    let names: Vec<&str> = listed["contracts"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|one| one["name"].as_str())
        .collect();
    assert_eq!(names, named::ALL.iter().map(|named| named.name).collect::<Vec<_>>());
    assert_eq!(listed["contracts"][3]["open"], 13);
    assert_eq!(listed["contracts"][9]["gives_up"], serde_json::json!(["P2", "P3", "P6"]));
    assert_eq!(listed["contracts"][9]["may_give_up"], serde_json::json!(["P1", "P9"]));
}

#[test]
fn contracts_shows_one_with_values_sources_and_what_is_beyond() {
    let shown = stdout(&["contracts", "stripe-v1"]);
    let flat = shown.split_whitespace().collect::<Vec<_>>().join(" ");
    for row in named::find("stripe-v1").expect("a name").rows() {
        let value = if row.values.len() > 1 { "unspecified" } else { &row.values[0] };
        let expected = format!("{} = {value} {}", row.term, row.source);
        assert!(flat.contains(&expected), "{expected}");
    }
    assert!(flat.contains("P10 retention_honesty by after_retention = may_forget: "));
    assert!(
        flat.contains("possibly P4 ownership if fencing.finish = state_only or unconditional: ")
    );
    assert!(flat.contains("Beyond these parameters: - A cached 500 never changes"));
    assert!(stdout(&["contracts", "strict"]).contains("nothing that is declared"));
}

#[test]
fn contracts_shows_one_in_json() {
    let shown = json(&["contracts", "powertools", "--format", "json"]);
    assert_eq!(shown["version"], 1);
    assert_eq!(shown["parameters"].as_array().expect("a list").len(), 19);
    assert_eq!(shown["parameters"][0]["name"], "lease");
    assert_eq!(shown["parameters"][0]["values"], serde_json::json!([60_000]));
    assert_eq!(shown["parameters"][5]["open"], true);
    assert_eq!(shown["parameters"][5]["values"], serde_json::json!(["while_held", "never"]));
    assert_eq!(shown["gives_up"][0]["id"], "P1");
    assert_eq!(shown["gives_up"][0]["by"][0]["parameter"], "on_lease_over");
    assert_eq!(shown["gives_up"][0]["certain"], true);
    let endless = json(&["contracts", "rifl", "--format", "json"]);
    assert_eq!(endless["parameters"][0]["values"], serde_json::json!(["unbounded"]));
}

#[test]
fn contracts_writes_a_file_that_it_reads_again() {
    for named in named::ALL {
        let written = stdout(&["contracts", named.name, "--format", "toml"]);
        assert_eq!(read_text(&written, "it.toml").expect("a contract").open, named.open());
        let path = temporary(&format!("{}.toml", named.name), &written);
        let again = stdout(&["contracts", &path, "--format", "toml"]);
        assert_eq!(read_text(&again, "it.toml").expect("a contract").open, named.open());
    }
}

#[test]
fn contracts_shows_a_file_with_its_lines_as_sources() {
    let text = "version = 1\nbase = \"strict\"\n[contract]\non_lease_over = \"take_over\"\n";
    let path = temporary("ours.toml", text);
    let shown = stdout(&["contracts", &path]);
    assert!(shown.starts_with("ours\n    Starts from strict.\n"), "{shown}");
    assert!(shown.contains(&format!("on_lease_over = take_over\n        {path}, line 4\n")));
    assert!(shown.contains("P1 at_most_once"));
}

#[test]
fn a_combination_without_effect_is_warned_of_on_stderr_and_shown() {
    let text = "version = 1\nbase = \"strict\"\n[contract]\nretention_covers = \"any_state\"\n";
    let path = temporary("warned.toml", text);
    let output = onceproof(&["contracts", &path]);
    assert_eq!(output.status.code(), Some(0));
    let (said, shown) =
        (String::from_utf8_lossy(&output.stderr), String::from_utf8_lossy(&output.stdout));
    assert!(said.contains("warning: any_state has no effect under block"), "{said}");
    assert!(shown.contains("Warnings:\n    - any_state has no effect under block"), "{shown}");
}

#[test]
fn an_unknown_contract_is_a_wrong_command_line() {
    let (exit, said) = complaint(&["contracts", "strikt"]);
    assert_eq!(exit, Some(64));
    assert!(said.contains("did you mean `strict`?"), "{said}");
}

#[test]
fn a_bad_file_is_bad_input_with_its_place() {
    let path = temporary("bad.toml", "version = 1\nbase = \"strict\"\n[contract]\nlease = -1\n");
    let (exit, said) = complaint(&["contracts", &path]);
    assert_eq!(exit, Some(65));
    assert!(
        said.starts_with(&format!("onceproof: {path}:4:9: `lease` is a whole number")),
        "{said}"
    );
}

#[test]
fn an_absent_file_is_unreadable() {
    let (exit, said) = complaint(&["contracts", "/nonexistent/contract.toml"]);
    assert_eq!(exit, Some(74));
    assert!(said.contains("cannot read /nonexistent/contract.toml"), "{said}");
}

#[test]
fn a_contract_file_of_all_contracts_is_a_wrong_command_line() {
    let (exit, said) = complaint(&["contracts", "--format", "toml"]);
    assert_eq!(exit, Some(64));
    assert!(said.contains("say which"), "{said}");
    assert_eq!(complaint(&["contracts", "--format", "markdown"]).0, Some(64));
}

#[test]
fn clauses_shows_every_rule_in_each_format() {
    let text = stdout(&["clauses"]);
    let markdown = stdout(&["clauses", "--format", "markdown"]);
    let rows = json(&["clauses", "--format", "json"]);
    assert_eq!(rows["version"], 1);
    let rows = rows["clauses"].as_array().expect("a list").clone();
    assert_eq!(rows.len(), Clause::ALL.len());
    assert_eq!(markdown.lines().count(), Clause::ALL.len() + 2);
    let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for (clause, row) in Clause::ALL.iter().zip(rows) {
        let (id, level) = (clause.id(), clause.level().word());
        assert!(flat.contains(&format!(
            "{id} ({level}) {} Source: {}",
            clause.sentence(),
            clause.source()
        )));
        assert_eq!(row["id"], id);
        assert_eq!(row["level"], level);
        assert_eq!(row["sentence"], clause.sentence());
        assert_eq!(row["source"], clause.source());
        assert!(markdown.contains(&format!("| `{id}` | {level} | {} |", clause.sentence())));
    }
}

#[test]
fn clauses_shows_the_rules_that_are_named_in_that_order() {
    let rows = json(&["clauses", "closing.stale", "begin.live", "--format", "json"]);
    let ids: Vec<&str> = rows["clauses"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|row| row["id"].as_str())
        .collect();
    assert_eq!(ids, ["closing.stale", "begin.live"]);
}

#[test]
fn an_unknown_rule_is_a_wrong_command_line() {
    let (exit, said) = complaint(&["clauses", "begin.live", "begin.liev"]);
    assert_eq!(exit, Some(64));
    assert!(said.contains("did you mean `begin.live`?"), "{said}");
    let (exit, said) = complaint(&["clauses", "nothing.of.the.kind"]);
    assert_eq!(exit, Some(64));
    assert!(said.contains("`onceproof clauses` lists them all"), "{said}");
}

#[test]
fn a_reader_that_has_gone_is_no_failure() {
    for arguments in [["contracts", "strict"], ["clauses", "begin.live"]] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let output = Command::new(env!("CARGO_BIN_EXE_onceproof"))
            .args(arguments)
            .stdout(writer)
            .stderr(Stdio::piped())
            .output()
            .expect("the binary runs");
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_a_failure_to_write() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("/dev/full");
    let output = Command::new(env!("CARGO_BIN_EXE_onceproof"))
        .args(["clauses"])
        .stdout(full)
        .output()
        .expect("the binary runs");
    assert_eq!(output.status.code(), Some(74), "{output:?}");
}
