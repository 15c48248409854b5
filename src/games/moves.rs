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
const VERSION: u8 = 1;
const ABSOLUTE: u8 = 225;
const PASS: u8 = 236;
const SETUP: u8 = 237;
const SAME_PLAYER: u8 = 238;
const CAPTURE: u8 = 239;
/// How far a point may lie from the last one to be written in one byte.
const NEAR: u8 = 7;
const NEAR_SPAN: u8 = 2 * NEAR + 1;

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
        let mut bytes = Vec::with_capacity(400);
        bytes.extend([VERSION, size.cols(), size.rows()]);
        let mut encoder = Encoder {
            size,
            bytes,
            path: Vec::with_capacity(300),
            shared: 0,
            own: 0,
            line: Vec::with_capacity(400),
        };
        encoder.setup(stones);
        encoder
    }

    /// The number of steps in the present line, the setup at the root included.
    pub fn steps(&self) -> usize {
        self.path.len()
    }

    fn index(&self, point: Point) -> u16 {
        u16::from(point.row) * u16::from(self.size.cols()) + u16::from(point.col)
    }

    fn last(&self) -> Point {
        self.path.last().map_or(Point::new(0, 0), |&(_, point)| point)
    }

    /// Writes a point, seen from the last one.
    fn point(&mut self, last: Point, point: Point) {
        let delta = |to: u8, from: u8| (to + NEAR).wrapping_sub(from);
        let (col, row) = (delta(point.col, last.col), delta(point.row, last.row));
        if col < NEAR_SPAN && row < NEAR_SPAN {
            self.line.push(row * NEAR_SPAN + col);
        } else {
            let index = self.index(point);
            self.line.push(ABSOLUTE + (index >> 8) as u8);
            self.line.push(index as u8);
        }
    }

    fn player(&mut self, color: Color) {
        let due = self.path.last().and_then(|&(last, _)| last).map_or(Color::Black, |last| !last);
        if color != due {
            self.line.push(SAME_PLAYER);
        }
        self.own += 1;
    }

    /// Adds a stone, with what it captures.
    pub fn play(&mut self, color: Color, point: Point, captured: &[Point]) {
        self.player(color);
        if !captured.is_empty() {
            self.line.push(CAPTURE);
        }
        self.point(self.last(), point);
        let mut last = point;
        if !captured.is_empty() {
            push_number(&mut self.line, captured.len());
            for &point in captured {
                self.point(last, point);
                last = point;
            }
        }
        self.path.push((Some(color), last));
    }

    /// Adds a pass.
    pub fn pass(&mut self, color: Color) {
        self.player(color);
        self.line.push(PASS);
        self.path.push((Some(color), self.last()));
    }

    /// Adds a setup: points with what stands on them from now on.
    pub fn setup(&mut self, stones: &[(Point, Option<Color>)]) {
        self.own += 1;
        self.line.push(SETUP);
        push_number(&mut self.line, stones.len());
        for &(point, stone) in stones {
            let code = stone.map_or(0, |color| 1 + color as usize);
            let number = usize::from(self.index(point)) * 3 + code;
            push_number(&mut self.line, number);
        }
        self.path.push((None, self.last()));
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
    pub fn finish(mut self) -> Vec<u8> {
        self.end_line();
        self.bytes
    }
}

fn push_number(bytes: &mut Vec<u8>, mut number: usize) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Reads the lines of a game, each in whole.
#[derive(Debug)]
pub struct Lines<'a> {
    rest: Rest<'a>,
    steps: Vec<Step>,
    changes: Vec<Change>,
    /// The steps behind the first that are no moves.
    setups: Vec<u16>,
    shared: usize,
}

/// What is still to be read, and what has to be known for it.
///
/// Small and apart from the rest, so that a loop can have it in registers.
#[derive(Clone, Copy, Debug)]
struct Rest<'a> {
    bytes: &'a [u8],
    size: Size,
    area: u16,
    /// The point of the last move, or of the last stone that it captured.
    last: Point,
    /// Whose turn it is.
    due: Color,
}

/// For each byte of a stone near the last one, the columns and rows from there,
/// both [`NEAR`] more than they are.
const NEAR_BY: [(u8, u8); ABSOLUTE as usize] = {
    let mut table = [(0, 0); ABSOLUTE as usize];
    let mut byte = 0;
    while byte < ABSOLUTE {
        table[byte as usize] = (byte % NEAR_SPAN, byte / NEAR_SPAN);
        byte += 1;
    }
    table
};

impl<'a> Lines<'a> {
    /// The lines in stored bytes.
    ///
    /// # Errors
    /// When they are of a version that is not known.
    pub fn new(bytes: &'a [u8]) -> Result<Lines<'a>, DamagedMovesError> {
        Ok(Lines {
            rest: Rest::new(bytes)?,
            steps: Vec::with_capacity(300),
            changes: Vec::with_capacity(340),
            setups: Vec::new(),
            shared: 0,
        })
    }

    /// Reads another game with the memory of this one.
    ///
    /// # Errors
    /// As for [`new`](Self::new).
    pub fn restart(&mut self, bytes: &'a [u8]) -> Result<(), DamagedMovesError> {
        self.rest = Rest::new(bytes)?;
        self.shared = 0;
        self.truncate(0)
    }

    /// The board.
    pub fn size(&self) -> Size {
        self.rest.size
    }

    /// The steps of the present line, from the setup at the root.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// What happens on the board in the present line, in order; where a stone
    /// is played, that comes before what it captures.
    pub fn changes(&self) -> &[Change] {
        &self.changes
    }

    /// The steps of the present line behind the first that are no moves.
    pub fn setups(&self) -> &[u16] {
        &self.setups
    }

    /// How many of the steps the line before has too.
    pub fn shared(&self) -> usize {
        self.shared
    }

    /// Whether there is a line behind the present one.
    pub fn has_more(&self) -> bool {
        !self.rest.bytes.is_empty()
    }

    fn truncate(&mut self, steps: usize) -> Result<(), DamagedMovesError> {
        if steps > self.steps.len() {
            return Err(DamagedMovesError);
        }
        self.steps.truncate(steps);
        let changes = self.changes.partition_point(|change| usize::from(change.step) < steps);
        self.changes.truncate(changes);
        let setups = self.setups.partition_point(|&setup| usize::from(setup) < steps);
        self.setups.truncate(setups);
        // Setups do not count.
        let is_move = |change: &&Change| self.steps[usize::from(change.step)].player().is_some();
        let last = self.changes.iter().rfind(is_move);
        self.rest.last = last.map_or(Point::new(0, 0), |change| self.rest.at(change.point));
        let player = self.steps.last().and_then(|step| step.player());
        self.rest.due = player.map_or(Color::Black, |player| !player);
        Ok(())
    }

    /// Reads the next line; false when there is none.
    ///
    /// # Errors
    /// When the bytes are not what an [`Encoder`] writes.
    #[allow(clippy::should_implement_trait, reason = "it lends what it has read")]
    pub fn next(&mut self) -> Result<bool, DamagedMovesError> {
        if self.rest.bytes.is_empty() {
            return Ok(false);
        }
        self.shared = self.rest.number()?;
        let steps = self.shared + self.rest.number()?;
        self.truncate(self.shared)?;
        if steps > LONGEST_LINE {
            return Err(DamagedMovesError);
        }
        let mut rest = self.rest;
        for number in self.shared..steps {
            let step = rest.step(number as u16, &mut self.changes)?;
            if step == Step::Setup && number > 0 {
                self.setups.push(number as u16);
            }
            self.steps.push(step);
        }
        self.rest = rest;
        Ok(true)
    }
}

impl<'a> Rest<'a> {
    fn new(bytes: &'a [u8]) -> Result<Rest<'a>, DamagedMovesError> {
        let ([VERSION, cols, rows], bytes) = bytes.split_first_chunk().ok_or(DamagedMovesError)?
        else {
            return Err(DamagedMovesError);
        };
        let size = Size::new(*cols, *rows).map_err(|_| DamagedMovesError)?;
        let (last, due) = (Point::new(0, 0), Color::Black);
        Ok(Rest { bytes, size, area: size.area() as u16, last, due })
    }

    fn byte(&mut self) -> Result<u8, DamagedMovesError> {
        let (&byte, rest) = self.bytes.split_first().ok_or(DamagedMovesError)?;
        self.bytes = rest;
        Ok(byte)
    }

    fn number(&mut self) -> Result<usize, DamagedMovesError> {
        let mut number = 0;
        for shift in [0, 7, 14, 21] {
            let byte = self.byte()?;
            number |= usize::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(DamagedMovesError)
    }

    /// Reads a point, seen from the last one, which it becomes. Its number.
    fn point(&mut self, first: u8) -> Result<u16, DamagedMovesError> {
        match first {
            ..ABSOLUTE => {
                let (col, row) = NEAR_BY[usize::from(first)];
                let col = (self.last.col + col).wrapping_sub(NEAR);
                let row = (self.last.row + row).wrapping_sub(NEAR);
                if col >= self.size.cols() || row >= self.size.rows() {
                    return Err(DamagedMovesError);
                }
                self.last = Point::new(col, row);
                Ok(u16::from(row) * u16::from(self.size.cols()) + u16::from(col))
            }
            ABSOLUTE..PASS => {
                let point = u16::from(first - ABSOLUTE) << 8 | u16::from(self.byte()?);
                if point >= self.area {
                    return Err(DamagedMovesError);
                }
                self.last = self.at(point);
                Ok(point)
            }
            _ => Err(DamagedMovesError),
        }
    }

    /// The point with a number.
    fn at(&self, point: u16) -> Point {
        let cols = u16::from(self.size.cols());
        Point::new((point % cols) as u8, (point / cols) as u8)
    }

    #[inline(always)]
    fn step(&mut self, step: u16, changes: &mut Vec<Change>) -> Result<Step, DamagedMovesError> {
        let mut due = self.due;
        let mut first = self.byte()?;
        if first == SAME_PLAYER {
            due = !due;
            first = self.byte()?;
        }
        if first == SETUP {
            self.due = Color::Black;
            for _ in 0..self.number()? {
                let number = self.number()?;
                let stone = [None, Some(Color::Black), Some(Color::White)][number % 3];
                let point = u16::try_from(number / 3).map_err(|_| DamagedMovesError)?;
                if point >= self.area {
                    return Err(DamagedMovesError);
                }
                changes.push(Change { step, point, stone });
            }
            return Ok(Step::Setup);
        }
        self.due = !due;
        if first == PASS {
            return Ok(Step::Pass(due));
        }
        let captures = first == CAPTURE;
        if captures {
            first = self.byte()?;
        }
        let point = self.point(first)?;
        let at = self.last;
        changes.push(Change { step, point, stone: Some(due) });
        if captures {
            for _ in 0..self.number()? {
                let first = self.byte()?;
                let point = self.point(first)?;
                changes.push(Change { step, point, stone: None });
            }
        }
        Ok(Step::Play(due, at))
    }
}

#[cfg(test)]
#[path = "moves_tests.rs"]
mod tests;
