//! Rectangles of points, which may reach beyond the edge of a board.

use crate::go::Sides;

/// A column and a row, from the first point of the window.
pub(super) type Place = (i16, i16);

/// A rectangle of points, both corners included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Rectangle {
    pub(super) first: Place,
    pub(super) last: Place,
}

impl Rectangle {
    pub(super) fn around(places: impl IntoIterator<Item = Place>) -> Option<Rectangle> {
        let join = |all: Rectangle, one: Rectangle| Rectangle {
            first: (all.first.0.min(one.first.0), all.first.1.min(one.first.1)),
            last: (all.last.0.max(one.last.0), all.last.1.max(one.last.1)),
        };
        places.into_iter().map(|at| Rectangle { first: at, last: at }).reduce(join)
    }

    pub(super) fn grown(self, lines: i16) -> Rectangle {
        let Rectangle { first, last } = self;
        Rectangle {
            first: (first.0 - lines, first.1 - lines),
            last: (last.0 + lines, last.1 + lines),
        }
    }

    pub(super) fn cut(self, board: Rectangle) -> Rectangle {
        Rectangle {
            first: (self.first.0.max(board.first.0), self.first.1.max(board.first.1)),
            last: (self.last.0.min(board.last.0), self.last.1.min(board.last.1)),
        }
    }

    pub(super) fn contains(self, (col, row): Place) -> bool {
        (self.first.0..=self.last.0).contains(&col) && (self.first.1..=self.last.1).contains(&row)
    }

    pub(super) fn area(self) -> u16 {
        ((self.last.0 - self.first.0 + 1) * (self.last.1 - self.first.1 + 1)) as u16
    }

    pub(super) fn places(self) -> impl Iterator<Item = Place> {
        (self.first.1..=self.last.1)
            .flat_map(move |row| (self.first.0..=self.last.0).map(move |col| (col, row)))
    }

    /// The sides that are edges of a board.
    pub(super) fn edges(self, board: Rectangle) -> Sides {
        let sides = [
            (Sides::TOP, self.first.1 == board.first.1),
            (Sides::RIGHT, self.last.0 == board.last.0),
            (Sides::BOTTOM, self.last.1 == board.last.1),
            (Sides::LEFT, self.first.0 == board.first.0),
        ];
        let edges = sides.into_iter().filter(|&(_, is_edge)| is_edge);
        edges.fold(Sides::NONE, |edges, (side, _)| edges | side)
    }
}
