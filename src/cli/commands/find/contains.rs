//! `gtn-db find --contains` and `--within`: positions that contain the query, and positions that
//! are contained in it.

use std::io::Write;

use gtn_db::answer::{ContainmentCountJson, ContainmentJson};
use gtn_db::find::{ContainmentQuery, PositionIndex};
use gtn_db::similarity::{Containing, Edges, Within};

use super::request::{Naming, Queries, Request};
use super::rows::Labeled;
use crate::cli::Outcome;
use crate::cli::input::{Extent, QueryText, Tally};
use crate::cli::output::progress::Progress;
use crate::cli::output::{Listing, Row, Stdout, plural, stdout};

/// Which of the two contains the other.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// Stored positions contain the query.
    Contains,
    /// The query contains stored positions.
    Within,
}

impl Row for ContainmentJson {
    const HEADINGS: &'static [&'static str] = &[
        "query",
        "kind",
        "placements",
        "turn",
        "operation",
        "at",
        "source",
        "tree",
        "name",
        "key",
    ];
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
        "problem",
        "name",
    ];

    fn cell(&self, heading: &str) -> Option<String> {
        (heading == "at").then(|| self.at_name.clone())
    }
}

impl Row for ContainmentCountJson {
    const HEADINGS: &'static [&'static str] = &["query", "positions", "records", "placements"];
}

/// A row for each record, or one for each query.
enum Answers {
    Records(Listing<Labeled<ContainmentJson>, Stdout>),
    Counts(Listing<Labeled<ContainmentCountJson>, Stdout>),
}

/// Finds the positions that contain each query, or are contained in it.
pub fn run(
    request: &Request<'_>,
    queries: Queries<'_>,
    direction: Direction,
    edges: Edges,
    is_counted: bool,
) -> anyhow::Result<Outcome> {
    let _snapshot = request.store.snapshot()?;
    let mut source = request.position_source()?;
    let output = request.output;
    let mut answers = if is_counted {
        Answers::Counts(output.listing()?)
    } else {
        Answers::Records(output.listing()?)
    };
    let (mut tally, mut total) = (Tally::default(), ContainmentCountJson::default());
    let Queries { naming, texts: queries } = queries;
    for (label, text) in queries {
        let search = text.and_then(|text| prepare(request, text, direction, edges));
        let Some(search) = tally.accept(&label, search) else { continue };
        let progress = Progress::start(request.global, "Loading positions", None);
        let positions = source.containment(&search)?;
        drop(progress);
        let count = list(request, positions, &search, (&label, naming), &mut answers)?;
        tally.count(count.positions > 0);
        total.positions += count.positions;
        total.records += count.records;
        total.placements += count.placements;
        match &mut answers {
            Answers::Counts(listing) => listing.push(&Labeled::counted(&label, count))?,
            Answers::Records(listing) if count.positions == 0 => {
                naming.push_not_found(listing, &label)?;
            }
            Answers::Records(_) => {}
        }
    }
    request.global.note_positions(&source);
    match answers {
        Answers::Counts(listing) => drop(listing.finish()?),
        Answers::Records(listing) => {
            drop(listing.finish()?);
            if output.is_table() && tally.outcome() != Outcome::Failed {
                print_total(direction, &total)?;
            }
        }
    }
    Ok(tally.outcome())
}

/// The search for a query; `None` when it is a key that is not there.
fn prepare(
    request: &Request<'_>,
    text: QueryText,
    direction: Direction,
    edges: Edges,
) -> anyhow::Result<Option<ContainmentQuery>> {
    match direction {
        Direction::Contains => {
            let Some(asked) = text.into_pattern(request.store, Extent::Window)? else {
                return Ok(None);
            };
            Ok(Some(ContainmentQuery::Containing(Containing::new(&asked.pattern, edges)?)))
        }
        Direction::Within => {
            let Some(placed) = request.resolve(Ok(text))? else { return Ok(None) };
            Ok(Some(ContainmentQuery::Within(Within::new(&placed.query.given, edges))))
        }
    }
}

/// Counts what is found of a query, and lists it unless only counts are listed.
fn list(
    request: &Request<'_>,
    positions: &PositionIndex,
    search: &ContainmentQuery,
    (label, naming): (&str, Naming),
    answers: &mut Answers,
) -> anyhow::Result<ContainmentCountJson> {
    let mut count = ContainmentCountJson::default();
    let (mut last, mut room) = (None, request.limit());
    for found in search.find(positions) {
        let records = search.load_records(request.store, positions, &found, request.turn)?;
        if records.is_empty() {
            continue;
        }
        count.positions += u64::from(last.replace(found.number) != Some(found.number));
        count.records += records.len() as u64;
        count.placements += u64::from(found.placements);
        if let Answers::Records(listing) = answers {
            for record in records.into_iter().take(room) {
                listing.push(&Labeled::new(label, naming, ContainmentJson::new(record)))?;
                room -= 1;
            }
        }
    }
    Ok(count)
}

fn print_total(direction: Direction, total: &ContainmentCountJson) -> anyhow::Result<()> {
    let verb = match (direction, total.positions) {
        (Direction::Contains, 0 | 1) => "contains the query",
        (Direction::Contains, _) => "contain the query",
        (Direction::Within, 0 | 1) => "is contained in the query",
        (Direction::Within, _) => "are contained in the query",
    };
    let mut out = stdout();
    if total.positions == 0 {
        writeln!(out, "No position {verb}")?;
    } else {
        let positions = plural(total.positions, "position");
        let records = plural(total.records, "record");
        let places = plural(total.placements, "place");
        writeln!(out, "{positions} in {records} {verb}, in {places}")?;
    }
    Ok(out.flush()?)
}
