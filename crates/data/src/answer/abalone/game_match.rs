//! A position of a game that matches a query.

use serde::Serialize;

use super::game::game_name;
use crate::abalone::{LateralOrder, Move};
use crate::find::abalone::GameMatch;

/// A position of a game that matches a query.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = AbaloneGameMatchJson))]
pub struct GameMatchJson {
    /// How the position matches, such as `same problem`.
    pub kind: &'static str,
    /// The letter `a` and the number of the game.
    pub game: String,
    /// The event of the game.
    pub name: Option<String>,
    /// The number of the line, as `games N --line` takes it; 1 is the main line.
    pub line: u32,
    /// The number of moves before the position.
    pub ply: u32,
    /// Maps the query to the game; up to a shift if the query is a part of the position.
    pub operation: &'static str,
    /// The number of cells that differ.
    pub distance: u32,
    /// The side to move, in the colors of the query.
    pub turn: &'static str,
    /// The marbles that Black and White have lost, such as `5-4`, in the colors of the query.
    pub lost: String,
    /// The next move in the game, in Aba-Pro; null at its end.
    pub next: Option<String>,
    /// The same move in the orientation of the query; null if the query is a part of the position,
    /// which may be shifted.
    pub next_in_query: Option<String>,
    /// The black player.
    pub black: Option<String>,
    /// The white player.
    pub white: Option<String>,
    /// The date as it is written.
    pub date: Option<String>,
    /// The result as it is written.
    pub result: Option<String>,
    /// The name of the source.
    pub source: String,
    /// The number of the game in the source, from 1.
    pub number: u32,
}

impl GameMatchJson {
    /// A position that matches the query.
    pub fn new(found: &GameMatch) -> GameMatchJson {
        let (game, info) = (&found.game, &found.game.info);
        let write = |step: Move| step.to_aba_pro(LateralOrder::LowerFirst);
        GameMatchJson {
            kind: found.kind.name(),
            game: game_name(game.id),
            name: info.event.clone(),
            line: found.line,
            ply: found.ply,
            operation: found.operation.name(),
            distance: found.distance,
            turn: found.turn.name(),
            lost: found.lost.to_string(),
            next: found.next.map(write),
            next_in_query: found.next_in_query().map(write),
            black: info.black.clone(),
            white: info.white.clone(),
            date: info.date.clone(),
            result: info.result.clone(),
            source: game.source.clone(),
            number: game.number,
        }
    }
}

/// How often a query was found in games.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct GameCountJson {
    /// Games with a match.
    pub games: u64,
    /// Matches.
    pub hits: u64,
}

impl GameCountJson {
    /// Counts matches in any order.
    pub fn new(found: &[GameMatch]) -> GameCountJson {
        let mut games: Vec<i64> = found.iter().map(|found| found.game.id).collect();
        games.sort_unstable();
        games.dedup();
        GameCountJson { games: games.len() as u64, hits: found.len() as u64 }
    }
}
