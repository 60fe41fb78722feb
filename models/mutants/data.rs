//! Faults of keys, payloads and results as bytes: functions with one fault each, by name.
//!
//! A model has numbers in their place and cannot show these. They are mutants of the real
//! functions, each caught by a property of the right one.
//!
//! *What it claims.* Each row names a fault, where in this crate the right function is, and the
//! property that tells the two apart.
//! *How that is checked.* `tests/data_mutants.rs` has one faulty function for each row, and no
//! other: the property fails for it and holds for the right one.
//! *What is not covered.* More faults of the canonical form: see `tests/canonical_properties.rs`.

/// One faulty function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DataMutant {
    /// Its name, which says the fault.
    pub name: &'static str,
    /// The fault, in one sentence.
    pub about: &'static str,
    /// The report from the field that it comes from, where there is one.
    pub field: Option<&'static str>,
    /// The right function.
    pub of: &'static str,
    /// The property that catches it, by the name of its test.
    pub killed_by: &'static str,
}

/// Every faulty function.
pub const DATA_MUTANTS: &[DataMutant] = &[
    DataMutant {
        name: "falsy_result_replayed_as_null",
        about: "A result that counts as false (0, \"\", [], {}, false) is replayed as null.",
        field: None,
        of: "spec::step",
        killed_by: "every_result_is_replayed_to_the_byte",
    },
    DataMutant {
        name: "large_number_replayed_rounded",
        about: "A result is read into a double and written again: large integers change.",
        field: Some("B26"),
        of: "spec::step",
        killed_by: "every_result_is_replayed_to_the_byte",
    },
    DataMutant {
        name: "joined_string_identity",
        about: "Scope and key are joined by a separator that may occur in both.",
        field: Some("B30"),
        of: "key::RequestId",
        killed_by: "different_requests_have_different_identities",
    },
    DataMutant {
        name: "identity_ignores_case",
        about: "Scope and key are compared without regard to capitals.",
        field: Some("B30"),
        of: "key::RequestId",
        killed_by: "different_requests_have_different_identities",
    },
    DataMutant {
        name: "absent_key_hashed",
        about: "Of an event without an id, the hash of nothing is taken for its key.",
        field: Some("B28"),
        of: "key::event_key",
        killed_by: "events_without_a_name_share_no_key",
    },
    DataMutant {
        name: "whole_event_hashed",
        about: "The key of an event is the hash of all of it, with the time of sending.",
        field: Some("B23"),
        of: "key::event_key",
        killed_by: "redeliveries_share_a_key",
    },
    DataMutant {
        name: "key_recomputed_at_finish",
        about: "At finish the key is derived anew, from arguments that the handler has changed.",
        field: Some("B27"),
        of: "key::IntentKey",
        killed_by: "what_was_finished_is_replayed",
    },
    DataMutant {
        name: "retry_counted_in_the_key",
        about: "The number of the attempt is part of the key, so that a retry has another.",
        field: Some("B41"),
        of: "key::IntentKey",
        killed_by: "retries_share_a_key",
    },
    DataMutant {
        name: "arguments_alone_are_the_key",
        about: "The key is derived from the arguments alone, so that a second wanted call is a retry.",
        field: Some("B41"),
        of: "key::IntentKey",
        killed_by: "wanted_repetitions_have_keys_of_their_own",
    },
    DataMutant {
        name: "fingerprint_of_the_bytes",
        about: "The fingerprint is taken of the bytes, so that the order of members changes it.",
        field: Some("B23"),
        of: "key::Fingerprint",
        killed_by: "equal_payloads_have_equal_fingerprints",
    },
    DataMutant {
        name: "numbers_rounded",
        about: "Numbers are read into doubles, so that large integers share a form.",
        field: Some("B26"),
        of: "key::canonicalise",
        killed_by: "different_payloads_have_different_fingerprints",
    },
    DataMutant {
        name: "accents_composed",
        about: "Texts are normalised, so that different ones share a form.",
        field: Some("B26"),
        of: "key::canonicalise",
        killed_by: "different_payloads_have_different_fingerprints",
    },
    DataMutant {
        name: "broken_text_replaced",
        about: "Half a surrogate pair becomes a replacement character, instead of a refusal.",
        field: Some("B26"),
        of: "key::canonicalise",
        killed_by: "different_payloads_have_different_fingerprints",
    },
    DataMutant {
        name: "last_duplicate_kept",
        about: "Of two members of one name the last counts, instead of a refusal.",
        field: Some("B26"),
        of: "key::canonicalise",
        killed_by: "different_payloads_have_different_fingerprints",
    },
    DataMutant {
        name: "null_members_dropped",
        about: "A member that is null counts as absent.",
        field: Some("B26"),
        of: "key::canonicalise",
        killed_by: "different_payloads_have_different_fingerprints",
    },
];

/// The table as text: the fault, the report, the function, the property.
#[must_use]
pub fn text() -> String {
    let line = |one: &DataMutant| {
        let field = one.field.unwrap_or("-");
        format!("{:<30} {:<4} {:<17} {}\n", one.name, field, one.of, one.killed_by)
    };
    DATA_MUTANTS.iter().map(line).collect()
}
