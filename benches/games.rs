//! Games: importing, loading, and searching them, beside the figures that the
//! project has set itself and those of Kombilo's engine.
//!
//! `cargo bench --bench games [-- PATH…]`; without paths, the games that lie in
//! `../shared` beside the project. Prints Markdown.

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use gtn_db::Color;
use gtn_db::find::load_games;
use gtn_db::games::{Search, Summary};
use gtn_db::joseki::{Corner, Joseki, Kept, Options};
use gtn_db::store::Store;

/// Shapes by what they are, with Kombilo's time and the target.
const SHAPES: [(&str, &str, &str, &str); 10] = [
    (
        "corner, exact: 3-3 invasion",
        "7x7|......._......._.OO...._.OXX.X._.X....._..O...._......._!!!!!!!_",
        "0.16-12 ms",
        "0.1 ms",
    ),
    (
        "corner, exact: empty 7x7",
        "7x7|......._......._......._......._......._......._......._!!!!!!!_",
        "0.16-12 ms",
        "0.1 ms",
    ),
    (
        "corner with wildcards",
        "7x7|???????_???????_??OO..?_??XX..?_???...?_???????_???????_!!!!!!!_",
        "2-7 ms",
        "0.5 ms",
    ),
    (
        "corner shape 8x6",
        "8x6|......_......_...X.._......_......_..O..._......_......_!!!!!!_",
        "2-7 ms",
        "0.5 ms",
    ),
    ("side 7x4", "4x7|_.......__.......__..X.X..__.......__!!!!!!!_", "39-125 ms", "4 ms"),
    ("side 6x4", "4x6|_......__..X...__...O..__......__!!!!!!_", "39-125 ms", "4 ms"),
    ("center: ponnuki", "3x3|_!!!__.X.__X.X__.X.__!!!_", "226 ms", "15 ms"),
    ("center: hane", "3x3|_!!!__.X.__OX.__.O.__!!!_", "1,557 ms", "100 ms"),
    ("center: crosscut", "2x2|_!!__XO__OX__!!_", "654 ms", "45 ms"),
    ("whole board, four moves", "", "0.16-12 ms", "0.1 ms"),
];

fn main() {
    let mut paths: Vec<PathBuf> =
        std::env::args_os().skip(1).filter(|arg| arg != "--bench").map(PathBuf::from).collect();
    if paths.is_empty() {
        let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/games");
        paths = ["fox-pro.7z", "fox-pro2.7z"].map(|name| games.join(name)).into();
    }
    if !paths.iter().all(|path| path.exists()) {
        eprintln!("skipped: there are no games; name files, folders or archives");
        return;
    }
    let folder = tempfile::tempdir().expect("a folder for databases");
    let database = folder.path().join("gtn.db");

    println!("| what | shortest | median | Kombilo | to reach |");
    println!("|---|---:|---:|---:|---:|");
    let row = |what: &str, [shortest, median]: [Duration; 2], kombilo: &str, target: &str| {
        let [shortest, median] = [shortest, median].map(|time| time.as_secs_f64() * 1e3);
        println!("| {what} | {shortest:.3} ms | {median:.3} ms | {kombilo} | {target} |");
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
        let index = load_games(&store).expect("games");
        (store, index)
    });
    row("open and load", open, "126 ms", "15 ms");

    let mut whole = vec!['.'; 361];
    for (col, row, stone) in [(15, 3, 'X'), (3, 3, 'O'), (15, 16, 'X'), (3, 16, 'O')] {
        whole[row * 19 + col] = stone;
    }
    let whole = format!("19x19|{}", whole.into_iter().collect::<String>());
    let mut counts = Vec::new();
    for (what, shape, kombilo, target) in SHAPES {
        let shape = if shape.is_empty() { &*whole } else { shape };
        let shape = match shape.parse() {
            Ok(shape) => Search::new(shape),
            Err(error) => panic!("{what}: {error}"),
        };
        let (time, found) = times(|| Summary::of(&shape, &index));
        row(what, time, kombilo, target);
        counts.push((what, found.games, found.hits));
    }

    let outcomes = store.game_outcomes().expect("games");
    let mut bytes = Vec::new();
    store.for_each_game(|_, lines| bytes.push(lines.to_vec())).expect("games");
    let games: Vec<_> = outcomes.iter().copied().zip(bytes.iter().map(Vec::as_slice)).collect();
    let corners = |kept| Joseki::new(&games, Options::default(), kept).expect("corners");
    let (joseki, _) = times(|| corners(Kept::Shared));
    row("joseki of all games, from their moves", joseki, "", "1,100 ms");
    let empty = Corner::empty(Options::default().window).expect("a corner");
    let (position, _) = times(|| corners(Kept::Only(&empty, Color::Black)));
    row("the empty corner alone", position, "", "");

    let sgf: usize = outcomes
        .iter()
        .map(|outcome| store.game_tree(outcome.id).map_or(0, |(sgf, _)| sgf.len()))
        .sum();
    let size = fs::metadata(&database).map_or(0, |file| file.len() as usize);
    let games = index.games();
    println!("\n- games: {games}, positions: {}", index.positions());
    println!("- database beside the SGF: {} bytes a game (to reach: 800)", (size - sgf) / games);
    println!("- memory of the search: {} bytes a game (to reach: 1,000)", index.bytes() / games);
    println!(
        "- moves as they are stored: {} bytes a game",
        bytes.iter().map(Vec::len).sum::<usize>() / games
    );
    for (what, games, hits) in counts {
        println!("- {what}: {games} games, {hits} hits");
    }
}

/// The shortest time and the median of at least five runs, which go on for half
/// a second, and what came of the last one.
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
