//! The performance targets of the project, next to measured values.
//!
//! ```text
//! cargo bench -p gtn-db-benches --bench whole -- [--short] [--records 10000,100000,1000000] [FOLDER]
//! ```
//!
//! Imports generated collections of these sizes with the program itself, runs
//! queries, and prints the results as Markdown. FOLDER is a real collection to
//! import too. See `benches/README.md`.

mod child;
#[path = "../common/mod.rs"]
mod common;
mod machine;

use std::fmt::Display;
use std::hint::black_box;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Instant;

use gtn_db::find::{self, PositionQuery};
use gtn_db::gtn::SubPosition;
use gtn_db::store::Store;

use child::Cost;
use common::collection::{Collection, Written};
use common::random::Random;
use common::samples::{WHOLE, WINDOW};

const COLLECTION: Collection = Collection { seed: 19 };
/// The number of problems in a generated file.
const PER_FILE: u64 = 1_000;
/// The number of queries of one kind within the process.
const QUERIES: usize = 10_000;
/// The number of queries from the shell.
const SHELL_QUERIES: usize = 50;
/// The largest collection that is audited, in records.
const AUDITED: u64 = 100_000;
const MIB: f64 = (1 << 20) as f64;

struct Arguments {
    records: Vec<u64>,
    folder: Option<PathBuf>,
}

impl Arguments {
    fn parse() -> Result<Arguments, String> {
        let mut parsed = Arguments { records: vec![10_000, 100_000, 1_000_000], folder: None };
        let mut arguments = std::env::args_os().skip(1);
        while let Some(argument) = arguments.next() {
            match argument.to_str() {
                Some("--bench") => {} // from cargo
                Some("--short") => parsed.records = vec![10_000, 20_000],
                Some("--records") => {
                    let list = arguments.next().unwrap_or_default();
                    let numbers = list.to_str().map(|list| list.split(',').map(str::parse));
                    parsed.records = numbers
                        .and_then(|numbers| numbers.collect::<Result<_, _>>().ok())
                        .filter(|numbers: &Vec<u64>| numbers.iter().all(|&number| number > 0))
                        .ok_or("--records: write numbers with commas between them")?;
                }
                Some(other) if other.starts_with('-') => {
                    return Err(format!("{other}: there are --short, --records and FOLDER"));
                }
                _ => parsed.folder = Some(argument.into()),
            }
        }
        Ok(parsed)
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    if !std::env::args().any(|argument| argument == "--bench") {
        println!("nothing is measured without `cargo bench`");
        return Ok(());
    }
    let arguments = Arguments::parse()?;
    common::enter_project()?;
    let folder = tempfile::tempdir()?;
    let folder = folder.path();

    println!("# {}\n", machine::date());
    println!("- {}", machine::version());
    println!("- {}", machine::processor());
    println!("- {}\n", machine::system());

    let mut figures = Vec::new();
    let mut imports = Vec::new();
    let largest = arguments.records.iter().copied().max().unwrap_or(0);
    for &records in &arguments.records {
        imports.push(Import::measure(folder, records, PER_FILE, &mut figures)?);
    }
    imports.push(Import::measure(folder, largest, largest, &mut figures)?);
    growth(&imports, &mut figures);

    canonical(&mut figures);
    let database = Database::with_positions(folder, 20_000)?;
    database.find_inside(20.0, &mut figures)?;
    database.find_from_shell(&mut figures)?;
    if largest > 20_000 {
        Database::with_positions(folder, largest)?.find_inside(50.0, &mut figures)?;
    }

    println!("| what | measured | to reach | |\n|---|---:|---:|---|");
    for Figure { what, measured, reach, is_reached } in figures {
        let verdict = is_reached.map_or("", |is_reached| if is_reached { "yes" } else { "no" });
        println!("| {what} | {measured} | {reach} | {verdict} |");
    }
    println!("\n## Imports\n");
    Import::table(&imports);

    if let Some(path) = arguments.folder {
        let database = folder.join("folder.db");
        let mut runs = Vec::new();
        for _ in 0..3 {
            remove_database(&database)?;
            runs.push(child::import(&database, &path)?);
        }
        let (cost, report) = median(runs, |(cost, _)| cost.seconds);
        let records = report["records"].as_u64().unwrap_or(0);
        println!("\n## The folder\n");
        for what in ["sources", "records", "problems", "positions", "games"] {
            println!("- {what}: {}", thousands(report[what].as_u64().unwrap_or(0)));
        }
        println!("- skipped: {}", report["skipped"].as_array().map_or(0, Vec::len));
        println!("- time: {:.3} s, {}/s", cost.seconds, per_second(records, cost.seconds));
        println!("- CPU time: {} s", or_dash(cost.cpu_seconds, 2));
        println!("- memory: {} MiB", or_dash(mebibytes(cost.peak_bytes), 0));
        let page = folder.join("report.html");
        let costs: io::Result<Vec<Cost>> = (0..3).map(|_| child::audit(&path, &page)).collect();
        let cost = median(costs?, |cost| cost.seconds);
        let bytes = std::fs::metadata(&page)?.len();
        println!("- audit: {:.3} s, a page of {:.2} MB", cost.seconds, bytes as f64 / 1e6);
    }
    Ok(())
}

/// A row of the table.
struct Figure {
    what: String,
    measured: String,
    reach: String,
    is_reached: Option<bool>,
}

impl Figure {
    /// A value that has to be less than a limit.
    fn under(what: impl Into<String>, value: f64, limit: f64, unit: &str) -> Figure {
        let digits = if value < 10.0 { 2 } else { 0 };
        Figure {
            what: what.into(),
            measured: format!("{value:.digits$} {unit}"),
            reach: format!("under {limit} {unit}"),
            is_reached: Some(value < limit),
        }
    }
}

/// The cost of importing a generated collection.
struct Import {
    written: Written,
    cost: Cost,
    /// The size of the database without the game trees, in bytes.
    beside: f64,
}

impl Import {
    /// Measures the import into a new database, and a second import.
    fn measure(
        folder: &Path,
        records: u64,
        per_file: u64,
        figures: &mut Vec<Figure>,
    ) -> io::Result<Import> {
        let files = folder.join("files");
        let database = folder.join("import.db");
        eprintln!("import of {} records, {} a file", thousands(records), thousands(per_file));
        let written = COLLECTION.write(&files, 0..records, per_file)?;
        let mut costs = Vec::new();
        for _ in 0..(200_000 / records).clamp(1, 5) {
            remove_database(&database)?;
            let (cost, report) = child::import(&database, &files)?;
            assert_eq!(report["records"], records, "{report}");
            let positions = report["positions"].as_u64().unwrap_or(0);
            // Two generated problems may be equal by chance.
            let originals = COLLECTION.originals(records);
            assert!((originals * 9 / 10..=originals).contains(&positions), "{positions}");
            costs.push(cost);
        }
        let cost = median(costs, |cost| cost.seconds);
        let beside = std::fs::metadata(&database)?.len().saturating_sub(written.sgf);

        let (again, report) = child::import(&database, &files)?;
        assert_eq!(report["unchanged"], written.files, "{report}");
        if records <= AUDITED {
            audit(folder, &files, records, figures)?;
        }
        std::fs::remove_dir_all(&files)?;

        let name = format!("{} records in {}", thousands(records), files_named(written.files));
        figures.push(Figure {
            what: format!("import, {name}"),
            measured: format!("{}/s", per_second(records, cost.seconds)),
            reach: "100,000/s".to_owned(),
            is_reached: Some(records as f64 >= 100_000.0 * cost.seconds),
        });
        if let Some(peak) = mebibytes(cost.peak_bytes) {
            figures.push(Figure::under(format!("memory, {name}"), peak, 100.0, "MiB"));
        }
        let beside = beside as f64 / records as f64;
        figures.push(Figure::under(
            format!("database beside the SGF, a record, {name}"),
            beside,
            400.0,
            "bytes",
        ));
        figures.push(Figure {
            what: format!("second import, {name}"),
            measured: format!("{:.0} ms", 1e3 * again.seconds),
            reach: String::new(),
            is_reached: None,
        });
        Ok(Import { written, cost, beside })
    }

    fn micros(&self) -> f64 {
        1e6 * self.cost.seconds / self.written.records as f64
    }

    fn table(imports: &[Import]) {
        println!(
            "| records | files | SGF a record | time | CPU time | a record | memory | beside SGF |"
        );
        println!("|---:|---:|---:|---:|---:|---:|---:|---:|");
        for import in imports {
            let Import { written, cost, beside } = import;
            println!(
                "| {} | {} | {} bytes | {:.2} s | {} s | {:.2} µs | {} MiB | {beside:.0} bytes |",
                thousands(written.records),
                thousands(written.files),
                written.sgf / written.records,
                cost.seconds,
                or_dash(cost.cpu_seconds, 2),
                import.micros(),
                or_dash(mebibytes(cost.peak_bytes), 0),
            );
        }
    }
}

/// Measures the audit of a folder: the time, and the size of the page.
fn audit(folder: &Path, files: &Path, records: u64, figures: &mut Vec<Figure>) -> io::Result<()> {
    let page = folder.join("report.html");
    let costs: io::Result<Vec<Cost>> = (0..3).map(|_| child::audit(files, &page)).collect();
    let cost = median(costs?, |cost| cost.seconds);
    let bytes = std::fs::metadata(&page)?.len();
    let name = format!("audit, {} records", thousands(records));
    let limit = if records <= 10_000 { 1.0 } else { 15.0 };
    figures.push(Figure::under(name.clone(), cost.seconds, limit, "s"));
    figures.push(Figure::under(format!("{name}, the page"), bytes as f64 / 1e6, 3.0, "MB"));
    Ok(())
}

/// Adds the growth of the time per record; 1 is linear time.
fn growth(imports: &[Import], figures: &mut Vec<Figure>) {
    // The last import is the one of a single file.
    let [first, .., last, _] = imports else { return };
    figures.push(Figure {
        what: format!(
            "time a record takes, {} against {} records",
            thousands(last.written.records),
            thousands(first.written.records)
        ),
        measured: format!("{:.2} times", last.micros() / first.micros()),
        reach: "linear: about 1".to_owned(),
        is_reached: None,
    });
}

/// Measures canonical text and key.
fn canonical(figures: &mut Vec<Figure>) {
    eprintln!("canonical text and key");
    let windows = (0..1_000).map(|index| {
        let goban = SubPosition::goban(COLLECTION.board(index));
        goban.window().expect("a problem has stones").sub
    });
    let read = |text: &str| vec![text.parse().expect("a sample")];
    for (what, positions, limit) in [
        ("a window", read(WINDOW), 0.3),
        ("1,000 made-up windows", windows.collect(), 0.3),
        ("19x19", read(WHOLE), 0.6),
    ] {
        let rounds = 100_000 / positions.len();
        let times = (0..9).map(|_| {
            let start = Instant::now();
            for _ in 0..rounds {
                for position in &positions {
                    black_box(black_box(position).canonicalize().key());
                }
            }
            1e6 * start.elapsed().as_secs_f64() / (rounds * positions.len()) as f64
        });
        let micros = median(times.collect(), |&time| time);
        figures.push(Figure::under(format!("canonical text and key, {what}"), micros, limit, "µs"));
    }
}

/// A database for queries.
struct Database {
    path: PathBuf,
    records: u64,
    positions: u64,
}

impl Database {
    /// Makes a database with about this number of positions.
    fn with_positions(folder: &Path, positions: u64) -> io::Result<Database> {
        eprintln!("a database of {} positions", thousands(positions));
        let records = positions * 4 / 3; // one in four is a repetition
        let files = folder.join("files");
        let path = folder.join(format!("{positions}.db"));
        COLLECTION.write(&files, 0..records, PER_FILE)?;
        let (_, report) = child::import(&path, &files)?;
        std::fs::remove_dir_all(&files)?;
        Ok(Database { path, records, positions: report["positions"].as_u64().unwrap_or(0) })
    }

    /// The boards of random problems in the database.
    fn queries(&self, number: usize) -> Vec<SubPosition> {
        let mut random = Random::new(self.records);
        let indices = (0..number).map(|_| random.below(self.records));
        indices.map(|index| SubPosition::goban(COLLECTION.board(index))).collect()
    }

    fn find_inside(&self, limit: f64, figures: &mut Vec<Figure>) -> io::Result<()> {
        let store = Store::open(&self.path).map_err(io::Error::other)?;
        let queries = self.queries(QUERIES);
        let pass = || -> Result<f64, Box<dyn std::error::Error>> {
            let start = Instant::now();
            for query in &queries {
                let found = find::find_exact(&store, &PositionQuery::new(query, None)?)?;
                assert!(found.is_some_and(|found| !found.matches.is_empty()));
            }
            Ok(1e6 * start.elapsed().as_secs_f64() / QUERIES as f64)
        };
        let passes: Result<Vec<f64>, _> = (0..5).map(|_| pass()).collect();
        let passes = passes.map_err(|error| io::Error::other(error.to_string()))?;
        let name = format!("exact find inside a process, {} positions", thousands(self.positions));
        figures.push(Figure {
            what: format!("{name}, first time"),
            measured: format!("{:.1} µs", passes[0]),
            reach: String::new(),
            is_reached: None,
        });
        figures.push(Figure::under(name, median(passes, |&micros| micros), limit, "µs"));
        Ok(())
    }

    fn find_from_shell(&self, figures: &mut Vec<Figure>) -> io::Result<()> {
        let mut times = Vec::new();
        for query in self.queries(SHELL_QUERIES) {
            let text = query.window().expect("a problem has stones").sub.to_string();
            let start = Instant::now();
            let output =
                child::gtn_db(&self.path, "find").arg(text).stderr(Stdio::null()).output()?;
            times.push(1e3 * start.elapsed().as_secs_f64());
            if !output.status.success() {
                eprintln!("gtn-db find ended with {}: not measured", output.status);
                return Ok(());
            }
        }
        let name = format!("`gtn-db find` from the shell, {} positions", thousands(self.positions));
        figures.push(Figure::under(name, median(times, |&millis| millis), 5.0, "ms"));
        Ok(())
    }
}

/// Removes a database and the files that SQLite and the program keep beside it.
fn remove_database(database: &Path) -> io::Result<()> {
    for suffix in ["", "-wal", "-shm", "-lock"] {
        let mut path = database.as_os_str().to_owned();
        path.push(suffix);
        match std::fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}

/// The median of `all` by a number.
fn median<T>(mut all: Vec<T>, by: impl Fn(&T) -> f64) -> T {
    all.sort_by(|a, b| by(a).total_cmp(&by(b)));
    let middle = all.len() / 2;
    all.swap_remove(middle)
}

fn mebibytes(bytes: Option<u64>) -> Option<f64> {
    bytes.map(|bytes| bytes as f64 / MIB)
}

fn or_dash(value: Option<f64>, digits: usize) -> impl Display {
    value.map_or_else(|| "–".to_owned(), |value| format!("{value:.digits$}"))
}

fn files_named(files: u64) -> String {
    if files == 1 { "1 file".to_owned() } else { format!("{} files", thousands(files)) }
}

fn per_second(number: u64, seconds: f64) -> String {
    thousands((number as f64 / seconds) as u64)
}

/// A number with commas.
fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
