//! Books, cards and data sets of `/api/v1/export`.

use std::io::Write;
use std::sync::Arc;

use axum::response::Response;

use super::export::{ExportQuery, FormatField, check_sources};
use crate::download::{self, attach};
use crate::export::ExportOptions;
use crate::find::{ProblemSet, SetOptions};
use crate::game_fields::ProblemFields;
use crate::problem::Problem;
use crate::publish::{
    AnswerPlace, Archive, BookOptions, BookPart, ChapterBy, Publication, PublicationOptions,
    build_anki_deck, build_epub, write_book, write_dataset, write_keys, write_ogs, write_typst,
    write_web_folder,
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
    Epub,
    Anki,
    Ogs,
    Dataset,
    Keys,
}

impl PublishedFormat {
    /// The format of a field, if it is one of publications.
    pub(super) fn of(field: FormatField) -> Option<PublishedFormat> {
        Some(match field {
            FormatField::Html => PublishedFormat::Html,
            FormatField::Web => PublishedFormat::Web,
            FormatField::Typst => PublishedFormat::Typst,
            FormatField::Epub => PublishedFormat::Epub,
            FormatField::Anki => PublishedFormat::Anki,
            FormatField::Ogs => PublishedFormat::Ogs,
            FormatField::Dataset => PublishedFormat::Dataset,
            FormatField::Keys => PublishedFormat::Keys,
            FormatField::Sgf
            | FormatField::Igtn
            | FormatField::Json
            | FormatField::Csv
            | FormatField::Apgn
            | FormatField::Iatn
            | FormatField::Kaawa => return None,
        })
    }

    /// The name of the file, and its type.
    fn file(self) -> (&'static str, &'static str) {
        const ZIP: &str = "application/zip";
        match self {
            PublishedFormat::Html => ("problems.html", "text/html; charset=utf-8"),
            PublishedFormat::Web => ("problems-web.zip", ZIP),
            PublishedFormat::Typst => ("problems-typst.zip", ZIP),
            PublishedFormat::Dataset => ("problems-dataset.zip", ZIP),
            PublishedFormat::Epub => ("problems.epub", "application/epub+zip"),
            PublishedFormat::Anki => ("problems.apkg", "application/octet-stream"),
            PublishedFormat::Ogs => ("problems.jsonl", "application/x-ndjson"),
            PublishedFormat::Keys => ("problems.txt", "text/plain; charset=utf-8"),
        }
    }
}

/// What is published, and how.
struct Job {
    format: PublishedFormat,
    title: String,
    chapters: ChapterBy,
    book: BookOptions,
    export: ExportOptions,
    seed: u64,
}

/// Publishes problems as a file.
///
/// # Errors
/// If a parameter has no meaning; 422 if there are too many problems.
pub(super) async fn publish(
    app: Arc<App>,
    query: &ExportQuery,
    fields: ProblemFields,
    set: SetOptions,
    format: PublishedFormat,
    export: ExportOptions,
) -> Result<Response, Problem> {
    let (title, chapters, book) = query.publication();
    let job = Job { format, title, chapters, book, export, seed: set.seed };
    let (name, kind) = format.file();
    let body = download::send(app, move |view| {
        let publication = job.load(view, &fields, set)?;
        Ok(move |_: &View<'_>, out: &mut dyn Write| job.write(&publication, out))
    });
    Ok(attach(name.to_owned(), kind, body.await?))
}

impl Job {
    fn load(
        &self,
        view: &View<'_>,
        fields: &ProblemFields,
        set: SetOptions,
    ) -> Result<Publication, Problem> {
        check_sources(view, &set.prefer)?;
        let set = ProblemSet::choose(view.store, &fields.to_filter()?, set, &|_| ())?;
        let count = set.problems().len();
        if count > MAX_PROBLEMS {
            let detail = format!(
                "format: {count} problems are too many for this format, {MAX_PROBLEMS} are not; \
                 set limit or sample, or use `gtn-db export`"
            );
            return Err(Problem::unprocessable(detail));
        }
        let options = PublicationOptions {
            title: self.title.clone(),
            chapters: self.chapters,
            export: self.export,
            ..PublicationOptions::default()
        };
        let conditions =
            fields.texts().map(|(condition, text)| format!("{} {text}", condition.name));
        Publication::load(view.store, &set, options, conditions.collect(), &|| ())
            .map_err(|error| Problem::internal(error.to_string()))
    }

    fn write(&self, publication: &Publication, mut out: &mut dyn Write) -> Result<(), Problem> {
        match self.format {
            PublishedFormat::Html => {
                write_book(publication, self.book, BookPart::Whole, &mut out)?;
            }
            PublishedFormat::Epub => out.write_all(&build_epub(publication)?)?,
            PublishedFormat::Anki => out.write_all(&build_anki_deck(publication)?)?,
            PublishedFormat::Ogs => write_ogs(publication, None, &mut out)?,
            PublishedFormat::Keys => write_keys(publication, false, None, &mut out)?,
            PublishedFormat::Web | PublishedFormat::Typst | PublishedFormat::Dataset => {
                let mut archive = Archive::new();
                match self.format {
                    PublishedFormat::Typst => {
                        write_typst(publication, self.book, AnswerPlace::End, &mut archive)?;
                    }
                    PublishedFormat::Dataset => {
                        write_dataset(publication, None, self.seed, &mut archive)?;
                    }
                    _ => write_web_folder(publication, &mut archive)?,
                }
                out.write_all(&archive.finish()?)?;
            }
        }
        Ok(())
    }
}
