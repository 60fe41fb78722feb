//! The reader of contract files: what is given, and what is wrong, each with its place.

use super::problem::{Place, Problem};
use super::{UNSPECIFIED, VERSION, closest};
use crate::spec::contract::{LONGEST_SPAN, Parameter, Span, UNBOUNDED};
use crate::spec::named::{self, Named, STRICT};
use crate::spec::open::OpenContract;
use crate::spec::term::Term;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The longest name of a contract, in characters.
pub(super) const LONGEST_NAME: usize = 64;

const FIELDS: [&str; 4] = ["version", "name", "base", "contract"];
const FENCING: &str = "fencing";

/// What a contract file gives.
pub(super) struct Given {
    pub(super) name: Option<String>,
    pub(super) base: Option<&'static Named>,
    pub(super) open: OpenContract,
    lines: Vec<(Term, usize)>,
}

impl Given {
    /// The line on which the file gives a parameter.
    pub(super) fn line(&self, term: Term) -> Option<usize> {
        self.lines.iter().find(|(other, _)| *other == term).map(|(_, line)| *line)
    }
}

/// Reads a contract file.
pub(super) fn read(text: &str) -> Result<Given, Vec<Problem>> {
    let root = match DeTable::parse(text) {
        Ok(root) => root,
        Err(error) => {
            let problem = Problem::new(format!("not TOML: {}", error.message()));
            let at = error.span().unwrap_or_default();
            return Err(vec![problem.at(text, &at)]);
        }
    };
    let mut reader = Reader { text, problems: Vec::new(), settings: Vec::new() };
    let given = reader.file(root.get_ref());
    if reader.problems.is_empty() {
        return Ok(given);
    }
    reader.problems.sort_by_key(|problem| problem.place);
    Err(reader.problems)
}

type Key<'a> = Spanned<std::borrow::Cow<'a, str>>;
type Value<'a> = Spanned<DeValue<'a>>;

/// How many problems of one file are told.
const MOST_PROBLEMS: usize = 100;

/// The value that a file gives to a parameter. None: a wrong one, already reported.
enum Wanted {
    Span(Span),
    Choice(Parameter, Vec<u8>),
}

struct Reader<'a> {
    text: &'a str,
    problems: Vec<Problem>,
    settings: Vec<(Term, usize, Option<Wanted>)>,
}

impl Reader<'_> {
    fn file(&mut self, root: &DeTable<'_>) -> Given {
        let (mut name, mut base, mut based, mut contract) = (None, None, false, None);
        for (key, value) in root {
            match key.get_ref().as_ref() {
                "version" => self.version(value),
                "name" => name = self.name(value),
                "base" => (base, based) = (self.base(value), true),
                "contract" => contract = Some((key, value)),
                other => self.unknown_field(key, other),
            }
        }
        if !root.contains_key("version") {
            let what = format!("`version = {VERSION}` is missing");
            self.problems.push(Problem::new(what));
        }
        if let Some((_, value)) = contract {
            self.contract(value);
        }
        if !based {
            self.missing(contract.map(|(key, _)| key));
        }
        let lines = self.settings.iter().map(|(term, line, _)| (*term, *line)).collect();
        Given { name, base, open: self.open(base), lines }
    }

    fn version(&mut self, value: &Value<'_>) {
        if integer(value.get_ref()) != Some(i128::from(VERSION)) {
            let found = describe(value.get_ref());
            let what =
                format!("`version` is {VERSION} in files that this program reads, not {found}");
            self.wrong(value, Problem::new(what));
        }
    }

    fn name(&mut self, value: &Value<'_>) -> Option<String> {
        let name = value.get_ref().as_str().filter(|name| {
            let letters = name.chars().count();
            (1..=LONGEST_NAME).contains(&letters) && !name.chars().any(char::is_control)
        });
        if name.is_none() {
            let found = describe(value.get_ref());
            let what = format!("`name` is a text of 1 to {LONGEST_NAME} characters, not {found}");
            self.wrong(value, Problem::new(what));
        }
        name.map(str::to_owned)
    }

    fn base(&mut self, value: &Value<'_>) -> Option<&'static Named> {
        let found = value.get_ref().as_str().and_then(named::find);
        if found.is_none() {
            let names = || named::ALL.iter().map(|named| named.name);
            let what = format!(
                "`base` is a named contract, not {}; they are {}",
                describe(value.get_ref()),
                names().collect::<Vec<_>>().join(", "),
            );
            let meant = value.get_ref().as_str().and_then(|name| closest(name, names()));
            self.wrong(value, Problem::new(what).suggesting(meant));
        }
        found
    }

    fn unknown_field(&mut self, key: &Key<'_>, name: &str) {
        if Term::from_name(name).is_some() || name == FENCING {
            let what = format!("`{name}` belongs under [contract]");
            return self.wrong(key, Problem::new(what));
        }
        let what = format!("no field is named {name:?}");
        self.wrong(key, Problem::new(what).suggesting(closest(name, FIELDS)));
    }

    fn contract(&mut self, value: &Value<'_>) {
        let Some(table) = value.get_ref().as_table() else {
            let what = format!("`contract` is a table, not {}", describe(value.get_ref()));
            return self.wrong(value, Problem::new(what));
        };
        for (key, value) in table {
            match (key.get_ref().as_ref(), value.get_ref().as_table()) {
                (FENCING, Some(fencing)) => self.fencing(fencing),
                (FENCING, None) => {
                    let found = describe(value.get_ref());
                    let what = format!("`fencing` is a table of finish, fail, renew, not {found}");
                    self.wrong(value, Problem::new(what));
                    // Reported once, and not once more as missing.
                    let terms = Term::ALL.into_iter().filter(|term| fenced(*term).is_some());
                    self.settings.extend(terms.map(|term| (term, 0, None)));
                }
                (name, _) => self.parameter(key, value, name, |term| match fenced(term) {
                    Some(_) => None,
                    None => Some(term.name()),
                }),
            }
        }
    }

    fn fencing(&mut self, table: &DeTable<'_>) {
        for (key, value) in table {
            self.parameter(key, value, key.get_ref(), fenced);
        }
    }

    /// One parameter of those that have a name in this table.
    fn parameter(
        &mut self,
        key: &Key<'_>,
        value: &Value<'_>,
        name: &str,
        name_here: fn(Term) -> Option<&'static str>,
    ) {
        let Some(term) = Term::ALL.into_iter().find(|term| name_here(*term) == Some(name)) else {
            let mut names: Vec<&str> = Term::ALL.into_iter().filter_map(name_here).collect();
            if names.len() > 3 {
                names.push(FENCING);
            }
            let what = format!("no parameter is named {name:?} here");
            return self.wrong(key, Problem::new(what).suggesting(closest(name, names)));
        };
        let wanted = match term.choice() {
            None => self.span(term, value).map(Wanted::Span),
            Some(choice) => {
                self.choices(choice, value).map(|indices| Wanted::Choice(choice, indices))
            }
        };
        let line = Place::of(self.text, key.span().start).line;
        self.settings.push((term, line, wanted));
    }

    fn span(&mut self, term: Term, value: &Value<'_>) -> Option<Span> {
        let found = value.get_ref();
        if found.as_str() == Some(UNBOUNDED) {
            return Some(Span::Unbounded);
        }
        let in_range = integer(found)
            .and_then(|ticks| u64::try_from(ticks).ok())
            .filter(|ticks| *ticks <= LONGEST_SPAN);
        if let Some(ticks) = in_range {
            return Some(Span::Ticks(ticks));
        }
        if found.as_str() == Some(UNSPECIFIED) || found.is_array() {
            let what = format!(
                "`{term}` is a duration, and durations are never open: only waiting could reveal \
                 them; declare a whole number of ticks, or \"{UNBOUNDED}\""
            );
            self.wrong(value, Problem::new(what));
            return None;
        }
        let what = format!(
            "`{term}` is a whole number of ticks from 0 to {LONGEST_SPAN}, or \"{UNBOUNDED}\", \
             not {}",
            describe(found)
        );
        let meant = found.as_str().and_then(|word| closest(word, [UNBOUNDED]));
        self.wrong(value, Problem::new(what).suggesting(meant));
        None
    }

    /// The indices of a choice's values: one, a list of them, or all.
    fn choices(&mut self, choice: Parameter, value: &Value<'_>) -> Option<Vec<u8>> {
        let all = || (0..choice.values().len()).filter_map(|index| u8::try_from(index).ok());
        match value.get_ref() {
            DeValue::String(word) if word == UNSPECIFIED => Some(all().collect()),
            DeValue::Array(list) if list.is_empty() => {
                let what = format!("`{}` is an empty list, so no contract fits", choice.name());
                self.wrong(value, Problem::new(what));
                None
            }
            DeValue::Array(list) => {
                let found: Vec<Option<u8>> =
                    list.iter().map(|one| self.choice(choice, one, false)).collect();
                found.into_iter().collect()
            }
            DeValue::String(_)
            | DeValue::Integer(_)
            | DeValue::Float(_)
            | DeValue::Boolean(_)
            | DeValue::Datetime(_)
            | DeValue::Table(_) => self.choice(choice, value, true).map(|index| vec![index]),
        }
    }

    fn choice(&mut self, choice: Parameter, value: &Value<'_>, alone: bool) -> Option<u8> {
        let names = choice.values();
        let word = value.get_ref().as_str();
        let found = word.and_then(|word| names.iter().position(|name| *name == word));
        if found.is_none() {
            let rest = if alone { format!(", or \"{UNSPECIFIED}\"") } else { String::new() };
            let what = format!(
                "`{}` is one of {}{rest}, not {}",
                choice.name(),
                names.join(", "),
                describe(value.get_ref()),
            );
            let open = alone.then_some(UNSPECIFIED);
            let meant = word.and_then(|word| closest(word, names.into_iter().chain(open)));
            self.wrong(value, Problem::new(what).suggesting(meant));
        }
        found.and_then(|index| u8::try_from(index).ok())
    }

    /// Without a base, what is not given is an error.
    fn missing(&mut self, contract: Option<&Key<'_>>) {
        let given = |term: &Term| self.settings.iter().any(|(other, ..)| other == term);
        let missing: Vec<&str> =
            Term::ALL.iter().filter(|term| !given(term)).map(|term| term.name()).collect();
        if missing.is_empty() {
            return;
        }
        let what = format!(
            "without `base` every parameter must be given; missing: {}",
            missing.join(", ")
        );
        match contract {
            Some(key) => self.wrong(key, Problem::new(what)),
            None => self.problems.push(Problem::new(what)),
        }
    }

    /// The contract that the settings say, on top of the base.
    fn open(&self, base: Option<&'static Named>) -> OpenContract {
        let start = base.map_or(OpenContract::pinned(STRICT), Named::open);
        self.settings.iter().fold(start, |open, (term, _, wanted)| {
            let was = *open.base();
            match (term, wanted) {
                (_, Some(Wanted::Choice(choice, indices))) => open.narrowed_to(*choice, indices),
                (Term::Lease, Some(Wanted::Span(span))) => {
                    open.lasting(*span, was.retention, was.block_for)
                }
                (Term::Retention, Some(Wanted::Span(span))) => {
                    open.lasting(was.lease, *span, was.block_for)
                }
                (Term::BlockFor, Some(Wanted::Span(span))) => {
                    open.lasting(was.lease, was.retention, *span)
                }
                (Term::Choice(_), Some(Wanted::Span(_))) | (_, None) => open,
            }
        })
    }

    /// Notes a problem. Each has to be placed, so only so many are; the last one says that.
    fn wrong<T>(&mut self, place: &Spanned<T>, problem: Problem) {
        if self.problems.len() < MOST_PROBLEMS {
            self.problems.push(problem.at(self.text, &place.span()));
        } else if self.problems.len() == MOST_PROBLEMS {
            let what = format!("there are more than {MOST_PROBLEMS} problems; these are the first");
            self.problems.push(Problem::new(what));
        }
    }
}

/// The name of a parameter within the table `fencing`, if it belongs there.
fn fenced(term: Term) -> Option<&'static str> {
    term.name().strip_prefix(FENCING).and_then(|rest| rest.strip_prefix('.'))
}

fn integer(value: &DeValue<'_>) -> Option<i128> {
    let integer = value.as_integer()?;
    i128::from_str_radix(integer.as_str(), integer.radix()).ok()
}

/// A value, short enough to be repeated in a message, and without control characters.
fn describe(value: &DeValue<'_>) -> String {
    let short = |text: &str| {
        let start: String = text.chars().take(40).collect();
        let more = if start.len() < text.len() { "…" } else { "" };
        format!("{start:?}{more}")
    };
    match value {
        DeValue::String(text) => short(text),
        DeValue::Integer(number) => format!("{number:.40}"),
        DeValue::Float(number) => format!("{number:.40}"),
        DeValue::Boolean(truth) => truth.to_string(),
        DeValue::Datetime(_) => "a time".to_owned(),
        DeValue::Array(_) => "a list".to_owned(),
        DeValue::Table(_) => "a table".to_owned(),
    }
}
