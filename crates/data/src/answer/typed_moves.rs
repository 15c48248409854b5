//! Moves as people write them: `Q16 D4 R14`.

use std::fmt;
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

/// The error of a question about a board whose moves end with a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the last move is a pass, and games are found by their board alone; leave the pass out")]
pub struct LastPassError;

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
    /// The point of Black that the word also names: `BA1` is A1, and BA1 on a board with a column BA.
    of_black: Option<PointText>,
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
        let text = word.to_owned();
        // A color without a blank behind it.
        let glued = word.split_at_checked(1).filter(|_| color.is_none());
        let glued = glued.and_then(|(first, rest)| parse_color(first).zip(parse_place(rest)));
        if let Some(point) = parse_place(word) {
            // The only columns that begin like a color are BA and BB.
            let of_black = glued.and_then(|(_, point)| point);
            return Some(TypedMove { text, color, point, of_black });
        }
        let (color, point) = glued?;
        Some(TypedMove { text, color: Some(color), point, of_black: None })
    }

    /// The color and the point on a board.
    fn on(&self, board: Size) -> (Option<Color>, Option<PointText>) {
        let is_column = |point: &PointText| {
            let place = BoardPlace { origin: Point::new(0, 0), board };
            point.locate(place, board).is_some()
        };
        match self.of_black {
            Some(point) if !self.point.as_ref().is_some_and(is_column) => {
                (Some(Color::Black), Some(point))
            }
            _ => (self.color, self.point),
        }
    }
}

/// One word: `Q16`, `WD4`, `pass`.
impl fmt::Display for TypedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(color) = self.color.filter(|_| parse_place(&self.text).is_some()) {
            write!(f, "{}", color.sgf_char())?;
        }
        f.write_str(&self.text)
    }
}

/// One word a move, so that the moves can be split at blanks.
///
/// ```
/// # mod gtn_db { pub use {gtn_db_core::*, gtn_db_data::*}; }
/// # use gtn_db::answer::TypedMoves;
/// let moves: TypedMoves = "B Q16, white D4; pass".parse()?;
/// assert_eq!(moves.to_string(), "BQ16 WD4 pass");
/// # Ok::<(), String>(())
/// ```
impl fmt::Display for TypedMoves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, typed) in self.0.iter().enumerate() {
            if number > 0 {
                f.write_str(" ")?;
            }
            typed.fmt(f)?;
        }
        Ok(())
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
    /// Whether a text is meant as moves: a single point of the board or of one of 19 lines, or several
    /// words that begin with a move.
    pub fn is_meant_by(text: &str, size: Size) -> bool {
        let words: Vec<&str> = text.split_whitespace().collect();
        match *words {
            [] => false,
            [word] => TypedMove::parse(word, None).is_some_and(|typed| {
                let is_on = |point: &PointText, board| {
                    let place = BoardPlace { origin: Point::new(0, 0), board };
                    point.locate(place, board).is_some()
                };
                let boards = [size, Size::STANDARD];
                typed.point.is_some_and(|point| boards.iter().any(|&board| is_on(&point, board)))
            }),
            [first, ..] => parse_color(first).is_some() || TypedMove::parse(first, None).is_some(),
        }
    }

    /// Refuses moves whose last one is a pass: games are found by their board, which does not show it.
    ///
    /// # Errors
    /// When the last move is a pass.
    pub fn refuse_last_pass(&self) -> Result<(), LastPassError> {
        let is_pass = self.0.last().is_some_and(|typed| typed.point.is_none());
        if is_pass { Err(LastPassError) } else { Ok(()) }
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
            let (color, point) = typed.on(size);
            let color = color.unwrap_or(position.to_move());
            if position.is_over() {
                position.resume(!color);
            }
            if color != position.to_move() {
                position.pass().map_err(|error| refuse(explain(error)))?;
            }
            let Some(point) = point else {
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
        let inside = |(typed, (color, point)): (&TypedMove, (Color, Option<PointText>))| {
            let point = point.and_then(|point| point.locate(place, size));
            Ok((color, point.ok_or_else(|| NotInQueryError(typed.text.clone()))?))
        };
        self.0.iter().zip(self.with_colors(place.board, first)).map(inside).collect()
    }

    /// The players and points of moves that [`play`](Self::play) accepts on a whole board; `None` is a
    /// pass. `first` is the player of a first move without a color.
    pub fn on_board(&self, board: Size, first: Color) -> Vec<(Color, Option<Point>)> {
        let place = BoardPlace { origin: Point::new(0, 0), board };
        let locate = |point: PointText| point.locate(place, board);
        let moves = self.with_colors(board, first);
        moves.map(|(color, point)| (color, point.and_then(locate))).collect()
    }

    /// The players and points of the moves. The players take turns where no color is typed.
    fn with_colors(
        &self,
        board: Size,
        first: Color,
    ) -> impl Iterator<Item = (Color, Option<PointText>)> {
        self.0.iter().scan(first, move |turn, typed| {
            let (color, point) = typed.on(board);
            let color = color.unwrap_or(*turn);
            *turn = !color;
            Some((color, point))
        })
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
        assert_eq!(played("B3 BA1"), "3x3|.X....X.. white"); // there is no column BA
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
        // Off the board, which the message must be able to say.
        assert!(TypedMoves::is_meant_by("Q16", Size::new(9, 9).unwrap()));
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
        let large = BoardPlace { origin: Point::new(0, 0), board: Size::new(52, 52).unwrap() };
        let moves: TypedMoves = "BA1 BB2 BC3".parse().unwrap();
        let of_column = moves.locate(large, large.board, Color::Black).unwrap();
        assert_eq!(of_column[0], (black, Point::new(50, 51)));
        assert_eq!(of_column[2], (black, Point::new(2, 49)));
    }
}
