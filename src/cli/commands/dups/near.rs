//! `gtn-db dups --near`: positions that differ in few points.

use std::io::Write;

use gtn_db::escape::write_json;
use gtn_db::find::{Decisions, Positions};
use gtn_db::similarity::{Group, groups};
use gtn_db::store::{Store, StoreError};
use serde::Serialize;

use crate::cli::Outcome;
use crate::cli::output::{OutputArgs, Row, plural, stdout};

/// A group; docs/json.md describes its fields.
#[derive(Serialize)]
struct JsonGroup {
    centre: String,
    members: Vec<JsonMember>,
}

#[derive(Serialize)]
struct JsonMember {
    key: String,
    distance: u8,
}

/// Two positions; docs/json.md describes the fields.
#[derive(Serialize)]
struct JsonPair {
    keys: [String; 2],
    distance: u8,
}

/// The record that a position was first seen in.
#[derive(Clone, Serialize)]
struct First {
    source: String,
    tree: String,
    name: String,
}

impl First {
    fn of(store: &Store, positions: &Positions, number: u32) -> Result<First, StoreError> {
        let first = store.records(positions.id(number))?.into_iter().next().map(|record| record.at);
        Ok(First {
            tree: first.as_ref().map_or(String::new(), |at| at.tree.to_string()),
            name: first.as_ref().and_then(|at| at.name.clone()).unwrap_or_default(),
            source: first.map_or(String::new(), |at| at.source),
        })
    }
}

/// A position of a group as a row of its own.
#[derive(Serialize)]
struct MemberLine {
    group: usize,
    distance: u8,
    #[serde(flatten)]
    first: First,
    key: String,
}

impl Row for MemberLine {
    const HEADINGS: &'static [&'static str] =
        &["group", "distance", "source", "tree", "name", "key"];
    const FIELDS: &'static [&'static str] = &["group", "distance", "source", "tree", "name", "key"];

    fn cells(&self) -> Vec<String> {
        let First { source, tree, name } = self.first.clone();
        vec![
            self.group.to_string(),
            self.distance.to_string(),
            source,
            tree,
            name,
            self.key.clone(),
        ]
    }
}

/// A pair as a row.
#[derive(Serialize)]
struct PairLine {
    distance: u8,
    source: String,
    tree: String,
    key: String,
    other_source: String,
    other_tree: String,
    other_key: String,
}

impl Row for PairLine {
    const HEADINGS: &'static [&'static str] =
        &["distance", "source", "tree", "key", "other source", "other tree", "other key"];
    const FIELDS: &'static [&'static str] =
        &["distance", "source", "tree", "key", "other_source", "other_tree", "other_key"];

    fn cells(&self) -> Vec<String> {
        let PairLine { distance, source, tree, key, other_source, other_tree, other_key } = self;
        let mut cells = vec![distance.to_string()];
        cells.extend([source, tree, key, other_source, other_tree, other_key].map(String::clone));
        cells
    }
}

/// Lists the groups, or the pairs, of positions at most `k` points apart.
pub fn run(store: &Store, k: u8, by_pairs: bool, output: OutputArgs) -> anyhow::Result<Outcome> {
    let _snapshot = store.snapshot()?;
    let positions = Positions::load(store)?;
    // By keys, which are the same in every database.
    let pairs = positions.index().pairs(k);
    let decisions = Decisions::of(store)?;
    let mut listed = Vec::with_capacity(pairs.len());
    for pair in pairs {
        let (one, other) = pair.numbers;
        if !decisions.separate(store, positions.key(one), positions.key(other))? {
            listed.push(pair);
        }
    }
    let mut pairs = listed;
    for pair in &mut pairs {
        let (one, other) = pair.numbers;
        if positions.key(other) < positions.key(one) {
            pair.numbers = (other, one);
        }
    }
    let rank = |number| positions.key(number);
    pairs.sort_by_cached_key(|pair| (rank(pair.numbers.0), rank(pair.numbers.1)));
    let key = |number| positions.key(number).to_string();
    let is_for_people = !output.json && !output.csv;
    let points = plural(u64::from(k), "point");
    let (count, sentence) = if by_pairs {
        let keys = |(one, other)| [key(one), key(other)];
        if output.json {
            let mut out = stdout();
            for pair in &pairs {
                let pair = JsonPair { keys: keys(pair.numbers), distance: pair.distance };
                write_json(&mut out, &pair)?;
            }
            out.flush()?;
        } else {
            let mut listing = output.listing()?;
            for pair in &pairs {
                let first = |number| First::of(store, &positions, number);
                let (one, other) = (first(pair.numbers.0)?, first(pair.numbers.1)?);
                let [key, other_key] = keys(pair.numbers);
                listing.push(&PairLine {
                    distance: pair.distance,
                    source: one.source,
                    tree: one.tree,
                    key,
                    other_source: other.source,
                    other_tree: other.tree,
                    other_key,
                })?;
            }
            listing.finish()?;
        }
        let count = pairs.len() as u64;
        (count, format!("{} at most {points} apart", plural(count, "pair")))
    } else {
        let groups = groups(&pairs, rank);
        if output.json {
            let mut out = stdout();
            for Group { center, members } in &groups {
                let members = members.iter().map(|&(number, distance)| (key(number), distance));
                let members = members.map(|(key, distance)| JsonMember { key, distance }).collect();
                write_json(&mut out, &JsonGroup { centre: key(*center), members })?;
            }
            out.flush()?;
        } else {
            let mut listing = output.listing()?;
            for (Group { center, members }, group) in groups.iter().zip(1..) {
                for (number, distance) in [(*center, 0)].iter().chain(members).copied() {
                    let first = First::of(store, &positions, number)?;
                    listing.push(&MemberLine { group, distance, first, key: key(number) })?;
                }
            }
            listing.finish()?;
        }
        let count = groups.len() as u64;
        let members = groups.iter().map(|group| group.members.len() as u64).sum();
        let verb = if members == 1 { "lies" } else { "lie" };
        let members = plural(members, "position");
        let groups = plural(count, "group");
        (count, format!("{groups}: {members} {verb} at most {points} from a center"))
    };
    if is_for_people {
        let mut out = stdout();
        match count {
            0 => writeln!(out, "No two positions are at most {points} apart")?,
            _ => writeln!(out, "{sentence}")?,
        }
        out.flush()?;
    }
    Ok(if count > 0 { Outcome::Done } else { Outcome::NothingFound })
}
