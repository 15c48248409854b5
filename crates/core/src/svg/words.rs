//! A picture in words.

use std::fmt::{self, Display};

use super::picture::{Picture, shorten_label};
use crate::Color;
use crate::go::{Point, Sides};

/// The result of [`Picture::describe`].
pub(super) struct Words<'a>(pub(super) &'a Picture);

impl Display for Words<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Picture { diagram, labels, .. } = self.0;
        let place = self.0.known_place();
        let name = |point: Point| match place {
            Some(place) => {
                let Point { col, row } = place.origin;
                Point::new(col + point.col, row + point.row).name(place.board)
            }
            None => point.to_string(),
        };
        for (color, word) in [(Color::Black, "Black"), (Color::White, "white")] {
            f.write_str(word)?;
            let mut count = 0;
            for point in diagram.size().points() {
                if diagram.cell(point).stone == Some(color) {
                    write!(f, " {}", name(point))?;
                    count += 1;
                }
            }
            f.write_str(if count == 0 { " no stones; " } else { "; " })?;
        }
        for (point, label) in labels {
            if diagram.size().contains(*point) {
                write!(f, "{} at {}; ", shorten_label(label), name(*point))?;
            }
        }
        let sides = [
            (Sides::TOP, "top"),
            (Sides::RIGHT, "right"),
            (Sides::BOTTOM, "bottom"),
            (Sides::LEFT, "left"),
        ];
        let edges = sides.into_iter().filter(|&(side, _)| !diagram.open().contains(side));
        let edges: Vec<&str> = edges.map(|(_, name)| name).collect();
        match edges.len() {
            0 => f.write_str("no edges"),
            4 => f.write_str("a whole board"),
            _ => write!(f, "edges {}", edges.join(", ")),
        }
    }
}
