//! Parsing and formatting property values: points, sizes, text.
//!
//! A point is two letters, the column from the left and the row from the top: `a` to `z` are
//! 1 to 26, `A` to `Z` are 27 to 52. White space around a value is ignored. Points like
//! `B[Q16]` are not SGF and are rejected.
//!
//! Source: SGF FF\[4\], the property value types and the chapter on go.

use std::borrow::Cow;
use std::fmt::Display;

use thiserror::Error;

use super::scan::{find_colon, is_blank};
use super::{Charset, Ident};
use crate::Color;
use crate::go::{MAX_SIDE, Point, Size};

/// Formats a point as SGF.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::{go::Point, sgf::value::format_point};
///
/// assert_eq!(format_point(Point::new(2, 27)), "cB");
/// ```
pub fn format_point(at: Point) -> String {
    let letter = |n| match n {
        0..26 => char::from(b'a' + n),
        26..52 => char::from(b'A' + (n - 26)),
        _ => '?',
    };
    [at.col, at.row].into_iter().map(letter).collect()
}

/// Formats a property with a list of values, which are written as they are; empty without values.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::sgf::value::format_list;
///
/// assert_eq!(format_list("AB", ["aa", "bb"]), "AB[aa][bb]");
/// assert_eq!(format_list("LB", [""; 0]), "");
/// ```
pub fn format_list(name: &str, values: impl IntoIterator<Item = impl Display>) -> String {
    let mut property = String::new();
    for value in values {
        if property.is_empty() {
            property.push_str(name);
        }
        property.push_str(&format!("[{value}]"));
    }
    property
}

/// Formats the property SZ: `SZ[19]`, or `SZ[13:9]` for 13 columns and 9 rows.
pub fn format_size_property(size: Size) -> String {
    if size.cols() == size.rows() {
        format!("SZ[{}]", size.cols())
    } else {
        format!("SZ[{}:{}]", size.cols(), size.rows())
    }
}

/// A value that its property does not allow.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ValueError {
    /// Not a point, or a point off the board.
    #[error("`{value}` is not a point of a {size} board")]
    NotAPoint {
        /// The value, shortened to 40 bytes.
        value: String,
        /// The board size.
        size: Size,
    },
    /// Not a board size.
    #[error("`{value}` is not a board size: a board has 1 to {MAX_SIDE} columns and rows")]
    NotASize {
        /// The value, shortened to 40 bytes.
        value: String,
    },
}

/// The first 40 bytes of a value, for error messages.
fn excerpt(value: &[u8]) -> String {
    let mut text: String = String::from_utf8_lossy(&value[..value.len().min(40)]).into_owned();
    if value.len() > 40 {
        text.push('…');
    }
    text
}

/// A move: a stone or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A stone on a point.
    At(Point),
    /// `B[]`, or `B[tt]` on boards up to 19x19.
    Pass,
}

/// The player of the move properties `B` and `W`; `None` for other properties.
pub(crate) fn player_of(name: Ident) -> Option<Color> {
    match name {
        _ if name == *b"B" => Some(Color::Black),
        _ if name == *b"W" => Some(Color::White),
        _ => None,
    }
}

/// Parses the value of `PL`, by its first letter; `1` and `2` are Black and White in FF\[1\].
pub fn parse_player(value: &[u8]) -> Option<Color> {
    match trim(value).first()? {
        b'B' | b'b' | b'1' => Some(Color::Black),
        b'W' | b'w' | b'2' => Some(Color::White),
        _ => None,
    }
}

/// Parses the value of `B` or `W`.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::go::{Point, Size};
/// use gtn_db::sgf::value::{Move, parse_move};
///
/// let size = Size::STANDARD;
/// assert_eq!(parse_move(b"dc", size), Ok(Move::At(Point::new(3, 2))));
/// assert_eq!(parse_move(b"tt", size), Ok(Move::Pass));
/// let error = parse_move(b"pq", Size::new(9, 9).unwrap()).unwrap_err();
/// assert_eq!(error.to_string(), "`pq` is not a point of a 9x9 board");
/// ```
///
/// # Errors
/// When the value is neither a pass nor a point of the board.
pub fn parse_move(value: &[u8], size: Size) -> Result<Move, ValueError> {
    let small = size.cols() <= 19 && size.rows() <= 19;
    match trim(value) {
        [] => Ok(Move::Pass),
        b"tt" if small => Ok(Move::Pass),
        trimmed => parse_trimmed(trimmed, value, size).map(Move::At),
    }
}

/// Parses a move of a solution: as [`parse_move`], and `zz` outside the board as tenuki, which
/// some programs write so.
///
/// # Errors
/// When the value is neither tenuki nor a point of the board.
pub(crate) fn parse_answer(value: &[u8], size: Size) -> Result<Move, ValueError> {
    match parse_move(value, size) {
        Err(_) if trim(value) == b"zz" => Ok(Move::Pass),
        answer => answer,
    }
}

/// Parses a value that is one point.
///
/// # Errors
/// When the value is not a point of the board.
pub fn parse_point(value: &[u8], size: Size) -> Result<Point, ValueError> {
    parse_trimmed(trim(value), value, size)
}

#[inline]
fn parse_trimmed(trimmed: &[u8], value: &[u8], size: Size) -> Result<Point, ValueError> {
    parse_letters(trimmed)
        .filter(|&at| size.contains(at))
        .ok_or_else(|| ValueError::NotAPoint { value: excerpt(value), size })
}

/// Parses one value of a list of points: a point, or a rectangle given by two opposite corners.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::go::Size;
/// use gtn_db::sgf::value::{format_point, parse_points};
///
/// let rectangle = parse_points(b"ab:bc", Size::STANDARD).unwrap();
/// let all: Vec<String> = rectangle.map(format_point).collect();
/// assert_eq!(all, ["ab", "bb", "ac", "bc"]);
/// ```
///
/// # Errors
/// When the value is neither form, or a corner is off the board.
#[inline]
pub fn parse_points(value: &[u8], size: Size) -> Result<Rectangle, ValueError> {
    let error = || ValueError::NotAPoint { value: excerpt(value), size };
    let (a, b) = match trim(value) {
        one @ [_, _] => (parse_letters(one), parse_letters(one)),
        [a, b, b':', c, d] => (parse_letters(&[*a, *b]), parse_letters(&[*c, *d])),
        _ => (None, None),
    };
    let (Some(a), Some(b)) = (a, b) else {
        return Err(error());
    };
    if !size.contains(a) || !size.contains(b) {
        return Err(error());
    }
    let from = Point::new(a.col.min(b.col), a.row.min(b.row));
    Ok(Rectangle {
        left: from.col,
        right: a.col.max(b.col),
        bottom: a.row.max(b.row),
        next: Some(from),
    })
}

/// Iterator over the points of a rectangle, row by row; made by [`parse_points`].
#[derive(Clone, Debug)]
pub struct Rectangle {
    left: u8,
    right: u8,
    bottom: u8,
    next: Option<Point>,
}

impl Rectangle {
    /// The upper left and the lower right point. Valid before the first call of `next`.
    pub(crate) fn corners(&self) -> (Point, Point) {
        let last = Point::new(self.right, self.bottom);
        (self.next.unwrap_or(last), last)
    }
}

impl Iterator for Rectangle {
    type Item = Point;

    fn next(&mut self) -> Option<Point> {
        let at = self.next?;
        self.next = if at.col < self.right {
            Some(Point { col: at.col + 1, ..at })
        } else if at.row < self.bottom {
            Some(Point::new(self.left, at.row + 1))
        } else {
            None
        };
        Some(at)
    }
}

/// Parses the value of `SZ`: `19`, or `13:9` for 13 columns and 9 rows.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::sgf::value::parse_size;
///
/// assert_eq!(parse_size(b"13:9").unwrap().cols(), 13);
/// assert!(parse_size(b"53").is_err());
/// ```
///
/// # Errors
/// When a side is not a number from 1 to 52.
pub fn parse_size(value: &[u8]) -> Result<Size, ValueError> {
    let number = |digits: &[u8]| std::str::from_utf8(trim(digits)).ok()?.parse::<u8>().ok();
    let (cols, rows) = match value.iter().position(|&b| b == b':') {
        Some(at) => (number(&value[..at]), number(&value[at + 1..])),
        None => (number(value), number(value)),
    };
    cols.zip(rows)
        .and_then(|(cols, rows)| Size::new(cols, rows).ok())
        .ok_or_else(|| ValueError::NotASize { value: excerpt(value) })
}

/// Splits a composed value such as `aa:label` at its first unescaped `:`. Returns `None` without
/// one.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::sgf::{Charset, value::split_compose};
///
/// assert_eq!(split_compose(b"aa:1:2", Charset::UTF_8), Some((&b"aa"[..], &b"1:2"[..])));
/// assert_eq!(split_compose(b"a\\:a", Charset::UTF_8), None);
/// ```
pub fn split_compose(value: &[u8], charset: Charset) -> Option<(&[u8], &[u8])> {
    let at = find_colon(value, charset.char_width())?;
    Some((&value[..at], &value[at + 1..]))
}

/// Decodes a value of type Text: resolves escapes, keeps line breaks as `\n`, makes other white
/// space spaces.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::sgf::{Charset, value::decode_text};
///
/// let value = b"soft\\\nbreak\r\nhard\t[x\\] \\\\";
/// assert_eq!(decode_text(value, Charset::UTF_8), "softbreak\nhard [x] \\");
/// ```
pub fn decode_text(value: &[u8], charset: Charset) -> Cow<'_, str> {
    unescape(charset.decode(value), '\n')
}

/// Decodes a value of type SimpleText: as [`decode_text`], with spaces for line breaks.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::sgf::{Charset, value::decode_simple_text};
///
/// assert_eq!(decode_simple_text(b"one\r\ntwo", Charset::UTF_8), "one two");
/// ```
pub fn decode_simple_text(value: &[u8], charset: Charset) -> Cow<'_, str> {
    unescape(charset.decode(value), ' ')
}

/// Escapes `]` and `\` so that a text can be written as a value.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::sgf::value::escape;
///
/// assert_eq!(escape("[a] \\"), "[a\\] \\\\");
/// ```
pub fn escape(text: &str) -> Cow<'_, str> {
    if !text.contains([']', '\\']) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if matches!(c, ']' | '\\') {
            out.push('\\');
        }
        out.push(c);
    }
    Cow::Owned(out)
}

fn unescape(text: Cow<'_, str>, line_break: char) -> Cow<'_, str> {
    let special = |b: u8| b == b'\\' || (b < b' ' && (b != b'\n' || line_break != '\n'));
    if !text.bytes().any(special) {
        return text;
    }
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let escaped = c == '\\';
        let c = if escaped {
            match chars.next() {
                Some(c) => c,
                None => break,
            }
        } else {
            c
        };
        match c {
            // SGF allows four line breaks: LF, CR, CR LF, LF CR.
            '\n' | '\r' => {
                chars.next_if(|&next| next != c && matches!(next, '\n' | '\r'));
                if !escaped {
                    out.push(line_break);
                }
            }
            '\t' | '\x0B' | '\x0C' => out.push(' '),
            _ => out.push(c),
        }
    }
    Cow::Owned(out)
}

/// The value without white space at its ends.
fn trim(value: &[u8]) -> &[u8] {
    if let [first, .., last] = value
        && !is_blank(*first)
        && !is_blank(*last)
    {
        return value;
    }
    let start = value.iter().position(|&b| !is_blank(b));
    let end = value.iter().rposition(|&b| !is_blank(b));
    match (start, end) {
        (Some(start), Some(end)) => &value[start..=end],
        _ => &[],
    }
}

/// The point of two letters.
fn parse_letters(value: &[u8]) -> Option<Point> {
    let index = |letter: u8| match letter {
        b'a'..=b'z' => Some(letter - b'a'),
        b'A'..=b'Z' => Some(letter - b'A' + 26),
        _ => None,
    };
    let &[col, row] = value else { return None };
    Some(Point::new(index(col)?, index(row)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn square(n: u8) -> Size {
        Size::new(n, n).unwrap()
    }

    #[test]
    fn a_point_is_two_letters() {
        assert_eq!(parse_point(b"aa", square(1)), Ok(Point::new(0, 0)));
        assert_eq!(parse_point(b" zZ\n", square(52)), Ok(Point::new(25, 51)));
        for wrong in [&b""[..], b"a", b"aaa", b"a1", b"Q16", b"tt", b"AA", b"\xE9\xE9"] {
            assert!(parse_point(wrong, square(19)).is_err());
        }
        assert!(parse_point(b"ja", Size::new(9, 13).unwrap()).is_err());
        assert!(parse_point(b"aj", Size::new(9, 13).unwrap()).is_ok());
    }

    #[test]
    fn every_point_parses_as_it_is_formatted() {
        for col in 0..52 {
            for row in 0..52 {
                let at = Point::new(col, row);
                assert_eq!(parse_point(format_point(at).as_bytes(), square(52)), Ok(at));
            }
        }
    }

    #[test]
    fn tt_is_a_pass_on_small_boards_only() {
        assert_eq!(parse_move(b"", square(19)), Ok(Move::Pass));
        assert_eq!(parse_move(b" ", square(37)), Ok(Move::Pass));
        assert_eq!(parse_move(b"tt", square(19)), Ok(Move::Pass));
        assert_eq!(parse_move(b"tt", square(20)), Ok(Move::At(Point::new(19, 19))));
        assert!(parse_move(b"tt", Size::new(21, 19).unwrap()).is_err());
        assert!(parse_point(b"tt", square(19)).is_err());
    }

    #[test]
    fn zz_is_tenuki_where_it_is_no_point() {
        for size in [square(19), square(25), Size::new(26, 25).unwrap()] {
            assert_eq!(parse_answer(b" zz", size), Ok(Move::Pass));
        }
        assert_eq!(parse_answer(b"zz", square(26)), Ok(Move::At(Point::new(25, 25))));
        assert!(parse_answer(b"zy", square(19)).is_err());
        assert!(parse_move(b"zz", square(19)).is_err());
    }

    #[test]
    fn rectangles_expand() {
        let count = |value: &[u8]| parse_points(value, square(19)).map(Iterator::count);
        assert_eq!(count(b"aa"), Ok(1));
        assert_eq!(count(b"aa:ss"), Ok(361));
        assert_eq!(count(b"cc:aa"), Ok(9));
        assert!(count(b"aa:tt").is_err());
        assert!(count(b"aa:").is_err());
        let long = parse_points(&[b'a'; 100], square(19)).unwrap_err().to_string();
        assert!(long.len() < 100);
    }

    #[test]
    fn sizes_go_from_1_to_52() {
        assert_eq!(parse_size(b" 19 "), Ok(square(19)));
        assert_eq!(parse_size(b"19:19"), Ok(square(19)));
        assert_eq!(parse_size(b"13:9"), Ok(Size::new(13, 9).unwrap()));
        for wrong in [&b""[..], b"0", b"53", b"999", b"-1", b"x", b"9:", b":9", b"9:9:9"] {
            assert!(parse_size(wrong).is_err());
        }
        assert_eq!(
            parse_size(b"0").unwrap_err().to_string(),
            "`0` is not a board size: a board has 1 to 52 columns and rows"
        );
    }

    #[test]
    fn text_is_decoded_before_it_is_unescaped() {
        assert_eq!(decode_text(b"\x83\x5C\x83\x5D", Charset::SHIFT_JIS), "ソゾ");
        assert_eq!(decode_text(b"plain\ntext", Charset::UTF_8), "plain\ntext");
        assert_eq!(decode_text(b"a\\\r\nb\rc\n\rd\n\ne", Charset::UTF_8), "ab\nc\nd\n\ne");
        assert_eq!(decode_text(b"half\\", Charset::UTF_8), "half");
        assert_eq!(decode_simple_text(b"a\\\nb\nc\td", Charset::UTF_8), "ab c d");
    }

    proptest! {
        #[test]
        fn decoding_undoes_escaping(plain in r"[a-z\[\]\\:é \n]{0,20}") {
            let escaped = escape(&plain);
            prop_assert_eq!(&decode_text(escaped.as_bytes(), Charset::UTF_8), &plain);
        }
    }
}
