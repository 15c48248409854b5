//! `gtn-db completions`: lets a shell complete commands and options.

use std::io::{self, Write};

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::cli::{Cli, Global, Outcome};

/// Print what a shell needs to complete commands and options
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  gtn-db completions bash > ~/.local/share/bash-completion/completions/gtn-db")]
pub struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

pub fn run(args: &CompletionsArgs, _global: &Global) -> anyhow::Result<Outcome> {
    // Made in memory first: the generator panics when it cannot write.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "gtn-db", &mut script);
    io::stdout().write_all(&script)?;
    Ok(Outcome::Done)
}
