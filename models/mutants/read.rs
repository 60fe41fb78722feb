//! How a mutant is written, and read.
//!
//! ```toml
//! about = "The fault, in one sentence."
//! field = ["B11"]                       # the reports from the field that it comes from
//! killed_by = "ownership"               # the property that catches it
//! given_up = ["at_most_once"]           # what breaks without the mutant too
//! fault = { flaws = ["fails_open"] }    # where the fault is data: see `apply`
//! contract = { lease = 0 }              # the smallest configuration in which it is caught:
//! world = {}                            # as in the catalogue, over what is said below
//! bounds = {}
//! faults = { crash = 1 }
//! ```
//!
//! Every mutant's configuration starts from the contract `strict` with spans without end, one
//! caller, and one try.
//!
//! *What it claims.* A word that is unknown is an error. A mutant is data or a table, never both.
//! *How that is checked.* `tests/mutants.rs`.
//! *What is not covered.* Lines: an error names the mutant, and what is wrong in it.

use super::apply::Fault;
use super::faults::{LISTED, Listed};
use crate::models::catalogue::read::{Entry, Wrong, laid, read_entry};
use crate::property::Property;
use serde::Deserialize;
use toml::{Table, Value};

/// What every mutant's configuration starts from.
const EVERY: &str = r#"
base = "strict"
contract = { lease = "unbounded", retention = "unbounded", block_for = "unbounded" }
bounds = { tries = 1 }
"#;

/// The name that stands before a mutant's own in that of its configuration.
const GROUP: &str = "mutants";

/// A layer, a caller or a store with one fault.
#[derive(Clone, Debug)]
pub struct Mutant {
    /// Its name, which says the fault.
    pub name: String,
    /// The fault, in one sentence.
    pub about: String,
    /// The reports from the field that it comes from.
    pub field: Vec<String>,
    /// The property that catches it.
    pub killed_by: Property,
    /// The smallest configuration in which it is caught, without it. What breaks there is what
    /// its contract or its faults give up.
    pub entry: Entry,
    /// The fault.
    pub fault: Fault,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Words {
    about: String,
    #[serde(default)]
    field: Vec<String>,
    killed_by: String,
    #[serde(default)]
    given_up: Vec<String>,
    fault: Option<Table>,
}

/// Every mutant, in the order in which they are shown.
///
/// # Errors
/// When a file is wrong.
pub fn all() -> Result<Vec<Mutant>, Wrong> {
    LISTED.iter().map(read).collect()
}

/// The mutant of a name; None when there is none.
///
/// # Errors
/// When its file is wrong.
pub fn by_name(name: &str) -> Result<Option<Mutant>, Wrong> {
    LISTED.iter().find(|listed| listed.name == name).map(read).transpose()
}

fn read(listed: &Listed) -> Result<Mutant, Wrong> {
    read_text(listed.name, listed.text, listed.table)
}

/// Reads one mutant.
///
/// # Errors
/// When the text is wrong.
pub fn read_text(
    name: &str,
    text: &str,
    table: Option<crate::models::world::Table>,
) -> Result<Mutant, Wrong> {
    let wrong = |what: String| Wrong { place: format!("{GROUP}/{name}"), what };
    let error = |error: toml::de::Error| wrong(error.message().to_owned());
    let mut file: Table = text.parse().map_err(error)?;
    let mut words = Table::new();
    for word in ["about", "field", "killed_by", "given_up", "fault"] {
        if let Some(value) = file.remove(word) {
            words.insert(word.to_owned(), value);
        }
    }
    let words: Words = words.try_into().map_err(error)?;
    let fault = match (words.fault, table) {
        (Some(data), None) => Fault::of_data(data).map_err(wrong)?,
        (None, Some(table)) => Fault::of_table(table),
        (Some(_), Some(_)) | (None, None) => {
            return Err(wrong("a mutant is either data or a table".to_owned()));
        }
    };
    let killed_by = Property::ALL.iter().copied().find(|one| one.name() == words.killed_by);
    let killed_by =
        killed_by.ok_or_else(|| wrong(format!("there is no property `{}`", words.killed_by)))?;
    let list = |all: &[String]| Value::Array(all.iter().cloned().map(Value::String).collect());
    let every: Table = EVERY.parse().map_err(error)?;
    let mut table = laid(every, file);
    table.insert("name".to_owned(), Value::String(name.to_owned()));
    table.insert("about".to_owned(), Value::String(words.about.clone()));
    table.insert("rows".to_owned(), list(&words.field));
    table.insert("breaks".to_owned(), list(&words.given_up));
    let entry = read_entry(GROUP, table)?;
    let (about, field) = (words.about, words.field);
    Ok(Mutant { name: name.to_owned(), about, field, killed_by, entry, fault })
}
