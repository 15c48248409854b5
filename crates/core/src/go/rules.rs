//! The rules by which a game is played.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// The rules of a game. Both agree on plays, captures and ko; they differ in passes and in the
/// end of the game. docs/rules.md compares them.
///
/// | | [`Japanese`](Rules::Japanese) | [`NineByNine`](Rules::NineByNine) |
/// |---|---|---|
/// | a pass | costs nothing | hands a stone to the opponent |
/// | the last turn | either player's | White's |
/// | after a disagreement | the requester's opponent moves first | turns go on alternating |
/// | dead stones in seki | stay | are removed |
/// | eyes in seki | do not count | count |
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::Color;
/// use gtn_db::go::{Position, Rules, Size};
///
/// let mut position = Position::new(Size::new(9, 9)?).with_rules("9x9".parse()?);
/// assert_eq!(position.rules(), Rules::NineByNine);
/// position.pass()?; // Black hands over a stone
/// assert_eq!(position.prisoners(Color::White), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rules {
    /// The Japanese rules of 1989, `japanese`.
    #[default]
    Japanese,
    /// The rules of the 9x9 game with pass stones, `9x9`. They suit every size of board.
    NineByNine,
}

/// A text that names no rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the rules are `japanese` or `9x9`")]
pub struct ParseRulesError;

impl FromStr for Rules {
    type Err = ParseRulesError;

    fn from_str(text: &str) -> Result<Rules, ParseRulesError> {
        [Rules::Japanese, Rules::NineByNine]
            .into_iter()
            .find(|rules| rules.to_string() == text)
            .ok_or(ParseRulesError)
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Rules::Japanese => "japanese",
            Rules::NineByNine => "9x9",
        })
    }
}
