//! Placements: the images of a pattern under the symmetries, at every origin.

use std::ops::Range;

use super::stabilizer::Stabilizer;
use crate::Color;
use crate::go::{Point, Sides, Size, Symmetry};
use crate::gtn::{Asked, Pattern};

/// All distinct placements of a pattern on boards of one size.
///
/// Symmetries that differ by an element of the stabilizer give the same image; only
/// the first of them is kept. A placement is known by its number: images in the order of
/// [`Symmetry::ALL`], and origins row by row.
#[derive(Debug)]
pub(crate) struct PlacementSet {
    board: Size,
    pub stabilizer: Stabilizer,
    /// Whether the pattern is a whole board, on which every move is inside.
    pub is_whole_board: bool,
    /// The points of the board by number.
    points: Vec<Point>,
    images: Vec<Image>,
    /// For each placement the index of its image, and its origin.
    placements: Vec<(u8, Point)>,
}

/// A pattern under one symmetry.
#[derive(Debug)]
struct Image {
    symmetry: Symmetry,
    pattern: Pattern,
    /// Points by requirement, numbered as points of the board, with the top left point
    /// of the image at point 0.
    stones: [Vec<u16>; 2],
    empty: Vec<u16>,
    wildcards: Vec<u16>,
}

/// An image of a pattern at one origin.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placement<'a> {
    set: &'a PlacementSet,
    image: &'a Image,
    pub number: u32,
    /// The point of the board under the top left point of the image.
    pub origin: Point,
    /// The number of `origin`.
    pub offset: u16,
}

impl PlacementSet {
    /// The placements of a pattern; none if the pattern does not fit.
    pub(crate) fn new(pattern: &Pattern, board: Size) -> PlacementSet {
        let (mut images, mut placements) = (Vec::<Image>::new(), Vec::new());
        let mut seen = Vec::new();
        let points = points_by_activity(pattern, board);
        for symmetry in Symmetry::ALL {
            let image = pattern.transform(symmetry);
            if seen.contains(&image) {
                continue;
            }
            seen.push(image.clone());
            let number = images.len() as u8; // at most 16
            let count = placements.len();
            placements.extend(image.origins(board).map(|origin| (number, origin)));
            if placements.len() > count {
                images.push(Image::new(pattern, &points, symmetry, image, board));
            }
        }
        PlacementSet {
            board,
            stabilizer: Stabilizer::new(pattern),
            is_whole_board: pattern.open().is_empty(),
            points: board.points().collect(),
            images,
            placements,
        }
    }

    /// All placements by number.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Placement<'_>> {
        (0..self.placements.len() as u32).map(|number| self.get(number))
    }

    /// The placement with this number.
    #[inline(always)]
    pub(crate) fn get(&self, number: u32) -> Placement<'_> {
        let (image, origin) = self.placements[number as usize];
        let image = &self.images[usize::from(image)];
        Placement { set: self, image, number, origin, offset: self.board.number(origin) }
    }

    /// The size of the boards.
    pub(crate) fn board(&self) -> Size {
        self.board
    }

    /// Number of points of the board.
    pub(crate) fn area(&self) -> usize {
        self.points.len()
    }
}

/// The points of a pattern, those first on which games play early: points on the third
/// and fourth lines, for the origin in the middle of all origins.
///
/// The kernel stops at a placement as soon as no game is left, so points that are taken
/// early in most games belong at the front. The order has no influence on the result.
fn points_by_activity(pattern: &Pattern, board: Size) -> Vec<Point> {
    let origins: Vec<Point> = pattern.origins(board).collect();
    let origin = origins.get(origins.len() / 2).copied().unwrap_or(Point::new(0, 0));
    let lateness = |at: u8, side: u8| match at.min(side.saturating_sub(at + 1)) {
        2 | 3 => 0,
        4 | 5 => 1,
        0 => 4,
        _ => 2,
    };
    let mut points: Vec<Point> = pattern.size().points().collect();
    points.sort_by_key(|point| {
        lateness(origin.col + point.col, board.cols())
            + lateness(origin.row + point.row, board.rows())
    });
    points
}

impl Image {
    fn new(
        pattern: &Pattern,
        points: &[Point],
        symmetry: Symmetry,
        image: Pattern,
        board: Size,
    ) -> Image {
        let (mut stones, mut empty, mut wildcards) = ([vec![], vec![]], vec![], vec![]);
        for &point in points {
            let number = board.number(symmetry.point(point, pattern.size()));
            match pattern.asked(point) {
                Asked::Stone(color) => stones[symmetry.color(color) as usize].push(number),
                Asked::Empty => empty.push(number),
                Asked::Anything => wildcards.push(number),
            }
        }
        Image { symmetry, pattern: image, stones, empty, wildcards }
    }
}

impl<'a> Placement<'a> {
    /// The symmetry that maps the pattern to the image.
    pub(crate) fn symmetry(&self) -> Symmetry {
        self.image.symmetry
    }

    /// The open sides of the image.
    pub(crate) fn open(&self) -> Sides {
        self.image.pattern.open()
    }

    /// Whether the pattern is a whole board, on which every move is inside.
    pub(crate) fn is_whole_board(&self) -> bool {
        self.set.is_whole_board
    }

    /// The points that require a stone of this color, relative to `offset`.
    pub(crate) fn stones(&self, color: Color) -> &'a [u16] {
        &self.image.stones[color as usize]
    }

    /// The points that must be empty, relative to `offset`.
    pub(crate) fn empty(&self) -> &'a [u16] {
        &self.image.empty
    }

    /// The points without requirement, relative to `offset`.
    pub(crate) fn wildcards(&self) -> &'a [u16] {
        &self.image.wildcards
    }

    /// All points with a requirement, and the state that they require.
    pub(crate) fn requirements(self) -> impl Iterator<Item = (u16, Option<Color>)> + use<'a> {
        let stones = Color::ALL.into_iter().flat_map(move |color| {
            self.stones(color).iter().map(move |point| (point, Some(color)))
        });
        let all = stones.chain(self.empty().iter().map(|point| (point, None)));
        all.map(move |(point, state)| (self.offset + point, state))
    }

    /// All points of the rectangle.
    pub(crate) fn points(self) -> impl Iterator<Item = u16> + use<'a> {
        let wildcards = self.wildcards().iter().map(move |point| self.offset + point);
        self.requirements().map(|(point, _)| point).chain(wildcards)
    }

    /// The numbers from the first point of the rectangle to the last, points outside of
    /// the rectangle in between included.
    pub(crate) fn point_range(&self) -> Range<u16> {
        let rows = u16::from(self.image.pattern.size().rows());
        self.offset..self.offset + rows * u16::from(self.set.board.cols())
    }

    /// What the placement requires of a point; `None` outside of the rectangle.
    pub(crate) fn requirement(&self, point: u16) -> Option<Asked> {
        let &Point { col, row } = self.set.points.get(usize::from(point))?;
        let point =
            Point::new(col.wrapping_sub(self.origin.col), row.wrapping_sub(self.origin.row));
        let image = &self.image.pattern;
        image.size().contains(point).then(|| image.asked(point))
    }

    /// Whether the placement requires a state of a point.
    pub(crate) fn constrains(&self, point: u16) -> bool {
        self.requirement(point).is_some_and(|asked| asked != Asked::Anything)
    }

    /// Whether a board, by point number, meets all requirements.
    pub(crate) fn matches(&self, board: &[Option<Color>]) -> bool {
        let are = |points: &[u16], state: Option<Color>| {
            points.iter().all(|point| board[usize::from(self.offset + point)] == state)
        };
        Color::ALL.into_iter().all(|color| are(self.stones(color), Some(color)))
            && are(self.empty(), None)
    }

    /// The point of the board with this number.
    pub(crate) fn board_point(self, point: u16) -> Point {
        self.set.points[usize::from(point)]
    }

    /// A move on the board as a move in the pattern. A pass has no point.
    pub(crate) fn to_pattern(self, point: Option<u16>, color: Color) -> (Option<Point>, Color) {
        let inverse = self.image.symmetry.inverse();
        let point = point.map(|point| {
            let Point { col, row } = self.board_point(point);
            let point = Point::new(col - self.origin.col, row - self.origin.row);
            inverse.point(point, self.image.pattern.size())
        });
        (point, inverse.color(color))
    }
}
