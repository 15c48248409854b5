//! A rectangle of points on a board.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::{Point, Size};

/// A rectangle of points, written `{(m,n),cols,rows}`: its top left point, counted from 1, and its
/// size.
///
/// Source: the GobanTN document, section "Sous-position d'un goban".
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::go::{Point, Region};
///
/// let region: Region = "{(1,1),4,2}".parse()?;
/// assert_eq!(region.origin, Point::new(0, 0));
/// assert_eq!((region.size.cols(), region.size.rows()), (4, 2));
/// # Ok::<(), gtn_db::go::ParseRegionError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Region {
    /// The top left point.
    pub origin: Point,
    /// The number of columns and rows.
    pub size: Size,
}

/// A text that is not a region.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{}` is not a region: write {{(column,row),columns,rows}}, for example {{(1,1),4,2}}", .0.escape_debug())]
pub struct ParseRegionError(pub String);

impl Region {
    /// Whether all points of the region are on a board of the given size.
    pub fn fits(self, size: Size) -> bool {
        u16::from(self.origin.col) + u16::from(self.size.cols()) <= u16::from(size.cols())
            && u16::from(self.origin.row) + u16::from(self.size.rows()) <= u16::from(size.rows())
    }

    /// Whether a point is inside the region.
    pub fn contains(self, point: Point) -> bool {
        let within = |at: u8, from: u8, len: u8| at.checked_sub(from).is_some_and(|at| at < len);
        within(point.col, self.origin.col, self.size.cols())
            && within(point.row, self.origin.row, self.size.rows())
    }
}

impl fmt::Display for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{},{},{}}}", self.origin, self.size.cols(), self.size.rows())
    }
}

impl FromStr for Region {
    type Err = ParseRegionError;

    fn from_str(text: &str) -> Result<Region, ParseRegionError> {
        let parse = || {
            let inner = text.trim().strip_prefix("{(")?.strip_suffix('}')?;
            let (origin, size) = inner.split_once("),")?;
            let (col, row) = origin.split_once(',')?;
            let (cols, rows) = size.split_once(',')?;
            let number = |text: &str| text.trim().parse::<u8>().ok();
            Some(Region {
                origin: Point::new(number(col)?.checked_sub(1)?, number(row)?.checked_sub(1)?),
                size: Size::new(number(cols)?, number(rows)?).ok()?,
            })
        };
        parse().ok_or_else(|| ParseRegionError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_region_is_printed_as_it_is_parsed() {
        for text in ["{(1,1),4,2}", "{(3,12),16,18}"] {
            assert_eq!(text.parse::<Region>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn other_texts_are_rejected() {
        for text in
            ["", "{}", "{(0,1),4,2}", "{(1,1),0,2}", "{(1,1),4}", "(1,1),4,2", "{(1,1),4,99}"]
        {
            assert!(text.parse::<Region>().is_err(), "{text}");
        }
    }
}
