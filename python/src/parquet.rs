//! Tables as files in Parquet.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_array::cast::AsArray;
use arrow_schema::{DataType, Schema};
use gtn_db::store::temporary;
use gtn_db::table::ParquetWriter;
use pyo3::exceptions::{PyOSError, PyTypeError};
use pyo3::prelude::*;
use pyo3_arrow::ffi::ArrayReader;

use crate::arrow::{Given, prefer_signal};
use crate::pool;

/// Writes a table as a Parquet file, as `gtn-db export --format parquet` does.
///
/// `table` is Arrow data, such as what `read` returns, which is written batch by batch. The file is
/// compressed with Zstandard, has a Bloom filter for the column `key`, and names `KEY_SCHEME` and the
/// version of the columns. `gtn-db import` and `read` read tables of problems and of games.
///
/// The file appears, or is replaced, as a whole. Returns the number of rows.
///
/// Raises TypeError if `table` is no table, and OSError if the file cannot be written.
///
/// >>> import gtn_db, pyarrow.parquet
/// >>> gtn_db.write_parquet(gtn_db.read("books/near.sgf"), "near.parquet")
/// 2
/// >>> pyarrow.parquet.read_table("near.parquet")["source"].to_pylist()
/// ['near.sgf', 'near.sgf']
/// >>> [row["source"] for batch in gtn_db.read("near.parquet") for row in batch]
/// ['near.parquet/near.sgf', 'near.parquet/near.sgf']
#[pyfunction]
pub fn write_parquet(table: &Bound<'_, PyAny>, path: PathBuf) -> PyResult<usize> {
    let reader = Given::open(table, "table")?;
    let field = reader.field();
    let DataType::Struct(fields) = field.data_type() else {
        return Err(PyTypeError::new_err(format!(
            "table: a table is needed, not a column of {}",
            field.data_type()
        )));
    };
    let schema = Schema::new(fields.clone());
    let written = table.py().detach(|| -> PyResult<usize> {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let temporary = temporary::create_file(folder.unwrap_or(Path::new(".")))?;
        let rows = write(reader, schema, temporary.as_file())?;
        temporary.persist(&path).map_err(|failure| failure.error)?;
        Ok(rows)
    });
    written.map_err(prefer_signal)
}

fn write(reader: Box<dyn ArrayReader + Send>, schema: Schema, file: &File) -> PyResult<usize> {
    let failed = |error: &dyn std::fmt::Display| PyOSError::new_err(format!("table: {error}"));
    let writer = ParquetWriter::new(BufWriter::new(file), Arc::new(schema));
    let (mut writer, mut rows) = (writer.map_err(|error| failed(&error))?, 0);
    for chunk in reader {
        let batch = RecordBatch::from(chunk.map_err(|error| failed(&error))?.as_struct());
        rows += batch.num_rows();
        for start in (0..batch.num_rows()).step_by(pool::ROWS) {
            let piece = batch.slice(start, pool::ROWS.min(batch.num_rows() - start));
            writer.write(&piece).map_err(|error| failed(&error))?;
            Python::attach(|py| py.check_signals())?;
        }
    }
    let mut file = writer.finish().map_err(|error| failed(&error))?;
    file.flush().and_then(|()| file.get_ref().sync_all())?;
    Ok(rows)
}
