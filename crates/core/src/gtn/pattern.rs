//! Patterns: positions with wildcards, searched for in problems and games.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::grammar::{self, ParsedText};
use super::{Cell, ParseGtnError, SubPosition};
use crate::Color;
use crate::go::{Board, Point, Region, Sides, Size, Symmetry};

/// A sub-position with wildcards: `?` matches any state of a point, `.` only an empty point.
///
/// Annotations are ignored. A pattern without stones is allowed: it finds games in which a
/// corner is still empty.
///
/// ```text
///   . . . . _      left and top are edges of the board;
///   . X ? . _      to the right and below the board continues
///   ! ! ! ! _      by at least one line
/// ```
///
/// ```
/// # use gtn_db_core as gtn_db;
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

/// The state that a pattern requires of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Asked {
    /// `?`: any state.
    Anything,
    /// `.`: empty.
    Empty,
    /// `X` or `O`: a stone of this color.
    Stone(Color),
}

/// A text that is not a pattern.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PatternError {
    /// The text is not GobanTN with `?`.
    #[error(transparent)]
    Parse(#[from] ParseGtnError),
    /// All points are `?`.
    #[error("a pattern of `?` alone matches everywhere: write at least one `X`, `O` or `.`")]
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

    /// Formats the state as a character.
    pub fn to_char(self) -> char {
        match self {
            Asked::Anything => '?',
            Asked::Empty => '.',
            Asked::Stone(color) => color.gtn_char(),
        }
    }
}

impl Pattern {
    fn new(parsed: ParsedText<Asked>) -> Result<Pattern, PatternError> {
        let ParsedText { size, open, cells: asked } = parsed;
        if asked.iter().all(|&asked| asked == Asked::Anything) {
            return Err(PatternError::AsksNothing);
        }
        Ok(Pattern { size, open, asked })
    }

    /// Parses a GTN with `?`: one line of text per row.
    ///
    /// # Errors
    /// When the text is not a GTN, or all points are `?`.
    pub fn from_gtn(text: &str) -> Result<Pattern, PatternError> {
        Pattern::new(grammar::parse_gtn(text, Asked::from_char)?)
    }

    /// The number of columns and rows, without markers.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The sides beyond which the board continues; the others are edges of the board.
    pub fn open(&self) -> Sides {
        self.open
    }

    /// The required state of a point.
    ///
    /// # Panics
    /// When the point is outside.
    pub fn asked(&self, point: Point) -> Asked {
        assert!(self.size.contains(point), "{point} is not on a board of {}", self.size);
        self.asked[usize::from(self.size.number(point))]
    }

    /// The stones and open sides; wildcards become empty points.
    pub fn sub_position(&self) -> SubPosition {
        let mut board = Board::new(self.size);
        for (asked, number) in self.asked.iter().zip(0..) {
            if let Asked::Stone(color) = *asked {
                board.set(self.size.point(number), Some(color));
            }
        }
        SubPosition { board, open: self.open }
    }

    /// The points that are `?`, row by row.
    pub fn wildcards(&self) -> impl Iterator<Item = Point> {
        self.size.points().filter(|&point| self.asked(point) == Asked::Anything)
    }

    /// Cuts a part out; its sides inside the pattern are open. `None` if the part is not inside, or
    /// asks nothing.
    ///
    /// ```
    /// # use gtn_db_core as gtn_db;
    /// use gtn_db::gtn::Pattern;
    ///
    /// let board: Pattern = "3x3|X?.......".parse()?;
    /// let corner = board.cut("{(1,1),2,2}".parse()?).unwrap();
    /// assert_eq!(corner, "2x2|X?_.._!!_".parse()?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn cut(&self, region: Region) -> Option<Pattern> {
        if !region.fits(self.size) {
            return None;
        }
        let Region { origin, size } = region;
        let ends_before = |first: u8, len: u8, lines: u8| first + len < lines;
        let inner_sides = [
            (Sides::TOP, origin.row > 0),
            (Sides::LEFT, origin.col > 0),
            (Sides::BOTTOM, ends_before(origin.row, size.rows(), self.size.rows())),
            (Sides::RIGHT, ends_before(origin.col, size.cols(), self.size.cols())),
        ];
        let is_open = |side: Sides, is_inner: bool| is_inner || self.open.contains(side);
        let open = inner_sides.into_iter().filter(|&(side, is_inner)| is_open(side, is_inner));
        let open = open.fold(Sides::NONE, |open, (side, _)| open | side);
        let point = |point: Point| Point::new(origin.col + point.col, origin.row + point.row);
        let cells = size.points().map(|at| self.asked(point(at))).collect();
        Pattern::new(ParsedText { size, open, cells }).ok()
    }

    /// Applies an operation, to open sides too.
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

    /// All points of a board on which the top left point of the pattern can be placed: closed sides
    /// coincide with edges of the board, and at least one line lies beyond each open side.
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

impl fmt::Display for Pattern {
    /// Formats the pattern as IGTN with `?`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let points = self.asked.iter().map(|asked| asked.to_char());
        write!(f, "{}|{}", self.size, grammar::format_rows(self.size, self.open, points, ""))
    }
}

impl TryFrom<&SubPosition> for Pattern {
    type Error = PatternError;

    /// The pattern without wildcards that matches exactly this sub-position.
    fn try_from(sub: &SubPosition) -> Result<Pattern, PatternError> {
        let size = sub.board.size();
        let cells = size.points().map(|point| Asked::of(sub.board.get(point))).collect();
        Pattern::new(ParsedText { size, open: sub.open, cells })
    }
}

impl FromStr for Pattern {
    type Err = PatternError;

    /// Parses an IGTN with `?`.
    fn from_str(text: &str) -> Result<Pattern, PatternError> {
        Pattern::new(grammar::parse_igtn(text, Asked::from_char)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_patterns_are_rejected() {
        let error = |text: &str| text.parse::<Pattern>().unwrap_err().to_string();
        assert!(error("2x2|????").starts_with("a pattern of `?` alone"));
        assert_eq!(error(""), "the text is empty");
        assert_eq!(error("1x2|"), "expected 2 characters after `|`, found 0");
        assert_eq!(error("60x60|X"), "a board has 1 to 52 lines a side, not 60");
        assert_eq!(
            error("2x2|X?_?.?!!_"),
            "row 2, column 3 (character 10): expected `_`, found `?`: `_` and `!` must mark whole sides"
        );
        assert_eq!(
            error("2x2|X?;."),
            "row 2, column 1 (character 7): `;` is not a point: write `.`, `X` or `O`"
        );
        assert!("2x2|?.??".parse::<Pattern>().is_ok());
    }

    #[test]
    fn closed_sides_are_placed_on_edges_and_open_sides_are_not() {
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
    fn a_part_is_open_where_it_was_cut() {
        let board: Pattern = "4x4|_X..._.?.._...O_...._!!!!".parse().unwrap();
        let cut = |region: &str| board.cut(region.parse().unwrap()).map(|part| part.to_string());
        assert_eq!(cut("{(1,1),4,4}").unwrap(), board.to_string());
        assert_eq!(cut("{(2,2),3,2}").unwrap(), "2x3|_!!!_?.._..O_!!!");
        assert_eq!(cut("{(1,4),2,1}").unwrap(), "1x2|_!!__..__!!_");
        assert_eq!(cut("{(2,2),1,1}"), None, "a `?` alone");
        assert_eq!(cut("{(2,2),4,1}"), None, "outside");
    }

    #[test]
    fn operations_transform_stones_wildcards_and_sides() {
        let pattern: Pattern = "2x3|XX?_O.(_!!!_".parse().unwrap();
        let turned = pattern.transform("N_IR1".parse().unwrap());
        assert_eq!(turned, Pattern::from_gtn("_XO\n_.O\n_O?\n_!!\n").unwrap());
        assert_eq!(turned.asked(Point::new(0, 1)), Asked::Empty);
    }
}
