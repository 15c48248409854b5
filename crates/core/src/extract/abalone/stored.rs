//! Stored problems and games of Abalone that are read again.

use super::game::{Extracted, extract_game, read_only_game};
use super::line::read_line;
use super::puzzle::Puzzle;
use crate::PositionKey;
use crate::abalone::{Board, Move, Position, Setup};
use crate::model::{AbaloneForm, AbaloneGame, AbaloneProblem};

/// Reads a problem again from its stored text. Returns `None` if the text is no problem in this
/// form, which means that the row was altered. Number and offset are 1 and 0.
#[doc(hidden)]
pub fn extract_stored_problem(text: &str, form: AbaloneForm) -> Option<AbaloneProblem> {
    match form {
        AbaloneForm::Iatn | AbaloneForm::Kaawa | AbaloneForm::Ao | AbaloneForm::Fen => {
            read_line(text, 1, 0).ok().filter(|problem| problem.form == form)
        }
        AbaloneForm::Apgn => match extract_only(text, Position::start(Board::BELGIAN_DAISY))? {
            Extracted::Problem(problem) => Some(*problem),
            Extracted::Game(_) | Extracted::Nothing => None,
        },
        AbaloneForm::KaawaPuzzle => {
            Puzzle::read(text).ok().map(|(puzzle, _)| puzzle.into_problem(1, 0, text))
        }
        AbaloneForm::Linear => None,
    }
}

/// Reads a game again from its stored text, with its stored start where the text names none.
/// Returns `None` if the text is no game, which means that the row was altered. Number and offset
/// are 1 and 0.
#[doc(hidden)]
pub fn extract_stored_game(text: &str, start: Setup) -> Option<AbaloneGame> {
    match extract_only(text, start.to_position())? {
        Extracted::Game(game) => Some(*game),
        Extracted::Problem(_) | Extracted::Nothing => None,
    }
}

/// Extracts the only game of a text; `None` if there are more or none.
fn extract_only(text: &str, start: Position) -> Option<Extracted> {
    let game = read_only_game(text, start).ok()?;
    Some(extract_game(text, &game, 1).0)
}

/// The keys of all positions of a game: before the first of its stored moves, and after each one.
/// Returns `None` if the start or a move is not as the import writes them.
#[doc(hidden)]
pub fn replay_stored_moves(start: &str, moves: &[u8]) -> Option<Vec<PositionKey>> {
    let setup: Setup = start.parse().ok()?;
    if setup.to_iatn() != start {
        return None;
    }
    let mut position = setup.to_position();
    let mut keys = vec![position.board.canonicalize().key()];
    let (codes, []) = moves.as_chunks() else { return None };
    for &code in codes {
        position.play(Move::from_code(u16::from_le_bytes(code))?).ok()?;
        keys.push(position.board.canonicalize().key());
    }
    Some(keys)
}
