//! The JSON forms of operations and answers: one for traces, cases, the oracle and drivers.
//!
//! Each is an object with one member, whose name says what it is: `{"begin": {...}}`,
//! `{"conflict": {}}`. No form is untagged, so an error always names its place.
//!
//! *What it claims.* Every operation and every answer of the lifecycle has exactly one form,
//! unknown members are errors, `null` is a result like any other, and nowhere else stands for
//! absence.
//! *How that is checked.* Round trips of generated values; good and bad samples.
//! *What is not covered.* Duplicate members and the like: those are refused before, by
//! [`crate::key::json::check`] on the whole line.

mod answer;
mod attempts;
mod contract;
mod operation;
mod said;
mod values;

pub use answer::{AnswerForm, CauseForm, KindForm, OutcomeForm, ProtectionForm, ViewForm};
pub use contract::{ContractForm, SettingForm};
pub use operation::{FailureForm, FindingForm, FormError, OPERATION_NAMES, OperationForm};
pub(crate) use values::given;
pub use values::{Concrete, JsonText, Tick};
