//! `gtn-db dups --conflicts`: the same problem with other answers.

use std::io::Write;

use gtn_db::Color;
use gtn_db::escape::{Escaped, write_json};
use gtn_db::find::{By, Cluster, Comparison, Decisions, LineMove, Side, View, solution};
use gtn_db::gtn::Diagram;
use gtn_db::sgf::value::letters;
use gtn_db::solution::Agreement;
use gtn_db::store::{Store, StoredPosition, StoredRecord};
use serde::Serialize;
use unicode_width::UnicodeWidthStr;

use crate::cli::Outcome;
use crate::cli::output::board::Drawing;
use crate::cli::output::{OutputArgs, Row, has_colors, plural, stdout};

/// A conflict; docs/json.md describes its fields.
#[derive(Serialize)]
pub struct Json {
    key: String,
    agreement: &'static str,
    turn: &'static str,
    igtn: String,
    sides: Vec<JsonSide>,
}

#[derive(Serialize)]
struct JsonSide {
    accepted: Vec<Option<String>>,
    records: Vec<JsonRecord>,
    moves: Vec<JsonMove>,
}

#[derive(Serialize)]
struct JsonRecord {
    source: String,
    tree: u32,
    name: Option<String>,
    operation: &'static str,
    dialect: Option<&'static str>,
}

#[derive(Serialize)]
struct JsonMove {
    depth: u32,
    color: &'static str,
    point: Option<String>,
    verdict: Option<&'static str>,
}

/// A record of a conflict as a row of a table.
#[derive(Serialize)]
struct Line {
    conflict: u64,
    agreement: &'static str,
    accepted: String,
    source: String,
    tree: u32,
    name: Option<String>,
    key: String,
}

impl Row for Line {
    const HEADINGS: &'static [&'static str] =
        &["conflict", "agreement", "accepted", "source", "tree", "name", "key"];

    fn cells(&self) -> Vec<String> {
        vec![
            self.conflict.to_string(),
            self.agreement.to_owned(),
            self.accepted.clone(),
            self.source.clone(),
            self.tree.to_string(),
            self.name.clone().unwrap_or_default(),
            self.key.clone(),
        ]
    }
}

/// How many clusters agree, overlap, are disjoint, say nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    agree: u64,
    overlap: u64,
    disjoint: u64,
    silent: u64,
}

impl Tally {
    fn add(&mut self, agreement: Option<Agreement>) {
        match agreement {
            Some(Agreement::Agree) => self.agree += 1,
            Some(Agreement::Overlap) => self.overlap += 1,
            Some(Agreement::Disjoint) => self.disjoint += 1,
            None => self.silent += 1,
        }
    }
}

/// Compares what the records of a cluster accept.
pub fn compare<'a>(
    store: &Store,
    position: &StoredPosition,
    cluster: &Cluster<'a>,
) -> anyhow::Result<Option<Comparison<'a>>> {
    let solution_of = |record: &&StoredRecord| solution(store, record);
    let solutions: Vec<_> = cluster.records.iter().map(solution_of).collect::<Result<_, _>>()?;
    Ok(Comparison::of(position, cluster, &solutions)?)
}

/// Visits the clusters that do not agree, and counts the others.
pub fn visit(
    store: &Store,
    mut visit: impl FnMut(&StoredPosition, &Comparison<'_>) -> anyhow::Result<()>,
) -> anyhow::Result<Tally> {
    let decisions = Decisions::of(store)?;
    let mut tally = Tally::default();
    for id in store.positions_with_records(2)? {
        let Some(position) = store.position_by_id(id)? else { continue };
        let records = store.records(id)?;
        for cluster in decisions.clusters(store, &position, &records, By::Problem)? {
            if cluster.records.len() < 2 {
                continue;
            }
            let comparison = compare(store, &position, &cluster)?;
            tally.add(comparison.as_ref().and_then(|comparison| comparison.agreement));
            if let Some(comparison) = comparison
                && matches!(comparison.agreement, Some(Agreement::Overlap | Agreement::Disjoint))
            {
                visit(&position, &comparison)?;
            }
        }
    }
    Ok(tally)
}

pub fn run(store: &Store, output: OutputArgs) -> anyhow::Result<Outcome> {
    let mut found = 0;
    let mut out = stdout();
    let tally = if output.json {
        visit(store, |position, comparison| {
            found += 1;
            Ok(write_json(&mut out, &json(position, comparison)?)?)
        })?
    } else if output.csv {
        drop(out);
        let mut listing = output.listing()?;
        let tally = visit(store, |position, comparison| {
            found += 1;
            rows(position, comparison, found).try_for_each(|row| Ok(listing.push(&row)?))
        })?;
        listing.finish()?;
        return Ok(outcome(tally));
    } else {
        let tally = visit(store, |position, comparison| {
            found += 1;
            draw(&mut out, position, comparison, found)
        })?;
        let Tally { agree, overlap, disjoint, silent } = tally;
        let twice = agree + overlap + disjoint + silent;
        writeln!(
            out,
            "{} more than once: {disjoint} with no answer in common, {overlap} with some, {agree} \
             with all; {silent} with fewer than two records that answer",
            plural(twice, "problem")
        )?;
        tally
    };
    out.flush()?;
    Ok(outcome(tally))
}

fn outcome(tally: Tally) -> Outcome {
    if tally.overlap + tally.disjoint > 0 { Outcome::Done } else { Outcome::NothingFound }
}

fn agreement(comparison: &Comparison<'_>) -> &'static str {
    comparison.agreement.map_or("", Agreement::name)
}

pub fn json(position: &StoredPosition, comparison: &Comparison<'_>) -> anyhow::Result<Json> {
    let view = comparison.view(position)?;
    let record = |record: &&StoredRecord| JsonRecord {
        source: record.at.source.clone(),
        tree: record.at.tree,
        name: record.at.name.clone(),
        operation: record.at.symmetry.name(),
        dialect: record.solution.as_ref().map(|solution| solution.dialect.name()),
    };
    let played = |LineMove { depth, color, at, verdict }: &LineMove| JsonMove {
        depth: *depth,
        color: color.name(),
        point: at.map(letters),
        verdict: verdict.map(|verdict| verdict.name()),
    };
    let side = |side: &Side<'_>| JsonSide {
        accepted: side.accepted.iter().map(|&(_, at)| at.map(letters)).collect(),
        records: side.records.iter().map(record).collect(),
        moves: side.line.iter().map(played).collect(),
    };
    Ok(Json {
        key: position.key.to_string(),
        agreement: agreement(comparison),
        turn: comparison.shown.own_turn().name(),
        igtn: view.window.to_string(),
        sides: comparison.sides.iter().map(side).collect(),
    })
}

fn rows(
    position: &StoredPosition,
    comparison: &Comparison<'_>,
    conflict: u64,
) -> impl Iterator<Item = Line> {
    comparison.sides.iter().flat_map(move |side| {
        let accepted: Vec<String> = side
            .accepted
            .iter()
            .map(|&(_, at)| at.map_or("tenuki".to_owned(), |at| at.to_string()))
            .collect();
        side.records.iter().map(move |record| Line {
            conflict,
            agreement: agreement(comparison),
            accepted: accepted.join(" "),
            source: record.at.source.clone(),
            tree: record.at.tree,
            name: record.at.name.clone(),
            key: position.key.to_string(),
        })
    })
}

/// The letter of an answer by its number, as long as there are letters.
pub fn letter(number: usize) -> char {
    let place = u8::try_from(number).unwrap_or(u8::MAX);
    match place {
        0..26 => char::from(b'a' + place),
        26..52 => char::from(b'A' + (place - 26)),
        _ => '?',
    }
}

fn draw(
    out: &mut impl Write,
    position: &StoredPosition,
    comparison: &Comparison<'_>,
    number: u64,
) -> anyhow::Result<()> {
    let view = comparison.view(position)?;
    let turn = comparison.shown.own_turn();
    writeln!(out, "{number}  {}, {turn} to move, key {}\n", agreement(comparison), position.key)?;
    let labels: Vec<_> = comparison
        .sides
        .iter()
        .flat_map(|side| &side.accepted)
        .filter_map(|&(number, at)| Some((view.point(at?)?, letter(number))))
        .collect();
    let diagram = Diagram::from(&view.window);
    let placement = Some(view.place);
    write!(
        out,
        "{}",
        Drawing { diagram: &diagram, placement, labels: &labels, is_styled: has_colors() }
    )?;
    writeln!(out)?;
    for pair in comparison.sides.chunks(2) {
        let blocks: Vec<Vec<String>> = pair.iter().map(|side| block(side, &view)).collect();
        write_beside(out, &blocks)?;
        writeln!(out)?;
    }
    Ok(())
}

/// Records of a side that are named, and moves of its tree that are shown.
const NAMED: usize = 4;
const MOVES: usize = 60;

/// A side as lines of text: what it accepts, where it stands, its moves.
fn block(side: &Side<'_>, view: &View) -> Vec<String> {
    let accepted: Vec<String> = side
        .accepted
        .iter()
        .map(|&(number, at)| match at.and_then(|at| view.point(at)) {
            Some(at) => format!("{} {at}", letter(number)),
            None => "tenuki".to_owned(),
        })
        .collect();
    let mut lines = vec![accepted.join(", ")];
    for record in side.records.iter().take(NAMED) {
        lines.push(Escaped(&format!("{} tree {}", record.at.source, record.at.tree)).to_string());
    }
    if side.records.len() > NAMED {
        lines.push(format!("and {} more", side.records.len() - NAMED));
    }
    lines.extend(tree(&side.line, view));
    lines
}

/// The moves of a tree: a line goes on in its row, every variation begins one.
///
/// ```text
///   B (1,1)  W (2,1)
///     B (3,1)  right
///     B (4,1)  wrong
/// ```
fn tree(line: &[LineMove], view: &View) -> Vec<String> {
    let parents = parents(line);
    let mut children = vec![0; line.len()];
    for &parent in parents.iter().flatten() {
        children[parent] += 1;
    }
    let mut rows: Vec<String> = Vec::new();
    let mut indents: Vec<usize> = Vec::new(); // of the moves on the present line
    for (at, next) in line.iter().enumerate().take(MOVES) {
        let depth = next.depth as usize;
        let is_branch = parents[at].is_none_or(|parent| children[parent] > 1);
        indents.truncate(depth);
        let above = indents.last().copied().unwrap_or(0);
        let indent = above + usize::from(is_branch && depth > 0);
        indents.push(indent);
        let point = match next.at {
            Some(at) => view
                .point(at)
                .map_or_else(|| format!("outside, {at} of the board"), |at| at.to_string()),
            None => "tenuki".to_owned(),
        };
        let color = if next.color == Color::Black { 'B' } else { 'W' };
        let verdict =
            next.verdict.map(|verdict| format!(" {}", verdict.name())).unwrap_or_default();
        let text = format!("{color} {point}{verdict}");
        match rows.last_mut().filter(|_| !is_branch) {
            Some(row) => {
                row.push_str("  ");
                row.push_str(&text);
            }
            None => rows.push(format!("{}{text}", "  ".repeat(indent.min(8)))),
        }
    }
    if line.len() > MOVES {
        rows.push(format!("… {} more moves", line.len() - MOVES));
    }
    rows
}

/// The place of the move before each one; none for a first move.
fn parents(line: &[LineMove]) -> Vec<Option<usize>> {
    let mut before: Vec<usize> = Vec::new();
    let parent_of = |(at, next): (usize, &LineMove)| {
        before.truncate(next.depth as usize);
        let parent = before.last().copied();
        before.push(at);
        parent
    };
    line.iter().enumerate().map(parent_of).collect()
}

/// Writes blocks of lines side by side.
fn write_beside(out: &mut impl Write, blocks: &[Vec<String>]) -> std::io::Result<()> {
    let widths: Vec<usize> = blocks
        .iter()
        .map(|lines| lines.iter().map(|line| line.width()).max().unwrap_or(0))
        .collect();
    let height = blocks.iter().map(Vec::len).max().unwrap_or(0);
    for row in 0..height {
        let mut text = String::new();
        for (lines, width) in blocks.iter().zip(&widths) {
            let line = lines.get(row).map_or("", String::as_str);
            text.push_str(line);
            text.push_str(&" ".repeat(width - line.width() + 4));
        }
        writeln!(out, "  {}", text.trim_end())?;
    }
    Ok(())
}
