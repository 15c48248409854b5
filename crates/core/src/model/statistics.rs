//! Win statistics of games.

use super::game_record::Winner;
use crate::Color;

/// What statistics need to know of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameOutcome {
    /// The id of the game in the database.
    pub id: i64,
    /// The winner.
    pub winner: Winner,
    /// The year in which the game was played.
    pub year: Option<u16>,
}

/// Win statistics of a move, over the games in which it was played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Results {
    /// The number of games.
    pub games: u64,
    /// The number of games that the player of the move won. A game in which
    /// both players made the move, in different places, counts as a win and a
    /// loss. In corners, of occurrences instead of games.
    pub wins: u64,
    /// The number of games that the player of the move lost.
    pub losses: u64,
    /// The first and the last year of the games with a known year.
    pub years: Option<(u16, u16)>,
    /// The ids of the first five games.
    pub samples: Vec<i64>,
}

impl Results {
    const MAX_SAMPLES: usize = 5;

    /// Adds a game in which `movers` played the move: one color, or both; in
    /// corners one for each occurrence.
    pub fn add_game(&mut self, outcome: &GameOutcome, movers: impl IntoIterator<Item = Color>) {
        self.games += 1;
        if let Some(winner) = outcome.winner.color() {
            for mover in movers {
                *(if mover == winner { &mut self.wins } else { &mut self.losses }) += 1;
            }
        }
        if let Some(year) = outcome.year {
            let (first, last) = self.years.unwrap_or((year, year));
            self.years = Some((first.min(year), last.max(year)));
        }
        if self.samples.len() < Results::MAX_SAMPLES {
            self.samples.push(outcome.id);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_counted_for_the_player_of_the_move() {
        let mut results = Results::default();
        let outcome = |id, winner, year| GameOutcome { id, winner, year };
        results.add_game(&outcome(1, Winner::Black, Some(1950)), [Color::Black]);
        results.add_game(&outcome(2, Winner::Black, None), [Color::White]);
        results.add_game(&outcome(3, Winner::White, Some(1933)), Color::ALL);
        results.add_game(&outcome(4, Winner::Draw, Some(1940)), [Color::Black]);
        (5..8).for_each(|id| results.add_game(&outcome(id, Winner::Unknown, None), [Color::Black]));
        assert_eq!((results.games, results.wins, results.losses), (7, 2, 2));
        assert_eq!(results.years, Some((1933, 1950)));
        assert_eq!(results.samples, [1, 2, 3, 4, 5]);
    }
}
