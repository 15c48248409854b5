//! The Python package `gtn_db`: functions from Arrow data to Arrow data, and a database.
//!
//! Documentation comments of what Python sees are its docstrings; their examples are run by
//! tests/test_documents.py, and gtn_db/__init__.pyi has their types.

mod arguments;
mod arrow;
mod conditions;
mod database;
mod extract;
mod games;
mod parquet;
mod pool;
mod question;
mod read;
mod rows;
mod solve;
mod spark;
mod sql;
mod svg;
mod texts;

use gtn_db::table::{CornerBatch, GameBatch, PositionBatch, ProblemBatch, SkipBatch};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// The schema of a table, as the DDL of Spark.
#[pyfunction]
fn _spark_ddl(table: &str) -> PyResult<String> {
    let schema = match table {
        "problems" => ProblemBatch::schema(),
        "games" => GameBatch::schema(),
        "skips" => SkipBatch::schema(),
        "corners" => CornerBatch::schema(),
        "positions" => PositionBatch::schema(),
        _ => return Err(PyValueError::new_err(format!("there is no table `{table}`"))),
    };
    Ok(spark::ddl(&schema))
}

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("KEY_SCHEME", gtn_db::KEY_SCHEME)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("DatabaseError", module.py().get_type::<question::DatabaseError>())?;
    module.add_class::<arrow::ArrowData>()?;
    module.add_class::<database::Database>()?;
    module.add_class::<read::Batches>()?;
    module.add_class::<svg::Svg>()?;
    module.add_function(wrap_pyfunction!(texts::canonical, module)?)?;
    module.add_function(wrap_pyfunction!(texts::contains, module)?)?;
    module.add_function(wrap_pyfunction!(texts::near_keys, module)?)?;
    module.add_function(wrap_pyfunction!(texts::near_distance, module)?)?;
    module.add_function(wrap_pyfunction!(extract::extract, module)?)?;
    module.add_function(wrap_pyfunction!(read::read, module)?)?;
    module.add_function(wrap_pyfunction!(games::replay, module)?)?;
    module.add_function(wrap_pyfunction!(games::corners, module)?)?;
    module.add_function(wrap_pyfunction!(database::open, module)?)?;
    module.add_function(wrap_pyfunction!(svg::svg, module)?)?;
    module.add_function(wrap_pyfunction!(solve::solve, module)?)?;
    module.add_function(wrap_pyfunction!(parquet::write_parquet, module)?)?;
    module.add_function(wrap_pyfunction!(_spark_ddl, module)?)?;
    Ok(())
}
