//! What contracts give up, as declared: each weakening value, and the order by strength.

use onceproof::property::given_up::{DECLARED, WEIGHTY};
use onceproof::property::{Property, by_strength, given_up, prospects, strength, strongest};
use onceproof::spec::Contract;
use onceproof::spec::contract::{
    AfterRetention, Clock, Fencing, OnLeaseOver, OnNotApplied, OnRefused, OnUnknown, Parameter,
    PayloadCheck, RetentionAnchor, RetentionCovers, Span,
};
use onceproof::spec::named::{self, STRICT};
use onceproof::spec::open::OpenContract;
use onceproof::spec::term::Term;
use proptest::prelude::*;
use std::collections::BTreeSet;

/// What `strict` gives up with one value changed: every value of every choice but strict's own.
const WEAKENED: [(&str, &str, &str); 22] = [
    ("on_lease_over", "hold", "P8"),
    ("on_lease_over", "take_over", "P1 P9 P14"),
    ("fencing.finish", "state_only", "P2 P3 P4"),
    ("fencing.finish", "unconditional", "P2 P3 P4 P5"),
    ("fencing.fail", "state_only", "P1 P3 P4 P9 P11"),
    ("fencing.fail", "unconditional", "P1 P3 P4 P5 P9 P10 P11"),
    ("fencing.renew", "state_only", "P4"),
    ("fencing.renew", "unconditional", "P4"),
    ("payload_check", "while_held", "P3 P6"),
    ("payload_check", "never", "P2 P3 P6"),
    ("on_not_applied", "delete", ""),
    ("on_not_applied", "seal", ""),
    ("on_unknown", "reopen", "P1 P9"),
    ("on_unknown", "replay", ""),
    ("on_refused", "reopen", ""),
    ("retention_anchor", "first_begin", "P1 P14"),
    ("retention_covers", "any_state", ""),
    ("after_retention", "forget", "P10"),
    ("after_retention", "may_forget", "P10"),
    ("replay", "equivalent", ""),
    ("busy_order", "in_progress_first", "P6"),
    ("deadline", "over_after", ""),
];
const WEAKENED_TOO: [(&str, &str, &str); 2] =
    [("clock", "caller", "P1 P5 P10 P14"), ("missing_key", "bypass", "P1")];

fn weakened() -> impl Iterator<Item = (Parameter, u8, &'static str)> {
    WEAKENED.into_iter().chain(WEAKENED_TOO).map(|(name, value, lost)| {
        let parameter = Term::from_name(name).and_then(Term::choice).expect("a choice");
        let index = parameter.values().iter().position(|known| *known == value).expect("a value");
        (parameter, u8::try_from(index).expect("few values"), lost)
    })
}

fn ids(contract: &Contract) -> String {
    let mut ids: Vec<&str> = given_up(contract).iter().map(|one| one.property.id()).collect();
    ids.dedup();
    ids.join(" ")
}

#[test]
fn strict_gives_up_nothing() {
    assert_eq!(given_up(&STRICT), []);
    assert_eq!(prospects(&OpenContract::pinned(STRICT)), []);
    assert_eq!((strength(&STRICT).weighty, strength(&STRICT).in_all), (0, 0));
}

#[test]
fn each_value_that_weakens_strict_is_listed_with_the_properties_that_it_gives_up() {
    for (parameter, index, lost) in weakened() {
        let mut contract = STRICT;
        parameter.set_in(&mut contract, index);
        let place = Term::Choice(parameter).value_in(&contract);
        assert_eq!(ids(&contract), lost, "{} = {place}", parameter.name());
        for one in given_up(&contract) {
            assert_eq!(one.parameter, parameter);
            assert_eq!(one.value, place);
            assert!(one.because.len() > 20);
        }
    }
}

#[test]
fn the_table_of_weakened_values_leaves_none_out() {
    let listed: BTreeSet<(Parameter, u8)> =
        weakened().map(|(parameter, index, _)| (parameter, index)).collect();
    let mut all = BTreeSet::new();
    for parameter in Parameter::ALL {
        for (index, _) in (0_u8..).zip(parameter.values()) {
            if index != parameter.index_in(&STRICT) {
                all.insert((*parameter, index));
            }
        }
    }
    assert_eq!(listed, all);
}

#[test]
fn a_lease_without_end_is_never_taken_over() {
    let contract =
        Contract { lease: Span::Unbounded, on_lease_over: OnLeaseOver::TakeOver, ..STRICT };
    assert_eq!(ids(&contract), "");
}

#[test]
fn retention_without_end_is_never_forgotten() {
    let contract = Contract {
        retention: Span::Unbounded,
        after_retention: AfterRetention::Forget,
        retention_covers: RetentionCovers::AnyState,
        retention_anchor: RetentionAnchor::FirstBegin,
        ..STRICT
    };
    assert_eq!(ids(&contract), "");
}

#[test]
fn forgetting_outcomes_is_excused_under_p1_and_counts_under_p10() {
    let contract = Contract { after_retention: AfterRetention::Forget, ..STRICT };
    assert_eq!(ids(&contract), "P10");
}

#[test]
fn retention_from_the_first_begin_is_not_excused_since_it_may_end_before_the_completion() {
    let contract = Contract {
        after_retention: AfterRetention::MayForget,
        retention_anchor: RetentionAnchor::FirstBegin,
        ..STRICT
    };
    assert_eq!(ids(&contract), "P1 P10 P14");
}

#[test]
fn forgetting_unfinished_records_gives_up_p1_p9_and_p14() {
    let contract = Contract {
        after_retention: AfterRetention::Forget,
        retention_covers: RetentionCovers::AnyState,
        ..STRICT
    };
    assert_eq!(ids(&contract), "P1 P9 P10 P14");
}

#[test]
fn a_failure_from_elsewhere_that_reopens_nothing_gives_up_no_second_effect() {
    let contract = Contract {
        fencing_fail: Fencing::StateOnly,
        on_not_applied: OnNotApplied::Seal,
        on_unknown: OnUnknown::Replay,
        block_for: Span::Unbounded,
        ..STRICT
    };
    assert_eq!(ids(&contract), "P4");
    let reopens = Contract { on_refused: OnRefused::Reopen, ..contract };
    assert_eq!(ids(&reopens), "P1 P4 P9 P11");
}

#[test]
fn a_finish_from_elsewhere_tells_another_intents_outcome_only_where_a_key_is_bound_afresh() {
    let contract =
        Contract { fencing_finish: Fencing::StateOnly, block_for: Span::Unbounded, ..STRICT };
    assert_eq!(ids(&contract), "P4");
    let delete = Contract { on_not_applied: OnNotApplied::Delete, ..contract };
    assert_eq!(ids(&delete), "P2 P3 P4");
    let while_held = Contract { payload_check: PayloadCheck::WhileHeld, ..contract };
    assert_eq!(ids(&while_held), "P2 P3 P4 P6");
}

#[test]
fn a_finish_from_elsewhere_gives_up_exclusion_when_a_record_goes_before_the_lease() {
    let brief = Contract {
        fencing_finish: Fencing::StateOnly,
        lease: Span::Ticks(5),
        retention: Span::Ticks(2),
        block_for: Span::Ticks(2),
        ..STRICT
    };
    assert_eq!(ids(&brief), "P2 P3 P4 P11");
    assert_eq!(ids(&Contract { block_for: Span::Ticks(3), ..brief }), "P2 P3 P4");
}

#[test]
fn a_callers_clock_gives_up_exclusion_only_where_a_lease_that_is_over_lets_another_start() {
    let contract = Contract { clock: Clock::Caller, ..STRICT };
    assert_eq!(ids(&contract), "P1 P5 P10 P14");
    let takes_over = Contract { on_lease_over: OnLeaseOver::TakeOver, ..contract };
    assert_eq!(ids(&takes_over), "P1 P5 P9 P10 P11 P14");
}

#[test]
fn each_named_contract_gives_up_what_its_published_text_shows() {
    let certain = |name: &str| {
        let open = named::find(name).expect("a name").open();
        let certain = prospects(&open).into_iter().filter(|prospect| prospect.certain);
        certain.map(|prospect| prospect.property.id()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(certain("strict"), "");
    assert_eq!(certain("worked-example"), "P1 P4 P9 P11");
    assert_eq!(certain("processed-table"), "P2 P3 P4 P6");
    assert_eq!(certain("ietf-draft"), "");
    assert_eq!(certain("stripe-v1"), "P1 P10");
    assert_eq!(certain("stripe-v2"), "P1 P9 P10 P14");
    assert_eq!(certain("aws-token"), "P1 P10");
    assert_eq!(certain("powertools"), "P1 P2 P3 P4 P5 P6 P9 P10 P11 P14");
    assert_eq!(certain("postgres-recovery-points"), "P1 P2 P3 P4 P5 P9 P10 P11 P14");
    assert_eq!(certain("barrier"), "P2 P3 P6");
    assert_eq!(certain("rifl"), "P2 P3 P6");
}

#[test]
fn the_ids_of_the_properties_are_p1_to_p14_and_their_names_are_unique() {
    let ids: Vec<&str> = Property::ALL.iter().map(|property| property.id()).collect();
    assert_eq!(ids, (1..=14).map(|number| format!("P{number}")).collect::<Vec<_>>());
    let names: BTreeSet<&str> = Property::ALL.iter().map(|property| property.name()).collect();
    assert_eq!(names.len(), 14);
    assert!(Property::ALL.iter().all(|one| Property::from_id(one.id()) == Some(*one)));
    assert!(WEIGHTY.iter().all(|property| DECLARED.contains(property)));
}

#[test]
fn strict_is_the_strongest_contract_of_all_with_its_durations() {
    let any = Parameter::ALL
        .iter()
        .fold(OpenContract::pinned(STRICT), |open, parameter| open.opened(*parameter));
    let best = strongest(&any);
    assert_eq!((strength(&best).weighty, strength(&best).in_all), (0, 0));
    assert!(by_strength(&best, &STRICT).is_le());
}

#[test]
fn the_strongest_is_found_where_two_parameters_weaken_only_together() {
    let open = OpenContract::pinned(Contract { fencing_fail: Fencing::StateOnly, ..STRICT })
        .opened(Parameter::OnNotApplied)
        .narrowed_to(Parameter::OnUnknown, &[1, 2]);
    let best = strongest(&open);
    assert_eq!((best.on_not_applied, best.on_unknown), (OnNotApplied::Seal, OnUnknown::Replay));
}

#[test]
fn fewer_weighty_properties_outweigh_fewer_in_all() {
    // Gives up P10 and P5, against P6 alone.
    let light = Contract { after_retention: AfterRetention::Forget, ..STRICT };
    let weighty = Contract { payload_check: PayloadCheck::WhileHeld, ..STRICT };
    assert!(by_strength(&light, &weighty).is_lt());
    assert!(by_strength(&STRICT, &light).is_lt());
}

/// All contracts that an open one allows.
fn allowed(open: &OpenContract) -> Vec<Contract> {
    let mut all = vec![*open.base()];
    for parameter in Parameter::ALL {
        all = all
            .into_iter()
            .flat_map(|contract| {
                open.indices(*parameter).map(move |index| {
                    let mut other = contract;
                    parameter.set_in(&mut other, index);
                    other
                })
            })
            .collect();
    }
    all
}

prop_compose! {
    fn small_open()(
        indices in proptest::collection::vec(0_u8..3, Parameter::ALL.len()),
        opened in proptest::collection::vec(0..Parameter::ALL.len(), 0..5),
        spans in (0_u64..6, 0_u64..4, 0_u64..4),
    ) -> OpenContract {
        let span = |ticks| if ticks == 3 { Span::Unbounded } else { Span::Ticks(ticks) };
        let start = Parameter::ALL.iter().zip(indices).fold(
            OpenContract::pinned(STRICT),
            |open, (parameter, index)| open.narrowed_to(*parameter, &[index]),
        );
        opened
            .into_iter()
            .filter_map(|place| Parameter::ALL.get(place))
            .fold(start, |open, parameter| open.opened(*parameter))
            .lasting(span(spans.0), span(spans.1), span(spans.2))
    }
}

proptest! {
    #[test]
    fn prospects_are_what_the_allowed_contracts_give_up(open in small_open()) {
        let all: Vec<_> = allowed(&open).iter().map(given_up).collect();
        let prospects = prospects(&open);
        for property in DECLARED {
            let giving = all.iter().filter(|lost| lost.iter().any(|one| one.property == property));
            let count = giving.count();
            let found = prospects.iter().find(|prospect| prospect.property == property);
            prop_assert_eq!(found.is_some(), count > 0);
            prop_assert_eq!(found.is_some_and(|one| one.certain), count == all.len());
            let by: BTreeSet<(Parameter, String)> = all
                .iter()
                .flatten()
                .filter(|one| one.property == property)
                .map(|one| (one.parameter, one.value.clone()))
                .collect();
            let listed: BTreeSet<(Parameter, String)> = found
                .iter()
                .flat_map(|prospect| &prospect.by)
                .flat_map(|weakness| weakness.values.iter().map(|v| (weakness.parameter, v.clone())))
                .collect();
            prop_assert_eq!(listed, by);
        }
    }

    #[test]
    fn the_strongest_is_the_first_of_all_allowed_by_strength(open in small_open()) {
        let first = allowed(&open).into_iter().min_by(by_strength);
        prop_assert_eq!(Some(strongest(&open)), first);
    }

    #[test]
    fn giving_up_is_listed_by_property_and_each_parameter_once(open in small_open()) {
        for contract in allowed(&open) {
            let listed: Vec<_> =
                given_up(&contract).iter().map(|one| (one.property, one.parameter)).collect();
            let mut sorted = listed.clone();
            sorted.sort();
            sorted.dedup();
            prop_assert_eq!(listed, sorted);
        }
    }
}
