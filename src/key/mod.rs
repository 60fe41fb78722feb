//! Keys and fingerprints.
