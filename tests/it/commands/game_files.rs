//! Games in the formats of servers, and the dump of online-go.com.

use std::fs;

use insta::assert_snapshot;

use super::Db;

const GIB: &str = "\\HS\r\n\\[GAMEBLACKNAME=ann (3D)\\]\r\n\\[GAMEINFOMAIN=GRLT:3,ZIPSU:0,GONGJE:65,\\]\r\n\
    \\HE\r\n\\GS\r\n2 1 0\r\nINI 0 1 0 &4\r\nSTO 0 2 1 15 3\r\nSTO 0 3 2 3 15\r\n\\GE\r\n";
const UGF: &[u8] =
    b"[Header]\nLang=SJIS\nPlayerB=\x8eR\x93c,3-dan,0,\nSize=19\n[Data]\nPP,B1,1,0\nDD,W1,2,0\n";

#[test]
fn game_files_are_imported_like_sgf() {
    let db = Db::new();
    fs::create_dir(db.path("games")).unwrap();
    db.write("games/1.gib", GIB);
    db.write("games/2.gib", &GIB.replace("STO 0 3 2 3 15", "STO 0 3 2 15 3"));
    db.write("games/3.gib", "");
    fs::write(db.path("games/4.gib"), b"\x89PNG\r\n\x1a\n").unwrap();
    fs::write(db.path("games/5.ugf"), UGF).unwrap();
    let games = db.path("games");
    let games = games.to_str().unwrap();
    let ran = db.run(&["import", games]);
    assert_eq!(ran.status, 3);
    assert_snapshot!(ran.err, @"
    gtn-db: games/2.gib, tree 1, byte 124: the line ends before move 2: Q16 is occupied (Article 3) (kept)
    gtn-db: games/3.gib, tree 1, byte 0: the file is empty
    gtn-db: games/4.gib: is a picture (PNG), not SGF
    ");
    assert_snapshot!(ran.out, @"
    3 games
    2 trees or files skipped
    ");
    assert_snapshot!(db.run(&["import", games]).out, @"5 sources unchanged");
    assert_snapshot!(db.run(&["games", "--csv"]).done(), @"
    game,black,white,black_rank,white_rank,event,name,date,year,result,winner,komi,rules,handicap,board,moves,source,tree,comment,comment_move,comment_line,same_as,same_games,near_games,common_moves,common_corners
    1,ann,,3d,,,,,,B+R,black,6.5,,,19x19,2,games/1.gib,1,,,,,,,,
    2,ann,,3d,,,,,,B+R,black,6.5,,,19x19,1,games/2.gib,1,,,,,,,,
    3,山田,,3d,,,,,,,unknown,,,,19x19,2,games/5.ugf,1,,,,,,,,
    ");
    assert_snapshot!(db.run(&["games", "--player", "ann", "--limit", "1", "--sgf"]).done(), @"(;GM[1]FF[4]CA[UTF-8]SZ[19]PB[ann]BR[3d]RE[B+R]KM[6.5];B[pd];W[dp])");
    assert_snapshot!(db.run(&["stats", "--verify"]).done(), @"
    records  problems  positions  games  sources
    -------- --------- ---------- ------ --------
    0        0         0          3      5
    The database is sound: every row is as it was written
    ");
    let states = db.run(&["sources", "--check", "--json"]).column("state");
    assert!(states.iter().all(|state| state == "present"), "{states:?}");
}

/// Games with these numbers, one a line.
fn dump(ids: &[u32], speed: &str) -> String {
    let game = |id: &u32| {
        format!(
            r#"{{"game_id": {id}, "black_player_id": 1, "white_player_id": 2, "winner": 1, "outcome": "Timeout",
                "players": {{"black": {{"username": "ann", "rank": 31.5}}, "white": {{"username": "GnuGo"}}}},
                "ranked": true, "time_control": {{"speed": "{speed}"}}, "moves": [[{id}, 3, 1000], [-1, -1]]}}"#
        )
        .replace('\n', " ")
    };
    ids.iter().map(game).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_newer_dump_adds_only_new_games() {
    let db = Db::new();
    let older = db.write("older.jsonl", &dump(&[7, 8], "live"));
    let newer = [dump(&[7, 8], "live"), dump(&[9], "blitz"), "{\"game_id\": 10, \"mo".to_owned()];
    let newer = db.write("newer.jsonl", &newer.join("\n"));
    assert_snapshot!(db.run(&["import", &older]).done(), @"2 games");
    let ran = db.run(&["import", &newer]);
    assert_eq!(ran.status, 3);
    assert_snapshot!(ran.err, @"gtn-db: newer.jsonl, line 4, byte 922: the line is cut off");
    assert_snapshot!(ran.out, @"
    1 game
    1 source new, 2 unchanged
    1 tree or file skipped
    ");
    let sources = db.run(&["sources", "--json", "online-go.com"]).column("name");
    assert_eq!(sources, [7, 8, 9].map(|id| format!("online-go.com/game/{id}")));
    assert_snapshot!(db.run(&["games", "--csv", "--limit", "1"]).done(), @"
    game,black,white,black_rank,white_rank,event,name,date,year,result,winner,komi,rules,handicap,board,moves,source,tree,comment,comment_move,comment_line,same_as,same_games,near_games,common_moves,common_corners
    1,ann,GnuGo,2d,,online-go.com ranked live bot,,,,B+T,black,,,,19x19,2,online-go.com/game/7,1,,,,,,,,
    ");
    for (condition, games) in [
        (&["--speed", "blitz", "--ranked", "--bots"][..], &[3][..]),
        (&["--speed", "live"], &[1, 2]),
        (&["--unranked"], &[]),
        (&["--no-bots"], &[]),
    ] {
        let found = db.run(&[&["games", "--json"], condition].concat()).column("game");
        assert_eq!(found, games, "{condition:?}");
    }
    db.run(&["stats", "--verify"]).done();
}

/// The stones of both colors and the stones that somebody edited look like those of a problem.
#[test]
fn each_line_of_a_dump_is_a_game() {
    let db = Db::new();
    let lines = r#"{"game_id": 1, "initial_state": {"black": "cc", "white": "gg"}, "moves": [[4, 4]]}
{"game_id": 2, "moves": [[3, 3, 100, 1], [4, 4, 100, 2], [5, 5, 100, 0]]}"#;
    let file = db.write("dump.jsonl", lines);
    assert_snapshot!(db.run(&["import", &file]).done(), @"2 games");
    db.run(&["import", "--reread"]).done();
    assert_eq!(db.run(&["games", "--json"]).column("game"), [1, 2]);
    assert!(db.run(&["import", &file]).done().contains("2 sources unchanged"));
}

#[test]
fn a_game_of_5000_moves_is_read() {
    let db = Db::new();
    let moves: Vec<String> =
        (0..5000).map(|number| format!("[{},{},9]", number % 52, number / 52 % 52)).collect();
    let line = format!(
        "{{\"game_id\":1,\"width\":52,\"height\":52,\"moves\":[{}]}}",
        moves[..2600].join(",")
    );
    let passes = line.replace("]]", &format!("]{}]", ",[-1,-1]".repeat(2400)));
    let ran = db.run(&["import", &db.write("x.jsonl", &passes)]);
    assert_eq!((ran.status, &*ran.out), (0, "1 game\n"), "{}", ran.err);
    assert_eq!(db.run(&["games", "--json"]).column("moves"), [5000]);
}
