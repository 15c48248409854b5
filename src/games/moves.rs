//! The moves of a game as they are stored: all its lines, one after the other.
//!
//! # The stored format, version 1
//!
//! The first bytes are the version, the columns and the rows of the board.
//! Then come **lines**: the moves from the
//! root to one end of the game tree, in the order of the file. A line begins
//! with two numbers: how many of its first steps it shares with the line
//! before, and how many are its own. Numbers are written as LEB128.
//!
//! The first line begins with the stones that are set up at the root, as a
//! step of setup; it is number 0 of every line and always there. Each later
//! step is a byte, and what belongs to it:
//!
//! | byte | step |
//! |---|---|
//! | 0 to 224 | a stone `byte % 15 - 7` columns and `byte / 15 - 7` rows from the last one |
//! | 225 to 235 | a stone on point `(byte - 225) * 256 + next byte`, counted row by row |
//! | 236 | a pass |
//! | 237 | setup: how many points it changes, then each point times 3, plus 0 for empty, 1 for black, 2 for white |
//! | 238 | no step: the next move is by the player of the last one |
//! | 239 | a stone that captures: its point as above, how many stones, their points as above |
//!
//! Players take turns, Black first; after a setup too it is Black's turn. The
//! last stone is the last move or captured point that was read; in a line
//! that shares steps, of those steps. At the beginning it is point 0.
//!
//! So a move takes a byte near the last one and two elsewhere, and no rule has
//! to be known to read a game: captures are written out.

use thiserror::Error;

use crate::Color;
use crate::go::{Point, Size};

/// The version that is written.
pub(super) const VERSION: u8 = 1;
pub(super) const ABSOLUTE: u8 = 225;
pub(super) const PASS: u8 = 236;
pub(super) const SETUP: u8 = 237;
pub(super) const SAME_PLAYER: u8 = 238;
pub(super) const CAPTURE: u8 = 239;
/// How far a point may lie from the last one to be written in one byte.
pub(super) const NEAR: u8 = 7;
pub(super) const NEAR_SPAN: u8 = 2 * NEAR + 1;

/// The longest line, in steps.
pub const LONGEST_LINE: usize = 32_000;

/// One step of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// A stone is played.
    Play(Color, Point),
    /// A player passes.
    Pass(Color),
    /// Stones are put on the board or taken off, outside the rules.
    Setup,
}

impl Step {
    /// Who moves; nobody in a setup.
    pub fn player(self) -> Option<Color> {
        match self {
            Step::Play(color, _) | Step::Pass(color) => Some(color),
            Step::Setup => None,
        }
    }
}

/// What happens on one point in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// The number of the step.
    pub step: u16,
    /// The number of the point, counted row by row.
    pub point: u16,
    /// The stone that is there now; none when one was taken off.
    pub stone: Option<Color>,
}

/// Moves that are stored in no way this program knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the moves of a game are damaged, or of a newer version")]
pub struct DamagedMovesError;

/// Writes the moves of a game.
///
/// ```
/// use gtn_db::Color;
/// use gtn_db::games::{Encoder, Lines};
/// use gtn_db::go::{Point, Size};
///
/// let mut encoder = Encoder::new(Size::STANDARD, &[]);
/// encoder.play(Color::Black, Point::new(15, 3), &[]);
/// encoder.play(Color::White, Point::new(3, 15), &[]);
/// encoder.end_line();
/// let bytes = encoder.finish();
///
/// let mut lines = Lines::new(&bytes)?;
/// assert!(lines.next()?);
/// assert_eq!(lines.steps().len(), 3); // with the setup, which is empty
/// assert!(!lines.next()?);
/// # Ok::<(), gtn_db::games::DamagedMovesError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Encoder {
    size: Size,
    bytes: Vec<u8>,
    /// For each step of the present line: who moved, and the last point.
    path: Vec<(Option<Color>, Point)>,
    shared: usize,
    own: usize,
    /// The steps of the line that is being written.
    line: Vec<u8>,
}

impl Encoder {
    /// A game that begins with these stones.
    pub fn new(size: Size, stones: &[(Point, Option<Color>)]) -> Encoder {
        let (bytes, path, line) = (Vec::new(), Vec::new(), Vec::new());
        let mut encoder = Encoder { size, bytes, path, shared: 0, own: 0, line };
        encoder.begin(size, stones);
        encoder
    }

    /// Begins another game, in the memory that is there.
    pub fn begin(&mut self, size: Size, stones: &[(Point, Option<Color>)]) {
        self.size = size;
        self.bytes.clear();
        self.path.clear();
        self.line.clear();
        (self.shared, self.own) = (0, 0);
        self.bytes.extend([VERSION, size.cols(), size.rows()]);
        self.setup(stones);
    }

    /// The number of steps in the present line, the setup at the root included.
    pub fn steps(&self) -> usize {
        self.path.len()
    }

    /// The last step: who moved, and the last point.
    fn last(&self) -> (Option<Color>, Point) {
        self.path.last().copied().unwrap_or((None, Point::new(0, 0)))
    }

    /// Writes a point, seen from the last one.
    fn point(&mut self, last: Point, point: Point) {
        let delta = |to: u8, from: u8| (to + NEAR).wrapping_sub(from);
        let (col, row) = (delta(point.col, last.col), delta(point.row, last.row));
        if col < NEAR_SPAN && row < NEAR_SPAN {
            self.line.push(row * NEAR_SPAN + col);
        } else {
            let index = self.size.number(point);
            self.line.extend([ABSOLUTE + (index >> 8) as u8, index as u8]);
        }
    }

    /// Writes a player who moves behind another one.
    fn player(&mut self, last: Option<Color>, color: Color) {
        if color != last.map_or(Color::Black, |last| !last) {
            self.line.push(SAME_PLAYER);
        }
        self.own += 1;
    }

    /// Adds a stone, with what it captures.
    pub fn play(&mut self, color: Color, point: Point, captured: &[Point]) {
        let (player, mut last) = self.last();
        self.player(player, color);
        if captured.is_empty() {
            self.point(last, point);
            self.path.push((Some(color), point));
            return;
        }
        self.line.push(CAPTURE);
        self.point(last, point);
        last = point;
        push_number(&mut self.line, captured.len());
        for &point in captured {
            self.point(last, point);
            last = point;
        }
        self.path.push((Some(color), last));
    }

    /// Adds a pass.
    pub fn pass(&mut self, color: Color) {
        let (player, last) = self.last();
        self.player(player, color);
        self.line.push(PASS);
        self.path.push((Some(color), last));
    }

    /// Adds a setup: points with what stands on them from now on.
    pub fn setup(&mut self, stones: &[(Point, Option<Color>)]) {
        self.own += 1;
        self.line.push(SETUP);
        push_number(&mut self.line, stones.len());
        for &(point, stone) in stones {
            let code = stone.map_or(0, |color| 1 + color as usize);
            let number = usize::from(self.size.number(point)) * 3 + code;
            push_number(&mut self.line, number);
        }
        self.path.push((None, self.last().1));
    }

    /// Ends a line, if it has steps that no line before has.
    pub fn end_line(&mut self) {
        if self.own == 0 {
            return;
        }
        push_number(&mut self.bytes, self.shared);
        push_number(&mut self.bytes, self.own);
        self.bytes.append(&mut self.line);
        self.own = 0;
        self.shared = self.path.len();
    }

    /// Begins the next line, which has only the first `steps` of this one, the
    /// setup at the root included.
    pub fn go_back(&mut self, steps: usize) {
        self.end_line();
        self.path.truncate(steps);
        self.shared = self.path.len();
    }

    /// The bytes that are stored.
    pub fn finish(&mut self) -> Vec<u8> {
        self.end_line();
        self.bytes.clone()
    }
}

fn push_number(bytes: &mut Vec<u8>, mut number: usize) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

#[cfg(test)]
#[path = "moves_tests.rs"]
mod tests;
