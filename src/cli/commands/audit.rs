//! `gtn-db audit`: a report on a collection, as one HTML page.

mod abalone;

use std::fs;
use std::io::Write;
use std::path::{Component, Path, PathBuf};

use clap::Args;
use gtn_db::Color;
use gtn_db::answer::abalone::{ClusterJson as AbaloneClusterJson, NearPairJson};
use gtn_db::answer::{ClusterJson, ConflictJson, FindingJson, ShapeJson};
use gtn_db::escape::{Escaped, write_json};
use gtn_db::find::{
    AcceptedMove, AnswerGroup, Cluster, Comparison, Decisions, Identity, LineMove, OverlapCounter,
    PositionIndex, RecordView, ShapeMember, compare_cluster, find_copies, find_shape_groups,
    load_shape_group, split_by_board, walk_positions,
};
use gtn_db::go::{Point, Symmetry};
use gtn_db::gtn::Diagram;
use gtn_db::import::inputs::Limits;
use gtn_db::model::{Book, BookOverlap, Occurrence};
use gtn_db::publish::{choose_default_view, find_default_view};
use gtn_db::report::{
    self, AuditReport, Conflict, ConflictSide, Duplicate, MovedPosition, Shape, Totals, TreeMove,
};
use gtn_db::store::{Store, StoredPosition, StoredRecord};
use gtn_db::svg::Picture;
use serde::Serialize;

use crate::cli::args::RecordArgs;
use crate::cli::error::CommandError;
use crate::cli::input::{gather_inputs, list_files};
use crate::cli::output::progress::Progress;
use crate::cli::output::{OutputFile, fit_sentence, plural, stdout};
use crate::cli::scratch_database::{ScratchDatabase, check_with_progress};
use crate::cli::{Global, Outcome};

/// Write a report on a collection: duplicates, conflicting answers, the same shapes elsewhere,
/// faults, and what books share
#[derive(Debug, Args)]
#[command(after_help = "\
The collection need not be imported, and no database is changed. Without FOLDER, the report is \
one on the database. Options that select records make it a report on these records alone. The report is one HTML file \
without scripts or links to other files. It stays under 3 MB: of a long list it shows only the \
beginning, and --json prints all.

Example:
  gtn-db audit problems/ -o report.html
  gtn-db audit --source 'books/*' --answered -o report.html")]
pub struct AuditArgs {
    /// Folders, files and archives, as for import [default: the database]
    #[arg(value_name = "FOLDER")]
    paths: Vec<PathBuf>,
    /// The HTML file to write, or - for standard output
    #[arg(long, short, value_name = "FILE", required_unless_present = "json")]
    output: Option<PathBuf>,
    /// Print everything in the report, one JSON object per line
    #[arg(long)]
    json: bool,
    #[command(flatten, next_help_heading = "Selecting records")]
    filter: RecordArgs,
}

/// A line of `--json`; docs/json.md describes its fields.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Line {
    Book { name: String, records: u64, positions: u64 },
    Overlap { books: [String; 2], positions: u64 },
    Duplicate(ClusterJson),
    Conflict(ConflictJson),
    Shape(ShapeJson),
    AbaloneDuplicate(AbaloneClusterJson),
    AbaloneNear(NearPairJson),
    Finding(FindingJson),
}

pub fn run(args: &AuditArgs, global: &Global) -> anyhow::Result<Outcome> {
    if args.json && args.output.as_deref().is_some_and(OutputFile::is_stdout) {
        return Err(CommandError::new("--json and -o - both write to standard output").into());
    }
    let inputs = if args.paths.is_empty() {
        None
    } else {
        Some(gather_inputs(&args.paths, Limits::default())?)
    };
    let files = inputs.as_ref().map(list_files).unwrap_or_default();
    let create = |path: &PathBuf| OutputFile::create(path, &files, global);
    let page = args.output.as_ref().map(create).transpose()?;
    let (scratch, database);
    let (store, skips) = match inputs {
        None => {
            database = Store::open(&global.database()?)?;
            (&database, Vec::new())
        }
        Some(inputs) => {
            scratch = ScratchDatabase::import(inputs, global)?;
            (&scratch.store, scratch.imported.diagnostics.clone())
        }
    };
    let audited = abalone::audit(store, &args.filter, args.paths.is_empty())?;
    args.filter.apply(store)?;
    let mut report = AuditReport {
        folder: match &*args.paths {
            [] => describe_paths(&[store.path().to_owned()]),
            paths => describe_paths(paths),
        },
        date: Some(jiff::Zoned::now().date().to_string()),
        skips,
        ..AuditReport::default()
    };
    let mut findings = Vec::new();
    check_with_progress(store, &report.skips, false, true, global, |finding| {
        findings.push(finding);
        Ok(())
    })?;
    report.findings = findings;
    let mut lines = args.json.then(Vec::new);
    audit_positions(store, &mut report, lines.as_mut(), global)?;
    audit_shapes(store, &mut report, lines.as_mut(), global)?;
    if let Some(abalone::Audited { audit, counts, duplicates, near }) = audited {
        let totals = &mut report.totals;
        totals.records -= counts.records;
        totals.games -= counts.games;
        totals.positions -= counts.positions;
        totals.problems -= counts.problems;
        if let Some(lines) = &mut lines {
            lines.extend(duplicates.into_iter().map(Line::AbaloneDuplicate));
            lines.extend(near.into_iter().map(Line::AbaloneNear));
        }
        report.abalone = audit;
    }

    if let Some(mut page) = page {
        report::write(&report, &mut page)?;
        page.finish()?;
    }
    let mut out = stdout();
    if let Some(path) = &args.output
        && lines.is_none()
        && !OutputFile::is_stdout(path)
    {
        writeln!(out, "{}", fit_sentence(&summarize(&report)))?;
        writeln!(out, "written to {}", Escaped(&path.display().to_string()))?;
    }
    let is_complete = report.skips.is_empty();
    if let Some(lines) = lines {
        let of_abalone = report.abalone.into_iter().flat_map(|audit| audit.findings);
        let findings = report.findings.into_iter().chain(of_abalone);
        let findings = findings.map(|finding| Line::Finding(finding.into()));
        let lines = book_lines(&report.overlap).chain(lines).chain(findings);
        lines.into_iter().try_for_each(|line| write_json(&mut out, &line))?;
    }
    out.flush()?;
    Ok(if is_complete { Outcome::Done } else { Outcome::Skipped })
}

fn summarize(report: &AuditReport) -> String {
    let abalone = report.abalone.as_ref().map(abalone::summarize).unwrap_or_default();
    format!(
        "{} in {}: {}, {}, {}, {}, {}{abalone}",
        plural(report.totals.records, "record"),
        plural(report.totals.files, "file"),
        plural(report.duplicates.len() as u64, "duplicate problem"),
        plural(report.totals.redundant, "redundant record"),
        plural(report.conflicts.len() as u64, "conflict"),
        plural(report.shapes.len() as u64, "shape") + " under several keys",
        plural(report.findings.len() as u64, "finding"),
    )
}

/// Names the paths: as they were given, but a path with `.` or `..` by the name
/// of its file or folder.
fn describe_paths(paths: &[PathBuf]) -> String {
    let name = |path: &PathBuf| {
        let is_plain =
            |part: Component<'_>| !matches!(part, Component::CurDir | Component::ParentDir);
        if path.components().all(is_plain) {
            return path.components().collect::<PathBuf>().display().to_string();
        }
        let absolute = fs::canonicalize(path).unwrap_or_else(|_| path.clone());
        Path::new(absolute.file_name().unwrap_or(absolute.as_os_str())).display().to_string()
    };
    paths.iter().map(name).collect::<Vec<_>>().join(", ")
}

/// Adds the duplicates, the conflicts, the overlap of books and the totals to a
/// report, and the lines of `--json` for duplicates and conflicts to `lines`.
fn audit_positions(
    store: &Store,
    report: &mut AuditReport,
    mut lines: Option<&mut Vec<Line>>,
    global: &Global,
) -> anyhow::Result<()> {
    let mut overlap = OverlapCounter::new(&store.sources()?);
    let decisions = Decisions::load(store)?;
    let walk = walk_positions(store, 1)?;
    let progress = Progress::start(global, "Comparing", Some(walk.remaining() as u64));
    for stored in walk {
        progress.add(1);
        let (position, records) = stored?;
        for records in split_by_board(&position, &records) {
            overlap.add_position(&records);
        }
        for cluster in decisions.cluster_records(store, &position, &records, Identity::Problem)? {
            if cluster.redundant() == 0 {
                continue;
            }
            report.totals.redundant += cluster.redundant();
            report.duplicates.push(build_duplicate(store, &position, &cluster)?);
            let comparison = compare_cluster(store, &position, &cluster)?;
            if let Some(lines) = &mut lines {
                lines.push(Line::Duplicate(ClusterJson::new(store, position.key, &cluster)?));
            }
            match comparison.conflict {
                Some(conflict) if conflict.is_grave() => {}
                conflict => {
                    report.totals.other_conflicts += u64::from(conflict.is_some());
                    continue;
                }
            }
            let by = choose_default_view(store, &position, &cluster, comparison.shown)?;
            report.conflicts.push(build_conflict(&position, &comparison, by)?);
            if let Some(lines) = &mut lines {
                lines.push(Line::Conflict(ConflictJson::new(store, &position, &comparison)?));
            }
        }
    }
    report.overlap = overlap.finish();
    let counts = store.counts()?;
    report.totals = Totals {
        files: counts.sources,
        records: counts.records,
        games: counts.games,
        positions: counts.positions,
        problems: counts.problems,
        ..report.totals
    };
    Ok(())
}

/// Adds the positions with the same stones and other edges to a report, and the
/// lines of `--json` for them to `lines`.
fn audit_shapes(
    store: &Store,
    report: &mut AuditReport,
    mut lines: Option<&mut Vec<Line>>,
    global: &Global,
) -> anyhow::Result<()> {
    let progress = Progress::start(global, "Comparing shapes", None);
    let (positions, decisions) = (PositionIndex::load(store)?, Decisions::load(store)?);
    for group in find_shape_groups(store, &positions)? {
        progress.add(1);
        let members = load_shape_group(store, &positions, &group)?;
        if let Some(lines) = &mut lines {
            lines.push(Line::Shape(ShapeJson::new(group.stones, &members)));
        }
        let Some(ShapeMember { position, record, .. }) = members.first() else { continue };
        let records = store.records(position.id)?;
        let by = find_default_view(store, &decisions, position, &records, record)?;
        report.shapes.push(build_shape(group.stones, &members, by));
    }
    Ok(())
}

/// Positions with the same stones, after an operation on all boards.
fn build_shape(stones: usize, members: &[ShapeMember], by: Symmetry) -> Shape {
    let moved = |member: &ShapeMember| MovedPosition {
        picture: build_picture(&member.view.transform(by)),
        turn: member.turn.transform(by),
        key: member.position.key,
        record: Occurrence { symmetry: member.operation.then(by), ..member.record.at.clone() },
    };
    Shape { stones, positions: members.iter().map(moved).collect() }
}

fn book_lines(overlap: &BookOverlap) -> impl Iterator<Item = Line> {
    let books = &overlap.books;
    let book = |Book { name, records, positions }: &Book| Line::Book {
        name: name.clone(),
        records: *records,
        positions: *positions,
    };
    let shared_by = |(pair, positions): ([usize; 2], u64)| Line::Overlap {
        books: pair.map(|place| books[place].name.clone()),
        positions,
    };
    books.iter().map(book).chain(overlap.pairs().map(shared_by))
}

fn build_picture(view: &RecordView) -> Picture {
    Picture { place: Some(view.place), ..Picture::from(Diagram::from(&view.window)) }
}

/// The occurrences of records, each with the operation that maps the record to
/// the board of `shown` after the operation `by`.
fn map_occurrences(
    records: &[&StoredRecord],
    shown: &StoredRecord,
    by: Symmetry,
) -> Vec<Occurrence> {
    let back = shown.at.symmetry.inverse().then(by);
    let occurrence = |record: &&StoredRecord| Occurrence {
        symmetry: record.at.symmetry.then(back),
        ..record.at.clone()
    };
    records.iter().map(occurrence).collect()
}

fn build_duplicate(
    store: &Store,
    position: &StoredPosition,
    cluster: &Cluster<'_>,
) -> anyhow::Result<Duplicate> {
    let shown = cluster.first();
    let by = choose_default_view(store, position, cluster, shown)?;
    Ok(Duplicate {
        picture: build_picture(&RecordView::new(position, shown)?.transform(by)),
        turn: cluster.turn.transform(shown.at.symmetry).transform(by),
        key: position.key,
        records: map_occurrences(&cluster.records, shown, by),
        copies: find_copies(store, &cluster.records)?,
    })
}

fn build_conflict(
    position: &StoredPosition,
    comparison: &Comparison<'_>,
    by: Symmetry,
) -> anyhow::Result<Conflict> {
    let shown = comparison.shown;
    let view = comparison.view(position)?.transform(by);
    let board = shown.placement.board;
    let moved = |at: Option<Point>| at.map(|at| by.point(at, board));
    let mut picture = Picture { has_coordinates: true, ..build_picture(&view) };
    for accepted in
        comparison.groups.iter().flat_map(|group| group.accepted.iter().chain(&group.rejected))
    {
        let point = moved(accepted.at).and_then(|at| view.window_point(at));
        picture.labels.extend(point.map(|point| (point, accepted.letter().to_string())));
    }
    let played = |played: &LineMove| {
        let color = if by.color(played.color) == Color::Black { "B" } else { "W" };
        let name = |at: Point| at.name(by.size(board));
        let at = moved(played.at).map_or_else(|| "tenuki".to_owned(), name);
        TreeMove { depth: played.depth, name: format!("{color} {at}"), verdict: played.verdict }
    };
    let letters = |moves: &[AcceptedMove]| {
        moves.iter().map(|accepted| accepted.letter().to_string()).collect()
    };
    let side = |group: &AnswerGroup<'_>| ConflictSide {
        accepted: letters(&group.accepted),
        certainty: group.certainty,
        rejected: letters(&group.rejected),
        records: map_occurrences(&group.records, shown, by),
        tree: group.line.iter().map(played).collect(),
    };
    Ok(Conflict {
        kind: comparison.conflict.expect("a conflict has a kind"),
        picture,
        turn: shown.own_turn().transform(by),
        key: position.key,
        sides: comparison.groups.iter().map(side).collect(),
    })
}
