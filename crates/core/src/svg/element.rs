//! Pictures as SVG elements.

use std::fmt::{self, Display};

use super::drawing::Drawing;
use super::picture::Picture;
use super::words::{PictureWords, Words};
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
        Words(self, &PictureWords::ENGLISH)
    }

    /// The width and the height of the picture in units of a tenth of the distance between two lines.
    pub fn size_in_units(&self) -> [i32; 2] {
        let with_margin = self.with_margin();
        let [_, _, width, height] = Drawing::new(&with_margin).view_box();
        [width, height]
    }

    /// Draws a file with its own style. Screen readers read the title, which may
    /// be any text.
    pub fn draw_file<'a>(&'a self, title: &'a str) -> impl Display + 'a {
        const PIXELS_PER_UNIT: i32 = 3;
        let words = &PictureWords::ENGLISH;
        Element { picture: self, title, words, pixels_per_unit: PIXELS_PER_UNIT, is_file: true }
    }

    /// Draws an element for an HTML page that includes [`STYLE`]. Screen readers
    /// read the title, which may be any text.
    pub fn draw_inline<'a>(&'a self, title: &'a str) -> impl Display + 'a {
        self.draw_inline_in(title, &PictureWords::ENGLISH)
    }

    /// Draws the element of [`draw_inline`](Self::draw_inline) with the words of a language.
    pub fn draw_inline_in<'a>(
        &'a self,
        title: &'a str,
        words: &'a PictureWords,
    ) -> impl Display + 'a {
        const PIXELS_PER_UNIT: i32 = 2;
        Element { picture: self, title, words, pixels_per_unit: PIXELS_PER_UNIT, is_file: false }
    }

    /// Draws an element that lies under a grid of an HTML page that includes [`STYLE`], hidden
    /// from screen readers: the grid has the words.
    ///
    /// The picture is a table of squares of 30 pixels: one for each point of the diagram, without
    /// a margin, and if names of columns and rows are drawn, a first row and a first column for
    /// them.
    pub fn draw_under_grid(&self) -> impl Display {
        Squares(self)
    }
}

/// The result of [`Picture::draw_under_grid`].
struct Squares<'a>(&'a Picture);

impl Display for Squares<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const PIXELS_PER_UNIT: i32 = 3;
        let drawing = Drawing::new(self.0);
        let [x, y, width, height] = drawing.squares();
        write!(
            f,
            "<svg class=\"goban\" aria-hidden=\"true\" width=\"{}\" height=\"{}\" \
             viewBox=\"{x} {y} {width} {height}\">{drawing}</svg>",
            width * PIXELS_PER_UNIT,
            height * PIXELS_PER_UNIT,
        )
    }
}

/// A picture in its `svg` element.
struct Element<'a> {
    picture: &'a Picture,
    title: &'a str,
    words: &'a PictureWords,
    /// The size, unless a style sets another one.
    pixels_per_unit: i32,
    is_file: bool,
}

impl Display for Element<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let with_margin = self.picture.with_margin();
        let drawing = Drawing::new(&with_margin);
        let frame = Frame {
            view_box: drawing.view_box(),
            title: self.title,
            words: &Words(self.picture, self.words).to_string(),
            pixels_per_unit: self.pixels_per_unit,
            file_style: self.is_file.then_some(""),
        };
        frame.write(f, &drawing)
    }
}

/// The `svg` element around a drawing.
pub(super) struct Frame<'a> {
    /// Left, top, width and height of the drawing.
    pub(super) view_box: [i32; 4],
    pub(super) title: &'a str,
    /// The picture in words.
    pub(super) words: &'a str,
    pub(super) pixels_per_unit: i32,
    /// The CSS after [`STYLE`] in a file; `None` for an element of a page.
    pub(super) file_style: Option<&'a str>,
}

impl Frame<'_> {
    pub(super) fn write(&self, f: &mut fmt::Formatter<'_>, drawing: &impl Display) -> fmt::Result {
        let [x, y, width, height] = self.view_box;
        let (title, words) = (Markup(self.title), Markup(self.words));
        f.write_str("<svg")?;
        if self.file_style.is_some() {
            f.write_str(" xmlns=\"http://www.w3.org/2000/svg\"")?;
        }
        write!(
            f,
            " class=\"goban\" role=\"img\" width=\"{}\" height=\"{}\" \
             viewBox=\"{x} {y} {width} {height}\"",
            width * self.pixels_per_unit,
            height * self.pixels_per_unit,
        )?;
        if let Some(style) = self.file_style {
            write!(
                f,
                ">\n<title>{title}</title>\n<desc>{words}</desc>\n<style>\n{STYLE}{style}</style>\
                 {drawing}</svg>\n"
            )
        } else {
            write!(f, " aria-label=\"{title}. {words}\">{drawing}</svg>")
        }
    }
}
