//! Tests of [`merge`](super::merge): rows that were altered.

use std::path::Path;

use super::checksum::{self, Checked};
use super::connection::Store;
use super::decision::{Decision, JudgedRecord, Judgment};
use super::merge::MergeReport;
use super::merge_checks::MergeChecks;
use super::other_database::OtherDatabase;
use super::session::ImportSession;
use super::tests::{execute, game, import, records, source};
use crate::PositionKey;

/// A database in a file with two sources: problems and games.
fn other(path: &Path) -> Store {
    ImportSession::open(path).unwrap().finish().unwrap();
    let store = Store::open(path).unwrap();
    import(&store, &source(1), records(&["3x3|X........", "3x3|XO......."]), vec![]);
    let games = ["(;SZ[9];B[aa];W[bb])", "(;SZ[9];B[cc];W[bb])"].map(game);
    import(&store, &source(2), vec![], games.into());
    store
}

/// Merges a database after a change by SQL. Returns the faults and the rest.
fn merge_after(sql: &str) -> (Vec<String>, [u64; 3], MergeReport) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("other.db");
    execute(&other(&path), sql);
    let store = Store::open_in_memory().unwrap();
    let mut session = store.begin_import().unwrap();
    let checks = MergeChecks {
        is_canonical: &|text| !text.is_empty(),
        is_game: &|lines| !lines.is_empty(),
        is_abalone_canonical: &|_| true,
        replay_abalone: &|_, _, _| None,
        progress: &|_| true,
    };
    let mut faults = Vec::new();
    let other = OtherDatabase::open(&path, Path::new(":memory:")).unwrap();
    let report = session
        .merge(&other, &checks, &mut |fault| {
            faults.push(format!("{} {}: {}", fault.source, fault.tree, fault.cause));
        })
        .unwrap();
    session.finish().unwrap();
    assert!(store.check_integrity().unwrap().is_empty());
    for checked in checksum::CHECKED {
        let sql = format!(
            "SELECT count(*) FROM {} WHERE checksum IS NOT {}",
            checked.table,
            checked.expression()
        );
        let wrong: i64 = store.connection.query_row(&sql, [], |row| row.get(0)).unwrap();
        assert_eq!(wrong, 0, "{}", checked.table);
    }
    let counts = store.counts().unwrap();
    (faults, [counts.sources, counts.records, counts.games], report)
}

#[test]
fn sound_rows_are_copied() {
    let (faults, counts, report) = merge_after("");
    assert_eq!((faults.len(), counts), (0, [2, 2, 2]));
    assert_eq!(report, MergeReport::default());
}

#[test]
fn altered_rows_are_reported_and_skipped() {
    let sound = |checked: &Checked| checked.update("1");
    let record = sound(&checksum::RECORD);
    for (sql, fault, counts) in [
        ("UPDATE record SET sgf = 'x' WHERE tree = 2", "folder/1.sgf 2: the row", [2, 1, 2]),
        (
            "UPDATE position SET text = '3x3|' WHERE id = (SELECT position FROM record WHERE tree = 1)",
            "folder/1.sgf 1: the key",
            [2, 1, 2],
        ),
        (
            &format!("UPDATE record SET turn = 9 WHERE tree = 1; {record}"),
            "folder/1.sgf 1: the row in the database is damaged",
            [2, 1, 2],
        ),
        (
            &format!("UPDATE record SET solution = x'ff' WHERE tree = 1; {record}"),
            "folder/1.sgf 1: the row in the database is damaged",
            [2, 1, 2],
        ),
        ("UPDATE game SET black = 'x' WHERE id = 2", "folder/2.sgf 1: the row", [2, 2, 1]),
        ("UPDATE game_line SET lines = x'00' WHERE game = 1", "folder/2.sgf 1: the row", [2, 2, 1]),
        (
            &format!("UPDATE game_line SET lines = x'' WHERE game = 1; {}", sound(&checksum::GAME)),
            "folder/2.sgf 1: its moves",
            [2, 2, 1],
        ),
        ("UPDATE source SET name = 'x' WHERE id = 1", "x 0: the row", [1, 0, 2]),
    ] {
        let (faults, found, _) = merge_after(sql);
        assert!(faults.len() == 1 && faults[0].starts_with(fault), "{sql}: {faults:?}");
        assert_eq!(found, counts, "{sql}");
    }
}

/// Decides that each of some records is better than the next one.
fn decide(store: &Store, chain: &[u8]) {
    let judged = |number: u8| JudgedRecord {
        hash: [number; 16],
        key: PositionKey::of_text("3x3|X........"),
        source: format!("{number}.sgf"),
        tree: 1,
        problem: 1,
    };
    let mut session = store.begin_import().unwrap();
    for pair in chain.windows(2) {
        let [first, second] = [pair[0], pair[1]].map(judged);
        session.decide(&Decision { judgment: Judgment::FirstIsBetter, first, second }).unwrap();
    }
    session.commit().unwrap();
    session.finish().unwrap();
}

#[test]
fn a_decision_that_contradicts_own_ones_is_reported_and_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("other.db");
    decide(&other(&path), &[2, 3, 1, 4]);
    let store = Store::open_in_memory().unwrap();
    decide(&store, &[1, 2]);
    let mut session = store.begin_import().unwrap();
    let checks = MergeChecks {
        is_canonical: &|_| true,
        is_game: &|_| true,
        is_abalone_canonical: &|_| true,
        replay_abalone: &|_, _, _| None,
        progress: &|_| true,
    };
    let other = OtherDatabase::open(&path, Path::new(":memory:")).unwrap();
    for decisions in [2, 0] {
        let mut faults = Vec::new();
        let report = session.merge(&other, &checks, &mut |fault| faults.push(fault.cause)).unwrap();
        assert_eq!(report.decisions, decisions);
        let chain = "3.sgf, tree 1, is better than 1.sgf, tree 1, \
            which is better than 2.sgf, tree 1";
        let expected = format!("a decision was left out, because others say the opposite: {chain}");
        assert_eq!(faults, [expected]);
    }
    session.finish().unwrap();
    let pairs: Vec<_> = store
        .decisions()
        .unwrap()
        .into_iter()
        .map(|decision| {
            let Decision { judgment, first, second } = decision;
            (first.hash[0], judgment, second.hash[0])
        })
        .collect();
    use Judgment::{FirstIsBetter, SecondIsBetter};
    assert_eq!(pairs, [(1, FirstIsBetter, 2), (1, SecondIsBetter, 3), (1, FirstIsBetter, 4)]);
}
