//! The format [`Format::Apgn`](super::Format::Apgn).

use std::io::{self, Write};

use super::item::{ExportedGame, ExportedProblem};
use super::losses::Losses;
use crate::abalone::{CanonicalTurn, GameRecord, MoveStyle, Notation};

/// Writes a problem, with an empty line after it.
pub(super) fn write_problem(problem: &ExportedProblem, out: &mut impl Write) -> io::Result<Losses> {
    writeln!(out, "{}", format_problem(problem))?;
    let form = problem.setup.board.canonicalize();
    let is_unknown = form.turn(problem.setup.turn) == CanonicalTurn::Unknown;
    Ok(Losses {
        assumed_turns: u64::from(is_unknown),
        assumed_losses: u64::from(problem.setup.lost.is_none()),
        ..Losses::default()
    })
}

/// Writes a game, with an empty line after it.
pub(super) fn write_game(
    game: &ExportedGame,
    style: MoveStyle,
    out: &mut impl Write,
) -> io::Result<Losses> {
    writeln!(out, "{}", game.record.to_apgn(style))?;
    Ok(Losses::default())
}

/// A problem as a game without moves.
pub(super) fn format_problem(problem: &ExportedProblem) -> String {
    let event = problem.kept.name.as_deref().unwrap_or("?");
    let position = problem.setup.to_apgn();
    let tags = [
        ("Event", event),
        ("Site", "?"),
        ("Date", "?"),
        ("Round", "?"),
        ("White", "?"),
        ("Black", "?"),
        ("Result", "*"),
        ("Position", &position),
    ];
    let tags = tags.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
    let record = GameRecord {
        tags,
        start: Some(problem.setup.to_position()),
        comments: problem.comments.clone(),
        moves: Vec::new(),
        rest: String::new(),
        result: Some("*".to_owned()),
    };
    record.to_apgn(Notation::AbaPro)
}
