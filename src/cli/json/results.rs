//! The results of the games in which a move was played, as fields of a line of JSON.

use gtn_db::model::Results;
use serde::Serialize;

use crate::cli::output::text::{win_rate, years};

/// Wins, years and examples of games. `samples` is the old name of `examples`.
#[derive(Serialize)]
pub struct ResultsJson {
    pub wins: u64,
    pub losses: u64,
    pub first_year: Option<u16>,
    pub last_year: Option<u16>,
    pub samples: Vec<i64>,
    pub examples: Vec<i64>,
}

impl ResultsJson {
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

    /// The cells of the columns "won", "years" and "examples".
    pub fn cells(&self) -> [String; 3] {
        let examples: Vec<String> = self.examples.iter().map(i64::to_string).collect();
        [
            win_rate(self.wins, self.losses),
            years(self.first_year, self.last_year),
            examples.join(" "),
        ]
    }
}
