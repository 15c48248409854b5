//! What every command shares: the global options, messages, the exit status.

use std::env;
use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::path::PathBuf;

use anstream::ColorChoice;
use anyhow::{Context, bail};
use clap::builder::{OsStringValueParser, TypedValueParser};
use clap::{Args, ValueEnum};
use etcetera::BaseStrategy;
use gtn_db::escape::Escaped;
use gtn_db::find::{GameSource, GameWork, PositionSource, PositionWork};

/// The options of every command.
#[derive(Debug, Args)]
#[command(next_help_heading = "Global options")]
pub struct Global {
    /// The database [default: gtn-db/gtn.db in the user's data directory] [env: GTN_DB]
    // Not clap's `env`, with which every usage line in an error demands the option.
    #[arg(
        long,
        global = true,
        value_name = "PATH",
        value_parser = OsStringValueParser::new().map(PathBuf::from),
    )]
    db: Option<PathBuf>,
    /// Use colors: auto means on a terminal, unless NO_COLOR is set
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        default_value = "auto",
        hide_short_help = true
    )]
    pub color: ColorArg,
    /// Do not send long output on a terminal to a pager
    #[arg(long, global = true, hide_short_help = true)]
    pub no_pager: bool,
    /// Read all games and positions instead of their indexes
    #[arg(long, global = true, hide = true)]
    pub no_index: bool,
    /// Show no progress and no hints
    #[arg(long, short, global = true, conflicts_with = "verbose")]
    quiet: bool,
    /// Also print the path of the database and the time that the command took
    #[arg(long, short, global = true)]
    verbose: bool,
}

/// When to use colors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ColorArg {
    Auto,
    Always,
    Never,
}

impl ColorArg {
    /// The value of `--color` on a command line that may not parse otherwise,
    /// so that the help and the errors of clap follow the option too.
    pub fn find(arguments: impl IntoIterator<Item = OsString>) -> Option<ColorArg> {
        let mut arguments = arguments.into_iter().take_while(|argument| argument != "--");
        while let Some(argument) = arguments.next() {
            let argument = argument.to_string_lossy().into_owned();
            if argument == "--color" {
                let value = arguments.next()?;
                return ColorArg::from_str(&value.to_string_lossy(), false).ok();
            }
            if let Some(value) = argument.strip_prefix("--color=") {
                return ColorArg::from_str(value, false).ok();
            }
        }
        None
    }

    /// Applies the choice to all output of the process.
    pub fn apply(self) {
        match self {
            ColorArg::Auto => ColorChoice::Auto,
            ColorArg::Always => ColorChoice::Always,
            ColorArg::Never => ColorChoice::Never,
        }
        .write_global();
    }
}

impl Global {
    /// Takes the database from `$GTN_DB` unless `--db` names one.
    pub fn read_environment(&mut self) {
        self.db = self.db.take().or_else(|| Some(env::var_os("GTN_DB")?.into()));
    }

    /// The path of the database: `--db`, else `$GTN_DB`, else the user's own.
    ///
    /// # Errors
    /// When the given path is empty, or the user has no data directory.
    pub fn database(&self) -> anyhow::Result<PathBuf> {
        if self.db.as_ref().is_some_and(|path| path.as_os_str().is_empty()) {
            bail!("the path of the database is empty (--db or GTN_DB)");
        }
        let path = self
            .find_database()
            .context("there is no data directory for the database; use --db")?;
        self.note(&format!("database: {}", path.display()));
        Ok(path)
    }

    /// As [`database`](Self::database), for a command that does not open the database; none when
    /// the user has no data directory.
    pub fn find_database(&self) -> Option<PathBuf> {
        self.given_database().cloned().or_else(|| {
            let user = etcetera::choose_base_strategy().ok()?;
            Some(user.data_dir().join("gtn-db").join("gtn.db"))
        })
    }

    /// The database of `--db` or `$GTN_DB`. An empty value counts as not set.
    pub fn given_database(&self) -> Option<&PathBuf> {
        self.db.as_ref().filter(|path| path.as_os_str() != OsStr::new(""))
    }

    /// With `--verbose`, prints what questions have read of games.
    pub fn note_games(&self, source: &GameSource<'_>) {
        let GameWork { rows, columns, decoded } = source.work();
        self.note(&format!(
            "games: {rows} rows of the index, {columns} main lines in columns, {decoded} decoded"
        ));
    }

    /// With `--verbose`, prints what the last question has read of positions.
    pub fn note_positions(&self, source: &PositionSource<'_>) {
        let PositionWork { bytes, positions, .. } = source.work();
        self.note(&format!("positions: {bytes} bytes of the index, {positions} compared"));
    }

    /// Whether progress and hints are hidden.
    pub fn is_quiet(&self) -> bool {
        self.quiet
    }

    /// Prints a line on standard error, with `--verbose` only.
    pub fn note(&self, message: &str) {
        if self.verbose {
            report(message);
        }
    }
}

/// Prints what the user can do about a message on one line of standard error, unless `--quiet` is given.
pub fn report_hint(hint: &str, global: &Global) {
    if !global.is_quiet() {
        let _ = writeln!(io::stderr(), "hint: {}", Escaped(hint));
    }
}

/// Prints a message on one line of standard error, after the program's name.
pub fn report(message: &str) {
    // A message that cannot be printed has no other place to go.
    let _ = writeln!(io::stderr(), "gtn-db: {}", Escaped(message));
}

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The work is done, or something was found.
    Done,
    /// Nothing was found.
    NothingFound,
    /// Part of the work failed, which has been reported; the rest is done.
    Failed,
    /// The work is done except for input that was skipped, which has been reported.
    Skipped,
    /// The user interrupted the command; finished work is kept.
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
            Outcome::Interrupted => 130, // 128 + SIGINT, as shells report it
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_color_option_is_found_on_any_command_line() {
        let find = |line: &str| ColorArg::find(line.split(' ').map(OsString::from));
        assert_eq!(find("gtn-db --color never --help"), Some(ColorArg::Never));
        assert_eq!(find("gtn-db nonsense --color=always"), Some(ColorArg::Always));
        assert_eq!(find("gtn-db --color"), None);
        assert_eq!(find("gtn-db --color blue"), None);
        assert_eq!(find("gtn-db find -- --color=always"), None);
    }
}
