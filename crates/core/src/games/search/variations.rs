//! Matches in variations: every variation is replayed, and the inverted index gives the
//! placements that a change of a point can complete. A match that an earlier line began goes on
//! in a variation that leaves this line before the match has its next move.

use super::matches::{BoardMatch, PlayedMove};
use crate::Color;
use crate::games::index::{PackedChange, PointFilter, VariationTree};
use crate::games::pattern::{Placement, PlacementIndex, PlacementSet};
use crate::go::Point;

/// A match of the current line, which may have begun in an earlier one.
#[derive(Debug)]
pub(super) struct LineMatch {
    /// The match with its next move in the current line.
    pub found: BoardMatch,
    /// The stones inside of the rectangle after the match began, in order, if wanted, until
    /// `stops`.
    pub stones: Vec<PlayedMove>,
    /// The step in which a stone elsewhere captures inside of the rectangle, or [`u16::MAX`].
    stops: u16,
    /// The next moves, in the pattern, with which the match was accepted so far.
    pub accepted: Vec<Option<(Option<Point>, Color)>>,
    /// The number of setups before the first move, of a match in step 0.
    start: u16,
}

impl LineMatch {
    pub(super) fn new(found: BoardMatch, stones: Vec<PlayedMove>, stops: u16) -> LineMatch {
        LineMatch { found, stones, stops, accepted: Vec::new(), start: 0 }
    }

    /// Whether the placement still matches, and no move has been played inside.
    fn is_open(&self) -> bool {
        self.found.closes == u16::MAX
    }

    /// Whether a line that shares this many steps with the current one may continue the match in
    /// another way.
    fn may_differ(&self, shared: u16, wants_stones: bool) -> bool {
        let ends = if wants_stones { self.stops } else { self.found.closes };
        self.found.step < shared && shared <= ends
    }

    /// Goes back to the state after the first `steps` steps.
    fn go_back(&mut self, steps: u16) {
        if self.found.closes >= steps {
            (self.found.closes, self.found.next) = (u16::MAX, None);
        }
        if self.stops >= steps {
            self.stops = u16::MAX;
        }
        while self.stones.pop_if(|stone| stone.step >= steps).is_some() {}
    }
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
    /// The matches of the current line by step, and those of them that may go on in another way
    /// than in the lines before.
    matches: Vec<LineMatch>,
    current: Vec<usize>,
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
        let (undo, matches, current) = (vec![], vec![], vec![]);
        Replay { placements, index, wants_stones, board, undo, matches, current }
    }

    /// Passes the number of each line, its setups and its matches to `visit`, each by step and
    /// placement. `main_line` are the matches of the main line. A variation has the matches that
    /// it begins, and those that it may continue in another way than earlier lines.
    pub(super) fn find_matches(
        &mut self,
        variations: &VariationTree,
        main_line: impl Iterator<Item = LineMatch>,
        mut visit: impl FnMut(u32, &[u16], &mut LineMatch),
    ) {
        self.matches.clear();
        let start = variations.start(0);
        self.matches.extend(main_line.map(|found| LineMatch { start, ..found }));
        self.matches.iter_mut().for_each(|found| visit(0, variations.setups(0), found));
        let may_match = |placement| may_match(placement, &variations.filter);
        let may_begin = variations.has_other_start || self.placements.iter().any(may_match);
        let may_differ = |line| {
            let shared = variations.shared(line);
            self.matches.iter().any(|found| found.may_differ(shared, self.wants_stones))
        };
        let may_go_on = || self.has_next_moves() && variations.variations().any(may_differ);
        if !may_begin && !may_go_on() {
            return;
        }
        self.undo_to(0);
        // The kernel finds the matches of the main line: change only what the variations share.
        let main_line = variations.changes(0).iter().filter(|change| change.is_somewhere());
        main_line.take(variations.kept(1)).for_each(|&change| self.change(0, change));
        for line in variations.variations() {
            self.undo_to(variations.kept(line));
            let (shared, setups) = (variations.shared(line), variations.setups(line));
            let start = variations.start(line);
            self.leave_line(shared, start);
            let earlier = self.matches.len();
            self.play(variations.changes(line), shared, setups);
            self.matches[earlier..].iter_mut().for_each(|found| found.start = start);
            self.matches[earlier..].sort_by_key(|found| (found.found.step, found.found.placement));
            for &number in &self.current {
                let found = &mut self.matches[number];
                // Elsewhere than on a whole board, a match without next move has nothing new.
                let is_new = number >= earlier || found.found.next.is_some();
                if is_new || self.wants_stones || self.placements.is_whole_board {
                    visit(line as u32, setups, found);
                }
            }
        }
    }

    /// Whether a move can follow inside of the pattern: a stone on an empty point or a wildcard,
    /// or a pass.
    fn has_next_moves(&self) -> bool {
        let has_room = |placement: Placement<'_>| {
            !placement.empty().is_empty() || !placement.wildcards().is_empty()
        };
        self.wants_stones
            || self.placements.is_whole_board
            || self.placements.iter().next().is_some_and(has_room)
    }

    /// Keeps the matches that the next line has, or may share with a line that follows. The next
    /// line has `shared` steps in common with earlier ones, and so many setups before its first
    /// move.
    fn leave_line(&mut self, shared: u16, start: u16) {
        self.current.clear();
        let is_gone = |found: &mut LineMatch| match shared {
            0 => found.found.step > 0 || found.start >= start,
            _ => found.found.step >= shared || found.found.step == 0 && found.start > start,
        };
        while self.matches.pop_if(is_gone).is_some() {}
        if !self.has_next_moves() {
            return;
        }
        for (found, number) in self.matches.iter_mut().zip(0..) {
            let is_shared = found.found.step > 0 || found.start == start;
            if is_shared && found.may_differ(shared, self.wants_stones) {
                found.go_back(shared);
                self.current.push(number);
            }
        }
    }

    /// Adds a match that begins with a step.
    fn begin_match(&mut self, step: u16, placement: u32) {
        let found = BoardMatch { step, placement, next: None, closes: u16::MAX };
        self.current.push(self.matches.len());
        self.matches.push(LineMatch::new(found, Vec::new(), u16::MAX));
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
        let mut any_open = !self.current.is_empty();
        let steps = changes.chunk_by(|_, next| !next.is_first_of_step());
        for (changes, step) in steps.zip(first..u16::MAX) {
            let start = self.undo.len();
            let somewhere = changes.iter().filter(|change| change.is_somewhere());
            somewhere.for_each(|&change| self.change(step, change));
            if any_open {
                self.record_stones(start, setups.binary_search(&step).is_err());
                if let (Some(color), true) = (changes[0].passing(), self.placements.is_whole_board)
                {
                    self.record_pass(step, color);
                }
            }
            match step {
                0 => self.begin_line(),
                _ => self.begin_matches(start),
            }
            any_open = self.current.iter().any(|&i| self.matches[i].is_open() || self.wants_stones);
        }
    }

    /// Adds the placements that match before the first move.
    fn begin_line(&mut self) {
        let placements = self.placements;
        for placement in placements.iter() {
            if placement.matches(&self.board) {
                self.begin_match(0, placement.number);
            }
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
        for &number in &self.current {
            let found = &mut matches[number];
            if !found.is_open() && !self.wants_stones {
                continue;
            }
            let placement = self.placements.get(found.found.placement);
            let is_inside = |change: &UndoEntry| placement.requirement(change.point).is_some();
            let mut has_stone = false;
            for change in step.iter().filter(|change| is_move && is_inside(change)) {
                let &UndoEntry { step, point, after, .. } = change;
                let Some(color) = after else {
                    if !has_stone {
                        found.stops = found.stops.min(step);
                    }
                    continue;
                };
                has_stone = true;
                let stone = PlayedMove { step, point: Some(point), color };
                if found.is_open() {
                    (found.found.next, found.found.closes) = (Some(stone), step);
                }
                if self.wants_stones && found.stops == u16::MAX {
                    found.stones.push(stone);
                }
            }
            let ends = |i: usize| placement.constrains(step[i].point) && self.is_effective(step, i);
            if found.is_open() && (0..step.len()).any(ends) {
                found.found.closes = step[0].step;
            }
        }
        self.matches = matches;
    }

    /// Records a pass as the next move of the open matches.
    fn record_pass(&mut self, step: u16, color: Color) {
        for &number in &self.current {
            let BoardMatch { next, closes, .. } = &mut self.matches[number].found;
            if *closes == u16::MAX {
                (*next, *closes) = (Some(PlayedMove { step, point: None, color }), step);
            }
        }
    }

    /// Adds the placements that match after a step, the changes from `start` on, and did
    /// not match before.
    fn begin_matches(&mut self, start: usize) {
        let placements = self.placements;
        let mut begun = Vec::new();
        let step = &self.undo[start..];
        for (i, change) in step.iter().enumerate() {
            let state = self.board[usize::from(change.point)];
            let postings = self.index.requiring(change.point, state);
            if postings.is_empty() || !self.is_effective(step, i) {
                continue;
            }
            for &number in postings {
                let placement = placements.get(number);
                // Several points of a placement may have changed: the first one counts.
                let is_found_by =
                    |i: usize| placement.constrains(step[i].point) && self.is_effective(step, i);
                if placement.matches(&self.board) && !(0..i).any(is_found_by) {
                    begun.push((change.step, number));
                }
            }
        }
        begun.into_iter().for_each(|(step, number)| self.begin_match(step, number));
    }
}
