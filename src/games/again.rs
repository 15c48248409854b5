//! Points that change again: a stone is taken, or put where one was taken.
//!
//! A line has a dozen of them. Their changes are kept as numbers of 16 bits:
//! for each point its own number times 16, plus how many changes follow; with
//! 15 of them or more this number follows first. A change is its step twice,
//! plus one where a white stone comes; stones come and go by turns. The first
//! stone is told by [`First`] already, and left out where that tells its step.

use super::Change;
use super::bits::ones;
use super::index::{First, Firsts};
use crate::Color;
use crate::go::Size;

/// The most changes of one point that are kept.
const MOST_CHANGES: usize = 60_000;

/// The spans of steps in which a stone stands on a point: its color, the first
/// step, and the first step without it (or [`u16::MAX`]).
#[derive(Clone, Copy, Debug)]
pub(super) struct Spans<'a> {
    /// The first stone, until it has been told.
    first: Option<&'a First>,
    changes: &'a [u16],
}

impl Iterator for Spans<'_> {
    type Item = (Color, u16, u16);

    fn next(&mut self) -> Option<(Color, u16, u16)> {
        let came = match self.first.take() {
            Some(first) if first.is_exact() => first.0 & !First::AGAIN,
            _ => self.change()?,
        };
        let color = if came & 1 == 1 { Color::White } else { Color::Black };
        let gone = self.change().map_or(u16::MAX, |gone| gone >> 1);
        Some((color, came >> 1, gone))
    }
}

impl Spans<'_> {
    /// A step with which or behind which the first stone goes, or that of the
    /// first stone itself; told without looking at anything else.
    pub fn goes_from(&self) -> u16 {
        self.changes.first().map_or(u16::MAX, |change| change >> 1)
    }

    fn change(&mut self) -> Option<u16> {
        let (&change, rest) = self.changes.split_first()?;
        self.changes = rest;
        Some(change)
    }
}

/// The points of a line that change again, each with its spans.
#[derive(Clone, Debug)]
pub(super) struct Again<'a> {
    words: &'a [u16],
    tile: &'a [Firsts],
    lane: usize,
}

impl<'a> Again<'a> {
    /// Those of a line of a tile, as [`Gathered::write`] wrote them.
    pub fn new(words: &'a [u16], tile: &'a [Firsts], lane: usize) -> Again<'a> {
        Again { words, tile, lane }
    }
}

impl<'a> Iterator for Again<'a> {
    type Item = (u16, Spans<'a>);

    fn next(&mut self) -> Option<(u16, Spans<'a>)> {
        let (&head, rest) = self.words.split_first()?;
        let (count, rest) = match head & FOLLOWS {
            FOLLOWS => rest.split_first().map(|(&count, rest)| (count, rest))?,
            count => (count, rest),
        };
        let (changes, rest) = rest.split_at_checked(usize::from(count))?;
        self.words = rest;
        let point = head >> 4;
        let first = Some(&self.tile[usize::from(point)].0[self.lane]);
        Some((point, Spans { first, changes }))
    }
}

/// Tells in the head of a point that the number of changes follows.
const FOLLOWS: u16 = 15;

/// The changes of points that change again, gathered for one line after the
/// other.
#[derive(Debug, Default)]
pub(super) struct Gathered {
    /// In order, each with its point.
    changes: Vec<(u16, u16)>,
    /// A bit for each of the points.
    points: Vec<u64>,
    /// For each point of the board what is known of it.
    seen: Vec<Seen>,
}

/// A point whose changes are gathered.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    /// The number of its changes that are gathered.
    count: u16,
    /// The stone that stands there.
    stands: Option<Color>,
    /// Where the next is written.
    next: u32,
}

impl Gathered {
    pub fn begin(&mut self, board: Size) {
        self.points.resize(board.area().div_ceil(64), 0);
        self.seen.resize(board.area(), Seen::default());
    }

    /// Adds the first stone of a point that changes again.
    pub fn add_first(&mut self, point: u16, first: First) {
        self.points[usize::from(point / 64)] |= 1 << (point % 64);
        if first.is_exact() {
            self.seen[usize::from(point)].stands = Some(first.color());
        } else {
            self.add(Change { step: first.step(), point, stone: Some(first.color()) });
        }
    }

    /// Adds what else happens on such a point.
    pub fn add(&mut self, Change { step, point, stone }: Change) {
        self.points[usize::from(point / 64)] |= 1 << (point % 64);
        let seen = &mut self.seen[usize::from(point)];
        if stone == seen.stands || usize::from(seen.count) > MOST_CHANGES {
            return;
        }
        let gone = seen.stands.map(|_| step << 1);
        let came = stone.map(|color| step << 1 | color as u16);
        for change in gone.into_iter().chain(came) {
            seen.count += 1;
            self.changes.push((point, change));
        }
        seen.stands = stone;
    }

    /// Writes all down as [`Again`] reads it, and is empty then.
    pub fn write(&mut self, more: &mut Vec<u16>) {
        let mut end = more.len();
        let points: u32 = self.points.iter().map(|word| word.count_ones()).sum();
        more.resize(end + 2 * points as usize + self.changes.len(), 0); // if all numbers follow
        for (word, start) in self.points.iter_mut().zip((0..).step_by(64)) {
            for bit in ones(std::mem::take(word)) {
                let point = start + bit as u16;
                let seen = &mut self.seen[usize::from(point)];
                let Seen { count, .. } = std::mem::take(seen);
                more[end] = point << 4 | count.min(FOLLOWS);
                end += 1;
                if count >= FOLLOWS {
                    more[end] = count;
                    end += 1;
                }
                seen.next = end as u32;
                end += usize::from(count);
            }
        }
        more.truncate(end);
        for (point, change) in self.changes.drain(..) {
            let seen = &mut self.seen[usize::from(point)];
            more[seen.next as usize] = change;
            seen.next += 1;
        }
    }
}
