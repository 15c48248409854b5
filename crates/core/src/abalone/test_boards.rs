//! Boards and positions for property tests.

use std::ops::Range;

use proptest::prelude::*;

use super::board::Board;
use super::cell::{CELLS, Cell};
use super::lost::Lost;
use super::rules::Position;
use super::symmetry::Symmetry;
use crate::Color;

/// Boards with at least one marble: full and nearly empty ones, and ones that some operations map
/// onto themselves.
pub(crate) fn boards() -> impl Strategy<Value = Board> {
    let any_color = prop_oneof![Just(None), Just(Some(Color::Black)), Just(Some(Color::White))];
    let dense = prop::collection::vec(any_color, CELLS);
    let sparse = prop::collection::vec((0..CELLS, prop::sample::select(&Color::ALL)), 1..8);
    let sparse = sparse.prop_map(|marbles| {
        let mut colors = vec![None; CELLS];
        marbles.into_iter().for_each(|(cell, color)| colors[cell] = Some(color));
        colors
    });
    let board = prop_oneof![dense, sparse].prop_map(|colors| {
        let mut board = Board::EMPTY;
        Cell::all().zip(colors).for_each(|(cell, color)| board.set(cell, color));
        board
    });
    let symmetric = (board.clone(), 0..24_u8).prop_map(|(board, index)| {
        let symmetry = Symmetry::from_index(index).unwrap();
        let mut whole = board;
        for _ in 0..6 {
            let image = whole.transform(symmetry);
            for cell in Cell::all().filter(|&cell| image.color(cell).is_some()) {
                if whole.color(cell).is_none() {
                    whole.set(cell, image.color(cell));
                }
            }
        }
        whole
    });
    prop_oneof![board, symmetric].prop_filter("a position has marbles", |board| !board.is_empty())
}

/// Positions with such boards, either side to move, and numbers of lost marbles in a range.
pub(crate) fn positions(lost: Range<u8>) -> impl Strategy<Value = Position> {
    (boards(), prop::sample::select(&Color::ALL), lost.clone(), lost).prop_map(
        |(board, turn, black, white)| Position {
            board,
            turn,
            lost: Lost::new(black, white).unwrap(),
        },
    )
}
