//! A position on the whole board in many games.

use super::layout::{DigestPlanes, LISTED, NO_MOVE, PASSES, SETUP, UNCLEAR_MOVE, opening_planes};
use crate::Color;

/// A match of a placement in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OpeningEvent {
    pub(super) row: u32,
    /// The index of the placement.
    pub(super) placement: usize,
    pub(super) step: u16,
    /// The next move, in the step behind.
    pub(super) next: Option<OpeningMove>,
}

/// A move in the list of the whole board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OpeningMove(u16);

impl OpeningMove {
    /// The number of different moves on a board of so many points.
    pub(super) fn count(area: usize) -> usize {
        2 * area + 2
    }

    /// A number below [`count`](Self::count).
    pub(super) fn number(self, area: usize) -> usize {
        match self.0 {
            PASSES.. => 2 * area + usize::from(self.0 - PASSES),
            stone => stone.into(),
        }
    }

    /// The move with a [number](Self::number).
    pub(super) fn with_number(number: usize, area: usize) -> OpeningMove {
        match number.checked_sub(2 * area) {
            None => OpeningMove(number as u16),
            Some(pass) => OpeningMove(PASSES + pass as u16),
        }
    }

    /// The number of the point; `None` for a pass.
    pub(super) fn point(self) -> Option<u16> {
        (self.0 < PASSES).then_some(self.0 / 2)
    }

    /// The player.
    pub(super) fn color(self) -> Color {
        let code = if self.0 < PASSES { self.0 } else { self.0 - PASSES };
        if code & 1 == 1 { Color::White } else { Color::Black }
    }
}

/// The images of a position, prepared for a walk along the lists of many rows.
#[derive(Debug)]
pub(super) struct OpeningWalk {
    /// For each stone, `point * 2 + color`, the images that have the stone, as bits.
    images: Vec<u16>,
    all: u16,
    /// Number of stones of the position.
    stones: usize,
    walkers: Vec<Walker>,
}

#[derive(Clone, Copy, Debug)]
struct Walker {
    row: u32,
    /// The images that have all stones so far.
    images: u16,
    /// Number of stones so far.
    stones: u8,
    /// The step in which the position is reached.
    start: Option<u16>,
}

/// What an entry of a list makes of a walker.
enum Walked {
    On(Walker),
    /// The position is reached or not for certain.
    Decided(Option<OpeningEvent>),
    Undecided,
}

impl OpeningWalk {
    /// Prepares at most sixteen different images, each with its stones on a board of `area` points.
    pub(super) fn new(area: usize, images: &[Vec<(u16, Color)>]) -> OpeningWalk {
        let (mut masks, mut all, mut stones) = (vec![0; 2 * area], 0, 0);
        for (number, image) in images.iter().enumerate() {
            stones = image.len();
            all |= 1 << number;
            for &(point, color) in image {
                masks[usize::from(point) * 2 + color as usize] |= 1 << number;
            }
        }
        OpeningWalk { images: masks, all, stones, walkers: Vec::new() }
    }

    /// Like [`CornerWalk::run`](super::CornerWalk::run); a row has at most one match.
    pub(super) fn run<P: DigestPlanes>(
        &mut self,
        planes: &mut P,
        wanted: &mut [u8],
        undecided: &mut Vec<u32>,
        mut visit: impl FnMut(OpeningEvent),
    ) -> Result<(), P::Error> {
        let setup = planes.plane(SETUP)?;
        let mut walkers = std::mem::take(&mut self.walkers);
        walkers.clear();
        let before = undecided.len();
        for number in 0..LISTED {
            if number > 0 && walkers.is_empty() {
                break;
            }
            let [low, high] = opening_planes(number);
            let (low, high) = (planes.plane(low)?, planes.plane(high)?);
            let entry = |row: usize| u16::from_le_bytes([low[row], high[row]]);
            if number == 0 {
                let start = (self.stones == 0).then_some(0);
                for (row, &is_wanted) in wanted.iter().enumerate() {
                    if is_wanted == 0 {
                        continue;
                    }
                    let walker = Walker { row: row as u32, images: self.all, stones: 0, start };
                    match self.go_on(walker, entry(row), 0, setup[row].into()) {
                        Walked::On(walker) => walkers.push(walker),
                        Walked::Decided(event) => event.into_iter().for_each(&mut visit),
                        Walked::Undecided => undecided.push(row as u32),
                    }
                }
                continue;
            }
            walkers.retain_mut(|walker: &mut Walker| {
                let row = walker.row as usize;
                match self.go_on(*walker, entry(row), number, setup[row].into()) {
                    Walked::On(next) => {
                        *walker = next;
                        return true;
                    }
                    Walked::Decided(event) => event.into_iter().for_each(&mut visit),
                    Walked::Undecided => undecided.push(walker.row),
                }
                false
            });
        }
        undecided.extend(walkers.iter().map(|walker| walker.row));
        undecided[before..].iter().for_each(|&row| wanted[row as usize] = 0);
        self.walkers = walkers;
        Ok(())
    }

    /// Moves a walker to the entry with a number, in a list that begins with so many stones before the first
    /// move.
    #[inline(always)]
    fn go_on(&self, mut walker: Walker, entry: u16, number: usize, setup: usize) -> Walked {
        // The step of the entry, if it is a move.
        let step = (number + 1).saturating_sub(setup) as u16;
        if entry == UNCLEAR_MOVE {
            return Walked::Undecided;
        }
        if let Some(start) = walker.start {
            if number < setup {
                return Walked::Decided(None); // more stones before the first move
            }
            return Walked::Decided(Some(OpeningEvent {
                row: walker.row,
                placement: walker.images.trailing_zeros() as usize,
                step: start,
                next: (entry != NO_MOVE).then_some(OpeningMove(entry)),
            }));
        }
        match entry {
            NO_MOVE => return Walked::Decided(None),
            PASSES.. => return Walked::On(walker),
            _ => {}
        }
        walker.images &= self.images[usize::from(entry)];
        walker.stones += 1;
        if usize::from(walker.stones) == self.stones {
            walker.start = Some(step);
        }
        if walker.images == 0 { Walked::Decided(None) } else { Walked::On(walker) }
    }
}
