//! However an import ends, the database has whole sources only, and the next
//! import adds the rest.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::common::{check, contents, gtn_db, import, problem, scale};

const FILES: u32 = 200;
const PROBLEMS: u32 = 5;
const LARGE: u32 = 3_000;

/// Writes small files, a large one, and more small ones.
fn make_collection(folder: &Path) {
    for file in 0..FILES {
        let name = if file < FILES / 2 { "a" } else { "z" };
        let trees: String = (0..PROBLEMS).map(|i| problem(file * PROBLEMS + i)).collect();
        fs::write(folder.join(format!("{name}{file}.sgf")), trees).unwrap();
    }
    let trees: String = (0..LARGE).map(|i| problem(i + FILES)).collect();
    assert!(trees.len() > 1 << 20, "the file is not read in pieces");
    fs::write(folder.join("m.sgf"), trees).unwrap();
}

fn start(database: &Path, folder: &Path) -> std::process::Child {
    Command::new(env!("CARGO_BIN_EXE_gtn-db"))
        .arg("--db")
        .arg(database)
        .args(["import", "--quiet"])
        .arg(folder)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

#[test]
fn a_killed_import_leaves_whole_sources_and_can_be_completed() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("problems");
    fs::create_dir(&folder).unwrap();
    make_collection(&folder);

    let whole = dir.path().join("whole.db");
    let started = Instant::now();
    assert!(start(&whole, &folder).wait().unwrap().success());
    let duration = started.elapsed();
    check(&whole);
    let expected = contents(&whole);

    // Half of the imports begin with a new database and are killed at times that
    // are spread over the import. The others go on with what the one before left.
    let mut seed = 42_u64;
    let mut random = move || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 33) as f64 / (1_u64 << 31) as f64
    };
    let kills = scale(12, 40);
    let mut sources_left = std::collections::BTreeSet::new();
    let again = dir.path().join("again.db");
    // On a busy machine an import takes longer than the first one did: the kills go on, later each
    // round, until two of them left different numbers of sources.
    for kill in 0..20 * kills {
        if kill >= kills && sources_left.len() > 1 {
            break;
        }
        let fresh = dir.path().join(format!("{kill}.db"));
        let database = if kill % 2 == 0 { &fresh } else { &again };
        let part = (f64::from(kill % kills / 2) + random()) / f64::from(kills / 2);
        let mut child = start(database, &folder);
        sleep(duration.mul_f64(part) * (1 + kill / kills));
        child.kill().unwrap();
        child.wait().unwrap();
        if !database.exists() {
            continue; // killed before the file was created
        }
        if has_schema(database) {
            check(database);
            let contents = contents(database);
            let left: Vec<&String> =
                contents.iter().filter(|line| line.starts_with("Text(\"source")).collect();
            assert!(left.iter().all(|source| expected.binary_search(source).is_ok()));
            sources_left.insert(left.len());
        }
        if kill % 8 == 0 {
            complete(database, &folder, &expected);
        }
    }
    complete(&again, &folder, &expected);
    assert!(sources_left.len() > 1, "kills came only {sources_left:?} sources into the import");
}

/// Whether the database has its schema.
fn has_schema(database: &Path) -> bool {
    let connection = rusqlite::Connection::open(database).unwrap();
    let version: i64 =
        connection.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap();
    version > 0
}

fn complete(database: &Path, folder: &Path, expected: &[String]) {
    gtn_db(database).args(["import", "--quiet"]).arg(folder).assert().code(0);
    check(database);
    assert!(contents(database) == expected, "not the same after a kill");
}

#[cfg(unix)]
fn signal(child: &std::process::Child, name: &str) {
    let pid = child.id().to_string();
    assert!(Command::new("kill").args([name, &pid]).status().unwrap().success());
}

#[cfg(unix)]
#[test]
fn an_interrupted_import_keeps_what_is_finished() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("problems");
    fs::create_dir(&folder).unwrap();
    make_collection(&folder);
    fs::write(dir.path().join("first.sgf"), problem(1)).unwrap();
    // The import waits for the pipe.
    let pipe = dir.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let database = dir.path().join("x.db");
    let child = Command::new(env!("CARGO_BIN_EXE_gtn-db"))
        .arg("--db")
        .arg(&database)
        .args(["import", "--json"])
        .args([&dir.path().join("first.sgf"), &pipe, &folder])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let held_up = fs::File::options().write(true).open(&pipe).unwrap();

    // No other import can begin.
    let busy = gtn_db(&database).arg("import").arg(&folder).assert().code(2);
    let message = String::from_utf8_lossy(&busy.get_output().stderr).into_owned();
    assert!(message.contains("another import") && message.contains("is writing to"), "{message}");

    signal(&child, "-INT");
    sleep(Duration::from_millis(100));
    drop(held_up);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["interrupted"], true);
    assert_eq!(report["records"], 1);
    check(&database);
    let (status, report) = import(&database, &folder);
    assert_eq!((status, report["sources"].as_u64()), (0, Some(u64::from(FILES) + 1)));
}

#[cfg(unix)]
#[test]
fn an_interrupted_export_leaves_no_folder() {
    let dir = tempfile::tempdir().unwrap();
    let database = dir.path().join("x.db");
    let trees: String = (0..LARGE).map(problem).collect();
    fs::write(dir.path().join("a.sgf"), trees).unwrap();
    import(&database, &dir.path().join("a.sgf"));
    let kept = dir.path().join("kept");
    fs::create_dir(&kept).unwrap();
    let new = dir.path().join("new");
    for folder in [new.join("web"), kept.clone()] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_gtn-db"))
            .arg("--db")
            .arg(&database)
            .args(["export", "--quiet", "--format", "html", "-o"])
            .arg(folder.join(""))
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        while !folder.join(".gtn-db-export.tmp").exists() {
            assert!(child.try_wait().unwrap().is_none(), "the export ended too early");
            sleep(Duration::from_millis(1));
        }
        signal(&child, "-INT");
        assert_eq!(child.wait().unwrap().code(), Some(130));
    }
    assert!(!new.exists());
    assert_eq!(fs::read_dir(&kept).unwrap().count(), 0, "a folder of somebody else stays");
}

#[cfg(unix)]
#[test]
fn a_signal_ends_an_import_that_waits_for_input() {
    let dir = tempfile::tempdir().unwrap();
    let pipe = dir.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for signals in [&["-INT"][..], &["-TERM"], &["-INT", "-INT"]] {
        let mut child = start(&dir.path().join("x.db"), &pipe);
        let held_up = fs::File::options().write(true).open(&pipe).unwrap();
        signals.iter().for_each(|name| signal(&child, name));
        let status = if signals[0] == "-TERM" { 143 } else { 130 };
        assert_eq!(child.wait().unwrap().code(), Some(status), "{signals:?}");
        drop(held_up);
    }
}

/// A pipe that nobody writes to: the command says what it waits for, and Ctrl-C ends it.
#[cfg(unix)]
#[test]
fn the_wait_for_the_writer_of_a_pipe_is_said_and_ends_at_once() {
    use std::io::{BufRead, BufReader};

    let dir = tempfile::tempdir().unwrap();
    let pipe = dir.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for command in ["import", "check", "convert"] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_gtn-db"))
            .arg(command)
            .arg(&pipe)
            .env("GTN_DB", dir.path().join("x.db"))
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stderr.take().unwrap()).read_line(&mut line).unwrap();
        assert!(line.contains("pipe: waiting for a program that writes to it"), "{line}");
        let sent = Instant::now();
        signal(&child, "-INT");
        assert_eq!(child.wait().unwrap().code(), Some(130), "{command}");
        assert!(sent.elapsed() < Duration::from_secs(2), "{command} went on");
    }
}

/// The index of games is written by the transactions of `gtn-db index`: after a kill at any time, it has
/// what was committed, and questions have the answers that they have without it.
#[test]
fn a_killed_index_of_games_is_whole_and_can_be_completed() {
    let dir = tempfile::tempdir().unwrap();
    let database = dir.path().join("x.db");
    let file = dir.path().join("games.sgf");
    // Two segments, and some games behind them.
    let game = |number: u32| {
        let at = |by: u32| char::from(b'b' + (number / by % 16) as u8);
        format!("(;SZ[19];B[{}{}];W[{}s])", at(1), at(16), at(256))
    };
    fs::write(&file, (0..16_020).map(game).collect::<String>()).unwrap();
    assert!(start(&database, &file).wait().unwrap().success());
    let run = |database: &Path, arguments: &[&str]| {
        let output = gtn_db(database).args(arguments).assert().code(0);
        String::from_utf8(output.get_output().stdout.clone()).unwrap()
    };
    run(&database, &["index", "--drop"]);
    let expected = run(&database, &["joseki", "--json"]);
    let index = |database: &Path| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_gtn-db"));
        command.arg("--db").arg(database).args(["index", "--quiet"]);
        command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
    };
    let copy = |name: &str| {
        let copy = dir.path().join(name);
        fs::copy(&database, &copy).unwrap();
        copy
    };
    let whole = copy("whole.db");
    let started = Instant::now();
    assert!(index(&whole).wait().unwrap().success());
    let duration = started.elapsed();
    let kills = scale(5, 200);
    for kill in 0..kills {
        let killed = copy("killed.db");
        let mut child = index(&killed);
        sleep(duration.mul_f64(f64::from(kill + 1) / f64::from(kills + 1)));
        child.kill().unwrap();
        child.wait().unwrap();
        check(&killed);
        assert_eq!(run(&killed, &["joseki", "--json"]), expected, "kill {kill}");
        run(&killed, &["stats", "--verify", "--quiet"]);
        let indexed = run(&killed, &["index", "--quiet"]);
        assert!(indexed.starts_with("16000 games and 0 positions in 2 segments"), "{indexed}");
        assert_eq!(run(&killed, &["joseki", "--json"]), expected, "kill {kill}");
    }
}
