//! How a group of configurations is written, and read.
//!
//! ```toml
//! version = 1
//! name = "matrix"
//! about = "One sentence."
//!
//! [every]                      # what every configuration of the group starts from
//! base = "strict"
//! contract = { lease = 1 }
//!
//! [[configuration]]
//! name = "crash"               # its full name is group/name
//! about = "One sentence."
//! rows = ["B3"]                # the rows of the source documents that it answers
//! breaks = ["at_most_once"]    # what must break; nothing else may
//! faults = { crash = 1 }       # beside base, contract, world, bounds
//! axes = [                     # one configuration for each way of choosing one of each list
//!   [{ name = "blind" }, { name = "fenced", world = { destination = "checks_token" }, breaks = [] }],
//! ]
//! ```
//!
//! Tables are laid over each other from the left to the right: what every configuration starts
//! from, the configuration, its choices. Lists and plain values replace what was there.
//!
//! *What it claims.* A word that is unknown is an error; no configuration is left out silently.
//! *How that is checked.* `tests/catalogue.rs`.
//! *What is not covered.* Lines: an error names the configuration, and what is wrong in it.

use crate::models::world::configuration::Configuration;
use crate::property::{Mask, Property};
use serde::Deserialize;
use std::fmt::{Display, Formatter};
use toml::{Table, Value};

/// The files, in the order in which they are shown.
const FILES: &[(&str, &str)] = &[
    ("concurrency", include_str!("concurrency.toml")),
    ("worked_example", include_str!("worked_example.toml")),
    ("crashes", include_str!("crashes.toml")),
    ("leases", include_str!("leases.toml")),
    ("retention", include_str!("retention.toml")),
    ("fencing", include_str!("fencing.toml")),
    ("failures", include_str!("failures.toml")),
    ("destination", include_str!("destination.toml")),
    ("store", include_str!("store.toml")),
    ("recovery", include_str!("recovery.toml")),
    ("clocks", include_str!("clocks.toml")),
    ("callers", include_str!("callers.toml")),
    ("reading", include_str!("reading.toml")),
    ("published", include_str!("published.toml")),
    ("matrix", include_str!("matrix.toml")),
    ("reference", include_str!("reference.toml")),
];

/// A group of configurations.
#[derive(Clone, Debug)]
pub struct Group {
    /// Its name: that of its file.
    pub name: String,
    /// What its configurations have in common.
    pub about: String,
    /// Its configurations.
    pub entries: Vec<Entry>,
}

/// One configuration, and what is expected of it.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its name, which begins with that of its group.
    pub name: String,
    /// What it is there for.
    pub about: String,
    /// The rows of the source documents that it answers.
    pub rows: Vec<String>,
    /// What must break, and nothing else may. None: that is asked of the group as a whole.
    pub breaks: Option<Vec<Property>>,
    /// Which properties are checked.
    pub checked: Mask,
    /// The configuration.
    pub configuration: Configuration,
}

/// What is wrong with a file of the catalogue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// Where: the group, or the group and the configuration.
    pub place: String,
    /// What.
    pub what: String,
}

impl Display for Wrong {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.place, self.what)
    }
}

impl std::error::Error for Wrong {}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    version: u64,
    name: String,
    about: String,
    #[serde(default)]
    every: Table,
    configuration: Vec<Table>,
}

/// What a configuration says beside what its world is made of.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Words {
    name: String,
    about: String,
    #[serde(default)]
    rows: Vec<String>,
    breaks: Option<Vec<String>>,
    checked: Option<Vec<String>>,
}

/// Every group of the catalogue.
///
/// # Errors
/// When a file is wrong.
pub fn groups() -> Result<Vec<Group>, Wrong> {
    FILES.iter().map(|(name, text)| read_group(name, text)).collect()
}

/// Reads one group.
///
/// # Errors
/// When the text is wrong, the name is another, or two configurations have one name.
pub fn read_group(name: &str, text: &str) -> Result<Group, Wrong> {
    let wrong = |what: String| Wrong { place: name.to_owned(), what };
    let file: File = toml::from_str(text).map_err(|error| wrong(error.to_string()))?;
    if file.version != 1 {
        return Err(wrong(format!("version is {}; this build reads version 1", file.version)));
    }
    if file.name != name {
        return Err(wrong(format!("the name is `{}`, and that of the file is not", file.name)));
    }
    let mut entries: Vec<Entry> = Vec::new();
    for table in file.configuration {
        for table in spread(name, laid(file.every.clone(), table))? {
            let entry = read_entry(name, table)?;
            if entries.iter().any(|other| other.name == entry.name) {
                return Err(wrong(format!("two configurations are called {}", entry.name)));
            }
            entries.push(entry);
        }
    }
    Ok(Group { name: file.name, about: file.about, entries })
}

/// One table laid over another.
pub(in crate::models) fn laid(mut below: Table, above: Table) -> Table {
    for (name, value) in above {
        let value = match (below.remove(&name), value) {
            (Some(Value::Table(below)), Value::Table(above)) => Value::Table(laid(below, above)),
            (_, value) => value,
        };
        below.insert(name, value);
    }
    below
}

/// One table for each way of choosing one of each axis, the first axis slowest.
fn spread(group: &str, mut table: Table) -> Result<Vec<Table>, Wrong> {
    let name = table.get("name").and_then(Value::as_str).unwrap_or("?").to_owned();
    let wrong = || Wrong {
        place: format!("{group}/{name}"),
        what: "axes are lists of tables, each with a name, and no list is empty".to_owned(),
    };
    let axes = match table.remove("axes") {
        None => return Ok(vec![table]),
        Some(Value::Array(axes)) => axes,
        Some(_) => return Err(wrong()),
    };
    let mut tables = vec![table];
    for axis in axes {
        let choices = axis.as_array().filter(|choices| !choices.is_empty()).ok_or_else(wrong)?;
        let mut next = Vec::new();
        for table in &tables {
            for choice in choices {
                let mut choice = choice.as_table().ok_or_else(wrong)?.clone();
                let Some(Value::String(suffix)) = choice.remove("name") else {
                    return Err(wrong());
                };
                let before = table.get("name").and_then(Value::as_str).unwrap_or_default();
                let joined = if before.is_empty() { suffix } else { format!("{before}/{suffix}") };
                choice.insert("name".to_owned(), Value::String(joined));
                next.push(laid(table.clone(), choice));
            }
        }
        tables = next;
    }
    Ok(tables)
}

/// Reads one configuration: its words, and what its world is made of.
pub(in crate::models) fn read_entry(group: &str, mut table: Table) -> Result<Entry, Wrong> {
    let mut words = Table::new();
    for word in ["name", "about", "rows", "breaks", "checked"] {
        if let Some(value) = table.remove(word) {
            words.insert(word.to_owned(), value);
        }
    }
    let place = words.get("name").and_then(Value::as_str).unwrap_or("?").to_owned();
    let wrong = |what: String| Wrong { place: format!("{group}/{place}"), what };
    let words: Words = words.try_into().map_err(|error| wrong(error.to_string()))?;
    let property = |name: &String| {
        Property::ALL
            .iter()
            .copied()
            .find(|property| property.name() == name || property.id() == name)
            .ok_or_else(|| wrong(format!("there is no property `{name}`")))
    };
    let properties = |names: Vec<String>| names.iter().map(property).collect::<Result<Vec<_>, _>>();
    let breaks = words.breaks.map(properties).transpose()?;
    let checked = words.checked.map(properties).transpose()?;
    table.insert("version".to_owned(), Value::Integer(1));
    let configuration =
        Configuration::from_table(table).map_err(|error| wrong(error.to_string()))?;
    Ok(Entry {
        name: format!("{group}/{}", words.name),
        about: words.about,
        rows: words.rows,
        breaks,
        checked: checked.map_or(Mask::ALL, |checked| Mask::of(&checked)),
        configuration,
    })
}
