//! Whole commands on the collection in `data/`: what a newcomer sees.

mod abalone;
mod abalone_export;
mod abalone_find;
mod abalone_games;
mod abalone_import;
mod abalone_lists;
mod answers;
mod check_solve;
mod comments;
mod compare;
mod damage;
mod databases;
mod decisions;
mod expressions;
mod fashion;
mod find;
mod game_files;
mod game_index;
mod game_setup;
mod games;
mod import_and_dups;
mod inside;
mod json;
mod likeness;
mod narrow_boards;
mod output;
mod outputs;
#[cfg(feature = "parquet")]
mod parquet;
#[cfg(feature = "parquet")]
mod parquet_damage;
mod parquet_import;
mod parts;
mod places;
mod problems;
mod publishing;
mod query_forms;
mod reread;
#[cfg(all(unix, feature = "serve"))]
mod serve;
#[cfg(all(unix, feature = "serve"))]
mod serve_abalone;
#[cfg(all(unix, feature = "serve"))]
mod serve_games;
#[cfg(all(unix, feature = "serve"))]
mod serve_problems;
mod shapes;
mod show_and_export;
mod solve;
mod sources;
mod turns;
mod writing;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};

use assert_cmd::Command;
use serde_json::Value;
use tempfile::TempDir;

/// What a command printed, and how it ended.
struct Ran {
    status: i32,
    out: String,
    err: String,
}

impl Ran {
    /// The objects of a listing with `--json`.
    fn json(&self) -> Vec<Value> {
        self.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// One field of a listing with `--json`.
    fn column(&self, field: &str) -> Vec<Value> {
        self.json().iter().map(|line| line[field].clone()).collect()
    }

    /// Standard output of a command that did all it should.
    fn done(self) -> String {
        assert_eq!((self.status, self.err.as_str()), (0, ""), "{}", self.out);
        self.out
    }
}

/// A database in a folder of its own.
struct Db {
    folder: TempDir,
}

impl Db {
    fn new() -> Db {
        Db { folder: TempDir::new().unwrap() }
    }

    /// With something imported, and without a fault. One import of the same paths serves all tests:
    /// each has a copy of the file.
    fn with(paths: &[&str]) -> Db {
        static IMPORTED: Mutex<BTreeMap<String, Arc<OnceLock<Vec<u8>>>>> =
            Mutex::new(BTreeMap::new());
        let imported = IMPORTED.lock().unwrap().entry(paths.join("\n")).or_default().clone();
        let bytes = imported.get_or_init(|| {
            let db = Db::new();
            db.run(&[&["import", "--quiet"], paths].concat()).done();
            assert!(!db.path("gtn.db-wal").exists(), "the file is not all of the database");
            fs::read(db.path("gtn.db")).unwrap()
        });
        let db = Db::new();
        fs::write(db.path("gtn.db"), bytes).unwrap();
        db
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// A file beside the database.
    fn write(&self, name: &str, text: &str) -> String {
        let path = self.path(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = gtn_db(args);
        command.env("GTN_DB", self.path("gtn.db"));
        command
    }

    fn run(&self, args: &[&str]) -> Ran {
        ran(&mut self.command(args))
    }
}

/// The program, run where the project lies.
fn gtn_db(args: &[&str]) -> Command {
    let mut command = crate::common::program();
    command.current_dir(env!("CARGO_MANIFEST_DIR")).args(args);
    command
}

fn ran(command: &mut Command) -> Ran {
    let output = command.output().unwrap();
    Ran {
        status: output.status.code().unwrap(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// An IGTN under an operation, or in another form.
fn convert(args: &[&str]) -> String {
    ran(gtn_db(&["convert"]).args(args)).done().trim_end().to_owned()
}

/// The bulky five in the corner, as `data/classic-shapes.sgf` has it.
const BULKY_FIVE: &str = "4x5|...OX_..OOX_OOOXX_XXXX._!!!!!_";
/// The net beside the left edge, one empty line between.
const NET: &str = "6x5|!!!!!_..O.._....._.O..._.OX.._.OX.O_..OO._!!!!!_";

/// The words of a command line as a shell takes it, as far as examples go.
fn words(line: &str) -> Vec<&str> {
    let mut words = Vec::new();
    for (i, part) in line.split('\'').enumerate() {
        match i % 2 {
            0 => words.extend(part.split_whitespace()),
            _ => words.push(part),
        }
    }
    words
}

#[test]
fn examples_in_the_help_are_understood() {
    let db = Db::with(&["data"]);
    // Examples name a file, and write some.
    fs::create_dir(db.path("data")).unwrap();
    let file = "data/teacher-notes.sgf";
    fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join(file), db.path(file)).unwrap();
    db.write("mine.sgf", "(;SZ[19];B[pd];W[dd])\n");
    for command in ["find", "dups", "games", "next", "joseki", "stats", "convert", "compare"] {
        let help = db.run(&[command, "--help"]).done();
        let examples: Vec<&str> =
            help.lines().filter_map(|line| line.strip_prefix("  gtn-db ")).collect();
        assert!(!examples.is_empty(), "{command}");
        for example in examples {
            let ran = ran(db.command(&words(example)).current_dir(db.folder.path()));
            assert!(ran.status <= 1, "{example}: {}", ran.err); // found or not
        }
    }
}
