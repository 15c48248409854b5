//! Whose turn it is, from words.

use crate::Color;
use crate::model::TurnSource;

/// What a tree says of the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stated {
    /// PL.
    pub property: Option<Color>,
    /// Whether there are first moves of Black, and of White.
    pub first_moves: [bool; 2],
    /// Words in a comment or in the name.
    pub words: Option<Color>,
}

impl Stated {
    /// The color of the first moves, if they all have one.
    pub fn first_mover(&self) -> Option<Color> {
        match self.first_moves {
            [true, false] => Some(Color::Black),
            [false, true] => Some(Color::White),
            _ => None,
        }
    }

    /// Who is to move, by the strongest that is said, and what that is.
    pub fn turn(&self) -> (Option<Color>, TurnSource) {
        let said = [
            (self.property, TurnSource::Property),
            (self.first_mover(), TurnSource::FirstMoves),
            (self.words, TurnSource::Words),
        ];
        said.into_iter().find(|(color, _)| color.is_some()).unwrap_or((None, TurnSource::None))
    }
}

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
