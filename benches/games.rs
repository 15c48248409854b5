//! Games: times of importing, loading and searching them, beside the project's limits and
//! the times of Kombilo's engine.
//!
//! `cargo bench -p gtn-db-benches --bench games [-- PATH…]`; without paths, the games in `../shared`
//! beside the project. Prints Markdown.

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use gtn_db::Color;
use gtn_db::find::load_games;
use gtn_db::games::{CountMatches, ListMatches, Search};
use gtn_db::joseki::{Corner, CornerOptions, Joseki, Kept};
use gtn_db::store::Store;

/// A pattern to search for, the time of Kombilo's engine, and the limit.
struct Shape {
    name: &'static str,
    /// An IGTN; empty for the whole board after four moves.
    pattern: &'static str,
    kombilo: &'static str,
    limit: &'static str,
}

const SHAPES: [Shape; 10] = [
    Shape {
        name: "corner, exact: 3-3 invasion",
        pattern: "7x7|......._......._.OO...._.OXX.X._.X....._..O...._......._!!!!!!!_",
        kombilo: "0.16-12 ms",
        limit: "3 ms",
    },
    Shape {
        name: "corner, exact: empty 7x7",
        pattern: "7x7|......._......._......._......._......._......._......._!!!!!!!_",
        kombilo: "0.16-12 ms",
        limit: "3 ms",
    },
    Shape {
        name: "corner with wildcards",
        pattern: "7x7|???????_???????_??OO..?_??XX..?_???...?_???????_???????_!!!!!!!_",
        kombilo: "2-7 ms",
        limit: "3 ms",
    },
    Shape {
        name: "corner shape 8x6",
        pattern: "8x6|......_......_...X.._......_......_..O..._......_......_!!!!!!_",
        kombilo: "2-7 ms",
        limit: "3 ms",
    },
    Shape {
        name: "side 7x4",
        pattern: "4x7|_.......__.......__..X.X..__.......__!!!!!!!_",
        kombilo: "39-125 ms",
        limit: "6 ms",
    },
    Shape {
        name: "side 6x4",
        pattern: "4x6|_......__..X...__...O..__......__!!!!!!_",
        kombilo: "39-125 ms",
        limit: "6 ms",
    },
    Shape {
        name: "center: ponnuki",
        pattern: "3x3|_!!!__.X.__X.X__.X.__!!!_",
        kombilo: "226 ms",
        limit: "15 ms",
    },
    Shape {
        name: "center: hane",
        pattern: "3x3|_!!!__.X.__OX.__.O.__!!!_",
        kombilo: "1,557 ms",
        limit: "50 ms",
    },
    Shape {
        name: "center: crosscut",
        pattern: "2x2|_!!__XO__OX__!!_",
        kombilo: "654 ms",
        limit: "25 ms",
    },
    Shape { name: "whole board, four moves", pattern: "", kombilo: "0.16-12 ms", limit: "3 ms" },
];

fn main() {
    common::enter_project().expect("the folder of the sources");
    let mut paths: Vec<PathBuf> =
        std::env::args_os().skip(1).filter(|arg| arg != "--bench").map(PathBuf::from).collect();
    if paths.is_empty() {
        let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data/games");
        paths = ["fox-pro.7z", "fox-pro2.7z"].map(|name| games.join(name)).into();
    }
    if !paths.iter().all(|path| path.exists()) {
        eprintln!("skipped: no games found; pass files, folders or archives");
        return;
    }
    let folder = tempfile::tempdir().expect("a folder for databases");
    let database = folder.path().join("gtn.db");

    println!("| what | shortest | median | Kombilo | limit |");
    println!("|---|---:|---:|---:|---:|");
    let row = |what: &str, [shortest, median]: [Duration; 2], kombilo: &str, limit: &str| {
        let [shortest, median] = [shortest, median].map(|time| time.as_secs_f64() * 1e3);
        println!("| {what} | {shortest:.3} ms | {median:.3} ms | {kombilo} | {limit} |");
    };
    let (import, ()) = times(|| {
        let _ = fs::remove_file(&database);
        common::import(&database, &paths);
    });
    row("import, archives included", import, "5,900 ms", "400 ms");

    let one = folder.path().join("one.sgf");
    let mut number = 0;
    let (add, ()) = times(|| {
        number += 1;
        let game = format!("(;SZ[19]PB[{number}];B[pd];W[dp];B[pq];W[dd];B[qk])");
        fs::write(&one, game).expect("a file");
        common::import(&database, std::slice::from_ref(&one));
    });
    row("add one game", add, "3,150 ms", "30 ms");

    let (open, (store, index)) = times(|| {
        let store = Store::open(&database).expect("a database");
        let index = load_games(&store, None).expect("games");
        (store, index)
    });
    row("open and load", open, "126 ms", "15 ms");

    let mut whole = vec!['.'; 361];
    for (col, row, stone) in [(15, 3, 'X'), (3, 3, 'O'), (15, 16, 'X'), (3, 16, 'O')] {
        whole[row * 19 + col] = stone;
    }
    let whole = format!("19x19|{}", whole.into_iter().collect::<String>());
    let mut counts = Vec::new();
    for Shape { name, pattern, kombilo, limit } in SHAPES {
        let pattern = if pattern.is_empty() { &*whole } else { pattern };
        let search = match pattern.parse() {
            Ok(pattern) => Search::new(pattern),
            Err(error) => panic!("{name}: {error}"),
        };
        let (time, found) = times(|| search.run(&index, &CountMatches));
        row(name, time, kombilo, limit);
        let (time, _) = times(|| search.run(&index, &(CountMatches, ListMatches::all())));
        row(&format!("{name}, listed too"), time, "", "");
        counts.push((name, found.games, found.matches));
    }

    let outcomes = store.game_outcomes(None).expect("games");
    let mut bytes = Vec::new();
    store.for_each_game(None, |_, lines| bytes.push(lines.to_vec())).expect("games");
    let games: Vec<_> = outcomes.iter().copied().zip(bytes.iter().map(Vec::as_slice)).collect();
    let corners = |kept| Joseki::new(&games, CornerOptions::default(), kept).expect("corners");
    let (joseki, _) = times(|| corners(Kept::Shared));
    row("joseki of all games, from their moves", joseki, "", "1,100 ms");
    let empty = Corner::empty(CornerOptions::default().window).expect("a corner");
    let (position, _) = times(|| corners(Kept::Only(&empty, Color::Black)));
    row("the empty corner alone", position, "", "");

    let sgf: usize = outcomes
        .iter()
        .map(|outcome| store.game_tree(outcome.id).map_or(0, |(sgf, _)| sgf.len()))
        .sum();
    let size = fs::metadata(&database).map_or(0, |file| file.len() as usize);
    let games = index.games();
    println!("\n- games: {games}, positions: {}", index.positions());
    println!("- database beside the SGF: {} bytes a game (limit: 800)", (size - sgf) / games);
    println!("- memory of the search: {} bytes a game (limit: 1,000)", index.bytes() / games);
    println!(
        "- moves as they are stored: {} bytes a game",
        bytes.iter().map(Vec::len).sum::<usize>() / games
    );
    for (name, games, matches) in counts {
        println!("- {name}: {games} games, {matches} matches");
    }
}

/// Repeats `run` at least five times and for at least half a second. Returns the shortest
/// time, the median, and the last result.
fn times<T>(mut run: impl FnMut() -> T) -> ([Duration; 2], T) {
    let begin = Instant::now();
    let mut times = Vec::new();
    loop {
        let start = Instant::now();
        let value = run();
        times.push(start.elapsed());
        if times.len() >= 5 && begin.elapsed() >= Duration::from_millis(500) {
            times.sort_unstable();
            return ([times[0], times[times.len() / 2]], value);
        }
    }
}
