//! Rows of Abalone for a check of the whole database.

use rusqlite::Rows;

use super::read::{
    GAME_COLUMNS, GAMES, PROBLEM_COLUMNS, StoredAbaloneGame, StoredAbaloneProblem, game, problem,
};
use crate::store::connection::Store;
use crate::store::error::StoreError;
use crate::store::verify::Difference;

/// A game of Abalone with everything that can be derived from its text.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct AbaloneGameRow {
    /// The game.
    pub game: StoredAbaloneGame,
    /// The text of the game.
    pub source_text: String,
    /// Its rows in the index of positions: the number of moves before, and the
    /// key as it is stored, sorted.
    pub plies: Vec<(i64, Vec<u8>)>,
}

impl Store {
    /// Calls `visit` with every problem of Abalone that has a source, or with
    /// what is wrong in its row, in the order of import.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn for_each_abalone_problem_row(
        &self,
        visit: impl FnMut(Result<StoredAbaloneProblem, Difference>),
    ) -> Result<(), StoreError> {
        let sql = format!(
            "SELECT {PROBLEM_COLUMNS} FROM abalone_problem
                 JOIN source ON source.id = abalone_problem.source ORDER BY abalone_problem.id"
        );
        self.for_each_row("abalone_problem", &sql, visit, problem)
    }

    /// Calls `visit` with every game of Abalone that has a source, or with what
    /// is wrong in its row, in the order of import. The index of positions is
    /// sorted by game once.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn for_each_abalone_game_row(
        &self,
        mut visit: impl FnMut(Result<AbaloneGameRow, Difference>),
    ) -> Result<(), StoreError> {
        let fail = |error| StoreError::from_sqlite(self.path(), error);
        let mut statement = self
            .connection
            .prepare("SELECT game, ply, key FROM abalone_ply ORDER BY game, ply, key")
            .map_err(fail)?;
        let mut plies = PlyRows { rows: statement.query([]).map_err(fail)?, next: None };
        let mut failed = None;
        let sql = format!(
            "SELECT {GAME_COLUMNS}, source_text
             FROM {GAMES} JOIN source ON source.id = game.source ORDER BY game.id"
        );
        self.for_each_row(
            "abalone_game",
            &sql,
            |row: Result<(StoredAbaloneGame, String), Difference>| {
                visit(row.map(|(game, source_text)| {
                    let plies = plies.of_game(game.id).unwrap_or_else(|error| {
                        failed.get_or_insert(error);
                        Vec::new()
                    });
                    AbaloneGameRow { game, source_text, plies }
                }));
            },
            |row| {
                let text = row.as_ref().column_count() - 1;
                Ok((game(row)?, row.get(text)?))
            },
        )?;
        failed.map_or(Ok(()), |error| Err(fail(error)))
    }
}

/// The rows of the index, sorted by game.
struct PlyRows<'a> {
    rows: Rows<'a>,
    /// The row that was read last, if it was not returned: game, ply and key.
    next: Option<(i64, i64, Vec<u8>)>,
}

impl PlyRows<'_> {
    /// The rows of a game: ply and key. Each call names a later game.
    fn of_game(&mut self, game: i64) -> rusqlite::Result<Vec<(i64, Vec<u8>)>> {
        let mut found = Vec::new();
        loop {
            if let Some((of, ply, key)) = self.next.take() {
                if of > game {
                    self.next = Some((of, ply, key));
                    return Ok(found);
                }
                if of == game {
                    found.push((ply, key));
                }
            }
            let Some(row) = self.rows.next()? else { return Ok(found) };
            self.next = Some((row.get(0)?, row.get(1)?, row.get(2)?));
        }
    }
}
