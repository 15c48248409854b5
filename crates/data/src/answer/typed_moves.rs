//! Moves as people write them: `Q16 D4 R14`.

use std::str::FromStr;

use thiserror::Error;

use super::point_text::PointText;
use crate::Color;
use crate::extract::BoardPlace;
use crate::go::{Board, PlayError, Point, Position, Size};

/// Moves in order. A color before a point (`W Q16`, `WQ16`) is optional: without one, the players
/// take turns, and Black begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypedMoves(Vec<TypedMove>);

/// A move that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("move {number}, `{text}`: {reason}")]
pub struct TypedMoveError {
    /// The number of the move, from 1.
    pub number: usize,
    /// The move as it was written.
    pub text: String,
    /// Why the move cannot be played.
    pub reason: String,
}

/// A move that is no point of the position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is not a point of the query")]
pub struct NotInQueryError(pub String);

#[derive(Clone, Debug, PartialEq, Eq)]
struct TypedMove {
    /// As typed, for messages.
    text: String,
    color: Option<Color>,
    /// `None` for a pass.
    point: Option<PointText>,
}

fn parse_color(text: &str) -> Option<Color> {
    match text.to_ascii_lowercase().as_str() {
        "b" | "x" | "black" => Some(Color::Black),
        "w" | "o" | "white" => Some(Color::White),
        _ => None,
    }
}

/// A move without its color: a point, or a pass.
fn parse_place(text: &str) -> Option<Option<PointText>> {
    match text.to_ascii_lowercase().as_str() {
        "pass" | "tenuki" => Some(None),
        _ => PointText::parse(text).map(Some),
    }
}

impl TypedMove {
    fn parse(word: &str, color: Option<Color>) -> Option<TypedMove> {
        let of = |color, point| TypedMove { text: word.to_owned(), color, point };
        if let Some(point) = parse_place(word) {
            return Some(of(color, point));
        }
        // A color without a blank behind it. No column is called BQ or WQ.
        let (first, rest) = word.split_at_checked(1)?;
        let own = parse_color(first).filter(|_| color.is_none())?;
        Some(of(Some(own), parse_place(rest)?))
    }
}

impl FromStr for TypedMoves {
    type Err = String;

    fn from_str(text: &str) -> Result<TypedMoves, String> {
        let mut moves = Vec::new();
        let mut color = None;
        for word in text.split_whitespace().map(|word| word.trim_end_matches([',', ';'])) {
            if color.is_none() && parse_color(word).is_some() {
                color = parse_color(word);
                continue;
            }
            let of_word = TypedMove::parse(word, color.take()).ok_or_else(|| {
                format!(
                    "`{}` is not a move: write moves as 'Q16 D4', with their colors 'B Q16 W D4'",
                    word.escape_debug()
                )
            })?;
            moves.push(of_word);
        }
        match (moves.is_empty(), color) {
            (true, _) => Err("there are no moves: write them as 'Q16 D4'".to_owned()),
            (false, Some(color)) => Err(format!("the last word, for {color}, lacks its point")),
            (false, None) => Ok(TypedMoves(moves)),
        }
    }
}

impl TypedMoves {
    /// Whether a text is meant as moves: a single point of the board, or several words that begin
    /// with a move.
    pub fn is_meant_by(text: &str, size: Size) -> bool {
        let place = BoardPlace { origin: Point::new(0, 0), board: size };
        let words: Vec<&str> = text.split_whitespace().collect();
        match *words {
            [] => false,
            [word] => TypedMove::parse(word, None).is_some_and(|typed| {
                typed.point.is_some_and(|point| point.locate(place, size).is_some())
            }),
            [first, ..] => parse_color(first).is_some() || TypedMove::parse(first, None).is_some(),
        }
    }

    /// Whether the last move is a pass.
    pub fn ends_with_pass(&self) -> bool {
        self.0.last().is_some_and(|typed| typed.point.is_none())
    }

    /// Plays the moves in a position of the whole board; returns the board and the player whose
    /// turn it is then.
    ///
    /// A player who moves twice in a row is taken to move after a pass of the other one.
    ///
    /// # Errors
    /// When the rules forbid a move: the error names it.
    pub fn play(&self, mut position: Position) -> Result<(Board, Color), TypedMoveError> {
        let size = position.size();
        let place = BoardPlace { origin: Point::new(0, 0), board: size };
        for (typed, number) in self.0.iter().zip(1..) {
            let refuse =
                |reason: String| TypedMoveError { number, text: typed.text.clone(), reason };
            let color = typed.color.unwrap_or(position.to_move());
            if position.is_over() {
                position.resume(!color);
            }
            if color != position.to_move() {
                position.pass().map_err(|error| refuse(explain(error)))?;
            }
            let Some(point) = typed.point else {
                position.pass().map_err(|error| refuse(explain(error)))?;
                continue;
            };
            let outside = || refuse(format!("outside of the {size} board"));
            let point = point.locate(place, size).ok_or_else(outside)?;
            position.play(point).map_err(|error| refuse(explain(error)))?;
        }
        Ok((position.board(), position.to_move()))
    }

    /// The moves as points of a position of the given size that lies at `place`. `first` is the
    /// player of a first move without a color.
    ///
    /// # Errors
    /// When a move is a pass or outside of the position.
    pub fn locate(
        &self,
        place: BoardPlace,
        size: Size,
        first: Color,
    ) -> Result<Vec<(Color, Point)>, NotInQueryError> {
        let mut turn = first;
        let locate = |typed: &TypedMove| {
            let color = typed.color.unwrap_or(turn);
            turn = !color;
            let outside = || NotInQueryError(typed.text.clone());
            let point = typed.point.and_then(|point| point.locate(place, size));
            Ok((color, point.ok_or_else(outside)?))
        };
        self.0.iter().map(locate).collect()
    }
}

/// The player with fewer stones; Black when both have as many.
pub fn likely_turn(board: &Board) -> Color {
    let count = |color| board.stones().filter(|stone| stone.1 == color).count();
    if count(Color::White) < count(Color::Black) { Color::White } else { Color::Black }
}

/// Why a move cannot be played, without its point, which the message has already.
fn explain(error: PlayError) -> String {
    match error {
        PlayError::Occupied(_) => "the point is occupied".to_owned(),
        PlayError::SelfCapture(_) => "the stone would have no liberty".to_owned(),
        PlayError::Ko(_) => "it would retake the ko at once".to_owned(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gtn::SubPosition;

    fn played(text: &str) -> String {
        let play = |moves: TypedMoves| {
            let played = moves.play(Position::new(Size::new(3, 3).unwrap()));
            played.map_err(|error| error.to_string())
        };
        match text.parse().and_then(play) {
            Ok((board, turn)) => format!("{} {turn}", SubPosition::goban(board)),
            Err(error) => error,
        }
    }

    #[test]
    fn moves_are_played_by_the_rules() {
        assert_eq!(played("A3 B3 C3"), "3x3|XOX...... white");
        assert_eq!(played("W a3, b b3"), "3x3|OX....... white");
        assert_eq!(played("WA3 WB3 XC3"), "3x3|OOX...... white");
        assert_eq!(played("A3 pass B3"), "3x3|XX....... white");
        assert_eq!(played("A3 pass pass B3"), "3x3|XO....... black");
        assert_eq!(played("W A3 B B3 B A2"), "3x3|.X.X..... white"); // captures
        assert_eq!(played("(1,1) (3,3)"), "3x3|X.......O black");
        let of_black =
            "A3".parse::<TypedMoves>().unwrap().play(Position::new(Size::new(3, 3).unwrap()));
        let (board, turn) = of_black.unwrap();
        assert_eq!((turn, likely_turn(&board)), (Color::White, Color::White));
        assert_eq!(played("A3 A3"), "move 2, `A3`: the point is occupied");
        assert_eq!(played("A3 Q16"), "move 2, `Q16`: outside of the 3x3 board");
        assert_eq!(played("B3 A1 A2 A3"), "move 4, `A3`: the stone would have no liberty");
        assert!(played("A3 hello").starts_with("`hello` is not a move"));
        assert!(played("").starts_with("there are no moves"));
        assert!(played("A3 W").starts_with("the last word, for white, lacks its point"));
    }

    #[test]
    fn a_word_is_a_move_only_on_the_board() {
        let is_meant = |text: &str| TypedMoves::is_meant_by(text, Size::STANDARD);
        for moves in ["Q16", "wq16", "(3,4)", "Q16 D4", "B Q16", "Q99 D4", "black hole"] {
            assert!(is_meant(moves), "{moves}");
        }
        for other in ["", "Q99", "b55", "pass", "x.sgf", "hello D4"] {
            assert!(!is_meant(other), "{other}");
        }
    }

    #[test]
    fn a_sequence_names_points_of_the_query() {
        let place = BoardPlace { origin: Point::new(15, 0), board: Size::STANDARD };
        let size = Size::new(4, 4).unwrap();
        let locate =
            |text: &str| text.parse::<TypedMoves>().unwrap().locate(place, size, Color::White);
        let (black, white) = (Color::Black, Color::White);
        assert_eq!(locate("Q16").unwrap(), [(white, Point::new(0, 3))]);
        let pairs = [(black, Point::new(2, 3)), (white, Point::new(3, 0))];
        assert_eq!(locate("X(3,4) O(4,1)").unwrap(), pairs);
        assert_eq!(locate("B S16 T19").unwrap(), pairs);
        assert!(locate("D4").is_err() && locate("pass").is_err());
    }
}
