//! Sources: which ones are in the database, and their insertion and removal.

use std::path::Path;
use std::sync::{Arc, LazyLock};

use rusqlite::ToSql;
use rusqlite::types::{ToSqlOutput, ValueRef};

use super::checksum;
use super::connection::Store;
use super::error::StoreError;
use super::session::ImportSession;
use crate::model::{Source, SourceFile, TreeKind, TreeOptions, Variations};

/// The condition that the content of a source (hash ?1) was imported with the
/// wanted tree kind (?2) and variations (?3), where 0 stands for any.
///
/// Schema 1 only counted games. A source from then whose games are not in the
/// table `game` has to be imported again.
const IS_AS_WANTED: &str = "hash = ?1 AND ?2 IN (0, kind) AND (games = 0
    OR ?3 IN (0, variations) AND EXISTS (SELECT 1 FROM game WHERE source = source.id))";

static INSERT: LazyLock<String> = LazyLock::new(|| checksum::SOURCE.insert(0));

static AT_PLACE: LazyLock<String> =
    LazyLock::new(|| format!("SELECT 1 FROM source WHERE place = ?4 AND {IS_AS_WANTED}"));

static WITH_CONTENT: LazyLock<String> =
    LazyLock::new(|| format!("SELECT id, name, {IS_AS_WANTED} FROM source WHERE hash = ?1"));

/// Whether the database has the content of a source, at whatever place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SourceState {
    /// A source with this content and file name was imported with the wanted
    /// [`TreeOptions`].
    Imported,
    /// No such source was.
    New {
        /// The ids of sources that the import of this one replaces: they have
        /// its content and file name but were imported with other
        /// [`TreeOptions`], or by an early version that only counted games.
        replaced: Vec<i64>,
    },
}

/// The stored form of a path: text if the path is UTF-8, otherwise a blob.
fn path_column(path: &Path) -> ToSqlOutput<'_> {
    let bytes = path.as_os_str().as_encoded_bytes();
    let value = match path.to_str() {
        Some(_) => ValueRef::Text(bytes),
        None => ValueRef::Blob(bytes),
    };
    ToSqlOutput::Borrowed(value)
}

/// The stored codes of the options; 0 for an option that is not set.
fn codes(options: TreeOptions) -> (u8, u8) {
    (TreeKind::code(options.kind), Variations::code(options.variations))
}

impl Store {
    /// Whether the source was imported from the same place with the same
    /// content and the wanted [`TreeOptions`], under whatever name.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn is_unchanged(&self, source: &Source) -> Result<bool, StoreError> {
        self.run(|connection| {
            let (kind, variations) = codes(source.tree_options);
            let row = (source.hash, kind, variations, source.place);
            connection.prepare_cached(&AT_PLACE)?.exists(row)
        })
    }
}

impl ImportSession {
    /// Whether the database has the content of a source.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn source_state(&self, source: &Source) -> Result<SourceState, StoreError> {
        self.store.run(|connection| {
            let mut statement = connection.prepare_cached(&WITH_CONTENT)?;
            let (kind, variations) = codes(source.tree_options);
            let mut replaced = Vec::new();
            let mut rows = statement.query((source.hash, kind, variations))?;
            while let Some(row) = rows.next()? {
                let name: String = row.get(1)?;
                if Source::file_name(&name) != Source::file_name(&source.name) {
                    continue;
                }
                if row.get(2)? {
                    return Ok(SourceState::Imported);
                }
                replaced.push(row.get(0)?);
            }
            Ok(SourceState::New { replaced })
        })
    }

    /// Inserts a source whose records and games are not counted yet;
    /// [`end_source`](Self::end_source) adds the counts. Returns its id.
    ///
    /// The source at the same place is removed, and so are those with the ids
    /// `replaced`, from [`SourceState::New`].
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn begin_source(&mut self, source: &Source, replaced: Vec<i64>) -> Result<i64, StoreError> {
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
        replaced: Vec<i64>,
        records: u64,
        games: u64,
    ) -> Result<i64, StoreError> {
        self.remove_sources(replaced)?;
        let kind = TreeKind::code(source.tree_options.kind);
        let variations = Variations::code(Some(source.tree_options.variations.unwrap_or_default()));
        let old = self.ids("SELECT id FROM source WHERE place = ?1", &[&source.place])?;
        self.remove_sources(old)?;
        let file = match &source.file {
            Some(file) => Some(self.file_id(file)?),
            None => None,
        };
        let import = self.import_id()?;
        self.begin_transaction()?;
        let id = self.ids.source;
        let row: [&dyn ToSql; 11] = [
            &id,
            &source.place,
            &source.hash,
            &(source.bytes as i64),
            &source.name,
            &kind,
            &variations,
            &(records as i64),
            &(games as i64),
            &file,
            &import,
        ];
        self.execute(&INSERT, &row)?;
        self.ids.source += 1;
        self.pending.sources += 1;
        self.pending.games += games;
        Ok(id)
    }

    /// Sets the numbers of records and games of a source, after they were
    /// written.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn end_source(&mut self, id: i64, records: u64, games: u64) -> Result<(), StoreError> {
        self.pending.games += games;
        self.execute(
            "UPDATE source SET records = ?2, games = ?3 WHERE id = ?1",
            &[&id, &(records as i64), &(games as i64)],
        )?;
        self.execute(&checksum::SOURCE.update("id = ?1"), &[&id])?;
        Ok(())
    }

    /// Removes a source that was begun in this session and turned out to be
    /// empty.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn remove_empty_source(&mut self, id: i64) -> Result<(), StoreError> {
        self.pending.sources -= 1;
        self.remove_sources(vec![id])
    }

    /// Removes the source at the place of `source` if its content is another
    /// one.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn remove_outdated(&mut self, source: &Source) -> Result<(), StoreError> {
        let old = self.ids(
            "SELECT id FROM source WHERE place = ?1 AND hash <> ?2",
            &[&source.place, &source.hash],
        )?;
        self.remove_sources(old)
    }

    /// The id of a file in the table `file`, with the label that it has now.
    pub(super) fn file_id(&mut self, file: &Arc<SourceFile>) -> Result<i64, StoreError> {
        let path = path_column(&file.path);
        if let Some((known, id)) = &self.last_file
            && known == file
        {
            return Ok(*id);
        }
        self.execute(
            "INSERT INTO file (path, label) VALUES (?1, ?2)
             ON CONFLICT (path) DO UPDATE SET label = ?2 WHERE label <> ?2",
            &[&path, &file.label],
        )?;
        let id = self.ids("SELECT id FROM file WHERE path = ?1", &[&path])?[0];
        self.last_file = Some((Arc::clone(file), id));
        Ok(id)
    }

    pub(super) fn remove_sources(&mut self, sources: Vec<i64>) -> Result<(), StoreError> {
        for id in sources {
            let positions =
                self.ids("SELECT DISTINCT position FROM record WHERE source = ?1", &[&id])?;
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
}

#[cfg(test)]
mod tests {
    use super::*;
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

    const NEW: SourceState = SourceState::New { replaced: Vec::new() };

    #[test]
    fn a_source_is_known_by_content_and_file_name_at_any_place() {
        let store = store();
        let moved = Source { place: [9; 16], name: "elsewhere/1.sgf".to_owned(), ..source(1) };
        let renamed = Source { name: "folder/2.sgf".to_owned(), ..source(1) };
        let changed = Source { hash: [9; 16], ..source(1) };
        assert_eq!(state(&store, &source(1)), SourceState::Imported);
        assert_eq!(state(&store, &moved), SourceState::Imported);
        assert_eq!(state(&store, &renamed), NEW);
        assert_eq!(state(&store, &changed), NEW);
        assert_eq!(state(&store, &source(2)), NEW);
    }

    #[test]
    fn a_source_is_unchanged_at_its_place_under_any_name() {
        let store = store();
        let is_unchanged = |source: Source| store.is_unchanged(&source).unwrap();
        assert!(is_unchanged(source(1)));
        assert!(is_unchanged(Source { name: "x.sgf".to_owned(), ..source(1) }));
        assert!(!is_unchanged(Source { place: [9; 16], ..source(1) }));
        assert!(!is_unchanged(Source { hash: [9; 16], ..source(1) }));
    }

    #[test]
    fn other_tree_options_replace_a_source() {
        let store = store();
        let id = store.sources().unwrap()[0].id;
        let with = |kind, variations| Source {
            tree_options: TreeOptions { kind, variations },
            ..source(1)
        };
        let as_games = with(Some(TreeKind::Game), None);
        assert_eq!(state(&store, &as_games), SourceState::New { replaced: vec![id] });
        assert!(!store.is_unchanged(&as_games).unwrap());
        // Variations do not matter where there are no games.
        let main_line = with(None, Some(Variations::Main));
        assert_eq!(state(&store, &main_line), SourceState::Imported);
        import(&store, &as_games, vec![], vec![game("(;SZ[9];B[aa];W[bb])")]);
        assert_eq!(state(&store, &as_games), SourceState::Imported);
        assert!(matches!(state(&store, &main_line), SourceState::New { .. }));
        let counts = store.counts().unwrap();
        assert_eq!((counts.sources, counts.records, counts.games), (1, 0, 1));
    }

    #[test]
    fn a_source_whose_games_were_only_counted_is_replaced() {
        let store = Store::open_in_memory().unwrap();
        import(&store, &source(1), vec![], vec![game("(;SZ[9];B[aa];W[bb])")]);
        assert!(store.is_unchanged(&source(1)).unwrap());
        execute(&store, "DELETE FROM game_line; DELETE FROM game_tree; DELETE FROM game");
        assert!(!store.is_unchanged(&source(1)).unwrap());
        assert!(
            matches!(state(&store, &source(1)), SourceState::New { replaced } if replaced.len() == 1)
        );
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
    fn an_outdated_source_is_removed_and_no_other() {
        let store = store();
        import(&store, &source(2), records(&["3x3|XO......."]), vec![]);
        let remove = |source: &Source| {
            let mut session = store.begin_import().unwrap();
            session.remove_outdated(source).unwrap();
            session.commit().unwrap();
        };
        remove(&source(1)); // the content is the same
        remove(&source(3)); // nothing is at this place
        assert_eq!(names(&store), ["folder/1.sgf", "folder/2.sgf"]);
        remove(&Source { hash: [9; 16], ..source(1) });
        assert_eq!(names(&store), ["folder/2.sgf"]);
        assert_eq!(store.counts().unwrap().positions, 1);
    }
}
