//! The example program `examples/find.rs`.

use std::path::Path;

#[allow(dead_code, reason = "main is not called")]
#[path = "../../examples/find.rs"]
mod find;

#[test]
fn the_example_finds_problems_in_a_folder() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
    let lines = find::find_in_folder(&data, "5x4|_OX.._OX.._OXX._OO.X_.OOO_!!!!", 1).unwrap();
    let expected = [
        "near, distance 1: data/classic-shapes.sgf, tree 5",
        "near, distance 1: data/teacher-notes.sgf, tree 3",
    ];
    assert_eq!(lines, expected);
}
