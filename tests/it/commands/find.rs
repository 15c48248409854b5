//! `find`.

use gtn_db::PositionKey;
use gtn_db::find::PositionQuery;
use insta::assert_snapshot;

use super::{BULKY_FIVE, Db, NET, Ran, convert, ran};

#[test]
fn find_in_another_orientation_and_color() {
    let db = Db::with(&["data"]);
    let turned = convert(&["--op", "N_IR1", BULKY_FIVE]);
    assert_snapshot!(db.run(&["find", &turned, "--turn", "white"]).done(), @"
         Q R S T
       ----------+
    19 ~ O X . . |
    18 ~ O X . . |
    17 ~ O X X . |
    16 ~ O O X X |
    15 ~ . O O O |
         ~ ~ ~ ~ |

    Found the same problem in 2 records
    kind          turn   operation  source                   tree  name                      key
    ------------- ------ ---------- ------------------------ ----- ------------------------- ---------------------------------
    same problem  white  N_IR3      data/classic-shapes.sgf  5     Bulky five in the corner  b551284523ddc24b10a3c4f951772cbd
    same problem  white  N_SR0      data/teacher-notes.sgf   3     Lesson 3                  b551284523ddc24b10a3c4f951772cbd
    ");
    assert_snapshot!(db.run(&["find", &turned, "--turn", "black", "--json"]).done(), @r#"
    {"query":"argument 1","kind":"same position","key":"b551284523ddc24b10a3c4f951772cbd","turn":"white","operation":"N_IR3","source":"data/classic-shapes.sgf","tree":5,"problem":1,"name":"Bulky five in the corner","other_size":false}
    {"query":"argument 1","kind":"same position","key":"b551284523ddc24b10a3c4f951772cbd","turn":"white","operation":"N_SR0","source":"data/teacher-notes.sgf","tree":3,"problem":1,"name":"Lesson 3","other_size":false}
    "#);
    assert_snapshot!(db.run(&["find", &turned, "--csv"]).done(), @"
    query,kind,key,turn,operation,source,tree,problem,name,other_size,after,nearest,distance,points
    argument 1,same position,b551284523ddc24b10a3c4f951772cbd,white,N_IR3,data/classic-shapes.sgf,5,1,Bulky five in the corner,false,,,,
    argument 1,same position,b551284523ddc24b10a3c4f951772cbd,white,N_SR0,data/teacher-notes.sgf,3,1,Lesson 3,false,,,,
    ");
}

/// In all sixteen ways, and the operation leads to where the record lies.
#[test]
fn the_operation_carries_the_query_onto_the_record() {
    let db = Db::with(&["data"]);
    for symmetry in gtn_db::go::Symmetry::ALL {
        let query = convert(&["--op", symmetry.name(), BULKY_FIVE]);
        let ran = db.run(&["find", &query, "--json"]);
        let operations = ran.column("operation");
        assert_eq!(
            operations,
            [symmetry.inverse().name(), { symmetry.inverse().then("SR1".parse().unwrap()).name() }]
        );
    }
}

/// The sentences of a search that names the side to move, or none.
#[test]
fn find_tells_problems_from_positions() {
    let db = Db::with(&["data"]);
    let sentence = |args: &[&str]| -> String {
        let out = db.run(&[&["find"], args].concat()).done();
        out.lines().find(|line| line.starts_with("Found")).unwrap().to_owned()
    };
    let straight_three = "6c12b34f"; // two records, Black to play in both as the first has it
    assert_eq!(
        sentence(&[straight_three, "--turn", "black"]),
        "Found the same problem in 2 records"
    );
    assert_eq!(
        sentence(&[straight_three]),
        "Found the same position in 2 records (add --turn to compare the side to move)"
    );
    assert_eq!(
        sentence(&[straight_three, "--turn", "white"]),
        "Found the same position with the other side to move in 2 records"
    );
    // The net stands once with a side to move and once without.
    assert_eq!(
        sentence(&[NET, "--turn", "white"]),
        "Found the same problem in 1 record, \
         the same position in 1 record (which does not say who is to move)"
    );
}

#[test]
fn find_takes_texts_in_any_form() {
    let db = Db::with(&["data"]);
    let gtn = convert(&["--to", "gtn", BULKY_FIVE]);
    let keys = |ran: Ran| {
        assert_eq!((ran.status, ran.err.as_str()), (0, ""));
        ran.column("key")
            .iter()
            .map(|key| key.as_str().unwrap()[..4].to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(keys(db.run(&["find", "--json", &gtn])), ["b551", "b551"]);
    let two = format!("# two corners\n{gtn}\n\n# and\n{}\n", convert(&["--to", "gtn", NET]));
    let file = db.write("two.gtn", &two);
    let both = ["b551", "b551", "9764", "9764"];
    assert_eq!(keys(db.run(&["find", "--json", &file])), both);
    assert_eq!(keys(ran(db.command(&["find", "--json", "-"]).write_stdin(two))), both);
    let lines = format!("{BULKY_FIVE}\n{NET}\n");
    assert_eq!(keys(ran(db.command(&["find", "--json", "-"]).write_stdin(lines))), both);
    // A larger piece of the board than the window.
    let larger = "6x7|...OX.._..OOX.._OOOXX.._XXXX..._......._......._!!!!!!!_";
    assert_eq!(keys(db.run(&["find", "--json", larger])), ["b551", "b551"]);
    assert_eq!(
        keys(db.run(&["find", "--json", "B5512845", "b551284523ddc24b10a3c4f951772cbd"])),
        ["b551"; 4]
    );
}

/// A file of game trees: each is a query of its own, and says who is to move.
#[test]
fn find_takes_game_trees() {
    let db = Db::with(&["data/classic-shapes.sgf"]);
    let found = db.run(&["find", "--json", "--nearest", "0", "data/teacher-notes.sgf"]);
    assert_eq!(found.status, 0);
    let found: Vec<_> = found
        .json()
        .iter()
        .map(|line| {
            let text = |field: &str| line[field].as_str().unwrap_or("-").to_owned();
            let query = text("query").rsplit(' ').next().unwrap().to_owned();
            format!("{query}: {}, {} ({})", text("name"), text("kind"), text("operation"))
        })
        .collect();
    // Not found are 7 and 11, one stone less outside; 12, the net one line
    // further from the edge; and 14, which is nowhere else.
    assert_snapshot!(found.join("\n"), @"
    1: Straight three, same problem (N_IR3)
    2: Bent three in the corner, same problem (N_IR3)
    3: Bulky five in the corner, same problem (SR1)
    4: Crossed five, same problem (N_IR3)
    5: L group with a leg on the short side, same problem (N_SR2)
    6: Rectangular six in the corner, same problem (N_IR1)
    7: -, not found (-)
    8: Five stones on the second line, same problem (SR1)
    9: Carpenter's square, both hane played, same problem (N_IR1)
    10: Snapback, same problem (N_SR2)
    11: -, not found (-)
    12: -, not found (-)
    13: Rabbity six, same position (N_IR1)
    14: -, not found (-)
    15: J group, same problem (N_SR1)
    ");

    let unfinished = "(;AB[aa]AW[ba]PL[B])(;GM[1]SZ[9];B[aa])(;AB[aa]AW[aa])";
    let ran = ran(db.command(&["find", "-"]).write_stdin(unfinished));
    assert_eq!(ran.status, 2);
    assert_snapshot!(ran.err, @"
    gtn-db: standard input, tree 2: no stones are set up before the first move; --move N takes the position after move N
    gtn-db: standard input, tree 3: byte 47: AW: A19 is set up in two ways in one node
    ");
}

#[test]
fn what_only_looks_alike_is_not_found() {
    let db = Db::with(&["data/classic-shapes.sgf"]);
    for (query, is_there) in [
        (NET, true),
        // one more line of the board, which goes on
        ("7x5|!!!!!_..O.._....._.O..._.OX.._.OX.O_..OO._....._!!!!!_", true),
        // one line further from the edge, one line nearer, no edge at all
        ("6x6|!!!!!!_...O.._......_..O..._..OX.._..OX.O_...OO._!!!!!!_", false),
        ("6x4|!!!!_.O.._...._O..._OX.._OX.O_.OO._!!!!_", false),
        ("6x5|_!!!!!__..O..__.....__.O...__.OX..__.OX.O__..OO.__!!!!!_", false),
        (BULKY_FIVE, true),
        // one stone less, one stone of the other color, no edge at the left, no edge at the top
        ("4x5|...OX_..OOX_OOOXX_XXX.._!!!!!_", false),
        ("4x5|...OX_..OOX_OOXXX_XXXX._!!!!!_", false),
        ("4x5|_...OX__..OOX__OOOXX__XXXX.__!!!!!_", false),
        ("4x5|!!!!!_...OX_..OOX_OOOXX_XXXX._!!!!!_", false),
        // moved one line along the edge
        ("4x6|....OX_...OOX_.OOOXX_.XXXX._!!!!!!_", false),
    ] {
        let ran = db.run(&["find", query]);
        assert_eq!((ran.status, ran.err.as_str()), (i32::from(!is_there), ""), "{query}");
        assert_eq!(ran.out.contains("\nNot found: "), !is_there, "{}", ran.out);
    }
    assert_snapshot!(db.run(&["find", "1x2|XO_!!_"]).out, @"
         A B
       +------
    19 | X O ~
       | ~ ~

    Not found: 1663c1cd91a96251272c58502ab6db5d
    ");
    let ran = db.run(&["find", "--json", "1x2|XO_!!_"]);
    assert_eq!((ran.status, ran.out.as_str()), (1, ""));
}

#[test]
fn what_cannot_be_found() {
    let db = Db::with(&["data"]);
    let goban = format!("19x19|{}", ".".repeat(361));
    let errors = |args: &[&str]| {
        let ran = db.run(args);
        assert_eq!(ran.out, "");
        format!("{} {}", ran.status, ran.err)
    };
    assert_snapshot!(errors(&["find", &goban]), @"2 gtn-db: argument 1: an empty goban is no position");
    assert_snapshot!(errors(&["find", "2x2|XX"]), @"2 gtn-db: argument 1: expected 4 characters after `|`, found 2");
    assert_snapshot!(errors(&["find", "nowhere"]), @"2 gtn-db: argument 1: `nowhere` is neither a file nor a position (a position is written as IGTN, such as 3x3|.O.X....., moves as 'Q16 D4', a key as 4 or more hexadecimal digits)");
    assert_snapshot!(errors(&["show", "b55"]), @"2 gtn-db: argument 1: `b55` is neither a file nor a position (a position is written as IGTN, such as 3x3|.O.X....., moves as 'Q16 D4', a key as 4 or more hexadecimal digits)");
    // A key that is not there is not found, and no error.
    assert_snapshot!(errors(&["find", "b5510000"]), @"1 gtn-db: b5510000: no stored position has a key with this prefix");
    assert_snapshot!(errors(&["show", "b5510000"]), @"1 gtn-db: b5510000: no stored position has a key with this prefix");
    // What is found of several queries counts.
    assert_eq!(db.run(&["find", "b5510000", "b551"]).status, 0);
    assert_eq!(db.run(&["show", "b5510000", "b551"]).status, 0);
    assert_eq!(db.run(&["show", "nowhere", "b551"]).status, 2);
}

/// Two corners whose keys begin with the same four digits.
fn two_of_one_prefix() -> [(String, PositionKey); 2] {
    let mut seen: Vec<(String, PositionKey)> = Vec::new();
    for number in 1_u32.. {
        let cell = |i| ['.', 'X', 'O'][(number / 3_u32.pow(i) % 3) as usize];
        let rows: String = (0..3)
            .map(|row| format!("{}_", (0..3).map(|i| cell(row * 3 + i)).collect::<String>()))
            .collect();
        let text = format!("3x3|{rows}!!!_");
        let key = PositionQuery::new(&text.parse().unwrap(), None).unwrap().key();
        let twin = seen
            .iter()
            .find(|(_, other)| *other != key && other.as_bytes()[..2] == key.as_bytes()[..2]);
        if let Some(twin) = twin {
            return [twin.clone(), (text, key)];
        }
        seen.push((text, key));
    }
    unreachable!()
}

#[test]
fn an_ambiguous_prefix() {
    let db = Db::new();
    let two = two_of_one_prefix();
    let lines = format!("{}\n{}\n", two[0].0, two[1].0);
    let file = db.write("two.igtn", &lines);
    db.run(&["import", &file]).done();
    let mut keys = two.map(|(_, key)| key.to_string());
    keys.sort_unstable();
    for command in ["find", "show"] {
        let ran = db.run(&[command, &keys[0][..4]]);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""));
        let expected = format!(
            "gtn-db: {}: several stored keys have this prefix: {}\n",
            &keys[0][..4],
            keys.join(", ")
        );
        assert_eq!(ran.err, expected);
        let longer = keys[0].char_indices().find(|&(i, char)| keys[1][i..=i] != char.to_string());
        let digits = longer.unwrap().0 + 1;
        assert_eq!(db.run(&[command, &keys[0][..digits]]).status, 0);
    }
}

#[test]
fn a_corner_is_the_same_on_every_board() {
    let db = Db::with(&["data/classic-shapes.sgf"]);
    let stones = "AB[ad][bd][cd][dc][dd][ea][eb][ec]AW[ac][bc][cb][cc][da][db]PL[B]";
    let sizes = ["9", "13", "19", "37", "52", "9:13", "30:10"];
    let trees: String = sizes.iter().map(|size| format!("(;SZ[{size}]{stones})")).collect();
    let file = db.write("sizes.sgf", &trees);
    let ran = db.run(&["find", "--json", &file]);
    assert_eq!(ran.column("kind"), ["same problem"; 7]);
    assert_eq!(ran.column("name"), ["Bulky five in the corner"; 7]);
    assert_eq!(ran.column("other_size"), [false; 7]);
    db.run(&["import", &file]).done();
    assert_eq!(db.run(&["stats", "--json"]).column("positions"), [29]);
    // On 6x6 the other edges are near: another problem.
    let small = db.write("small.sgf", &format!("(;SZ[6]{stones})"));
    assert_eq!(db.run(&["find", &small]).status, 1);
}

/// A whole board of 5 rows and 6 columns, squared, is a board of 6x6.
#[test]
fn whole_boards_that_share_a_text() {
    let db = Db::new();
    let board = "XXXXXXO....OOOOOOO.X..X.XXXXXX";
    let rows = db.write("rows.igtn", &format!("5x6|{board}\n6x6|{board}......\n"));
    db.run(&["import", &rows]).done();
    assert_eq!(db.run(&["stats", "--json"]).column("positions"), [1]);
    assert_snapshot!(db.run(&["find", &format!("5x6|{board}")]).done(), @"
        A B C D E F
      +-------------+
    5 | X X X X X X |
    4 | O . . . . O |
    3 | O O O O O O |
    2 | . X . . X . |
    1 | X X X X X X |
      +-------------+

    Found the same position in 1 record (add --turn to compare the side to move), the same stones on a board of another size in 1 record
    kind                             turn     operation  source     tree  key
    -------------------------------- -------- ---------- ---------- ----- ---------------------------------
    same position                    unknown  IR0        rows.igtn  1     c8d8e3ee85a3cfb4dfc1ab1cda91fbed
    same position, other board size  unknown  IR0        rows.igtn  2     c8d8e3ee85a3cfb4dfc1ab1cda91fbed
    ");
    let square = db.run(&["find", "--json", &format!("6x6|{board}......")]);
    assert_eq!(square.column("other_size"), [true, false]);
    assert_eq!(square.column("tree"), [1, 2]);
    let turned = convert(&["--op", "N_SR3", &format!("5x6|{board}")]);
    assert_eq!(db.run(&["find", "--json", &turned]).column("other_size"), [false, true]);
    assert_snapshot!(db.run(&["show", &format!("6x6|{board}......")]).done(), @"
        A B C D E F
      +-------------+
    5 | X X X X X X |
    4 | O . . . . O |
    3 | O O O O O O |
    2 | . X . . X . |
    1 | X X X X X X |
      +-------------+

    key     c8d8e3ee85a3cfb4dfc1ab1cda91fbed
    text    6x6|......OOOOOO.O..O.XXXXXXX....XOOOOOO
    window  5x6|XXXXXXO....OOOOOOO.X..X.XXXXXX

    turn     operation  source     tree  byte  moves  marks  board  window  charset
    -------- ---------- ---------- ----- ----- ------ ------ ------ ------- --------
    unknown  N_IR2      rows.igtn  1     0     0      none   5x6    A1-F5   UTF-8
    unknown  N_IR2      rows.igtn  2     35    0      none   6x6    A1-F6   UTF-8
    ");
}

/// A problem with a wall more, turned and recolored, is not known; the nearest problem is.
#[test]
fn a_position_that_is_not_known_is_answered_with_the_nearest_problems() {
    let db = Db::with(&["data"]);
    let near = BULKY_FIVE.replacen("OX", "O.", 1);
    let query = convert(&["--op", "N_IR1", &near]);
    let missed = db.run(&["find", &query, "--json"]);
    assert_eq!(missed.status, 1, "{}", missed.err);
    assert_eq!(missed.column("nearest")[0], true);
    assert!(missed.out.lines().count() <= 5, "{}", missed.out);
    assert_eq!(missed.column("key")[0], "b551284523ddc24b10a3c4f951772cbd");
    let table = db.run(&["find", &query]);
    assert!(table.out.contains("\nThe nearest "), "{}", table.out);
    let none = db.run(&["find", &query, "--json", "--nearest", "0"]);
    assert_eq!((none.status, none.out.as_str()), (1, ""));
    assert_eq!(db.run(&["find", BULKY_FIVE, "--json"]).out.lines().count(), 2);
    let known = db.run(&["find", BULKY_FIVE, "--json", "--nearest", "20"]);
    assert_eq!(known.status, 0);
    assert!(known.out.lines().count() > 2, "{}", known.out);
    assert_eq!(db.run(&["find", &query, "--nearest", "3", "--near", "1"]).status, 2);
    // Laid so that fewest points differ, even if those beside the first move are among them.
    let corner = db.run(&["find", "(;SZ[19]AB[ba][bb]AW[cb])", "--json"]);
    assert_eq!(corner.column("name")[0], "Ladder", "{}", corner.out);
    // What has nothing in common with any problem.
    let far = db.run(&["find", "19x19|X", "--json"]);
    assert_eq!(far.status, 2, "{}", far.err);
}
