//! A picture in words.

use std::fmt::{self, Display};

use super::picture::{Picture, shorten_label};
use crate::Color;
use crate::go::{Point, Sides};

/// The words of a language for what screen readers say of a picture. `{}` in a text is replaced by a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PictureWords {
    /// Before the points of the black stones, or the cells of the black marbles.
    pub black: &'static str,
    /// Before those of the white ones.
    pub white: &'static str,
    /// A color without stones.
    pub no_stones: &'static str,
    /// A color without marbles.
    pub no_marbles: &'static str,
    /// A label and its point.
    pub label: &'static str,
    /// Before the marked cells.
    pub marked: &'static str,
    /// The sides of the board: top, right, bottom, left.
    pub sides: [&'static str; 4],
    /// Which sides of the picture are edges of the board.
    pub edges: &'static str,
    /// No side is an edge.
    pub no_edges: &'static str,
    /// All sides are edges.
    pub whole_board: &'static str,
}

impl PictureWords {
    /// The English words.
    pub const ENGLISH: PictureWords = PictureWords {
        black: "Black",
        white: "white",
        no_stones: "no stones",
        no_marbles: "no marbles",
        label: "{} at {}",
        marked: "marked",
        sides: ["top", "right", "bottom", "left"],
        edges: "edges {}",
        no_edges: "no edges",
        whole_board: "a whole board",
    };

    /// A text with values in place of each `{}`.
    fn fill(text: &str, values: &[&dyn Display]) -> String {
        let mut pieces = text.split("{}");
        let mut filled = pieces.next().unwrap_or_default().to_owned();
        for (value, piece) in values.iter().zip(pieces) {
            filled.push_str(&format!("{value}{piece}"));
        }
        filled
    }
}

/// A picture of Go in the words of a language.
pub(super) struct Words<'a>(pub(super) &'a Picture, pub(super) &'a PictureWords);

impl Display for Words<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Words(picture @ Picture { diagram, labels, .. }, words) = self;
        let place = picture.known_place();
        let name = |point: Point| match place {
            Some(place) => {
                let Point { col, row } = place.origin;
                Point::new(col + point.col, row + point.row).name(place.board)
            }
            None => point.to_string(),
        };
        for (color, word) in [(Color::Black, words.black), (Color::White, words.white)] {
            f.write_str(word)?;
            let mut count = 0;
            for point in diagram.size().points() {
                if diagram.cell(point).stone == Some(color) {
                    write!(f, " {}", name(point))?;
                    count += 1;
                }
            }
            if count == 0 {
                write!(f, " {}", words.no_stones)?;
            }
            f.write_str("; ")?;
        }
        for (point, label) in labels {
            if diagram.size().contains(*point) {
                let label = shorten_label(label);
                write!(f, "{}; ", PictureWords::fill(words.label, &[&label, &name(*point)]))?;
            }
        }
        let sides = [Sides::TOP, Sides::RIGHT, Sides::BOTTOM, Sides::LEFT].into_iter();
        let edges = sides.zip(words.sides).filter(|&(side, _)| !diagram.open().contains(side));
        let edges: Vec<&str> = edges.map(|(_, name)| name).collect();
        match edges.len() {
            0 => f.write_str(words.no_edges),
            4 => f.write_str(words.whole_board),
            _ => f.write_str(&PictureWords::fill(words.edges, &[&edges.join(", ")])),
        }
    }
}
