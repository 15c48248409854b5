//! The values of a column in a row group of a Parquet file.

use std::fs::File;
use std::sync::Arc;

use parquet::basic::{Encoding, Type};
use parquet::column::page::{Page, PageMetadata, PageReader};
use parquet::column::reader::{ColumnReaderImpl, get_column_reader, get_typed_column_reader};
use parquet::data_type::{ByteArrayType, DataType, Int32Type, Int64Type};
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::ColumnChunkMetaData;
use parquet::file::serialized_reader::SerializedPageReader;

/// Reads a column that has at most one value in each row.
pub(super) struct ColumnValues<T: DataType> {
    name: String,
    reader: ColumnReaderImpl<T>,
    /// Whether values may be null.
    is_nullable: bool,
}

pub(super) type ByteColumn = ColumnValues<ByteArrayType>;
pub(super) type Int32Column = ColumnValues<Int32Type>;
pub(super) type Int64Column = ColumnValues<Int64Type>;

/// Begins to read a column, whose type is that of `T`.
pub(super) fn open_column<T: DataType>(
    file: &Arc<File>,
    chunk: &ColumnChunkMetaData,
    rows: i64,
) -> Result<ColumnValues<T>> {
    let (start, length) = chunk.byte_range();
    let end = start.checked_add(length);
    if end.is_none_or(|end| file.metadata().is_ok_and(|file| end > file.len())) {
        return Err(ParquetError::EOF(format!("{} ends behind the file", chunk.column_path())));
    }
    let rows = usize::try_from(rows)?;
    let pages = SerializedPageReader::new(Arc::clone(file), chunk, rows, None)?;
    let pages = CheckedPages { pages, kind: chunk.column_type() };
    let column = chunk.column_descr_ptr();
    Ok(ColumnValues {
        name: column.name().to_owned(),
        is_nullable: column.max_def_level() > 0,
        reader: get_typed_column_reader(get_column_reader(column, Box::new(pages))),
    })
}

impl<T: DataType> ColumnValues<T> {
    /// Reads the next values, at most `count`; none at the end. `None` stands for null.
    pub(super) fn read(&mut self, count: usize) -> Result<Vec<Option<T::T>>> {
        let (mut levels, mut values) = (Vec::new(), Vec::new());
        let wanted = self.is_nullable.then_some(&mut levels);
        self.reader.read_records(count, wanted, None, &mut values)?;
        if !self.is_nullable {
            return Ok(values.into_iter().map(Some).collect());
        }
        let mut values = values.into_iter();
        let value = |level| if level == 0 { Ok(None) } else { values.next().map(Some).ok_or(()) };
        let found: std::result::Result<_, ()> = levels.into_iter().map(value).collect();
        found.map_err(|()| self.ends_early())
    }

    /// Reads the next `count` values.
    pub(super) fn read_exactly(&mut self, count: usize) -> Result<Vec<Option<T::T>>> {
        let values = self.read(count)?;
        if values.len() == count { Ok(values) } else { Err(self.ends_early()) }
    }

    fn ends_early(&self) -> ParquetError {
        ParquetError::EOF(format!("the column {} ends before the others", self.name))
    }
}

/// Whether values or levels in an encoding are read. The decoders of encodings with differences
/// reserve memory for as many values as a page announces; too much of it would end the process.
/// Common writers use such encodings only on request.
pub(super) fn is_read(encoding: Encoding) -> bool {
    #[expect(deprecated, reason = "the levels of old files")]
    let of_levels = [Encoding::RLE, Encoding::BIT_PACKED];
    let of_values = [Encoding::PLAIN, Encoding::PLAIN_DICTIONARY, Encoding::RLE_DICTIONARY];
    of_levels.contains(&encoding) || of_values.contains(&encoding)
}

/// Checks pages before they are decoded: their encodings, and the length of dictionaries, because
/// their decoder reserves memory for as many values as the page announces.
struct CheckedPages {
    pages: SerializedPageReader<File>,
    kind: Type,
}

impl CheckedPages {
    fn check(&self, page: &Page) -> Result<()> {
        match page {
            Page::DictionaryPage { buf, num_values, .. } => {
                let bytes_of_value: u64 = if self.kind == Type::INT64 { 8 } else { 4 };
                if u64::from(*num_values) * bytes_of_value > buf.len() as u64 {
                    return Err(ParquetError::EOF("a dictionary is cut off".to_owned()));
                }
            }
            Page::DataPage { encoding, .. } | Page::DataPageV2 { encoding, .. } => {
                if !is_read(*encoding) {
                    let message = format!("a page is encoded as {encoding}");
                    return Err(ParquetError::General(message));
                }
            }
        }
        Ok(())
    }
}

impl Iterator for CheckedPages {
    type Item = Result<Page>;

    fn next(&mut self) -> Option<Result<Page>> {
        self.get_next_page().transpose()
    }
}

impl PageReader for CheckedPages {
    fn get_next_page(&mut self) -> Result<Option<Page>> {
        let page = self.pages.get_next_page()?;
        page.iter().try_for_each(|page| self.check(page))?;
        Ok(page)
    }

    fn peek_next_page(&mut self) -> Result<Option<PageMetadata>> {
        self.pages.peek_next_page()
    }

    fn skip_next_page(&mut self) -> Result<()> {
        self.pages.skip_next_page()
    }
}
