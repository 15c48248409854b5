//! Problems, games and faults in the bytes of files.

use std::ops::ControlFlow;

use arrow_array::{RecordBatch, StructArray};
use arrow_schema::{DataType, SchemaRef};
use gtn_db::import::{ExtractOptions, ExtractedPart, extract_bytes};
use gtn_db::table::{GameBatch, ProblemBatch, SkipBatch, TableError};
use gtn_db::{Diagnostic, Rule};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::arrow::{ArrowData, Given, KeyBytes, check_text_type, read_bytes, read_texts};
use crate::pool;

/// Files that a thread reads at a time.
const FILES: usize = 1024;

/// The tables that files are extracted to.
#[derive(Clone, Copy)]
pub enum Table {
    Problems,
    Games,
    Skips,
}

impl Table {
    /// Reads the argument `what`.
    ///
    /// # Errors
    /// `ValueError` if it names no table.
    pub fn read(what: &str) -> PyResult<Table> {
        match what {
            "problems" => Ok(Table::Problems),
            "games" => Ok(Table::Games),
            "skips" => Ok(Table::Skips),
            _ => Err(PyValueError::new_err("what: write `problems`, `games` or `skips`")),
        }
    }

    pub fn schema(self) -> SchemaRef {
        match self {
            Table::Problems => ProblemBatch::schema(),
            Table::Games => GameBatch::schema(),
            Table::Skips => SkipBatch::schema(),
        }
    }
}

/// The rows of one table under construction.
#[expect(clippy::large_enum_variant, reason = "a thread has one value")]
pub enum Builder {
    Problems(ProblemBatch),
    Games(GameBatch),
    Skips(SkipBatch),
}

impl Builder {
    pub fn new(table: Table) -> Builder {
        match table {
            Table::Problems => Builder::Problems(ProblemBatch::default()),
            Table::Games => Builder::Games(GameBatch::default()),
            Table::Skips => Builder::Skips(SkipBatch::default()),
        }
    }

    /// Adds the rows of a part, and the batches that become full to `batches`.
    pub fn push(
        &mut self,
        part: &ExtractedPart,
        has_sgf: bool,
        batches: &mut Vec<RecordBatch>,
    ) -> Result<(), TableError> {
        match self {
            Builder::Problems(rows) => {
                for record in &part.records {
                    rows.push(&part.source, record, has_sgf)?;
                    if rows.is_full() {
                        batches.push(rows.finish());
                    }
                }
            }
            Builder::Games(rows) => {
                for game in &part.games {
                    rows.push(&part.source, game, has_sgf)?;
                    if rows.is_full() {
                        batches.push(rows.finish());
                    }
                }
            }
            Builder::Skips(rows) => {
                for diagnostic in &part.diagnostics {
                    rows.push(diagnostic)?;
                    if rows.is_full() {
                        batches.push(rows.finish());
                    }
                }
            }
        }
        Ok(())
    }

    pub fn finish(self) -> RecordBatch {
        match self {
            Builder::Problems(mut rows) => rows.finish(),
            Builder::Games(mut rows) => rows.finish(),
            Builder::Skips(mut rows) => rows.finish(),
        }
    }
}

/// A file: its name and its content.
type File<'a> = (Option<&'a str>, Option<&'a [u8]>);

/// Extracts problems, games or faults from files: SGF, lists of positions, JSON, and archives of
/// these.
///
/// `batch` is Arrow data: a table with the names of files in the column that `path` names and their
/// bytes in the one that `content` names, both of any type of strings or bytes. The content of a
/// file decides about its format. `what` is "problems", "games" or "skips".
///
/// Returns a table with one row for each problem or game of Go, or for each fault, whose columns
/// docs/export.md describes. `source` is the name of the file, followed by that of the entry in an
/// archive. With `sgf=False` the game trees are left out: the column `sgf` is null. With
/// `key_bytes=True` there is a column of that name besides: the 16 bytes of `key`.
///
/// Whatever is skipped or repaired is a row of "skips", also damaged archives, bombs in them, and
/// files whose content is null. A null name is an empty one.
///
/// The call uses one thread, or as many as `threads` says.
///
/// Raises TypeError or ValueError if `batch` is no Arrow data or no such table, and ValueError if
/// `what` is another word.
///
/// >>> import gtn_db, pyarrow as pa
/// >>> content = ["(;SZ[9]AB[aa][ba]AW[ca]PL[B])", "(;SZ[9]AB[zz])"]
/// >>> files = pa.table({"path": ["a.sgf", "b.sgf"], "content": content})
/// >>> pa.table(gtn_db.extract(files)).select(["source", "text"]).to_pylist()
/// [{'source': 'a.sgf', 'text': '3x3|!!!_..._..._OOX_'}]
/// >>> pa.table(gtn_db.extract(files, "skips"))["source"].to_pylist()
/// ['b.sgf']
#[pyfunction]
#[pyo3(signature = (
    batch, what="problems", *, path="path", content="content", sgf=true, key_bytes=false, threads=1
))]
pub fn extract(
    batch: &Bound<'_, PyAny>,
    what: &str,
    path: &str,
    content: &str,
    sgf: bool,
    key_bytes: bool,
    threads: usize,
) -> PyResult<ArrowData> {
    let (table, keys) = (Table::read(what)?, KeyBytes(key_bytes));
    let given = Given::read(batch, "batch")?;
    if let DataType::Struct(fields) = given.data_type() {
        for field in fields.iter().filter(|field| [path, content].contains(&&**field.name())) {
            check_text_type(field.data_type(), &format!("batch: column `{}`", field.name()))?;
        }
    }
    let chunks = given.into_table_chunks("batch", &[path, content])?;
    let (path, content) = (path.to_owned(), content.to_owned());
    let read = move |chunk: &StructArray| -> Result<Vec<RecordBatch>, TableError> {
        let column = |name| chunk.column_by_name(name).expect("the table has the columns");
        let (paths, contents) = (read_texts(column(&path)), read_bytes(column(&content)));
        let files: Vec<File<'_>> = paths.into_iter().zip(contents).collect();
        let parts = pool::map_pieces(&files, FILES, |files| extract_files(files, table, sgf));
        Ok(parts.into_iter().collect::<Result<Vec<Vec<RecordBatch>>, TableError>>()?.concat())
    };
    let batches = pool::run(batch.py(), threads, move || {
        chunks.iter().map(read).collect::<Result<Vec<_>, TableError>>()
    })?;
    let batches = batches.map_err(|error| PyValueError::new_err(error.to_string()))?;
    let batches = batches.concat().into_iter().map(|batch| keys.add(batch)).collect();
    Ok(ArrowData::table(&keys.schema(&table.schema()), batches))
}

fn extract_files(
    files: &[File<'_>],
    table: Table,
    has_sgf: bool,
) -> Result<Vec<RecordBatch>, TableError> {
    let (mut batches, mut rows) = (Vec::new(), Builder::new(table));
    for &(name, content) in files {
        let name = name.unwrap_or_default();
        let Some(content) = content else {
            let mut part = ExtractedPart::default();
            let message = "the content is null";
            part.diagnostics.push(Diagnostic::of_source(name, Rule::Unreadable, message));
            rows.push(&part, has_sgf, &mut batches)?;
            continue;
        };
        let mut result = Ok(());
        extract_bytes(name, content.to_vec(), ExtractOptions::default(), &mut |part| {
            result = rows.push(&part, has_sgf, &mut batches);
            if result.is_ok() && !pool::is_cancelled() {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
        result?;
    }
    batches.push(rows.finish());
    Ok(batches)
}
