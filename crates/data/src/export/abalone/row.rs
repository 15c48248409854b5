//! The fields of [`Format::Json`](super::Format::Json) and [`Format::Csv`](super::Format::Csv).

use serde::Serialize;

use super::apgn::format_problem;
use super::item::{ExportedGame, ExportedProblem, Place};
use crate::abalone::{MoveStyle, Setup, Symmetry};

/// A problem or game with all its fields.
#[derive(Serialize)]
pub(super) struct Row<'a> {
    pub family: &'static str,
    pub kind: &'static str,
    pub key: String,
    pub text: String,
    pub turn: &'static str,
    pub lost: Option<String>,
    pub iatn: String,
    pub operation: &'static str,
    pub source: &'a str,
    pub number: u32,
    pub name: Option<&'a str>,
    pub form: &'static str,
    pub black: Option<&'a str>,
    pub white: Option<&'a str>,
    pub date: Option<&'a str>,
    pub result: Option<&'a str>,
    pub moves: Option<String>,
    pub apgn: String,
    pub others: Vec<Other<'a>>,
}

/// Another record of a problem.
#[derive(Serialize)]
pub(super) struct Other<'a> {
    pub source: &'a str,
    pub number: u32,
    pub name: Option<&'a str>,
    pub operation: &'static str,
}

const FAMILY: &str = "abalone";

fn name_turn(setup: &Setup) -> &'static str {
    setup.turn.map_or("unknown", |turn| turn.name())
}

impl<'a> Row<'a> {
    pub(super) fn of_problem(problem: &'a ExportedProblem) -> Row<'a> {
        let other = |(place, operation): &'a (Place, Symmetry)| Other {
            source: &place.source,
            number: place.number,
            name: place.name.as_deref(),
            operation: operation.name(),
        };
        Row {
            family: FAMILY,
            kind: "problem",
            key: problem.key.to_string(),
            text: problem.text.clone(),
            turn: name_turn(&problem.setup),
            lost: problem.setup.lost.map(|lost| lost.to_string()),
            iatn: problem.setup.to_iatn(),
            operation: problem.operation.name(),
            source: &problem.kept.source,
            number: problem.kept.number,
            name: problem.kept.name.as_deref(),
            form: problem.form.name(),
            black: None,
            white: None,
            date: None,
            result: None,
            moves: None,
            apgn: format_problem(problem),
            others: problem.others.iter().map(other).collect(),
        }
    }

    /// A game; its record has a start.
    pub(super) fn of_game(game: &'a ExportedGame, style: MoveStyle) -> Row<'a> {
        let record = &game.record;
        let start = record.start.expect("games without a start are not stored");
        let setup = Setup::from(start);
        let canonical = start.board.canonicalize();
        let tag = |name: &str| record.tag(name).filter(|value| *value != "?");
        Row {
            family: FAMILY,
            kind: "game",
            key: canonical.key().to_string(),
            text: canonical.text(),
            turn: name_turn(&setup),
            lost: setup.lost.map(|lost| lost.to_string()),
            iatn: setup.to_iatn(),
            operation: canonical.symmetry().name(),
            source: &game.place.source,
            number: game.place.number,
            name: game.place.name.as_deref(),
            form: game.form.name(),
            black: tag("Black"),
            white: tag("White"),
            date: tag("Date"),
            result: record.result.as_deref().or(tag("Result")),
            moves: Some(record.to_linear(style)),
            apgn: record.to_apgn(style),
            others: Vec::new(),
        }
    }
}
