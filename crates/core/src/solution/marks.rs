//! The marks of a move: what its properties and comments say of it.

use super::dialect::Dialect;
use super::keywords::{Statement, TOKENS, find_statement_for, find_token};
use super::solution_point::SolutionPoint;
use super::solution_tree::Verdict;
use crate::Color;
use crate::go::Size;
use crate::sgf::{self, value::parse_point};

/// The marks of one move, in all dialects, as a bit set.
#[derive(Clone, Copy, Default)]
pub(super) struct Marks(u32);

impl Marks {
    pub(super) const RIGHT: Marks = Marks(1);
    pub(super) const CHOICE: Marks = Marks(1 << 1);
    pub(super) const FORCE: Marks = Marks(1 << 2);
    pub(super) const NOT_THIS: Marks = Marks(1 << 3);
    pub(super) const PLUS: Marks = Marks(1 << 4);
    pub(super) const SAYS_RIGHT: Marks = Marks(1 << 5);
    pub(super) const SAYS_WRONG: Marks = Marks(1 << 6);
    pub(super) const TE: Marks = Marks(1 << 7);
    pub(super) const IT: Marks = Marks(1 << 8);
    pub(super) const DO: Marks = Marks(1 << 9);
    pub(super) const BM: Marks = Marks(1 << 10);
    pub(super) const GB: Marks = Marks(1 << 11);
    pub(super) const WV: Marks = Marks(1 << 12);
    /// A triangle on the point of the move itself.
    pub(super) const TRIANGLE: Marks = Marks(1 << 13);
    /// Words that call the line a variation: neither right nor wrong.
    pub(super) const SAYS_NEITHER: Marks = Marks(1 << 14);

    pub(super) const DM: Marks = Marks(1 << 15);
    /// Words that call the line as right as another one; with [`SAYS_RIGHT`](Self::SAYS_RIGHT).
    pub(super) const SAYS_ALSO: Marks = Marks(1 << 16);

    pub(super) const WORDS: Marks = Marks(
        Marks::SAYS_RIGHT.0 | Marks::SAYS_WRONG.0 | Marks::SAYS_NEITHER.0 | Marks::SAYS_ALSO.0,
    );

    /// Adds marks. Of words only the first count.
    pub(super) fn add(&mut self, other: Marks) {
        self.0 |= if self.has(Marks::WORDS) { other.without(Marks::WORDS).0 } else { other.0 };
    }

    pub(super) fn without(self, other: Marks) -> Marks {
        Marks(self.0 & !other.0)
    }

    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the sets have a mark in common.
    pub(super) fn has(self, other: Marks) -> bool {
        self.0 & other.0 != 0
    }

    pub(super) fn or(self, other: Marks) -> Marks {
        Marks(self.0 | other.0)
    }
}

/// Collects the marks of a node, given the point of its move and the player of the first move of its
/// line.
pub(super) fn collect_marks(
    node: sgf::Node<'_, '_>,
    at: Option<SolutionPoint>,
    solver: Color,
    size: Size,
) -> Marks {
    let mut marks = collect_words(node, Some(solver));
    for property in node.properties() {
        let name = property.name();
        let added = match name {
            _ if name == *b"C" => collect_tokens(&property.text()),
            _ if name == *b"TE" => Marks::TE,
            _ if name == *b"IT" => Marks::IT,
            _ if name == *b"DO" => Marks::DO,
            _ if name == *b"BM" => Marks::BM,
            _ if name == *b"GB" => Marks::GB,
            _ if name == *b"WV" => Marks::WV,
            _ if name == *b"DM" => Marks::DM,
            _ if name == *b"CH" && property.value().trim_ascii() == b"1" => Marks::RIGHT,
            _ if name == *b"TR" && property.value().trim_ascii().is_empty() => Marks::WV,
            _ if name == *b"TR" => {
                let is_move = |value| parse_point(value, size).ok().map(SolutionPoint::from) == at;
                if at.is_some() && property.values().any(is_move) {
                    Marks::TRIANGLE
                } else {
                    continue;
                }
            }
            _ => continue,
        };
        marks.add(added);
    }
    marks
}

/// The words of GoProblems in a comment, and a `+` at its beginning.
pub(super) fn collect_tokens(text: &str) -> Marks {
    let mut marks = Marks::default();
    let has_capitals = text.as_bytes().windows(2).any(|two| two.iter().all(u8::is_ascii_uppercase));
    let of_tokens = [Marks::RIGHT, Marks::CHOICE, Marks::FORCE, Marks::NOT_THIS];
    for (token, mark) in TOKENS.into_iter().zip(of_tokens) {
        if has_capitals && find_token(text, token).is_some() {
            marks.add(mark);
        }
    }
    if text.trim_start().starts_with('+') {
        marks.add(Marks::PLUS);
    }
    marks
}

/// What words in the name of a node say, or else in its comment.
pub(super) fn collect_words(node: sgf::Node<'_, '_>, solver: Option<Color>) -> Marks {
    let mut marks = collect_words_of(node, b"N", solver);
    marks.add(collect_words_of(node, b"C", solver));
    marks
}

/// What words in a property of a node say.
pub(super) fn collect_words_of(
    node: sgf::Node<'_, '_>,
    name: &[u8; 1],
    solver: Option<Color>,
) -> Marks {
    let mut marks = Marks::default();
    for text in node.properties().iter().filter(|property| property.name() == name) {
        marks.add(match find_statement_for(solver, &text.text()) {
            Some(Statement::Right) => Marks::SAYS_RIGHT,
            Some(Statement::Also) => Marks::SAYS_RIGHT.or(Marks::SAYS_ALSO),
            Some(Statement::Wrong) => Marks::SAYS_WRONG,
            Some(Statement::Variation) => Marks::SAYS_NEITHER,
            Some(Statement::Unsolved) | None => Marks::default(),
        });
    }
    marks
}

/// What the marks of a move mean for the lines behind it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Marked {
    /// The move has no mark.
    No,
    /// The lines are variations: neither right nor wrong.
    Neither,
    As(Verdict),
}

/// The meaning of a move's marks in a dialect.
pub(super) fn interpret_marks(dialect: Dialect, marks: Marks) -> Marked {
    let first_match = |table: &[(Marks, Verdict)]| {
        let found = table.iter().find(|(mark, _)| marks.has(*mark));
        found.map_or(Marked::No, |&(_, verdict)| Marked::As(verdict))
    };
    use Verdict::{Doubtful, Lesser, Right, Wrong};
    match dialect {
        Dialect::GoProblems => first_match(&[(Marks::RIGHT, Right)]),
        Dialect::Glift => first_match(&[(Marks::GB.or(Marks::RIGHT), Right)]),
        Dialect::TsumegoHero => first_match(&[(Marks::PLUS, Right)]),
        Dialect::None | Dialect::Words if marks.has(Marks::PLUS) => Marked::As(Right),
        Dialect::None | Dialect::Words if marks.has(Marks::SAYS_NEITHER) => Marked::Neither,
        Dialect::None | Dialect::Words => {
            first_match(&[(Marks::SAYS_RIGHT, Right), (Marks::SAYS_WRONG, Wrong)])
        }
        Dialect::TeBm | Dialect::OgsJson | Dialect::SolJson => first_match(&[
            (Marks::BM, Wrong),
            (Marks::DO, Doubtful),
            (Marks::IT, Lesser),
            (Marks::TE, Right),
        ]),
        Dialect::UliGo => first_match(&[(Marks::WV.or(Marks::TRIANGLE), Wrong)]),
        Dialect::EasyGo => first_match(&[(Marks::BM, Wrong), (Marks::SAYS_RIGHT, Right)]),
    }
}

/// The verdict of a line without marks.
pub(super) fn default_verdict(dialect: Dialect, is_main: bool) -> Option<Verdict> {
    match dialect {
        Dialect::None | Dialect::EasyGo => is_main.then_some(Verdict::Right),
        Dialect::UliGo => Some(Verdict::Right),
        Dialect::Words => None,
        Dialect::GoProblems
        | Dialect::TeBm
        | Dialect::Glift
        | Dialect::TsumegoHero
        | Dialect::OgsJson
        | Dialect::SolJson => Some(Verdict::Wrong),
    }
}
