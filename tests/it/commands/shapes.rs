//! The same stones elsewhere: `dups --shape`, `find --near --edges any`, the likely misprints of
//! `dups --near`, and their place in the audit.

use insta::assert_snapshot;
use serde_json::{Value, json};

use super::{Db, NET};

/// A database with SGF files, given by their names and texts.
fn books(files: &[(&str, &str)]) -> Db {
    let db = Db::new();
    for (name, text) in files {
        let path = db.write(name, text);
        db.run(&["import", "--quiet", &path]).done();
    }
    db
}

/// ```text
///     +---------      +-----------     -----------+
///     | . X O . ~     | . . X O . ~    ~ . . . . .|
///     | . X O . ~     | . . X O . ~    ~ . X O . .|     the third one mirrored, colors exchanged
///     | X X O . ~     | . X X O . ~    ~ . X O . .|
///     | . . . . ~     | . . . . . ~    ~ . X O O .|
/// ```
const CORNER: &str = "(;SZ[19]GN[corner]AB[ba][bb][bc][ac]AW[ca][cb][cc];B[ab]C[RIGHT])";
const MOVED: &str = "(;SZ[19]GN[moved]AB[ca][cb][cc][bc]AW[da][db][dc];B[bb]C[RIGHT])";
const TURNED: &str = "(;SZ[19]GN[turned]AW[qb][qc][qd][rd]AB[pb][pc][pd];W[rc]C[RIGHT])";
/// With a stone of the other color, and without a stone.
const OTHER: &str =
    "(;SZ[19]AB[ba][bb][bc][ac][cb]AW[ca][cc])(;SZ[19]AB[ba][bb][bc]AW[ca][cb][cc])";

#[test]
fn shapes_are_drawn_in_the_orientation_of_the_first_position() {
    let db = Db::with(&["data"]);
    assert_snapshot!(db.run(&["dups", "--shape"]).done(), @"
    1  9 stones

      97641e08e21db7f7f9a1a9a0714da788       e271deb8a500b0823353e5452a160d2c
      data/classic-shapes.sgf tree 23 Net    data/teacher-notes.sgf tree 12 Lesson 12
      black to move, IR0                     black to move, IR0
      empty lines to the edges: bottom 1     empty lines to the edges: bottom 2
          F G H J K L M N                        F G H J K L M N
          ~ ~ ~ ~ ~ ~ ~ ~                        ~ ~ ~ ~ ~ ~ ~ ~
      6 ~ . . . . . . . . ~                  7 ~ . . . . . . . . ~
      5 ~ . . . . . X . . ~                  6 ~ . . . . . X . . ~
      4 ~ . . . . + . X . ~                  5 ~ . . . . . . X . ~
      3 ~ . X . . O O X . ~                  4 ~ . X . . O O X . ~
      2 ~ . . . X X X . . ~                  3 ~ . . . X X X . . ~
      1 ~ . . . . . . . . ~                  2 ~ . . . . . . . . ~
        -------------------                  1 ~ . . . . . . . . ~
                                               -------------------

    1 shape of 2 positions under several keys
    ");
    let few = db.run(&["dups", "--shape", "--stones", "10-"]);
    assert_eq!(
        (few.status, few.out.as_str()),
        (1, "No two positions have the same stones and other edges\n")
    );
}

#[test]
fn a_shape_has_every_position_of_its_stones_and_no_other_one() {
    // CORNER twice is a duplicate: one position.
    let copy = "(;SZ[19]AB[ra][rb][rc][sc]AW[qa][qb][qc])";
    let text = [CORNER, MOVED, OTHER, copy].concat();
    let db = books(&[("a.sgf", &text), ("b.sgf", TURNED)]);
    assert_snapshot!(db.run(&["dups", "--shape", "--json"]).done(), @r#"
    {"stones":7,"members":[{"key":"12dd6158f21bc1734f5bb36a5b16fd8f","igtn":"4x4|_...._XO.._XO.._XOO._!!!!","edges":{"left":null,"top":1,"right":1,"bottom":null},"operation":"IR0","turn":"white","source":"b.sgf","tree":1,"problem":1,"name":"turned","board":"19x19"},{"key":"2e855b320a67dafeb007f41a1815d78a","igtn":"3x4|_XO.._XO.._XOO._!!!!","edges":{"left":null,"top":0,"right":1,"bottom":null},"operation":"N_SR0","turn":"white","source":"a.sgf","tree":2,"problem":1,"name":"moved","board":"19x19"},{"key":"ec4932e8d008955a8cab9ef21a9b9a11","igtn":"3x3|_XO._XO._XOO_!!!","edges":{"left":null,"top":0,"right":0,"bottom":null},"operation":"N_SR0","turn":"white","source":"a.sgf","tree":1,"problem":1,"name":"corner","board":"19x19"}]}
    "#);
    assert_snapshot!(db.run(&["dups", "--shape", "--csv"]).done(), @"
    shape,stones,key,igtn,edges.left,edges.top,edges.right,edges.bottom,operation,turn,source,tree,problem,name,board
    1,7,12dd6158f21bc1734f5bb36a5b16fd8f,4x4|_...._XO.._XO.._XOO._!!!!,,1,1,,IR0,white,b.sgf,1,1,turned,19x19
    1,7,2e855b320a67dafeb007f41a1815d78a,3x4|_XO.._XO.._XOO._!!!!,,0,1,,N_SR0,white,a.sgf,2,1,moved,19x19
    1,7,ec4932e8d008955a8cab9ef21a9b9a11,3x3|_XO._XO._XOO_!!!,,0,0,,N_SR0,white,a.sgf,1,1,corner,19x19
    ");
    // The order of import does not matter.
    let other = books(&[("b.sgf", TURNED), ("a.sgf", &text)]);
    let shapes = |db: &Db| db.run(&["dups", "--shape", "--json"]).done();
    assert_eq!(shapes(&db), shapes(&other));
    // Only records of one file: two positions are left.
    let ran = db.run(&["dups", "--shape", "--source", "a.sgf", "--json"]);
    assert_eq!(ran.json()[0]["members"].as_array().unwrap().len(), 2);
}

#[test]
fn the_largest_shapes_come_first_and_a_limit_cuts_the_rest_off() {
    let stones = "(;SZ[19]AB[jj]AW[kj])(;SZ[19]AB[jb]AW[kb])";
    let db = books(&[("a.sgf", &[stones, CORNER, MOVED].concat())]);
    let ran = db.run(&["dups", "--shape", "--json"]);
    assert_eq!(ran.column("stones"), [7, 2]);
    assert_eq!(db.run(&["dups", "--shape", "--limit", "1", "--json"]).column("stones"), [7]);
    let out = db.run(&["dups", "--shape", "--limit", "1"]).done();
    assert!(out.starts_with("1  7 stones\n"), "{out}");
    assert!(out.ends_with("2 shapes (the first 1 are listed) of 4 positions under several keys\n"));
    for option in [&["--near", "1"][..], &["--pairs"], &["--files"], &["--by", "position"]] {
        assert_eq!(db.run(&[&["dups", "--shape"], option].concat()).status, 2, "{option:?}");
    }
}

#[test]
fn positions_that_were_decided_to_be_different_share_no_shape() {
    let db = books(&[("a.sgf", &[CORNER, MOVED].concat()), ("b.sgf", TURNED)]);
    let members = || -> Vec<usize> {
        let ran = db.run(&["dups", "--shape", "--json"]);
        ran.json().iter().map(|line| line["members"].as_array().unwrap().len()).collect()
    };
    assert_eq!(members(), [3]);
    let different = |source: &str, tree: u32| {
        json!({
            "decision": "different",
            "first": {"source": "a.sgf", "tree": 1},
            "second": {"source": source, "tree": tree},
        })
        .to_string()
    };
    let file = db.write("one.jsonl", &different("a.sgf", 2));
    db.run(&["dups", "--decide", &file]).done();
    assert_eq!(members(), [2]);
    let file = db.write("other.jsonl", &different("b.sgf", 1));
    db.run(&["dups", "--decide", &file]).done();
    assert_eq!(members(), [2], "the second and the third");
}

#[test]
fn near_with_any_edges_finds_a_moved_problem_that_differs_in_a_stone() {
    let db = Db::with(&["data/classic-shapes.sgf"]);
    // The net one line farther from the edge, without a stone.
    let moved = "6x6|!!!!!!_...O.._......_..O..._..OX.._..OX.O_...O.._!!!!!!_";
    let kinds = |query: &str, args: &[&str]| -> Vec<String> {
        let ran = db.run(&[&["find", query, "--json"], args].concat());
        let field =
            |line: &Value| format!("{} {} {}", line["kind"], line["distance"], line["difference"]);
        ran.json().iter().map(field).collect()
    };
    let none: [&str; 0] = [];
    assert_eq!(kinds(moved, &["--near", "1"]), none);
    assert_eq!(kinds(moved, &["--near", "5", "--edges", "same"]), none);
    let found = [r#""near, other edges" 1 ["(5,6)"]"#];
    assert_eq!(kinds(moved, &["--near", "1", "--edges", "any"]), found);
    // Two stones less.
    let fewer = "6x6|!!!!!!_......_......_..O..._..OX.._..OX.O_...O.._!!!!!!_";
    assert_eq!(kinds(fewer, &["--near", "1", "--edges", "any"]), none);
    assert_eq!(kinds(fewer, &["--near", "2", "--edges", "any"]).len(), 1);
    // What is near without the option keeps its kind.
    assert_eq!(kinds(NET, &["--near", "1", "--edges", "any"]), [r#""same position" 0 []"#]);
    let same = "6x5|!!!!!_..O.._....._.O..._.OX.._.OX.O_..O.._!!!!!_";
    assert_eq!(kinds(same, &["--near", "1", "--edges", "any"]), [r#""near" 1 ["(4,6)"]"#]);
    assert_snapshot!(db.run(&["find", "--near", "1", "--edges", "any", moved]).done(), @"
         A B C D E F
       | ~ ~ ~ ~ ~ ~
    13 | . . . O . . ~
    12 | . . . . . . ~
    11 | . . O . . . ~
    10 | . . O X . . ~
     9 | . . O X . O ~
     8 | . . . O . . ~
       | ~ ~ ~ ~ ~ ~

    Not found: 50b45eb7fac9e8f47086ee4095323ed7; 1 position near with other edges
    kind               distance  difference  turn   operation  source              tree  name  key
    ------------------ --------- ----------- ------ ---------- ------------------- ----- ----- ---------------------------------
    near, other edges  1         E8          white  N_IR3      classic-shapes.sgf  23    Net   97641e08e21db7f7f9a1a9a0714da788

    near, other edges: 97641e08e21db7f7f9a1a9a0714da788 differs in 1 point, marked ( ) or *
         A B C D E F
       | ~ ~ ~ ~ ~ ~
    13 | . . . O . . ~
    12 | . . . . . . ~
    11 | . . O . . . ~
    10 | . . O X . . ~
     9 | . . O X . O ~
     8 | . . . O ) . ~
       | ~ ~ ~ ~ ~ ~
    ");
}

/// The query is at the edge, and the position has a stone where the query has no point.
#[test]
fn a_side_beyond_which_a_stone_is_found_is_drawn_open() {
    let text = "(;SZ[19]AB[cb][cc][cd][bb]AW[db][dc][dd])";
    let db = books(&[("a.sgf", text)]);
    let query = "3x2|XO_XO_XO_!!_";
    assert_snapshot!(db.run(&["find", "--near", "1", "--edges", "any", query]).done(), @"
         A B
       +------
    19 | X O ~
    18 | X O ~
    17 | X O ~
       | ~ ~

    Not found: 6ee14d0301b1b756bbf371750672f6d0; 1 position near with other edges
    kind               distance  difference  turn     operation  source  tree  key
    ------------------ --------- ----------- -------- ---------- ------- ----- ---------------------------------
    near, other edges  1         (0,1)       unknown  IR0        a.sgf   1     99422c40758368f8eafad8b301d3fd3a

    near, other edges: 99422c40758368f8eafad8b301d3fd3a differs in 1 point, marked ( ) or *
        A B C
      ---------
    3 ~ ( X O ~
    2 ~ . X O ~
    1 ~ . X O ~
        ~ ~ ~
    ");
}

#[test]
fn edges_that_do_not_apply_are_refused() {
    let db = Db::with(&["data/classic-shapes.sgf"]);
    for (args, message) in [
        (&["--near", "1", "--edges", "marked"][..], "--edges marked applies only to"),
        (&["--contains", "--edges", "same"], "--edges same applies only to --near"),
        (&["--edges", "any"], "--edges any applies only to --near, --contains and --within"),
    ] {
        let ran = db.run(&[&["find", NET], args].concat());
        assert_eq!(ran.status, 2, "{args:?}");
        assert!(ran.err.contains(message), "{}", ran.err);
    }
}

/// What `dups --near 1 --pairs` says of two records, in one file or in two.
fn misprint(one: &str, other: &str, is_one_file: bool) -> (Value, Value, Value) {
    let text = [one, other].concat();
    let files = [("a.sgf", &*text)];
    let db = if is_one_file { books(&files) } else { books(&[("a.sgf", one), ("b.sgf", other)]) };
    let ran = db.run(&["dups", "--near", "1", "--pairs", "--json"]);
    let [pair] = &ran.json()[..] else { panic!("{}", ran.out) };
    (pair["misprint"].clone(), pair["same_source"].clone(), pair["difference"].clone())
}

/// ```text
///   | . X O .      | . X O .
///   | . X O .      | . X O .     Black to play; * is the answer of both
///   | . X * .      | . . * .
///   | ~ ~ ~ ~      | ~ ~ ~ ~
/// ```
#[test]
fn the_same_answer_makes_a_near_pair_a_likely_misprint() {
    let one = "(;SZ[19]AB[ba][bb][bc]AW[ca][cb];B[cc]C[RIGHT](;W[cd])(;W[dc]))";
    let rest = "SZ[19]AB[ba][bb]AW[ca][cb]";
    let with = |moves: &str| format!("(;{rest}{moves})");
    let both = with(";B[cc]C[RIGHT]");
    let place = json!(["(2,1)"]); // canonical texts have the corner at the bottom left
    assert_eq!(misprint(one, &both, false), (json!(true), json!(false), place.clone()));
    assert_eq!(misprint(one, &both, true), (json!(true), json!(true), place.clone()));
    // One of two answers is the same.
    assert_eq!(misprint(one, &with("(;B[ac]C[RIGHT])(;B[cc]C[RIGHT])"), false).0, true);
    // In another orientation, with colors exchanged.
    let turned = "(;SZ[19]AW[ra][rb]AB[qa][qb];W[qc]C[RIGHT])";
    let (is_misprint, _, difference) = misprint(one, turned, false);
    assert_eq!(is_misprint, true);
    assert_eq!(difference, place);
    // Whose records differ elsewhere.
    for (what, moves) in [
        ("another answer", ";B[ac]C[RIGHT]"),
        ("the other side to move", ";W[cc]C[RIGHT]"),
        ("no side to move", ""),
        ("either side to move", "(;B[cc]C[RIGHT])(;W[cd]C[RIGHT])"),
        ("only a wrong move", ";B[cc]C[WRONG]"),
        ("a second move that is right", ";B[ac];W[ab];B[cc]C[RIGHT]"),
    ] {
        let found = misprint(one, &with(moves), false);
        assert_eq!(found, (json!(false), Value::Null, Value::Null), "{what}");
    }
    // Tenuki is no common answer.
    let tenuki = "(;SZ[19]AB[ba][bb][bc]AW[ca][cb];B[]C[RIGHT])";
    assert_eq!(misprint(tenuki, &with(";B[]C[RIGHT]"), false).0, false);
}

/// Positions that are symmetric: every alignment is tried.
#[test]
fn answers_that_symmetry_makes_equal_are_the_same() {
    let diagonal = |stones: &str, answer: &str| {
        format!("(;SZ[19]AB[bb][cc]{stones}AW[db][bd];B[{answer}]C[RIGHT])")
    };
    assert_eq!(misprint(&diagonal("", "cb"), &diagonal("[dd]", "bc"), false).0, true);
    assert_eq!(misprint(&diagonal("", "cb"), &diagonal("[dd]", "ab"), false).0, false);
    // Exchanging the colors maps the first position to itself, so either side may play.
    let either = "(;SZ[19]AB[jj]AW[kj];B[ji]C[RIGHT])";
    let mirrored = "(;SZ[19]AB[jj]AW[kj];W[ki]C[RIGHT])";
    let more = |answer: &str| format!("(;SZ[19]AB[jj][jl]AW[kj];B[{answer}]C[RIGHT])");
    for one in [either, mirrored] {
        assert_eq!(misprint(one, &more("ji"), false).0, true, "{one}");
        assert_eq!(misprint(one, &more("ki"), false).0, false, "{one}");
    }
}

#[test]
fn misprints_across_sources_are_listed_first() {
    // Near pairs without an answer in common, in one file, and across files.
    let pair = |row: char, one: &str, other: &str| {
        let at = |col: char| format!("{col}{row}");
        let stones = format!("AB[{}][{}]AW[{}]", at('j'), at('k'), at('l'));
        let more = format!("{stones}[{}]", at('m'));
        [
            format!("(;SZ[19]{stones};B[{}]C[RIGHT])", at(one.chars().next().unwrap())),
            format!("(;SZ[19]{more};B[{}]C[RIGHT])", at(other.chars().next().unwrap())),
        ]
    };
    let ([a, b], [c, d], [e, f]) = (pair('a', "h", "i"), pair('b', "h", "h"), pair('c', "h", "h"));
    let db = books(&[("one.sgf", &[a, b, c, d, e].concat()), ("two.sgf", &f)]);
    let pairs = db.run(&["dups", "--near", "1", "--pairs", "--json"]);
    assert_eq!(pairs.column("same_source"), [json!(false), json!(true), Value::Null]);
    let groups = db.run(&["dups", "--near", "1", "--json"]);
    let first = |line: &Value| line["members"][0]["same_source"].clone();
    let found: Vec<Value> = groups.json().iter().map(first).collect();
    assert_eq!(found, [json!(false), json!(true), Value::Null]);
    let out = db.run(&["dups", "--near", "1", "--limit", "1"]).done();
    assert!(out.contains("likely"), "{out}");
    assert!(out.ends_with(
        "at most 1 point; 2 likely misprints, 1 of them across sources; --pairs lists all\n"
    ));
    let out = db.run(&["dups", "--near", "1", "--pairs", "--csv"]).done();
    let lines: Vec<&str> = out.lines().collect();
    assert!(lines[0].ends_with(",misprint,same_source,difference"), "{out}");
    assert!(lines[1].ends_with(r#",true,false,"(3,4)""#), "{out}");
    assert!(lines[3].ends_with(",false,,"), "{out}");
}

#[test]
fn the_audit_has_the_shapes() {
    let db = books(&[("a.sgf", &[CORNER, MOVED, OTHER].concat())]);
    let lines = db.run(&["audit", "--json"]).json();
    let shapes: Vec<&Value> = lines.iter().filter_map(|line| line.get("shape")).collect();
    assert_eq!(json!(shapes), json!(db.run(&["dups", "--shape", "--json"]).json()));
    let page = db.path("page.html");
    let out = db.run(&["audit", "-o", page.to_str().unwrap()]).done();
    assert!(out.contains("1 shape under several keys"), "{out}");
    let page = std::fs::read_to_string(page).unwrap();
    assert!(page.contains("<h2 id=\"shapes-h\">The same shape elsewhere"));
    assert!(page.contains("7 stones: 2 positions"));
}
