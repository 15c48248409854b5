//! Whose turn it is, from words.

use crate::Color;

/// Phrases that name the side to move.
const PHRASES: [(&str, Color); 16] = [
    ("black to ", Color::Black),
    ("black plays", Color::Black),
    ("black moves", Color::Black),
    ("black first", Color::Black),
    ("黒先", Color::Black),
    ("黑先", Color::Black),
    ("黒番", Color::Black),
    ("흑선", Color::Black),
    ("white to ", Color::White),
    ("white plays", Color::White),
    ("white moves", Color::White),
    ("white first", Color::White),
    ("白先", Color::White),
    ("白番", Color::White),
    ("백선", Color::White),
    ("白方先", Color::White),
];

/// The color that a text says is to move: what it says first.
pub(super) fn in_words(text: &str) -> Option<Color> {
    let text = text.to_ascii_lowercase();
    let place = |&(phrase, color): &(&str, Color)| text.find(phrase).map(|at| (at, color));
    PHRASES.iter().filter_map(place).min_by_key(|&(at, _)| at).map(|(_, color)| color)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_name_the_side_to_move() {
        for (text, turn) in [
            ("Black to play", Some(Color::Black)),
            ("Problem 12: WHITE TO KILL", Some(Color::White)),
            ("White to move. Black to move would be too easy.", Some(Color::White)),
            ("黒先白死", Some(Color::Black)),
            ("白先活", Some(Color::White)),
            ("The black stones are in trouble", None),
            ("Can white live?", None),
            ("", None),
        ] {
            assert_eq!(in_words(text), turn, "{text}");
        }
    }
}
