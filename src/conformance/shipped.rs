//! The cases that are shipped with the crate, as texts.
//!
//! *What it claims.* These are the files under `tests/cases/`, all of them.
//! *How that is checked.* `tests/transition_cases.rs` compares with the folder.
//! *What is not covered.* Reading them: that is for [`super::read()`].

macro_rules! files {
    ($($name:literal,)+) => {
        /// The name and the text of each file, in reading order.
        pub const FILES: &[(&str, &str)] =
            &[$(($name, include_str!(concat!("../../tests/cases/", $name)))),+];
    };
}

files! {
    "begin.json",
    "begin_conflict.json",
    "missing_key.json",
    "identity.json",
    "finish.json",
    "fail.json",
    "renew.json",
    "untagged.json",
    "fencing.json",
    "resolve.json",
    "cancel.json",
    "status.json",
    "sweep_and_time.json",
    "attempts.json",
    "parameters.json",
}

/// The shipped files, read.
///
/// # Errors
/// Never, unless a shipped file is wrong.
pub fn read_all() -> Result<Vec<(&'static str, super::CaseFile)>, super::CaseError> {
    FILES.iter().map(|(name, text)| super::read(text).map(|file| (*name, file))).collect()
}
