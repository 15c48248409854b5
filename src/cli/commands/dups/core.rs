//! `gtn-db dups --core` and `dups --contained`: problems that other hands cut otherwise.

use std::cmp::Reverse;

use gtn_db::find::{
    ContainedPair, CoreGroup, CoreIndex, CoreMember, PositionIndex, find_contained_pairs,
};
use gtn_db::store::{CoreRows, Store};
use serde::Serialize;

use super::limit::Limit;
use super::near::FirstRecord;
use crate::cli::output::progress::Progress;
use crate::cli::output::{OutputArgs, Row, plural, print_line};
use crate::cli::{Global, Outcome};

/// A problem of a group as a row of its own.
#[derive(Serialize)]
struct CoreRow {
    group: usize,
    distance: u8,
    /// The lines around the right lines that agree with the center; null for the center.
    margin: Option<u8>,
    #[serde(flatten)]
    first: FirstRecord,
    key: String,
}

impl Row for CoreRow {
    const HEADINGS: &'static [&'static str] =
        &["group", "margin", "distance", "source", "tree", "name", "key"];
    const FIELDS: &'static [&'static str] =
        &["group", "distance", "margin", "source", "tree", "problem", "name", "key"];
}

/// A problem that lies within another one.
#[derive(Serialize)]
struct ContainedRow {
    source: String,
    tree: u32,
    problem: u32,
    key: String,
    answer: bool,
    operation: &'static str,
    in_source: String,
    in_tree: u32,
    in_problem: u32,
    in_key: String,
}

impl Row for ContainedRow {
    const HEADINGS: &'static [&'static str] =
        &["source", "tree", "in_source", "in_tree", "answer", "operation", "key", "in_key"];
    const FIELDS: &'static [&'static str] = &[
        "source",
        "tree",
        "problem",
        "key",
        "answer",
        "operation",
        "in_source",
        "in_tree",
        "in_problem",
        "in_key",
    ];
}

/// Lists groups of problems with the same core, or whose cores differ in at most `k` points.
pub fn run(
    store: &Store,
    k: u8,
    limit: Limit,
    output: OutputArgs,
    global: &Global,
) -> anyhow::Result<Outcome> {
    let _snapshot = store.snapshot()?;
    let progress = Progress::start(global, "Comparing cores", None);
    let cores = CoreIndex::load(store, CoreRows::All)?;
    let mut groups = cores.find_groups(store, k.into())?;
    drop(progress);
    // Where two lines around the right lines agree, the group comes first.
    groups.sort_by_cached_key(|group| Reverse(group.members.iter().map(|one| one.margin).max()));
    let (count, members) = (groups.len(), groups.iter().map(|group| group.members.len()).sum());
    let mut listing = output.listing()?;
    let mut list = |group, number: u32, distance, margin| -> anyhow::Result<()> {
        let stored = &cores.problems()[number as usize];
        let first = FirstRecord::load(store, stored.position)?;
        let key = stored.key.to_string();
        Ok(listing.push(&CoreRow { group, distance, margin, first, key })?)
    };
    for (CoreGroup { center, members, .. }, group) in groups.iter().take(limit.max()).zip(1..) {
        list(group, *center, 0, None)?;
        for &CoreMember { number, distance, margin, .. } in members {
            list(group, number, distance, Some(margin))?;
        }
    }
    listing.finish()?;
    if output.is_table() {
        let members: usize = members;
        let (groups, note) = (plural(count as u64, "group"), limit.note(count as u64));
        print_line(match k {
            0 => format!("{groups}{note}: {members} with the same core as the center"),
            k => format!("{groups}{note}: {members} with a core that differs in at most {k}"),
        })?;
    }
    Ok(if count == 0 { Outcome::NothingFound } else { Outcome::Done })
}

/// Lists the problems of six stones and more that lie within another record; by default those whose
/// answer is among that record's moves.
pub fn list_contained(
    store: &Store,
    lists_all: bool,
    limit: Limit,
    output: OutputArgs,
    global: &Global,
) -> anyhow::Result<Outcome> {
    let _snapshot = store.snapshot()?;
    let positions = PositionIndex::load(store)?;
    let progress = Progress::start(global, "Comparing positions", Some(positions.len() as u64));
    let mut pairs = find_contained_pairs(store, &positions, |count| progress.add(count))?;
    drop(progress);
    pairs.retain(|pair| pair.has_answer || lists_all);
    let count = pairs.len() as u64;
    let mut listing = output.listing()?;
    for ContainedPair { record, key, within, has_answer, .. } in pairs.into_iter().take(limit.max())
    {
        listing.push(&ContainedRow {
            source: record.at.source,
            tree: record.at.tree,
            problem: record.at.problem,
            key: key.to_string(),
            answer: has_answer,
            operation: within.operation.name(),
            in_source: within.record.at.source,
            in_tree: within.record.at.tree,
            in_problem: within.record.at.problem,
            in_key: within.key.to_string(),
        })?;
    }
    listing.finish()?;
    if output.is_table() {
        let what = if lists_all { "" } else { " with its answer among that record's moves" };
        let note = limit.note(count);
        print_line(format!("{}{note} within another record{what}", plural(count, "problem")))?;
    }
    Ok(if count == 0 { Outcome::NothingFound } else { Outcome::Done })
}
