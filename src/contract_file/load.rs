//! From a name or a path to a contract.

use super::problem::Problem;
use super::read::{self, Given};
use super::{LONGEST_FILE, closest};
use crate::spec::named::{self, Named};
use crate::spec::open::OpenContract;
use crate::spec::term::Term;
use std::fmt::{Display, Formatter};
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// A contract, from whatever place it was loaded.
#[derive(Clone, Debug)]
pub struct LoadedContract {
    /// Its name: a named contract's, the one that the file gives, or the file's own.
    pub name: String,
    /// The contract. [`OpenContract::as_pinned`] gives it when nothing is open.
    pub open: OpenContract,
    /// The named contract that this is, or that the file starts from.
    pub base: Option<&'static Named>,
    /// Every parameter with its source, in the order of a contract file.
    pub settings: Vec<Setting>,
}

/// Where the value of one parameter is from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The parameter.
    pub term: Term,
    /// Where its value is from.
    pub source: String,
}

/// Why a contract could not be loaded.
#[derive(Debug)]
pub enum LoadError {
    /// Neither a named contract nor a file.
    UnknownName {
        /// What was asked for.
        name: String,
        /// The named contract that was probably meant.
        suggestion: Option<&'static str>,
    },
    /// The file could not be opened or read.
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The file was read, and is no contract.
    Bad {
        /// The file.
        path: PathBuf,
        /// What is wrong with it: at least one thing.
        problems: Vec<Problem>,
    },
}

/// Loads a contract: a named one, else a file.
///
/// # Errors
/// When the name is unknown and no path, or the file is unreadable or no contract.
///
/// ```
/// let strict = onceproof::contract_file::load("strict").unwrap();
/// assert_eq!(strict.open.as_pinned(), Some(onceproof::spec::named::STRICT));
/// assert!(onceproof::contract_file::load("strikt").unwrap_err().to_string().contains("`strict`"));
/// ```
pub fn load(name_or_path: &str) -> Result<LoadedContract, LoadError> {
    if let Some(named) = named::find(name_or_path) {
        return Ok(LoadedContract::from(named));
    }
    let path = Path::new(name_or_path);
    let like_a_path = path.components().count() > 1 || path.extension().is_some();
    if !like_a_path && !path.exists() {
        let suggestion = closest(name_or_path, named::ALL.iter().map(|named| named.name));
        return Err(LoadError::UnknownName { name: name_or_path.to_owned(), suggestion });
    }
    load_file(path)
}

/// Reads a contract file's text; `file` is what its places are called by.
///
/// # Errors
/// When it is no contract: with at least one problem.
pub fn read_text(text: &str, file: &str) -> Result<LoadedContract, Vec<Problem>> {
    let given = read::read(text)?;
    let source = |term: Term| match (given.line(term), given.base) {
        (Some(line), _) => format!("{file}, line {line}"),
        (None, Some(base)) => format!("{}: {}", base.name, base.row(term).source),
        (None, None) => file.to_owned(),
    };
    let settings = Term::ALL.map(|term| Setting { term, source: source(term) }).to_vec();
    let Given { name, open, base, .. } = given;
    Ok(LoadedContract { name: name.unwrap_or_else(|| name_of(file)), open, base, settings })
}

/// A name for a contract that gives none: the file's, as far as it can be a name.
fn name_of(file: &str) -> String {
    let stem = Path::new(file).file_stem().unwrap_or_default().to_string_lossy();
    let name: String =
        stem.chars().filter(|letter| !letter.is_control()).take(read::LONGEST_NAME).collect();
    if name.is_empty() { "unnamed".to_owned() } else { name }
}

fn load_file(path: &Path) -> Result<LoadedContract, LoadError> {
    let bad = |problems| LoadError::Bad { path: path.to_owned(), problems };
    let bytes =
        read_bytes(path).map_err(|error| LoadError::Unreadable { path: path.to_owned(), error })?;
    if bytes.len() as u64 > LONGEST_FILE {
        let what = format!("the file is longer than {LONGEST_FILE} bytes");
        return Err(bad(vec![Problem::new(what)]));
    }
    let text = match std::str::from_utf8(&bytes) {
        Ok(text) => text,
        Err(error) => {
            let what = format!("the file is not UTF-8 from byte {} on", error.valid_up_to());
            return Err(bad(vec![Problem::new(what)]));
        }
    };
    read_text(text, &path.to_string_lossy()).map_err(bad)
}

/// At most one byte more than a contract file may have.
fn read_bytes(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(LONGEST_FILE + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

impl From<&'static Named> for LoadedContract {
    fn from(named: &'static Named) -> LoadedContract {
        let setting = |term| Setting { term, source: named.row(term).source.to_string() };
        LoadedContract {
            name: named.name.to_owned(),
            open: named.open(),
            base: Some(named),
            settings: Term::ALL.map(setting).to_vec(),
        }
    }
}

impl LoadedContract {
    /// The values that a parameter may have, as a contract file writes them.
    #[must_use]
    pub fn values(&self, term: Term) -> Vec<String> {
        match term.choice() {
            Some(choice) => self.open.names(choice).into_iter().map(str::to_owned).collect(),
            None => vec![term.value_in(self.open.base())],
        }
    }

    /// The named contract that this one is, to the last parameter.
    #[must_use]
    pub fn named(&self) -> Option<&'static Named> {
        self.base.filter(|named| named.open() == self.open && named.name == self.name)
    }

    /// What its base has that the parameters cannot express.
    #[must_use]
    pub fn beyond(&self) -> &'static [&'static str] {
        self.base.map_or(&[], |base| base.beyond)
    }
}

impl Display for LoadError {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            LoadError::UnknownName { name, suggestion } => {
                write!(f, "no contract is named {name:?}, and there is no such file")?;
                match suggestion {
                    Some(word) => write!(f, "; did you mean `{word}`?"),
                    None => write!(f, "; `onceproof contracts` lists the names"),
                }
            }
            LoadError::Unreadable { path, error } => {
                write!(f, "cannot read {}: {error}", path.display())
            }
            LoadError::Bad { path, problems } => {
                for (index, problem) in problems.iter().enumerate() {
                    let (line, colon) = (
                        if index > 0 { "\n" } else { "" },
                        if problem.place.is_some() { ":" } else { ": " },
                    );
                    write!(f, "{line}{}{colon}{problem}", path.display())?;
                }
                Ok(())
            }
        }
    }
}

impl std::error::Error for LoadError {}
