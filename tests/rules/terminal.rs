//! `examples/play.rs`, with scripted games.

#[path = "../../examples/play.rs"]
#[allow(dead_code)] // its main
mod play;

use gtn_db::go::Size;

fn transcript(size: Size, commands: &str) -> String {
    let mut output = Vec::new();
    play::run(size, commands.replace(' ', "\n").as_bytes(), &mut output).unwrap();
    String::from_utf8(output).unwrap()
}

#[test]
fn a_game_from_the_first_move_to_the_count() {
    let size = Size::new(5, 4).unwrap();
    let commands = "B4 C4 B3 C3 A2 B2 A2 a1 B1 (3,3) C1 pass D1";
    insta::assert_snapshot!(transcript(size, commands), @"");
}
