//! A configuration from a file.
//!
//! The contract is written as in a contract file: `version`, perhaps `name` and `base`, and
//! `[contract]`. Beside it stand `[world]`, `[bounds]` and `[faults]`.
//!
//! *What it claims.* What the file does not say is as [`Settings`](super::Settings) and its
//! neighbours say by default; what it says wrongly is an error.
//! *How that is checked.* `tests/world_configuration.rs`.
//! *What is not covered.* Lines: an error in the contract says what is wrong, and not where.

use super::configuration::{Bounds, Configuration, Faults, Settings};
use crate::contract_file::{self, Problem};
use serde::de::DeserializeOwned;
use std::fmt::{Display, Formatter};
use toml::{Table, Value};

/// Why a text is no configuration.
#[derive(Debug)]
pub enum ConfigurationError {
    /// It is not TOML, or a section has a member or a value that it cannot have.
    Text(String),
    /// The contract is wrong.
    Contract(Vec<Problem>),
    /// A parameter of the contract is open.
    OpenContract,
}

impl Display for ConfigurationError {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            ConfigurationError::Text(what) => f.write_str(what),
            ConfigurationError::Contract(problems) => {
                problems.iter().try_for_each(|problem| writeln!(f, "{problem}"))
            }
            ConfigurationError::OpenContract => {
                f.write_str("a world needs a value for every parameter of its contract")
            }
        }
    }
}

impl std::error::Error for ConfigurationError {}

impl Configuration {
    /// Reads a configuration.
    ///
    /// # Errors
    /// When the text is no configuration.
    pub fn from_toml(text: &str) -> Result<Configuration, ConfigurationError> {
        let wrong = |error: toml::de::Error| ConfigurationError::Text(error.message().to_owned());
        Configuration::from_table(text.parse().map_err(wrong)?)
    }

    /// Reads a configuration from a table, as [`Configuration::from_toml`] does from its text.
    ///
    /// # Errors
    /// When the table is no configuration.
    pub fn from_table(mut file: Table) -> Result<Configuration, ConfigurationError> {
        let world: Settings = section(&mut file, "world")?;
        let bounds: Bounds = section(&mut file, "bounds")?;
        let faults: Faults = section(&mut file, "faults")?;
        let contract =
            toml::to_string(&file).map_err(|error| ConfigurationError::Text(error.to_string()))?;
        let loaded = contract_file::read_text(&contract, "the contract")
            .map_err(ConfigurationError::Contract)?;
        let contract = loaded.open.as_pinned().ok_or(ConfigurationError::OpenContract)?;
        Ok(Configuration { contract, world, bounds, faults })
    }
}

fn section<T: DeserializeOwned + Default>(
    file: &mut Table,
    name: &str,
) -> Result<T, ConfigurationError> {
    match file.remove(name) {
        None => Ok(T::default()),
        Some(value) => Value::try_into(value).map_err(|error: toml::de::Error| {
            ConfigurationError::Text(format!("[{name}]: {}", error.message()))
        }),
    }
}
