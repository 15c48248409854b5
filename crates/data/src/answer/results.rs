//! The results of the games in which a move was played.

use serde::Serialize;

use super::fashion::{Aspects, By, FashionJson, StrengthJson, VersusJson};
use crate::model::{Breakdown, Results};

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
    /// The numbers of the first five games.
    pub samples: Vec<i64>,
    /// The numbers of five games: the first ones, or the newest or those of the strongest players, as was
    /// asked.
    pub examples: Vec<i64>,
    /// The move by year, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fashion: Option<FashionJson>,
    /// The move by the ranks of the players, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strength: Option<StrengthJson>,
    /// The move in two groups of games, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub versus: Option<VersusJson>,
}

impl ResultsJson {
    /// The results of some games with a move. `all` is of the games with any move in the same position.
    pub fn new(results: &Results, all: &Breakdown, aspects: Aspects) -> ResultsJson {
        let years = results.breakdown.years.span();
        ResultsJson {
            wins: results.wins,
            losses: results.losses,
            first_year: years.map(|(first, _)| first),
            last_year: years.map(|(_, last)| last),
            samples: results.samples.clone(),
            examples: match aspects.examples {
                None => results.samples.clone(),
                Some(order) => order.of(results),
            },
            fashion: (aspects.by == Some(By::Year)).then(|| FashionJson::new(results, all)),
            strength: (aspects.by == Some(By::Rank)).then(|| StrengthJson::new(results, all)),
            versus: aspects.versus.map(|split| VersusJson::new(split, results, all)),
        }
    }
}
