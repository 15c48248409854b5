//! Win statistics of games.

use std::cmp::Reverse;
use std::ops::RangeInclusive;

use super::game_record::Winner;
use super::rank::Rank;
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
    /// The ranks of Black and White, as far as known.
    pub ranks: [Option<Rank>; 2],
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
    /// Likewise by year and by rank.
    pub breakdown: Breakdown,
    /// The ids of the first five games, in ascending order.
    pub samples: Vec<i64>,
    /// The five newest games, by their years.
    pub newest: TopGames,
    /// The five games of the strongest players, by the mean of their ranks as far as known.
    pub strongest: TopGames,
}

/// The most games that are kept as examples of a move.
const MAX_SAMPLES: usize = 5;

/// The five games with the greatest values, the greatest first; of equal ones, those that were imported
/// first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TopGames(Vec<(u16, i64)>);

impl TopGames {
    #[inline]
    fn add(&mut self, value: u16, game: i64) {
        // Nearly all games are behind those that are kept.
        match self.0.get(MAX_SAMPLES - 1) {
            Some(&(least, last)) if value < least || value == least && game >= last => {}
            _ => self.insert(value, game),
        }
    }

    fn insert(&mut self, value: u16, game: i64) {
        let order = |value, game| (Reverse(value), game);
        let is_before = |kept: &(u16, i64)| order(kept.0, kept.1) < order(value, game);
        let at = self.0.partition_point(is_before);
        if at < MAX_SAMPLES {
            self.0.insert(at, (value, game));
            self.0.truncate(MAX_SAMPLES);
        }
    }

    fn add_all(&mut self, other: &TopGames) {
        other.0.iter().for_each(|&(value, game)| self.add(value, game));
    }

    /// The ids of the games.
    pub fn ids(&self) -> impl Iterator<Item = i64> {
        self.0.iter().map(|&(_, game)| game)
    }
}

/// Counts by year and by rank.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Breakdown {
    /// The games, in corners the occurrences in main lines, by the year of the game, if known.
    pub years: Groups,
    /// The players who moved, one for each game and player, in corners for each occurrence in a main
    /// line, by the [number](Rank::number) of their rank, if known.
    pub ranks: Groups,
}

impl Breakdown {
    /// Adds the counts of all groups of another one.
    pub fn add_all(&mut self, other: &Breakdown) {
        other.years.iter().for_each(|&group| self.years.add(group));
        other.ranks.iter().for_each(|&group| self.ranks.add(group));
    }
}

/// Counts of one year, or of one rank.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Group {
    /// The year, or the number of the rank.
    pub key: u16,
    /// What [`Breakdown`] counts.
    pub count: u64,
    /// As [`Results::wins`].
    pub wins: u64,
    /// As [`Results::losses`].
    pub losses: u64,
}

/// Counts by year or rank, in ascending order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Groups(Vec<Group>);

impl Groups {
    /// Adds counts to those of the group with the same key.
    pub fn add(&mut self, added: Group) {
        // Where the group is if those before it are complete.
        let first = self.0.first().map_or(0, |group| group.key);
        let guess = usize::from(added.key.wrapping_sub(first));
        let at = match self.0.get(guess) {
            Some(group) if group.key == added.key => guess,
            _ => self.find_or_insert(added.key),
        };
        let group = &mut self.0[at];
        group.count += added.count;
        group.wins += added.wins;
        group.losses += added.losses;
    }

    /// The index of a group, which may be new.
    fn find_or_insert(&mut self, key: u16) -> usize {
        match self.0.binary_search_by_key(&key, |group| group.key) {
            Ok(at) => at,
            Err(at) => {
                self.0.insert(at, Group { key, ..Group::default() });
                at
            }
        }
    }

    /// The groups that are not empty, in ascending order.
    pub fn iter(&self) -> std::slice::Iter<'_, Group> {
        self.0.iter()
    }

    /// These groups, empty ones too, each with the count of the same group of `all`: one for each group
    /// of `all`.
    pub fn among(&self, all: &Groups) -> impl Iterator<Item = (Group, u64)> {
        all.iter().map(|all| {
            let own = self.0.binary_search_by_key(&all.key, |group| group.key).map(|at| self.0[at]);
            (own.unwrap_or(Group { key: all.key, ..Group::default() }), all.count)
        })
    }

    /// The mean of the keys in a range, each as often as it was counted; `None` if none was.
    pub fn mean_key(&self, keys: RangeInclusive<u16>) -> Option<f64> {
        let groups = self.iter().filter(|group| keys.contains(&group.key));
        let (sum, count) = groups.fold((0, 0), |(sum, count), group| {
            (sum + u64::from(group.key) * group.count, count + group.count)
        });
        (count > 0).then(|| sum as f64 / count as f64)
    }

    /// The first and the last key.
    pub fn span(&self) -> Option<(u16, u16)> {
        Some((self.0.first()?.key, self.0.last()?.key))
    }
}

impl Results {
    /// Adds a game in which `movers` played the move: one color, or both.
    pub fn add_game(&mut self, outcome: &GameOutcome, movers: impl IntoIterator<Item = Color>) {
        let mut movers_of = [0; 2];
        movers.into_iter().for_each(|mover| movers_of[mover as usize] += 1);
        self.add(outcome, movers_of, 1, movers_of);
    }

    /// Adds a game with a corner in which the move occurs so many times, by Black and by White: `movers`
    /// in all lines, `played` of these in the main line. The [breakdown](Breakdown) counts the latter,
    /// because a game with many variations would outweigh the others.
    pub fn add_occurrences(&mut self, outcome: &GameOutcome, movers: [u64; 2], played: [u64; 2]) {
        self.add(outcome, movers, played.iter().sum(), played);
    }

    /// Adds the results of the same move in other games.
    pub fn add_all(&mut self, other: &Results) {
        self.games += other.games;
        self.wins += other.wins;
        self.losses += other.losses;
        self.breakdown.add_all(&other.breakdown);
        self.samples.extend(&other.samples);
        self.samples.sort_unstable();
        self.samples.truncate(MAX_SAMPLES);
        self.newest.add_all(&other.newest);
        self.strongest.add_all(&other.strongest);
    }

    /// `movers` count for the results, `count` for the year of the game, `played` for the results of the
    /// year and for ranks.
    fn add(&mut self, outcome: &GameOutcome, movers: [u64; 2], count: u64, played: [u64; 2]) {
        let won_and_lost = |movers: [u64; 2]| {
            let winner = outcome.winner.color();
            winner.map_or((0, 0), |winner| (movers[winner as usize], movers[!winner as usize]))
        };
        let (wins, losses) = won_and_lost(movers);
        self.games += 1;
        self.wins += wins;
        self.losses += losses;
        if let (1.., Some(key)) = (count, outcome.year) {
            let (wins, losses) = won_and_lost(played);
            self.breakdown.years.add(Group { key, count, wins, losses });
        }
        for mover in Color::ALL {
            let count = played[mover as usize];
            if let (1.., Some(rank)) = (count, outcome.ranks[mover as usize]) {
                let [wins, losses] = match outcome.winner.color() {
                    Some(winner) if winner == mover => [count, 0],
                    Some(_) => [0, count],
                    None => [0, 0],
                };
                let key = rank.number().into();
                self.breakdown.ranks.add(Group { key, count, wins, losses });
            }
        }
        self.add_example(outcome);
    }

    /// Adds a game to the examples.
    #[inline]
    pub(super) fn add_example(&mut self, outcome: &GameOutcome) {
        if self.samples.len() < MAX_SAMPLES {
            self.samples.push(outcome.id);
        }
        self.newest.add(outcome.year.unwrap_or(0), outcome.id);
        // The sum, with the known rank twice if the other one is unknown.
        let [black, white] = outcome.ranks;
        let sum = match (black.or(white), white.or(black)) {
            (Some(black), Some(white)) => u16::from(black.number()) + u16::from(white.number()),
            _ => 0,
        };
        self.strongest.add(sum, outcome.id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_counted_for_the_player_of_the_move() {
        let mut results = Results::default();
        let dan: Rank = "1d".parse().unwrap();
        let outcome = |id, winner, year| GameOutcome { id, winner, year, ranks: [Some(dan), None] };
        results.add_game(&outcome(1, Winner::Black, Some(1950)), [Color::Black]);
        results.add_game(&outcome(2, Winner::Black, None), [Color::White]);
        results.add_game(&outcome(3, Winner::White, Some(1933)), Color::ALL);
        results.add_game(&outcome(4, Winner::Draw, Some(1940)), [Color::Black]);
        (5..8).for_each(|id| results.add_game(&outcome(id, Winner::Unknown, None), [Color::Black]));
        assert_eq!((results.games, results.wins, results.losses), (7, 2, 2));
        assert_eq!(results.breakdown.years.span(), Some((1933, 1950)));
        let group = |key, wins, losses| Group { key, count: 1, wins, losses };
        let expected = [group(1933, 1, 1), group(1940, 0, 0), group(1950, 1, 0)];
        assert!(results.breakdown.years.iter().eq(&expected));
        // Black in all games but the second.
        let black = Group { key: dan.number().into(), count: 6, wins: 1, losses: 1 };
        assert!(results.breakdown.ranks.iter().eq([&black]));
        assert_eq!(results.samples, [1, 2, 3, 4, 5]);
        assert!(results.newest.ids().eq([1, 4, 3, 2, 5]));
    }

    #[test]
    fn examples_do_not_depend_on_the_order_of_the_games() {
        let rank = |text: &str| Some(text.parse().unwrap());
        let ranks = [
            [rank("9p"), None],
            [rank("1d"), rank("9p")],
            [None, None],
            [None, rank("3k")],
            [rank("9p"), rank("9p")],
            [rank("1d"), rank("1d")],
        ];
        let years = [Some(1990), Some(2000), None, Some(2000), Some(1980), Some(1985)];
        let games = (1..)
            .zip(ranks.into_iter().zip(years))
            .map(|(id, (ranks, year))| GameOutcome { id, winner: Winner::Black, year, ranks });
        let games: Vec<GameOutcome> = games.collect();
        for split in 0..games.len() {
            let [mut first, mut second] = [Results::default(), Results::default()];
            games[split..].iter().for_each(|game| first.add_game(game, [Color::Black]));
            games[..split].iter().rev().for_each(|game| second.add_game(game, [Color::White]));
            first.add_all(&second);
            assert!(first.newest.ids().eq([2, 4, 1, 6, 5]), "{split}: {first:?}");
            assert!(first.strongest.ids().eq([1, 5, 2, 6, 4]), "{split}: {first:?}");
        }
    }
}
