//! Brute-force similarity, which the fast searches are tested against: stones
//! in maps, all operations, all offsets. No code of the fast searches is used.

use std::cell::LazyCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use proptest::prelude::*;

use crate::Color;
use crate::go::{Board, Point, Region, Sides, Size, Symmetry};
use crate::gtn::SubPosition;
use crate::gtn::{Asked, Pattern};
use crate::similarity::{SimilarityIndex, SimilarityIndexBuilder};

/// Rectangles with random stones and random open sides.
pub(super) fn sub_positions(
    max_side: u8,
    stones: Range<usize>,
) -> impl Strategy<Value = SubPosition> + Clone {
    let stones = prop::collection::vec((0..max_side, 0..max_side, any::<bool>()), stones);
    (1..=max_side, 1..=max_side, stones, 0u8..16).prop_map(|(cols, rows, stones, open)| {
        let mut board = Board::new(Size::new(cols, rows).unwrap());
        for (col, row, is_black) in stones {
            let color = if is_black { Color::Black } else { Color::White };
            board.set(Point::new(col % cols, row % rows), Some(color));
        }
        SubPosition { board, open: Sides::from_bits(open) }
    })
}

/// A position with other states of some points: columns, rows, and 0 for empty, 1 for Black, 2 for White.
pub(super) fn with_changes(
    sub: &SubPosition,
    changes: impl IntoIterator<Item = (u8, u8, u8)>,
) -> SubPosition {
    let (mut changed, size) = (sub.clone(), sub.board.size());
    for (col, row, stone) in changes {
        let stones = [None, Some(Color::Black), Some(Color::White)];
        let at = Point::new(col % size.cols(), row % size.rows());
        changed.board.set(at, stones[usize::from(stone)]);
    }
    changed
}

/// An index of windows under their places, from 0.
pub(super) fn index(windows: &[SubPosition]) -> SimilarityIndex {
    let mut builder = SimilarityIndexBuilder::default();
    for (window, number) in windows.iter().zip(0..) {
        builder.add(number, window);
    }
    builder.build()
}

/// Windows with few stones, some of which are near each other by chance, and
/// changed copies, rotated and moved, which are near by design.
pub(super) fn windows(max_side: u8) -> impl Strategy<Value = Vec<SubPosition>> {
    let change = (any::<prop::sample::Index>(), 0..max_side, 0..max_side, 0u8..3);
    let copy =
        (any::<prop::sample::Index>(), prop::collection::vec(change, 0..4), 0u8..16, any::<bool>());
    (prop::collection::vec(sub_positions(max_side, 1..9), 1..6), prop::collection::vec(copy, 0..8))
        .prop_map(|(mut windows, copies)| {
            for (from, changes, symmetry, is_window) in copies {
                let changes = changes.into_iter().map(|(_, col, row, stone)| (col, row, stone));
                let copy = with_changes(from.get(&windows), changes);
                let copy = copy.transform(Symmetry::from_index(symmetry).unwrap());
                let window = copy.window().map(|window| window.sub);
                windows.extend(if is_window { window } else { Some(copy) });
            }
            windows.retain(|window| !window.board.is_empty());
            windows
        })
}

/// A column and a row.
pub(super) type Place = (i16, i16);
type Stones = BTreeMap<Place, Color>;
/// Operations, each with the points that differ under it.
type Alignments = BTreeSet<(Symmetry, Vec<Place>)>;

fn stones(sub: &SubPosition, (cols, rows): Place) -> Stones {
    let place = |point: Point| (i16::from(point.col) + cols, i16::from(point.row) + rows);
    sub.board.stones().map(|(point, color)| (place(point), color)).collect()
}

/// The offsets along an axis that place edges on edges. `(first, last)` says
/// which sides of both boards are edges.
fn offsets((first, last): (bool, bool), length: u8, onto: u8) -> Vec<i16> {
    let difference = i16::from(onto) - i16::from(length);
    match (first, last) {
        (true, true) if difference == 0 => vec![0],
        (true, true) => vec![],
        (true, false) => vec![0],
        (false, true) => vec![difference],
        (false, false) => (-i16::from(length)..=i16::from(onto)).collect(), // until they no longer overlap
    }
}

/// A way to lay a window on another one, edges on edges.
struct Laid {
    symmetry: Symmetry,
    offset: Place,
    /// The size of the first window after the operation.
    rotated: Size,
    /// The points that differ, in the coordinates of the first window, sorted.
    differing: Vec<Place>,
}

impl Laid {
    /// The point of the first window that is mapped to a point of the second one.
    fn undo(&self, (col, row): Place) -> Place {
        undo(self.symmetry, (col - self.offset.0, row - self.offset.1), self.rotated)
    }
}

/// All ways to lay a window on another one with the fewest differing points, and their number.
/// `None` if the edges of the windows prevent all ways.
fn lay_nearest(one: &SubPosition, other: &SubPosition) -> Option<(usize, Vec<Laid>)> {
    let onto = stones(other, (0, 0));
    let size = other.board.size();
    let mut nearest: Option<(usize, Vec<Laid>)> = None;
    for symmetry in Symmetry::ALL {
        let turned = one.transform(symmetry);
        if turned.open != other.open {
            continue;
        }
        let edge = |side| !turned.open.contains(side);
        let rotated = turned.board.size();
        let unmoved: Vec<(Place, Color)> = stones(&turned, (0, 0)).into_iter().collect();
        for cols in offsets((edge(Sides::LEFT), edge(Sides::RIGHT)), rotated.cols(), size.cols()) {
            for rows in
                offsets((edge(Sides::TOP), edge(Sides::BOTTOM)), rotated.rows(), size.rows())
            {
                // A stone on a stone takes one of two points, and none if both are equal.
                let mut distance = unmoved.len() + onto.len();
                for &((col, row), color) in &unmoved {
                    let under = onto.get(&(col + cols, row + rows));
                    distance -= under.map_or(0, |&under| 1 + usize::from(under == color));
                }
                if nearest.as_ref().is_some_and(|(least, _)| *least < distance) {
                    continue;
                }
                let moved = stones(&turned, (cols, rows));
                let mut laid =
                    Laid { symmetry, offset: (cols, rows), rotated, differing: Vec::new() };
                let places: BTreeSet<Place> = moved.keys().chain(onto.keys()).copied().collect();
                let differing = places.into_iter().filter(|at| moved.get(at) != onto.get(at));
                laid.differing = differing.map(|at| laid.undo(at)).collect();
                laid.differing.sort_unstable();
                assert_eq!(laid.differing.len(), distance);
                match &mut nearest {
                    Some((least, all)) if *least == distance => all.push(laid),
                    _ => nearest = Some((distance, vec![laid])),
                }
            }
        }
    }
    nearest
}

/// The fewest points at which two windows differ, and every alignment of the
/// first with the second that has so few, with these points in the coordinates
/// of the first.
pub(super) fn near(one: &SubPosition, other: &SubPosition) -> Option<(u32, Alignments)> {
    let (least, nearest) = lay_nearest(one, other)?;
    let alignments = nearest.into_iter().map(|laid| (laid.symmetry, laid.differing)).collect();
    Some((least as u32, alignments))
}

/// The marks of a window in a color.
type Marks<'a> = &'a [(Color, Place)];

/// For every alignment with the fewest differing points that maps a mark of the
/// first window to a mark of the second one: these points, in the coordinates of
/// the first.
pub(super) fn common_marks(
    one: &SubPosition,
    marks: Marks<'_>,
    other: &SubPosition,
    others: Marks<'_>,
) -> Vec<Vec<Place>> {
    let has_common_mark = |laid: &Laid| {
        let is_common = |&(color, at): &(Color, Place)| {
            marks.contains(&(laid.symmetry.color(color), laid.undo(at)))
        };
        others.iter().any(is_common)
    };
    let nearest = lay_nearest(one, other).into_iter().flat_map(|(_, nearest)| nearest);
    nearest.filter(has_common_mark).map(|laid| laid.differing).collect()
}

/// Undoes an operation, for points inside and outside the board: rotates the
/// whole plane about the middle of the board, in units of half a line.
fn undo(symmetry: Symmetry, (col, row): Place, rotated: Size) -> Place {
    let size = symmetry.inverse().size(rotated);
    let middle = |lines: u8| i16::from(lines) - 1;
    let (mut x, y) = (2 * col - middle(rotated.cols()), 2 * row - middle(rotated.rows()));
    if symmetry.mirrors() {
        x = -x;
    }
    let (x, y) = match symmetry.quarter_turns() {
        0 => (x, y),
        1 => (y, -x),
        2 => (-x, -y),
        _ => (-y, x),
    };
    ((x + middle(size.cols())) / 2, (y + middle(size.rows())) / 2)
}

/// Whether a pattern matches a position when an operation and an offset map
/// its first point to `at`.
pub(super) fn matches_at(
    pattern: &Pattern,
    symmetry: Symmetry,
    at: Place,
    sub: &SubPosition,
    is_any_edge: bool,
) -> bool {
    let first = symmetry.point(Point::new(0, 0), pattern.size());
    let offset = (at.0 - i16::from(first.col), at.1 - i16::from(first.row));
    matches(&pattern.transform(symmetry), offset, sub, is_any_edge)
}

fn matches(image: &Pattern, (cols, rows): Place, sub: &SubPosition, is_any_edge: bool) -> bool {
    let there = LazyCell::new(|| stones(sub, (0, 0)));
    let point = |point: Point| {
        let asked = image.asked(point);
        let stone = there.get(&(i16::from(point.col) + cols, i16::from(point.row) + rows)).copied();
        match asked {
            Asked::Anything => true,
            Asked::Empty => stone.is_none(),
            Asked::Stone(color) => stone == Some(color),
        }
    };
    let size = |lines: u8| i16::from(lines);
    let (own, whole) = (image.size(), sub.board.size());
    let sides = [
        (Sides::LEFT, cols),
        (Sides::TOP, rows),
        (Sides::RIGHT, size(whole.cols()) - cols - size(own.cols())),
        (Sides::BOTTOM, size(whole.rows()) - rows - size(own.rows())),
    ];
    let side = |(side, lines): (Sides, i16)| {
        let (is_edge, is_marked) = (!sub.open.contains(side), image.open().contains(side));
        match (is_any_edge, is_edge, is_marked) {
            (true, true, _) => lines >= 0,
            (true, false, _) | (false, false, true) => true,
            (false, true, true) => lines >= 1,
            (false, true, false) => lines == 0,
            (false, false, false) => false,
        }
    };
    sides.into_iter().all(side) && own.points().all(point)
}

/// Every image of a pattern with every offset at which the image matches.
pub(super) fn placements(
    pattern: &Pattern,
    sub: &SubPosition,
    is_any_edge: bool,
) -> Vec<(String, Place)> {
    let mut found = BTreeSet::new();
    for symmetry in Symmetry::ALL {
        let image = pattern.transform(symmetry);
        let (own, whole) = (image.size(), sub.board.size());
        let asked: Vec<Asked> = own.points().map(|point| image.asked(point)).collect();
        let name = format!("{own} {asked:?}");
        let name = if is_any_edge { name } else { format!("{name} {:?}", image.open()) };
        for cols in -i16::from(own.cols())..=i16::from(whole.cols()) {
            for rows in -i16::from(own.rows())..=i16::from(whole.rows()) {
                if matches(&image, (cols, rows), sub, is_any_edge) {
                    found.insert((name.clone(), (cols, rows)));
                }
            }
        }
    }
    found.into_iter().collect()
}

/// The region of a window without empty lines at its open sides.
pub(super) fn tight(sub: &SubPosition) -> Region {
    let (all, stones) = (sub.board.size(), sub.board.bounds().unwrap());
    let end = |first: u8, lines: u8| first + lines;
    let has = |side| sub.open.contains(side);
    let left = if has(Sides::LEFT) { stones.origin.col } else { 0 };
    let top = if has(Sides::TOP) { stones.origin.row } else { 0 };
    let right =
        if has(Sides::RIGHT) { end(stones.origin.col, stones.size.cols()) } else { all.cols() };
    let bottom =
        if has(Sides::BOTTOM) { end(stones.origin.row, stones.size.rows()) } else { all.rows() };
    Region { origin: Point::new(left, top), size: Size::new(right - left, bottom - top).unwrap() }
}

/// An operation maps a board of a size onto another board, and the first point
/// to `first`: returns the point that is mapped to the other board's first point.
pub(super) fn undo_placement(symmetry: Symmetry, first: Place, size: Size) -> Place {
    let rotated = symmetry.point(Point::new(0, 0), size);
    let offset = (first.0 - i16::from(rotated.col), first.1 - i16::from(rotated.row));
    undo(symmetry, (-offset.0, -offset.1), symmetry.size(size))
}

/// The stones relative to the first column and row that have one.
fn translate_to_origin(stones: Stones) -> Stones {
    let col = stones.keys().map(|at| at.0).min().unwrap_or(0);
    let row = stones.keys().map(|at| at.1).min().unwrap_or(0);
    stones.into_iter().map(|(at, color)| ((at.0 - col, at.1 - row), color)).collect()
}

/// The stones of a position after changes, relative to the first ones.
pub(super) fn changed(
    sub: &SubPosition,
    changes: impl Iterator<Item = (Place, Option<Color>)>,
) -> Stones {
    let mut stones = stones(sub, (0, 0));
    for (at, stone) in changes {
        match stone {
            Some(color) => stones.insert(at, color),
            None => stones.remove(&at),
        };
    }
    translate_to_origin(stones)
}

/// The stones of a position before an operation, relative to the first ones.
pub(super) fn before(sub: &SubPosition, symmetry: Symmetry) -> Stones {
    translate_to_origin(stones(&sub.transform(symmetry.inverse()), (0, 0)))
}
