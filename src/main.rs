//! The command line of `onceproof`.
#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic
)]

mod cli;

fn main() -> std::process::ExitCode {
    cli::main()
}
