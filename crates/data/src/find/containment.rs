//! Finds positions that contain a pattern, or are contained in a position.

use super::decisions::Decisions;
use super::position_index::PositionIndex;
use super::query::MatchKind;
use super::record_view::RecordView;
use super::walk::walk_positions;

use super::canonical_board::build_frame;
use super::conflicts::load_solution;
use crate::go::{Board, Point, Sides, Symmetry};
use crate::gtn::{Pattern, SubPosition};
use crate::model::{Placement, Turn};
use crate::similarity::{
    self, Containing, ContainmentHit, Edges, QueryPoint, SketchFilter, Within,
};
use crate::solution::{Solution, SolutionNode};
use crate::store::{Store, StoreError, StoredRecord};
use crate::{Color, PositionKey};

/// A search for positions that contain the query, or are contained in it.
#[derive(Debug)]
#[non_exhaustive]
pub enum ContainmentQuery {
    /// Finds positions that contain a pattern.
    Containing(Containing),
    /// Finds positions that a position contains.
    Within(Within),
}

/// A record that contains the query, or is contained in it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ContainmentMatch {
    /// The key of the record's position.
    pub key: PositionKey,
    /// [`MatchKind::Contains`] or [`MatchKind::Contained`].
    pub kind: MatchKind,
    /// The operation that maps the query to the record's own board; the first
    /// one if there are several.
    pub operation: Symmetry,
    /// Where the upper left point of the query lies on the record's board,
    /// counted from 0; the first place if there are several. The point may be
    /// off the board where the query demands nothing, or where an edge is far
    /// away.
    pub at: QueryPoint,
    /// The number of places.
    pub placements: u32,
    /// The side to move in the record, in the colors of the query.
    pub turn: Turn,
    /// The record.
    pub record: StoredRecord,
}

impl ContainmentQuery {
    /// Finds the matching positions.
    pub fn find(&self, positions: &PositionIndex) -> Vec<ContainmentHit> {
        match self {
            ContainmentQuery::Containing(search) => search.find(positions.index()),
            ContainmentQuery::Within(search) => search.find(positions.index()),
        }
    }

    /// Passes over the positions that cannot match.
    pub(super) fn filter(&self) -> SketchFilter<'_> {
        match self {
            ContainmentQuery::Containing(search) => SketchFilter::containing(search),
            ContainmentQuery::Within(search) => SketchFilter::within(search),
        }
    }

    fn placements(
        &self,
        positions: &PositionIndex,
        found: &ContainmentHit,
    ) -> Vec<similarity::Placement> {
        match self {
            ContainmentQuery::Containing(search) => {
                search.find_placements(positions.index(), found)
            }
            ContainmentQuery::Within(search) => search.find_placements(positions.index(), found),
        }
    }

    /// Loads the records of a position that [`find`](Self::find) returned, in
    /// the order of import. With a turn, only records in which this color may
    /// be to move, in the colors of the query at one of its places.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn load_records(
        &self,
        store: &Store,
        positions: &PositionIndex,
        found: &ContainmentHit,
        turn: Option<Color>,
    ) -> Result<Vec<ContainmentMatch>, StoreError> {
        let kind = match self {
            ContainmentQuery::Containing(_) => MatchKind::Contains,
            ContainmentQuery::Within(_) => MatchKind::Contained,
        };
        let placements = self.placements(positions, found);
        let matched = |record: StoredRecord| {
            let (symmetry, region) = (record.at.symmetry, record.placement.region);
            // No placement fits a record whose window has another size than the
            // indexed one; such a record has an entry of its own in the index.
            let own_turn = record.own_turn();
            let turn_under = |operation: Symmetry| own_turn.transform(operation.inverse());
            let has_turn = |operation| match (turn, turn_under(operation)) {
                (None, _) | (_, Turn::Either | Turn::Unknown) => true,
                (wanted, found) => found == Turn::of(wanted),
            };
            let (operation, at) = placements
                .iter()
                .filter_map(|place| place.locate_in_record(symmetry, region))
                .filter(|&(operation, _)| has_turn(operation))
                .min()?;
            let turn = turn_under(operation);
            let (key, placements) = (positions.key(found.number), found.placements);
            Some(ContainmentMatch { key, kind, operation, at, placements, turn, record })
        };
        let records = store.records(positions.id(found.number))?;
        Ok(records.into_iter().filter_map(matched).collect())
    }
}

/// The fewest stones of a problem that is looked for in others.
pub const MIN_CONTAINED_STONES: usize = 6;

/// A position with moves, to be compared with all others that contain it or lie in it.
#[derive(Clone, Debug)]
pub struct ContainedQuery<'a> {
    /// The position.
    pub window: &'a SubPosition,
    /// The same position with as much of its board as is known: the windows of problems on a board
    /// can reach an edge that the window of the whole board does not reach.
    pub board: SubPosition,
    /// The side to move, if it is known.
    pub turn: Option<Color>,
    /// All moves of its solution, from the first point of `board`.
    pub moves: Vec<(Color, QueryPoint)>,
    /// Those that are accepted first moves, from the first point of the window.
    pub accepted: Vec<(Color, QueryPoint)>,
}

impl<'a> ContainedQuery<'a> {
    /// A record with its solution, on its own board.
    pub fn of_record(
        view: &'a RecordView,
        record: &StoredRecord,
        solution: &Solution,
    ) -> ContainedQuery<'a> {
        let (frame, back) = (build_frame(record), record.at.symmetry.inverse());
        let Placement { board: size, region, .. } = record.placement;
        let mut board = Board::new(size);
        for (at, color) in view.window.board.stones() {
            let at = Point::new(at.col + region.origin.col, at.row + region.origin.row);
            board.set(at, Some(color));
        }
        let place = |nodes: &[SolutionNode], origin: Point| -> Vec<(Color, QueryPoint)> {
            let place = |node: &SolutionNode| {
                let at = frame.to_board(node.at?, record.placement.board)?;
                let col = i16::from(at.col) - i16::from(origin.col);
                let row = i16::from(at.row) - i16::from(origin.row);
                Some((back.color(node.color), QueryPoint { row, col }))
            };
            nodes.iter().filter_map(place).collect()
        };
        ContainedQuery {
            window: &view.window,
            board: SubPosition { board, open: Sides::NONE },
            turn: record.own_turn().color(),
            moves: place(&solution.nodes, Point::new(0, 0)),
            accepted: place(&solution.accepted(record.turn.color()), region.origin),
        }
    }

    /// Finds the records that contain the position, and with `also_within` those that lie in it,
    /// each with whether the answer of the smaller position is among the moves of the larger one.
    /// Positions with fewer than [`MIN_CONTAINED_STONES`] stones are not looked for.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn find(
        &self,
        store: &Store,
        positions: &PositionIndex,
        also_within: bool,
    ) -> Result<Vec<(ContainmentMatch, bool)>, StoreError> {
        let key = self.window.canonicalize().key();
        let mut matches = Vec::new();
        for search in self.searches(also_within) {
            for hit in search.find(positions) {
                if positions.key(hit.number) == key
                    || usize::from(hit.stones) < MIN_CONTAINED_STONES
                {
                    continue;
                }
                for found in search.load_records(store, positions, &hit, self.turn)? {
                    let has_answer = self.shares_answer(store, &found)?;
                    matches.push((found, has_answer));
                }
            }
        }
        Ok(matches)
    }

    /// The searches for what contains the position, and for what lies in it.
    pub(super) fn searches(&self, also_within: bool) -> Vec<ContainmentQuery> {
        let mut searches = Vec::new();
        if self.window.board.stones().count() >= MIN_CONTAINED_STONES {
            let pattern = Pattern::try_from(self.window).ok();
            let containing =
                pattern.and_then(|pattern| Containing::new(&pattern, Edges::Marked).ok());
            searches.extend(containing.map(ContainmentQuery::Containing));
        }
        if also_within {
            searches.push(ContainmentQuery::Within(Within::new(&self.board, Edges::Marked)));
        }
        searches
    }

    /// Whether the answer of the smaller position is among the moves of the larger one.
    fn shares_answer(&self, store: &Store, found: &ContainmentMatch) -> Result<bool, StoreError> {
        let ContainmentMatch { record, operation, at, .. } = found;
        let solution: Solution = load_solution(store, record)?;
        let frame = build_frame(record);
        let back = record.at.symmetry.inverse();
        let is_listed = |color: Color, point: QueryPoint, nodes: &[SolutionNode]| {
            let (cols, rows) = operation.turned((point.col, point.row));
            let on_board = (at.col + cols, at.row + rows);
            nodes.iter().any(|node| {
                let there = node.at.and_then(|at| frame.to_board(at, record.placement.board));
                back.color(node.color) == operation.color(color)
                    && there.is_some_and(|at| (i16::from(at.col), i16::from(at.row)) == on_board)
            })
        };
        let (moves, nodes) = match found.kind {
            MatchKind::Contained => (&self.moves, solution.accepted(record.turn.color())),
            _ => (&self.accepted, solution.nodes),
        };
        Ok(moves.iter().any(|&(color, point)| is_listed(color, point, &nodes)))
    }
}

/// A record that lies within another one.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ContainedPair {
    /// The smaller record.
    pub record: StoredRecord,
    /// The key of its position.
    pub key: PositionKey,
    /// The record in whose position it lies.
    pub within: ContainmentMatch,
    /// Whether an accepted first move of the smaller one is among the moves of the other.
    pub has_answer: bool,
}

/// Finds all positions of six stones and more that lie within another one, one pair for two
/// positions: by default the first records between which an answer is shared. Pairs with an answer
/// come first, then those with more stones. Pairs that decisions separate are left out. `advance` is
/// called with the number of positions that were looked for.
///
/// # Errors
/// When the database cannot be read, or is damaged.
pub fn find_contained_pairs(
    store: &Store,
    positions: &PositionIndex,
    advance: impl Fn(u64),
) -> Result<Vec<ContainedPair>, StoreError> {
    let decisions = Decisions::load(store)?;
    let mut pairs: Vec<(usize, ContainedPair)> = Vec::new();
    for walked in walk_positions(store, 1)? {
        let (position, records) = walked?;
        advance(1);
        // The first record that accepts a move speaks for the position.
        let mut answered = records.iter();
        let answered = answered.find(|record| {
            let solution = record.solution.as_ref();
            solution.is_some_and(|solution| !solution.accepted(record.turn.color()).is_empty())
        });
        let Some(record) = answered.or(records.first()) else { continue };
        let view = RecordView::new(&position, record).map_err(|error| error.in_store(store))?;
        let stones = view.window.board.stones().count();
        if stones < MIN_CONTAINED_STONES {
            continue;
        }
        let solution = load_solution(store, record)?;
        let query = ContainedQuery::of_record(&view, record, &solution);
        let mut found = query.find(store, positions, false)?;
        found.sort_by_key(|(within, has_answer)| (within.key, !has_answer, within.record.id));
        found.dedup_by_key(|(within, _)| within.key);
        for (within, has_answer) in found {
            if !decisions.separate(store, position.key, within.key)? {
                let (record, key) = (record.clone(), position.key);
                pairs.push((stones, ContainedPair { record, key, within, has_answer }));
            }
        }
    }
    pairs.sort_by_key(|(stones, pair)| {
        (!pair.has_answer, std::cmp::Reverse(*stones), pair.key, pair.within.key)
    });
    Ok(pairs.into_iter().map(|(_, pair)| pair).collect())
}
