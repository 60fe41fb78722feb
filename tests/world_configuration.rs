//! Configurations as files, and what contradicts itself in them.
#![cfg(all(feature = "cli", feature = "models"))]

use onceproof::models::world::configuration::{
    Configuration, Destination, Fault, Faults, Intents, Order, ReadBack, Strategy, UNLIMITED,
};
use onceproof::models::world::validation::{Contradiction, contradictions};
use onceproof::models::world::{ConfigurationError, World};
use onceproof::spec::contract::{OnLeaseOver, Span};
use std::collections::BTreeSet;

const HEAD: &str =
    "version = 1\nbase = \"strict\"\n[contract]\nlease = 2\nretention = 4\nblock_for = 4\n";

fn read(rest: &str) -> Configuration {
    Configuration::from_toml(&format!("{HEAD}{rest}")).expect(rest)
}

#[test]
fn a_file_gives_every_section() {
    let read = read(
        r#"
        on_lease_over = "take_over"
        [world]
        order = "effect_first"
        destination = "deduplicates"
        read_back = "by_attributes"
        in_flight = 3
        [[world.callers]]
        count = 2
        payloads = [0, 1]
        intents = "own"
        strategy = "verify_then_retry"
        [bounds]
        tries = 3
        ticks = 4
        [faults]
        crash = 1
        lease_over = 255
        "#,
    );
    assert_eq!(read.contract.on_lease_over, OnLeaseOver::TakeOver);
    assert_eq!(read.contract.lease, Span::Ticks(2));
    assert_eq!(read.world.order, Order::EffectFirst);
    assert_eq!(read.world.destination, Destination::Deduplicates);
    assert_eq!(read.world.read_back, ReadBack::ByAttributes);
    assert_eq!(read.world.in_flight, Span::Ticks(3));
    let class = read.world.callers.first().expect("a class");
    assert_eq!((class.count, class.intents), (2, Intents::Own));
    assert_eq!(class.strategy, Strategy::VerifyThenRetry);
    assert_eq!((read.bounds.tries, read.bounds.ticks), (3, Some(4)));
    assert_eq!(read.faults, Faults { crash: 1, lease_over: UNLIMITED, ..Faults::NONE });
    assert!(World::new(read).is_ok());
}

#[test]
fn what_is_not_said_is_the_default_and_what_is_said_wrongly_is_an_error() {
    let plain = read("");
    assert_eq!(plain.world.order, Order::RecordFirst);
    assert!(Fault::Crash == Fault::Crash && !plain.faults.can(Fault::Crash));
    for wrong in [
        "[world]\nordr = \"atomic\"",
        "[world]\norder = \"atomik\"",
        "[faults]\ncrash = -1",
        "[faults]\nlightning = 1",
        "[bounds]\ntries = \"two\"",
        "[wrld]\n",
        "leese = 2",
    ] {
        assert!(Configuration::from_toml(&format!("{HEAD}{wrong}")).is_err(), "{wrong}");
    }
    let open = Configuration::from_toml("version = 1\nbase = \"ietf-draft\"\n");
    assert!(matches!(open, Err(ConfigurationError::OpenContract)));
}

#[test]
fn some_worker_must_tag_its_closings_under_tokens_and_no_more_than_some() {
    let untagged = "[world]\nclosings = \"untagged\"\n[[world.callers]]\n";
    assert_eq!(contradictions(&read(untagged)), [Contradiction::UntaggedUnderTokens]);
    let some = format!("{untagged}[[world.callers]]\nclosings = \"tagged\"\n");
    assert_eq!(contradictions(&read(&some)), []);
    let other = "[[world.callers]]\nclosings = \"untagged\"\n";
    assert_eq!(contradictions(&read(other)), [Contradiction::UntaggedUnderTokens]);
}

#[test]
fn each_contradiction_has_a_configuration_and_a_name() {
    let class = "[[world.callers]]\n";
    let cases = [
        ("[world]\ncallers = []".to_owned(), Contradiction::NoCaller),
        (format!("{class}count = 5"), Contradiction::TooManyCallers),
        (format!("{class}keys = []"), Contradiction::NothingToAsk),
        (format!("{class}keys = [4]"), Contradiction::NameTooLarge),
        ("[bounds]\ntries = 0".to_owned(), Contradiction::NoTry),
        ("[bounds]\ntries = 9".to_owned(), Contradiction::TooManyTries),
        ("[world]\nsteps = 4".to_owned(), Contradiction::StepsOutOfRange),
        ("[world]\ncompensates = true".to_owned(), Contradiction::NothingToCompensate),
        ("[world]\nin_flight = 60".to_owned(), Contradiction::SpansTooLong),
        (format!("{class}strategy = \"timestamp_key\""), Contradiction::TimestampWithoutTicks),
        (
            format!("[bounds]\nticks = 101\n{class}strategy = \"timestamp_key\""),
            Contradiction::TooManyTicks,
        ),
        ("[world]\nlooks_first = true".to_owned(), Contradiction::LooksWithoutReadBack),
        (
            "[world]\nreconciler = true\n[bounds]\nreconciliations = 1".to_owned(),
            Contradiction::ReconcilesWithoutReadBack,
        ),
        (
            "[world]\nreconciler = true\nread_back = \"by_key\"".to_owned(),
            Contradiction::NoReconciliation,
        ),
        (
            "[bounds]\nreconciliations = 1".to_owned(),
            Contradiction::ReconciliationsWithoutReconciler,
        ),
        ("[world]\nsweeper = \"blind\"".to_owned(), Contradiction::NoSweep),
        ("[bounds]\nsweeps = 1".to_owned(), Contradiction::SweepsWithoutSweeper),
        ("[world]\nretry_layer = \"drops\"".to_owned(), Contradiction::HiddenTriesWithoutLayer),
        (
            "[world]\nclaim = \"check_then_insert\"\norder = \"atomic\"".to_owned(),
            Contradiction::ClaimWithoutClaiming,
        ),
        (
            "[world]\ndestination = \"checks_token\"\norder = \"atomic\"".to_owned(),
            Contradiction::TokenInTransaction,
        ),
        (
            "[world]\ndestination = \"checks_token\"\norder = \"effect_first\"".to_owned(),
            Contradiction::TokenWithoutAttempts,
        ),
        ("[world]\nclosings = \"untagged\"".to_owned(), Contradiction::UntaggedUnderTokens),
        ("[faults]\nclock_skew = 1".to_owned(), Contradiction::SkewOfTheStore),
        (
            "clock = \"caller\"\n[world]\nskew = 0\n[faults]\nclock_skew = 1".to_owned(),
            Contradiction::NoSkew,
        ),
        (
            format!("{class}count = 2\nintents = \"own\"\nstrategy = \"new_key_per_attempt\""),
            Contradiction::KeysCollide,
        ),
    ];
    let mut met = BTreeSet::new();
    for (text, expected) in cases {
        let configuration = read(&text);
        assert_eq!(contradictions(&configuration), [expected], "{text}");
        assert!(World::new(configuration).is_err());
        met.insert(expected);
    }
    assert_eq!(met.len(), Contradiction::ALL.len());
}
