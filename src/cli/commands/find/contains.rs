//! `gtn-db find --contains` and `--within`: positions in which something is,
//! and positions that are in something.

use std::ffi::OsString;
use std::io::Write;

use gtn_db::find::{ContainmentMatch, ContainmentQuery, PositionIndex, PositionQuery};
use gtn_db::gtn::Pattern;
use gtn_db::similarity::{Containing, Edges, Within};
use gtn_db::store::Store;
use serde::Serialize;

use crate::cli::commands::find::query;
use crate::cli::input::queries::{self, Asked, Wanted};
use crate::cli::output::{Listing, OutputArgs, Row, Stdout, plural, stdout};
use crate::cli::{Outcome, report};

/// What is asked of all queries.
#[derive(Clone, Copy)]
pub struct Inside {
    /// Whether positions are to contain the query, or to be contained in it.
    pub is_containing: bool,
    /// What sides are.
    pub edges: Edges,
    /// Whether to count only.
    pub is_counted: bool,
}

/// A record that was found; docs/json.md describes its fields.
#[derive(Serialize)]
struct InsideLine {
    query: String,
    kind: &'static str,
    key: String,
    turn: &'static str,
    operation: &'static str,
    at: String,
    placements: u32,
    source: String,
    tree: u32,
    name: Option<String>,
}

impl Row for InsideLine {
    const HEADINGS: &'static [&'static str] =
        &["kind", "placements", "turn", "operation", "at", "source", "tree", "name", "key"];
    const FIELDS: &'static [&'static str] = &[
        "query",
        "kind",
        "key",
        "turn",
        "operation",
        "at",
        "placements",
        "source",
        "tree",
        "name",
    ];

    fn cells(&self) -> Vec<String> {
        vec![
            self.kind.to_owned(),
            self.placements.to_string(),
            self.turn.to_owned(),
            self.operation.to_owned(),
            self.at.clone(),
            self.source.clone(),
            self.tree.to_string(),
            self.name.clone().unwrap_or_default(),
            self.key.clone(),
        ]
    }
}

impl InsideLine {
    fn of(label: &str, found: ContainmentMatch) -> InsideLine {
        InsideLine {
            query: label.to_owned(),
            kind: found.kind.name(),
            key: found.key.to_string(),
            turn: found.turn.name(),
            operation: found.operation.name(),
            at: found.at.to_string(),
            placements: found.placements,
            source: found.record.at.source,
            tree: found.record.at.tree,
            name: found.record.at.name,
        }
    }
}

/// How much was found of a query.
#[derive(Default, Serialize)]
struct Count {
    query: String,
    positions: u64,
    records: u64,
    placements: u64,
}

impl Row for Count {
    const HEADINGS: &'static [&'static str] = &["query", "positions", "records", "placements"];

    fn cells(&self) -> Vec<String> {
        let Count { query, positions, records, placements } = self;
        vec![query.clone(), positions.to_string(), records.to_string(), placements.to_string()]
    }
}

/// A line for each record, or one for each query.
enum Output {
    Records(Listing<InsideLine, Stdout>),
    Counts(Listing<Count, Stdout>),
}

impl Inside {
    /// Finds what there is to each of the queries.
    pub fn run(
        self,
        store: &Store,
        queries: &[OsString],
        output: OutputArgs,
    ) -> anyhow::Result<Outcome> {
        let _snapshot = store.snapshot()?;
        if self.is_containing {
            let search = |asked| {
                let pattern = match asked {
                    Asked::Given(pattern) => pattern,
                    Asked::Key(prefix) => match query(store, Asked::Key(prefix), None)? {
                        Some(query) => Pattern::try_from(&query.window)?,
                        None => return Ok(None),
                    },
                };
                Ok(Some(ContainmentQuery::Containing(Containing::new(&pattern, self.edges)?)))
            };
            self.search_all::<Pattern>(store, queries, output, search)
        } else {
            let search = |asked| {
                let query = query(store, asked, None)?;
                let search = |query: PositionQuery| {
                    ContainmentQuery::Within(Within::new(&query.given, self.edges))
                };
                Ok(query.map(search))
            };
            self.search_all::<Box<PositionQuery>>(store, queries, output, search)
        }
    }

    fn search_all<Q: Wanted>(
        self,
        store: &Store,
        queries: &[OsString],
        output: OutputArgs,
        search: impl Fn(Asked<Q>) -> anyhow::Result<Option<ContainmentQuery>>,
    ) -> anyhow::Result<Outcome> {
        let positions = PositionIndex::load(store)?;
        let mut listing = if self.is_counted {
            Output::Counts(output.listing()?)
        } else {
            Output::Records(output.listing()?)
        };
        let (mut has_failed, mut found_any) = (false, false);
        let mut all = Count::default();
        queries::visit(queries, None, &mut |label, asked| {
            match asked.and_then(&search) {
                Ok(Some(search)) => {
                    let count = list(store, &positions, &search, label, &mut listing)?;
                    found_any |= count.positions > 0;
                    all.positions += count.positions;
                    all.records += count.records;
                    all.placements += count.placements;
                    if let Output::Counts(listing) = &mut listing {
                        listing.push(&count)?;
                    }
                }
                Ok(None) => report(&format!("{label}: no key begins so")),
                Err(error) => {
                    report(&format!("{label}: {error:#}"));
                    has_failed = true;
                }
            }
            Ok(())
        })?;
        match listing {
            Output::Counts(listing) => drop(listing.finish()?),
            Output::Records(listing) => {
                drop(listing.finish()?);
                if !output.json && !output.csv && !has_failed {
                    self.conclude(&all)?;
                }
            }
        }
        Ok(match (has_failed, found_any) {
            (true, _) => Outcome::Failed,
            (false, true) => Outcome::Done,
            (false, false) => Outcome::NothingFound,
        })
    }

    fn conclude(self, Count { positions, records, placements, .. }: &Count) -> anyhow::Result<()> {
        let mut out = stdout();
        let what = if self.is_containing { "contains the query" } else { "is in the query" };
        match *positions {
            0 => writeln!(out, "No position {what}")?,
            _ => {
                let verb = match (self.is_containing, *positions) {
                    (true, 1) => "contains the query",
                    (true, _) => "contain the query",
                    (false, 1) => "is in the query",
                    (false, _) => "are in the query",
                };
                let (positions, records) =
                    (plural(*positions, "position"), plural(*records, "record"));
                let places = plural(*placements, "place");
                writeln!(out, "{positions} in {records} {verb}, in {places}")?;
            }
        }
        out.flush()?;
        Ok(())
    }
}

/// Lists what is found of one query, if records are listed, and counts it.
fn list(
    store: &Store,
    positions: &PositionIndex,
    search: &ContainmentQuery,
    label: &str,
    listing: &mut Output,
) -> anyhow::Result<Count> {
    let mut count = Count { query: label.to_owned(), ..Count::default() };
    let mut last = None;
    for found in search.find(positions) {
        let records = search.load_records(store, positions, &found)?;
        count.positions += u64::from(last.replace(found.number) != Some(found.number));
        count.records += records.len() as u64;
        count.placements += u64::from(found.placements);
        if let Output::Records(listing) = listing {
            for record in records {
                listing.push(&InsideLine::of(label, record))?;
            }
        }
    }
    Ok(count)
}
