//! How time and memory grow with inputs that repeat one thing k times.
//!
//! ```text
//! cargo bench -p gtn-db-benches --bench growth -- [--short] [TEXT]
//! ```
//!
//! Generates each input at k and 4k, runs the program on it, and prints Markdown.
//! With TEXT, only the rows whose names contain it. See `benches/README.md`.

#[path = "../whole/child.rs"]
#[allow(dead_code, reason = "the other benchmark uses the rest")]
mod child;
#[path = "../common/mod.rs"]
mod common;
mod inputs;

use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use child::Cost;
use common::samples::WINDOW;

const MIB: f64 = (1 << 20) as f64;
/// The exponent up to which growth counts as linear: twice the input takes 2.2 times as much.
const MAX_EXPONENT: f64 = 1.15;
/// The number of runs. The fastest run counts.
const RUNS: usize = 3;
/// By how much smaller the inputs are with `--short`.
const SHORT: usize = 10;

/// Three stones in a corner.
const CORNER: &str = "7x7|......._......._...X..._.....O._...X..._......._......._!!!!!!!_";

/// A part of a corner.
const PART: &str = "3x4|?XO?_?OX?_????_!!!!_";

/// The cost of a row at one size.
struct Measured {
    /// Bytes of input, and printed lines.
    work: f64,
    /// The CPU time where the system tells it, else the time.
    seconds: f64,
    mib: Option<f64>,
}

/// An input that grows, and the command that reads it.
struct Row {
    what: &'static str,
    /// The smaller size.
    k: usize,
    /// Writes the input of a size below a path, and returns the path to read.
    write: fn(&Path, usize) -> inputs::Written,
    command: Subject,
}

/// The part of the program that is measured.
enum Subject {
    /// A command that reads the input itself and no database, with its arguments.
    OnInput(&'static [&'static str]),
    /// A command on a database with the input, with its arguments.
    OnDatabase(&'static [&'static str]),
    /// A command on a database with the input that reads the input, too, with its arguments.
    OnBoth(&'static [&'static str]),
    /// A command on a database with the input that reads [`inputs::OTHERS`], with its arguments.
    OnOthers(&'static [&'static str]),
    /// The import of the input.
    Import,
}

use Subject::{Import, OnBoth, OnDatabase, OnInput, OnOthers};

const ROWS: &[Row] = &[
    Row {
        what: "import a folder of k equal files",
        k: 2_500,
        write: inputs::equal_files,
        command: Import,
    },
    Row {
        what: "import a tar archive of k equal files",
        k: 2_500,
        write: inputs::tar_of_equal_files,
        command: Import,
    },
    Row {
        what: "import a zip archive of k equal files",
        k: 2_500,
        write: inputs::zip_of_equal_files,
        command: Import,
    },
    Row {
        what: "import a tar archive with one name k times",
        k: 5_000,
        write: inputs::tar_of_one_name,
        command: Import,
    },
    Row {
        what: "dups of one problem k times",
        k: 10_000,
        write: inputs::one_problem,
        command: OnDatabase(&["dups", "--json"]),
    },
    Row {
        what: "dups of k problems in a collection",
        k: 250_000,
        write: inputs::collection,
        command: OnDatabase(&["dups", "--json"]),
    },
    Row {
        what: "dups --near 1 of k problems in families",
        k: 250_000,
        write: inputs::families,
        command: OnDatabase(&["dups", "--near", "1", "--json"]),
    },
    Row {
        what: "dups --near 2 of k problems in families",
        k: 5_000,
        write: inputs::families,
        command: OnDatabase(&["dups", "--near", "2", "--json"]),
    },
    Row {
        what: "dups --near 2 of k variations of a problem",
        k: 2_500,
        write: inputs::variations,
        command: OnDatabase(&["dups", "--near", "2", "--pairs", "--json"]),
    },
    Row {
        what: "dups --near 4 of k variations of a problem",
        k: 2_500,
        write: inputs::variations,
        command: OnDatabase(&["dups", "--near", "4", "--pairs", "--json"]),
    },
    Row {
        what: "dups --near 4 --limit 5 of k variations of a problem",
        k: 2_500,
        write: inputs::variations,
        command: OnDatabase(&["dups", "--near", "4", "--limit", "5", "--json"]),
    },
    Row {
        what: "dups --core of k problems of two hands",
        k: 5_000,
        write: inputs::hands,
        command: OnDatabase(&["dups", "--core", "--json"]),
    },
    Row {
        what: "dups --core --near 3 of k problems of two hands",
        k: 5_000,
        write: inputs::hands,
        command: OnDatabase(&["dups", "--core", "--near", "3", "--json"]),
    },
    Row {
        what: "dups --books of k problems of two hands",
        k: 5_000,
        write: inputs::hands,
        command: OnDatabase(&["dups", "--books", "--json"]),
    },
    Row {
        what: "compare --near 2 of k variations with k others",
        k: 8_000,
        write: inputs::variations,
        command: OnBoth(&["compare", "--near", "2"]),
    },
    Row {
        what: "compare of k problems with the core of k records, --limit 1",
        k: 1_000,
        write: inputs::one_core,
        command: OnOthers(&["compare", "--limit", "1"]),
    },
    Row {
        what: "compare of k problems with k records equal around the first move",
        k: 1_000,
        write: inputs::one_first_move,
        command: OnOthers(&["compare", "--limit", "1"]),
    },
    Row {
        what: "dups --core of k problems with one core",
        k: 1_000,
        write: inputs::one_core,
        command: OnDatabase(&["dups", "--core", "--json"]),
    },
    Row {
        what: "dups --core of k problems equal around the first move",
        k: 1_000,
        write: inputs::one_first_move,
        command: OnDatabase(&["dups", "--core", "--json"]),
    },
    Row {
        what: "a book of k problems in a collection",
        k: 25_000,
        write: inputs::collection,
        command: OnDatabase(&["export", "--format", "html"]),
    },
    Row {
        what: "a book of one problem k times",
        k: 10_000,
        write: inputs::one_problem,
        command: OnDatabase(&["export", "--format", "html"]),
    },
    Row {
        what: "export --exclude-near 2 of k problems in families",
        k: 25_000,
        write: inputs::families,
        command: OnDatabase(&["export", "--exclude-near", "2"]),
    },
    Row {
        what: "dups --shape of k problems in a collection",
        k: 250_000,
        write: inputs::collection,
        command: OnDatabase(&["dups", "--shape", "--json"]),
    },
    Row {
        what: "dups --conflicts of one problem k times",
        k: 10_000,
        write: inputs::one_problem,
        command: OnDatabase(&["dups", "--conflicts", "--json"]),
    },
    Row {
        what: "dups --conflicts of one problem with k different answers",
        k: 10_000,
        write: inputs::different_answers,
        command: OnDatabase(&["dups", "--conflicts", "--json"]),
    },
    Row {
        what: "audit of one problem k times",
        k: 10_000,
        write: inputs::one_problem,
        command: OnInput(&["audit", "-o", "audit.html"]),
    },
    Row {
        what: "audit of one problem with k different answers",
        k: 10_000,
        write: inputs::different_answers,
        command: OnInput(&["audit", "-o", "audit.html"]),
    },
    Row {
        what: "audit of k files with one problem",
        k: 2_000,
        write: inputs::equal_files,
        command: OnInput(&["audit", "-o", "audit.html"]),
    },
    Row {
        what: "compare of k problems equal to k records, --limit 1",
        k: 1_000,
        write: inputs::one_problem,
        command: OnBoth(&["compare", "--limit", "1"]),
    },
    Row {
        what: "compare of k problems equal to k records",
        k: 1_000,
        write: inputs::one_problem,
        command: OnBoth(&["compare"]),
    },
    Row {
        what: "compare --near 2 of k problems equal to k records",
        k: 1_000,
        write: inputs::one_problem,
        command: OnBoth(&["compare", "--near", "2"]),
    },
    Row {
        what: "find of k queries equal to k records, --limit 1",
        k: 1_000,
        write: inputs::one_problem,
        command: OnBoth(&["find", "--limit", "1"]),
    },
    Row {
        what: "show of k queries equal to k records, --limit 1",
        k: 1_000,
        write: inputs::one_problem,
        command: OnBoth(&["show", "--limit", "1"]),
    },
    Row {
        what: "find --near 2 of a problem among k in a collection",
        k: 250_000,
        write: inputs::collection,
        command: OnDatabase(&["find", "--near", "2", WINDOW]),
    },
    Row {
        what: "find --contains of a corner among k problems in a collection",
        k: 250_000,
        write: inputs::collection,
        command: OnDatabase(&["find", "--contains", "--count", PART]),
    },
    Row {
        what: "find of a problem with its nearest among k in a collection",
        k: 250_000,
        write: inputs::collection,
        command: OnDatabase(&["find", "--nearest", "5", WINDOW]),
    },
    Row {
        what: "import of k problems on 52 lines",
        k: 2_500,
        write: inputs::large_boards,
        command: Import,
    },
    Row {
        what: "import k games that are like real ones",
        k: 16_000,
        write: inputs::real_games,
        command: Import,
    },
    Row {
        what: "find a corner in k games that are like real ones",
        k: 16_000,
        write: inputs::real_games,
        command: OnDatabase(&["find", "--in", "games", "--count", CORNER]),
    },
    Row {
        what: "joseki of k games that are like real ones",
        k: 16_000,
        write: inputs::real_games,
        command: OnDatabase(&["joseki", "--json"]),
    },
    Row {
        what: "next of k games that are like real ones",
        k: 16_000,
        write: inputs::real_games,
        command: OnDatabase(&["next", "--json", "Q16 D4"]),
    },
    Row {
        what: "games --same of k games with 40 common moves, each twice",
        k: 2_000,
        write: inputs::games_with_an_opening,
        command: OnDatabase(&["games", "--same", "--json"]),
    },
    Row {
        what: "games --same of one game k times",
        k: 2_000,
        write: inputs::equal_games,
        command: OnDatabase(&["games", "--same", "--json"]),
    },
    Row {
        what: "export --solutions union of one problem k times",
        k: 5_000,
        write: inputs::one_problem,
        command: OnDatabase(&["export", "--solutions", "union"]),
    },
    Row {
        what: "export --solutions union of one problem with k different lines",
        k: 5_000,
        write: inputs::different_lines,
        command: OnDatabase(&["export", "--solutions", "union"]),
    },
    Row {
        what: "check of k unclosed trees, each on a line",
        k: 25_000,
        write: inputs::unclosed_lines,
        command: OnInput(&["check", "--json"]),
    },
    Row {
        what: "check of k unclosed trees, nested",
        k: 25_000,
        write: inputs::unclosed_nested,
        command: OnInput(&["check", "--json"]),
    },
];

fn main() -> Result<(), Box<dyn Error>> {
    if !std::env::args().any(|argument| argument == "--bench") {
        println!("nothing is measured without `cargo bench`");
        return Ok(());
    }
    let (mut divisor, mut wanted) = (1, String::new());
    for argument in std::env::args().skip(1) {
        match argument.as_str() {
            "--bench" => {} // from cargo
            "--short" => divisor = SHORT,
            other if other.starts_with('-') => {
                return Err(format!("{other}: there are --short and TEXT").into());
            }
            _ => wanted = argument,
        }
    }
    println!(
        "| input | k | CPU time | at 4k | exponent | memory | at 4k | exponent | at most {MAX_EXPONENT} |"
    );
    println!("|---|---:|---:|---:|---:|---:|---:|---:|---|");
    for row in ROWS.iter().filter(|row| row.what.contains(&wanted)) {
        let k = row.k / divisor;
        let [small, large] = [measure(row, k)?, measure(row, 4 * k)?];
        let more_work = (large.work / small.work).ln();
        let exponent = |values: [Option<f64>; 2]| {
            let [small, large] = values;
            Some((large? / small?).ln() / more_work)
        };
        let costs = [&small, &large];
        let (seconds, memory) = (costs.map(|cost| Some(cost.seconds)), costs.map(|cost| cost.mib));
        let exponents = [exponent(seconds), exponent(memory)];
        let is_linear = exponents.iter().flatten().all(|exponent| *exponent <= MAX_EXPONENT);
        println!(
            "| {} | {k} | {} | {} | {} |",
            row.what,
            cells(seconds, exponents[0], "s"),
            cells(memory, exponents[1], "MiB"),
            if is_linear { "yes" } else { "no" },
        );
    }
    Ok(())
}

/// Two values with their unit, and the exponent with which the value grows.
fn cells(values: [Option<f64>; 2], exponent: Option<f64>, unit: &str) -> String {
    let [small, large] = values.map(|value| match value {
        Some(value) if value < 10.0 => format!("{value:.2} {unit}"),
        Some(value) => format!("{value:.0} {unit}"),
        None => String::new(),
    });
    let exponent = exponent.map(|exponent| format!("{exponent:.2}")).unwrap_or_default();
    format!("{small} | {large} | {exponent}")
}

/// Runs a row at one size; returns the cost of the fastest run.
fn measure(row: &Row, size: usize) -> Result<Measured, Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let database = folder.path().join("growth.db");
    let input = (row.write)(folder.path(), size)?;
    if matches!(row.command, OnDatabase(_) | OnBoth(_) | OnOthers(_)) {
        child::import(&database, &input)?;
    }
    let mut best: Option<Measured> = None;
    for _ in 0..RUNS {
        let cost = run(&row.command, folder.path(), &database, &input)?;
        let seconds = cost.cpu_seconds.unwrap_or(cost.seconds).max(0.01); // the unit of CPU times
        if best.as_ref().is_none_or(|best| seconds < best.seconds) {
            best = Some(Measured {
                work: count_bytes(&input)? + cost.output.lines().count() as f64,
                seconds,
                mib: cost.peak_bytes.map(|bytes| bytes as f64 / MIB),
            });
        }
    }
    Ok(best.expect("there is more than one run"))
}

/// The bytes of a file, or of the files in a folder.
fn count_bytes(input: &Path) -> std::io::Result<f64> {
    if input.is_file() {
        return Ok(fs::metadata(input)?.len() as f64);
    }
    fs::read_dir(input)?.map(|entry| Ok(entry?.metadata()?.len() as f64)).sum()
}

fn run(
    subject: &Subject,
    folder: &Path,
    database: &Path,
    input: &Path,
) -> Result<Cost, Box<dyn Error>> {
    let mut command = match subject {
        Import => {
            for end in ["", "-wal", "-shm"] {
                let file = folder.join(format!("growth.db{end}"));
                if file.exists() {
                    fs::remove_file(file)?;
                }
            }
            return Ok(child::import(database, input)?.0);
        }
        OnDatabase(arguments) => {
            let mut command = child::gtn_db(database, arguments[0]);
            command.args(&arguments[1..]);
            command
        }
        OnBoth(arguments) => {
            let mut command = child::gtn_db(database, arguments[0]);
            command.args(&arguments[1..]).arg(input);
            command
        }
        OnOthers(arguments) => {
            let mut command = child::gtn_db(database, arguments[0]);
            command.args(&arguments[1..]).arg(folder.join(inputs::OTHERS));
            command
        }
        OnInput(arguments) => {
            let mut command = Command::new(common::command::path());
            command.args(*arguments).arg(input).current_dir(folder).stdin(Stdio::null());
            command
        }
    };
    let cost = child::run(&mut command)?;
    match cost.status {
        Some(0 | 1 | 3) => Ok(cost),
        status => Err(format!("{command:?} ended with {status:?}").into()),
    }
}
