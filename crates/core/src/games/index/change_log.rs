//! Change log of a main line: all changes of points that change more than once, by
//! captures, recaptures and setups. Every other point is fully described by its
//! [`FirstStone`](super::FirstStone).
//!
//! A main line has about a dozen such points. Encoding, in words of 16 bits, for each of
//! these points in the order of their numbers:
//!
//! | word | meaning |
//! |---|---|
//! | 0 | number of the point |
//! | 1 | number n of changes |
//! | 2 to n + 1 | `step * 2 + white`: in turns a stone that arrives and a stone that disappears |
//!
//! The passes come last, with [`PASSES`] as their point and the player as the color.

use crate::Color;
use crate::games::encoding::PointChange;
use crate::go::Size;

/// The point of passes. No board has this point.
const PASSES: u16 = u16::MAX;

/// Iterates over the points of a change log.
#[derive(Clone, Debug)]
pub(crate) struct ChangeLog<'a> {
    words: &'a [u16],
}

/// When a point is occupied.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Occupancy<'a> {
    pub point: u16,
    changes: &'a [u16],
}

/// A stone on a point during `start..end`, in steps. `end` is [`u16::MAX`] for a stone
/// that stays.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Interval {
    pub color: Color,
    pub start: u16,
    pub end: u16,
}

impl<'a> ChangeLog<'a> {
    /// Reads words written by [`ChangeLogBuilder::write`].
    pub(crate) fn new(words: &'a [u16]) -> ChangeLog<'a> {
        ChangeLog { words }
    }

    fn next_entry(&mut self) -> Option<Occupancy<'a>> {
        let (&[point, count], rest) = self.words.split_first_chunk()?;
        let (changes, rest) = rest.split_at_checked(usize::from(count))?;
        self.words = rest;
        Some(Occupancy { point, changes })
    }

    /// The passes, in order: the step and the player.
    pub(crate) fn passes(mut self) -> impl Iterator<Item = (u16, Color)> + use<'a> {
        let passes = std::iter::from_fn(move || self.next_entry()).find(|log| log.point == PASSES);
        let passes = passes.into_iter().flat_map(|log| log.changes);
        passes.map(|&pass| (pass >> 1, color_of(pass)))
    }
}

/// The color of a change.
fn color_of(change: u16) -> Color {
    if change & 1 == 1 { Color::White } else { Color::Black }
}

impl<'a> Iterator for ChangeLog<'a> {
    type Item = Occupancy<'a>;

    fn next(&mut self) -> Option<Occupancy<'a>> {
        self.next_entry().filter(|log| log.point != PASSES)
    }
}

impl<'a> Occupancy<'a> {
    /// The stones on the point, in order.
    pub(crate) fn intervals(self) -> impl Iterator<Item = Interval> + use<'a> {
        self.changes.chunks(2).map(|change| Interval {
            color: color_of(change[0]),
            start: change[0] >> 1,
            end: change.get(1).map_or(u16::MAX, |gone| gone >> 1),
        })
    }
}

/// Collects the changes of one main line after the other.
#[derive(Debug, Default)]
pub(crate) struct ChangeLogBuilder {
    /// Point and change, in order.
    changes: Vec<(u16, u16)>,
    /// The current state of each point of the board.
    states: Vec<Option<Color>>,
}

impl ChangeLogBuilder {
    /// Begins a game. The builder is empty.
    pub(super) fn begin(&mut self, board: Size) {
        self.states.resize(board.area(), None);
    }

    /// Adds a change of a point that changes more than once. The first is the arrival
    /// of the first stone.
    pub(super) fn add(&mut self, PointChange { step, point, stone }: PointChange) {
        let state = &mut self.states[usize::from(point)];
        if *state == stone {
            return;
        }
        if state.is_some() {
            self.changes.push((point, step << 1));
        }
        if let Some(color) = stone {
            self.changes.push((point, step << 1 | color as u16));
        }
        *state = stone;
    }

    /// Adds a pass.
    pub(super) fn add_pass(&mut self, step: u16, color: Color) {
        self.changes.push((PASSES, step << 1 | color as u16));
    }

    /// Appends the encoding to `words` and empties the builder.
    pub(super) fn write(&mut self, words: &mut Vec<u16>) {
        self.changes.sort_by_key(|&(point, _)| point);
        for changes in self.changes.chunk_by(|one, other| one.0 == other.0) {
            let point = changes[0].0;
            if let Some(state) = self.states.get_mut(usize::from(point)) {
                *state = None;
            }
            // Only a setup that names one point many times can have so many changes.
            let changes = &changes[..changes.len().min(usize::from(u16::MAX))];
            words.extend([point, changes.len() as u16]);
            words.extend(changes.iter().map(|&(_, change)| change));
        }
        self.changes.clear();
    }
}
