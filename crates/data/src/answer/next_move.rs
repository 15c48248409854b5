//! A move that was played next on a whole board.

use serde::Serialize;

use super::fashion::Aspects;
use super::point_names::{PointNames, letter};
use super::results::ResultsJson;
use crate::find::{BoardMoves, Played};

/// A move that was played next on a whole board.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NextMoveJson {
    /// The letter of the move on a drawn board.
    #[serde(skip)]
    pub letter: Option<char>,
    /// The player, in the colors of the query; null for games that end there.
    pub turn: Option<&'static str>,
    /// Whether the player passes.
    pub pass: bool,
    /// The point, as (column,row) from the top left; null for a pass and for games that end there.
    pub point: Option<String>,
    /// The point as on a board, such as `Q16`.
    pub point_name: Option<String>,
    /// Games in which the move was played.
    pub games: u64,
    /// Their share of all games that reach the position, 0 to 1.
    pub share: f64,
    /// The results of these games.
    #[serde(flatten)]
    pub results: ResultsJson,
}

impl NextMoveJson {
    /// The moves that were played in the games that reach a position.
    pub fn list(found: &BoardMoves, names: PointNames, aspects: Aspects) -> Vec<NextMoveJson> {
        let mut letters = (0..).map_while(letter);
        let next = |played: &Played| NextMoveJson {
            letter: played.point.and_then(|_| letters.next()),
            turn: played.color.map(|color| color.name()),
            pass: played.color.is_some() && played.point.is_none(),
            point: played.point.map(|point| point.to_string()),
            point_name: played.point.map(|point| names.name(point)),
            games: played.results.games,
            share: played.results.games as f64 / found.games as f64,
            results: ResultsJson::new(&played.results, &found.breakdown, aspects),
        };
        found.moves.iter().map(next).collect()
    }
}
