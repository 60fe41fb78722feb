//! `--contract NAME|FILE`, the same for every verb.

use super::exit::Exit;
use super::print::tell;
use onceproof::contract_file::{LoadError, LoadedContract, load, warnings};

/// Loads a contract, and tells on stderr why when it cannot, and what in it has no effect.
pub(crate) fn loaded(name_or_file: &str) -> Result<LoadedContract, Exit> {
    match load(name_or_file) {
        Ok(contract) => {
            for warning in warnings(&contract.open) {
                tell(&format!("{name_or_file}: warning: {}", warning.says));
            }
            Ok(contract)
        }
        Err(error) => {
            tell(&error.to_string());
            Err(match error {
                LoadError::UnknownName { .. } => Exit::Usage,
                LoadError::Unreadable { .. } => Exit::Io,
                LoadError::Bad { .. } => Exit::BadInput,
            })
        }
    }
}
