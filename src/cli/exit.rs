//! The exit codes. They are part of the interface and never change their meaning.

use std::process::ExitCode;

/// What a run came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(dead_code)] // Until every verb is there.
pub(crate) enum Exit {
    /// Everything that was asked holds.
    Holds,
    /// Something is violated, forbidden or different.
    Violated,
    /// Neither: the run cannot tell.
    Undetermined,
    /// Nothing ran, so nothing was shown.
    NothingRan,
    /// The command line is wrong (sysexits EX_USAGE).
    Usage,
    /// The input is wrong (sysexits EX_DATAERR).
    BadInput,
    /// An input could not be opened or read, or an output could not be written (sysexits EX_IOERR).
    Io,
    /// A driver is not to be had (sysexits EX_UNAVAILABLE).
    DriverUnavailable,
    /// A fault of this program (sysexits EX_SOFTWARE).
    Internal,
}

impl Exit {
    /// The number that the shell sees.
    pub(crate) const fn number(self) -> u8 {
        match self {
            Exit::Holds => 0,
            Exit::Violated => 1,
            Exit::Undetermined => 2,
            Exit::NothingRan => 4,
            Exit::Usage => 64,
            Exit::BadInput => 65,
            Exit::DriverUnavailable => 69,
            Exit::Internal => 70,
            Exit::Io => 74,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit.number())
    }
}
