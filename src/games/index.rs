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

use std::cmp::Reverse;

use super::again::{Again, Gathered};
use super::corners::Corners;
use super::ever::{Ever, Own};
use super::lines::{FirstLine, Visit};
use super::varied::Varied;
use super::{Change, DamagedMovesError};
use crate::Color;
use crate::go::Size;
use crate::parallel::map_stream;

/// Lines that are looked at together.
pub(super) const LANES: usize = 32;
/// Games that make a block, if their boards are of one size.
const GAMES: usize = 256;
/// So many bytes of moves are handed over even if they are of fewer games, so
/// that games with many variations do not keep one thread while others wait.
const PART_BYTES: usize = 96 << 10;

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

    /// Whether the step is that of the stone, and not one before it.
    pub fn is_exact(self) -> bool {
        self.step() < First::LATEST
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
    /// The blocks by the work that they make, most first, so that no thread is
    /// left with much of it when the others have ended.
    pub(super) by_work: Vec<usize>,
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
    /// changes of points that change again; see [`super::again`].
    more: Vec<u16>,
    /// The games with variations, in their order.
    pub varied: Vec<Varied>,
    /// What there is on their points, for eight by eight of them.
    pub ever: Vec<Ever>,
    /// For each tile the lines that are theirs, a bit each.
    varied_lines: Vec<u32>,
    /// For each tile the lines in which stones are set up in mid-game.
    set_up_lines: Vec<u32>,
    /// For 32 by 32 games with variations the first stones in the corners, those
    /// that come before all variations.
    pub varied_corners: Vec<Corners>,
}

/// The first line of a game.
#[derive(Debug)]
pub(super) struct Line {
    /// The number of the game in the database.
    pub game: i64,
    /// The number of its steps, the setup at the root included.
    pub steps: u16,
    /// Where it begins in [`Block::more`].
    more: u32,
}

/// One line of a tile that is laid out.
struct Lane<'a> {
    tile: &'a mut [Firsts],
    lane: usize,
    again: &'a mut Gathered,
}

impl Visit for Lane<'_> {
    #[inline(always)]
    fn play(&mut self, step: u16, point: u16, color: Color) {
        let first = &mut self.tile[usize::from(point)].0[self.lane];
        if *first == First::NEVER && step <= First::LATEST {
            *first = First::new(step, color);
        } else {
            self.change(Change { step, point, stone: Some(color) });
        }
    }

    #[inline(never)]
    fn change(&mut self, change: Change) {
        let first = &mut self.tile[usize::from(change.point)].0[self.lane];
        if *first == First::NEVER {
            let Some(color) = change.stone else { return }; // it was empty before
            *first = First::new(change.step, color);
            if !first.changes() {
                return;
            }
        } else if !first.changes() {
            self.again.add_first(change.point, *first);
            first.0 |= First::AGAIN;
        }
        self.again.add(change);
    }
}

impl Block {
    fn new(size: Size) -> Block {
        Block {
            size,
            firsts: Vec::with_capacity(GAMES.div_ceil(LANES) * size.area()),
            corners: vec![],
            lines: Vec::with_capacity(GAMES),
            more: Vec::with_capacity(GAMES * 128), // most need less
            varied: vec![],
            ever: vec![],
            varied_lines: vec![],
            set_up_lines: vec![],
            varied_corners: vec![],
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

    /// The lines of a tile that have variations, a bit each.
    pub fn varied_in(&self, tile: usize) -> u32 {
        self.varied_lines[tile]
    }

    /// The lines of a tile in which stones are set up in mid-game, a bit each.
    pub fn set_up_in(&self, tile: usize) -> u32 {
        self.set_up_lines[tile]
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
        Again::new(self.more(line).1, self.tile(line / LANES), line % LANES)
    }

    fn more(&self, line: usize) -> (&[u16], &[u16]) {
        let start = self.lines[line].more as usize;
        let end = self.lines.get(line + 1).map_or(self.more.len(), |next| next.more as usize);
        self.more[start + 1..end].split_at(usize::from(self.more[start]))
    }

    /// Reads a line and adds it, with memory that is used again. Whether the
    /// game has variations.
    fn push(
        &mut self,
        game: i64,
        read: FirstLine<'_>,
        again: &mut Gathered,
    ) -> Result<bool, DamagedMovesError> {
        let area = self.size.area();
        let line = self.lines.len();
        if line.is_multiple_of(LANES) {
            self.firsts.resize(self.firsts.len() + area, Firsts([First::NEVER; LANES]));
        }
        let (steps, more) = (read.steps(), self.more.len());
        self.more.push(0);
        again.begin(self.size);
        let tile = &mut self.firsts[line / LANES * area..][..area];
        let mut lane = Lane { tile, lane: line % LANES, again };
        let is_varied = read.read(&mut lane, &mut self.more)?;
        self.more[more] = (self.more.len() - more - 1) as u16; // lines are not longer
        // A handicap may come with the first step.
        let is_set_up = self.more[more + 1..].iter().any(|&setup| setup > 1);
        again.write(&mut self.more);
        self.lines.push(Line { game, steps, more: more as u32 });
        if line.is_multiple_of(LANES) {
            self.varied_lines.push(0);
            self.set_up_lines.push(0);
        }
        self.set_up_lines[line / LANES] |= u32::from(is_set_up) << (line % LANES);
        self.varied_lines[line / LANES] |= u32::from(is_varied) << (line % LANES);
        Ok(is_varied)
    }

    /// Adds a game that has variations.
    fn add_varied(&mut self, varied: Varied, own: &Own) {
        let number = self.varied.len() % Ever::GAMES;
        if number == 0 {
            self.ever.push(Ever::new(self.size.area()));
        }
        if let Some(ever) = self.ever.last_mut() {
            ever.add(number, own);
        }
        self.varied.push(varied);
    }

    /// Ends it, when all its lines are there.
    fn finish(&mut self) {
        let corners = (0..self.tiles()).map(|tile| Corners::of(self.tile(tile), self.size));
        self.corners = corners.collect();
        let is_varied = |line: &usize| self.varied_lines[line / LANES] >> (line % LANES) & 1 == 1;
        let (firsts, area) = (&self.firsts, self.size.area());
        for (varied, line) in self.varied.iter_mut().zip((0..self.lines.len()).filter(is_varied)) {
            let tile = &firsts[line / LANES * area..][..area];
            varied.begin(&self.corners[line / LANES], tile, line % LANES, self.size);
        }
        let corners = |varied: &[Varied]| Corners::before(varied.iter().map(Varied::corners));
        self.varied_corners = self.varied.chunks(LANES).map(corners).collect();
        self.firsts.shrink_to_fit();
        self.more.shrink_to_fit();
        self.lines.shrink_to_fit();
        self.varied_lines.shrink_to_fit();
        self.set_up_lines.shrink_to_fit();
        self.varied.shrink_to_fit();
        self.ever.shrink_to_fit();
    }

    fn bytes(&self) -> usize {
        size_of::<Block>()
            + self.firsts.capacity() * size_of::<Firsts>()
            + self.corners.capacity() * size_of::<Corners>()
            + self.lines.capacity() * size_of::<Line>()
            + self.varied_lines.capacity() * size_of::<u32>()
            + self.set_up_lines.capacity() * size_of::<u32>()
            + self.varied_corners.capacity() * size_of::<Corners>()
            + self.more.capacity() * size_of::<u16>()
            + self.ever.iter().map(Ever::bytes).sum::<usize>()
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
        map_stream(
            |(games, part): (usize, Part)| (games, part.blocks()),
            |part| parts.push(part),
            |hand_over| {
                let mut part = Part::new();
                read(&mut |game, moves| {
                    part.bytes.extend_from_slice(moves);
                    part.ends.push((game, part.bytes.len()));
                    games += 1;
                    let is_enough = part.ends.len() == GAMES || part.bytes.len() >= PART_BYTES;
                    if is_enough && part.ends.len().is_multiple_of(LANES) {
                        hand_over((games, std::mem::replace(&mut part, Part::new())));
                    }
                })?;
                hand_over((games, part));
                Ok::<(), E>(())
            },
        )?;
        parts.sort_unstable_by_key(|&(games, _)| games);
        let mut blocks = Vec::new();
        for (_, part) in parts {
            blocks.append(&mut part?);
        }
        let mut by_work: Vec<usize> = (0..blocks.len()).collect();
        by_work.sort_by_key(|&block: &usize| Reverse(blocks[block].varied.len()));
        Ok(Index { blocks, by_work, games })
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
struct Part {
    /// The moves of one game after those of another.
    bytes: Vec<u8>,
    /// For each game its number, and where its moves end.
    ends: Vec<(i64, usize)>,
}

impl Part {
    /// No games, with memory for most parts: to grow is to copy.
    fn new() -> Part {
        Part { bytes: Vec::with_capacity(PART_BYTES), ends: Vec::with_capacity(GAMES) }
    }

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
    for (game, bytes) in games {
        let fail = |source| DamagedGameError { game, source };
        let line = FirstLine::new(bytes).map_err(fail)?;
        let at = blocks.iter().position(|block| block.size == line.size());
        let at = at.unwrap_or(blocks.len());
        if at == blocks.len() {
            blocks.push(Block::new(line.size()));
        }
        let block = &mut blocks[at];
        if block.push(game, line, &mut again).map_err(fail)? {
            let (varied, own) = Varied::new(game, bytes).map_err(fail)?;
            block.add_varied(varied, &own);
        }
    }
    blocks.iter_mut().for_each(Block::finish);
    Ok(blocks)
}
