//! The format [`Format::Json`](super::Format::Json).

use std::io::{self, Write};

use super::item::{ExportedGame, ExportedProblem};
use super::losses::Losses;
use super::row::Row;
use crate::abalone::MoveStyle;
use crate::escape::write_json;

/// Writes the object of a problem.
pub(super) fn write_problem(problem: &ExportedProblem, out: &mut impl Write) -> io::Result<Losses> {
    write_json(out, &Row::of_problem(problem))?;
    Ok(Losses::default())
}

/// Writes the object of a game.
pub(super) fn write_game(
    game: &ExportedGame,
    style: MoveStyle,
    out: &mut impl Write,
) -> io::Result<Losses> {
    write_json(out, &Row::of_game(game, style))?;
    Ok(Losses::default())
}
