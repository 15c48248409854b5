//! `/api/v1/export`: the problems that filters select, as a file.

use std::io::Write;
use std::sync::Arc;

use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum::response::Response;
use serde::Deserialize;

use crate::download::{self, attach};
use crate::export::{ExportOptions, Format, Orientation};
use crate::find::{Decisions, Identity, ProblemList, load_publication};
use crate::game_fields::{ProblemFields, Selecting};
use crate::model::Source;
use crate::problem::Problem;
use crate::solution::Dialect;
use crate::state::{App, View};
use crate::store::ProblemConditions;

/// How much to export, and how.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
#[serde(deny_unknown_fields)]
struct ExportQuery {
    /// The most problems; all if not given.
    limit: Option<u32>,
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
    #[derive(Clone, Copy, Debug, Default, Deserialize)]
    #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
    #[serde(rename_all = "lowercase")]
    pub(super) enum FormatField => Format {
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
    #[derive(Clone, Copy, Debug, Default, Deserialize)]
    #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
    #[serde(rename_all = "kebab-case")]
    pub(super) enum OrientField => Orientation {
        #[default]
        TopRight,
        TopLeft,
        AsIs,
        Canonical,
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

/// The parameters of an export without `prefer`.
type Exact = Selecting<ExportQuery, ProblemConditions, true>;

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
        let Selecting(query, fields) = Exact::read(others.into_iter())?;
        Ok(Asked(query, fields, prefer))
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
    ))),
))]
pub(super) async fn export(
    State(app): State<Arc<App>>,
    Asked(query, fields, prefer): Asked,
) -> Result<Response, Problem> {
    let (format, options) = query.read_options()?;
    let kind = match format {
        Format::Sgf => "application/x-go-sgf; charset=utf-8",
        Format::Csv => "text/csv; charset=utf-8",
        Format::Igtn => "text/plain; charset=utf-8",
        _ => "application/x-ndjson",
    };
    let name = format!("problems.{}", format.extension());
    let body = download::send(app, move |view| {
        let export = Export::prepare(view, (&fields, query.limit), prefer, format, options)?;
        Ok(move |view: &View<'_>, out: &mut dyn Write| export.write(view, out))
    });
    Ok(attach(name, kind, body.await?))
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
}

impl Export {
    fn prepare(
        view: &View<'_>,
        (fields, limit): (&ProblemFields, Option<u32>),
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
        let list = ProblemList::load(view.store, &fields.to_filter()?)?;
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
        chosen.truncate(limit.map_or(usize::MAX, |limit| limit as usize));
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
