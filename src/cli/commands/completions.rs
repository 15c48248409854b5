//! `gtn-db completions`: lets a shell complete commands and options.

use std::io::Write;

use clap::Args;
use clap_complete::Shell;

use crate::cli::Outcome;
use crate::cli::output::stdout;

/// Print the completion script of a shell
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  gtn-db completions bash > ~/.local/share/bash-completion/completions/gtn-db")]
pub struct CompletionsArgs {
    /// The shell that reads the script
    shell: Shell,
}

pub fn run(args: &CompletionsArgs, mut program: clap::Command) -> anyhow::Result<Outcome> {
    // Into memory first, because the generator panics when it cannot write.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut program, "gtn-db", &mut script);
    let mut out = stdout();
    out.write_all(&script)?;
    out.flush()?;
    Ok(Outcome::Done)
}
