//! Points and regions as people write them.

use std::str::FromStr;

use thiserror::Error;

use crate::extract::BoardPlace;
use crate::go::{MAX_SIDE, Point, Region, Size, column_name};

/// A point as people write it.
///
/// ```
/// # use gtn_db_data as gtn_db;
/// use gtn_db::answer::PointText;
///
/// assert_eq!(PointText::parse("q16"), Some(PointText::OnBoard { col: 15, row: 16 }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PointText {
    /// `Q16`: the column from the left as a letter, the row from the bottom of the board.
    OnBoard {
        /// From 0.
        col: u8,
        /// From 1.
        row: u8,
    },
    /// `(3,4)`: column and row, from 1 at the top left of the position.
    InPosition(Point),
}

impl PointText {
    /// Reads `Q16`, in either case, or `(3,4)`.
    pub fn parse(text: &str) -> Option<PointText> {
        let number = |text: &str| text.parse::<u8>().ok().filter(|number| *number > 0);
        if let Some(pair) = text.strip_prefix('(') {
            let (col, row) = pair.strip_suffix(')')?.split_once(',')?;
            return Some(PointText::InPosition(Point::new(number(col)? - 1, number(row)? - 1)));
        }
        let (letters, digits) = text.split_at(text.find(|char: char| char.is_ascii_digit())?);
        if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let letters = letters.to_ascii_uppercase();
        let col = (0..MAX_SIDE).find(|&col| column_name(col) == letters)?;
        Some(PointText::OnBoard { col, row: number(digits)? })
    }

    /// The point in a position of the given size that lies at `place`; `None` when it is outside.
    pub fn locate(self, place: BoardPlace, size: Size) -> Option<Point> {
        let point = match self {
            PointText::InPosition(point) => point,
            PointText::OnBoard { col, row } => {
                let row_from_top = place.board.rows().checked_sub(row)?;
                Point::new(
                    col.checked_sub(place.origin.col)?,
                    row_from_top.checked_sub(place.origin.row)?,
                )
            }
        };
        size.contains(point).then_some(point)
    }
}

/// A rectangle of a board as people write it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RegionText {
    /// `{(1,1),4,2}`, as GobanTN writes regions.
    Rectangle(Region),
    /// `A1-K10`: two opposite corners.
    Corners(String, [PointText; 2]),
}

/// A rectangle that is not inside the position that it is cut from.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{region} is not inside the {size} position it is cut from")]
pub struct OutsideError {
    /// The rectangle, as it was written.
    pub region: String,
    /// The size of the position.
    pub size: Size,
}

impl FromStr for RegionText {
    type Err = String;

    fn from_str(text: &str) -> Result<RegionText, String> {
        if let Ok(region) = text.parse() {
            return Ok(RegionText::Rectangle(region));
        }
        let corners = || {
            let (one, other) = text.trim().split_once('-')?;
            Some([PointText::parse(one)?, PointText::parse(other)?])
        };
        let corners = corners().ok_or(
            "write two opposite corners, such as A1-K10, or {(column,row),columns,rows}, such as \
             {(1,1),4,2}",
        )?;
        Ok(RegionText::Corners(text.to_owned(), corners))
    }
}

impl RegionText {
    /// The rectangle in a position of the given size that lies at `place`.
    ///
    /// # Errors
    /// If the rectangle is not inside the position.
    pub fn locate(&self, place: BoardPlace, size: Size) -> Result<Region, OutsideError> {
        match self {
            RegionText::Rectangle(region) if region.fits(size) => Ok(*region),
            RegionText::Rectangle(region) => Err(OutsideError { region: region.to_string(), size }),
            RegionText::Corners(text, corners) => {
                let locate = |corner: &PointText| {
                    let outside = || OutsideError { region: text.clone(), size };
                    corner.locate(place, size).ok_or_else(outside)
                };
                let (one, other) = (locate(&corners[0])?, locate(&corners[1])?);
                let span = |one: u8, other: u8| one.max(other) - one.min(other) + 1;
                Ok(Region {
                    origin: Point::new(one.col.min(other.col), one.row.min(other.row)),
                    size: Size::new(span(one.col, other.col), span(one.row, other.row))
                        .expect("a part of a board is not larger than a board"),
                })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHOLE: BoardPlace = BoardPlace { origin: Point::new(0, 0), board: Size::STANDARD };

    #[test]
    fn points_are_read_as_on_a_board_and_as_pairs() {
        let locate = |text: &str| PointText::parse(text)?.locate(WHOLE, Size::STANDARD);
        assert_eq!(locate("A19"), Some(Point::new(0, 0)));
        assert_eq!(locate("q16"), Some(Point::new(15, 3)));
        assert_eq!(locate("(16,4)"), Some(Point::new(15, 3)));
        for bad in ["", "Q", "16", "I5", "Q0", "Q20", "Q16x", "Q-1", "(0,1)", "(1;1)", "é4"] {
            assert_eq!(locate(bad), None, "{bad}");
        }
    }

    #[test]
    fn points_of_a_part_are_those_of_its_board() {
        let place = BoardPlace { origin: Point::new(15, 0), board: Size::STANDARD };
        let corner = Size::new(4, 4).unwrap();
        let locate = |text: &str| PointText::parse(text).unwrap().locate(place, corner);
        assert_eq!(locate("Q16"), Some(Point::new(0, 3)));
        assert_eq!(locate("(1,4)"), Some(Point::new(0, 3)));
        assert_eq!((locate("P16"), locate("Q15")), (None, None));
    }

    #[test]
    fn regions_are_two_corners_or_a_rectangle() {
        let locate = |text: &str| {
            let region = text.parse::<RegionText>().unwrap().locate(WHOLE, Size::STANDARD);
            region.map_err(|error| error.to_string()).map(|region| region.to_string())
        };
        assert_eq!(locate("A19-D16").unwrap(), "{(1,1),4,4}");
        assert_eq!(locate("d16-a19").unwrap(), "{(1,1),4,4}");
        assert_eq!(locate("{(2,3),4,5}").unwrap(), "{(2,3),4,5}");
        assert!(locate("A1-Z9").unwrap_err().contains("not inside the 19x19 position"));
        for bad in ["", "A1", "A1-", "A1:B2", "{(1,1),4}"] {
            assert!(bad.parse::<RegionText>().is_err(), "{bad}");
        }
    }
}
