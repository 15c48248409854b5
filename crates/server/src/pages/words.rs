//! Words that several pages share.

use super::text::Text;
use crate::Color;

pub(super) const BLACK: Text = Text { en: "Black", ja: "黒" };
pub(super) const WHITE: Text = Text { en: "White", ja: "白" };
/// The number of a game.
pub(super) const GAME: Text = Text { en: "Game", ja: "番号" };
/// When a game was played.
pub(super) const DATE: Text = Text { en: "Date", ja: "対局日" };
pub(super) const RESULT: Text = Text { en: "Result", ja: "結果" };

/// The way from a position of Abalone to its next moves.
pub(super) const EXPLORE: Text = Text { en: "Next moves in games", ja: "棋譜での次の手" };

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
        "black" => Text { en: "Black to play", ja: "黒先" },
        "white" => Text { en: "White to play", ja: "白先" },
        "either" => Text { en: "either to play", ja: "手番はどちらでも" },
        _ => Text { en: "side to move unknown", ja: "手番不明" },
    }
}

/// Starts of games of Abalone.
pub(super) const STARTS: Text = Text { en: "Starts of games", ja: "開始局面" };

/// The start of games of Abalone with this name.
pub(super) fn start(name: &str) -> Text {
    match name {
        "standard" => Text { en: "Standard", ja: "標準" },
        _ => Text { en: "Belgian daisy", ja: "ベルギーデイジー" },
    }
}

/// The part of the board with this name.
pub(super) fn region(name: &str) -> Option<Text> {
    Some(match name {
        "corner" => Text { en: "corner", ja: "隅" },
        "side" => Text { en: "side", ja: "辺" },
        "center" => Text { en: "center", ja: "中央" },
        "board" => Text { en: "whole board", ja: "全局" },
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
