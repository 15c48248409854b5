//! What stands between the brackets: points, sizes, text.
//!
//! A point is two letters, the column from the left and the row from the top, `a` to `z` for
//! 1 to 26 and `A` to `Z` for 27 to 52. Blanks around it are skipped. Not supported: points
//! as in `B[Q16]`, which were never SGF.
//!
//! Source: SGF FF\[4\], the property value types and the chapter on go.

use std::borrow::Cow;

use thiserror::Error;

use super::scan::{colon, is_blank};
use super::{Charset, Ident};
use crate::Color;
use crate::go::{Point, Size};

/// A point as SGF writes it.
///
/// ```
/// use gtn_db::{go::Point, sgf::value::letters};
///
/// assert_eq!(letters(Point::new(2, 27)), "cB");
/// ```
pub fn letters(at: Point) -> String {
    let letter = |n| match n {
        0..26 => char::from(b'a' + n),
        26..52 => char::from(b'A' + (n - 26)),
        _ => '?',
    };
    [at.col, at.row].into_iter().map(letter).collect()
}

/// The property SZ of a board: `SZ[19]`, or `SZ[13:9]` for 13 columns and 9 rows.
pub fn size_property(size: Size) -> String {
    if size.cols() == size.rows() {
        format!("SZ[{}]", size.cols())
    } else {
        format!("SZ[{}:{}]", size.cols(), size.rows())
    }
}

/// Why a value is not what its property needs.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ValueError {
    /// Not a point, or one beside the board.
    #[error("`{value}` is no point of a {size} board")]
    NotAPoint {
        /// The value.
        value: String,
        /// The board.
        size: Size,
    },
    /// Not a size.
    #[error("`{value}` is no size of a board, which has 1 to 52 columns and rows")]
    NotASize {
        /// The value.
        value: String,
    },
}

/// A value as an error shows it: as text, and no more of it than one can take in.
fn shown(value: &[u8]) -> String {
    let mut text: String = String::from_utf8_lossy(&value[..value.len().min(40)]).into_owned();
    if value.len() > 40 {
        text.push('…');
    }
    text
}

/// A move: a point, or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A stone on a point.
    At(Point),
    /// `B[]`, or `B[tt]` on boards up to 19x19, which have no such point.
    Pass,
}

/// Who plays the moves of a property: `B` or `W`.
pub(crate) fn player(name: Ident) -> Option<Color> {
    match name {
        _ if name == *b"B" => Some(Color::Black),
        _ if name == *b"W" => Some(Color::White),
        _ => None,
    }
}

/// The value of a move.
///
/// ```
/// use gtn_db::go::{Point, Size};
/// use gtn_db::sgf::value::{Move, play};
///
/// let size = Size::STANDARD;
/// assert_eq!(play(b"dc", size), Ok(Move::At(Point::new(3, 2))));
/// assert_eq!(play(b"tt", size), Ok(Move::Pass));
/// let error = play(b"pq", Size::new(9, 9).unwrap()).unwrap_err();
/// assert_eq!(error.to_string(), "`pq` is no point of a 9x9 board");
/// ```
pub fn play(value: &[u8], size: Size) -> Result<Move, ValueError> {
    let small = size.cols() <= 19 && size.rows() <= 19;
    match trim(value) {
        [] => Ok(Move::Pass),
        b"tt" if small => Ok(Move::Pass),
        trimmed => point_of(trimmed, value, size).map(Move::At),
    }
}

/// The value that is one point.
pub fn point(value: &[u8], size: Size) -> Result<Point, ValueError> {
    point_of(trim(value), value, size)
}

#[inline]
fn point_of(trimmed: &[u8], value: &[u8], size: Size) -> Result<Point, ValueError> {
    coord(trimmed)
        .filter(|&at| size.contains(at))
        .ok_or_else(|| ValueError::NotAPoint { value: shown(value), size })
}

/// The value of a list of points: one point, or a rectangle, `upper left:lower right`.
///
/// ```
/// use gtn_db::go::Size;
/// use gtn_db::sgf::value::{letters, points};
///
/// let rectangle = points(b"ab:bc", Size::STANDARD).unwrap();
/// let all: Vec<String> = rectangle.map(letters).collect();
/// assert_eq!(all, ["ab", "bb", "ac", "bc"]);
/// ```
#[inline]
pub fn points(value: &[u8], size: Size) -> Result<Rectangle, ValueError> {
    let error = || ValueError::NotAPoint { value: shown(value), size };
    let (a, b) = match trim(value) {
        one @ [_, _] => (coord(one), coord(one)),
        [a, b, b':', c, d] => (coord(&[*a, *b]), coord(&[*c, *d])),
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

/// The points of a rectangle, row by row; see [`points`].
#[derive(Clone, Debug)]
pub struct Rectangle {
    left: u8,
    right: u8,
    bottom: u8,
    next: Option<Point>,
}

impl Rectangle {
    /// The upper left and the lower right point, as long as none was taken.
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

/// The value of `SZ`: `19`, or `13:9` for columns and rows.
///
/// ```
/// use gtn_db::sgf::value::size;
///
/// assert_eq!(size(b"13:9").unwrap().cols(), 13);
/// assert!(size(b"53").is_err());
/// ```
pub fn size(value: &[u8]) -> Result<Size, ValueError> {
    let number = |digits: &[u8]| std::str::from_utf8(trim(digits)).ok()?.parse::<u8>().ok();
    let (cols, rows) = match value.iter().position(|&b| b == b':') {
        Some(at) => (number(&value[..at]), number(&value[at + 1..])),
        None => (number(value), number(value)),
    };
    cols.zip(rows)
        .and_then(|(cols, rows)| Size::new(cols, rows).ok())
        .ok_or_else(|| ValueError::NotASize { value: shown(value) })
}

/// The two halves of a composed value, like `aa:label`, at its first `:` that is not escaped.
///
/// ```
/// use gtn_db::sgf::{Charset, value::halves};
///
/// assert_eq!(halves(b"aa:1:2", Charset::UTF_8), Some((&b"aa"[..], &b"1:2"[..])));
/// assert_eq!(halves(b"a\\:a", Charset::UTF_8), None);
/// ```
pub fn halves(value: &[u8], charset: Charset) -> Option<(&[u8], &[u8])> {
    let at = colon(value, charset.step())?;
    Some((&value[..at], &value[at + 1..]))
}

/// A value as text: escapes resolved, line breaks kept as `\n`, other blanks as spaces.
///
/// ```
/// use gtn_db::sgf::{Charset, value::text};
///
/// let value = b"soft\\\nbreak\r\nhard\t[x\\] \\\\";
/// assert_eq!(text(value, Charset::UTF_8), "softbreak\nhard [x] \\");
/// ```
pub fn text(value: &[u8], charset: Charset) -> Cow<'_, str> {
    unescape(charset.decode(value), '\n')
}

/// A value as text of one line: like [`text`], with spaces for line breaks.
///
/// ```
/// use gtn_db::sgf::{Charset, value::simple_text};
///
/// assert_eq!(simple_text(b"one\r\ntwo", Charset::UTF_8), "one two");
/// ```
pub fn simple_text(value: &[u8], charset: Charset) -> Cow<'_, str> {
    unescape(charset.decode(value), ' ')
}

/// Text as it stands in a value, with its escapes.
///
/// ```
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
            // Files have all four line breaks: LF, CR, CR LF, LF CR.
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

fn coord(value: &[u8]) -> Option<Point> {
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
    fn points_have_two_letters() {
        assert_eq!(point(b"aa", square(1)), Ok(Point::new(0, 0)));
        assert_eq!(point(b" zZ\n", square(52)), Ok(Point::new(25, 51)));
        for wrong in [&b""[..], b"a", b"aaa", b"a1", b"Q16", b"tt", b"AA", b"\xE9\xE9"] {
            assert!(point(wrong, square(19)).is_err());
        }
        assert!(point(b"ja", Size::new(9, 13).unwrap()).is_err());
        assert!(point(b"aj", Size::new(9, 13).unwrap()).is_ok());
    }

    #[test]
    fn every_point_reads_as_it_is_written() {
        for col in 0..52 {
            for row in 0..52 {
                let at = Point::new(col, row);
                assert_eq!(point(letters(at).as_bytes(), square(52)), Ok(at));
            }
        }
    }

    #[test]
    fn tt_is_a_pass_on_small_boards_only() {
        assert_eq!(play(b"", square(19)), Ok(Move::Pass));
        assert_eq!(play(b" ", square(37)), Ok(Move::Pass));
        assert_eq!(play(b"tt", square(19)), Ok(Move::Pass));
        assert_eq!(play(b"tt", square(20)), Ok(Move::At(Point::new(19, 19))));
        assert!(play(b"tt", Size::new(21, 19).unwrap()).is_err());
        assert!(point(b"tt", square(19)).is_err());
    }

    #[test]
    fn rectangles_expand() {
        let count = |value: &[u8]| points(value, square(19)).map(Iterator::count);
        assert_eq!(count(b"aa"), Ok(1));
        assert_eq!(count(b"aa:ss"), Ok(361));
        assert_eq!(count(b"cc:aa"), Ok(9));
        assert!(count(b"aa:tt").is_err());
        assert!(count(b"aa:").is_err());
        let long = points(&[b'a'; 100], square(19)).unwrap_err().to_string();
        assert!(long.len() < 100);
    }

    #[test]
    fn sizes_go_from_1_to_52() {
        assert_eq!(size(b" 19 "), Ok(square(19)));
        assert_eq!(size(b"19:19"), Ok(square(19)));
        assert_eq!(size(b"13:9"), Ok(Size::new(13, 9).unwrap()));
        for wrong in [&b""[..], b"0", b"53", b"999", b"-1", b"x", b"9:", b":9", b"9:9:9"] {
            assert!(size(wrong).is_err());
        }
        assert_eq!(
            size(b"0").unwrap_err().to_string(),
            "`0` is no size of a board, which has 1 to 52 columns and rows"
        );
    }

    #[test]
    fn text_is_decoded_before_it_is_unescaped() {
        assert_eq!(text(b"\x83\x5C\x83\x5D", Charset::SHIFT_JIS), "ソゾ");
        assert_eq!(text(b"plain\ntext", Charset::UTF_8), "plain\ntext");
        assert_eq!(text(b"a\\\r\nb\rc\n\rd\n\ne", Charset::UTF_8), "ab\nc\nd\n\ne");
        assert_eq!(text(b"half\\", Charset::UTF_8), "half");
        assert_eq!(simple_text(b"a\\\nb\nc\td", Charset::UTF_8), "ab c d");
    }

    proptest! {
        #[test]
        fn text_reads_as_it_was_escaped(plain in r"[a-z\[\]\\:é \n]{0,20}") {
            let escaped = escape(&plain);
            prop_assert_eq!(&text(escaped.as_bytes(), Charset::UTF_8), &plain);
        }
    }
}
