//! Similarity searches: near positions, pairs of them, same shapes, patterns.
//!
//! ```text
//! cargo bench -p gtn-db-benches --bench likeness -- [--short]
//! ```
//!
//! Prints a section of Markdown, described in `benches/README.md`. The
//! collections are generated, and imported like any other.

mod common;
#[path = "whole/machine.rs"]
mod machine;

use std::error::Error;
use std::hint::black_box;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use gtn_db::find::PositionIndex;
use gtn_db::go::{Point, Region, Size};
use gtn_db::gtn::Pattern;
use gtn_db::gtn::{Diagram, SubPosition};
use gtn_db::similarity::{Containing, Edges, Within, find_star_clusters};
use gtn_db::store::Store;

use common::collection::{Collection, Families, Written};
use common::random::Random;

const COLLECTION: Collection = Collection { seed: 19 };
const FAMILIES: Families = Families { seed: 19, size: 31 };

/// A database in memory.
struct Database {
    path: PathBuf,
    positions: PositionIndex,
    /// Of some of them, by chance.
    windows: Vec<SubPosition>,
    load_millis: f64,
}

impl Database {
    /// Creates a database of about this many positions.
    fn with_positions(folder: &Path, number: u64) -> Result<Database, Box<dyn Error>> {
        // One in four is a duplicate.
        Database::create(folder, number, |files| COLLECTION.write(files, 0..number * 4 / 3, 1_000))
    }

    /// Imports the files that `write` puts into a folder.
    fn create(
        folder: &Path,
        number: u64,
        write: impl Fn(&Path) -> io::Result<Written>,
    ) -> Result<Database, Box<dyn Error>> {
        eprintln!("a database of {number} positions");
        let (files, path) = (folder.join("files"), folder.join(format!("{number}.db")));
        let _ = std::fs::remove_file(&path);
        write(&files)?;
        common::import(&path, std::slice::from_ref(&files));
        std::fs::remove_dir_all(&files)?;
        let store = Store::open(&path)?;
        let start = Instant::now();
        let positions = PositionIndex::load(&store)?;
        let load_millis = 1e3 * start.elapsed().as_secs_f64();
        let mut random = Random::new(number);
        let mut windows = Vec::new();
        for _ in 0..200 {
            let number = random.below(positions.len() as u64) as u32;
            let found = store.position_by_id(positions.id(number))?;
            windows.extend(found.and_then(|found| found.text.parse().ok()));
        }
        Ok(Database { path, positions, windows, load_millis })
    }

    /// Creates a database of about this many positions with 45 pairs at
    /// distance 1 in every 31 of them.
    fn with_families(folder: &Path, number: u64) -> Result<Database, Box<dyn Error>> {
        Database::create(folder, number, |files| FAMILIES.write(files, 0..number, 1_000))
    }

    fn name(&self) -> String {
        format!("{} positions", self.positions.len())
    }

    /// Random parts of positions with at least four stones; `holes` of their
    /// points become `?`.
    fn patterns(&self, cols: u8, rows: u8, holes: usize) -> Vec<Pattern> {
        let mut random = Random::new(u64::from(cols) << 8 | u64::from(rows));
        let mut patterns = Vec::new();
        for window in self.windows.iter().cycle().take(4_000) {
            let whole = window.board.size();
            let (Some(right), Some(bottom)) =
                (whole.cols().checked_sub(cols), whole.rows().checked_sub(rows))
            else {
                continue;
            };
            let mut from = |last: u8| random.below(u64::from(last) + 1) as u8;
            let origin = Point::new(from(right), from(bottom));
            let Ok(size) = Size::new(cols, rows) else { continue };
            let part = Diagram::from(window).cut(Region { origin, size });
            let mut text = part.map(|part| part.to_string()).unwrap_or_default().into_bytes();
            let points: Vec<usize> =
                (0..text.len()).filter(|&at| matches!(text[at], b'.' | b'X' | b'O')).collect();
            for _ in 0..holes {
                text[points[random.below(points.len() as u64) as usize]] = b'?';
            }
            // Most positions contain a pattern of fewer stones.
            let stones = text.iter().filter(|char| matches!(char, b'X' | b'O')).count();
            let pattern = String::from_utf8(text).unwrap_or_default().parse();
            patterns.extend(pattern.ok().filter(|_| stones >= 4));
            if patterns.len() == 60 {
                break;
            }
        }
        patterns
    }
}

/// Prints a row of the table: the median and the longest time, in milliseconds,
/// and the target.
fn print_row(what: &str, mut millis: Vec<f64>, target: Option<f64>) {
    millis.sort_by(f64::total_cmp);
    let (middle, longest) = (millis[millis.len() / 2], millis[millis.len() - 1]);
    let verdict = target.map_or("", |target| if middle <= target { "yes" } else { "**no**" });
    let target = target.map_or(String::new(), |target| format!("{target} ms"));
    println!("| {what} | {middle:.2} ms | {longest:.2} ms | {target} | {verdict} |");
}

/// Measures each call, in milliseconds.
fn measure_each<T, R>(all: &[T], mut run: impl FnMut(&T) -> R) -> Vec<f64> {
    let time = |one| {
        let start = Instant::now();
        black_box(run(black_box(one)));
        1e3 * start.elapsed().as_secs_f64()
    };
    all.iter().map(time).collect()
}

fn measure_searches(database: &Database, near_target: f64, contains_target: f64) {
    let (index, name) = (database.positions.index(), database.name());
    for k in 1..=5 {
        let times = measure_each(&database.windows, |window| index.find_near(window, k));
        print_row(&format!("`find --near {k}`, {name}"), times, (k == 2).then_some(near_target));
    }
    for k in [1, 2, 5] {
        let near = |window: &SubPosition| index.find_near_with_any_edges(window, k);
        let times = measure_each(&database.windows, near);
        print_row(&format!("`find --near {k} --edges any`, {name}"), times, None);
    }
    print_row(
        &format!("all groups of one shape, {name}"),
        measure_each(&[()], |()| index.find_shape_groups()),
        None,
    );
    print_row(
        &format!("same shape, {name}"),
        measure_each(&database.windows, |window| index.find_same_shapes(window)),
        None,
    );
    let some = &database.windows[..20];
    let within = |window: &SubPosition| Within::new(window, Edges::Marked).find(index);
    print_row(&format!("`find --within`, {name}"), measure_each(some, within), None);
    let contains = |pattern: &Pattern| {
        Containing::new(pattern, Edges::Marked).expect("a pattern has stones").find(index)
    };
    let patterns = database.patterns(4, 4, 0);
    let (first, second) =
        (measure_each(&patterns[..1], contains), measure_each(&patterns[1..2], contains));
    print_row(&format!("`find --contains`, 4x4, the first one, {name}"), first, None);
    let what = format!("`find --contains`, 4x4, the second one, {name}");
    print_row(&what, second, None);
    for (cols, rows, holes) in [(3, 3, 0), (4, 3, 2), (4, 4, 0), (5, 5, 3), (6, 6, 8)] {
        let patterns = database.patterns(cols, rows, holes);
        let what = format!("`find --contains`, {rows}x{cols} with {holes} `?`, {name}");
        print_row(&what, measure_each(&patterns, contains), Some(contains_target));
    }
    print_row(&format!("reading all positions, {name}"), vec![database.load_millis], None);
    let bytes = database.positions.bytes() / database.positions.len();
    let verdict = if bytes < 200 { "yes" } else { "**no**" };
    println!("| memory a position, {name} | {bytes} bytes | | under 200 bytes | {verdict} |");
}

fn measure_commands(database: &Database, options: &[&str]) -> Result<(), Box<dyn Error>> {
    let run = |window: &SubPosition| {
        Command::new(common::command::path())
            .args(["--db".as_ref(), database.path.as_os_str()])
            .arg("find")
            .args(options)
            .arg(window.to_string())
            .stdout(Stdio::null())
            .status()
            .is_ok()
    };
    let times = measure_each(&database.windows[..40], run);
    let what = format!("`find {}` from the shell, {}", options.join(" "), database.name());
    print_row(&what, times, Some(20.0));
    Ok(())
}

/// The pairs at distance 1 among families of variations.
fn measure_families(folder: &Path, number: u64, target: Option<f64>) -> Result<(), Box<dyn Error>> {
    let database = Database::with_families(folder, number)?;
    let index = database.positions.index();
    let start = Instant::now();
    let pairs = index.find_near_pairs(1, |_| ());
    let millis = 1e3 * start.elapsed().as_secs_f64();
    let what = format!("{} pairs at distance 1 in families, {}", pairs.len(), database.name());
    print_row(&what, vec![millis], target);
    let groups = measure_each(&[()], |()| find_star_clusters(&pairs, |number| number));
    print_row(&format!("groups of these pairs, {}", database.name()), groups, None);
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    if !std::env::args().any(|argument| argument == "--bench") {
        println!("nothing is measured without `cargo bench`");
        return Ok(());
    }
    let is_short = std::env::args().any(|argument| argument == "--short");
    let folder = tempfile::tempdir()?;
    println!("## Likeness, {}\n", machine::date());
    println!("- {}", machine::version());
    println!("- {}", machine::processor());
    println!("- {}\n", machine::system());
    println!("| what | in the middle | longest | to reach | |\n|---|---:|---:|---:|---|");
    let small = Database::with_positions(folder.path(), 20_000)?;
    measure_searches(&small, 1.0, 2.0);
    for k in [1, 2, 3] {
        let pairs =
            measure_each(&[(), (), ()], |()| small.positions.index().find_near_pairs(k, |_| ()));
        let what = format!("`dups --near {k}`, {}", small.name());
        print_row(&what, pairs, (k == 2).then_some(500.0));
    }
    measure_commands(&small, &["--near", "2"])?;
    measure_commands(&small, &["--contains"])?;
    if !is_short {
        measure_searches(&Database::with_positions(folder.path(), 1_000_000)?, 30.0, 100.0);
        measure_families(folder.path(), 250_000, None)?;
        measure_families(folder.path(), 1_000_000, Some(10_000.0))?;
    }
    Ok(())
}
