//! The dialects in which files mark right answers.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::names;

/// A way to mark right and wrong answers.
///
/// | name | right | wrong |
/// |---|---|---|
/// | `none` | nothing is marked as right: the main line is assumed to be right; if words call it wrong, the only other first move, if nothing is said of it | what words call wrong |
/// | `goproblems` | the word `RIGHT` in the comment at the end of the line, or `CH[1]` there | every other line |
/// | `words` | a comment or the name of a node says correct, right, 正解 or the like, or a comment begins with `+` | words such as wrong, failure, 失敗, or a negation |
/// | `te-bm` | `TE` at the end of the line; `IT` is a lesser answer | `BM`, `DO` (doubtful), every line without a mark; `DM` at the end of a line is no verdict |
/// | `uligo` | every line that is not marked wrong | `WV`, or `TR` without a point or on the move itself, on the first wrong move |
/// | `easygo` | the main line, or a comment that says so | `BM` |
/// | `glift` | `GB`, or the word `RIGHT` in a comment | every other line |
/// | `tsumego-hero` | the comment begins with `+` | every other line |
/// | `ogs-json` | `correct_answer` | `wrong_answer`, and every other line |
/// | `sol-json` | a move in `SOL` | — |
///
/// In `words` and `none`, lines that words call variations (変化, variation) are
/// neither right nor wrong. The table `crates/core/src/solution/words.tsv` has all words.
///
/// [`convert_marks`](super::convert_marks()) writes the dialects of game trees, but not `none`:
/// without marks the main line of every record would be right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Dialect {
    /// Nothing is marked as right: the main line is assumed to be right.
    #[default]
    None = 0,
    /// GoProblems.
    GoProblems = 1,
    /// Words in comments and names of nodes.
    Words = 2,
    /// SGF's own move annotations, as Many Faces of Go and WGo use them.
    TeBm = 3,
    /// uliGo.
    UliGo = 4,
    /// EasyGo.
    EasyGo = 5,
    /// Glift.
    Glift = 6,
    /// Tsumego Hero.
    TsumegoHero = 7,
    /// The puzzles of online-go.com, as JSON.
    OgsJson = 8,
    /// One JSON object a problem, with AB, AW, SZ, C and SOL.
    SolJson = 9,
}

names! {
    /// How it is known that a record accepts a move; the surest first.
    ///
    /// An answer is *stated* if it is marked or words say so. An assumption never contradicts what
    /// is stated.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Certainty {
        /// A mark of a dialect says so.
        Marked => "marked",
        /// Words in a comment or in the name of a node say so.
        Words => "words",
        /// The record has no mark: its main line is assumed to be right.
        Assumed => "assumed",
    }

    /// `marked`, `words` or `assumed`.
    pub fn name;
}

impl Dialect {
    /// How a record in this dialect makes an accepted move known.
    ///
    /// ```
    /// # use gtn_db_core as gtn_db;
    /// use gtn_db::solution::{Certainty, Dialect};
    ///
    /// assert_eq!(Dialect::TeBm.certainty(), Certainty::Marked);
    /// assert_eq!(Dialect::None.certainty(), Certainty::Assumed);
    /// ```
    pub fn certainty(self) -> Certainty {
        match self {
            Dialect::None => Certainty::Assumed,
            Dialect::Words => Certainty::Words,
            _ => Certainty::Marked,
        }
    }

    /// All dialects.
    pub const ALL: [Dialect; 10] = [
        Dialect::None,
        Dialect::GoProblems,
        Dialect::Words,
        Dialect::TeBm,
        Dialect::UliGo,
        Dialect::EasyGo,
        Dialect::Glift,
        Dialect::TsumegoHero,
        Dialect::OgsJson,
        Dialect::SolJson,
    ];

    /// The dialect with a stored number.
    pub fn from_code(code: u8) -> Option<Dialect> {
        Dialect::ALL.get(usize::from(code)).copied()
    }

    /// The number that databases store.
    pub fn code(self) -> u8 {
        self as u8
    }

    /// The name in options and reports.
    pub fn name(self) -> &'static str {
        match self {
            Dialect::None => "none",
            Dialect::GoProblems => "goproblems",
            Dialect::Words => "words",
            Dialect::TeBm => "te-bm",
            Dialect::UliGo => "uligo",
            Dialect::EasyGo => "easygo",
            Dialect::Glift => "glift",
            Dialect::TsumegoHero => "tsumego-hero",
            Dialect::OgsJson => "ogs-json",
            Dialect::SolJson => "sol-json",
        }
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The text is not the name of a dialect.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is not a dialect of answer marks")]
pub struct ParseDialectError(String);

impl FromStr for Dialect {
    type Err = ParseDialectError;

    fn from_str(name: &str) -> Result<Dialect, ParseDialectError> {
        let is_named = |dialect: &Dialect| dialect.name() == name;
        Dialect::ALL.into_iter().find(is_named).ok_or_else(|| ParseDialectError(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_and_names_round_trip() {
        for (dialect, code) in Dialect::ALL.into_iter().zip(0..) {
            assert_eq!(dialect.code(), code);
            assert_eq!(Dialect::from_code(code), Some(dialect));
            assert_eq!(dialect.name().parse(), Ok(dialect));
        }
        assert_eq!(Dialect::from_code(10), None);
        assert!("GoProblems".parse::<Dialect>().is_err());
    }
}
