//! Games: `import`, `find --in games`, `next`, `games`.

use insta::assert_snapshot;
use serde_json::Value;

use super::Db;

const GAMES: &str = "tests/data/games.sgf";

/// A database with the games; one of them has an illegal move.
fn db() -> Db {
    let db = Db::new();
    let ran = db.run(&["import", GAMES]);
    assert_eq!(ran.status, 3);
    db
}

#[test]
fn what_the_rules_forbid_is_told() {
    let ran = Db::new().run(&["import", GAMES]);
    assert_snapshot!(ran.err, @"gtn-db: games.sgf, tree 3, byte 428: the line ends before move 6: a stone on A9 would have no liberty (Article 4) (kept)");
    assert_snapshot!(ran.out, @"4 games");
}

#[test]
fn a_shape_is_found_with_what_comes_next() {
    let db = db();
    let crosscut = "2x2|_!!__XO__OX__!!_";
    assert_snapshot!(db.run(&["find", "--in", "games", crosscut]).done(), @"
         J K
         ~ ~
    11 ~ X O ~
    10 ~ O X ~
         ~ ~

    Found in 1 game, 1 hit
    game  black  white   date  move  operation  place
    ----- ------ ------- ----- ----- ---------- ------
    4     Kita   Minami  1921  8     IR0        E5
    ");
    let corner = "4x4|...._...._..X._..?._!!!!_";
    assert_snapshot!(db.run(&["find", "--in", "games", corner, "--count"]).done(), @"
         A B C D
       +----------
    19 | . D . . ~
    18 | E . . . ~
    17 | . . X B ~
    16 | . . C A ~
       | ~ ~ ~ ~

    Found in 4 games, 30 hits
       turn   point  games  hits  won
    -- ------ ------ ------ ----- ------
    A  black  D16    3      10    66.7%
    B  white  D17    2      2     0.0%
    C  white  C16    2      2     0.0%
    D  black  B19    1      1
    E  black  A18    1      1
    ");
    assert_snapshot!(db.run(&["find", "--in", "games", corner, "--count", "--json"]).done(), @r#"{"query":"argument 1","games":4,"hits":30,"continuations":[{"point":"(4,4)","point_name":"D16","turn":"black","pass":false,"games":3,"hits":10,"wins":2,"losses":1},{"point":"(4,3)","point_name":"D17","turn":"white","pass":false,"games":2,"hits":2,"wins":0,"losses":1},{"point":"(3,4)","point_name":"C16","turn":"white","pass":false,"games":2,"hits":2,"wins":0,"losses":1},{"point":"(2,1)","point_name":"B19","turn":"black","pass":false,"games":1,"hits":1,"wins":0,"losses":0},{"point":"(1,2)","point_name":"A18","turn":"black","pass":false,"games":1,"hits":1,"wins":0,"losses":0}]}"#);
    assert_snapshot!(
        db.run(&["find", "--in", "games", corner, "--json", "--player", "higashi"]).done(), @r#"
    {"query":"argument 1","game":2,"source":"games.sgf","tree":2,"black":"Minami","white":"Higashi","date":"1934","result":"W+3","line":1,"main":true,"path":null,"move":1,"operation":"IR1","place":"(6,1)","place_name":"F9","next":null}
    {"query":"argument 1","game":2,"source":"games.sgf","tree":2,"black":"Minami","white":"Higashi","date":"1934","result":"W+3","line":1,"main":true,"path":null,"move":1,"operation":"SR0","place":"(6,1)","place_name":"F9","next":null}
    {"query":"argument 1","game":2,"source":"games.sgf","tree":2,"black":"Minami","white":"Higashi","date":"1934","result":"W+3","line":1,"main":true,"path":null,"move":2,"operation":"N_IR3","place":"(1,6)","place_name":"A4","next":{"point":"(4,4)","point_name":"D16","turn":"black","pass":false,"move":6,"game_point":"(4,6)","game_point_name":"D4","game_turn":"white"}}
    {"query":"argument 1","game":2,"source":"games.sgf","tree":2,"black":"Minami","white":"Higashi","date":"1934","result":"W+3","line":1,"main":true,"path":null,"move":2,"operation":"N_SR2","place":"(1,6)","place_name":"A4","next":{"point":"(4,4)","point_name":"D16","turn":"black","pass":false,"move":6,"game_point":"(4,6)","game_point_name":"D4","game_turn":"white"}}
    {"query":"argument 1","game":2,"source":"games.sgf","tree":2,"black":"Minami","white":"Higashi","date":"1934","result":"W+3","line":1,"main":true,"path":null,"move":3,"operation":"IR2","place":"(6,6)","place_name":"F4","next":null}
    {"query":"argument 1","game":2,"source":"games.sgf","tree":2,"black":"Minami","white":"Higashi","date":"1934","result":"W+3","line":1,"main":true,"path":null,"move":3,"operation":"SR3","place":"(6,6)","place_name":"F4","next":null}
    {"query":"argument 1","game":2,"source":"games.sgf","tree":2,"black":"Minami","white":"Higashi","date":"1934","result":"W+3","line":1,"main":true,"path":null,"move":4,"operation":"N_IR0","place":"(1,1)","place_name":"A9","next":null}
    {"query":"argument 1","game":2,"source":"games.sgf","tree":2,"black":"Minami","white":"Higashi","date":"1934","result":"W+3","line":1,"main":true,"path":null,"move":4,"operation":"N_SR1","place":"(1,1)","place_name":"A9","next":null}
    "#
    );
    let nowhere = db.run(&["find", "--in", "games", "1x4|_!!!!__XXXX__!!!!_", "--json"]);
    assert_eq!((nowhere.status, &*nowhere.out, &*nowhere.err), (1, "", ""));
}

#[test]
fn hits_are_narrowed_down() {
    let db = db();
    let games = |args: &[&str]| -> Vec<u64> {
        let all = [&["find", "--in", "games", "--json", "4x4|...._...._..X._...._!!!!_"], args];
        let mut games: Vec<u64> = db
            .run(&all.concat())
            .column("game")
            .iter()
            .map(|game| game.as_u64().unwrap())
            .collect();
        games.dedup();
        games
    };
    assert_eq!(games(&[]), [1, 2, 3, 4]);
    assert_eq!(games(&["--player", "KITA"]), [1, 3, 4]);
    assert_eq!(games(&["--rank", "1d"]), [1]);
    assert_eq!(games(&["--event", "cup"]), [1, 2]);
    assert_eq!(games(&["--year", "1921"]), [1, 4]);
    assert_eq!(games(&["--years", "1930-1940"]), [2]);
    assert_eq!(games(&["--where", "komi IS NULL OR winner = 2"]), [2, 4]);
    assert_eq!(games(&["--limit", "1"]), [1]);
    assert_eq!(games(&["--before-move", "0"]), [0; 0]);
    assert_eq!(games(&["--next", "white"]), games(&["--next", "white", "--before-move", "9"]));
    assert_eq!(games(&["--sequence", "X(2,1) O(1,1)"]), [3]);
    assert_eq!(games(&["--sequence", "X(2,1) X(1,1)"]), [0; 0]);
}

/// Whatever a user writes after `--where`, it reads games and does nothing else.
#[test]
fn an_expression_cannot_do_anything() {
    let db = db();
    let before = std::fs::read(db.path("gtn.db")).unwrap();
    for expression in [
        "1); DELETE FROM game; --",
        "1); ATTACH 'other.db' AS other; --",
        "load_extension('x')",
        "(SELECT count(*) FROM source) > 0",
        "(SELECT count(*) FROM sqlite_schema) > 0",
        "(WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n)",
        "id IN (DELETE FROM game RETURNING id)",
        "nonsense",
        "",
    ] {
        let ran = db.run(&["games", "--where", expression]);
        assert_eq!((ran.status, &*ran.out), (2, ""), "{expression}");
        assert!(ran.err.contains("is not a condition on games"), "{}", ran.err);
    }
    let commented = db.run(&["games", "--json", "--where", "id = 2 -- the second"]).done();
    assert_eq!(commented.lines().count(), 1);
    assert!(before == std::fs::read(db.path("gtn.db")).unwrap());
}

#[test]
fn options_for_games_are_for_games() {
    let db = db();
    for args in [
        &["find", "1x1|X", "--count"][..],
        &["find", "1x1|X", "--player", "Kita"],
        &["find", "--in", "games", "1x1|X", "--turn", "black"],
        &["find", "--in", "games", "1x1|?"],
        &["find", "--in", "games", "no such file"],
        &["next", "1x1|X_"],
    ] {
        let ran = db.run(args);
        assert_eq!((ran.status, &*ran.out), (2, ""), "{args:?}");
        assert!(!ran.err.is_empty());
    }
}

#[test]
fn openings() {
    let db = db();
    let empty = format!("9x9|{}", ".".repeat(81));
    assert_snapshot!(db.run(&["next", &empty]).done(), @"
        A B C D E F G H J
      +-------------------+
    9 | . . . . . . . . . |
    8 | . . . . . . . . . |
    7 | . . + . . . A . . |
    6 | . . . . . . . . . |
    5 | . . . . + . . . . |
    4 | . . . . . . . . . |
    3 | . . + . . . + . . |
    2 | . . . . . . . . . |
    1 | . . . . . . . . . |
      +-------------------+

    4 games
       turn   point  games  share   won    years      examples
    -- ------ ------ ------ ------- ------ ---------- ---------
    A  black  G7     4      100.0%  50.0%  1921-1934  1 2 3 4
    ");
    let first = format!("9x9|{}X{}", ".".repeat(24), ".".repeat(56));
    assert_snapshot!(db.run(&["next", &first, "--json"]).done(), @r#"{"turn":"white","pass":false,"point":"(3,7)","point_name":"C3","games":4,"share":1.0,"wins":1,"losses":1,"first_year":1921,"last_year":1934,"samples":[1,2,3,4],"examples":[1,2,3,4]}"#);
}

#[test]
fn games_are_listed_shown_and_written() {
    let db = db();
    assert_snapshot!(db.run(&["games"]).done(), @"
    game  black   white    date        result  moves  event       source
    ----- ------- -------- ----------- ------- ------ ----------- ----------
    1     Kita    Minami   1921-04-02  B+R     12     First cup   games.sgf
    2     Minami  Higashi  1934        W+3     9      Second cup  games.sgf
    3     Nishi   Kita                 Void    5                  games.sgf
    4     Kita    Minami   1921                12                 games.sgf
    ");
    assert_snapshot!(db.run(&["games", "--json", "2"]).done(), @r#"{"game":2,"black":"Minami","white":"Higashi","black_rank":null,"white_rank":null,"event":"Second cup","name":null,"date":"1934","year":1934,"result":"W+3","winner":"white","komi":0.0,"rules":null,"handicap":null,"board":"9x9","moves":9,"source":"games.sgf","tree":2,"comment":null,"comment_move":null,"comment_line":null}"#);
    assert_snapshot!(db.run(&["games", "1", "--move", "7"]).done(), @"
        A B C D E F G H J
      +-------------------+
    9 | . . . . . . . . . |
    8 | . . . . . . . . . |
    7 | . . X . . . O . . |
    6 | . . . . . . . . . |
    5 | . . . . X O . . . |
    4 | . . . . X . . . . |
    3 | . . X . . . O . . |
    2 | . . . . . . . . . |
    1 | . . . . . . . . . |
      +-------------------+

    after move 7 of 12, black E5

    game        1
    black       Kita
    white       Minami
    black rank  1d
    event       First cup
    date        1921-04-02
    result      B+R
    komi        6.5
    lines       2
    source      games.sgf tree 1
    ");
    assert_snapshot!(db.run(&["games", "--sgf", "--shape", "2x2|_!!__XO__OX__!!_"]).done(), @"(;GM[1]FF[4]CA[UTF-8]SZ[9]PB[Kita]PW[Minami]DT[1921];B[cg];W[gc];B[gg];W[cc];B[ee];W[fe];B[ff];W[ef];B[gd];W[gf];B[hc];W[hg])");
    assert_eq!(db.run(&["games", "77"]).status, 1);
}

/// The last game is the first line of the first, turned; both are short.
#[test]
fn the_same_game_is_recognized() {
    let db = db();
    assert_eq!(db.run(&["games", "--same"]).status, 1);
    let turned = "(;SZ[9];W[gc];B[cg];W[gg];B[cc];W[ef];B[df];W[de];B[dg];W[ee];B[tt])";
    let file = db.write("turned.sgf", turned);
    db.run(&["import", "-q", &file]); // White begins: told
    let same = db.run(&["games", "--same", "--json"]);
    assert_eq!(
        (same.column("game"), same.column("same_as")),
        (vec![2.into(), 5.into()], vec![2.into(), 2.into()])
    );
}

/// Schema 1 counted the games; the next import of the same file keeps them.
#[test]
fn games_that_were_only_counted_are_read_again() {
    let db = db();
    let connection = rusqlite::Connection::open(db.path("gtn.db")).unwrap();
    for table in ["game_line", "game_tree", "game"] {
        connection.execute(&format!("DELETE FROM {table}"), []).unwrap();
    }
    connection.close().unwrap();
    assert_eq!(db.run(&["games"]).status, 1);
    let ran = db.run(&["import", GAMES, "--json"]);
    assert_eq!((ran.column("games"), ran.column("changed")), (vec![4.into()], vec![1.into()]));
    assert_eq!(db.run(&["stats", "--json"]).column("games"), [4]);
    assert_eq!(db.run(&["import", GAMES, "--json"]).column("unchanged"), [1]);
    assert_eq!(db.run(&["games", "--json"]).json().len(), 4);
}

/// Its games may not be written yet when the import comes to the file again.
#[test]
fn a_file_that_is_named_twice_is_imported_once() {
    let db = Db::new();
    let ran = db.run(&["import", GAMES, GAMES, "--json"]);
    assert_eq!((ran.column("games"), ran.column("unchanged")), (vec![4.into()], vec![1.into()]));
    assert_eq!(db.run(&["games", "--json"]).json().len(), 4);
}

/// A source that has changed replaces its games.
#[test]
fn changed_games_are_replaced() {
    let db = Db::new();
    let file = db.write("a.sgf", "(;SZ[9];B[aa];W[bb])(;SZ[9];B[cc])");
    db.run(&["import", "-q", &file]).done();
    db.write("a.sgf", "(;SZ[9];B[aa];W[bb];B[dd])");
    db.run(&["import", "-q", &file]).done();
    let games = db.run(&["games", "--json"]);
    assert_eq!(games.column("moves"), [3]);
}

#[test]
fn only_the_first_line_is_kept_when_told() {
    let main = Db::new();
    main.run(&["import", "-q", "--variations", "main", GAMES]);
    let pincer = "3x3|_!!!__O.X__...__...__!!!_"; // only in the variation of the first game
    let hits = |db: &Db| db.run(&["find", "--in", "games", "--json", pincer]).json().len();
    assert_eq!((hits(&main), hits(&db())), (0, 2));
    // It stays so, until something else is said.
    assert_snapshot!(main.run(&["import", GAMES]).out, @"1 source unchanged");
    assert_eq!(hits(&main), 0);
    main.run(&["import", "-q", "--variations", "all", GAMES]);
    assert_snapshot!(main.run(&["import", "--variations", "all", GAMES]).out, @"1 source unchanged");
    assert_eq!(hits(&main), 2);
    main.run(&["import", "-q", "--variations", "main", GAMES]);
    assert_eq!(hits(&main), 0);
    assert_eq!(main.run(&["stats", "--json"]).json()[0]["sources"], 1);
}

/// A database of schema 3 does not tell which lines it holds.
#[test]
fn variations_of_an_older_database_are_read_when_they_are_asked_for() {
    let db = Db::new();
    let file = &*db.write("problems.sgf", include_str!("../../data/databases/problems.sgf"));
    let copy = |schema: &str| {
        std::fs::copy(format!("tests/data/databases/{schema}.db"), db.path("gtn.db")).unwrap();
        // The place of the original is on some machine.
        let full = std::fs::canonicalize(file).unwrap();
        let place = blake3::hash(full.to_str().unwrap().as_bytes()).as_bytes()[..16].to_vec();
        let connection = rusqlite::Connection::open(db.path("gtn.db")).unwrap();
        connection.execute("UPDATE source SET place = ?1", [place]).unwrap();
    };
    copy("schema-3");
    assert_snapshot!(db.run(&["import", file]).out, @"
    5 records read again: none changed
    1 source unchanged
    ");
    assert_snapshot!(db.run(&["import", "--variations", "all", file]).out, @"
    5 records from 1 source: 3 positions (0 new), 4 problems
    1 game
    1 source changed
    ");
    assert_snapshot!(db.run(&["import", "--variations", "all", file]).out, @"1 source unchanged");
    // One of schema 4 does.
    copy("schema-4");
    assert_snapshot!(db.run(&["import", "--variations", "main", file]).out, @"
    5 records read again: none changed
    1 source unchanged
    ");
}

#[test]
fn joseki_are_counted_in_all_corners() {
    let db = db();
    let window = ["--window", "4"];
    let run = |args: &[&str]| db.run(&[&["joseki"], args, &window].concat());
    assert_snapshot!(run(&[]).done(), @"
         Q R S T
       ----------+
    19 ~ . . . . |
    18 ~ . . . . |
    17 ~ . A . . |
    16 ~ + . . . |
         ~ ~ ~ ~ |

    black to move in 20 places of 4 games
       move    games  places  share  won    years      examples
    -- ------- ------ ------- ------ ------ ---------- ---------
    A  R17     4      18      90.0%  58.3%  1921-1934  1 2 3 4
       tenuki  1      2       10.0%                    3
    ");
    let corner = "4x4|...._...._..X._...._!!!!_";
    assert_snapshot!(run(&[corner, "--json"]).done(), @r#"{"key":"57525f3a3b04922f236965b1144054c6","turn":"white","games":4,"occurrences":18,"moves":[{"point":null,"point_name":null,"games":4,"occurrences":16,"share":0.8888888888888888,"wins":5,"losses":6,"first_year":1921,"last_year":1934,"samples":[1,2,3,4],"examples":[1,2,3,4]},{"point":"(4,3)","point_name":"D17","games":2,"occurrences":2,"share":0.1111111111111111,"wins":0,"losses":1,"first_year":1921,"last_year":1921,"samples":[1,4],"examples":[1,4]}]}"#);
    assert_snapshot!(run(&["--tree", "2", "--player", "Nishi", "--min-games", "1"]).done(), @"
         Q R S T
       ----------+
    19 ~ . . . . |
    18 ~ . . . . |
    17 ~ . A . . |
    16 ~ + . . . |
         ~ ~ ~ ~ |

    black to move in 4 places of 1 game
    line           move    games  places  share   examples
    ----------- -- ------- ------ ------- ------- ---------
                   tenuki  1      2       50.0%   3
                A  R17     1      2       50.0%   3
    tenuki         tenuki  1      2       50.0%   3
    tenuki      A  R17     1      2       50.0%   3
    tenuki R17     tenuki  1      2       100.0%  3
    R17            tenuki  1      2       100.0%  3
    ");
    assert_snapshot!(db.run(&["export", "--joseki", "--window", "4", "--min-games", "2"]).done(), @"(;FF[4]GM[1]CA[UTF-8]SZ[19]PL[B]LB[qc:a];B[qc]C[18 of 20 in 4 games, won 7 lost 5, 1921-1934]LB[pc:a](;W[pc]C[2 of 18 in 2 games, won 0 lost 1, 1921])(;W[]C[16 of 18 in 4 games, won 5 lost 6, 1921-1934]LB[pd:a];B[pd]C[5 of 17 in 3 games, won 2 lost 2, 1921-1934];W[]C[3 of 4 in 2 games, won 1 lost 2, 1921-1934]))");
    assert_eq!(run(&["4x4|......X.O......._!!!!_"]).status, 2);
    assert_eq!(run(&["5x5|....._....._..X.._....._....._!!!!!_"]).status, 2);
    assert_eq!(run(&["1x4|XXXX_!!!!_"]).status, 1);
    assert_eq!(db.run(&["export", "--joseki", "--format", "igtn"]).status, 2);
    assert_eq!(db.run(&["export", "--min-games", "2"]).status, 2);
}

#[test]
fn a_corner_that_no_game_has_is_told() {
    let ran = Db::with(&["data/game.sgf"]).run(&["joseki"]);
    assert_eq!((ran.status, ran.err.as_str()), (1, ""));
    assert_eq!(ran.out, "No game has this corner with black to move\n");
}

/// Equivalent first moves and equivalent answers to them have the same name in all commands:
/// R16, and left of the diagonal for White.
#[test]
fn next_joseki_and_find_name_the_same_points() {
    let db = Db::new();
    let games =
        "(;SZ[19];B[cd];W[pp])(;SZ[19];B[pd];W[nc])(;SZ[19];B[pd];W[qf])(;SZ[19];B[dp];W[fq])";
    std::fs::write(db.path("games.sgf"), games).unwrap();
    db.run(&["import", db.path("games.sgf").to_str().unwrap()]).done();
    let found = |board: &str| {
        let counts = db.run(&["find", "--in", "games", board, "--count", "--json"]).json();
        let next = counts[0]["continuations"].as_array().unwrap().clone();
        next.iter().map(|next| next["point"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let next = |board: &str| {
        let next = db.run(&["next", board, "--json"]).json();
        let points = next.iter().filter_map(|next| next["point"].as_str().map(str::to_owned));
        points.collect::<Vec<_>>()
    };
    // Columns of the window begin at column 10 of the board.
    let joseki = |corner: &str| {
        let node = db.run(&["joseki", corner, "--json"]).json();
        let moves = node[0]["moves"].as_array().unwrap().clone();
        let points = moves.iter().filter_map(|next| next["point"].as_str().map(str::to_owned));
        points.collect::<Vec<_>>()
    };
    let board = |side: usize, stone: Option<(usize, usize)>| -> Vec<String> {
        let cell = |col, row| if stone == Some((col, row)) { 'X' } else { '.' };
        (0..side).map(|row| (0..side).map(|col| cell(col, row)).collect()).collect()
    };
    let whole = |stone| format!("19x19|{}", board(19, stone).concat());
    let corner = |stone| format!("10x10|_{}_!!!!!!!!!!", board(10, stone).join("_"));

    let empty = whole(None);
    assert_eq!(next(&empty), ["(16,4)", "(17,4)"]);
    assert_eq!(found(&empty), ["(16,4)", "(17,4)"]);
    assert_eq!(joseki(&corner(None))[..2], ["(7,4)", "(8,4)"]);

    let first = whole(Some((15, 3)));
    assert_eq!(next(&first), ["(14,3)"]);
    assert_eq!(found(&first), ["(14,3)"]);
    let first = corner(Some((6, 3)));
    assert_eq!(joseki(&first), ["(5,3)"]);
    assert_eq!(found(&first), ["(5,3)"]);
    // The same corner at the upper left is named by the mirror image.
    let upper_left = format!("10x10|{}_!!!!!!!!!!_", board(10, Some((3, 3))).join("_"));
    assert_eq!(joseki(&upper_left), ["(6,3)"]);
    assert_eq!(found(&upper_left), ["(6,3)"]);
}

/// The colors, points and passes that `next` lists, and their games.
fn next_moves(db: &Db, args: &[&str]) -> Vec<(Value, Value, Value, u64)> {
    let rows = db.run(&[&["next", "--json"], args].concat()).json();
    let row = |row: &Value| {
        let [turn, point, pass] = ["turn", "point_name", "pass"].map(|field| row[field].clone());
        (turn, point, pass, row["games"].as_u64().unwrap())
    };
    rows.iter().map(row).collect()
}

#[test]
fn next_lists_the_moves_that_start_variations() {
    let db = Db::new();
    let tree = "(;SZ[9](;B[ee];W[cc])(;B[cd];W[ee])(;B[dd];W[ff]))";
    db.run(&["import", "-q", &db.write("tree.sgf", tree)]).done();
    let points = |rows: Vec<(Value, Value, Value, u64)>| -> Vec<Value> {
        rows.into_iter().map(|row| row.1).collect()
    };
    assert_eq!(points(next_moves(&db, &["--board", "9"])), ["F6", "G6", "E5"]);

    let db = Db::new();
    let second = "(;SZ[9]PB[a]PW[b];B[cc];W[gd](;B[dc])(;B[fc]))";
    db.run(&["import", "-q", &db.write("second.sgf", second)]).done();
    assert_eq!(points(next_moves(&db, &["--board", "9", "C7 G6"])), ["D7", "F7"]);
    let counted = db.run(&["find", "--in", "games", "--count", "--json", "--board", "9", "C7 G6"]);
    assert_eq!(counted.json()[0]["continuations"].as_array().unwrap().len(), 2);
}

#[test]
fn a_pass_is_a_move_of_its_own() {
    let db = Db::new();
    let games = "(;SZ[9]RE[B+R];B[ee];W[];B[cc])(;SZ[9]RE[W+R];B[ee];W[cc])(;SZ[9]RE[W+R];B[ee])";
    db.run(&["import", "-q", &db.write("pass.sgf", games)]).done();
    let rows = next_moves(&db, &["--board", "9", "E5"]);
    let white = Value::from("white");
    assert_eq!(rows.len(), 3);
    assert!(rows.contains(&(white.clone(), Value::Null, true.into(), 1)), "{rows:?}");
    assert!(rows.contains(&(Value::Null, Value::Null, false.into(), 1)), "{rows:?}");
    assert!(rows.iter().any(|row| (&row.0, &row.2) == (&white, &false.into()) && !row.1.is_null()));
    let table = db.run(&["next", "--board", "9", "E5"]).done();
    assert!(table.contains("pass") && table.contains("none"), "{table}");
}

#[test]
fn a_hit_has_its_next_move_as_it_was_played() {
    let db = Db::new();
    db.run(&["import", "-q", &db.write("a.sgf", "(;SZ[19];B[qd];W[dp];B[nc])")]).done();
    // The stone is White's in the query, in the upper left corner.
    let corner = "7x7|......._......._......._..O...._......._......._......._!!!!!!!_";
    let hits = db.run(&["find", "--in", "games", "--json", corner]).json();
    let next = &hits[0]["next"];
    assert_eq!((&next["turn"], &next["game_turn"]), (&"white".into(), &"black".into()));
    assert_eq!(next["game_point_name"], "O17");
    assert_ne!(next["point_name"], "O17");
    let table = db.run(&["find", "--in", "games", corner]).done();
    assert!(table.contains("black O17"), "{table}");
}

/// A game of 44 moves that begins two of 46, in both orders of import.
#[test]
fn a_game_that_begins_two_others_names_both() {
    let point = |i: usize| {
        format!("{}{}", (b'a' + (i % 19) as u8) as char, (b'a' + (i / 19 * 2) as u8) as char)
    };
    let moves = |count: usize| -> String {
        (0..count).map(|i| format!(";{}[{}]", ["B", "W"][i % 2], point(i))).collect()
    };
    let cut = format!("(;SZ[19]{})", moves(44));
    let wholes =
        [["qq", "ss"], ["rr", "qs"]].map(|[b, w]| format!("(;SZ[19]{};B[{b}];W[{w}])", moves(44)));
    for order in [[0, 1, 2], [1, 0, 2], [1, 2, 0]] {
        let games = [&cut, &wholes[0], &wholes[1]];
        let db = Db::new();
        let text: String = order.iter().map(|&at| games[at].as_str()).collect();
        db.run(&["import", "-q", &db.write("games.sgf", &text)]).done();
        let number = |game: usize| 1 + order.iter().position(|&at| at == game).unwrap();
        let mut both = [number(1), number(2)];
        both.sort_unstable();
        let same = db.run(&["games", "--same", "--json"]).json();
        let names = |game: usize| {
            let row = same.iter().find(|row| row["game"] == number(game)).unwrap();
            (row["same_as"].clone(), row["same_games"].clone())
        };
        assert_eq!(names(0), (both[0].into(), both.to_vec().into()));
        assert_eq!(names(1), (number(1).into(), vec![number(1)].into()));
        assert_eq!(names(2), (number(2).into(), vec![number(2)].into()));
        // Of the three, the two whole games count.
        assert_eq!(next_moves(&db, &["--unique"]).iter().map(|row| row.3).sum::<u64>(), 2);
        assert_eq!(next_moves(&db, &[]).iter().map(|row| row.3).sum::<u64>(), 3);
        let joseki = db.run(&["joseki", "--unique", "--json"]).json();
        assert_eq!((&joseki[0]["games"], &joseki[0]["occurrences"]), (&2.into(), &8.into()));
        let near = db.run(&["games", "--same=near", "--json"]);
        assert_eq!((near.status, &*near.out), (1, "")); // they differ in two moves
    }
}

#[test]
fn games_with_a_wrong_point_are_near() {
    let point = |i: usize| {
        format!("{}{}", (b'a' + (i % 19) as u8) as char, (b'a' + (i / 19 * 2) as u8) as char)
    };
    let game = |wrong: Option<usize>| -> String {
        let at = |i: usize| if Some(i) == wrong { "sr".to_owned() } else { point(i) };
        let moves = (0..70).map(|i| format!(";{}[{}]", ["B", "W"][i % 2], at(i)));
        format!("(;SZ[19]{})", moves.collect::<String>())
    };
    let db = Db::new();
    let text = [game(None), game(Some(30)), game(None), game(Some(50))].concat();
    db.run(&["import", "-q", &db.write("games.sgf", &text)]).done();
    let near = db.run(&["games", "--same=near", "--json"]);
    assert_eq!(near.column("game"), [1, 2, 4, 3]);
    let names = |numbers: &[i64]| Value::from(numbers.to_vec());
    // The two with a wrong point each differ in two points.
    assert_eq!(
        near.column("near_games"),
        [names(&[2, 4]), names(&[1]), names(&[1]), names(&[2, 4])]
    );
    let refused = db.run(&["games", "--same=near", "--family", "abalone"]);
    assert_eq!(refused.status, 2);
}

#[test]
fn joseki_of_even_games_leave_out_handicap_games() {
    let db = Db::new();
    let games = [
        "(;SZ[19];B[pd])",
        "(;SZ[19]HA[2]AB[dp][pd];W[dd];B[pp])",
        "(;SZ[19]AB[dp][pd][pp];W[dd];B[fc])",
        "(;SZ[19]AB[dp][pd]AW[dd][pp];W[qf])", // an old start of China, not a handicap
        "(;SZ[19]HA[3];B[dd];W[pp];B[dp])",
    ];
    db.run(&["import", "-q", &db.write("games.sgf", &games.concat())]);
    let games = |args: &[&str]| {
        let rows = db.run(&[&["joseki", "--json"], args].concat()).json();
        rows[0]["games"].as_u64().unwrap()
    };
    assert_eq!(games(&[]), 4); // with an empty corner: all but the fourth
    assert_eq!(games(&["--even"]), 1);
    assert_eq!(games(&["--turn", "white", "Q16"]), 4);
    assert_eq!(games(&["--even", "--turn", "white", "Q16"]), 1); // the fourth
}

#[test]
fn games_are_written_in_the_normal_form_of_the_letter() {
    let db = Db::new();
    // White's first move is in the upper left half. A stone that is set up decides before the moves.
    let games = "(;SZ[19]PB[a];B[dp];W[cf];B[fq]C[hi]LB[fq:1])(;SZ[9]HA[1]AB[cg];W[gc])";
    db.run(&["import", "-q", &db.write("turned.sgf", games)]).done();
    let written = db.run(&["games", "--sgf", "--orient"]).done();
    let expected = "(;SZ[19]PB[a];B[pd];W[fc];B[qf]C[hi]LB[qf:1])\n(;SZ[9]HA[1]AB[gc];W[cg])\n";
    assert_eq!(written, expected);
    // What is in normal form stays so.
    let again = Db::new();
    again.run(&["import", "-q", &again.write("again.sgf", &written)]).done();
    assert_eq!(again.run(&["games", "--sgf", "--orient"]).done(), expected);
    assert_eq!(db.run(&["games", "--orient"]).status, 2);
}
