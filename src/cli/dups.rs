//! `gtn-db dups`: what the database holds twice.

use std::io::Write;

use clap::{Args, ValueEnum};
use gtn_db::find::{By, Cluster, clusters};
use gtn_db::store::{Store, StoredPosition};
use serde::Serialize;

use super::output::{OutputArgs, Row, plural, stdout};
use super::{Global, Outcome};

/// List the problems that stand more than once, each with all its sources
#[derive(Debug, Args)]
#[command(after_help = "\
The operation shown carries the record onto the canonical position. A record that does not say \
who moves is listed with every problem of its position.

Example:
  gtn-db dups --by position --json")]
pub struct DupsArgs {
    /// What counts as the same
    #[arg(long, value_name = "WHAT", default_value = "problem")]
    by: ByArg,
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
struct JsonCluster<'a> {
    key: String,
    turn: &'static str,
    records: Vec<JsonRecord<'a>>,
}

#[derive(Serialize)]
struct JsonRecord<'a> {
    source: &'a str,
    tree: u32,
    name: Option<&'a str>,
    operation: &'static str,
    turn: &'static str,
}

impl JsonCluster<'_> {
    fn of<'a>(position: &StoredPosition, cluster: &Cluster<'a>) -> JsonCluster<'a> {
        let record = |record: &&'a gtn_db::store::StoredRecord| JsonRecord {
            source: &record.at.source,
            tree: record.at.tree,
            name: record.at.name.as_deref(),
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
    cells: [String; 5],
}

impl Row for Line {
    const HEADINGS: &'static [&'static str] =
        &["cluster", "turn", "source", "tree", "name", "operation", "key"];

    fn cells(&self) -> Vec<String> {
        let mut cells = vec![self.cluster.to_string()];
        cells.extend_from_slice(&self.cells);
        cells.push(self.key.clone());
        cells
    }
}

pub fn run(args: &DupsArgs, global: &Global) -> anyhow::Result<Outcome> {
    let store = Store::open(&global.database()?)?;
    let by = match args.by {
        ByArg::Problem => By::Problem,
        ByArg::Position => By::Position,
    };
    let (mut found, mut surplus) = (0_u64, 0_u64);
    let mut out = args.output.json.then(stdout);
    let mut listing = if args.output.json { None } else { Some(args.output.listing()?) };
    for id in store.positions_seen(2)? {
        let Some(position) = store.position_by_id(id)? else { continue };
        let records = store.records(id)?;
        for cluster in clusters(&records, by).iter().filter(|cluster| cluster.records.len() > 1) {
            found += 1;
            surplus += cluster.records.len() as u64 - 1;
            if let Some(out) = &mut out {
                super::escape::write_json(out, &JsonCluster::of(&position, cluster))?;
            }
            let Some(listing) = &mut listing else { continue };
            for record in JsonCluster::of(&position, cluster).records {
                let name = record.name.unwrap_or_default().to_owned();
                let (source, tree) = (record.source.to_owned(), record.tree.to_string());
                listing.push(&Line {
                    cluster: found,
                    key: position.key.to_string(),
                    cells: [
                        record.turn.to_owned(),
                        source,
                        tree,
                        name,
                        record.operation.to_owned(),
                    ],
                })?;
            }
        }
    }
    if let Some(mut out) = out {
        out.flush()?;
    }
    if let Some(listing) = listing {
        let mut out = listing.finish()?;
        if !args.output.csv {
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
            out.flush()?;
        }
    }
    Ok(if found > 0 { Outcome::Done } else { Outcome::NothingFound })
}
