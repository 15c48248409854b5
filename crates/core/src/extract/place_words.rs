//! Words that name a place on the board.

/// Words for corners and sides, folded to lower case. "Right" alone means correct, and "left" remaining.
const WORDS: [&str; 6] = ["upper", "lower", "topmost", "leftmost", "rightmost", "horizontal"];

/// Phrases, and words of languages that put no blanks between words.
const PHRASES: [&str; 27] = [
    "left side",
    "left corner",
    "left edge",
    "on the left",
    "right side",
    "right corner",
    "right edge",
    "on the right",
    "top side",
    "top left",
    "top right",
    "at the top",
    "bottom side",
    "bottom left",
    "bottom right",
    "at the bottom",
    "左上",
    "左下",
    "右上",
    "右下",
    "左边",
    "左邊",
    "左辺",
    "右边",
    "右邊",
    "右辺",
    "上辺",
];

/// Whether a text names a place on the board, so that it says something else when the board is turned: a
/// point such as `Q16`, or a corner or side. Rather true than false.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::extract::names_place;
///
/// assert!(names_place("White S19 fails") && names_place("the upper side") && names_place("左上"));
/// assert!(!names_place("RIGHT. Black lives with 3 points") && !names_place("two moves are left"));
/// ```
pub fn names_place(text: &str) -> bool {
    let is_point = |word: &str| {
        let mut chars = word.chars();
        let is_column = chars
            .next()
            .is_some_and(|char| char.is_ascii_alphabetic() && !matches!(char, 'i' | 'I'));
        let row = chars.as_str();
        is_column && row.len() <= 2 && row.parse::<u8>().is_ok_and(|row| (1..=52).contains(&row))
    };
    let folded = text.to_lowercase();
    let is_place = |word: &str| is_point(word) || WORDS.contains(&word);
    folded.split(|char: char| !char.is_alphanumeric()).any(is_place)
        || PHRASES.iter().any(|phrase| folded.contains(phrase))
}
