//! Groups of variations: lines that leave the first line at one step.
//!
//! They come in the order of the file, so groups leave earlier and earlier. A
//! placement can begin to stand in a group only if this puts all stones on the
//! board which the placement asks for and the first line has not where the
//! group leaves it. 64 bits for each group tell of most of them that they do
//! not; they stand side by side, so that a stone is asked for in 64 groups at
//! once.

use std::ops::Range;

use super::bits::ones;
use crate::Color;

/// Lines that leave the first line at one step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    /// The steps that the first line has too.
    pub base: u16,
    /// The first of them.
    pub line: u32,
    /// The stones that they put on the board, as [`bits`] has them.
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
    /// For 64 by 64 groups, and each of the [`bits`] of stones, those that put a
    /// stone which has it, a bit each.
    puts: Box<[[u64; 64]]>,
    /// A bit for each.
    takes: Box<[u64]>,
}

/// Two of 64 bits for a stone: many stones share one of them, few both.
pub(super) fn bits(point: u16, color: Color) -> u64 {
    let number = u32::from(point) * 2 + color as u32;
    let spread = number.wrapping_mul(0x9e37_79b9);
    1 << (spread >> 26) | 1 << (spread >> 20 & 63)
}

/// The bits of both stones on a point.
pub(super) fn bits_of_both(point: u16) -> u64 {
    Color::ALL.into_iter().fold(0, |all, color| all | bits(point, color))
}

impl Groups {
    /// The groups of a game that has so many lines.
    pub fn new(groups: &[Group], lines: usize) -> Groups {
        let words = groups.chunks(64).map(|groups| {
            let mut puts = [0; 64];
            puts.iter_mut().zip(groups).for_each(|(puts, group)| *puts = group.puts);
            let takes = groups.iter().rev().fold(0, |all, group| all << 1 | u64::from(group.takes));
            (transposed(puts), takes)
        });
        let (puts, takes): (Vec<_>, Vec<_>) = words.unzip();
        Groups {
            bases: groups.iter().map(|group| group.base).collect(),
            lines: groups.iter().map(|group| group.line).chain([lines as u32]).collect(),
            puts: puts.into(),
            takes: takes.into(),
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
            let puts = &self.puts[word];
            let may = match missing {
                0 => ones(own).fold(self.takes[word], |any, stone| any | puts[stone]),
                _ => ones(missing).fold(u64::MAX, |all, stone| all & puts[stone]),
            };
            let from = groups.start.saturating_sub(64 * word);
            let behind = (64 * word + 64).saturating_sub(groups.end);
            (word, may & u64::MAX << from & u64::MAX >> behind)
        })
    }

    pub fn bytes(&self) -> usize {
        size_of_val(&*self.bases)
            + size_of_val(&*self.lines)
            + size_of_val(&*self.puts)
            + size_of_val(&*self.takes)
    }
}

/// Bits in a square with rows for columns: squares of half the size change
/// places in it, then smaller ones in each of them.
fn transposed(mut rows: [u64; 64]) -> [u64; 64] {
    let (mut half, mut low) = (32, u64::MAX >> 32);
    while half > 0 {
        for row in (0..64).filter(|row| row & half == 0) {
            let swapped = (rows[row] >> half ^ rows[row + half]) & low;
            rows[row] ^= swapped << half;
            rows[row + half] ^= swapped;
        }
        half /= 2;
        low ^= low << half;
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_become_columns() {
        let rows: [u64; 64] =
            std::array::from_fn(|row| (row as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let columns = transposed(rows);
        for (row, bits) in rows.into_iter().enumerate() {
            for (column, others) in columns.into_iter().enumerate() {
                assert_eq!(bits >> column & 1, others >> row & 1, "{row} {column}");
            }
        }
    }
}
