//! `gtn-db book`: problems on paper.

use std::path::{Path, PathBuf};

use clap::Args;
use gtn_db::export::ExportOptions;
use gtn_db::import::inputs::Limits;
use gtn_db::store::Store;

use crate::cli::args::{OrientArg, OwnRights, RecordArgs, SetArgs};
use crate::cli::error::CommandError;
use crate::cli::input::{gather_inputs, list_files};
use crate::cli::publishing::{
    Edition, FormatArgs, PublicationArgs, PublicationFormat, choose_problems, publish,
};
use crate::cli::scratch_database::ScratchDatabase;
use crate::cli::{Global, Outcome};

/// Make a book or a sheet of problems, with answers at the end
#[derive(Debug, Args)]
#[command(after_help = "\
The name of the file tells the format: .html for a page that any browser prints, .pdf, .epub, or .apkg \
for Anki; a folder that ends with / gets a web page on which problems are solved. Black plays first, and \
each problem is there once.

With FOLDER, the book has the problems of that folder, which need not be imported; otherwise those of the \
database. The same seed draws the same problems again; --not-in with the last sheet draws others.

Example:
  gtn-db book problems/ -o book.html
  gtn-db book --sample 60 --columns 3 --title Tuesday -o tuesday.html
  gtn-db book --sample 60 --columns 3 --not-in tuesday.html -o thursday.html")]
pub struct BookArgs {
    /// Folders, files and archives, as for import [default: the database]
    #[arg(value_name = "FOLDER")]
    paths: Vec<PathBuf>,
    /// The file or folder to write
    #[arg(long, short, value_name = "PATH")]
    output: PathBuf,
    /// Replace files in a folder that no earlier export wrote
    #[arg(long)]
    force: bool,
    /// The orientation of the problems [default: top-right]
    #[arg(long, value_name = "WHERE")]
    orient: Option<OrientArg>,
    /// Keep the colors of the sources: White may be to move
    #[arg(long)]
    keep_colors: bool,
    #[command(flatten)]
    publication: PublicationArgs,
    #[command(flatten, next_help_heading = "Choosing problems")]
    set: SetArgs,
    #[command(flatten, next_help_heading = "Selecting records")]
    filter: RecordArgs<OwnRights>,
}

pub fn run(args: &BookArgs, global: &Global) -> anyhow::Result<Outcome> {
    let format = find_format(&args.output)?;
    let (scratch, database);
    let mut files = Vec::new();
    let store = if args.paths.is_empty() {
        database = Store::open(&global.database()?)?;
        &database
    } else {
        let inputs = gather_inputs(&args.paths, Limits::default())?;
        files = list_files(&inputs);
        files.extend(args.paths.iter().filter(|path| path.is_dir()).cloned());
        scratch = ScratchDatabase::import(inputs, global)?;
        scratch.report_skipped();
        &scratch.store
    };
    let snapshot = store.snapshot()?;
    let set = choose_problems(store, &args.filter.to_filter(), &args.set, global)?;
    let edition = Edition {
        store,
        set: &set,
        format,
        args: &args.publication,
        of_format: &FormatArgs::default(),
        export: ExportOptions {
            orientation: args.orient.map(Into::into).unwrap_or_default(),
            black_first: !args.keep_colors,
            ..ExportOptions::default()
        },
        conditions: [args.filter.describe(), args.set.describe()].concat(),
        seed: args.set.seed(),
        output: &args.output,
        is_forced: args.force,
        inputs: &files,
    };
    let outcome = publish(&edition, global);
    drop(snapshot);
    outcome
}

/// The format that the name of the output tells.
fn find_format(output: &Path) -> Result<PublicationFormat, CommandError> {
    let is_folder = output.as_os_str().as_encoded_bytes().ends_with(b"/") || output.is_dir();
    if is_folder {
        return Ok(PublicationFormat::Html);
    }
    PublicationFormat::of_path(output).ok_or_else(|| {
        let message = format!("{}: the name tells no format", output.display());
        CommandError::new(message).with_hint(
            "end it with .html, .pdf, .epub or .apkg, or with / for a folder; `gtn-db export` has more formats",
        )
    })
}
