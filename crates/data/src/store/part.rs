//! Records that are not the whole of their game trees.

use std::sync::LazyLock;

use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, OptionalExtension, params};

use super::checksum;
use super::connection::Store;
use super::error::StoreError;
use super::session::ImportSession;
use crate::model::tree_hash;
use crate::model::{Charset, TreePart, TreePiece};

static INSERT: LazyLock<String> = LazyLock::new(|| checksum::PART.insert(0));

const INSERT_PIECE: &str = "INSERT INTO piece (source, tree, offset, record, before, start, length)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";

/// Inserts the part that a record is of a tree of a source.
pub(super) fn insert_part(
    connection: &Connection,
    record: i64,
    (source, tree): (i64, u32),
    charset: Option<&Charset>,
    part: &TreePart,
) -> rusqlite::Result<()> {
    let TreePart { problem, setup, hash, pieces } = part;
    let mut insert = connection.prepare_cached(&INSERT)?;
    insert.execute(params![record, problem, *setup as i64, hash])?;
    let mut insert = connection.prepare_cached(INSERT_PIECE)?;
    for TreePiece { offset, before, own: (start, length) } in pieces {
        let before = sgf_column(charset, before);
        insert.execute(params![source, tree, *offset as i64, record, before, start, length])?;
    }
    Ok(())
}

/// The stored form of a game tree: text if it is UTF-8, otherwise a blob.
pub(super) fn sgf_column<'a>(charset: Option<&Charset>, sgf: &'a [u8]) -> ToSqlOutput<'a> {
    let value = match (charset, std::str::from_utf8(sgf)) {
        (None, Ok(_)) => ValueRef::Text(sgf),
        _ => ValueRef::Blob(sgf),
    };
    ToSqlOutput::Borrowed(value)
}

impl Store {
    /// The part that a record is of its tree; `None` if it is the whole.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn part(&self, record: i64) -> Result<Option<TreePart>, StoreError> {
        self.run(|connection| {
            let part = connection
                .prepare_cached("SELECT problem, setup, hash FROM part WHERE record = ?1")?
                .query_row([record], |row| {
                    let (problem, setup): (u32, i64) = (row.get(0)?, row.get(1)?);
                    Ok(TreePart {
                        problem,
                        setup: setup as u64,
                        hash: row.get(2)?,
                        pieces: Vec::new(),
                    })
                })
                .optional()?;
            let Some(mut part) = part else { return Ok(None) };
            part.pieces = connection
                .prepare_cached(
                    "SELECT offset, CAST(before AS BLOB), start, length FROM piece
                     WHERE (source, tree) = (SELECT source, tree FROM record WHERE id = ?1)
                         AND record = ?1 ORDER BY offset",
                )?
                .query_map([record], |row| {
                    let offset: i64 = row.get(0)?;
                    let own = (row.get(2)?, row.get(3)?);
                    Ok(TreePiece { offset: offset as u64, before: row.get(1)?, own })
                })?
                .collect::<rusqlite::Result<_>>()?;
            Ok(Some(part))
        })
    }

    /// The positions that several problems of one tree have, maybe with the same side to move: each with
    /// the source and the tree.
    ///
    /// # Errors
    /// If the database cannot be read.
    #[expect(clippy::type_complexity, reason = "a position and a tree")]
    pub fn positions_repeated_in_trees(&self) -> Result<Vec<(i64, (i64, u32))>, StoreError> {
        self.run(|connection| {
            connection
                .prepare(
                    "SELECT position, source, tree
                     FROM part CROSS JOIN record ON record.id = part.record
                     GROUP BY position, source, tree
                     HAVING count(*) > count(DISTINCT turn) OR count(*) > 1 AND min(turn) = 0",
                )?
                .query_map([], |row| Ok((row.get(0)?, (row.get(1)?, row.get(2)?))))?
                .collect()
        })
    }

    /// The positions with problems that the side to move alone does not tell apart: a tree has several
    /// of them, or a record accepts moves without saying who is to move, beside one that says so.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn positions_with_unclear_problems(&self) -> Result<Vec<i64>, StoreError> {
        let repeated = self.positions_repeated_in_trees()?.into_iter();
        let mut positions: Vec<i64> = repeated.map(|(position, _)| position).collect();
        let unclear: Vec<i64> = self.run(|connection| {
            connection
                .prepare(
                    "SELECT DISTINCT position FROM record AS one WHERE turn = 0 AND answers <> ''
                         AND EXISTS (SELECT 1 FROM record WHERE position = one.position AND turn <> 0)",
                )?
                .query_map([], |row| row.get(0))?
                .collect()
        })?;
        positions.extend(unclear);
        positions.sort_unstable();
        positions.dedup();
        Ok(positions)
    }

    /// What identifies a record in every source and after every import: the [`tree_hash`] of its
    /// game tree, or [`TreePart::hash`].
    ///
    /// # Errors
    /// If the database cannot be read or has no record with the id.
    pub fn record_hash(&self, record: i64) -> Result<[u8; 16], StoreError> {
        let hash = self.run(|connection| {
            connection
                .prepare_cached("SELECT hash FROM part WHERE record = ?1")?
                .query_row([record], |row| row.get(0))
                .optional()
        })?;
        hash.map_or_else(|| Ok(tree_hash(&self.sgf(record)?)), Ok)
    }

    /// The text of a game tree with several problems, or with a problem in a game, as it is in the
    /// source. `None` if no record of the source is a part of that tree.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn whole_tree(&self, source: i64, tree: u32) -> Result<Option<Vec<u8>>, StoreError> {
        self.run(|connection| {
            let mut pieces = connection.prepare_cached(
                "SELECT CAST(before AS BLOB), substr(CAST(sgf AS BLOB), start + 1, length)
                 FROM piece JOIN record ON record.id = piece.record
                 WHERE piece.source = ?1 AND piece.tree = ?2 ORDER BY piece.offset",
            )?;
            let mut rows = pieces.query((source, tree))?;
            let mut text: Option<Vec<u8>> = None;
            while let Some(row) = rows.next()? {
                let text = text.get_or_insert_default();
                text.extend(row.get_ref(0)?.as_blob()?);
                text.extend(row.get_ref(1)?.as_blob()?);
            }
            if text.is_some() {
                return Ok(text);
            }
            connection
                .prepare_cached(
                    "SELECT CAST(game_tree.sgf AS BLOB) FROM game
                         JOIN game_tree ON game_tree.game = game.id
                     WHERE source = ?1 AND tree = ?2",
                )?
                .query_row((source, tree), |row| row.get(0))
                .optional()
        })
    }
}

impl ImportSession {
    /// [`Store::whole_tree`].
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn whole_tree(&self, source: i64, tree: u32) -> Result<Option<Vec<u8>>, StoreError> {
        self.store.whole_tree(source, tree)
    }

    /// Removes what is known of the parts of a source.
    pub(super) fn remove_parts_of(&mut self, source: i64) -> Result<(), StoreError> {
        self.execute(
            "DELETE FROM part WHERE record IN (SELECT id FROM record WHERE source = ?1)",
            &[&source],
        )?;
        self.execute("DELETE FROM piece WHERE source = ?1", &[&source])?;
        Ok(())
    }
}
