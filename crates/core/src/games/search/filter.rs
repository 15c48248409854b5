//! Filters of matches, and the conversion of matches to the coordinates of the pattern.

use super::matches::{BoardMatch, Continuation, Match, PlayedMove, SearchedLine};
use super::variations::LineMatch;
use crate::Color;
use crate::games::pattern::{Placement, PlacementSet, Stabilizer};
use crate::go::{Point, Size, Symmetry};

/// Conditions on matches; the default accepts all.
#[derive(Clone, Debug, Default)]
pub struct MatchFilter {
    /// The match begins with one of these moves.
    pub moves: MoveRange,
    /// The match is at this place, or at one of its images.
    pub anchor: Option<Anchor>,
    /// The player of the next stone in the rectangle, in the colors of the pattern. A pass is no
    /// stone.
    pub next: Option<Color>,
    /// The next stones in the rectangle, in this order, under any symmetry of the pattern.
    /// Stones elsewhere may come between, unless one of them captures in the rectangle.
    pub sequence: Vec<(Color, Point)>,
}

/// The moves with which a position may begin, both ends included; the default are all. Move 0 is before the
/// first move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveRange {
    first: u16,
    last: u16,
}

impl MoveRange {
    /// The moves from `first` to `last`, as far as given.
    pub fn new(first: Option<u16>, last: Option<u16>) -> MoveRange {
        MoveRange { first: first.unwrap_or(0), last: last.unwrap_or(u16::MAX) }
    }

    /// Whether the last move is before the first one.
    pub fn is_empty(self) -> bool {
        self.last < self.first
    }

    /// Whether a move is one of them. Numbers above 65,535 count as this number.
    #[inline]
    pub fn contains(self, number: u32) -> bool {
        (self.first..=self.last).contains(&u16::try_from(number).unwrap_or(u16::MAX))
    }
}

impl Default for MoveRange {
    fn default() -> MoveRange {
        MoveRange::new(None, None)
    }
}

/// The place of a pattern on a board. Its images are those of the whole board with the pattern there,
/// under the symmetries: eight places, or fewer if some of them are the same.
///
/// ```text
///   . a . . . b .     A pattern at a has its images at b to h, each turned or mirrored as the board is.
///   c . . . . . d
///   . . . . . . .
///   e . . . . . f
///   . g . . . h .
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Anchor {
    /// The point of the board under the top left point of the pattern.
    pub origin: Point,
    /// The size of the board.
    pub board: Size,
}

impl Anchor {
    /// Whether a placement on a board is the image of the place under the symmetry of the placement, or
    /// under another one that gives the same image of the pattern.
    fn holds(self, placement: Placement<'_>, board: Size, stabilizer: &Stabilizer) -> bool {
        stabilizer.symmetries().any(|fixing| {
            let symmetry = fixing.then(placement.symmetry());
            let last = stabilizer.size();
            let far =
                Point::new(self.origin.col + last.cols() - 1, self.origin.row + last.rows() - 1);
            if symmetry.size(self.board) != board || !self.board.contains(far) {
                return false;
            }
            let [one, other] = [self.origin, far].map(|point| symmetry.point(point, self.board));
            let image = Point::new(one.col.min(other.col), one.row.min(other.row));
            image == placement.origin
        })
    }
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
        if !self.moves.contains(move_number.into()) {
            return None;
        }
        let placement = placements.get(found.placement);
        let stabilizer = &placements.stabilizer;
        let is_there = |anchor: Anchor| anchor.holds(placement, placements.board(), stabilizer);
        if !self.anchor.is_none_or(is_there) {
            return None;
        }
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
