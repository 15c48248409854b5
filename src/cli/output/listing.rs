//! Rows as a table, as JSON, as CSV.
//!
//! JSON and CSV are written row by row. A table is written in parts, because the
//! widths of its columns depend on many rows.

use std::io::{self, Write};
use std::marker::PhantomData;

use gtn_db::answer::Column;
use gtn_db::escape::{Escaped, escape_formula, write_json};
use serde::{Serialize, Serializer};
use serde_json::Value;

use super::table::Table;

/// A row of a listing. Its [`Serialize`] implementation is the JSON object.
pub trait Row: Serialize {
    /// The headings of the table.
    const HEADINGS: &'static [&'static str] = &[];

    /// The columns of CSV: the fields of the JSON object in their order, those
    /// of an inner object as `outer.inner`.
    const FIELDS: &'static [&'static str] = Self::HEADINGS;

    /// The headings of the table, of a row whose columns the library lists.
    fn headings() -> Vec<&'static str> {
        Self::HEADINGS.into()
    }

    /// The columns of CSV, likewise.
    fn fields() -> Vec<&'static str> {
        Self::FIELDS.into()
    }

    /// The text of a column that is not the field of its name, as CSV has the field.
    fn cell(&self, _heading: &str) -> Option<String> {
        None
    }
}

/// The names of columns.
pub fn names<'a>(columns: impl IntoIterator<Item = &'a Column>) -> Vec<&'static str> {
    columns.into_iter().map(|column| column.name).collect()
}

/// The columns of some lists, one list behind the other. `N` is the number of columns.
pub const fn join<const N: usize>(lists: &[&[&'static str]]) -> [&'static str; N] {
    let (mut joined, mut length, mut list) = ([""; N], 0, 0);
    while list < lists.len() {
        let mut column = 0;
        while column < lists[list].len() {
            joined[length] = lists[list][column];
            length += 1;
            column += 1;
        }
        list += 1;
    }
    assert!(length == N, "the lists have N columns");
    joined
}

/// How a listing is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// For people.
    Table {
        /// The columns of the terminal; unlimited when none.
        width: Option<usize>,
    },
    /// One object a line.
    Json,
    /// RFC 4180, with line feeds.
    Csv(CsvCells),
}

/// How the cells of CSV are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CsvCells {
    /// Whether a terminal shows the output, so that control characters are escaped.
    pub is_shown: bool,
    /// Whether a spreadsheet shows the output, so that formulas are escaped.
    pub escape_formulas: bool,
}

impl CsvCells {
    fn cell(self, text: &str) -> String {
        let text = if self.escape_formulas { escape_formula(text) } else { text.into() };
        if self.is_shown { Escaped(&text).to_string() } else { text.into_owned() }
    }
}

/// Writes the rows of a command.
pub struct Listing<R, W: Write> {
    sink: Sink<W>,
    headings: Vec<&'static str>,
    fields: Vec<&'static str>,
    row: PhantomData<R>,
}

enum Sink<W: Write> {
    Table { out: W, table: Table },
    Json(W),
    Csv { writer: Box<csv::Writer<W>>, cells: CsvCells },
}

impl<R: Row, W: Write> Listing<R, W> {
    /// A listing without rows. CSV has its header even then.
    ///
    /// # Errors
    /// Those of `out`.
    #[cfg(test)]
    fn new(out: W, format: Format) -> io::Result<Listing<R, W>> {
        Listing::with_columns(out, format, R::headings(), R::fields())
    }

    /// A listing without rows, with these headings of a table and these columns of CSV. CSV has its
    /// header even then.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn with_columns(
        out: W,
        format: Format,
        headings: Vec<&'static str>,
        fields: Vec<&'static str>,
    ) -> io::Result<Listing<R, W>> {
        let sink = match format {
            Format::Json => Sink::Json(out),
            Format::Csv(cells) => {
                let mut writer = csv::Writer::from_writer(out);
                writer.write_record(&fields).map_err(write_error)?;
                Sink::Csv { writer: Box::new(writer), cells }
            }
            Format::Table { width } => Sink::Table { out, table: Table::new(&headings, width) },
        };
        Ok(Listing { sink, headings, fields, row: PhantomData })
    }

    /// Adds a row.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn push(&mut self, row: &R) -> io::Result<()> {
        match &mut self.sink {
            Sink::Json(out) => write_json(out, row)?,
            Sink::Csv { writer, cells } => {
                let value = serde_json::to_value(row)?;
                debug_assert_eq!(unknown_fields(&value, &self.fields), Vec::<String>::new());
                for field in &self.fields {
                    let cell = match find_field(&value, field) {
                        number @ Some(Value::Number(_)) => csv_text(number),
                        value => cells.cell(&csv_text(value)),
                    };
                    writer.write_field(cell).map_err(write_error)?;
                }
                writer.write_record(None::<&[u8]>).map_err(write_error)?; // ends the record
            }
            Sink::Table { out, table } => {
                let cells = cells(row, &self.headings, &self.fields)?;
                let cells = cells.iter().map(|cell| Escaped(cell).to_string()).collect();
                if let Some(lines) = table.push(cells) {
                    out.write_all(lines.as_bytes())?;
                }
            }
        }
        Ok(())
    }

    /// Adds a row with values in some fields only; the others are null or empty. A table
    /// shows those fields that are also headings.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn push_partial(&mut self, values: &[(&str, &str)]) -> io::Result<()> {
        let text = |name: &str| {
            let found = values.iter().find(|(field, _)| *field == name);
            found.map_or("", |(_, text)| *text)
        };
        match &mut self.sink {
            Sink::Json(out) => {
                let mut names: Vec<&str> = Vec::new();
                for field in &self.fields {
                    let name = field.split_once('.').map_or(*field, |(outer, _)| outer);
                    if !names.contains(&name) {
                        names.push(name);
                    }
                }
                let fields = names
                    .iter()
                    .map(|&name| (name, Some(text(name)).filter(|text| !text.is_empty())))
                    .collect();
                write_json(out, &PartialRow(fields))?;
            }
            Sink::Csv { writer, cells } => {
                let cell = |field: &&str| cells.cell(text(field));
                writer.write_record(self.fields.iter().map(cell)).map_err(write_error)?;
            }
            Sink::Table { table, .. } => {
                table.push(
                    self.headings.iter().map(|name| Escaped(text(name)).to_string()).collect(),
                );
            }
        }
        Ok(())
    }

    /// Writes the rest; gives the writer back, flushed. A table without rows
    /// prints nothing.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn finish(self) -> io::Result<W> {
        let mut out = match self.sink {
            Sink::Json(out) => out,
            Sink::Csv { writer, .. } => writer.into_inner().map_err(|error| error.into_error())?,
            Sink::Table { mut out, mut table } => {
                out.write_all(table.finish().as_bytes())?;
                out
            }
        };
        out.flush()?;
        Ok(out)
    }
}

/// The texts of the table, one for each heading.
fn cells<R: Row>(row: &R, headings: &[&str], fields: &[&str]) -> io::Result<Vec<String>> {
    let value = serde_json::to_value(row)?;
    let cell = |heading: &&str| {
        row.cell(heading).unwrap_or_else(|| {
            let field = heading.replace(' ', "_");
            debug_assert!(fields.contains(&&*field), "`{heading}` is neither cell nor field");
            let text = csv_text(find_field(&value, &field));
            // The later problems of a tree, as in its place: `tree 3 problem 2`.
            let of = field.strip_suffix("tree").map(|outer| format!("{outer}problem"));
            match of.and_then(|of| find_field(&value, &of)?.as_u64()) {
                Some(problem @ 2..) => format!("{text} problem {problem}"),
                _ => text,
            }
        })
    };
    Ok(headings.iter().map(cell).collect())
}

/// The fields of a row and the values of some.
struct PartialRow<'a>(Vec<(&'a str, Option<&'a str>)>);

impl Serialize for PartialRow<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().copied())
    }
}

/// The value of `outer.inner`; none when the object lacks it.
fn find_field<'a>(value: &'a Value, field: &str) -> Option<&'a Value> {
    field.split('.').try_fold(value, |value, name| value.get(name))
}

/// The error of the writer below. `io::Error::from` hides its kind, by which a closed pipe is known.
fn write_error(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}

/// A JSON value as a cell: null is empty, a list has blanks between its items.
fn csv_text(value: Option<&Value>) -> String {
    match value {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(Value::Array(items))
            if !items.iter().any(|item| item.is_object() || item.is_array()) =>
        {
            let item = |item: &Value| match item {
                Value::Null => "null".to_owned(),
                item => csv_text(Some(item)),
            };
            items.iter().map(item).collect::<Vec<_>>().join(" ")
        }
        Some(other) => other.to_string(),
    }
}

/// The fields of an object that have no column.
fn unknown_fields(value: &Value, fields: &[&str]) -> Vec<String> {
    let has_column = |name: &str| {
        let mut starts = fields.iter().filter_map(|field| field.strip_prefix(name));
        starts.any(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    let names = value.as_object().into_iter().flatten().map(|(name, _)| name);
    names.filter(|name| !has_column(name)).cloned().collect()
}

#[cfg(test)]
mod tests {
    use insta::assert_snapshot;

    use super::*;

    #[derive(Serialize)]
    struct Found {
        key: &'static str,
        name: Option<&'static str>,
        records: u32,
        komi: f64,
        points: Vec<Option<&'static str>>,
        first: First,
    }

    #[derive(Serialize)]
    struct First {
        tree: u32,
    }

    impl Row for Found {
        const HEADINGS: &'static [&'static str] = &["key", "name", "how many"];
        const FIELDS: &'static [&'static str] =
            &["key", "name", "records", "komi", "points", "first.tree"];

        fn cell(&self, heading: &str) -> Option<String> {
            (heading == "how many").then(|| self.records.to_string())
        }
    }

    fn rows() -> Vec<Found> {
        let found = |key, name, records, points: &[Option<&'static str>]| Found {
            key,
            name,
            records,
            komi: 6.5,
            points: points.to_vec(),
            first: First { tree: 3 },
        };
        vec![
            found("c7ad6d26", Some("L group, \"first\""), 2, &[Some("aa"), Some("ba")]),
            found("4f64d677", Some("詰碁 第一"), 15, &[]),
            found("8d106e86", Some("\x1b[31mred\u{202e}\nlines"), 1, &[Some("aa"), None]),
            found("352eaf1b", None, 0, &[]),
        ]
    }

    const SHOWN: CsvCells = CsvCells { is_shown: true, escape_formulas: false };

    #[test]
    fn formulas_are_escaped_on_request() {
        #[derive(Serialize)]
        struct Named {
            name: &'static str,
            names: [&'static str; 2],
            score: i32,
        }
        impl Row for Named {
            const HEADINGS: &'static [&'static str] = &["name", "names", "score"];
        }
        let rows = [
            Named { name: "=cmd|'/c calc'!A1", names: ["@a", "b"], score: -3 },
            Named { name: "+1\n", names: ["a", "=b"], score: 3 },
            Named { name: "＝1,2", names: ["\t=", ""], score: 0 },
        ];
        let written = |cells: CsvCells| {
            let mut listing = Listing::new(Vec::new(), Format::Csv(cells)).unwrap();
            rows.iter().for_each(|row| listing.push(row).unwrap());
            String::from_utf8(listing.finish().unwrap()).unwrap()
        };
        let escaped = written(CsvCells { escape_formulas: true, ..CsvCells::default() });
        assert_eq!(
            escaped,
            "name,names,score\n'=cmd|'/c calc'!A1,'@a b,-3\n\"'+1\n\",a =b,3\n\"'＝1,2\",'\t= ,0\n"
        );
        let plain = written(CsvCells::default());
        assert!(plain.contains("\n=cmd") && plain.contains("\"＝1"), "{plain}");
    }

    fn listing(format: Format, rows: &[Found]) -> String {
        let mut listing = Listing::new(Vec::new(), format).unwrap();
        rows.iter().for_each(|row| listing.push(row).unwrap());
        String::from_utf8(listing.finish().unwrap()).unwrap()
    }

    #[test]
    fn a_table_has_headings_and_cells() {
        assert_snapshot!(listing(Format::Table { width: None }, &rows()), @r#"
        key       name                        how many
        --------- --------------------------- ---------
        c7ad6d26  L group, "first"            2
        4f64d677  詰碁 第一                   15
        8d106e86  \x1b[31mred\u{202e}\nlines  1
        352eaf1b                              0
        "#);
    }

    #[test]
    fn json_has_one_object_a_line() {
        assert_snapshot!(listing(Format::Json, &rows()), @r#"
        {"key":"c7ad6d26","name":"L group, \"first\"","records":2,"komi":6.5,"points":["aa","ba"],"first":{"tree":3}}
        {"key":"4f64d677","name":"詰碁 第一","records":15,"komi":6.5,"points":[],"first":{"tree":3}}
        {"key":"8d106e86","name":"\u001b[31mred\u202e\nlines","records":1,"komi":6.5,"points":["aa",null],"first":{"tree":3}}
        {"key":"352eaf1b","name":null,"records":0,"komi":6.5,"points":[],"first":{"tree":3}}
        "#);
    }

    #[test]
    fn csv_has_the_fields_of_json() {
        let data = listing(Format::Csv(CsvCells::default()), &rows());
        let mut records = csv::Reader::from_reader(data.as_bytes());
        let names = records.records().map(|record| record.unwrap()[1].to_owned());
        assert!(names.eq(rows().iter().map(|row| row.name.unwrap_or_default())));
        assert_snapshot!(listing(Format::Csv(SHOWN), &rows()), @r#"
        key,name,records,komi,points,first.tree
        c7ad6d26,"L group, ""first""",2,6.5,aa ba,3
        4f64d677,詰碁 第一,15,6.5,,3
        8d106e86,\x1b[31mred\u{202e}\nlines,1,6.5,aa null,3
        352eaf1b,,0,6.5,,3
        "#);
    }

    #[test]
    fn a_failure_to_write_keeps_its_kind() {
        struct Closed;
        impl Write for Closed {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::ErrorKind::BrokenPipe.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        for format in [Format::Json, Format::Csv(CsvCells::default()), Format::Csv(SHOWN)] {
            let mut listing = Listing::new(Closed, format).unwrap();
            let failure = (0..10_000).find_map(|_| listing.push(&rows()[0]).err()).unwrap();
            assert_eq!(failure.kind(), io::ErrorKind::BrokenPipe);
        }
    }

    #[test]
    fn a_partial_row_has_all_fields() {
        let partial = |format| {
            let mut listing: Listing<Found, _> = Listing::new(Vec::new(), format).unwrap();
            listing.push_partial(&[("key", "c7ad"), ("name", "a\x1bb")]).unwrap();
            String::from_utf8(listing.finish().unwrap()).unwrap()
        };
        assert_snapshot!(partial(Format::Json), @r#"{"key":"c7ad","name":"a\u001bb","records":null,"komi":null,"points":null,"first":null}"#);
        assert_snapshot!(partial(Format::Csv(CsvCells::default())).lines().nth(1).unwrap(), @"c7ad,ab,,,,");
        assert_snapshot!(partial(Format::Table { width: None }), @r"
        key   name
        ----- -------
        c7ad  a\x1bb
        ");
    }

    #[test]
    fn lists_of_columns_are_joined() {
        assert_eq!(join::<3>(&[&["a"], &[], &["b", "c"]]), ["a", "b", "c"]);
        assert!(std::panic::catch_unwind(|| join::<2>(&[&["a"]])).is_err());
    }

    #[test]
    #[should_panic(expected = "`of none` is neither cell nor field")]
    fn a_heading_without_a_field_is_noticed() {
        #[derive(Serialize)]
        struct Empty {}
        impl Row for Empty {
            const HEADINGS: &'static [&'static str] = &["of none"];
            const FIELDS: &'static [&'static str] = &[];
        }
        let mut listing = Listing::new(Vec::new(), Format::Table { width: None }).unwrap();
        listing.push(&Empty {}).unwrap();
    }

    #[test]
    fn a_field_without_a_column_is_noticed() {
        let value = serde_json::json!({"key": 1, "first": {"tree": 2}, "other": 3});
        assert_eq!(unknown_fields(&value, &["key", "first.tree"]), ["other"]);
    }

    #[test]
    fn no_rows_are_no_table() {
        assert_eq!(listing(Format::Table { width: None }, &[]), "");
        assert_eq!(listing(Format::Json, &[]), "");
        let header = "key,name,records,komi,points,first.tree\n";
        assert_eq!(listing(Format::Csv(CsvCells::default()), &[]), header);
    }
}
