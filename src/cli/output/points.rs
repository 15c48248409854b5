//! Boards drawn with letters on their points.

use gtn_db::extract::BoardPlace;
use gtn_db::go::Point;
use gtn_db::gtn::{Diagram, Pattern};

use super::board::Drawing;
use super::has_colors;

/// Draws a pattern with letters on its points, and `?` on those that may be anything.
pub fn draw_pattern(
    pattern: &Pattern,
    place: BoardPlace,
    letters: impl Iterator<Item = (Point, char)>,
) -> String {
    let mut labels: Vec<(Point, char)> = Vec::new();
    for label in letters.chain(pattern.wildcards().map(|point| (point, '?'))) {
        if labels.iter().all(|(point, _)| *point != label.0) {
            labels.push(label);
        }
    }
    draw_diagram(&Diagram::from(&pattern.sub_position()), place, &labels)
}

/// Draws a diagram that lies at `place`. Star points are drawn unless the place is only likely.
pub fn draw_diagram(diagram: &Diagram, place: BoardPlace, labels: &[(Point, char)]) -> String {
    let placement = Some(place).filter(|place| BoardPlace::likely(diagram) != Ok(*place));
    Drawing { diagram, placement, labels, is_styled: has_colors() }.to_string()
}

/// Draws a whole position with a margin beyond its stones on every open side.
pub fn draw_with_margin(diagram: &Diagram, place: BoardPlace) -> String {
    let drawing = Drawing { diagram, placement: Some(place), labels: &[], is_styled: has_colors() };
    drawing.with_margin()
}
