//! All games, laid out for searching.
//!
//! A search asks when a shape stands: from when its last stone was played
//! until the first of its empty points is taken. For most points of a game one
//! number tells all there is to know, because most points see one stone and no
//! more. So the index holds, for the first **line** of every game and every
//! point of its board, two bytes:
//!
//! ```text
//!   n        black since step n - 1      `0`       changed more than once: the
//!   -n       white since step n - 1                changes stand apart
//!   0x8000   empty to the end
//! ```
//!
//! 32 lines are a **tile**: the numbers of one point stand side by side in 64
//! bytes, so that 32 lines are looked at together, and all points of a tile on
//! 19x19 take 23 kB, which stay in the cache nearest to the processor while all
//! placements of a shape are tried on it. The lines of some 256 games
//! are a **block**, the part that one thread searches at a time.
//!
//! Variations are another matter: few games have them, those have many, and
//! each differs from the line before it in a few moves. They are kept as they
//! are stored, and played through; see [`super::varied`].

use rayon::prelude::*;

use super::varied::Varied;
use super::{Change, DamagedMovesError, Lines, Step};
use crate::Color;
use crate::go::Size;

/// Lines that are looked at together.
pub(super) const LANES: usize = 32;
/// Games that make a block, if their boards are of one size.
const GAMES: usize = 256;
/// The most changes of one point that are kept.
const MOST_CHANGES: usize = 60_000;

/// A point where no stone is ever put.
pub(super) const NEVER: u16 = 0x8000;
/// A point whose changes stand apart.
pub(super) const CHANGING: u16 = 0;

/// All games of a database, in memory, for searching.
#[derive(Debug, Default)]
pub struct Index {
    pub(super) blocks: Vec<Block>,
    games: usize,
}

/// Games on boards of one size.
#[derive(Debug)]
pub(super) struct Block {
    pub size: Size,
    /// For each tile, for each point, for each line, the number drawn above.
    pub times: Vec<[u16; LANES]>,
    pub lines: Vec<Line>,
    /// For each line a bit for each point whose changes stand apart.
    pub changing: Vec<u64>,
    /// Those changes; see [`Block::spans`].
    apart: Vec<u16>,
    /// For the few lines that have them, the steps that are no moves.
    setups: Vec<(usize, Box<[u16]>)>,
    /// The games with variations, in their order.
    pub varied: Vec<Varied>,
}

/// The first line of a game.
#[derive(Debug)]
pub(super) struct Line {
    /// The number of the game in the database.
    pub game: i64,
    /// The number of its steps, the setup at the root included.
    pub steps: u16,
    /// Whether the game has variations.
    pub is_varied: bool,
    /// Where its changes begin in [`Block::apart`].
    apart: u32,
}

/// The steps behind the first that are no moves.
pub(super) fn setups(steps: &[Step]) -> Box<[u16]> {
    let numbered = steps.iter().zip(0..).skip(1);
    numbered.filter_map(|(&step, i)| (step == Step::Setup).then_some(i)).collect()
}

/// A change that stands apart, in 16 bits: the step, and whether the stone
/// that comes is white; stones that come and go take turns.
fn apart(step: u16, is_white: bool) -> u16 {
    step << 1 | u16::from(is_white)
}

/// The spans of steps in which a stone stands on a point: its color, the first
/// step, and the first step without it (or [`u16::MAX`]).
#[derive(Clone, Copy, Debug)]
pub(super) struct Spans<'a>(&'a [u16]);

impl Iterator for Spans<'_> {
    type Item = (Color, u16, u16);

    fn next(&mut self) -> Option<(Color, u16, u16)> {
        let (&came, rest) = self.0.split_first()?;
        let color = if came & 1 == 1 { Color::White } else { Color::Black };
        let (gone, rest) = match rest.split_first() {
            Some((&gone, rest)) => (gone >> 1, rest),
            None => (u16::MAX, rest),
        };
        self.0 = rest;
        Some((color, came >> 1, gone))
    }
}

impl Block {
    fn new(size: Size) -> Block {
        Block {
            size,
            times: vec![],
            lines: vec![],
            changing: vec![],
            apart: vec![],
            setups: vec![],
            varied: vec![],
        }
    }

    /// The words of a set of points.
    pub fn words(&self) -> usize {
        self.size.area().div_ceil(64)
    }

    /// The points of a tile.
    pub fn tile(&self, tile: usize) -> &[[u16; LANES]] {
        let area = self.size.area();
        &self.times[tile * area..][..area]
    }

    pub fn tiles(&self) -> usize {
        self.lines.len().div_ceil(LANES)
    }

    /// The points of a line whose changes stand apart.
    pub fn changing(&self, line: usize) -> &[u64] {
        &self.changing[line * self.words()..][..self.words()]
    }

    /// The points of a line whose changes stand apart, each with the spans of
    /// steps in which a stone stands there.
    pub fn apart(&self, line: usize) -> impl Iterator<Item = (u16, Spans<'_>)> {
        let mut at = self.lines[line].apart as usize;
        let words = self.changing(line).iter().zip(0u16..);
        let points = words.flat_map(|(&word, i)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros() as u16)?;
                rest &= rest - 1;
                Some(i * 64 + bit)
            })
        });
        // Each point has the number of its changes before them.
        points.map(move |point| {
            let changes = &self.apart[at + 1..][..usize::from(self.apart[at])];
            at += 1 + changes.len();
            (point, Spans(changes))
        })
    }

    /// The spans of one such point.
    pub fn spans(&self, line: usize, point: u16) -> Spans<'_> {
        let found = self.apart(line).find(|&(other, _)| other == point);
        found.map_or(Spans(&[]), |(_, spans)| spans)
    }

    /// The steps of a line behind the first that are no moves.
    pub fn setups(&self, line: usize) -> &[u16] {
        let at = self.setups.binary_search_by_key(&line, |&(line, _)| line);
        at.map_or(&[], |at| &self.setups[at].1)
    }

    /// Adds a line, with memory that is used again.
    fn push(&mut self, game: i64, steps: &[Step], changes: &[Change], own: &mut Vec<Change>) {
        let (area, words) = (self.size.area(), self.words());
        let line = self.lines.len();
        if line.is_multiple_of(LANES) {
            self.times.resize(self.times.len() + area, [NEVER; LANES]);
        }
        self.changing.resize(self.changing.len() + words, 0);
        let changing = &mut self.changing[line * words..];
        let tile = &mut self.times[line / LANES * area..];
        let lane = line % LANES;
        let mut is_simple = true;
        for change in changes {
            let time = &mut tile[usize::from(change.point)][lane];
            *time = match (*time, change.stone) {
                (NEVER, Some(Color::Black)) => change.step + 1,
                (NEVER, Some(Color::White)) => (change.step + 1).wrapping_neg(),
                (NEVER, None) => NEVER, // it was empty before
                _ => {
                    changing[usize::from(change.point / 64)] |= 1 << (change.point % 64);
                    is_simple = false;
                    CHANGING
                }
            };
        }
        let apart_from = self.apart.len() as u32;
        if !is_simple {
            let is_set = |change: &&Change| {
                changing[usize::from(change.point / 64)] >> (change.point % 64) & 1 == 1
            };
            own.clear();
            own.extend(changes.iter().filter(is_set));
            own.sort_by_key(|change| change.point); // stable: in order of time
            for changes in own.chunk_by(|one, other| one.point == other.point) {
                let at = self.apart.len();
                self.apart.push(0);
                let mut stone = None;
                for change in changes.iter().filter(|change| change.point == changes[0].point) {
                    if change.stone == stone || self.apart.len() - at > MOST_CHANGES {
                        continue;
                    }
                    if stone.is_some() {
                        self.apart.push(apart(change.step, false)); // it is gone
                    }
                    if let Some(color) = change.stone {
                        self.apart.push(apart(change.step, color == Color::White));
                    }
                    stone = change.stone;
                }
                self.apart[at] = (self.apart.len() - at - 1) as u16;
            }
        }
        let setups = setups(steps);
        if !setups.is_empty() {
            self.setups.push((line, setups));
        }
        self.lines.push(Line {
            game,
            steps: steps.len() as u16,
            is_varied: false,
            apart: apart_from,
        });
    }

    fn bytes(&self) -> usize {
        size_of::<Block>()
            + self.times.capacity() * size_of::<[u16; LANES]>()
            + self.lines.capacity() * size_of::<Line>()
            + self.changing.capacity() * size_of::<u64>()
            + self.apart.capacity() * size_of::<u16>()
            + self
                .setups
                .iter()
                .map(|setups| size_of_val(setups) + 2 * setups.1.len())
                .sum::<usize>()
            + self.varied.iter().map(Varied::bytes).sum::<usize>()
    }
}

impl Index {
    /// An index of games: their numbers and their moves as they are stored.
    ///
    /// # Errors
    /// When the moves of a game cannot be read: its number.
    pub fn new(games: &[(i64, &[u8])]) -> Result<Index, DamagedGameError> {
        let parts: Vec<Result<Vec<Block>, DamagedGameError>> =
            games.par_chunks(GAMES).map(blocks).collect();
        let mut index = Index { blocks: Vec::new(), games: games.len() };
        for part in parts {
            index.blocks.append(&mut part?);
        }
        Ok(index)
    }

    /// The number of games.
    pub fn games(&self) -> usize {
        self.games
    }

    /// The number of positions, those that lines share counted once.
    pub fn positions(&self) -> u64 {
        let lines = self.blocks.iter().flat_map(|block| &block.lines);
        let varied = self.blocks.iter().flat_map(|block| &block.varied);
        lines.map(|line| u64::from(line.steps)).sum::<u64>()
            + varied.map(|varied| varied.positions).sum::<u64>()
    }

    /// The memory it takes.
    pub fn bytes(&self) -> usize {
        self.blocks.iter().map(Block::bytes).sum()
    }
}

/// A game whose moves cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("game {game}")]
pub struct DamagedGameError {
    /// Its number.
    pub game: i64,
    /// Why.
    pub source: DamagedMovesError,
}

/// The blocks of some games, in their order but for the size of the boards.
fn blocks(games: &[(i64, &[u8])]) -> Result<Vec<Block>, DamagedGameError> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut own = Vec::new();
    let mut lines: Option<Lines<'_>> = None;
    for &(game, bytes) in games {
        let fail = |source| DamagedGameError { game, source };
        let lines = match &mut lines {
            Some(lines) => {
                lines.restart(bytes).map_err(fail)?;
                lines
            }
            none => none.insert(Lines::new(bytes).map_err(fail)?),
        };
        let at = blocks.iter().position(|block| block.size == lines.size());
        let at = at.unwrap_or(blocks.len());
        if at == blocks.len() {
            blocks.push(Block::new(lines.size()));
        }
        let block = &mut blocks[at];
        if !lines.next().map_err(fail)? {
            return Err(fail(DamagedMovesError));
        }
        block.push(game, lines.steps(), lines.changes(), &mut own);
        if lines.has_more() {
            let first = block.lines.len() - 1;
            block.lines[first].is_varied = true;
            block.varied.push(Varied::new(game, lines).map_err(fail)?);
        }
    }
    for block in &mut blocks {
        block.times.shrink_to_fit();
        block.apart.shrink_to_fit();
        block.changing.shrink_to_fit();
        block.lines.shrink_to_fit();
        block.varied.shrink_to_fit();
    }
    Ok(blocks)
}
