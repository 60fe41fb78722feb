//! Making attempts for the lint.
#![allow(dead_code)] // Each test uses a part.

use onceproof::key::lint::{Attempt, Finding, Rule, lint};

/// An opaque key that no rule has anything to say about.
pub(crate) const CLEAN: &str = "0f8fad5b-d9cb-469f-a165-70867728950e";

pub(crate) fn attempt(
    line: usize,
    intent: &str,
    key: &str,
    scope: Option<&str>,
    arguments: Option<&str>,
) -> Attempt {
    Attempt::new(line, intent, Some(key.to_owned()), scope.map(str::to_owned), arguments)
        .expect("acceptable arguments")
}

pub(crate) fn rules(findings: &[Finding]) -> Vec<Rule> {
    findings.iter().map(|finding| finding.rule).collect()
}

/// The findings for the keys of one intent.
pub(crate) fn of_one_intent(keys: &[&str]) -> Vec<Finding> {
    let attempts: Vec<Attempt> =
        keys.iter().enumerate().map(|(at, key)| attempt(at + 1, "i", key, None, None)).collect();
    lint(&attempts)
}

pub(crate) fn the(rule: Rule, findings: &[Finding]) -> Finding {
    let found: Vec<&Finding> = findings.iter().filter(|finding| finding.rule == rule).collect();
    assert_eq!(found.len(), 1, "one {} in {findings:#?}", rule.name());
    found[0].clone()
}
