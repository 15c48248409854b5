//! Filters of matches, and the conversion of matches to the coordinates of the pattern.

use super::matches::{BoardMatch, Continuation, Match, PlayedMove, SearchedLine};
use super::variations::LineMatch;
use crate::Color;
use crate::games::pattern::{Placement, PlacementSet, Stabilizer};
use crate::go::{Point, Symmetry};

/// Conditions on matches; the default accepts all.
#[derive(Clone, Debug, Default)]
pub struct MatchFilter {
    /// The match begins with this move or earlier.
    pub before_move: Option<u16>,
    /// The player of the next stone in the rectangle, in the colors of the pattern. A pass is no
    /// stone.
    pub next: Option<Color>,
    /// The next stones in the rectangle, in this order, under any symmetry of the pattern.
    /// Stones elsewhere may come between, unless one of them captures in the rectangle.
    pub sequence: Vec<(Color, Point)>,
}

impl MatchFilter {
    /// Whether [`accept`](Self::accept) needs the stones that follow a match.
    pub(in crate::games) fn needs_stones(&self) -> bool {
        !self.sequence.is_empty()
    }

    /// Converts a match in a line, if all conditions hold. `stones` are the stones in the
    /// rectangle after the match began, if [`needs_stones`](Self::needs_stones).
    ///
    /// The symmetry of the result is the one under which the next stone is on its canonical
    /// point, or the first one under which the stones begin with `sequence`.
    pub(in crate::games) fn accept(
        &self,
        line: SearchedLine<'_>,
        found: &BoardMatch,
        placements: &PlacementSet,
        stones: &[PlayedMove],
    ) -> Option<Match> {
        let move_number = move_number(line.setups, found.step);
        if self.before_move.is_some_and(|last| move_number > last) {
            return None;
        }
        let placement = placements.get(found.placement);
        let stabilizer = &placements.stabilizer;
        let next = found.next.map(|stone| placement.to_pattern(stone.point, stone.color));
        let symmetry = if self.needs_stones() {
            self.find_sequence(stones, placement, stabilizer)?
        } else {
            match next {
                Some((Some(point), color)) => stabilizer.canonicalize(point, color).1,
                Some((None, _)) | None => Symmetry::IDENTITY,
            }
        };
        let inverse = symmetry.inverse();
        let size = stabilizer.size();
        let next = next.zip(found.next).map(|((point, color), played)| Continuation {
            step: played.step,
            move_number: self::move_number(line.setups, played.step),
            point: point.map(|point| inverse.point(point, size)),
            color: inverse.color(color),
            played: played.point.map(|point| placement.board_point(point)),
        });
        let stone = next.filter(|next| next.point.is_some());
        if self.next.is_some() && self.next != stone.map(|stone| stone.color) {
            return None;
        }
        Some(Match {
            game: line.game,
            line: line.number,
            is_again: false,
            step: found.step,
            move_number,
            symmetry: symmetry.then(placement.symmetry()),
            origin: placement.origin,
            next,
        })
    }

    /// Converts a match that several lines may share, as it goes on in one of them. `None` also
    /// if it was accepted with the same next move in an earlier line.
    pub(super) fn accept_in_line(
        &self,
        line: SearchedLine<'_>,
        found: &mut LineMatch,
        placements: &PlacementSet,
    ) -> Option<Match> {
        let accepted = self.accept(line, &found.found, placements, &found.stones)?;
        let next = accepted.next.map(|next| (next.point, next.color));
        if found.accepted.contains(&next) {
            return None;
        }
        let is_again = !found.accepted.is_empty();
        found.accepted.push(next);
        Some(Match { is_again, ..accepted })
    }

    /// The first symmetry of the pattern under which `stones` begin with the sequence.
    fn find_sequence(
        &self,
        stones: &[PlayedMove],
        placement: Placement<'_>,
        stabilizer: &Stabilizer,
    ) -> Option<Symmetry> {
        let stones = &stones[..self.sequence.len().min(stones.len())];
        stabilizer.symmetries().find(|symmetry| {
            let inverse = symmetry.inverse();
            let stones = stones.iter().map(|stone| {
                let (point, color) = placement.to_pattern(stone.point, stone.color);
                (inverse.color(color), point.map(|point| inverse.point(point, stabilizer.size())))
            });
            stones.eq(self.sequence.iter().map(|&(color, point)| (color, Some(point))))
        })
    }
}

/// Number of moves up to a step: all steps but step 0 and `setups`.
fn move_number(setups: &[u16], step: u16) -> u16 {
    step - setups.iter().filter(|&&setup| setup <= step).count() as u16
}
