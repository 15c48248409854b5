//! `gtn-db dups --near`: positions that differ in few points.

use std::io::Write;

use gtn_db::PositionKey;
use gtn_db::escape::write_json;
use gtn_db::find::{PositionIndex, find_near_pairs};
use gtn_db::similarity::{NearPair, StarCluster, find_star_clusters};
use gtn_db::store::{Store, StoreError};
use serde::Serialize;

use super::limit::Limit;
use crate::cli::output::progress::Progress;
use crate::cli::output::{OutputArgs, Row, plural, stdout};
use crate::cli::{Global, Outcome};

/// A group; docs/json.md describes its fields.
#[derive(Serialize)]
struct GroupJson {
    /// The former name of `center`.
    centre: String,
    center: String,
    members: Vec<MemberJson>,
}

#[derive(Serialize)]
struct MemberJson {
    key: String,
    distance: u8,
}

/// Two positions; docs/json.md describes the fields.
#[derive(Serialize)]
struct PairJson {
    keys: [String; 2],
    distance: u8,
}

/// The first record of a position.
#[derive(Clone, Default, Serialize)]
struct FirstRecord {
    source: String,
    tree: Option<u32>,
    name: String,
}

impl FirstRecord {
    /// Empty when an import has removed the position meanwhile.
    fn load(store: &Store, position: i64) -> Result<FirstRecord, StoreError> {
        let first = store.first_occurrence(position)?;
        Ok(first.map_or_else(FirstRecord::default, |at| FirstRecord {
            source: at.source,
            tree: Some(at.tree),
            name: at.name.unwrap_or_default(),
        }))
    }
}

fn show_tree(tree: Option<u32>) -> String {
    tree.map(|tree| tree.to_string()).unwrap_or_default()
}

/// A position of a group as a row of its own.
#[derive(Serialize)]
struct MemberRow {
    group: usize,
    distance: u8,
    #[serde(flatten)]
    first: FirstRecord,
    key: String,
}

impl Row for MemberRow {
    const HEADINGS: &'static [&'static str] =
        &["group", "distance", "source", "tree", "name", "key"];
    const FIELDS: &'static [&'static str] = &["group", "distance", "source", "tree", "name", "key"];

    fn cells(&self) -> Vec<String> {
        vec![
            self.group.to_string(),
            self.distance.to_string(),
            self.first.source.clone(),
            show_tree(self.first.tree),
            self.first.name.clone(),
            self.key.clone(),
        ]
    }
}

/// A pair as a row.
#[derive(Serialize)]
struct PairRow {
    distance: u8,
    source: String,
    tree: Option<u32>,
    key: String,
    other_source: String,
    other_tree: Option<u32>,
    other_key: String,
}

impl Row for PairRow {
    const HEADINGS: &'static [&'static str] =
        &["distance", "source", "tree", "key", "other_source", "other_tree", "other_key"];

    fn cells(&self) -> Vec<String> {
        vec![
            self.distance.to_string(),
            self.source.clone(),
            show_tree(self.tree),
            self.key.clone(),
            self.other_source.clone(),
            show_tree(self.other_tree),
            self.other_key.clone(),
        ]
    }
}

/// Lists groups of positions that differ in at most `k` points, or pairs.
pub fn run(
    store: &Store,
    k: u8,
    lists_pairs: bool,
    limit: Limit,
    output: OutputArgs,
    global: &Global,
) -> anyhow::Result<Outcome> {
    let _snapshot = store.snapshot()?;
    let progress = Progress::start(global, "Reading positions", None);
    let near = Near { store, positions: PositionIndex::load(store)?, limit, output };
    drop(progress);
    let total = near.positions.index().len() as u64;
    let progress = Progress::start(global, "Comparing positions", Some(total));
    let pairs = find_near_pairs(store, &near.positions, k, |count| progress.add(count))?;
    drop(progress);
    let points = plural(u64::from(k), "point");
    let summary = if pairs.is_empty() {
        format!("No two positions differ in at most {points}")
    } else if lists_pairs {
        near.list_pairs(&pairs)?;
        let count = pairs.len() as u64;
        let listed = limit.note(count);
        format!("{}{listed} of positions that differ in at most {points}", plural(count, "pair"))
    } else {
        let groups = find_star_clusters(&pairs, |number| near.positions.key(number));
        near.list_groups(&groups)?;
        let count = groups.len() as u64;
        let members = groups.iter().map(|group| group.members.len() as u64).sum();
        let verb = if members == 1 { "differs" } else { "differ" };
        format!(
            "{}{}: {} {verb} from the center of a group in at most {points}",
            plural(count, "group"),
            limit.note(count),
            plural(members, "position"),
        )
    };
    if pairs.is_empty() && output.csv {
        // The headings.
        if lists_pairs { near.list_pairs(&[])? } else { near.list_groups(&[])? }
    }
    if !output.json && !output.csv {
        let mut out = stdout();
        writeln!(out, "{summary}")?;
        out.flush()?;
    }
    Ok(if pairs.is_empty() { Outcome::NothingFound } else { Outcome::Done })
}

/// What the lists of near positions have in common.
struct Near<'a> {
    store: &'a Store,
    positions: PositionIndex,
    limit: Limit,
    output: OutputArgs,
}

impl Near<'_> {
    fn key(&self, number: u32) -> String {
        let key: PositionKey = self.positions.key(number);
        key.to_string()
    }

    fn first_record(&self, number: u32) -> Result<FirstRecord, StoreError> {
        FirstRecord::load(self.store, self.positions.id(number))
    }

    fn list_pairs(&self, pairs: &[NearPair]) -> anyhow::Result<()> {
        let pairs = pairs.iter().take(self.limit.max());
        if self.output.json {
            let mut out = stdout();
            for NearPair { numbers: (one, other), distance } in pairs {
                let keys = [self.key(*one), self.key(*other)];
                write_json(&mut out, &PairJson { keys, distance: *distance })?;
            }
            return Ok(out.flush()?);
        }
        let mut listing = self.output.listing()?;
        for NearPair { numbers: (one, other), distance } in pairs {
            let (first, second) = (self.first_record(*one)?, self.first_record(*other)?);
            listing.push(&PairRow {
                distance: *distance,
                source: first.source,
                tree: first.tree,
                key: self.key(*one),
                other_source: second.source,
                other_tree: second.tree,
                other_key: self.key(*other),
            })?;
        }
        listing.finish()?;
        Ok(())
    }

    fn list_groups(&self, groups: &[StarCluster]) -> anyhow::Result<()> {
        let groups = groups.iter().take(self.limit.max());
        if self.output.json {
            let mut out = stdout();
            for StarCluster { center, members } in groups {
                let member = |&(number, distance): &(u32, u8)| MemberJson {
                    key: self.key(number),
                    distance,
                };
                let members = members.iter().map(member).collect();
                let center = self.key(*center);
                write_json(&mut out, &GroupJson { centre: center.clone(), center, members })?;
            }
            return Ok(out.flush()?);
        }
        let mut listing = self.output.listing()?;
        for (StarCluster { center, members }, group) in groups.zip(1..) {
            for &(number, distance) in [(*center, 0)].iter().chain(members) {
                let first = self.first_record(number)?;
                listing.push(&MemberRow { group, distance, first, key: self.key(number) })?;
            }
        }
        listing.finish()?;
        Ok(())
    }
}
