//! Groups of positions with the same stones under several keys.

use super::decisions::Decisions;
use super::position_index::PositionIndex;
use super::record_view::RecordView;
use crate::go::{Sides, Symmetry};
use crate::gtn::SubPosition;
use crate::model::Turn;
use crate::similarity::{ShapeGroup, align_stones};
use crate::store::{Store, StoreError, StoredPosition, StoredRecord};

/// A position of a group, drawn in the orientation and colors of the group's
/// first member.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ShapeMember {
    /// The position.
    pub position: StoredPosition,
    /// The position's first record.
    pub record: StoredRecord,
    /// Maps the record to the board of the first member's record.
    pub operation: Symmetry,
    /// The window of the record after this operation.
    pub view: RecordView,
    /// The side to move in the record, in the colors of the view.
    pub turn: Turn,
    /// The empty lines between the stones and each edge of the view.
    pub edges: EdgeDistances,
}

/// The number of empty lines between the stones of a window and its edges;
/// `None` for an open side.
///
/// ```
/// # use gtn_db_data as gtn_db;
/// use gtn_db::find::EdgeDistances;
///
/// let distances = EdgeDistances::new(&"3x3|..._.XO_.X._!!!_".parse()?);
/// assert_eq!((distances.left, distances.top), (Some(1), Some(1)));
/// assert_eq!((distances.right, distances.bottom), (None, None));
/// # Ok::<(), gtn_db::gtn::ParseGtnError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EdgeDistances {
    /// Left of the stones.
    pub left: Option<u8>,
    /// Above them.
    pub top: Option<u8>,
    /// Right of them.
    pub right: Option<u8>,
    /// Below them.
    pub bottom: Option<u8>,
}

impl EdgeDistances {
    /// Measures a window; without stones all distances are `None`.
    pub fn new(window: &SubPosition) -> EdgeDistances {
        let Some(stones) = window.board.bounds() else { return EdgeDistances::default() };
        let (first, size, all) = (stones.origin, stones.size, window.board.size());
        let distance = |side, lines| (!window.open.contains(side)).then_some(lines);
        EdgeDistances {
            left: distance(Sides::LEFT, first.col),
            top: distance(Sides::TOP, first.row),
            right: distance(Sides::RIGHT, all.cols() - first.col - size.cols()),
            bottom: distance(Sides::BOTTOM, all.rows() - first.row - size.rows()),
        }
    }

    /// The distances to the left, the top, the right and the bottom edge.
    pub fn all(self) -> [Option<u8>; 4] {
        [self.left, self.top, self.right, self.bottom]
    }

    /// How much two windows differ: on how many sides only one of them has an
    /// edge, and by how many lines the other edges are moved.
    fn difference(self, other: EdgeDistances) -> (usize, u32) {
        let sides = || self.all().into_iter().zip(other.all());
        let unlike = sides().filter(|(one, other)| one.is_some() != other.is_some()).count();
        let moved = |(one, other): (Option<u8>, Option<u8>)| {
            one.zip(other).map_or(0, |(one, other)| u32::from(one.abs_diff(other)))
        };
        (unlike, sides().map(moved).sum())
    }
}

/// Finds all groups of positions that have the same stones in any orientation
/// and color, but other edges, or the same edges at another distance. Positions
/// that decisions [separate](Decisions::separate) are in different groups.
///
/// The positions of a group are sorted by their keys, the groups by their numbers
/// of stones, the largest first, then by keys; so the result does not depend on
/// the order of import.
///
/// # Errors
/// When the database cannot be read.
pub fn find_shape_groups(
    store: &Store,
    positions: &PositionIndex,
) -> Result<Vec<ShapeGroup>, StoreError> {
    let decisions = Decisions::load(store)?;
    let mut groups = Vec::new();
    for mut group in positions.index().find_shape_groups() {
        group.numbers.sort_by_cached_key(|&number| positions.key(number));
        for numbers in separate(store, positions, &decisions, &group.numbers)? {
            groups.push(group.with_numbers(numbers));
        }
    }
    groups.sort_by_cached_key(|group| {
        (std::cmp::Reverse(group.stones), positions.key(group.numbers[0]))
    });
    Ok(groups)
}

/// Divides positions of one shape: each joins the first group without a position
/// that decisions separate from it. Groups of one position are left out.
fn separate(
    store: &Store,
    positions: &PositionIndex,
    decisions: &Decisions,
    numbers: &[u32],
) -> Result<Vec<Vec<u32>>, StoreError> {
    let mut groups: Vec<Vec<u32>> = Vec::new();
    for &number in numbers {
        let mut joined = None;
        for (at, group) in groups.iter().enumerate() {
            let mut is_separated = false;
            for &other in group {
                let keys = (positions.key(number), positions.key(other));
                is_separated = decisions.separate(store, keys.0, keys.1)?;
                if is_separated {
                    break;
                }
            }
            if !is_separated {
                joined = Some(at);
                break;
            }
        }
        match joined {
            Some(at) => groups[at].push(number),
            None => groups.push(vec![number]),
        }
    }
    groups.retain(|group| group.len() > 1);
    Ok(groups)
}

/// Loads the positions of a group with their first records, turned to the
/// orientation and colors of the first one.
///
/// Of several operations, a position is turned by the one under which its edges
/// are most like those of the first position, then by the first one.
///
/// # Errors
/// When the database cannot be read, or is damaged.
pub fn load_shape_group(
    store: &Store,
    positions: &PositionIndex,
    group: &ShapeGroup,
) -> Result<Vec<ShapeMember>, StoreError> {
    let mut members: Vec<ShapeMember> = Vec::with_capacity(group.numbers.len());
    for &number in &group.numbers {
        let id = positions.id(number);
        // Both are there unless an import has removed the position since the index was loaded.
        let Some(position) = store.position_by_id(id)? else { continue };
        let Some(record) = store.records(id)?.into_iter().next() else { continue };
        let own = RecordView::new(&position, &record).map_err(|error| error.in_store(store))?;
        let turned = |operation| {
            let view = own.transform(operation);
            let edges = EdgeDistances::new(&view.window);
            (operation, view, edges)
        };
        let (operation, view, edges) = match members.first() {
            None => turned(Symmetry::IDENTITY),
            Some(first) => {
                let operations = align_stones(&own.window, &first.view.window).into_iter();
                let views = operations.map(turned);
                views
                    .min_by_key(|(operation, _, edges)| (edges.difference(first.edges), *operation))
                    .expect("the positions of a group have the same stones")
            }
        };
        let turn = record.own_turn().transform(operation);
        members.push(ShapeMember { position, record, operation, view, turn, edges });
    }
    Ok(members)
}
