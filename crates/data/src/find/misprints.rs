//! Likely misprints: near positions with the same side to move and a common
//! answer.
//!
//! Two problems that differ in a point are often variations of each other, with
//! other answers. If the answers are the same, one of the two books has probably
//! lost or moved a stone.

use std::cell::Cell;
use std::collections::{BTreeMap, HashMap};

use rayon::prelude::*;

use super::position_index::PositionKeys;
use super::record_view::DamagedTextError;
use crate::Color;
use crate::extract::BoardPlace;
use crate::go::{Point, Symmetry};
use crate::gtn::SubPosition;
use crate::model::Placement;
use crate::parallel::map_stream;
use crate::similarity::{CommonMark, Difference, MarkedWindow, NearPair, QueryPoint};
use crate::solution::SolutionNode;
use crate::store::{SolvedPosition, SolvedRecord, Store, StoreError};

/// How likely two near positions are one problem with a misprint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Suspicion {
    /// Records of different books have an answer in common.
    AcrossBooks,
    /// Records of different sources of one book have an answer in common.
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

/// The only source that accepts a move, the only game tree in it, and the only book, by the first of
/// its sources; `None` if there are several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Only {
    source: Option<i64>,
    tree: Option<u32>,
    book: Option<i64>,
}

/// A window of a position with the first moves that its records accept.
#[derive(Debug)]
struct AnsweredWindow {
    marked: MarkedWindow,
    /// Who accepts each move.
    sources: Box<[Only]>,
    /// Where the first record with the window has it.
    symmetry: Symmetry,
    placement: Placement,
    /// Where the window begins in the square of the canonical text.
    origin: Point,
}

/// The number of positions that are read before their answers are aligned.
const POSITIONS_PER_BATCH: usize = 256;

/// The likely misprints among pairs of near positions: an alignment with the
/// fewest differing points maps a first move that a record of one position accepts
/// to one that a record of the other accepts, for the same side to move.
///
/// Records that do not say who is to move do not count, and tenuki is no common
/// answer. Nor do records from before schema 2, until they are read again.
#[derive(Debug)]
pub struct Misprints {
    /// The windows with answers of each position in a pair, by number.
    answered: Vec<Vec<AnsweredWindow>>,
    /// The pairs that are likely misprints, the smaller number first, sorted, and how far from the
    /// answers they differ.
    suspicions: Vec<((u32, u32), Suspicion, u16)>,
}

impl Misprints {
    /// Finds the likely misprints among pairs. Reads the records of all positions in
    /// the pairs, each once. Calls `advance` with numbers of positions that were read.
    ///
    /// # Errors
    /// When the database cannot be read, or is damaged.
    pub fn find(
        store: &Store,
        positions: &PositionKeys,
        pairs: &[NearPair],
        advance: impl Fn(u64),
    ) -> Result<Misprints, StoreError> {
        let mut numbers: Vec<u32> =
            pairs.iter().flat_map(|pair| <[u32; 2]>::from(pair.numbers)).collect();
        numbers.par_sort_unstable();
        numbers.dedup();
        let mut answered: Vec<Vec<AnsweredWindow>> = Vec::new();
        answered.resize_with(numbers.last().map_or(0, |&last| last as usize + 1), Vec::new);
        let mut damaged = None;
        let books = number_books(store)?;
        let mark = |batch: Vec<(u32, SolvedPosition)>| {
            let mark = |(number, position): &(u32, SolvedPosition)| {
                Ok((*number, mark_answers(position, &books)?))
            };
            batch.iter().map(mark).collect::<Result<Vec<_>, DamagedTextError>>()
        };
        map_stream(
            mark,
            |marked| match marked {
                Ok(marked) => {
                    for (number, windows) in marked {
                        answered[number as usize] = windows;
                    }
                }
                Err(error) => damaged = Some(error),
            },
            |send| {
                for batch in numbers.chunks(POSITIONS_PER_BATCH) {
                    let mut loaded = Vec::with_capacity(batch.len());
                    for &number in batch {
                        // `None` when an import has removed the position since the index was loaded.
                        let position = store.solved_position(positions.id(number))?;
                        loaded.extend(position.map(|position| (number, position)));
                    }
                    send(loaded);
                    advance(batch.len() as u64);
                }
                Ok(())
            },
        )?;
        if let Some(error) = damaged {
            return Err(error.in_store(store));
        }
        let suspect_pair = |pair: &NearPair| {
            let [ones, others] =
                <[u32; 2]>::from(pair.numbers).map(|number| &answered[number as usize]);
            let suspicion = suspect(ones, others, pair.distance)?;
            let (_, found) =
                find_common_answer(ones, others, pair.distance, |found| found <= suspicion)?;
            Some((in_order(pair.numbers), suspicion, found.lines))
        };
        let mut suspicions: Vec<_> = pairs.par_iter().filter_map(suspect_pair).collect();
        suspicions.par_sort_unstable();
        Ok(Misprints { answered, suspicions })
    }

    /// How likely a pair is a misprint, by the numbers of its positions in any order.
    pub fn suspicion(&self, numbers: (u32, u32)) -> Suspicion {
        self.find_pair(numbers).map_or(Suspicion::None, |(_, suspicion, _)| *suspicion)
    }

    /// The number of [lines](CommonMark::lines) between an accepted first move of a likely misprint and the
    /// nearest point that differs; 0 for other pairs.
    pub fn lines_to_answer(&self, numbers: (u32, u32)) -> u16 {
        self.find_pair(numbers).map_or(0, |(.., lines)| *lines)
    }

    fn find_pair(&self, numbers: (u32, u32)) -> Option<&((u32, u32), Suspicion, u16)> {
        let numbers = in_order(numbers);
        let found = self.suspicions.binary_search_by_key(&numbers, |(pair, ..)| *pair);
        found.ok().map(|at| &self.suspicions[at])
    }

    /// The larger number of stones of the answered positions of a pair; 0 without answers.
    pub fn count_stones(&self, numbers: (u32, u32)) -> usize {
        let windows = <[u32; 2]>::from(numbers).map(|number| self.answered.get(number as usize));
        let stones = windows.into_iter().flatten().flatten();
        stones.map(|window| window.marked.count_stones()).max().unwrap_or(0)
    }

    /// The number of pairs with a suspicion.
    pub fn count(&self, suspicion: Suspicion) -> usize {
        self.suspicions.iter().filter(|(_, other, _)| *other == suspicion).count()
    }

    /// Locates the points at which a likely misprint differs; `None` for another
    /// pair.
    pub fn locate(&self, pair: NearPair) -> Option<Misprint> {
        let suspicion = self.suspicion(pair.numbers);
        if suspicion == Suspicion::None {
            return None;
        }
        let [ones, others] =
            <[u32; 2]>::from(pair.numbers).map(|number| &self.answered[number as usize]);
        let (window, found) =
            find_common_answer(ones, others, pair.distance, |found| found <= suspicion)?;
        Some(place(window, &found.differences))
    }
}

fn in_order((one, other): (u32, u32)) -> (u32, u32) {
    (one.min(other), one.max(other))
}

/// The windows of a position in the orientation of the canonical text, each with
/// the answers of the records that have it. More than one only where facing edges
/// are not equally far apart in all records. Windows without answers are left out.
///
/// # Errors
/// If the text of the position, or the window of a record, is damaged.
fn mark_answers(
    position: &SolvedPosition,
    books: &HashMap<i64, i64>,
) -> Result<Vec<AnsweredWindow>, DamagedTextError> {
    if position.records.is_empty() {
        return Ok(Vec::new());
    }
    // Each window with its first record, its place in the square, and the sources of each answer.
    let mut windows: Vec<(SubPosition, &SolvedRecord, Point, Answers)> = Vec::new();
    let damaged = || DamagedTextError { key: position.key };
    let square: SubPosition = position.text.parse().map_err(|_| damaged())?;
    for record in &position.records {
        // Where either side may be to move, the move itself has the color.
        let accepted = record.solution.accepted(record.turn.color());
        if accepted.is_empty() {
            continue;
        }
        let symmetry = record.symmetry;
        let size = symmetry.size(record.placement.region.size);
        let open = record.placement.open.transform(symmetry);
        let (window, origin) =
            (square.unsquared(size, open).ok_or_else(damaged)?, size.origin_in_square(open));
        let known = windows.iter().position(|(known, ..)| *known == window);
        let known = known.unwrap_or_else(|| {
            windows.push((window, record, origin, Answers::new()));
            windows.len() - 1
        });
        let (source, tree) = (Some(record.source_id), Some(record.tree));
        // A source that is of no book is one by itself.
        let book = books.get(&record.source_id).copied().or(source);
        for answer in accepted.iter().filter_map(|node| place_in_window(node, origin)) {
            let only = windows[known].3.entry(answer).or_insert(Only { source, tree, book });
            only.book = only.book.filter(|_| only.book == book);
            only.source = only.source.filter(|_| only.source == source);
            only.tree = only.tree.filter(|_| only.source.is_some() && only.tree == tree);
        }
    }
    windows.retain(|(.., answers)| !answers.is_empty());
    let mark = |(window, first, origin, answers): (SubPosition, &SolvedRecord, Point, Answers)| {
        let sources = answers.values().copied().collect();
        let marked = MarkedWindow::new(&window, answers.into_keys())?;
        let (symmetry, placement) = (first.symmetry, first.placement);
        Some(AnsweredWindow { marked, sources, symmetry, placement, origin })
    };
    Ok(windows.into_iter().filter_map(mark).collect())
}

/// For each source of a book, the first source of that book.
fn number_books(store: &Store) -> Result<HashMap<i64, i64>, StoreError> {
    let mut first: HashMap<String, i64> = HashMap::new();
    let books = store.books()?;
    for (source, book) in &books {
        let first = first.entry(book.clone()).or_insert(*source);
        *first = (*first).min(*source);
    }
    Ok(books.into_iter().map(|(source, book)| (source, first[&book])).collect())
}

/// First moves as points of a window, each with who accepts it.
type Answers = BTreeMap<(Color, QueryPoint), Only>;

/// A first move as a point of a window that begins at `origin` of the canonical
/// square; `None` for tenuki.
fn place_in_window(node: &SolutionNode, origin: Point) -> Option<(Color, QueryPoint)> {
    let at = node.at?;
    let row = i16::from(at.row) - i16::from(origin.row);
    let col = i16::from(at.col) - i16::from(origin.col);
    Some((node.color, QueryPoint { row, col }))
}

/// How likely a pair of positions is a misprint; `None` if it is not.
fn suspect(ones: &[AnsweredWindow], others: &[AnsweredWindow], distance: u8) -> Option<Suspicion> {
    let most = Cell::new(Suspicion::None);
    find_common_answer(ones, others, distance, |found| {
        most.set(most.get().min(found));
        found == Suspicion::AcrossBooks
    });
    (most.get() != Suspicion::None).then_some(most.get())
}

/// The window under which the first position has a wanted answer in common with the
/// other one, and the points that differ in this window. `is_wanted` gets, for each
/// common answer, the suspicion that it raises.
fn find_common_answer<'a>(
    ones: &'a [AnsweredWindow],
    others: &[AnsweredWindow],
    distance: u8,
    is_wanted: impl Fn(Suspicion) -> bool,
) -> Option<(&'a AnsweredWindow, CommonMark)> {
    let mut pairs = ones.iter().flat_map(|one| others.iter().map(move |other| (one, other)));
    pairs.find_map(|(one, other)| {
        let is_wanted = |at: usize, other_at: usize| {
            let (only, other) = (one.sources[at], other.sources[other_at]);
            // Problems of one tree are no misprints of each other.
            let is_one_tree = only.tree.is_some() && only == other;
            let differ = |one: Option<i64>, other: Option<i64>| one.is_none() || one != other;
            let suspicion = match () {
                () if differ(only.book, other.book) => Suspicion::AcrossBooks,
                () if differ(only.source, other.source) => Suspicion::AcrossSources,
                () => Suspicion::WithinSource,
            };
            !is_one_tree && is_wanted(suspicion)
        };
        Some((one, one.marked.find_common_mark(&other.marked, distance, is_wanted)?))
    })
}

/// Moves points of a window to the canonical text and to the board of the first
/// record with this window.
fn place(window: &AnsweredWindow, differences: &[Difference]) -> Misprint {
    let AnsweredWindow { symmetry, placement, origin, .. } = *window;
    let region = placement.region;
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
        place: BoardPlace { origin: Point::new(0, 0), board: placement.board },
        on_board,
    }
}
