//! The texts of GobanTN: reading and printing IGTN and GTN.
//!
//! Nothing is read leniently: what is no IGTN to the letter is an error that
//! says where. Only the multi-line form allows blanks at the end of a line and
//! empty lines around it, because it is pasted by hand.

use std::fmt;

use thiserror::Error;

use super::Diagram;
use crate::go::{MAX_SIDE, Sides, Size};

/// Where in a text an error stands, all counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The row of the notation, marker rows included.
    pub row: usize,
    /// The column in that row, markers included.
    pub col: usize,
    /// The character in the whole text.
    pub char: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {}, column {} (character {})", self.row, self.col, self.char)
    }
}

/// A text that is no GobanTN.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseGtnError {
    /// What is wrong.
    pub kind: ParseGtnErrorKind,
    /// Where, if it is at one place.
    pub place: Option<Place>,
}

/// What can be wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParseGtnErrorKind {
    /// Nothing there.
    #[error("an empty text")]
    Empty,
    /// No `|`.
    #[error("no `|` between the size and the points")]
    NoPoints,
    /// The part before `|`.
    #[error("`{}` is no size: write ROWSxCOLS, such as 19x19", .0.escape_debug())]
    BadSize(String),
    /// A side out of range.
    #[error("a side of {} lines: a board has 1 to {MAX_SIDE}", .0.escape_debug())]
    SideOutOfRange(String),
    /// The number of characters does not fit.
    #[error("points of length {found} where {due} is due")]
    Length {
        /// How many there are.
        found: usize,
        /// How many the size and the open sides ask for.
        due: usize,
    },
    /// A line of a multi-line text.
    #[error("a line of {found} characters where the first has {due}")]
    LineLength {
        /// How many there are.
        found: usize,
        /// How many the first line has.
        due: usize,
    },
    /// A character that stands for no point.
    #[error("`{}` stands for no point", .0.escape_debug())]
    UnknownPoint(char),
    /// A marker where a point should be, or the other way round.
    #[error("`{}` where {due} is due: the markers fit no set of open sides", found.escape_debug())]
    Marker {
        /// The character.
        found: char,
        /// What the sides ask for.
        due: &'static str,
    },
}

impl fmt::Display for ParseGtnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place {
            Some(place) => write!(f, "{place}: {}", self.kind),
            None => self.kind.fmt(f),
        }
    }
}

impl std::error::Error for ParseGtnError {}

impl From<ParseGtnErrorKind> for ParseGtnError {
    fn from(kind: ParseGtnErrorKind) -> ParseGtnError {
        ParseGtnError { kind, place: None }
    }
}

/// What stands at a place of the rectangle of points and markers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Due {
    Point,
    /// `!`: the board goes on above or below.
    Vertical,
    /// `_`: the board goes on to the left or right, or both ways at a corner.
    Horizontal,
}

/// The rectangle of points with the markers around it.
#[derive(Clone, Copy)]
struct Frame {
    size: Size,
    open: Sides,
}

impl Frame {
    fn has(self, side: Sides) -> usize {
        usize::from(self.open.contains(side))
    }

    fn width(self) -> usize {
        usize::from(self.size.cols()) + self.has(Sides::LEFT) + self.has(Sides::RIGHT)
    }

    fn height(self) -> usize {
        usize::from(self.size.rows()) + self.has(Sides::TOP) + self.has(Sides::BOTTOM)
    }

    fn due(self, row: usize, col: usize) -> Due {
        let before = |at: usize, side| at < self.has(side);
        let after = |at: usize, len: usize, side| at + self.has(side) >= len;
        if before(col, Sides::LEFT) || after(col, self.width(), Sides::RIGHT) {
            Due::Horizontal
        } else if before(row, Sides::TOP) || after(row, self.height(), Sides::BOTTOM) {
            Due::Vertical
        } else {
            Due::Point
        }
    }
}

/// The open sides that the corners of a text speak of: its first character
/// tells left, the first behind that top, and so from the end.
fn open_sides(chars: &[char]) -> Sides {
    let mut open = Sides::NONE;
    let mut look = |vertical: Sides, horizontal: Sides, mut ends: [Option<&char>; 2]| {
        if ends[0] == Some(&'_') {
            open |= horizontal;
            ends.rotate_left(1);
        }
        if ends[0] == Some(&'!') {
            open |= vertical;
        }
    };
    let last = chars.len();
    look(Sides::TOP, Sides::LEFT, [chars.first(), chars.get(1)]);
    look(
        Sides::BOTTOM,
        Sides::RIGHT,
        [last.checked_sub(1).map(|i| &chars[i]), last.checked_sub(2).map(|i| &chars[i])],
    );
    open
}

/// What a text says: the size, the open sides, and each point, row by row.
pub(crate) struct Points<C> {
    pub size: Size,
    pub open: Sides,
    pub cells: Vec<C>,
}

/// Reads the points, of which `cell_of` knows the characters; `place_of` tells
/// where in the whole text a row and a column stand.
fn parse_cells<C>(
    frame: Frame,
    chars: &[char],
    cell_of: impl Fn(char) -> Option<C>,
    place_of: impl Fn(usize, usize) -> Place,
) -> Result<Points<C>, ParseGtnError> {
    let mut cells = Vec::with_capacity(frame.size.area());
    for (i, &char) in chars.iter().enumerate() {
        let (row, col) = (i / frame.width(), i % frame.width());
        let fail = |kind| Err(ParseGtnError { kind, place: Some(place_of(row, col)) });
        let is_marker = matches!(char, '_' | '!');
        match (frame.due(row, col), cell_of(char)) {
            (Due::Point, Some(cell)) => cells.push(cell),
            (Due::Horizontal, _) if char == '_' => {}
            (Due::Vertical, _) if char == '!' => {}
            (_, None) if !is_marker => return fail(ParseGtnErrorKind::UnknownPoint(char)),
            (due, _) => {
                let due = match due {
                    Due::Point => "a point",
                    Due::Vertical => "`!`",
                    Due::Horizontal => "`_`",
                };
                return fail(ParseGtnErrorKind::Marker { found: char, due });
            }
        }
    }
    Ok(Points { size: frame.size, open: frame.open, cells })
}

fn parse_side(text: &str, prefix: &str) -> Result<u8, ParseGtnErrorKind> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(ParseGtnErrorKind::BadSize(prefix.to_owned()));
    }
    match text.parse::<u8>() {
        Ok(side @ 1..=MAX_SIDE) => Ok(side),
        _ => Err(ParseGtnErrorKind::SideOutOfRange(text.to_owned())),
    }
}

/// Reads an IGTN: `ROWSxCOLS|points`, with markers or without.
pub(crate) fn parse_igtn<C>(
    text: &str,
    cell_of: impl Fn(char) -> Option<C>,
) -> Result<Points<C>, ParseGtnError> {
    if text.is_empty() {
        return Err(ParseGtnErrorKind::Empty.into());
    }
    let (prefix, points) = text.split_once('|').ok_or(ParseGtnErrorKind::NoPoints)?;
    let (rows, cols) =
        prefix.split_once('x').ok_or_else(|| ParseGtnErrorKind::BadSize(prefix.to_owned()))?;
    let (rows, cols) = (parse_side(rows, prefix)?, parse_side(cols, prefix)?);
    let size = Size::new(cols, rows)
        .map_err(|error| ParseGtnErrorKind::SideOutOfRange(error.0.to_string()))?;

    let chars: Vec<char> = points.chars().collect();
    let frame = Frame { size, open: open_sides(&chars) };
    let place_of = |row: usize, col: usize| Place {
        row: row + 1,
        col: col + 1,
        char: prefix.chars().count() + 2 + row * frame.width() + col,
    };
    let due = frame.width() * frame.height();
    // A wrong character explains more than the wrong length it may have caused.
    let points = parse_cells(frame, &chars[..due.min(chars.len())], cell_of, place_of)?;
    if chars.len() != due {
        return Err(ParseGtnErrorKind::Length { found: chars.len(), due }.into());
    }
    Ok(points)
}

/// Reads a GTN: one line a row.
pub(crate) fn parse_gtn<C>(
    text: &str,
    cell_of: impl Fn(char) -> Option<C>,
) -> Result<Points<C>, ParseGtnError> {
    // (number of the first character, line without the blanks at its end)
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
    let last = lines.iter().rposition(is_filled).unwrap_or(first);
    let lines = &lines[first..=last];

    let width = lines[0].1.len();
    for (row, (start, line)) in lines.iter().enumerate() {
        if line.len() != width {
            let kind = ParseGtnErrorKind::LineLength { found: line.len(), due: width };
            let same = line.len().min(width);
            let place = Place { row: row + 1, col: same + 1, char: start + same };
            return Err(ParseGtnError { kind, place: Some(place) });
        }
    }
    let chars: Vec<char> = lines.iter().flat_map(|(_, line)| line.iter().copied()).collect();
    let open = open_sides(&chars);
    let side = |len: usize, sides: [Sides; 2]| {
        let markers = sides.into_iter().filter(|&side| open.contains(side)).count();
        let points = len.saturating_sub(markers);
        u8::try_from(points).map_err(|_| ParseGtnErrorKind::SideOutOfRange(points.to_string()))
    };
    let cols = side(width, [Sides::LEFT, Sides::RIGHT])?;
    let rows = side(lines.len(), [Sides::TOP, Sides::BOTTOM])?;
    let size = Size::new(cols, rows)
        .map_err(|error| ParseGtnErrorKind::SideOutOfRange(error.0.to_string()))?;
    parse_cells(Frame { size, open }, &chars, cell_of, |row, col| Place {
        row: row + 1,
        col: col + 1,
        char: lines[row].0 + col,
    })
}

/// Prints the points and markers, each row followed by `end`.
pub(super) fn print_rows(diagram: &Diagram, end: &str) -> String {
    let frame = Frame { size: diagram.size(), open: diagram.open() };
    let mut cells = diagram.cells().iter();
    let mut text = String::with_capacity(frame.height() * (frame.width() + end.len()));
    for row in 0..frame.height() {
        for col in 0..frame.width() {
            text.push(match frame.due(row, col) {
                Due::Point => cells.next().map_or('.', |cell| cell.to_char()),
                Due::Vertical => '!',
                Due::Horizontal => '_',
            });
        }
        text.push_str(end);
    }
    text
}
