//! The property x contract table, both ways: what is declared to be given up breaks in a world,
//! and what is promised breaks in none.
#![cfg(feature = "models")]

use onceproof::models::promises::{Cell, Reading, promises, readings, short};
use onceproof::property::{Property, given_up};
use onceproof::spec::contract::Parameter;
use onceproof::spec::named;
use std::collections::BTreeSet;
use std::time::Instant;

fn declared(contract: &onceproof::spec::Contract) -> BTreeSet<Property> {
    given_up(contract).iter().map(|given| given.property).collect()
}

#[test]
fn what_a_contract_gives_up_breaks_and_what_it_promises_holds() {
    let mut wrong = Vec::new();
    for contract in named::ALL {
        for (reading, pinned) in readings(&contract.open()) {
            let start = Instant::now();
            let found = promises(contract.name, reading, pinned).expect("searched");
            let (took, states) = (start.elapsed(), &found.distinct);
            println!(
                "{} {reading:?}: {:?} {} {states:?} {took:?}",
                contract.name, found.guarantee, found.honest
            );
            for (property, cell) in &found.cells {
                let lost = matches!(cell, Cell::GivenUp { .. });
                if lost != declared(&pinned).contains(property) {
                    let given = given_up(&pinned).into_iter();
                    let why: Vec<String> = given
                        .filter(|given| given.property == *property)
                        .map(|given| format!("{} = {}", given.parameter.name(), given.value))
                        .collect();
                    let name = format!("{} {reading:?} {}", contract.name, property.name());
                    wrong.push(format!("{name}: declared {why:?}, found {cell:?}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn each_value_of_each_parameter_gives_up_what_is_declared_for_it() {
    let strict = short(named::STRICT);
    let mut wrong = Vec::new();
    for parameter in Parameter::ALL {
        for index in 0..parameter.values().len() as u8 {
            let mut contract = strict;
            parameter.set_in(&mut contract, index);
            let name = format!("{} = {}", parameter.name(), parameter.values()[usize::from(index)]);
            let all = promises("strict", Reading::Only, contract).expect("searched");
            let found: BTreeSet<Property> = all.lost().collect();
            let declared = declared(&contract);
            println!("{name}: {found:?}");
            if std::env::var("ONCEPROOF_SHOW").is_ok_and(|shown| name.contains(&shown)) {
                for (property, cell) in &all.cells {
                    if let Cell::GivenUp { environment, run } = cell {
                        println!("  {} in {environment}", property.name());
                        run.iter().for_each(|action| println!("     {}", action.sentence()));
                    }
                }
            }
            if found != declared {
                wrong.push(format!("{name}: declared {declared:?}, found {found:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn short_durations_give_up_what_the_long_ones_give_up() {
    for contract in named::ALL {
        let base = *contract.open().base();
        assert_eq!(declared(&base), declared(&short(base)), "{}", contract.name);
    }
}
