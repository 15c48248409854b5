//! Likeness the plain way, to hold the fast one against: points in maps, all
//! operations, all shifts. Nothing of the other modules is used here.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use proptest::prelude::*;

use crate::Color;
use crate::go::{Board, Point, Sides, Size, Symmetry};
use crate::gtn::SubPosition;

/// Rectangles with some stones and any open sides.
pub fn sub_positions(
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

/// Columns and rows.
pub type Place = (i16, i16);
type Stones = BTreeMap<Place, Color>;

fn stones(sub: &SubPosition, (cols, rows): Place) -> Stones {
    let place = |point: Point| (i16::from(point.col) + cols, i16::from(point.row) + rows);
    sub.board.stones().map(|(point, color)| (place(point), color)).collect()
}

/// The shifts along an axis that lay real edges on real edges; none when they
/// do not fit. `edges` are those of both.
fn shifts((first, last): (bool, bool), length: u8, onto: u8) -> Vec<i16> {
    let difference = i16::from(onto) - i16::from(length);
    match (first, last) {
        (true, true) if difference == 0 => vec![0],
        (true, true) => vec![],
        (true, false) => vec![0],
        (false, true) => vec![difference],
        (false, false) => (-i16::from(length)..=i16::from(onto)).collect(), // until they part
    }
}

/// The fewest points in which two windows differ, and every way to lay the
/// first onto the second in which they do, with these points as the first one
/// counts them.
pub fn near(
    one: &SubPosition,
    other: &SubPosition,
) -> Option<(u32, BTreeSet<(Symmetry, Vec<Place>)>)> {
    let onto = stones(other, (0, 0));
    let size = other.board.size();
    let mut best: Option<(u32, BTreeSet<(Symmetry, Vec<Place>)>)> = None;
    for symmetry in Symmetry::ALL {
        let turned = one.transform(symmetry);
        if turned.open != other.open {
            continue;
        }
        let edge = |side| !turned.open.contains(side);
        let from = turned.board.size();
        for cols in shifts((edge(Sides::LEFT), edge(Sides::RIGHT)), from.cols(), size.cols()) {
            for rows in shifts((edge(Sides::TOP), edge(Sides::BOTTOM)), from.rows(), size.rows()) {
                let laid = stones(&turned, (cols, rows));
                let places: BTreeSet<Place> = laid.keys().chain(onto.keys()).copied().collect();
                let differing: Vec<Place> =
                    places.into_iter().filter(|at| laid.get(at) != onto.get(at)).collect();
                let count = differing.len() as u32;
                if best.as_ref().is_none_or(|(least, _)| count < *least) {
                    best = Some((count, BTreeSet::new()));
                }
                if let Some((least, ways)) = &mut best
                    && *least == count
                {
                    let differing = differing.into_iter();
                    let mut differing: Vec<Place> = differing
                        .map(|(c, r)| back(symmetry, (c - cols, r - rows), from))
                        .collect();
                    differing.sort_unstable();
                    ways.insert((symmetry, differing));
                }
            }
        }
    }
    best
}

/// Undoes an operation, for points inside the board and beyond it: a turn of
/// the whole plane about the middle of the board, in half lines.
fn back(symmetry: Symmetry, (col, row): Place, turned: Size) -> Place {
    let size = symmetry.inverse().size(turned);
    let middle = |lines: u8| i16::from(lines) - 1;
    let (mut x, y) = (2 * col - middle(turned.cols()), 2 * row - middle(turned.rows()));
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
