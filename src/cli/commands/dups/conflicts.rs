//! `gtn-db dups --conflicts`: duplicate problems with different answers.

use std::io::Write;

use gtn_db::answer::ConflictJson;
use gtn_db::escape::{Escaped, write_json};
use gtn_db::find::{AnswerGroup, Comparison, ConflictCounts, for_each_conflict, walk_positions};
use gtn_db::go::Size;
use gtn_db::gtn::Diagram;
use gtn_db::sgf::value::format_point;
use gtn_db::solution::Agreement;
use gtn_db::store::{Store, StoredPosition};
use serde::Serialize;

use super::columns::{describe_tree, write_columns};
use super::limit::Limit;
use crate::cli::output::board::Drawing;
use crate::cli::output::progress::Progress;
use crate::cli::output::{OutputArgs, Row, has_colors, plural, stdout};
use crate::cli::{Global, Outcome};

/// A record of a conflict as a row of CSV.
#[derive(Serialize)]
struct ConflictRow {
    conflict: u64,
    agreement: &'static str,
    accepted: String,
    source: String,
    tree: u32,
    problem: u32,
    name: Option<String>,
    key: String,
}

impl Row for ConflictRow {
    const HEADINGS: &'static [&'static str] =
        &["conflict", "agreement", "accepted", "source", "tree", "name", "key"];
}

/// Lists the problems whose records do not accept the same first moves.
pub fn run(
    store: &Store,
    limit: Limit,
    output: OutputArgs,
    global: &Global,
) -> anyhow::Result<Outcome> {
    let walk = walk_positions(store, 2)?;
    let progress =
        Progress::start_beside_output(global, "Comparing answers", walk.remaining() as u64);
    let walk = walk.inspect(|_| progress.add(1));
    let mut found = 0;
    let mut is_listed = || {
        found += 1;
        limit.allows(found).then_some(found)
    };
    let counts = if output.json {
        let mut out = stdout();
        let counts = for_each_conflict(store, walk, |position, comparison| {
            if is_listed().is_some() {
                write_json(&mut out, &ConflictJson::new(position, comparison)?)?;
            }
            anyhow::Ok(())
        })?;
        out.flush()?;
        counts
    } else if output.csv {
        let mut listing = output.listing()?;
        let counts = for_each_conflict(store, walk, |position, comparison| {
            if let Some(number) = is_listed() {
                rows(position, comparison, number).try_for_each(|row| listing.push(&row))?;
            }
            anyhow::Ok(())
        })?;
        listing.finish()?;
        counts
    } else {
        let mut out = stdout();
        let counts = for_each_conflict(store, walk, |position, comparison| match is_listed() {
            Some(number) => draw(&mut out, position, comparison, number),
            None => Ok(()),
        })?;
        writeln!(out, "{}", summarize(counts, limit))?;
        out.flush()?;
        counts
    };
    Ok(if counts.conflicts() > 0 { Outcome::Done } else { Outcome::NothingFound })
}

fn summarize(counts: ConflictCounts, limit: Limit) -> String {
    let ConflictCounts { agree, overlap, disjoint, unanswered, .. } = counts;
    if counts.conflicts() == 0 {
        let problems = plural(counts.problems(), "duplicate problem");
        return format!(
            "No conflicts in {problems}: {agree} with the same answers, {unanswered} with fewer \
             than two answered records"
        );
    }
    format!(
        "{} in {}{}: {disjoint} with no answer in common, {overlap} with some answers in common; \
         {agree} with the same answers, {unanswered} with fewer than two answered records",
        plural(counts.conflicts(), "conflict"),
        plural(counts.problems(), "duplicate problem"),
        limit.note(counts.conflicts()),
    )
}

fn agreement(comparison: &Comparison<'_>) -> &'static str {
    comparison.agreement.map_or("", Agreement::name)
}

fn rows(
    position: &StoredPosition,
    comparison: &Comparison<'_>,
    conflict: u64,
) -> impl Iterator<Item = ConflictRow> {
    comparison.groups.iter().flat_map(move |group| {
        let accepted =
            group.accepted.iter().map(|accepted| accepted.at.map_or("tenuki".into(), format_point));
        let accepted = accepted.collect::<Vec<String>>().join(" ");
        group.records.iter().map(move |record| ConflictRow {
            conflict,
            agreement: agreement(comparison),
            accepted: accepted.clone(),
            source: record.at.source.clone(),
            tree: record.at.tree,
            problem: record.at.problem,
            name: record.at.name.clone(),
            key: position.key.to_string(),
        })
    })
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
        .groups
        .iter()
        .flat_map(|group| &group.accepted)
        .filter_map(|accepted| Some((view.window_point(accepted.at?)?, accepted.letter())))
        .collect();
    let diagram = Diagram::from(&view.window);
    let placement = Some(view.place);
    let drawing =
        Drawing { diagram: &diagram, placement, labels: &labels, is_styled: has_colors() };
    writeln!(out, "{}", drawing.with_margin())?;
    for pair in comparison.groups.chunks(2) {
        let blocks: Vec<Vec<String>> =
            pair.iter().map(|group| describe(group, view.place.board)).collect();
        write_columns(out, &blocks)?;
        writeln!(out)?;
    }
    Ok(())
}

/// The number of records of a group that are listed.
const MAX_RECORDS: usize = 4;

/// Describes a group in lines of text: the accepted moves, the records, the
/// solution tree.
fn describe(group: &AnswerGroup<'_>, board: Size) -> Vec<String> {
    let accepted: Vec<String> = group
        .accepted
        .iter()
        .map(|accepted| match accepted.at {
            Some(at) => format!("{} {}", accepted.letter(), at.name(board)),
            None => "tenuki".to_owned(),
        })
        .collect();
    let mut lines = vec![accepted.join(", ")];
    for record in group.records.iter().take(MAX_RECORDS) {
        lines.push(Escaped(&format!("{} tree {}", record.at.source, record.at.tree_and_problem())).to_string());
    }
    if let Some(more @ 1..) = group.records.len().checked_sub(MAX_RECORDS) {
        lines.push(format!("and {more} more"));
    }
    lines.extend(describe_tree(&group.line, board));
    lines
}
