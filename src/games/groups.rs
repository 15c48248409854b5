//! Groups of variations: lines that leave the first line at one step.
//!
//! They come in the order of the file, so groups leave earlier and earlier. A
//! placement can begin to stand in a group only if this puts all stones on the
//! board which the placement asks for and the first line has not where the
//! group leaves it; so a number of 64 bits tells of most groups that they
//! need not be played through.

use std::ops::Range;

use multiversion::multiversion;

use crate::Color;

/// Lines that leave the first line at one step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    /// The steps that the first line has too.
    pub base: u16,
    /// The first of them.
    pub line: u32,
    /// The stones that they put on the board, as [`bit`] has them.
    pub puts: u64,
    /// Whether they take any off, or may do so.
    pub takes: bool,
}

/// All groups of a game, side by side.
#[derive(Debug)]
pub(super) struct Groups {
    bases: Box<[u16]>,
    /// The first line of each, and behind them the number of all lines.
    lines: Box<[u32]>,
    puts: Box<[u64]>,
    /// A bit for each.
    takes: Box<[u64]>,
}

/// One of 64 bits for a stone: many stones share one.
pub(super) fn bit(point: u16, color: Color) -> u64 {
    let number = u32::from(point) * 2 + color as u32;
    1 << (number.wrapping_mul(0x9e37_79b9) >> 26)
}

/// The bits of both stones on a point.
pub(super) fn bits(point: u16) -> u64 {
    Color::ALL.into_iter().fold(0, |all, color| all | bit(point, color))
}

impl Groups {
    /// The groups of a game that has so many lines.
    pub fn new(groups: &[Group], lines: usize) -> Groups {
        let takes = groups.chunks(64).map(|groups| {
            groups.iter().rev().fold(0, |all, group| all << 1 | u64::from(group.takes))
        });
        Groups {
            bases: groups.iter().map(|group| group.base).collect(),
            lines: groups.iter().map(|group| group.line).chain([lines as u32]).collect(),
            puts: groups.iter().map(|group| group.puts).collect(),
            takes: takes.collect(),
        }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.bases.len()
    }

    /// The words that have a bit for each.
    pub fn words(&self) -> usize {
        self.takes.len()
    }

    /// The steps that a group has in common with the first line.
    pub fn base(&self, group: usize) -> u16 {
        self.bases[group]
    }

    /// The lines of a group.
    pub fn lines(&self, group: usize) -> Range<usize> {
        self.lines[group] as usize..self.lines[group + 1] as usize
    }

    /// The first group that leaves the first line at a step or before.
    pub fn leaving_by(&self, step: u16) -> usize {
        // No search: they are few, and counted many at a time. There are fewer
        // than steps in a line.
        self.bases.iter().map(|&base| u16::from(base > step)).sum::<u16>().into()
    }

    /// Those among some groups in which a placement may begin to stand. They put
    /// all stones that are `missing`; if none is, they put one of its `own` back,
    /// or take one off that was in the way. Words with a bit for each group,
    /// with their numbers.
    pub fn that_may(
        &self,
        groups: Range<usize>,
        missing: u64,
        own: u64,
    ) -> impl Iterator<Item = (usize, u64)> {
        let end = if groups.is_empty() { 0 } else { groups.end.div_ceil(64) };
        (groups.start / 64..end).map(move |word| {
            let from = groups.start.max(64 * word);
            let puts = &self.puts[from..groups.end.min(64 * word + 64)];
            let takes = || self.takes[word] >> (from % 64) & u64::MAX >> (64 - puts.len());
            let may = match missing {
                0 => with_any(puts, own) | takes(),
                _ => with_all(puts, missing),
            };
            (word, may << (from % 64))
        })
    }

    pub fn bytes(&self) -> usize {
        size_of_val(&*self.bases)
            + size_of_val(&*self.lines)
            + size_of_val(&*self.puts)
            + size_of_val(&*self.takes)
    }
}

/// Which of up to 64 groups put all of these on the board.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl", "x86_64+avx2"))]
fn with_all(puts: &[u64], stones: u64) -> u64 {
    puts.iter().zip(0..64).fold(0, |all, (&puts, i)| all | u64::from(puts & stones == stones) << i)
}

/// Which of up to 64 groups put any of these on the board.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl", "x86_64+avx2"))]
fn with_any(puts: &[u64], stones: u64) -> u64 {
    puts.iter().zip(0..64).fold(0, |all, (&puts, i)| all | u64::from(puts & stones != 0) << i)
}
