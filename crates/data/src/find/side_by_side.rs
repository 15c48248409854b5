//! A submitted record and a known one in one orientation, with what differs.
//!
//! ```text
//!   submitted          known
//!
//!   ┃ . O X . ~        ┃ . O X . ~
//!   ┃ O O X . ~        ┃ O O X . ~      ◌ is a point that differs
//!   ┃ X X ◌ . ~        ┃ X X ● . ~      a is accepted by both
//!   ┃ . a . . ~        ┃ . a . b ~
//! ```

use std::collections::{BTreeSet, HashMap};

use super::assessment::KnownRecord;
use super::conflicts::{LineMove, build_frame, load_solution};
use super::query::MatchKind;
use super::queue::Submission;
use super::record_view::{DamagedTextError, RecordView};
use crate::Color;
use crate::go::{Point, Symmetry};
use crate::gtn::{Cell, Diagram, Mark};
use crate::model::Turn;
use crate::store::{Store, StoreError, StoredPosition, StoredRecord};
use crate::svg::Picture;

/// A record beside another one.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ShownRecord {
    /// The position in the orientation and colors of the submitted record.
    pub view: RecordView,
    /// The side to move, in these colors.
    pub turn: Turn,
    /// The points of its board that differ from the other record.
    pub differing: Vec<Point>,
    /// The accepted first moves with their letters, equal for equal moves; `None` for tenuki.
    pub accepted: Vec<(String, Option<Point>)>,
    /// The solution.
    pub line: Vec<LineMove>,
}

/// Maps a submitted record to the board of a known one: columns and rows to the right and down.
type Offset = (i16, i16);

impl ShownRecord {
    /// The position with the letters of the accepted moves, and squares where the records differ.
    pub fn picture(&self) -> Picture {
        let accepted = self.accepted.iter().filter_map(|(_, at)| *at);
        let view = self.view.grown_to_include(accepted.chain(self.differing.iter().copied()));
        let differing: Vec<Point> =
            self.differing.iter().filter_map(|&at| view.window_point(at)).collect();
        let board = &view.window.board;
        let diagram = Diagram::build(board.size(), view.window.open, |point| Cell {
            stone: board.get(point),
            mark: differing.contains(&point).then_some(Mark::Square),
        });
        let label = |(letter, at): &(String, Option<Point>)| {
            Some((view.window_point((*at)?)?, letter.clone()))
        };
        let labels = self.accepted.iter().filter_map(label).collect();
        Picture { place: Some(view.place), labels, has_coordinates: true, ..diagram.into() }
    }
}

/// Shows a submission, which is in the database `submissions`, beside one of its known records, or alone.
///
/// # Errors
/// If a database cannot be read.
pub fn show_side_by_side(
    submissions: &Store,
    submission: &Submission,
    known: Option<(&Store, &KnownRecord)>,
) -> Result<(ShownRecord, Option<ShownRecord>), StoreError> {
    let mut letters = Vec::new();
    let Submission { position, record, .. } = submission;
    let mut own = show(submissions, position, record, Symmetry::IDENTITY, (0, 0), &mut letters)?;
    let Some((store, KnownRecord { key, matched, .. })) = known else { return Ok((own, None)) };
    let gone = || DamagedTextError { key: *key }.in_store(store);
    let position = store.position(*key)?.ok_or_else(gone)?;
    let back = matched.operation.inverse();
    let view =
        RecordView::new(&position, &matched.record).map_err(|error| error.in_store(store))?;
    let offset = align(&own.view, &view.transform(back));
    let mut other = show(store, &position, &matched.record, back, offset, &mut letters)?;
    let differing = find_differing(&own.view, &other.view, offset, matched.kind);
    own.differing = differing.iter().filter_map(|&at| to_point(at)).collect();
    let moved =
        differing.iter().filter_map(|&(col, row)| to_point((col + offset.0, row + offset.1)));
    other.differing = moved.filter(|&at| other.view.place.board.contains(at)).collect();
    own.differing.retain(|&at| own.view.place.board.contains(at));
    Ok((own, Some(other)))
}

/// A point of the submitted board, which need not be on it.
type Place = (i16, i16);

fn to_point((col, row): Place) -> Option<Point> {
    Some(Point::new(u8::try_from(col).ok()?, u8::try_from(row).ok()?))
}

/// Shows a record after an operation. `letters` are the places that have letters so far, on the
/// submitted board.
fn show(
    store: &Store,
    position: &StoredPosition,
    record: &StoredRecord,
    symmetry: Symmetry,
    offset: Offset,
    letters: &mut Vec<Option<Place>>,
) -> Result<ShownRecord, StoreError> {
    let view = RecordView::new(position, record).map_err(|error| error.in_store(store))?;
    let solution = load_solution(store, record)?;
    let (frame, board) = (build_frame(record), record.placement.board);
    let point = |at| frame.to_board(at, board).map(|at| symmetry.point(at, board));
    let mut accepted = Vec::new();
    for node in solution.accepted(record.turn.color()) {
        let at = node.at.and_then(point);
        let place = at.map(|at| (i16::from(at.col) - offset.0, i16::from(at.row) - offset.1));
        let number = letters.iter().position(|known| *known == place).unwrap_or_else(|| {
            letters.push(place);
            letters.len() - 1
        });
        let letter = ('a'..='z').chain('A'..='Z').nth(number).unwrap_or('?');
        if accepted.iter().all(|(_, known)| *known != at) {
            accepted.push((letter.to_string(), at));
        }
    }
    let mut line: Vec<LineMove> = Vec::with_capacity(solution.nodes.len());
    for node in &solution.nodes {
        let depth = node.parent.map_or(0, |parent| line[parent as usize].depth + 1);
        let color = symmetry.color(record.at.symmetry.color(node.color));
        line.push(LineMove::new(depth, color, node.at.and_then(point), node.verdict));
    }
    let turn = record.own_turn().transform(symmetry);
    Ok(ShownRecord { view: view.transform(symmetry), turn, differing: Vec::new(), accepted, line })
}

/// The stones of a view by their places on its board.
fn stones(view: &RecordView) -> impl Iterator<Item = (Place, Color)> {
    let origin = view.place.origin;
    view.window.board.stones().map(move |(at, color)| {
        ((i16::from(origin.col + at.col), i16::from(origin.row + at.row)), color)
    })
}

/// The offset under which the most stones are on equal ones; of several, the shortest.
fn align(own: &RecordView, other: &RecordView) -> Offset {
    let others: Vec<_> = stones(other).collect();
    let mut counts: HashMap<Offset, u32> = HashMap::new();
    for (one, color) in stones(own) {
        for (other, _) in others.iter().filter(|(_, other)| *other == color) {
            *counts.entry((other.0 - one.0, other.1 - one.1)).or_default() += 1;
        }
    }
    let best = counts.into_iter().max_by_key(|&((cols, rows), count)| {
        (count, std::cmp::Reverse(cols.abs() + rows.abs()), (cols, rows))
    });
    best.map_or((0, 0), |(offset, _)| offset)
}

/// The places with different stones. Of positions one of which is only a part of the other, those
/// that both windows show.
fn find_differing(
    own: &RecordView,
    other: &RecordView,
    offset: Offset,
    kind: MatchKind,
) -> Vec<Place> {
    let (one, others): (HashMap<_, _>, HashMap<_, _>) = (
        stones(own).collect(),
        stones(other)
            .map(|((col, row), color)| ((col - offset.0, row - offset.1), color))
            .collect(),
    );
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
    let all: BTreeSet<Place> = one.keys().chain(others.keys()).copied().collect();
    let differs = |at: &Place| one.get(at) != others.get(at);
    let is_shown = |&(col, row): &Place| {
        !is_part || shows(own, (col, row)) && shows(other, (col + offset.0, row + offset.1))
    };
    all.into_iter().filter(differs).filter(is_shown).collect()
}
