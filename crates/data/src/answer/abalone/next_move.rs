//! A move that was played next in a position.

use serde::Serialize;

use super::game::game_name;
use crate::Color;
use crate::abalone::LateralOrder;
use crate::find::abalone::{NextMoves, PlayedMove};

/// A move that was played next, in the orientation and colors of the query.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = AbaloneNextMoveJson))]
pub struct NextMoveJson {
    /// The side to move.
    pub turn: &'static str,
    /// The move in Aba-Pro; null for games that end here.
    #[serde(rename = "move")]
    pub step: Option<String>,
    /// Games with the move.
    pub games: u64,
    /// The part of all games with the position.
    pub share: f64,
    /// Games that the color of the query's Black won.
    pub black_wins: u64,
    /// Games that the color of the query's White won.
    pub white_wins: u64,
    /// Drawn games.
    pub draws: u64,
    /// The first year of the games, if one is known.
    pub first_year: Option<u16>,
    /// The last year of the games, if one is known.
    pub last_year: Option<u16>,
    /// The first five games.
    pub examples: Vec<String>,
}

impl NextMoveJson {
    /// The moves that were played next.
    pub fn list(next: &NextMoves) -> Vec<NextMoveJson> {
        let describe = |played: &PlayedMove| NextMoveJson {
            turn: played.turn.name(),
            step: played.step.map(|step| step.to_aba_pro(LateralOrder::LowerFirst)),
            games: played.games,
            share: played.games as f64 / next.games as f64,
            black_wins: played.wins[Color::Black as usize],
            white_wins: played.wins[Color::White as usize],
            draws: played.draws,
            first_year: played.years.map(|(first, _)| first),
            last_year: played.years.map(|(_, last)| last),
            examples: played.samples.iter().map(|&game| game_name(game)).collect(),
        };
        next.moves.iter().map(describe).collect()
    }
}
