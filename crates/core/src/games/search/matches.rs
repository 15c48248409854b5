//! Matches: on the board, as the search finds them, and in the pattern, as callers see them.

use crate::Color;
use crate::go::{Point, Symmetry};

/// A placement of the pattern that begins to match in one line of a game.
///
/// The placement counts once when it begins to match, and again whenever it matches after
/// a position in which it did not. A match that several lines share has one entry for each
/// different next move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Match {
    /// The number of the game in the database.
    pub game: i64,
    /// The number of the line among those of the game, 0 for the main line: the first line with
    /// this next move.
    pub line: u32,
    /// Whether an earlier entry is the same match with another next move.
    pub is_again: bool,
    /// The step with which the match begins, setups included, 0 for the position before the
    /// first move.
    pub step: u16,
    /// Number of moves up to this step.
    pub move_number: u16,
    /// Maps the pattern onto the board.
    pub symmetry: Symmetry,
    /// The point of the board under the top left point of the mapped pattern.
    pub origin: Point,
    /// The next stone inside of the rectangle, if there is one before the match ends. On a whole
    /// board, the next move, which may be a pass.
    pub next: Option<Continuation>,
}

/// The next move inside of the rectangle of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Continuation {
    /// The step of the move, setups included.
    pub step: u16,
    /// Number of moves up to this step.
    pub move_number: u16,
    /// The [canonical point](crate::games::Stabilizer) in the pattern; `None` for a pass.
    pub point: Option<Point>,
    /// The player, in the colors of the pattern.
    pub color: Color,
    /// The point of the board.
    pub played: Option<Point>,
}

/// A line in which matches are found.
#[derive(Clone, Copy, Debug)]
pub(in crate::games) struct SearchedLine<'a> {
    /// The number of the game in the database.
    pub game: i64,
    /// The number of the line in the game.
    pub number: u32,
    /// The steps that are setups, without step 0.
    pub setups: &'a [u16],
}

/// A match before its conversion to the coordinates of the pattern.
#[derive(Clone, Copy, Debug)]
pub(in crate::games) struct BoardMatch {
    pub step: u16,
    /// The number of the placement.
    pub placement: u32,
    /// The next move, as in [`Match`].
    pub next: Option<PlayedMove>,
    /// The step of the next move or, without one, of the end of the match: [`u16::MAX`] if the
    /// match lasts to the end of the line.
    pub closes: u16,
}

/// A stone that a move adds to the board, or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::games) struct PlayedMove {
    pub step: u16,
    /// Number of the point of the board; `None` for a pass.
    pub point: Option<u16>,
    pub color: Color,
}
