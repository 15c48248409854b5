//! The characters of GobanTN for one point.

use crate::Color;
use crate::go::Symmetry;

/// An annotation of a point.
///
/// Source: the GobanTN document, section "Annotations":
///
/// | | empty | black | white |
/// |---|---|---|---|
/// | none | `.` | `X` | `O` |
/// | circle | `*` | `(` | `)` |
/// | cross | `+` | `\` | `/` |
/// | square | `#` | `[` | `]` |
/// | triangle | `^` | `<` | `>` |
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// `CR` in SGF.
    Circle,
    /// `MA` in SGF.
    Cross,
    /// `SQ` in SGF.
    Square,
    /// `TR` in SGF.
    Triangle,
}

/// A point of a [`Diagram`](super::Diagram): an optional stone and an optional annotation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cell {
    /// The stone.
    pub stone: Option<Color>,
    /// The annotation.
    pub mark: Option<Mark>,
}

/// Each character with its meaning.
const CHARS: [(u8, Option<Color>, Option<Mark>); 15] = {
    use Color::{Black, White};
    use Mark::{Circle, Cross, Square, Triangle};
    [
        (b'.', None, None),
        (b'X', Some(Black), None),
        (b'O', Some(White), None),
        (b'*', None, Some(Circle)),
        (b'(', Some(Black), Some(Circle)),
        (b')', Some(White), Some(Circle)),
        (b'+', None, Some(Cross)),
        (b'\\', Some(Black), Some(Cross)),
        (b'/', Some(White), Some(Cross)),
        (b'#', None, Some(Square)),
        (b'[', Some(Black), Some(Square)),
        (b']', Some(White), Some(Square)),
        (b'^', None, Some(Triangle)),
        (b'<', Some(Black), Some(Triangle)),
        (b'>', Some(White), Some(Triangle)),
    ]
};

impl Cell {
    /// Parses a character; `None` if it is not a point.
    pub fn from_char(char: char) -> Option<Cell> {
        CHARS
            .iter()
            .find(|&&(byte, ..)| char::from(byte) == char)
            .map(|&(_, stone, mark)| Cell { stone, mark })
    }

    /// Formats the cell as a character.
    pub fn to_char(self) -> char {
        CHARS
            .iter()
            .find(|&&(_, stone, mark)| self == Cell { stone, mark })
            .map(|&(byte, ..)| char::from(byte))
            .expect("the table has all 3 x 5 combinations")
    }

    /// Applies an operation: negative ones swap the colors.
    pub fn transform(self, symmetry: Symmetry) -> Cell {
        Cell { stone: self.stone.map(|color| symmetry.color(color)), ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_character_round_trips() {
        for (byte, stone, mark) in CHARS {
            let cell = Cell { stone, mark };
            assert_eq!(Cell::from_char(char::from(byte)), Some(cell));
            assert_eq!(cell.to_char(), char::from(byte));
        }
        for other in ['_', '!', 'x', 'o', ' ', '?', '\0', 'Ｘ'] {
            assert_eq!(Cell::from_char(other), None);
        }
    }

    #[test]
    fn a_negative_operation_keeps_the_annotation() {
        let negative =
            |char| Cell::from_char(char).unwrap().transform(Symmetry::NEGATIVE).to_char();
        assert_eq!("(\\[<X.*".chars().map(negative).collect::<String>(), ")/]>O.*");
    }
}
