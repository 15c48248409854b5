//! `/api/v1/export`: the problems that filters select, as a file.

use std::io::Write;
use std::sync::Arc;

use axum::Json;
use axum::extract::{FromRequestParts, Path, State};
use axum::http::request::Parts;
use axum::response::Response;
use serde::de::Error;
use serde::{Deserialize, Deserializer};

use super::export_abalone::AbaloneExport;
use super::preferred::check_sources;
use super::publication::{PublicationJob, PublishedFormat, publish};
use crate::download::{self, attach};
use crate::export::{ExportOptions, Format, Orientation, abalone, copy_escaped};
use crate::exports::{ExportStateJson, RunningExport};
use crate::find::{OnePer, ProblemSet, SetOptions, SetOrder};
use crate::game_fields::{ProblemFields, Selecting};
use crate::model::Rank;
use crate::problem::Problem;
use crate::publish::{BookOptions, ChapterBy, Paper, RowFormat, WeiqihubDefaults, weiqihub_types};
use crate::solution::Dialect;
use crate::state::{App, View};
use crate::store::ProblemConditions;
use crate::text::texts;

texts! { "export": NO_PDF, NO_PARQUET }

/// How much to export, and how.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
#[serde(deny_unknown_fields)]
struct ExportQuery {
    /// The most problems; all if not given.
    limit: Option<u32>,
    /// The format; `sgf` if not given. `apgn`, `iatn` and `kaawa` are of Abalone.
    #[serde(default)]
    format: FormatField,
    /// The orientation; `top-right` if not given, of Abalone `as-is`.
    orient: Option<OrientField>,
    /// Whether to exchange the colors of problems in which White is to move.
    #[serde(default)]
    black_first: bool,
    /// How to mark right and wrong answers; as the record does if not given. `ogs-json` and
    /// `sol-json` write one JSON puzzle per line in place of `format`.
    mark_as: Option<String>,
    /// Of problems with the same position, shape or core, only the first one in the order of import;
    /// `problem` if not given.
    #[serde(default)]
    one_per: OnePerField,
    /// The solutions; `kept` if not given.
    #[serde(default)]
    solutions: SolutionsField,
    /// Of `csv`, whether to write an apostrophe before texts that a spreadsheet runs as formulas.
    #[serde(default)]
    escape_formulas: bool,
    /// Draws so many problems at random, as many of each book as of the others.
    #[serde(default, deserialize_with = "empty_as_none")]
    sample: Option<u32>,
    /// The same number draws the same problems again; 1 if not given.
    seed: Option<u64>,
    /// The most problems of each book.
    per_source: Option<u32>,
    /// Only problems without faults that print would show.
    #[serde(default)]
    sound: bool,
    /// The order; `source` if not given.
    #[serde(default)]
    order: OrderField,
    /// The title of a book, of cards or of a data set.
    title: Option<String>,
    /// What the problems of a chapter have in common; `none` if not given.
    #[serde(default)]
    chapters: ChaptersField,
    /// The columns of a book; 2 if not given.
    columns: Option<u8>,
    /// The paper of a book; `a4` if not given.
    #[serde(default)]
    paper: PaperField,
    /// With format=weiqihub: the level of problems without one, such as `10k`; without it they are left out.
    default_level: Option<String>,
    /// With format=weiqihub: the type of problems without one; without it they are left out.
    default_type: Option<String>,
    /// A name of up to 32 hexadecimal digits, under which `/api/v1/export/{name}` says how far this export of Go is.
    progress: Option<String>,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub(super) enum FormatField {
    /// One collection of game trees.
    #[default]
    Sgf,
    /// One IGTN per line, with comments.
    Igtn,
    /// One object per line.
    Json,
    /// Comma-separated values.
    Csv,
    /// The problems and games of Abalone as APGN.
    Apgn,
    /// One problem of Abalone per line as IATN, with comments.
    Iatn,
    /// One problem of Abalone per line as KAAWA position, with comments.
    Kaawa,
    /// A book as one HTML file.
    Html,
    /// Pages on which problems are solved, as a zip file.
    Web,
    /// A folder from which typst makes a book, as a zip file.
    Typst,
    /// A book for print, if the server has typst.
    Pdf,
    /// An e-book.
    Epub,
    /// Cards for Anki.
    Anki,
    /// Puzzles as scripts post them to online-go.com, one object per line.
    Ogs,
    /// The assets of the app WeiqiHub, as a zip file.
    Weiqihub,
    /// A data set for machine learning, as a zip file.
    Dataset,
    /// The same as tables, if the server was built with the feature `parquet`.
    #[serde(rename = "dataset-parquet")]
    DatasetParquet,
    /// The keys of the problems alone.
    Keys,
}

impl FormatField {
    /// The format, if it is one of publications.
    ///
    /// # Errors
    /// 422 if this gtn-db cannot write it.
    fn published(self) -> Result<Option<PublishedFormat>, Problem> {
        Ok(Some(match self {
            FormatField::Html => PublishedFormat::Html,
            FormatField::Web => PublishedFormat::Web,
            FormatField::Typst => PublishedFormat::Typst,
            FormatField::Pdf => PublishedFormat::Pdf,
            FormatField::Epub => PublishedFormat::Epub,
            FormatField::Anki => PublishedFormat::Anki,
            FormatField::Ogs => PublishedFormat::Ogs,
            FormatField::Weiqihub => PublishedFormat::Weiqihub,
            FormatField::Dataset => PublishedFormat::Dataset(RowFormat::Jsonl),
            FormatField::DatasetParquet => {
                let rows = RowFormat::parquet().ok_or_else(|| Problem::unprocessable(NO_PARQUET));
                PublishedFormat::Dataset(rows?)
            }
            FormatField::Keys => PublishedFormat::Keys,
            FormatField::Sgf
            | FormatField::Igtn
            | FormatField::Json
            | FormatField::Csv
            | FormatField::Apgn
            | FormatField::Iatn
            | FormatField::Kaawa => return Ok(None),
        }))
    }
}

gtn_db_core::mirror! {
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
    #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
    #[serde(rename_all = "lowercase")]
    pub(super) enum OrderField => SetOrder {
        /// As imported.
        #[default]
        Source,
        /// The fewest stones first.
        Size,
        /// From 30k to 9d, those without a level last.
        Level,
        /// Random.
        Random,
    }
}

gtn_db_core::mirror! {
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
    #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
    #[serde(rename_all = "lowercase")]
    pub(super) enum ChaptersField => ChapterBy {
        /// There are no chapters.
        #[default]
        None,
        /// The book, or the source if it is of none.
        Source,
        /// The level.
        Level,
        /// The first tag.
        Tag,
    }
}

gtn_db_core::mirror! {
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
    #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
    #[serde(rename_all = "lowercase")]
    pub(super) enum PaperField => Paper {
        /// 210 x 297 mm.
        #[default]
        A4,
        /// 148 x 210 mm.
        A5,
        /// 8.5 x 11 inches.
        Letter,
        /// 6 x 9 inches.
        #[serde(rename = "6x9in")]
        SixByNine,
    }
}

gtn_db_core::mirror! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
    #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
    #[serde(rename_all = "kebab-case")]
    pub(super) enum OrientField => Orientation {
        TopRight,
        TopLeft,
        BottomRight,
        BottomLeft,
        Random,
        AsIs,
        Canonical,
    }
}

gtn_db_core::mirror! {
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
    #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
    #[serde(rename_all = "lowercase")]
    pub(super) enum OnePerField => OnePer {
        /// Each position with a side to move.
        #[default]
        Problem,
        /// Each position.
        Position,
        /// Positions with the same stones, whatever their edges.
        Shape,
        /// Problems whose right lines are played on the same part of the board.
        Core,
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub(super) enum SolutionsField {
    /// The solution of the kept record.
    #[default]
    Kept,
    /// The solutions of all records, merged into one tree.
    Union,
}

/// Whether a text is a level as it is written: `10k`, `3d`.
fn is_level(text: &str) -> bool {
    text.parse::<Rank>().is_ok_and(|rank| rank.to_string() == text && !text.ends_with('p'))
}

/// Reads a number of a form, whose field may be empty.
fn empty_as_none<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u32>, D::Error> {
    let text = String::deserialize(deserializer)?;
    let number = (!text.is_empty()).then(|| text.parse()).transpose();
    number.map_err(|_| D::Error::custom(format!("`{}` is not a number", text.escape_debug())))
}

/// The parameters of an export without `prefer`.
type Selected = Selecting<ExportQuery, ProblemConditions>;

/// The parameters of an export: its conditions, and the values of `prefer`, which may be repeated.
pub(super) struct Asked(ExportQuery, ProblemFields, Vec<String>);

impl FromRequestParts<Arc<App>> for Asked {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &Arc<App>) -> Result<Self, Problem> {
        let query = parts.uri.query().unwrap_or_default();
        let pairs = form_urlencoded::parse(query.as_bytes());
        let (prefer, others): (Vec<_>, Vec<_>) = pairs.partition(|(name, _)| name == "prefer");
        let prefer = prefer.into_iter().map(|(_, value)| value.into_owned());
        let prefer = prefer.filter(|source| !source.trim().is_empty()).collect();
        let Selecting(query, fields) = Selected::read(others.into_iter())?;
        Ok(Asked(query, fields, prefer))
    }
}

/// The problems to export, chosen.
struct Export {
    set: ProblemSet,
    format: Format,
    options: ExportOptions,
    escape_formulas: bool,
    running: RunningExport,
}

/// Each problem once, with the names of all its sources, as `export` writes it.
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "",
    params(
        ExportQuery,
        ProblemFields,
        ("prefer" = Option<Vec<String>>, Query, description = "A source whose records are kept \
            where possible: its name, its file name, or a folder or archive that contains it. May \
            be repeated; the first one that has a record of a problem counts."),
    ),
    responses((status = 200, description = "the file", content(
        (String = "application/x-go-sgf"),
        (String = "text/plain"),
        (String = "application/x-ndjson"),
        (String = "text/csv"),
        (String = "text/x-abalone-pgn"),
        (String = "text/html"),
        (String = "application/epub+zip"),
        (String = "application/pdf"),
        (String = "application/zip"),
    ))),
))]
pub(super) async fn export(
    State(app): State<Arc<App>>,
    Asked(query, fields, prefer): Asked,
) -> Result<Response, Problem> {
    if query.escape_formulas && !matches!(query.format, FormatField::Csv) {
        return Err(Problem::unprocessable("escape_formulas applies to format=csv"));
    }
    let weiqihub = query.weiqihub_defaults()?;
    if let Some(format) = query.abalone_format() {
        return export_abalone(app, query, fields, prefer, format).await;
    }
    let (format, options) = query.read_options()?;
    if query.columns.is_some_and(|columns| !(1..=6).contains(&columns)) {
        return Err(Problem::unprocessable("columns: a number from 1 to 6"));
    }
    let set = SetOptions {
        prefer,
        one_per: query.one_per.into(),
        limit: query.limit.map(|limit| limit as usize),
        sample: query.sample.map(|count| count as usize),
        per_source: query.per_source.map(|count| count as usize),
        is_sound: query.sound,
        seed: query.seed.unwrap_or(1),
        order: query.order.into(),
        ..SetOptions::default()
    };
    let published = query.format.published()?;
    if matches!(published, Some(PublishedFormat::Pdf)) && app.settings.compile_book.is_none() {
        return Err(Problem::unprocessable(NO_PDF));
    }
    let running = app.exports.begin(query.progress_name()?);
    if let Some(format) = published {
        let job = query.to_publication(format, options, weiqihub);
        return publish(app, job, fields, set, running).await;
    }
    let kind = match format {
        Format::Sgf => "application/x-go-sgf; charset=utf-8",
        Format::Csv => "text/csv; charset=utf-8",
        Format::Igtn => "text/plain; charset=utf-8",
        _ => "application/x-ndjson",
    };
    let name = format!("problems.{}", format.extension());
    let body = download::send(app, move |view| {
        let mut export = Export::prepare(view, &fields, set, (format, options), running)?;
        export.escape_formulas = query.escape_formulas;
        Ok(move |view: &View<'_>, out: &mut dyn Write| export.write(view, out))
    });
    Ok(attach(name, kind, body.await?))
}

/// How far the export is that was given a name as its `progress`. The last few exports are remembered.
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "",
    params(("name" = String, Path)),
    responses((status = 200, body = ExportStateJson)),
))]
pub(super) async fn progress(
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
) -> Result<Json<ExportStateJson>, Problem> {
    let found = app.exports.find(&name);
    let gone = || Problem::not_found(format!("there is no export {}", name.escape_debug()));
    found.map(Json).ok_or_else(gone)
}

/// Each problem of Abalone once, and the games.
async fn export_abalone(
    app: Arc<App>,
    query: ExportQuery,
    fields: ProblemFields,
    prefer: Vec<String>,
    format: abalone::Format,
) -> Result<Response, Problem> {
    let of_go = [
        (
            "orient",
            !matches!(query.orient, None | Some(OrientField::AsIs | OrientField::Canonical)),
        ),
        ("mark_as", query.mark_as.as_deref().is_some_and(|marks| !marks.is_empty())),
        ("one_per", query.one_per != OnePerField::Problem),
        ("solutions", query.solutions == SolutionsField::Union),
    ];
    if let Some((name, _)) = of_go.into_iter().find(|(_, is_given)| *is_given) {
        let detail = format!("{name}: this value is of Go, and the format of Abalone");
        return Err(Problem::unprocessable(detail));
    }
    let kind = match format {
        abalone::Format::Apgn => "text/x-abalone-pgn; charset=utf-8",
        _ => "text/plain; charset=utf-8",
    };
    let name = format!("problems.{}", format.extension());
    let is_canonical = query.orient == Some(OrientField::Canonical);
    let export = AbaloneExport {
        fields,
        prefer,
        format,
        is_canonical,
        black_first: query.black_first,
        limit: query.limit.map_or(usize::MAX, |limit| limit as usize),
    };
    let body = download::send(app, move |view| {
        check_sources(view, &export.prefer)?;
        export.check(view)?;
        Ok(move |view: &View<'_>, out: &mut dyn Write| export.write(view, out))
    });
    Ok(attach(name, kind, body.await?))
}

impl ExportQuery {
    /// The name under which somebody wants to ask about the export.
    fn progress_name(&self) -> Result<Option<String>, Problem> {
        let name = self.progress.clone().filter(|name| !name.is_empty());
        let is_one =
            |name: &String| name.len() <= 32 && name.bytes().all(|byte| byte.is_ascii_hexdigit());
        match name {
            Some(name) if !is_one(&name) => {
                Err(Problem::unprocessable("progress: up to 32 hexadecimal digits"))
            }
            name => Ok(name),
        }
    }

    /// What is published, and how.
    fn to_publication(
        &self,
        format: PublishedFormat,
        export: ExportOptions,
        weiqihub: WeiqihubDefaults,
    ) -> PublicationJob {
        let title = self.title.as_deref().map(str::trim).filter(|title| !title.is_empty());
        PublicationJob {
            format,
            title: title.unwrap_or("Problems").to_owned(),
            chapters: self.chapters.into(),
            book: BookOptions {
                paper: self.paper.into(),
                columns: self.columns.unwrap_or(2).into(),
                per_page: None,
            },
            weiqihub,
            export,
        }
    }

    /// What problems get for WeiqiHub that say nothing of it.
    ///
    /// # Errors
    /// 422 if the level or the type has no meaning.
    fn weiqihub_defaults(&self) -> Result<WeiqihubDefaults, Problem> {
        let given = |text: &Option<String>| text.clone().filter(|text| !text.is_empty());
        let (level, kind) = (given(&self.default_level), given(&self.default_type));
        if level.as_deref().is_some_and(|level| !is_level(level)) {
            return Err(Problem::unprocessable("default_level: 30k to 1k, or 1d to 9d"));
        }
        if kind.as_deref().is_some_and(|kind| !weiqihub_types().any(|known| known == kind)) {
            let known = weiqihub_types().collect::<Vec<_>>().join(", ");
            return Err(Problem::unprocessable(format!("default_type: one of {known}")));
        }
        Ok(WeiqihubDefaults { level, kind })
    }

    /// The format, if it is one of Abalone.
    fn abalone_format(&self) -> Option<abalone::Format> {
        match self.format {
            FormatField::Apgn => Some(abalone::Format::Apgn),
            FormatField::Iatn => Some(abalone::Format::Iatn),
            FormatField::Kaawa => Some(abalone::Format::Kaawa),
            _ => None,
        }
    }

    fn read_options(&self) -> Result<(Format, ExportOptions), Problem> {
        let marks = self
            .mark_as
            .as_deref()
            .filter(|marks| !marks.is_empty())
            .map(str::parse::<Dialect>)
            .transpose();
        let marks = marks.map_err(|error| Problem::unprocessable(format!("mark_as: {error}")))?;
        let format = match marks {
            Some(Dialect::None) => {
                return Err(Problem::unprocessable("mark_as: answers cannot be marked as none"));
            }
            Some(Dialect::OgsJson) => Format::OgsJson,
            Some(Dialect::SolJson) => Format::SolJson,
            _ => match self.format {
                FormatField::Igtn => Format::Igtn,
                FormatField::Json => Format::Json,
                FormatField::Csv => Format::Csv,
                // Those of Abalone and publications are written elsewhere.
                _ => Format::Sgf,
            },
        };
        let options = ExportOptions {
            orientation: self.orient.map(Into::into).unwrap_or_default(),
            black_first: self.black_first,
            swap_colors: false,
            seed: self.seed.unwrap_or(1),
            marks,
            merge_solutions: self.solutions == SolutionsField::Union,
        };
        Ok((format, options))
    }
}

impl Export {
    fn prepare(
        view: &View<'_>,
        fields: &ProblemFields,
        set: SetOptions,
        (format, options): (Format, ExportOptions),
        running: RunningExport,
    ) -> Result<Export, Problem> {
        check_sources(view, &set.prefer)?;
        let advance = |total| running.has_read(total);
        let set = ProblemSet::choose(view.store, &fields.to_filter()?, set, &advance)?;
        running.has_chosen(set.problems().len());
        Ok(Export { set, format, options, escape_formulas: false, running })
    }

    fn write(self, view: &View<'_>, mut out: &mut dyn Write) -> Result<(), Problem> {
        let gone = || Problem::internal("a problem is gone from its own snapshot");
        self.format.write_start(&mut out)?;
        for chosen in self.set.problems() {
            let problem = self.set.load(view.store, chosen, self.options.merge_solutions)?;
            let problem = problem.ok_or_else(gone)?;
            if self.escape_formulas {
                let mut rows = Vec::new();
                self.format.write_problem(&problem, &self.options, &mut rows)?;
                copy_escaped(&rows, &mut out)?;
            } else {
                self.format.write_problem(&problem, &self.options, &mut out)?;
            }
            self.running.has_made_one();
        }
        self.running.has_written();
        Ok(())
    }
}
