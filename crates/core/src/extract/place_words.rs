//! Words that name a place on the board.
//!
//! | named | as in |
//! |---|---|
//! | a point by a letter and a number | `Q16`, `Ｑ１６`, `黑Q16`, `Q-16`, `(Q,16)`, `B[pd]` |
//! | a point by two numbers | `(16,4)`, `16の四`, `十六の四`, `16四` |
//! | a corner or side | the words of `place_words.tsv` |

use std::sync::LazyLock;

use super::phrase_pattern::{fold_all, is_dense};
use super::word_list::WordList;
use crate::model::{digit, split_number};

/// Names of corners and sides.
static CORNERS_AND_SIDES: LazyLock<WordList> = LazyLock::new(|| {
    let lines = include_str!("place_words.tsv").lines();
    let rows = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    WordList::new(rows.flat_map(|row| row.split('\t').nth(1).unwrap_or_default().split('|')))
});

/// The largest number of a line.
const MAX_LINE: u8 = 52;

/// What makes a rank of a letter and a number: `P9段`.
const RANKS: &[char] = &['段', '级', '級', '단', '급'];

/// What counts something behind a number: 黒1の一手 is "the one move Black 1".
const COUNTED: &str = "手子目团団線线路着发発方つ度段人石点點本部局者番回歩步例図图圖题題問问章节節级級颗顆\
    块塊眼枚個个種种年月日時时分秒位所かカヶ間间連连等拍直大小般切致定旦瞬撃击見见旁样様";

/// What numbers something else than a line: 問題2の1, 第2の1.
const NUMBERED: &str = "第図图圖題题問问章番その卷巻";

/// Whether a text names a place on the board, so that it says something else when the board is turned: a
/// point such as `Q16`, or a corner or side. Rather true than false.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::extract::names_place;
///
/// assert!(names_place("White S19 fails") && names_place("the upper side") && names_place("左上"));
/// assert!(names_place("黑S19是好手") && names_place("黒18の一") && names_place("en haut à gauche"));
/// assert!(!names_place("RIGHT. Black lives with 3 points") && !names_place("two moves are left"));
/// ```
pub fn names_place(text: &str) -> bool {
    CORNERS_AND_SIDES.is_in(text) || names_point(&fold_all(text))
}

/// Whether a folded text names a point.
fn names_point(text: &[char]) -> bool {
    let is_letter = |char: char| char.is_alphanumeric() && !is_dense(char);
    let is_start = |at: usize| at == 0 || !is_letter(text[at - 1]);
    (0..text.len()).any(|at| {
        let (before, rest) = (&text[..at], &text[at..]);
        match rest[0] {
            '(' => is_pair(&rest[1..]),
            'a'..='z' if is_start(at) => is_letter_and_number(rest) || is_sgf_move(rest),
            _ => is_line_and_numeral(before, rest),
        }
    })
}

/// The number of a line with which a text begins, in digits or, as far as `numerals` allows, in
/// numerals; and the text behind it.
fn split_line(text: &[char], numerals: bool) -> Option<(u8, &[char])> {
    let is_part = |char: char| match char {
        '0'..='9' => !numerals,
        '初' | '元' | '〇' => false,
        _ => numerals && digit(char).is_some(),
    };
    let end = text.iter().position(|&char| !is_part(char)).unwrap_or(text.len());
    let digits: String = text[..end].iter().take(4).collect();
    let (line, _) = split_number(&digits).filter(|_| end <= 3)?;
    (1..=MAX_LINE).contains(&line).then_some((line, &text[end..]))
}

fn is_column(char: char) -> bool {
    char.is_ascii_lowercase() && char != 'i'
}

/// Whether a text begins with a point such as `q16` or `q-16`.
fn is_letter_and_number(text: &[char]) -> bool {
    let number = if text.get(1) == Some(&'-') { 2 } else { 1 };
    let Some((_, rest)) = text.get(number..).and_then(|text| split_line(text, false)) else {
        return false;
    };
    let ends = rest.first().is_none_or(|&char| {
        if is_dense(char) { !RANKS.contains(&char) } else { !char.is_alphanumeric() }
    });
    is_column(text[0]) && ends
}

/// Whether a text begins with a move such as `b[pd]`.
fn is_sgf_move(text: &[char]) -> bool {
    matches!(text, ['b' | 'w', '[', 'a'..='z', 'a'..='z', ']', ..])
}

/// Whether a text goes on with two coordinates and a parenthesis: `16,4)`.
fn is_pair(text: &[char]) -> bool {
    let skip = |text: &'_ [char]| text.iter().take_while(|char| char.is_whitespace()).count();
    // Whether the coordinate is a letter, and the text behind it.
    fn coordinate(text: &[char]) -> Option<(bool, &[char])> {
        match text {
            [letter, rest @ ..] if is_column(*letter) => Some((true, rest)),
            _ => {
                let line = split_line(text, false).or_else(|| split_line(text, true));
                line.map(|(_, rest)| (false, rest))
            }
        }
    }
    let read = || {
        let (is_letter, rest) = coordinate(&text[skip(text)..])?;
        let rest = &rest[skip(rest)..];
        let [',' | ';' | '、' | '-' | '·' | '・', rest @ ..] = rest else { return None };
        let (is_other, rest) = coordinate(&rest[skip(rest)..])?;
        let rest = &rest[skip(rest)..];
        (rest.first() == Some(&')')).then_some(!(is_letter && is_other))
    };
    read().unwrap_or(false)
}

/// Whether a text begins with two lines, the second one in a numeral, or with の between them: `16の四`,
/// `16四`, `2の1`. `before` is the text before it.
fn is_line_and_numeral(before: &[char], text: &[char]) -> bool {
    let is_number = |char: &char| digit(*char).is_some();
    let is_continued = before.last().is_some_and(|char| {
        is_number(char) || char.is_ascii_alphanumeric() || NUMBERED.contains(*char)
    });
    if is_continued {
        return false;
    }
    let in_digits = split_line(text, false);
    let Some((_, rest)) = in_digits.or_else(|| split_line(text, true)) else { return false };
    let second = match rest {
        ['の' | '之', rest @ ..] => split_line(rest, true).or_else(|| split_line(rest, false)),
        ['・' | '·' | '-', rest @ ..] if in_digits.is_some() => split_line(rest, true),
        rest if in_digits.is_some() => split_line(rest, true),
        _ => None,
    };
    let ends = |rest: &[char]| {
        rest.first().is_none_or(|char| !is_number(char) && !COUNTED.contains(*char))
    };
    second.is_some_and(|(_, rest)| ends(rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::turn_phrases::PHRASES;

    #[test]
    fn points_are_named_in_many_ways() {
        for text in [
            "B9 kills",
            "黑B9是好手",
            "B9で生き",
            "在B9立",
            "B9가 급소",
            "走B9，",
            "Ｂ９ kills",
            "t19",
            "B-9",
            "(2,1)",
            "（２，１）",
            "( 16 ; 4 )",
            "(d,4)",
            "(三、四)",
            "2の一",
            "黒２の一で生き",
            "十六の四",
            "2の1",
            "二の一",
            "4四",
            "３三に打つ",
            "16・四",
            "B[ab] is right",
        ] {
            assert!(names_place(text), "{text}");
        }
    }

    #[test]
    fn other_words_with_letters_and_numbers_are_no_points() {
        for text in [
            "",
            "RIGHT",
            "Black to play",
            "图1 A点",
            "黑1是好手",
            "第12题",
            "問題2の1",
            "黒1の一手です",
            "黒3の二子を取る",
            "白10二子",
            "三分之一",
            "P9段",
            "(1)",
            "(a)",
            "(a,b)",
            "(1-0)",
            "(0,0)",
            "2026-11-27",
            "3-2",
            "the 3-3 point",
            "I9",
            "A100",
            "A1B",
            "19x19",
            "5-12",
            "12",
            "一手",
            "三三",
            "20目左右",
            "White links up",
            "to the right answer",
            "alle rechte vorbehalten",
            "a superior move",
            "You left that",
            "看下面的变化",
        ] {
            assert!(!names_place(text), "{text}");
        }
    }

    #[test]
    fn corners_and_sides_are_named_in_many_languages() {
        for text in [
            "the stone at upper left",
            "on the left side",
            "左上",
            "右の白",
            "à gauche",
            "A GAUCHE",
            "links oben",
            "слева",
            "в левом углу",
            "왼쪽",
            "a la izquierda",
            "in alto a sinistra",
            "po lewej",
            "vlevo",
            "linksboven",
            "праворуч",
        ] {
            assert!(names_place(text), "{text}");
        }
    }

    #[test]
    fn no_phrase_for_the_side_to_move_names_a_place() {
        for row in PHRASES.iter() {
            assert!(!names_place(row.example), "{}", row.example);
        }
    }
}
