//! Likely misprints: near positions with the same side to move and a common
//! answer.
//!
//! Two problems that differ in a point are often variations of each other, with
//! other answers. If the answers are the same, one of the two books has probably
//! lost or moved a stone.

use std::collections::{BTreeMap, HashMap};

use rayon::prelude::*;

use super::conflicts::load_solution;
use super::position_index::PositionIndex;
use super::record_view::DamagedTextError;
use crate::Color;
use crate::extract::BoardPlace;
use crate::go::Point;
use crate::gtn::SubPosition;
use crate::model::Turn;
use crate::similarity::{Difference, MarkedWindow, NearPair, QueryPoint};
use crate::store::{Store, StoreError, StoredPosition, StoredRecord};

/// How likely two near positions are one problem with a misprint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Suspicion {
    /// Records of different sources have an answer in common.
    AcrossSources,
    /// Only records of one source have an answer in common. Books often place
    /// variations of a problem after each other.
    WithinSource,
    /// No records have an answer in common.
    None,
}

/// The points at which two positions differ under an alignment that maps an
/// accepted first move to an accepted first move.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Misprint {
    /// The points that differ, in the coordinates and colors of the first
    /// position's canonical text. They can be outside of the text.
    pub differences: Vec<Difference>,
    /// The board of the first position's first record.
    pub place: BoardPlace,
    /// The same points in the orientation of this board, counted from its top left
    /// point, sorted. They can be outside of the board.
    pub on_board: Vec<QueryPoint>,
}

/// A window of a position with the first moves that its records accept.
struct AnsweredWindow {
    marked: MarkedWindow,
    /// For each move the only source that accepts it; `None` if there are several.
    sources: Vec<Option<i64>>,
    /// The place of the first record with the window among those of the position.
    first: usize,
    /// Where the window begins in the square of the canonical text.
    origin: Point,
}

/// Finds the likely misprints among pairs of near positions: an alignment with the
/// fewest differing points maps a first move that a record of one position accepts
/// to one that a record of the other accepts, for the same side to move. Returns a
/// suspicion for each pair.
///
/// Records that do not say who is to move do not count, and tenuki is no common
/// answer. Reads the records of all positions in the pairs, each once. Calls
/// `advance` with numbers of positions that were read.
///
/// # Errors
/// When the database cannot be read, or is damaged.
pub fn find_misprints(
    store: &Store,
    positions: &PositionIndex,
    pairs: &[NearPair],
    advance: impl Fn(u64),
) -> Result<Vec<Suspicion>, StoreError> {
    let mut answered: HashMap<u32, Vec<AnsweredWindow>> = HashMap::new();
    let mut numbers: Vec<u32> =
        pairs.iter().flat_map(|pair| <[u32; 2]>::from(pair.numbers)).collect();
    numbers.sort_unstable();
    numbers.dedup();
    for number in numbers {
        if let Some(stored) = load(store, positions.id(number))? {
            let windows = mark_answers(store, &stored)?;
            if !windows.is_empty() {
                answered.insert(number, windows);
            }
        }
        advance(1);
    }
    let suspect = |pair: &NearPair| {
        let (Some(ones), Some(others)) =
            (answered.get(&pair.numbers.0), answered.get(&pair.numbers.1))
        else {
            return Suspicion::None;
        };
        let suspicions = [Suspicion::AcrossSources, Suspicion::WithinSource].into_iter();
        let mut found = suspicions
            .filter(|level| find_common_answer(ones, others, pair.distance, *level).is_some());
        found.next().unwrap_or(Suspicion::None)
    };
    Ok(pairs.par_iter().map(suspect).collect())
}

/// Locates the points at which a likely misprint differs, from its suspicion;
/// `None` for a pair without it.
///
/// # Errors
/// When the database cannot be read, or is damaged.
pub fn locate_misprint(
    store: &Store,
    positions: &PositionIndex,
    pair: NearPair,
    suspicion: Suspicion,
) -> Result<Option<Misprint>, StoreError> {
    let (one, other) = pair.numbers;
    let stored = [load(store, positions.id(one))?, load(store, positions.id(other))?];
    let [Some(one), Some(other)] = stored else { return Ok(None) };
    let (ones, others) = (mark_answers(store, &one)?, mark_answers(store, &other)?);
    let found = find_common_answer(&ones, &others, pair.distance, suspicion);
    Ok(found.map(|(window, found)| place(&one.1[window.first], window.origin, &found)))
}

/// A position with its records in the order of import.
type Stored = (StoredPosition, Vec<StoredRecord>);

/// `None` when an import has removed the position since the index was loaded.
fn load(store: &Store, id: i64) -> Result<Option<Stored>, StoreError> {
    let position = store.position_by_id(id)?;
    position.map(|position| Ok((position, store.records(id)?))).transpose()
}

/// The windows of a position in the orientation of the canonical text, each with
/// the answers of the records that have it. More than one only where facing edges
/// are not equally far apart in all records. Windows without answers are left out.
fn mark_answers(
    store: &Store,
    (position, records): &Stored,
) -> Result<Vec<AnsweredWindow>, StoreError> {
    // Each window with its first record, its place in the square, and the sources of each answer.
    let mut windows: Vec<(SubPosition, usize, Point, Answers)> = Vec::new();
    let damaged = || DamagedTextError { key: position.key }.in_store(store);
    let square: SubPosition = position.text.parse().map_err(|_| damaged())?;
    for (at, record) in records.iter().enumerate() {
        let symmetry = record.at.symmetry;
        let size = symmetry.size(record.placement.region.size);
        let open = record.placement.open.transform(symmetry);
        let (window, origin) =
            (square.unsquared(size, open).ok_or_else(damaged)?, size.origin_in_square(open));
        let known = windows.iter().position(|(known, ..)| *known == window);
        let known = known.unwrap_or_else(|| {
            windows.push((window, at, origin, Answers::new()));
            windows.len() - 1
        });
        let source = record.source_id;
        for answer in collect_answers(store, record, origin)? {
            let only = windows[known].3.entry(answer).or_insert(Some(source));
            *only = only.filter(|only| *only == source);
        }
    }
    let mark = |(window, first, origin, answers): (SubPosition, usize, Point, Answers)| {
        let sources = answers.values().copied().collect();
        let marked = MarkedWindow::new(&window, answers.into_keys())?;
        Some(AnsweredWindow { marked, sources, first, origin })
    };
    windows.retain(|(.., answers)| !answers.is_empty());
    Ok(windows.into_iter().filter_map(mark).collect())
}

/// First moves as points of a window, each with the only source that accepts it;
/// `None` if there are several.
type Answers = BTreeMap<(Color, QueryPoint), Option<i64>>;

/// The first moves on the board that a record accepts for the side to move, as
/// points of its window, which begins at `origin` of the canonical square.
fn collect_answers(
    store: &Store,
    record: &StoredRecord,
    origin: Point,
) -> Result<Vec<(Color, QueryPoint)>, StoreError> {
    if record.turn == Turn::Unknown {
        return Ok(Vec::new());
    }
    // Where either side may be to move, the move itself has the color.
    let accepted = load_solution(store, record)?.accepted(record.turn.color());
    let answer = |color, (row, col): (i8, i8)| {
        let row = i16::from(row) - i16::from(origin.row);
        let col = i16::from(col) - i16::from(origin.col);
        (color, QueryPoint { row, col })
    };
    let on_board = accepted.iter().filter_map(|node| Some((node.color, node.at?)));
    Ok(on_board.map(|(color, at)| answer(color, (at.row, at.col))).collect())
}

/// The window under which the first position has an answer in common with the
/// other one, of different sources if the suspicion is such, and the points that
/// differ in this window.
fn find_common_answer<'a>(
    ones: &'a [AnsweredWindow],
    others: &[AnsweredWindow],
    distance: u8,
    suspicion: Suspicion,
) -> Option<(&'a AnsweredWindow, Vec<Difference>)> {
    let pairs = ones.iter().flat_map(|one| others.iter().map(move |other| (one, other)));
    pairs.into_iter().find_map(|(one, other)| {
        let is_wanted = |at: usize, other_at: usize| match suspicion {
            Suspicion::AcrossSources => {
                let (source, other) = (one.sources[at], other.sources[other_at]);
                source.is_none() || source != other
            }
            Suspicion::WithinSource => true,
            Suspicion::None => false,
        };
        Some((one, one.marked.find_common_mark(&other.marked, distance, is_wanted)?))
    })
}

/// Moves points of a window to the canonical text and to the board of a record with
/// this window.
fn place(record: &StoredRecord, origin: Point, differences: &[Difference]) -> Misprint {
    let (symmetry, region) = (record.at.symmetry, record.placement.region);
    let moved = |(col, row): (i16, i16), by: Point| QueryPoint {
        row: row + i16::from(by.row),
        col: col + i16::from(by.col),
    };
    let in_text = |difference: &Difference| {
        let at = moved((difference.at.col, difference.at.row), origin);
        Difference { at, ..*difference }
    };
    let on_board = |Difference { at, .. }: &Difference| {
        let rotated = symmetry.size(region.size);
        moved(symmetry.inverse().signed_point((at.col, at.row), rotated), region.origin)
    };
    let mut on_board: Vec<QueryPoint> = differences.iter().map(on_board).collect();
    on_board.sort_unstable();
    Misprint {
        differences: differences.iter().map(in_text).collect(),
        place: BoardPlace { origin: Point::new(0, 0), board: record.placement.board },
        on_board,
    }
}
