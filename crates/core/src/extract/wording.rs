//! Messages in which points have their names on the board, such as `Q16`.

use crate::go::{NoLibertyError, PlayError, Point, Size};

/// The most points that a message names.
const MAX_NAMED: usize = 4;

/// The message of an illegal move.
pub(crate) fn word_play_error(error: &PlayError, board: Size) -> String {
    match error {
        PlayError::OffBoard(_) | PlayError::OutOfTurn(_) | PlayError::GameOver => error.to_string(),
        PlayError::Occupied(point) => format!("{} is occupied (Article 3)", point.name(board)),
        PlayError::SelfCapture(point) => {
            format!("a stone on {} would have no liberty (Article 4)", point.name(board))
        }
        PlayError::Ko(point) => {
            format!("{} would retake the ko at once (Article 6)", point.name(board))
        }
    }
}

/// The message of a chain without liberty.
pub(crate) fn word_no_liberty(error: &NoLibertyError, board: Size) -> String {
    let named = |points: &[Point]| {
        let names: Vec<String> = points.iter().map(|point| point.name(board)).collect();
        names.join(" ")
    };
    let chain = match &error.stones[..] {
        points if points.len() <= MAX_NAMED => named(points),
        points => format!("{} … of {} stones", named(&points[..MAX_NAMED]), points.len()),
    };
    format!("the {} chain {chain} has no liberty (Article 4)", error.color)
}
