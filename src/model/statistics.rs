//! Win statistics of games.

use super::Winner;

/// What statistics want to know of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameOutcome {
    /// The number of the game in the database.
    pub id: i64,
    /// Who won.
    pub winner: Winner,
    /// When it was played.
    pub year: Option<u16>,
}

/// Of the games in which a move was played, how many there are, and what came
/// of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Results {
    /// All of them.
    pub games: u64,
    /// Those that the player of the move won. A game in which both players made
    /// it, each in another corner, is won and lost.
    pub wins: u64,
    /// Those that the player of the move lost.
    pub losses: u64,
    /// The years of these games, as far as they are known.
    pub years: Option<(u16, u16)>,
    /// The first few of these games, by number.
    pub samples: Vec<i64>,
}

impl Results {
    /// Games that are named.
    const SAMPLES: usize = 5;

    /// Adds a game, with who moved there: both players, when each did once.
    pub fn add(&mut self, outcome: &GameOutcome, movers: impl IntoIterator<Item = crate::Color>) {
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
        if self.samples.len() < Results::SAMPLES {
            self.samples.push(outcome.id);
        }
    }
}
