//! The README's commands, samples and figures, as it gives them.

use onceproof::conformance::shipped;
use onceproof::spec::contract::Parameter;
use onceproof::spec::open::OpenContract;
use onceproof::spec::{Clause, named};
use std::io::Write;
use std::process::{Command, Output, Stdio};

fn readme() -> &'static str {
    include_str!("../README.md")
}

/// The only line of the code block of a kind.
fn block(kind: &str) -> Vec<&'static str> {
    let (_, rest) = readme().split_once(&format!("```{kind}\n")).expect("a block of this kind");
    let (block, after) = rest.split_once("\n```").expect("the block ends");
    assert!(!after.contains(&format!("```{kind}\n")), "one block of {kind} only");
    block.lines().collect()
}

fn onceproof(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_onceproof"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    child.stdin.take().expect("a pipe").write_all(input).expect("the binary reads");
    child.wait_with_output().expect("the binary ends")
}

/// Runs `onceproof ARGUMENTS < FILE` as the README writes it.
fn as_written(command: &str) -> Output {
    let (command, file) = command.split_once(" < ").expect("input from a file");
    let path = format!("{}/{file}", env!("CARGO_MANIFEST_DIR"));
    let input = std::fs::read(path).expect("the README's sample");
    onceproof(&command.split(' ').collect::<Vec<_>>(), &input)
}

#[test]
fn there_are_exactly_two_set_up_commands() {
    assert_eq!(block("sh first"), ["cargo run --release -- verify"]);
    assert_eq!(block("sh second"), ["cargo test --release"]);
}

#[test]
fn the_session_of_the_worked_example_is_allowed() {
    let command = "oracle --contract worked-example < samples/worked-example.jsonl";
    assert!(readme().contains(&format!("`onceproof {command}`")));
    let output = as_written(command);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let lines: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let hand = ["started", "in_progress", "conflict", "completed", "replayed"];
    for (line, status) in lines.iter().zip(hand) {
        let answer = &line["ruling"]["allowed"][0]["answer"];
        assert!(answer.get(status).is_some(), "{status} is what is allowed: {line}");
        assert_eq!(line["ruling"]["verdict"], "allowed");
    }
    assert_eq!(lines.last().expect("a summary")["summary"]["verdict"], "allowed");
}

#[test]
fn the_sample_lines_are_ruled_on_as_the_readme_says() {
    let output = onceproof(&["oracle"], (block("json").join("\n") + "\n").as_bytes());
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let second: serde_json::Value =
        serde_json::from_str(text.lines().nth(1).expect("two lines")).expect("JSON");
    assert_eq!(second["ruling"]["verdict"], "forbidden");
    assert_eq!(second["ruling"]["forbidden_by"][0], "begin.conflict");
    assert!(readme().contains("*forbidden by begin.conflict*, exit code 1"));
}

#[test]
fn the_unknown_layer_keeps_no_promise_as_the_readme_says() {
    let command = "oracle --contract samples/unknown-layer.toml < samples/late-owner.jsonl";
    assert!(readme().contains(&format!("`onceproof {command}`")));
    let output = as_written(command);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let summary: serde_json::Value =
        serde_json::from_str(text.lines().last().expect("a summary")).expect("JSON");
    let said = summary["summary"]["contracts"]["no_promise"].as_str().expect("no promise");
    assert_eq!(
        said,
        "no contract that promises P1 (at_most_once) or P3 (replay_faithful) or P4 (ownership) fits"
    );
    let unwrapped = readme().replace('\n', " ");
    assert!(unwrapped.contains(
        "*no contract that promises P1 (at_most_once), P3 (replay_faithful) or P4 (ownership) fits*"
    ));
}

#[cfg(feature = "models")]
#[test]
fn the_counterexample_is_told_as_the_readme_shows_it() {
    let command = "explain concurrency/claim_is_read_then_written --property ownership";
    assert!(readme().contains(&format!("`onceproof {command}`")));
    let output = onceproof(&command.split(' ').collect::<Vec<_>>(), b"");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let shown = block("text explained").join("\n");
    assert!(text.contains(&shown), "{text}");
}

#[test]
fn every_figure_is_the_counted_one() {
    let pinned = OpenContract::pinned(named::STRICT);
    let open = Parameter::ALL.iter().fold(pinned, |open, parameter| open.opened(*parameter));
    let millions = open.count() as f64 / 1e6;
    let files = shipped::read_all().expect("the shipped cases");
    let cases: usize = files.iter().map(|(_, file)| file.cases.len()).sum();
    let table = include_str!("seed_rows/rows.toml");
    let rows = table.lines().filter(|line| matches!(*line, "[[row]]" | "[[open]]")).count();
    for figure in [
        format!("[{} clauses]", Clause::ALL.len()),
        format!("{millions:.1} million contracts"),
        format!("{cases} hand-written cases"),
        format!("of {} lines", include_str!("../src/spec/promise.rs").lines().count()),
        format!("ask for {rows} things"),
    ] {
        let unwrapped = readme().replace('\n', " ");
        assert!(unwrapped.contains(&figure), "the README should say: {figure}");
    }
}

#[test]
fn every_named_contract_is_named() {
    for contract in named::ALL {
        assert!(readme().contains(&format!("`{}`", contract.name)), "{}", contract.name);
    }
}

#[test]
fn every_verb_is_named() {
    let help = onceproof(&["help"], b"");
    let text = String::from_utf8(help.stdout).expect("UTF-8");
    let (_, commands) = text.split_once("Commands:\n").expect("the list of verbs");
    let (commands, _) = commands.split_once("\n\n").expect("the list ends");
    let verbs: Vec<&str> = commands
        .lines()
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|verb| *verb != "help")
        .collect();
    assert!(verbs.len() >= 10, "{verbs:?}");
    for verb in verbs {
        assert!(readme().contains(&format!("onceproof {verb}")), "the README does not name {verb}");
    }
}

#[test]
fn every_linked_file_exists() {
    let links = readme().split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let files: Vec<&str> = links.filter(|link| !link.starts_with('#')).collect();
    assert!(files.len() > 3, "{files:?}");
    for file in files {
        let path = format!("{}/{file}", env!("CARGO_MANIFEST_DIR"));
        assert!(std::path::Path::new(&path).exists(), "{file}");
    }
}

#[test]
fn the_readers_path_is_under_800_lines() {
    let path = [
        readme(),
        include_str!("../src/lib.rs"),
        include_str!("../src/spec/clause.rs"),
        include_str!("../src/spec/step.rs"),
        include_str!("../src/spec/promise.rs"),
    ];
    let lines: usize = path.iter().map(|text| read_through(text)).sum();
    assert!(lines < 800, "{lines} lines");
}

/// The lines of a text without its generated tables, in which one looks things up.
fn read_through(text: &str) -> usize {
    let mut generated = false;
    let mut lines = 0;
    for line in text.lines() {
        generated |= line.starts_with("<!--") && line.contains("generated");
        lines += usize::from(!generated);
        generated &= !(line.starts_with("<!--") && line.ends_with("end -->"));
    }
    assert!(!generated, "a generated table has no end");
    lines
}
