//! What is looked for inside of positions.

use std::str::FromStr;

use thiserror::Error;

use crate::Color;
use crate::go::{Point, Sides, Size, Symmetry};
use crate::gtn::{self, Cell, ParseGtnError, Points, SubPosition};

/// A sub-position with points that may be anything.
///
/// Written as GobanTN writes sub-positions, with `?` for such points; `.` must
/// be empty. Annotations are left out.
///
/// ```text
///   X X ? _      an edge of the board at the left and at the top;
///   O . X _      to the right and below the board goes on,
///   ! ! ! _      at least one line
/// ```
///
/// ```
/// use gtn_db::find::Pattern;
///
/// let pattern: Pattern = "2x3|XX?_O.X_!!!_".parse()?;
/// assert_eq!(pattern.size().to_string(), "2x3");
/// assert!("1x2|?._!!_".parse::<Pattern>().is_err());
/// # Ok::<(), gtn_db::find::PatternError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    size: Size,
    open: Sides,
    asked: Vec<Asked>, // row by row
}

/// What a pattern asks of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    /// Nothing in it can be looked for.
    #[error("a pattern without a stone is everywhere: put at least one X or O in it")]
    NoStone,
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
}

impl Pattern {
    fn new(points: Points<Asked>) -> Result<Pattern, PatternError> {
        let Points { size, open, cells: asked } = points;
        if !asked.iter().any(|asked| matches!(asked, Asked::Stone(_))) {
            return Err(PatternError::NoStone);
        }
        Ok(Pattern { size, open, asked })
    }

    /// Reads the multi-line form, GTN.
    ///
    /// # Errors
    /// When the lines are no GTN, or there is no stone in them.
    pub fn from_gtn(text: &str) -> Result<Pattern, PatternError> {
        Pattern::new(gtn::parse_gtn(text, Asked::from_char)?)
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
        self.asked[usize::from(point.row) * usize::from(self.size.cols()) + usize::from(point.col)]
    }

    /// The pattern after an operation.
    pub fn transform(&self, symmetry: Symmetry) -> Pattern {
        let (size, back) = (symmetry.size(self.size), symmetry.inverse());
        let asked = size.points().map(|point| match self.asked(back.point(point, size)) {
            Asked::Stone(color) => Asked::Stone(symmetry.color(color)),
            other => other,
        });
        Pattern { size, open: self.open.transform(symmetry), asked: asked.collect() }
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
        Pattern::new(gtn::parse_igtn(text, Asked::from_char)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_pattern() {
        let error = |text: &str| text.parse::<Pattern>().unwrap_err().to_string();
        let no_stone = "a pattern without a stone is everywhere: put at least one X or O in it";
        assert_eq!(error("2x2|????"), no_stone);
        assert_eq!(error("2x2|?.*?"), no_stone);
        assert_eq!(error(""), "an empty text");
        assert_eq!(error("1x2|"), "points of length 0 where 2 is due");
        assert_eq!(error("60x60|X"), "a side of 60 lines: a board has 1 to 52");
        assert_eq!(
            error("2x2|X?_?.?!!_"),
            "row 2, column 3 (character 10): `?` where `_` is due: the markers fit no set of open sides"
        );
        assert_eq!(error("2x2|X?;."), "row 2, column 1 (character 7): `;` stands for no point");
    }

    #[test]
    fn a_pattern_turns_with_all_it_asks() {
        let pattern: Pattern = "2x3|XX?_O.(_!!!_".parse().unwrap();
        let turned = pattern.transform("N_IR1".parse().unwrap());
        assert_eq!(turned, Pattern::from_gtn("_XO\n_.O\n_O?\n_!!\n").unwrap());
        assert_eq!(turned.asked(Point::new(0, 1)), Asked::Empty);
    }
}
