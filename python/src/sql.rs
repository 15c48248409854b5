//! The rows of a query in SQL as Arrow data.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use arrow_array::{
    Array, ArrayRef, BinaryArray, Float64Array, Int64Array, RecordBatch, StringArray,
    new_null_array,
};
use arrow_cast::cast;
use arrow_schema::{DataType, Field, Schema};
use gtn_db::store::{QueryValue, Store, StoreError};

use crate::arrow::ArrowData;
use crate::pool;

/// A batch has at most so many bytes of texts and blobs, and one value more.
const BATCH_BYTES: usize = 32 << 20;

/// Answers a query. A column has the type of its values: integers, floating-point numbers if there is
/// one, texts if there is one, bytes if there are blobs; strings where all values are null. The first
/// columns have the types that are `known`.
pub fn answer(store: &Store, sql: &str, known: &[DataType]) -> Result<ArrowData, StoreError> {
    let (mut names, mut batch, mut batches) = (Vec::new(), Vec::new(), Vec::new());
    let mut bytes = 0;
    let name = |columns: &[&str]| names = name_apart(columns);
    store.query(sql, pool::is_cancelled, name, |row| -> Result<(), StoreError> {
        if batch.is_empty() {
            batch.resize_with(row.len(), Vec::new);
        }
        for (column, value) in batch.iter_mut().zip(row) {
            let value = Value::new(value);
            bytes += value.len();
            column.push(value);
        }
        if bytes >= BATCH_BYTES || batch.first().is_some_and(|column| column.len() == pool::ROWS) {
            batches.push(std::mem::take(&mut batch).into_iter().map(build).collect::<Vec<_>>());
            bytes = 0;
        }
        Ok(())
    })?;
    if !batch.is_empty() {
        batches.push(batch.into_iter().map(build).collect());
    }
    let kind = |column: usize| {
        if let Some(kind) = known.get(column) {
            return kind.clone();
        }
        let kinds = batches.iter().map(|batch| batch[column].data_type());
        let kind = kinds.fold(DataType::Null, |one, other| widen(one, other.clone()));
        if kind == DataType::Null { DataType::Utf8 } else { kind }
    };
    let kinds = (0..names.len()).map(kind);
    let fields: Vec<Field> =
        names.iter().zip(kinds).map(|(name, kind)| Field::new(name, kind, true)).collect();
    let schema = Arc::new(Schema::new(fields));
    let to_batch = |columns: Vec<ArrayRef>| {
        let columns = columns.iter().zip(schema.fields());
        let columns = columns.map(|(column, field)| convert(column, field.data_type())).collect();
        RecordBatch::try_new(Arc::clone(&schema), columns).expect("the columns have these types")
    };
    let batches = batches.into_iter().map(to_batch).collect();
    Ok(ArrowData::table(&schema, batches))
}

/// A name for each column that no other has: the second column `id` becomes `id:1`, the third `id:2`, as
/// SQLite names the columns of a table that it makes of a query. A data frame has room for one `id`.
fn name_apart(columns: &[&str]) -> Vec<String> {
    let (mut taken, mut counts) = (HashSet::new(), HashMap::new());
    let name_column = |&column: &&str| {
        let count = counts.entry(column.to_owned()).or_insert(0);
        let mut name = column.to_owned();
        while !taken.insert(name.clone()) {
            *count += 1;
            name = format!("{column}:{count}");
        }
        name
    };
    columns.iter().map(name_column).collect()
}

/// The columns of the view `v_record`.
const RECORD: [(&str, DataType); 30] = {
    use DataType::{Binary, Int8, Int32, Int64, Utf8};
    [
        ("id", Int64),
        ("key", Utf8),
        ("turn", Utf8),
        ("canonical_turn", Utf8),
        ("turn_source", Utf8),
        ("source", Utf8),
        ("source_id", Int64),
        ("tree", Int32),
        ("offset", Int64),
        ("name", Utf8),
        ("board", Utf8),
        ("board_cols", Int8),
        ("board_rows", Int8),
        ("window", Utf8),
        ("edges", Utf8),
        ("region", Utf8),
        ("stones", Int32),
        ("operation", Utf8),
        ("moves", Int32),
        ("dialect", Utf8),
        ("answers", Utf8),
        ("records", Int64),
        ("charset", Utf8),
        ("text", Utf8),
        ("problem", Int32),
        ("setup", Int64),
        ("book", Utf8),
        ("number", Int64),
        ("sgf", Binary),
        ("own_sgf", Binary),
    ]
};

/// The rows of `v_record`, of the records that [`Store::select_records`] has selected if it has.
pub fn list_records(
    store: &Store,
    is_selected: bool,
    limit: i64,
    has_sgf: bool,
) -> Result<ArrowData, StoreError> {
    let columns = if has_sgf { &RECORD[..] } else { &RECORD[..RECORD.len() - 2] };
    let names: Vec<&str> = columns.iter().map(|(name, _)| *name).collect();
    let kinds: Vec<DataType> = columns.iter().map(|(_, kind)| kind.clone()).collect();
    let selected = if is_selected { "WHERE id IN (SELECT id FROM record)" } else { "" };
    let names = names.join(", ");
    answer(
        store,
        &format!("SELECT {names} FROM v_record {selected} ORDER BY id LIMIT {limit}"),
        &kinds,
    )
}

/// A value on its way into a column.
enum Value {
    Null,
    Integer(i64),
    Real(f64),
    Text(String),
    Blob(Vec<u8>),
}

impl Value {
    fn new(value: &QueryValue<'_>) -> Value {
        match *value {
            QueryValue::Null => Value::Null,
            QueryValue::Integer(value) => Value::Integer(value),
            QueryValue::Real(value) => Value::Real(value),
            QueryValue::Text(text) => Value::Text(String::from_utf8_lossy(text).into_owned()),
            QueryValue::Blob(bytes) => Value::Blob(bytes.to_vec()),
        }
    }

    fn len(&self) -> usize {
        match self {
            Value::Text(text) => text.len(),
            Value::Blob(bytes) => bytes.len(),
            _ => 0,
        }
    }

    fn data_type(&self) -> DataType {
        match self {
            Value::Null => DataType::Null,
            Value::Integer(_) => DataType::Int64,
            Value::Real(_) => DataType::Float64,
            Value::Text(_) => DataType::Utf8,
            Value::Blob(_) => DataType::Binary,
        }
    }
}

/// The type that has the values of both: later in this list, all but the first one.
fn widen(one: DataType, other: DataType) -> DataType {
    let order = [DataType::Null, DataType::Int64, DataType::Float64, DataType::Utf8];
    let rank =
        |kind: &DataType| order.iter().position(|known| known == kind).unwrap_or(order.len());
    if rank(&one) < rank(&other) { other } else { one }
}

fn build(values: Vec<Value>) -> ArrayRef {
    let kind = values.iter().map(Value::data_type).fold(DataType::Null, widen);
    let values = values.into_iter();
    let text = |value| match value {
        Value::Integer(value) => Some(value.to_string()),
        Value::Real(value) => Some(value.to_string()),
        Value::Text(text) => Some(text),
        Value::Null | Value::Blob(_) => None,
    };
    match kind {
        DataType::Null => new_null_array(&DataType::Null, values.len()),
        DataType::Int64 => Arc::new(Int64Array::from_iter(values.map(|value| match value {
            Value::Integer(value) => Some(value),
            _ => None,
        }))),
        DataType::Float64 => Arc::new(Float64Array::from_iter(values.map(|value| match value {
            Value::Integer(value) => Some(value as f64),
            Value::Real(value) => Some(value),
            _ => None,
        }))),
        DataType::Utf8 => Arc::new(StringArray::from_iter(values.map(text))),
        _ => Arc::new(BinaryArray::from_iter(values.map(|value| match value {
            Value::Blob(bytes) => Some(bytes),
            other => text(other).map(String::into_bytes),
        }))),
    }
}

/// Converts a column into a wider type.
fn convert(column: &ArrayRef, kind: &DataType) -> ArrayRef {
    let text = match (column.data_type(), kind) {
        (DataType::Int64 | DataType::Float64, DataType::Binary) => cast(column, &DataType::Utf8),
        _ => Ok(Arc::clone(column)),
    };
    text.and_then(|column| cast(&column, kind)).expect("a column becomes wider only")
}
