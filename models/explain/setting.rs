//! What tells a configuration from the plainest one, in words.
//!
//! *What it claims.* Every member that differs from its default is named, and no other.
//! *How that is checked.* It asks the readers of configurations for the members.
//! *What is not covered.* Why: the configuration's own sentence says that.

use crate::models::world::configuration::{Bounds, Configuration, Faults, Settings};
use crate::spec::named::STRICT;
use crate::spec::term::Term;
use serde::Serialize;
use serde_json::Value;

/// What is special about a configuration: each heading with its members.
#[must_use]
pub fn setting(configuration: &Configuration) -> Vec<(&'static str, Vec<String>)> {
    let Configuration { contract, world, bounds, faults } = configuration;
    let differs = |term: &&Term| term.value_in(contract) != term.value_in(&STRICT);
    let says = |term: &Term| format!("{} = {}", term.name(), term.value_in(contract));
    let of_contract: Vec<String> = Term::ALL.iter().filter(differs).map(says).collect();
    let callers = world.callers.iter().map(|class| {
        let strategy = word(&serde_json::to_value(class.strategy).unwrap_or_default());
        let ending = if class.count == 1 { "" } else { "s" };
        format!("{} caller{ending}, {strategy}", class.count)
    });
    let alone = Settings { callers: Vec::new(), ..world.clone() };
    let plain = Settings { callers: Vec::new(), ..Settings::default() };
    let of_world = callers.chain(differences(&alone, &plain)).collect();
    vec![
        ("contract", of_contract),
        ("world", of_world),
        ("bounds", differences(bounds, &Bounds { tries: 0, ..Bounds::default() })),
        ("faults", differences(faults, &Faults::NONE)),
    ]
}

fn differences<T: Serialize>(value: &T, plain: &T) -> Vec<String> {
    let (Ok(Value::Object(value)), Ok(Value::Object(plain))) =
        (serde_json::to_value(value), serde_json::to_value(plain))
    else {
        return Vec::new();
    };
    let differs = |(name, value): &(String, Value)| plain.get(name) != Some(value);
    let says = |(name, value): (String, Value)| format!("{name} = {}", word(&value));
    value.into_iter().filter(differs).map(says).collect()
}

fn word(value: &Value) -> String {
    match value {
        Value::String(word) => word.clone(),
        Value::Array(words) => words.iter().map(word).collect::<Vec<_>>().join(" and "),
        other => other.to_string(),
    }
}
