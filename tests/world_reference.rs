//! One key, four callers, crash and lease expiry: how large that is, and how fast.
#![cfg(feature = "models")]

mod worlds;

use onceproof::models::world::World;
use onceproof::models::world::configuration::{Bounds, Class, Configuration, Faults, Settings};
use onceproof::models::world::observer::Tally;
use onceproof::models::world::pack::pack;
use std::collections::HashSet;
use std::time::Instant;
use worlds::{successors, take_over};

#[test]
fn the_symmetric_reference_has_a_known_number_of_orbits() {
    let class = Class { count: 4, ..Class::default() };
    let world = Settings { callers: vec![class], ..Settings::default() };
    let faults = Faults { crash: 1, lease_over: 1, ..Faults::NONE };
    let bounds = Bounds { tries: 1, ..Bounds::default() };
    let world = World::new(Configuration { contract: take_over(), world, bounds, faults })
        .expect("a world");
    let start = Instant::now();
    let (mut known, mut open, mut generated) = (HashSet::new(), Vec::new(), 0_u32);
    for state in world.initial(&Tally::default()) {
        let state = world.representative(&state);
        known.insert(pack(&state));
        open.push(state);
    }
    while let Some(state) = open.pop() {
        for next in successors(&world, &state) {
            generated += 1;
            let next = world.representative(&next);
            if known.insert(pack(&next)) {
                open.push(next);
            }
        }
    }
    let rate = f64::from(generated) / start.elapsed().as_secs_f64();
    println!("{} orbits, {generated} transitions, {rate:.0} a second", known.len());
    let start = Instant::now();
    let (mut states, mut again) = (Vec::new(), 0_u32);
    for state in world.initial(&Tally::default()) {
        states.push(state);
    }
    let mut seen: HashSet<_> = states.iter().cloned().collect();
    while let Some(state) = states.pop() {
        if again > 2_000_000 {
            break;
        }
        for next in successors(&world, &state) {
            again += 1;
            if seen.insert(next.clone()) {
                states.push(next);
            }
        }
    }
    let rate = f64::from(again) / start.elapsed().as_secs_f64();
    let start = Instant::now();
    let some: Vec<_> = seen.iter().take(20_000).collect();
    let made: usize = some.iter().map(|state| successors(&world, state).len()).sum();
    let alone = made as f64 / start.elapsed().as_secs_f64();
    println!("{alone:.0} transitions a second without keeping any");
    println!("without symmetry: {} states, {again} transitions, {rate:.0} a second", seen.len());
}
