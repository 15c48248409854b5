//! Errors as a user sees them: a message, a hint, an exit status.
//!
//! Commands return [`anyhow::Error`]. This is the only place that maps errors
//! of the library to hints.

use std::env;
use std::error::Error as _;
use std::ffi::OsString;
use std::io::{self, Write};
use std::num::{ParseFloatError, ParseIntError};
use std::process::ExitCode;

use clap::error::ErrorKind;
use gtn_db::answer::{DecideError, HitError};
use gtn_db::escape::{Escaped, EscapedLines};
use gtn_db::export::ContradictionError;
use gtn_db::find::DamagedTextError;
use gtn_db::games::DecodeGameError;
use gtn_db::store::StoreError;
use thiserror::Error;

use super::global::{Global, Outcome, report, report_hint};
use super::help::SUMMARY;
use super::output::stdout_error;

/// An error of a command with a hint of its own.
///
/// ```ignore
/// return Err(CommandError::new("the database has no games")
///     .with_hint("`gtn-db import FOLDER` adds those of a folder")
///     .into());
/// ```
#[derive(Debug, Error)]
#[error("{message}")]
pub struct CommandError {
    message: String,
    hint: Option<String>,
}

impl CommandError {
    /// An error without a hint.
    pub fn new(message: impl Into<String>) -> CommandError {
        CommandError { message: message.into(), hint: None }
    }

    /// An option that needs Parquet, in a gtn-db without it.
    pub fn without_parquet(option: &str) -> CommandError {
        CommandError::new(format!("{option}: this gtn-db was built without Parquet"))
            .with_hint("build it with `cargo install gtn-db --features parquet`")
    }

    /// Adds what the user can do about the error.
    pub fn with_hint(self, hint: impl Into<String>) -> CommandError {
        CommandError { hint: Some(hint.into()), ..self }
    }
}

/// Reports an error that ended a command; gives the exit status.
pub fn finish(error: &anyhow::Error, global: &Global) -> ExitCode {
    if is_broken_pipe(error) {
        return ExitCode::SUCCESS;
    }
    report(without_number(&format!("{error:#}")));
    let has_given_database = global.given_database().is_some();
    if let Some(hint) = hint(error, has_given_database) {
        report_hint(&hint, global);
    }
    ExitCode::from(Outcome::Failed.status())
}

/// An error of the system without its number, `(os error 2)`.
fn without_number(text: &str) -> &str {
    let number = text.strip_suffix(')').and_then(|text| text.rsplit_once(" (os error "));
    match number {
        Some((before, number)) if number.parse::<i32>().is_ok() => before,
        _ => text,
    }
}

/// Prints what clap has to say instead of a parsed command line: the help or
/// the version on standard output, an error on standard error.
pub fn finish_parsing(error: &clap::Error) -> ExitCode {
    let printed = match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => error.print(),
        ErrorKind::MissingSubcommand | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
            if lacks_command(error) =>
        {
            write!(io::stderr(), "{SUMMARY}")
        }
        _ => write!(anstream::stderr(), "{}", describe(error, env::args_os())),
    };
    let printed = printed.and_then(|()| io::stdout().flush());
    match printed {
        Err(failure) if failure.kind() != io::ErrorKind::BrokenPipe => {
            report(&format!("{:#}", anyhow::Error::from(stdout_error(failure))));
            ExitCode::from(Outcome::Failed.status())
        }
        _ => match error.kind() {
            ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => ExitCode::SUCCESS,
            _ => ExitCode::from(Outcome::Failed.status()),
        },
    }
}

/// Whether the command itself is missing, not one of a command such as `tag`.
fn lacks_command(error: &clap::Error) -> bool {
    error.to_string().contains("Usage: gtn-db [")
}

/// The error as clap describes it, with colors; without them if a control character is among
/// the arguments, which are escaped then.
fn describe(error: &clap::Error, arguments: impl IntoIterator<Item = OsString>) -> String {
    let mut arguments = arguments.into_iter();
    let is_control = |argument: OsString| {
        let argument = argument.to_string_lossy();
        Escaped(&argument).to_string() != argument
    };
    let mut text = match arguments.any(is_control) {
        true => format!("{}\n", EscapedLines(&error.render().to_string())),
        false => error.render().ansi().to_string(),
    };
    if let Some(cause) = error.source().filter(|cause| cause.is::<ParseIntError>()) {
        text = text.replace(&cause.to_string(), "it is not a whole number, or too large");
    } else if let Some(cause) = error.source().filter(|cause| cause.is::<ParseFloatError>()) {
        text = text.replace(&cause.to_string(), "it is not a number");
    }
    // What clap says of a number out of its range, in Rust: `0 is not in 1..=6`.
    match text.split_once(" is not in ") {
        Some((before, range)) => format!("{before} is not in {}", range.replacen("..=", " to ", 1)),
        None => text,
    }
}

/// Whether the reader of standard output has closed it, as `head` does.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}

/// What the user can do about an error. `has_given_database` says whether
/// `--db` or `$GTN_DB` names the database.
fn hint(error: &anyhow::Error, has_given_database: bool) -> Option<String> {
    error.chain().find_map(|cause| {
        if let Some(error) = cause.downcast_ref::<CommandError>() {
            error.hint.clone()
        } else if let Some(error) = cause.downcast_ref::<StoreError>() {
            store_hint(error, has_given_database)
        } else if let Some(HitError::Store(error)) = cause.downcast_ref() {
            store_hint(error, has_given_database)
        } else if let Some(DecideError::Store(error)) = cause.downcast_ref() {
            store_hint(error, has_given_database)
        } else if is_damage(cause) {
            Some(DAMAGE_HINT.to_owned())
        } else {
            None
        }
    })
}

const DAMAGE_HINT: &str = "`gtn-db stats --verify` lists what is damaged; importing the files into a \
                           new database repairs it";

/// Whether an error says that a stored row contradicts itself.
fn is_damage(cause: &(dyn std::error::Error + 'static)) -> bool {
    let is_contradiction =
        |error: &io::Error| error.get_ref().is_some_and(|inner| inner.is::<ContradictionError>());
    cause.is::<DecodeGameError>()
        || cause.is::<DamagedTextError>()
        || cause.downcast_ref().is_some_and(is_contradiction)
}

fn store_hint(error: &StoreError, has_given_database: bool) -> Option<String> {
    Some(match error {
        StoreError::Missing { path } if has_given_database => {
            format!("`gtn-db --db {} import FOLDER` makes one", path.display())
        }
        StoreError::Missing { .. } => "`gtn-db import FOLDER` makes one".to_owned(),
        StoreError::Itself { .. } => "name the other database, or another one with --db".to_owned(),
        StoreError::Newer { .. } | StoreError::NewerReading { .. } => {
            "update gtn-db, or import the files into another database with --db".to_owned()
        }
        StoreError::KeyScheme { .. } => {
            "import the files again into a new database with --db".to_owned()
        }
        StoreError::Busy { .. } => "try again when the other program has finished".to_owned(),
        StoreError::ImportRunning { .. } => "try again when that has finished".to_owned(),
        StoreError::ReadOnly { .. } | StoreError::Lock { .. } | StoreError::Folder { .. } => {
            "choose another place with --db".to_owned()
        }
        StoreError::HardLinks { .. } => "copy the file, and use the copy with --db".to_owned(),
        StoreError::Full { .. } => {
            "free some space and try again; an import keeps the files that it finished".to_owned()
        }
        StoreError::Damaged { .. } => DAMAGE_HINT.to_owned(),
        StoreError::NoCommentIndex { .. } => "`gtn-db index` indexes them".to_owned(),
        StoreError::NoSource { .. } => {
            "`gtn-db sources` lists the sources; * stands for any text".to_owned()
        }
        StoreError::Expression { what, .. } => {
            format!("`gtn-db {what} --help` lists the columns for --where")
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use anyhow::Context;
    use clap::CommandFactory;

    use super::*;
    use crate::cli::Cli;

    #[test]
    fn a_hint_is_found_below_the_context_of_an_error() {
        let missing = || StoreError::Missing { path: PathBuf::from("go.db") };
        let error = Err::<(), _>(missing()).context("query 1").unwrap_err();
        assert_eq!(hint(&error, false).unwrap(), "`gtn-db import FOLDER` makes one");
        assert_eq!(hint(&error, true).unwrap(), "`gtn-db --db go.db import FOLDER` makes one");
        let error = anyhow::Error::from(CommandError::new("no x").with_hint("take y"));
        assert_eq!(
            (error.to_string(), hint(&error, false)),
            ("no x".into(), Some("take y".into()))
        );
        assert_eq!(hint(&CommandError::new("no x").into(), false), None);
        assert_eq!(hint(&anyhow::anyhow!("anything"), false), None);
    }

    #[test]
    fn an_error_of_clap_has_no_control_characters_and_no_words_of_the_compiler() {
        let described = |arguments: &[&str]| {
            let number = clap::Arg::new("N").value_parser(clap::value_parser!(u32));
            let command = clap::Command::new("gtn-db").arg(number);
            let error = command.try_get_matches_from(arguments).unwrap_err();
            describe(&error, arguments.iter().map(OsString::from))
        };
        let text = described(&["gtn-db", "x"]);
        assert!(text.contains("\x1b[") && text.contains("not a whole number"), "{text}");
        assert!(!text.contains("digit"), "{text}");
        for argument in ["\x1b[31mred", "bell\x07", "\u{202e}dlo"] {
            let text = described(&["gtn-db", argument]);
            assert!(text.lines().all(|line| Escaped(line).to_string() == line), "{text:?}");
        }
    }

    #[test]
    fn errors_have_no_words_of_rust() {
        let command = Cli::command().try_get_matches_from(["gtn-db", "book", "--columns", "0"]);
        let text = describe(&command.unwrap_err(), []);
        assert!(text.contains("0 is not in 1 to 6"), "{text}");
        let missing = "a (os error 2): No such file or directory";
        assert_eq!(without_number(&format!("{missing} (os error 2)")), missing);
        assert_eq!(without_number("x (os error y)"), "x (os error y)");
    }

    #[test]
    fn the_summary_stands_for_no_missing_action() {
        let lacks_command = |arguments: &[&str]| {
            let parsed = Cli::command().try_get_matches_from(arguments);
            super::lacks_command(&parsed.unwrap_err())
        };
        assert!(lacks_command(&["gtn-db"]));
        assert!(lacks_command(&["gtn-db", "--db", "x.db"]));
        assert!(!lacks_command(&["gtn-db", "tag"]));
        assert!(!lacks_command(&["gtn-db", "tag", "--db", "x.db"]));
    }

    #[test]
    fn damage_has_a_hint_whatever_finds_it() {
        let damaged: [anyhow::Error; 2] = [
            DecodeGameError::Damaged.into(),
            StoreError::Damaged { path: PathBuf::from("go.db"), what: String::new() }.into(),
        ];
        for error in damaged {
            assert_eq!(hint(&error.context("game 7"), false).unwrap(), DAMAGE_HINT);
        }
    }

    #[test]
    fn a_closed_pipe_differs_from_other_failures() {
        let failure = |kind: io::ErrorKind| anyhow::Error::from(stdout_error(kind.into()));
        assert!(is_broken_pipe(&failure(io::ErrorKind::BrokenPipe)));
        assert!(!is_broken_pipe(&failure(io::ErrorKind::StorageFull)));
    }
}
