//! The results of the games in which a move was played.

use serde::Serialize;

use crate::model::Results;

/// Wins, years and examples of games.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ResultsJson {
    /// Games that the player of the move won.
    pub wins: u64,
    /// Games that this player lost.
    pub losses: u64,
    /// The first year of the games, if one is known.
    pub first_year: Option<u16>,
    /// The last year of the games, if one is known.
    pub last_year: Option<u16>,
    /// The old name of `examples`.
    pub samples: Vec<i64>,
    /// The numbers of the first five games.
    pub examples: Vec<i64>,
}

impl ResultsJson {
    /// The results of some games.
    pub fn new(results: &Results) -> ResultsJson {
        ResultsJson {
            wins: results.wins,
            losses: results.losses,
            first_year: results.years.map(|(first, _)| first),
            last_year: results.years.map(|(_, last)| last),
            samples: results.samples.clone(),
            examples: results.samples.clone(),
        }
    }
}
