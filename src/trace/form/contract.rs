//! The JSON form of a contract: a named one, with some parameters set otherwise.
//!
//! `{"base": "strict", "with": {"lease": 10, "fencing.finish": "state_only"}}`. Parameters and
//! values have the names that they have in contract files.

use super::operation::FormError;
use crate::spec::contract::{Contract, Parameter, Span};
use crate::spec::named;
use crate::spec::open::OpenContract;
use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;
use std::fmt::Formatter;

/// A contract in JSON.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ContractForm {
    /// The named contract to start from.
    pub base: String,
    /// The parameters that differ from it.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub with: BTreeMap<String, SettingForm>,
}

/// A parameter's value in JSON: a number of ticks, or a name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SettingForm {
    /// A whole number of ticks.
    Ticks(u64),
    /// The name of a value, or `unbounded`.
    Name(String),
}

impl Serialize for SettingForm {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            SettingForm::Ticks(ticks) => serializer.serialize_u64(*ticks),
            SettingForm::Name(name) => serializer.serialize_str(name),
        }
    }
}

impl<'de> Deserialize<'de> for SettingForm {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<SettingForm, D::Error> {
        struct Reader;
        impl Visitor<'_> for Reader {
            type Value = SettingForm;
            fn expecting(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
                f.write_str("a whole number of ticks, or the name of a value")
            }
            fn visit_u64<E: Error>(self, ticks: u64) -> Result<SettingForm, E> {
                Ok(SettingForm::Ticks(ticks))
            }
            fn visit_str<E: Error>(self, name: &str) -> Result<SettingForm, E> {
                Ok(SettingForm::Name(name.to_owned()))
            }
        }
        deserializer.deserialize_any(Reader)
    }
}

impl ContractForm {
    /// The contract that the form says; what the base leaves open and `with` does not set stays
    /// open.
    ///
    /// # Errors
    /// When the base, a parameter or a value is not known.
    pub fn open(&self) -> Result<OpenContract, FormError> {
        let Some(named) = named::find(&self.base) else {
            return Err(wrong("base", format!("no contract is named `{}`", self.base)));
        };
        let open = named.open();
        let mut set_to = *open.base();
        for (parameter, setting) in &self.with {
            set(&mut set_to, parameter, setting)?;
        }
        let open = open.lasting(set_to.lease, set_to.retention, set_to.block_for);
        let said = Parameter::ALL.iter().filter(|known| self.with.contains_key(known.name()));
        Ok(said.fold(open, |open, known| open.narrowed(*known, known.index_in(&set_to))))
    }

    /// The contract that the form says, every parameter pinned.
    ///
    /// # Errors
    /// When the base, a parameter or a value is not known, or the base leaves a parameter open
    /// that `with` does not set.
    pub fn contract(&self) -> Result<Contract, FormError> {
        let open = self.open()?;
        open.as_pinned().ok_or_else(|| {
            let names: Vec<_> = open.open_parameters().map(Parameter::name).collect();
            let (base, names) = (&self.base, names.join(", "));
            wrong("with", format!("`{base}` leaves open, and must be set: {names}"))
        })
    }
}

fn set(contract: &mut Contract, parameter: &str, setting: &SettingForm) -> Result<(), FormError> {
    match parameter {
        "lease" => contract.lease = span(parameter, setting)?,
        "retention" => contract.retention = span(parameter, setting)?,
        "block_for" => contract.block_for = span(parameter, setting)?,
        choice => {
            let known = Parameter::ALL.iter().find(|known| known.name() == choice);
            let Some(known) = known else {
                return Err(wrong("with", format!("no parameter is named `{choice}`")));
            };
            let values = known.values();
            let SettingForm::Name(name) = setting else {
                return Err(wrong("with", format!("`{choice}` is one of {}", values.join(", "))));
            };
            let Some(index) = values.iter().position(|value| value == name) else {
                let values = values.join(", ");
                return Err(wrong("with", format!("`{choice}` is one of {values}, not `{name}`")));
            };
            known.set_in(contract, u8::try_from(index).unwrap_or(u8::MAX));
        }
    }
    Ok(())
}

fn span(parameter: &str, setting: &SettingForm) -> Result<Span, FormError> {
    let text = match setting {
        SettingForm::Ticks(ticks) if *ticks <= crate::spec::contract::LONGEST_SPAN => {
            return Ok(Span::Ticks(*ticks));
        }
        SettingForm::Name(name) if name == crate::spec::contract::UNBOUNDED => {
            return Ok(Span::Unbounded);
        }
        SettingForm::Ticks(ticks) => ticks.to_string(),
        SettingForm::Name(name) => name.clone(),
    };
    Err(wrong("with", format!("`{parameter}` is a number of ticks or \"unbounded\", not {text}")))
}

fn wrong(member: &'static str, what: String) -> FormError {
    FormError::of(member, &what)
}
