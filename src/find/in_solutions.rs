//! Finds a position inside the solutions of records.

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

/// Finds the records whose solutions lead to the query ("this is problem 12
/// after move 3"). The setups themselves are not searched.
///
/// A record is returned at most once, with the first matching node of its tree.
/// The search replays every solution, which costs a few microseconds a record.
///
/// # Errors
/// When the database cannot be read.
pub fn find_in_solutions(
    store: &Store,
    query: &PositionQuery,
) -> Result<Vec<SolutionMatch>, StoreError> {
    let mut found = Vec::new();
    let mut batch: Vec<(StoredRecord, Vec<u8>)> = Vec::with_capacity(BATCH);
    let mut search = |batch: &mut Vec<(StoredRecord, Vec<u8>)>| {
        let matches: Vec<Option<SolutionMatch>> =
            batch.par_drain(..).map(|(record, sgf)| search_record(query, record, &sgf)).collect();
        found.extend(matches.into_iter().flatten());
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

/// Counts the stones of each color and returns the smaller count first. No
/// operation changes these numbers, so positions with others cannot match.
fn count_stones(board: &Board) -> [usize; 2] {
    let black = board.stones().filter(|&(_, color)| color == Color::Black).count();
    let white = board.stones().count() - black;
    [black.min(white), black.max(white)]
}

/// `None` also for a record whose setup the SGF reader of this version rejects.
fn search_record(query: &PositionQuery, record: StoredRecord, sgf: &[u8]) -> Option<SolutionMatch> {
    let charset = Charset::for_reading(record.charset.as_ref());
    let board = extract::extract_setup(sgf, charset).ok()?.board;
    let tree = GameTree::read(sgf, charset);
    let dialect = record.solution.as_ref().map(|solution| solution.dialect);
    let solution = read_as(&tree, board.size(), dialect).solution;
    let wanted = count_stones(&query.window.board);
    let mut found: Option<(usize, Symmetry, Color)> = None;
    replay(
        &solution,
        &board,
        |_| true,
        |played| {
            let Ok(position) = played.after else { return };
            let is_tenuki = solution.nodes[played.node].at.is_none();
            let board = position.board();
            if found.is_some() || is_tenuki || count_stones(&board) != wanted {
                return;
            }
            let Some(window) = SubPosition::goban(board).window() else { return };
            let canonical = window.sub.canonicalize();
            if canonical.text() == query.text() {
                let operation = query.symmetry().then(canonical.symmetry().inverse());
                let turn = operation.inverse().color(position.to_move());
                found = Some((played.node, operation, turn));
            }
        },
    );
    let (node, operation, turn) = found?;
    let line = line_to(&solution, node, &board);
    Some(SolutionMatch { record, line, turn, operation })
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
