//! `/api/v1/export`: the problems that filters select, as a file.

use std::io::Write;
use std::sync::Arc;

use axum::extract::{FromRequestParts, State};
use axum::http::header;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use utoipa::{IntoParams, OpenApi, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::download;
use crate::export::{ExportOptions, Format, Orientation};
use crate::find::{Decisions, Identity, ProblemList, load_publication};
use crate::input::read_pairs;
use crate::model::Source;
use crate::problem::Problem;
use crate::problem_query::ProblemQuery;
use crate::solution::Dialect;
use crate::state::{App, View};

/// What to export, and how. The filters are those of `/api/v1/problems`.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct ExportQuery {
    /// Only records with this text in their names.
    name: Option<String>,
    /// Only records of this source: its name, its file name, or a folder or archive that contains
    /// it; `*` stands for any text and `?` for a character.
    source: Option<String>,
    /// Who is to move: `black` or `white`.
    turn: Option<String>,
    /// The part of the board: `corner`, `side`, `center` or `board`.
    region: Option<String>,
    /// The number of stones, such as `8`, `5-12` or `20-`.
    stones: Option<String>,
    /// The size of the board, such as `19` or `13x9` (rows x columns).
    board: Option<String>,
    /// Only records that accept a first move, `true`, or none, `false`.
    answered: Option<String>,
    /// How records mark their answers, such as `words`.
    marks: Option<String>,
    /// The most problems; all if not given.
    limit: Option<usize>,
    /// The format; `sgf` if not given.
    #[serde(default)]
    format: FormatField,
    /// The orientation; `top-right` if not given.
    #[serde(default)]
    orient: OrientField,
    /// Whether to exchange the colors of problems in which White is to move.
    #[serde(default)]
    black_first: bool,
    /// How to mark right and wrong answers; as the record does if not given. `ogs-json` and
    /// `sol-json` write one JSON puzzle per line in place of `format`.
    mark_as: Option<String>,
    /// The solutions; `kept` if not given.
    #[serde(default)]
    solutions: SolutionsField,
}

gtn_db_core::mirror! {
    #[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema)]
    #[serde(rename_all = "lowercase")]
    enum FormatField => Format {
        /// One collection of game trees.
        #[default]
        Sgf,
        /// One IGTN per line, with comments.
        Igtn,
        /// One object per line.
        Json,
        /// Comma-separated values.
        Csv,
    }
}

gtn_db_core::mirror! {
    #[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema)]
    #[serde(rename_all = "kebab-case")]
    enum OrientField => Orientation {
        #[default]
        TopRight,
        TopLeft,
        AsIs,
        Canonical,
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum SolutionsField {
    /// The solution of the kept record.
    #[default]
    Kept,
    /// The solutions of all records, merged into one tree.
    Union,
}

/// The parameters of an export, and the values of `prefer`, which may be repeated.
struct Asked(ExportQuery, Vec<String>);

impl FromRequestParts<Arc<App>> for Asked {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &Arc<App>) -> Result<Self, Problem> {
        let query = parts.uri.query().unwrap_or_default();
        let is_preference = |pair: &&str| pair.split('=').next() == Some("prefer");
        let (prefer, others) = query.split('&').partition::<Vec<&str>, _>(is_preference);
        let prefer = prefer.join("&");
        let prefer = form_urlencoded::parse(prefer.as_bytes()).map(|(_, value)| value.into_owned());
        let prefer = prefer.filter(|source| !source.trim().is_empty()).collect();
        Ok(Asked(read_pairs(&others)?, prefer))
    }
}

/// A problem to export. Small, because all are in memory.
struct Chosen {
    /// The first record of the problem; the order of the file.
    first: i64,
    position: i64,
    /// The index of the cluster among those of the selected records of the position.
    number: usize,
}

/// The problems to export, chosen.
struct Export {
    list: ProblemList,
    decisions: Decisions,
    chosen: Vec<Chosen>,
    prefer: Vec<String>,
    format: Format,
    options: ExportOptions,
}

/// The types of query parameters, which a route does not add by itself.
#[derive(OpenApi)]
#[openapi(components(schemas(FormatField, OrientField, SolutionsField)))]
struct Fields;

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::with_openapi(Fields::openapi()).routes(routes!(export))
}

/// Each problem once, with the names of all its sources, as `export` writes it.
#[utoipa::path(get, path = "/api/v1/export", params(
    ExportQuery,
    ("prefer" = Option<Vec<String>>, Query, description = "A source whose records are kept where \
        possible: its name, its file name, or a folder or archive that contains it. May be \
        repeated; the first one that has a record of a problem counts."),
), responses(
    (status = 200, description = "the file", content(
        (String = "application/x-go-sgf"),
        (String = "text/plain"),
        (String = "application/x-ndjson"),
        (String = "text/csv"),
    )),
    (status = "default", body = Problem, content_type = "application/problem+json"),
))]
async fn export(
    State(app): State<Arc<App>>,
    Asked(query, prefer): Asked,
) -> Result<Response, Problem> {
    let (format, options) = query.read_options()?;
    let kind = match format {
        Format::Sgf => "application/x-go-sgf; charset=utf-8",
        Format::Csv => "text/csv; charset=utf-8",
        Format::Igtn => "text/plain; charset=utf-8",
        _ => "application/x-ndjson",
    };
    let name = format!("attachment; filename=\"problems.{}\"", format.extension());
    let body = download::send(app, move |view| {
        let export = Export::prepare(view, &query, prefer, format, options)?;
        Ok(move |view: &View<'_>, out: &mut dyn Write| export.write(view, out))
    });
    let headers = [(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, &name)];
    Ok((headers, body.await?).into_response())
}

impl ExportQuery {
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
            _ => self.format.into(),
        };
        let options = ExportOptions {
            orientation: self.orient.into(),
            black_first: self.black_first,
            marks,
            merge_solutions: self.solutions == SolutionsField::Union,
        };
        Ok((format, options))
    }

    fn filter(&self) -> ProblemQuery {
        ProblemQuery {
            name: self.name.clone(),
            source: self.source.clone(),
            turn: self.turn.clone(),
            region: self.region.clone(),
            stones: self.stones.clone(),
            board: self.board.clone(),
            answered: self.answered.clone(),
            marks: self.marks.clone(),
            after: None,
            limit: None,
        }
    }
}

impl Export {
    fn prepare(
        view: &View<'_>,
        query: &ExportQuery,
        prefer: Vec<String>,
        format: Format,
        options: ExportOptions,
    ) -> Result<Export, Problem> {
        let sources = view.store.sources()?;
        let is_known =
            |wanted: &&String| sources.iter().any(|source| Source::is_within(&source.name, wanted));
        if let Some(unknown) = prefer.iter().find(|wanted| !is_known(wanted)) {
            let detail = format!("prefer: the database has no source `{unknown}`");
            return Err(Problem::unprocessable(detail));
        }
        let list = ProblemList::load(view.store, &query.filter().to_filter(view.store)?)?;
        let decisions = Decisions::load(view.store)?;
        let mut positions: Vec<i64> = list.problems().iter().map(|one| one.position).collect();
        positions.dedup(); // the problems of a position are neighbors
        let mut chosen = Vec::with_capacity(list.problems().len());
        for id in positions {
            let Some((position, records)) = list.load_records(view.store, id)? else { continue };
            let clusters =
                decisions.cluster_records(view.store, &position, &records, Identity::Problem)?;
            chosen.extend(clusters.iter().enumerate().map(|(number, cluster)| Chosen {
                first: cluster.first().id,
                position: id,
                number,
            }));
        }
        chosen.sort_by_key(|chosen| (chosen.first, chosen.number));
        chosen.truncate(query.limit.unwrap_or(usize::MAX));
        Ok(Export { list, decisions, chosen, prefer, format, options })
    }

    fn write(self, view: &View<'_>, mut out: &mut dyn Write) -> Result<(), Problem> {
        let gone = || Problem::internal("a problem is gone from its own snapshot");
        self.format.write_start(&mut out)?;
        for Chosen { position, number, .. } in &self.chosen {
            let loaded = self.list.load_records(view.store, *position)?;
            let (position, records) = loaded.ok_or_else(gone)?;
            let clusters = self.decisions.cluster_records(
                view.store,
                &position,
                &records,
                Identity::Problem,
            )?;
            let cluster = clusters.get(*number).ok_or_else(gone)?;
            let kept = cluster.choose_representative(&self.prefer);
            let has_trees = self.options.merge_solutions;
            let problem = load_publication(view.store, &position, cluster, kept, has_trees)?;
            self.format.write_problem(&problem, &self.options, &mut out)?;
        }
        Ok(())
    }
}
