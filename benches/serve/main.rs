//! The figures of the server next to their limits.
//!
//! ```text
//! cargo bench -p gtn-db-browser-tests -- [--short]
//! ```
//!
//! Imports generated problems and games into a new database, starts `gtn-db serve`, asks it over
//! eight connections, with `wrk` where it is installed, clicks on its board in Chromium where there
//! is one, and prints Markdown. Requests a second are also printed as a ratio to `/health` of the
//! same run. See `benches/README.md`.

#[path = "../../tests/browser/chromium.rs"]
mod chromium;
mod clicks;
mod client;
mod common;
mod games;
mod load;
#[path = "../whole/machine.rs"]
mod machine;

use std::error::Error;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use client::Connection;
use common::collection::Collection;
use common::random::Random;
use load::{Load, Measured};

const COLLECTION: Collection = Collection { seed: 19 };
/// The problems in a generated file.
const PER_FILE: u64 = 1_000;
/// The different addresses of one kind.
const ADDRESSES: usize = 200;
/// The positions on whose boards is clicked.
const CLICKED: usize = 100;
/// The requests between two looks at the memory.
const REQUESTS: usize = 10_000;
const MIB: f64 = (1 << 20) as f64;

/// How much is measured.
struct Scale {
    positions: u64,
    games: u64,
    /// The seconds of each kind of request.
    seconds: u64,
    requests: usize,
}

const WHOLE: Scale = Scale { positions: 20_000, games: 10_000, seconds: 5, requests: REQUESTS };
const SHORT: Scale = Scale { positions: 1_000, games: 500, seconds: 1, requests: REQUESTS / 10 };

/// A kind of request with what it has to reach.
struct Kind {
    name: &'static str,
    addresses: Vec<String>,
    /// Milliseconds for 99 % of the answers.
    slowest: Option<f64>,
    per_second: Option<f64>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if !arguments.iter().any(|argument| argument == "--bench") {
        println!("nothing is measured without `cargo bench`");
        return Ok(());
    }
    let scale = if arguments.iter().any(|one| one == "--short") { SHORT } else { WHOLE };
    common::command::path(); // builds the command before anything is timed
    let folder = tempfile::tempdir()?;
    let folder = folder.path();
    let (problems, games) = import(folder, &scale)?;

    let start = Instant::now();
    let server = Server::start(folder)?;
    let mut connection = Connection::open(&server.address)?;
    connection.get("/")?;
    let first_page = start.elapsed().as_secs_f64();
    let positions = list_positions(&mut connection)?;
    drop((connection, server));

    // The first near search after the start loads the index.
    let start = Instant::now();
    let server = Server::start(folder)?;
    let mut connection = Connection::open(&server.address)?;
    connection.get(&near(&positions[0]))?;
    let first_answer = start.elapsed().as_secs_f64();

    println!("# {}\n", machine::date());
    println!("- {}", machine::version());
    println!("- {}", machine::processor());
    println!("- {}", machine::system());
    let load = Load::find(scale.seconds);
    println!("- {problems} positions, {games} games, {load}\n");

    let kinds = kinds(&positions);
    for kind in &kinds {
        connection.get(&kind.addresses[0])?; // each part of the index is loaded once
    }
    println!(
        "| request | requests/s | to reach | ratio to /health | median ms | p95 ms | p99 ms | to reach | |"
    );
    println!("|---|---:|---:|---:|---:|---:|---:|---:|---|");
    let mut health = None;
    for kind in &kinds {
        let measured = load.measure(&server.address, &kind.addresses)?;
        let health = *health.get_or_insert(measured.per_second);
        print_row(kind, measured, health);
    }

    // The server has closed the first connection, which waited.
    let mut connection = Connection::open(&server.address)?;
    let before = server.resident_bytes();
    let all: Vec<String> = kinds.into_iter().flat_map(|kind| kind.addresses).collect();
    for number in 0..scale.requests {
        connection.get(&all[number % all.len()])?;
    }
    let after = server.resident_bytes();
    let (requests, bytes) = page_weight(&mut connection)?;
    let clicked = &positions[..positions.len().min(CLICKED)];
    let clicks = clicks::measure(folder, &server.address, clicked)?;

    println!("\n| what | measured | to reach | |\n|---|---:|---:|---|");
    let row = |what: &str, measured: f64, unit: &str, most: f64| {
        let verdict = if measured <= most { "yes" } else { "no" };
        println!("| {what} | {measured:.2} {unit} | {most} {unit} | {verdict} |");
    };
    if let Some(mut times) = clicks {
        times.sort_by(f64::total_cmp);
        let percentile = |percent: usize| times[(times.len() - 1) * percent / 100];
        let count = times.len();
        row(&format!("click to painted answer, median of {count}"), percentile(50), "ms", 50.0);
        row("click to painted answer, 95 %", percentile(95), "ms", 100.0);
    }
    row("first page after the start", first_page, "s", 0.3);
    row("first near answer after the start", first_answer, "s", 0.3);
    row("`/` with its scripts and styles, compressed", bytes as f64 / 1e3, "KB", 60.0);
    row("requests for `/`", requests as f64, "", 4.0);
    if let (Some(before), Some(after)) = (before, after) {
        let (before, after) = (before as f64 / MIB, after as f64 / MIB);
        println!("| memory after the load above | {before:.1} MiB | | |");
        row(&format!("memory after {} more requests", scale.requests), after, "MiB", 100.0);
        row("growth meanwhile", after - before, "MiB", 2.0);
    }
    Ok(())
}

/// Imports generated problems and games. Returns how many positions and games there are.
fn import(folder: &Path, scale: &Scale) -> Result<(u64, u64), Box<dyn Error>> {
    let sources = folder.join("sources");
    fs::create_dir(&sources)?;
    let (mut records, mut positions) = (0, 0);
    while positions < scale.positions {
        positions += u64::from(COLLECTION.original(records) == records);
        records += 1;
    }
    COLLECTION.write(&sources, 0..records, PER_FILE)?;
    fs::write(sources.join("games.sgf"), games::write(scale.games))?;
    let mut import = Command::new(common::command::path());
    import.arg("--db").arg(folder.join("go.db")).args(["import", "--quiet"]).arg(&sources);
    let status = import.status()?;
    // 3: a generated game may hold a move that is not legal.
    if !matches!(status.code(), Some(0 | 3)) {
        return Err(format!("the import ended with {status}").into());
    }
    Ok((positions, scale.games))
}

/// Positions of the database as IGTN, percent-encoded.
fn list_positions(connection: &mut Connection) -> Result<Vec<String>, Box<dyn Error>> {
    let answer = connection.get(&format!("/api/v1/problems?limit={ADDRESSES}"))?;
    let answer: serde_json::Value = serde_json::from_slice(&answer)?;
    let keys = answer["items"].as_array().ok_or("no problems")?;
    let mut positions = Vec::new();
    for key in keys.iter().filter_map(|item| item["key"].as_str()) {
        let igtn = connection.get(&format!("/api/v1/positions/{key}.igtn"))?;
        let text = String::from_utf8(igtn)?;
        let igtn = text.lines().find(|line| !line.is_empty() && !line.starts_with('#'));
        positions.push(igtn.ok_or("no position")?.replace('|', "%7C"));
    }
    Ok(positions)
}

fn near(position: &str) -> String {
    format!("/api/v1/find?near=1&position={position}")
}

fn kinds(positions: &[String]) -> Vec<Kind> {
    let mut random = Random::new(5);
    let fixed = |path: &str| vec![path.to_owned()];
    let exact = positions.iter().map(|one| format!("/api/v1/find?position={one}"));
    let contains = positions.iter().map(|one| {
        let pattern = pattern(one, &mut random);
        format!("/api/v1/find?contains=true&edges=any&position={pattern}")
    });
    let contains = contains.collect();
    let next = (0..ADDRESSES as u64).map(|number| {
        let moves = games::opening(number % games::OPENINGS, 1 + number as usize % 6);
        format!("/api/v1/games/next?moves={}", moves.join("%20"))
    });
    let kind = |name, addresses, slowest, per_second| Kind { name, addresses, slowest, per_second };
    vec![
        kind("/health", fixed("/api/v1/health"), None, None),
        kind("find, the same", exact.collect(), None, None),
        kind(
            "find, near 1",
            positions.iter().map(|one| near(one)).collect(),
            Some(20.0),
            Some(1_000.0),
        ),
        kind("find, contains", contains, Some(50.0), Some(100.0)),
        kind("next", next.collect(), Some(50.0), Some(100.0)),
        kind(
            "the page `/` with a position",
            positions.iter().map(|one| format!("/?position={one}")).collect(),
            None,
            None,
        ),
        kind("the page `/problems`", fixed("/problems"), None, None),
    ]
}

/// A part of a position without its edges: 4 rows of 4 points around a random point.
fn pattern(position: &str, random: &mut Random) -> String {
    let rows: Vec<&str> = position.split("%7C").nth(1).unwrap_or_default().split('_').collect();
    let rows: Vec<String> = rows
        .iter()
        .map(|row| row.chars().filter(|char| ".XO".contains(*char)).collect::<String>())
        .filter(|row| !row.is_empty())
        .collect();
    let (height, width) = (rows.len(), rows.iter().map(String::len).min().unwrap_or(0));
    let (rows_cut, cols_cut) = (height.min(4), width.min(4));
    let mut best = String::new();
    for _ in 0..8 {
        let top = random.below((height - rows_cut + 1) as u64) as usize;
        let left = random.below((width - cols_cut + 1) as u64) as usize;
        let cut = rows[top..top + rows_cut].iter().map(|row| &row[left..left + cols_cut]);
        let cut = cut.collect::<Vec<_>>().join("");
        let stones = |text: &str| text.chars().filter(|&char| char != '.').count();
        if best.is_empty() || stones(&cut) > stones(&best) {
            best = cut;
        }
    }
    format!("{rows_cut}x{cols_cut}%7C{best}")
}

fn print_row(kind: &Kind, measured: Measured, health: f64) {
    let Measured { per_second, median, p95, p99 } = measured;
    let limit = |limit: Option<f64>| limit.map_or(String::new(), |limit| limit.to_string());
    let is_reached = kind.per_second.is_none_or(|least| per_second >= least)
        && kind.slowest.is_none_or(|most| p99 < most);
    let verdict = match (kind.per_second, kind.slowest) {
        (None, None) => "",
        _ if is_reached => "yes",
        _ => "no",
    };
    println!(
        "| {} | {per_second:.0} | {} | {:.3} | {median:.2} | {p95:.2} | {p99:.2} | {} | {verdict} |",
        kind.name,
        limit(kind.per_second),
        per_second / health,
        limit(kind.slowest),
    );
}

/// The requests that `/` takes, and the bytes of all bodies, compressed.
fn page_weight(connection: &mut Connection) -> Result<(usize, usize), Box<dyn Error>> {
    let page = String::from_utf8(connection.get("/")?)?;
    let quoted = page.split('"').filter(|text| text.starts_with("/assets/"));
    let mut addresses: Vec<&str> = std::iter::once("/").chain(quoted).collect();
    addresses.dedup();
    let mut bytes = 0;
    for address in &addresses {
        bytes += connection.compressed_length(address)?;
    }
    Ok((addresses.len(), bytes))
}

/// A running `gtn-db serve`; it ends with the value.
struct Server {
    process: Child,
    /// The host and the port.
    address: String,
}

impl Server {
    fn start(folder: &Path) -> Result<Server, Box<dyn Error>> {
        let mut command = Command::new(common::command::path());
        command.arg("--db").arg(folder.join("go.db")).args(["serve", "--port", "0"]);
        let mut process = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn()?;
        let mut line = String::new();
        BufReader::new(process.stdout.take().ok_or("no output")?).read_line(&mut line)?;
        let address = line.trim().trim_start_matches("http://").trim_end_matches('/').to_owned();
        Ok(Server { process, address })
    }

    /// The resident memory. `None` on systems without `/proc`.
    fn resident_bytes(&self) -> Option<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.process.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        line.trim().strip_suffix(" kB")?.parse::<u64>().ok().map(|kib| kib << 10)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill(); // it may have ended
        let _ = self.process.wait();
    }
}
