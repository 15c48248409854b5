//! Publication of a set of problems: options and outputs that `export` and `book` share.

mod args;
mod format;
pub mod pdf;

use std::io::Write;
use std::path::{Path, PathBuf};

use gtn_db::escape::Escaped;
use gtn_db::export::ExportOptions;
use gtn_db::find::{ProblemName, ProblemSet};
use gtn_db::publish::{
    AnswerPlace, BookPart, Publication, build_anki_deck, build_epub, write_book, write_dataset,
    write_keys, write_ogs, write_typst, write_web_folder, write_weiqihub,
};
use gtn_db::store::{ProblemFilter, Store, StoreError};

pub use args::{FormatArgs, PublicationArgs};
pub use format::PublicationFormat;

use crate::cli::args::{SetArgs, check_preferred};
use crate::cli::error::CommandError;
use crate::cli::output::progress::Progress;
use crate::cli::output::{OutputFile, OutputFolder, plural, print_line};
use crate::cli::{Global, Outcome, report};

/// A set of problems to publish.
pub struct Edition<'a> {
    pub store: &'a Store,
    pub set: &'a ProblemSet,
    pub format: PublicationFormat,
    pub args: &'a PublicationArgs,
    pub of_format: &'a FormatArgs,
    pub export: ExportOptions,
    /// The options that selected the problems.
    pub conditions: Vec<String>,
    /// The seed of random choices.
    pub seed: u64,
    /// Where to write; `-` is standard output.
    pub output: &'a Path,
    pub is_forced: bool,
    /// The files that the command reads.
    pub inputs: &'a [PathBuf],
}

/// Chooses problems, and says why others are left out.
pub fn choose_problems(
    store: &Store,
    filter: &ProblemFilter,
    args: &SetArgs,
    global: &Global,
) -> anyhow::Result<ProblemSet> {
    check_preferred(store, &args.prefer)?;
    let progress = Progress::start(global, "Grouping records", None);
    let set = ProblemSet::choose(store, filter, args.to_options()?, &|_| progress.add(1))?;
    drop(progress);
    if !global.is_quiet() {
        report_left_out(set.left_out().unexpected().copied());
        report_unmatched(set.unmatched_names());
    }
    Ok(set)
}

/// Says which names of `--ids` no problem has, the first ones by name.
fn report_unmatched(names: &[ProblemName]) {
    const SHOWN: usize = 5;
    let mut shown: Vec<String> = names.iter().take(SHOWN).map(ToString::to_string).collect();
    if let Some(more @ 1..) = names.len().checked_sub(SHOWN) {
        shown.push(format!("and {more} more"));
    }
    if !names.is_empty() {
        let names = plural(names.len() as u64, "name");
        report(&format!(
            "--ids: no selected problem has {names} of the list: {}",
            shown.join(", ")
        ));
    }
}

/// Says why problems are left out. Returns how many are.
fn report_left_out(left_out: impl IntoIterator<Item = (&'static str, u64)>) -> u64 {
    let mut sum = 0;
    for (reason, count) in left_out {
        report(&format!("left out: {} {reason}", plural(count, "problem")));
        sum += count;
    }
    sum
}

/// Why no problem of Go was chosen.
pub fn name_why_none(store: &Store) -> Result<&'static str, StoreError> {
    let families = store.family_counts()?;
    Ok(match (families.go.records, families.abalone.records, families.go.games) {
        (0, 1.., _) => "all problems are of Abalone, and books, cards and data sets are of Go",
        (0, 0, 0) => "there are no problems",
        (0, 0, 1..) => "there are games, but no problems",
        _ => "no problem fits the options",
    })
}

/// Publishes a set of problems.
pub fn publish(edition: &Edition<'_>, global: &Global) -> anyhow::Result<Outcome> {
    let Edition { store, set, args, output, .. } = edition;
    args.check(edition.format)?;
    edition.of_format.check(edition.format)?;
    let shown = Escaped(&output.display().to_string()).to_string();
    if set.problems().is_empty() {
        let why = name_why_none(store)?;
        report(&format!("{why}; nothing was written to {shown}"));
        return Ok(Outcome::NothingFound);
    }
    let is_folder = edition.is_folder();
    if is_folder && OutputFile::is_stdout(output) {
        let format = edition.format.name();
        let message = format!("--format {format} writes a folder; name the folder with -o");
        return Err(CommandError::new(message).into());
    }
    let twins_within = edition.of_format.split().map(|split| split.near);
    let options = args.to_options("Problems", twins_within, edition.export)?;
    let progress = Progress::start(global, "Reading problems", Some(set.problems().len() as u64));
    let conditions = edition.conditions.clone();
    let publication = Publication::load(store, set, options, conditions, &|| progress.add(1))?;
    drop(progress);
    if !global.is_quiet() {
        for (loss, count) in publication.board_losses().iter() {
            report(&loss.describe(count));
        }
    }
    let (files, left_out) = if is_folder {
        let mut folder =
            OutputFolder::create_own(output, edition.inputs, edition.is_forced, global)?;
        let left_out = edition.write_folder(&publication, &mut folder)?;
        if left_out < publication.count() as u64 {
            for kept in folder.finish(global)? {
                report(&format!(
                    "{}: changed since the last export, kept",
                    output.join(kept).display()
                ));
            }
        }
        (vec![output.to_path_buf()], left_out)
    } else {
        edition.write_files(&publication, global)?
    };
    let written = publication.count() as u64 - left_out;
    if written == 0 {
        report(&format!(
            "{} can have none of the problems; nothing was written to {shown}",
            edition.format.name()
        ));
        return Ok(Outcome::NothingFound);
    }
    let problems = plural(written, "problem");
    for path in files.iter().filter(|path| !OutputFile::is_stdout(path)) {
        print_line(format_args!("{problems} written to {}", Escaped(&path.display().to_string())))?;
    }
    if let (true, Some(hint)) = (!global.is_quiet(), edition.format.hint(is_folder)) {
        print_line(hint.replace("{}", shown.trim_end_matches('/')))?;
    }
    Ok(Outcome::Done)
}

impl Edition<'_> {
    /// Whether the output is a folder.
    fn is_folder(&self) -> bool {
        let ends_like_one = self.output.as_os_str().as_encoded_bytes().ends_with(b"/");
        match self.format {
            PublicationFormat::Typst | PublicationFormat::Weiqihub | PublicationFormat::Dataset => {
                true
            }
            PublicationFormat::Html => ends_like_one || self.output.is_dir(),
            PublicationFormat::Pdf
            | PublicationFormat::Epub
            | PublicationFormat::Anki
            | PublicationFormat::Ogs
            | PublicationFormat::Keys => false,
        }
    }

    /// Writes a folder. Returns the number of problems that the format cannot say.
    fn write_folder(
        &self,
        publication: &Publication,
        folder: &mut OutputFolder,
    ) -> anyhow::Result<u64> {
        let args = self.args;
        let mut left_out = 0;
        match self.format {
            PublicationFormat::Typst => {
                write_typst(publication, args.book_options(), args.answers(), folder)?;
            }
            PublicationFormat::Weiqihub => {
                let defaults = self.of_format.weiqihub_defaults();
                left_out = report_left_out(write_weiqihub(publication, &defaults, folder)?);
            }
            PublicationFormat::Dataset => {
                let rows = self.of_format.row_format()?;
                write_dataset(publication, self.of_format.split(), self.seed, rows, folder)?;
            }
            _ => write_web_folder(publication, folder)?,
        }
        Ok(left_out)
    }

    /// Writes the file, or the two if the answers are separate. Returns their paths, and the number of
    /// problems that the format cannot say.
    fn write_files(
        &self,
        publication: &Publication,
        global: &Global,
    ) -> anyhow::Result<(Vec<PathBuf>, u64)> {
        let parts = self.parts()?;
        let mut left_out = 0;
        for (path, part) in &parts {
            let mut out = OutputFile::create(path, self.inputs, global)?;
            match self.format {
                PublicationFormat::Pdf => {
                    out.write_all(&pdf::compile(publication, self.args.book_options(), *part)?)?;
                }
                PublicationFormat::Epub => out.write_all(&build_epub(publication)?)?,
                PublicationFormat::Anki => out.write_all(&build_anki_deck(publication)?)?,
                PublicationFormat::Ogs => {
                    let collection = self.of_format.collection;
                    left_out = report_left_out(write_ogs(publication, collection, &mut out)?);
                }
                PublicationFormat::Keys => {
                    let salt = self.of_format.salt.as_deref();
                    write_keys(publication, self.of_format.numbers, salt, &mut out)?;
                }
                _ => write_book(publication, self.args.book_options(), *part, &mut out)?,
            }
            if left_out < publication.count() as u64 {
                out.finish()?;
            }
        }
        Ok((parts.into_iter().map(|(path, _)| path).collect(), left_out))
    }

    /// The files to write, each with the part of the book that is in it.
    fn parts(&self) -> anyhow::Result<Vec<(PathBuf, BookPart)>> {
        let path = self.output.to_path_buf();
        Ok(match self.args.answers() {
            AnswerPlace::End => vec![(path, BookPart::Whole)],
            AnswerPlace::None => vec![(path, BookPart::WithoutAnswers)],
            AnswerPlace::Separate if OutputFile::is_stdout(&path) => {
                let message = "--answers separate writes two files; name one with -o";
                return Err(CommandError::new(message).into());
            }
            AnswerPlace::Separate => {
                let answers = beside(&path, "-answers");
                vec![(path, BookPart::Problems), (answers, BookPart::Answers)]
            }
        })
    }
}

/// A path beside another one, with more at the end of the name before its extension.
fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.file_stem().unwrap_or_default().to_os_string();
    name.push(suffix);
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}
