//! The list of sources, and their removal and renaming on request.

use std::collections::HashSet;
use std::sync::Arc;

use rusqlite::{OptionalExtension, Row, ToSql};

use super::checksum;
use super::connection::Store;
use super::error::StoreError;
use super::file;
use super::schema;
use super::session::ImportSession;
use crate::model::{SourceFile, SourcePattern, TreeOptions};

/// A source in the database, with all that is known of its place.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SourceDetails {
    /// The id in this database, ascending in the order of import.
    pub id: i64,
    /// The name that is shown and exported.
    pub name: String,
    /// The file on disk; `None` for standard input, and for sources from before
    /// schema 5.
    pub file: Option<Arc<SourceFile>>,
    /// The first 16 bytes of the BLAKE3 hash of the content.
    pub hash: [u8; 16],
    /// The length of the content in bytes.
    pub bytes: u64,
    /// The number of records.
    pub records: u64,
    /// The number of games.
    pub games: u64,
    /// How the game trees were read. The start of Abalone games is not known.
    pub tree_options: TreeOptions,
    /// The run of the command that imported the source; `None` for sources from
    /// before schema 5.
    pub import: Option<SourceImport>,
}

/// A run of the command that imported sources.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SourceImport {
    /// The id in this database, ascending.
    pub id: i64,
    /// When the import began, in seconds since 1970, UTC.
    pub started: i64,
}

impl SourceDetails {
    /// The name inside the archive that the source comes from; `None` if the
    /// source is a whole file or has no file.
    pub fn entry(&self) -> Option<&str> {
        let entry = self.name.strip_prefix(&*self.file.as_ref()?.label)?.strip_prefix('/')?;
        (!entry.is_empty()).then_some(entry)
    }

    /// The place of the source: the path of its file and, after a slash, the
    /// name inside the archive. `None` without a file.
    pub fn place(&self) -> Option<String> {
        let path = self.file.as_ref()?.path.display();
        Some(match self.entry() {
            Some(entry) => format!("{path}/{entry}"),
            None => path.to_string(),
        })
    }

    /// Whether a pattern selects the source.
    pub fn is_selected(&self, pattern: &SourcePattern) -> bool {
        pattern.matches(&self.name, self.file.as_deref())
    }
}

fn details(
    row: &Row<'_>,
    last: &mut Option<(i64, Arc<SourceFile>)>,
) -> rusqlite::Result<SourceDetails> {
    let file = match row.get::<_, Option<i64>>(6)? {
        Some(id) => Some(match last {
            // The entries of an archive follow each other and share one file.
            Some((known, file)) if *known == id => Arc::clone(file),
            _ => {
                let file = SourceFile { path: file::path(row, 7)?, label: row.get(8)? };
                Arc::clone(&last.insert((id, Arc::new(file))).1)
            }
        }),
        None => None,
    };
    let import = match row.get(9)? {
        Some(id) => Some(SourceImport { id, started: row.get(10)? }),
        None => None,
    };
    let (kind_code, variations_code): (u8, u8) = (row.get(11)?, row.get(12)?);
    Ok(SourceDetails {
        id: row.get(0)?,
        name: row.get(1)?,
        hash: row.get(2)?,
        bytes: row.get::<_, i64>(3)? as u64,
        records: row.get::<_, i64>(4)? as u64,
        games: row.get::<_, i64>(5)? as u64,
        file,
        import,
        tree_options: TreeOptions::from_codes(kind_code, variations_code),
    })
}

impl Store {
    /// All sources with their places, in the order of import.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn source_details(&self) -> Result<Vec<SourceDetails>, StoreError> {
        self.run(|connection| {
            let mut statement = connection.prepare_cached(
                "SELECT source.id, name, hash, bytes, records, games,
                     file.id, path, label, import.id, started, kind, variations
                 FROM source LEFT JOIN file ON file.id = source.file
                     LEFT JOIN import ON import.id = source.import
                 ORDER BY source.id",
            )?;
            let mut last_file = None;
            statement.query_map([], |row| details(row, &mut last_file))?.collect()
        })
    }
}

/// A database file, and what was imported last.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DatabaseSummary {
    /// The length of the database in bytes, without the write-ahead log.
    pub bytes: u64,
    /// The version of the schema.
    pub schema: i64,
    /// The version of the rules by which the records were read;
    /// [`READING`](crate::model::READING) is the current one.
    pub reading: i64,
    /// The last import whose sources are in the database, and their number.
    pub last_import: Option<(SourceImport, u64)>,
}

impl Store {
    /// The size, the schema and the last import.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn summary(&self) -> Result<DatabaseSummary, StoreError> {
        self.run(|connection| {
            let number = |sql| connection.query_row(sql, [], |row| row.get::<_, i64>(0));
            let last_import = connection
                .query_row(
                    "SELECT import.id, started,
                         (SELECT count(*) FROM source WHERE import = import.id)
                     FROM import WHERE import.id = (SELECT max(import) FROM source)",
                    [],
                    |row| {
                        let import = SourceImport { id: row.get(0)?, started: row.get(1)? };
                        Ok((import, row.get::<_, i64>(2)? as u64))
                    },
                )
                .optional()?;
            Ok(DatabaseSummary {
                bytes: (number("PRAGMA page_count")? * number("PRAGMA page_size")?) as u64,
                schema: number("PRAGMA user_version")?,
                reading: schema::reading(connection)?,
                last_import,
            })
        })
    }
}

impl ImportSession {
    /// Removes sources with their records and games, and whatever only they
    /// used: positions, files and imports. The caller commits.
    ///
    /// The time is linear in the records and games that are removed and in the
    /// number of sources in the database.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn remove(&mut self, sources: &[SourceDetails]) -> Result<(), StoreError> {
        self.remove_sources(sources.iter().map(|source| source.id))?;
        self.execute(
            "DELETE FROM import
             WHERE id NOT IN (SELECT import FROM source WHERE import IS NOT NULL)",
            &[],
        )?;
        Ok(())
    }

    /// Changes the name `old` of a file, folder or archive at the beginning of
    /// names of sources to `new`. Returns the number of sources that were
    /// renamed. The caller commits.
    ///
    /// # Errors
    /// [`RenameError`] if `old` is inside an archive, or if a source would get
    /// the name of another one; and if the database cannot be written.
    pub fn rename(&mut self, old: &str, new: &str) -> Result<u64, RenameError> {
        let renamed = |name: &str| {
            let rest = name.strip_prefix(old)?;
            (rest.is_empty() || rest.starts_with('/')).then(|| [new, rest].concat())
        };
        self.begin_transaction()?;
        let sources = self.store.source_details()?;
        let kept: HashSet<&str> = sources
            .iter()
            .map(|source| &*source.name)
            .filter(|name| renamed(name).is_none())
            .collect();
        let mut count = 0;
        let mut labels = HashSet::new();
        for source in &sources {
            let Some(name) = renamed(&source.name) else { continue };
            if kept.contains(&*name) {
                return Err(RenameError::Taken { name });
            }
            if let Some(file) = &source.file
                && labels.insert(Arc::clone(file))
            {
                let Some(label) = renamed(&file.label) else {
                    return Err(RenameError::InsideArchive { archive: file.label.clone() });
                };
                let is_file = "id = (SELECT file FROM source WHERE id = ?1)";
                self.execute(
                    &format!("UPDATE file SET label = ?2 WHERE {is_file}"),
                    &[&source.id as &dyn ToSql, &label],
                )?;
                self.execute(&checksum::FILE.update(is_file), &[&source.id])?;
            }
            self.execute("UPDATE source SET name = ?1 WHERE id = ?2", &[&name, &source.id])?;
            self.execute(&checksum::SOURCE.update("id = ?1"), &[&source.id])?;
            count += 1;
        }
        self.last_file = None;
        Ok(count)
    }
}

/// Why sources were not renamed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RenameError {
    /// A source that is not renamed has the new name.
    #[error("another source is named `{}`", name.escape_debug())]
    Taken {
        /// The name.
        name: String,
    },
    /// Part of an archive cannot be renamed alone.
    #[error("the name is inside the archive `{}`, which can only be renamed as a whole",
        archive.escape_debug())]
    InsideArchive {
        /// The name of the archive.
        archive: String,
    },
    /// The database could not be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::READING;
    use crate::model::Source;
    use crate::store::tests::{execute, game, import, records, source};

    const GAME: &str = "(;SZ[9];B[aa];W[bb])";

    fn file(path: &str, label: &str) -> Option<Arc<SourceFile>> {
        Some(Arc::new(SourceFile { path: path.into(), label: label.to_owned() }))
    }

    /// Two entries of an archive, a file, and standard input.
    fn store() -> Store {
        let store = Store::open_in_memory().unwrap();
        let archive = file("/b/a.zip", "b/a.zip");
        let sources = [
            ("b/a.zip/1.sgf", archive.clone()),
            ("b/a.zip/2.sgf", archive),
            ("b/3.sgf", file("/b/3.sgf", "b/3.sgf")),
            ("-", None),
        ];
        for (number, (name, file)) in (1..).zip(sources) {
            let source = Source { name: name.to_owned(), file, ..source(number) };
            let text =
                format!("3x3|{}{}", "X".repeat(number.into()), ".".repeat(9 - number as usize));
            import(&store, &source, records(&[&text, "3x3|OX......."]), vec![game(GAME)]);
        }
        store
    }

    fn names(store: &Store) -> Vec<String> {
        store.source_details().unwrap().into_iter().map(|source| source.name).collect()
    }

    /// The numbers of rows in all tables with rows of sources.
    fn rows(store: &Store) -> [i64; 7] {
        let tables = ["source", "record", "position", "game", "game_line", "game_tree", "file"];
        tables.map(|table| {
            let sql = format!("SELECT count(*) FROM {table}");
            store.connection.query_row(&sql, [], |row| row.get(0)).unwrap()
        })
    }

    fn wrong_checksums(store: &Store) -> i64 {
        let sql = format!(
            "SELECT count(*) FROM source WHERE checksum IS NOT {}",
            checksum::SOURCE.expression()
        );
        store.connection.query_row(&sql, [], |row| row.get(0)).unwrap()
    }

    fn rename(store: &Store, old: &str, new: &str) -> Result<u64, RenameError> {
        let mut session = store.begin_import().unwrap();
        let count = session.rename(old, new)?;
        session.commit().unwrap();
        assert_eq!(wrong_checksums(store), 0);
        Ok(count)
    }

    #[test]
    fn details_tell_the_place_and_the_import() {
        let store = store();
        execute(
            &store,
            "INSERT INTO import (id, started) VALUES (7, 1000); UPDATE source SET import = 7 WHERE id = 3",
        );
        let sources = store.source_details().unwrap();
        let entries: Vec<_> = sources.iter().map(SourceDetails::entry).collect();
        assert_eq!(entries, [Some("1.sgf"), Some("2.sgf"), None, None]);
        assert_eq!(sources[2].file, file("/b/3.sgf", "b/3.sgf"));
        assert_eq!(sources[2].import, Some(SourceImport { id: 7, started: 1000 }));
        assert_eq!((sources[3].import, &sources[3].file), (None, &None));
        let summary = store.summary().unwrap();
        assert_eq!(summary.last_import, Some((SourceImport { id: 7, started: 1000 }, 1)));
        assert_eq!((summary.schema, summary.bytes % 16_384), (20, 0));
        assert_eq!(summary.reading, READING);
        assert_eq!((sources[0].bytes, sources[0].records, sources[0].games), (100, 2, 1));
    }

    #[test]
    fn a_removal_leaves_nothing_behind() {
        let store = store();
        assert_eq!(rows(&store), [4, 8, 5, 4, 4, 4, 2]);
        let remove = |pattern: &str| {
            let pattern = pattern.parse().unwrap();
            let mut sources = store.source_details().unwrap();
            sources.retain(|source| source.is_selected(&pattern));
            let mut session = store.begin_import().unwrap();
            session.remove(&sources).unwrap();
            session.commit().unwrap();
        };
        remove("1.sgf");
        assert_eq!(rows(&store), [3, 6, 4, 3, 3, 3, 2]);
        remove("/b/a.zip");
        assert_eq!(rows(&store), [2, 4, 3, 2, 2, 2, 1]);
        remove("*");
        assert_eq!(rows(&store), [0; 7]);
    }

    #[test]
    fn a_renamed_folder_keeps_its_records() {
        let store = store();
        let before = rows(&store);
        assert_eq!(rename(&store, "b", "books/easy").unwrap(), 3);
        let renamed = ["books/easy/a.zip/1.sgf", "books/easy/a.zip/2.sgf", "books/easy/3.sgf", "-"];
        assert_eq!(names(&store), renamed);
        assert_eq!(rename(&store, "books/easy/a.zip", "z").unwrap(), 2);
        assert_eq!(rename(&store, "-", "typed").unwrap(), 1);
        assert_eq!(names(&store), ["z/1.sgf", "z/2.sgf", "books/easy/3.sgf", "typed"]);
        let sources = store.source_details().unwrap();
        assert_eq!(sources[1].file, file("/b/a.zip", "z"));
        assert_eq!(sources[1].entry(), Some("2.sgf"));
        assert_eq!(rename(&store, "nothing", "x").unwrap(), 0);
        assert_eq!(rows(&store), before);
    }

    #[test]
    fn names_stay_distinct_and_archives_whole() {
        let store = store();
        let before = names(&store);
        let taken = rename(&store, "b/3.sgf", "-").unwrap_err();
        assert!(matches!(taken, RenameError::Taken { name } if name == "-"));
        let inside = rename(&store, "b/a.zip/1.sgf", "x").unwrap_err();
        assert!(matches!(inside, RenameError::InsideArchive { archive } if archive == "b/a.zip"));
        // A new name may contain the old one.
        assert_eq!(rename(&store, "b", "b/b").unwrap(), 3);
        assert_eq!(rename(&store, "b/b", "b").unwrap(), 3);
        assert_eq!(names(&store), before);
    }
}
