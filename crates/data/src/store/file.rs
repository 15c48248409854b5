//! Files that sources come from, and the labels by which they are shown.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{OptionalExtension, Row};

use super::checksum;
use super::connection::Store;
use super::error::StoreError;
use super::session::ImportSession;
use crate::model::SourceFile;

/// A file in the database.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct StoredFile {
    /// The id in this database.
    pub id: i64,
    /// The absolute path.
    pub path: PathBuf,
    /// The end of the path that is shown.
    pub label: String,
}

/// The stored form of a path: text if the path is UTF-8, otherwise a blob.
pub(super) fn path_column(path: &Path) -> ToSqlOutput<'_> {
    let bytes = path.as_os_str().as_encoded_bytes();
    let value = match path.to_str() {
        Some(_) => ValueRef::Text(bytes),
        None => ValueRef::Blob(bytes),
    };
    ToSqlOutput::Borrowed(value)
}

/// Reads a stored path.
pub(super) fn path(row: &Row<'_>, column: usize) -> rusqlite::Result<PathBuf> {
    Ok(match row.get_ref(column)? {
        ValueRef::Blob(bytes) => path_of_bytes(bytes),
        text => PathBuf::from(text.as_str()?),
    })
}

#[cfg(unix)]
fn path_of_bytes(bytes: &[u8]) -> PathBuf {
    use std::os::unix::ffi::OsStrExt;
    PathBuf::from(std::ffi::OsStr::from_bytes(bytes))
}

#[cfg(not(unix))]
fn path_of_bytes(bytes: &[u8]) -> PathBuf {
    PathBuf::from(String::from_utf8_lossy(bytes).into_owned())
}

/// The bounds of the texts that continue `label` after a slash.
fn below_label(label: &str) -> [String; 2] {
    // `0` follows `/` in ASCII.
    [[label, "/"].concat(), [label, "0"].concat()]
}

impl Store {
    /// The absolute paths of all files that sources come from.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn file_paths(&self) -> Result<Vec<PathBuf>, StoreError> {
        self.run(|connection| {
            let mut statement = connection.prepare_cached("SELECT path FROM file")?;
            statement.query_map([], |row| path(row, 0))?.collect()
        })
    }
}

impl ImportSession {
    /// The label of the file at an absolute path.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn file_label(&self, path: &Path) -> Result<Option<String>, StoreError> {
        self.store.run(|connection| {
            connection
                .prepare_cached("SELECT label FROM file WHERE path = ?1")?
                .query_row([path_column(path)], |row| row.get(0))
                .optional()
        })
    }

    /// The id of the file at an absolute path.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn file_id(&self, path: &Path) -> Result<Option<i64>, StoreError> {
        self.store.run(|connection| {
            connection
                .prepare_cached("SELECT id FROM file WHERE path = ?1")?
                .query_row([path_column(path)], |row| row.get(0))
                .optional()
        })
    }

    /// The files below the folder at an absolute path.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn files_below(&self, folder: &Path) -> Result<Vec<StoredFile>, StoreError> {
        let mut start = folder.as_os_str().as_encoded_bytes().to_vec();
        let separator = std::path::MAIN_SEPARATOR as u8; // ASCII everywhere
        if start.last() != Some(&separator) {
            start.push(separator);
        }
        let mut end = start.clone();
        *end.last_mut().expect("the path ends with a separator") += 1;
        let text = |bytes| ToSqlOutput::Borrowed(ValueRef::Text(bytes));
        let blob = |bytes| ToSqlOutput::Borrowed(ValueRef::Blob(bytes));
        self.store.run(|connection| {
            let mut files = Vec::new();
            let mut statement = connection.prepare_cached(
                "SELECT id, path, label FROM file WHERE path >= ?1 AND path < ?2 ORDER BY path",
            )?;
            let mut read = |start: ToSqlOutput<'_>, end: ToSqlOutput<'_>| {
                let mut rows = statement.query((start, end))?;
                while let Some(row) = rows.next()? {
                    files.push(StoredFile {
                        id: row.get(0)?,
                        path: path(row, 1)?,
                        label: row.get(2)?,
                    });
                }
                Ok::<_, rusqlite::Error>(())
            };
            if folder.to_str().is_some() {
                read(text(&start), text(&end))?;
            }
            read(blob(&start), blob(&end))?;
            Ok(files)
        })
    }

    /// Whether a file has the label or one that continues it after a slash.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn has_label(&self, label: &str) -> Result<bool, StoreError> {
        let [start, end] = below_label(label);
        self.store.run(|connection| {
            connection
                .prepare_cached(
                    "SELECT 1 FROM file WHERE label = ?1
                     UNION ALL SELECT 1 FROM file WHERE label >= ?2 AND label < ?3",
                )?
                .exists((label, start, end))
        })
    }

    /// Whether sources without a file have the label as their name, or one that
    /// continues it after a slash, and none of them has the place that
    /// `place_of` computes from the rest of its name.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn is_name_of_others(
        &self,
        label: &str,
        place_of: &dyn Fn(&str) -> [u8; 16],
    ) -> Result<bool, StoreError> {
        let [start, end] = below_label(label);
        self.store.run(|connection| {
            let mut statement = connection.prepare_cached(
                "SELECT name, place FROM source WHERE file IS NULL AND name = ?1
                 UNION ALL SELECT name, place FROM source
                 WHERE file IS NULL AND name >= ?2 AND name < ?3",
            )?;
            let mut rows = statement.query((label, start, end))?;
            let mut has_others = false;
            while let Some(row) = rows.next()? {
                let name = row.get_ref(0)?.as_str()?;
                let place: [u8; 16] = row.get(1)?;
                if name.strip_prefix(label).map(place_of) == Some(place) {
                    return Ok(false);
                }
                has_others = true;
            }
            Ok(has_others)
        })
    }

    /// The id and the label of a file in the table `file`. A new file gets its
    /// label, or a longer one if another file has that; a known file keeps the
    /// one it has.
    pub(super) fn file_row(
        &mut self,
        file: &Arc<SourceFile>,
    ) -> Result<(i64, Arc<SourceFile>), StoreError> {
        if let Some((wanted, id, stored)) = &self.last_file
            && wanted == file
        {
            return Ok((*id, Arc::clone(stored)));
        }
        let column = path_column(&file.path);
        let known = self.store.run(|connection| {
            connection
                .prepare_cached("SELECT id, label FROM file WHERE path = ?1")?
                .query_row([&column], |row| Ok((row.get(0)?, row.get(1)?)))
                .optional()
        })?;
        let (id, label): (i64, String) = match known {
            Some(known) => known,
            None => {
                let label = self.free_label(file)?;
                self.execute(&checksum::FILE.insert(0), &[&column, &label])?;
                (self.store.connection.last_insert_rowid(), label)
            }
        };
        let stored = if label == file.label {
            Arc::clone(file)
        } else {
            Arc::new(SourceFile { path: file.path.clone(), label })
        };
        self.last_file = Some((Arc::clone(file), id, Arc::clone(&stored)));
        Ok((id, stored))
    }

    /// The label of a new file: the wanted one, else a longer end of the path,
    /// else one with a number.
    fn free_label(&self, file: &SourceFile) -> Result<String, StoreError> {
        let is_free = |label: &str| {
            self.store.run(|connection| {
                let sql = "SELECT 1 FROM file WHERE label = ?1";
                Ok(!connection.prepare_cached(sql)?.exists([label])?)
            })
        };
        if is_free(&file.label)? {
            return Ok(file.label.clone());
        }
        let path = file.path.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/");
        let path = path.trim_start_matches('/');
        let ends = path.rmatch_indices('/').map(|(slash, _)| &path[slash + 1..]);
        let is_wanted = |end: &&str| !file.has_own_name() && end.len() > file.label.len();
        for end in ends.chain([path]).filter(is_wanted) {
            if is_free(end)? {
                return Ok(end.to_owned());
            }
        }
        // Different paths that are shown alike, since neither is UTF-8.
        let mut number = 2;
        loop {
            let label = format!("{} ({number})", file.label);
            if is_free(&label)? {
                return Ok(label);
            }
            number += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Source;
    use crate::store::Store;
    use crate::store::tests::{import, records, source};

    fn placed(number: u8, path: &str, label: &str) -> Source {
        let file = SourceFile { path: path.into(), label: label.to_owned() };
        Source { name: label.to_owned(), file: Some(Arc::new(file)), ..source(number) }
    }

    #[test]
    fn files_are_found_by_path_and_by_label() {
        let store = Store::open_in_memory().unwrap();
        for (number, path, label) in [
            (1, "/t/a/1.sgf", "a/1.sgf"),
            (2, "/t/a/b/2.sgf", "a/b/2.sgf"),
            (3, "/t/a0.sgf", "a0.sgf"),
            (4, "/t/a-.sgf", "a-.sgf"),
        ] {
            import(&store, &placed(number, path, label), records(&["3x3|X........"]), vec![]);
        }
        import(&store, &source(5), records(&["3x3|X........"]), vec![]);
        let session = store.begin_import().unwrap();
        let below = |folder: &str| {
            let files = session.files_below(Path::new(folder)).unwrap();
            files.into_iter().map(|file| file.label).collect::<Vec<_>>()
        };
        assert_eq!(below("/t/a"), ["a/1.sgf", "a/b/2.sgf"]);
        assert_eq!(below("/t/a/1.sgf"), [""; 0]);
        assert_eq!(below("/").len(), 4);
        let label = |path: &str| session.file_label(Path::new(path)).unwrap();
        assert_eq!(label("/t/a0.sgf").as_deref(), Some("a0.sgf"));
        assert_eq!(label("/t/a"), None);
        for (label, is_taken) in [("a", true), ("a/b", true), ("a/1.sgf", true), ("a/1", false)] {
            assert_eq!(session.has_label(label).unwrap(), is_taken, "{label}");
        }
        // The fifth source is `folder/5.sgf` and has no file.
        let is_of_others =
            |label: &str, own: u8| session.is_name_of_others(label, &|_| [own; 16]).unwrap();
        assert!(is_of_others("folder", 9) && is_of_others("folder/5.sgf", 9));
        assert!(!is_of_others("folder", 5) && !is_of_others("fold", 9) && !is_of_others("a", 9));
    }

    #[test]
    fn a_file_keeps_its_label_and_no_other_gets_it() {
        let store = Store::open_in_memory().unwrap();
        let names = || -> Vec<String> {
            store.sources().unwrap().into_iter().map(|source| source.name).collect()
        };
        let add = |number, path: &str, label: &str| {
            import(&store, &placed(number, path, label), records(&["3x3|X........"]), vec![]);
        };
        add(1, "/t/a/1.sgf", "1.sgf");
        add(2, "/t/b/1.sgf", "1.sgf");
        add(3, "/1.sgf", "1.sgf");
        assert_eq!(names(), ["1.sgf", "b/1.sgf", "1.sgf (2)"]);
        let changed = Source { hash: [9; 16], ..placed(2, "/t/b/1.sgf", "other") };
        import(&store, &changed, records(&["3x3|X........"]), vec![]);
        assert_eq!(names(), ["1.sgf", "1.sgf (2)", "b/1.sgf"]);
        let count =
            |sql: &str| -> i64 { store.connection.query_row(sql, [], |row| row.get(0)).unwrap() };
        assert_eq!(count("SELECT count(*) FROM file"), 3);
    }

    #[cfg(unix)]
    #[test]
    fn paths_that_are_not_utf_8_are_found_below_their_folder() {
        use std::ffi::OsStr;
        use std::os::unix::ffi::OsStrExt;
        let path = Path::new(OsStr::from_bytes(b"/t/a\xFF/1.sgf"));
        let store = Store::open_in_memory().unwrap();
        let file = SourceFile { path: path.to_owned(), label: "x".to_owned() };
        let source = Source { file: Some(Arc::new(file)), ..source(1) };
        import(&store, &source, records(&["3x3|X........"]), vec![]);
        let session = store.begin_import().unwrap();
        for folder in [b"/t" as &[u8], b"/t/a\xFF"] {
            let files = session.files_below(Path::new(OsStr::from_bytes(folder))).unwrap();
            assert_eq!(files[0].path, path);
        }
    }
}
