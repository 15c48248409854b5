//! Games that no segment has.

use rusqlite::{OptionalExtension, Row, params};

use super::layout::{FACTS, NO_NAME, NO_RANK, NO_YEAR};
use super::names::NameNumbers;
use super::planes::Planes;
use crate::model::Rank;
use crate::store::connection::Store;
use crate::store::error::{StoreError, read_row};
use crate::store::games::{RankCache, winner};

/// A game that no segment has.
#[derive(Clone, Debug)]
pub struct UnindexedGame {
    /// The id.
    pub id: i64,
    /// The encoded moves.
    pub lines: Vec<u8>,
    winner: u8,
    year: Option<u16>,
    ranks: [Option<Rank>; 2],
    /// Of Black and White.
    names: [Option<String>; 2],
}

impl UnindexedGame {
    /// The row of the game in a segment whose first game has the id `first`.
    fn row(&self, first: i64, names: &NameNumbers, digest: &[u8]) -> Vec<u8> {
        let mut row = Vec::with_capacity(FACTS + digest.len());
        row.extend(((self.id - first) as u32).to_le_bytes());
        row.push(self.winner);
        row.extend(self.year.unwrap_or(NO_YEAR).to_le_bytes());
        row.extend(self.ranks.map(|rank| rank.map_or(NO_RANK, Rank::number)));
        for name in &self.names {
            let number = name.as_ref().and_then(|name| names.get(name).copied());
            row.extend(number.unwrap_or(NO_NAME).to_le_bytes());
        }
        row.extend(digest);
        row
    }
}

/// The names of the players of games.
pub(super) fn names_in(games: &[UnindexedGame]) -> impl Iterator<Item = &str> + Clone {
    games.iter().flat_map(|game| game.names.iter().flatten()).map(String::as_str)
}

/// The planes of games with their digests, which have one length, in a segment whose first game has
/// the id `first`. Names without a number are none.
pub(super) fn planes_of(
    first: i64,
    games: &[UnindexedGame],
    names: &NameNumbers,
    digests: &[impl AsRef<[u8]>],
) -> Planes {
    let rows =
        games.iter().zip(digests).map(|(game, digest)| game.row(first, names, digest.as_ref()));
    let rows: Vec<Vec<u8>> = rows.collect();
    Planes::transpose(&rows, rows.first().map_or(0, Vec::len))
}

impl Store {
    /// The first games behind the one with an id, at most so many.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn games_behind(&self, last: i64, limit: usize) -> Result<Vec<UnindexedGame>, StoreError> {
        let mut ranks = RankCache::default();
        self.run(|connection| {
            connection
                .prepare_cached(&format!("{SELECT} WHERE game.id > ?1 ORDER BY game.id LIMIT ?2"))?
                .query_map(params![last, limit as i64], |row| {
                    read_row(row, "game", |row| read_game(row, &mut ranks))
                })?
                .collect()
        })
    }

    /// The games with these ids, in their order.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn unindexed_games(&self, ids: &[i64]) -> Result<Vec<UnindexedGame>, StoreError> {
        let mut ranks = RankCache::default();
        self.run(|connection| {
            let mut statement =
                connection.prepare_cached(&format!("{SELECT} WHERE game.id = ?1"))?;
            let mut games = Vec::with_capacity(ids.len());
            for &id in ids {
                let game = statement
                    .query_row([id], |row| read_row(row, "game", |row| read_game(row, &mut ranks)));
                games.extend(game.optional()?);
            }
            Ok(games)
        })
    }
}

/// The columns that `read_game` reads.
const SELECT: &str = "SELECT game.id, lines, winner, year, black_rank, white_rank, black, white
    FROM game JOIN game_line ON game_line.game = game.id";

fn read_game(row: &Row<'_>, ranks: &mut RankCache) -> rusqlite::Result<UnindexedGame> {
    Ok(UnindexedGame {
        id: row.get(0)?,
        lines: row.get(1)?,
        winner: winner(row, 2)?.code(),
        year: row.get(3)?,
        ranks: [ranks.read(row, 4)?, ranks.read(row, 5)?],
        names: [row.get(6)?, row.get(7)?],
    })
}
