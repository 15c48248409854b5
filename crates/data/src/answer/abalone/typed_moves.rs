//! Moves of Abalone as people write them: `a1b2 i9h8`.

use crate::Color;
use crate::abalone::{Cell, Move, MoveError, Setup};
use crate::answer::typed_moves::TypedMoveError;

/// Plays moves in any notation, one after another. Where the position does not
/// say who is to move, the owner of the first marble begins.
///
/// # Errors
/// When a word is no legal move.
///
/// ```
/// # use gtn_db_data as gtn_db;
/// use gtn_db::Color;
/// use gtn_db::abalone::{Board, Setup};
/// use gtn_db::answer::abalone::play_moves;
///
/// let setup = play_moves(Setup::from(Board::BELGIAN_DAISY), "a1b2 i5h5").unwrap();
/// assert_eq!((setup.turn, setup.lost), (Some(Color::Black), None));
/// let error = play_moves(setup, "a1b2").unwrap_err();
/// assert_eq!(error.to_string(), "move 1, `a1b2`: there is no marble on a1");
/// ```
pub fn play_moves(setup: Setup, moves: &str) -> Result<Setup, TypedMoveError> {
    let mut setup = setup;
    for (number, text) in (1..).zip(moves.split_whitespace()) {
        let turn = setup.turn.or_else(|| find_owner(setup, text));
        let position = Setup { turn, ..setup }.to_position();
        let refused = |reason: String| TypedMoveError { number, text: text.to_owned(), reason };
        let read = position.read_move(text, None).map_err(|error| refused(error.to_string()))?;
        let played = play_move(setup, position.turn, read.step);
        setup = played.map_err(|error| refused(error.to_string()))?;
    }
    Ok(setup)
}

/// The position after a move of a side. Lost marbles that were not known stay so.
///
/// # Errors
/// When the move is not legal.
pub fn play_move(setup: Setup, turn: Color, step: Move) -> Result<Setup, MoveError> {
    let mut position = Setup { turn: Some(turn), ..setup }.to_position();
    position.play(step)?;
    let lost = setup.lost.map(|_| position.lost);
    Ok(Setup { board: position.board, turn: Some(position.turn), lost })
}

/// The color of the marble on the cell with which the text of a move begins.
fn find_owner(setup: Setup, text: &str) -> Option<Color> {
    let first: Cell = text.get(..2)?.parse().ok()?;
    setup.board.color(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play(text: &str, moves: &str) -> Result<String, String> {
        let setup: Setup = text.parse().unwrap();
        play_moves(setup, moves).map(|setup| setup.to_iatn()).map_err(|error| error.to_string())
    }

    fn iatn(text: &str) -> Result<String, String> {
        Ok(text.parse::<Setup>().unwrap().to_iatn())
    }

    #[test]
    fn the_owner_of_the_first_marble_begins_where_the_side_is_not_known() {
        let board = "0e4e5_0g7".parse::<Setup>().unwrap().board;
        let after = "0e5e6_0g7".parse::<Setup>().unwrap().board;
        assert_eq!(play(&board.to_string(), "e4e5"), Ok(format!("{after} O")));
        assert_eq!(play(&board.to_string(), "G7-H8 e4e6"), play(&board.to_string(), "g7h8 E4E5"));
        assert_eq!(
            play(&format!("{board} X"), "g7h8").unwrap_err(),
            "move 1, `g7h8`: the marble on g7 is not of the side to move"
        );
    }

    #[test]
    fn losses_that_are_known_are_counted() {
        let setup: Setup = "0e7e8_0e9".parse().unwrap();
        let pushed = play_moves(setup, "e7e8").unwrap();
        assert_eq!(pushed.lost.map(|lost| lost.to_string()).as_deref(), Some("0-1"));
        let unknown = play_moves(Setup { lost: None, ..setup }, "e7e8").unwrap();
        assert_eq!(unknown.lost, None);
        assert_eq!(play("0e7e8_0e9", ""), iatn("0e7e8_0e9"));
    }

    #[test]
    fn what_is_no_legal_move_is_refused_with_its_number() {
        for (moves, reason) in [
            ("e4e5 x", "move 2, `x`: a move is two or three cells, such as a1b2 or e6e8f6"),
            ("é", "move 1, `é`: a move is two or three cells, such as a1b2 or e6e8f6"),
            ("a6b6", "move 1, `a6b6`: a6 is not a cell"),
            ("e4e9", "move 1, `e4e9`: no legal move is written so"),
        ] {
            assert_eq!(play("0e4e5_0g7", moves).unwrap_err(), reason);
        }
    }
}
