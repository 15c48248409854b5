//! The stored counts of duplicates after any changes, against a walk through all records.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use proptest::prelude::*;

use super::tests::assert_duplicates_are_counted;
use super::{Decisions, Identity};
use crate::extract::{TreeLocation, extract_stored_record};
use crate::import::inputs::{Inputs, Limits};
use crate::import::{ImportOptions, import, merge_database};
use crate::model::{Record, Turn};
use crate::store::{ImportSession, OtherDatabase, Store};

/// Problems of three positions: sides to move, answers without one, boards of two sizes with one text,
/// and two problems of one tree.
const TREES: [&str; 10] = [
    "(;AB[ba][bb]AW[ca];B[cb]C[RIGHT])",
    "(;AW[ra][rb]AB[qa];W[qb]C[RIGHT])",
    "(;AB[ba][bb]AW[ca];W[cb])",
    "(;AB[ba][bb]AW[ca])",
    "(;AB[ba][bb]AW[ca](;B[cb]C[RIGHT])(;W[cb]))",
    "(;SZ[3:4]AB[aa][bb]AW[cc][ad];B[ba])",
    "(;SZ[4]AB[aa][bb]AW[cc][ad];B[ba])",
    "(;SZ[4]AB[aa][bb]AW[cc][ad];W[ba])",
    "(;SZ[19](;AB[ba][bb]AW[ca];B[cb])(;AB[ba][bb]AW[ca];B[cb]))",
    "(;AB[ba][bb][dd]AW[ca];B[cb])",
];

/// A change of a database.
#[derive(Clone, Debug)]
enum Change {
    /// A file is written and imported, maybe in place of an earlier one.
    Import(u8, Vec<usize>),
    /// A source is removed.
    Remove(usize),
    /// A record is read again, with another side to move.
    Reread(usize, Turn),
    /// A record is replaced by that of a tree.
    Replace(usize, usize),
    /// The removal of all sources is taken back.
    RollBack,
    /// A database with a file is merged.
    Merge(u8, Vec<usize>),
}

fn change() -> impl Strategy<Value = Change> {
    let trees = || prop::collection::vec(0..TREES.len(), 1..8);
    let turn = prop::sample::select(vec![Turn::Unknown, Turn::Black, Turn::White, Turn::Either]);
    prop_oneof![
        4 => (0..4_u8, trees()).prop_map(|(file, trees)| Change::Import(file, trees)),
        1 => (0..4_usize).prop_map(Change::Remove),
        2 => (0..9_usize, turn).prop_map(|(record, turn)| Change::Reread(record, turn)),
        1 => (0..9_usize, 0..5_usize).prop_map(|(record, tree)| Change::Replace(record, tree)),
        1 => Just(Change::RollBack),
        1 => (4..6_u8, trees()).prop_map(|(file, trees)| Change::Merge(file, trees)),
    ]
}

fn import_file(database: &Path, file: &Path, trees: &[usize]) {
    let text: String = trees.iter().map(|&tree| TREES[tree]).collect();
    std::fs::write(file, text).unwrap();
    let inputs = Inputs::gather(&[file.to_owned()], Limits::default()).unwrap();
    let cancel = AtomicBool::new(false);
    let session = ImportSession::open(database).unwrap();
    import(session, inputs, ImportOptions::new(&cancel), &|_| ()).unwrap();
}

fn read_tree(sgf: &[u8], tree: u32) -> Record {
    let location = TreeLocation { tree, offset: 0 };
    extract_stored_record(sgf, None, location, None).expect("a problem")
}

/// The id, source and game tree of a record, which is all of its tree.
fn whole_record(store: &Store, number: usize) -> Option<(i64, i64, u32, Vec<u8>)> {
    let mut rows = Vec::new();
    store.for_each_record_row(|row| rows.push(row.unwrap())).unwrap();
    rows.retain(|row| row.part.is_none());
    let row = rows.into_iter().nth(number)?;
    Some((row.record.id, row.record.source_id, row.record.at.tree, row.sgf))
}

fn apply(folder: &Path, database: &Path, change: &Change) {
    let path = |file: &u8| folder.join(format!("{file}.sgf"));
    let store = Store::open(database).unwrap();
    match change {
        Change::Import(file, trees) => return import_file(database, &path(file), trees),
        Change::Merge(file, trees) => {
            let other = folder.join("other.db");
            let _ = std::fs::remove_file(&other);
            import_file(&other, &path(file), trees);
            let other = OtherDatabase::open(&other, database).unwrap();
            let mut session = ImportSession::open(database).unwrap();
            let cancel = AtomicBool::new(false);
            let options = ImportOptions::new(&cancel);
            merge_database(&mut session, &other, options, &|_| ()).unwrap();
            session.finish().unwrap();
            return;
        }
        _ => {}
    }
    let mut session = ImportSession::open(database).unwrap();
    let sources: Vec<i64> = store.sources().unwrap().iter().map(|source| source.id).collect();
    match change {
        Change::Remove(number) => {
            session.remove_sources(sources.get(*number).copied()).unwrap();
        }
        Change::RollBack => {
            session.remove_sources(sources).unwrap();
            session.roll_back().unwrap();
        }
        Change::Reread(number, turn) => {
            if let Some((id, _, tree, sgf)) = whole_record(&store, *number) {
                let mut derived = read_tree(&sgf, tree);
                derived.turn = *turn;
                assert!(session.update_reading(id, &derived).unwrap());
            }
        }
        Change::Replace(number, by) => {
            if let Some((id, source, tree, _)) = whole_record(&store, *number) {
                let by = read_tree(TREES[*by].as_bytes(), tree);
                assert!(session.replace_record(id, source, &[by]).unwrap());
            }
        }
        Change::Import(..) | Change::Merge(..) => unreachable!("applied above"),
    }
    session.commit().unwrap();
    session.finish().unwrap();
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn duplicates_are_counted_after_any_changes(
        changes in prop::collection::vec(change(), 1..10)
    ) {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("x.db");
        ImportSession::open(&database).unwrap().finish().unwrap();
        for change in &changes {
            apply(folder.path(), &database, change);
            let store = Store::open(&database).unwrap();
            let differences = store.check_rows().unwrap();
            prop_assert!(differences.is_empty(), "{differences:?}");
            for identity in [Identity::Problem, Identity::Position] {
                assert_duplicates_are_counted(&store, &Decisions::default(), identity);
            }
        }
    }
}
