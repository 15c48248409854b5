//! Tables as files in Parquet.

use std::io::Write;

use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, ZstdLevel};
use parquet::errors::Result;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::schema::types::ColumnPath;

use crate::KEY_SCHEME;

/// The version of the columns, in the metadata of files as `gtn_db.schema`.
pub const SCHEMA_VERSION: &str = "2";

/// The version before, in which keys were bytes, and words numbers. It is still read.
pub(super) const OLD_VERSION: &str = "1";

/// The most rows of a row group, and about the most bytes of one, which memory holds.
const GROUP_ROWS: usize = 1_000_000;
const GROUP_BYTES: usize = 128 << 20;

/// Writes a table to a Parquet file: compressed with Zstandard, with a Bloom filter for the column
/// `key`, and with the metadata `gtn_db.key_scheme` and `gtn_db.schema`. Memory holds one row
/// group: at most 1,000,000 rows or about 128 MiB.
///
/// ```
/// # mod gtn_db { pub use {gtn_db_core::*, gtn_db_data::*}; }
/// use gtn_db::table::{ParquetWriter, ProblemBatch};
///
/// let mut problems = ProblemBatch::default();
/// let mut writer = ParquetWriter::new(Vec::new(), ProblemBatch::schema())?;
/// writer.write(&problems.finish())?;
/// let bytes = writer.finish()?;
/// assert!(bytes.starts_with(b"PAR1"));
/// # Ok::<(), parquet::errors::ParquetError>(())
/// ```
#[derive(Debug)]
pub struct ParquetWriter<W: Write + Send>(ArrowWriter<W>);

impl<W: Write + Send> ParquetWriter<W> {
    /// Begins a file for a table with these columns.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn new(out: W, schema: SchemaRef) -> Result<ParquetWriter<W>> {
        let metadata = [("gtn_db.key_scheme", KEY_SCHEME), ("gtn_db.schema", SCHEMA_VERSION)];
        ParquetWriter::with_metadata(out, schema, &metadata)
    }

    /// Begins a file for rows that `import` does not read: without metadata.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn of_other_rows(out: W, schema: SchemaRef) -> Result<ParquetWriter<W>> {
        ParquetWriter::with_metadata(out, schema, &[])
    }

    fn with_metadata(
        out: W,
        schema: SchemaRef,
        metadata: &[(&str, &str)],
    ) -> Result<ParquetWriter<W>> {
        let metadata = metadata
            .iter()
            .map(|(key, value)| KeyValue::new((*key).to_owned(), (*value).to_owned()));
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::default()))
            .set_max_row_group_row_count(Some(GROUP_ROWS))
            .set_max_row_group_bytes(Some(GROUP_BYTES))
            .set_column_bloom_filter_enabled(ColumnPath::from("key"), true)
            .set_key_value_metadata(Some(metadata.collect()))
            .build();
        Ok(ParquetWriter(ArrowWriter::try_new(out, schema, Some(properties))?))
    }

    /// Writes rows.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write(&mut self, batch: &RecordBatch) -> Result<()> {
        self.0.write(batch)
    }

    /// Ends the file.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn finish(self) -> Result<W> {
        self.0.into_inner()
    }
}
