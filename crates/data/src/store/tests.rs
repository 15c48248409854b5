//! Tests of opening a database, and helpers for the tests of this module.

use std::path::Path;

use rusqlite::Connection;

use super::checksum::{self, Checked};
use super::comments::CommentedTree;
use super::connection::Store;
use super::error::StoreError;
use super::phrase::index_words;
use super::session::ImportSession;
use super::source::SourceState;
use crate::extract::{self, extract_comments, stored_charset};
use crate::model::{Game, Record, Source, TreeOptions};
use crate::sgf::{Charset, CharsetSource, Detected};

/// The `number`th source: place and content hash are its own.
pub(super) fn source(number: u8) -> Source {
    Source {
        name: format!("folder/{number}.sgf"),
        file: None,
        place: [number; 16],
        hash: [number; 16],
        bytes: 100,
        tree_options: TreeOptions::default(),
    }
}

/// Records of positions in one line each, numbered from 1.
pub(super) fn records(lines: &[&str]) -> Vec<Record> {
    (1..)
        .zip(lines)
        .map(|(number, line)| {
            extract::extract_line(line, extract::TreeLocation { tree: number, offset: 0 }).unwrap()
        })
        .collect()
}

/// The record of an SGF game tree.
pub(super) fn problem(sgf: &str) -> Record {
    match extract_tree(sgf) {
        extract::Extracted::Problem(record) => *record,
        other => panic!("not a problem: {other:?}"),
    }
}

/// The game of an SGF game tree.
pub(super) fn game(sgf: &str) -> Game {
    match extract_tree(sgf) {
        extract::Extracted::Game(game) => *game,
        other => panic!("not a game: {other:?}"),
    }
}

fn extract_tree(sgf: &str) -> extract::Extracted {
    let charset = Detected { charset: Charset::UTF_8, source: CharsetSource::Utf8 };
    extract::extract_tree(
        sgf.as_bytes(),
        charset,
        extract::TreeLocation::FIRST,
        TreeOptions::default(),
    )
    .0
}

/// Imports a source with these records and games. Returns its id.
pub(super) fn import(
    store: &Store,
    source: &Source,
    records: Vec<Record>,
    games: Vec<Game>,
) -> i64 {
    let mut session = store.begin_import().unwrap();
    let state = session.source_state(source).unwrap();
    assert!(!matches!(state, SourceState::Unchanged { .. }), "{} is known", source.name);
    let replaced = state.replaced();
    let (record_count, game_count) = (records.len() as u64, games.len() as u64);
    let id = session.insert_source(source, replaced, record_count, game_count).unwrap();
    let records: Vec<_> = records.into_iter().map(|record| (id, record)).collect();
    session.write_records(&records).unwrap();
    let games: Vec<_> = games.into_iter().map(|game| (id, game)).collect();
    session.write_games(&games).unwrap();
    session.commit().unwrap();
    session.finish().unwrap();
    id
}

/// Indexes the comments of the database, of which each tree is one text.
pub(super) fn index_comments(store: &Store) {
    let mut session = store.begin_import().unwrap();
    loop {
        let trees = session.trees_to_index(2).unwrap();
        if trees.is_empty() {
            break;
        }
        let words = |tree: CommentedTree| {
            let charset = stored_charset(tree.charset.as_ref()).charset;
            let comments = extract_comments(&tree.sgf, charset);
            (tree.of, index_words(comments.iter().map(|comment| &*comment.text)))
        };
        session.index_comments(&trees.into_iter().map(words).collect::<Vec<_>>()).unwrap();
    }
    session.commit().unwrap();
}

/// Runs SQL on the database, past all checks.
pub(super) fn execute(store: &Store, sql: &str) {
    let session = store.begin_import().unwrap();
    session.store.connection.execute_batch("PRAGMA ignore_check_constraints = ON").unwrap();
    session.store.connection.execute_batch(sql).unwrap();
}

#[test]
fn a_database_in_memory_is_filled_and_read() {
    let store = Store::open_in_memory().unwrap();
    assert_eq!(store.counts().unwrap().sources, 0);
    import(&store, &source(1), records(&["3x3|X........"]), vec![]);
    assert_eq!(store.counts().unwrap().sources, 1);
    assert_eq!(store.reopen().unwrap().counts().unwrap().records, 1);
    assert_eq!(store.path(), Path::new(":memory:"));
    // No other database has the source.
    assert_eq!(Store::open_in_memory().unwrap().counts().unwrap().sources, 0);
}

#[test]
fn a_file_that_is_not_a_database_is_not_opened() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.db");
    assert!(matches!(Store::open(&path), Err(StoreError::Missing { .. })));
    std::fs::write(&path, "").unwrap();
    assert!(matches!(Store::open(&path), Err(StoreError::Missing { .. })));
    std::fs::write(&path, "a letter, ".repeat(200)).unwrap();
    assert!(matches!(Store::open(&path), Err(StoreError::NotADatabase { .. })));
    assert!(matches!(ImportSession::open(&path), Err(StoreError::NotADatabase { .. })));
    let other = folder.path().join("other.db");
    Connection::open(&other).unwrap().execute_batch("CREATE TABLE t (x)").unwrap();
    assert!(matches!(Store::open(&other), Err(StoreError::NotADatabase { .. })));
}

#[test]
fn databases_of_other_versions_are_not_opened() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.db");
    ImportSession::open(&path).unwrap().finish().unwrap();
    let change = |sql: &str| Connection::open(&path).unwrap().execute_batch(sql).unwrap();
    change("UPDATE meta SET value = 'gtn2' WHERE name = 'key_scheme'");
    let error = Store::open(&path).unwrap_err();
    assert!(matches!(&error, StoreError::KeyScheme { found, .. } if found == "gtn2"));
    change("PRAGMA user_version = 99");
    assert!(matches!(Store::open(&path), Err(StoreError::Newer { found: 99, .. })));
}

#[test]
fn a_snapshot_does_not_see_a_later_import() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.db");
    ImportSession::open(&path).unwrap().finish().unwrap();
    let store = Store::open(&path).unwrap();
    let count = || store.counts().unwrap().records;
    let snapshot = store.snapshot().unwrap();
    assert_eq!(count(), 0);
    let mut session = store.begin_import().unwrap();
    session.insert_source(&source(1), None, 1, 0).unwrap();
    session.commit().unwrap();
    assert_eq!(count(), 0);
    drop(snapshot);
    assert_eq!(count(), 1);
}

#[test]
fn a_stored_code_that_nothing_has_is_damage() {
    let store = Store::open_in_memory().unwrap();
    import(&store, &source(1), records(&["3x3|X........"]), vec![]);
    let id = store.positions_with_records(1).unwrap()[0];
    for (column, what) in [("symmetry", "symmetry"), ("turn", "turn"), ("window_cols", "window")] {
        execute(&store, &format!("UPDATE record SET {column} = {column} + 100"));
        let error = store.records(id).unwrap_err();
        assert!(matches!(&error, StoreError::Damaged { .. }), "{error:?}");
        let message = error.to_string();
        assert!(message.ends_with(&format!("not the code of a {what}")), "{message}");
        execute(&store, &format!("UPDATE record SET {column} = {column} - 100"));
    }
    assert_eq!(store.records(id).unwrap().len(), 1);
}

#[test]
fn a_possible_value_that_was_altered_is_damage() {
    let store = Store::open_in_memory().unwrap();
    let source = import(&store, &source(1), records(&["3x3|X........", "3x3|XO......."]), vec![]);
    let id = store.positions_with_records(1).unwrap()[0];
    assert_eq!(store.records(id).unwrap().len(), 1);
    execute(&store, "UPDATE record SET turn = 3 - turn, tree = 5 WHERE tree = 1");
    let altered = "record 1: a value was altered after gtn-db wrote it";
    let errors = [
        store.records(id).unwrap_err(),
        store.first_records(id, 1).unwrap_err(),
        store.record_at(source, 5, 1).unwrap_err(),
        store.for_each_record(|_, _| ()).unwrap_err(),
        store.records_of_source(source, (0, 0), 9).unwrap_err(),
    ];
    for error in errors {
        assert!(matches!(&error, StoreError::Damaged { what, .. } if what == altered), "{error:?}");
    }
    assert!(store.record_at(source, 2, 1).unwrap().is_some());
}

/// The rows whose checksum is not that of their values, as table and number.
fn altered_rows(store: &Store) -> Vec<(&'static str, i64)> {
    let count = |checked: &&Checked| {
        let (table, expression) = (checked.table, checked.expression());
        let sql = format!("SELECT count(*) FROM {table} WHERE checksum IS NOT {expression}");
        let count = store.connection.query_row(&sql, [], |row| row.get(0)).unwrap();
        (count > 0).then_some((checked.table, count))
    };
    checksum::CHECKED.iter().filter_map(count).collect()
}

#[test]
fn every_row_has_the_checksum_of_its_values() {
    let store = Store::open_in_memory().unwrap();
    let games = vec![game("(;SZ[9]PB[Ear Reddener]KM[6.5]DT[1846];B[aa];W[bb](;B[cc])(;B[dd]))")];
    import(&store, &source(1), records(&["3x3|X........", "3x3|XO......."]), games);
    assert_eq!(altered_rows(&store), []);
    execute(&store, "UPDATE record SET turn = 1 WHERE tree = 2");
    execute(&store, "UPDATE game_line SET lines = x'00'");
    execute(&store, "UPDATE source SET name = 'other'");
    assert_eq!(altered_rows(&store), [("source", 1), ("record", 1), ("game", 1)]);
}

#[test]
fn no_id_is_used_twice_and_every_commit_raises_the_generation() {
    let store = Store::open_in_memory().unwrap();
    let first = import(&store, &source(1), records(&["3x3|X........"]), vec![]);
    let before = store.version().unwrap();
    let (_, record) = store.record_at(first, 1, 1).unwrap().unwrap();
    let changed = Source { hash: [9; 16], ..source(1) };
    let second = import(&store, &changed, records(&["3x3|XO......."]), vec![]);
    let (_, later) = store.record_at(second, 1, 1).unwrap().unwrap();
    assert!(second > first && later.id > record.id);
    assert!(store.position_by_id(1).unwrap().is_none());
    let after = store.version().unwrap();
    assert_eq!(after.identity, before.identity);
    assert!(after.generation > before.generation);
    assert_ne!(Store::open_in_memory().unwrap().version().unwrap().identity, before.identity);
}

/// A copy of a database of an older schema.
fn copy_schema(folder: &Path, schema: i64) -> std::path::PathBuf {
    let databases = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/databases");
    let path = folder.join("x.db");
    std::fs::copy(databases.join(format!("schema-{schema}.db")), &path).unwrap();
    path
}

#[test]
fn one_of_many_that_open_an_old_database_migrates_it() {
    for schema in 1..=6 {
        // A folder each: a journal that is left would belong to another database.
        let folder = tempfile::tempdir().unwrap();
        let path = copy_schema(folder.path(), schema);
        let start = std::sync::Barrier::new(5);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    start.wait();
                    Store::open(&path).unwrap().counts().unwrap();
                });
            }
            start.wait();
            match ImportSession::open(&path) {
                // The others let go of the lock after the migration.
                Ok(_) | Err(StoreError::ImportRunning { .. }) => {}
                Err(error) => panic!("{error}"),
            }
        });
    }
}

#[test]
fn a_version_that_does_not_fit_the_tables_is_damage() {
    let folder = tempfile::tempdir().unwrap();
    for (schema, said) in [(2, 7), (7, 2), (7, 6), (5, 3), (1, 6)] {
        let path = copy_schema(folder.path(), schema);
        let connection = Connection::open(&path).unwrap();
        connection.pragma_update(None, "user_version", said).unwrap();
        drop(connection);
        let error = Store::open(&path).and_then(|store| store.counts()).unwrap_err();
        assert!(matches!(error, StoreError::Damaged { .. }), "{schema} as {said}: {error:?}");
        assert!(error.to_string().contains("its user_version"), "{error}");
    }
}

#[test]
fn a_migration_gives_unaltered_rows_checksums_with_their_ids() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.db");
    let mut session = ImportSession::open(&path).unwrap();
    for pattern in ["a*", "b*", "c*"] {
        session.set_rights(&pattern.parse().unwrap(), Some("(c) A"), Some(7)).unwrap();
    }
    session.commit().unwrap();
    session.finish().unwrap();
    let connection = Connection::open(&path).unwrap();
    checksum::register(&connection).unwrap();
    let early = checksum::RIGHTS.expression_without_id();
    connection
        .execute_batch(&format!(
            "UPDATE rights SET checksum = {early}; UPDATE rights SET text = '(c) B' WHERE id = 2;
             DROP INDEX record_window; DROP TABLE repeated; DROP TABLE repeated_total; PRAGMA user_version = 17"
        ))
        .unwrap();
    drop(connection);
    let altered = || -> Vec<String> {
        let found = Store::open(&path).unwrap().check_rows().unwrap();
        found.into_iter().map(|found| format!("{} {}", found.table, found.row)).collect()
    };
    assert_eq!(altered(), ["rights 2"]);
    // The rights with the largest id count.
    let connection = Connection::open(&path).unwrap();
    connection.execute("UPDATE rights SET id = 9 WHERE id = 1", []).unwrap();
    assert_eq!(altered(), ["rights 2", "rights 9"]);
}

#[test]
fn a_folder_is_called_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let is_named = |error| matches!(error, StoreError::IsFolder { .. });
    assert!(is_named(Store::open(path).unwrap_err()));
    assert!(is_named(ImportSession::open(path).unwrap_err()));
}

#[cfg(unix)]
#[test]
fn what_is_no_file_is_called_what_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let is_named = |error| matches!(error, StoreError::NotADatabase { .. });
    assert!(is_named(Store::open(&pipe).unwrap_err()));
    assert!(is_named(ImportSession::open(&pipe).unwrap_err()));
    let circle = folder.path().join("circle");
    std::os::unix::fs::symlink(&circle, &circle).unwrap();
    assert!(matches!(Store::open(&circle).unwrap_err(), StoreError::Unreadable { .. }));
}

#[cfg(unix)]
#[test]
fn reading_a_file_without_the_right_to_write_leaves_nothing_behind() {
    use std::os::unix::fs::PermissionsExt;

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.db");
    drop(ImportSession::open(&path).unwrap());
    let allow = |mode| {
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
    };
    allow(0o444);
    Store::open(&path).unwrap().counts().unwrap();
    allow(0o644);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    assert!(ImportSession::open(&path).is_ok());
}
