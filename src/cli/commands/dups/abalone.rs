//! `gtn-db dups`: duplicates and near positions of Abalone.

use gtn_db::abalone::{Board, Setup};
use gtn_db::answer::abalone::{ClusterJson, ClusterRecordJson, NearGroupJson, NearPairJson};
use gtn_db::find::abalone::{
    Cluster, PositionRecords, cluster_records, distinct_clusters, find_near_pairs,
};
use gtn_db::find::{Identity, SourcePair};
use gtn_db::similarity::{NearPair, StarCluster, find_star_clusters};
use gtn_db::store::Store;
use serde::Serialize;

use super::limit::Limit;
use crate::cli::Outcome;
use crate::cli::output::{OutputArgs, Row, plural, print_json, print_line};

/// A record of a cluster as a row of its own.
#[derive(Serialize)]
struct RecordRow {
    cluster: u64,
    key: String,
    #[serde(flatten)]
    record: ClusterRecordJson,
}

impl Row for RecordRow {
    const HEADINGS: &'static [&'static str] = &[
        "cluster",
        "turn",
        "lost",
        "source",
        "number",
        "name",
        "form",
        "operation",
        "key",
        "copy of",
    ];
    const FIELDS: &'static [&'static str] = &[
        "cluster",
        "key",
        "source",
        "number",
        "name",
        "form",
        "operation",
        "turn",
        "lost",
        "copy_of",
    ];
}

/// Lists the clusters of duplicates.
pub fn list(
    store: &Store,
    positions: &[PositionRecords],
    identity: Identity,
    between: Option<&SourcePair>,
    limit: Limit,
    output: OutputArgs,
) -> anyhow::Result<Outcome> {
    let (mut duplicates, mut redundant) = (0, 0);
    let mut clusters = Vec::new();
    for PositionRecords { key, records, .. } in positions {
        let mut records = records.clone();
        records.retain(|record| between.is_none_or(|pair| pair.has_source(record.source_id)));
        let is_listed = |cluster: &&Cluster<'_>| {
            let sources = cluster.records.iter().map(|record| record.source_id);
            cluster.redundant() > 0 && between.is_none_or(|pair| pair.is_joined_by_sources(sources))
        };
        for cluster in
            distinct_clusters(cluster_records(&records, identity)).iter().filter(is_listed)
        {
            duplicates += 1;
            redundant += cluster.redundant();
            if limit.allows(duplicates) {
                clusters.push(ClusterJson::new(store, *key, cluster)?);
            }
        }
    }
    if output.json {
        print_json(&clusters)?;
    } else {
        let mut listing = output.listing()?;
        for (cluster, number) in clusters.into_iter().zip(1..) {
            let key = cluster.key;
            cluster.records.into_iter().try_for_each(|record| {
                listing.push(&RecordRow { cluster: number, key: key.clone(), record })
            })?;
        }
        listing.finish()?;
    }
    let what = match identity {
        Identity::Problem => "duplicate problem",
        Identity::Position => "duplicate position",
    };
    summarize(output, || match duplicates {
        0 => format!("No {what}s of Abalone"),
        _ => format!(
            "{} of Abalone{}, {}",
            plural(duplicates, what),
            limit.note(duplicates),
            plural(redundant, "redundant record"),
        ),
    })?;
    Ok(if duplicates > 0 { Outcome::Done } else { Outcome::NothingFound })
}

/// Prints a summary below a table.
fn summarize(output: OutputArgs, summary: impl FnOnce() -> String) -> anyhow::Result<()> {
    if output.is_table() {
        print_line(summary())?;
    }
    Ok(())
}

/// A position of a group as a row of its own.
#[derive(Serialize)]
struct MemberRow {
    group: usize,
    distance: u8,
    source: String,
    number: u32,
    name: Option<String>,
    key: String,
}

impl Row for MemberRow {
    const HEADINGS: &'static [&'static str] =
        &["group", "distance", "source", "number", "name", "key"];
}

/// A pair as a row.
#[derive(Serialize)]
struct PairRow {
    distance: u8,
    source: String,
    number: u32,
    key: String,
    other_source: String,
    other_number: u32,
    other_key: String,
}

impl Row for PairRow {
    const HEADINGS: &'static [&'static str] =
        &["distance", "source", "number", "key", "other_source", "other_number", "other_key"];
}

/// Lists groups of positions that differ in at most `k` cells, or pairs.
pub fn list_near(
    positions: &[PositionRecords],
    k: u8,
    lists_pairs: bool,
    limit: Limit,
    output: OutputArgs,
) -> anyhow::Result<Outcome> {
    let mut positions: Vec<&PositionRecords> = positions.iter().collect();
    positions.sort_by_key(|position| position.key);
    let board = |position: &&PositionRecords| Ok(position.records[0].text.parse::<Setup>()?.board);
    let boards = positions.iter().map(board).collect::<anyhow::Result<Vec<Board>>>()?;
    let pairs = find_near_pairs(&boards, k);
    let cells = plural(u64::from(k), "cell");
    let found_none = pairs.is_empty();
    let summary = if lists_pairs {
        let count = pairs.len() as u64;
        list_pairs(&positions, pairs, limit, output)?;
        format!(
            "{}{} of positions of Abalone that differ in at most {cells}",
            plural(count, "pair"),
            limit.note(count),
        )
    } else {
        let groups = find_star_clusters(&pairs, |number| positions[number as usize].key);
        let count = groups.len() as u64;
        let members = groups.iter().map(|group| group.members.len() as u64).sum();
        list_groups(&positions, groups, limit, output)?;
        let verb = if members == 1 { "differs" } else { "differ" };
        format!(
            "{}{}: {} of Abalone {verb} from the center of a group in at most {cells}",
            plural(count, "group"),
            limit.note(count),
            plural(members, "position"),
        )
    };
    summarize(output, || match found_none {
        true => format!("No two positions of Abalone differ in at most {cells}"),
        false => summary,
    })?;
    Ok(if found_none { Outcome::NothingFound } else { Outcome::Done })
}

fn list_pairs(
    positions: &[&PositionRecords],
    mut pairs: Vec<NearPair>,
    limit: Limit,
    output: OutputArgs,
) -> anyhow::Result<()> {
    let at = |number: u32| positions[number as usize];
    pairs.truncate(limit.max());
    if output.json {
        let describe = |pair| NearPairJson::new(pair, |number| at(number).key);
        return Ok(print_json(pairs.into_iter().map(describe))?);
    }
    let mut listing = output.listing()?;
    for NearPair { numbers: (one, other), distance } in pairs {
        let [(source, number, key), (other_source, other_number, other_key)] =
            [one, other].map(|number| {
                let first = &at(number).records[0];
                (first.source.clone(), first.number, first.key.to_string())
            });
        listing.push(&PairRow {
            distance,
            source,
            number,
            key,
            other_source,
            other_number,
            other_key,
        })?;
    }
    listing.finish()?;
    Ok(())
}

fn list_groups(
    positions: &[&PositionRecords],
    mut groups: Vec<StarCluster>,
    limit: Limit,
    output: OutputArgs,
) -> anyhow::Result<()> {
    let at = |number: u32| positions[number as usize];
    groups.truncate(limit.max());
    if output.json {
        let describe = |group| NearGroupJson::new(group, |number| at(number).key);
        return Ok(print_json(groups.iter().map(describe))?);
    }
    let mut listing = output.listing()?;
    for (StarCluster { center, members }, group) in groups.into_iter().zip(1..) {
        for (number, distance) in [(center, 0)].into_iter().chain(members) {
            let first = &at(number).records[0];
            listing.push(&MemberRow {
                group,
                distance,
                source: first.source.clone(),
                number: first.number,
                name: first.name.clone(),
                key: first.key.to_string(),
            })?;
        }
    }
    listing.finish()?;
    Ok(())
}
