//! Copies of the position at the branch points of a game.

use std::collections::VecDeque;

use crate::go::Position;

/// The most checkpoints that are kept: those of the innermost branches.
pub(super) const MAX_CHECKPOINTS: usize = 64;

/// A stack of positions, one for each branch point of the present line. The
/// oldest is dropped when there are more than [`MAX_CHECKPOINTS`].
#[derive(Default)]
pub(super) struct Checkpoints {
    /// Each with the length of its line, in increasing order.
    positions: VecDeque<(usize, Position)>,
    /// Positions whose memory is free for reuse.
    spare: Vec<Position>,
}

impl Checkpoints {
    /// Saves the position at the end of a line of this length, unless it is
    /// saved already.
    pub(super) fn save(&mut self, len: usize, position: &Position) {
        if self.positions.back().is_some_and(|&(last, _)| last == len) {
            return;
        }
        if self.positions.len() == MAX_CHECKPOINTS {
            let oldest = self.positions.pop_front().map(|(_, position)| position);
            self.recycle(oldest);
        }
        let position = self.copy(position);
        self.positions.push_back((len, position));
    }

    /// Removes the checkpoint of a line of this length and returns it, if there
    /// is one. Drops those of longer lines.
    pub(super) fn restore(&mut self, len: usize) -> Option<Position> {
        while let Some((_, position)) = self.positions.pop_back_if(|&mut (last, _)| last > len) {
            self.recycle(Some(position));
        }
        self.positions.pop_back_if(|&mut (last, _)| last == len).map(|(_, position)| position)
    }

    /// A copy of the checkpoint of the longest line, and the length of that line.
    pub(super) fn copy_last(&mut self) -> Option<(usize, Position)> {
        let (len, position) = self.positions.pop_back()?;
        let copy = self.copy(&position);
        self.positions.push_back((len, position));
        Some((len, copy))
    }

    /// A copy of a position, in recycled memory if there is any.
    pub(super) fn copy(&mut self, position: &Position) -> Position {
        match self.spare.pop() {
            Some(mut spare) => {
                spare.clone_from(position);
                spare
            }
            None => position.clone(),
        }
    }

    /// Keeps the memory of a position for reuse.
    pub(super) fn recycle(&mut self, position: Option<Position>) {
        self.spare.extend(position);
    }

    /// Drops all checkpoints.
    pub(super) fn clear(&mut self) {
        self.spare.extend(self.positions.drain(..).map(|(_, position)| position));
    }
}
