//! The arguments of `compare`.

use std::path::{Path, PathBuf};

use clap::{Args, value_parser};
use gtn_db::find::QueueClass;
use gtn_db::similarity::MAX_DISTANCE;

use crate::cli::error::CommandError;
use crate::cli::output::{LimitArgs, OutputArgs, OutputFile};

/// Compare problems with the database: which are new, and whether the answers of the others agree
#[derive(Debug, Args)]
#[command(after_help = "\
Nothing is imported. Each problem gets a verdict, the closest kind of likeness to a known record: same \
problem; same position, when the other side is to move or one of the two does not say who is; same \
core, when the part of the board where the right lines are played is the same (docs/find.md); same \
shape, when the same stones have other edges; with --contained also contained, with --near near, with \
--nearest nearest; else new.

Beside the verdict, of any kind, are: answers, how the answers of the problem relate to those of all \
known records of the same problem (agree; contradicts, when a move is right in one and wrong in \
another; disjoint; lists fewer; assumed, when they differ where nobody states an answer); repeated, an \
earlier submission of the same call that is the same problem; and faults, such as a chain without a \
liberty, a move off the board or a missing answer, by their codes of `gtn-db check`.

--only and --fail-on take values of all of these, with - for blanks: new, same-core, contradicts, \
repeated, no-answer.

Exit status: 0 no problem has a value of --fail-on, so without it every problem is known; 1 at least \
one has; 2 error; 3 something was skipped.

Example:
  gtn-db compare data/teacher-notes.sgf
  gtn-db compare data/teacher-notes.sgf --near 3 --contained
  gtn-db compare data/teacher-notes.sgf --near 2 --only new -o -
  gtn-db compare data/teacher-notes.sgf --fail-on contradicts,disjoint
  gtn-db compare data/teacher-notes.sgf -o report.html")]
pub struct CompareArgs {
    /// Files, folders and archives, as for import
    #[arg(required_unless_present = "keys", value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Compare a list of `export --format keys` instead, which has no texts of problems
    #[arg(long, value_name = "FILE", conflicts_with_all = ["paths", "near", "contained", "nearest", "all", "only", "fail_on", "file"])]
    pub keys: Option<PathBuf>,
    /// With --keys: the text with which the list was salted
    #[arg(long, value_name = "TEXT", requires = "keys")]
    pub salt: Option<String>,
    /// Also look for positions that differ in at most K points (1 to 5), and for cores that do. Of more
    /// than 100 such positions, the nearest
    #[arg(
        long,
        value_name = "K",
        value_parser = value_parser!(u8).range(1..=i64::from(MAX_DISTANCE)),
    )]
    pub near: Option<u8>,
    /// Also look for problems that contain the position with its answer, and for those that are
    /// contained in it with theirs; with six stones or more
    #[arg(long)]
    pub contained: bool,
    /// Name up to five of the nearest problems of what is not known otherwise
    #[arg(long)]
    pub nearest: bool,
    /// List the known problems of every kind, not of the closest kind alone; and what contains a
    /// position, or lies in it, without its answer
    #[arg(long)]
    pub all: bool,
    /// List only the problems with one of these values of verdict, answers, repeated or faults
    #[arg(long, value_name = "VALUE", value_delimiter = ',')]
    pub only: Vec<QueueClass>,
    /// End with status 1 if a problem has one of these values
    #[arg(long, value_name = "VALUE", value_delimiter = ',', default_value = "new")]
    pub fail_on: Vec<QueueClass>,
    /// Write the problems of --only to this file, as SGF in UTF-8, those of Abalone as APGN; - is
    /// standard output. A file that ends with .html is a page of all problems, or those of --only, with
    /// boards side by side
    #[arg(short = 'o', long = "output", value_name = "FILE")]
    pub file: Option<PathBuf>,
    #[command(flatten)]
    pub limit: LimitArgs,
    #[command(flatten)]
    pub output: OutputArgs,
}

impl CompareArgs {
    /// Whether the chosen problems go to standard output.
    pub fn is_piped(&self) -> bool {
        self.file.as_deref().is_some_and(OutputFile::is_stdout)
    }

    /// Refuses options that exclude each other.
    pub fn check(&self) -> Result<(), CommandError> {
        if self.is_piped() && !self.output.is_table() {
            return Err(CommandError::new("a listing and -o - both write to standard output"));
        }
        if self.only.is_empty() && self.file.as_ref().is_some_and(|path| !is_page(path)) {
            let message = "-o writes the problems of --only, or a page if its name ends with .html";
            return Err(CommandError::new(message));
        }
        Ok(())
    }

    /// A sentence about the kinds of likeness that were looked for.
    pub fn asked_kinds(&self) -> String {
        let near = self.near.map(|k| format!("near by {k}"));
        let asked = [
            Some("same problem, same position, same core, same shape".to_owned()),
            self.contained.then(|| "contained".to_owned()),
            near,
            self.nearest.then(|| "nearest".to_owned()),
        ];
        let asked: Vec<String> = asked.into_iter().flatten().collect();
        format!("looked for: {}", asked.join(", "))
    }
}

/// Whether a file is to be a page.
pub fn is_page(path: &Path) -> bool {
    path.extension().is_some_and(|end| end.eq_ignore_ascii_case("html"))
}
