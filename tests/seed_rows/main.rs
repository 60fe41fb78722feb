//! What the source documents ask, row by row: each row's tests really ran and passed, the README
//! says where, and the list of open rows only shrinks.
//!
//! `ONCEPROOF_BLESS=1` writes the README's table anew.

use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::process::Command;

/// How many rows each document has.
const DOCUMENTS: [(char, usize); 4] = [('A', 10), ('B', 9), ('C', 17), ('D', 11)];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    open_limit: usize,
    row: Vec<Row>,
    open: Vec<Open>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    id: String,
    asks: String,
    anchor: String,
    tests: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Open {
    id: String,
    asks: String,
    waits: String,
}

fn table() -> Table {
    toml::from_str(include_str!("rows.toml")).expect("rows.toml is well-formed")
}

fn readme() -> (PathBuf, String) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("README.md");
    let text = std::fs::read_to_string(&path).expect("the README");
    (path, text)
}

#[test]
fn every_row_is_shown_or_open_and_none_is_both() {
    let table = table();
    let asked: BTreeSet<String> = DOCUMENTS
        .iter()
        .flat_map(|(letter, rows)| (1..=*rows).map(move |row| format!("{letter}{row}")))
        .collect();
    let mut seen = BTreeSet::new();
    let ids = table.row.iter().map(|row| &row.id).chain(table.open.iter().map(|open| &open.id));
    for id in ids {
        assert!(asked.contains(id), "no document asks for {id}");
        assert!(seen.insert(id.clone()), "{id} stands twice");
    }
    let gaps: Vec<_> = asked.difference(&seen).collect();
    assert!(gaps.is_empty(), "neither shown nor open: {gaps:?}");
    assert_eq!(table.open.len(), table.open_limit, "the list of open rows only shrinks");
    assert!(table.open.iter().all(|open| !open.waits.trim().is_empty()), "each has a reason");
}

#[test]
fn every_row_has_tests_that_run_and_pass() {
    let table = table();
    let mut wanted: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for test in table.row.iter().flat_map(|row| &row.tests) {
        let (file, name) = test.split_once("::").expect("file::beginning of the name");
        wanted.entry(file).or_default().insert(name);
    }
    let programs = build(wanted.keys().copied());
    let mut passed: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (file, names) in &wanted {
        let program = programs.get(*file).unwrap_or_else(|| panic!("no test file is named {file}"));
        passed.insert(file, run(program, names));
    }
    for row in &table.row {
        assert!(!row.tests.is_empty(), "{} has no test", row.id);
        for test in &row.tests {
            let (file, name) = test.split_once("::").expect("file::beginning of the name");
            let ran = passed[file].iter().filter(|ran| ran.starts_with(name)).count();
            assert!(ran > 0, "{}: no test that begins with {test} ran", row.id);
        }
    }
}

/// Builds test files, and tells where each program is.
fn build<'a>(files: impl Iterator<Item = &'a str>) -> BTreeMap<String, PathBuf> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(env!("CARGO_MANIFEST_DIR"));
    cargo.args(["test", "--offline", "--no-run", "--message-format=json"]);
    if !cfg!(debug_assertions) {
        cargo.arg("--release");
    }
    for file in files {
        cargo.args(["--test", file]);
    }
    let output = cargo.output().expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("cargo writes UTF-8");
    let messages = text
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).expect("cargo writes JSON"));
    let program = |message: serde_json::Value| {
        let name = message["target"]["name"].as_str()?.to_owned();
        let is_test = message["target"]["kind"][0] == "test";
        is_test.then_some((name, PathBuf::from(message["executable"].as_str()?)))
    };
    messages.filter_map(program).collect()
}

/// Runs the tests whose names contain one of `names`; the names of those that passed.
fn run(program: &PathBuf, names: &BTreeSet<&str>) -> Vec<String> {
    let mut tests = Command::new(program);
    tests
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(names.iter().filter(|name| !name.is_empty()));
    let output = tests.output().expect("the test program runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{} failed:\n{text}", program.display());
    let passed =
        text.lines().filter_map(|line| line.strip_prefix("test ")?.strip_suffix(" ... ok"));
    passed.map(str::to_owned).collect()
}

#[test]
fn every_row_points_to_a_section_of_the_readme() {
    let (_, text) = readme();
    let anchors: BTreeSet<String> = text
        .lines()
        .filter_map(|line| line.strip_prefix("## "))
        .map(|title| {
            let kept = title.chars().filter(|c| c.is_alphanumeric() || *c == ' ' || *c == '-');
            kept.collect::<String>().to_lowercase().replace(' ', "-")
        })
        .collect();
    for row in table().row {
        assert!(anchors.contains(&row.anchor), "{}: no section #{}", row.id, row.anchor);
    }
}

#[test]
fn the_table_in_the_readme_is_fresh() {
    const BEGIN: &str = "<!-- rows: generated by tests/seed_rows, do not edit -->\n";
    const END: &str = "<!-- rows end -->";
    let (path, text) = readme();
    let (before, rest) = text.split_once(BEGIN).expect("the README has the table's beginning");
    let (_, after) = rest.split_once(END).expect("the README has the table's end");
    let fresh = format!("{before}{BEGIN}{}{END}{after}", generated());
    if std::env::var_os("ONCEPROOF_BLESS").is_some() {
        std::fs::write(path, fresh).expect("the README can be written");
        return;
    }
    assert_eq!(text, fresh, "stale: run `ONCEPROOF_BLESS=1 cargo test --release --test seed_rows`");
}

/// The table, three rows a line so that it stays short, and the open rows by what they wait for.
fn generated() -> String {
    let table = table();
    let cells: Vec<String> = table
        .row
        .iter()
        .map(|row| {
            let test = row.tests.first().map_or("", String::as_str);
            format!("[{}](#{}) {} · `{test}`", row.id, row.anchor, row.asks)
        })
        .collect();
    let mut text = String::from("| shown | shown | shown |\n|---|---|---|\n");
    for line in cells.chunks(3) {
        let filled = line.iter().map(String::as_str).chain(std::iter::repeat(""));
        let line: Vec<&str> = filled.take(3).collect();
        text.push_str(&format!("| {} |\n", line.join(" | ")));
    }
    let open: Vec<String> =
        table.open.iter().map(|open| format!("{} {}", open.id, open.asks)).collect();
    text.push_str(&format!(
        "\nOpen, with reasons in [rows.toml](tests/seed_rows/rows.toml): {}.\n",
        open.join("; ")
    ));
    text
}
