//! `find --near`, `find --contains`, `find --within` and `dups --near`.

use std::fs;

use gtn_db::find::{PositionIndex, PositionQuery, find_similar};
use gtn_db::store::Store;
use insta::assert_snapshot;
use serde_json::Value;

use super::{BULKY_FIVE, Db, NET, convert};

/// The bulky five without a stone at the outside, and with one at the left,
/// beyond what is typed; turned, so that the left side is open.
const ALMOST: &str = "5x4|_OX.._OX.._OXX._OO.X_.OOO_!!!!";

#[test]
fn near_positions_are_drawn_as_the_query_lies() {
    let db = Db::with(&["data"]);
    assert_snapshot!(db.run(&["find", "--near", "1", ALMOST]).done(), @"
         Q R S T
       ----------+
    19 ~ O X . . |
    18 ~ O X . . |
    17 ~ O X X . |
    16 ~ O O . X |
    15 ~ . O O O |
         ~ ~ ~ ~ |

    Not found: 5eba2eb9ff255a8dceb860f85d6be336; 1 position near
    kind  distance  difference  turn   operation  source                   tree  name                      key
    ----- --------- ----------- ------ ---------- ------------------------ ----- ------------------------- ---------------------------------
    near  1         S16         white  N_IR3      data/classic-shapes.sgf  5     Bulky five in the corner  b551284523ddc24b10a3c4f951772cbd
    near  1         S16         white  N_SR0      data/teacher-notes.sgf   3     Lesson 3                  b551284523ddc24b10a3c4f951772cbd

    near: b551284523ddc24b10a3c4f951772cbd differs in 1 point, marked ( ) or *
         Q R S T
       ----------+
    19 ~ O X . . |
    18 ~ O X . . |
    17 ~ O X X . |
    16 ~ O O ( X |
    15 ~ . O O O |
         ~ ~ ~ ~ |
    ");
    assert_snapshot!(db.run(&["find", "--near", "1", ALMOST, "--json"]).done(), @r#"
    {"query":"argument 1","kind":"near","key":"b551284523ddc24b10a3c4f951772cbd","turn":"white","operation":"N_IR3","source":"data/classic-shapes.sgf","tree":5,"problem":1,"name":"Bulky five in the corner","other_size":false,"distance":1,"difference":["(3,4)"]}
    {"query":"argument 1","kind":"near","key":"b551284523ddc24b10a3c4f951772cbd","turn":"white","operation":"N_SR0","source":"data/teacher-notes.sgf","tree":3,"problem":1,"name":"Lesson 3","other_size":false,"distance":1,"difference":["(3,4)"]}
    "#);
    assert_snapshot!(db.run(&["find", "--near", "1", ALMOST, "--csv"]).done(), @r#"
    query,kind,key,turn,operation,source,tree,problem,name,other_size,distance,difference
    argument 1,near,b551284523ddc24b10a3c4f951772cbd,white,N_IR3,data/classic-shapes.sgf,5,1,Bulky five in the corner,false,1,"(3,4)"
    argument 1,near,b551284523ddc24b10a3c4f951772cbd,white,N_SR0,data/teacher-notes.sgf,3,1,Lesson 3,false,1,"(3,4)"
    "#);
}

/// A stone of the record lies left of the query's first column.
#[test]
fn points_beyond_an_open_side_are_counted_on() {
    let db = Db::new();
    let file = db.write("one.igtn", "4x8|...OX..._..OOX..X_OOOXX..._XXXX...._!!!!!!!!_\n");
    db.run(&["import", "-q", &file]).done();
    let query = convert(&["--op", "SR0", BULKY_FIVE]);
    assert_snapshot!(db.run(&["find", "--near", "1", &query]).done(), @"
         P Q R S T
       ------------+
    19 ~ X O . . . |
    18 ~ X O O . . |
    17 ~ X X O O O |
    16 ~ . X X X X |
         ~ ~ ~ ~ ~ |

    Not found: b551284523ddc24b10a3c4f951772cbd; 1 position near
    kind  distance  difference  turn     operation  source    tree  key
    ----- --------- ----------- -------- ---------- --------- ----- ---------------------------------
    near  1         M18         unknown  SR0        one.igtn  1     c175caa1e07335105711349edf58e2c2

    near: c175caa1e07335105711349edf58e2c2 differs in 1 point, marked ( ) or *
         M N O P Q R S T
       ------------------+
    19 ~ . . . X O . . . |
    18 ~ ( . . X O O . . |
    17 ~ . . . X X O O O |
    16 ~ . . . . X X X X |
         ~ ~ ~ ~ ~ ~ ~ ~ |
    ");
    // Of a whole goban the points are those of the goban.
    let goban = format!(
        "(;SZ[19]AB[{}]AW[{}])",
        ["oa", "ob", "oc", "pc", "pd", "qd", "rd", "sd"].join("]["),
        ["pa", "pb", "qb", "qc", "rc", "sc"].join("][")
    );
    let goban = db.write("goban.sgf", &goban);
    let ran = db.run(&["find", "--near", "1", &goban, "--json"]);
    assert_eq!(ran.column("difference"), [Value::from(vec!["(12,2)"])]);
}

/// Under every operation the same positions are near, and the points that
/// differ turn with the query.
#[test]
fn near_in_all_sixteen_ways() {
    let db = Db::with(&["data"]);
    let diagram: gtn_db::gtn::Diagram = ALMOST.parse().unwrap();
    let size = diagram.size();
    for symmetry in gtn_db::go::Symmetry::ALL {
        let query = convert(&["--op", symmetry.name(), ALMOST]);
        let ran = db.run(&["find", "--near", "1", &query, "--json"]);
        let point = symmetry.point(gtn_db::go::Point::new(2, 3), size).to_string();
        assert_eq!(ran.column("difference")[0], Value::from(vec![point]), "{symmetry}");
        assert_eq!(
            ran.column("operation")[0],
            symmetry.inverse().then("N_IR3".parse().unwrap()).name()
        );
    }
}

#[test]
fn a_shape_that_moved_is_its_own_kind() {
    let db = Db::with(&["data/classic-shapes.sgf"]);
    let fields = |query: &str, k: &str| -> Vec<String> {
        let ran = db.run(&["find", "--near", k, query, "--json"]);
        let field =
            |line: &Value| format!("{} {} {}", line["kind"], line["distance"], line["difference"]);
        ran.json().iter().map(field).collect()
    };
    assert_eq!(fields(NET, "4"), [r#""same position" 0 []"#]);
    // One line further from the edge, one nearer, no edge at all, the edge elsewhere.
    for moved in [
        "6x6|!!!!!!_...O.._......_..O..._..OX.._..OX.O_...OO._!!!!!!_",
        "6x4|!!!!_.O.._...._O..._OX.._OX.O_.OO._!!!!_",
        "6x5|_!!!!!__..O..__.....__.O...__.OX..__.OX.O__..OO.__!!!!!_",
        "6x5|..O.._....._.O..._.OX.._.OX.O_..OO._!!!!!_",
    ] {
        assert_eq!(fields(moved, "4"), [r#""same shape" null null"#], "{moved}");
    }
    let sentence =
        db.run(&["find", "--near", "1", "6x4|!!!!_.O.._...._O..._OX.._OX.O_.OO._!!!!_"]).done();
    assert!(sentence.contains("; 1 position with the same stones but other edges\n"), "{sentence}");
}

#[test]
fn what_only_looks_alike_is_not_near() {
    let db = Db::with(&["data/classic-shapes.sgf"]);
    for (query, k, is_there) in [
        // Two stones less.
        ("4x5|...OX_..OOX_OO.XX_XXX.._!!!!!_", "2", true),
        ("4x5|...OX_..OOX_OO.XX_XXX.._!!!!!_", "1", false),
        // A stone moved.
        ("4x5|..O.X_..OOX_OOOXX_XXXX._!!!!!_", "2", true),
        ("4x5|..O.X_..OOX_OOOXX_XXXX._!!!!!_", "1", false),
        // One stone less and no edge: at the left, at the top, at neither.
        ("4x5|_...OX__..OOX__OOOXX__XXX..__!!!!!_", "5", false),
        ("4x5|!!!!!_...OX_..OOX_OOOXX_XXX.._!!!!!_", "5", false),
        // Between two edges.
        ("4x5|...OX..OOXOOOXXXXX..!!!!!", "5", false),
    ] {
        let ran = db.run(&["find", "--near", k, query]);
        assert_eq!((ran.status, ran.err.as_str()), (i32::from(!is_there), ""), "{k} {query}");
    }
}

/// Two boards of 5x6 that differ in a point: squared, they get their empty row
/// at different ends.
#[test]
fn boards_are_compared_by_their_own_size() {
    let db = Db::new();
    let one = "XXXXXXO....OOOOOOO.X..X.XXXXXX";
    let other = "XXXXX.O....OOOOOOO.X..X.XXXXXX";
    let file = db.write("boards.igtn", &format!("5x6|{one}\n5x6|{other}\n6x6|{one}......\n"));
    db.run(&["import", "-q", &file]).done();
    let ran = db.run(&["find", "--near", "1", "--json", &format!("5x6|{other}")]);
    let column = |field| ran.column(field).iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(column("distance"), ["0", "1", "1"]);
    assert_eq!(column("difference"), ["[]", r#"["(6,1)"]"#, r#"["(6,1)"]"#]);
    assert_eq!(column("other_size"), ["false", "false", "true"]);
    let pairs = db.run(&["dups", "--near", "1", "--pairs", "--json"]);
    assert_eq!(pairs.column("distance"), [1]);
    let square = db.run(&["find", "--near", "1", "--json", &format!("6x6|{other}......")]);
    assert_eq!(square.column("distance").len(), 3);
}

/// A stone that differs beside the answer is mostly one that an author changed on purpose.
#[test]
fn misprints_far_from_the_answers_come_before_those_with_more_stones() {
    let db = Db::new();
    let books = |beside: &str, far: &str| {
        format!(
            "(;SZ[19]PL[B]AB[ac][bc][cc][dc][eb]AW[ab][bb][cb][db][gb]{beside};B[ea]C[RIGHT])
            (;SZ[19]PL[B]AB[ac][bc][cb][db]{far}AW[bb][ab];B[ba]C[RIGHT])"
        )
    };
    let one = db.write("one.sgf", &books("", ""));
    let other = db.write("other.sgf", &books("AW[fb]", "AB[ec]"));
    db.run(&["import", "-q", &one, &other]).done();
    let pairs = db.run(&["dups", "--near", "1", "--pairs", "--csv"]).done();
    let trees: Vec<&str> = pairs.lines().filter_map(|line| line.split(',').nth(2)).collect();
    assert_eq!(trees, ["tree", "2", "1"], "{pairs}");
}

#[test]
fn groups_of_near_positions() {
    let db = Db::with(&["data"]);
    assert_snapshot!(db.run(&["dups", "--family", "go", "--near", "1"]).done(), @"
    group  distance  misprint     difference  source                   tree  name                           key
    ------ --------- ------------ ----------- ------------------------ ----- ------------------------------ ---------------------------------
    1      0                                  data/teacher-notes.sgf   11    Lesson 11                      1398f049266b29fbfd7106d8e159b435
    1      1         likely       R7          data/classic-shapes.sgf  4     Bulky five                     da8ee22e1a0b10c60d882f0644747c75
    2      0                                  data/classic-shapes.sgf  6     Crossed five                   596371e76d52524edc9fad9b53060442
    2      1         likely       A11         data/classic-shapes.sgf  7     Rabbity six                    e1505676aa007df12392601eb940358a
    3      0                                  data/teacher-notes.sgf   7     Lesson 7                       56efffdb1d75ba49e74d36804801bba2
    3      1                                  data/classic-shapes.sgf  21    Corner with an open end        12b4697bd3a16764f31c1e7e8d038a53
    3      1                                  data/classic-shapes.sgf  10    Rectangular six in the corner  bac6e3a31fc8c566e4f0cf8efbdb179b
    3      1         same source  M13         data/teacher-notes.sgf   14    Lesson 14                      c0daafc52d06503981d99d97356435b3
    3 groups: 5 positions differ from the center of a group in at most 1 point; 4 likely misprints, 2 of them across books; --pairs lists all
    ");
    assert_snapshot!(db.run(&["dups", "--family", "go", "--near", "1", "--json"]).done(), @r#"
    {"centre":"1398f049266b29fbfd7106d8e159b435","center":"1398f049266b29fbfd7106d8e159b435","members":[{"key":"da8ee22e1a0b10c60d882f0644747c75","distance":1,"misprint":true,"same_source":false,"same_book":false,"difference":["(3,1)"]}]}
    {"centre":"596371e76d52524edc9fad9b53060442","center":"596371e76d52524edc9fad9b53060442","members":[{"key":"e1505676aa007df12392601eb940358a","distance":1,"misprint":true,"same_source":false,"same_book":false,"difference":["(1,3)"]}]}
    {"centre":"56efffdb1d75ba49e74d36804801bba2","center":"56efffdb1d75ba49e74d36804801bba2","members":[{"key":"12b4697bd3a16764f31c1e7e8d038a53","distance":1,"misprint":false,"same_source":null,"same_book":null,"difference":null},{"key":"bac6e3a31fc8c566e4f0cf8efbdb179b","distance":1,"misprint":false,"same_source":null,"same_book":null,"difference":null},{"key":"c0daafc52d06503981d99d97356435b3","distance":1,"misprint":true,"same_source":true,"same_book":true,"difference":["(1,5)"]}]}
    "#);
    assert_snapshot!(db.run(&["dups", "--family", "go", "--near", "1", "--pairs"]).done(), @"
    distance  misprint     difference  source                   tree  key                               other_source             other_tree  other_key
    --------- ------------ ----------- ------------------------ ----- --------------------------------- ------------------------ ----------- ---------------------------------
    1         likely       R7          data/teacher-notes.sgf   11    1398f049266b29fbfd7106d8e159b435  data/classic-shapes.sgf  4           da8ee22e1a0b10c60d882f0644747c75
    1         likely       A11         data/classic-shapes.sgf  6     596371e76d52524edc9fad9b53060442  data/classic-shapes.sgf  7           e1505676aa007df12392601eb940358a
    1         same source  M13         data/teacher-notes.sgf   7     56efffdb1d75ba49e74d36804801bba2  data/teacher-notes.sgf   14          c0daafc52d06503981d99d97356435b3
    1         same source  B18         data/classic-shapes.sgf  21    12b4697bd3a16764f31c1e7e8d038a53  data/classic-shapes.sgf  20          58e4cd5a4498dbd9813a0cfca1adaa7b
    1                                  data/classic-shapes.sgf  21    12b4697bd3a16764f31c1e7e8d038a53  data/teacher-notes.sgf   7           56efffdb1d75ba49e74d36804801bba2
    1                                  data/teacher-notes.sgf   7     56efffdb1d75ba49e74d36804801bba2  data/classic-shapes.sgf  10          bac6e3a31fc8c566e4f0cf8efbdb179b
    6 pairs of positions that differ in at most 1 point; 4 likely misprints, 2 of them across books
    ");
    assert_snapshot!(db.run(&["dups", "--family", "go", "--near", "1", "--pairs", "--json"]).done(), @r#"
    {"keys":["1398f049266b29fbfd7106d8e159b435","da8ee22e1a0b10c60d882f0644747c75"],"distance":1,"misprint":true,"same_source":false,"same_book":false,"difference":["(3,1)"]}
    {"keys":["596371e76d52524edc9fad9b53060442","e1505676aa007df12392601eb940358a"],"distance":1,"misprint":true,"same_source":false,"same_book":false,"difference":["(1,3)"]}
    {"keys":["56efffdb1d75ba49e74d36804801bba2","c0daafc52d06503981d99d97356435b3"],"distance":1,"misprint":true,"same_source":true,"same_book":true,"difference":["(1,5)"]}
    {"keys":["12b4697bd3a16764f31c1e7e8d038a53","58e4cd5a4498dbd9813a0cfca1adaa7b"],"distance":1,"misprint":true,"same_source":true,"same_book":true,"difference":["(2,5)"]}
    {"keys":["12b4697bd3a16764f31c1e7e8d038a53","56efffdb1d75ba49e74d36804801bba2"],"distance":1,"misprint":false,"same_source":null,"same_book":null,"difference":null}
    {"keys":["56efffdb1d75ba49e74d36804801bba2","bac6e3a31fc8c566e4f0cf8efbdb179b"],"distance":1,"misprint":false,"same_source":null,"same_book":null,"difference":null}
    "#);
    // Imported in another order, they are the same.
    let other = Db::new();
    for file in ["teacher-notes.sgf", "problems.igtn", "game.sgf", "classic-shapes.sgf"] {
        other.run(&["import", "-q", &format!("data/{file}")]);
    }
    for args in [
        &["dups", "--family", "go", "--near", "3", "--json"][..],
        &["dups", "--family", "go", "--near", "3", "--pairs", "--json"],
    ] {
        assert_eq!(db.run(args).done(), other.run(args).done());
    }
    let alone = Db::with(&["data/game.sgf", "data/problems.igtn"]);
    let ran = alone.run(&["dups", "--family", "go", "--near", "1"]);
    assert_eq!((ran.status, ran.out.as_str()), (1, "No two positions differ in at most 1 point\n"));
}

#[test]
fn positions_that_contain_a_pattern() {
    let db = Db::with(&["data"]);
    let pattern = "2x4|...O_..?O_!!!!_";
    assert_snapshot!(db.run(&["find", "--contains", pattern]).done(), @"
    kind      placements  turn   operation  at   source                   tree  name                                  key
    --------- ----------- ------ ---------- ---- ------------------------ ----- ------------------------------------- ---------------------------------
    contains  1           black  IR1        T19  data/classic-shapes.sgf  8     L group with a leg on the short side  440714c4cb11527fe95eb1bb88dde5f5
    contains  1           black  N_SR3      N1   data/teacher-notes.sgf   5     Lesson 5                              440714c4cb11527fe95eb1bb88dde5f5
    contains  1           black  N_IR1      N13  data/teacher-notes.sgf   7     Lesson 7                              56efffdb1d75ba49e74d36804801bba2
    contains  1           black  IR0        A19  data/classic-shapes.sgf  5     Bulky five in the corner              b551284523ddc24b10a3c4f951772cbd
    contains  1           black  SR1        A13  data/teacher-notes.sgf   3     Lesson 3                              b551284523ddc24b10a3c4f951772cbd
    contains  1           black  IR2        T1   data/classic-shapes.sgf  10    Rectangular six in the corner         bac6e3a31fc8c566e4f0cf8efbdb179b
    contains  1           black  N_IR1      N13  data/teacher-notes.sgf   6     Lesson 6                              bac6e3a31fc8c566e4f0cf8efbdb179b
    4 positions in 7 records contain the query, in 4 places
    ");
    assert_snapshot!(db.run(&["find", "--contains", "2x4|!!!!_XXXX_O??O_!!!!_", "--json"]).out, @r#"
    {"query":"argument 1","kind":"contains","key":"12b4697bd3a16764f31c1e7e8d038a53","turn":"black","operation":"SR2","at":"(1,4)","placements":2,"source":"data/classic-shapes.sgf","tree":21,"problem":1,"name":"Corner with an open end"}
    {"query":"argument 1","kind":"contains","key":"56efffdb1d75ba49e74d36804801bba2","turn":"white","operation":"IR1","at":"(11,1)","placements":2,"source":"data/teacher-notes.sgf","tree":7,"problem":1,"name":"Lesson 7"}
    {"query":"argument 1","kind":"contains","key":"58e4cd5a4498dbd9813a0cfca1adaa7b","turn":"black","operation":"SR1","at":"(16,1)","placements":2,"source":"data/classic-shapes.sgf","tree":20,"problem":1,"name":"Comb in the corner"}
    {"query":"argument 1","kind":"contains","key":"58e4cd5a4498dbd9813a0cfca1adaa7b","turn":"unknown","operation":"IR2","at":"(19,4)","placements":2,"source":"data/problems.igtn","tree":11,"problem":1,"name":null}
    {"query":"argument 1","kind":"contains","key":"9a8f7f2b4903e432cc88856ba33ae83a","turn":"black","operation":"SR3","at":"(3,19)","placements":2,"source":"data/classic-shapes.sgf","tree":12,"problem":1,"name":"Five stones on the second line, open end"}
    {"query":"argument 1","kind":"contains","key":"9fca867c6df477fdb054b7fca7bac3ce","turn":"black","operation":"IR0","at":"(1,17)","placements":2,"source":"data/classic-shapes.sgf","tree":11,"problem":1,"name":"Five stones on the second line"}
    {"query":"argument 1","kind":"contains","key":"9fca867c6df477fdb054b7fca7bac3ce","turn":"black","operation":"SR1","at":"(11,1)","placements":2,"source":"data/teacher-notes.sgf","tree":8,"problem":1,"name":"Lesson 8"}
    {"query":"argument 1","kind":"contains","key":"bac6e3a31fc8c566e4f0cf8efbdb179b","turn":"black","operation":"SR0","at":"(19,16)","placements":2,"source":"data/classic-shapes.sgf","tree":10,"problem":1,"name":"Rectangular six in the corner"}
    {"query":"argument 1","kind":"contains","key":"bac6e3a31fc8c566e4f0cf8efbdb179b","turn":"white","operation":"IR1","at":"(11,1)","placements":2,"source":"data/teacher-notes.sgf","tree":6,"problem":1,"name":"Lesson 6"}
    {"query":"argument 1","kind":"contains","key":"c0daafc52d06503981d99d97356435b3","turn":"black","operation":"SR3","at":"(4,13)","placements":2,"source":"data/teacher-notes.sgf","tree":14,"problem":1,"name":"Lesson 14"}
    {"query":"argument 1","kind":"contains","key":"c69873b5c6194903ca0309d3b5677748","turn":"black","operation":"IR1","at":"(4,1)","placements":2,"source":"data/classic-shapes.sgf","tree":9,"problem":1,"name":"L group with a leg on the long side"}
    {"query":"argument 1","kind":"contains","key":"c69873b5c6194903ca0309d3b5677748","turn":"unknown","operation":"SR2","at":"(1,17)","placements":2,"source":"data/problems.igtn","tree":7,"problem":1,"name":null}
    {"query":"argument 1","kind":"contains","key":"d67aa6e28a3cd17468dd5bf49da5c092","turn":"unknown","operation":"SR2","at":"(1,4)","placements":2,"source":"data/problems.igtn","tree":17,"problem":1,"name":null}
    "#);
    assert_snapshot!(db.run(&["find", "--contains", pattern, "--count", "--json"]).done(), @r#"{"query":"argument 1","positions":4,"records":7,"placements":4}"#);
    assert_snapshot!(db.run(&["find", "--contains", pattern, "--edges", "any", "--count"]).done(), @"
    query       positions  records  placements
    ----------- ---------- -------- -----------
    argument 1  36         52       482
    ");
    // The text of a position contains itself, and so does its key.
    for query in [BULKY_FIVE, "b551"] {
        let ran = db.run(&["find", "--contains", query, "--json"]);
        assert_eq!(ran.column("placements"), [1, 1]);
        assert_eq!(ran.column("at")[0], "(1,1)");
    }
    // Several at once, some of them bad.
    let lines = db.write("patterns.igtn", "1x1|X\n2x2|OX_?X_!!_\n1x2|?._!!_\n");
    let ran = db.run(&["find", "--contains", "--count", "--json", &lines]);
    assert_eq!((ran.status, ran.json().len()), (2, 2));
    assert!(ran.err.contains("line 3: a pattern without a stone is everywhere"), "{}", ran.err);
}

#[test]
fn positions_that_are_within_one() {
    let db = Db::with(&["data"]);
    // The bulky five at the top right of a goban, with the net at the left,
    // and one where a stone is amiss.
    let mut rows = vec![vec!['.'; 19]; 19];
    let mut put = |text: &str, (left, top): (usize, usize)| {
        for (row, line) in text.lines().enumerate() {
            line.chars().enumerate().for_each(|(col, char)| rows[top + row][left + col] = char);
        }
    };
    put("XO...\nXOO..\nXXOOO\n.XXXX", (14, 0));
    put("..O..\n.....\n.O...\n.OX..\n.OX.O\n..OO.", (0, 7));
    let text = |rows: &[Vec<char>]| {
        rows.iter().map(|row| row.iter().collect::<String>()).collect::<String>()
    };
    let goban = format!("19x19|{}", text(&rows));
    assert_snapshot!(db.run(&["find", "--within", &goban, "--json"]).done(), @r#"
    {"query":"argument 1","kind":"contained","key":"79eef89666a25a20b85986a706b8bae1","turn":"white","operation":"N_IR1","at":"(20,1)","placements":1,"source":"data/classic-shapes.sgf","tree":24,"problem":1,"name":"Ladder"}
    {"query":"argument 1","kind":"contained","key":"97641e08e21db7f7f9a1a9a0714da788","turn":"white","operation":"N_IR3","at":"(0,19)","placements":1,"source":"data/classic-shapes.sgf","tree":23,"problem":1,"name":"Net"}
    {"query":"argument 1","kind":"contained","key":"97641e08e21db7f7f9a1a9a0714da788","turn":"unknown","operation":"IR0","at":"(1,0)","placements":1,"source":"data/problems.igtn","tree":13,"problem":1,"name":null}
    {"query":"argument 1","kind":"contained","key":"b551284523ddc24b10a3c4f951772cbd","turn":"black","operation":"SR0","at":"(19,1)","placements":1,"source":"data/classic-shapes.sgf","tree":5,"problem":1,"name":"Bulky five in the corner"}
    {"query":"argument 1","kind":"contained","key":"b551284523ddc24b10a3c4f951772cbd","turn":"black","operation":"IR3","at":"(1,19)","placements":1,"source":"data/teacher-notes.sgf","tree":3,"problem":1,"name":"Lesson 3"}
    "#);
    assert_snapshot!(db.run(&["find", "--within", &goban, "--count"]).done(), @"
    query       positions  records  placements
    ----------- ---------- -------- -----------
    argument 1  3          5        3
    ");
    rows[8][0] = 'X';
    let goban = format!("19x19|{}", text(&rows));
    let names = db.run(&["find", "--within", &goban, "--json"]).column("name");
    assert_eq!(names, ["Ladder", "Bulky five in the corner", "Lesson 3"]);
    assert_eq!(db.run(&["find", "--within", "1x1|X"]).status, 1);
}

#[test]
fn what_cannot_be_searched_for() {
    let db = Db::with(&["data/classic-shapes.sgf"]);
    let error = |args: &[&str]| {
        let ran = db.run(&[&["find"], args].concat());
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{args:?}");
        ran.err.lines().next().unwrap().to_owned()
    };
    assert_snapshot!(error(&["--contains", "2x2|??_??_!!_"]), @"gtn-db: argument 1: a pattern of `?` alone matches everywhere: write at least one `X`, `O` or `.`");
    assert_snapshot!(error(&["--contains", "2x2|.?_??_!!_"]), @"gtn-db: argument 1: a pattern without a stone is everywhere: put at least one X or O in it");
    assert_snapshot!(error(&["--contains", "0x0|"]), @"gtn-db: argument 1: a board has 1 to 52 lines a side, not 0");
    assert_snapshot!(error(&["--contains", "60x60|X"]), @"gtn-db: argument 1: a board has 1 to 52 lines a side, not 60");
    assert_snapshot!(error(&["--contains", "2x2|X?_?.?!!_"]), @"gtn-db: argument 1: row 2, column 3 (character 10): expected `_`, found `?`: `_` and `!` must mark whole sides");
    assert_snapshot!(error(&["--contains", ""]), @"gtn-db: argument 1: an empty text");
    assert_snapshot!(error(&["--near", "2", "2x2|X?_??_!!_"]), @"gtn-db: argument 1: row 1, column 2 (character 6): `?` is not a point: write `.`, `X` or `O`; patterns with `?` work with find --contains, find --in games and games --shape");
    assert_snapshot!(error(&["--within", "2x2|X?_??_!!_"]), @"gtn-db: argument 1: row 1, column 2 (character 6): `?` is not a point: write `.`, `X` or `O`; patterns with `?` work with find --contains, find --in games and games --shape");
    assert_snapshot!(error(&["--near", "2", "2x2|.._.._!!_"]), @"gtn-db: argument 1: an empty goban is no position");
    assert_snapshot!(error(&["--near", "6", NET]), @"error: invalid value '6' for '--near <K>': 6 is not in 1 to 5");
    assert_snapshot!(error(&["--near", "0", NET]), @"error: invalid value '0' for '--near <K>': 0 is not in 1 to 5");
    assert_snapshot!(error(&["--near", "2", "--contains", NET]), @"error: the argument '--near <K>' cannot be used with '--contains'");
    assert_snapshot!(error(&["--count", NET]), @"gtn-db: --count applies only to --contains, --within and --in games");
    assert_snapshot!(error(&["--edges", "any", NET]), @"gtn-db: --edges any applies only to --near, --contains and --within");
    let ran = db.run(&["dups", "--near", "6"]);
    assert_eq!((ran.status, ran.out.as_str()), (2, ""));
    assert_eq!(db.run(&["dups", "--pairs"]).status, 2);
}

/// A source is replaced by a changed one while somebody searches.
#[test]
fn an_import_does_not_disturb_a_search() {
    let db = Db::new();
    let file = db.write("one.igtn", &format!("{BULKY_FIVE}\n"));
    db.run(&["import", "-q", &file]).done();
    let query = PositionQuery::new(&ALMOST.parse().unwrap(), None).unwrap();

    let store = Store::open(&db.path("gtn.db")).unwrap();
    let snapshot = store.snapshot().unwrap();
    let positions = PositionIndex::load(&store).unwrap();
    fs::write(&file, format!("{NET}\n")).unwrap();
    db.run(&["import", "-q", &file]).done();
    let found = find_similar(&store, &positions, &query, 1).unwrap();
    assert_eq!((found.len(), found[0].records.len()), (1, 1));
    drop(snapshot);

    let positions = PositionIndex::load(&store).unwrap();
    assert!(find_similar(&store, &positions, &query, 1).unwrap().is_empty());
    assert_eq!(positions.len(), 1);
}

/// 731 positions, for which 2^19 pairs are 717 others each: to one of them, all others are near, and of any
/// two of these at most a few.
#[test]
fn a_list_of_near_positions_that_leaves_pairs_out_says_so() {
    let point = |group: u8, number: u8| {
        let letter = |number: u8| char::from(b'd' + number);
        format!("[{}{}]", letter(number % 9), letter(group * 4 + number / 9))
    };
    let stones = |stones: &str| format!("(;SZ[19]AB[aa][sa][as][ss][br]{stones}AW[ba])\n");
    let mut trees = stones("") + &stones(&point(0, 0));
    for number in 0..27 * 27 {
        // Two such triples have at most one point in common.
        let (one, other) = ((number / 27) as u8, (number % 27) as u8);
        let triple = [point(0, one), point(1, other), point(2, (one + other) % 27)];
        trees.push_str(&stones(&triple.concat()));
    }
    let db = Db::new();
    let file = db.write("variations.sgf", &trees);
    db.run(&["import", "--quiet", &file]).done();
    for list in [&["--limit", "1"][..], &["--pairs", "--csv"]] {
        let ran = db.run(&[&["dups", "--near", "3"], list].concat());
        assert_eq!(ran.status, 3);
        assert_eq!(
            ran.err,
            "gtn-db: some positions have more than 717 others near them; of these, pairs that \
             differ in more than 1 point are left out\n"
        );
    }
    assert_eq!(db.run(&["dups", "--near", "1", "--limit", "1"]).status, 0);
}

/// Two positions that differ in a stone, each twice, and a decision about one
/// record of each.
#[test]
fn positions_decided_to_be_different_are_not_near() {
    let db = Db::new();
    let path = db.write(
        "near.sgf",
        "(;AB[ba][bb]AW[cb];B[ca])(;AB[ba][bb][dd]AW[cb];B[ca])(;AB[ra][rb]AW[qb];B[qa])",
    );
    db.run(&["import", "--quiet", &path]).done();
    let pairs = |db: &Db| db.run(&["dups", "--near", "1", "--pairs", "--json"]).json().len();
    assert_eq!(pairs(&db), 1);
    let decide = |one: u32, other: u32| {
        let record = |tree: u32| format!("{{\"source\":\"near.sgf\",\"tree\":{tree}}}");
        let (first, second) = (record(one), record(other));
        let line = format!("{{\"decision\":\"different\",\"first\":{first},\"second\":{second}}}");
        let file = db.write("decision.jsonl", &line);
        db.run(&["dups", "--decide", &file]).done();
    };
    decide(1, 2);
    // The third record is the first position too, and nothing was decided of it.
    assert_eq!(pairs(&db), 1);
    decide(3, 2);
    assert_eq!(pairs(&db), 0);
    assert_eq!(db.run(&["dups", "--near", "1"]).status, 1);
    let key = db.run(&["dups", "--json"]).column("key")[0].as_str().unwrap().to_owned();
    let found = db.run(&["find", "--near", "1", "--json", &key]).column("kind");
    assert_eq!(found, ["same position", "same position"]);
}

/// ```text
///   . X a .      the problem, and the query: after Black a, White b,
///   . X O .      turned and with the colors exchanged
///   . . b .
/// ```
#[test]
fn a_position_is_found_inside_solutions() {
    let db = Db::new();
    let path = db.write(
        "solved.sgf",
        "(;GN[12]AB[ba][bb]AW[cb](;B[dd];W[ee])(;B[ca];W[cc]C[RIGHT](;B[dc])(;B[dd])))(;AB[jj];W[kk])",
    );
    db.run(&["import", "--quiet", &path]).done();
    let query = super::convert(&["4x4|.XX._.XO._..O._...._!!!!_", "--op", "N_IR1"]);
    let without = db.run(&["find", &query]);
    assert_eq!(without.status, 1);
    let found = db.run(&["find", "--inside", "--json", &query]).json();
    assert_eq!(found.len(), 1);
    assert_eq!(found[0]["kind"], "inside");
    assert_eq!((&found[0]["name"], &found[0]["turn"]), (&"12".into(), &"white".into()));
    assert_eq!(found[0]["after"], serde_json::json!(["B[ca]", "W[cc]"]));
    // Another stone more is not in any solution.
    let other = "4x4|XXX._.XO._..O._...._!!!!_";
    assert_eq!(db.run(&["find", "--inside", other]).status, 1);
    insta::assert_snapshot!(db.run(&["find", "--inside", &query]).done());
}
