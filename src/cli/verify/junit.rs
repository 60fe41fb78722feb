//! All of it as a JUnit report: a suite for each table, a case for each row.

use super::json::standing;
use super::summary::Summary;
use super::text;
use onceproof::models::verification::{Done, RowStanding};
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

pub(super) fn all(done: &[Done], summary: &Summary) -> Result<String, String> {
    let mut report = Report::new("onceproof verify");
    for (suite, kind) in [
        ("configurations", (|one| matches!(one, Done::Configuration(_))) as fn(&Done) -> bool),
        ("contracts", |one| matches!(one, Done::Contract(_))),
        ("mutants", |one| matches!(one, Done::Mutant(_))),
    ] {
        let cases: Vec<TestCase> =
            done.iter().filter(|one| kind(one)).map(|one| case(suite, one)).collect();
        if !cases.is_empty() {
            let mut suite = TestSuite::new(suite);
            suite.add_test_cases(cases);
            report.add_test_suite(suite);
        }
    }
    report.set_time(std::time::Duration::from_secs_f64(summary.seconds));
    report.to_string().map_err(|error| error.to_string())
}

fn case(suite: &str, one: &Done) -> TestCase {
    let status = match (one.is_as_expected(), one.is_unknown()) {
        (true, _) => TestCaseStatus::success(),
        (false, false) => TestCaseStatus::non_success(NonSuccessKind::Failure),
        (false, true) => TestCaseStatus::non_success(NonSuccessKind::Error),
    };
    let mut case = TestCase::new(one.name(), status);
    case.set_classname(format!("onceproof.{suite}"));
    match one {
        Done::Configuration(row) => {
            if let Ok(found) = &row.found {
                case.set_time(found.took);
            }
            if !one.is_as_expected() {
                let unknown = row.found.as_ref().err().map(ToString::to_string);
                case.status.set_message(standing(&row.standing));
                let why = text::complaint(row).or(unknown).unwrap_or_default();
                case.status.set_description(why);
            }
            debug_assert!(row.found.is_ok() || row.standing == RowStanding::Unknown);
        }
        Done::Mutant(row) => {
            if !one.is_as_expected() {
                case.status.set_message(match &row.found {
                    Err(trouble) => trouble.to_string(),
                    Ok(found) if !found.is_killed() => "the mutant survives".to_owned(),
                    Ok(_) => "not as recorded".to_owned(),
                });
            }
        }
        Done::Contract(row) => {
            if !one.is_as_expected() {
                case.status.set_message(match &row.found {
                    Err(failure) => format!("{}: {}", failure.environment, failure.what),
                    Ok(_) => format!(
                        "promised and broken: {:?}; given up and kept: {:?}",
                        row.broken, row.kept
                    ),
                });
            }
        }
    }
    case
}
