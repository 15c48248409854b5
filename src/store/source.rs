//! Sources: whether they are there, and what comes and goes with them.

use std::sync::LazyLock;

use rusqlite::ToSql;

use super::{ImportSession, Store, StoreError};
use crate::model::{Source, TreeKind, TreeOptions, Variations};

/// Whether a source with this hash was taken for what it is to be taken for, as
/// far as that is said, and its games are stored: schema 1 only counted them.
const IS_AS_WANTED: &str = "hash = ?1 AND ?2 IN (0, kind) AND (games = 0
    OR ?3 IN (0, variations) AND EXISTS (SELECT 1 FROM game WHERE source = source.id))";

static AT_PLACE: LazyLock<String> =
    LazyLock::new(|| format!("SELECT 1 FROM source WHERE place = ?4 AND {IS_AS_WANTED}"));

static WITH_CONTENT: LazyLock<String> =
    LazyLock::new(|| format!("SELECT id, name, {IS_AS_WANTED} FROM source WHERE hash = ?1"));

/// What the database has of a source, wherever it lies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Held {
    /// This content and this file name, and its trees were taken for what
    /// these are to be taken for, as far as that is said.
    Whole,
    /// Not that.
    Not {
        /// The numbers of the sources that are this one, taken for something
        /// else, or whose games were only counted by an earlier version.
        replaced: Vec<i64>,
    },
}

/// What is said of its trees, as it is stored; 0 for what is not said.
fn codes(taken: TreeOptions) -> (u8, u8) {
    (TreeKind::code(taken.kind), Variations::code(taken.variations))
}

impl Store {
    /// Whether a source with this content is there from the same place,
    /// whatever it is called, and its trees were taken for what these are to
    /// be taken for, as far as that is said.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn holds_at_place(&self, source: &Source) -> Result<bool, StoreError> {
        self.run(|connection| {
            let (kind, variations) = codes(source.taken);
            let row = (source.hash, kind, variations, source.place);
            connection.prepare_cached(&AT_PLACE)?.exists(row)
        })
    }
}

impl ImportSession {
    /// Whether the database has no source yet.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn is_empty(&self) -> Result<bool, StoreError> {
        self.store.run(|connection| {
            connection.query_row("SELECT NOT EXISTS (SELECT 1 FROM source)", [], |row| row.get(0))
        })
    }

    /// What the database has of a source.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn held(&self, source: &Source) -> Result<Held, StoreError> {
        self.store.run(|connection| {
            let mut statement = connection.prepare_cached(&WITH_CONTENT)?;
            let (kind, variations) = codes(source.taken);
            let mut replaced = Vec::new();
            let mut rows = statement.query((source.hash, kind, variations))?;
            while let Some(row) = rows.next()? {
                let name: String = row.get(1)?;
                if Source::file_name(&name) != Source::file_name(&source.name) {
                    continue;
                }
                if row.get(2)? {
                    return Ok(Held::Whole);
                }
                replaced.push(row.get(0)?);
            }
            Ok(Held::Not { replaced })
        })
    }

    /// Begins a source; what lay at its place before goes, and so do those of
    /// [`Held::Not`].
    ///
    /// # Errors
    /// When the database cannot be written.
    pub fn begin_source(&mut self, source: &Source, replaced: Vec<i64>) -> Result<i64, StoreError> {
        self.add_source(source, replaced, 0, 0)
    }

    /// Begins a source of which it is known how many records and games it
    /// holds, and so also ends it.
    ///
    /// # Errors
    /// When the database cannot be written.
    pub fn add_source(
        &mut self,
        source: &Source,
        replaced: Vec<i64>,
        records: u64,
        games: u64,
    ) -> Result<i64, StoreError> {
        self.remove(replaced)?;
        let kind = TreeKind::code(source.taken.kind);
        let variations = Variations::code(Some(source.taken.variations.unwrap_or_default()));
        let row: [&dyn ToSql; 8] = [
            &source.place,
            &source.hash,
            &(source.bytes as i64),
            &source.name,
            &kind,
            &variations,
            &(records as i64),
            &(games as i64),
        ];
        // Mostly nothing lies at its place, as this finds out on its way.
        const INSERT: &str = "INSERT INTO source
                 (place, hash, bytes, name, kind, variations, records, games)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT (place) DO NOTHING";
        if self.execute(INSERT, &row)? == 0 {
            self.remove(self.numbers("SELECT id FROM source WHERE place = ?1", &[&source.place])?)?;
            self.execute(INSERT, &row)?;
        }
        self.pending.sources += 1;
        self.pending.games += games;
        Ok(self.store.connection.last_insert_rowid())
    }

    /// Removes what lay at the place of a source, if it was something else.
    ///
    /// # Errors
    /// When the database cannot be written.
    pub fn remove_older(&mut self, source: &Source) -> Result<(), StoreError> {
        let old = self.numbers(
            "SELECT id FROM source WHERE place = ?1 AND hash <> ?2",
            &[&source.place, &source.hash],
        )?;
        self.remove(old)
    }

    fn remove(&mut self, sources: Vec<i64>) -> Result<(), StoreError> {
        for id in sources {
            let positions =
                self.numbers("SELECT DISTINCT position FROM record WHERE source = ?1", &[&id])?;
            self.orphans.extend(positions);
            self.execute("DELETE FROM record WHERE source = ?1", &[&id])?;
            for table in ["game_line", "game_tree"] {
                let sql = format!(
                    "DELETE FROM {table} WHERE game IN (SELECT id FROM game WHERE source = ?1)"
                );
                self.execute(&sql, &[&id])?;
            }
            self.execute("DELETE FROM game WHERE source = ?1", &[&id])?;
            self.execute("DELETE FROM source WHERE id = ?1", &[&id])?;
        }
        Ok(())
    }

    /// Drops a source that was begun and turned out to hold nothing.
    ///
    /// # Errors
    /// When the database cannot be written.
    pub fn drop_source(&mut self, id: i64) -> Result<(), StoreError> {
        self.pending.sources -= 1;
        self.remove(vec![id])
    }

    /// Writes what a source holds, after its records.
    ///
    /// # Errors
    /// When the database cannot be written.
    pub fn end_source(&mut self, id: i64, records: u64, games: u64) -> Result<(), StoreError> {
        self.pending.games += games;
        self.execute(
            "UPDATE source SET records = ?2, games = ?3 WHERE id = ?1",
            &[&id, &(records as i64), &(games as i64)],
        )?;
        Ok(())
    }
}
