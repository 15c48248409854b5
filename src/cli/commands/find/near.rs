//! `gtn-db find --near`: what is like a position.

use std::ffi::OsString;
use std::io::Write;

use gtn_db::Color;
use gtn_db::escape::Escaped;
use gtn_db::extract::BoardPlace;
use gtn_db::find::{
    MatchKind, PositionIndex, PositionQuery, RecordMatch, SimilarPosition, SimilarRecord,
    find_similar,
};
use gtn_db::go::{Point, Size};
use gtn_db::gtn::{Cell, Diagram, Mark};
use gtn_db::similarity::{Difference, QueryPoint};
use gtn_db::store::Store;
use serde::Serialize;

use crate::cli::commands::find::{Line, query, summary};
use crate::cli::input::queries;
use crate::cli::output::board::{Drawing, shift_place};
use crate::cli::output::{Listing, OutputArgs, Row, Stdout, has_colors, plural, stdout};
use crate::cli::{Outcome, report};

/// A record that was found; docs/json.md describes its fields.
#[derive(Serialize)]
struct LikeLine {
    #[serde(flatten)]
    line: Line,
    distance: Option<u8>,
    difference: Option<Vec<String>>,
}

impl Row for LikeLine {
    const HEADINGS: &'static [&'static str] =
        &["kind", "distance", "difference", "turn", "operation", "source", "tree", "name", "key"];
    const FIELDS: &'static [&'static str] = &[
        "query",
        "kind",
        "key",
        "turn",
        "operation",
        "source",
        "tree",
        "name",
        "other_size",
        "distance",
        "difference",
    ];

    fn cells(&self) -> Vec<String> {
        let mut cells = self.line.cells();
        let distance = self.distance.map(|distance| distance.to_string()).unwrap_or_default();
        let difference = self.difference.as_ref().map(|points| points.join(" "));
        cells.splice(1..1, [distance, difference.unwrap_or_default()]);
        cells
    }
}

impl LikeLine {
    fn of(
        label: &str,
        found: &SimilarPosition,
        SimilarRecord { matched, difference, .. }: &SimilarRecord,
    ) -> LikeLine {
        let points =
            |points: &Vec<Difference>| points.iter().map(|point| point.at.to_string()).collect();
        LikeLine {
            line: Line::of(label, &found.position, matched),
            distance: found.distance,
            difference: difference.as_ref().map(points),
        }
    }
}

/// Finds what is like each of the queries.
pub fn run(
    store: &Store,
    queries: &[OsString],
    turn: Option<Color>,
    k: u8,
    output: OutputArgs,
) -> anyhow::Result<Outcome> {
    let _snapshot = store.snapshot()?;
    let positions = PositionIndex::load(store)?;
    let is_for_people = !output.json && !output.csv;
    let mut listing: Option<Listing<LikeLine, Stdout>> =
        if is_for_people { None } else { Some(output.listing()?) };
    let (mut found_any, mut has_failed, mut is_first) = (false, false, true);
    queries::visit(queries, turn, &mut |label, asked| {
        match asked.and_then(|asked| query(store, asked, turn)) {
            Ok(Some(query)) => {
                let found = find_similar(store, &positions, &query, k)?;
                found_any |= !found.is_empty();
                match &mut listing {
                    Some(listing) => put(listing, label, &found)?,
                    None => {
                        show(label, &query, &found, output, std::mem::take(&mut is_first))?;
                    }
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
    if let Some(listing) = listing {
        listing.finish()?;
    }
    Ok(match (has_failed, found_any) {
        (true, _) => Outcome::Failed,
        (false, true) => Outcome::Done,
        (false, false) => Outcome::NothingFound,
    })
}

fn put(
    listing: &mut Listing<LikeLine, Stdout>,
    label: &str,
    found: &[SimilarPosition],
) -> anyhow::Result<()> {
    for found in found {
        for matched in &found.records {
            listing.push(&LikeLine::of(label, found, matched))?;
        }
    }
    Ok(())
}

/// The query, a sentence, a table, and the board of each position that is near.
fn show(
    label: &str,
    query: &PositionQuery,
    found: &[SimilarPosition],
    output: OutputArgs,
    is_first: bool,
) -> anyhow::Result<()> {
    let mut out = stdout();
    if !is_first {
        writeln!(out)?;
    }
    draw(&mut out, query, &[])?;
    writeln!(out, "\n{}", Escaped(&sentence(query, found)))?;
    drop(out); // the listing locks standard output itself
    let mut listing = output.listing()?;
    put(&mut listing, label, found)?;
    let mut out = listing.finish()?;
    for found in found {
        let Some(SimilarRecord { matched, difference: Some(difference), .. }) =
            found.records.first()
        else {
            continue;
        };
        if !difference.is_empty() {
            let points = plural(difference.len() as u64, "point");
            let (kind, key) = (matched.kind.name(), found.position.key);
            writeln!(out, "\n{kind}: {key} differs in {points}, marked ( ) or *")?;
            draw(&mut out, query, difference)?;
        }
    }
    out.flush()?;
    Ok(())
}

/// What was found, in words.
fn sentence(query: &PositionQuery, found: &[SimilarPosition]) -> String {
    let of_kind = |kind: MatchKind| {
        let is_kind =
            |found: &&SimilarPosition| found.records.iter().any(|found| found.matched.kind == kind);
        found.iter().filter(is_kind).count() as u64
    };
    let is_same = |matched: &&RecordMatch| {
        matches!(matched.kind, MatchKind::SameProblem | MatchKind::SamePosition)
    };
    let all = found.iter().flat_map(|found| &found.records).map(|found| &found.matched);
    let mut text = summary(query, &all.filter(is_same).collect::<Vec<_>>());
    let parts = [
        (of_kind(MatchKind::SameShape), "of the same shape with other edges"),
        (of_kind(MatchKind::Near), "near"),
    ];
    for (count, what) in parts.into_iter().filter(|(count, _)| *count > 0) {
        text.push_str(&format!("; {} {what}", plural(count, "position")));
    }
    text
}

/// Draws the query with another position's stones where that differs, marked,
/// and numbered as the query counts.
fn draw(
    out: &mut impl Write,
    query: &PositionQuery,
    difference: &[Difference],
) -> anyhow::Result<()> {
    let size = query.window.board.size();
    let origin = (i16::from(query.origin.col), i16::from(query.origin.row));
    let ends = (origin.0 + i16::from(size.cols()), origin.1 + i16::from(size.rows()));
    let points = || difference.iter().map(|point| point.at);
    let first_col = points().map(|at| at.col).fold(origin.0, i16::min);
    let first_row = points().map(|at| at.row).fold(origin.1, i16::min);
    let end_col = points().map(|at| at.col + 1).fold(ends.0, i16::max);
    let end_row = points().map(|at| at.row + 1).fold(ends.1, i16::max);
    let side = |length: i16| u8::try_from(length).unwrap_or(u8::MAX);
    let Ok(drawn) = Size::new(side(end_col - first_col), side(end_row - first_row)) else {
        // Larger than any board: the points are in the table.
        return Ok(());
    };
    let diagram = Diagram::build(drawn, query.window.open, |point| {
        let at = QueryPoint {
            row: i16::from(point.row) + first_row,
            col: i16::from(point.col) + first_col,
        };
        if let Some(differing) = difference.iter().find(|differing| differing.at == at) {
            return Cell { stone: differing.found, mark: Some(Mark::Circle) };
        }
        let inside = u8::try_from(at.col - origin.0).ok().zip(u8::try_from(at.row - origin.1).ok());
        let inside = inside.map(|(col, row)| Point::new(col, row));
        let inside = inside.filter(|&point| size.contains(point));
        Cell { stone: inside.and_then(|point| query.window.board.get(point)), mark: None }
    });
    let asked = BoardPlace::likely(&Diagram::from(&query.given)).ok();
    let placement = asked.and_then(|place| shift_place(place, first_col, first_row));
    let drawing = Drawing { diagram: &diagram, placement, labels: &[], is_styled: has_colors() };
    write!(out, "{drawing}")?;
    Ok(())
}
