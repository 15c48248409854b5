//! The filters of problems in addresses, as options of `gtn-db problems`.

use std::collections::HashSet;

use serde::Deserialize;
use utoipa::IntoParams;

use super::problem::Problem;
use super::text::texts;
use crate::Color;
use crate::find::abalone::ProblemConditions;
use crate::model::SourcePattern;
use crate::solution::{Dialect, ParseDialectError};
use crate::store::{BoardRegion, FilterTextError, ProblemFilter, Store, parse_board, parse_stones};

texts! { "server/problem_query": NO_SOURCE }

/// Which problems to list. A problem is listed if one of its records fulfills all conditions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct ProblemQuery {
    /// Only records with this text in their names.
    pub(super) name: Option<String>,
    /// Only records of this source: its name, its file name, or a folder or archive that contains
    /// it; `*` stands for any text and `?` for a character.
    pub(super) source: Option<String>,
    /// Who is to move: `black` or `white`.
    pub(super) turn: Option<String>,
    /// The part of the board: `corner`, `side`, `center` or `board`.
    pub(super) region: Option<String>,
    /// The number of stones, such as `8`, `5-12` or `20-`.
    pub(super) stones: Option<String>,
    /// The size of the board, such as `19` or `13x9` (rows x columns).
    pub(super) board: Option<String>,
    /// Only records that accept a first move, `true`, or none, `false`.
    pub(super) answered: Option<String>,
    /// How records mark their answers, such as `words`.
    pub(super) marks: Option<String>,
    /// `next` of the part before.
    pub(super) after: Option<String>,
    /// The most problems to list, 1 to 200; 50 if not given.
    pub(super) limit: Option<usize>,
}

impl ProblemQuery {
    /// The names of the conditions that problems of both families can fulfill.
    pub(super) const SHARED: [&'static str; 3] = ["name", "source", "turn"];

    /// The conditions that are set: their names and values.
    pub(super) fn conditions(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let ProblemQuery { name, source, turn, region, stones, board, answered, marks, .. } = self;
        let all = [
            ("name", name),
            ("source", source),
            ("turn", turn),
            ("region", region),
            ("stones", stones),
            ("board", board),
            ("answered", answered),
            ("marks", marks),
        ];
        all.into_iter().filter_map(|(name, value)| Some((name, value.as_deref()?)))
    }

    /// The filter for the database.
    ///
    /// # Errors
    /// 422 if a value has no meaning, or no source matches.
    pub(super) fn to_filter(&self, store: &Store) -> Result<ProblemFilter, Problem> {
        let filter_text = |field: &'static str| move |error: FilterTextError| refuse(field, &error);
        let mut filter = ProblemFilter { name: self.name.clone(), ..ProblemFilter::default() };
        filter.source_ids = self.source_ids(store)?;
        filter.turn = self.color()?;
        if let Some(region) = &self.region {
            let refuse = || refuse("region", &"write corner, side, center or board");
            filter.region = Some(BoardRegion::from_name(region).ok_or_else(refuse)?);
        }
        if let Some(stones) = &self.stones {
            filter.stones = Some(parse_stones(stones).map_err(filter_text("stones"))?);
        }
        if let Some(board) = &self.board {
            filter.board = Some(parse_board(board).map_err(filter_text("board"))?);
        }
        filter.is_answered = match self.answered.as_deref() {
            None => None,
            Some("true") => Some(true),
            Some("false") => Some(false),
            Some(_) => return Err(refuse("answered", &"write true or false")),
        };
        if let Some(marks) = &self.marks {
            let marks = marks.parse::<Dialect>();
            filter.dialect =
                Some(marks.map_err(|error: ParseDialectError| refuse("marks", &error))?);
        }
        Ok(filter)
    }

    /// The conditions on problems of Abalone.
    ///
    /// # Errors
    /// 422 if a value has no meaning, no source matches, or a condition is one that only problems of
    /// Go can fulfill.
    pub(super) fn to_abalone_conditions(
        &self,
        store: &Store,
    ) -> Result<ProblemConditions<'_>, Problem> {
        let is_shared = |name: &str| ProblemQuery::SHARED.contains(&name);
        if let Some((name, _)) = self.conditions().find(|(name, _)| !is_shared(name)) {
            let detail = format!("{name} selects problems of Go, not of Abalone");
            return Err(Problem::unprocessable(detail));
        }
        Ok(ProblemConditions {
            sources: self.source_ids(store)?,
            name: self.name.as_deref(),
            turn: self.color()?,
        })
    }

    /// The ids of the sources asked for.
    fn source_ids(&self, store: &Store) -> Result<Option<HashSet<i64>>, Problem> {
        let Some(pattern) = &self.source else { return Ok(None) };
        // Not by ProblemFilter::sources, which compares paths of this computer as well.
        let pattern: SourcePattern = pattern.parse().unwrap_or_else(|error| match error {});
        let mut sources = store.sources()?;
        sources.retain(|source| pattern.matches(&source.name, None));
        if sources.is_empty() {
            return Err(Problem::unprocessable(NO_SOURCE.with(&[&pattern.as_str()])));
        }
        Ok(Some(sources.iter().map(|source| source.id).collect()))
    }

    fn color(&self) -> Result<Option<Color>, Problem> {
        match self.turn.as_deref() {
            None => Ok(None),
            Some("black") => Ok(Some(Color::Black)),
            Some("white") => Ok(Some(Color::White)),
            Some(_) => Err(refuse("turn", &"write black or white")),
        }
    }
}

fn refuse(field: &str, error: &dyn std::fmt::Display) -> Problem {
    Problem::unprocessable(format!("{field}: {error}"))
}
