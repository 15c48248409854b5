//! The positions of the corners along a line of a game.

use super::corner::Corner;
use super::corner_options::CornerOptions;
use super::entries::Windows;
use crate::Color;
use crate::games::{GameDecoder, Step};
use crate::go::Board;

/// A position of a corner in a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CornerPosition {
    /// The corner: 0 upper left, 1 upper right, 2 lower right, 3 lower left.
    pub corner: usize,
    /// How many moves were played in the corner so far.
    pub moves: u32,
    /// A hash of the window, equal in all corners that differ by a symmetry or an exchange of colors.
    pub hash: u64,
}

/// Lists the positions of the four corners of the current line of a game, each as often as a step leads to it, without the
/// empty corners of the beginning.
pub fn list_corner_positions(
    line: &GameDecoder<'_>,
    options: CornerOptions,
) -> Vec<CornerPosition> {
    let size = line.size();
    let windows = Windows::new(size, options);
    let side = windows.window();
    let mut corners = [(); 4].map(|()| Corner::new(Board::new(side)));
    let (mut moves, mut positions) = ([0; 4], Vec::new());
    let mut changes = line.changes().iter().peekable();
    for (step, number) in line.steps().iter().zip(0..) {
        let mut has_changed = [false; 4];
        while let Some(change) = changes.next_if(|change| change.step == number) {
            let point = size.point(change.point);
            for (corner, window) in corners.iter_mut().enumerate() {
                if let Some(point) = windows.inside(point, corner) {
                    window.set(point, change.stone);
                    has_changed[corner] = true;
                }
            }
        }
        if let Step::Play(_, point) = *step {
            for (corner, moves) in moves.iter_mut().enumerate() {
                *moves += u32::from(windows.inside(point, corner).is_some());
            }
        }
        for corner in (0..4).filter(|&corner| has_changed[corner]) {
            // The lowest bit says who is to move.
            let hash = corners[corner].normalize(Color::Black).node >> 1;
            positions.push(CornerPosition { corner, moves: moves[corner], hash });
        }
    }
    positions
}
