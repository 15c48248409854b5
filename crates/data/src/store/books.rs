//! The books of sources and records, from their names.

use std::collections::HashMap;

use rusqlite::OptionalExtension;

use super::connection::Store;
use super::error::StoreError;
use super::query::StoredRecord;
use crate::model::BookPlace;

/// A record with its place in a book.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BookRecord {
    /// The book and the number there.
    pub place: BookPlace,
    /// The id of the position.
    pub position: i64,
    /// The id of the source, the number of the tree there, and the rank of the problem in that: what
    /// [`Store::record_at`] takes.
    pub at: (i64, u32, u32),
}

impl Store {
    /// The name of the book of each source that is of one.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn books(&self) -> Result<HashMap<i64, String>, StoreError> {
        let sources = self.run(|connection| {
            connection
                .prepare_cached("SELECT id, name, records FROM main.source")?
                .query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?
                .collect::<rusqlite::Result<Vec<(i64, String, i64)>>>()
        })?;
        let book = |(id, name, records): (i64, String, i64)| {
            Some((id, BookPlace::of(&name, records as u64, (1, 1), None).book?))
        };
        Ok(sources.into_iter().filter_map(book).collect())
    }

    /// The book of a record, and its number there.
    ///
    /// # Errors
    /// If the database cannot be read or has no source of the record.
    pub fn book_place(&self, record: &StoredRecord) -> Result<BookPlace, StoreError> {
        let records: i64 = self.run(|connection| {
            connection
                .prepare_cached("SELECT records FROM main.source WHERE id = ?1")?
                .query_row([record.source_id], |row| row.get(0))
        })?;
        let at = &record.at;
        let tree = (at.tree, at.problem);
        Ok(BookPlace::of(&at.source, records as u64, tree, at.name.as_deref()))
    }

    /// When the last import that wrote a source began, in seconds since 1970.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn import_time(&self, source: i64) -> Result<Option<i64>, StoreError> {
        self.run(|connection| {
            connection
                .prepare_cached(
                    "SELECT started FROM main.source AS source JOIN main.import AS import ON import.id = source.import
                     WHERE source.id = ?1",
                )?
                .query_row([source], |row| row.get(0))
                .optional()
        })
    }

    /// Calls `visit` with every record, in the order of import.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn for_each_book_record(
        &self,
        mut visit: impl FnMut(BookRecord),
    ) -> Result<(), StoreError> {
        self.run(|connection| {
            let mut statement = connection.prepare(
                "SELECT record.source, tree, ifnull(problem, 1), position, source.name, source.records,
                     record.name
                 FROM record JOIN main.source AS source ON source.id = record.source
                     LEFT JOIN part ON part.record = record.id ORDER BY record.id",
            )?;
            let mut rows = statement.query([])?;
            while let Some(row) = rows.next()? {
                let at: (i64, u32, u32) = (row.get(0)?, row.get(1)?, row.get(2)?);
                let (source, name): (String, Option<String>) = (row.get(4)?, row.get(6)?);
                let records = row.get::<_, i64>(5)? as u64;
                let place = BookPlace::of(&source, records, (at.1, at.2), name.as_deref());
                visit(BookRecord { place, position: row.get(3)?, at });
            }
            Ok(())
        })
    }
}
