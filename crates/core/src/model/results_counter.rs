//! Counting of results in dense tables: a game adds to a few numbers that are found by an index.

use super::game_record::Winner;
use super::statistics::{GameOutcome, Group, Groups, Results};
use crate::Color;

/// Counts what [`Results`] has, over many games.
#[derive(Clone, Debug, Default)]
pub struct ResultsCounter {
    games: u64,
    all: [u64; 4],
    years: Table,
    ranks: Table,
    /// The results without any counts.
    examples: Results,
}

/// What the result of a game is to the player of a move.
#[derive(Clone, Copy, Debug)]
enum Relation {
    Won,
    Lost,
    Neither,
    /// Both players made the move.
    Both,
}

/// For each of the keys from the first one on, a count for each [`Relation`].
#[derive(Clone, Debug, Default)]
struct Table {
    first: u16,
    counts: Vec<[u32; 4]>,
}

impl Relation {
    fn new(winner: Winner, mover: Color) -> Relation {
        match winner.color() {
            Some(winner) if winner == mover => Relation::Won,
            Some(_) => Relation::Lost,
            None => Relation::Neither,
        }
    }
}

impl Table {
    #[inline]
    fn add(&mut self, key: u16, relation: Relation, count: u32) {
        // A key before the first one is far behind the last one.
        let mut at = usize::from(key.wrapping_sub(self.first));
        if at >= self.counts.len() {
            self.make_room(key);
            at = usize::from(key - self.first);
        }
        self.counts[at][relation as usize] += count;
    }

    #[cold]
    fn make_room(&mut self, key: u16) {
        if self.counts.is_empty() {
            self.first = key;
        }
        let before = usize::from(self.first.saturating_sub(key));
        self.counts.splice(..0, std::iter::repeat_n([0; 4], before));
        self.first -= before as u16;
        let rows = usize::from(key - self.first) + 1;
        self.counts.resize(rows.max(self.counts.len()), [0; 4]);
    }

    fn groups(&self) -> Groups {
        let mut groups = Groups::default();
        for (&counts, key) in self.counts.iter().zip(self.first..=u16::MAX) {
            let [count, wins, losses] = sums(counts.map(u64::from));
            if count > 0 {
                groups.add(Group { key, count, wins, losses });
            }
        }
        groups
    }
}

/// The number of all, of those with a win, and of those with a loss.
fn sums([won, lost, neither, both]: [u64; 4]) -> [u64; 3] {
    [won + lost + neither + both, won + both, lost + both]
}

impl ResultsCounter {
    /// Counts as [`Results::add_game`].
    #[inline]
    pub fn add_game(&mut self, outcome: &GameOutcome, movers: impl IntoIterator<Item = Color>) {
        let mut movers_of = [0; 2];
        movers.into_iter().for_each(|mover| movers_of[mover as usize] = 1);
        match movers_of {
            [0, 0] => self.count(outcome, Relation::Neither, 1),
            [1, 1] if outcome.winner.color().is_some() => self.count(outcome, Relation::Both, 1),
            [1, 1] => self.count(outcome, Relation::Neither, 1),
            [black, _] => {
                let mover = if black == 1 { Color::Black } else { Color::White };
                self.count(outcome, Relation::new(outcome.winner, mover), 1);
            }
        }
        self.add_game_of(outcome, movers_of);
    }

    /// Counts as [`Results::add_occurrences`].
    #[inline]
    pub fn add_occurrences(&mut self, outcome: &GameOutcome, movers: [u32; 2], played: [u32; 2]) {
        for mover in Color::ALL {
            let relation = Relation::new(outcome.winner, mover);
            self.all[relation as usize] += u64::from(movers[mover as usize]);
            if let (played @ 1.., Some(year)) = (played[mover as usize], outcome.year) {
                self.years.add(year, relation, played);
            }
        }
        self.add_game_of(outcome, played);
    }

    /// Counts one occurrence of several in the main line of a game, which are added one after the other.
    /// `is_first` says whether it is the first one of the game.
    #[inline]
    pub fn add_occurrence(&mut self, outcome: &GameOutcome, mover: Color, is_first: bool) {
        let relation = Relation::new(outcome.winner, mover);
        self.count(outcome, relation, 1);
        if let Some(rank) = outcome.ranks[mover as usize] {
            self.ranks.add(rank.number().into(), relation, 1);
        }
        if is_first {
            self.games += 1;
            self.examples.add_example(outcome);
        }
    }

    #[inline]
    fn count(&mut self, outcome: &GameOutcome, relation: Relation, count: u32) {
        self.all[relation as usize] += u64::from(count);
        if let Some(year) = outcome.year {
            self.years.add(year, relation, count);
        }
    }

    /// Counts the game, and the ranks of those who made the move so many times.
    #[inline]
    fn add_game_of(&mut self, outcome: &GameOutcome, movers: [u32; 2]) {
        self.games += 1;
        for mover in Color::ALL {
            let count = movers[mover as usize];
            if let (1.., Some(rank)) = (count, outcome.ranks[mover as usize]) {
                let relation = Relation::new(outcome.winner, mover);
                self.ranks.add(rank.number().into(), relation, count);
            }
        }
        self.examples.add_example(outcome);
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The number of occurrences; of a game that was added as a whole, 1.
    pub fn occurrences(&self) -> u64 {
        self.all.iter().sum()
    }

    /// What was counted.
    pub fn finish(self) -> Results {
        let mut results = self.examples;
        let [_, wins, losses] = sums(self.all);
        (results.games, results.wins, results.losses) = (self.games, wins, losses);
        results.breakdown.years = self.years.groups();
        results.breakdown.ranks = self.ranks.groups();
        results
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::model::Rank;

    proptest! {
        #[test]
        fn counted_in_tables_is_counted_one_by_one(
            games in prop::collection::vec((0..4_u8, 0..9_u16, 0..60_u16, 0..60_u16, 0..9_u32), 0..80),
            is_by_game in any::<bool>(),
        ) {
            let (mut counter, mut results) = (ResultsCounter::default(), Results::default());
            let (mut one_by_one, mut only_played) =
                (ResultsCounter::default(), Results::default());
            for (id, (winner, year, black, white, movers)) in (1..).zip(games) {
                let outcome = GameOutcome {
                    id,
                    winner: Winner::from_code(winner).unwrap(),
                    year: [None, Some(0), Some(1993), Some(1992), Some(2001), Some(u16::MAX)]
                        [usize::from(year) % 6],
                    ranks: [black, white].map(Rank::from_number),
                };
                let movers = [movers % 3, movers / 3];
                if movers == [0, 0] && !is_by_game {
                    continue; // no occurrence
                }
                if is_by_game {
                    let movers = || Color::ALL.into_iter().filter(|&color| movers[color as usize] > 0);
                    counter.add_game(&outcome, movers());
                    results.add_game(&outcome, movers());
                } else {
                    // One line in three is a variation.
                    let played = movers.map(|count| count - count / 3);
                    counter.add_occurrences(&outcome, movers, played);
                    for (number, at) in (0..movers[0] + movers[1]).enumerate() {
                        let mover = if at < movers[0] { Color::Black } else { Color::White };
                        one_by_one.add_occurrence(&outcome, mover, number == 0);
                    }
                    let all = movers.map(u64::from);
                    results.add_occurrences(&outcome, all, played.map(u64::from));
                    only_played.add_occurrences(&outcome, all, all);
                }
            }
            if !is_by_game {
                prop_assert_eq!(one_by_one.finish(), only_played);
            }
            prop_assert_eq!(counter.finish(), results);
        }
    }
}
