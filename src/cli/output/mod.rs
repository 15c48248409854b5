//! What the listing commands share: rows as a table, as JSON, as CSV.
//!
//! ```text
//! key       name                  records
//! --------- --------------------- --------
//! c7ad6d26  L group, "first"      2
//! 4f64d677  詰碁 第一             15
//! 8d106e86  \x1b[31mred\u{202e}   1
//! ```
//!
//! JSON and CSV are written row by row as they come; a table is printed when
//! it is finished, because only then its columns know their widths, and which of
//! them hold nothing and are left out.

pub mod board;
pub mod points;
pub mod progress;
pub mod text;

pub use text::plural;

use std::env;
use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};
use std::marker::PhantomData;

use anstream::{AutoStream, ColorChoice};
use clap::Args;
use comfy_table::{ColumnConstraint, ContentArrangement, LineStyle, Table, TableStyle, presets};
use serde::Serialize;

use gtn_db::escape::{Escaped, write_json};

/// No borders, only a line of hyphens under the headings: other lines are wide
/// in some terminals.
const STYLE: TableStyle =
    presets::NOTHING.header_separator(LineStyle::none().fill('-').junction(' '));

/// Standard output, written in large pieces.
pub type Stdout = BufWriter<StdoutLock<'static>>;

/// Standard output for the whole of a command, which flushes it at its end. A
/// terminal gets each line as soon as it is there.
pub fn stdout() -> Stdout {
    let stdout = io::stdout().lock(); // itself buffers lines
    let capacity = if stdout.is_terminal() { 0 } else { 1 << 16 };
    BufWriter::with_capacity(capacity, stdout)
}

/// Whether what is printed may be colored: on a terminal that can, unless the
/// user's environment says no.
pub fn has_colors() -> bool {
    AutoStream::choice(&io::stdout()) != ColorChoice::Never
}

/// The columns of the terminal; none when standard output is none.
fn terminal_width() -> Option<u16> {
    const USUAL: u16 = 80;
    let columns = || env::var("COLUMNS").ok()?.parse().ok();
    io::stdout().is_terminal().then(|| columns().unwrap_or(USUAL))
}

/// The options of every command that lists something.
#[derive(Clone, Copy, Debug, Args)]
pub struct OutputArgs {
    /// Print one JSON object a line
    #[arg(long, conflicts_with = "csv")]
    pub json: bool,
    /// Print comma-separated values
    #[arg(long)]
    pub csv: bool,
}

/// The length of a listing.
#[derive(Clone, Copy, Debug, Args)]
pub struct LimitArgs {
    /// List at most N [default: all]
    #[arg(long, value_name = "N")]
    pub limit: Option<usize>,
}

impl LimitArgs {
    /// The number of rows to list; `usize::MAX` without `--limit`, for
    /// [`Iterator::take`].
    pub fn count(self) -> usize {
        self.limit.unwrap_or(usize::MAX)
    }
}

impl OutputArgs {
    /// Whether the output is a table, in contrast to JSON and CSV for programs.
    pub fn is_table(self) -> bool {
        !self.json && !self.csv
    }

    /// A listing on standard output.
    pub fn listing<R: Row>(self) -> io::Result<Listing<R, Stdout>> {
        let width = terminal_width();
        let format = match self {
            OutputArgs { json: true, .. } => Format::Json,
            OutputArgs { csv: true, .. } => Format::Csv { is_shown: width.is_some() },
            _ => Format::Table { width },
        };
        Listing::new(stdout(), format)
    }
}

/// A row of a listing. Its fields are what JSON has; table and CSV have cells.
pub trait Row: Serialize {
    /// What stands above the cells.
    const HEADINGS: &'static [&'static str];

    /// The columns of CSV.
    const FIELDS: &'static [&'static str] = Self::HEADINGS;

    /// One text for each heading, as it is in the data.
    fn cells(&self) -> Vec<String>;
}

/// How a listing is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// For people.
    Table {
        /// The columns it may take; as many as it needs when none.
        width: Option<u16>,
    },
    /// One object a line.
    Json,
    /// As RFC 4180 has it, but with line feeds.
    Csv {
        /// Whether people read it, so that control characters are escaped.
        is_shown: bool,
    },
}

/// Writes the rows of a command.
pub struct Listing<R, W: Write> {
    sink: Sink<W>,
    row: PhantomData<R>,
}

enum Sink<W: Write> {
    /// With whether each column holds anything.
    Table(W, Box<Table>, Vec<bool>),
    Json(W),
    Csv(Box<csv::Writer<W>>, bool),
}

impl<R: Row, W: Write> Listing<R, W> {
    /// A listing without rows. CSV has its headings even then.
    pub fn new(out: W, format: Format) -> io::Result<Listing<R, W>> {
        let sink = match format {
            Format::Json => Sink::Json(out),
            Format::Csv { is_shown } => {
                let mut writer = csv::Writer::from_writer(out);
                writer.write_record(R::HEADINGS)?;
                Sink::Csv(Box::new(writer), is_shown)
            }
            Format::Table { width } => {
                let mut table = Table::new();
                table.load_style(STYLE).set_header(R::HEADINGS.to_vec());
                for column in table.column_iter_mut() {
                    column.set_padding((0, 1));
                }
                if let Some(width) = width {
                    table.set_width(width).set_content_arrangement(ContentArrangement::Dynamic);
                }
                Sink::Table(out, Box::new(table), vec![false; R::HEADINGS.len()])
            }
        };
        Ok(Listing { sink, row: PhantomData })
    }

    /// Adds a row.
    pub fn push(&mut self, row: &R) -> io::Result<()> {
        let shown = |cells: Vec<String>| cells.into_iter().map(|cell| Escaped(&cell).to_string());
        match &mut self.sink {
            Sink::Json(out) => write_json(out, row)?,
            Sink::Csv(writer, true) => writer.write_record(shown(row.cells()))?,
            Sink::Csv(writer, false) => writer.write_record(row.cells())?,
            Sink::Table(_, table, filled) => {
                let cells = row.cells();
                for (filled, cell) in filled.iter_mut().zip(&cells) {
                    *filled |= !cell.is_empty();
                }
                table.add_row(shown(cells));
            }
        }
        Ok(())
    }

    /// Writes what is left, and gives the writer back, flushed. A table
    /// without rows is nothing at all.
    pub fn finish(self) -> io::Result<W> {
        let mut out = match self.sink {
            Sink::Json(out) => out,
            Sink::Csv(writer, _) => writer.into_inner().map_err(|error| error.into_error())?,
            Sink::Table(mut out, mut table, filled) => {
                if !table.is_empty() {
                    let columns = table.column_iter_mut().zip(filled);
                    for (column, _) in columns.filter(|(_, is_filled)| !is_filled) {
                        column.set_constraint(ColumnConstraint::Hidden);
                    }
                    writeln!(out, "{}", table.trim_fmt())?;
                }
                out
            }
        };
        out.flush()?;
        Ok(out)
    }
}

#[cfg(test)]
mod tests {
    use insta::assert_snapshot;
    use unicode_width::UnicodeWidthStr;

    use super::*;

    #[derive(Serialize)]
    struct Found {
        key: &'static str,
        name: &'static str,
        records: u32,
    }

    impl Row for Found {
        const HEADINGS: &'static [&'static str] = &["key", "name", "records"];

        fn cells(&self) -> Vec<String> {
            vec![self.key.to_owned(), self.name.to_owned(), self.records.to_string()]
        }
    }

    const ROWS: [Found; 4] = [
        Found { key: "c7ad6d26", name: "L group, \"first\"", records: 2 },
        Found { key: "4f64d677", name: "詰碁 第一", records: 15 },
        Found { key: "8d106e86", name: "\x1b[31mred\u{202e}\nlines", records: 1 },
        Found { key: "352eaf1b", name: "", records: 0 },
    ];

    fn listing(format: Format, rows: &[Found]) -> String {
        let mut listing = Listing::new(Vec::new(), format).unwrap();
        rows.iter().for_each(|row| listing.push(row).unwrap());
        String::from_utf8(listing.finish().unwrap()).unwrap()
    }

    #[test]
    fn a_table_is_as_wide_as_what_it_shows() {
        assert_snapshot!(listing(Format::Table { width: None }, &ROWS), @r#"
        key       name                        records
        --------- --------------------------- --------
        c7ad6d26  L group, "first"            2
        4f64d677  詰碁 第一                   15
        8d106e86  \x1b[31mred\u{202e}\nlines  1
        352eaf1b                              0
        "#);
    }

    #[test]
    fn a_table_fits_the_terminal() {
        let table = listing(Format::Table { width: Some(30) }, &ROWS[..2]);
        assert!(table.lines().all(|line| line.width() <= 30), "{table}");
        assert_snapshot!(table, @r#"
        key       name        records
        --------- ----------- --------
        c7ad6d26  L group,    2
                  "first"
        4f64d677  詰碁 第一   15
        "#);
    }

    #[test]
    fn json_has_one_object_a_line() {
        assert_snapshot!(listing(Format::Json, &ROWS), @r#"
        {"key":"c7ad6d26","name":"L group, \"first\"","records":2}
        {"key":"4f64d677","name":"詰碁 第一","records":15}
        {"key":"8d106e86","name":"\u001b[31mred\u202e\nlines","records":1}
        {"key":"352eaf1b","name":"","records":0}
        "#);
    }

    #[test]
    fn csv_has_the_data_unless_a_person_reads_it() {
        let data = listing(Format::Csv { is_shown: false }, &ROWS);
        let mut records = csv::Reader::from_reader(data.as_bytes());
        let names = records.records().map(|record| record.unwrap()[1].to_owned());
        assert!(names.eq(ROWS.map(|row| row.name.to_owned())));
        assert_snapshot!(listing(Format::Csv { is_shown: true }, &ROWS), @r#"
        key,name,records
        c7ad6d26,"L group, ""first""",2
        4f64d677,詰碁 第一,15
        8d106e86,\x1b[31mred\u{202e}\nlines,1
        352eaf1b,,0
        "#);
    }

    #[test]
    fn no_rows_are_no_table() {
        assert_eq!(listing(Format::Table { width: None }, &[]), "");
        assert_eq!(listing(Format::Json, &[]), "");
        assert_eq!(listing(Format::Csv { is_shown: false }, &[]), "key,name,records\n");
    }
}
