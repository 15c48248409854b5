//! All games, laid out for searching.
//!
//! A search asks when a shape stands: from when its last stone was played
//! until the first of its empty points is taken. For most points of a game the
//! [`First`] stone there tells all there is to know, because most points see
//! one stone and no more; where they see more, it still tells until when the
//! point is empty. So the index holds, for the first **line** of every game
//! and every point of its board, two bytes.
//!
//! 32 lines are a **tile**: the first stones of one point stand side by side in
//! 64 bytes, so that 32 lines are looked at together, and all points of a tile
//! on 19x19 take 23 kB, which stay in the cache nearest to the processor while
//! all placements of a shape are tried on it. The lines of some 256 games
//! are a **block**, the part that one thread searches at a time.
//!
//! Variations are another matter: few games have them, those have many, and
//! each differs from the line before it in a few moves. They are kept as they
//! are stored, and played through; see [`super::varied`].

use super::corners::Corners;
use super::varied::Varied;
use super::{Change, DamagedMovesError, Lines};
use crate::Color;
use crate::go::Size;
use crate::relay::relay;

/// Lines that are looked at together.
pub(super) const LANES: usize = 32;
/// Games that make a block, if their boards are of one size.
const GAMES: usize = 256;
/// The most changes of one point that are kept.
const MOST_CHANGES: usize = 60_000;

/// The first stone on a point of a line.
///
/// ```text
///   15  14          1   0
///   +---+-----------+---+    whether the point changes again, the step,
///   | a | step      | w |    and whether the stone is white
///   +---+-----------+---+
/// ```
///
/// So of points that change but once the smaller number is that of the earlier
/// stone, and those that change again have greater ones than all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct First(pub u16);

impl First {
    /// No stone is ever put there.
    pub const NEVER: First = First(First::AGAIN - 1);
    /// The bit of points that change again.
    pub const AGAIN: u16 = 1 << 15;
    /// The last step that can be told; a point that changes later counts as
    /// one that changes again, and its stone comes then or later.
    const LATEST: u16 = First::NEVER.0 / 2 - 1;

    fn new(step: u16, color: Color) -> First {
        let again = if step > First::LATEST { First::AGAIN } else { 0 };
        First(again | step.min(First::LATEST) << 1 | color as u16)
    }

    /// The step; behind all steps when no stone is ever put there.
    pub fn step(self) -> u16 {
        (self.0 & !First::AGAIN) >> 1
    }

    pub fn color(self) -> Color {
        if self.0 & 1 == 1 { Color::White } else { Color::Black }
    }

    /// Whether the stone stays to the end, if there is one.
    pub fn stays(self) -> bool {
        self.0 & First::AGAIN == 0 && self != First::NEVER
    }

    /// Whether the point changes again.
    pub fn changes(self) -> bool {
        self.0 & First::AGAIN != 0
    }
}

/// The first stones on one point of 32 lines, which a processor reads at once:
/// all of them from one line of its cache.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct Firsts(pub [First; LANES]);

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
    /// For each tile, for each point, for each line, the first stone.
    firsts: Vec<Firsts>,
    /// For each tile the first stones in its corners.
    corners: Vec<Corners>,
    pub lines: Vec<Line>,
    /// Line by line how many steps are no moves, their numbers, and then the
    /// changes of points that change again: for each such point its number
    /// times 16, plus how many changes follow; with 15 of them or more this
    /// number follows first.
    more: Vec<u16>,
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
    /// Where it begins in [`Block::more`].
    more: u32,
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

/// The points of a line that change again, each with its spans.
#[derive(Clone, Debug)]
pub(super) struct Again<'a>(&'a [u16]);

impl<'a> Iterator for Again<'a> {
    type Item = (u16, Spans<'a>);

    fn next(&mut self) -> Option<(u16, Spans<'a>)> {
        let (&head, rest) = self.0.split_first()?;
        let (count, rest) = match head & FOLLOWS {
            FOLLOWS => rest.split_first().map(|(&count, rest)| (count, rest))?,
            count => (count, rest),
        };
        let (changes, rest) = rest.split_at_checked(usize::from(count))?;
        self.0 = rest;
        Some((head >> 4, Spans(changes)))
    }
}

/// Tells in the head of a point that the number of changes follows.
const FOLLOWS: u16 = 15;

/// The changes of points that change again, gathered for one line after the
/// other.
#[derive(Debug, Default)]
struct Gathered {
    points: Vec<u16>,
    /// For each point of the board its place in `points`, plus one.
    places: Vec<u16>,
    /// For each place the changes, each in 16 bits: the step, and whether the
    /// stone that comes is white; stones that come and go take turns.
    changes: Vec<Vec<u16>>,
}

impl Gathered {
    fn begin(&mut self, board: Size) {
        self.points.clear();
        self.places.clear();
        self.places.resize(board.area(), 0);
    }

    fn add_point(&mut self, point: u16) {
        self.points.push(point);
        self.places[usize::from(point)] = self.points.len() as u16;
        if self.changes.len() < self.points.len() {
            self.changes.push(Vec::new());
        }
        self.changes[self.points.len() - 1].clear();
    }

    /// Adds a change, if it is of such a point.
    fn add(&mut self, change: &Change) {
        let place = self.places[usize::from(change.point)];
        if place == 0 {
            return;
        }
        let changes = &mut self.changes[usize::from(place - 1)];
        let white = |change: u16| if change & 1 == 1 { Color::White } else { Color::Black };
        let stone = if changes.len().is_multiple_of(2) {
            None
        } else {
            changes.last().map(|&last| white(last))
        };
        if change.stone == stone || changes.len() > MOST_CHANGES {
            return;
        }
        if stone.is_some() {
            changes.push(change.step << 1); // it is gone
        }
        if let Some(color) = change.stone {
            changes.push(change.step << 1 | color as u16);
        }
    }

    /// Writes all down as [`Block::more`] has them.
    fn write(&mut self, more: &mut Vec<u16>) {
        self.points.sort_unstable();
        for &point in &self.points {
            let changes = &self.changes[usize::from(self.places[usize::from(point)] - 1)];
            let count = changes.len() as u16;
            more.push(point << 4 | count.min(FOLLOWS));
            if count >= FOLLOWS {
                more.push(count);
            }
            more.extend_from_slice(changes);
        }
    }
}

impl Block {
    fn new(size: Size) -> Block {
        Block {
            size,
            firsts: Vec::with_capacity(GAMES.div_ceil(LANES) * size.area()),
            corners: vec![],
            lines: vec![],
            more: vec![],
            varied: vec![],
        }
    }

    /// The points of a tile.
    pub fn tile(&self, tile: usize) -> &[Firsts] {
        let area = self.size.area();
        &self.firsts[tile * area..][..area]
    }

    /// The first stones in the corners of a tile.
    pub fn corners(&self, tile: usize) -> &Corners {
        &self.corners[tile]
    }

    pub fn tiles(&self) -> usize {
        self.lines.len().div_ceil(LANES)
    }

    /// The steps of a line behind the first that are no moves.
    pub fn setups(&self, line: usize) -> &[u16] {
        self.more(line).0
    }

    /// The points of a line that change again.
    pub fn again(&self, line: usize) -> Again<'_> {
        Again(self.more(line).1)
    }

    fn more(&self, line: usize) -> (&[u16], &[u16]) {
        let start = self.lines[line].more as usize;
        let end = self.lines.get(line + 1).map_or(self.more.len(), |next| next.more as usize);
        self.more[start + 1..end].split_at(usize::from(self.more[start]))
    }

    /// Adds the line that has been read, with memory that is used again.
    fn push(&mut self, game: i64, read: &Lines<'_>, again: &mut Gathered) {
        let area = self.size.area();
        let line = self.lines.len();
        if line.is_multiple_of(LANES) {
            self.firsts.resize(self.firsts.len() + area, Firsts([First::NEVER; LANES]));
        }
        self.lines.push(Line {
            game,
            steps: read.steps().len() as u16,
            is_varied: read.has_more(),
            more: self.more.len() as u32,
        });
        self.more.push(read.setups().len() as u16); // lines are not longer
        self.more.extend_from_slice(read.setups());
        let tile = &mut self.firsts[line / LANES * area..];
        let lane = line % LANES;
        again.begin(self.size);
        for change in read.changes() {
            let first = &mut tile[usize::from(change.point)].0[lane];
            let changed_before = first.changes();
            match change.stone {
                Some(color) if *first == First::NEVER => *first = First::new(change.step, color),
                None if *first == First::NEVER => {} // it was empty before
                _ => first.0 |= First::AGAIN,
            }
            if first.changes() && !changed_before {
                again.add_point(change.point);
            }
        }
        if !again.points.is_empty() {
            read.changes().iter().for_each(|change| again.add(change));
            again.write(&mut self.more);
        }
    }

    /// Ends it, when all its lines are there.
    fn finish(&mut self) {
        let corners = (0..self.tiles()).map(|tile| Corners::of(self.tile(tile), self.size));
        self.corners = corners.collect();
        self.firsts.shrink_to_fit();
        self.more.shrink_to_fit();
        self.lines.shrink_to_fit();
        self.varied.shrink_to_fit();
    }

    fn bytes(&self) -> usize {
        size_of::<Block>()
            + self.firsts.capacity() * size_of::<Firsts>()
            + self.corners.capacity() * size_of::<Corners>()
            + self.lines.capacity() * size_of::<Line>()
            + self.more.capacity() * size_of::<u16>()
            + self.varied.iter().map(Varied::bytes).sum::<usize>()
    }
}

impl Index {
    /// An index of games: their numbers and their moves as they are stored.
    ///
    /// # Errors
    /// When the moves of a game cannot be read: its number.
    pub fn new(games: &[(i64, &[u8])]) -> Result<Index, DamagedGameError> {
        Index::read(|add| {
            games.iter().for_each(|&(game, moves)| add(game, moves));
            Ok(())
        })
    }

    /// The same of games that `read` hands over one by one; other threads are
    /// at work on those before while it reads on.
    ///
    /// # Errors
    /// When `read` fails, and when the moves of a game cannot be read.
    pub fn read<E: From<DamagedGameError>>(
        read: impl FnOnce(&mut dyn FnMut(i64, &[u8])) -> Result<(), E>,
    ) -> Result<Index, E> {
        let (mut parts, mut games) = (Vec::new(), 0);
        relay(
            |(games, part): (usize, Part)| (games, part.blocks()),
            |part| parts.push(part),
            |hand_over| {
                let mut part = Part::default();
                read(&mut |game, moves| {
                    part.bytes.extend_from_slice(moves);
                    part.ends.push((game, part.bytes.len()));
                    games += 1;
                    if part.ends.len() == GAMES {
                        hand_over((games, std::mem::take(&mut part)));
                    }
                })?;
                hand_over((games, part));
                Ok::<(), E>(())
            },
        )?;
        parts.sort_unstable_by_key(|&(games, _)| games);
        let mut index = Index { blocks: Vec::new(), games };
        for (_, blocks) in parts {
            index.blocks.append(&mut blocks?);
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

/// Games that one thread takes at a time.
#[derive(Default)]
struct Part {
    /// The moves of one game after those of another.
    bytes: Vec<u8>,
    /// For each game its number, and where its moves end.
    ends: Vec<(i64, usize)>,
}

impl Part {
    /// The blocks of the games, in their order but for the size of the boards.
    fn blocks(&self) -> Result<Vec<Block>, DamagedGameError> {
        let mut start = 0;
        let games = self.ends.iter().map(|&(game, end)| {
            let moves = &self.bytes[start..end];
            start = end;
            (game, moves)
        });
        blocks(games)
    }
}

fn blocks<'a>(
    games: impl Iterator<Item = (i64, &'a [u8])>,
) -> Result<Vec<Block>, DamagedGameError> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut again = Gathered::default();
    let mut lines: Option<Lines<'_>> = None;
    for (game, bytes) in games {
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
        block.push(game, lines, &mut again);
        if lines.has_more() {
            block.varied.push(Varied::new(game, lines).map_err(fail)?);
        }
    }
    blocks.iter_mut().for_each(Block::finish);
    Ok(blocks)
}
