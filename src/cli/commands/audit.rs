//! `gtn-db audit`: what stands in a folder, as one page.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::Context;
use clap::Args;
use gtn_db::Color;
use gtn_db::escape::{Escaped, write_json};
use gtn_db::find::{By, Cluster, Comparison, Decisions, LineMove, View};
use gtn_db::gtn::Diagram;
use gtn_db::model::Occurrence;
use gtn_db::report::{
    self, Book, Conflict, Counts, Duplicate, Overlap, Report, Shared, Side, TreeMove,
};
use gtn_db::solution::Agreement;
use gtn_db::store::{Store, StoredPosition, StoredRecord, StoredSource};
use gtn_db::svg::Picture;
use serde::Serialize;

use crate::cli::commands::check;
use crate::cli::commands::check::{findings, temporary};
use crate::cli::commands::dups;
use crate::cli::commands::dups::conflicts;
use crate::cli::output::{plural, stdout};
use crate::cli::{Global, Outcome};

/// Write a page about a folder: duplicates, conflicts, faults, and which book holds how much of which
#[derive(Debug, Args)]
#[command(after_help = "\
Nothing has to be imported before, and no database is touched. The page is one file that fetches \
nothing; it stays under 3 MB and shows the first of everything, and --json prints all.

Example:
  gtn-db audit problems/ -o report.html")]
pub struct AuditArgs {
    /// Folders, files and archives, as for import
    #[arg(required = true, value_name = "FOLDER")]
    paths: Vec<PathBuf>,
    /// The page to write
    #[arg(long, short, value_name = "FILE", required_unless_present = "json")]
    output: Option<PathBuf>,
    /// Print everything the page is made of, one JSON object a line
    #[arg(long)]
    json: bool,
}

/// A line of `--json`; docs/json.md describes them.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Line {
    Book { name: String, records: u64, positions: u64 },
    Overlap { books: [String; 2], positions: u64 },
    Duplicate(dups::JsonCluster),
    Conflict(conflicts::Json),
    Finding(check::Line),
}

pub fn run(args: &AuditArgs, _: &Global) -> anyhow::Result<Outcome> {
    let (_folder, store, imported) = temporary(&args.paths)?;
    let mut report = Report {
        folder: names(&args.paths),
        date: today(),
        findings: findings(&store, &imported.diagnostics, false)?,
        skips: imported.diagnostics,
        ..Report::default()
    };
    let mut lines = args.json.then(Vec::new);
    gather(&store, &mut report, lines.as_mut())?;

    let mut out = stdout();
    if let Some(path) = &args.output {
        let shown = path.display().to_string();
        let mut page = Vec::new();
        report::write(&report, &mut page)?;
        fs::write(path, page).with_context(|| shown.clone())?;
        if lines.is_none() {
            writeln!(
                out,
                "{} in {}: {} more than once, {}, {}\nwritten to {}",
                plural(report.counts.records, "record"),
                plural(report.counts.files, "file"),
                plural(report.duplicates.len() as u64, "problem"),
                plural(report.conflicts.len() as u64, "conflict"),
                plural(report.findings.len() as u64, "finding"),
                Escaped(&shown)
            )?;
        }
    }
    if let Some(lines) = lines {
        let findings = report.findings.into_iter().map(|finding| Line::Finding(finding.into()));
        lines.into_iter().chain(findings).try_for_each(|line| write_json(&mut out, &line))?;
    }
    out.flush()?;
    Ok(if report.skips.is_empty() { Outcome::Done } else { Outcome::Skipped })
}

/// The paths as they were named.
fn names(paths: &[PathBuf]) -> String {
    let names: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
    names.join(", ")
}

/// The day, in UTC, as `2026-11-21`; none when the clock stands before 1970.
fn today() -> Option<String> {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).ok()?.as_secs();
    let mut days = seconds / 86_400;
    let is_leap = |year: u64| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
    let mut year = 1970;
    while days >= 365 + u64::from(is_leap(year)) {
        days -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let february = 28 + u64::from(is_leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    Some(format!("{year}-{month:02}-{:02}", days + 1))
}

/// Fills in what the database tells; with `lines`, also what `--json` prints.
fn gather(
    store: &Store,
    report: &mut Report,
    mut lines: Option<&mut Vec<Line>>,
) -> anyhow::Result<()> {
    let decisions = Decisions::default(); // there are none of a folder
    let sources = store.sources()?;
    let mut books = Books::of(&sources);
    for id in store.positions_with_records(1)? {
        let Some(position) = store.position_by_id(id)? else { continue };
        let records = store.records(id)?;
        books.add(&records);
        if records.len() < 2 {
            continue;
        }
        for cluster in decisions.clusters(store, &position, &records, By::Problem)? {
            let [first, _, ..] = cluster.records[..] else { continue };
            report.counts.surplus += cluster.records.len() as u64 - 1;
            report.duplicates.push(duplicate(&position, &cluster, first)?);
            let compared = conflicts::compare(store, &position, &cluster)?;
            let conflict = compared
                .filter(|compared| compared.agreement.is_some_and(|kind| kind != Agreement::Agree));
            if let Some(lines) = &mut lines {
                lines.push(Line::Duplicate(dups::JsonCluster::of(&position, &cluster)));
                if let Some(compared) = &conflict {
                    lines.push(Line::Conflict(conflicts::json(&position, compared)?));
                }
            }
            report.conflicts.extend(match conflict {
                Some(compared) => Some(in_page(&position, &compared)?),
                None => None,
            });
        }
    }
    report.overlap = books.overlap();
    if let Some(lines) = lines {
        lines.splice(0..0, book_lines(&report.overlap));
    }
    let counts = store.counts()?;
    report.counts = Counts {
        files: counts.sources,
        records: counts.records,
        games: counts.games,
        positions: counts.positions,
        problems: counts.problems,
        ..report.counts
    };
    Ok(())
}

fn book_lines(overlap: &Overlap) -> Vec<Line> {
    let name = |at: usize| overlap.books[at].name.clone();
    let book = |Book { name, records, positions }: &Book| Line::Book {
        name: name.clone(),
        records: *records,
        positions: *positions,
    };
    let shared = |Shared { books, positions }: &Shared| Line::Overlap {
        books: books.map(name),
        positions: *positions,
    };
    overlap.books.iter().map(book).chain(overlap.shared.iter().map(shared)).collect()
}

/// A view as a picture.
fn picture(view: &View) -> Picture {
    Picture { place: Some(view.place), ..Picture::from(Diagram::from(&view.window)) }
}

/// Where records stand; the operation carries each onto the board of `shown`.
fn occurrences(records: &[&StoredRecord], shown: &StoredRecord) -> Vec<Occurrence> {
    let back = shown.at.symmetry.inverse();
    let occurrence = |record: &&StoredRecord| Occurrence {
        symmetry: record.at.symmetry.then(back),
        ..record.at.clone()
    };
    records.iter().map(occurrence).collect()
}

fn duplicate(
    position: &StoredPosition,
    cluster: &Cluster<'_>,
    shown: &StoredRecord,
) -> anyhow::Result<Duplicate> {
    Ok(Duplicate {
        picture: picture(&View::of(position, shown)?),
        turn: cluster.turn.transform(shown.at.symmetry),
        key: position.key,
        records: occurrences(&cluster.records, shown),
    })
}

fn in_page(position: &StoredPosition, compared: &Comparison<'_>) -> anyhow::Result<Conflict> {
    let view = compared.view(position)?;
    let board = compared.shown.placement.board;
    let mut picture = Picture { has_coordinates: true, ..picture(&view) };
    let letter = |number: usize| conflicts::letter(number).to_string();
    for &(number, at) in compared.sides.iter().flat_map(|side| &side.accepted) {
        let at = at.and_then(|at| view.point(at));
        picture.labels.extend(at.map(|at| (at, letter(number))));
    }
    let played = |played: &LineMove| {
        let color = if played.color == Color::Black { "B" } else { "W" };
        let at = played.at.map_or_else(|| "tenuki".to_owned(), |at| at.name(board));
        TreeMove { depth: played.depth, name: format!("{color} {at}"), verdict: played.verdict }
    };
    let side = |side: &gtn_db::find::Side<'_>| Side {
        accepted: side.accepted.iter().map(|&(number, _)| letter(number)).collect(),
        records: occurrences(&side.records, compared.shown),
        tree: side.line.iter().map(played).collect(),
    };
    Ok(Conflict {
        kind: compared.agreement.unwrap_or(Agreement::Agree),
        picture,
        turn: compared.shown.own_turn(),
        key: position.key,
        sides: compared.sides.iter().map(side).collect(),
    })
}

/// Files up to this number are books of their own; of more, the folders are.
const FEW_FILES: usize = 20;

/// What each book holds of the positions.
struct Books {
    names: Vec<String>,
    /// The book of each source.
    of_source: HashMap<i64, usize>,
    records: Vec<u64>,
    positions: Vec<u64>,
    shared: BTreeMap<[usize; 2], u64>,
}

impl Books {
    fn of(sources: &[StoredSource]) -> Books {
        let paths: Vec<Vec<&str>> =
            sources.iter().map(|source| source.name.split('/').collect()).collect();
        // The folders that lead to all of them say nothing.
        let depth = (0..)
            .take_while(|&depth| {
                let first = paths.first().and_then(|path| path.get(depth));
                paths.iter().all(|path| depth + 1 < path.len() && path.get(depth) == first)
                    && first.is_some()
            })
            .count();
        let mut books = Books {
            names: Vec::new(),
            of_source: HashMap::with_capacity(sources.len()),
            records: Vec::new(),
            positions: Vec::new(),
            shared: BTreeMap::new(),
        };
        let mut places: HashMap<String, usize> = HashMap::new();
        for (source, path) in sources.iter().zip(&paths) {
            let end = if sources.len() <= FEW_FILES { path.len() } else { depth + 1 };
            let name = path[depth..end].join("/");
            let next = books.names.len();
            let book = *places.entry(name.clone()).or_insert(next);
            if book == next {
                books.names.push(name);
            }
            books.of_source.insert(source.id, book);
        }
        books.records = vec![0; books.names.len()];
        books.positions = vec![0; books.names.len()];
        books
    }

    /// Adds the records of a position.
    fn add(&mut self, records: &[StoredRecord]) {
        let mut holders = BTreeSet::new();
        for record in records {
            if let Some(&book) = self.of_source.get(&record.source_id) {
                self.records[book] += 1;
                holders.insert(book);
            }
        }
        for &one in &holders {
            self.positions[one] += 1;
            for &other in holders.range(one + 1..) {
                *self.shared.entry([one, other]).or_default() += 1;
            }
        }
    }

    fn overlap(self) -> Overlap {
        let figures = self.records.into_iter().zip(self.positions);
        let book = |(name, (records, positions))| Book { name, records, positions };
        let shared = |(books, positions)| Shared { books, positions };
        Overlap {
            books: self.names.into_iter().zip(figures).map(book).collect(),
            shared: self.shared.into_iter().map(shared).collect(),
        }
    }
}
