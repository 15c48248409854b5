//! Stored problems and games of Abalone that are read again.

use super::game::{Extracted, extract_game, keys, move_codes, read_stored};
use super::line::read_line;
use super::puzzle::Puzzle;
use crate::PositionKey;
use crate::abalone::{Board, GameRecord, Move, Position, ReadGame, ReplayedVariation, Setup};
use crate::model::{AbaloneForm, AbaloneGame, AbaloneProblem};

/// Reads a problem again from its stored text. Returns `None` if the text is no problem in this
/// form, which means that the row was altered. Number and offset are 1 and 0.
#[doc(hidden)]
pub fn extract_stored_problem(text: &str, form: AbaloneForm) -> Option<AbaloneProblem> {
    match form {
        AbaloneForm::Iatn | AbaloneForm::Kaawa | AbaloneForm::Ao | AbaloneForm::Fen => {
            read_line(text, 1, 0).ok().filter(|problem| problem.form == form)
        }
        AbaloneForm::Apgn => match extract_only(text, Position::start(Board::BELGIAN_DAISY), None)?
        {
            Extracted::Problem(problem) => Some(*problem),
            Extracted::Game(_) | Extracted::Nothing => None,
        },
        AbaloneForm::KaawaPuzzle => {
            Puzzle::read(text).ok().map(|(puzzle, _)| puzzle.into_problem(1, 0, text))
        }
        AbaloneForm::Linear => None,
    }
}

/// Reads a game again from its stored text, with its stored start where the text names none, and
/// its stored result, which tells the sense of that of the text. Returns `None` if the text is no
/// game, which means that the row was altered. Number and offset are 1 and 0.
#[doc(hidden)]
pub fn extract_stored_game(text: &str, start: Setup, result: Option<&str>) -> Option<AbaloneGame> {
    match extract_only(text, start.to_position(), result)? {
        Extracted::Game(game) => Some(*game),
        Extracted::Problem(_) | Extracted::Nothing => None,
    }
}

/// Reads the stored games of one source again, each from its text and its stored start, as
/// [`extract_stored_game`] does: the results in the sense that all games together have. `None` for a
/// text that is no game.
#[doc(hidden)]
pub fn extract_stored_games(games: &[(&str, Setup)]) -> Vec<Option<AbaloneGame>> {
    let mut derived = vec![None; games.len()];
    let read = |(at, &(text, start)): (usize, &(&str, Setup))| {
        Some((at, GameRecord::read_one(text, start.to_position())?))
    };
    let (places, mut read): (Vec<usize>, Vec<ReadGame>) =
        games.iter().enumerate().filter_map(read).unzip();
    GameRecord::settle_results(&mut read);
    for (at, game) in places.into_iter().zip(&read) {
        if let Extracted::Game(game) = extract_game(games[at].0, game, 1).0 {
            derived[at] = Some(*game);
        }
    }
    derived
}

/// Extracts the game of a stored text; `None` if it is empty.
fn extract_only(text: &str, start: Position, result: Option<&str>) -> Option<Extracted> {
    let game = read_stored(text, start, result).ok()?;
    Some(extract_game(text, &game, 1).0)
}

/// The keys of all positions of a stored game, as [`AbaloneGame::keys`] has them. Returns `None` if
/// the start or a move is not as the import writes them.
#[doc(hidden)]
pub fn replay_stored_game(start: &str, moves: &[u8], text: &str) -> Option<Vec<PositionKey>> {
    let setup: Setup = start.parse().ok()?;
    if setup.to_iatn() != start {
        return None;
    }
    let mut position = setup.to_position();
    let mut positions = vec![position];
    let (codes, []) = moves.as_chunks() else { return None };
    for &code in codes {
        position.play(Move::from_code(u16::from_le_bytes(code))?).ok()?;
        positions.push(position);
    }
    Some(keys(&positions, &replay_stored_variations(text, &positions, moves)))
}

/// The variations of a stored game with these positions and stored moves. None if by an older
/// reading the game has other moves than its text.
#[doc(hidden)]
pub fn replay_stored_variations(
    text: &str,
    positions: &[Position],
    moves: &[u8],
) -> Vec<ReplayedVariation> {
    // Most games have none, and are not read.
    let read = GameRecord::may_have_variations(text)
        .then(|| GameRecord::read_one(text, positions[0]))
        .flatten()
        .filter(|game| move_codes(&game.record).eq(moves.iter().copied()));
    read.map_or_else(Vec::new, |game| game.record.replay_variations(positions))
}
