//! Sources: which ones are in the database, and their insertion and removal.

use std::path::PathBuf;
use std::sync::{Arc, LazyLock};

use rusqlite::{OptionalExtension, Row, ToSql};

use super::checksum;
use super::connection::Store;
use super::error::StoreError;
use super::file;
use super::session::ImportSession;
use crate::abalone::Setup;
use crate::model::{Source, SourceFile, TreeOptions, Variations};

/// The condition that the content of a source (hash ?1) was imported with the
/// wanted tree kind (?2) and variations (?3), where 0 stands for any, and start
/// of Abalone games without one (?4), where null stands for any. With a start, a source without
/// problems and games is read again: the start may have been all that its games lacked.
///
/// Schema 1 only counted games. A source from then whose games are not in the
/// table `game` has to be imported again.
const IS_AS_WANTED: &str =
    "hash = ?1 AND ?2 IN (0, kind) AND (games = 0 AND (records > 0 OR ?4 IS NULL)
    OR ?3 IN (0, variations) AND EXISTS (SELECT 1 FROM game WHERE source = source.id)
    OR EXISTS (SELECT 1 FROM abalone_game WHERE source = source.id)
        AND (?4 IS NULL OR NOT EXISTS (SELECT 1 FROM abalone_game
            WHERE source = source.id AND start <> ?4 AND instr(source_text, '[Position') = 0
                AND instr(source_text, '[Variant') = 0)))";

static INSERT: LazyLock<String> = LazyLock::new(|| checksum::SOURCE.insert(0));

static AT_PLACE: LazyLock<String> = LazyLock::new(|| {
    format!(
        "SELECT id, {IS_AS_WANTED}, file IS NOT NULL, kind, variations FROM source WHERE place = ?5"
    )
});

static WITH_CONTENT: LazyLock<String> = LazyLock::new(|| {
    format!(
        "SELECT source.id, name, path FROM source JOIN file ON file.id = file
         WHERE source.id < ?5 AND {IS_AS_WANTED} ORDER BY source.id"
    )
});

/// What the database has at the place of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourceState {
    /// Nothing.
    New,
    /// Another content, or the same one that was imported with other
    /// [`TreeOptions`], or by an early version that only counted games.
    Changed {
        /// The id of the source that the import of this one replaces.
        replaced: i64,
        /// How the trees of that source were read.
        read_as: TreeOptions,
    },
    /// The same content, imported with the wanted [`TreeOptions`].
    Unchanged {
        /// The id of the source.
        id: i64,
        /// Whether the database knows the file of the source.
        has_file: bool,
    },
}

impl SourceState {
    /// The id of the source that the import of this one replaces.
    pub fn replaced(self) -> Option<i64> {
        match self {
            SourceState::Changed { replaced, .. } => Some(replaced),
            SourceState::New | SourceState::Unchanged { .. } => None,
        }
    }
}

/// A source in the database, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PlacedSource {
    /// The id in this database.
    pub id: i64,
    /// The name.
    pub name: String,
    /// The hash of the place, as in [`Source::place`].
    pub place: [u8; 16],
}

/// The stored values of the options; 0 or null for an option that is not set.
fn stored_options(options: TreeOptions) -> (u8, u8, Option<String>) {
    let start = options.abalone_start.map(|start| Setup::from(start.to_position()).to_iatn());
    (options.kind_code(), Variations::code(options.variations), start)
}

impl Store {
    /// What the database has at the place of a source.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn source_state(&self, source: &Source) -> Result<SourceState, StoreError> {
        let state = |row: &Row<'_>| {
            let id = row.get(0)?;
            Ok(match row.get(1)? {
                true => SourceState::Unchanged { id, has_file: row.get(2)? },
                false => SourceState::Changed {
                    replaced: id,
                    read_as: TreeOptions::from_codes(row.get(3)?, row.get(4)?),
                },
            })
        };
        self.run(|connection| {
            let (kind, variations, start) = stored_options(source.tree_options);
            let row = (source.hash, kind, variations, start, source.place);
            let state = connection.prepare_cached(&AT_PLACE)?.query_row(row, state).optional()?;
            Ok(state.unwrap_or(SourceState::New))
        })
    }
}

impl ImportSession {
    /// What the database has at the place of a source, with the changes that
    /// are not committed.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn source_state(&self, source: &Source) -> Result<SourceState, StoreError> {
        self.store.source_state(source)
    }

    /// The id that the next source gets. All sources of earlier imports have
    /// smaller ones.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn next_source_id(&self) -> Result<i64, StoreError> {
        self.store.run(|connection| {
            connection.query_row("SELECT next_source FROM database", [], |row| row.get(0))
        })
    }

    /// The sources with an id below `before` that have the content of a source,
    /// were imported with the wanted [`TreeOptions`], and whose file is known:
    /// id, name and path of the file, in the order of ids.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn sources_with_content(
        &self,
        source: &Source,
        before: i64,
    ) -> Result<Vec<(i64, String, PathBuf)>, StoreError> {
        self.store.run(|connection| {
            let (kind, variations, start) = stored_options(source.tree_options);
            connection
                .prepare_cached(&WITH_CONTENT)?
                .query_map((source.hash, kind, variations, start, before), |row| {
                    Ok((row.get(0)?, row.get(1)?, file::path(row, 2)?))
                })?
                .collect()
        })
    }

    /// The sources of a file with an id below `before`, in the order of ids.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn sources_of_file(&self, file: i64, before: i64) -> Result<Vec<PlacedSource>, StoreError> {
        self.store.run(|connection| {
            connection
                .prepare_cached(
                    "SELECT id, name, place FROM source WHERE file = ?1 AND id < ?2 ORDER BY id",
                )?
                .query_map([file, before], |row| {
                    Ok(PlacedSource { id: row.get(0)?, name: row.get(1)?, place: row.get(2)? })
                })?
                .collect()
        })
    }

    /// Gives a source the place, the file and the name of `to`, which has the
    /// same content. Records, games and the id stay. Returns false if there is
    /// no source with the id.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn move_source(&mut self, id: i64, to: &Source) -> Result<bool, StoreError> {
        self.note_file_of(id)?;
        let (file, name) = self.file_and_name(to.file.as_ref(), &to.name)?;
        let import = self.import_id()?;
        let changed = self.execute(
            "UPDATE source SET place = ?2, name = ?3, file = ?4, import = ?5 WHERE id = ?1",
            &[&id, &to.place, &name, &file, &import],
        )?;
        self.execute(&checksum::SOURCE.update("id = ?1"), &[&id])?;
        Ok(changed > 0)
    }

    /// Sets the file of a source that was imported before files were stored.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn set_file(&mut self, id: i64, source: &Source) -> Result<(), StoreError> {
        let Some(file) = &source.file else { return Ok(()) };
        let stored: String = self.store.run(|connection| {
            connection.query_row("SELECT name FROM source WHERE id = ?1", [id], |row| row.get(0))
        })?;
        // The label is the part of the stored name before that of the entry.
        let entry = source.name.strip_prefix(&file.label).unwrap_or_default();
        let label = stored.strip_suffix(entry).filter(|label| !label.is_empty());
        let label = label.unwrap_or(&file.label).to_owned();
        let name = [&label, entry].concat();
        let file = SourceFile { path: file.path.clone(), label };
        self.move_source(id, &Source { name, file: Some(file.into()), ..source.clone() })?;
        Ok(())
    }

    /// Inserts a source whose records and games are not counted yet;
    /// [`end_source`](Self::end_source) adds the counts. Returns its id.
    ///
    /// The source `replaced`, from [`SourceState::Changed`], is removed.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn begin_source(
        &mut self,
        source: &Source,
        replaced: Option<i64>,
    ) -> Result<i64, StoreError> {
        self.insert_source(source, replaced, 0, 0)
    }

    /// Inserts a source with known numbers of records and games. Equivalent to
    /// [`begin_source`](Self::begin_source) and
    /// [`end_source`](Self::end_source), in one statement.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn insert_source(
        &mut self,
        source: &Source,
        replaced: Option<i64>,
        records: u64,
        games: u64,
    ) -> Result<i64, StoreError> {
        self.remove_sources(replaced)?;
        let kind = source.tree_options.kind_code();
        let variations = Variations::code(Some(source.tree_options.variations.unwrap_or_default()));
        let (file, name) = self.file_and_name(source.file.as_ref(), &source.name)?;
        let import = self.import_id()?;
        self.begin_transaction()?;
        let id = self.ids.source;
        let row: [&dyn ToSql; 11] = [
            &id,
            &source.place,
            &source.hash,
            &(source.bytes as i64),
            &name,
            &kind,
            &variations,
            &(records as i64),
            &(games as i64),
            &file,
            &import,
        ];
        self.execute(&INSERT, &row)?;
        self.ids.source += 1;
        self.pending.sources += u64::from(records + games > 0);
        self.pending.games += games;
        Ok(id)
    }

    /// Sets the numbers of records and games of a source, after they were
    /// written.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn end_source(&mut self, id: i64, records: u64, games: u64) -> Result<(), StoreError> {
        self.pending.sources += u64::from(records + games > 0);
        self.pending.games += games;
        self.execute(
            "UPDATE source SET records = ?2, games = ?3 WHERE id = ?1",
            &[&id, &(records as i64), &(games as i64)],
        )?;
        self.execute(&checksum::SOURCE.update("id = ?1"), &[&id])?;
        Ok(())
    }

    /// Forgets the sources from which nothing was imported, so that the next import reads them again.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn forget_empty_sources(&mut self) -> Result<(), StoreError> {
        let empty = self.ids("SELECT id FROM source WHERE records = 0 AND games = 0", &[])?;
        self.remove_sources(empty)
    }

    /// The id of the file of a source, and the name of the source with the
    /// label that the file has in the database.
    pub(super) fn file_and_name(
        &mut self,
        file: Option<&Arc<SourceFile>>,
        name: &str,
    ) -> Result<(Option<i64>, String), StoreError> {
        let Some(file) = file else { return Ok((None, name.to_owned())) };
        let (id, stored) = self.file_row(file)?;
        let name = match name.strip_prefix(&file.label) {
            Some(entry) if stored.label != file.label => [&stored.label, entry].concat(),
            _ => name.to_owned(),
        };
        Ok((Some(id), name))
    }

    /// Remembers the file of a source that leaves the file, so that the commit
    /// can remove a file without sources.
    fn note_file_of(&mut self, id: i64) -> Result<(), StoreError> {
        let sql = "SELECT file FROM source WHERE id = ?1 AND file IS NOT NULL";
        let files = self.ids(sql, &[&id])?;
        self.left_files.extend(files);
        Ok(())
    }

    /// Removes sources with their records and games.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn remove_sources(
        &mut self,
        sources: impl IntoIterator<Item = i64>,
    ) -> Result<(), StoreError> {
        for id in sources {
            let positions =
                self.ids("SELECT DISTINCT position FROM record WHERE source = ?1", &[&id])?;
            self.changed_positions.extend(positions);
            self.note_file_of(id)?;
            self.remove_parts_of(id)?;
            self.forget_comments_of(id)?;
            self.execute("DELETE FROM record WHERE source = ?1", &[&id])?;
            self.note_dead_games(id)?;
            for table in ["game_line", "game_tree"] {
                let sql = format!(
                    "DELETE FROM {table} WHERE game IN (SELECT id FROM game WHERE source = ?1)"
                );
                self.execute(&sql, &[&id])?;
            }
            self.execute("DELETE FROM game WHERE source = ?1", &[&id])?;
            self.remove_abalone_of(id)?;
            self.execute("DELETE FROM source WHERE id = ?1", &[&id])?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::TreeKind;
    use crate::store::tests::{execute, game, import, records, source};

    /// A store with source 1, which has one record.
    fn store() -> Store {
        let store = Store::open_in_memory().unwrap();
        import(&store, &source(1), records(&["3x3|X........"]), vec![]);
        store
    }

    fn state(store: &Store, source: &Source) -> SourceState {
        store.begin_import().unwrap().source_state(source).unwrap()
    }

    fn names(store: &Store) -> Vec<String> {
        store.sources().unwrap().into_iter().map(|source| source.name).collect()
    }

    fn is_unchanged(store: &Store, source: &Source) -> bool {
        matches!(state(store, source), SourceState::Unchanged { .. })
    }

    #[test]
    fn a_source_is_known_by_its_place() {
        let store = store();
        let id = store.sources().unwrap()[0].id;
        let copy = Source { place: [9; 16], name: "elsewhere/1.sgf".to_owned(), ..source(1) };
        let renamed = Source { name: "folder/2.sgf".to_owned(), ..source(1) };
        let changed = Source { hash: [9; 16], ..source(1) };
        let unchanged = SourceState::Unchanged { id, has_file: false };
        assert_eq!(state(&store, &source(1)), unchanged);
        assert_eq!(state(&store, &renamed), unchanged);
        assert_eq!(state(&store, &copy), SourceState::New);
        assert_eq!(state(&store, &changed).replaced(), Some(id));
        assert_eq!(state(&store, &source(2)), SourceState::New);
    }

    #[test]
    fn other_tree_options_replace_a_source() {
        let store = store();
        let id = store.sources().unwrap()[0].id;
        let with = |kind, variations| Source {
            tree_options: TreeOptions { kind, variations, ..TreeOptions::default() },
            ..source(1)
        };
        let as_games = with(Some(TreeKind::Game), None);
        assert_eq!(state(&store, &as_games).replaced(), Some(id));
        // Variations do not matter where there are no games.
        let main_line = with(None, Some(Variations::Main));
        assert!(is_unchanged(&store, &main_line));
        import(&store, &as_games, vec![], vec![game("(;SZ[9];B[aa];W[bb])")]);
        assert!(is_unchanged(&store, &as_games));
        assert!(matches!(state(&store, &main_line), SourceState::Changed { .. }));
        let counts = store.counts().unwrap();
        assert_eq!((counts.sources, counts.records, counts.games), (1, 0, 1));
    }

    #[test]
    fn a_source_whose_games_were_only_counted_is_replaced() {
        let store = Store::open_in_memory().unwrap();
        import(&store, &source(1), vec![], vec![game("(;SZ[9];B[aa];W[bb])")]);
        assert!(is_unchanged(&store, &source(1)));
        execute(&store, "DELETE FROM game_line; DELETE FROM game_tree; DELETE FROM game");
        assert!(matches!(state(&store, &source(1)), SourceState::Changed { .. }));
    }

    /// The source in an entry of an archive.
    fn entry(number: u8, archive: &str) -> Source {
        let label = archive.trim_start_matches('/').to_owned();
        Source {
            name: format!("{label}/{number}.sgf"),
            file: Some(SourceFile { path: archive.into(), label }.into()),
            ..source(number)
        }
    }

    fn files(store: &Store) -> Vec<String> {
        let session = store.begin_import().unwrap();
        let files = session.files_below("/".as_ref()).unwrap();
        files.into_iter().map(|file| file.label).collect()
    }

    #[test]
    fn a_moved_source_keeps_its_id_and_records() {
        let store = Store::open_in_memory().unwrap();
        for number in 1..=2 {
            let records = records(&["3x3|X........"]);
            import(&store, &entry(number, "/old.zip"), records, vec![]);
        }
        let before = store.records(1).unwrap();
        let mut session = store.begin_import().unwrap();
        let to = Source { place: [9; 16], ..entry(1, "/new.zip") };
        let found = session.sources_with_content(&to, session.next_source_id().unwrap()).unwrap();
        assert_eq!(found, [(1, "old.zip/1.sgf".to_owned(), "/old.zip".into())]);
        assert!(session.sources_with_content(&to, 1).unwrap().is_empty());
        assert!(session.move_source(1, &to).unwrap());
        assert!(!session.move_source(7, &to).unwrap());
        session.commit().unwrap();
        session.finish().unwrap();
        assert_eq!(names(&store), ["new.zip/1.sgf", "old.zip/2.sgf"]);
        assert_eq!(files(&store), ["new.zip", "old.zip"]);
        let after = store.records(1).unwrap();
        assert_eq!((after[0].id, after[0].source_id), (before[0].id, 1));
        assert_eq!(state(&store, &to), SourceState::Unchanged { id: 1, has_file: true });
        assert!(store.check_integrity().unwrap().is_empty());
        // The file goes with its last source.
        let mut session = store.begin_import().unwrap();
        assert_eq!(session.sources_of_file(1, 9).unwrap()[0].name, "old.zip/2.sgf");
        session.remove_sources([2]).unwrap();
        session.commit().unwrap();
        session.finish().unwrap();
        assert_eq!(files(&store), ["new.zip"]);
    }

    #[test]
    fn a_source_without_a_file_gets_one_and_keeps_its_name() {
        let store = Store::open_in_memory().unwrap();
        for number in 1..=2 {
            let without = Source { file: None, ..entry(number, "/old.zip") };
            import(&store, &without, records(&["3x3|X........"]), vec![]);
        }
        let mut session = store.begin_import().unwrap();
        for number in [1, 2] {
            let mut source = entry(number, "/old.zip");
            let file = SourceFile { path: "/old.zip".into(), label: "x/old.zip".to_owned() };
            source.name = format!("x/{}", source.name);
            source.file = Some(file.into());
            session.set_file(number.into(), &source).unwrap();
        }
        session.commit().unwrap();
        session.finish().unwrap();
        assert_eq!(names(&store), ["old.zip/1.sgf", "old.zip/2.sgf"]);
        assert_eq!(files(&store), ["old.zip"]);
    }

    #[test]
    fn new_content_replaces_the_source_at_its_place() {
        let store = store();
        import(&store, &source(2), records(&["3x3|XO......."]), vec![]);
        let changed = Source { hash: [9; 16], name: "new.sgf".to_owned(), ..source(1) };
        import(&store, &changed, records(&["3x3|XX......."]), vec![]);
        assert_eq!(names(&store), ["folder/2.sgf", "new.sgf"]);
        // The old position went with its last record.
        assert_eq!(store.counts().unwrap().positions, 2);
    }

    #[test]
    fn empty_sources_are_forgotten_and_no_others() {
        let store = store();
        import(&store, &source(2), vec![], vec![]);
        assert_eq!(names(&store), ["folder/1.sgf", "folder/2.sgf"]);
        let mut session = store.begin_import().unwrap();
        session.forget_empty_sources().unwrap();
        session.commit().unwrap();
        assert_eq!(names(&store), ["folder/1.sgf"]);
    }
}
