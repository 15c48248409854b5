//! `gtn-db dups --shape`: positions with the same stones and other edges.

use std::io::Write;

use gtn_db::answer::{ShapeJson, ShapeMemberJson};
use gtn_db::escape::{Escaped, write_json};
use gtn_db::find::{
    EdgeDistances, PositionIndex, ShapeMember, find_shape_groups, load_shape_group,
};
use gtn_db::gtn::Diagram;
use gtn_db::model::Turn;
use gtn_db::store::Store;
use serde::Serialize;

use super::columns::{wrap_column, write_columns};
use super::limit::Limit;
use crate::cli::output::points::draw_with_margin;
use crate::cli::output::progress::Progress;
use crate::cli::output::{OutputArgs, Row, plural, stdout};
use crate::cli::{Global, Outcome};

/// A position of a group as a row of CSV.
#[derive(Serialize)]
struct MemberRow {
    shape: usize,
    stones: usize,
    #[serde(flatten)]
    member: ShapeMemberJson,
}

impl Row for MemberRow {
    const HEADINGS: &'static [&'static str] =
        &["shape", "stones", "turn", "operation", "source", "tree", "name", "key"];
    const FIELDS: &'static [&'static str] = &[
        "shape",
        "stones",
        "key",
        "igtn",
        "edges.left",
        "edges.top",
        "edges.right",
        "edges.bottom",
        "operation",
        "turn",
        "source",
        "tree",
        "problem",
        "name",
        "board",
    ];
}

/// Lists the groups of positions that have the same stones and other edges.
pub fn run(
    store: &Store,
    limit: Limit,
    output: OutputArgs,
    global: &Global,
) -> anyhow::Result<Outcome> {
    let _snapshot = store.snapshot()?;
    let progress = Progress::start(global, "Reading positions", None);
    let positions = PositionIndex::load(store)?;
    drop(progress);
    let groups = find_shape_groups(store, &positions)?;
    let listed = groups.iter().zip(1..).take(limit.max());
    if output.json {
        let mut out = stdout();
        for (group, _) in listed {
            let members = load_shape_group(store, &positions, group)?;
            write_json(&mut out, &ShapeJson::new(group.stones, &members))?;
        }
        out.flush()?;
    } else if output.csv {
        let mut listing = output.listing()?;
        for (group, shape) in listed {
            for member in load_shape_group(store, &positions, group)? {
                let member = ShapeMemberJson::new(&member);
                listing.push(&MemberRow { shape, stones: group.stones, member })?;
            }
        }
        listing.finish()?;
    } else {
        let mut out = stdout();
        for (group, shape) in listed {
            let members = load_shape_group(store, &positions, group)?;
            writeln!(out, "{shape}  {}\n", plural(group.stones as u64, "stone"))?;
            draw(&mut out, &members)?;
        }
        if groups.is_empty() {
            writeln!(out, "No two positions have the same stones and other edges")?;
        } else {
            let count = groups.len() as u64;
            let members = groups.iter().map(|group| group.numbers.len() as u64).sum();
            let (shapes, note) = (plural(count, "shape"), limit.note(count));
            writeln!(out, "{shapes}{note} of {} under several keys", plural(members, "position"))?;
        }
        out.flush()?;
    }
    Ok(if groups.is_empty() { Outcome::NothingFound } else { Outcome::Done })
}

/// Draws the positions of a group, two beside each other.
fn draw(out: &mut impl Write, members: &[ShapeMember]) -> std::io::Result<()> {
    for pair in members.chunks(2) {
        let blocks: Vec<Vec<String>> = pair.iter().map(describe).collect();
        write_columns(out, &blocks)?;
        writeln!(out)?;
    }
    Ok(())
}

/// Describes a position in lines of text: its key, its first record, its edges, and its board.
fn describe(member: &ShapeMember) -> Vec<String> {
    let ShapeMember { position, record, operation, view, turn, edges, .. } = member;
    let name = record.at.name.as_ref().map(|name| format!(" {name}")).unwrap_or_default();
    let place = format!("{} tree {}{name}", record.at.source, record.at.tree_and_problem());
    let mut lines = wrap_column(vec![
        position.key.to_string(),
        Escaped(&place).to_string(),
        match turn {
            Turn::Unknown => format!("side to move unknown, {operation}"),
            turn => format!("{turn} to move, {operation}"),
        },
        describe_edges(*edges),
    ]);
    let board = draw_with_margin(&Diagram::from(&view.window), view.place);
    lines.extend(board.lines().map(str::to_owned));
    lines
}

/// Such as `empty lines to the edges: left 0, top 4`.
fn describe_edges(edges: EdgeDistances) -> String {
    let names = ["left", "top", "right", "bottom"];
    let distances = names.into_iter().zip(edges.all());
    let distances: Vec<String> =
        distances.filter_map(|(name, lines)| Some(format!("{name} {}", lines?))).collect();
    match distances.is_empty() {
        true => "no edge near".to_owned(),
        false => format!("empty lines to the edges: {}", distances.join(", ")),
    }
}
