//! The windows of problems, as texts.

use std::sync::Arc;

use arrow_array::builder::StringBuilder;
use arrow_array::cast::AsArray;
use arrow_array::types::Int8Type;
use arrow_array::{ArrayRef, Int8Array, StructArray};
use arrow_schema::{DataType, Field};
use gtn_db::PositionKey;
use gtn_db::go::{Sides, Size, Symmetry};
use gtn_db::gtn::SubPosition;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::arrow::{ArrowData, Given, check_text_type, read_bytes, read_texts};
use crate::pool;

const TEXTS: [&str; 2] = ["key", "text"];
const NUMBERS: [&str; 4] = ["operation", "window_cols", "window_rows", "window_open"];

/// The windows of problems in the orientation and the colors of their canonical texts, for
/// `near_keys` and `near_distance`.
///
/// `problems` is Arrow data: a table with the columns `key`, `text`, `operation`, `window_cols`,
/// `window_rows` and `window_open`, such as `extract` returns. A canonical text is a square: where
/// two edges of the board face each other, lines may have been added between them. A window is
/// without these lines.
///
/// Returns a column of strings, null where `key` is not the key of `text`, or where the numbers are
/// not those of a window with this text. So no row of another key scheme passes.
///
/// The call uses one thread, or as many as `threads` says.
///
/// Raises TypeError or ValueError if `problems` is no Arrow data or no such table.
///
/// >>> import gtn_db, pyarrow as pa
/// >>> files = pa.table({"path": ["a.sgf"], "content": ["(;SZ[9:5]AB[aa][ia]AW[ba]PL[B])"]})
/// >>> problems = pa.table(gtn_db.extract(files))
/// >>> problems["text"].to_pylist()
/// TEXT
/// >>> pa.array(gtn_db.windows(problems)).to_pylist()
/// WINDOW
#[pyfunction]
#[pyo3(signature = (problems, *, threads=1))]
pub fn windows(problems: &Bound<'_, PyAny>, threads: usize) -> PyResult<ArrowData> {
    let given = Given::read(problems, "problems")?;
    if let DataType::Struct(fields) = given.data_type() {
        for field in fields {
            let (name, found) = (&**field.name(), field.data_type());
            if TEXTS.contains(&name) {
                check_text_type(found, &format!("problems: column `{name}`"))?;
            }
            if NUMBERS.contains(&name) && *found != DataType::Int8 {
                let message = format!("problems: column `{name}`: int8 is needed, not {found}");
                return Err(PyTypeError::new_err(message));
            }
        }
    }
    let chunks = given.into_table_chunks("problems", &[&TEXTS[..], &NUMBERS[..]].concat())?;
    let chunks = pool::run(problems.py(), threads, || {
        chunks.iter().flat_map(read_windows).collect::<Vec<ArrayRef>>()
    })?;
    Ok(ArrowData::column(Field::new("windows", DataType::Utf8, true), chunks))
}

fn read_windows(table: &StructArray) -> Vec<ArrayRef> {
    let column = |name| table.column_by_name(name).expect("the table has the columns");
    let (keys, texts) = (read_bytes(column("key")), read_texts(column("text")));
    let numbers = NUMBERS.map(|name| column(name).as_primitive::<Int8Type>());
    let rows: Vec<usize> = (0..table.len()).collect();
    pool::map_pieces(&rows, |rows| {
        let mut windows = StringBuilder::new();
        for &row in rows {
            let window = keys[row].zip(texts[row]).and_then(|(key, text)| {
                let numbers = numbers.map(|column: &Int8Array| {
                    column.is_valid(row).then(|| u8::try_from(column.value(row)).ok()).flatten()
                });
                read_window(key, text, numbers)
            });
            windows.append_option(window.map(|window| window.to_string()));
        }
        Arc::new(windows.finish()) as ArrayRef
    })
}

fn read_window(key: &[u8], text: &str, numbers: [Option<u8>; 4]) -> Option<SubPosition> {
    let [Some(operation), Some(cols), Some(rows), Some(open)] = numbers else { return None };
    let symmetry = Symmetry::from_index(operation)?;
    let size = symmetry.size(Size::new(cols, rows).ok()?);
    let open = (open < 16).then(|| Sides::from_bits(open).transform(symmetry))?;
    let square: SubPosition = text.parse().ok()?;
    let is_key = key == PositionKey::of_text(text).as_bytes();
    square.unsquared(size, open).filter(|_| is_key && square.open == open)
}
