//! What the verbs about models write.

use super::written::{Written, document};

/// One run of `verify` for each kind of row, and for each way in which one can come out.
pub(crate) fn verified() -> Vec<Written> {
    let runs: [(&str, &[&str]); 9] = [
        ("runs", &["--filter", "matrix/run"]),
        ("holds", &["--filter", "leases/"]),
        ("stopped", &["--filter", "concurrency/three", "--most-states", "10"]),
        ("mutant on", &["--filter", "concurrency/", "--mutant", "rejected_duplicate_deletes"]),
        ("contracts", &["--filter", "contract/strict"]),
        ("more contracts", &["--filter", "contract/b"]),
        ("a contract that is open in one place", &["--filter", "contract/powertools"]),
        ("deeper", &["--filter", "clocks/lease/take_over", "--deep"]),
        ("mutants", &["--filter", "mutant/late"]),
    ];
    let written = |(kind, asked): (&str, &[&str])| {
        let arguments: Vec<&str> =
            ["verify", "--format", "json"].into_iter().chain(asked.iter().copied()).collect();
        document("verify", kind, &arguments, b"")
    };
    runs.into_iter().map(written).collect()
}

pub(crate) fn explained() -> Vec<Written> {
    let name = "concurrency/claim_is_read_then_written";
    let json = |kind, arguments: &[&str]| {
        document("explain", kind, &[&["explain"], arguments, &["--format", "json"]].concat(), b"")
    };
    vec![
        json("list", &["--list"]),
        json("broken", &[name]),
        json("broken", &[name, "--property", "P1"]),
        json("held", &[name, "--property", "P2"]),
    ]
}
