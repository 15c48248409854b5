//! Two records in one orientation, with what differs.
//!
//! ```text
//!   submitted          known
//!
//!   ┃ . O X . ~        ┃ . O X . ~
//!   ┃ O O X . ~        ┃ O O X . ~      ◌ is a point that differs
//!   ┃ X X ◌ . ~        ┃ X X ● . ~      a is accepted by both
//!   ┃ . a . . ~        ┃ . a . b ~
//! ```

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};

use super::assessment::KnownRecord;
use super::conflicts::{AcceptedMove, AnswerGroup, LineMove, ShownBoard, load_solution};
use super::query::MatchKind;
use super::queue::Submission;
use super::record_view::{DamagedTextError, RecordView};
use crate::Color;
use crate::go::{Point, Symmetry};
use crate::gtn::{Cell, Diagram, Mark};
use crate::model::Turn;
use crate::store::{Store, StoreError, StoredPosition, StoredRecord};
use crate::svg::Picture;

/// A record as it is drawn beside another one. All points are points of the board of the view.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ShownRecord {
    /// The position in the orientation and colors that both records share.
    pub view: RecordView,
    /// Maps the board of the record to the board of the view.
    pub symmetry: Symmetry,
    /// The side to move, in these colors.
    pub turn: Turn,
    /// The points that differ from the other record.
    pub differing: Vec<Point>,
    /// The accepted first moves; equal moves of both records have one number.
    pub accepted: Vec<AcceptedMove>,
    /// The first moves that are wrong here and right in the other record.
    pub rejected: Vec<AcceptedMove>,
    /// The solution.
    pub line: Vec<LineMove>,
}

impl ShownRecord {
    /// Records of one problem with equal answers. `view` is a part of the board of the record `shown`.
    pub fn of_group(
        group: &AnswerGroup<'_>,
        view: RecordView,
        shown: &StoredRecord,
    ) -> ShownRecord {
        let AnswerGroup { records, accepted, rejected, line, .. } = group.clone();
        let symmetry = records[0].at.symmetry.then(shown.at.symmetry.inverse());
        let turn = shown.own_turn();
        ShownRecord { view, symmetry, turn, differing: Vec::new(), accepted, rejected, line }
    }

    /// All of it after an operation on the board.
    #[must_use]
    pub fn transform(self, by: Symmetry) -> ShownRecord {
        let board = self.view.place.board;
        let point = |at: Point| by.point(at, board);
        let moved = |one: AcceptedMove| AcceptedMove { at: one.at.map(point), ..one };
        let played =
            |one: LineMove| LineMove { color: by.color(one.color), at: one.at.map(point), ..one };
        ShownRecord {
            view: self.view.transform(by),
            symmetry: self.symmetry.then(by),
            turn: self.turn.transform(by),
            differing: self.differing.into_iter().map(point).collect(),
            accepted: self.accepted.into_iter().map(moved).collect(),
            rejected: self.rejected.into_iter().map(moved).collect(),
            line: self.line.into_iter().map(played).collect(),
        }
    }

    /// Maps the board of another record of the same problem to the board of the view. `first` is the record that
    /// is shown.
    pub fn view_of(&self, first: &StoredRecord, other: &StoredRecord) -> Symmetry {
        other.at.symmetry.then(first.at.symmetry.inverse()).then(self.symmetry)
    }

    /// The position with the letters of the first moves, and squares where the records differ.
    pub fn picture(&self) -> Picture {
        let moves = || self.accepted.iter().chain(&self.rejected);
        let points = moves().filter_map(|one| one.at);
        let view = self.view.grown_to_include(points.chain(self.differing.iter().copied()));
        let differing: Vec<Point> =
            self.differing.iter().filter_map(|&at| view.window_point(at)).collect();
        let board = &view.window.board;
        let diagram = Diagram::build(board.size(), view.window.open, |point| Cell {
            stone: board.get(point),
            mark: differing.contains(&point).then_some(Mark::Square),
        });
        let label =
            |one: &AcceptedMove| Some((view.window_point(one.at?)?, one.letter().to_string()));
        let labels = moves().filter_map(label).collect();
        Picture { place: Some(view.place), labels, has_coordinates: true, ..diagram.into() }
    }
}

/// A record that is to be shown.
#[derive(Clone, Copy, Debug)]
pub struct RecordToShow<'a> {
    /// The database of the record.
    pub store: &'a Store,
    /// Its position.
    pub position: &'a StoredPosition,
    /// The record.
    pub record: &'a StoredRecord,
    /// Maps the board of the record to the board that is shown.
    pub symmetry: Symmetry,
}

/// How far a point of the first board is from its point on the second one: columns and rows to the right
/// and down.
type Offset = (i16, i16);

/// A point of the first board, which need not be on that board.
type Place = (i16, i16);

/// Shows two records, which are alike in a way, beside each other. Without an offset, the boards are
/// compared where the most stones are equal.
///
/// # Errors
/// If a database cannot be read.
pub fn show_side_by_side(
    [one, other]: [RecordToShow<'_>; 2],
    kind: MatchKind,
    offset: Option<Offset>,
) -> Result<[ShownRecord; 2], StoreError> {
    let mut numbers = Vec::new();
    let views = [one.view()?, other.view()?];
    let offset = offset.unwrap_or_else(|| align(&views));
    let differing = find_differing(&views, offset, kind);
    let [left, right] = views;
    let mut left = one.show(left, (0, 0), &mut numbers)?;
    let mut right = other.show(right, offset, &mut numbers)?;
    let on_board = |shown: &ShownRecord, by: Offset| {
        let points = differing.iter().filter_map(|at| to_point((at.0 + by.0, at.1 + by.1)));
        points.filter(|&at| shown.view.place.board.contains(at)).collect()
    };
    left.differing = on_board(&left, (0, 0));
    right.differing = on_board(&right, offset);
    Ok([left, right])
}

/// Shows a submission, which is in the database `submissions`, beside one of its known records, or alone.
///
/// # Errors
/// If a database cannot be read.
pub fn show_submission(
    submissions: &Store,
    submission: &Submission,
    known: Option<(&Store, &KnownRecord)>,
) -> Result<(ShownRecord, Option<ShownRecord>), StoreError> {
    let Submission { position, record, .. } = submission;
    let own = RecordToShow { store: submissions, position, record, symmetry: Symmetry::IDENTITY };
    let Some((store, KnownRecord { key, matched, .. })) = known else {
        return Ok((own.show(own.view()?, (0, 0), &mut Vec::new())?, None));
    };
    let gone = || DamagedTextError { key: *key }.in_store(store);
    let position = &store.position(*key)?.ok_or_else(gone)?;
    let symmetry = matched.operation.inverse();
    let other = RecordToShow { store, position, record: &matched.record, symmetry };
    let [own, other] = show_side_by_side([own, other], matched.kind, None)?;
    Ok((own, Some(other)))
}

impl RecordToShow<'_> {
    fn view(&self) -> Result<RecordView, StoreError> {
        let view = RecordView::new(self.position, self.record);
        Ok(view.map_err(|error| error.in_store(self.store))?.transform(self.symmetry))
    }

    /// `numbers` are the places of the accepted moves that have numbers so far.
    fn show(
        &self,
        view: RecordView,
        offset: Offset,
        numbers: &mut Vec<Option<Place>>,
    ) -> Result<ShownRecord, StoreError> {
        let solution = load_solution(self.store, self.record)?;
        let board = ShownBoard::new(self.record, self.symmetry);
        let mut accepted: Vec<AcceptedMove> = Vec::new();
        for node in solution.accepted(self.record.turn.color()) {
            let at = board.point(node.at);
            let place = at.map(|at| (i16::from(at.col) - offset.0, i16::from(at.row) - offset.1));
            let number = numbers.iter().position(|known| *known == place).unwrap_or_else(|| {
                numbers.push(place);
                numbers.len() - 1
            });
            if accepted.iter().all(|known| known.number != number) {
                accepted.push(AcceptedMove { number, at });
            }
        }
        Ok(ShownRecord {
            view,
            symmetry: self.symmetry,
            turn: self.record.own_turn().transform(self.symmetry),
            differing: Vec::new(),
            accepted,
            rejected: Vec::new(),
            line: board.line(&solution),
        })
    }
}

fn to_point((col, row): Place) -> Option<Point> {
    Some(Point::new(u8::try_from(col).ok()?, u8::try_from(row).ok()?))
}

/// The stones of a view by their places on its board.
fn stones(view: &RecordView) -> impl Iterator<Item = (Place, Color)> {
    let origin = view.place.origin;
    view.window.board.stones().map(move |(at, color)| {
        ((i16::from(origin.col + at.col), i16::from(origin.row + at.row)), color)
    })
}

/// The offset under which the most stones are on equal ones; of several, the shortest.
fn align([one, other]: &[RecordView; 2]) -> Offset {
    let others: Vec<_> = stones(other).collect();
    let mut counts: HashMap<Offset, u32> = HashMap::new();
    for (one, color) in stones(one) {
        for (other, _) in others.iter().filter(|(_, other)| *other == color) {
            *counts.entry((other.0 - one.0, other.1 - one.1)).or_default() += 1;
        }
    }
    let best = counts.into_iter().max_by_key(|&((cols, rows), count)| {
        (count, Reverse(cols.abs() + rows.abs()), (cols, rows))
    });
    best.map_or((0, 0), |(offset, _)| offset)
}

/// The places with different stones. Of positions that are alike only in a part, those that both windows
/// show.
fn find_differing([one, other]: &[RecordView; 2], offset: Offset, kind: MatchKind) -> Vec<Place> {
    let first: HashMap<Place, Color> = stones(one).collect();
    let moved = stones(other).map(|((col, row), color)| ((col - offset.0, row - offset.1), color));
    let second: HashMap<Place, Color> = moved.collect();
    let is_part = matches!(
        kind,
        MatchKind::SameCore
            | MatchKind::NearCore
            | MatchKind::Contains
            | MatchKind::Contained
            | MatchKind::Nearest
    );
    let shows = |view: &RecordView, (col, row): Place| {
        to_point((col, row)).and_then(|at| view.window_point(at)).is_some()
    };
    let is_shown = |&(col, row): &Place| {
        !is_part || shows(one, (col, row)) && shows(other, (col + offset.0, row + offset.1))
    };
    let all: BTreeSet<Place> = first.keys().chain(second.keys()).copied().collect();
    let differs = |at: &Place| first.get(at) != second.get(at);
    all.into_iter().filter(differs).filter(is_shown).collect()
}
