//! Positions inside the solutions of records.

use rayon::prelude::*;

use super::Query;
use crate::Color;
use crate::extract;
use crate::go::{Board, Point, Symmetry};
use crate::gtn::SubPosition;
use crate::model::Charset;
use crate::sgf::GameTree;
use crate::solution::{read_as, replay};
use crate::store::{Store, StoreError, StoredRecord};

/// A position in the solution of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct After {
    /// The record.
    pub record: StoredRecord,
    /// The moves that lead there from its setup, on its own board; tenuki is
    /// none.
    pub line: Vec<(Color, Option<Point>)>,
    /// Who is to move then, in the colors of the query: not who played last.
    pub turn: Color,
    /// Carries the query onto the record's board.
    pub operation: Symmetry,
}

/// Records that a thread looks through at a time.
const RECORDS: usize = 1024;

/// Finds a position inside the solutions of all records: "this is problem 12
/// after move 3". The setups themselves are not looked at.
///
/// In a record each position is found once, at the first place in its tree.
/// Every solution is played through; that takes some microseconds a record.
///
/// # Errors
/// When the database cannot be read.
pub fn after(store: &Store, query: &Query) -> Result<Vec<After>, StoreError> {
    let mut found = Vec::new();
    let mut waiting: Vec<(StoredRecord, Vec<u8>)> = Vec::with_capacity(RECORDS);
    let mut look = |waiting: &mut Vec<(StoredRecord, Vec<u8>)>| {
        let lists: Vec<Option<After>> =
            waiting.par_drain(..).map(|(record, sgf)| in_record(query, record, &sgf)).collect();
        found.extend(lists.into_iter().flatten());
    };
    store.for_each_record(|record, sgf| {
        if record.moves == 0 {
            return;
        }
        waiting.push((record, sgf));
        if waiting.len() == RECORDS {
            look(&mut waiting);
        }
    })?;
    look(&mut waiting);
    Ok(found)
}

/// The stones of each color, the fewer first: what no operation changes.
fn stones(board: &Board) -> [usize; 2] {
    let black = board.stones().filter(|&(_, color)| color == Color::Black).count();
    let white = board.stones().count() - black;
    [black.min(white), black.max(white)]
}

fn in_record(query: &Query, record: StoredRecord, sgf: &[u8]) -> Option<After> {
    let charset = Charset::for_reading(record.charset.as_ref());
    let board = extract::setup(sgf, charset).ok()?.board;
    let tree = GameTree::read(sgf, charset);
    let dialect = record.solution.as_ref().map(|solution| solution.dialect);
    let solution = read_as(&tree, board.size(), dialect).solution;
    let wanted = stones(&query.window.board);
    let mut found: Option<(usize, Symmetry, Color)> = None;
    replay(
        &solution,
        &board,
        |_| true,
        |played| {
            let Ok(position) = played.after else { return };
            let is_known = found.is_some() || solution.nodes[played.node].at.is_none();
            let board = position.board();
            if is_known || stones(&board) != wanted {
                return;
            }
            let goban = SubPosition::goban(board);
            let Some(window) = goban.window() else { return };
            let canonical = window.sub.canonical();
            if canonical.text() == query.text() {
                let operation = query.symmetry().then(canonical.symmetry().inverse());
                let turn = operation.inverse().color(position.to_move());
                found = Some((played.node, operation, turn));
            }
        },
    );
    let (node, operation, turn) = found?;
    let mut line = Vec::new();
    let mut at = Some(node);
    while let Some(place) = at {
        let node = &solution.nodes[place];
        line.push((node.color, node.at.and_then(|spot| spot.point(board.size()))));
        at = node.parent.map(|parent| parent as usize);
    }
    line.reverse();
    Some(After { record, line, turn, operation })
}
