//! The forms of Go positions.

use std::str::FromStr;

use anyhow::Context;
use gtn_db::extract::{BoardPlace, diagram_to_sgf};
use gtn_db::go::{Size, Symmetry};
use gtn_db::gtn::Window;
use gtn_db::svg::Picture;

use crate::cli::input::PlacedDiagram;
use crate::cli::output::board::Drawing;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GoForm {
    Gtn,
    Igtn,
    Squared,
    Limited,
    Unique,
    UniqueSquared,
    AnnotatedUnique,
    AnnotatedUniqueSquared,
    Resized(Size),
    Key,
    Window,
    PositionKey,
    Sgf,
    Diagram,
    Svg,
}

/// The forms with a fixed name, and their help.
pub(super) const FORMS: [(&str, GoForm, &str); 15] = [
    ("gtn", GoForm::Gtn, "A diagram: one line per row; a blank line between results"),
    ("igtn", GoForm::Igtn, "ROWSxCOLS|points, in one line"),
    ("igtn-r", GoForm::Squared, "Grown to as many rows as columns"),
    ("l-igtn", GoForm::Limited, "Without annotations"),
    ("u-igtn", GoForm::Unique, "The smallest of the texts under the sixteen operations"),
    ("u-igtn-r", GoForm::UniqueSquared, "The same of the squared position"),
    ("a-u-igtn", GoForm::AnnotatedUnique, "The u-igtn with annotations"),
    ("a-u-igtn-r", GoForm::AnnotatedUniqueSquared, "The u-igtn-r with annotations"),
    ("n-igtn", GoForm::Squared, "A part of a board, squared on its open sides"),
    ("key", GoForm::Key, "The hash of the u-igtn-r: 32 hexadecimal digits"),
    ("window", GoForm::Window, "The stones and the edges near them, as an igtn"),
    (
        "position-key",
        GoForm::PositionKey,
        "The key of the window, under which the database has the position",
    ),
    ("sgf", GoForm::Sgf, "An SGF game tree of one node"),
    ("diagram", GoForm::Diagram, "A drawn board; a blank line between results"),
    ("svg", GoForm::Svg, "A picture of the board, with marks and the numbers of moves"),
];

/// The name of [`GoForm::Resized`] begins so; the size follows.
const RESIZED: &str = "n-igtn-";

impl FromStr for GoForm {
    type Err = String;

    fn from_str(name: &str) -> Result<GoForm, String> {
        if let Some(&(_, form, _)) = FORMS.iter().find(|form| form.0 == name) {
            return Ok(form);
        }
        let (rows, cols) = name
            .strip_prefix(RESIZED)
            .and_then(|size| size.split_once('x'))
            .ok_or("there is no such form")?;
        let side =
            |text: &str| text.parse().map_err(|_| format!("`{text}` is not a number of lines"));
        Size::new(side(cols)?, side(rows)?).map(GoForm::Resized).map_err(|error| error.to_string())
    }
}

/// Applies the operation to a diagram and its place.
pub(super) fn transform(placed: PlacedDiagram, op: Symmetry) -> PlacedDiagram {
    if op == Symmetry::IDENTITY {
        return placed;
    }
    let size = placed.diagram.size();
    PlacedDiagram {
        diagram: placed.diagram.transform(op),
        place: placed.place.map(|place| place.transform(size, op)),
        notes: placed.notes.transform(size, op),
    }
}

impl GoForm {
    /// The text of a diagram in this form; several lines end with a line feed.
    pub(super) fn write(self, placed: &PlacedDiagram, is_styled: bool) -> anyhow::Result<String> {
        let PlacedDiagram { diagram, place, notes } = placed;
        let window = || -> anyhow::Result<Window> {
            diagram.sub_position().window().context("there are no stones on the board")
        };
        Ok(match self {
            GoForm::Gtn => diagram.to_gtn(),
            GoForm::Igtn => diagram.to_string(),
            GoForm::Squared => diagram.squared().to_string(),
            GoForm::Limited => diagram.without_marks().to_string(),
            // For squares both are the same, and the canonical text is faster.
            GoForm::Unique if diagram.size() != diagram.size().squared() => diagram.to_u_igtn(),
            GoForm::Unique | GoForm::UniqueSquared => {
                diagram.sub_position().canonicalize().text().to_owned()
            }
            GoForm::AnnotatedUnique => diagram.to_a_u_igtn(),
            GoForm::AnnotatedUniqueSquared => diagram.to_a_u_igtn_r(),
            GoForm::Resized(size) => diagram.resized(size)?.to_string(),
            GoForm::Key => diagram.sub_position().canonicalize().key().to_string(),
            GoForm::Window => window()?.sub.to_string(),
            GoForm::PositionKey => window()?.sub.canonicalize().key().to_string(),
            GoForm::Sgf => {
                diagram_to_sgf(diagram, place.map_or_else(|| BoardPlace::likely(diagram), Ok)?)
            }
            GoForm::Svg => {
                let (marked, labels) = notes.draw_on(diagram);
                let picture = Picture { place: *place, labels, ..marked.into() };
                picture.draw_file(&diagram.to_string()).to_string()
            }
            GoForm::Diagram => {
                Drawing { diagram, placement: *place, labels: &[], is_styled }.to_string()
            }
        })
    }

    /// Whether a result has several lines.
    pub(super) fn is_tall(self) -> bool {
        matches!(self, GoForm::Gtn | GoForm::Diagram | GoForm::Svg)
    }
}
