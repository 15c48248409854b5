//! Counts of the continuations of one corner.

use std::cmp::Reverse;

use super::corner::{Corner, NormalForm};
use super::corner_moves::{CornerMoves, Move};
use super::entries::TENUKI;
use crate::Color;
use crate::model::{GameOutcome, ResultsCounter};

/// The continuations of a corner, counted game by game.
#[derive(Clone, Debug, Default)]
pub(super) struct MoveCounter {
    /// By the number of their point in the normal form.
    moves: Vec<ResultsCounter>,
    tenuki: ResultsCounter,
}

impl MoveCounter {
    /// Adds a game in which Black and White went on so many times at a point of the normal form, or
    /// with [`TENUKI`]: `players` in all lines, `played` of these in the main line.
    pub(super) fn add(
        &mut self,
        at: u16,
        outcome: &GameOutcome,
        players: [u32; 2],
        played: [u32; 2],
    ) {
        self.results_of(at).add_occurrences(outcome, players, played);
    }

    /// Adds one occurrence of a game without variations, as [`ResultsCounter::add_occurrence`].
    #[inline]
    pub(super) fn add_occurrence(
        &mut self,
        at: u16,
        outcome: &GameOutcome,
        (mover, is_first): (Color, bool),
    ) {
        self.results_of(at).add_occurrence(outcome, mover, is_first);
    }

    #[inline]
    fn results_of(&mut self, at: u16) -> &mut ResultsCounter {
        match at {
            TENUKI => &mut self.tenuki,
            at => {
                let at = usize::from(at);
                if self.moves.len() <= at {
                    self.moves.resize_with(at + 1, ResultsCounter::default);
                }
                &mut self.moves[at]
            }
        }
    }

    /// The continuations in the orientation of the corner; `games` is the number of games that were
    /// added.
    pub(super) fn finish(
        self,
        corner: &Corner,
        turn: Color,
        normal: &NormalForm,
        games: u64,
    ) -> CornerMoves {
        let is_played = |found: &ResultsCounter| found.games() > 0;
        let count = |found: ResultsCounter| Move {
            occurrences: found.occurrences(),
            results: found.finish(),
            ..Move::default()
        };
        let numbered = self.moves.into_iter().zip(0..).filter(|(found, _)| is_played(found));
        let numbered = numbered.map(|(found, number)| (count(found), number));
        let (mut moves, numbers): (Vec<Move>, Vec<u16>) = numbered.unzip();
        for (found, point) in moves.iter_mut().zip(corner.points(normal, turn, numbers)) {
            found.point = Some(point);
        }
        moves.extend(Some(self.tenuki).filter(is_played).map(count));
        let mut counted = CornerMoves { games, moves, ..CornerMoves::default() };
        for found in &counted.moves {
            counted.occurrences += found.occurrences;
            counted.breakdown.add_all(&found.results.breakdown);
        }
        counted.sort();
        counted
    }
}

impl CornerMoves {
    /// Adds the counts of the same corner in other games.
    pub fn add(&mut self, other: CornerMoves) {
        self.games += other.games;
        self.occurrences += other.occurrences;
        self.breakdown.add_all(&other.breakdown);
        self.moves.extend(other.moves);
        self.moves.sort_by_key(|found| found.point);
        self.moves.dedup_by(|found, before| {
            let is_same = found.point == before.point;
            if is_same {
                before.occurrences += found.occurrences;
                before.results.add_all(&found.results);
            }
            is_same
        });
        self.sort();
    }

    fn sort(&mut self) {
        let key = |found: &Move| (Reverse((found.occurrences, found.results.games)), found.point);
        self.moves.sort_by_key(key);
    }
}
