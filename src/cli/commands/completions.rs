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
    // clap_complete 4.6 names commands in two ways if the program has a hyphen in its name, so that bash
    // completes nothing behind one: https://github.com/clap-rs/clap/issues/6421.
    let script = String::from_utf8_lossy(&script).replace("gtn__subcmd__db", "gtn__db");
    let mut out = stdout();
    out.write_all(script.as_bytes())?;
    out.flush()?;
    Ok(Outcome::Done)
}
