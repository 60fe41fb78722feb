//! The environments in which contracts are compared.
//!
//! *What it claims.* Each has a kind of fault, or a way of asking, that some contract does not
//! survive; together they hold every fault but those that no contract can answer for.
//! *How that is checked.* `tests/promises.rs`: no property is given up that breaks in none, and
//! none is promised that breaks in one.
//! *What is not covered.* Faults of the store (a restore, a stale read, a lost tail) and flaws of
//! the layer: those break properties under every contract, and stand in the catalogue.

use crate::models::world::configuration::{
    Bounds, Class, Closings, Configuration, Destination, Faults, KeyPath, ReadBack, Settings,
    Sweeper,
};
use crate::spec::contract::{Clock, Contract, Fencing};

/// An environment.
#[derive(Clone, Debug)]
pub struct Environment {
    /// Its name.
    pub name: &'static str,
    /// What happens in it, in one sentence.
    pub about: &'static str,
    /// Whether it can be set up under a contract.
    pub suits: fn(&Contract) -> bool,
    settings: Settings,
    bounds: Bounds,
    faults: Faults,
}

impl Environment {
    /// The configuration that a contract makes of it.
    #[must_use]
    pub fn under(&self, contract: Contract) -> Configuration {
        let (world, bounds, faults) = (self.settings.clone(), self.bounds, self.faults);
        Configuration { contract, world, bounds, faults }
    }
}

fn any(_: &Contract) -> bool {
    true
}

fn takes_untagged(contract: &Contract) -> bool {
    contract.fencing_finish != Fencing::Token && contract.fencing_fail != Fencing::Token
}

/// Callers that mean the same and ask the same.
fn twins(count: u8) -> Settings {
    Settings { callers: vec![Class { count, ..Class::default() }], ..Settings::default() }
}

/// Two callers that ask different things under one key.
fn rivals() -> Settings {
    let asks = |payload| Class { payloads: vec![payload], ..Class::default() };
    Settings { callers: vec![asks(0), asks(1)], ..Settings::default() }
}

fn bounds(tries: u8) -> Bounds {
    Bounds { tries, ..Bounds::default() }
}

/// Every environment.
#[must_use]
pub fn environments() -> Vec<Environment> {
    let of = |name, about, settings, bounds, faults| Environment {
        name,
        about,
        suits: any,
        settings,
        bounds,
        faults,
    };
    let none = Faults::NONE;
    let slow = Faults { lease_over: 1, ..none };
    vec![
        of(
            "crash",
            "A worker stops between two durable actions; another copy is asked for.",
            twins(1),
            bounds(3),
            Faults { crash: 1, ..slow },
        ),
        of(
            "slow_owner",
            "A worker is so slow that its lease is over, and acts all the same.",
            twins(2),
            Bounds { renewals: 1, ..bounds(1) },
            slow,
        ),
        of(
            "redelivery",
            "A request is delivered twice, and an answer is lost.",
            twins(1),
            bounds(2),
            Faults { redelivery: 1, lost_ack: 1, ..slow },
        ),
        of(
            "other_payload",
            "Another intent asks for something else under the same key.",
            rivals(),
            bounds(2),
            Faults { crash: 1, ..slow },
        ),
        of(
            "bound_afresh",
            "A record is gone while its owner runs, and another intent takes the key.",
            rivals(),
            bounds(2),
            Faults { retention_over: 1, crash: 1, ..slow },
        ),
        of(
            "told_twice",
            "An owner says twice what came of it, the second time when all is forgotten.",
            rivals(),
            bounds(2),
            Faults { retention_over: 1, ambiguous_write: 1, refusal: 1, crash: 1, ..none },
        ),
        of(
            "bound_afresh_by_failure",
            "A failure told twice removes another's record, and another intent takes the key.",
            {
                let asks =
                    |count, payload| Class { count, payloads: vec![payload], ..Class::default() };
                Settings { callers: vec![asks(2, 0), asks(1, 1)], ..Settings::default() }
            },
            bounds(1),
            Faults { passing: 1, ambiguous_write: 1, ..none },
        ),
        of(
            "failures",
            "The destination refuses for now, or its answer is lost; owners are slow.",
            twins(1),
            bounds(3),
            Faults { passing: 1, unknown_effect: 1, late_commit: 1, ..slow },
        ),
        of(
            "refusal",
            "The destination refuses for good; owners are slow.",
            twins(2),
            bounds(2),
            Faults { refusal: 1, ..slow },
        ),
        of(
            "late_failure",
            "An owner that was taken over says that it failed, when its successor is done.",
            twins(3),
            bounds(1),
            Faults { passing: 1, ..slow },
        ),
        of(
            "repeated_closing",
            "An owner says twice that it failed: it was not answered the first time.",
            twins(3),
            bounds(1),
            Faults { passing: 1, unknown_effect: 1, ambiguous_write: 1, retention_over: 1, ..none },
        ),
        of(
            "retention",
            "Retention is over, and the request is asked for again.",
            twins(2),
            Bounds { questions: 1, ..bounds(2) },
            Faults { retention_over: 2, lost_ack: 1, ..slow },
        ),
        of(
            "cancel",
            "A caller that waits cancels; it may ask again.",
            twins(1),
            Bounds { cancels: 1, questions: 1, ..bounds(2) },
            Faults { late_commit: 1, retention_over: 1, ..slow },
        ),
        Environment {
            suits: |contract| contract.clock == Clock::Caller,
            ..of(
                "skewed_cancel",
                "A caller that waits cancels, judged by a clock that is ahead.",
                Settings { skew: 3, ..twins(1) },
                Bounds { cancels: 1, ..bounds(1) },
                Faults { clock_skew: 1, late_commit: 1, lost_ack: 1, ..none },
            )
        },
        Environment {
            suits: |contract| contract.clock == Clock::Caller,
            ..of(
                "skew",
                "Deadlines are judged by a clock that is ahead.",
                Settings { skew: 2, ..twins(2) },
                Bounds { questions: 1, ..bounds(2) },
                Faults { clock_skew: 2, retention_over: 1, ..slow },
            )
        },
        of(
            "missing_key",
            "Something on the way drops the key.",
            Settings { intermediary: KeyPath::Drops, ..twins(1) },
            bounds(2),
            Faults { lost_ack: 1, ..none },
        ),
        of(
            "reconciled",
            "Somebody looks for the effects of uncertain requests, at a destination that checks \
             attempts.",
            Settings {
                reconciler: true,
                read_back: ReadBack::ByKey,
                destination: Destination::ChecksToken,
                ..twins(1)
            },
            Bounds { reconciliations: 1, renewals: 1, ..bounds(2) },
            Faults { late_commit: 1, unknown_effect: 1, ambiguous_write: 1, ..slow },
        ),
        of(
            "swept",
            "A sweeper writes back what time has done, if the record is still the same.",
            Settings { sweeper: Sweeper::CompareAndSet, ..twins(1) },
            Bounds { sweeps: 2, ..bounds(2) },
            Faults { retention_over: 1, crash: 1, ..slow },
        ),
        of(
            "ambiguous_write",
            "It is not known whether a write to the store was applied; the store stops and runs \
             again.",
            twins(1),
            bounds(2),
            Faults { ambiguous_write: 1, store_crash: 1, lost_request: 1, ..slow },
        ),
        of(
            "two_scopes",
            "The same key is used in two scopes.",
            Settings {
                callers: vec![Class { count: 2, scopes: vec![0, 1], ..Class::default() }],
                ..Settings::default()
            },
            bounds(1),
            Faults { lost_ack: 1, ..slow },
        ),
        Environment {
            suits: takes_untagged,
            ..of(
                "untagged",
                "Closings name no attempt; another intent asks under the same key.",
                Settings { closings: Closings::Untagged, ..rivals() },
                bounds(2),
                Faults { passing: 1, ..slow },
            )
        },
    ]
}
