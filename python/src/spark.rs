//! Schemas as the DDL of Spark.

use arrow_schema::{DataType, Schema};

/// The DDL of a schema: `` `key` BINARY, `tree` INT ``.
///
/// # Panics
/// If a column has a type that no table of this package has.
pub fn ddl(schema: &Schema) -> String {
    let columns = schema.fields().iter().map(|field| {
        let data_type = match field.data_type() {
            DataType::Int8 => "TINYINT",
            DataType::Int32 => "INT",
            DataType::Int64 => "BIGINT",
            DataType::Float64 => "DOUBLE",
            DataType::Utf8 => "STRING",
            DataType::Binary => "BINARY",
            other => unreachable!("no table has a column of {other}"),
        };
        format!("`{}` {data_type}", field.name())
    });
    columns.collect::<Vec<_>>().join(", ")
}
