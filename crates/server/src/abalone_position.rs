//! Positions of Abalone in requests.

use super::problem::Problem;
use crate::Color;
use crate::abalone::{Board, ParsePositionError, Setup};
use crate::answer::abalone::play_moves;
use crate::find::abalone::Query;

/// The characters before the first point of an IATN.
const IATN_START: &str = "aba5|";

/// The starts of games with their names in addresses. The second is the start of most games.
pub(super) const STARTS: [(&str, Board); 2] =
    [("standard", Board::STANDARD), ("belgian", Board::BELGIAN_DAISY)];

/// Reads a position in any form.
///
/// # Errors
/// 422 if the text is no position of Abalone, with the place of the fault in an IATN. Places are
/// those of the text without blanks around it.
pub(super) fn read_setup(text: &str) -> Result<Setup, Problem> {
    text.parse().map_err(|error: ParsePositionError| {
        Problem::unprocessable(error.to_string()).at(locate(text.trim(), &error))
    })
}

/// The position after some moves.
///
/// # Errors
/// 422 if a move is not legal.
pub(super) fn play(setup: Setup, moves: &str) -> Result<Setup, Problem> {
    play_moves(setup, moves).map_err(|error| Problem::unprocessable(error.to_string()))
}

/// The query of a position. `turn` overrides what the text says.
pub(super) fn build_query(setup: Setup, turn: Option<Color>) -> Query {
    Query::new(Setup { turn: turn.or(setup.turn), ..setup })
}

/// The character at which a text is wrong, from 1, if the error tells it.
fn locate(text: &str, error: &ParsePositionError) -> Option<usize> {
    match error {
        ParsePositionError::UnknownPoint { cell, .. } if text.starts_with(IATN_START) => {
            Some(IATN_START.len() + usize::from(cell.index()) + 1)
        }
        ParsePositionError::UnknownSide(_) => Some(IATN_START.len() - 1),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refuse(text: &str) -> (u16, Option<usize>) {
        let problem = read_setup(text).unwrap_err();
        (problem.status, problem.at)
    }

    #[test]
    fn faults_of_an_iatn_have_their_places() {
        let start = Board::STANDARD.to_string();
        for at in [6, 7, 40, 66] {
            let mut text = start.clone();
            text.replace_range(at - 1..at, "é");
            assert_eq!(refuse(&format!(" {text}\n")), (422, Some(at)), "{text}");
            assert_eq!(text.chars().nth(at - 1), Some('é'));
        }
        assert_eq!(refuse(&start.replacen('5', "4", 1)), (422, Some(4)));
        for text in ["aba5|", "0a6_0", "0_0", &format!("{start} x"), "nothing"] {
            assert_eq!(refuse(text), (422, None), "{text}");
        }
    }
}
