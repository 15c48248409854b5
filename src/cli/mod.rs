//! The command line.
//!
//! A command is a file `commands/NAME.rs` with `NameArgs`, which derives
//! [`clap::Args`], and `run(&NameArgs, &Global) -> anyhow::Result<Outcome>`; it
//! has a variant of [`Command`] and an arm in [`Cli::run`]. Its help ends with
//! an example.
//!
//! Text from files goes through [`gtn_db::escape`] before a person sees it.

mod args;
mod commands;
mod error;
mod global;
mod help;
mod input;
mod output;
mod publishing;
mod scratch_database;
mod signals;
mod temporaries;
mod threads;

use std::env;
use std::ffi::OsString;
use std::process::ExitCode;
use std::time::Instant;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

#[cfg(feature = "serve")]
use commands::serve;
use commands::{
    audit, book, check, compare, completions, convert, dups, export, find, games, import, index,
    joseki, man, next, problems, show, solve, sources, stats, tag,
};
pub use global::{Global, Outcome, report, report_hint};

/// Find duplicate Go problems in any orientation or color, and positions in problems and games
///
/// Import SGF collections once; then find a position, list duplicate problems, compare their
/// solutions, search games for shapes and joseki, and export every problem once.
#[derive(Debug, Parser)]
#[command(
    name = "gtn-db",
    version,
    after_help = "\
Exit status: 0 done or found, 1 nothing found, 2 error, 3 done but something was skipped or \
faults were found.

Environment: GTN_DB (the database), GTN_DB_PAGER or PAGER (the pager, less -FRX by default), \
NO_COLOR and CLICOLOR_FORCE (colors), COLUMNS (the width of tables).

Example:
  gtn-db import problems/
  gtn-db dups
  gtn-db find '4x6|.O...._OOOOX._XXXX.._......_!!!!!!_'"
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    global: Global,
}

#[derive(Debug, Subcommand)]
enum Command {
    Import(import::ImportArgs),
    Find(find::FindArgs),
    Dups(dups::DupsArgs),
    Problems(problems::ProblemsArgs),
    Check(check::CheckArgs),
    Compare(compare::CompareArgs),
    Audit(audit::AuditArgs),
    Games(games::GamesArgs),
    Next(next::NextArgs),
    Joseki(joseki::JosekiArgs),
    Export(Box<export::ExportArgs>),
    Book(book::BookArgs),
    Show(show::ShowArgs),
    Solve(solve::SolveArgs),
    Index(index::IndexArgs),
    Sources(sources::SourcesArgs),
    Tag(tag::TagArgs),
    Stats(stats::StatsArgs),
    #[cfg(feature = "serve")]
    Serve(serve::ServeArgs),
    Convert(convert::ConvertArgs),
    Completions(completions::CompletionsArgs),
    Man(man::ManArgs),
}

/// Runs the program; gives its exit status.
pub fn main() -> ExitCode {
    if let Some(color) = global::ColorArg::find(env::args_os()) {
        color.apply();
    }
    signals::handle_signals();
    let mut cli = match Cli::read(env::args_os()) {
        Ok(cli) => cli,
        Err(error) => return error::finish_parsing(&error),
    };
    cli.global.read_environment();
    cli.global.color.apply();
    if cli.command.is_paged() && !cli.global.no_pager {
        output::request_pager();
    }
    let start = Instant::now();
    let result = cli.run();
    let elapsed = start.elapsed();
    output::close_pager();
    signals::wait_if_ending();
    cli.global.note(&format!("time: {:.3} s", elapsed.as_secs_f64()));
    match result {
        Ok(Outcome::Interrupted) => {
            ExitCode::from(signals::status().unwrap_or(Outcome::Interrupted.status()))
        }
        Ok(outcome) => ExitCode::from(outcome.status()),
        Err(error) => error::finish(&error, &cli.global),
    }
}

impl Cli {
    fn read(arguments: impl IntoIterator<Item = OsString>) -> Result<Cli, clap::Error> {
        let mut command = help::shorten(Cli::command());
        let matches = command.try_get_matches_from_mut(arguments)?;
        Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
    }

    fn run(&self) -> anyhow::Result<Outcome> {
        if self.command.is_parallel() {
            threads::start_pool()?;
        }
        match &self.command {
            Command::Import(args) => import::run(args, &self.global),
            Command::Find(args) => find::run(args, &self.global),
            Command::Check(args) => check::run(args, &self.global),
            Command::Compare(args) => compare::run(args, &self.global),
            Command::Audit(args) => audit::run(args, &self.global),
            Command::Dups(args) => dups::run(args, &self.global),
            Command::Problems(args) => problems::run(args, &self.global),
            Command::Games(args) => games::run(args, &self.global),
            Command::Next(args) => next::run(args, &self.global),
            Command::Joseki(args) => joseki::run(args, &self.global),
            Command::Export(args) => export::run(args, &self.global),
            Command::Book(args) => book::run(args, &self.global),
            Command::Show(args) => show::run(args, &self.global),
            Command::Solve(args) => solve::run(args, &self.global),
            Command::Index(args) => index::run(args, &self.global),
            Command::Sources(args) => sources::run(args, &self.global),
            Command::Tag(args) => tag::run(args, &self.global),
            Command::Stats(args) => stats::run(args, &self.global),
            #[cfg(feature = "serve")]
            Command::Serve(args) => serve::run(args, &self.global),
            Command::Convert(args) => convert::run(args, &self.global),
            Command::Completions(args) => completions::run(args, Cli::command()),
            Command::Man(args) => man::run(args, Cli::command(), &self.global),
        }
    }
}

impl Command {
    /// Whether the command may distribute work to several threads.
    fn is_parallel(&self) -> bool {
        !matches!(self, Command::Convert(_) | Command::Completions(_) | Command::Man(_))
    }

    /// Whether the output goes to a pager when standard output is a terminal.
    fn is_paged(&self) -> bool {
        match self {
            Command::Import(_) | Command::Audit(_) | Command::Completions(_) | Command::Man(_) => {
                false
            }
            #[cfg(feature = "serve")]
            Command::Serve(_) => false,
            Command::Dups(args) => !args.is_interactive(),
            Command::Sources(args) => !args.is_interactive(),
            _ => true,
        }
    }
}

#[cfg(test)]
mod tests {
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
