//! `gtn-db find --near`: similar positions.

use std::io::Write;

use gtn_db::answer::{PointNames, SimilarMatchJson};
use gtn_db::extract::BoardPlace;
use gtn_db::find::{MatchKind, PositionQuery, RecordMatch, SimilarPosition, SimilarRecord};
use gtn_db::go::{Point, Sides, Size};
use gtn_db::gtn::{Cell, Diagram, Mark};
use gtn_db::similarity::{Difference, Edges, QueryPoint};

use super::request::{PlacedQuery, Queries, Request};
use super::rows::{Answers, record_cell, summarize};
use crate::cli::Outcome;
use crate::cli::input::Tally;
use crate::cli::output::board::shift_place;
use crate::cli::output::points::draw_diagram;
use crate::cli::output::progress::Progress;
use crate::cli::output::{Row, plural};

impl Row for SimilarMatchJson {
    const HEADINGS: &'static [&'static str] = &[
        "query",
        "kind",
        "distance",
        "difference",
        "turn",
        "operation",
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
        "source",
        "tree",
        "problem",
        "name",
        "other_size",
        "distance",
        "difference",
    ];

    fn cell(&self, heading: &str) -> Option<String> {
        match heading {
            "difference" => Some(self.difference_names.clone()),
            _ => record_cell(&self.record, heading),
        }
    }
}

/// Finds the positions that differ from each query in at most `k` points or in their edges; with
/// any edges, also those that differ in both.
pub fn run(
    request: &Request<'_>,
    queries: Queries<'_>,
    k: u8,
    edges: Edges,
) -> anyhow::Result<Outcome> {
    let _snapshot = request.store.snapshot()?;
    let mut source = request.position_source()?;
    let mut answers = Answers::start(request.output, queries.naming)?;
    let mut tally = Tally::default();
    for (label, text) in queries.texts {
        let Some(placed) = tally.accept(&label, request.resolve(text)) else { continue };
        let progress = Progress::start(request.global, "Loading positions", None);
        let found = source.find_near(&placed.query, k, edges)?;
        drop(progress);
        tally.count(!found.is_empty());
        let names = PointNames::new(placed.position.place);
        let rows = found.iter().flat_map(|found| {
            found.records.iter().map(|record| SimilarMatchJson::new(names, found, record))
        });
        let rows = rows.take(request.limit());
        let describe = || (placed.draw(), vec![summarize_similar(&placed.query, &found)]);
        if let Some(mut out) = answers.push(&label, !found.is_empty(), rows, describe)? {
            draw_differences(&mut out, &placed, &found, request.limit())?;
        }
    }
    answers.finish()?;
    request.global.note_positions(&source);
    Ok(tally.outcome())
}

/// What was found, in a sentence.
fn summarize_similar(query: &PositionQuery, found: &[SimilarPosition]) -> String {
    let count = |kind: MatchKind| {
        let is_kind =
            |found: &&SimilarPosition| found.records.iter().any(|found| found.matched.kind == kind);
        found.iter().filter(is_kind).count() as u64
    };
    let is_same = |matched: &&RecordMatch| {
        matches!(matched.kind, MatchKind::SameProblem | MatchKind::SamePosition)
    };
    let all = found.iter().flat_map(|found| &found.records).map(|found| &found.matched);
    let mut text = summarize(query, &all.filter(is_same).collect::<Vec<_>>());
    let parts = [
        (count(MatchKind::SameShape), "with the same stones but other edges"),
        (count(MatchKind::Near), "near"),
        (count(MatchKind::NearOtherEdges), "near with other edges"),
    ];
    for (count, what) in parts.into_iter().filter(|(count, _)| *count > 0) {
        text.push_str(&format!("; {} {what}", plural(count, "position")));
    }
    text
}

/// Draws the board of each listed position that differs from the query.
fn draw_differences(
    out: &mut impl Write,
    placed: &PlacedQuery,
    found: &[SimilarPosition],
    limit: usize,
) -> anyhow::Result<()> {
    let mut listed = 0;
    for found in found {
        if listed >= limit {
            break;
        }
        listed += found.records.len();
        let Some(SimilarRecord { matched, difference: Some(difference), .. }) =
            found.records.first()
        else {
            continue;
        };
        if !difference.is_empty() {
            let points = plural(difference.len() as u64, "point");
            let (kind, key) = (matched.kind.name(), found.position.key);
            writeln!(out, "\n{kind}: {key} differs in {points}, marked ( ) or *")?;
            write!(out, "{}", draw_difference(placed, difference))?;
        }
    }
    Ok(out.flush()?)
}

/// Draws the query with the stones of another position where the two differ. A side beyond
/// which one of these stones lies is drawn open.
fn draw_difference(placed: &PlacedQuery, difference: &[Difference]) -> String {
    let PlacedQuery { query, position } = placed;
    let size = query.window.board.size();
    let origin = (i16::from(query.origin.col), i16::from(query.origin.row));
    let ends = (origin.0 + i16::from(size.cols()), origin.1 + i16::from(size.rows()));
    // The rectangle of the window and of all differing points.
    let points = || difference.iter().map(|point| point.at);
    let first_col = points().map(|at| at.col).fold(origin.0, i16::min);
    let first_row = points().map(|at| at.row).fold(origin.1, i16::min);
    let end_col = points().map(|at| at.col + 1).fold(ends.0, i16::max);
    let end_row = points().map(|at| at.row + 1).fold(ends.1, i16::max);
    let side = |length: i16| u8::try_from(length).unwrap_or(u8::MAX);
    let Ok(drawn) = Size::new(side(end_col - first_col), side(end_row - first_row)) else {
        return String::new(); // larger than any board; the table has the points
    };
    let sides = [
        (Sides::LEFT, first_col < origin.0),
        (Sides::TOP, first_row < origin.1),
        (Sides::RIGHT, end_col > ends.0),
        (Sides::BOTTOM, end_row > ends.1),
    ];
    let beyond = sides.into_iter().filter(|(_, is_beyond)| *is_beyond);
    let open = beyond.fold(query.window.open, |open, (side, _)| open | side);
    let diagram = Diagram::build(drawn, open, |point| {
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
    let own = BoardPlace { origin: Point::new(0, 0), board: drawn };
    let place = shift_place(position.place, first_col, first_row).unwrap_or(own);
    draw_diagram(&diagram, place, &[])
}
