//! The command line: `gtn-db --help` lists the commands.
//!
//! | exit status | meaning |
//! |---|---|
//! | 0 | done, or found |
//! | 1 | nothing found |
//! | 2 | an error, or a command line that cannot be parsed |
//! | 3 | done, but some input was skipped, or `check` found faults |
//! | 130 | interrupted by Ctrl-C |
//! | 143 | ended by SIGTERM |

mod cli;

use std::process::ExitCode;

// With the allocator of musl, whose threads wait for each other, an import takes twice the time.
#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    cli::main()
}
