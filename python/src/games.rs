//! Functions of games: their positions, and the moves in their corners.

use arrow_array::cast::AsArray;
use arrow_array::types::Int32Type;
use arrow_array::{Array, RecordBatch, StructArray};
use arrow_schema::DataType;
use gtn_db::joseki::CornerOptions;
use gtn_db::model::Winner;
use gtn_db::table::{CornerBatch, PositionBatch};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::arrow::{ArrowData, Given, KeyBytes, check_text_type, read_bytes, read_texts};
use crate::pool;

/// Games that a thread processes at a time: about 64,000 positions.
const GAMES: usize = 256;

/// A row of a table of games.
struct Row<'a> {
    source: &'a str,
    tree: i32,
    winner: Winner,
    lines: &'a [u8],
}

/// Reads a table of games with these columns.
///
/// # Errors
/// `TypeError` or `ValueError` that names the column that is missing or has another type.
fn read_games(games: &Bound<'_, PyAny>, columns: &[&str]) -> PyResult<Vec<StructArray>> {
    let given = Given::read(games, "games")?;
    let DataType::Struct(fields) = given.data_type() else {
        return given.into_table_chunks("games", columns);
    };
    for field in fields.iter().filter(|field| columns.contains(&&**field.name())) {
        let (name, found) = (field.name(), field.data_type());
        if name != "tree" {
            check_text_type(found, &format!("games: column `{name}`"))?;
        } else if *found != DataType::Int32 {
            let message = format!("games: column `tree`: Int32 is needed, not {found}");
            return Err(PyTypeError::new_err(message));
        }
    }
    given.into_table_chunks("games", columns)
}

/// Applies a function to the games of all chunks, some games at a time. Rows with nulls are left
/// out.
fn map_games(
    chunks: &[StructArray],
    map: impl Fn(&[Row<'_>]) -> Vec<RecordBatch> + Sync,
) -> Vec<RecordBatch> {
    let map_chunk = |table: &StructArray| {
        let column = |name| table.column_by_name(name).expect("the table has the columns");
        let sources = read_texts(column("source"));
        let lines = read_bytes(column("lines"));
        let trees = column("tree").as_primitive::<Int32Type>();
        let winners = table.column_by_name("winner").map(|column| read_texts(column));
        let winner = |index: usize| Winner::from_name(winners.as_ref()?[index]?);
        let row = |index: usize| {
            Some(Row {
                source: sources[index]?,
                tree: trees.is_valid(index).then(|| trees.value(index))?,
                winner: winner(index).unwrap_or_default(),
                lines: lines[index]?,
            })
        };
        let rows: Vec<Row<'_>> = (0..table.len()).filter_map(row).collect();
        pool::map_pieces(&rows, GAMES, &map).concat()
    };
    chunks.iter().flat_map(map_chunk).collect()
}

/// Every position of the main lines of games.
///
/// `games` is Arrow data: a table with the columns `source` (strings), `tree` (int32) and `lines`
/// (bytes), as `extract(files, "games")` returns it.
///
/// Returns a table with one row for the position before the first move of a game and one for each
/// move:
///
/// - `source` (string), `tree` (int32): as in `games`
/// - `number` (int32): the number of moves played, passes included, from 0
/// - `color` (string): who played the last move, `black` or `white`; null before the first move
/// - `col`, `row` (int8): where, counted from 0 at the top left; null before the first move and for
///   a pass
/// - `key` (string): the key of the whole board after the move, the same in all orientations and
///   colors
/// - `key_bytes` (binary): with `key_bytes=True`, the 16 bytes of the key
///
/// A row of `games` with a null in `source`, `tree` or `lines`, or with damaged `lines`, has no
/// positions.
///
/// The call uses one thread, or as many as `threads` says.
///
/// Raises TypeError or ValueError if `games` is no Arrow data or no such table.
///
/// >>> import gtn_db, pyarrow as pa
/// >>> files = pa.table({"path": ["a.sgf"], "content": ["(;SZ[9];B[cc];W[])"]})
/// >>> games = gtn_db.extract(files, "games")
/// >>> positions = pa.table(gtn_db.replay(games))
/// >>> positions.select(["number", "color", "col", "row"]).to_pylist()[1]
/// {'number': 1, 'color': 'black', 'col': 2, 'row': 2}
#[pyfunction]
#[pyo3(signature = (games, *, key_bytes=false, threads=1))]
pub fn replay(games: &Bound<'_, PyAny>, key_bytes: bool, threads: usize) -> PyResult<ArrowData> {
    let keys = KeyBytes(key_bytes);
    let chunks = read_games(games, &["source", "tree", "lines"])?;
    let batches = pool::run(games.py(), threads, move || {
        map_games(&chunks, |games| {
            let (mut batches, mut positions) = (Vec::new(), PositionBatch::default());
            for Row { source, tree, lines, .. } in games {
                // Damaged lines have no positions.
                let _ = positions.push(source, *tree, lines);
                if positions.is_full() {
                    batches.push(keys.add(positions.finish()));
                }
            }
            batches.push(keys.add(positions.finish()));
            batches
        })
    })?;
    Ok(ArrowData::table(&keys.schema(&PositionBatch::schema()), batches))
}

/// The positions in the four corners of games and how they go on, for statistics of joseki.
///
/// `games` is Arrow data: a table as for `replay`, with the column `winner` (string) besides. A corner
/// is a window of `window` columns and rows, at most half of the board, rounded up; it is followed
/// until it has changed `moves` times.
///
/// Returns a table with one row for each position of a corner in which a player comes to move, and
/// for each way in which lines of the game go on: with a stone of this player in the corner that ends
/// the position, else with tenuki.
///
/// - `source` (string), `tree` (int32): as in `games`
/// - `number` (int32): the number of the first move of the player in the position
/// - `corner` (int8): the number of the corner, 0 to 3
/// - `node` (int64): identifies the position of the corner and the player to move, equally for all
///   orientations, colors and orders of moves
/// - `move` (string): the move as people say it, such as `4-3`: the lines from the two sides of the
///   corner, in its normal form; `tenuki` for a move elsewhere
/// - `point` (string): the same as a point of SGF, such as `dc`; null for tenuki
/// - `turn` (string): who is to move, `black` or `white`
/// - `winner` (string): who won the game: `black`, `white`, `draw` or `unknown`
/// - `lines` (int32): how many lines of the game go on in this way
///
/// A row of `games` with a null in `source`, `tree` or `lines`, or with damaged `lines`, has no moves.
///
/// The call uses one thread, or as many as `threads` says.
///
/// Raises ValueError if `window` or `moves` is 0, and errors as `replay` does.
///
/// >>> import gtn_db, pyarrow as pa
/// >>> sgf = ["(;SZ[19];B[pd])", "(;SZ[19];B[dp])"]
/// >>> files = pa.table({"path": ["a.sgf", "b.sgf"], "content": sgf})
/// >>> moves = pa.table(gtn_db.corners(gtn_db.extract(files, "games"))).to_pylist()
/// >>> sorted({move["move"] for move in moves}), len({move["node"] for move in moves if move["point"]})
/// (['4-4', 'tenuki'], 1)
#[pyfunction]
#[pyo3(signature = (games, window=10, moves=30, *, threads=1))]
pub fn corners(
    games: &Bound<'_, PyAny>,
    window: u8,
    moves: u8,
    threads: usize,
) -> PyResult<ArrowData> {
    for (name, value) in [("window", window), ("moves", moves)] {
        if value == 0 {
            return Err(PyValueError::new_err(format!("{name}: at least 1 is needed")));
        }
    }
    let options = CornerOptions { window, moves, ..CornerOptions::default() };
    let chunks = read_games(games, &["source", "tree", "winner", "lines"])?;
    let batches = pool::run(games.py(), threads, move || {
        map_games(&chunks, |games| {
            let (mut batches, mut corners) = (Vec::new(), CornerBatch::default());
            for Row { source, tree, winner, lines } in games {
                // Damaged lines have no moves.
                let _ = corners.push(source, *tree, *winner, lines, options);
                if corners.is_full() {
                    batches.push(corners.finish());
                }
            }
            batches.push(corners.finish());
            batches
        })
    })?;
    Ok(ArrowData::table(&CornerBatch::schema(), batches))
}
