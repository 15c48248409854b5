//! Boards as pictures, for every page and print: the one renderer to SVG.
//!
//! ```text
//!   ┏━━┯━━┯━━┯━━┯━╸    edges of the board are closed by a thick line;
//!   ┃  │  ●  ○  │      lines run out over a side where it goes on
//!   ●──●──●──○──┼─╴
//!   ○──○──○──○──A─╴    no line runs through a letter, a number or a mark
//!   ┃  │  │  │  │
//! ```
//!
//! A [`Picture`] says what is drawn. It comes out as a file of its own, by
//! [`Picture::file`], or as an element of an HTML page, by
//! [`Picture::inline`]; the page has [`STYLE`] once for all its boards.
//!
//! A page holds hundreds of boards, so a board is small: lines lie ten units
//! apart, all numbers are whole, and what looks alike is one path. A stone is
//! a piece of a path that has no length and round ends.
//!
//! Colors come from [`STYLE`] alone, as custom properties: stones keep their
//! colors in the dark, and print needs no background.

mod drawing;
#[cfg(test)]
mod tests;
mod words;

use std::fmt::{self, Display};

use crate::escape::Markup;
use crate::extract::BoardPlace;
use crate::go::{Point, Region};
use crate::gtn::Diagram;

use drawing::Drawing;
use words::Words;

/// How boards look, as CSS; everything in it is below the class `goban`.
pub const STYLE: &str = include_str!("style.css");

/// A board, or a part of one, to be drawn.
///
/// ```
/// use gtn_db::go::Point;
/// use gtn_db::svg::Picture;
///
/// let mut picture = Picture::from("2x4|...X_XXXX_!!!!_".parse::<gtn_db::gtn::Diagram>()?);
/// picture.labels.push((Point::new(1, 0), "A".to_owned()));
/// let svg = picture.file("Black lives").to_string();
/// assert!(svg.starts_with("<svg xmlns=") && svg.contains("<title>Black lives</title>"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Stones, marks, and the sides that are open.
    pub diagram: Diagram,
    /// Where it lies on its board; when nobody knows, the edges it shows may
    /// tell. Star points and coordinates need it.
    pub place: Option<BoardPlace>,
    /// Letters and numbers on points, in place of a mark there. One
    /// character is drawn largest, many are squeezed onto their point, and no
    /// more than the first eight are drawn.
    /// A label on a point outside is not drawn.
    pub labels: Vec<(Point, String)>,
    /// Whether columns and rows are named at the top and the left, as
    /// [`Point::name`] names them.
    pub has_coordinates: bool,
}

impl From<Diagram> for Picture {
    fn from(diagram: Diagram) -> Picture {
        Picture { diagram, place: None, labels: Vec::new(), has_coordinates: false }
    }
}

/// A label as it is drawn.
fn shown(label: &str) -> &str {
    const LONGEST: usize = 8; // characters
    label.char_indices().nth(LONGEST).map_or(label, |(end, _)| &label[..end])
}

impl Picture {
    /// Where the diagram lies, if that is known and can be.
    fn place(&self) -> Option<BoardPlace> {
        let place = self.place.or_else(|| BoardPlace::shown(&self.diagram))?;
        let region = Region { origin: place.origin, size: self.diagram.size() };
        region.fits(place.board).then_some(place)
    }

    /// The stones and labels in words, for those who do not see the picture:
    /// `Black C1 B2; white D1; A B1; edges top, left`.
    ///
    /// Points are named as on the board, or as GobanTN does where their place
    /// is not known.
    pub fn words(&self) -> impl Display {
        Words(self)
    }

    /// A file of its own, with its style. The title is what it is called by
    /// a screen reader, and may be any text.
    pub fn file<'a>(&'a self, title: &'a str) -> impl Display + 'a {
        const UNIT: i32 = 3; // pixels
        Standing { picture: self, title, unit: UNIT, is_file: true }
    }

    /// An element for an HTML page that has [`STYLE`]. The title is what it is
    /// called by a screen reader, and may be any text.
    pub fn inline<'a>(&'a self, title: &'a str) -> impl Display + 'a {
        const UNIT: i32 = 2; // pixels
        Standing { picture: self, title, unit: UNIT, is_file: false }
    }
}

/// A picture in the element that holds it.
struct Standing<'a> {
    picture: &'a Picture,
    title: &'a str,
    /// The pixels of a unit, where no style says otherwise.
    unit: i32,
    is_file: bool,
}

impl Display for Standing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Standing { picture, title, unit, is_file } = *self;
        let drawing = Drawing::new(picture);
        let [x, y, width, height] = drawing.view_box();
        let (title, words) = (Markup(title), picture.words().to_string());
        let words = Markup(&words);
        f.write_str("<svg")?;
        if is_file {
            f.write_str(" xmlns=\"http://www.w3.org/2000/svg\"")?;
        }
        write!(
            f,
            " class=\"goban\" role=\"img\" width=\"{}\" height=\"{}\" \
             viewBox=\"{x} {y} {width} {height}\"",
            width * unit,
            height * unit,
        )?;
        if is_file {
            write!(f, ">\n<title>{title}</title>\n<desc>{words}</desc>\n<style>\n{STYLE}</style>")?;
        } else {
            write!(f, " aria-label=\"{title}. {words}\">")?;
        }
        write!(f, "{drawing}</svg>")?;
        if is_file { f.write_str("\n") } else { Ok(()) }
    }
}
