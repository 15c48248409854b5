//! Where games of Abalone start that do not say so.

use gtn_db::abalone::{Board, ParsePositionError, Setup};

/// Parses the position before the first move of a game of Abalone: the name of a start, such as
/// `belgian`, or a position in any form.
pub fn parse_abalone_start(text: &str) -> Result<Setup, ParsePositionError> {
    Board::of_start(text).map_or_else(|| text.parse(), |board| Ok(board.into()))
}
