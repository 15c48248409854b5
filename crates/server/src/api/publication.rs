//! Books, cards and data sets of `/api/v1/export`.

use std::io::Write;
use std::sync::Arc;

use axum::response::Response;

use super::preferred::check_sources;
use crate::download::{self, attach};
use crate::export::ExportOptions;
use crate::exports::RunningExport;
use crate::find::{ProblemSet, SetOptions};
use crate::game_fields::ProblemFields;
use crate::problem::Problem;
use crate::publish::{
    AnswerPlace, Archive, BookOptions, BookPart, ChapterBy, Publication, PublicationOptions,
    RowFormat, WeiqihubDefaults, build_anki_deck, build_epub, write_book, write_dataset,
    write_keys, write_ogs, write_typst, write_web_folder, write_weiqihub,
};
use crate::state::{App, View};

/// The most problems of a publication, which is in memory as a whole.
const MAX_PROBLEMS: usize = 10_000;

/// A format of publications.
#[derive(Clone, Copy)]
pub(super) enum PublishedFormat {
    Html,
    Web,
    Typst,
    Pdf,
    Epub,
    Anki,
    Ogs,
    Weiqihub,
    Dataset(RowFormat),
    Keys,
}

impl PublishedFormat {
    /// The name of the file, and its type.
    fn file(self) -> (&'static str, &'static str) {
        const ZIP: &str = "application/zip";
        match self {
            PublishedFormat::Html => ("problems.html", "text/html; charset=utf-8"),
            PublishedFormat::Web => ("problems-web.zip", ZIP),
            PublishedFormat::Typst => ("problems-typst.zip", ZIP),
            PublishedFormat::Weiqihub => ("problems-weiqihub.zip", ZIP),
            PublishedFormat::Dataset(_) => ("problems-dataset.zip", ZIP),
            PublishedFormat::Pdf => ("problems.pdf", "application/pdf"),
            PublishedFormat::Epub => ("problems.epub", "application/epub+zip"),
            PublishedFormat::Anki => ("problems.apkg", ZIP),
            PublishedFormat::Ogs => ("problems.jsonl", "application/x-ndjson"),
            PublishedFormat::Keys => ("problems.txt", "text/plain; charset=utf-8"),
        }
    }
}

/// What is published, and how.
pub(super) struct PublicationJob {
    pub(super) format: PublishedFormat,
    pub(super) title: String,
    pub(super) chapters: ChapterBy,
    pub(super) book: BookOptions,
    /// What problems get for WeiqiHub that say nothing of it.
    pub(super) weiqihub: WeiqihubDefaults,
    pub(super) export: ExportOptions,
}

/// Publishes problems as a file.
///
/// # Errors
/// If a parameter has no meaning; 422 if there are too many problems.
pub(super) async fn publish(
    app: Arc<App>,
    job: PublicationJob,
    fields: ProblemFields,
    set: SetOptions,
    running: RunningExport,
) -> Result<Response, Problem> {
    let (name, kind) = job.format.file();
    let seed = set.seed;
    let compile_book = app.settings.compile_book;
    let body = download::send(app, move |view| {
        let publication = job.load(view, &fields, set, &running)?;
        // A book that cannot be compiled is refused before a byte is sent.
        let compile = compile_book.filter(|_| matches!(job.format, PublishedFormat::Pdf));
        let book = compile.map(|compile| compile(&publication, job.book, BookPart::Whole));
        let book = book.transpose().map_err(Problem::internal)?;
        Ok(move |_: &View<'_>, out: &mut dyn Write| {
            match &book {
                Some(book) => out.write_all(book)?,
                None => job.write(&publication, seed, out)?,
            }
            running.has_written();
            Ok(())
        })
    });
    Ok(attach(name.to_owned(), kind, body.await?))
}

impl PublicationJob {
    fn load(
        &self,
        view: &View<'_>,
        fields: &ProblemFields,
        set: SetOptions,
        running: &RunningExport,
    ) -> Result<Publication, Problem> {
        check_sources(view, &set.prefer)?;
        let set = ProblemSet::choose(view.store, &fields.to_filter()?, set, &|total| {
            running.has_read(total);
        })?;
        let count = set.problems().len();
        if count > MAX_PROBLEMS {
            let detail = format!(
                "format: {count} problems are too many for this format, {MAX_PROBLEMS} are not; \
                 set limit or sample, or use `gtn-db export`"
            );
            return Err(Problem::unprocessable(detail));
        }
        running.has_chosen(count);
        let options = PublicationOptions {
            title: self.title.clone(),
            chapters: self.chapters,
            export: self.export,
            ..PublicationOptions::default()
        };
        let conditions =
            fields.texts().map(|(condition, text)| format!("{} {text}", condition.name));
        Publication::load(view.store, &set, options, conditions.collect(), &|| {
            running.has_made_one()
        })
        .map_err(|error| Problem::internal(error.to_string()))
    }

    fn write(
        &self,
        publication: &Publication,
        seed: u64,
        mut out: &mut dyn Write,
    ) -> Result<(), Problem> {
        match self.format {
            PublishedFormat::Html => {
                write_book(publication, self.book, BookPart::Whole, &mut out)?;
            }
            PublishedFormat::Epub => out.write_all(&build_epub(publication)?)?,
            PublishedFormat::Anki => out.write_all(&build_anki_deck(publication)?)?,
            PublishedFormat::Ogs => {
                write_ogs(publication, None, &mut out)?;
            }
            PublishedFormat::Keys => write_keys(publication, false, None, &mut out)?,
            PublishedFormat::Pdf => unreachable!("the server compiles books"),
            PublishedFormat::Web
            | PublishedFormat::Typst
            | PublishedFormat::Weiqihub
            | PublishedFormat::Dataset(_) => {
                let mut archive = Archive::new();
                match self.format {
                    PublishedFormat::Typst => {
                        write_typst(publication, self.book, AnswerPlace::End, &mut archive)?;
                    }
                    PublishedFormat::Weiqihub => {
                        // The manifest in the archive says what was left out.
                        write_weiqihub(publication, &self.weiqihub, &mut archive)?;
                    }
                    PublishedFormat::Dataset(rows) => {
                        write_dataset(publication, None, seed, rows, &mut archive)?;
                    }
                    _ => write_web_folder(publication, &mut archive)?,
                }
                out.write_all(&archive.finish()?)?;
            }
        }
        Ok(())
    }
}
