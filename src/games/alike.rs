//! What is alike in a shape that operations carry onto itself.
//!
//! Such a shape lies in one place under several operations, and what is played
//! next has a point under each of them. Of these the first one is told:
//!
//! ```text
//!   . . . |    Over the diagonal the shape is carried onto itself, and a onto
//!   . X a |    b. A move on b is told as one on a, with the operation under
//!   . b . |    which it is that.
//!   ~ ~ ~
//! ```
//!
//! Colors are told as the first of the operations has them: where a shape is
//! also itself recolored, Black's moves stay apart from White's.

use super::search::Next;
use crate::go::{Point, Size, Symmetry};
use crate::gtn::Pattern;

/// The operations that carry a shape onto itself.
#[derive(Debug)]
pub(super) struct Alike {
    shape: Size,
    symmetries: Vec<Symmetry>,
    /// For each point the first one that is alike, and the operation that
    /// carries that one there; nothing where each is alike to itself alone.
    firsts: Vec<(Point, Symmetry)>,
}

impl Alike {
    /// `images` are those under all operations.
    pub fn new(pattern: &Pattern, images: &[(Symmetry, Pattern)]) -> Alike {
        let shape = pattern.size();
        let symmetries: Vec<Symmetry> = images
            .iter()
            .filter(|(_, image)| image == pattern)
            .map(|&(symmetry, _)| symmetry)
            .collect();
        let positive = symmetries.iter().filter(|symmetry| !symmetry.is_negative());
        let first = |point: Point| {
            let comes_from =
                |&symmetry: &Symmetry| (symmetry.inverse().point(point, shape), symmetry);
            let points = positive.clone().map(comes_from);
            points.min_by_key(|&(from, _)| from).unwrap_or((point, Symmetry::IDENTITY))
        };
        let is_one = positive.clone().count() == 1;
        let firsts = if is_one { Vec::new() } else { shape.points().map(first).collect() };
        Alike { shape, symmetries, firsts }
    }

    /// All of them; the first one changes nothing.
    pub fn symmetries(&self) -> impl Iterator<Item = Symmetry> {
        self.symmetries.iter().copied()
    }

    /// The first point that is alike, and the operation that carries it to this
    /// one.
    pub fn first(&self, point: Point) -> (Point, Symmetry) {
        self.firsts
            .get(usize::from(self.shape.number(point)))
            .copied()
            .unwrap_or((point, Symmetry::IDENTITY))
    }

    /// The first point that is alike, both by their numbers.
    pub fn first_number(&self, number: usize) -> usize {
        self.firsts.get(number).map_or(number, |&(first, _)| self.shape.number(first).into())
    }

    /// The [number](Next::number) of a stone on the first point that is alike.
    pub fn number(&self, next: Next) -> u16 {
        Next { point: self.first(next.point).0, ..next }.number(self.shape)
    }

    /// A stone as it is where one of the operations carries the shape onto itself
    /// first.
    pub fn before(&self, symmetry: Symmetry, next: Next) -> Next {
        let back = symmetry.inverse();
        Next { point: back.point(next.point, self.shape), color: back.color(next.color), ..next }
    }
}
