//! Games: `import`, `find --in games`, `next`, `games`.

use insta::assert_snapshot;

use super::Db;

const GAMES: &str = "tests/data/games.sgf";

/// A database with the games, one of which holds an illegal move.
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
    19 | . B . . ~
    18 | C . . . ~
    17 | . . X D ~
    16 | . . E A ~
       | ~ ~ ~ ~

    Found in 4 games, 30 hits
       turn   point  games  hits  won
    -- ------ ------ ------ ----- ------
    A  black  D16    3      10    66.7%
    B  black  B19    1      1
    C  black  A18    1      1
    D  white  D17    1      1
    E  white  C16    1      1
    ");
    assert_snapshot!(db.run(&["find", "--in", "games", corner, "--count", "--json"]).done(), @r#"{"query":"argument 1","games":4,"hits":30,"continuations":[{"point":"(4,4)","point_name":"D16","turn":"black","games":3,"hits":10,"wins":2,"losses":1},{"point":"(2,1)","point_name":"B19","turn":"black","games":1,"hits":1,"wins":0,"losses":0},{"point":"(1,2)","point_name":"A18","turn":"black","games":1,"hits":1,"wins":0,"losses":0},{"point":"(4,3)","point_name":"D17","turn":"white","games":1,"hits":1,"wins":0,"losses":0},{"point":"(3,4)","point_name":"C16","turn":"white","games":1,"hits":1,"wins":0,"losses":0}]}"#);
    assert_snapshot!(
        db.run(&["find", "--in", "games", corner, "--json", "--player", "higashi"]).done(), @r#"
    {"query":"argument 1","game":2,"source":"games.sgf","tree":2,"black":"Minami","white":"Higashi","date":"1934","result":"W+3","line":1,"main":true,"path":null,"move":1,"operation":"IR1","place":"(6,1)","place_name":"F9","next":null}
    {"query":"argument 1","game":2,"source":"games.sgf","tree":2,"black":"Minami","white":"Higashi","date":"1934","result":"W+3","line":1,"main":true,"path":null,"move":1,"operation":"SR0","place":"(6,1)","place_name":"F9","next":null}
    {"query":"argument 1","game":2,"source":"games.sgf","tree":2,"black":"Minami","white":"Higashi","date":"1934","result":"W+3","line":1,"main":true,"path":null,"move":2,"operation":"N_IR3","place":"(1,6)","place_name":"A4","next":{"point":"(4,4)","point_name":"D16","turn":"black","move":6}}
    {"query":"argument 1","game":2,"source":"games.sgf","tree":2,"black":"Minami","white":"Higashi","date":"1934","result":"W+3","line":1,"main":true,"path":null,"move":2,"operation":"N_SR2","place":"(1,6)","place_name":"A4","next":{"point":"(4,4)","point_name":"D16","turn":"black","move":6}}
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
    assert_snapshot!(db.run(&["next", &first, "--json"]).done(), @r#"{"turn":"white","point":"(3,7)","point_name":"C3","games":4,"share":1.0,"wins":1,"losses":1,"first_year":1921,"last_year":1934,"samples":[1,2,3,4],"examples":[1,2,3,4]}"#);
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
    assert_snapshot!(db.run(&["games", "--json", "2"]).done(), @r#"{"game":2,"black":"Minami","white":"Higashi","black_rank":null,"white_rank":null,"event":"Second cup","name":null,"date":"1934","year":1934,"result":"W+3","winner":"white","komi":0.0,"rules":null,"handicap":null,"board":"9x9","moves":9,"source":"games.sgf","tree":2}"#);
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

    black to move in 4 games
       move    games  share   won    years      examples
    -- ------- ------ ------- ------ ---------- ---------
       tenuki  4      100.0%  50.0%  1921-1934  1 2 3 4
    A  R17     4      100.0%  50.0%  1921-1934  1 2 3 4
    ");
    let corner = "4x4|...._...._..X._...._!!!!_";
    assert_snapshot!(run(&[corner, "--json"]).done(), @r#"{"key":"57525f3a3b04922f236965b1144054c6","turn":"white","games":4,"moves":[{"point":null,"point_name":null,"games":4,"wins":2,"losses":2,"first_year":1921,"last_year":1934,"samples":[1,2,3,4],"examples":[1,2,3,4]},{"point":"(4,3)","point_name":"D17","games":1,"wins":0,"losses":0,"first_year":1921,"last_year":1921,"samples":[4],"examples":[4]}]}"#);
    assert_snapshot!(run(&["--tree", "2", "--player", "Nishi", "--min-games", "1"]).done(), @"
         Q R S T
       ----------+
    19 ~ . . . . |
    18 ~ . . . . |
    17 ~ . A . . |
    16 ~ + . . . |
         ~ ~ ~ ~ |

    black to move in 1 game
    line           move    games  share   examples
    ----------- -- ------- ------ ------- ---------
                   tenuki  1      100.0%  3
                A  R17     1      100.0%  3
    tenuki         tenuki  1      100.0%  3
    tenuki      A  R17     1      100.0%  3
    tenuki R17     tenuki  1      100.0%  3
    R17            tenuki  1      100.0%  3
    ");
    assert_snapshot!(db.run(&["export", "--joseki", "--window", "4", "--min-games", "2"]).done(), @"(;FF[4]GM[1]CA[UTF-8]SZ[19]PL[B](;B[qc]C[4 of 4 games, won 2 lost 2, 1921-1934](;C[Only tenuki follows])(;W[]C[4 of 4 games, won 2 lost 2, 1921-1934](;B[pd]C[3 of 4 games, won 2 lost 1, 1921-1934];W[]C[3 of 3 games, won 1 lost 2, 1921-1934];B[]C[2 of 3 games, won 1 lost 1, 1921])(;B[]C[4 of 4 games, won 2 lost 2, 1921-1934])))(;B[]C[4 of 4 games, won 2 lost 2, 1921-1934]))");
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
