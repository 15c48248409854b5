//! Values of conditions as people write them.

use thiserror::Error;

use crate::go::{Size, SizeError};

/// Why a text is no value of a filter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FilterTextError {
    /// The text is no size.
    #[error("write a size such as 19, or rows x columns such as 13x9")]
    Board,
    /// No board is that large or small.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// The text is no range of numbers.
    #[error("write a number, such as 8, or a range, such as 5-12 or 20-")]
    Stones,
    /// The first number is larger than the last.
    #[error("the range ends before it begins")]
    EmptyRange,
}

/// Reads the size of a board: `19`, or rows x columns such as `13x9`.
///
/// # Errors
/// If the text is no size of a board.
pub fn parse_board(text: &str) -> Result<Size, FilterTextError> {
    let (rows, cols) = text.split_once('x').unwrap_or((text, text));
    match (rows.parse(), cols.parse()) {
        (Ok(rows), Ok(cols)) => Ok(Size::new(cols, rows)?),
        _ => Err(FilterTextError::Board),
    }
}

/// The two ends of a range: `5-12`, `5..12` as ranges of ranks are written, or one value twice.
fn ends(text: &str) -> (&str, &str) {
    text.split_once("..").or_else(|| text.split_once('-')).unwrap_or((text, text))
}

/// Reads the smallest and the largest number of stones: `8`, `5-12`, or `20-` without an upper end.
///
/// # Errors
/// If the text is no range, or an empty one.
pub fn parse_stones(text: &str) -> Result<(u16, u16), FilterTextError> {
    let (first, last) = ends(text);
    let number = |text: &str| text.parse().map_err(|_| FilterTextError::Stones);
    let first = number(first)?;
    let last = if last.is_empty() { u16::MAX } else { number(last)? };
    if first > last { Err(FilterTextError::EmptyRange) } else { Ok((first, last)) }
}

/// Reads the smallest and the largest number in a book: `8`, `5-12`, or `20-` without an upper end.
///
/// # Errors
/// If the text is no range, or an empty one; the error says what to write.
pub(super) fn parse_numbers(text: &str) -> Result<(i64, i64), String> {
    let (first, last) = ends(text);
    let number = |text: &str| text.parse::<i64>().ok();
    let last = if last.is_empty() { Some(i64::MAX) } else { number(last) };
    match number(first).zip(last) {
        Some((first, last)) if first > last => Err("the range ends before it begins".to_owned()),
        range => range.ok_or_else(|| "write a number or a range: 8, 5-12 or 20-".to_owned()),
    }
}

/// Reads a year, such as `1995`, or a range of years, such as `1990-1999`, `1998-` or `-1950`: the
/// first and the last year, where an open end is 0 or the greatest number.
///
/// # Errors
/// If the text is neither, or the range ends before it begins; the error says what to write.
///
/// ```
/// # mod gtn_db { pub use {gtn_db_core::*, gtn_db_data::*}; }
/// use gtn_db::answer::parse_years;
///
/// assert_eq!(parse_years("1990-1999"), Ok((1990, 1999)));
/// ```
pub fn parse_years(text: &str) -> Result<(u16, u16), String> {
    let (first, last) = ends(text);
    let year = |text: &str, open: u16| match text.trim() {
        "" => Ok(open),
        text => text.parse::<u16>().map_err(|_| ()),
    };
    let (Ok(first_year), Ok(last_year)) = (year(first, 0), year(last, u16::MAX)) else {
        return Err(
            "write a year, such as 1995, or a range, such as 1990-1999, 1998- or -1950".to_owned()
        );
    };
    if first.trim().is_empty() && last.trim().is_empty() {
        return Err("the range has neither a first nor a last year".to_owned());
    }
    if first_year > last_year {
        return Err("the range ends before it begins".to_owned());
    }
    Ok((first_year, last_year))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_ranges_are_read() {
        assert_eq!(parse_board("19"), Ok(Size::STANDARD));
        assert_eq!(parse_board("13x9").map(|size| (size.rows(), size.cols())), Ok((13, 9)));
        assert_eq!(parse_stones("8"), Ok((8, 8)));
        assert_eq!(parse_stones("5-12"), Ok((5, 12)));
        assert_eq!(parse_stones("20-"), Ok((20, u16::MAX)));
        assert_eq!(parse_stones("5..12"), Ok((5, 12)));
        for text in ["", "x", "0", "19x", "99", "9x9x9"] {
            assert!(parse_board(text).is_err(), "{text}");
        }
        for text in ["", "-", "-5", "9-5", "5-x", "1-2-3"] {
            assert!(parse_stones(text).is_err(), "{text}");
        }
    }

    #[test]
    fn ranges_of_years_may_be_open() {
        assert_eq!(parse_years("1995"), Ok((1995, 1995)));
        assert_eq!(parse_years("1990-1999"), Ok((1990, 1999)));
        assert_eq!(parse_years("1998-"), Ok((1998, u16::MAX)));
        assert_eq!(parse_years("-1950"), Ok((0, 1950)));
        assert_eq!(parse_years("1990..1999"), Ok((1990, 1999)));
        assert_eq!(parse_years("..1950"), Ok((0, 1950)));
        for text in ["", "-", " - ", "1999-1990", "90s", "1-2-3", "70000"] {
            assert!(parse_years(text).is_err(), "{text}");
        }
    }
}
