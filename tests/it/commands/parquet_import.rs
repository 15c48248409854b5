//! `gtn-db import` of tables that `gtn-db export --format parquet` wrote, or another program.

use super::Db;

#[cfg(not(feature = "parquet"))]
#[test]
fn without_the_feature_a_named_table_is_reported_and_others_are_passed_over() {
    let db = Db::new();
    let file = db.write("x.parquet", "PAR1 and so on PAR1");
    let ran = db.run(&["import", &file]);
    assert_eq!(ran.status, 3);
    assert!(
        ran.err.contains("x.parquet: is a Parquet file, and this gtn-db was built without"),
        "{}",
        ran.err
    );
    let ran = db.run(&["import", db.folder.path().to_str().unwrap()]);
    assert!(ran.out.contains("1 .parquet"), "{}", ran.out);
}

#[cfg(feature = "parquet")]
mod with_feature {
    use std::fs::{self, File};
    use std::path::{Path, PathBuf};
    use std::sync::Arc;

    use gtn_db::table::arrow_array::{ArrayRef, BinaryArray, Int8Array, RecordBatch, StringArray};
    use gtn_db::table::arrow_schema::{DataType, Field, Schema};
    use gtn_db::table::{GameBatch, ProblemBatch};
    use parquet::arrow::ArrowWriter;
    use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
    use parquet::basic::Compression;
    use parquet::file::properties::WriterProperties;

    use super::super::parquet::{Cells, GAMES, files, read_table};
    use super::*;

    /// Problems, games and a tree that is neither, in one source.
    const MIXED: &[u8] = b"junk (;SZ[9]AB[aa][ba]AW[ca];B[ab]) (;C[neither])
        (;SZ[9];B[cc];W[gg]) (;SZ[19]CA[Shift_JIS]AB[pd]AW[qd]C[\x8d\x95\x90\xe6])";
    const OGS: &str = r#"[{"name": "a", "puzzle": {"width": 9, "height": 9,
        "initial_player": "black", "initial_state": {"black": "aabb", "white": "cc"},
        "move_tree": {"x": -1, "y": -1, "branches": [{"x": 1, "y": 2, "correct_answer": true}]}}}]"#;
    const SOL: &str = r#"{"AB": ["ab", "bb"], "AW": ["ba"], "SZ": 9, "SOL": [["B", "aa", "Yes"]]}"#;

    /// A tree of three problems, and a game with a problem in it.
    const BOOK: &str =
        "(;SZ[9]C[Book](;AB[aa][ba]AW[ca];B[ab])(;AB[aa][ba]AW[cb];(;W[ab])(;AB[cc];W[bb])))
        (;SZ[9]PB[a];B[cc];W[gg];AE[cc][gg]AB[aa][ba]AW[ca]C[Problem];W[ab])";

    fn text(path: &Path) -> &str {
        path.to_str().unwrap()
    }

    /// Exports all tables to a folder.
    fn export(db: &Db, folder: &Path) {
        db.run(&["export", "--format", "parquet", "-o", text(folder)]).done();
    }

    /// A database with a folder `files` that has all kinds of sources, and its tables.
    fn exported() -> (Db, PathBuf) {
        let db = Db::new();
        let files = db.path("files");
        fs::create_dir(&files).unwrap();
        for (name, bytes) in [
            ("mixed.sgf", MIXED),
            ("games.sgf", GAMES),
            ("ogs.json", OGS.as_bytes()),
            ("sol.json", SOL.as_bytes()),
            ("book.sgf", BOOK.as_bytes()),
        ] {
            fs::write(files.join(name), bytes).unwrap();
        }
        // More than a piece of a source.
        let long = format!("(;SZ[9]AB[aa][ba]AW[ca]C[{}];B[ab])\n", "x".repeat(3000)).repeat(500);
        fs::write(files.join("long.sgf"), long).unwrap();
        db.run(&["import", "--quiet", text(&files), "data"]);
        let tables = db.path("out/tables");
        fs::create_dir(tables.parent().unwrap()).unwrap();
        export(&db, &tables);
        (db, tables)
    }

    /// The rows of both tables.
    fn rows_of(folder: &Path) -> [Vec<Cells>; 2] {
        [
            read_table(&folder.join("problems"), &ProblemBatch::schema()),
            read_table(&folder.join("games"), &GameBatch::schema()),
        ]
    }

    #[test]
    fn an_export_of_imported_tables_gives_the_same_tables() {
        let (_from, tables) = exported();
        let db = Db::new();
        let imported = db.run(&["import", text(&tables)]);
        // Faults that are kept, such as a charset that does not fit, are reported again.
        assert!(imported.err.lines().all(|line| line.ends_with("(kept)")), "{}", imported.err);
        assert!(!imported.out.contains("skipped"), "{}", imported.out);
        let again = db.path("again");
        export(&db, &again);
        let [mut problems, mut games] = rows_of(&tables);
        assert!(problems.len() > 550 && games.len() > 4, "{} {}", problems.len(), games.len());
        for dialect in ["ogs-json", "sol-json"] {
            assert!(problems.iter().any(|row| row["dialect"] == dialect), "{dialect}");
        }
        assert!(games.iter().any(|row| row.contains_key("charset")));
        let book = problems.iter().filter(|row| row["source"] == "files/book.sgf");
        let mut book: Vec<_> =
            book.map(|row| [&row["tree"], &row["problem"], &row["setup"]]).collect();
        book.sort();
        let setups = [BOOK.find(";AB[aa]"), BOOK.find(";AB[aa][ba]AW[cb]"), BOOK.find(";AB[cc]")];
        let setups = setups.map(|setup| setup.unwrap().to_string());
        let game = BOOK.find(";AE").unwrap() - BOOK.find("(;SZ[9]PB").unwrap();
        assert_eq!(
            book,
            [
                ["1", "1", &setups[0]],
                ["1", "2", &setups[1]],
                ["1", "3", &setups[2]],
                ["2", "1", &*game.to_string()],
            ]
        );
        for row in problems.iter_mut().chain(&mut games) {
            let source = format!("tables/{}", row["source"]);
            row.insert("source".to_owned(), source);
        }
        let [problems_again, games_again] = rows_of(&again);
        assert!(problems == problems_again, "the problems differ");
        assert!(games == games_again, "the games differ");
        db.run(&["stats", "--verify"]).done();
        // Nothing is new, whichever folder above the tables is named.
        for folder in [&tables, tables.parent().unwrap()] {
            let unchanged = db.run(&["import", "--dry-run", text(folder)]).out;
            assert!(unchanged.contains(" sources unchanged"), "{unchanged}");
        }
        let states = db.run(&["sources", "--check", "--json"]).column("state");
        assert!(!states.is_empty() && states.iter().all(|state| state == "present"), "{states:?}");
    }

    #[test]
    fn a_source_has_its_problems_and_games_under_their_numbers() {
        let (_from, tables) = exported();
        let db = Db::with(&[text(&tables)]);
        let sources = db.run(&["sources", "tables/files/mixed.sgf", "--json"]).json();
        assert_eq!((&sources[0]["records"], &sources[0]["games"]), (&2.into(), &1.into()));
        let place = tables.canonicalize().unwrap().join("files/mixed.sgf");
        assert_eq!(sources[0]["place"], text(&place));
        let trees = db.run(&["problems", "--source", "tables/files/mixed.sgf", "--json"]);
        assert_eq!(trees.column("tree"), [1, 4]);
    }

    #[test]
    fn a_new_export_is_compared_with_the_last_one() {
        let from = Db::new();
        let one = from.write("one.sgf", "(;SZ[9]AB[aa][ba]AW[ca];B[ab])(;SZ[9];B[cc];W[gg])");
        let two = from.write("two.sgf", "(;SZ[9]AB[aa][bb]AW[ca];B[ab])");
        from.run(&["import", "--quiet", &one, &two]).done();
        let tables = from.path("tables");
        export(&from, &tables);
        let db = Db::with(&[text(&tables)]);
        let import = || db.run(&["import", text(&tables)]).out;
        assert_eq!(import(), "2 sources unchanged\n");
        fs::write(&one, "(;SZ[9]AB[aa][ba]AW[cb];B[ab])").unwrap();
        let three = from.write("three.sgf", "(;SZ[9]AB[ee]AW[ca];B[ab])");
        from.run(&["import", "--quiet", &one, &three]).done();
        from.run(&["sources", "rm", "two.sgf", "--yes"]);
        export(&from, &tables);
        let changed = import();
        assert!(changed.contains("1 source new, 1 changed, 1 gone"), "{changed}");
        let found = db.run(&["sources", "--check", "--json"]);
        let mut states: Vec<_> = found
            .json()
            .iter()
            .map(|source| format!("{} {}", source["name"], source["state"]))
            .collect();
        states.sort();
        assert_eq!(
            states,
            [
                r#""tables/one.sgf" "present""#,
                r#""tables/three.sgf" "present""#,
                r#""tables/two.sgf" "gone""#,
            ]
        );
        assert_eq!(found.column("games"), [0, 0, 0]);
        // The tables move with their folder.
        let moved = from.path("moved");
        fs::rename(&tables, &moved).unwrap();
        let ran = db.run(&["import", text(&moved)]).out;
        assert_eq!(ran, "2 sources moved\n");
        fs::remove_dir_all(&moved).unwrap();
        let ran = db.run(&["import", "--prune", text(from.folder.path())]).out;
        assert!(ran.contains("3 gone and removed"), "{ran}");
    }

    #[test]
    fn a_file_and_a_table_alone_are_places_of_their_own() {
        let (_from, tables) = exported();
        let db = Db::with(&[text(&tables.join("games"))]);
        let games = db.run(&["sources", "--json"]).json();
        assert!(games.iter().all(|source| source["records"] == 0));
        let file = files(&tables.join("problems")).into_values().next().unwrap();
        db.run(&["import", "--quiet", text(&file)]);
        let names = db.run(&["sources", "--json"]).column("name");
        let name = |start: &str| {
            names.iter().filter(|name| name.as_str().unwrap().starts_with(start)).count()
        };
        assert_eq!(name("games/"), games.len());
        assert!(name("0.parquet/") > 0 && name("games/") + name("0.parquet/") == names.len());
        // Standard input, as of an archive.
        let piped = super::super::ran(
            db.command(&["import", "--name", "piped", "-"]).write_stdin(fs::read(&file).unwrap()),
        );
        assert!(piped.out.contains(" new"), "{} {}", piped.out, piped.err);
    }

    /// tests/data/tables/schema-1 is an export of gtn-db 0.2, in which keys are bytes and words are
    /// numbers.
    #[test]
    fn tables_of_the_schema_before_are_read() {
        let db = Db::new();
        let done = db.run(&["import", "tests/data/tables/schema-1"]);
        assert!(done.out.starts_with("4 records from 2 sources"), "{} {}", done.out, done.err);
        db.run(&["stats", "--verify"]).done();
        let again = db.path("again");
        export(&db, &again);
        let [problems, games] = rows_of(&again);
        let column = |name: &str| -> Vec<String> {
            let mut values: Vec<_> = problems.iter().map(|row| row[name].clone()).collect();
            values.sort();
            values
        };
        assert_eq!(column("turn"), ["black", "black", "unknown", "white"]);
        assert_eq!(column("dialect"), ["none", "none", "none", "ogs-json"]);
        assert_eq!((games.len(), &*games[0]["winner"]), (1, "black"));
    }

    /// The rows of a file without some columns.
    fn without(file: &Path, names: &[&str]) -> RecordBatch {
        let reader = ParquetRecordBatchReaderBuilder::try_new(File::open(file).unwrap()).unwrap();
        let batch = reader.build().unwrap().next().unwrap().unwrap();
        let schema = batch.schema();
        let kept = schema.fields().iter().enumerate();
        let kept = kept.filter(|(_, field)| !names.contains(&field.name().as_str()));
        batch.project(&kept.map(|(at, _)| at).collect::<Vec<_>>()).unwrap()
    }

    /// Before reading 4 a tree was one record, with the stones up to its first move.
    #[test]
    fn rows_from_before_the_problems_of_a_tree_are_checked_as_they_were_written() {
        let tree = "(;SZ[9]C[Book](;AB[aa][ba];AB[cc]AW[ca];B[ab])(;AB[aa][ba]AW[cb];W[ab]))";
        let (from, db) = (Db::new(), Db::new());
        let source = from.write("book.sgf", tree);
        let first = from.write("first.sgf", "(;SZ[9]AB[aa][ba];AB[cc]AW[ca];B[ab])");
        from.run(&["import", "--quiet", "--as", "one", &first]).done();
        from.run(&["import", "--quiet", &source]).done();
        let tables = from.path("tables");
        export(&from, &tables);
        let rows = rows_of(&tables)[0].clone();
        let key = &rows.iter().find(|row| row["source"] == "first.sgf").unwrap()["key"];
        let part = files(&tables.join("problems")).into_values();
        let batch = part.map(|file| without(&file, &["problem", "setup", "hash"]));
        let batch = batch
            .into_iter()
            .find(|batch| format!("{batch:?}").contains(key.as_str()) && batch.num_rows() > 0);
        let mut batch = batch.unwrap();
        let at = batch.schema().index_of("sgf").unwrap();
        let mut columns = batch.columns().to_vec();
        columns[at] = Arc::new(BinaryArray::from_vec(vec![tree.as_bytes(); batch.num_rows()]));
        batch = RecordBatch::try_new(batch.schema(), columns).unwrap();
        write(&db.path("old/problems/0.parquet"), &batch.slice(0, 1));
        let ran = db.run(&["import", text(&db.path("old"))]);
        assert!(ran.out.starts_with("2 records from 1 source"), "{} {}", ran.out, ran.err);
        db.run(&["stats", "--verify"]).done();
    }

    /// The rows of a file, with columns that may all be null, as Spark has them.
    fn as_of_spark(file: &Path) -> RecordBatch {
        let reader = ParquetRecordBatchReaderBuilder::try_new(File::open(file).unwrap()).unwrap();
        let batch = reader.build().unwrap().next().unwrap().unwrap();
        let mut columns: Vec<ArrayRef> = batch.columns().to_vec();
        let nullable = |field: &Arc<Field>| field.as_ref().clone().with_nullable(true);
        let mut fields: Vec<Field> = batch.schema().fields().iter().map(nullable).collect();
        fields.insert(0, Field::new("extra", DataType::Utf8, true));
        columns.insert(0, Arc::new(StringArray::from(vec![None::<&str>; batch.num_rows()])));
        RecordBatch::try_new(Arc::new(Schema::new(fields)), columns).unwrap()
    }

    fn write(path: &Path, batch: &RecordBatch) {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
        let file = File::create(path).unwrap();
        let mut writer = ArrowWriter::try_new(file, batch.schema(), Some(properties)).unwrap();
        writer.write(batch).unwrap();
        writer.close().unwrap();
    }

    #[test]
    fn tables_of_other_programs_are_read_by_their_columns() {
        let (_from, tables) = exported();
        let db = Db::new();
        let out = db.path("out");
        for (part, file) in files(&tables.join("problems")) {
            let name = "part-00000-1f.c000.zstd.parquet";
            write(&out.join("problems").join(part).join(name), &as_of_spark(&file));
        }
        fs::write(out.join("problems/.part-0.crc"), "x").unwrap();
        fs::write(out.join("problems/_SUCCESS"), "").unwrap();
        // What dedup.py writes beside the problems.
        let counts: ArrayRef = Arc::new(Int8Array::from(vec![1]));
        let other = RecordBatch::try_from_iter([("count", counts)]).unwrap();
        write(&out.join("duplicates/part-0.parquet"), &other);
        let ran = db.run(&["import", text(&out)]);
        assert!(ran.err.lines().all(|line| line.ends_with("(kept)")), "{}", ran.err);
        assert!(ran.out.contains("passed over: 1 without an extension, 1 .parquet"), "{}", ran.out);
        let again = db.path("again");
        export(&db, &again);
        let [mut problems, _] = rows_of(&tables);
        for row in &mut problems {
            let source = format!("out/{}", row["source"]);
            row.insert("source".to_owned(), source);
        }
        assert!(problems == rows_of(&again)[0], "the problems differ");
        // By its name, a file of another kind is reported.
        let ran = db.run(&["import", text(&out.join("duplicates/part-0.parquet"))]);
        assert_eq!(ran.status, 3);
        let message = "no table of gtn-db: it has no column `source`";
        assert!(ran.err.contains(message), "{}", ran.err);
    }
}
