//! Words that several pages share.

use super::text::{Text, texts};
use crate::Color;

texts! { "shared": pub(super) BLACK, pub(super) WHITE, pub(super) DATE, pub(super) RESULT }
texts! { "words":
    pub(super) GAME, pub(super) EXPLORE, pub(super) STARTS, BLACK_TO_PLAY, WHITE_TO_PLAY,
    EITHER_TO_PLAY, SIDE_TO_MOVE_UNKNOWN, STANDARD, BELGIAN_DAISY, CORNER, SIDE, CENTER,
    WHOLE_BOARD,
}

/// The name of a side.
pub(super) fn side(color: Color) -> Text {
    match color {
        Color::Black => BLACK,
        Color::White => WHITE,
    }
}

/// Who is to move: `black`, `white`, `either` or `unknown`.
pub(super) fn turn(name: &str) -> Text {
    match name {
        "black" => BLACK_TO_PLAY,
        "white" => WHITE_TO_PLAY,
        "either" => EITHER_TO_PLAY,
        _ => SIDE_TO_MOVE_UNKNOWN,
    }
}

/// The start of games of Abalone with this name.
pub(super) fn start(name: &str) -> Text {
    match name {
        "standard" => STANDARD,
        _ => BELGIAN_DAISY,
    }
}

/// The part of the board with this name.
pub(super) fn region(name: &str) -> Option<Text> {
    Some(match name {
        "corner" => CORNER,
        "side" => SIDE,
        "center" => CENTER,
        "board" => WHOLE_BOARD,
        _ => return None,
    })
}

/// A number with its digits in groups of three: `19,067`.
pub(super) fn count(number: usize) -> String {
    let digits = number.to_string();
    let mut grouped = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    #[test]
    fn digits_are_grouped() {
        let numbers = [0, 7, 999, 1000, 19_067, 1_234_567];
        let texts = ["0", "7", "999", "1,000", "19,067", "1,234,567"];
        assert_eq!(numbers.map(super::count), texts);
    }
}
