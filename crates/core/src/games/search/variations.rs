//! Matches in variations: every variation is replayed, and the inverted index gives the
//! placements that a change of a point can complete.

use super::matches::{BoardMatch, PlayedStone};
use crate::Color;
use crate::games::index::{PackedChange, PointFilter, VariationTree};
use crate::games::pattern::{Placement, PlacementIndex, PlacementSet};

/// A match in a variation.
#[derive(Debug)]
pub(super) struct VariationMatch {
    pub found: BoardMatch,
    /// The stones inside of the rectangle after the match began, in order, if wanted.
    pub stones: Vec<PlayedStone>,
    /// Whether the placement still matches, and no stone has been played inside.
    is_open: bool,
}

/// Replays variations on a board, with undo.
#[derive(Debug)]
pub(super) struct Replay<'a> {
    placements: &'a PlacementSet,
    index: &'a PlacementIndex,
    /// Whether all stones after a match are wanted, not just the next one.
    wants_stones: bool,
    board: Vec<Option<Color>>,
    undo: Vec<UndoEntry>,
    /// The matches of the current line.
    matches: Vec<VariationMatch>,
}

/// A change of the current line, and the state of the point before.
#[derive(Clone, Copy, Debug)]
struct UndoEntry {
    step: u16,
    point: u16,
    before: Option<Color>,
    after: Option<Color>,
}

/// Whether a match of the placement may begin in some variation. That takes all its stones
/// or, if it has none, a point that becomes empty.
fn may_match(placement: Placement<'_>, filter: &PointFilter) -> bool {
    let at = |point: &u16| placement.offset + point;
    if Color::ALL.into_iter().all(|color| placement.stones(color).is_empty()) {
        return placement.empty().iter().any(|point| filter.becomes_empty(at(point)));
    }
    Color::ALL
        .into_iter()
        .all(|color| placement.stones(color).iter().all(|point| filter.has_stone(at(point), color)))
}

impl<'a> Replay<'a> {
    pub(super) fn new(
        placements: &'a PlacementSet,
        index: &'a PlacementIndex,
        wants_stones: bool,
    ) -> Replay<'a> {
        let board = vec![None; placements.area()];
        Replay { placements, index, wants_stones, board, undo: vec![], matches: vec![] }
    }

    /// Passes the number of each variation, its matches by step and placement, and its setups
    /// to `visit`. A match belongs to the first line that has its position.
    pub(super) fn find_matches(
        &mut self,
        variations: &VariationTree,
        mut visit: impl FnMut(u32, &[VariationMatch], &[u16]),
    ) {
        let may_match = |placement| may_match(placement, &variations.filter);
        if !variations.has_other_start && !self.placements.iter().any(may_match) {
            return;
        }
        self.undo_to(0);
        // The kernel finds the matches of the main line: change only what the variations share.
        let main_line = variations.changes(0).iter().filter(|change| change.is_somewhere());
        main_line.take(variations.kept(1)).for_each(|&change| self.change(0, change));
        for line in variations.variations() {
            self.undo_to(variations.kept(line));
            let setups = variations.setups(line);
            self.play(variations.changes(line), variations.shared(line), setups);
            if !self.matches.is_empty() {
                self.matches.sort_by_key(|found| (found.found.step, found.found.placement));
                visit(line as u32, &self.matches, setups);
                self.matches.clear();
            }
        }
    }

    /// Goes back to the position after this number of changes.
    fn undo_to(&mut self, changes: usize) {
        for change in self.undo.drain(changes..).rev() {
            self.board[usize::from(change.point)] = change.before;
        }
    }

    /// Changes a point in a step.
    fn change(&mut self, step: u16, change: PackedChange) {
        let (point, after) = (change.point(), change.stone());
        let before = std::mem::replace(&mut self.board[usize::from(point)], after);
        self.undo.push(UndoEntry { step, point, before, after });
    }

    /// Plays changes, which belong to the steps from `first` on, and adds the matches that
    /// begin with them. `setups` are the steps of the line that are setups.
    fn play(&mut self, changes: &[PackedChange], first: u16, setups: &[u16]) {
        let mut any_open = false;
        let steps = changes.chunk_by(|_, next| !next.is_first_of_step());
        for (changes, step) in steps.zip(first..u16::MAX) {
            let start = self.undo.len();
            let changes = changes.iter().filter(|change| change.is_somewhere());
            changes.for_each(|&change| self.change(step, change));
            if any_open {
                self.record_stones(start, setups.binary_search(&step).is_err());
            }
            match step {
                0 => self.begin_line(),
                _ => self.begin_matches(start),
            }
            any_open = self.matches.iter().any(|found| found.is_open || self.wants_stones);
        }
    }

    /// Adds the placements that match before the first move.
    fn begin_line(&mut self) {
        for placement in self.placements.iter().filter(|placement| placement.matches(&self.board)) {
            let found = BoardMatch { step: 0, placement: placement.number, next: None };
            self.matches.push(VariationMatch { found, stones: vec![], is_open: true });
        }
    }

    /// Whether change `i` of a step has changed its point, compared with the state before
    /// the step. Of several changes of one point, only the first counts.
    fn is_effective(&self, step: &[UndoEntry], i: usize) -> bool {
        let UndoEntry { point, before, .. } = step[i];
        self.board[usize::from(point)] != before
            && step[..i].iter().all(|other| other.point != point)
    }

    /// Records the stones of a step, the changes from `start` on, for the open matches if the
    /// step is a move, and closes the matches that the step ends.
    fn record_stones(&mut self, start: usize, is_move: bool) {
        let step = &self.undo[start..];
        let mut matches = std::mem::take(&mut self.matches);
        for VariationMatch { found, stones, is_open } in &mut matches {
            if !*is_open && !self.wants_stones {
                continue;
            }
            let placement = self.placements.get(found.placement);
            for &UndoEntry { step, point, after, .. } in step {
                let Some(color) = after.filter(|_| is_move) else { continue };
                if placement.requirement(point).is_some() {
                    let stone = PlayedStone { step, point, color };
                    if *is_open {
                        found.next.get_or_insert(stone);
                    }
                    if self.wants_stones {
                        stones.push(stone);
                    }
                }
            }
            let ends = |i: usize| placement.constrains(step[i].point) && self.is_effective(step, i);
            *is_open = *is_open && found.next.is_none() && !(0..step.len()).any(ends);
        }
        self.matches = matches;
    }

    /// Adds the placements that match after a step, the changes from `start` on, and did
    /// not match before.
    fn begin_matches(&mut self, start: usize) {
        let step = &self.undo[start..];
        for (i, change) in step.iter().enumerate() {
            let state = self.board[usize::from(change.point)];
            let postings = self.index.requiring(change.point, state);
            if postings.is_empty() || !self.is_effective(step, i) {
                continue;
            }
            for &number in postings {
                let placement = self.placements.get(number);
                // Several points of a placement may have changed: the first one counts.
                let is_found_by =
                    |i: usize| placement.constrains(step[i].point) && self.is_effective(step, i);
                if placement.matches(&self.board) && !(0..i).any(is_found_by) {
                    let found = BoardMatch { step: change.step, placement: number, next: None };
                    self.matches.push(VariationMatch { found, stones: vec![], is_open: true });
                }
            }
        }
    }
}
