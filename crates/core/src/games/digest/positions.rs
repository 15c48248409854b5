//! Positions in the corners of many games, with the players who come to move there.

use super::corner::{CornerEvent, CornerStone, CornerWalk, Steps};
use super::corner_states::CornerImage;
use super::layout::{
    COLS, DigestPlanes, FLAGS, IRREGULAR, NOT_ALTERNATING, ROWS, STEPS, VARIED, WHITE_FIRST,
};
use crate::Color;

/// A position in a corner of a row, while it lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CornerPosition {
    /// The row.
    pub row: u32,
    /// The number of the corner, up to 3.
    pub corner: usize,
    /// The number of the image.
    pub image: usize,
    /// The player who comes to move first.
    pub first: Color,
    /// Whether the other player comes to move, too.
    pub has_both: bool,
    /// The stone that ends the position.
    pub next: Option<CornerStone>,
}

/// A search for the positions in the corners of rows that are one of at most four images.
#[derive(Clone, Debug)]
pub struct CornerPositions {
    walk: CornerWalk,
}

impl CornerPositions {
    /// Prepares images, which have all points of a corner of so many lines as `side` gives for the columns
    /// and rows of a board.
    pub fn new(images: &[CornerImage]) -> CornerPositions {
        CornerPositions { walk: CornerWalk::new(images) }
    }

    /// Passes the positions in rows on certain boards to `visit`, in no order; at most one of each corner.
    /// Examines the rows with a byte in `wanted`, and returns those that are undecided; positions in these
    /// are to be ignored. Their bytes in `wanted` are cleared.
    ///
    /// # Errors
    /// When a plane cannot be read.
    pub fn visit<P: DigestPlanes>(
        &mut self,
        is_board: impl Fn(u8, u8) -> bool,
        planes: &mut P,
        wanted: &mut [u8],
        mut visit: impl FnMut(CornerPosition),
    ) -> Result<Vec<u32>, P::Error> {
        let mut undecided = Vec::new();
        let (flags, cols, rows) = (planes.plane(FLAGS)?, planes.plane(COLS)?, planes.plane(ROWS)?);
        for (row, wanted) in wanted.iter_mut().enumerate().filter(|(_, wanted)| **wanted != 0) {
            if flags[row] & (VARIED | IRREGULAR | NOT_ALTERNATING) != 0 {
                undecided.push(row as u32);
                *wanted = 0;
            } else if !is_board(cols[row], rows[row]) {
                *wanted = 0;
            }
        }
        let steps = [planes.plane(STEPS[0])?, planes.plane(STEPS[1])?];
        for corner in 0..4 {
            self.walk.run(planes, (corner, Steps::Exact), wanted, &mut undecided, |event| {
                let CornerEvent { row, image, step, next } = event;
                let at = row as usize;
                let all = u16::from_le_bytes([steps[0][at], steps[1][at]]);
                // The last step in which a player comes to move in the position.
                let last = next.map_or(all.saturating_sub(1), |(step, ..)| u16::from(step));
                let first = u16::from(step) + 1;
                if first > last {
                    return;
                }
                let is_white = (first % 2 == 0) != (flags[at] & WHITE_FIRST != 0);
                let first_player = if is_white { Color::White } else { Color::Black };
                let (image, next) = (image.into(), next.map(|(_, stone)| stone));
                let (first, has_both) = (first_player, first < last);
                visit(CornerPosition { row, corner, image, first, has_both, next });
            })?;
        }
        Ok(undecided)
    }
}
