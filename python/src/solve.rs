//! Verdicts of the solver about life-and-death problems.

use gtn_db::Color;
use gtn_db::answer::{GivenPosition, SolveJson, accepted_moves};
use gtn_db::find::{RecordVerdict, RecordView, find_answered, load_solution, record_verdicts};
use gtn_db::go::Point;
use gtn_db::solve::{Limits, Problem, Verdict, Why, confirm};
use gtn_db::store::{Store, StoreError, StoredPosition};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use serde_json::Value;

use crate::arrow::ArrowData;
use crate::pool;
use crate::rows::{self, RowSink};
use crate::texts::{read_position, read_turn};

/// Says what the side to move can achieve in a life-and-death problem: `gtn-db solve`.
///
/// `position` is an IGTN, a diagram of several lines, SGF, or moves on an empty 19x19 board. Without a
/// `turn`, "black" or "white", and if the position does not say who moves, both sides are tried. At most
/// `nodes` positions are searched for each of them, some 400,000 in a second.
///
/// Returns a row for each side, with the fields of `gtn-db solve --json` but `query`; and `sgf`, the
/// proofs as game trees that an editor opens, null if nothing is proved or no move is needed. docs/solve.md says
/// what is claimed.
///
/// The call uses one thread. Raises ValueError if `position` is none.
///
/// >>> import gtn_db
/// >>> (found,) = gtn_db.solve("4x5|...OX_..OOX_OOOXX_XXXX._!!!!!_", turn="black")
/// >>> found["outcome"], found["moves"], found["sgf"][:7]
/// ('killed', ['ba'], '(;FF[4]')
#[pyfunction]
#[pyo3(signature = (position, *, turn=None, nodes=250_000))]
pub fn solve(
    py: Python<'_>,
    position: &str,
    turn: Option<&str>,
    nodes: u64,
) -> PyResult<ArrowData> {
    let turn = read_turn(turn)?;
    let GivenPosition { sub, place, turn: stated } = read_position(position)?;
    let board = place.whole_board(&sub.board);
    let turns = turn.or(stated).map_or(Color::ALL.to_vec(), |turn| vec![turn]);
    pool::run(py, 1, move || {
        let mut rows = RowSink::new(rows::verdict());
        for to_move in turns {
            let problem = Problem { board: board.clone(), to_move };
            let cancel = pool::cancel_flag();
            let verdict = confirm(&problem, &Limits { nodes, cancel: Some(&cancel) });
            if verdict.answer == Err(Why::Cancelled) {
                return Err(PyRuntimeError::new_err("the call was cancelled"));
            }
            rows.push(&describe(&problem, &verdict, &[]))?;
        }
        rows.finish()
    })?
}

// The signature of `solve` names the number, so that Python can show it.
const _: () = assert!(Limits::NODES == 250_000);

/// The stored verdicts about the position whose key begins like this, on the board of the record that stands
/// for it.
pub fn list_stored(store: &Store, position: &StoredPosition) -> Result<Vec<Value>, StoreError> {
    let records = store.records(position.id)?;
    let Some(record) = records.get(find_answered(store, &records)?) else {
        return Ok(Vec::new());
    };
    let view = RecordView::new(position, record).map_err(|error| error.in_store(store))?;
    let board = view.place.whole_board(&view.window.board);
    let accepted = accepted_moves(&load_solution(store, record)?, record);
    let row = |RecordVerdict { turn, verdict, budget }: RecordVerdict| {
        let problem = Problem { board: board.clone(), to_move: turn };
        let mut row = describe(&problem, &verdict, &accepted);
        row["budget"] = budget.into();
        row
    };
    Ok(record_verdicts(store, position, record)?.into_iter().map(row).collect())
}

/// A row of `solve`.
fn describe(problem: &Problem, verdict: &Verdict, accepted: &[Option<Point>]) -> Value {
    let row = SolveJson::new("", problem.board.size(), problem.to_move, verdict, accepted);
    let mut row = serde_json::to_value(row).expect("an object of plain fields");
    let fields = row.as_object_mut().expect("a struct is an object");
    fields.remove("query");
    fields.insert("sgf".to_owned(), verdict.to_sgf(problem).into());
    row
}
