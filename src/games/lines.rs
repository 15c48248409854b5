//! Reading the stored moves of a game; see [`super::moves`] for how they are
//! stored.
//!
//! Two readers of one loop: [`Lines`] keeps every line in whole, [`FirstLine`]
//! hands out what it reads, which is all that most games need to be searched.

use std::slice;

use super::moves::{
    ABSOLUTE, CAPTURE, LONGEST_LINE, NEAR, NEAR_SPAN, PASS, SAME_PLAYER, SETUP, VERSION,
};
use super::{Change, DamagedMovesError, Step};
use crate::Color;
use crate::go::{Point, Size};

/// Reads the lines of a game, each in whole.
#[derive(Debug)]
pub struct Lines<'a> {
    rest: Rest<'a>,
    steps: Vec<Step>,
    changes: Vec<Change>,
    /// The steps behind the first that are no moves.
    setups: Vec<u16>,
    shared: usize,
    /// Where the changes begin that the line before has not.
    own: usize,
}

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
            own: 0,
        })
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

    /// Those of [`changes`](Self::changes) that the line before has not.
    pub fn own_changes(&self) -> &[Change] {
        &self.changes[self.own..]
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
        self.rest.has_more()
    }

    fn truncate(&mut self, steps: usize) -> Result<(), DamagedMovesError> {
        if steps > self.steps.len() {
            return Err(DamagedMovesError);
        }
        self.steps.truncate(steps);
        // From the end: most lines share nearly all that they have.
        let shared = self.changes.iter().rposition(|change| usize::from(change.step) < steps);
        self.own = shared.map_or(0, |last| last + 1);
        self.changes.truncate(self.own);
        while self.setups.pop_if(|setup| usize::from(*setup) >= steps).is_some() {}
        // Setups do not count.
        let is_move = |change: &&Change| self.steps[usize::from(change.step)].player().is_some();
        let last = self.changes.iter().rfind(is_move);
        self.rest.last = Place::new(last.map_or(0, |change| change.point), self.rest.size);
        let player = self.steps.last().and_then(|step| step.player());
        self.rest.due = player.map_or(Color::Black, |player| !player);
        Ok(())
    }

    /// Reads the next line; false when there is none.
    ///
    /// # Errors
    /// When the bytes are not what an [`Encoder`](super::Encoder) writes.
    #[allow(clippy::should_implement_trait, reason = "it lends what it has read")]
    pub fn next(&mut self) -> Result<bool, DamagedMovesError> {
        if !self.has_more() {
            return Ok(false);
        }
        let (shared, steps) = self.rest.line()?;
        self.shared = shared;
        self.truncate(shared)?;
        let mut rest = self.rest.clone();
        for number in shared..steps {
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

/// The first line of a game, which is not kept.
#[derive(Debug)]
pub(super) struct FirstLine<'a> {
    rest: Rest<'a>,
    steps: u16,
}

/// Takes what happens on the board while a line is read, in order.
pub(super) trait Visit {
    /// A stone is played on a point; by far the most frequent.
    fn play(&mut self, step: u16, point: u16, color: Color);
    /// A stone is captured, or the point is set up.
    fn change(&mut self, change: Change);
}

impl Visit for Vec<Change> {
    fn play(&mut self, step: u16, point: u16, color: Color) {
        self.push(Change { step, point, stone: Some(color) });
    }

    fn change(&mut self, change: Change) {
        self.push(change);
    }
}

impl<'a> FirstLine<'a> {
    /// The first line in stored bytes.
    ///
    /// # Errors
    /// When they are of a version that is not known, or have no line.
    pub fn new(bytes: &'a [u8]) -> Result<FirstLine<'a>, DamagedMovesError> {
        let mut rest = Rest::new(bytes)?;
        match rest.line()? {
            (0, steps) => Ok(FirstLine { rest, steps: steps as u16 }), // lines are not longer
            _ => Err(DamagedMovesError),
        }
    }

    /// The board.
    pub fn size(&self) -> Size {
        self.rest.size
    }

    /// The number of its steps, the setup at the root included.
    pub fn steps(&self) -> u16 {
        self.steps
    }

    /// Reads it, and adds the steps behind the first that are no moves to
    /// `setups`. Whether the game has more lines.
    ///
    /// # Errors
    /// When the bytes are not what an [`Encoder`](super::Encoder) writes.
    #[inline(never)] // so that the loop has the registers for itself
    pub fn read(
        self,
        visit: &mut impl Visit,
        setups: &mut Vec<u16>,
    ) -> Result<bool, DamagedMovesError> {
        let mut rest = self.rest;
        for number in 0..self.steps {
            if rest.step(number, visit)? == Step::Setup && number > 0 {
                setups.push(number);
            }
        }
        Ok(rest.has_more())
    }
}

/// What is still to be read, and what has to be known for it.
///
/// Small and apart from the rest, so that a loop can have it in registers.
#[derive(Clone, Debug)]
struct Rest<'a> {
    bytes: slice::Iter<'a, u8>,
    size: Size,
    area: u16,
    /// Where the last move is, or the last stone that it captured.
    last: Place,
    /// Whose turn it is.
    due: Color,
}

/// A point as one number, so that one addition leads to another point: the
/// lower 16 bits are its number on the board, the next its column, those above
/// its row.
#[derive(Clone, Copy, Debug)]
struct Place(i64);

impl Place {
    fn new(number: u16, size: Size) -> Place {
        let cols = u16::from(size.cols());
        let (col, row) = (i64::from(number % cols), i64::from(number / cols));
        Place(row << 32 | col << 16 | i64::from(number))
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

/// For each byte of a stone near the last one, the columns and rows from there.
const NEAR_BY: [(i8, i8); ABSOLUTE as usize] = {
    let mut table = [(0, 0); ABSOLUTE as usize];
    let mut byte = 0;
    while byte < ABSOLUTE {
        let (col, row) = (byte % NEAR_SPAN, byte / NEAR_SPAN);
        table[byte as usize] = (col as i8 - NEAR as i8, row as i8 - NEAR as i8);
        byte += 1;
    }
    table
};

impl<'a> Rest<'a> {
    fn new(bytes: &'a [u8]) -> Result<Rest<'a>, DamagedMovesError> {
        let ([VERSION, cols, rows], bytes) = bytes.split_first_chunk().ok_or(DamagedMovesError)?
        else {
            return Err(DamagedMovesError);
        };
        let size = Size::new(*cols, *rows).map_err(|_| DamagedMovesError)?;
        let (last, due) = (Place::new(0, size), Color::Black);
        Ok(Rest { bytes: bytes.iter(), size, area: size.area() as u16, last, due })
    }

    fn has_more(&self) -> bool {
        !self.bytes.as_slice().is_empty()
    }

    fn byte(&mut self) -> Result<u8, DamagedMovesError> {
        self.bytes.next().copied().ok_or(DamagedMovesError)
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

    /// Reads how many steps the line shares with the one before, and how many
    /// it has.
    fn line(&mut self) -> Result<(usize, usize), DamagedMovesError> {
        let shared = self.number()?;
        let steps = shared + self.number()?;
        if steps > LONGEST_LINE {
            return Err(DamagedMovesError);
        }
        Ok((shared, steps))
    }

    /// Reads a point, seen from the last one, which it becomes. Its number.
    #[inline(always)]
    fn point(&mut self, first: u8) -> Result<u16, DamagedMovesError> {
        if let Some(&(right, down)) = NEAR_BY.get(usize::from(first)) {
            let (right, down) = (i64::from(right), i64::from(down));
            let cols = self.size.cols();
            self.last.0 += right * (1 << 16 | 1) + down * (1 << 32 | i64::from(cols));
            // Where the number is one of the board, and not less than 0, the
            // column is what it should be.
            if self.last.number() >= self.area || self.last.col() >= u16::from(cols) {
                return Err(DamagedMovesError);
            }
        } else {
            let high = u16::from(first - ABSOLUTE) << 8;
            let number = high | u16::from(self.byte()?);
            if first >= PASS || number >= self.area {
                return Err(DamagedMovesError);
            }
            self.last = Place::new(number, self.size);
        }
        Ok(self.last.number())
    }

    /// Reads a step.
    #[inline(always)]
    fn step(&mut self, step: u16, visit: &mut impl Visit) -> Result<Step, DamagedMovesError> {
        let first = self.byte()?;
        if first >= PASS {
            let read;
            (*self, read) = self.clone().other(first, step, visit)?;
            return Ok(read);
        }
        let (point, color) = (self.point(first)?, self.due);
        self.due = !color;
        visit.play(step, point, color);
        Ok(Step::Play(color, self.last.point()))
    }

    /// Reads a step that is more than a stone, or none.
    ///
    /// It is given what it changes, and gives it back: what is only lent has to
    /// be in memory.
    #[inline(never)]
    fn other(
        mut self,
        mut first: u8,
        step: u16,
        visit: &mut impl Visit,
    ) -> Result<(Rest<'a>, Step), DamagedMovesError> {
        if first == SAME_PLAYER {
            self.due = !self.due;
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
                visit.change(Change { step, point, stone });
            }
            return Ok((self, Step::Setup));
        }
        let color = self.due;
        self.due = !color;
        if first == PASS {
            return Ok((self, Step::Pass(color)));
        }
        let captures = first == CAPTURE;
        if captures {
            first = self.byte()?;
        }
        let point = self.point(first)?;
        let played = Step::Play(color, self.last.point());
        visit.play(step, point, color);
        if captures {
            for _ in 0..self.number()? {
                let first = self.byte()?;
                let point = self.point(first)?;
                visit.change(Change { step, point, stone: None });
            }
        }
        Ok((self, played))
    }
}
