//! What a trace of a run declares beforehand, by the run's configuration.
//!
//! *What it claims.* A judge that knows the header knows of the world what the model's own
//! monitor knows: the contract, the store's memory, and what the destination promises.
//! *How that is checked.* `tests/explained.rs`: both say the same of every run.
//! *What is not covered.* A clock that is ahead: its decisions stand at the store's time.

use super::names::DESTINATION;
use crate::models::world::World;
use crate::models::world::configuration::{Destination, ReadBack, Store};
use crate::spec::Contract;
use crate::spec::contract::Span;
use crate::spec::named::STRICT;
use crate::spec::term::Term;
use crate::trace::Header;
use crate::trace::form::{ContractForm, SettingForm};
use crate::trace::header::{DestinationForm, StoreMemory};

/// The clock on which every time is read.
pub const CLOCK: &str = "store";

/// The header of a trace of a run in this world.
#[must_use]
pub fn header(world: &World, about: &str, source: &str) -> Header {
    let settings = world.settings();
    let store = match settings.store {
        Store::Volatile => StoreMemory::Volatile,
        Store::Durable | Store::LostTail => StoreMemory::Durable,
    };
    let promises_key =
        matches!(settings.destination, Destination::Deduplicates | Destination::IgnoresKey);
    let destination = DestinationForm {
        name: DESTINATION.to_owned(),
        deduplicates_for: promises_key.then_some(Span::Unbounded),
        idempotent: settings.destination == Destination::Idempotent,
        checks_attempt: settings.destination == Destination::ChecksToken,
        reads_back_by_key: settings.read_back == ReadBack::ByKey,
        reads_back_by_attributes: settings.read_back == ReadBack::ByAttributes,
    };
    Header {
        about: Some(about.to_owned()),
        source: Some(source.to_owned()),
        contract: Some(contract(world.contract())),
        store,
        destinations: vec![destination],
        ..Header::new(CLOCK)
    }
}

/// A contract as it differs from the strict one.
fn contract(contract: &Contract) -> ContractForm {
    let differs = |term: &&Term| term.value_in(contract) != term.value_in(&STRICT);
    let setting = |term: &Term| match term.span_in(contract) {
        Some(Span::Ticks(ticks)) => SettingForm::Ticks(ticks),
        Some(Span::Unbounded) | None => SettingForm::Name(term.value_in(contract)),
    };
    let with = Term::ALL.iter().filter(differs);
    let with = with.map(|term| (term.name().to_owned(), setting(term))).collect();
    ContractForm { base: "strict".to_owned(), with }
}
