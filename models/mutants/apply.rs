//! A fault, laid over a configuration.
//!
//! A fault that is data says what is otherwise than in the configuration: `contract` (choices
//! only), `world`, `callers` (of every class), `faults`, and `flaws`, which are added.
//!
//! *What it claims.* A fault can be laid over any configuration, those of the catalogue too, and
//! changes nothing but what it says.
//! *How that is checked.* `tests/mutants.rs`.
//! *What is not covered.* Whether the fault can show there.

use crate::models::catalogue::read::laid;
use crate::models::world::Table as Lifecycle;
use crate::models::world::configuration::{Class, Configuration, Flaw};
use crate::spec::contract::Parameter;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use toml::{Table, Value};

/// One fault: data, or a table in the place of the lifecycle's own.
#[derive(Clone, Debug)]
pub struct Fault {
    /// What is otherwise in the configuration.
    data: Data,
    /// The table with the fault.
    pub table: Option<Lifecycle>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Data {
    contract: Table,
    world: Table,
    callers: Table,
    faults: Table,
    flaws: Vec<Flaw>,
}

impl Fault {
    pub(super) fn of_table(table: Lifecycle) -> Fault {
        Fault { data: Data::default(), table: Some(table) }
    }

    pub(super) fn of_data(data: Table) -> Result<Fault, String> {
        let data = data.try_into().map_err(|error: toml::de::Error| error.message().to_owned())?;
        Ok(Fault { data, table: None })
    }

    /// The configuration with the fault.
    ///
    /// # Errors
    /// When the fault names what there is not.
    pub fn over(&self, configuration: &Configuration) -> Result<Configuration, String> {
        let mut with = configuration.clone();
        for (name, value) in &self.data.contract {
            let parameter = Parameter::ALL.iter().find(|one| one.name() == name);
            let parameter = parameter.ok_or_else(|| format!("there is no choice `{name}`"))?;
            let values = parameter.values();
            let index = values.iter().position(|one| Some(*one) == value.as_str());
            let index = index.and_then(|index| u8::try_from(index).ok());
            let index = index.ok_or_else(|| format!("`{name}` cannot be {value}"))?;
            parameter.set_in(&mut with.contract, index);
        }
        with.world = over(&with.world, &self.data.world)?;
        with.faults = over(&with.faults, &self.data.faults)?;
        with.world.flaws.extend(&self.data.flaws);
        let classes = with.world.callers.iter();
        let classes: Result<Vec<Class>, String> =
            classes.map(|class| over(class, &self.data.callers)).collect();
        with.world.callers = classes?;
        Ok(with)
    }
}

fn over<T: Clone + Serialize + DeserializeOwned>(below: &T, above: &Table) -> Result<T, String> {
    if above.is_empty() {
        return Ok(below.clone());
    }
    let below = Table::try_from(below).map_err(|error| error.to_string())?;
    let both = Value::Table(laid(below, above.clone()));
    both.try_into().map_err(|error: toml::de::Error| error.message().to_owned())
}
