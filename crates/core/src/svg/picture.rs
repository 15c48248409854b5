//! What to draw.

use crate::extract::BoardPlace;
use crate::go::{Point, Region, Symmetry};
use crate::gtn::Diagram;

/// A board, or a part of a board, to draw.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::go::Point;
/// use gtn_db::svg::Picture;
///
/// let mut picture = Picture::from("2x4|...X_XXXX_!!!!_".parse::<gtn_db::gtn::Diagram>()?);
/// picture.labels.push((Point::new(1, 0), "A".to_owned()));
/// let svg = picture.draw_file("Black lives").to_string();
/// assert!(svg.starts_with("<svg xmlns=") && svg.contains("<title>Black lives</title>"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Stones, marks, and the open sides.
    pub diagram: Diagram,
    /// The place of the diagram on its board, which star points and coordinates
    /// need. With `None` the place follows from the edges of the diagram, if
    /// there is one on each axis.
    pub place: Option<BoardPlace>,
    /// Letters and numbers on points. A label replaces a mark.
    ///
    /// Short labels are drawn larger than long ones, and only the first eight
    /// characters are drawn. Labels outside the diagram are ignored.
    pub labels: Vec<(Point, String)>,
    /// Whether to draw the names of columns and rows at the top and the left, as
    /// in [`Point::name`].
    pub has_coordinates: bool,
}

impl From<Diagram> for Picture {
    fn from(diagram: Diagram) -> Picture {
        Picture { diagram, place: None, labels: Vec::new(), has_coordinates: false }
    }
}

impl Picture {
    /// The picture after an operation on the whole board.
    pub fn transform(self, symmetry: Symmetry) -> Picture {
        let size = self.diagram.size();
        let labels = self.labels.into_iter();
        Picture {
            diagram: self.diagram.transform(symmetry),
            place: self.place.map(|place| place.transform(size, symmetry)),
            labels: labels.map(|(at, label)| (symmetry.point(at, size), label)).collect(),
            ..self
        }
    }

    /// The place of the diagram, if it is known and possible.
    pub(super) fn known_place(&self) -> Option<BoardPlace> {
        let place = self.place.or_else(|| BoardPlace::shown(&self.diagram))?;
        let region = Region { origin: place.origin, size: self.diagram.size() };
        region.fits(place.board).then_some(place)
    }

    /// The picture with an empty line beyond the stones on every open side.
    ///
    /// A picture whose place leaves no room for the line is returned unchanged.
    pub(super) fn with_margin(&self) -> Picture {
        let (diagram, begin) = self.diagram.with_margin();
        let place = match self.known_place() {
            None => self.place, // an impossible place stays impossible
            Some(BoardPlace { origin, board }) => {
                let col = origin.col.checked_sub(begin.col);
                let origin = col.zip(origin.row.checked_sub(begin.row));
                let origin = origin.map(|(col, row)| Point::new(col, row));
                let fits = |&origin: &Point| Region { origin, size: diagram.size() }.fits(board);
                match origin.filter(fits) {
                    Some(origin) => Some(BoardPlace { origin, board }),
                    None => return self.clone(),
                }
            }
        };
        let labels = self.labels.iter().filter(|(at, _)| self.diagram.size().contains(*at));
        let labels = labels
            .map(|(at, label)| (Point::new(at.col + begin.col, at.row + begin.row), label.clone()));
        let labels = labels.collect();
        Picture { diagram, place, labels, has_coordinates: self.has_coordinates }
    }
}

/// The part of a label that is drawn.
pub(super) fn shorten_label(label: &str) -> &str {
    const MAX_CHARS: usize = 8;
    label.char_indices().nth(MAX_CHARS).map_or(label, |(end, _)| &label[..end])
}
