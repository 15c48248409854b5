//! The command line: `gtn-db --help` lists what it does.
//!
//! | exit status | |
//! |---|---|
//! | 0 | done, or found |
//! | 1 | nothing found |
//! | 2 | an error, or a command line that is none |
//! | 3 | done, but something was skipped |

mod cli;

use std::io;
use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    match cli::Cli::parse().run() {
        Ok(outcome) => ExitCode::from(outcome.status()),
        // Who reads the output has seen enough, as `head` has.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            cli::report(&format!("{error:#}"));
            ExitCode::from(cli::Outcome::Failed.status())
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}
