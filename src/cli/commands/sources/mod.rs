//! `gtn-db sources`: the sources of the database.

mod change;
mod confirm;
mod list;
mod rights;
mod summary;

use std::path::PathBuf;

use clap::{Args, Subcommand};
use gtn_db::model::{NamePattern, SourcePattern};

use confirm::Consent;

use crate::cli::args::{lossy_parser, pattern_parser};
use crate::cli::output::OutputArgs;
use crate::cli::{Global, Outcome};

/// List the files that the problems and games come from; remove or rename them
#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_value_name = "ACTION",
    subcommand_help_heading = "Actions",
    after_help = "\
A PATTERN is a name from the list, a file name, a folder, an archive, or a path on disk. In it * \
stands for any text, even one with slashes, and ? for one character. Quote a pattern with these \
characters, so that the shell does not replace it by names of files.

Example:
  gtn-db sources 'books/*.zip'
  gtn-db sources --check
  gtn-db sources rm --last-import"
)]
pub struct SourcesArgs {
    /// List only the sources that match
    #[arg(value_name = "PATTERN", value_parser = pattern_parser())]
    pattern: Option<SourcePattern>,
    /// Compare each source with its file: present, changed, gone, or unknown
    #[arg(long)]
    check: bool,
    #[command(flatten)]
    output: OutputArgs,
    #[command(subcommand)]
    action: Option<Action>,
}

#[derive(Debug, Subcommand)]
enum Action {
    Rm(RmArgs),
    Prune(PruneArgs),
    Rename(RenameArgs),
    SetRights(SetRightsArgs),
    Rights(RightsArgs),
}

/// Remove sources with their problems and games
#[derive(Debug, Args)]
#[command(
    visible_alias = "remove",
    after_help = "\
Example:
  gtn-db sources rm 'drafts/*' old.sgf
  gtn-db sources rm --last-import"
)]
struct RmArgs {
    /// The sources to remove
    #[arg(
        value_name = "PATTERN",
        value_parser = pattern_parser(),
        required_unless_present = "last_import",
    )]
    patterns: Vec<SourcePattern>,
    /// Remove what the last import wrote; the old content of files that it replaced is not restored
    #[arg(long, conflicts_with = "patterns")]
    last_import: bool,
    #[command(flatten)]
    consent: Consent,
}

/// Remove sources whose file or archive entry is not on disk anymore
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  gtn-db sources prune books/")]
struct PruneArgs {
    /// Only sources from files in this folder [default: all]
    #[arg(value_name = "FOLDER")]
    folder: Option<PathBuf>,
    #[command(flatten)]
    consent: Consent,
}

/// Rename a file, folder or archive in the names of its sources
#[derive(Debug, Args)]
#[command(after_help = "\
Only names in the database change, no files. Problems and games keep their ids and decisions.

Example:
  gtn-db sources rename books/1a 'books/Graded problems 1'")]
struct RenameArgs {
    /// The name of a source, or of a folder or archive at the beginning of names
    #[arg(value_parser = lossy_parser())]
    old: String,
    /// The new name
    #[arg(value_parser = lossy_parser())]
    new: String,
    #[command(flatten)]
    consent: Consent,
}

/// Say whose sources are and what may be done with them; books, e-books and data sets print it
#[derive(Debug, Args)]
#[command(after_help = "\
The text is kept when sources are imported again, and holds for new sources that match. Of several patterns \
that match a source, the last one that was set counts. An empty text removes what was set.

Example:
  gtn-db sources set-rights books/cho '(c) 1992 Cho Chikun; by permission'")]
struct SetRightsArgs {
    /// The sources
    #[arg(value_name = "PATTERN")]
    pattern: NamePattern,
    /// Attribution and license
    #[arg(value_name = "TEXT")]
    text: String,
}

/// List the rights that were set
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  gtn-db sources rights")]
struct RightsArgs {
    #[command(flatten)]
    output: OutputArgs,
}

pub fn run(args: &SourcesArgs, global: &Global) -> anyhow::Result<Outcome> {
    match &args.action {
        None => list::list(args.pattern.as_ref(), args.check, args.output, global),
        Some(Action::Rm(args)) if args.last_import => {
            change::remove_last_import(args.consent, global)
        }
        Some(Action::Rm(args)) => change::remove(&args.patterns, args.consent, global),
        Some(Action::Prune(args)) => change::prune(args.folder.as_deref(), args.consent, global),
        Some(Action::SetRights(args)) => rights::set(&args.pattern, &args.text, global),
        Some(Action::Rights(args)) => rights::list(args.output, global),
        Some(Action::Rename(args)) => change::rename(&args.old, &args.new, args.consent, global),
    }
}

impl SourcesArgs {
    /// Whether the command may ask something on the terminal.
    pub fn is_interactive(&self) -> bool {
        self.action.is_some()
    }
}
