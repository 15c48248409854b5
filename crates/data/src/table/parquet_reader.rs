//! The rows of Parquet files with problems or games, as far as an import needs them.

use std::any::Any;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use parquet::basic::{Compression, Encoding, Type};
use parquet::data_type::ByteArray;
use parquet::errors::ParquetError;
use parquet::file::metadata::{
    ColumnChunkMetaData, ParquetMetaData, ParquetMetaDataReader, RowGroupMetaData,
};
use thiserror::Error;

use super::parquet_column::{ByteColumn, Int32Column, Int64Column, is_read, open_column};
use super::parquet_file::{OLD_VERSION, SCHEMA_VERSION};
use super::parquet_footer::is_flat;
use crate::KEY_SCHEME;
use crate::solution::Dialect;

/// The first bytes of a Parquet file, and the last ones.
pub(crate) const PARQUET_MAGIC: &[u8] = b"PAR1";

/// The most bytes of a footer. A row group with the columns of a table takes about 3 KiB.
const MAX_FOOTER_BYTES: u64 = 64 << 20;

/// Rows are read until there are so many of them, or so many bytes of game trees.
const BATCH_ROWS: usize = 1024;
const BATCH_BYTES: usize = 8 << 20;

/// So many rows are read before their bytes are counted.
const STEP_ROWS: usize = 32;

/// What a row of a table is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TableKind {
    Problems,
    Games,
}

/// A row as a file has it, unchecked. All values but those of `text` and `charset` should be there.
#[derive(Clone, Debug)]
pub(crate) struct TableRow {
    /// The number of the row group in the file and that of the row in the row group, from 1.
    pub(crate) group: u64,
    pub(crate) row: u64,
    pub(crate) source: Option<ByteArray>,
    pub(crate) tree: Option<i32>,
    /// Whether the table is from before reading 4, and has none of the next three columns.
    pub(crate) is_early: bool,
    pub(crate) problem: Option<i32>,
    /// `None` in games, and in a problem that is the whole of its tree.
    pub(crate) setup: Option<i64>,
    pub(crate) hash: Option<ByteArray>,
    pub(crate) offset: Option<i64>,
    pub(crate) key: Option<ByteArray>,
    /// The canonical text; `None` in games.
    pub(crate) text: Option<ByteArray>,
    /// `None` in games.
    pub(crate) dialect: Option<Dialect>,
    pub(crate) charset: Option<ByteArray>,
    pub(crate) sgf: Option<ByteArray>,
}

/// Why a file, or the rest of a row group, cannot be read.
#[derive(Debug, Error)]
pub(crate) enum TableFault {
    /// The file is a table of something else.
    #[error("is a Parquet file, but no table of gtn-db: it has no column `{0}`")]
    OtherTable(&'static str),
    #[error("is a Parquet file with columns inside columns, and no table of gtn-db")]
    Nested,
    #[error("has keys of the scheme {0:?}; this gtn-db reads {KEY_SCHEME}")]
    KeyScheme(String),
    #[error("has columns of the version {0:?}; this gtn-db reads versions 1 to {SCHEMA_VERSION}")]
    Version(String),
    #[error("has no column `{0}`")]
    NoColumn(&'static str),
    #[error("the column `{column}` has the type {found}; {expected} is needed")]
    ColumnType { column: &'static str, found: String, expected: Type },
    #[error(
        "the column `{column}` is compressed with {found}; write the file with Zstandard, Snappy \
         or without compression"
    )]
    Compression { column: &'static str, found: String },
    #[error("the column `{column}` is encoded as {found}; write it plain or in dictionaries")]
    Encoding { column: &'static str, found: Encoding },
    #[error("is encrypted")]
    Encrypted,
    #[error("is damaged or cut off: {0}")]
    Damaged(String),
    #[error("cannot be read: {0}")]
    Unreadable(#[from] io::Error),
}

/// The rest of a row group that cannot be read.
#[derive(Debug)]
pub(crate) struct GroupFault {
    /// The number of the row group, from 1.
    pub(crate) group: u64,
    /// The number of the first row that was not read, from 1.
    pub(crate) row: u64,
    /// The number of rows that the row group should have.
    pub(crate) rows: i64,
    pub(crate) fault: TableFault,
}

/// Reads a Parquet file with problems or games, row group by row group. Memory holds the footer,
/// some rows and the pages of columns from which they come.
///
/// Rows have a type of their own because only these columns are read, by the names and types that
/// they have in the file, whoever wrote it: other programs may allow null everywhere, and add
/// columns.
pub(crate) struct TableReader {
    file: Arc<File>,
    metadata: ParquetMetaData,
    table: Table,
    /// The number of row groups that were opened.
    opened: usize,
    group: Option<GroupReader>,
}

impl TableReader {
    /// Reads and checks the footer of a file of `len` bytes.
    pub(crate) fn open(mut file: File, len: u64) -> Result<TableReader, TableFault> {
        let footer = read_footer(&mut file, len)?;
        let damaged = || TableFault::Damaged("the list of columns at its end".to_owned());
        if !is_flat(&footer).ok_or_else(damaged)? {
            return Err(TableFault::Nested);
        }
        let metadata = guard(|| Ok(ParquetMetaDataReader::decode_metadata(&footer)?))?;
        let table = check_columns(&metadata)?;
        metadata.row_groups().iter().try_for_each(|group| check_chunks(group, table))?;
        Ok(TableReader { file: Arc::new(file), metadata, table, opened: 0, group: None })
    }

    pub(crate) fn kind(&self) -> TableKind {
        self.table.kind
    }

    /// Reads the next rows; `None` at the end of the file. After a fault the next row group
    /// follows.
    pub(crate) fn next_rows(&mut self) -> Option<Result<Vec<TableRow>, GroupFault>> {
        loop {
            let mut group = match self.group.take() {
                Some(group) => group,
                None if self.opened == self.metadata.num_row_groups() => return None,
                None => match self.open_group() {
                    Ok(group) => group,
                    Err(fault) => return Some(Err(fault)),
                },
            };
            let row = group.read + 1;
            // A panic leaves the readers of the columns in an unknown state; they are not used
            // again.
            match guard(|| group.next_rows()) {
                Ok(rows) if rows.is_empty() => {}
                Ok(rows) => {
                    self.group = Some(group);
                    return Some(Ok(rows));
                }
                Err(fault) => {
                    let GroupReader { number, rows, .. } = group;
                    return Some(Err(GroupFault { group: number, row, rows, fault }));
                }
            }
        }
    }

    /// Opens the next row group.
    fn open_group(&mut self) -> Result<GroupReader, GroupFault> {
        let number = self.opened;
        self.opened += 1;
        guard(|| GroupReader::open(&self.file, &self.metadata, number, self.table)).map_err(
            |fault| {
                let rows = self.metadata.row_group(number).num_rows();
                GroupFault { group: number as u64 + 1, row: 1, rows, fault }
            },
        )
    }
}

/// Runs `read`. Damaged bytes may bring the crate parquet to panic, which then counts as damage.
fn guard<T>(read: impl FnOnce() -> Result<T, TableFault>) -> Result<T, TableFault> {
    catch_unwind(AssertUnwindSafe(read)).unwrap_or_else(|panic: Box<dyn Any + Send>| {
        let words = panic.downcast_ref::<&str>().copied();
        let words = words.or(panic.downcast_ref::<String>().map(String::as_str));
        Err(TableFault::Damaged(words.unwrap_or("the decoder failed").to_owned()))
    })
}

impl From<ParquetError> for TableFault {
    fn from(error: ParquetError) -> TableFault {
        TableFault::Damaged(match error {
            ParquetError::General(reason)
            | ParquetError::NYI(reason)
            | ParquetError::EOF(reason) => reason,
            other => other.to_string(),
        })
    }
}

/// Reads the footer at the end of a file: its bytes, their number, and the magic bytes.
fn read_footer(file: &mut File, len: u64) -> Result<Vec<u8>, TableFault> {
    let damaged = |reason: &str| Err(TableFault::Damaged(reason.to_owned()));
    let Some(end) = len.checked_sub(8).filter(|&end| end >= 4) else {
        return damaged("it is too short for a Parquet file");
    };
    let (mut magic, mut tail) = ([0; 4], [0; 8]);
    file.seek(SeekFrom::Start(0))?;
    file.read_exact(&mut magic)?;
    file.seek(SeekFrom::Start(end))?;
    file.read_exact(&mut tail)?;
    let [a, b, c, d, ref last @ ..] = tail;
    match (&magic, last) {
        (_, b"PARE") | (b"PARE", _) => return Err(TableFault::Encrypted),
        (first, last) if *first == PARQUET_MAGIC && *last == PARQUET_MAGIC => {}
        (first, _) if *first == PARQUET_MAGIC => return damaged("its end is missing"),
        _ => return damaged("it does not begin as a Parquet file"),
    }
    let length = u64::from(u32::from_le_bytes([a, b, c, d]));
    if length > end - 4 || length > MAX_FOOTER_BYTES {
        return damaged("the list of columns at its end is longer than possible");
    }
    file.seek(SeekFrom::Start(end - length))?;
    let mut footer = vec![0; length as usize];
    file.read_exact(&mut footer)?;
    Ok(footer)
}

/// The tables that have a column.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Of {
    All,
    Problems,
    /// Tables of problems that tell the problems of a tree apart; those of schema 1 do not.
    Parts,
}

/// The columns that are read, in the order of [`GroupReader`], and in which tables they are.
const COLUMNS: [(&str, Type, Of); 11] = [
    ("source", Type::BYTE_ARRAY, Of::All),
    ("tree", Type::INT32, Of::All),
    ("offset", Type::INT64, Of::All),
    ("key", Type::BYTE_ARRAY, Of::All),
    ("text", Type::BYTE_ARRAY, Of::Problems),
    ("dialect", Type::BYTE_ARRAY, Of::Problems),
    ("charset", Type::BYTE_ARRAY, Of::All),
    ("sgf", Type::BYTE_ARRAY, Of::All),
    ("problem", Type::INT32, Of::Parts),
    ("setup", Type::INT64, Of::Parts),
    ("hash", Type::BYTE_ARRAY, Of::Parts),
];

/// What a table is.
#[derive(Clone, Copy)]
struct Table {
    kind: TableKind,
    /// Whether the table is from before reading 4: of schema 1, or without [`Of::Parts`].
    is_early: bool,
}

impl Table {
    fn has(self, of: Of) -> bool {
        match of {
            Of::All => true,
            Of::Problems => self.kind == TableKind::Problems,
            Of::Parts => self.kind == TableKind::Problems && !self.is_early,
        }
    }
}

/// The columns by which a table without the metadata of gtn-db is known.
const KNOWN_BY: [&str; 3] = ["source", "tree", "sgf"];

/// Checks the metadata and the columns of a file.
fn check_columns(metadata: &ParquetMetaData) -> Result<Table, TableFault> {
    let pairs = metadata.file_metadata().key_value_metadata();
    let value = |key: &str| {
        let pair = pairs?.iter().find(|pair| pair.key == key)?;
        Some(pair.value.as_deref().unwrap_or_default())
    };
    let (scheme, version) = (value("gtn_db.key_scheme"), value("gtn_db.schema"));
    let schema = metadata.file_metadata().schema_descr();
    let column = |name: &str| schema.columns().iter().find(|column| column.name() == name);
    // Engines such as Spark do not keep metadata.
    if (scheme, version) == (None, None)
        && let Some(missing) = KNOWN_BY.into_iter().find(|name| column(name).is_none())
    {
        return Err(TableFault::OtherTable(missing));
    }
    if let Some(version) =
        version.filter(|&version| ![OLD_VERSION, SCHEMA_VERSION].contains(&version))
    {
        return Err(TableFault::Version(version.to_owned()));
    }
    if let Some(scheme) = scheme.filter(|&scheme| scheme != KEY_SCHEME) {
        return Err(TableFault::KeyScheme(scheme.to_owned()));
    }
    let is_games = column("text").is_none() && column("lines").is_some();
    let kind = if is_games { TableKind::Games } else { TableKind::Problems };
    let is_early = version == Some(OLD_VERSION) || !is_games && column("setup").is_none();
    let table = Table { kind, is_early };
    for (name, expected, _) in COLUMNS.into_iter().filter(|&(.., of)| table.has(of)) {
        let column = column(name).ok_or(TableFault::NoColumn(name))?;
        let found = column.physical_type();
        let is_old = name == "dialect" && found == Type::INT32;
        if found != expected && !is_old || column.max_rep_level() > 0 {
            let list = if column.max_rep_level() > 0 { "list of " } else { "" };
            let found = format!("{list}{found}");
            return Err(TableFault::ColumnType { column: name, found, expected });
        }
    }
    Ok(table)
}

/// Checks how a row group has the columns, as far as its metadata tells it.
fn check_chunks(group: &RowGroupMetaData, table: Table) -> Result<(), TableFault> {
    for (column, ..) in COLUMNS.into_iter().filter(|&(.., of)| table.has(of)) {
        let chunk = chunk_of(group, column)?;
        match chunk.compression() {
            Compression::UNCOMPRESSED | Compression::SNAPPY | Compression::ZSTD(_) => {}
            other => {
                let found = other.to_string();
                let found = found.split('(').next().unwrap_or_default().to_owned();
                return Err(TableFault::Compression { column, found });
            }
        }
        if let Some(found) = chunk.encodings().find(|&encoding| !is_read(encoding)) {
            return Err(TableFault::Encoding { column, found });
        }
    }
    Ok(())
}

/// The values of a column in a row group.
fn chunk_of<'a>(
    group: &'a RowGroupMetaData,
    column: &'static str,
) -> Result<&'a ColumnChunkMetaData, TableFault> {
    let chunk = group.columns().iter().find(|chunk| chunk.column_descr().name() == column);
    chunk.ok_or(TableFault::NoColumn(column))
}

/// The dialects of problems: their names, or in schema 1 their numbers.
enum DialectColumn {
    Names(ByteColumn),
    Codes(Int32Column),
}

impl DialectColumn {
    fn open(
        file: &Arc<File>,
        chunk: &ColumnChunkMetaData,
        rows: i64,
    ) -> Result<DialectColumn, TableFault> {
        Ok(match chunk.column_type() {
            Type::INT32 => DialectColumn::Codes(open_column(file, chunk, rows)?),
            _ => DialectColumn::Names(open_column(file, chunk, rows)?),
        })
    }

    /// A value that is no dialect is none.
    fn read_exactly(&mut self, count: usize) -> Result<Vec<Option<Dialect>>, TableFault> {
        let of_name = |name: ByteArray| str::from_utf8(name.data()).ok()?.parse().ok();
        let of_code = |code: i32| Dialect::from_code(u8::try_from(code).ok()?);
        Ok(match self {
            DialectColumn::Names(names) => {
                names.read_exactly(count)?.into_iter().map(|name| name.and_then(of_name)).collect()
            }
            DialectColumn::Codes(codes) => {
                codes.read_exactly(count)?.into_iter().map(|code| code.and_then(of_code)).collect()
            }
        })
    }
}

/// Reads a row group.
struct GroupReader {
    /// The number of the row group, from 1.
    number: u64,
    /// The number of rows that it should have.
    rows: i64,
    /// The number of rows that were read.
    read: u64,
    source: ByteColumn,
    tree: Int32Column,
    offset: Int64Column,
    key: ByteColumn,
    text: Option<ByteColumn>,
    dialect: Option<DialectColumn>,
    charset: ByteColumn,
    sgf: ByteColumn,
    problem: Option<Int32Column>,
    setup: Option<Int64Column>,
    hash: Option<ByteColumn>,
    is_early: bool,
}

impl GroupReader {
    fn open(
        file: &Arc<File>,
        metadata: &ParquetMetaData,
        number: usize,
        table: Table,
    ) -> Result<GroupReader, TableFault> {
        let group = metadata.row_group(number);
        let chunk = |at: usize| chunk_of(group, COLUMNS[at].0);
        let rows = group.num_rows();
        let chunk_if = |at: usize| table.has(COLUMNS[at].2).then(|| chunk(at)).transpose();
        Ok(GroupReader {
            number: number as u64 + 1,
            rows,
            read: 0,
            source: open_column(file, chunk(0)?, rows)?,
            tree: open_column(file, chunk(1)?, rows)?,
            offset: open_column(file, chunk(2)?, rows)?,
            key: open_column(file, chunk(3)?, rows)?,
            text: chunk_if(4)?.map(|chunk| open_column(file, chunk, rows)).transpose()?,
            dialect: chunk_if(5)?
                .map(|chunk| DialectColumn::open(file, chunk, rows))
                .transpose()?,
            problem: chunk_if(8)?.map(|chunk| open_column(file, chunk, rows)).transpose()?,
            setup: chunk_if(9)?.map(|chunk| open_column(file, chunk, rows)).transpose()?,
            hash: chunk_if(10)?.map(|chunk| open_column(file, chunk, rows)).transpose()?,
            is_early: table.is_early,
            charset: open_column(file, chunk(6)?, rows)?,
            sgf: open_column(file, chunk(7)?, rows)?,
        })
    }

    /// Reads some rows; none at the end.
    fn next_rows(&mut self) -> Result<Vec<TableRow>, TableFault> {
        let (mut sgf, mut bytes) = (Vec::new(), 0);
        while sgf.len() < BATCH_ROWS && bytes < BATCH_BYTES {
            let more = self.sgf.read(STEP_ROWS)?;
            if more.is_empty() {
                break;
            }
            bytes += more.iter().flatten().map(ByteArray::len).sum::<usize>();
            sgf.extend(more);
        }
        let count = sgf.len();
        if count == 0 {
            return match i64::try_from(self.read) {
                Ok(read) if read == self.rows => Ok(Vec::new()),
                _ => Err(TableFault::Damaged("its columns end before".to_owned())),
            };
        }
        let mut source = self.source.read_exactly(count)?;
        let mut tree = self.tree.read_exactly(count)?;
        let mut offset = self.offset.read_exactly(count)?;
        let mut key = self.key.read_exactly(count)?;
        let mut text = self.text.as_mut().map(|text| text.read_exactly(count)).transpose()?;
        let dialect = self.dialect.as_mut().map(|it| it.read_exactly(count)).transpose()?;
        let mut charset = self.charset.read_exactly(count)?;
        let problem = self.problem.as_mut().map(|it| it.read_exactly(count)).transpose()?;
        let setup = self.setup.as_mut().map(|it| it.read_exactly(count)).transpose()?;
        let mut hash = self.hash.as_mut().map(|it| it.read_exactly(count)).transpose()?;
        let first = self.read + 1;
        self.read += count as u64;
        let row = |(at, sgf): (usize, Option<ByteArray>)| TableRow {
            group: self.number,
            row: first + at as u64,
            source: source[at].take(),
            tree: tree[at].take(),
            offset: offset[at].take(),
            key: key[at].take(),
            text: text.as_mut().and_then(|text| text[at].take()),
            dialect: dialect.as_ref().and_then(|dialect| dialect[at]),
            charset: charset[at].take(),
            sgf,
            is_early: self.is_early,
            problem: problem.as_ref().and_then(|problem| problem[at]),
            setup: setup.as_ref().and_then(|setup| setup[at]),
            hash: hash.as_mut().and_then(|hash| hash[at].take()),
        };
        Ok(sgf.into_iter().enumerate().map(row).collect())
    }
}
