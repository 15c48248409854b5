//! `gtn-db index`, and questions to games with the index and without it.

use std::fmt::Write as _;

use gtn_db::store::Store;

use super::*;

/// Just enough games for a segment, and some behind it.
const GAMES: usize = 8_010;

const CORNER: &str = "4x4|...._...._..X._...._!!!!_";

/// Short games: two stones in each corner, on points that depend on the number of the game.
fn games() -> String {
    let mut text = String::new();
    for number in 0..GAMES {
        let at = |digit: usize| char::from(b'b' + (number / digit % 5) as u8);
        let year = 1990 + number % 30;
        let _ = writeln!(
            text,
            "(;SZ[19]DT[{year}]PB[A{}]PW[b{}]BR[{}d]RE[{}+R];B[pd];W[d{}];B[{}q];W[q{}];B[c{}];W[rf])",
            number % 4,
            number % 6,
            1 + number % 9,
            if number % 3 == 0 { 'W' } else { 'B' },
            at(1),
            at(5),
            char::from(at(25) as u8 + 10),
            at(125),
        );
    }
    text
}

#[test]
fn questions_to_games_have_the_same_answers_with_and_without_the_index() {
    let db = Db::new();
    let file = db.write("games.sgf", &games());
    db.run(&["import", "--quiet", &file]).done();
    let questions: [&[&str]; 11] = [
        &["find", "--in", "games", "--json", "5x5|....._....._..X.._....._....._!!!!!_"],
        &[
            "find",
            "--in",
            "games",
            "--json",
            "--count",
            "--year",
            "1995-2001",
            "4x4|...._...._..X._...._!!!!_",
        ],
        &[
            "find",
            "--in",
            "games",
            "--json",
            "--rank",
            "7d..",
            "--limit",
            "9",
            "4x4|..?._...._..X._...._!!!!_",
        ],
        &["find", "--in", "games", "--json", "--count", "3x3|_!!!__...__.X.__...__!!!_"],
        &["next", "--json", "--moves", "Q16 D17"],
        &["next", "--json", "--by", "year", "--versus", "pro", "--player", "a", "Q16"],
        &["find", "--in", "games", "--json", "--anchor", "--after-move", "2", CORNER],
        &["joseki", "--json", "--by", "rank", "--versus", "2005", "--white", "B"],
        &["joseki", "--json", "--before-move", "2"],
        &["joseki", "--json"],
        &["joseki", "--json", "--where", "moves > 3 AND id % 7 = 0", "Q16"],
    ];
    let answers: Vec<String> = questions
        .iter()
        .map(|question| db.run(&[*question, &["--no-index"]].concat()).done())
        .collect();
    let compare = || {
        for (question, answer) in questions.iter().zip(&answers) {
            assert!(db.run(question).done() == *answer, "{question:?}");
        }
    };
    compare();
    let noted = db.run(&["-v", "joseki", "--json", "--rank", "4d..5d"]);
    assert!(
        noted.err.contains("games: 8002 rows of the index, 0 main lines in columns, 0 decoded"),
        "{}",
        noted.err
    );
    assert_eq!(db.run(&["stats", "--verify", "--quiet"]).status, 0);

    let indexed = db.run(&["index", "--quiet"]).done();
    assert!(indexed.starts_with("8000 games and 0 positions in 1 segment, "), "{indexed}");
    assert_eq!(db.run(&["index", "--drop"]).done(), "The indexes are removed\n");
    compare();
    // An import makes no index then.
    db.run(&["import", "--quiet", &db.write("more.sgf", &games().replace("RE[B", "RE[W"))]).done();
    let state = Store::open(&db.path("gtn.db")).unwrap().index_state().unwrap();
    assert_eq!((state.segments, state.is_kept), (0, false));
    db.run(&["sources", "rm", "--yes", "more.sgf"]);
    db.run(&["index", "--quiet"]).done();

    let change = |sql: &str| {
        let connection = rusqlite::Connection::open(db.path("gtn.db")).unwrap();
        connection.execute(sql, []).unwrap();
    };
    change("UPDATE segment_part SET data = zeroblob(length(data)) WHERE id & 65535 = 26");
    let damaged = db.run(&["joseki", "--json"]);
    assert_eq!((damaged.status, damaged.out.as_str()), (2, ""));
    assert!(damaged.err.contains("part 26: its bytes were altered"), "{}", damaged.err);
    let verified = db.run(&["stats", "--verify", "--quiet"]);
    assert_eq!(verified.status, 2);
    // The digests, and the columns.
    for segment in [3, 4] {
        let what = format!("segment {segment}: part 26: its bytes were altered");
        assert!(verified.err.contains(&what), "{}", verified.err);
    }
    let again = db.run(&["index", "--quiet"]);
    assert!(again.err.contains("part 26"), "{}", again.err);
    assert_eq!(db.run(&["stats", "--verify", "--quiet"]).status, 0);
    db.run(&["joseki", "--json"]).done();
}
