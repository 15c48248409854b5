//! Pictures as SVG elements.

use std::fmt::{self, Display};

use super::drawing::Drawing;
use super::picture::Picture;
use super::words::Words;
use crate::escape::Markup;

/// The CSS of all boards. Every rule is limited to elements of the class `goban`.
pub const STYLE: &str = include_str!("style.css");

impl Picture {
    /// Describes stones and labels in words, for screen readers:
    /// `Black C1 B2; white D1; A at B1; edges top, left`.
    ///
    /// Points have their names on the board, or those of GobanTN if the place on
    /// the board is unknown.
    pub fn describe(&self) -> impl Display {
        Words(self)
    }

    /// Draws a file with its own style. Screen readers read the title, which may
    /// be any text.
    pub fn draw_file<'a>(&'a self, title: &'a str) -> impl Display + 'a {
        const PIXELS_PER_UNIT: i32 = 3;
        Element { picture: self, title, pixels_per_unit: PIXELS_PER_UNIT, is_file: true }
    }

    /// Draws an element for an HTML page that includes [`STYLE`]. Screen readers
    /// read the title, which may be any text.
    pub fn draw_inline<'a>(&'a self, title: &'a str) -> impl Display + 'a {
        const PIXELS_PER_UNIT: i32 = 2;
        Element { picture: self, title, pixels_per_unit: PIXELS_PER_UNIT, is_file: false }
    }
}

/// A picture in its `svg` element.
struct Element<'a> {
    picture: &'a Picture,
    title: &'a str,
    /// The size, unless a style sets another one.
    pixels_per_unit: i32,
    is_file: bool,
}

impl Display for Element<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Element { picture, title, pixels_per_unit, is_file } = *self;
        let with_margin = picture.with_margin();
        let drawing = Drawing::new(&with_margin);
        let [x, y, width, height] = drawing.view_box();
        let (title, words) = (Markup(title), picture.describe().to_string());
        let words = Markup(&words);
        f.write_str("<svg")?;
        if is_file {
            f.write_str(" xmlns=\"http://www.w3.org/2000/svg\"")?;
        }
        write!(
            f,
            " class=\"goban\" role=\"img\" width=\"{}\" height=\"{}\" \
             viewBox=\"{x} {y} {width} {height}\"",
            width * pixels_per_unit,
            height * pixels_per_unit,
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
