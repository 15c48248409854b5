//! Games in the formats of servers.

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
    game,black,white,black_rank,white_rank,event,name,date,year,result,winner,komi,rules,handicap,board,moves,source,tree,same_as,same_games,near_games
    1,ann,,3d,,,,,,B+R,black,6.5,,,19x19,2,games/1.gib,1,,,
    2,ann,,3d,,,,,,B+R,black,6.5,,,19x19,1,games/2.gib,1,,,
    3,山田,,3d,,,,,,,unknown,,,,19x19,2,games/5.ugf,1,,,
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
