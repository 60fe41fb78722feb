//! Work on many configurations at once, on two threads.
#![allow(dead_code)] // Each test binary uses a part.

use onceproof::models::Limits;
use onceproof::models::catalogue::{Entry, entries};
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// More than any configuration of the catalogue needs.
pub(crate) const LIMITS: Limits = Limits { states: 3_000_000, bytes: 3 << 30, depth: u64::MAX };

/// The entries whose names contain what `ONCEPROOF_ONLY` says: all, when it says nothing.
pub(crate) fn chosen() -> Vec<Entry> {
    let only = std::env::var("ONCEPROOF_ONLY").unwrap_or_default();
    let all = entries().unwrap_or_else(|wrong| panic!("{wrong}"));
    let all: Vec<Entry> = all.into_iter().filter(|entry| entry.name.contains(&only)).collect();
    assert!(!all.is_empty(), "nothing is called {only}");
    all
}

/// Does something with each, in whatever order, and gives what came of it in theirs.
pub(crate) fn each<T: Sync, R: Send>(all: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let found: Mutex<BTreeMap<usize, R>> = Mutex::default();
    let some = || {
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(one) = all.get(at) else { return };
            let result = work(one);
            found.lock().expect("not poisoned").insert(at, result);
        }
    };
    std::thread::scope(|scope| {
        let other = scope.spawn(some);
        some();
        other.join().expect("the other half");
    });
    found.into_inner().expect("not poisoned").into_values().collect()
}
