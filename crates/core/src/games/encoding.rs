//! Binary encoding of the moves of a game, variations included.
//!
//! # Format, version 1
//!
//! The format is stored in databases: the bytes below never change their meaning.
//!
//! A **line** is the path from the root of the game tree to one of its ends. Lines
//! come in the order of the file, and each stores only the steps in which it
//! differs from the line before.
//!
//! | part | bytes |
//! |---|---|
//! | header | version (1), columns, rows |
//! | each line | LEB128: number of steps shared with the line before; LEB128: number of own steps; the own steps |
//!
//! Step 0 is the setup at the root, always present, possibly with no stones. Every
//! other step is one of these:
//!
//! | first byte | followed by | step |
//! |---|---|---|
//! | 0 to 224 | | a stone `byte % 15 - 7` columns and `byte / 15 - 7` rows from the last point |
//! | 225 to 235 | 1 byte | a stone on point `(first - 225) * 256 + next`, points numbered row by row |
//! | 236 | | a pass |
//! | 237 | LEB128: n; n times LEB128: `point * 3 + state` | a setup of n points: state 0 empty, 1 black, 2 white |
//! | 238 | a step | prefix: the player of the last move plays again |
//! | 239 | a point; LEB128: n; n points | a stone that captures n stones; points are coded as for 0 to 235 |
//!
//! Players alternate. Black plays first, and first after every setup. The last point
//! is the last point played or captured, among the shared steps at the start
//! of a line; at the start of a game it is point 0.
//!
//! Captures are explicit, so a reader needs no rules of play. Most moves take one or
//! two bytes.

use thiserror::Error;

use crate::Color;
use crate::go::{Point, Size};

/// The version written by [`GameEncoder`].
pub(super) const VERSION: u8 = 1;
pub(super) const ABSOLUTE: u8 = 225;
pub(super) const PASS: u8 = 236;
pub(super) const SETUP: u8 = 237;
pub(super) const SAME_PLAYER: u8 = 238;
pub(super) const CAPTURE: u8 = 239;
/// The greatest distance in columns and in rows that fits in one byte.
pub(super) const NEAR: u8 = 7;
pub(super) const NEAR_SPAN: u8 = 2 * NEAR + 1;

/// The greatest number of steps in a line.
pub const MAX_LINE_STEPS: usize = 32_000;

/// One step of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// A player plays a stone.
    Play(Color, Point),
    /// A player passes.
    Pass(Color),
    /// Stones are added or removed outside the rules of play.
    Setup,
}

impl Step {
    /// The player who moves, `None` for a setup.
    pub fn player(self) -> Option<Color> {
        match self {
            Step::Play(color, _) | Step::Pass(color) => Some(color),
            Step::Setup => None,
        }
    }
}

/// The new state of one point after a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PointChange {
    /// Number of the step in its line, 0 for what is set up before the first move.
    pub step: u16,
    /// Number of the point, counted row by row from 0.
    pub point: u16,
    /// The stone now on the point, `None` if it is empty.
    pub stone: Option<Color>,
}

/// Encoded moves that cannot be decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DecodeGameError {
    /// The bytes have a version that this program does not know.
    #[error("the moves are stored in format {0}, this program reads format 1")]
    UnknownVersion(u8),
    /// The bytes are not what [`GameEncoder`] writes.
    #[error("the stored moves are damaged")]
    Damaged,
}

/// Encodes the moves of a game.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::Color;
/// use gtn_db::games::{GameDecoder, GameEncoder};
/// use gtn_db::go::{Point, Size};
///
/// let mut encoder = GameEncoder::new(Size::STANDARD, &[]);
/// encoder.play(Color::Black, Point::new(15, 3), &[]);
/// encoder.play(Color::White, Point::new(3, 15), &[]);
/// let bytes = encoder.finish();
///
/// let mut lines = GameDecoder::new(&bytes)?;
/// assert!(lines.next_line()?);
/// assert_eq!(lines.steps().len(), 3); // the setup at the root counts
/// assert!(!lines.next_line()?);
/// # Ok::<(), gtn_db::games::DecodeGameError>(())
/// ```
#[derive(Clone, Debug)]
pub struct GameEncoder {
    size: Size,
    bytes: Vec<u8>,
    /// For each step of the current line: the player, and the last point.
    path: Vec<(Option<Color>, Point)>,
    shared: usize,
    own: usize,
    /// The encoded own steps of the current line.
    line: Vec<u8>,
}

impl GameEncoder {
    /// An encoder for a game whose root sets up `stones`.
    pub fn new(size: Size, stones: &[(Point, Option<Color>)]) -> GameEncoder {
        let (bytes, path, line) = (Vec::new(), Vec::new(), Vec::new());
        let mut encoder = GameEncoder { size, bytes, path, shared: 0, own: 0, line };
        encoder.begin(size, stones);
        encoder
    }

    /// Discards everything and begins another game, reusing the buffers.
    pub fn begin(&mut self, size: Size, stones: &[(Point, Option<Color>)]) {
        self.size = size;
        self.bytes.clear();
        self.path.clear();
        self.line.clear();
        (self.shared, self.own) = (0, 0);
        self.bytes.extend([VERSION, size.cols(), size.rows()]);
        self.setup(stones);
    }

    /// Number of steps in the current line, the setup at the root included.
    pub fn steps(&self) -> usize {
        self.path.len()
    }

    /// The player and the last point of the last step.
    fn last(&self) -> (Option<Color>, Point) {
        self.path.last().copied().unwrap_or((None, Point::new(0, 0)))
    }

    fn push_point(&mut self, last: Point, point: Point) {
        let delta = |to: u8, from: u8| (to + NEAR).wrapping_sub(from);
        let (col, row) = (delta(point.col, last.col), delta(point.row, last.row));
        if col < NEAR_SPAN && row < NEAR_SPAN {
            self.line.push(row * NEAR_SPAN + col);
        } else {
            let number = self.size.number(point);
            self.line.extend([ABSOLUTE + (number >> 8) as u8, number as u8]);
        }
    }

    /// Begins a move by `color` after a move by `last`.
    fn push_player(&mut self, last: Option<Color>, color: Color) {
        if color != last.map_or(Color::Black, |last| !last) {
            self.line.push(SAME_PLAYER);
        }
        self.own += 1;
    }

    /// Appends a stone and the points of the stones that it captures.
    pub fn play(&mut self, color: Color, point: Point, captured: &[Point]) {
        let (player, mut last) = self.last();
        self.push_player(player, color);
        if captured.is_empty() {
            self.push_point(last, point);
            self.path.push((Some(color), point));
            return;
        }
        self.line.push(CAPTURE);
        self.push_point(last, point);
        last = point;
        push_number(&mut self.line, captured.len());
        for &point in captured {
            self.push_point(last, point);
            last = point;
        }
        self.path.push((Some(color), last));
    }

    /// Appends a pass.
    pub fn pass(&mut self, color: Color) {
        let (player, last) = self.last();
        self.push_player(player, color);
        self.line.push(PASS);
        self.path.push((Some(color), last));
    }

    /// Appends a setup: points with their new states.
    pub fn setup(&mut self, stones: &[(Point, Option<Color>)]) {
        self.own += 1;
        self.line.push(SETUP);
        push_number(&mut self.line, stones.len());
        for &(point, stone) in stones {
            let state = stone.map_or(0, |color| 1 + color as usize);
            push_number(&mut self.line, usize::from(self.size.number(point)) * 3 + state);
        }
        self.path.push((None, self.last().1));
    }

    /// Ends the current line. Does nothing if the line has no steps of its own.
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

    /// Begins a line that shares the first `steps` steps of the current one, the
    /// setup at the root included.
    pub fn go_back(&mut self, steps: usize) {
        self.end_line();
        self.path.truncate(steps);
        self.shared = self.path.len();
    }

    /// Ends the game and returns its encoding.
    pub fn finish(&mut self) -> Vec<u8> {
        self.end_line();
        self.bytes.clone()
    }
}

/// Appends a number in LEB128.
fn push_number(bytes: &mut Vec<u8>, mut number: usize) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

#[cfg(test)]
#[path = "encoding_tests.rs"]
mod tests;
