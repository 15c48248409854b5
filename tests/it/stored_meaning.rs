//! Stored data never changes its meaning: pinned keys, and a database of every
//! released schema.

use std::fs;
use std::path::Path;

use gtn_db::find::{self, MatchKind, PositionQuery};
use gtn_db::gtn::SubPosition;
use gtn_db::solution::SolutionPoint;
use gtn_db::store::{Judgment, Store};
use gtn_db::{Color, KEY_SCHEME, PositionKey};

fn data() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data"))
}

#[test]
fn keys_have_not_changed() {
    assert_eq!(KEY_SCHEME, "gtn1");
    let keys = fs::read_to_string(data().join("keys.txt")).unwrap();
    let lines: Vec<&str> = keys.lines().filter(|line| !line.starts_with('#')).collect();
    assert!(lines.len() >= 20);
    for line in lines {
        let [key, given, text] = line.split(' ').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let key: PositionKey = key.parse().unwrap();
        let sub: SubPosition = given.parse().unwrap();
        assert_eq!(sub.canonicalize().text(), text);
        assert_eq!(PositionKey::of_text(text), key);
    }
}

/// A problem of `tests/data/databases/problems.sgf`, turned and with the colors
/// exchanged:
///
/// ```text
///   ~ ~ ~ ~ ~
///   X X X X ~
///   X O O O ~
///   O O . . ~
///   O . . . ~
/// ```
const TURNED: &str = "4x4|!!!!_XXXX_XOOO_OO.._O..._";

#[test]
fn every_older_database_can_be_opened_and_searched() {
    let mut opened = 0;
    for entry in fs::read_dir(data().join("databases")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "db") {
            continue;
        }
        let folder = tempfile::tempdir().unwrap();
        let copy = folder.path().join("copy.db");
        fs::copy(&path, &copy).unwrap();

        let store = Store::open(&copy).unwrap();
        let counts = store.counts().unwrap();
        let all = [counts.records, counts.problems, counts.positions, counts.games, counts.sources];
        assert_eq!(all, [5, 4, 3, 1, 1], "{}", path.display());
        assert!(store.check_integrity().unwrap().is_empty());

        let query = PositionQuery::new(&TURNED.parse().unwrap(), Some(Color::White)).unwrap();
        let found = find::find_exact(&store, &query).unwrap().unwrap();
        let names: Vec<_> = found
            .matches
            .iter()
            .map(|found| (found.kind, found.record.at.name.as_deref()))
            .collect();
        assert_eq!(
            names,
            [
                (MatchKind::SameProblem, Some("one")),
                (MatchKind::SameProblem, Some("one, mirrored")),
                (MatchKind::SamePosition, Some("one, White to play")),
            ]
        );
        // The answer is its own mirror image. Where the database has no solution, it is read
        // from the game tree.
        let accepted: Vec<_> = found
            .matches
            .iter()
            .map(|found| find::load_solution(&store, &found.record).unwrap().accepted(None))
            .map(|first| (first.len(), first[0].color, first[0].at))
            .collect();
        let at = |col, row| Some(SolutionPoint::new(col, row));
        assert_eq!(
            accepted,
            [(1, Color::White, at(0, 1)), (1, Color::White, at(0, 1)), (1, Color::Black, at(0, 1)),],
            "{}",
            path.display()
        );
        let decisions = store.decisions().unwrap();
        if path.ends_with("schema-1.db") {
            assert!(decisions.is_empty());
        } else {
            let [decision] = &decisions[..] else { panic!("{decisions:?}") };
            let better = match decision.judgment {
                Judgment::FirstIsBetter => &decision.first,
                _ => &decision.second,
            };
            assert_eq!(better.tree, 2);
        }
        let sgf = store.sgf(found.matches[0].record.id).unwrap();
        assert!(sgf.starts_with(b"(;GM[1]FF[4]SZ[19]GN[one]"));
        opened += 1;
    }
    assert!(opened > 0);
}

#[test]
fn the_schema_has_not_changed() {
    let folder = tempfile::tempdir().unwrap();
    let fresh = folder.path().join("fresh.db");
    gtn_db::store::ImportSession::open(&fresh).unwrap().finish().unwrap();
    let schema = |path: &Path| -> Vec<String> {
        let connection = rusqlite::Connection::open(path).unwrap();
        let mut statement = connection
            .prepare("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name")
            .unwrap();
        statement.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
    };
    // The newest of the pinned databases. A new schema gets a migration and a database.
    let pinned = folder.path().join("pinned.db");
    fs::copy(data().join("databases/schema-6.db"), &pinned).unwrap();
    assert_eq!(schema(&fresh), schema(&pinned));
}
