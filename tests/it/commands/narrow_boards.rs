//! Whole boards of different size that share a canonical text, and so a key.

use serde_json::json;

use super::Db;

/// ```text
///   X X X X X X      the same with an empty row below
///   O . . . . O      is a board of 6x6
///   O O O O O O
///   . X . . X .
///   X X X X X X
/// ```
const BOARD: &str = "XXXXXXO....OOOOOOO.X..X.XXXXXX";

/// The placements are those on each of the boards, although the boards are one position.
#[test]
fn placements_are_counted_on_each_board() {
    let db = Db::new();
    let lists = format!("5x6|{BOARD}\n6x6|{BOARD}......\n6x6|{BOARD}......\n");
    let file = db.write("boards.igtn", &lists);
    db.run(&["import", "--quiet", &file]).done();
    let count = |pattern: &str| {
        let ran = db.run(&["find", "--contains", "--edges", "any", "--count", "--json", pattern]);
        let line = &ran.json()[0];
        ["positions", "records", "placements"].map(|field| line[field].as_u64().unwrap())
    };
    let of_records = |pattern: &str| {
        db.run(&["find", "--contains", "--edges", "any", "--json", pattern]).column("placements")
    };
    // 22 stones on each of the two boards; the records 2 and 3 are the same board.
    assert_eq!(count("1x1|X"), [1, 3, 44]);
    assert_eq!(of_records("1x1|X"), [json!(22), json!(22), json!(22)]);
    // Two stones of one color beside two empty points: five more in the empty row.
    assert_eq!(count("2x2|XX.."), [1, 3, 8 + 13]);
    assert_eq!(of_records("2x2|XX.."), [json!(8), json!(13), json!(13)]);
    // Only the larger board has an empty row.
    assert_eq!(count("2x6|XXXXXX......"), [1, 2, 1]);
    assert_eq!(of_records("2x6|XXXXXX......"), [json!(1), json!(1)]);
}

/// Boards of 5x6 and 6x6 points are two problems in every command, and a copy of one is none of the
/// other.
#[test]
fn boards_of_different_sizes_are_different_problems() {
    let db = Db::new();
    let small = db.write("small.igtn", &format!("5x6|{BOARD}\n"));
    let large = db.write("large.igtn", &format!("6x6|{BOARD}......\n"));
    db.run(&["import", "--quiet", &small, &large]).done();
    let none = |args: &[&str]| {
        let ran = db.run(args);
        assert_eq!((ran.status, &*ran.out), (1, ""), "{args:?}");
    };
    none(&["dups", "--json"]);
    none(&["dups", "--by", "position", "--json"]);
    none(&["dups", "--files", "--json"]);
    none(&["dups", "--files", "--by", "position", "--json"]);
    assert_eq!(db.run(&["problems", "--json"]).json().len(), 2);
    let exported = db.run(&["export", "--format", "igtn"]).done();
    assert_eq!(exported.lines().filter(|line| line.contains('|')).count(), 2, "{exported}");
    let found = db.run(&["find", "--json", &small]);
    assert_eq!(found.column("other_size"), [json!(false), json!(true)]);

    let db = Db::new();
    db.run(&["import", "--quiet", &small]).done();
    assert_eq!(db.run(&["compare", "--json", &large]).column("verdict"), ["new"]);
    assert_eq!(db.run(&["compare", "--json", "--near", "1", &large]).column("verdict"), ["new"]);
    assert_eq!(db.run(&["compare", "--json", &small]).column("verdict"), ["same position"]);
}
