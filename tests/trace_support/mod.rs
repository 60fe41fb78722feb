//! Arbitrary valid traces, for the tests of the format.
//!
//! Events are drawn at random from small sets of names, and offered to a recorder, which keeps
//! those that may follow what it has. So every kind and every member occurs, and what is kept is
//! valid by the rules of the reader.
#![allow(dead_code)] // Each test uses a part.

use onceproof::key::Fingerprint;
use onceproof::spec::contract::Span;
use onceproof::spec::{Attempt, Cause, Clause, Kind as OutcomeKind, RequestId, View};
use onceproof::trace::detail::*;
use onceproof::trace::form::*;
use onceproof::trace::header::*;
use onceproof::trace::{At, Header, Kind, OutcomeDigest, Recorder, Trace, What};
use proptest::collection::{btree_set, vec};
use proptest::option::of;
use proptest::prelude::*;
use proptest::sample::select;
use std::sync::Arc;

pub(crate) fn traces() -> impl Strategy<Value = Trace> {
    (headers(), vec(stamped(), 0..60)).prop_map(|(header, offered)| {
        let recorder = Recorder::new(header).expect("the headers are valid");
        for (at, what) in offered {
            let _ = recorder.record(at, what);
        }
        recorder.so_far()
    })
}

pub(crate) fn headers() -> impl Strategy<Value = Header> {
    let flags = (any::<bool>(), select(vec![Order::Total, Order::ByClock]));
    let ids = select(vec![AttemptIds::Ordered, AttemptIds::Labels, AttemptIds::None]);
    let missing = btree_set(select(Kind::ALL), 0..4);
    (flags, ids, missing, of(texts()), of(contracts()), spans(), of(spans())).prop_map(
        |((volatile, order), attempts, may_be_missing, about, contract, skew, deduplicates_for)| {
            let clock = |name: &str, of| ClockForm { name: name.into(), of, skew };
            let ledger = DestinationForm {
                name: "ledger".into(),
                deduplicates_for,
                idempotent: volatile,
                checks_attempt: !volatile,
                reads_back_by_key: contract.is_some(),
                reads_back_by_attributes: contract.is_none(),
            };
            Header {
                source: about.clone(),
                about,
                contract,
                store: if volatile { StoreMemory::Volatile } else { StoreMemory::Durable },
                order,
                attempts,
                clocks: vec![clock("s", ClockOwner::Store), clock("o", ClockOwner::Observer)],
                destinations: vec![ledger],
                may_be_missing,
                ..Header::new("s")
            }
        },
    )
}

fn contracts() -> impl Strategy<Value = ContractForm> {
    let with = prop_oneof![
        Just(vec![]),
        Just(vec![
            ("lease", SettingForm::Ticks(9)),
            ("retention", SettingForm::Name("unbounded".into()))
        ]),
        Just(vec![("on_lease_over", SettingForm::Name("hold".into()))]),
    ];
    with.prop_map(|with| ContractForm {
        base: "strict".into(),
        with: with.into_iter().map(|(name, value)| (name.to_owned(), value)).collect(),
    })
}

fn spans() -> impl Strategy<Value = Span> {
    prop_oneof![
        Just(Span::Unbounded),
        (0u64..(1 << 53)).prop_map(Span::Ticks),
        Just(Span::Ticks(0))
    ]
}

fn stamped() -> impl Strategy<Value = (At, What)> {
    (whats(), names(), any::<[bool; 5]>(), 0u64..4, (requests(), attempts(), 0u64..9)).prop_map(
        |(what, name, given, call, (request, attempt, time))| {
            let clock = if given[0] { "s" } else { "o" };
            let mut at = At::latest(clock, Tick::new(time).expect("small"));
            // Mostly the members that the kind needs, sometimes others.
            let kind = match &what {
                What::Crash { .. }
                | What::Restart { .. }
                | What::Restore { .. }
                | What::Advance { .. } => 0,
                What::Acknowledge(_) => 1,
                What::Sweep(_) => 2,
                What::Duplicate { .. } | What::Lose { .. } => 3,
                _ => 4,
            };
            let calls = matches!(what, What::Invoke { .. } | What::Return(_) | What::Decide { .. });
            if matches!(kind, 1 | 2 | 4) {
                at = at.process(&name);
            }
            if calls
                || (kind >= 3
                    && given[1]
                    && !matches!(what, What::Effect { .. } | What::ReadBack { .. }))
            {
                at = at.call(call + 1);
            }
            if kind > 0 && (kind == 2 || given[2]) {
                at = at.request(&request);
            }
            if matches!(kind, 1 | 3 | 4) && given[3] && !matches!(what, What::Return(_)) {
                at = at.intent("i 1");
            }
            if kind == 4 && given[4] && !matches!(what, What::Return(_)) {
                at = at.claim("c");
                if !matches!(what, What::Deliver { .. }) {
                    at = at.attempt(attempt);
                }
            }
            (at, what)
        },
    )
}

fn whats() -> impl Strategy<Value = What> {
    let message = || select(vec!["m1", "m2", "m3"]).prop_map(str::to_owned);
    let clause = of(select(Clause::ALL));
    let decide = (of(operations()), answers(), clause, of(any::<u32>()), of(texts()));
    let effect = (results(), of(texts()), of(texts()), of(message()));
    let reads = prop_oneof![
        texts().prop_map(|key| ReadBy::Key { key }),
        values().prop_map(|attributes| ReadBy::Attributes { attributes }),
    ];
    let seen = prop_oneof![
        (1u64..4, vec(texts(), 0..3))
            .prop_map(|(count, references)| ReadResult::Found { count, references }),
        Just(ReadResult::NotFound {}),
        Just(ReadResult::Unavailable {}),
    ];
    let send = (message(), any::<bool>(), parties(), of(message()), of(texts()));
    prop_oneof![
        3 => operations().prop_map(|operation| What::Invoke { operation }),
        2 => answers().prop_map(|answer| What::Return(Returned::Answer(answer))),
        1 => (any::<bool>(), of(texts())).prop_map(|(no, reason)| What::Return(Returned::Failure {
            took_effect: if no { TookEffect::No } else { TookEffect::Unknown }, reason })),
        3 => decide.prop_map(|(operation, answer, clause, incarnation, replica)| {
            What::Decide { operation, answer, clause, incarnation, replica }
        }),
        2 => effect.prop_map(|(result, downstream_key, reference, message)| What::Effect {
            destination: "ledger".into(), result, downstream_key, reference, message }),
        2 => acknowledgements().prop_map(What::Acknowledge),
        2 => (reads, seen).prop_map(|(by, result)| {
            What::ReadBack { destination: "ledger".into(), by, result }
        }),
        2 => send.prop_map(|(message, asks, to, answers, downstream_key)| What::Send {
            message, carries: if asks { Carries::Request } else { Carries::Reply }, to, answers,
            downstream_key }),
        1 => message().prop_map(|message| What::Deliver { message }),
        1 => message().prop_map(|message| What::Duplicate { message }),
        1 => message().prop_map(|message| What::Lose { message }),
        1 => select(View::ALL.to_vec()).prop_map(|saw| What::Sweep(Swept::Scan { saw })),
        1 => (select(View::ALL.to_vec()), any::<bool>())
            .prop_map(|(to, written)| What::Sweep(Swept::Write { to, written })),
        1 => parties().prop_map(|of| What::Crash { of }),
        2 => (parties(), of(any::<u32>()))
            .prop_map(|(of, incarnation)| What::Restart { of, incarnation }),
        1 => (parties(), 0u64..9, any::<bool>(), of(any::<u32>())).prop_map(
            |(of, to, by_seq, incarnation)| {
                let time = Tick::new(to).expect("small");
                let to = if by_seq { Earlier::Seq { seq: to } } else { Earlier::Time { time } };
                What::Restore { of, to, incarnation }
            }),
        1 => (1u64..4).prop_map(|ticks| What::Advance { ticks }),
    ]
}

fn operations() -> impl Strategy<Value = OperationForm> {
    let by = || {
        prop_oneof![
            attempts().prop_map(|attempt| (Some(attempt), None, None)),
            values().prop_map(|payload| (None, Some(payload), None)),
            fingerprints().prop_map(|fingerprint| (None, None, Some(fingerprint))),
        ]
    };
    let failure = prop_oneof![
        Just(FailureForm::NotApplied {}),
        Just(FailureForm::Unknown {}),
        texts().prop_map(|reason| FailureForm::Refused { reason: reason.into() }),
    ];
    let finding = prop_oneof![
        Just(FindingForm::NotApplied {}),
        values()
            .prop_map(|result| FindingForm::Applied { outcome: OutcomeForm::Success { result } }),
    ];
    prop_oneof![
        3 => (values(), texts(), of(requests())).prop_map(|(payload, claim, follows)| {
            let follows = follows.map(Arc::new);
            OperationForm::Begin { payload: Some(payload), fingerprint: None, claim: claim.into(), follows }
        }),
        1 => (fingerprints(), texts()).prop_map(|(fingerprint, claim)| OperationForm::Begin {
            payload: None, fingerprint: Some(fingerprint), claim: claim.into(), follows: None }),
        1 => Just(OperationForm::BeginWithoutKey {}),
        2 => (by(), of(values())).prop_map(|((attempt, payload, fingerprint), result)| {
            let result_unavailable = result.is_none();
            OperationForm::Finish { attempt, payload, fingerprint, result, result_unavailable }
        }),
        1 => (by(), failure).prop_map(|((attempt, payload, fingerprint), failure)| {
            OperationForm::Fail { attempt, payload, fingerprint, failure }
        }),
        1 => by().prop_map(|(attempt, payload, fingerprint)| {
            OperationForm::Renew { attempt, payload, fingerprint }
        }),
        1 => (by(), finding, texts()).prop_map(|((attempt, payload, fingerprint), finding, evidence)| {
            OperationForm::Resolve { attempt, payload, fingerprint, finding, evidence: evidence.into() }
        }),
        1 => of(values()).prop_map(|payload| OperationForm::Cancel { payload, fingerprint: None }),
        1 => Just(OperationForm::Status {}),
        1 => Just(OperationForm::Sweep {}),
    ]
}

fn answers() -> impl Strategy<Value = AnswerForm> {
    let plain = vec![
        AnswerForm::Conflict {},
        AnswerForm::FingerprintVersionUnknown {},
        AnswerForm::Released {},
        AnswerForm::Quarantined {},
        AnswerForm::Cancelled {},
        AnswerForm::Resolved {},
        AnswerForm::UnknownRequest {},
        AnswerForm::AlreadyReleased {},
        AnswerForm::LeaseOver {},
        AnswerForm::ContradictsRecord {},
        AnswerForm::MissingAttempt {},
        AnswerForm::MissingKey {},
        AnswerForm::Unprotected {},
        AnswerForm::Swept {},
    ];
    let kinds = select(vec![OutcomeKind::Success, OutcomeKind::Refused]);
    let protection = prop_oneof![
        Just(ProtectionForm::None {}),
        ticks().prop_map(|time| ProtectionForm::Until { time }),
    ];
    let status = (of(select(View::ALL.to_vec())), of(attempts()), of(protection), of(requests()));
    prop_oneof![
        select(plain),
        (of(attempts()), of(ticks()))
            .prop_map(|(attempt, lease_until)| AnswerForm::Started { attempt, lease_until }),
        of(ticks()).prop_map(|retry_after| AnswerForm::InProgress { retry_after }),
        of(outcomes()).prop_map(|outcome| AnswerForm::Replayed { outcome }),
        of(select(vec![Cause::Abandoned, Cause::Reported]))
            .prop_map(|cause| AnswerForm::Uncertain { cause }),
        of(kinds).prop_map(|kind| AnswerForm::Lapsed { kind }),
        of(any::<bool>())
            .prop_map(|contradicts_denial| AnswerForm::Completed { contradicts_denial }),
        of(ticks()).prop_map(|lease_until| AnswerForm::Renewed { lease_until }),
        (of(attempts()), of(outcomes()))
            .prop_map(|(attempt, outcome)| AnswerForm::AlreadyCompleted { attempt, outcome }),
        of(attempts()).prop_map(|current| AnswerForm::StaleAttempt { current }),
        status.prop_map(|(view, attempt, protection, follows)| AnswerForm::Status {
            view,
            attempt,
            protection,
            follows: follows.map(Arc::new),
        }),
    ]
}

fn outcomes() -> impl Strategy<Value = OutcomeForm> {
    prop_oneof![
        values().prop_map(|result| OutcomeForm::Success { result }),
        texts().prop_map(|reason| OutcomeForm::Refused { reason: reason.into() }),
        select(vec![
            OutcomeForm::ResultUnavailable {},
            OutcomeForm::Sealed {},
            OutcomeForm::Cancelled {},
            OutcomeForm::KindOnly { kind: OutcomeKind::Refused },
            OutcomeForm::Indeterminate {},
        ]),
    ]
}

fn results() -> impl Strategy<Value = EffectResult> {
    let why = select(vec![
        RefusedBecause::StaleAttempt,
        RefusedBecause::Business,
        RefusedBecause::Passing,
    ]);
    prop_oneof![
        digests().prop_map(|digest| EffectResult::Applied { digest }),
        digests().prop_map(|digest| EffectResult::Recognised { digest }),
        (why, of(texts())).prop_map(|(because, reason)| EffectResult::Refused { because, reason }),
    ]
}

fn acknowledgements() -> impl Strategy<Value = Acknowledgement> {
    prop_oneof![
        digests().prop_map(|digest| Acknowledgement::Success { digest }),
        digests().prop_map(|digest| Acknowledgement::No { digest }),
        Just(Acknowledgement::Unknown {}),
    ]
}

fn parties() -> impl Strategy<Value = Party> {
    prop_oneof![
        names().prop_map(|name| Party::Process { name }),
        names().prop_map(|name| Party::Caller { name }),
        Just(Party::Store {}),
        Just(Party::Destination { name: "ledger".into() }),
    ]
}

fn names() -> impl Strategy<Value = String> {
    select(vec!["A", "B", "w \"1\"", "é\u{1f600}\n"]).prop_map(str::to_owned)
}

/// Any text of scalar values; noncharacters are refused by the strict reader and left out.
fn texts() -> impl Strategy<Value = String> {
    any::<String>().prop_map(|text| text.chars().filter(|it| !noncharacter(*it)).collect())
}

fn noncharacter(it: char) -> bool {
    let code = u32::from(it);
    (0xfdd0..=0xfdef).contains(&code) || code & 0xfffe == 0xfffe
}

fn digests() -> impl Strategy<Value = Option<OutcomeDigest>> {
    of(any::<[u8; 32]>().prop_map(OutcomeDigest))
}

fn fingerprints() -> impl Strategy<Value = Fingerprint> {
    any::<u8>().prop_map(|byte| Fingerprint::of_canonical(&[byte]))
}

fn requests() -> impl Strategy<Value = RequestId> {
    (select(vec!["t", "", "u"]), select(vec!["k", ""]))
        .prop_map(|(scope, key)| RequestId { scope: scope.into(), key: key.into() })
}

fn attempts() -> impl Strategy<Value = Attempt> {
    (any::<u32>(), 1u64..(1 << 53))
        .prop_map(|(incarnation, number)| Attempt { incarnation, number })
}

fn ticks() -> impl Strategy<Value = Tick> {
    prop_oneof![
        (0u64..(1 << 53) - 1).prop_map(|ticks| Tick::new(ticks).expect("below the last")),
        Just(<Tick as onceproof::spec::Ticks>::LAST),
    ]
}

/// JSON texts on one line, with white space in some, exact in a double.
fn values() -> impl Strategy<Value = JsonText> {
    let texts = [
        "null",
        "0",
        "-1.5",
        "\"\"",
        "[]",
        "false",
        "{ \"a\" : [1, 2] }",
        "\"\\ud83d\\ude00\"",
        "[[[{\"\":\"\\n\"}]]]",
        "1E30",
        "\"é\"",
    ];
    select(texts.to_vec()).prop_map(|text| JsonText::new(text).expect("JSON"))
}
