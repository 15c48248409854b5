//! Stored data never changes its meaning: pinned keys, and a database of every
//! released schema.

use std::fs;
use std::path::Path;

use gtn_db::abalone::{Board, Move, Setup};
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

fn is_schema(path: &Path, schema: u8) -> bool {
    path.ends_with(format!("schema-{schema}.db"))
}

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
        // Schema 7 came with Abalone.
        let has_abalone = (7..=20).any(|schema| is_schema(&path, schema));
        let expected = if has_abalone { [11, 10, 8, 3, 5] } else { [5, 4, 3, 1, 1] };
        assert_eq!(all, expected, "{}", path.display());
        assert!(store.check_integrity().unwrap().is_empty());

        assert!(store.check_rows().unwrap().is_empty(), "{}", path.display());

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
        if is_schema(&path, 1) {
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

/// The problems of `schema-7.db`: key, form, operation, side to move and marbles
/// lost, in the colors of the canonical text.
const PROBLEMS: [&str; 6] = [
    "000971e19d7df8d313358416ae30a803 apgn SR5 either 4-5",
    "ae02b5eba880deddec5ac11780bfd3a3 iatn IR1 either 1-2",
    "d5a6017a8aa9822b045e3d09e0ea3437 kaawa IR1 either 0-0",
    "684fcbb46d284b35888d87b933aadadf ao N_IR4 unknown 1-0",
    "d5a6017a8aa9822b045e3d09e0ea3437 fen IR1 either 1-2",
    "5add4bf54a76dadf20e461fd4c98f676 kaawa-puzzle N_IR0 white 5-0",
];

/// The same in `v_abalone_problem`, in the colors of the source.
const VIEW: [&str; 6] = [
    "apgn SR5 either 4-5",
    "iatn IR1 either 1-2",
    "kaawa IR1 either 0-0",
    "ao N_IR4 unknown 0-1",
    "fen IR1 either 1-2",
    "kaawa-puzzle N_IR0 black 0-5",
];

/// Holds the files `tests/data/databases/abalone*`, imported with `--start standard`.
#[test]
fn stored_abalone_has_not_changed() {
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("copy.db");
    fs::copy(data().join("databases/schema-7.db"), &copy).unwrap();
    let store = Store::open(&copy).unwrap();
    let problems = store.abalone_problems().unwrap();
    let problems: Vec<String> = problems
        .iter()
        .map(|problem| {
            let lost = problem.lost.unwrap();
            let (form, turn) = (problem.form.name(), problem.turn.name());
            format!("{} {form} {} {turn} {lost}", problem.key, problem.symmetry.name())
        })
        .collect();
    assert_eq!(problems, PROBLEMS);
    let connection = rusqlite::Connection::open(&copy).unwrap();
    let mut statement = connection
        .prepare("SELECT form, operation, turn, lost_black, lost_white FROM v_abalone_problem")
        .unwrap();
    let rows = statement.query_map([], |row| {
        let (form, operation): (String, String) = (row.get(0)?, row.get(1)?);
        let (turn, black, white): (String, u8, u8) = (row.get(2)?, row.get(3)?, row.get(4)?);
        Ok(format!("{form} {operation} {turn} {black}-{white}"))
    });
    let rows: Vec<String> = rows.unwrap().map(Result::unwrap).collect();
    assert_eq!(rows, VIEW);
    for (id, board, moves) in [(1, Board::BELGIAN_DAISY, 4), (2, Board::STANDARD, 3)] {
        let game = store.abalone_game(id).unwrap().unwrap();
        assert_eq!(game.start, format!("{board} X 0-0"));
        let mut position = game.start.parse::<Setup>().unwrap().to_position();
        assert_eq!(game.moves.len(), 2 * moves);
        for (ply, code) in (1..).zip(game.moves.chunks_exact(2)) {
            let code = u16::from_le_bytes([code[0], code[1]]);
            position.play(Move::from_code(code).unwrap()).unwrap();
            let plies = store.abalone_plies(position.board.canonicalize().key()).unwrap();
            assert!(plies.iter().any(|found| (found.game, found.ply) == (id, ply)), "{plies:?}");
        }
    }
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
    fs::copy(data().join("databases/schema-20.db"), &pinned).unwrap();
    assert_eq!(schema(&fresh), schema(&pinned));
}

#[test]
fn a_migrated_database_has_answers() {
    for number in 1..=6 {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.db");
        fs::copy(data().join(format!("databases/schema-{number}.db")), &path).unwrap();
        drop(Store::open(&path).unwrap());
        let database = rusqlite::Connection::open(&path).unwrap();
        let mut select = database.prepare("SELECT answers FROM record ORDER BY id").unwrap();
        let answers: Vec<Option<String>> =
            select.query_map([], |row| row.get(0)).unwrap().collect::<Result<_, _>>().unwrap();
        // Schema 1 has no solutions.
        let expected = match number {
            1 => [None; 5],
            _ => [Some("ac"), Some("sc"), Some("ac"), Some(""), Some("kj")],
        };
        assert_eq!(answers.iter().map(Option::as_deref).collect::<Vec<_>>(), expected);
    }
}
