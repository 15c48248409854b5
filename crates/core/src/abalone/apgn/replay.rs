//! The positions of a game and of its variations.

use super::{GameRecord, RecordedMove};
use crate::abalone::moves::Move;
use crate::abalone::rules::{Position, Push};

/// A variation with its positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayedVariation {
    /// The place from which it branches: the line, 0 for the game and `n + 1` for variation `n`, and
    /// the number of moves of this line before. Never the beginning of a variation, which is a place
    /// of another line.
    pub branch: (usize, usize),
    /// The number of moves from the start of the game to its beginning.
    pub before: usize,
    /// The position from which it branches, and those after its moves.
    pub positions: Vec<Position>,
    /// The moves, with what each did to the other side.
    pub moves: Vec<(Move, Push)>,
}

/// The position before some moves, and those after each of them.
fn play(mut position: Position, moves: &[RecordedMove]) -> Vec<Position> {
    let mut positions = vec![position];
    for recorded in moves {
        position.play(recorded.step).expect("the reader of games plays every move that it keeps");
        positions.push(position);
    }
    positions
}

impl GameRecord {
    /// The positions of the game: before the first move that was read, and after each one. None
    /// without a start.
    pub(crate) fn positions(&self) -> Vec<Position> {
        self.start.map(|start| play(start, &self.moves)).unwrap_or_default()
    }

    /// Replays the variations of a game that has these positions: before the first move, and after
    /// each one.
    pub(crate) fn replay_variations(&self, positions: &[Position]) -> Vec<ReplayedVariation> {
        let mut replayed: Vec<ReplayedVariation> = Vec::with_capacity(self.variations.len());
        for variation in &self.variations {
            let after = variation.after;
            let (branch, before, start) = match variation.of.map(|of| (of, &replayed[of])) {
                None => ((0, after), after, positions[after]),
                Some((_, of)) if after == 0 => (of.branch, of.before, of.positions[0]),
                Some((number, of)) => ((number + 1, after), of.before + after, of.positions[after]),
            };
            let moves = variation.moves.iter().map(|recorded| (recorded.step, recorded.push));
            let (moves, positions) = (moves.collect(), play(start, &variation.moves));
            replayed.push(ReplayedVariation { branch, before, positions, moves });
        }
        replayed
    }
}
