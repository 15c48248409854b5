//! The index of games: what a question costs in a fresh process, with the index and without it.
//!
//! ```text
//! cargo bench -p gtn-db-benches --bench index -- [GAMES…] [--keep FOLDER] [TEXT]
//! ```
//!
//! Generates games, imports them with and without the index, runs each question on both, and prints
//! Markdown: CPU time in milliseconds, memory, and what was found. GAMES is 10000 unless given. With
//! `--keep`, the databases stay in FOLDER and are used again; with TEXT, only the questions whose
//! names contain it. See `benches/README.md`.

#[path = "../whole/child.rs"]
#[allow(dead_code, reason = "the other benchmarks use the rest")]
mod child;
#[path = "../common/mod.rs"]
mod common;

use std::collections::HashSet;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use common::real_games::RealGames;
use gtn_db::joseki::{CornerOptions, visit_corners};
use gtn_db::store::{ImportSession, Store};

/// The seed of the games.
const GAMES: RealGames = RealGames { seed: 19 };
/// Games in a file.
const PER_FILE: u64 = 1_000;
/// Runs of a question until so much CPU time was used, at least [`FEWEST`].
const SECONDS: f64 = 1.0;
const FEWEST: usize = 3;
/// One position in so many is counted.
const SAMPLE: u64 = 64;

const CORNER: &str = "7x7|......._......._...X..._.....O._...X..._......._......._!!!!!!!_";
const SIDE: &str = "4x7|_.......__.......__..X.X..__.......__!!!!!!!_";
const CENTER: &str = "5x5|_!!!!!__.....__..X..__.XOX.__.....__.....__!!!!!_";

/// A question: its name and the command.
const QUESTIONS: &[(&str, &[&str])] = &[
    ("exact corner 7x7, three stones", &["find", "--in", "games", "--count", CORNER]),
    (
        "exact corner 7x7, 1990 to 2000",
        &["find", "--in", "games", "--count", "--year", "1990-2000", CORNER],
    ),
    (
        "exact corner 7x7, 8p and more",
        &["find", "--in", "games", "--count", "--rank", "8p..", CORNER],
    ),
    (
        "corner with wildcards",
        &["find", "--in", "games", "--count", "5x5|....._....._..?X._..X.._....._!!!!!_"],
    ),
    ("joseki, empty corner", &["joseki", "--json"]),
    ("joseki, two stones", &["joseki", "--json", "D16 F17"]),
    ("joseki, four stones", &["joseki", "--json", "Q16 O17 R14 P17"]),
    ("next, empty board", &["next", "--json"]),
    ("next, three moves", &["next", "--json", "--moves", "Q16 D4 Q4"]),
    ("side 7x4", &["find", "--in", "games", "--count", SIDE]),
    ("side 7x4, 1990 to 2000", &["find", "--in", "games", "--count", "--year", "1990-2000", SIDE]),
    ("center 5x5", &["find", "--in", "games", "--count", CENTER]),
];

fn main() -> Result<(), Box<dyn Error>> {
    common::enter_project()?;
    let mut sizes: Vec<u64> = Vec::new();
    let (mut kept, mut text) = (None, String::new());
    let mut arguments = std::env::args().skip(1).filter(|argument| argument != "--bench");
    while let Some(argument) = arguments.next() {
        match argument.parse() {
            Ok(size) => sizes.push(size),
            Err(_) if argument == "--keep" => kept = arguments.next().map(PathBuf::from),
            Err(_) => text = argument,
        }
    }
    if sizes.is_empty() {
        sizes.push(10_000);
    }
    let temporary = tempfile::tempdir()?;
    let folder = kept.as_deref().unwrap_or(temporary.path());
    for size in sizes {
        measure(folder, size, &text)?;
    }
    Ok(())
}

fn measure(folder: &Path, size: u64, text: &str) -> Result<(), Box<dyn Error>> {
    println!("\n## {size} games\n");
    let [with, without] = ["with", "without"].map(|name| folder.join(format!("{name}-{size}.db")));
    if !with.exists() || !without.exists() {
        let games = folder.join(format!("games-{size}"));
        GAMES.write(&games, 0..size, PER_FILE)?;
        let indexed = child::import(&with, &games)?.0;
        let plain = import_without(&without, &games)?;
        let seconds = |cost: &child::Cost| cost.cpu_seconds.unwrap_or(cost.seconds);
        println!(
            "- import: {:.2} s of CPU, without the index {:.2} s: {:.2} times",
            seconds(&indexed),
            seconds(&plain),
            seconds(&indexed) / seconds(&plain)
        );
        fs::remove_dir_all(&games)?;
    }
    let bytes = [&with, &without].map(|path| fs::metadata(path).map_or(0, |file| file.len()));
    println!("- bytes a game: {}, without the index {}", bytes[0] / size, bytes[1] / size);
    println!("- distinct corner positions a game: {:.1}\n", count_corners(&with)? / size as f64);
    println!("| question | with | without | memory with | without | bytes of answer, equal |");
    println!("|---|---:|---:|---:|---:|---|");
    for (name, arguments) in QUESTIONS.iter().filter(|(name, _)| name.contains(text)) {
        let [indexed, plain] = [ask(&with, arguments)?, ask(&without, arguments)?];
        let is_equal = if indexed.2 == plain.2 { "yes" } else { "NO" };
        println!(
            "| {name} | {:.1} ms | {:.1} ms | {:.0} MiB | {:.0} MiB | {} {is_equal} |",
            indexed.0 * 1e3,
            plain.0 * 1e3,
            indexed.1,
            plain.1,
            indexed.2.len()
        );
    }
    Ok(())
}

/// Imports into a database that has no index.
fn import_without(database: &Path, games: &Path) -> Result<child::Cost, Box<dyn Error>> {
    let mut session = ImportSession::open(database)?;
    session.drop_index(false)?;
    session.commit()?;
    session.finish()?;
    Ok(child::import(database, games)?.0)
}

/// Runs a command several times. Returns the mean CPU time in seconds, the peak memory in MiB, and
/// what was printed.
fn ask(database: &Path, arguments: &[&str]) -> Result<(f64, f64, String), Box<dyn Error>> {
    let (mut seconds, mut runs, mut mib) = (0.0, 0, 0.0_f64);
    loop {
        let mut command = child::gtn_db(database, arguments[0]);
        let cost = child::run(command.args(&arguments[1..]).env("RAYON_NUM_THREADS", "1"))?;
        seconds += cost.cpu_seconds.unwrap_or(cost.seconds);
        mib = mib.max(cost.peak_bytes.unwrap_or(0) as f64 / f64::from(1 << 20));
        runs += 1;
        if runs >= FEWEST && seconds >= SECONDS || runs == 100 {
            return Ok((seconds / runs as f64, mib, cost.output));
        }
    }
}

/// About how many different positions the corners of the games have.
fn count_corners(database: &Path) -> Result<f64, Box<dyn Error>> {
    let store = Store::open(database)?;
    let mut nodes = HashSet::new();
    store.for_each_game(None, |_, lines| {
        let visits =
            visit_corners(lines, CornerOptions::default()).expect("a game that was written");
        nodes.extend(
            visits.iter().map(|visit| visit.node).filter(|node| node >> 8 & (SAMPLE - 1) == 0),
        );
    })?;
    Ok((nodes.len() as u64 * SAMPLE) as f64)
}
