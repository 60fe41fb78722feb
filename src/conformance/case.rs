//! What a case is, and what can be wrong with one.
//!
//! *What it claims.* A [`Case`] that exists is sound: its clause and its contract are known, its
//! time never goes back, and every label stands for something. Only [`super::read()`] makes one.
//! *How that is checked.* `tests/case_format.rs` has a bad file for each [`Problem`].
//! *What is not covered.* Whether what a case expects is right: that is for its author, who
//! reads the clause and not the code.

use crate::spec::{Clause, Contract, RequestId};
use crate::trace::form::{AnswerForm, ContractForm, JsonText, OperationForm, Tick};
use serde::{Deserialize, Serialize};
use std::fmt::{Display, Formatter};

/// The version of the file format.
pub const VERSION: u32 = 1;

/// The prefix of labels that stand for attempts which were never issued.
pub const NEVER: &str = "never-";

/// A file of cases.
#[derive(Clone, Debug)]
pub struct CaseFile {
    /// What the cases of this file are about, in one sentence.
    pub about: String,
    /// The cases, at least one.
    pub cases: Vec<Case>,
}

/// One case: a contract, some steps, and what is answered at each. The last step is the one
/// that the case is about.
#[derive(Clone, Debug)]
pub struct Case {
    /// A sentence in lower case, words joined by underscores.
    pub name: String,
    /// The rule that decides the last step.
    pub clause: Clause,
    /// Why it is so, where the clause alone does not say it.
    pub why: Option<String>,
    /// The contract as written.
    pub contract_form: ContractForm,
    /// The contract.
    pub contract: Contract,
    /// The steps, at least one; the last is an operation.
    pub steps: Vec<Step>,
    /// The case as written.
    pub text: JsonText,
}

/// One step of a case.
#[derive(Clone, Debug)]
pub struct Step {
    /// When it takes effect; never earlier than the step before.
    pub at: Tick,
    /// The request that it is about.
    pub request: RequestId,
    /// What happens.
    pub action: Action,
}

/// What happens at a step.
#[derive(Clone, Debug)]
pub enum Action {
    /// Something is asked, and one of these is answered.
    Ask {
        /// What is asked. Attempts are labels.
        operation: OperationForm<String>,
        /// What may be answered: the first that fits counts.
        expected: Vec<AnswerForm<String>>,
    },
    /// The subject is restarted, as a new incarnation.
    Restart(Records),
}

/// What becomes of the records at a restart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Records {
    /// They are gone: the store is volatile.
    Lost,
    /// They are still there: the store is durable.
    Kept,
}

/// The request of steps that name none.
#[must_use]
pub fn usual_request() -> RequestId {
    RequestId { scope: "S".to_owned(), key: "K".to_owned() }
}

macro_rules! problems {
    ($($(#[$says:meta])* $problem:ident = $name:literal,)+) => {
        /// What can be wrong with a file of cases.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Problem { $($(#[$says])* $problem,)+ }

        impl Problem {
            /// Every problem.
            pub const ALL: &'static [Problem] = &[$(Problem::$problem),+];
            /// Its name in reports.
            #[must_use]
            pub fn name(self) -> &'static str { match self { $(Problem::$problem => $name),+ } }
        }
    };
}

problems! {
    /// The text is not JSON, or not strict JSON.
    NotJson = "not_json",
    /// A member is missing, unknown, or of the wrong form.
    WrongForm = "wrong_form",
    /// The file has a version that is not known here.
    UnknownVersion = "unknown_version",
    /// There is no case in the file.
    EmptyFile = "empty_file",
    /// A name is not words in lower case joined by underscores.
    BadName = "bad_name",
    /// Two cases have one name.
    DuplicateName = "duplicate_name",
    /// The clause is not in the table of clauses.
    UnknownClause = "unknown_clause",
    /// The contract's base, a parameter or a value is not known.
    UnknownTerm = "unknown_term",
    /// The case has no steps.
    NoSteps = "no_steps",
    /// A step is neither one operation with an expectation nor one restart.
    StepShape = "step_shape",
    /// An operation says nothing that can be asked: without payload, or with one too many.
    BadOperation = "bad_operation",
    /// A step is earlier than the one before it.
    TimeGoesBack = "time_goes_back",
    /// A label is used in an operation before an answer bound it.
    UnboundLabel = "unbound_label",
    /// A label for an attempt that was never issued is expected in an answer.
    ReservedLabel = "reserved_label",
    /// The last step is a restart, and so there is nothing to judge.
    NothingJudged = "nothing_judged",
}

/// Something is wrong with a file of cases, at this place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseError {
    /// What kind of thing.
    pub problem: Problem,
    /// In which case: its name, or its number where it has none.
    pub case: Option<String>,
    /// In which step of it, from 1.
    pub step: Option<usize>,
    /// In which member.
    pub member: Option<String>,
    /// What exactly.
    pub what: String,
    /// How many bytes of the text lie before it.
    pub offset: usize,
    /// In which line, from 1.
    pub line: usize,
    /// At which byte of the line, from 1.
    pub column: usize,
}

impl Display for CaseError {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}, column {}, byte {}: ", self.line, self.column, self.offset + 1)?;
        f.write_str(self.problem.name())?;
        if let Some(case) = &self.case {
            write!(f, ", case {case}")?;
        }
        if let Some(step) = &self.step {
            write!(f, ", step {step}")?;
        }
        if let Some(member) = &self.member {
            write!(f, ", member `{member}`")?;
        }
        write!(f, ": {}", self.what)
    }
}

impl std::error::Error for CaseError {}

impl CaseError {
    /// A problem at the beginning of a text.
    pub(crate) fn new(problem: Problem, member: Option<&str>, what: impl Into<String>) -> Self {
        let member = member.map(str::to_owned);
        let (case, step, what) = (None, None, what.into());
        CaseError { problem, case, step, member, what, offset: 0, line: 1, column: 1 }
    }

    /// The same problem, so many bytes further on.
    pub(super) fn further(self, bytes: usize) -> Self {
        CaseError { offset: self.offset.saturating_add(bytes), ..self }
    }

    /// The same problem, its line and column counted in the whole text.
    #[must_use]
    pub fn placed(self, whole: &[u8]) -> Self {
        let before = whole.get(..self.offset).unwrap_or(whole);
        let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
        let start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        CaseError { line, column: before.len() - start + 1, ..self }
    }

    /// The same problem, in this step.
    pub(super) fn in_step(self, step: usize) -> Self {
        CaseError { step: self.step.or(Some(step)), ..self }
    }

    /// The same problem, in this case.
    pub(super) fn in_case(self, case: &str) -> Self {
        CaseError { case: self.case.or_else(|| Some(case.to_owned())), ..self }
    }
}
