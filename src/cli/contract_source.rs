//! `--contract NAME|FILE`, the same for every verb.

use super::exit::Exit;
use super::text_io::complain;
use onceproof::contract_file::{self, LoadError, LoadedContract, warnings};
use onceproof::spec::open::OpenContract;

/// Loads a contract. Why it cannot, or what in it has no effect, is told on stderr.
pub(super) fn load(name_or_file: &str) -> Result<OpenContract, Exit> {
    load_with_sources(name_or_file).map(|contract| contract.open)
}

/// Loads a contract with the sources of its parameters.
pub(super) fn load_with_sources(name_or_file: &str) -> Result<LoadedContract, Exit> {
    match contract_file::load(name_or_file) {
        Ok(contract) => {
            for warning in warnings(&contract.open) {
                complain(&format!("{name_or_file}: warning: {}", warning.says));
            }
            Ok(contract)
        }
        Err(error) => {
            // A file may have several faults: one line each.
            error.to_string().lines().for_each(complain);
            Err(match error {
                LoadError::UnknownName { .. } => Exit::Usage,
                LoadError::Unreadable { .. } => Exit::Io,
                LoadError::Bad { .. } => Exit::BadInput,
            })
        }
    }
}
