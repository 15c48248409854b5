//! Games that no segment has.

use rusqlite::{Row, params};

use super::layout::{FACTS, NO_RANK, NO_YEAR};
use super::planes::Planes;
use crate::model::Rank;
use crate::store::connection::Store;
use crate::store::error::{StoreError, read_row};
use crate::store::games::winner;

/// A game that no segment has.
#[derive(Clone, Debug)]
pub struct UnindexedGame {
    /// The id.
    pub id: i64,
    /// The encoded moves.
    pub lines: Vec<u8>,
    winner: u8,
    year: Option<u16>,
    ranks: [Option<u8>; 2],
}

impl UnindexedGame {
    /// The row of the game in a segment whose first game has the id `first`.
    fn row(&self, first: i64, digest: &[u8]) -> Vec<u8> {
        let mut row = Vec::with_capacity(FACTS + digest.len());
        row.extend(((self.id - first) as u32).to_le_bytes());
        row.push(self.winner);
        row.extend(self.year.unwrap_or(NO_YEAR).to_le_bytes());
        row.extend(self.ranks.map(|rank| rank.unwrap_or(NO_RANK)));
        row.extend(digest);
        row
    }
}

/// The planes of games with their digests, which have one length, in a segment whose first game has
/// the id `first`.
pub(super) fn planes_of(
    first: i64,
    games: &[UnindexedGame],
    digests: &[impl AsRef<[u8]>],
) -> Planes {
    let rows = games.iter().zip(digests).map(|(game, digest)| game.row(first, digest.as_ref()));
    let rows: Vec<Vec<u8>> = rows.collect();
    Planes::transpose(&rows, rows.first().map_or(0, Vec::len))
}

impl Store {
    /// The first games behind the one with an id, at most so many.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn games_behind(&self, last: i64, limit: usize) -> Result<Vec<UnindexedGame>, StoreError> {
        self.run(|connection| {
            connection
                .prepare_cached(
                    "SELECT game.id, lines, winner, year, black_rank, white_rank
                     FROM game JOIN game_line ON game_line.game = game.id
                     WHERE game.id > ?1 ORDER BY game.id LIMIT ?2",
                )?
                .query_map(params![last, limit as i64], |row| read_row(row, "game", read_game))?
                .collect()
        })
    }
}

fn read_game(row: &Row<'_>) -> rusqlite::Result<UnindexedGame> {
    let rank = |text: Option<String>| text?.parse().ok().map(Rank::number);
    Ok(UnindexedGame {
        id: row.get(0)?,
        lines: row.get(1)?,
        winner: winner(row, 2)?.code(),
        year: row.get(3)?,
        ranks: [rank(row.get(4)?), rank(row.get(5)?)],
    })
}
