//! What one character of GobanTN says of a point.

use crate::Color;
use crate::go::Symmetry;

/// The annotations of GobanTN.
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
    /// SGF's CR.
    Circle,
    /// SGF's MA.
    Cross,
    /// SGF's SQ.
    Square,
    /// SGF's TR.
    Triangle,
}

/// A point of a [`Diagram`](super::Diagram): a stone or none, a mark or none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cell {
    /// The stone.
    pub stone: Option<Color>,
    /// The annotation.
    pub mark: Option<Mark>,
}

/// Every character of a point beside what it says.
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
    /// The cell that a character stands for.
    pub fn from_char(char: char) -> Option<Cell> {
        CHARS
            .iter()
            .find(|&&(byte, ..)| char::from(byte) == char)
            .map(|&(_, stone, mark)| Cell { stone, mark })
    }

    /// The character that stands for the cell.
    pub fn to_char(self) -> char {
        CHARS
            .iter()
            .find(|&&(_, stone, mark)| self == Cell { stone, mark })
            .map_or('.', |&(byte, ..)| char::from(byte))
    }

    /// The cell under an operation: `N_` exchanges the colors.
    pub fn transform(self, symmetry: Symmetry) -> Cell {
        Cell { stone: self.stone.map(|color| symmetry.color(color)), ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_character_comes_back() {
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
    fn a_negative_keeps_the_mark() {
        let negative =
            |char| Cell::from_char(char).unwrap().transform(Symmetry::NEGATIVE).to_char();
        assert_eq!("(\\[<X.*".chars().map(negative).collect::<String>(), ")/]>O.*");
    }
}
