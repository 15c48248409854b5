//! Abalone: canonical text and key, the rules of play, and games of a generated archive as large
//! as the public one. Prints Markdown.
//!
//! `cargo bench -p gtn-db-benches --bench abalone [-- --perft N]`; without N, perft(4) of the
//! Belgian daisy, where perft(5) takes about 14 s.

mod common;

use std::collections::BTreeSet;
use std::error::Error;
use std::ffi::OsStr;
use std::hint::black_box;
use std::process::Command;
use std::time::{Duration, Instant};

use gtn_db::abalone::{Board, GameRecord, Notation, Position, Symmetry};

use common::abalone_games::{GAMES, MOVES, archive};

/// The numbers of games of 0 to 5 moves that begin with the Belgian daisy.
const PERFT: [u64; 6] = [1, 52, 2_692, 149_322, 8_270_666, 483_942_012];

/// The number of times that each query runs; the shortest time is printed.
const RUNS: usize = 10;

/// The seed of the archive.
const SEED: u64 = 1;

fn main() {
    let depth = match perft_depth(std::env::args().skip(1).filter(|arg| arg != "--bench")) {
        Ok(depth) => depth,
        Err(message) => {
            eprintln!("{message}");
            std::process::exit(2);
        }
    };
    println!("| what | number | time | each | limit |");
    println!("|---|---:|---:|---:|---:|");
    let (time, games) = timed(|| archive(SEED).collect::<Vec<GameRecord>>());
    row("moves of generated games", MOVES, time, "");
    measure_positions(&games);
    let text = measure_apgn(&games);
    measure_command(&games, &text).expect("the command runs");
    measure_perft(depth);
    println!("\nThe archive has {} bytes of APGN.", text.len());
}

/// Replays the games and identifies all positions.
fn measure_positions(games: &[GameRecord]) {
    let (time, boards) = timed(|| replay(games));
    row("moves replayed by the rules", MOVES, time, "");
    let (time, ()) = timed(|| {
        for board in &boards {
            black_box(board.canonicalize().key());
        }
    });
    row("canonical text and key of a position", boards.len(), time, "1 µs each");
}

/// Writes and reads the archive. Returns its text.
fn measure_apgn(games: &[GameRecord]) -> String {
    let (time, text) = timed(|| {
        let games = games.iter().map(|game| game.to_apgn(Notation::AbaPro));
        games.collect::<Vec<String>>().join("\n")
    });
    row("games written as APGN", GAMES, time, "");
    let start = Position::start(Board::STANDARD);
    let (time, read) = timed(|| GameRecord::read_all(&text, start));
    row("games read from APGN", GAMES, time, "");
    assert_eq!(read.len(), GAMES);
    for (read, game) in read.iter().zip(games) {
        assert_eq!((&*read.faults, &read.record), (&[][..], game), "games are read as written");
    }
    text
}

/// Times whole commands over the archive and over its positions as problems.
fn measure_command(games: &[GameRecord], text: &str) -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let [database, archive, list] =
        ["abalone.db", "archive.apgn", "list.txt"].map(|name| folder.path().join(name));
    std::fs::write(&archive, text)?;
    let boards: BTreeSet<String> =
        replay(games).iter().map(|board| board.canonicalize().text()).collect();
    let lines: Vec<String> = boards.iter().map(|board| format!("{board} X\n")).collect();
    std::fs::write(&list, lines.concat())?;
    let run = |args: &[&OsStr]| -> Result<Duration, Box<dyn Error>> {
        let mut command = Command::new(common::command::path());
        command.arg("--db").arg(&database).args(args);
        let (time, output) = timed(|| command.output());
        let output = output?;
        let error = || String::from_utf8_lossy(&output.stderr).into_owned();
        if output.status.success() { Ok(time) } else { Err(error().into()) }
    };
    let time = run(&["import".as_ref(), archive.as_os_str()])?;
    row("games imported by the command", GAMES, time, "3 s in all");
    let time = run(&["import".as_ref(), list.as_os_str()])?;
    row("problems imported by the command", lines.len(), time, "");

    let game = &games[GAMES / 2];
    let asked = replay(std::slice::from_ref(game))[20].transform(Symmetry::ALL[17]).to_string();
    for (what, options, limit) in [
        ("find", &["find"][..], "5 ms"),
        ("find --near 2", &["find", "--near", "2"], "0.3 s"),
        ("find --in games", &["find", "--in", "games"], "5 ms"),
        ("find --in games --near 2", &["find", "--in", "games", "--near", "2"], "0.3 s"),
        ("find --in games --contains", &["find", "--in", "games", "--contains"], "0.3 s"),
        ("next", &["next"], ""),
    ] {
        let mut args: Vec<&OsStr> = options.iter().map(OsStr::new).collect();
        args.extend([asked.as_str(), "--json"].map(OsStr::new));
        let times = (0..RUNS).map(|_| run(&args)).collect::<Result<Vec<Duration>, _>>()?;
        let shortest = times.into_iter().min().expect("there is a run");
        row(&format!("{what}, from the shell"), 1, shortest, limit);
    }
    Ok(())
}

/// Counts the games of so many moves.
fn measure_perft(depth: usize) {
    let (time, count) = timed(|| Position::start(Board::BELGIAN_DAISY).perft(depth as u32));
    assert_eq!(count, PERFT[depth]);
    let limit = if depth == 5 { "60 s" } else { "" };
    row(&format!("perft({depth}) of the Belgian daisy"), count as usize, time, limit);
}

/// The depth that follows `--perft`, 4 without it.
fn perft_depth(mut args: impl Iterator<Item = String>) -> Result<usize, String> {
    let usage = || format!("usage: [--perft N], where N is at most {}", PERFT.len() - 1);
    let depth = match (args.next().as_deref(), args.next()) {
        (None, _) => return Ok(4),
        (Some("--perft"), Some(depth)) => depth.parse().map_err(|_| usage())?,
        _ => return Err(usage()),
    };
    if args.next().is_none() && depth < PERFT.len() { Ok(depth) } else { Err(usage()) }
}

/// Plays all games again. Returns all boards, with those before the first moves.
fn replay(games: &[GameRecord]) -> Vec<Board> {
    let mut boards = Vec::with_capacity(GAMES + MOVES);
    for game in games {
        let mut position = game.start.expect("a generated game has a start");
        boards.push(position.board);
        for recorded in &game.moves {
            position.play(recorded.step).expect("the game was played before");
            boards.push(position.board);
        }
    }
    boards
}

/// Runs once, and returns the time with the result.
fn timed<T>(run: impl FnOnce() -> T) -> (Duration, T) {
    let begin = Instant::now();
    let value = run();
    (begin.elapsed(), value)
}

/// Prints a row of the table.
fn row(what: &str, number: usize, time: Duration, limit: &str) {
    let (seconds, each) = (time.as_secs_f64(), time.as_secs_f64() * 1e6 / number as f64);
    println!("| {what} | {number} | {seconds:.3} s | {each:.3} µs | {limit} |");
}
