//! Positions in requests: IGTN, GTN or SGF.

use super::problem::Problem;
use crate::answer::{GivenPosition, GivenPositionError};
use crate::find::QueryError;
use crate::gtn::Pattern;

/// Reads a position.
///
/// # Errors
/// 422 with the place of the fault, if the text is no position.
pub(super) fn read_position(text: &str) -> Result<GivenPosition, Problem> {
    Ok(GivenPosition::read(text)?)
}

/// Reads a pattern, in which `?` is any point. Of a whole board in SGF the pattern is the window.
///
/// # Errors
/// 422 with the place of the fault, if the text is no pattern.
pub(super) fn read_pattern(text: &str) -> Result<Pattern, Problem> {
    Ok(GivenPosition::read_pattern(text)?)
}

impl From<GivenPositionError> for Problem {
    fn from(error: GivenPositionError) -> Problem {
        Problem::unprocessable(error.to_string()).at(error.char())
    }
}

impl From<QueryError> for Problem {
    fn from(error: QueryError) -> Problem {
        Problem::unprocessable(error.to_string())
    }
}
