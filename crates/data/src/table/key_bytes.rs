//! The bytes of keys, for programs that want 16 bytes in place of 32 digits.

use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_array::builder::BinaryBuilder;
use arrow_array::cast::AsArray;
use arrow_schema::{DataType, Field, Schema};

use crate::PositionKey;

/// Adds the column `key_bytes` to a table with the column `key`: the 16 bytes of each key. A table
/// without this column stays as it is.
///
/// # Panics
/// If `key` is no column of strings, or a value in it no key.
pub fn add_key_bytes(batch: RecordBatch) -> RecordBatch {
    let Some(keys) = batch.column_by_name("key") else { return batch };
    let mut bytes = BinaryBuilder::with_capacity(keys.len(), 16 * keys.len());
    for key in keys.as_string::<i32>() {
        let parse = |key: &str| key.parse::<PositionKey>().expect("a table writes its keys");
        bytes.append_option(key.map(|key| *parse(key).as_bytes()));
    }
    let schema = batch.schema();
    let field = Field::new("key_bytes", DataType::Binary, keys.is_nullable());
    let fields: Vec<_> = schema.fields().iter().cloned().chain([Arc::new(field)]).collect();
    let schema = Schema::new_with_metadata(fields, schema.metadata().clone());
    let columns = batch.columns().iter().cloned().chain([Arc::new(bytes.finish()) as _]).collect();
    RecordBatch::try_new(Arc::new(schema), columns).expect("the column has a value in each row")
}
