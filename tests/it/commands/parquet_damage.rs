//! Parquet files that are damaged, of another version, or forged.

use std::collections::HashMap;
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use gtn_db::PositionKey;
use gtn_db::import::{ExtractOptions, ExtractedPart, extract_bytes};
use gtn_db::table::arrow_array::builder::{Int32Builder, ListBuilder};
use gtn_db::table::arrow_array::{
    Array, ArrayRef, BinaryArray, Int32Array, Int64Array, RecordBatch, StringArray,
};
use gtn_db::table::arrow_schema::{Field, Schema};
use gtn_db::table::{ParquetWriter, ProblemBatch};
use parquet::arrow::ArrowWriter;
use parquet::basic::Encoding;
use parquet::file::properties::{WriterProperties, WriterPropertiesBuilder, WriterVersion};

use super::Db;

/// Six problems: one is not UTF-8, and two have solutions.
const PROBLEMS: &[u8] = b"(;SZ[9]AB[aa][ba]AW[ca];B[ab])(;SZ[9]AB[aa][bb]AW[ca])\
    (;SZ[9]AB[aa][cb]AW[ca];B[ab])(;SZ[9]CA[Shift_JIS]AB[aa][db]AW[ca]C[\x8d\x95\x90\xe6])\
    (;SZ[9]AB[aa][eb]AW[ca])(;SZ[9]AB[aa][fb]AW[ca])";

/// A key that no problem has.
const ZERO: &str = "00000000000000000000000000000000";

/// The row of each problem, in this order, with all columns by name.
fn problems() -> Vec<(String, ArrayRef)> {
    let mut batch = ProblemBatch::default();
    extract_bytes("x.sgf", PROBLEMS.to_vec(), ExtractOptions::default(), &mut |part| {
        part.records.iter().for_each(|record| batch.push(&part.source, record, true).unwrap());
        ControlFlow::Continue(())
    });
    let rows = batch.finish();
    let names = rows.schema().fields().iter().map(|field| field.name().clone()).collect::<Vec<_>>();
    names.into_iter().zip(rows.columns().to_vec()).collect()
}

/// With another column in the place of one, or behind the others.
fn with(name: &str, column: impl Array + 'static) -> Vec<(String, ArrayRef)> {
    let mut columns = problems();
    let column: ArrayRef = Arc::new(column);
    match columns.iter_mut().find(|(known, _)| known == name) {
        Some(known) => known.1 = column,
        None => columns.push((name.to_owned(), column)),
    }
    columns
}

fn without(name: &str) -> Vec<(String, ArrayRef)> {
    problems().into_iter().filter(|(known, _)| known != name).collect()
}

/// A Parquet file with row groups of four rows.
fn file(columns: Vec<(String, ArrayRef)>, metadata: &[(&str, &str)]) -> Vec<u8> {
    file_with(columns, metadata, WriterProperties::builder())
}

fn file_with(
    columns: Vec<(String, ArrayRef)>,
    metadata: &[(&str, &str)],
    properties: WriterPropertiesBuilder,
) -> Vec<u8> {
    let field = |(name, column): &(String, ArrayRef)| {
        Field::new(name, column.data_type().clone(), column.is_nullable())
    };
    let fields: Vec<Field> = columns.iter().map(field).collect();
    let pair = |&(key, value): &(&str, &str)| (key.to_owned(), value.to_owned());
    let metadata: HashMap<String, String> = metadata.iter().map(pair).collect();
    let schema = Arc::new(Schema::new(fields));
    let columns = columns.into_iter().map(|(_, column)| column).collect();
    let batch = RecordBatch::try_new(Arc::clone(&schema), columns).unwrap();
    let properties = properties
        .set_max_row_group_row_count(Some(4))
        .set_key_value_metadata(Some(
            metadata
                .into_iter()
                .map(|(key, value)| parquet::file::metadata::KeyValue::new(key, value))
                .collect(),
        ))
        .build();
    let mut writer = ArrowWriter::try_new(Vec::new(), schema, Some(properties)).unwrap();
    writer.write(&batch).unwrap();
    writer.into_inner().unwrap()
}

/// The parts of a file that the user named, and what was wrong, a line each.
fn extract(bytes: Vec<u8>) -> (Vec<ExtractedPart>, Vec<String>) {
    let (mut parts, mut faults) = (Vec::new(), Vec::new());
    extract_bytes("t/x.parquet", bytes, ExtractOptions::default(), &mut |mut part| {
        let found = part.diagnostics.drain(..).filter(|fault| !fault.is_kept());
        faults.extend(found.map(|fault| format!("{}: {}", fault.location, fault.message)));
        if !part.source.is_empty() && !part.records.is_empty() {
            parts.push(part);
        }
        ControlFlow::Continue(())
    });
    (parts, faults)
}

/// The numbers of the trees that were read.
fn trees(parts: &[ExtractedPart]) -> Vec<u32> {
    parts.iter().flat_map(|part| part.records.iter().map(|record| record.tree)).collect()
}

/// What a named file with these bytes is reported for. Nothing is read from it.
fn refused(bytes: Vec<u8>) -> String {
    let (parts, faults) = extract(bytes);
    assert_eq!((parts.len(), faults.len()), (0, 1), "{faults:?}");
    faults[0].strip_prefix("t/x.parquet: ").expect("the file is named").to_owned()
}

#[test]
fn a_good_file_is_read() {
    let (parts, faults) = extract(file(problems(), &[]));
    assert_eq!((trees(&parts), faults.len()), (vec![1, 2, 3, 4, 5, 6], 0), "{faults:?}");
    assert_eq!(parts[0].source, "t/x.parquet/x.sgf");
    let known = [("gtn_db.key_scheme", "gtn1"), ("gtn_db.schema", "2"), ("other", "x")];
    assert_eq!(trees(&extract(file(problems(), &known)).0).len(), 6);
}

#[test]
fn other_layouts_are_read_or_refused() {
    let properties = WriterProperties::builder().set_dictionary_enabled(false);
    let delta = properties.clone().set_column_encoding("sgf".into(), Encoding::DELTA_BYTE_ARRAY);
    assert_eq!(
        refused(file_with(problems(), &[], delta)),
        "the column `sgf` is encoded as DELTA_BYTE_ARRAY; write it plain or in dictionaries"
    );
    let properties = properties.set_encoding(Encoding::PLAIN);
    for properties in [
        properties.clone().set_data_page_row_count_limit(1).set_write_batch_size(1),
        properties.set_writer_version(WriterVersion::PARQUET_2_0),
    ] {
        let (parts, faults) = extract(file_with(problems(), &[], properties));
        assert_eq!((trees(&parts), faults.len()), (vec![1, 2, 3, 4, 5, 6], 0), "{faults:?}");
    }
}

#[test]
fn a_table_without_rows_is_read() {
    let writer = ParquetWriter::new(Vec::new(), ProblemBatch::schema()).unwrap();
    let (parts, faults) = extract(writer.finish().unwrap());
    assert_eq!((parts.len(), faults.len()), (0, 0));
}

#[test]
fn other_versions_and_other_tables_are_refused() {
    let with_metadata = |key, value| refused(file(problems(), &[(key, value)]));
    assert_eq!(
        with_metadata("gtn_db.key_scheme", "gtn2"),
        "has keys of the scheme \"gtn2\"; this gtn-db reads gtn1"
    );
    assert_eq!(
        with_metadata("gtn_db.schema", "3"),
        "has columns of the version \"3\"; this gtn-db reads versions 1 to 2"
    );
    assert_eq!(
        refused(file(without("tree"), &[])),
        "is a Parquet file, but no table of gtn-db: it has no column `tree`"
    );
    for name in ["offset", "key", "text", "dialect", "charset"] {
        assert_eq!(refused(file(without(name), &[])), format!("has no column `{name}`"));
    }
    assert_eq!(refused(file(without("sgf"), &[("gtn_db.schema", "1")])), "has no column `sgf`");
    assert_eq!(
        refused(file(with("tree", Int64Array::from(vec![1; 6])), &[])),
        "the column `tree` has the type INT64; INT32 is needed"
    );
    assert_eq!(
        refused(file(with("sgf", Int32Array::from(vec![1; 6])), &[])),
        "the column `sgf` has the type INT32; BYTE_ARRAY is needed"
    );
    let mut list = ListBuilder::new(Int32Builder::new());
    (0..6).for_each(|_| list.append(true));
    assert!(refused(file(with("list", list.finish()), &[])).contains("columns inside columns"));
}

/// A column of texts or bytes with another value in the row `at`.
macro_rules! replaced {
    ($kind:ident, $name:literal, $at:expr, $value:expr) => {{
        let (_, column) = problems().into_iter().find(|(name, _)| name == $name).unwrap();
        let column = column.as_any().downcast_ref::<$kind>().unwrap();
        let mut values: Vec<_> = column.iter().collect();
        values[$at] = $value;
        with($name, $kind::from(values))
    }};
}

#[test]
fn a_row_that_is_not_what_its_tree_gives_is_reported_and_not_read() {
    let check = |columns: Vec<(String, ArrayRef)>, place: &str, message: &str, left: &[u32]| {
        let (parts, faults) = extract(file(columns, &[]));
        assert_eq!(faults.len(), 1, "{faults:?}");
        let rest = faults[0].strip_prefix(&format!("t/x.parquet, {place}: "));
        let rest = rest.unwrap_or_else(|| panic!("{}", faults[0]));
        assert!(rest.starts_with(message), "{rest}");
        assert_eq!(trees(&parts), left, "{message}");
    };
    let second = "row group 1, row 2";
    let fifth = "row group 2, row 1";
    let key = replaced!(StringArray, "key", 4, Some(ZERO));
    let message = "tree 5 of x.sgf: key is 00000000000000000000000000000000; that of sgf is ";
    check(key, fifth, message, &[1, 2, 3, 4, 6]);
    let others = &[1, 3, 4, 5, 6];
    let short = replaced!(StringArray, "key", 1, Some("short"));
    check(short, second, "tree 2 of x.sgf: key has not 32 hexadecimal digits", others);
    let text = replaced!(StringArray, "text", 1, Some("3x3|X........"));
    check(text, second, "tree 2 of x.sgf: text is not that of sgf, ", others);
    let source = replaced!(StringArray, "source", 1, None);
    check(source, second, "source is null", others);
    check(replaced!(StringArray, "source", 1, Some("")), second, "source has 0 bytes", others);
    let sgf = replaced!(BinaryArray, "sgf", 1, None);
    check(sgf, second, "tree 2 of x.sgf: sgf is null", others);
    for broken in [&b""[..], b"(;SZ[9]", b"words", b"(;SZ[99]AB[aa])"] {
        let sgf = replaced!(BinaryArray, "sgf", 1, Some(broken));
        check(sgf, second, "tree 2 of x.sgf: sgf has no problem", others);
    }
    let charset = replaced!(StringArray, "charset", 1, Some("no such"));
    check(charset, second, "tree 2 of x.sgf: charset is \"no such\"", others);
    for (tree, message) in [(0, "tree is 0"), (-3, "tree is -3")] {
        check(replaced!(Int32Array, "tree", 1, Some(tree)), second, message, others);
    }
    let offset = replaced!(Int64Array, "offset", 1, Some(-1));
    check(offset, second, "tree 2 of x.sgf: offset is -1", others);
    let twice = replaced!(Int32Array, "tree", 4, Some(2));
    check(twice, fifth, "tree 2 of x.sgf was in an earlier row", &[1, 2, 3, 4, 6]);
}

#[test]
fn a_damaged_page_costs_the_rest_of_its_row_group() {
    let whole = file(problems(), &[]);
    // The length of the last tree, in the dictionary of the second row group.
    let last = b"(;SZ[9]AB[aa][fb]AW[ca])";
    let at = whole.windows(last.len()).position(|bytes| bytes == last).unwrap();
    let mut torn = whole.clone();
    torn[at - 4..at].fill(0xFF);
    let (parts, faults) = extract(torn);
    assert_eq!((trees(&parts), faults.len()), (vec![1, 2, 3, 4], 1), "{faults:?}");
    let message = "t/x.parquet: row group 2 cannot be read from row 1 of 2 on: ";
    assert!(faults[0].starts_with(message), "{}", faults[0]);
    for length in [0, 3, 4, 11, 12, whole.len() / 2, whole.len() - 1] {
        let message = refused(whole[..length].to_vec());
        assert!(length < 4 || message.starts_with("is damaged or cut off: "), "{message}");
    }
}

/// Nothing that stands in a file brings the program to an end, and nothing that is read has
/// another key than that of its tree.
#[test]
fn no_change_of_a_byte_does_more_than_damage() {
    let needed = ["source", "tree", "offset", "key", "text", "dialect", "charset", "sgf"];
    let columns = problems().into_iter().filter(|(name, _)| needed.contains(&&**name));
    let columns = columns.map(|(name, column)| (name, column.slice(0, 3))).collect();
    let whole = file(columns, &[("gtn_db.key_scheme", "gtn1")]);
    let mut damaged = 0;
    for at in 0..whole.len() {
        let mut bytes = whole.clone();
        bytes[at] ^= [0xFF, 0x80, 0x01, 0x10][at % 4];
        let (parts, faults) = extract(bytes);
        damaged += usize::from(!faults.is_empty());
        for record in parts.iter().flat_map(|part| &part.records) {
            assert_eq!(record.key, PositionKey::of_text(&record.text), "byte {at}");
        }
    }
    assert!(damaged > whole.len() / 4, "{damaged} of {}", whole.len());
}

#[test]
fn an_import_keeps_what_it_had_while_something_is_missing() {
    let folder = |db: &Db, name: &str| {
        let path = db.path(name);
        fs::create_dir(&path).unwrap();
        path
    };
    let db = Db::new();
    let tables = folder(&db, "tables");
    let two = replaced!(StringArray, "source", 5, Some("y.sgf"));
    let split = |from: usize, count| {
        let slice = |(name, column): &(String, ArrayRef)| (name.clone(), column.slice(from, count));
        file(two.iter().map(slice).collect(), &[])
    };
    let write = |name: &str, bytes: &[u8]| fs::write(tables.join(name), bytes).unwrap();
    write("a.parquet", &split(0, 3));
    write("b.parquet", &split(3, 3));
    let import = |path: &Path| db.run(&["import", path.to_str().unwrap()]);
    assert!(import(&tables).out.starts_with("6 records from 2 sources"));
    // x.sgf has rows in both files, y.sgf in the good one only.
    write("a.parquet", &split(0, 3)[..500]);
    let ran = import(&tables);
    assert_eq!(ran.status, 3);
    assert!(
        ran.err.contains("tables/a.parquet: is damaged or cut off: its end is missing")
            && ran.err.contains("gtn-db: tables/x.sgf: stays as it was"),
        "{}",
        ran.err
    );
    assert!(ran.out.contains("1 source unchanged"), "{}", ran.out);
    let records = db.run(&["sources", "--json"]).column("records");
    assert_eq!(records, [5, 1]);
    // Without the file, its rows are gone.
    fs::remove_file(tables.join("a.parquet")).unwrap();
    assert!(import(&tables).out.contains("1 source changed, 1 unchanged"));
    assert_eq!(db.run(&["sources", "--json"]).column("records").len(), 2);
}

#[test]
fn messages_of_an_import_name_file_row_group_and_row() {
    let db = Db::new();
    let path = db.path("x.parquet");
    fs::write(&path, file(replaced!(StringArray, "key", 4, Some(ZERO)), &[])).unwrap();
    let ran = db.run(&["import", path.to_str().unwrap()]);
    assert_eq!(ran.status, 3);
    assert!(ran.err.contains("x.parquet, row group 2, row 1: tree 5 of x.sgf: key is 0000"));
    assert!(
        ran.out.contains("5 records from 1 source") && ran.out.contains("1 tree or file skipped")
    );
    let json = db.run(&["import", "--json", path.to_str().unwrap()]).json();
    let skipped = &json[0]["skipped"][0];
    assert_eq!((&skipped["tree"], &skipped["offset"]), (&1.into(), &2.into()));
}

#[cfg(feature = "archives")]
#[test]
fn a_table_in_an_archive_is_reported() {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    zip.start_file("x.parquet", zip::write::SimpleFileOptions::default()).unwrap();
    std::io::Write::write_all(&mut zip, &file(problems(), &[])).unwrap();
    let (parts, faults) = extract(zip.finish().unwrap().into_inner());
    assert_eq!(parts.len(), 0);
    let message = "t/x.parquet/x.parquet: is a table inside an archive; unpack the archive first";
    assert_eq!(faults, [message]);
}
