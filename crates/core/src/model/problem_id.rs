//! What names a problem in addresses and on the command line.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::turn::Turn;
use crate::{KeyPrefix, PositionKey};

/// A problem by its position and, if it matters, its side to move.
///
/// The text is a key or its beginning, and maybe a hyphen and the side to move in the colors of the canonical
/// text: its name or the letter of lists of keys.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::PositionKey;
/// use gtn_db::model::{ProblemId, Turn};
///
/// let key = PositionKey::of_text("3x3|.....O.X.");
/// let id: ProblemId = "c7ad6d26-white".parse()?;
/// assert!(id.names(key, Turn::White) && !id.names(key, Turn::Black));
/// assert_eq!(id.to_string(), "c7ad6d26-white");
/// # Ok::<(), gtn_db::model::ParseProblemIdError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProblemId {
    /// The key of the position, or its beginning.
    pub key: KeyPrefix,
    /// The side to move in the colors of the canonical text; any if not given.
    pub turn: Option<Turn>,
}

/// A text that names no problem.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "`{}` names no problem: write a key of 4 to 32 hexadecimal digits, and -black or -white behind it if the side to move matters",
    .0.escape_debug()
)]
pub struct ParseProblemIdError(pub String);

impl ProblemId {
    /// Whether the id names the problem with this position and this side to move.
    pub fn names(self, key: PositionKey, turn: Turn) -> bool {
        self.key.matches(key) && self.turn.is_none_or(|wanted| wanted == turn)
    }
}

impl FromStr for ProblemId {
    type Err = ParseProblemIdError;

    fn from_str(text: &str) -> Result<ProblemId, ParseProblemIdError> {
        let error = || ParseProblemIdError(text.to_owned());
        let (key, turn) =
            text.split_once('-').map_or((text, None), |(key, turn)| (key, Some(turn)));
        let turn = turn.map(|turn| Turn::from_name(turn).ok_or_else(error)).transpose()?;
        Ok(ProblemId { key: key.parse().map_err(|_| error())?, turn })
    }
}

impl fmt::Display for ProblemId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.key)?;
        self.turn.map_or(Ok(()), |turn| write!(f, "-{}", turn.name()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_has_a_key_and_maybe_a_side() {
        let turn = |text: &str| text.parse::<ProblemId>().unwrap().turn;
        assert_eq!(turn("c7ad"), None);
        assert_eq!(turn("C7AD6-w"), Some(Turn::White));
        assert_eq!(turn("c7ad-unknown"), Some(Turn::Unknown));
        for text in ["c7ad6", "c7ad6d26-black", "c7ad-either"] {
            assert_eq!(text.parse::<ProblemId>().unwrap().to_string(), text);
        }
        for bad in ["", "c7a", "-black", "c7ad-", "c7ad-green", "c7ad-black-IR0", "c7ad black"] {
            assert!(bad.parse::<ProblemId>().is_err(), "{bad}");
        }
    }
}
