//! Answers of a database as Python objects or as Arrow data.

use std::sync::Arc;

use arrow_json::ReaderBuilder;
use arrow_schema::{DataType, Field, Schema};
use gtn_db::answer::{Column, Kind};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use serde::Serialize;

use crate::arrow::ArrowData;

/// Objects of [`gtn_db::answer`] with the columns that they have as Arrow data.
pub struct Rows<T> {
    pub columns: fn() -> Vec<Field>,
    pub objects: Vec<T>,
}

impl<T: Serialize> Rows<T> {
    /// A list of dicts, or Arrow data.
    pub fn into_python(self, py: Python<'_>, arrow: bool) -> PyResult<Py<PyAny>> {
        if arrow {
            let schema = Schema::new((self.columns)());
            let failed = |error| PyRuntimeError::new_err(format!("rows as Arrow data: {error}"));
            let mut decoder = ReaderBuilder::new(Arc::new(schema.clone()))
                .with_strict_mode(true)
                .build_decoder()
                .map_err(failed)?;
            decoder.serialize(&self.objects).map_err(failed)?;
            let batches = decoder.flush().map_err(failed)?;
            return Ok(
                Py::new(py, ArrowData::table(&schema, batches.into_iter().collect()))?.into_any()
            );
        }
        let json = serde_json::to_string(&self.objects)
            .map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        Ok(py.import("json")?.call_method1("loads", (json,))?.unbind())
    }
}

fn texts<const N: usize>(names: [&str; N]) -> impl Iterator<Item = Field> {
    names.map(|name| Field::new(name, DataType::Utf8, true)).into_iter()
}

fn text_list(name: &str) -> Field {
    Field::new_list(name, Field::new_list_field(DataType::Utf8, true), true)
}

/// The columns of [`RecordMatchJson`](gtn_db::answer::RecordMatchJson).
pub fn record_match() -> Vec<Field> {
    let mut columns: Vec<Field> = texts(["kind", "key", "turn", "operation", "source"]).collect();
    columns.push(Field::new("tree", DataType::Int32, true));
    columns.extend(texts(["name"]));
    columns.push(Field::new("other_size", DataType::Boolean, true));
    columns
}

/// The columns of [`SimilarMatchJson`](gtn_db::answer::SimilarMatchJson).
pub fn similar_match() -> Vec<Field> {
    let mut columns = record_match();
    columns.push(Field::new("distance", DataType::Int8, true));
    columns.push(text_list("difference"));
    columns
}

/// The columns of [`ContainmentJson`](gtn_db::answer::ContainmentJson).
pub fn containment() -> Vec<Field> {
    let mut columns: Vec<Field> = texts(["kind", "key", "turn", "operation", "at"]).collect();
    columns.push(Field::new("placements", DataType::Int32, true));
    columns.extend(texts(["source"]));
    columns.push(Field::new("tree", DataType::Int32, true));
    columns.extend(texts(["name"]));
    columns
}

/// The columns of [`ClusterJson`](gtn_db::answer::ClusterJson).
pub fn cluster() -> Vec<Field> {
    let mut record: Vec<Field> = texts(["source"]).collect();
    record.push(Field::new("tree", DataType::Int32, true));
    record.extend(texts(["name", "operation", "turn"]));
    record.push(Field::new("copy_of", DataType::Int32, true));
    let record = Field::new_list_field(DataType::Struct(record.into()), true);
    let mut columns: Vec<Field> = texts(["key", "turn"]).collect();
    columns.push(Field::new_list("records", record, true));
    columns
}

/// The columns of [`SourceJson`](gtn_db::answer::SourceJson).
pub fn source() -> Vec<Field> {
    let mut columns = vec![Field::new("id", DataType::Int64, true)];
    columns.extend(texts(["name", "place", "path", "entry"]));
    let numbers = ["records", "games", "bytes"];
    columns.extend(numbers.map(|name| Field::new(name, DataType::Int64, true)));
    columns.extend(texts(["imported"]));
    columns
}

/// The columns of a list, as Arrow has them.
pub fn fields(columns: &[Column]) -> Vec<Field> {
    let fields = columns.iter().map(|Column { name, kind, .. }| match kind {
        Kind::Text => Field::new(*name, DataType::Utf8, true),
        Kind::Texts => text_list(name),
        Kind::Int32 => Field::new(*name, DataType::Int32, true),
        Kind::Int64 => Field::new(*name, DataType::Int64, true),
        Kind::Float => Field::new(*name, DataType::Float64, true),
    });
    fields.collect()
}
