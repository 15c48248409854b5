//! What is searched in: all games, in memory. Nothing here knows a pattern.
//!
//! ```text
//!   GameIndex
//!   └── Block            256 games on boards of one size; one thread searches it at a time
//!       ├── Tile         32 games: for every point, 32 FirstStones side by side
//!       └── IndexedGame  ChangeLog of the points that change later, VariationTree
//! ```
//!
//! A main line takes two bytes a point: the step and the color of the first stone there,
//! because most points of a game see one stone and no more. The first stones of one point
//! in 32 games fill one cache line, and a whole tile of a 19x19 board takes 23 kB,
//! which stay in the fastest cache while all placements of a pattern are tried on it.

mod block;
mod change_log;
mod columns;
mod first_stone;
mod point_filter;
mod variation_tree;

use thiserror::Error;

use super::encoding::DecodeGameError;
use crate::parallel::map_stream;

use block::BLOCK_GAMES;
pub(super) use block::{Block, IndexedGame, MainLineView, Tile};
pub(super) use change_log::{Interval, Occupancy};
pub use columns::{COLUMNS_FORMAT, Columns};
pub(super) use first_stone::{FirstStone, FirstStones, LANES};
pub(super) use point_filter::PointFilter;
pub(super) use variation_tree::{PackedChange, VariationTree};

/// Flush a batch at this size even if it holds fewer than [`BLOCK_GAMES`] games, so that
/// games with many variations do not unbalance the workers.
const BATCH_BYTES: usize = 96 << 10;

/// All games of a database, in memory, to be searched by [`Search`](super::Search).
///
/// A game takes about 1,000 bytes.
#[derive(Debug, Default)]
pub struct GameIndex {
    blocks: Vec<Block>,
    games: usize,
}

/// A game that cannot be indexed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("game {game}")]
pub struct IndexGameError {
    /// The number of the game in the database.
    pub game: i64,
    /// What is wrong with its moves.
    pub source: DecodeGameError,
}

impl GameIndex {
    /// Indexes games, given as their numbers and their encoded moves.
    ///
    /// # Errors
    /// When the moves of a game cannot be decoded.
    pub fn new(games: &[(i64, &[u8])]) -> Result<GameIndex, IndexGameError> {
        GameIndex::build(|add| {
            games.iter().for_each(|&(game, moves)| add(game, moves));
            Ok(())
        })
    }

    /// Indexes the games that `read` passes to its argument one by one. Other threads
    /// index earlier games while `read` continues on the calling thread.
    ///
    /// # Errors
    /// When `read` fails, or the moves of a game cannot be decoded.
    pub fn build<E: From<IndexGameError>>(
        read: impl FnOnce(&mut dyn FnMut(i64, &[u8])) -> Result<(), E>,
    ) -> Result<GameIndex, E> {
        let (mut indexed, mut games) = (Vec::new(), 0);
        map_stream(
            |(last, batch): (usize, Batch)| (last, batch.index()),
            |blocks| indexed.push(blocks),
            |flush| {
                let mut batch = Batch::new();
                read(&mut |game, moves| {
                    batch.bytes.extend_from_slice(moves);
                    batch.ends.push((game, batch.bytes.len()));
                    games += 1;
                    let is_full =
                        batch.ends.len() == BLOCK_GAMES || batch.bytes.len() >= BATCH_BYTES;
                    if is_full && batch.ends.len().is_multiple_of(LANES) {
                        flush((games, std::mem::replace(&mut batch, Batch::new())));
                    }
                })?;
                flush((games, batch));
                Ok::<(), E>(())
            },
        )?;
        indexed.sort_unstable_by_key(|&(last, _)| last);
        let mut blocks = Vec::new();
        for (_, batch) in indexed {
            blocks.append(&mut batch?);
        }
        Ok(GameIndex { blocks, games })
    }

    /// Number of games.
    pub fn games(&self) -> usize {
        self.games
    }

    /// Number of positions; a position that several lines share counts once.
    pub fn positions(&self) -> u64 {
        self.blocks.iter().flat_map(|block| &block.games).map(IndexedGame::positions).sum()
    }

    /// Size in memory, in bytes.
    pub fn bytes(&self) -> usize {
        self.blocks.iter().map(Block::bytes).sum()
    }

    /// The blocks, in the order of the games among boards of one size.
    pub(super) fn blocks(&self) -> &[Block] {
        &self.blocks
    }
}

/// Encoded games that one thread indexes at once.
struct Batch {
    /// The moves of all games, concatenated.
    bytes: Vec<u8>,
    /// For each game its number, and where its moves end.
    ends: Vec<(i64, usize)>,
}

impl Batch {
    fn new() -> Batch {
        Batch { bytes: Vec::with_capacity(BATCH_BYTES), ends: Vec::with_capacity(BLOCK_GAMES) }
    }

    /// One block for each size of boards.
    fn index(&self) -> Result<Vec<Block>, IndexGameError> {
        let mut blocks: Vec<Block> = Vec::new();
        let mut log = change_log::ChangeLogBuilder::default();
        let mut start = 0;
        for &(game, end) in &self.ends {
            let moves = &self.bytes[start..end];
            start = end;
            block::push_game(&mut blocks, game, moves, &mut log)
                .map_err(|source| IndexGameError { game, source })?;
        }
        blocks.iter_mut().for_each(Block::shrink_to_fit);
        Ok(blocks)
    }
}
