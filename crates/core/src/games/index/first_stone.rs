//! The first stone on a point of a main line, in two bytes.

use crate::Color;

/// Games searched at once: those of a tile.
pub(crate) const LANES: usize = 32;

/// The first stone on a point of a main line.
///
/// ```text
///   bit 15         bits 14 to 1   bit 0
///   +-------------+--------------+-------+
///   | has changes | step         | White |
///   | later       |              |       |
///   +-------------+--------------+-------+
/// ```
///
/// For points without later changes, the lesser number is the earlier stone. Points with
/// later changes have greater numbers than all others; their changes are in the
/// [`ChangeLog`](super::change_log::ChangeLog).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FirstStone(pub u16);

impl FirstStone {
    /// The point stays empty.
    pub(crate) const NEVER: FirstStone = FirstStone(FirstStone::CHANGES_LATER - 1);
    /// The flag of points that change more than once.
    pub(crate) const CHANGES_LATER: u16 = 1 << 15;
    /// The greatest step that fits. A stone of a later step is marked
    /// [`CHANGES_LATER`](Self::CHANGES_LATER), and the change log has its step.
    pub(crate) const MAX_STEP: u16 = FirstStone::NEVER.0 / 2 - 1;

    /// A stone; the step is a lower bound if it is greater than
    /// [`MAX_STEP`](Self::MAX_STEP).
    pub(crate) fn new(step: u16, color: Color) -> FirstStone {
        let flag = if step > FirstStone::MAX_STEP { FirstStone::CHANGES_LATER } else { 0 };
        FirstStone(flag | step.min(FirstStone::MAX_STEP) << 1 | color as u16)
    }

    /// The step of the stone, greater than [`MAX_STEP`](Self::MAX_STEP) if there is none.
    pub(crate) fn step(self) -> u16 {
        (self.0 & !FirstStone::CHANGES_LATER) >> 1
    }

    pub(crate) fn color(self) -> Color {
        if self.0 & 1 == 1 { Color::White } else { Color::Black }
    }

    pub(crate) fn has_later_changes(self) -> bool {
        self.0 & FirstStone::CHANGES_LATER != 0
    }

    /// Whether there is a stone that stays to the end of the game.
    pub(crate) fn is_final(self) -> bool {
        !self.has_later_changes() && self != FirstStone::NEVER
    }
}

/// The first stones on one point of the 32 games of a tile, in one cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(crate) struct FirstStones(pub [FirstStone; LANES]);
