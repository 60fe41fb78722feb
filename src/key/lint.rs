//! The key lint: what recorded attempts say about how their keys were made.
//!
//! **What it claims.** Intent and key must be a bijection within a scope: the lint finds keys of
//! one intent that differ and says what moved, and keys of two intents that agree. It also finds
//! personal and business data in the clear, and keys that servers refuse or strangers can guess.
//! An opaque key that stays the same over the attempts of one intent gives no finding.
//!
//! **How that is checked.** `tests/key_lint.rs`: for each rule attempts that break it and near
//! misses that do not, and generated opaque keys that must stay clean.
//!
//! **What is not covered.** What an attempt's intent is: that is ghost data which the recorder
//! must supply. Names of people are found only through the arguments. A key that is opaque but
//! wrong (another tenant's, say) looks right.

mod clear;
mod moved;
mod shape;
mod tokens;

use super::json::outline::Outline;
use super::json::{Limits, Refusal};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// One recorded attempt.
#[derive(Clone, Debug)]
pub struct Attempt {
    line: usize,
    intent: String,
    key: Option<String>,
    scope: Option<String>,
    fields: Vec<Field>,
}

/// A leaf of the arguments.
#[derive(Clone, Debug)]
struct Field {
    pointer: String,
    name: String,
    /// The text as it stands in the source.
    source: String,
    /// What a string says; a number's text.
    words: String,
}

impl Attempt {
    /// An attempt from line `line` of its file (from 1), with what the caller meant, the key that
    /// was sent (if one was), the scope (if known), and the arguments as JSON text (if recorded).
    /// Errors are the strict reader's refusals of the arguments.
    pub fn new(
        line: usize,
        intent: impl Into<String>,
        key: Option<String>,
        scope: Option<String>,
        arguments: Option<&str>,
    ) -> Result<Attempt, Refusal> {
        let mut fields = Vec::new();
        if let Some(arguments) = arguments {
            let outline = Outline::of(arguments.as_bytes(), Limits::default())?;
            fields.extend(outline.leaves().map(|leaf| Field {
                pointer: outline.pointer_of(leaf),
                name: outline.name_of(leaf),
                source: String::from_utf8_lossy(outline.text_of(leaf)).into_owned(),
                words: outline.words_of(leaf),
            }));
        }
        Ok(Attempt { line, intent: intent.into(), key, scope, fields })
    }

    fn present_key(&self) -> Option<&str> {
        self.key.as_deref().filter(|key| !key.trim().is_empty())
    }
}

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// Worth a look; harmless under circumstances that the advice names.
    Warning,
    /// An effect can run twice or not at all, data leaks, or a server refuses the key.
    Error,
}

/// The rules. Their names in output are stable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rule {
    /// Attempts of one intent carry different keys.
    KeyMoves,
    /// Attempts of one intent go to different scopes.
    ScopeMoves,
    /// Attempts of two intents carry one key in one scope.
    KeyShared,
    /// There is no key, or it is empty or blank.
    KeyAbsent,
    /// The key holds an e-mail address.
    ShowsEmail,
    /// The key holds a telephone number in international form (ITU-T E.164).
    ShowsPhone,
    /// The key holds a payment card number (ISO/IEC 7812, check digit included).
    ShowsCard,
    /// The key holds an IBAN (ISO 13616, check digits included).
    ShowsIban,
    /// The key holds an amount of money.
    ShowsAmount,
    /// The key holds a value of the arguments.
    ShowsArgument,
    /// The key is easily guessed.
    KeyGuessable,
    /// The key is longer than 64 characters, the limit of Amazon EC2 and Adyen.
    #[serde(rename = "longer-than-64")]
    LongerThan64,
    /// The key is longer than 255 characters, the limit of Stripe.
    #[serde(rename = "longer-than-255")]
    LongerThan255,
    /// The key cannot be written as a structured-field String (RFC 9651 section 3.3.3).
    NotStructuredString,
}

/// One finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The rule.
    pub rule: Rule,
    /// How bad it is.
    pub severity: Severity,
    /// The lines of the attempts that it is about, ascending.
    pub lines: Vec<usize>,
    /// What was found. Data that should not be in a key is not repeated here.
    pub sentence: String,
    /// What to do.
    pub advice: &'static str,
}

/// Lints attempts. The findings come by rule, and within a rule by line.
pub fn lint(attempts: &[Attempt]) -> Vec<Finding> {
    let mut findings = Vec::new();
    let by_key = group(attempts, |attempt| attempt.present_key().map(str::to_owned));
    let mut exposed = BTreeSet::new();
    for (key, attempts) in &by_key {
        let before = findings.len();
        clear::judge(key, attempts, &mut findings);
        if findings.len() > before {
            exposed.insert(key.as_str());
        }
        shape::judge(key, &lines(attempts), exposed.contains(key.as_str()), &mut findings);
    }
    absent_keys(attempts, &mut findings);
    for (intent, attempts) in &group(attempts, |attempt| Some(attempt.intent.clone())) {
        moved_keys(intent, attempts, &exposed, &mut findings);
        moved_scopes(intent, attempts, &mut findings);
    }
    let by_request = group(attempts, |attempt| {
        attempt.present_key().map(|key| (attempt.scope.clone(), key.to_owned()))
    });
    for ((_, key), attempts) in &by_request {
        shared_keys(key, attempts, &exposed, &mut findings);
    }
    findings.sort_by(|a, b| (a.rule, &a.lines).cmp(&(b.rule, &b.lines)));
    findings
}

/// Attempts by what `name` says of them; the groups come in a fixed order.
fn group<N: Ord>(
    attempts: &[Attempt],
    name: impl Fn(&Attempt) -> Option<N>,
) -> BTreeMap<N, Vec<&Attempt>> {
    let mut groups: BTreeMap<N, Vec<&Attempt>> = BTreeMap::new();
    for attempt in attempts {
        if let Some(name) = name(attempt) {
            groups.entry(name).or_default().push(attempt);
        }
    }
    groups
}

fn lines(attempts: &[&Attempt]) -> Vec<usize> {
    let mut lines: Vec<usize> = attempts.iter().map(|attempt| attempt.line).collect();
    lines.sort_unstable();
    lines
}

fn absent_keys(attempts: &[Attempt], findings: &mut Vec<Finding>) {
    let absent: Vec<&Attempt> =
        attempts.iter().filter(|attempt| attempt.present_key().is_none()).collect();
    if !absent.is_empty() {
        findings.push(Finding {
            rule: Rule::KeyAbsent,
            severity: Severity::Error,
            lines: lines(&absent),
            sentence: format!("{} without a key", count(absent.len(), "attempt")),
            advice: "Refuse such a request or let it pass unprotected, but never hash an absent \
                     key: all callers without one would share a record.",
        });
    }
}

fn moved_keys(
    intent: &str,
    attempts: &[&Attempt],
    exposed: &BTreeSet<&str>,
    findings: &mut Vec<Finding>,
) {
    let keyed: Vec<&Attempt> =
        attempts.iter().filter(|attempt| attempt.present_key().is_some()).copied().collect();
    let mut keys: Vec<&str> = Vec::new();
    let mut seen = BTreeSet::new();
    for key in keyed.iter().filter_map(|attempt| attempt.present_key()) {
        if seen.insert(key) {
            keys.push(key);
        }
    }
    if keys.len() < 2 {
        return;
    }
    let fields = moved_fields(&keyed);
    let mut sentence = format!(
        "the attempts of intent {} carry {} different keys; what moved is {}",
        quoted(intent),
        keys.len(),
        moved::describe(&keys, fields.as_deref()),
    );
    let shown: Vec<String> =
        keys.iter().take(3).filter(|key| !exposed.contains(*key)).map(|key| quoted(key)).collect();
    if !shown.is_empty() {
        sentence.push_str(&format!(" (keys {})", shown.join(", ")));
    }
    findings.push(Finding {
        rule: Rule::KeyMoves,
        severity: Severity::Error,
        lines: lines(&keyed),
        sentence,
        advice: "Fix the key before the first attempt, from the unit of work and its arguments, \
                 and send that one with every retry; keep attempt numbers beside it.",
    });
}

/// The fields whose value differs between attempts; none if the arguments are not recorded.
fn moved_fields(attempts: &[&Attempt]) -> Option<Vec<moved::MovedField>> {
    let recorded = attempts.iter().filter(|attempt| !attempt.fields.is_empty());
    let mut values: BTreeMap<&str, (BTreeSet<&str>, usize, &Field)> = BTreeMap::new();
    let mut count = 0;
    for attempt in recorded {
        count += 1;
        for field in &attempt.fields {
            let entry = values.entry(&field.pointer).or_insert((BTreeSet::new(), 0, field));
            entry.0.insert(&field.source);
            entry.1 += 1;
        }
    }
    let moved = values.into_iter().filter(|(_, (all, times, _))| all.len() > 1 || *times < count);
    let described = moved.map(|(pointer, (_, _, field))| moved::MovedField {
        pointer: pointer.to_owned(),
        a_time: moved::is_time_field(&field.name, &field.words),
    });
    (count > 1).then(|| described.collect())
}

fn moved_scopes(intent: &str, attempts: &[&Attempt], findings: &mut Vec<Finding>) {
    let scopes: BTreeSet<&str> =
        attempts.iter().filter_map(|attempt| attempt.scope.as_deref()).collect();
    if scopes.len() > 1 {
        findings.push(Finding {
            rule: Rule::ScopeMoves,
            severity: Severity::Error,
            lines: lines(attempts),
            sentence: format!(
                "the attempts of intent {} go to {} scopes; a key protects within one",
                quoted(intent),
                scopes.len()
            ),
            advice: "Send every attempt of an intent to one scope, or record one intent for each.",
        });
    }
}

fn shared_keys(
    key: &str,
    attempts: &[&Attempt],
    exposed: &BTreeSet<&str>,
    findings: &mut Vec<Finding>,
) {
    let mut intents: HashMap<&str, usize> = HashMap::new();
    for attempt in attempts {
        *intents.entry(&attempt.intent).or_default() += 1;
    }
    if intents.len() < 2 {
        return;
    }
    let key = if exposed.contains(key) { "one key".to_owned() } else { quoted(key) };
    let mut names: Vec<&str> = intents.into_keys().collect();
    names.sort_unstable();
    let some: Vec<String> = names.iter().take(3).map(|name| quoted(name)).collect();
    findings.push(Finding {
        rule: Rule::KeyShared,
        severity: Severity::Error,
        lines: lines(attempts),
        sentence: format!(
            "{} intents carry {key} in one scope: {}{}",
            names.len(),
            some.join(", "),
            if names.len() > 3 { ", …" } else { "" }
        ),
        advice: "Only the first of them takes effect; the others get its answer or a conflict. \
                 Put into the key what makes the intents different: the unit of work and its step.",
    });
}

/// A piece of input in a sentence: quoted, escaped, and at most 80 characters.
fn quoted(text: &str) -> String {
    let mut start: String = text.chars().take(80).collect();
    if start.len() < text.len() {
        start.push('…');
    }
    format!("{start:?}")
}

/// A pointer in a sentence: no control characters, and at most 80 characters.
fn shown_pointer(pointer: &str) -> String {
    let shown: String = pointer.chars().take(80).flat_map(char::escape_debug).collect();
    if shown.is_empty() { "the top".to_owned() } else { shown }
}

fn count(number: usize, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

impl Rule {
    /// The stable name of the rule.
    pub const fn name(self) -> &'static str {
        match self {
            Rule::KeyMoves => "key-moves",
            Rule::ScopeMoves => "scope-moves",
            Rule::KeyShared => "key-shared",
            Rule::KeyAbsent => "key-absent",
            Rule::ShowsEmail => "shows-email",
            Rule::ShowsPhone => "shows-phone",
            Rule::ShowsCard => "shows-card",
            Rule::ShowsIban => "shows-iban",
            Rule::ShowsAmount => "shows-amount",
            Rule::ShowsArgument => "shows-argument",
            Rule::KeyGuessable => "key-guessable",
            Rule::LongerThan64 => "longer-than-64",
            Rule::LongerThan255 => "longer-than-255",
            Rule::NotStructuredString => "not-structured-string",
        }
    }
}
