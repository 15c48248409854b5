//! Tests of the copy of problems and games of Abalone from another database.

use std::path::Path;

use super::tests::{count, games, import, lines, problems};
use crate::abalone::Board;
use crate::extract::abalone::replay_stored_game;
use crate::store::checksum::{self, Checked};
use crate::store::connection::Store;
use crate::store::merge_checks::MergeChecks;
use crate::store::other_database::OtherDatabase;
use crate::store::session::ImportSession;
use crate::store::tests::{execute, source};

/// Merges a database, after a change by SQL, into one that has rows of its own.
/// Returns both, and the faults.
fn merge_after(folder: &Path, sql: &str) -> (Store, Store, Vec<String>) {
    let path = folder.join("other.db");
    ImportSession::open(&path).unwrap().finish().unwrap();
    let from = Store::open(&path).unwrap();
    let lines = lines();
    import(&from, &source(1), problems(&lines.each_ref().map(String::as_str)), vec![]);
    import(&from, &source(2), vec![], games());
    execute(&from, sql);
    let store = Store::open_in_memory().unwrap();
    import(&store, &source(3), problems(&["0a1_0"]), games());
    let mut session = store.begin_import().unwrap();
    let checks = MergeChecks {
        is_canonical: &|_| panic!("there is nothing of Go"),
        is_game: &|_| panic!("there is nothing of Go"),
        is_abalone_canonical: &|text| {
            text.parse::<Board>().is_ok_and(|board| board.canonicalize().text() == text)
        },
        replay_abalone: &replay_stored_game,
        progress: &|_| true,
    };
    let other = OtherDatabase::open(&path, Path::new(":memory:")).unwrap();
    let mut faults = Vec::new();
    session
        .merge(&other, &checks, &mut |fault| {
            faults.push(format!("{} {}: {}", fault.source, fault.tree, fault.cause));
        })
        .unwrap();
    session.finish().unwrap();
    assert_eq!(store.check_rows().unwrap(), [], "{sql}");
    (from, store, faults)
}

#[test]
fn sound_rows_are_copied_with_new_ids() {
    let folder = tempfile::tempdir().unwrap();
    let (from, store, faults) = merge_after(folder.path(), "");
    assert_eq!(faults, [] as [&str; 0]);
    let all = store.counts().unwrap();
    assert_eq!([all.records, all.games, all.sources], [5, 4, 3]);
    let (expected, found) = (from.abalone_problems().unwrap(), store.abalone_problems().unwrap());
    for (mut one, other) in expected.into_iter().zip(&found[1..]) {
        (one.id, one.source_id) = (one.id + 1, one.source_id + 1);
        assert_eq!(one, *other);
    }
    for id in [1, 2] {
        let mut one = from.abalone_game(id).unwrap().unwrap();
        let other = store.abalone_game(id + 2).unwrap().unwrap();
        (one.id, one.source_id) = (id + 2, other.source_id);
        assert_eq!(one, other);
        let [text, copy] = [from.abalone_game_text(id), store.abalone_game_text(id + 2)];
        assert_eq!(text.unwrap(), copy.unwrap());
    }
    for key in games().iter().flat_map(|game| &game.keys) {
        let plies = store.abalone_plies(*key).unwrap();
        let of = |games: [i64; 2]| -> Vec<u32> {
            plies.iter().filter(|ply| games.contains(&ply.game)).map(|ply| ply.ply).collect()
        };
        assert!(!of([1, 2]).is_empty() && of([1, 2]) == of([3, 4]), "{plies:?}");
    }
}

#[test]
fn altered_rows_are_reported_and_skipped() {
    let sound = |checked: &Checked| checked.update("1");
    let (problem, game) = (sound(&checksum::ABALONE_PROBLEM), sound(&checksum::ABALONE_GAME));
    let another = "aba5|X............................................................";
    let altered = "the row in the database was altered";
    let damaged = "the row in the database is damaged";
    for (sql, fault, counts) in [
        (
            "UPDATE abalone_problem SET name = 'x' WHERE id = 2",
            format!("folder/1.sgf 2: {altered}"),
            [4, 4],
        ),
        (
            &format!("UPDATE abalone_problem SET text = '{another}' WHERE id = 2; {problem}"),
            "folder/1.sgf 2: the key of its position is not".to_owned(),
            [4, 4],
        ),
        (
            &format!("UPDATE abalone_problem SET turn = 9 WHERE id = 3; {problem}"),
            format!("folder/1.sgf 3: {damaged}: "),
            [4, 4],
        ),
        (
            &format!("UPDATE abalone_problem SET key = x'00' WHERE id = 3; {problem}"),
            format!("folder/1.sgf 3: {damaged}: "),
            [4, 4],
        ),
        (
            "UPDATE abalone_game SET black = 'x' WHERE id = 2",
            format!("folder/2.sgf 2: {altered}"),
            [5, 3],
        ),
        (
            &format!("UPDATE abalone_game SET winner = 9 WHERE id = 1; {game}"),
            format!("folder/2.sgf 1: {damaged}: "),
            [5, 3],
        ),
        (
            &format!("UPDATE abalone_game SET moves = x'ffff' WHERE id = 1; {game}"),
            "folder/2.sgf 1: its start or its moves are damaged".to_owned(),
            [5, 3],
        ),
        (
            &format!("UPDATE abalone_game SET start = 'aba5|' WHERE id = 1; {game}"),
            "folder/2.sgf 1: its start or its moves are damaged".to_owned(),
            [5, 3],
        ),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let (_, store, faults) = merge_after(folder.path(), sql);
        assert!(faults.len() == 1 && faults[0].starts_with(&fault), "{sql}: {faults:?}");
        let all = store.counts().unwrap();
        assert_eq!([all.records, all.games], counts, "{sql}");
        // The next import reads the file again.
        assert_eq!(count(&store, "SELECT count(*) FROM source WHERE hash = zeroblob(16)"), 1);
    }
}

#[test]
fn a_text_that_is_not_canonical_is_reported_even_with_its_key() {
    let text = Board::STANDARD.to_string();
    let key = crate::PositionKey::of_text(&text);
    let sql = format!(
        "UPDATE abalone_problem SET text = '{text}', key = x'{key}' WHERE id = 1; {}",
        checksum::ABALONE_PROBLEM.update("1")
    );
    let folder = tempfile::tempdir().unwrap();
    let (_, _, faults) = merge_after(folder.path(), &sql);
    let fault = format!("folder/1.sgf 1: the text of its position {key} is not canonical");
    assert_eq!(faults, [fault]);
}

#[test]
fn the_index_of_positions_is_derived_again() {
    let folder = tempfile::tempdir().unwrap();
    let sql = "DELETE FROM abalone_ply WHERE ply > 1;
        INSERT INTO abalone_ply VALUES (zeroblob(16), 1, 70), (zeroblob(16), 99, 0)";
    let (_, store, faults) = merge_after(folder.path(), sql);
    assert_eq!(faults, [] as [&str; 0]);
    assert_eq!(count(&store, "SELECT count(*) FROM abalone_ply"), 18);
    assert_eq!(count(&store, "SELECT count(*) FROM abalone_ply WHERE key = zeroblob(16)"), 0);
}
