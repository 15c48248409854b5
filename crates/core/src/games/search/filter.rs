//! Filters of matches, and the conversion of matches to the coordinates of the pattern.

use super::matches::{BoardMatch, Continuation, Match, PlayedStone, SearchedLine};
use crate::Color;
use crate::games::pattern::{Placement, PlacementSet, Stabilizer};
use crate::go::{Point, Symmetry};

/// Conditions on matches; the default accepts all.
#[derive(Clone, Debug, Default)]
pub struct MatchFilter {
    /// The match begins with this move or earlier.
    pub before_move: Option<u16>,
    /// The player of the next stone in the rectangle, in the colors of the pattern.
    pub next: Option<Color>,
    /// The next stones in the rectangle, in this order, under any symmetry of the pattern.
    /// Stones elsewhere may come between.
    pub sequence: Vec<(Color, Point)>,
}

impl MatchFilter {
    /// Whether [`accept`](Self::accept) needs the stones that follow a match.
    pub(super) fn needs_stones(&self) -> bool {
        !self.sequence.is_empty()
    }

    /// Converts a match in a line, if all conditions hold. `stones` returns the stones in the
    /// rectangle after the match began, and is called only if
    /// [`needs_stones`](Self::needs_stones).
    ///
    /// The symmetry of the result is the one under which the next stone is on its canonical
    /// point, or the first one under which the stones begin with `sequence`.
    pub(super) fn accept(
        &self,
        line: SearchedLine<'_>,
        found: &BoardMatch,
        placements: &PlacementSet,
        stones: impl FnOnce() -> Vec<PlayedStone>,
    ) -> Option<Match> {
        let move_number = move_number(line.setups, found.step);
        if self.before_move.is_some_and(|last| move_number > last) {
            return None;
        }
        let placement = placements.get(found.placement);
        let stabilizer = &placements.stabilizer;
        let next = found.next.map(|stone| placement.to_pattern(stone.point, stone.color));
        let symmetry = if self.needs_stones() {
            self.find_sequence(&stones(), placement, stabilizer)?
        } else {
            next.map_or(Symmetry::IDENTITY, |(point, color)| {
                stabilizer.canonicalize(point, color).1
            })
        };
        let inverse = symmetry.inverse();
        let size = stabilizer.size();
        let next = next.zip(found.next).map(|((point, color), stone)| Continuation {
            step: stone.step,
            move_number: self::move_number(line.setups, stone.step),
            point: inverse.point(point, size),
            color: inverse.color(color),
        });
        if self.next.is_some() && self.next != next.map(|next| next.color) {
            return None;
        }
        Some(Match {
            game: line.game,
            line: line.number,
            step: found.step,
            move_number,
            symmetry: symmetry.then(placement.symmetry()),
            origin: placement.origin,
            next,
        })
    }

    /// The first symmetry of the pattern under which `stones` begin with the sequence.
    fn find_sequence(
        &self,
        stones: &[PlayedStone],
        placement: Placement<'_>,
        stabilizer: &Stabilizer,
    ) -> Option<Symmetry> {
        let stones = &stones[..self.sequence.len().min(stones.len())];
        stabilizer.symmetries().find(|symmetry| {
            let inverse = symmetry.inverse();
            let stones = stones.iter().map(|stone| {
                let (point, color) = placement.to_pattern(stone.point, stone.color);
                (inverse.color(color), inverse.point(point, stabilizer.size()))
            });
            stones.eq(self.sequence.iter().copied())
        })
    }
}

/// Number of moves up to a step: all steps but step 0 and `setups`.
fn move_number(setups: &[u16], step: u16) -> u16 {
    step - setups.iter().filter(|&&setup| setup <= step).count() as u16
}
