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
