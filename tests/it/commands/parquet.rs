//! `gtn-db export --format parquet`: the tables are read back with the crate parquet.

use std::collections::BTreeMap;
use std::fs::File;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use gtn_db::import::{ExtractOptions, extract_bytes};
use gtn_db::table::arrow_array::cast::AsArray;
use gtn_db::table::arrow_array::types::{Float64Type, Int8Type, Int32Type, Int64Type};
use gtn_db::table::arrow_array::{Array, RecordBatch};
use gtn_db::table::arrow_schema::{DataType, SchemaRef};
use gtn_db::table::{GameBatch, ProblemBatch};
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

use super::Db;

/// A row: each column with its value as text; columns that are null are left out.
pub(super) type Cells = BTreeMap<String, String>;

pub(super) fn rows(batch: &RecordBatch) -> Vec<Cells> {
    let cell = |column: &dyn Array, row: usize| match column.data_type() {
        DataType::Utf8 => column.as_string::<i32>().value(row).to_owned(),
        DataType::Binary => format!("{:02x?}", column.as_binary::<i32>().value(row)),
        DataType::Int8 => column.as_primitive::<Int8Type>().value(row).to_string(),
        DataType::Int32 => column.as_primitive::<Int32Type>().value(row).to_string(),
        DataType::Int64 => column.as_primitive::<Int64Type>().value(row).to_string(),
        DataType::Float64 => column.as_primitive::<Float64Type>().value(row).to_string(),
        other => panic!("no table has a column of the type {other}"),
    };
    let schema = batch.schema();
    let columns = || schema.fields().iter().zip(batch.columns());
    let row = |row| {
        let values = columns().filter(|(_, column)| column.is_valid(row));
        values.map(|(field, column)| (field.name().clone(), cell(column, row))).collect()
    };
    (0..batch.num_rows()).map(row).collect()
}

/// The files of a table, by the names of their folders.
pub(super) fn files(table: &Path) -> BTreeMap<String, PathBuf> {
    let Ok(parts) = std::fs::read_dir(table) else { return BTreeMap::new() };
    let parts = parts.map(|part| part.unwrap());
    parts
        .map(|part| (part.file_name().into_string().unwrap(), part.path().join("0.parquet")))
        .collect()
}

/// Reads all files of a table and checks what holds for each.
pub(super) fn read_table(table: &Path, schema: &SchemaRef) -> Vec<Cells> {
    let mut all = Vec::new();
    for (part, path) in files(table) {
        let builder = ParquetRecordBatchReaderBuilder::try_new(File::open(&path).unwrap()).unwrap();
        assert_eq!(builder.schema().fields(), schema.fields());
        let metadata = builder.metadata();
        let pairs = metadata.file_metadata().key_value_metadata().unwrap();
        for (key, value) in [("gtn_db.key_scheme", "gtn1"), ("gtn_db.schema", "2")] {
            let pair = pairs.iter().find(|pair| pair.key == key).unwrap();
            assert_eq!(pair.value.as_deref(), Some(value));
        }
        for group in metadata.row_groups() {
            for column in group.columns() {
                let is_key = column.column_path().string() == "key";
                assert_eq!(column.bloom_filter_offset().is_some(), is_key);
                assert_eq!(column.compression().to_string().split('(').next(), Some("ZSTD"));
            }
        }
        let found: Vec<Cells> =
            builder.build().unwrap().flat_map(|batch| rows(&batch.unwrap())).collect();
        assert!(!found.is_empty() && found.is_sorted_by_key(|row| row["key"].clone()), "{part}");
        let digit = |row: &Cells| row["key"][..1].to_owned();
        assert!(found.iter().all(|row| part == format!("part={}", digit(row))), "{part}");
        all.extend(found);
    }
    all
}

/// The rows of the tables that the sources themselves give, in the order of the export.
fn extract(names: &[&str]) -> (Vec<Cells>, Vec<Cells>) {
    let (mut problems, mut games) = (ProblemBatch::default(), GameBatch::default());
    for name in names {
        let bytes = std::fs::read(name).unwrap();
        let label = Path::new(name).file_name().unwrap().to_str().unwrap();
        extract_bytes(label, bytes, ExtractOptions::default(), &mut |part| {
            part.records.iter().for_each(|row| problems.push(&part.source, row, true).unwrap());
            part.games.iter().for_each(|row| games.push(&part.source, row, true).unwrap());
            ControlFlow::Continue(())
        });
    }
    let sorted = |batch: RecordBatch| {
        let mut rows = rows(&batch);
        let tree = |row: &Cells| row["tree"].parse::<u32>().unwrap();
        rows.sort_by_key(|row| (row["key"].clone(), row["source"].clone(), tree(row)));
        rows
    };
    (sorted(problems.finish()), sorted(games.finish()))
}

/// Games in several charsets, with all that a game can have.
pub(super) const GAMES: &[u8] =
    b"(;CA[Shift_JIS]SZ[9]PB[\x96\x7b\x88\xf6\x96\x56]PW[Inoue]BR[4d]WR[8d]EV[x]GN[y]\
    DT[1846-09-11]RE[B+2]KM[6.5]RU[Japanese]HA[0];B[cc];W[gg](;B[cg])(;B[gc]))
(;SZ[19];B[pd];W[dd];B[])(;SZ[9];B[gg];W[cc];B[gd])";

#[test]
fn the_tables_have_every_record_and_game_as_the_sources_give_them() {
    let db = Db::new();
    let games = db.path("games.sgf");
    std::fs::write(&games, GAMES).unwrap();
    let sources = [
        "data/classic-shapes.sgf",
        "data/teacher-notes.sgf",
        "data/problems.igtn",
        games.to_str().unwrap(),
    ];
    db.run(&[&["import", "--quiet"], &sources[..]].concat());
    let out = db.path("tables");
    let written = db.run(&["export", "--format", "parquet", "-o", out.to_str().unwrap()]).done();
    let (problems, games) = extract(&sources);
    assert!(problems.len() > 20 && games.len() >= 3, "{} {}", problems.len(), games.len());
    assert_eq!(
        written,
        format!(
            "{} records and {} games written to {}\n",
            problems.len(),
            games.len(),
            out.display()
        )
    );
    assert_eq!(read_table(&out.join("problems"), &ProblemBatch::schema()), problems);
    assert_eq!(read_table(&out.join("games"), &GameBatch::schema()), games);
    // The same database gives the same bytes.
    let bytes = || -> Vec<Vec<u8>> {
        files(&out.join("problems")).values().map(|path| std::fs::read(path).unwrap()).collect()
    };
    let before = bytes();
    db.run(&["export", "--format", "parquet", "-o", out.to_str().unwrap()]).done();
    assert_eq!(bytes(), before);
}

#[test]
fn options_select_rows_and_old_files_go() {
    let db = Db::new();
    let games = db.path("games.sgf");
    std::fs::write(&games, GAMES).unwrap();
    db.run(&["import", "--quiet", "data/classic-shapes.sgf", games.to_str().unwrap()]);
    let out = db.path("tables");
    let export = |options: &[&str]| {
        let out = out.to_str().unwrap();
        db.run(&[&["export", "--format", "parquet", "-o", out], options].concat())
    };
    export(&[]).done();
    assert!(files(&out.join("problems")).len() > 1);
    assert!(export(&["--player", "Inoue"]).done().starts_with("0 records and 1 game written"));
    assert!(files(&out.join("problems")).is_empty() && !out.join("problems").exists());
    assert_eq!(read_table(&out.join("games"), &GameBatch::schema()).len(), 1);
    let only = export(&["--where", "stones < 12"]).done();
    assert!(only.contains(" and 0 games written"), "{only}");
    for row in read_table(&out.join("problems"), &ProblemBatch::schema()) {
        assert!(row["text"].matches(['X', 'O']).count() < 12);
    }
    let none = export(&["--player", "nobody"]);
    assert_eq!(none.status, 1);
    assert!(none.err.contains("nothing was written"), "{}", none.err);
    assert!(!files(&out.join("problems")).is_empty(), "an empty export leaves the files");
}

#[test]
fn wrong_options_are_refused() {
    let db = Db::with(&["data/classic-shapes.sgf"]);
    let refused = |args: &[&str]| {
        let ran = db.run(&[&["export", "--format", "parquet"], args].concat());
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{args:?}");
        ran.err
    };
    for args in [&[][..], &["-o", "-"]] {
        assert!(refused(args).contains("name the folder with -o"), "{args:?}");
    }
    assert!(refused(&["-o", "x/", "--black-first"]).contains("--black-first does not apply"));
    assert!(refused(&["-o", "x/", "--joseki"]).contains("--joseki writes SGF"));
    let file = db.write("file", "mine");
    refused(&["-o", &file]);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "mine");
    // A file of somebody in the place of a part.
    let part = db.path("mine/problems/part=0");
    std::fs::create_dir_all(&part).unwrap();
    for digit in "0123456789abcdef".chars() {
        let folder = db.path(&format!("mine/problems/part={digit}"));
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("0.parquet"), "mine").unwrap();
    }
    assert!(
        refused(&["-o", db.path("mine").to_str().unwrap()]).contains("not as an earlier export")
    );
    assert_eq!(std::fs::read_to_string(part.join("0.parquet")).unwrap(), "mine");
}
