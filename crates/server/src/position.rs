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
    GivenPosition::read(text).map_err(|error| refuse(text, &error))
}

/// Reads a pattern, in which `?` is any point. Of a whole board in SGF the pattern is the window.
///
/// # Errors
/// 422 with the place of the fault, if the text is no pattern.
pub(super) fn read_pattern(text: &str) -> Result<Pattern, Problem> {
    GivenPosition::read_pattern(text).map_err(|error| refuse(text, &error))
}

/// The answer to a text that is no position. Its place counts white space before the text, which
/// the place of the error does not.
fn refuse(text: &str, error: &GivenPositionError) -> Problem {
    let before = text.chars().take_while(|char| char.is_whitespace()).count();
    Problem::unprocessable(error.to_string()).at(error.char().map(|char| char + before))
}

impl From<QueryError> for Problem {
    fn from(error: QueryError) -> Problem {
        Problem::unprocessable(error.to_string())
    }
}
