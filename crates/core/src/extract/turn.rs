//! Who is to move, and how a tree says so.

use super::stated_outcome::StatedOutcome;
use super::turn_statement::{find_statements, read_outcome};
use crate::model::TurnSource;
use crate::{Color, Fault, Rule};

/// What a game tree says of the side to move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct TurnEvidence {
    /// The value of PL.
    pub property: Option<Color>,
    /// Whether Black, and whether White, plays a first move.
    pub first_moves: [bool; 2],
    /// What comments of the setup and the name say, as in "Black to play".
    pub words: TurnWords,
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
            (self.words.color(), TurnSource::Words),
        ];
        evidence.into_iter().find(|(color, _)| color.is_some()).unwrap_or((None, TurnSource::None))
    }
}

/// The most sentences that are looked at for what becomes of a group.
const MAX_SENTENCES: usize = 8;

/// What the words of a game tree say of the side to move: for each color, the
/// first phrase that names it.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::Color;
/// use gtn_db::extract::extract_setup;
/// use gtn_db::sgf::Charset;
///
/// let tree = b"(;SZ[9]AB[aa]GN[Corner 5]C[Problem 5: White to kill. Do not allow Black to live.])";
/// let words = extract_setup(tree, Charset::UTF_8)?.turn_evidence.words;
/// assert_eq!(words.color(), Some(Color::White));
/// assert_eq!(words.phrase(Color::White).unwrap().text, "White to kill");
/// # Ok::<(), gtn_db::Fault>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TurnWords {
    phrases: [Option<TurnPhrase>; 2],
    /// The sentences with such phrases, from these on: the color, the text, and the row of the phrase.
    sentences: Vec<(Color, String, usize)>,
}

/// A phrase that names the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TurnPhrase {
    /// The phrase as it stands in the text.
    pub text: String,
    /// The byte of the game tree where the property with the text begins.
    pub offset: usize,
}

impl TurnWords {
    /// The color that all phrases name. `None` if there is none, or if some
    /// name Black and some White.
    pub fn color(&self) -> Option<Color> {
        match self.phrases {
            [Some(_), None] => Some(Color::Black),
            [None, Some(_)] => Some(Color::White),
            _ => None,
        }
    }

    /// The first phrase that names this color.
    pub fn phrase(&self, color: Color) -> Option<&TurnPhrase> {
        self.phrases[color as usize].as_ref()
    }

    /// What the words say becomes of a group, as in "Black to live"; `None` if they say nothing, or two
    /// things.
    pub fn outcome(&self) -> Option<StatedOutcome> {
        let read =
            |(turn, sentence, row): &(Color, String, usize)| read_outcome(*turn, sentence, *row);
        let mut outcomes: Vec<StatedOutcome> = self.sentences.iter().filter_map(read).collect();
        outcomes.dedup();
        match outcomes[..] {
            [outcome] => Some(outcome),
            _ => None,
        }
    }

    /// Reads the text of a property that begins at the byte `offset`. Takes
    /// time linear in its length.
    pub(super) fn read(&mut self, text: &str, offset: usize) {
        find_statements(text, |statement| {
            let phrase = || TurnPhrase { text: statement.phrase.to_owned(), offset };
            self.phrases[statement.color as usize].get_or_insert_with(phrase);
            if self.sentences.len() < MAX_SENTENCES {
                let sentence = statement.sentence.to_owned();
                self.sentences.push((statement.color, sentence, statement.row));
            }
        });
    }

    /// The fault of phrases that name both colors; it is where the later one is.
    pub(crate) fn conflict(&self) -> Option<Fault> {
        let [Some(black), Some(white)] = &self.phrases else { return None };
        let message =
            format!("the text says both \"{}\" and \"{}\"", black.one_line(), white.one_line());
        Some(Fault { rule: Rule::TurnConflict, offset: black.offset.max(white.offset), message })
    }
}

impl TurnPhrase {
    /// The text on one line.
    pub fn one_line(&self) -> String {
        self.text.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}
