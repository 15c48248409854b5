//! Finds positions inside the solutions of records.

use std::collections::{HashMap, HashSet};

use rayon::prelude::*;

use super::query::PositionQuery;
use crate::Color;
use crate::extract;
use crate::go::{Board, Point, Symmetry};
use crate::gtn::SubPosition;
use crate::model::Charset;
use crate::sgf::GameTree;
use crate::solution::{Solution, read_as, replay};
use crate::store::{Store, StoreError, StoredRecord};

/// A record whose solution leads to the query.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SolutionMatch {
    /// The record.
    pub record: StoredRecord,
    /// The moves from the record's setup to the query, on the record's board;
    /// `None` is a tenuki.
    pub line: Vec<(Color, Option<Point>)>,
    /// The side to move after that line, in the colors of the query.
    pub turn: Color,
    /// The operation that maps the query to the record's board.
    pub operation: Symmetry,
}

/// The number of records that the worker threads share at a time.
const BATCH: usize = 1024;

/// Finds the records whose solutions lead to the queries ("this is problem 12
/// after move 3"). The setups themselves are not searched.
///
/// The result has the matches of each query, in the order of import. A record
/// is returned at most once for each query, with the first matching node of its
/// tree.
///
/// The search replays every solution once, which costs a few microseconds a
/// record, and looks each position up that has as many stones as a query.
/// Memory depends on the queries and the matches.
///
/// # Errors
/// When the database cannot be read.
pub fn find_in_solutions(
    store: &Store,
    queries: &[PositionQuery],
) -> Result<Vec<Vec<SolutionMatch>>, StoreError> {
    if queries.is_empty() {
        return Ok(Vec::new());
    }
    let index = QueryIndex::new(queries);
    let mut found: Vec<Vec<SolutionMatch>> = queries.iter().map(|_| Vec::new()).collect();
    let mut batch: Vec<(StoredRecord, Vec<u8>)> = Vec::with_capacity(BATCH);
    let mut search = |batch: &mut Vec<(StoredRecord, Vec<u8>)>| {
        let matches: Vec<Vec<(usize, SolutionMatch)>> =
            batch.par_drain(..).map(|(record, sgf)| search_record(&index, record, &sgf)).collect();
        for (query, matched) in matches.into_iter().flatten() {
            found[query].push(matched);
        }
    };
    store.for_each_record(|record, sgf| {
        if record.moves == 0 {
            return;
        }
        batch.push((record, sgf));
        if batch.len() == BATCH {
            search(&mut batch);
        }
    })?;
    search(&mut batch);
    Ok(found)
}

/// Queries by their canonical texts.
struct QueryIndex<'a> {
    queries: &'a [PositionQuery],
    /// The numbers of the queries with a text.
    by_text: HashMap<&'a str, Vec<usize>>,
    /// What [`count_stones`] returns for the queries.
    stone_counts: HashSet<[usize; 2]>,
}

impl QueryIndex<'_> {
    fn new(queries: &[PositionQuery]) -> QueryIndex<'_> {
        let mut by_text: HashMap<&str, Vec<usize>> = HashMap::with_capacity(queries.len());
        for (query, number) in queries.iter().zip(0..) {
            by_text.entry(query.text()).or_default().push(number);
        }
        let counts = queries.iter().map(|query| count_stones(&query.window.board));
        QueryIndex { queries, by_text, stone_counts: counts.collect() }
    }
}

/// Counts the stones of each color and returns the smaller count first. No
/// operation changes these numbers, so positions with others cannot match.
fn count_stones(board: &Board) -> [usize; 2] {
    let black = board.stones().filter(|&(_, color)| color == Color::Black).count();
    let white = board.stones().count() - black;
    [black.min(white), black.max(white)]
}

/// The queries to which the solution of a record leads, each with the first
/// move that does. Empty also for a record whose setup the SGF reader of this
/// version rejects.
fn search_record(
    index: &QueryIndex<'_>,
    record: StoredRecord,
    sgf: &[u8],
) -> Vec<(usize, SolutionMatch)> {
    let charset = Charset::for_reading(record.charset.as_ref());
    let Ok(setup) = extract::extract_setup(sgf, charset) else { return Vec::new() };
    let board = setup.board;
    let tree = GameTree::read(sgf, charset);
    let dialect = record.solution.as_ref().map(|solution| solution.dialect);
    let solution = read_as(&tree, board.size(), dialect).solution;
    let mut found: Vec<(usize, SolutionMatch)> = Vec::new();
    let mut found_texts: HashSet<&str> = HashSet::new();
    replay(
        &solution,
        &board,
        |_| true,
        |played| {
            let Ok(position) = played.after else { return };
            let is_tenuki = solution.nodes[played.node].at.is_none();
            let reached = position.board();
            if is_tenuki || !index.stone_counts.contains(&count_stones(&reached)) {
                return;
            }
            let Some(window) = SubPosition::goban(reached).window() else { return };
            let canonical = window.sub.canonicalize();
            let Some((text, queries)) = index.by_text.get_key_value(canonical.text()) else {
                return;
            };
            if !found_texts.insert(text) {
                return; // an earlier move leads there too
            }
            for &query in queries {
                let from_query = index.queries[query].symmetry();
                let operation = from_query.then(canonical.symmetry().inverse());
                let turn = operation.inverse().color(position.to_move());
                let line = line_to(&solution, played.node, &board);
                let record = record.clone();
                found.push((query, SolutionMatch { record, line, turn, operation }));
            }
        },
    );
    found
}

/// The moves from the setup to a node, inclusive.
fn line_to(solution: &Solution, node: usize, board: &Board) -> Vec<(Color, Option<Point>)> {
    let mut line = Vec::new();
    let mut next = Some(node);
    while let Some(at) = next {
        let node = &solution.nodes[at];
        line.push((node.color, node.at.and_then(|at| at.on_board(board.size()))));
        next = node.parent.map(|parent| parent as usize);
    }
    line.reverse();
    line
}
