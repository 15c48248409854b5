//! Parsing and formatting IGTN and GTN, for any type of cell.
//!
//! Parsing is strict: any deviation is an error with its location. Only GTN, which people paste
//! by hand, may have white space at the end of lines and empty lines before and after.

use std::fmt;

use thiserror::Error;

use crate::go::{MAX_SIDE, Sides, Size};

/// A location in a text of GobanTN. All numbers count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextLocation {
    /// The row of the notation, marker rows included.
    pub row: usize,
    /// The column in that row, markers included.
    pub col: usize,
    /// The number of the character in the whole text.
    pub char: usize,
}

impl fmt::Display for TextLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {}, column {} (character {})", self.row, self.col, self.char)
    }
}

/// A text that is not GobanTN.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseGtnError {
    /// The kind of error.
    pub kind: ParseGtnErrorKind,
    /// The location, unless the error concerns the whole text.
    pub location: Option<TextLocation>,
    /// The number of the character of an IGTN that is wrong or missing, if the error concerns its
    /// size or length.
    char: Option<usize>,
}

impl ParseGtnError {
    /// The number of the character, from 1, at which the text is wrong or ends too early. `None` if
    /// the error concerns the whole text.
    ///
    /// ```
    /// # use gtn_db_core as gtn_db;
    /// use gtn_db::gtn::Diagram;
    ///
    /// let at = |text: &str| text.parse::<Diagram>().unwrap_err().char();
    /// assert_eq!(at("2x2|XQ.."), Some(6));
    /// assert_eq!(at("2x2|XX"), Some(7)); // the first that is missing
    /// assert_eq!(at("2y2|XX.."), Some(1));
    /// assert_eq!(at(""), None);
    /// ```
    pub fn char(&self) -> Option<usize> {
        self.location.map(|location| location.char).or(self.char)
    }
}

/// The kinds of [`ParseGtnError`].
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParseGtnErrorKind {
    /// The text is empty.
    #[error("the text is empty")]
    Empty,
    /// `|` is missing.
    #[error("there is no `|` between the size and the points")]
    NoPoints,
    /// The text before `|` is not a size.
    #[error("`{}` is not a size: write ROWSxCOLUMNS before the `|`, for example 19x19", .0.escape_debug())]
    BadSize(String),
    /// A side is 0 or longer than [`MAX_SIDE`].
    #[error("a board has 1 to {MAX_SIDE} lines a side, not {}", .0.escape_debug())]
    SideOutOfRange(String),
    /// The number of characters after `|` does not fit the size and the open sides.
    #[error("expected {expected} characters after `|`, found {found}")]
    Length {
        /// The number found.
        found: usize,
        /// The number required.
        expected: usize,
    },
    /// The lines of a GTN differ in length.
    #[error("this line has {found} characters, the first line has {expected}")]
    LineLength {
        /// The length of the line.
        found: usize,
        /// The length of the first line.
        expected: usize,
    },
    /// A character that is not a point.
    #[error("`{}` is not a point: write `.`, `X` or `O`", .0.escape_debug())]
    UnknownPoint(char),
    /// A marker in place of a point, or the other way round.
    #[error(
        "expected {expected}, found `{}`: `_` and `!` must mark whole sides",
        found.escape_debug()
    )]
    Marker {
        /// The character found.
        found: char,
        /// The element required, according to the corners of the text.
        expected: &'static str,
    },
}

impl fmt::Display for ParseGtnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.location {
            Some(location) => write!(f, "{location}: {}", self.kind),
            None => self.kind.fmt(f),
        }
    }
}

impl std::error::Error for ParseGtnError {}

impl From<ParseGtnErrorKind> for ParseGtnError {
    fn from(kind: ParseGtnErrorKind) -> ParseGtnError {
        ParseGtnError { kind, location: None, char: None }
    }
}

/// An element of the rectangle of points and markers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Element {
    Point,
    /// `!`: the board continues above or below.
    Vertical,
    /// `_`: the board continues to the left or right; also at corners between two open sides.
    Horizontal,
}

/// The layout of a text: the rectangle of points, surrounded by markers on the open sides.
#[derive(Clone, Copy)]
struct Frame {
    size: Size,
    open: Sides,
}

impl Frame {
    /// The number of marker lines on a side: 0 or 1.
    fn markers_on(self, side: Sides) -> usize {
        usize::from(self.open.contains(side))
    }

    fn width(self) -> usize {
        usize::from(self.size.cols()) + self.markers_on(Sides::LEFT) + self.markers_on(Sides::RIGHT)
    }

    fn height(self) -> usize {
        usize::from(self.size.rows()) + self.markers_on(Sides::TOP) + self.markers_on(Sides::BOTTOM)
    }

    fn element_at(self, row: usize, col: usize) -> Element {
        let before = |at: usize, side| at < self.markers_on(side);
        let after = |at: usize, len: usize, side| at + self.markers_on(side) >= len;
        if before(col, Sides::LEFT) || after(col, self.width(), Sides::RIGHT) {
            Element::Horizontal
        } else if before(row, Sides::TOP) || after(row, self.height(), Sides::BOTTOM) {
            Element::Vertical
        } else {
            Element::Point
        }
    }
}

/// The open sides, from the ends of a text: `_` as its first character means left; `!` as the
/// first character after that means top. Likewise right and bottom from the last character.
fn read_open_sides(chars: &[char]) -> Sides {
    let mut open = Sides::NONE;
    let mut read_end = |vertical: Sides, horizontal: Sides, mut ends: [Option<&char>; 2]| {
        if ends[0] == Some(&'_') {
            open |= horizontal;
            ends.rotate_left(1);
        }
        if ends[0] == Some(&'!') {
            open |= vertical;
        }
    };
    let last = chars.len();
    read_end(Sides::TOP, Sides::LEFT, [chars.first(), chars.get(1)]);
    read_end(
        Sides::BOTTOM,
        Sides::RIGHT,
        [last.checked_sub(1).map(|i| &chars[i]), last.checked_sub(2).map(|i| &chars[i])],
    );
    open
}

/// A parsed text: the size, the open sides, and the cells row by row.
pub(super) struct ParsedText<C> {
    pub size: Size,
    pub open: Sides,
    pub cells: Vec<C>,
}

/// Parses points and markers. `parse_cell` parses a point; `locate` gives the location of a row
/// and column in the whole text.
fn parse_cells<C>(
    frame: Frame,
    chars: &[char],
    parse_cell: impl Fn(char) -> Option<C>,
    locate: impl Fn(usize, usize) -> TextLocation,
) -> Result<ParsedText<C>, ParseGtnError> {
    let mut cells = Vec::with_capacity(frame.size.area());
    for (i, &char) in chars.iter().enumerate() {
        let (row, col) = (i / frame.width(), i % frame.width());
        let fail = |kind| Err(ParseGtnError { kind, location: Some(locate(row, col)), char: None });
        let is_marker = matches!(char, '_' | '!');
        match (frame.element_at(row, col), parse_cell(char)) {
            (Element::Point, Some(cell)) => cells.push(cell),
            (Element::Horizontal, _) if char == '_' => {}
            (Element::Vertical, _) if char == '!' => {}
            (_, None) if !is_marker => return fail(ParseGtnErrorKind::UnknownPoint(char)),
            (expected, _) => {
                let expected = match expected {
                    Element::Point => "a point",
                    Element::Vertical => "`!`",
                    Element::Horizontal => "`_`",
                };
                return fail(ParseGtnErrorKind::Marker { found: char, expected });
            }
        }
    }
    Ok(ParsedText { size: frame.size, open: frame.open, cells })
}

/// The error for a text before `|` that is not a size. Keeps only its first 40 characters.
fn bad_size(prefix: &str) -> ParseGtnErrorKind {
    let mut excerpt: String = prefix.chars().take(40).collect();
    if excerpt.len() < prefix.len() {
        excerpt.push('…');
    }
    ParseGtnErrorKind::BadSize(excerpt)
}

/// Parses one number of the size `prefix`.
fn parse_side(text: &str, prefix: &str) -> Result<u8, ParseGtnErrorKind> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(bad_size(prefix));
    }
    match text.parse::<u8>() {
        Ok(side @ 1..=MAX_SIDE) => Ok(side),
        _ => Err(ParseGtnErrorKind::SideOutOfRange(text.to_owned())),
    }
}

/// Parses an IGTN: `ROWSxCOLS|points`, with or without markers. `parse_cell` parses a point.
///
/// # Errors
/// When the text has another form; the error names the row and column.
pub(super) fn parse_igtn<C>(
    text: &str,
    parse_cell: impl Fn(char) -> Option<C>,
) -> Result<ParsedText<C>, ParseGtnError> {
    if text.is_empty() {
        return Err(ParseGtnErrorKind::Empty.into());
    }
    let (prefix, points) = text.split_once('|').ok_or(ParseGtnErrorKind::NoPoints)?;
    let at = |char| move |kind| ParseGtnError { kind, location: None, char: Some(char) };
    let (rows, cols) = prefix.split_once('x').ok_or_else(|| at(1)(bad_size(prefix)))?;
    let cols_at = rows.chars().count() + 2;
    let rows = parse_side(rows, prefix).map_err(at(1))?;
    let cols = parse_side(cols, prefix).map_err(at(cols_at))?;
    let size = Size::new(cols, rows).expect("parse_side checks the range");

    let chars: Vec<char> = points.chars().collect();
    let frame = Frame { size, open: read_open_sides(&chars) };
    let locate = |row: usize, col: usize| TextLocation {
        row: row + 1,
        col: col + 1,
        char: prefix.chars().count() + 2 + row * frame.width() + col,
    };
    let expected = frame.width() * frame.height();
    // Checked before the length, because a wrong character explains more than the wrong length
    // that it may have caused.
    let points = parse_cells(frame, &chars[..expected.min(chars.len())], parse_cell, locate)?;
    if chars.len() != expected {
        let kind = ParseGtnErrorKind::Length { found: chars.len(), expected };
        return Err(at(prefix.chars().count() + 2 + expected.min(chars.len()))(kind));
    }
    Ok(points)
}

/// Parses a GTN: one line per row. `parse_cell` parses a point.
///
/// # Errors
/// When the text has another form; the error names the row and column.
pub(super) fn parse_gtn<C>(
    text: &str,
    parse_cell: impl Fn(char) -> Option<C>,
) -> Result<ParsedText<C>, ParseGtnError> {
    // The number of the first character of each line, and the line without trailing white space.
    let mut lines: Vec<(usize, Vec<char>)> = Vec::new();
    let mut start = 1;
    for line in text.split('\n') {
        lines.push((start, line.trim_end().chars().collect()));
        start += line.chars().count() + 1;
    }
    let is_filled = |(_, line): &(usize, Vec<char>)| !line.is_empty();
    let Some(first) = lines.iter().position(is_filled) else {
        return Err(ParseGtnErrorKind::Empty.into());
    };
    let last = lines.iter().rposition(is_filled).expect("at least the first is filled");
    let lines = &lines[first..=last];

    let width = lines[0].1.len();
    for (row, (start, line)) in lines.iter().enumerate() {
        if line.len() != width {
            let kind = ParseGtnErrorKind::LineLength { found: line.len(), expected: width };
            let same = line.len().min(width);
            let location = TextLocation { row: row + 1, col: same + 1, char: start + same };
            return Err(ParseGtnError { kind, location: Some(location), char: None });
        }
    }
    let chars: Vec<char> = lines.iter().flat_map(|(_, line)| line.iter().copied()).collect();
    let open = read_open_sides(&chars);
    let side = |len: usize, sides: [Sides; 2]| {
        let markers = sides.into_iter().filter(|&side| open.contains(side)).count();
        let points = len.saturating_sub(markers);
        u8::try_from(points).map_err(|_| ParseGtnErrorKind::SideOutOfRange(points.to_string()))
    };
    let cols = side(width, [Sides::LEFT, Sides::RIGHT])?;
    let rows = side(lines.len(), [Sides::TOP, Sides::BOTTOM])?;
    let size = Size::new(cols, rows)
        .map_err(|error| ParseGtnErrorKind::SideOutOfRange(error.0.to_string()))?;
    parse_cells(Frame { size, open }, &chars, parse_cell, |row, col| TextLocation {
        row: row + 1,
        col: col + 1,
        char: lines[row].0 + col,
    })
}

/// Formats points, given row by row, and markers. Each row is followed by `end`.
pub(super) fn format_rows(
    size: Size,
    open: Sides,
    mut points: impl Iterator<Item = char>,
    end: &str,
) -> String {
    let frame = Frame { size, open };
    let mut text = String::with_capacity(frame.height() * (frame.width() + end.len()));
    for row in 0..frame.height() {
        for col in 0..frame.width() {
            text.push(match frame.element_at(row, col) {
                Element::Point => points.next().expect("there are as many points as the size says"),
                Element::Vertical => '!',
                Element::Horizontal => '_',
            });
        }
        text.push_str(end);
    }
    text
}
