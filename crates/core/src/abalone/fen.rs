//! The FEN of strategygames, the rules engine of playstrategy.org.
//!
//! ```text
//!   SS1ss/SSSsss/1SS1ss1/8/9/8/1ss1SS1/sssSSS/ss1SS 0 0 b 0 1
//!   rows a to i, each from the left: `S` black, `s` white, digits empty cells
//!                                                   points of Black and of White
//!                                                       side to move, `b` or `w`
//!                                                         counters of moves
//! ```
//!
//! As the sources of `Mind-Sports-Games/strategygames` have it: `FEN.pieces` gives `S` to the first
//! player and reads from the bottom left, `Forsyth` writes `b` for the first player, and its test
//! shows the board after a1-d4 i5-f5 b2-e5. The first player is Black. A point is a marble of the
//! other side that went off the board. Earlier versions began with row i; such a text gives the
//! mirrored board, which has the same key.

use super::board::Board;
use super::lost::Lost;
use super::marble_rows::MarbleRows;
use super::parse_error::ParsePositionError;
use crate::Color;

/// Reads a FEN: the marbles, the side to move and the marbles lost. The two numbers at the end may
/// be missing.
///
/// # Errors
/// When a row, a number of points or the side to move is none, or something else follows.
pub(super) fn read_fen(text: &str) -> Result<(Board, Color, Lost), ParsePositionError> {
    let mut words = text.split_whitespace();
    let mut next = || words.next().unwrap_or_default();
    let rows = MarbleRows { rows: [1, 2, 3, 4, 5, 6, 7, 8, 9], marbles: ['S', 's'] };
    let board = rows.read(next())?;
    let (black, white) = (read_points(Color::Black, next())?, read_points(Color::White, next())?);
    let lost = Lost::new(white, black).expect("both are at most the maximum");
    let turn = match next() {
        "b" => Color::Black,
        "w" => Color::White,
        found => {
            let found = found.to_owned();
            return Err(ParsePositionError::Turn { found, expected: "b or w" });
        }
    };
    let is_number = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
    let rest: Vec<&str> = words.collect();
    match rest.iter().enumerate().find(|(i, word)| *i >= 2 || !is_number(word)) {
        Some((_, word)) => Err(ParsePositionError::Rest((*word).to_owned())),
        None => Ok((board, turn, lost)),
    }
}

fn read_points(color: Color, word: &str) -> Result<u8, ParsePositionError> {
    match word.parse::<u8>() {
        Ok(points) if points <= Lost::MAX => Ok(points),
        _ => Err(ParsePositionError::Points { color, found: word.to_owned() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::abalone::{Position, PositionForm, Setup};

    const START: &str = "SS1ss/SSSsss/1SS1ss1/8/9/8/1ss1SS1/sssSSS/ss1SS 0 0 b 0 1";

    fn read(text: &str) -> Result<Setup, String> {
        text.parse::<Setup>().map_err(|error| error.to_string())
    }

    #[test]
    fn the_start_is_the_belgian_daisy() {
        let start = read(START).unwrap();
        let known = Setup {
            board: Board::BELGIAN_DAISY,
            turn: Some(Color::Black),
            lost: Some(Lost::default()),
        };
        assert_eq!(start, known);
        assert_eq!(read(START.strip_suffix(" 0 1").unwrap()), Ok(known));
    }

    /// The moves and the text are those of AbaloneForsythTest in strategygames.
    #[test]
    fn rows_begin_with_a() {
        let mut position = Position::start(Board::BELGIAN_DAISY);
        for token in ["a1d4", "i5f5", "b2e5"] {
            position.play(position.read_move(token, None).unwrap().step).unwrap();
        }
        let text = "1S1ss/S1Ssss/1SS1ss1/3S4/4S4/3s4/1ss1SS1/sssSSS/1s1SS 0 0 w 3 2";
        let after = read(text).unwrap();
        assert_eq!((after.board, after.turn), (position.board, Some(Color::White)));
    }

    #[test]
    fn points_are_the_losses_of_the_other_side() {
        let setup = read(&START.replace("0 0 b", "1 6 w")).unwrap();
        assert_eq!((setup.lost, setup.turn), (Lost::new(6, 1), Some(Color::White)));
    }

    #[test]
    fn a_fen_with_a_fault_is_not_read() {
        for (from, to, message) in [
            ("/8/9", "/9", "8 rows: a board has nine, i to a"),
            ("SS1ss/", "SS2ss/", "row a has 6 cells instead of 5"),
            ("/ss1SS", "/ss1S", "row i has 4 cells instead of 5"),
            ("/9/", "/4x4/", "row e: `x` is not one of S, s and 1 to 9"),
            (" 0 0 b", " 7 0 b", "black: `7` is not a number of points, 0 to 6"),
            (" 0 0 b", " 0 -1 b", "white: `-1` is not a number of points, 0 to 6"),
            (" 0 0 b", " b", "black: `b` is not a number of points, 0 to 6"),
            (" 0 0 b 0 1", "", "black: `` is not a number of points, 0 to 6"),
            (" b 0 1", "", "`` is not a side to move: write b or w"),
            (" b 0", " x 0", "`x` is not a side to move: write b or w"),
            (" 0 1", " 0 1 2", "`2` after the position"),
            (" 0 1", " - 1", "`-` after the position"),
        ] {
            let text = START.replacen(from, to, 1);
            assert!(Setup::is_meant_by(&text), "{text}");
            assert_eq!(read(&text).unwrap_err(), message, "{text}");
        }
    }

    #[test]
    fn other_texts_are_no_fen() {
        for other in ["a/b/s/S/games", "5/6/7/8/9/8/7/6/5 0 0 b", "SSS", "src/s/S/s"] {
            assert_ne!(PositionForm::of(other), Some(PositionForm::Fen), "{other}");
        }
    }
}
