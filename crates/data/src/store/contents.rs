//! What each source consists of, for comparisons of whole sources.

use super::connection::Store;
use super::decision::tree_hash;
use super::error::StoreError;
use super::query::{SIZE_COLUMNS, unknown_code};
use crate::model::Turn;

impl Store {
    /// Calls `visit` with the source, the position, the side to move of every
    /// record, in the colors of the canonical text, and the columns and rows of
    /// its window, in the orientation of the canonical text.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn for_each_source_problem(
        &self,
        mut visit: impl FnMut(i64, i64, Turn, [u8; 2]),
    ) -> Result<(), StoreError> {
        self.run(|connection| {
            let sql = format!("SELECT source, position, turn, {SIZE_COLUMNS} FROM record");
            let mut statement = connection.prepare_cached(&sql)?;
            let mut rows = statement.query([])?;
            while let Some(row) = rows.next()? {
                let turn = Turn::from_code(row.get(2)?).ok_or_else(|| unknown_code(2, "turn"))?;
                visit(row.get(0)?, row.get(1)?, turn, [row.get(3)?, row.get(4)?]);
            }
            Ok(())
        })
    }

    /// Calls `visit` with the source of every game, the hash of its opening and
    /// its encoded moves.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn for_each_source_game(
        &self,
        mut visit: impl FnMut(i64, u64, &[u8]),
    ) -> Result<(), StoreError> {
        self.run(|connection| {
            let mut statement = connection.prepare_cached(
                "SELECT source, opening, lines FROM game JOIN game_line ON game_line.game = game.id",
            )?;
            let mut rows = statement.query([])?;
            while let Some(row) = rows.next()? {
                let opening = row.get::<_, i64>(1)? as u64;
                visit(row.get(0)?, opening, row.get_ref(2)?.as_blob()?);
            }
            Ok(())
        })
    }

    /// Calls `visit` with the source and the [`tree_hash`] of every game tree,
    /// problem or game.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn for_each_source_tree(
        &self,
        mut visit: impl FnMut(i64, [u8; 16]),
    ) -> Result<(), StoreError> {
        self.run(|connection| {
            for sql in [
                "SELECT source, sgf FROM record",
                "SELECT source, sgf FROM game JOIN game_tree ON game_tree.game = game.id",
            ] {
                let mut statement = connection.prepare_cached(sql)?;
                let mut rows = statement.query([])?;
                while let Some(row) = rows.next()? {
                    visit(row.get(0)?, tree_hash(row.get_ref(1)?.as_bytes()?));
                }
            }
            Ok(())
        })
    }
}
