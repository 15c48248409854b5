//! How the problems of a pair with the same core, or with near cores, lie on each other.

use super::core_match::CoreMatch;
use super::cores::CoreIndex;
use crate::PositionKey;
use crate::go::Symmetry;
use crate::similarity::QueryPoint;
use crate::store::{CoreRows, Store, StoreError, StoredPosition, StoredRecord};

/// The records of two positions between which the core was found, and how the one lies on the other.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct LaidCores {
    /// The two positions, each with its record.
    pub sides: [(StoredPosition, StoredRecord); 2],
    /// Maps the board of the first record to the orientation and colors of the second one's.
    pub operation: Symmetry,
    /// How far a point of the first board lies from its point on the second one, in columns and rows,
    /// after the second one was mapped back to the orientation of the first.
    pub shift: (i16, i16),
    /// The points of the core that differ, on the board of the first record.
    pub differing: Vec<QueryPoint>,
    /// The lines around the right lines that agree, 1 or 2; 0 if points differ.
    pub margin: u8,
    /// Whether both records accept a common first move.
    pub has_common_move: bool,
}

impl LaidCores {
    /// Lays the cores of two positions on each other so that at most `distance` points differ, in the
    /// best way; `None` if there is none, or if a position is gone.
    ///
    /// # Errors
    /// When the database cannot be read, or a stored text is not that of its records.
    pub fn find(
        store: &Store,
        keys: [PositionKey; 2],
        distance: u16,
    ) -> Result<Option<LaidCores>, StoreError> {
        let [Some(one), Some(other)] = [store.position(keys[0])?, store.position(keys[1])?] else {
            return Ok(None);
        };
        let index = CoreIndex::load(store, CoreRows::OfPositions(&[one.id, other.id]))?;
        let of_position =
            |id: i64| (0u32..).zip(index.problems()).filter(move |p| p.1.position == id);
        let pairs = of_position(one.id).flat_map(|(number, problem)| {
            let found = index.find(&problem.problem, distance).into_iter();
            found.map(move |found| (number, found))
        });
        let is_other =
            |found: &CoreMatch| index.problems()[found.number as usize].position == other.id;
        let best = pairs.filter(|(_, found)| is_other(found)).min_by_key(|(_, found)| found.rank());
        let Some((number, found)) = best else { return Ok(None) };
        let load = |position: &StoredPosition, number: u32| -> Result<_, StoreError> {
            let (id, _) = index.problems()[number as usize].records[0];
            Ok(store.records(position.id)?.into_iter().find(|record| record.id == id))
        };
        let (Some(first), Some(second)) = (load(&one, number)?, load(&other, found.number)?) else {
            return Ok(None);
        };
        let CoreMatch { hit, is_of_query, .. } = &found;
        let onto = if *is_of_query { hit.symmetry } else { hit.symmetry.inverse() };
        let operation = first.at.symmetry.then(onto).then(second.at.symmetry.inverse());
        let turn_back = |point: QueryPoint| -> QueryPoint {
            let board = second.placement.board;
            let (col, row) = operation.inverse().signed_point((point.col, point.row), board);
            QueryPoint { row, col }
        };
        let [with_core, without] = hit.anchors();
        let (from, to) = if *is_of_query { (with_core, without) } else { (without, with_core) };
        let (from, to) = (to_board(&first, from), turn_back(to_board(&second, to)));
        let shift = (to.col - from.col, to.row - from.row);
        let problem = |number: u32| &index.problems()[number as usize].problem;
        let differing = match *is_of_query {
            true => problem(number).list_differences(problem(found.number), hit),
            false => problem(found.number).list_differences(problem(number), hit),
        };
        let differing = differing.into_iter().map(|difference| match *is_of_query {
            true => to_board(&first, difference.at),
            false => {
                let QueryPoint { row, col } = turn_back(to_board(&second, difference.at));
                QueryPoint { row: row - shift.1, col: col - shift.0 }
            }
        });
        let (differing, margin, has_common_move) =
            (differing.collect(), hit.margin, hit.has_common_move);
        let sides = [(one, first), (other, second)];
        Ok(Some(LaidCores { sides, operation, shift, differing, margin, has_common_move }))
    }
}

/// The point of a record's board at a point of its canonical window.
fn to_board(record: &StoredRecord, at: QueryPoint) -> QueryPoint {
    let (symmetry, region) = (record.at.symmetry, record.placement.region);
    let window = symmetry.size(region.size);
    let (col, row) = symmetry.inverse().signed_point((at.col, at.row), window);
    QueryPoint { row: row + i16::from(region.origin.row), col: col + i16::from(region.origin.col) }
}
