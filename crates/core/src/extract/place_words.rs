//! Words that name a place on the board.

/// Words for corners and sides, folded to lower case. "Right" alone means correct.
const PLACES: [&str; 21] = [
    "upper",
    "lower",
    "top",
    "bottom",
    "left",
    "corner on the right",
    "right side",
    "right corner",
    "左",
    "右上",
    "右下",
    "右边",
    "右邊",
    "右辺",
    "上边",
    "上邊",
    "上辺",
    "下边",
    "下邊",
    "下辺",
    "右側",
];

/// Whether a text names a place on the board, so that it says something else when the board is turned: a
/// point such as `Q16`, or a corner or side. Rather true than false.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::extract::names_place;
///
/// assert!(names_place("White S19 fails") && names_place("the upper side") && names_place("左上"));
/// assert!(!names_place("RIGHT. Black lives with 3 points") && !names_place("A is wrong"));
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
    folded.split(|char: char| !char.is_alphanumeric()).any(is_point)
        || PLACES.iter().any(|place| folded.contains(place))
}
