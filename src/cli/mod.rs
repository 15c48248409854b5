//! The commands, one file each.
//!
//! A command is a file `NAME.rs` with `NameArgs`, which derives [`clap::Args`],
//! and `run(&NameArgs, &Global) -> anyhow::Result<Outcome>`; it has a variant
//! of [`Command`] and an arm in [`Cli::run`]. Its help ends with an example.
//!
//! Whatever comes from a file goes through [`gtn_db::escape`] before a person sees it.

mod args;
mod commands;
mod input;
mod output;

use std::ffi::OsStr;
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Context;
use clap::builder::{OsStringValueParser, TypedValueParser};
use clap::{Args, Parser, Subcommand};
use etcetera::BaseStrategy;

use commands::{
    audit, check, completions, convert, dups, export, find, games, import, joseki, man, next, show,
    stats,
};
use gtn_db::escape::Escaped;

/// Finds what collections of go problems hold twice, in any orientation and color.
#[derive(Debug, Parser)]
#[command(
    name = "gtn-db",
    version,
    after_help = "\
Exit status: 0 done or found, 1 nothing found, 2 error, 3 done but something was skipped.

Example:
  gtn-db convert '3x3|.O.X.....' --to u-igtn"
)]
pub struct Cli {
    #[command(flatten)]
    global: Global,
    #[command(subcommand)]
    command: Command,
}

/// What every command is given.
#[derive(Debug, Args)]
pub struct Global {
    /// The database [default: gtn.db in the user's data directory]
    #[arg(
        long,
        global = true,
        env = "GTN_DB",
        hide_env_values = true, // the help is the same everywhere
        value_name = "PATH",
        value_parser = OsStringValueParser::new().map(PathBuf::from),
    )]
    db: Option<PathBuf>,
    /// Show no progress and no hints
    #[arg(long, short, global = true)]
    quiet: bool,
}

#[derive(Debug, Subcommand)]
enum Command {
    Import(import::ImportArgs),
    Find(find::FindArgs),
    Dups(dups::DupsArgs),
    Check(check::CheckArgs),
    Audit(audit::AuditArgs),
    Games(games::GamesArgs),
    Next(next::NextArgs),
    Joseki(joseki::JosekiArgs),
    Export(export::ExportArgs),
    Show(show::ShowArgs),
    Stats(stats::StatsArgs),
    Convert(convert::ConvertArgs),
    Completions(completions::CompletionsArgs),
    Man(man::ManArgs),
}

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// All is done, or something was found.
    Done,
    /// There was nothing to be found.
    NothingFound,
    /// Some of it failed, which has been reported; the rest is done.
    Failed,
    /// All is done but for what was skipped, which has been reported.
    Skipped,
    /// The user ended it; what was finished is kept.
    Interrupted,
}

impl Outcome {
    /// The exit status.
    pub fn status(self) -> u8 {
        match self {
            Outcome::Done => 0,
            Outcome::NothingFound => 1,
            Outcome::Failed => 2,
            Outcome::Skipped => 3,
            Outcome::Interrupted => 130, // as a shell has it for SIGINT
        }
    }
}

impl Global {
    /// Whether only results and errors are to be printed.
    pub fn is_quiet(&self) -> bool {
        self.quiet
    }

    /// The path of the database: `--db`, else `$GTN_DB`, else the user's own.
    pub fn database(&self) -> anyhow::Result<PathBuf> {
        // A variable that is set to nothing counts as not set.
        match self.db.as_deref().filter(|path| path.as_os_str() != OsStr::new("")) {
            Some(path) => Ok(path.to_owned()),
            None => {
                let user = etcetera::choose_base_strategy()
                    .context("no place for the database: give one with --db")?;
                Ok(user.data_dir().join("gtn-db").join("gtn.db"))
            }
        }
    }
}

impl Cli {
    /// Runs the command.
    pub fn run(&self) -> anyhow::Result<Outcome> {
        match &self.command {
            Command::Import(args) => import::run(args, &self.global),
            Command::Find(args) => find::run(args, &self.global),
            Command::Check(args) => check::run(args, &self.global),
            Command::Audit(args) => audit::run(args, &self.global),
            Command::Dups(args) => dups::run(args, &self.global),
            Command::Games(args) => games::run(args, &self.global),
            Command::Next(args) => next::run(args, &self.global),
            Command::Joseki(args) => joseki::run(args, &self.global),
            Command::Export(args) => export::run(args, &self.global),
            Command::Show(args) => show::run(args, &self.global),
            Command::Stats(args) => stats::run(args, &self.global),
            Command::Convert(args) => convert::run(args, &self.global),
            Command::Completions(args) => completions::run(args, &self.global),
            Command::Man(args) => man::run(args, &self.global),
        }
    }
}

/// Tells the user what went wrong, on one line.
pub fn report(message: &str) {
    // When even this cannot be written, nobody is there to be told.
    let _ = writeln!(io::stderr(), "gtn-db: {}", Escaped(message));
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_holds_together() {
        Cli::command().debug_assert();
    }

    #[test]
    fn every_help_ends_with_an_example() {
        let cli = Cli::command();
        for command in cli.get_subcommands().chain([&cli]) {
            let end = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            let name = command.get_name();
            assert!(end.contains("Example:\n  gtn-db "), "{name} ends with {end:?}");
        }
    }
}
