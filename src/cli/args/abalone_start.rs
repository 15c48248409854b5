//! Where games of Abalone start that do not say so.

use gtn_db::abalone::{Board, ParsePositionError, Setup};

/// Parses the position before the first move of a game of Abalone: `belgian`, `standard`, or a
/// position in any form.
pub fn parse_abalone_start(text: &str) -> Result<Setup, ParsePositionError> {
    match text {
        "belgian" => Ok(Board::BELGIAN_DAISY.into()),
        "standard" => Ok(Board::STANDARD.into()),
        _ => text.parse(),
    }
}
