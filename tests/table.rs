//! `step` agrees with the table of the design, cell by cell, and is total.
//!
//! *What it claims.* In each settled view each operation is answered, and changes the record, as
//! the table says that is written out in `common::table`; answers and records hold what
//! `common::contents` says; every cell is reached, and every clause decides somewhere.
//! *How that is checked.* Every record, operation and time within the bounds, under every
//! combination of parameters.
//! *What is not covered.* The table itself: two people wrote it twice.

mod common;

use common::contents::{Fell, broken};
use common::enumeration::{cells, moments, operations, records};
use common::every_contract::{Asked, Ran, contracts, under_every_contract};
use common::table::{ROWS, agrees, cell, cell_of, compared, row};
use common::values::Tiny;
use onceproof::spec::settle::{may_be_forgotten, settle, view};
use onceproof::spec::{Clause, Moment, Operation, Record, View, step};
use std::cell::RefCell;

/// What was reached: the cells by row and view, and the clauses that decided.
struct Reached {
    cells: [[bool; View::ALL.len()]; ROWS.len()],
    clauses: [bool; Clause::ALL.len()],
}

#[test]
fn step_is_the_table_and_reaches_every_cell_and_every_clause() {
    let reached = RefCell::new(Reached {
        cells: [[false; View::ALL.len()]; ROWS.len()],
        clauses: [false; Clause::ALL.len()],
    });
    let mut ran = Ran::default();
    let operations = operations();
    for record in records() {
        for now in moments() {
            for operation in &operations {
                ran.add(under_every_contract(|contract| {
                    check(contract, &record, operation, now, &reached);
                }));
            }
            under_every_contract(|contract| {
                let settled = settle(contract, &record, now.time);
                if may_be_forgotten(contract, &settled, now.time).is_some() {
                    reached.borrow_mut().clauses[Clause::StoreMayForget as usize] = true;
                }
            });
        }
    }
    println!("{} cells x {} contracts, in {} courses", cells(), contracts(), ran.courses);
    assert_eq!(ran.contracts, cells() * contracts(), "not every contract was asked everywhere");
    let reached = reached.into_inner();
    let missing: Vec<_> =
        possible_cells().filter(|cell| !reached.cells[cell.0][cell.1 as usize]).collect();
    let missing: Vec<_> = missing.iter().map(|(row, view)| (ROWS[*row], view)).collect();
    assert!(missing.is_empty(), "no operation fell in these cells: {missing:#?}");
    println!(
        "{} cells of the table and {} clauses were reached",
        possible_cells().count(),
        Clause::ALL.len()
    );
    let never: Vec<_> =
        Clause::ALL.iter().filter(|clause| !reached.clauses[**clause as usize]).collect();
    assert!(never.is_empty(), "no decision names these clauses: {never:#?}");
}

/// Every view with every row; a payload can differ only from one that is bound.
fn possible_cells() -> impl Iterator<Item = (usize, View)> {
    (0..ROWS.len())
        .flat_map(|row| View::ALL.map(|view| (row, view)))
        .filter(|(row, view)| !(ROWS[*row].contains("other payload") && *view == View::Absent))
}

fn check(
    contract: &Asked<'_>,
    record: &Record<Tiny>,
    operation: &Operation<Tiny>,
    now: Moment<u8>,
    reached: &RefCell<Reached>,
) {
    let decision = step(contract, record, operation, now);
    let settled = &settle(contract, record, now.time);
    let view = view(contract, settled, now.time);
    let expected = cell(contract, settled, view, operation);
    let fell = Fell { contract, settled, view, operation, now };
    let content = broken(&fell, &decision);
    if !agrees(expected, settled, &decision) || content.is_some() {
        panic!(
            "the table says {expected}, step says {}; {}\n{view:?} {operation:?} {now:?}\n{record:?}\n{:?}\n{:?}",
            cell_of(settled, &decision),
            content.unwrap_or("contents agree"),
            decision,
            contract.contract()
        );
    }
    let offered = match operation {
        Operation::Begin(begin) => Some(&begin.payload),
        Operation::Cancel(payload) => payload.as_ref(),
        _no_payload_of_the_row => None,
    };
    let row = row(operation, compared(contract, settled, view, offered));
    let mut reached = reached.borrow_mut();
    reached.cells[row][view as usize] = true;
    reached.clauses[decision.clause as usize] = true;
}
