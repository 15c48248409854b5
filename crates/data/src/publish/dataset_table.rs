//! The rows of a data set as a table in Parquet.

use std::io;
use std::sync::Arc;

use arrow_array::builder::{ListBuilder, StringBuilder};
use arrow_array::{ArrayRef, BooleanArray, Int64Array, RecordBatch, StringArray};

use super::dataset_row::Row;
use crate::table::ParquetWriter;

/// Writes rows, some at a time, as a file.
pub(super) fn write_table<'a>(chunks: impl Iterator<Item = Vec<Row<'a>>>) -> io::Result<Vec<u8>> {
    let schema = batch(&[]).schema();
    let mut writer = ParquetWriter::of_other_rows(Vec::new(), schema)?;
    for chunk in chunks {
        writer.write(&batch(&chunk))?;
    }
    Ok(writer.finish()?)
}

fn texts<'a>(values: impl Iterator<Item = Option<&'a str>>) -> ArrayRef {
    Arc::new(values.collect::<StringArray>())
}

fn lists<'a, T: AsRef<str> + 'a>(values: impl Iterator<Item = &'a [T]>) -> ArrayRef {
    let mut builder = ListBuilder::new(StringBuilder::new());
    for list in values {
        builder.append_value(list.iter().map(|text| Some(text.as_ref())));
    }
    Arc::new(builder.finish())
}

fn batch<'a>(rows: &[Row<'a>]) -> RecordBatch {
    let text = |of: for<'r> fn(&'r Row<'a>) -> Option<&'r str>| texts(rows.iter().map(of));
    let numbers: Int64Array = rows.iter().map(|row| i64::try_from(row.number).ok()).collect();
    let clusters: Int64Array = rows.iter().map(|row| row.cluster.map(i64::from)).collect();
    let disputed: BooleanArray = rows.iter().map(|row| Some(row.disputed)).collect();
    let columns: [(&str, ArrayRef, bool); 19] = [
        ("key", text(|row| Some(&row.key)), false),
        ("canonical_turn", text(|row| Some(row.canonical_turn)), false),
        ("turn", text(|row| Some(row.turn)), false),
        ("number", Arc::new(numbers), true),
        ("igtn", text(|row| Some(&row.igtn)), false),
        ("text", text(|row| Some(row.text)), false),
        ("operation", text(|row| Some(row.operation)), false),
        ("board", text(|row| Some(&row.board)), false),
        ("answers", lists(rows.iter().map(|row| &*row.answers)), false),
        ("certainty", text(|row| row.certainty), true),
        ("disputed", Arc::new(disputed), false),
        ("level", text(|row| row.level), true),
        ("genre", text(|row| row.genre), true),
        ("tags", lists(rows.iter().map(|row| row.tags)), false),
        ("chapter", text(|row| row.chapter), true),
        ("sources", lists(rows.iter().map(|row| &*row.sources)), false),
        ("rights", lists(rows.iter().map(|row| &*row.rights)), false),
        ("cluster", Arc::new(clusters), true),
        ("sgf", text(|row| Some(row.sgf)), false),
    ];
    RecordBatch::try_from_iter_with_nullable(columns)
        .expect("every column has a value for each row")
}

#[cfg(test)]
mod tests {
    use super::super::dataset_row::FEATURES;
    use super::*;

    #[test]
    fn the_table_has_the_columns_of_the_card() {
        let schema = batch(&[]).schema();
        let names = schema.fields().iter().map(|field| field.name().as_str());
        assert!(names.eq(FEATURES.iter().map(|(name, _)| *name)));
    }
}
