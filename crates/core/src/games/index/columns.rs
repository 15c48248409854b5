//! Main lines as bytes to be stored: laid out once, when games are imported, instead of decoded by
//! every question.
//!
//! Encoding of a block, numbers with the low byte first:
//!
//! | bytes | meaning |
//! |---|---|
//! | 2 | columns and rows of the board |
//! | 2 | number n of games |
//! | 6 n | for each game where its words begin (4 bytes), and the number of its steps |
//! | 4 | number w of words |
//! | 2 w | the words: setups and change logs |
//! | the rest | for each tile, for each point, the [`FirstStone`]s of the games of the tile |
//!
//! A game with variations has no column, because its lines need all of its moves.

use rayon::prelude::*;

use super::GameIndex;
use super::block::{BLOCK_GAMES, Block, IndexedGame};
use super::change_log::ChangeLogBuilder;
use super::first_stone::{FirstStone, FirstStones, LANES};
use crate::games::decoding::MainLine;
use crate::go::Size;

/// The version of the bytes of [`Columns`]. Those of another version are made again.
pub const COLUMNS_FORMAT: i64 = 1;

/// The number of a game, and its encoded moves.
type EncodedGame = (i64, Vec<u8>);

/// The main lines of up to 256 games without variations, on boards of one size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Columns {
    /// The numbers of the games, ascending.
    pub games: Vec<i64>,
    /// The encoding.
    pub bytes: Vec<u8>,
}

impl Columns {
    /// Lays out games, given as their numbers in ascending order and their encoded moves. Leaves out those
    /// that have variations or cannot be decoded.
    pub fn lay_out(games: &[EncodedGame]) -> Vec<Columns> {
        let mut sizes: Vec<(Size, Vec<&EncodedGame>)> = Vec::new();
        for game in games {
            let Ok(size) = MainLine::new(&game.1).map(|line| line.size()) else { continue };
            match sizes.iter_mut().find(|(known, _)| *known == size) {
                Some((_, of_size)) => of_size.push(game),
                None => sizes.push((size, vec![game])),
            }
        }
        let parts: Vec<(Size, &[&EncodedGame])> = sizes
            .iter()
            .flat_map(|(size, games)| games.chunks(BLOCK_GAMES).map(|games| (*size, games)))
            .collect();
        let lay_out = |(size, games): (Size, &[&EncodedGame])| {
            let mut block = Block::new(size);
            let mut log = ChangeLogBuilder::default();
            games.iter().for_each(|(id, moves)| block.push_single_line(*id, moves, &mut log));
            let games: Vec<i64> = block.games.iter().map(|game| game.id).collect();
            Columns { games, bytes: block.to_bytes() }
        };
        let mut columns: Vec<Columns> = parts.into_par_iter().map(lay_out).collect();
        columns.retain(|columns| !columns.games.is_empty());
        columns
    }

    /// All that columns have of each game, by number, to be compared with others. `None` if the bytes of
    /// some are not an encoding.
    pub fn list_lines(columns: &[Columns]) -> Option<Vec<(i64, Vec<u16>)>> {
        let mut lines = Vec::new();
        for columns in columns {
            let mut block = Block::new(Size::STANDARD);
            columns.read(&mut block, &|_| true)?;
            for tile in block.tiles() {
                let line = |(game, lane): (&IndexedGame, usize)| {
                    let size = u16::from_le_bytes([block.size.cols(), block.size.rows()]);
                    let mut words = tile.main_line(lane).to_words();
                    words.push(size);
                    (game.id, words)
                };
                lines.extend(tile.games.iter().zip(0..).map(line));
            }
        }
        lines.sort_unstable();
        Some(lines)
    }

    /// Reads the encoding into the memory of a block; `None` if it is none. Only the games that `is_wanted`
    /// accepts are searched.
    fn read(&self, block: &mut Block, is_wanted: &(impl Fn(i64) -> bool + Sync)) -> Option<()> {
        let (&[cols, rows], bytes) = self.bytes.split_first_chunk()?;
        let size = Size::new(cols, rows).ok()?;
        let (games, bytes) = bytes.split_first_chunk()?;
        let games = usize::from(u16::from_le_bytes(*games));
        if games != self.games.len() {
            return None;
        }
        let (entries, bytes) = bytes.split_at_checked(6 * games)?;
        let (count, bytes) = bytes.split_first_chunk()?;
        let (words, stones) = bytes.split_at_checked(2 * u32::from_le_bytes(*count) as usize)?;
        let entry = |(&id, entry): (&i64, &[u8; 6])| {
            let [one, two, three, four, low, high] = *entry;
            let (start, steps) = (u32::from_le_bytes([one, two, three, four]), [low, high]);
            IndexedGame::new(id, start, u16::from_le_bytes(steps), is_wanted(id))
        };
        let entries = self.games.iter().zip(entries.as_chunks().0).map(entry);
        let words = words.as_chunks().0.iter().map(|&word| u16::from_le_bytes(word));
        block.replace(size, entries, words);
        read_tiles(size, games, stones, block.first_stones_mut())?;
        block.has_words().then_some(())
    }
}

/// Appends the tiles of a number of games.
fn read_tiles(size: Size, games: usize, bytes: &[u8], tiles: &mut Vec<FirstStones>) -> Option<()> {
    let full = games / LANES * size.area();
    let (of_full, rest) = bytes.split_at_checked(full * 2 * LANES)?;
    let stone = |&bytes: &[u8; 2]| FirstStone(u16::from_le_bytes(bytes));
    tiles.extend(of_full.as_chunks::<{ 2 * LANES }>().0.iter().map(|point| {
        let point = point.as_chunks().0;
        FirstStones(std::array::from_fn(|lane| stone(&point[lane])))
    }));
    let lanes = games % LANES;
    if rest.len() != 2 * lanes * size.area() {
        return None;
    }
    if lanes > 0 {
        tiles.extend(rest.chunks_exact(2 * lanes).map(|point| {
            let point = point.as_chunks().0;
            let of_lane = |lane| point.get(lane).map_or(FirstStone::NEVER, stone);
            FirstStones(std::array::from_fn(of_lane))
        }));
    }
    Some(())
}

impl Block {
    /// The encoding of a block of main lines.
    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![self.size.cols(), self.size.rows()];
        bytes.extend((self.games.len() as u16).to_le_bytes());
        for game in &self.games {
            let (start, steps) = game.entry();
            bytes.extend(start.to_le_bytes());
            bytes.extend(steps.to_le_bytes());
        }
        bytes.extend((self.words().len() as u32).to_le_bytes());
        bytes.extend(self.words().iter().flat_map(|word| word.to_le_bytes()));
        for tile in self.tiles() {
            for FirstStones(lanes) in tile.first_stones {
                bytes.extend(
                    lanes[..tile.games.len()].iter().flat_map(|stone| stone.0.to_le_bytes()),
                );
            }
        }
        bytes
    }
}

impl GameIndex {
    /// Replaces all games by the main lines of columns, to be searched in the games that `is_wanted` accepts,
    /// and uses the memory again. `None` if the bytes of some columns are not an encoding.
    pub fn read_columns(
        &mut self,
        columns: &[Columns],
        is_wanted: impl Fn(i64) -> bool + Sync,
    ) -> Option<()> {
        self.blocks.resize_with(columns.len(), || Block::new(Size::STANDARD));
        self.games = columns.iter().map(|columns| columns.games.len()).sum();
        let blocks = self.blocks.par_iter_mut().zip(columns);
        blocks.map(|(block, columns)| columns.read(block, &is_wanted)).collect()
    }
}
