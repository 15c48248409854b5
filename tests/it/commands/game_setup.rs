//! Stones that are set up in games, lines beside the main line, and which games are read.

use insta::assert_snapshot;

use super::Db;

/// The moves after three handicap stones, with a variation.
const MOVES: &str = "W[qc];B[ce](;W[dq];B[qo])(;W[ec];B[fd];W[df])";

/// Databases with the same two games. The stones are in the root, in the node behind it, or in
/// several nodes; the last one takes a stone away again.
fn dbs() -> [Db; 3] {
    let starts = [
        "AB[dd][pp][dp]",
        ";AB[dd][pp][dp]",
        "AB[dd];AW[pp]AB[jj];C[Three stones]AB[pp][dp]AE[jj]",
    ];
    starts.map(|start| {
        let info = "SZ[19]HA[3]PB[Kita]PW[Minami]DT[1921]";
        let text = format!(
            "(;GM[1]{info}RE[B+R]{start};{MOVES})(;GM[1]{info}RE[W+3]{start};W[qc];B[ci];W[fc])"
        );
        let db = Db::new();
        let file = db.write("games.sgf", &text);
        db.run(&["import", "--as", "games", &file]).done();
        db
    })
}

#[test]
fn it_does_not_matter_in_which_node_stones_are_set_up() {
    let dbs = dbs();
    let empty = format!("10x10|{}_!!!!!!!!!!_", [".........."; 10].join("_"));
    let corner = "8x6|......_......_......_...X.._......_......_......_......_!!!!!!_";
    for arguments in [
        &["find", "--in", "games", &empty][..],
        &["find", "--in", "games", &empty, "--json"],
        &["find", "--in", "games", &empty, "--count", "--json"],
        &["find", "--in", "games", corner, "--json"],
        &["find", "--in", "games", corner, "--count", "--csv"],
        &["find", "--in", "games", corner, "--before-move", "0", "--json"],
        &["find", "--in", "games", corner, "--sequence", "B C15 W E17", "--json"],
        &["next", "--json", "D16 pass D4 pass Q4"],
        &["next", "D16 pass D4 pass Q4", "--play", "A"],
        &["next"],
        &["joseki", "--json"],
        &["joseki", "--tree", "3", corner],
        &["games", "--same"],
        &["games", "1", "--move", "0"],
        &["games", "1", "--move", "1"],
        &["games", "1", "--line", "2", "--move", "5"],
        &["games", "--shape", corner, "--json"],
    ] {
        let [root, second, several] = dbs.each_ref().map(|db| {
            let ran = db.run(arguments);
            (ran.status, ran.out, ran.err)
        });
        assert_eq!(root, second, "{arguments:?}");
        assert_eq!(root, several, "{arguments:?}");
    }
    let [_, second, _] = &dbs;
    // Only the corner without a stone is empty, and White's is the only move there.
    assert_snapshot!(second.run(&["find", "--in", "games", &empty, "--count", "--json"]).done(), @r#"{"query":"argument 1","games":2,"hits":2,"continuations":[{"point":"(3,3)","point_name":"C17","turn":"white","pass":false,"games":2,"hits":2,"wins":1,"losses":1}]}"#);
    assert_snapshot!(second.run(&["find", "--in", "games", corner, "--count", "--csv"]).done(), @r#"
    point,point_name,turn,pass,games,hits,wins,losses,query
    "(4,3)",D17,white,false,1,1,0,1,argument 1
    "(5,3)",E17,black,false,1,2,1,0,argument 1
    "(6,3)",F17,white,false,1,1,1,0,argument 1
    "(3,4)",C16,white,false,1,1,0,1,argument 1
    "(3,5)",C15,black,false,1,2,1,0,argument 1
    "(3,6)",C14,white,false,1,1,1,0,argument 1
    "#);
    // The empty board is in no game.
    assert_eq!(second.run(&["next"]).status, 1);
}

#[test]
fn several_counts_are_one_csv() {
    let db = variations();
    let corner = "4x4|_...._...._...._...._!!!!";
    let stones = "3x3|_XXX_XXX_XXX_!!!";
    let ran = db.run(&["find", "--in", "games", corner, stones, "--count", "--csv"]);
    let lines: Vec<&str> = ran.out.lines().collect();
    assert_eq!(lines[0], "point,point_name,turn,pass,games,hits,wins,losses,query");
    assert!(lines[1].ends_with(",argument 1"), "{}", ran.out);
    assert_eq!(lines.last(), Some(&",,,,0,0,,,argument 2"), "{}", ran.out);
}

/// A setup in mid-game, such as a correction, is not what was played.
#[test]
fn a_setup_in_the_middle_of_a_game_is_no_continuation() {
    let db = Db::new();
    let file = db.write("game.sgf", "(;GM[1]SZ[9]HA[0];B[cc];W[gg];AW[gc];B[cg])");
    db.run(&["import", "--as", "games", &file]).done();
    let two = format!("9x9|{}X{}O{}", ".".repeat(20), ".".repeat(39), ".".repeat(20));
    assert_snapshot!(db.run(&["next", &two, "--json"]).done(), @r#"{"turn":null,"pass":false,"point":null,"point_name":null,"games":1,"share":1.0,"wins":0,"losses":0,"first_year":null,"last_year":null,"samples":[1],"examples":[1]}"#);
    let corner = "4x4|_...._...._...._...._!!!!";
    assert_snapshot!(db.run(&["find", "--in", "games", corner, "--count", "--csv"]).done(), @r#"
    point,point_name,turn,pass,games,hits,wins,losses,query
    "(2,3)",R17,black,false,1,2,0,0,argument 1
    "(2,3)",R17,white,false,1,1,0,0,argument 1
    "#);
}

fn variations() -> Db {
    let db = Db::new();
    let text = "(;GM[1]SZ[9]PB[Kita]PW[Minami]DT[1921]RE[B+R];B[cc];W[gg];B[gc]\
        (;W[cg];B[ee])(;W[eg];B[gf](;W[fg];B[ff])(;W[ff];B[fe])))\
        (;GM[1]SZ[9]PB[Minami]PW[Higashi]DT[1934]RE[W+3];B[cc];W[gg];B[gc];W[cg])\
        (;GM[1]SZ[9]PB[Higashi]PW[Kita]RE[B+1];B[gc];W[ee];B[cc])";
    let file = db.write("games.sgf", text);
    db.run(&["import", "--as", "games", &file]).done();
    db
}

#[test]
fn hits_in_variations_name_their_line_and_can_be_drawn() {
    let db = variations();
    assert_snapshot!(db.run(&["find", "--in", "games", "2x2|_!!__.X__OO__!!_"]).out, @"
         J K
         ~ ~
    11 ~ A X ~
    10 ~ O O ~
         ~ ~

    Found in 1 game, 2 hits
       turn   point  games  hits  won
    -- ------ ------ ------ ----- -------
    A  black  J11    1      1     100.0%
    game  black  white   date  result  line     move  operation  place  next      at move
    ----- ------ ------- ----- ------- -------- ----- ---------- ------ --------- --------
    1     Kita   Minami  1921  B+R     2 (4:2)  6     IR0        F4     black F4  7
    1     Kita   Minami  1921  B+R     2 (4:2)  7     IR0        E4
    ");
    assert_snapshot!(db.run(&["find", "--in", "games", "2x2|_!!__.X__OO__!!_", "--json"]).out, @r#"
    {"query":"argument 1","game":1,"source":"games.sgf","tree":1,"black":"Kita","white":"Minami","date":"1921","result":"B+R","line":2,"main":false,"path":"4:2","move":6,"operation":"IR0","place":"(6,6)","place_name":"F4","next":{"point":"(1,1)","point_name":"J11","turn":"black","pass":false,"move":7,"game_point":"(6,6)","game_point_name":"F4","game_turn":"black"}}
    {"query":"argument 1","game":1,"source":"games.sgf","tree":1,"black":"Kita","white":"Minami","date":"1921","result":"B+R","line":2,"main":false,"path":"4:2","move":7,"operation":"IR0","place":"(5,6)","place_name":"E4","next":null}
    "#);
    assert_snapshot!(db.run(&["games", "1", "--line", "3", "--move", "6"]).done(), @"
        A B C D E F G H J
      +-------------------+
    9 | . . . . . . . . . |
    8 | . . . . . . . . . |
    7 | . . X . . . X . . |
    6 | . . . . . . . . . |
    5 | . . . . + . . . . |
    4 | . . . . . O X . . |
    3 | . . + . O . O . . |
    2 | . . . . . . . . . |
    1 | . . . . . . . . . |
      +-------------------+

    after move 6 of 7 in line 3 (4:2 6:2), white F4

    game        1
    black       Kita
    white       Minami
    date        1921
    result      B+R
    lines       3
    source      games.sgf tree 1
    ");
    let ran = db.run(&["games", "1", "--line", "4"]);
    assert_eq!((ran.status, ran.out.as_str()), (2, ""));
    assert_snapshot!(ran.err, @"gtn-db: game 1 has 3 lines");
    assert_eq!(db.run(&["games", "1", "2", "--line", "2"]).status, 2);
    assert_eq!(db.run(&["games", "--line", "2"]).status, 2);
}

#[test]
fn games_are_selected_by_players_and_years_and_sorted() {
    let db = variations();
    let games = |arguments: &[&str]| -> Vec<u64> {
        let ran = db.run(&[&["games", "--json"], arguments].concat());
        assert_ne!(ran.status, 2, "{}", ran.err);
        ran.column("game").iter().map(|game| game.as_u64().unwrap()).collect()
    };
    assert_eq!(games(&["--player", "kita"]), [1, 3]);
    assert_eq!(games(&["--black", "kita"]), [1]);
    assert_eq!(games(&["--white", "kita"]), [3]);
    assert_eq!(games(&["--player", "kita", "--player", "minami"]), [1]);
    assert_eq!(games(&["--player", "minami", "--player", "kita"]), [1]);
    assert_eq!(games(&["--player", "kita", "--white", "minami"]), [1]);
    assert_eq!(games(&["--year", "1930-"]), [2]);
    assert_eq!(games(&["--year", "-1930"]), [1]);
    assert_eq!(games(&["--sort", "date"]), [1, 2, 3]);
    assert_eq!(games(&["--sort", "date", "--reverse"]), [2, 1, 3]);
    assert_eq!(games(&["--sort", "black"]), [3, 1, 2]);
    assert_eq!(games(&["--sort", "moves", "--limit", "1"]), [3]);
    assert_eq!(games(&["--reverse", "--limit", "2"]), [3, 2]);
    assert_eq!(games(&["3", "1", "--sort", "moves"]), [3, 1]);
    assert_eq!(games(&["--shape", "1x1|_!__X__!_", "--sort", "black"]), [3, 1, 2]);
    assert_eq!(games(&["--shape", "1x1|_!__X__!_", "--limit", "1"]), [1]);
    assert_eq!(games(&["--shape", "1x1|_!__X__!_", "--player", "nobody"]), [0; 0]);
    for arguments in [
        &["--player", "a", "--player", "b", "--player", "c"][..],
        &["--year", "-"],
        &["--sort", "komi"],
        &["--same", "--sort", "date"],
    ] {
        assert_eq!(db.run(&[&["games"], arguments].concat()).status, 2, "{arguments:?}");
    }
}

/// `next` walks on from a board: by typed moves, by the letters of its list.
#[test]
fn next_walks_on() {
    let db = variations();
    let next = |arguments: &[&str]| db.run(&[&["next", "--board", "9"], arguments].concat());
    assert_snapshot!(next(&["--play", "A"]).done(), @"
        A B C D E F G H J
      +-------------------+
    9 | . . . . . . . . . |
    8 | . . . . . . . . . |
    7 | . . + . . . X . . |
    6 | . . . . . . . . . |
    5 | . . . . B . . . . |
    4 | . . . . . . . . . |
    3 | . . A . . . + . . |
    2 | . . . . . . . . . |
    1 | . . . . . . . . . |
      +-------------------+

    3 games
       turn   point  games  share  won    years      examples
    -- ------ ------ ------ ------ ------ ---------- ---------
    A  white  C3     2      66.7%  50.0%  1921-1934  1 2
    B  white  E5     1      33.3%  0.0%              3
    ");
    assert_eq!(next(&["--play", "A"]).out, next(&["--play", "G7"]).out);
    assert_eq!(next(&["--play", "A", "--play", "A"]).out, next(&["--play", "A A"]).out);
    assert_eq!(next(&["--play", "A"]).out, next(&["--moves", "G7"]).out);
    assert_eq!(next(&["--play", "A"]).out, next(&["G7"]).out);
    assert_eq!(next(&["G7", "--moves", "C3"]).out, next(&["G7 C3"]).out);
    assert_eq!(next(&["--min-games", "9"]).out.lines().last(), Some("3 games"));
    let ran = next(&["--play", "E"]);
    assert_eq!((ran.status, ran.out.as_str()), (2, ""));
    assert_snapshot!(ran.err, @"
    gtn-db: --play E: the list has 1 move, and none of this name
    hint: --moves plays any move
    ");
    assert_eq!(next(&["--moves", "G7 G7"]).status, 2);
    assert!(next(&["--moves", "G7 pass"]).err.contains("the last move is a pass"));
    assert_eq!(next(&["--moves", "G7 pass C3"]).status, 1);
    assert_eq!(db.run(&["next", "1x2|.?", "--moves", "A1"]).status, 2);
}

/// The moves of the other games are not read, so it does not matter that they are damaged.
#[test]
fn only_selected_games_are_read() {
    let db = variations();
    let connection = rusqlite::Connection::open(db.path("gtn.db")).unwrap();
    connection.execute("UPDATE game_line SET lines = x'00' WHERE game <> 3", []).unwrap();
    connection.close().unwrap();
    for arguments in [
        &["find", "--in", "games", "1x1|_!__X__!_", "--json"][..],
        &["next", "--board", "9"],
        &["joseki", "--window", "4"],
        &["games", "--shape", "1x1|_!__X__!_"],
    ] {
        assert_eq!(db.run(arguments).status, 2, "{arguments:?}");
        let of_one = db.run(&[arguments, &["--black", "Higashi"]].concat());
        assert_eq!((of_one.status, of_one.err.as_str()), (0, ""), "{arguments:?}");
        let of_nobody = db.run(&[arguments, &["--player", "nobody"]].concat());
        assert_eq!(of_nobody.status, 1, "{arguments:?}");
    }
}

#[test]
fn windows_of_moves_select_games() {
    let db = Db::new();
    let games = "(;SZ[19];B[qc];W[dd];B[qp])(;SZ[9];B[cc];W[gg])";
    db.run(&["import", "-q", &db.write("games.sgf", games)]).done();
    let corner = "4x4|...._...._..X._...._!!!!_";
    let games = |after: &str| {
        let shape = ["games", "--shape", corner, "--json", "--after-move", after];
        db.run(&shape).column("game")
    };
    assert_eq!(games("1"), [1, 2]);
    assert_eq!(games("2"), [2]);
    assert_eq!(games("3"), [0; 0]);
    let reversed = ["--after-move", "5", "--before-move", "2"];
    for command in [
        &["find", "--in", "games", corner][..],
        &["next"],
        &["joseki"],
        &["export", "--joseki"],
        &["games", "--shape", corner],
    ] {
        let refused = db.run(&[command, &reversed].concat());
        assert_eq!(refused.status, 2, "{command:?}");
        assert!(refused.err.contains("no move is in this window"), "{}", refused.err);
    }
    assert_eq!(db.run(&["games", "--after-move", "5"]).status, 2);
}

#[test]
fn a_corner_of_a_small_board_is_half_of_it() {
    let db = Db::new();
    let game = "(;SZ[9];B[cc];W[gg])";
    db.run(&["import", "-q", &db.write("games.sgf", game)]).done();
    let position = db.write("corner.sgf", "(;SZ[9]AB[cc]PL[W])");
    for query in [&["--board", "9", "C7"][..], &[&*position]] {
        let corner = db.run(&[&["joseki", "--json"], query].concat()).json();
        assert_eq!((&corner[0]["games"], &corner[0]["occurrences"]), (&1.into(), &1.into()));
    }
    assert!(db.run(&["joseki", "--board", "9", "C7"]).done().contains("5 | "));
}
