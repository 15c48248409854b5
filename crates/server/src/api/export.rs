//! `/api/v1/export`: the problems that filters select, as a file.

use std::io::Write;
use std::sync::Arc;

use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum::response::Response;
use serde::Deserialize;

use super::export_abalone::AbaloneExport;
use crate::download::{self, attach};
use crate::export::{ExportOptions, Format, Orientation, abalone, copy_escaped};
use crate::find::{
    CoreIndex, Decisions, Identity, ProblemList, find_core_copies, load_publication,
};
use crate::game_fields::{ProblemFields, Selecting};
use crate::model::Source;
use crate::problem::Problem;
use crate::solution::Dialect;
use crate::state::{App, View};
use crate::store::{CoreRows, ProblemConditions};

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
    /// Of problems with the same `core`, only the first one in the order of import; `problem` if not
    /// given.
    #[serde(default)]
    one_per: OnePerField,
    /// The solutions; `kept` if not given.
    #[serde(default)]
    solutions: SolutionsField,
    /// Of `csv`, whether to write an apostrophe before texts that a spreadsheet runs as formulas.
    #[serde(default)]
    escape_formulas: bool,
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
}

gtn_db_core::mirror! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
    #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
    #[serde(rename_all = "kebab-case")]
    pub(super) enum OrientField => Orientation {
        TopRight,
        TopLeft,
        AsIs,
        Canonical,
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub(super) enum OnePerField {
    /// Each position with a side to move.
    #[default]
    Problem,
    /// Problems whose right lines are played on the same part of the board.
    Core,
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

/// How many of the problems to export.
struct Amount {
    limit: Option<u32>,
    one_per: OnePerField,
}

/// The problems to export, chosen.
struct Export {
    list: ProblemList,
    decisions: Decisions,
    chosen: Vec<Chosen>,
    prefer: Vec<String>,
    format: Format,
    options: ExportOptions,
    escape_formulas: bool,
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
    ))),
))]
pub(super) async fn export(
    State(app): State<Arc<App>>,
    Asked(query, fields, prefer): Asked,
) -> Result<Response, Problem> {
    if query.escape_formulas && !matches!(query.format, FormatField::Csv) {
        return Err(Problem::unprocessable("escape_formulas applies to format=csv"));
    }
    if let Some(format) = query.abalone_format() {
        return export_abalone(app, query, fields, prefer, format).await;
    }
    let (format, options) = query.read_options()?;
    let kind = match format {
        Format::Sgf => "application/x-go-sgf; charset=utf-8",
        Format::Csv => "text/csv; charset=utf-8",
        Format::Igtn => "text/plain; charset=utf-8",
        _ => "application/x-ndjson",
    };
    let name = format!("problems.{}", format.extension());
    let amount = Amount { limit: query.limit, one_per: query.one_per };
    let body = download::send(app, move |view| {
        let mut export = Export::prepare(view, (&fields, amount), prefer, format, options)?;
        export.escape_formulas = query.escape_formulas;
        Ok(move |view: &View<'_>, out: &mut dyn Write| export.write(view, out))
    });
    Ok(attach(name, kind, body.await?))
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
        ("orient", matches!(query.orient, Some(OrientField::TopRight | OrientField::TopLeft))),
        ("mark_as", query.mark_as.as_deref().is_some_and(|marks| !marks.is_empty())),
        ("one_per", query.one_per == OnePerField::Core),
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

/// Refuses a source to prefer that the database does not have.
fn check_sources(view: &View<'_>, prefer: &[String]) -> Result<(), Problem> {
    let sources = view.store.sources()?;
    let is_known =
        |wanted: &&String| sources.iter().any(|source| Source::is_within(&source.name, wanted));
    let unknown = prefer.iter().find(|wanted| !is_known(wanted));
    unknown.map_or(Ok(()), |unknown| {
        let detail = format!("prefer: the database has no source `{unknown}`");
        Err(Problem::unprocessable(detail))
    })
}

impl ExportQuery {
    /// The format, if it is one of Abalone.
    fn abalone_format(&self) -> Option<abalone::Format> {
        match self.format {
            FormatField::Apgn => Some(abalone::Format::Apgn),
            FormatField::Iatn => Some(abalone::Format::Iatn),
            FormatField::Kaawa => Some(abalone::Format::Kaawa),
            FormatField::Sgf | FormatField::Igtn | FormatField::Json | FormatField::Csv => None,
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
                // Those of Abalone are exported elsewhere.
                FormatField::Sgf | FormatField::Apgn | FormatField::Iatn | FormatField::Kaawa => {
                    Format::Sgf
                }
            },
        };
        let options = ExportOptions {
            orientation: self.orient.map(Into::into).unwrap_or_default(),
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
        (fields, Amount { limit, one_per }): (&ProblemFields, Amount),
        prefer: Vec<String>,
        format: Format,
        options: ExportOptions,
    ) -> Result<Export, Problem> {
        check_sources(view, &prefer)?;
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
        if one_per == OnePerField::Core {
            let cores = CoreIndex::load(view.store, CoreRows::All)?;
            let positions: Vec<i64> = chosen.iter().map(|chosen| chosen.position).collect();
            let copies = find_core_copies(view.store, &cores, &positions)?;
            chosen.retain(|chosen| !copies.contains(&chosen.position));
        }
        chosen.truncate(limit.map_or(usize::MAX, |limit| limit as usize));
        let escape_formulas = false;
        Ok(Export { list, decisions, chosen, prefer, format, options, escape_formulas })
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
            if self.escape_formulas {
                let mut rows = Vec::new();
                self.format.write_problem(&problem, &self.options, &mut rows)?;
                copy_escaped(&rows, &mut out)?;
            } else {
                self.format.write_problem(&problem, &self.options, &mut out)?;
            }
        }
        Ok(())
    }
}
