//! `gtn-db dups --conflicts`: duplicate problems with different answers.

use std::io::Write;

use gtn_db::answer::{ComputedJson, ConflictJson};
use gtn_db::escape::{Escaped, write_json};
use gtn_db::find::{
    AcceptedMove, AnswerGroup, Comparison, ConflictCounts, Decisions, shown_verdict,
    visit_conflict, visit_conflicts, walk_positions,
};
use gtn_db::go::Size;
use gtn_db::gtn::Diagram;
use gtn_db::sgf::value::format_point;
use gtn_db::solution::{Agreement, Certainty, Conflict};
use gtn_db::store::{Store, StoredPosition};
use serde::Serialize;

use super::columns::{describe_tree, wrap_column, write_columns};
use super::limit::Limit;
use crate::cli::output::board::Drawing;
use crate::cli::output::progress::Progress;
use crate::cli::output::{OutputArgs, Row, fit_sentence, has_colors, plural, stdout};
use crate::cli::{Global, Outcome};

/// A record of a conflict as a row of CSV.
#[derive(Serialize)]
struct ConflictRow {
    conflict: u64,
    class: &'static str,
    agreement: &'static str,
    accepted: String,
    certainty: Option<&'static str>,
    rejected: String,
    source: String,
    tree: u32,
    problem: u32,
    name: Option<String>,
    key: String,
}

impl Row for ConflictRow {
    const HEADINGS: &'static [&'static str] = &[
        "conflict",
        "class",
        "agreement",
        "accepted",
        "certainty",
        "rejected",
        "source",
        "tree",
        "name",
        "key",
    ];
    const FIELDS: &'static [&'static str] = &[
        "conflict",
        "class",
        "agreement",
        "accepted",
        "certainty",
        "rejected",
        "source",
        "tree",
        "problem",
        "name",
        "key",
    ];
}

/// Lists the problems whose records do not accept the same first moves, the gravest conflicts
/// first; those of other classes than [`Conflict::is_grave`] only with `all`.
pub fn run(
    store: &Store,
    all: bool,
    limit: Limit,
    output: OutputArgs,
    global: &Global,
) -> anyhow::Result<Outcome> {
    let walk = walk_positions(store, 2)?;
    let progress =
        Progress::start_beside_output(global, "Comparing answers", walk.remaining() as u64);
    let walk = walk.inspect(|_| progress.add(1));
    let mut listed: Vec<(Conflict, (i64, usize))> = Vec::new();
    let decisions = Decisions::load(store)?;
    let counts = visit_conflicts(store, &decisions, walk, |position, number, comparison| {
        let place = (position.id, number);
        let is_listed = |conflict: &Conflict| all || conflict.is_grave();
        listed.extend(comparison.conflict.filter(is_listed).map(|conflict| (conflict, place)));
        anyhow::Ok(())
    })?;
    drop(progress);
    // Those of one class stay in the order of the database.
    listed.sort_by_key(|&(conflict, _)| conflict);
    let total = listed.len() as u64;
    let listed = (1..).zip(listed).take_while(|&(number, _)| limit.allows(number));
    let places = listed.map(|(number, (_, place))| (number, place));
    if output.csv {
        let mut listing = output.listing()?;
        for (number, place) in places {
            visit_conflict(store, &decisions, place, |position, comparison| {
                rows(position, comparison, number).try_for_each(|row| listing.push(&row))?;
                anyhow::Ok(())
            })?;
        }
        listing.finish()?;
    } else {
        let mut out = stdout();
        for (number, place) in places {
            visit_conflict(store, &decisions, place, |position, comparison| match output.json {
                true => Ok(write_json(&mut out, &ConflictJson::new(store, position, comparison)?)?),
                false => draw(&mut out, store, position, comparison, number),
            })?;
        }
        if !output.json {
            writeln!(out, "{}", fit_sentence(&summarize(counts, total, limit)))?;
        }
        out.flush()?;
    }
    Ok(if total > 0 { Outcome::Done } else { Outcome::NothingFound })
}

fn summarize(counts: ConflictCounts, listed: u64, limit: Limit) -> String {
    let ConflictCounts { agree, unanswered, .. } = counts;
    let of = |conflicts: &[Conflict]| {
        let counted = conflicts
            .iter()
            .map(|&conflict| format!("{} {}", counts.of(conflict), conflict.name()));
        counted.collect::<Vec<_>>().join(", ")
    };
    let (grave, others) = Conflict::ALL.split_at(2);
    let is_all = listed == counts.conflicts();
    let shown = if is_all { of(&Conflict::ALL) } else { of(grave) };
    let hidden = if is_all { String::new() } else { format!("; with --all {}", of(others)) };
    let problems = plural(counts.problems(), "duplicate problem");
    let conflicts = match listed {
        0 => format!("No conflicts in {problems}"),
        _ => {
            format!("{} in {problems}{}: {shown}", plural(listed, "conflict"), limit.note(listed))
        }
    };
    format!(
        "{conflicts}{hidden}{} {agree} with the same answers, {unanswered} with fewer than two \
         answered records",
        if listed == 0 && hidden.is_empty() { ":" } else { ";" },
    )
}

fn class(comparison: &Comparison<'_>) -> &'static str {
    comparison.conflict.map_or("", Conflict::name)
}

fn rows(
    position: &StoredPosition,
    comparison: &Comparison<'_>,
    conflict: u64,
) -> impl Iterator<Item = ConflictRow> {
    comparison.groups.iter().flat_map(move |group| {
        let points = |moves: &[AcceptedMove]| {
            let names = moves.iter().map(|at| at.at.map_or("tenuki".into(), format_point));
            names.collect::<Vec<String>>().join(" ")
        };
        group.records.iter().map(move |record| ConflictRow {
            conflict,
            class: class(comparison),
            agreement: comparison.agreement.map_or("", Agreement::name),
            accepted: points(&group.accepted),
            certainty: group.certainty.map(Certainty::name),
            rejected: points(&group.rejected),
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
    store: &Store,
    position: &StoredPosition,
    comparison: &Comparison<'_>,
    number: u64,
) -> anyhow::Result<()> {
    let view = comparison.view(position)?;
    let turn = comparison.shown.own_turn();
    writeln!(out, "{number}  {}, {turn} to move, key {}\n", class(comparison), position.key)?;
    let labels: Vec<_> = comparison
        .groups
        .iter()
        .flat_map(|group| group.accepted.iter().chain(&group.rejected))
        .filter_map(|accepted| Some((view.window_point(accepted.at?)?, accepted.letter())))
        .collect();
    let diagram = Diagram::from(&view.window);
    let placement = Some(view.place);
    let drawing =
        Drawing { diagram: &diagram, placement, labels: &labels, is_styled: has_colors() };
    writeln!(out, "{}", drawing.with_margin())?;
    for pair in comparison.groups.chunks(2) {
        let blocks: Vec<Vec<String>> =
            pair.iter().map(|group| wrap_column(describe(group, view.place.board))).collect();
        write_columns(out, &blocks)?;
        writeln!(out)?;
    }
    let verdict = shown_verdict(store, position, comparison)?;
    let computed = verdict.and_then(|verdict| ComputedJson::new(&verdict, view.place.board));
    if let Some(ComputedJson { sentence, .. }) = computed {
        writeln!(out, "computed: {sentence}\n")?;
    }
    Ok(())
}

/// The number of records of a group that are listed.
const MAX_RECORDS: usize = 4;

/// Describes a group in lines of text: the accepted moves and how they are known, the rejected
/// ones, the records, the solution tree.
fn describe(group: &AnswerGroup<'_>, board: Size) -> Vec<String> {
    let names = |moves: &[AcceptedMove]| {
        let names = moves.iter().map(|accepted| match accepted.at {
            Some(at) => format!("{} {}", accepted.letter(), at.name(board)),
            None => "tenuki".to_owned(),
        });
        names.collect::<Vec<_>>().join(", ")
    };
    let mut lines = Vec::new();
    lines.extend(
        group.certainty.map(|known| format!("{} {}", names(&group.accepted), known.name())),
    );
    if !group.rejected.is_empty() {
        lines.push(format!("not {}", names(&group.rejected)));
    }
    for record in group.records.iter().take(MAX_RECORDS) {
        lines.push(
            Escaped(&format!("{} tree {}", record.at.source, record.at.tree_and_problem()))
                .to_string(),
        );
    }
    if let Some(more @ 1..) = group.records.len().checked_sub(MAX_RECORDS) {
        lines.push(format!("and {more} more"));
    }
    lines.extend(describe_tree(&group.line, board));
    lines
}
