//! What is looked for: in problems, and in games.

use std::str::FromStr;

use thiserror::Error;

use super::grammar::{self, Points};
use super::{Cell, ParseGtnError, SubPosition};
use crate::Color;
use crate::go::{Board, Point, Sides, Size, Symmetry};

/// A sub-position with points that may be anything.
///
/// Written as GobanTN writes sub-positions, with `?` for such points; `.` must
/// be empty. Annotations are left out.
///
/// ```text
///   . . . . _      an edge of the board at the left and at the top;
///   . X ? . _      to the right and below the board goes on,
///   ! ! ! ! _      at least one line
/// ```
///
/// It may be without stones: where a corner is empty is worth asking of a game.
///
/// ```
/// use gtn_db::gtn::Pattern;
///
/// let corner: Pattern = "2x4|...._.X?._!!!!_".parse()?;
/// assert_eq!(corner.size().to_string(), "2x4");
/// assert!("1x1|?".parse::<Pattern>().is_err());
/// # Ok::<(), gtn_db::gtn::PatternError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    size: Size,
    open: Sides,
    asked: Vec<Asked>, // row by row
}

/// What a pattern asks of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Asked {
    /// `?`: nothing.
    Anything,
    /// `.`: that it is empty.
    Empty,
    /// `X` or `O`: that it has this stone.
    Stone(Color),
}

/// A text that is no pattern.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PatternError {
    /// It is none of the notation.
    #[error(transparent)]
    Parse(#[from] ParseGtnError),
    /// It asks for nothing.
    #[error("a pattern of `?` alone is everywhere: put at least one X, O or . in it")]
    AsksNothing,
}

impl Asked {
    fn from_char(char: char) -> Option<Asked> {
        match char {
            '?' => Some(Asked::Anything),
            _ => Cell::from_char(char).map(|cell| Asked::of(cell.stone)),
        }
    }

    fn of(stone: Option<Color>) -> Asked {
        stone.map_or(Asked::Empty, Asked::Stone)
    }

    /// As the notation writes it.
    pub fn to_char(self) -> char {
        match self {
            Asked::Anything => '?',
            Asked::Empty => '.',
            Asked::Stone(color) => color.gtn_char(),
        }
    }
}

impl Pattern {
    fn new(points: Points<Asked>) -> Result<Pattern, PatternError> {
        let Points { size, open, cells: asked } = points;
        if asked.iter().all(|&asked| asked == Asked::Anything) {
            return Err(PatternError::AsksNothing);
        }
        Ok(Pattern { size, open, asked })
    }

    /// Reads the multi-line form, GTN.
    ///
    /// # Errors
    /// When the lines are no GTN, or ask for nothing.
    pub fn from_gtn(text: &str) -> Result<Pattern, PatternError> {
        Pattern::new(grammar::parse_gtn(text, Asked::from_char)?)
    }

    /// Columns and rows.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The sides beyond which the board goes on; the others are real edges.
    pub fn open(&self) -> Sides {
        self.open
    }

    /// What is asked of a point.
    ///
    /// # Panics
    /// When the point is outside.
    pub fn asked(&self, point: Point) -> Asked {
        assert!(self.size.contains(point), "{point} is not on a board of {}", self.size);
        self.asked[usize::from(self.size.number(point))]
    }

    /// The stones and the open sides, without what may be anything.
    pub fn sub_position(&self) -> SubPosition {
        let mut board = Board::new(self.size);
        for point in self.size.points() {
            if let Asked::Stone(color) = self.asked(point) {
                board.set(point, Some(color));
            }
        }
        SubPosition { board, open: self.open }
    }

    /// The points that may be anything.
    pub fn wildcards(&self) -> impl Iterator<Item = Point> {
        self.size.points().filter(|&point| self.asked(point) == Asked::Anything)
    }

    /// The pattern after an operation.
    pub fn transform(&self, symmetry: Symmetry) -> Pattern {
        let (size, origins) = (symmetry.size(self.size), symmetry.origins(self.size));
        let mut asked = Vec::with_capacity(size.area());
        for row in 0..size.rows() {
            let points = (0..size.cols()).map(|col| Point::new(col, row));
            asked.extend(points.map(|point| match self.asked[origins.number(point)] {
                Asked::Stone(color) => Asked::Stone(symmetry.color(color)),
                other => other,
            }));
        }
        Pattern { size, open: self.open.transform(symmetry), asked }
    }

    /// The places where the top left point of the pattern may lie on a board:
    /// real edges lie on its edges, and beyond every other side is a line.
    pub fn origins(&self, board: Size) -> impl Iterator<Item = Point> + use<> {
        let span = |board: u8, len: u8, first: Sides, last: Sides| {
            let room = i16::from(board) - i16::from(len);
            match (self.open.contains(first), self.open.contains(last)) {
                (false, false) => (0, if room == 0 { 0 } else { -1 }),
                (false, true) => (0, if room > 0 { 0 } else { -1 }),
                (true, false) => (room.max(1), room),
                (true, true) => (1, room - 1),
            }
        };
        let (left, right) = span(board.cols(), self.size.cols(), Sides::LEFT, Sides::RIGHT);
        let (top, bottom) = span(board.rows(), self.size.rows(), Sides::TOP, Sides::BOTTOM);
        (top..=bottom)
            .flat_map(move |row| (left..=right).map(move |col| Point::new(col as u8, row as u8)))
    }
}

impl TryFrom<&SubPosition> for Pattern {
    type Error = PatternError;

    /// The pattern that asks for every point as it is.
    fn try_from(sub: &SubPosition) -> Result<Pattern, PatternError> {
        let size = sub.board.size();
        let cells = size.points().map(|point| Asked::of(sub.board.get(point))).collect();
        Pattern::new(Points { size, open: sub.open, cells })
    }
}

impl FromStr for Pattern {
    type Err = PatternError;

    /// Reads an IGTN with `?`.
    fn from_str(text: &str) -> Result<Pattern, PatternError> {
        Pattern::new(grammar::parse_igtn(text, Asked::from_char)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_asks_for_something() {
        let error = |text: &str| text.parse::<Pattern>().unwrap_err().to_string();
        assert!(error("2x2|????").starts_with("a pattern of `?` alone"));
        assert_eq!(error(""), "an empty text");
        assert_eq!(error("1x2|"), "points of length 0 where 2 is due");
        assert_eq!(error("60x60|X"), "a side of 60 lines: a board has 1 to 52");
        assert_eq!(
            error("2x2|X?_?.?!!_"),
            "row 2, column 3 (character 10): `?` where `_` is due: the markers fit no set of open sides"
        );
        assert_eq!(error("2x2|X?;."), "row 2, column 1 (character 7): `;` stands for no point");
        assert!("2x2|?.??".parse::<Pattern>().is_ok());
    }

    #[test]
    fn real_edges_lie_on_edges_and_the_board_goes_on_elsewhere() {
        let origins = |text: &str| -> Vec<String> {
            let pattern: Pattern = text.parse().unwrap();
            pattern.origins(Size::new(5, 4).unwrap()).map(|point| point.to_string()).collect()
        };
        assert_eq!(origins("2x2|X._.._!!_"), ["(1,1)"]);
        assert_eq!(origins("2x2|_!!_X._.."), ["(4,3)"]);
        assert_eq!(origins("2x2|_!!__X.__..__!!_"), ["(2,2)", "(3,2)"]);
        assert_eq!(origins("1x5|X....!!!!!"), ["(1,1)"]);
        assert_eq!(origins("4x5|X..................."), ["(1,1)"]);
        assert!(origins("4x4|X...............").is_empty()); // another board
        assert!(origins("4x4|X..._...._...._...._!!!!_").is_empty()); // no line below
    }

    #[test]
    fn a_pattern_turns_with_all_it_asks() {
        let pattern: Pattern = "2x3|XX?_O.(_!!!_".parse().unwrap();
        let turned = pattern.transform("N_IR1".parse().unwrap());
        assert_eq!(turned, Pattern::from_gtn("_XO\n_.O\n_O?\n_!!\n").unwrap());
        assert_eq!(turned.asked(Point::new(0, 1)), Asked::Empty);
    }
}
