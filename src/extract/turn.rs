//! Who is to move, and how a tree says so.

use crate::Color;
use crate::model::TurnSource;

/// What a game tree says of the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct TurnEvidence {
    /// The value of PL.
    pub property: Option<Color>,
    /// Whether Black, and whether White, plays a first move.
    pub first_moves: [bool; 2],
    /// The color named in a comment or in the name, as in "Black to play".
    pub words: Option<Color>,
}

impl TurnEvidence {
    /// The color of the first moves, if they all have the same.
    pub fn first_mover(&self) -> Option<Color> {
        match self.first_moves {
            [true, false] => Some(Color::Black),
            [false, true] => Some(Color::White),
            _ => None,
        }
    }

    /// The side to move, and the evidence for it: PL before the first moves
    /// before words.
    pub fn turn(&self) -> (Option<Color>, TurnSource) {
        let evidence = [
            (self.property, TurnSource::Property),
            (self.first_mover(), TurnSource::FirstMoves),
            (self.words, TurnSource::Words),
        ];
        evidence.into_iter().find(|(color, _)| color.is_some()).unwrap_or((None, TurnSource::None))
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

/// The color that the first such phrase of a text names.
pub(super) fn find_turn_in_words(text: &str) -> Option<Color> {
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
            assert_eq!(find_turn_in_words(text), turn, "{text}");
        }
    }
}
