//! Tests of [`query`](super::query).

use super::connection::Store;
use super::tests::{import, problem, records, source};
use crate::model::Source;
use crate::model::{Charset, Turn};
use crate::solution::Solution;
use crate::{Color, KeyPrefix, PositionKey};

const ONE: &str = "3x3|X........";
const ONE_TURNED: &str = "3x3|......O..";
const TWO: &str = "3x3|XO.......";

fn store() -> Store {
    let store = Store::open_in_memory().unwrap();
    import(&store, &source(1), records(&[TWO, ONE]), vec![]);
    import(&store, &source(2), records(&[ONE_TURNED]), vec![]);
    store
}

/// The key of a position in one line.
fn key(igtn: &str) -> PositionKey {
    records(&[igtn])[0].key
}

#[test]
fn a_position_is_found_by_its_key_only() {
    let store = store();
    let found = store.position(key(ONE)).unwrap().unwrap();
    assert_eq!(PositionKey::of_text(&found.text), found.key);
    assert_eq!(store.position(key(ONE_TURNED)).unwrap().unwrap(), found);
    assert_eq!(store.position_by_id(found.id).unwrap().unwrap(), found);
    assert_eq!(store.position(key("3x3|XX.......")).unwrap(), None);
    assert_eq!(store.position_by_id(99).unwrap(), None);
}

#[test]
fn positions_are_found_by_the_prefix_of_their_keys() {
    let store = store();
    let mut keys = [key(ONE), key(TWO)];
    keys.sort();
    let found = |prefix: &str, limit| -> Vec<PositionKey> {
        let positions = store.positions_with_prefix(prefix.parse().unwrap(), limit).unwrap();
        positions.into_iter().map(|position| position.key).collect()
    };
    for key in keys {
        assert_eq!(found(&key.to_string()[..8], 9), [key]);
        assert_eq!(found(&key.to_string(), 9), [key]);
    }
    let all: KeyPrefix = KeyPrefix {
        first: PositionKey::from_bytes([0; 16]),
        last: PositionKey::from_bytes([255; 16]),
    };
    let all = |limit| store.positions_with_prefix(all, limit).unwrap();
    assert_eq!(all(9).iter().map(|position| position.key).collect::<Vec<_>>(), keys);
    assert_eq!(all(1).len(), 1);
    let other = key("3x3|XX.......").to_string();
    assert_eq!(found(&other[..8], 9), []);
}

#[test]
fn records_of_a_position_come_in_the_order_of_import() {
    let store = store();
    let position = store.position(key(ONE)).unwrap().unwrap();
    let found = store.records(position.id).unwrap();
    let at: Vec<_> = found.iter().map(|record| (&*record.at.source, record.at.tree)).collect();
    assert_eq!(at, [("folder/1.sgf", 2), ("folder/2.sgf", 1)]);
    assert!(store.records(99).unwrap().is_empty());
    assert_eq!(store.first_occurrence(position.id).unwrap().as_ref(), Some(&found[0].at));
    assert_eq!(store.first_occurrence(99).unwrap(), None);
}

#[test]
fn positions_are_counted_by_their_records() {
    let store = store();
    let [one, two] = [ONE, TWO].map(|igtn| store.position(key(igtn)).unwrap().unwrap().id);
    assert_eq!(store.positions_with_records(1).unwrap(), [two, one]);
    assert_eq!(store.positions_with_records(2).unwrap(), [one]);
    assert!(store.positions_with_records(3).unwrap().is_empty());
    let counts = store.counts().unwrap();
    assert_eq!([counts.records, counts.positions, counts.problems], [3, 2, 2]);
}

#[test]
fn a_record_is_read_as_it_was_written() {
    let sgf = "(;GM[1]SZ[9]GN[name]PL[W]AB[aa][ba]AW[ab][bb];W[ca]C[RIGHT])";
    let written = problem(sgf);
    let store = Store::open_in_memory().unwrap();
    let source_id = import(&store, &source(1), vec![written.clone()], vec![]);
    let (key, read) = store.record_at(source_id, 1, 1).unwrap().unwrap();
    assert_eq!(key, written.key);
    let name = read.at.name.clone();
    assert_eq!((&*read.at.source, read.at.tree, name), ("folder/1.sgf", 1, written.name));
    assert_eq!((read.source_id, read.offset), (source_id, written.offset));
    assert_eq!((read.turn, read.turn_source), (written.turn, written.turn_source));
    assert_eq!((read.placement, read.moves), (written.placement, 1));
    assert_eq!((read.at.symmetry, &read.charset), (written.symmetry, &None));
    assert_eq!(read.own_turn(), Turn::of(Some(Color::White)));
    let solution = Solution::decode(&written.solution, written.dialect).unwrap();
    assert_eq!(read.solution, Some(solution));
    assert_eq!(store.sgf(read.id).unwrap(), sgf.as_bytes());
    assert!(store.record_at(source_id, 2, 1).unwrap().is_none());
    assert!(store.record_at(source_id + 1, 1, 1).unwrap().is_none());
    assert!(store.sgf(read.id + 1).is_err());
}

#[test]
fn every_position_and_record_is_visited_in_the_order_of_import() {
    let store = store();
    let mut keys = Vec::new();
    store.for_each_position(|_, key, text| keys.push((key, text.to_owned()))).unwrap();
    assert_eq!(keys.iter().map(|(key, _)| *key).collect::<Vec<_>>(), [key(TWO), key(ONE)]);
    assert!(keys.iter().all(|(key, text)| PositionKey::of_text(text) == *key));
    let mut trees = Vec::new();
    store.for_each_record(|record, _| trees.push((record.source_id, record.at.tree))).unwrap();
    let ids: Vec<i64> = store.sources().unwrap().iter().map(|source| source.id).collect();
    assert_eq!(trees, [(ids[0], 1), (ids[0], 2), (ids[1], 1)]);
}

#[test]
fn the_records_of_a_source_come_in_parts() {
    let store = store();
    import(&store, &Source { name: "0".to_owned(), ..source(3) }, records(&[TWO]), vec![]);
    let ids: Vec<i64> = store.sources().unwrap().iter().map(|source| source.id).collect();
    assert_eq!(store.source_ids_by_name().unwrap(), [ids[2], ids[0], ids[1]]);
    let trees = |behind, count| -> Vec<u32> {
        let records = store.records_of_source(ids[0], (behind, i64::MAX), count).unwrap();
        assert!(records.iter().all(|(read, sgf)| store.sgf(read.id).unwrap() == *sgf));
        records.iter().map(|(record, _)| record.at.tree).collect()
    };
    assert_eq!(
        [trees(0, 9), trees(0, 1), trees(1, 1), trees(2, 1)],
        [vec![1, 2], vec![1], vec![2], vec![]]
    );
}

#[test]
fn sources_come_in_the_order_of_import() {
    let store = store();
    import(&store, &Source { name: "0".to_owned(), ..source(3) }, records(&[TWO]), vec![]);
    let sources: Vec<_> = store.sources().unwrap();
    let lines: Vec<_> =
        sources.iter().map(|source| (&*source.name, source.records, source.games)).collect();
    assert_eq!(lines, [("folder/1.sgf", 2, 0), ("folder/2.sgf", 1, 0), ("0", 1, 0)]);
    assert!(store.check_integrity().unwrap().is_empty());
}

#[test]
fn charsets_are_stored_with_their_guess() {
    for (stored, name, is_guessed) in
        [("gb18030", "gb18030", false), ("Shift_JIS?", "Shift_JIS", true)]
    {
        let charset = Charset { name: name.to_owned(), is_guessed };
        assert_eq!(Charset::from_stored(stored), charset);
        assert_eq!(charset.to_stored(), stored);
    }
}
