//! `gtn-db dups`: what the database holds twice.

pub mod conflicts;
pub mod decide;
pub mod near;

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum, value_parser};
use gtn_db::escape::write_json;
use gtn_db::find::{By, Cluster, Decisions};
use gtn_db::similarity::MAX_DISTANCE;
use gtn_db::store::{Store, StoredPosition, StoredRecord};
use serde::Serialize;

use crate::cli::output::{Listing, OutputArgs, Row, Stdout, plural, stdout};
use crate::cli::{Global, Outcome};

/// List the problems that stand more than once, each with all its sources
#[derive(Debug, Args)]
#[command(after_help = "\
The operation shown carries the record onto the canonical position. A record that does not say \
who moves is listed with every problem of its position.

Records that were decided to be different are never listed together, and export keeps none that \
is worse than another. A decision knows its records by their text, so it holds on when they are \
imported again.

With --near, a group is a position and others that differ from it in at most K points; each is \
in one group at most. docs/find.md says what a distance is.

Example:
  gtn-db dups --by position --json
  gtn-db dups --near 2")]
pub struct DupsArgs {
    /// What counts as the same
    #[arg(long, value_name = "WHAT", default_value = "problem")]
    by: ByArg,
    /// List only problems whose records do not accept the same first moves, with both solutions
    #[arg(long, conflicts_with = "by")]
    conflicts: bool,
    /// Ask about every two records whether they are different or which one is better, or take
    /// over a file of such decisions (- for standard input)
    #[arg(long, value_name = "FILE", num_args = 0..=1, conflicts_with_all = ["conflicts", "json", "csv"])]
    decide: Option<Option<PathBuf>>,
    /// Print all decisions, in the form that --decide takes
    #[arg(long, conflicts_with_all = ["conflicts", "decide", "by", "csv"])]
    decisions: bool,
    /// List groups of different positions that differ in at most K points (1 to 5)
    #[arg(
        long,
        value_name = "K",
        conflicts_with_all = ["by", "conflicts", "decide", "decisions"],
        value_parser = value_parser!(u8).range(1..=i64::from(MAX_DISTANCE)),
    )]
    near: Option<u8>,
    /// List the pairs of such positions, not groups
    #[arg(long, requires = "near")]
    pairs: bool,
    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum ByArg {
    /// Position and side to move
    Problem,
    /// Position alone
    Position,
}

/// A cluster; docs/json.md describes its fields.
#[derive(Serialize)]
pub struct JsonCluster {
    key: String,
    turn: &'static str,
    records: Vec<JsonRecord>,
}

#[derive(Serialize)]
struct JsonRecord {
    source: String,
    tree: u32,
    name: Option<String>,
    operation: &'static str,
    turn: &'static str,
}

impl JsonCluster {
    pub fn of(position: &StoredPosition, cluster: &Cluster<'_>) -> JsonCluster {
        let record = |record: &&StoredRecord| JsonRecord {
            source: record.at.source.clone(),
            tree: record.at.tree,
            name: record.at.name.clone(),
            operation: record.at.symmetry.name(),
            turn: record.own_turn().name(),
        };
        JsonCluster {
            key: position.key.to_string(),
            turn: cluster.turn.name(),
            records: cluster.records.iter().map(record).collect(),
        }
    }
}

/// A record of a cluster as a row of its own.
#[derive(Serialize)]
struct Line {
    cluster: u64,
    key: String,
    record: JsonRecord,
}

impl Row for Line {
    const HEADINGS: &'static [&'static str] =
        &["cluster", "turn", "source", "tree", "name", "operation", "key"];

    fn cells(&self) -> Vec<String> {
        let JsonRecord { source, tree, name, operation, turn } = &self.record;
        vec![
            self.cluster.to_string(),
            (*turn).to_owned(),
            source.clone(),
            tree.to_string(),
            name.clone().unwrap_or_default(),
            (*operation).to_owned(),
            self.key.clone(),
        ]
    }
}

/// A line of JSON for each cluster, or a row for each record.
enum Output {
    Json(Stdout),
    Listing(Box<Listing<Line, Stdout>>),
}

pub fn run(args: &DupsArgs, global: &Global) -> anyhow::Result<Outcome> {
    let by = match args.by {
        ByArg::Problem => By::Problem,
        ByArg::Position => By::Position,
    };
    match &args.decide {
        Some(Some(path)) => return decide::from_file(&global.database()?, path),
        Some(None) => return decide::ask(&global.database()?, by),
        None => {}
    }
    let store = Store::open(&global.database()?)?;
    if let Some(k) = args.near {
        return near::run(&store, k, args.pairs, args.output);
    }
    if args.conflicts {
        return conflicts::run(&store, args.output);
    }
    if args.decisions {
        return decide::list(&store);
    }
    let decisions = Decisions::of(&store)?;
    let (mut found, mut surplus) = (0_u64, 0_u64);
    let mut output = if args.output.json {
        Output::Json(stdout())
    } else {
        Output::Listing(Box::new(args.output.listing()?))
    };
    for id in store.positions_with_records(2)? {
        let Some(position) = store.position_by_id(id)? else { continue };
        let records = store.records(id)?;
        let clusters = decisions.clusters(&store, &position, &records, by)?;
        for cluster in clusters.iter().filter(|cluster| cluster.records.len() > 1) {
            found += 1;
            surplus += cluster.records.len() as u64 - 1;
            let cluster = JsonCluster::of(&position, cluster);
            match &mut output {
                Output::Json(out) => write_json(out, &cluster)?,
                Output::Listing(listing) => {
                    for record in cluster.records {
                        listing.push(&Line { cluster: found, key: cluster.key.clone(), record })?;
                    }
                }
            }
        }
    }
    let mut out = match output {
        Output::Json(out) => out,
        Output::Listing(listing) => listing.finish()?,
    };
    if !args.output.json && !args.output.csv {
        let what = match by {
            By::Problem => "problem",
            By::Position => "position",
        };
        if found == 0 {
            writeln!(out, "No {what} stands more than once")?;
        } else {
            let verb = if found == 1 { "stands" } else { "stand" };
            let (found, surplus) = (plural(found, what), plural(surplus, "record"));
            writeln!(out, "{found} {verb} more than once: {surplus} could go")?;
        }
    }
    out.flush()?;
    Ok(if found > 0 { Outcome::Done } else { Outcome::NothingFound })
}
