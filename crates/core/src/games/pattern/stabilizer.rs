//! The symmetries of a pattern, and one name for points that they make equivalent.

use crate::Color;
use crate::go::{Point, Sides, Size, Symmetry};
use crate::gtn::{Asked, Pattern};

/// The stabilizer of a pattern: the symmetries that map the pattern onto itself.
///
/// Two moves in one orbit of the stabilizer are the same move. Every answer about
/// continuations names an orbit by its **canonical point**:
///
/// ```text
///   . . . . . . |    The corner is seen at the upper right. Among the images of
///   . . . w . . |    a point, the canonical one is in the upper right quadrant,
///   . . . X b . |    on the diagonal or, for Black, right of it (b). A move
///   . . . . . . |    by White is canonical left of the diagonal (w), unless
///   ~ ~ ~ ~ ~ ~      the pattern has no stones: then both use Black's side.
/// ```
///
/// On an empty 19x19 board the canonical points are, among others, Q16 and R16. A pattern
/// in another corner is mirrored, never rotated, to the upper right for this rule;
/// a pattern without a corner stays as it is. (Dan Liu, "Symmetry in joseki and fuseki",
/// rules 1 to 4.)
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::Color;
/// use gtn_db::games::Stabilizer;
/// use gtn_db::go::Point;
///
/// let corner = "4x4|...._.X.._...._...._!!!!_".parse()?; // an upper left corner
/// let stabilizer = Stabilizer::new(&corner);
/// let (left, right) = (Point::new(1, 3), Point::new(3, 1));
/// assert_eq!(stabilizer.canonical_point(left, Color::White), right);
/// assert_eq!(stabilizer.canonical_point(right, Color::Black), left);
/// # Ok::<(), gtn_db::gtn::PatternError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Stabilizer {
    size: Size,
    symmetries: Vec<Symmetry>,
    /// For each point and color: the canonical point, and a symmetry that keeps the
    /// colors and maps the canonical point to this one. Empty if no symmetry
    /// but the identity keeps the colors.
    canonical: Vec<[(Point, Symmetry); 2]>,
}

impl Stabilizer {
    /// The stabilizer of a pattern, with all canonical points.
    pub fn new(pattern: &Pattern) -> Stabilizer {
        let size = pattern.size();
        let is_fixing = |symmetry: &Symmetry| pattern.transform(*symmetry) == *pattern;
        let symmetries: Vec<Symmetry> = Symmetry::ALL.into_iter().filter(is_fixing).collect();
        let keep_colors = || symmetries.iter().filter(|symmetry| !symmetry.is_negative());
        let order = Order::new(pattern);
        let canonical = |point: Point, color: Color| {
            let preimages =
                keep_colors().map(|&symmetry| (symmetry.inverse().point(point, size), symmetry));
            let first = preimages.min_by_key(|&(preimage, _)| order.rank(preimage, color));
            first.expect("the identity is in every stabilizer")
        };
        let canonical = match keep_colors().count() {
            1 => Vec::new(),
            _ => {
                size.points().map(|point| Color::ALL.map(|color| canonical(point, color))).collect()
            }
        };
        Stabilizer { size, symmetries, canonical }
    }

    /// The size of the pattern.
    pub(crate) fn size(&self) -> Size {
        self.size
    }

    /// All symmetries that map the pattern onto itself, the identity first. Those that
    /// exchange the colors come last.
    pub fn symmetries(&self) -> impl Iterator<Item = Symmetry> {
        self.symmetries.iter().copied()
    }

    /// The canonical point for a move by `color` on `point`, under the symmetries
    /// that keep the colors.
    ///
    /// # Panics
    /// When the point is not in the pattern.
    pub fn canonical_point(&self, point: Point, color: Color) -> Point {
        self.canonicalize(point, color).0
    }

    /// The canonical move for a move by `color` on `point`, under all symmetries: if the
    /// pattern is also its own recolored image, every move is equivalent to one by Black.
    ///
    /// # Panics
    /// When the point is not in the pattern.
    pub fn canonical_move(&self, point: Point, color: Color) -> (Point, Color) {
        let recoloring = self.symmetries().find(|symmetry| symmetry.is_negative());
        let (point, color) = match (recoloring, color) {
            (Some(recoloring), Color::White) => (recoloring.point(point, self.size), Color::Black),
            _ => (point, color),
        };
        (self.canonical_point(point, color), color)
    }

    /// The canonical player of a move anywhere: Black if the pattern is also its own recolored
    /// image.
    pub fn canonical_player(&self, color: Color) -> Color {
        let is_recolorable = self.symmetries().any(|symmetry| symmetry.is_negative());
        if is_recolorable { Color::Black } else { color }
    }

    /// The canonical point, and the symmetry that maps the canonical point to `point`.
    pub(crate) fn canonicalize(&self, point: Point, color: Color) -> (Point, Symmetry) {
        assert!(self.size.contains(point), "{point} is not in a pattern of {}", self.size);
        match self.canonical.get(usize::from(self.size.number(point))) {
            Some(canonical) => canonical[color as usize],
            None => (point, Symmetry::IDENTITY),
        }
    }
}

/// The order of equivalent points; the least is canonical.
struct Order {
    size: Size,
    /// Whether the corner of the pattern is at the left, and at the bottom.
    is_left: bool,
    is_bottom: bool,
    has_stones: bool,
}

impl Order {
    fn new(pattern: &Pattern) -> Order {
        let is_edge = |side| !pattern.open().contains(side);
        Order {
            size: pattern.size(),
            is_left: is_edge(Sides::LEFT) && !is_edge(Sides::RIGHT),
            is_bottom: is_edge(Sides::BOTTOM) && !is_edge(Sides::TOP),
            has_stones: pattern
                .size()
                .points()
                .any(|point| matches!(pattern.asked(point), Asked::Stone(_))),
        }
    }

    fn rank(&self, point: Point, color: Color) -> impl Ord + use<> {
        let (cols, rows) = (self.size.cols(), self.size.rows());
        let from_right = if self.is_left { point.col } else { cols - 1 - point.col };
        let from_top = if self.is_bottom { rows - 1 - point.row } else { point.row };
        let beyond_middle = |distance: u8, lines: u8| 2 * distance + 1 > lines;
        let (right, top) = (beyond_middle(from_right, cols), beyond_middle(from_top, rows));
        if color == Color::White && self.has_stones {
            (top, right, from_top > from_right, point)
        } else {
            (right, top, from_right > from_top, point)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stabilizer(pattern: &str) -> Stabilizer {
        Stabilizer::new(&pattern.parse().unwrap())
    }

    /// The canonical points of all points, once each, row by row.
    fn canonical_points(pattern: &str, color: Color) -> Vec<Point> {
        let stabilizer = stabilizer(pattern);
        let points = stabilizer.size.points();
        let mut points: Vec<Point> =
            points.map(|point| stabilizer.canonical_point(point, color)).collect();
        points.sort_unstable();
        points.dedup();
        points
    }

    #[test]
    fn openings_begin_at_the_upper_right_at_or_right_of_the_diagonal() {
        let empty = format!("19x19|{}", ".".repeat(361));
        for color in Color::ALL {
            let points = canonical_points(&empty, color);
            assert_eq!(points.len(), 55);
            let (q16, r16) = (Point::new(15, 3), Point::new(16, 3));
            assert!(points.contains(&q16) && points.contains(&r16));
            assert!(points.iter().all(|point| point.row <= 9 && 18 - point.col <= point.row));
        }
    }

    #[test]
    fn a_corner_is_seen_at_the_upper_right() {
        let corners = [
            ("4x4|_...._..X._...._...._!!!!", false, false),
            ("4x4|...._.X.._...._...._!!!!_", true, false),
            ("4x4|!!!!_...._...._.X.._...._", true, true),
            ("4x4|_!!!!_...._...._..X._....", false, true),
        ];
        for (corner, is_left, is_bottom) in corners {
            for color in Color::ALL {
                let points = canonical_points(corner, color);
                assert_eq!(points.len(), 10, "{corner}");
                for point in points {
                    let from_right = if is_left { point.col } else { 3 - point.col };
                    let from_top = if is_bottom { 3 - point.row } else { point.row };
                    let (least, most) = match color {
                        Color::Black => (from_right, from_top),
                        Color::White => (from_top, from_right),
                    };
                    assert!(least <= most, "{corner} {color} {point}");
                }
            }
        }
    }

    #[test]
    fn a_move_in_a_recolorable_pattern_is_blacks() {
        let crosscut = stabilizer("4x4|_!!!!__....__.XO.__.OX.__....__!!!!_");
        assert_eq!(crosscut.symmetries().count(), 8);
        for point in crosscut.size.points() {
            for color in Color::ALL {
                let canonical = crosscut.canonical_move(point, color);
                assert_eq!(canonical.1, Color::Black);
                for symmetry in crosscut.symmetries() {
                    let image = symmetry.point(point, crosscut.size);
                    assert_eq!(crosscut.canonical_move(image, symmetry.color(color)), canonical);
                }
            }
        }
    }
}
