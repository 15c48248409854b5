//! Decoding of stored moves; [`encoding`](super::encoding) documents the format.
//!
//! Setups before the first move of a line are decoded as parts of step 0, wherever the file
//! has them: at the root or in the nodes behind it. So the steps of a decoded line may be
//! fewer than those stored.
//!
//! [`GameDecoder`] decodes line by line and keeps the current line. [`MainLine`] streams
//! the first line to a visitor without keeping anything: an index needs no more
//! of a game without variations.

use std::slice;

use super::encoding::{
    ABSOLUTE, CAPTURE, MAX_LINE_STEPS, NEAR, NEAR_SPAN, PASS, SAME_PLAYER, SETUP, VERSION,
};
use super::encoding::{DecodeGameError, PointChange, Step};
use crate::Color;
use crate::go::{Point, Size};

/// Decodes the lines of a game, one after the other.
#[derive(Debug)]
pub struct GameDecoder<'a> {
    cursor: Cursor<'a>,
    steps: Vec<Step>,
    changes: Vec<PointChange>,
    setups: Vec<u16>,
    /// The stored setups that make step 0.
    start: Vec<StartSetup>,
    shared: usize,
    /// Number of stored steps that the line before has too.
    stored_shared: usize,
    /// Index of the first change that the line before does not have.
    own: usize,
}

/// A stored setup before the first move.
#[derive(Clone, Copy, Debug)]
struct StartSetup {
    /// Number of changes up to the setup and including it.
    changes: usize,
    /// Whether the moves of some line begin after this setup.
    begins_line: bool,
}

impl<'a> GameDecoder<'a> {
    /// Reads the header. The first line is current after one call of
    /// [`next_line`](Self::next_line).
    ///
    /// # Errors
    /// When the version is unknown or the header damaged.
    pub fn new(bytes: &'a [u8]) -> Result<GameDecoder<'a>, DecodeGameError> {
        Ok(GameDecoder {
            cursor: Cursor::new(bytes)?,
            steps: Vec::with_capacity(300),
            changes: Vec::with_capacity(340),
            setups: Vec::new(),
            start: Vec::new(),
            shared: 0,
            stored_shared: 0,
            own: 0,
        })
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.cursor.size
    }

    /// All steps of the current line. Step 0 is everything that is set up before the first
    /// move.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// All changes of points in the current line, in order; a stone that captures
    /// comes before the points it captures.
    pub fn changes(&self) -> &[PointChange] {
        &self.changes
    }

    /// The [`changes`](Self::changes) that the line before does not have. The first of them
    /// may belong to the middle of step 0.
    pub fn own_changes(&self) -> &[PointChange] {
        &self.changes[self.own..]
    }

    /// The steps of the current line that are setups, without step 0.
    pub fn setups(&self) -> &[u16] {
        &self.setups
    }

    /// Number of steps that the current line shares with an earlier line: 0 if no earlier
    /// line has the same position before its first move.
    pub fn shared(&self) -> usize {
        self.shared
    }

    /// Number of stored setups that make step 0. On the path to the current line, it identifies
    /// the position before the first move.
    pub fn start_setups(&self) -> usize {
        self.start.len()
    }

    /// Where the current line leaves the line before: the number of stored steps that both
    /// have, and the number of the move that follows, from 1.
    pub(super) fn branch(&self) -> (usize, usize) {
        let steps = (self.stored_shared + 1).saturating_sub(self.start.len()).max(1);
        let moves = self.steps[..steps].iter().filter(|step| step.player().is_some());
        (self.stored_shared, moves.count() + 1)
    }

    /// Whether another line follows.
    pub fn has_more(&self) -> bool {
        self.cursor.has_more()
    }

    /// Decodes the next line. Returns `false` after the last one.
    ///
    /// # Errors
    /// When the bytes are not what a [`GameEncoder`](super::GameEncoder) writes.
    pub fn next_line(&mut self) -> Result<bool, DecodeGameError> {
        if !self.has_more() {
            return Ok(false);
        }
        let (shared, stored) = self.cursor.line_lengths()?;
        self.truncate(shared)?;
        self.stored_shared = shared;
        let mut left = stored - shared;
        let mut cursor = self.cursor.clone();
        while self.steps.len() <= 1 && left > 0 && cursor.is_at_setup() {
            cursor.step(0, &mut self.changes)?;
            self.start.push(StartSetup { changes: self.changes.len(), begins_line: false });
            left -= 1;
        }
        if self.steps.is_empty() {
            self.steps.push(Step::Setup);
        }
        let start = self.start.last_mut().ok_or(DecodeGameError::Damaged)?;
        let is_known = std::mem::replace(&mut start.begins_line, true);
        self.shared = if is_known { self.steps.len() } else { 0 };
        for number in self.steps.len()..self.steps.len() + left {
            let step = cursor.step(number as u16, &mut self.changes)?;
            if step == Step::Setup {
                self.setups.push(number as u16);
            }
            self.steps.push(step);
        }
        self.cursor = cursor;
        Ok(true)
    }

    /// Goes back to the state after the first `stored` stored steps of the current line.
    fn truncate(&mut self, stored: usize) -> Result<(), DecodeGameError> {
        if stored > (self.start.len() + self.steps.len()).saturating_sub(1) {
            return Err(DecodeGameError::Damaged);
        }
        self.start.truncate(stored);
        let steps = 1 + stored - self.start.len();
        self.steps.truncate(steps);
        self.own = if steps == 1 {
            self.start.last().map_or(0, |start| start.changes)
        } else {
            // Searched from the end, because most lines share nearly all their steps.
            let shared = self.changes.iter().rposition(|change| usize::from(change.step) < steps);
            shared.map_or(0, |last| last + 1)
        };
        self.changes.truncate(self.own);
        while self.setups.pop_if(|setup| usize::from(*setup) >= steps).is_some() {}
        // Points of setups do not count as the last point.
        let is_move =
            |change: &&PointChange| self.steps[usize::from(change.step)].player().is_some();
        let last = self.changes.iter().rfind(is_move);
        self.cursor.last =
            PackedPoint::new(last.map_or(0, |change| change.point), self.cursor.size);
        let player = self.steps.last().and_then(|step| step.player());
        self.cursor.due = player.map_or(Color::Black, |player| !player);
        Ok(())
    }
}

/// The first line of a game, to be decoded into a visitor.
#[derive(Debug)]
pub(super) struct MainLine<'a> {
    cursor: Cursor<'a>,
    /// Number of stored steps.
    steps: u16,
}

/// Receives the changes of a line in order while the line is decoded.
pub(super) trait ChangeVisitor {
    /// A stone is played: by far the most frequent change.
    fn play(&mut self, step: u16, point: u16, color: Color);
    /// A stone is captured, or a setup changes a point.
    fn change(&mut self, change: PointChange);
    /// A player passes.
    fn pass(&mut self, _step: u16, _color: Color) {}
}

impl ChangeVisitor for Vec<PointChange> {
    fn play(&mut self, step: u16, point: u16, color: Color) {
        self.push(PointChange { step, point, stone: Some(color) });
    }

    fn change(&mut self, change: PointChange) {
        self.push(change);
    }
}

impl<'a> MainLine<'a> {
    /// Reads the header and the length of the first line.
    ///
    /// # Errors
    /// When the version is unknown, or there is no line.
    pub(super) fn new(bytes: &'a [u8]) -> Result<MainLine<'a>, DecodeGameError> {
        let mut cursor = Cursor::new(bytes)?;
        match cursor.line_lengths()? {
            (0, steps) => Ok(MainLine { cursor, steps: steps as u16 }), // at most MAX_LINE_STEPS
            _ => Err(DecodeGameError::Damaged),
        }
    }

    /// The size of the board.
    pub(super) fn size(&self) -> Size {
        self.cursor.size
    }

    /// Passes all changes to `visitor` and appends the steps that are setups, without
    /// step 0, to `setups`. Returns the number of steps, and whether the game has more lines.
    ///
    /// # Errors
    /// When the bytes are not what a [`GameEncoder`](super::GameEncoder) writes.
    #[inline(never)] // leaves all registers to the loop
    pub(super) fn decode(
        self,
        visitor: &mut impl ChangeVisitor,
        setups: &mut Vec<u16>,
    ) -> Result<(u16, bool), DecodeGameError> {
        let MainLine { mut cursor, steps: stored } = self;
        let mut start = 0;
        while start < stored && cursor.is_at_setup() {
            cursor.step(0, visitor)?;
            start += 1;
        }
        if start == 0 {
            return Err(DecodeGameError::Damaged);
        }
        let steps = stored - start + 1;
        for number in 1..steps {
            if cursor.step(number, visitor)? == Step::Setup {
                setups.push(number);
            }
        }
        Ok((steps, cursor.has_more()))
    }
}

/// The unread bytes and the state on which their meaning depends. Small enough for
/// the registers of a loop.
#[derive(Clone, Debug)]
struct Cursor<'a> {
    bytes: slice::Iter<'a, u8>,
    size: Size,
    area: u16,
    /// The last point played or captured.
    last: PackedPoint,
    /// The player of the next move.
    due: Color,
}

/// A point as its number (bits 0 to 15), column (bits 16 to 31) and row (bits 32 and
/// up), so that a single addition moves it by columns and rows.
#[derive(Clone, Copy, Debug)]
struct PackedPoint(i64);

impl PackedPoint {
    fn new(number: u16, size: Size) -> PackedPoint {
        let cols = u16::from(size.cols());
        let (col, row) = (i64::from(number % cols), i64::from(number / cols));
        PackedPoint(row << 32 | col << 16 | i64::from(number))
    }

    fn number(self) -> u16 {
        self.0 as u16
    }

    fn col(self) -> u16 {
        (self.0 >> 16) as u16
    }

    fn point(self) -> Point {
        Point::new(self.col() as u8, (self.0 >> 32) as u8)
    }
}

/// Columns and rows from the last point for each byte below [`ABSOLUTE`].
const NEAR_OFFSETS: [(i8, i8); ABSOLUTE as usize] = {
    let mut table = [(0, 0); ABSOLUTE as usize];
    let mut byte = 0;
    while byte < ABSOLUTE {
        let (col, row) = (byte % NEAR_SPAN, byte / NEAR_SPAN);
        table[byte as usize] = (col as i8 - NEAR as i8, row as i8 - NEAR as i8);
        byte += 1;
    }
    table
};

impl<'a> Cursor<'a> {
    /// Reads the header.
    fn new(bytes: &'a [u8]) -> Result<Cursor<'a>, DecodeGameError> {
        let ([version, cols, rows], bytes) =
            bytes.split_first_chunk().ok_or(DecodeGameError::Damaged)?;
        if *version != VERSION {
            return Err(DecodeGameError::UnknownVersion(*version));
        }
        let size = Size::new(*cols, *rows).map_err(|_| DecodeGameError::Damaged)?;
        let (last, due) = (PackedPoint::new(0, size), Color::Black);
        Ok(Cursor { bytes: bytes.iter(), size, area: size.area() as u16, last, due })
    }

    fn has_more(&self) -> bool {
        !self.bytes.as_slice().is_empty()
    }

    /// Whether the next step is a setup, as a [`GameEncoder`](super::GameEncoder) writes it.
    fn is_at_setup(&self) -> bool {
        self.bytes.as_slice().first() == Some(&SETUP)
    }

    fn byte(&mut self) -> Result<u8, DecodeGameError> {
        self.bytes.next().copied().ok_or(DecodeGameError::Damaged)
    }

    /// Reads a number in LEB128, at most 28 bits.
    fn number(&mut self) -> Result<usize, DecodeGameError> {
        let mut number = 0;
        for shift in [0, 7, 14, 21] {
            let byte = self.byte()?;
            number |= usize::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(DecodeGameError::Damaged)
    }

    /// Reads how many steps a line shares with the line before, and returns that number
    /// and the number of all its steps.
    fn line_lengths(&mut self) -> Result<(usize, usize), DecodeGameError> {
        let shared = self.number()?;
        let steps = shared + self.number()?;
        if steps > MAX_LINE_STEPS {
            return Err(DecodeGameError::Damaged);
        }
        Ok((shared, steps))
    }

    /// Reads a point whose first byte is `first`, and returns its number.
    #[inline(always)]
    fn point(&mut self, first: u8) -> Result<u16, DecodeGameError> {
        if let Some(&(right, down)) = NEAR_OFFSETS.get(usize::from(first)) {
            let (right, down) = (i64::from(right), i64::from(down));
            let cols = self.size.cols();
            self.last.0 += right * (1 << 16 | 1) + down * (1 << 32 | i64::from(cols));
            // If number and column are on the board, so is the row.
            if self.last.number() >= self.area || self.last.col() >= u16::from(cols) {
                return Err(DecodeGameError::Damaged);
            }
        } else {
            let high = u16::from(first - ABSOLUTE) << 8;
            let number = high | u16::from(self.byte()?);
            if first >= PASS || number >= self.area {
                return Err(DecodeGameError::Damaged);
            }
            self.last = PackedPoint::new(number, self.size);
        }
        Ok(self.last.number())
    }

    #[inline(always)]
    fn step(
        &mut self,
        step: u16,
        visitor: &mut impl ChangeVisitor,
    ) -> Result<Step, DecodeGameError> {
        let first = self.byte()?;
        if first >= PASS {
            let decoded;
            (*self, decoded) = self.clone().rare_step(first, step, visitor)?;
            return Ok(decoded);
        }
        let (point, color) = (self.point(first)?, self.due);
        self.due = !color;
        visitor.play(step, point, color);
        Ok(Step::Play(color, self.last.point()))
    }

    /// Reads any step but a stone without captures.
    ///
    /// Takes and returns the cursor by value: a borrowed cursor would have to live in
    /// memory during the whole loop of the caller.
    #[inline(never)]
    fn rare_step(
        mut self,
        mut first: u8,
        step: u16,
        visitor: &mut impl ChangeVisitor,
    ) -> Result<(Cursor<'a>, Step), DecodeGameError> {
        if first == SAME_PLAYER {
            self.due = !self.due;
            first = self.byte()?;
        }
        if first == SETUP {
            self.due = Color::Black;
            for _ in 0..self.number()? {
                let number = self.number()?;
                let stone = [None, Some(Color::Black), Some(Color::White)][number % 3];
                let point = u16::try_from(number / 3).map_err(|_| DecodeGameError::Damaged)?;
                if point >= self.area {
                    return Err(DecodeGameError::Damaged);
                }
                visitor.change(PointChange { step, point, stone });
            }
            return Ok((self, Step::Setup));
        }
        let color = self.due;
        self.due = !color;
        if first == PASS {
            visitor.pass(step, color);
            return Ok((self, Step::Pass(color)));
        }
        let captures = first == CAPTURE;
        if captures {
            first = self.byte()?;
        }
        let point = self.point(first)?;
        let played = Step::Play(color, self.last.point());
        visitor.play(step, point, color);
        if captures {
            for _ in 0..self.number()? {
                let first = self.byte()?;
                let point = self.point(first)?;
                visitor.change(PointChange { step, point, stone: None });
            }
        }
        Ok((self, played))
    }
}
