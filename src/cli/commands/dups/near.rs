//! `gtn-db dups --near`: positions that differ in few points.

use gtn_db::answer::{MisprintJson, NearAnswers};
use gtn_db::find::{Misprints, PositionIndex, Suspicion, find_near_pairs, max_partners};
use gtn_db::similarity::{NearPair, StarCluster, find_star_clusters};
use gtn_db::store::{Store, StoreError};
use serde::Serialize;

use super::limit::Limit;
use crate::cli::output::progress::Progress;
use crate::cli::output::{OutputArgs, Row, plural, print_json, print_line};
use crate::cli::{Global, Outcome, report};

/// The cell of the column "misprint" or "difference".
fn misprint_cell(misprint: &MisprintJson, heading: &str) -> Option<String> {
    match (heading, misprint.same_source) {
        ("misprint", None) => Some(String::new()),
        ("misprint", Some(true)) => Some("same source".to_owned()),
        ("misprint", _) if misprint.same_book == Some(true) => Some("same book".to_owned()),
        ("misprint", _) => Some("likely".to_owned()),
        ("difference", _) => Some(misprint.difference_names.clone()),
        _ => None,
    }
}

/// The first record of a position.
#[derive(Clone, Default, Serialize)]
pub struct FirstRecord {
    source: String,
    tree: Option<u32>,
    problem: Option<u32>,
    name: Option<String>,
}

impl FirstRecord {
    /// Empty when an import has removed the position meanwhile.
    pub fn load(store: &Store, position: i64) -> Result<FirstRecord, StoreError> {
        let first = store.first_occurrence(position)?;
        Ok(first.map_or_else(FirstRecord::default, |at| FirstRecord {
            source: at.source,
            tree: Some(at.tree),
            problem: Some(at.problem),
            name: at.name,
        }))
    }
}

/// A position of a group as a row of its own.
#[derive(Serialize)]
struct MemberRow {
    group: usize,
    distance: u8,
    #[serde(flatten)]
    first: FirstRecord,
    key: String,
    #[serde(flatten)]
    misprint: MisprintJson,
}

impl Row for MemberRow {
    const HEADINGS: &'static [&'static str] =
        &["group", "distance", "misprint", "difference", "source", "tree", "name", "key"];
    const FIELDS: &'static [&'static str] = &[
        "group",
        "distance",
        "source",
        "tree",
        "problem",
        "name",
        "key",
        "misprint",
        "same_source",
        "same_book",
        "difference",
    ];

    fn cell(&self, heading: &str) -> Option<String> {
        misprint_cell(&self.misprint, heading)
    }
}

/// A pair as a row.
#[derive(Serialize)]
struct PairRow {
    distance: u8,
    source: String,
    tree: Option<u32>,
    problem: Option<u32>,
    key: String,
    other_source: String,
    other_tree: Option<u32>,
    other_problem: Option<u32>,
    other_key: String,
    #[serde(flatten)]
    misprint: MisprintJson,
}

impl Row for PairRow {
    const HEADINGS: &'static [&'static str] = &[
        "distance",
        "misprint",
        "difference",
        "source",
        "tree",
        "key",
        "other_source",
        "other_tree",
        "other_key",
    ];
    const FIELDS: &'static [&'static str] = &[
        "distance",
        "source",
        "tree",
        "problem",
        "key",
        "other_source",
        "other_tree",
        "other_problem",
        "other_key",
        "misprint",
        "same_source",
        "same_book",
        "difference",
    ];

    fn cell(&self, heading: &str) -> Option<String> {
        misprint_cell(&self.misprint, heading)
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
    let positions = PositionIndex::load(store)?;
    drop(progress);
    let total = positions.index().len() as u64;
    let progress = Progress::start(global, "Comparing positions", Some(total));
    let (pairs, has_more) = find_near_pairs(store, &positions, k, |count| progress.add(count))?;
    drop(progress);
    if has_more {
        let max = max_partners(&positions);
        report(&format!(
            "some positions have more than {max} others near them; of these, pairs that differ in \
             more than 1 point are left out"
        ));
    }
    let progress = Progress::start(global, "Comparing answers", None);
    let misprints = Misprints::find(store, positions.keys(), &pairs, |count| progress.add(count))?;
    drop(progress);
    let near = Near { store, positions, misprints, limit, output };
    let points = plural(u64::from(k), "point");
    let found_none = pairs.is_empty();
    let summary = if found_none {
        format!("No two positions differ in at most {points}")
    } else if lists_pairs {
        let count = pairs.len() as u64;
        near.list_pairs(pairs)?;
        let misprints = near.summarize_misprints("");
        let (listed, pairs) = (limit.note(count), plural(count, "pair"));
        format!("{pairs}{listed} of positions that differ in at most {points}{misprints}")
    } else {
        let groups = find_star_clusters(&pairs, |number| near.positions.key(number));
        let count = groups.len() as u64;
        let members = groups.iter().map(|group| group.members.len() as u64).sum();
        near.list_groups(groups)?;
        let verb = if members == 1 { "differs" } else { "differ" };
        let misprints = near.summarize_misprints("; --pairs lists all");
        format!(
            "{}{}: {} {verb} from the center of a group in at most {points}{misprints}",
            plural(count, "group"),
            limit.note(count),
            plural(members, "position"),
        )
    };
    if found_none && output.csv {
        // The headings.
        if lists_pairs { near.list_pairs(Vec::new())? } else { near.list_groups(Vec::new())? }
    }
    if !output.json && !output.csv {
        print_line(summary)?;
    }
    Ok(match found_none {
        true => Outcome::NothingFound,
        false if has_more => Outcome::Skipped,
        false => Outcome::Done,
    })
}

/// What the lists of near positions have in common.
struct Near<'a> {
    store: &'a Store,
    positions: PositionIndex,
    misprints: Misprints,
    limit: Limit,
    output: OutputArgs,
}

impl Near<'_> {
    fn answers(&self) -> NearAnswers<'_> {
        NearAnswers { positions: self.positions.keys(), misprints: &self.misprints }
    }

    fn first_record(&self, number: u32) -> Result<FirstRecord, StoreError> {
        FirstRecord::load(self.store, self.positions.id(number))
    }

    /// The number of likely misprints for the summary; nothing if there are none.
    fn summarize_misprints(&self, hint: &str) -> String {
        let across = self.misprints.count(Suspicion::AcrossBooks);
        let within = [Suspicion::AcrossSources, Suspicion::WithinSource];
        let within: usize = within.map(|suspicion| self.misprints.count(suspicion)).iter().sum();
        match (across + within) as u64 {
            0 => String::new(),
            all => {
                let misprints = plural(all, "likely misprint");
                format!("; {misprints}, {across} of them across books{hint}")
            }
        }
    }

    /// Lists the likely misprints, then the other pairs in the order of their keys.
    fn list_pairs(&self, mut pairs: Vec<NearPair>) -> anyhow::Result<()> {
        let answers = self.answers();
        answers.sort_pairs(&mut pairs);
        pairs.truncate(self.limit.max());
        if self.output.json {
            return Ok(print_json(pairs.into_iter().map(|pair| answers.describe_pair(pair)))?);
        }
        let mut listing = self.output.listing()?;
        for pair in pairs {
            let (one, other) = pair.numbers;
            let (first, second) = (self.first_record(one)?, self.first_record(other)?);
            listing.push(&PairRow {
                distance: pair.distance,
                source: first.source,
                tree: first.tree,
                problem: first.problem,
                key: answers.key(one),
                other_source: second.source,
                other_tree: second.tree,
                other_problem: second.problem,
                other_key: answers.key(other),
                misprint: answers.describe_misprint(pair),
            })?;
        }
        listing.finish()?;
        Ok(())
    }

    /// Lists the groups with a member that is a likely misprint of the center, or the
    /// other way round, then the other groups.
    fn list_groups(&self, mut groups: Vec<StarCluster>) -> anyhow::Result<()> {
        let answers = self.answers();
        answers.sort_groups(&mut groups);
        groups.truncate(self.limit.max());
        if self.output.json {
            return Ok(print_json(groups.iter().map(|group| answers.describe_group(group)))?);
        }
        let mut listing = self.output.listing()?;
        for (StarCluster { center, members }, group) in groups.into_iter().zip(1..) {
            for (number, distance) in [(center, 0)].into_iter().chain(members) {
                let pair = NearPair { numbers: (center, number), distance };
                let (first, key) = (self.first_record(number)?, answers.key(number));
                let misprint = answers.describe_misprint(pair);
                listing.push(&MemberRow { group, distance, first, key, misprint })?;
            }
        }
        listing.finish()?;
        Ok(())
    }
}
