//! What is found, as drawn boards.

use std::collections::HashSet;

use crate::answer::PointNames;
use crate::extract::BoardPlace;
use crate::find::{
    ContainmentMatch, ContainmentQuery, MatchKind, NEAREST_COUNT, NearestProblem, PositionQuery,
    RecordMatch, RecordView, SimilarPosition, find_exact, find_nearest,
};
use crate::go::Point;
use crate::gtn::{Asked, Cell, Diagram, Mark, Pattern};
use crate::model::{Occurrence, Turn};
use crate::position::read_pattern;
use crate::problem::Problem;
use crate::similarity::{Containing, Difference, QueryPoint, Within};
use crate::state::View;
use crate::store::StoredPosition;
use crate::svg::Picture;

use super::options::Mode;
use super::search::Search;
use super::sketch::Sketch;

/// The positions that were found.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// How many positions were found.
    pub(super) total: usize,
    /// The first ones.
    pub(super) matches: Vec<Match>,
    /// Where there are none: the nearest problems.
    pub(super) nearest: Vec<Match>,
}

/// A position that was found, in the orientation and the colors of the query.
#[derive(Debug)]
pub(super) struct Match {
    pub(super) key: String,
    pub(super) kind: MatchKind,
    pub(super) picture: Picture,
    /// The side to move in the first record.
    pub(super) turn: Turn,
    /// The first record.
    pub(super) first: Occurrence,
    /// How many records there are.
    pub(super) records: usize,
    /// The points that differ, such as `Q16 R14`.
    pub(super) difference: String,
}

/// Finds what the search asks for.
///
/// # Errors
/// 422 if the board has no stones, or points that may be anything where they have no meaning.
pub(super) fn find(view: &View<'_>, search: &Search) -> Result<Found, Problem> {
    let edges = search.edges();
    let sub = search.sketch.sub_position();
    let query = || {
        PositionQuery::new(&sub, search.options.turn)
            .map_err(|error| Problem::unprocessable(error.to_string()))
    };
    let or_nearest = |found: Found, query: &PositionQuery| match found.total {
        0 => Ok(Found { nearest: list_nearest(view, query)?, ..found }),
        _ => Ok(found),
    };
    match search.options.mode {
        Mode::Exact => {
            let query = query()?;
            or_nearest(find_same(view, &query)?, &query)
        }
        Mode::Near => {
            let query = query()?;
            or_nearest(find_near(view, search, &query)?, &query)
        }
        Mode::Contains => {
            let pattern = search.sketch.pattern();
            let pattern = read_pattern(&pattern.to_string())?;
            let containing = Containing::new(&pattern, edges)
                .map_err(|error| Problem::unprocessable(error.to_string()))?;
            let query = ContainmentQuery::Containing(containing);
            find_containment(view, search, &query, Some(&pattern))
        }
        Mode::Within => {
            let within = Within::new(&query()?.given, edges);
            find_containment(view, search, &ContainmentQuery::Within(within), None)
        }
    }
}

fn find_same(view: &View<'_>, query: &PositionQuery) -> Result<Found, Problem> {
    let Some(found) = find_exact(view.store, query)? else {
        return Ok(Found::default());
    };
    let first = found.matches.first().expect("a stored position has a record");
    let drawn = Drawn::from(draw_record(&found.position, first)?);
    let matched = describe(&found.position, first, found.matches.len(), drawn);
    Ok(Found { total: 1, matches: vec![matched], nearest: Vec::new() })
}

fn list_nearest(view: &View<'_>, query: &PositionQuery) -> Result<Vec<Match>, Problem> {
    let mut source = view.position_source()?;
    let found = find_nearest(view.store, source.nearest(query)?, query, NEAREST_COUNT)?;
    let mut nearest = Vec::with_capacity(found.len());
    for NearestProblem { key, matched, distance, points, .. } in found {
        let Some(position) = view.store.position(key)? else { continue };
        let drawn = Drawn::from(draw_record(&position, &matched)?);
        let records = view.store.records(position.id)?.len();
        let difference = if points > 0 { format!("{distance}/{points}") } else { String::new() };
        nearest.push(Match { difference, ..describe(&position, &matched, records, drawn) });
    }
    Ok(nearest)
}

fn find_near(view: &View<'_>, search: &Search, query: &PositionQuery) -> Result<Found, Problem> {
    let mut source = view.position_source()?;
    let found = source.find_near(query, search.options.near, search.edges())?;
    let names = PointNames::new(search.sketch.place());
    let describe = |found: &SimilarPosition| {
        let first = found.records.first().expect("a stored position has a record");
        let differing = first.difference.as_deref().unwrap_or_default();
        let drawn = draw_record(&found.position, &first.matched)?;
        let drawn = mark_differences(&drawn, &search.sketch, differing);
        let named = differing.iter().map(|point| names.name_at(point.at.col, point.at.row));
        let difference = named.collect::<Vec<_>>().join(" ");
        let matched = describe(&found.position, &first.matched, found.records.len(), drawn);
        Ok(Match { difference, ..matched })
    };
    let matches: Result<Vec<Match>, Problem> =
        found.iter().take(search.options.limit).map(describe).collect();
    Ok(Found { total: found.len(), matches: matches?, nearest: Vec::new() })
}

/// `pattern` is the one that is contained; its stones are marked.
fn find_containment(
    view: &View<'_>,
    search: &Search,
    query: &ContainmentQuery,
    pattern: Option<&Pattern>,
) -> Result<Found, Problem> {
    let mut source = view.position_source()?;
    let index = source.containment(query)?;
    let (mut seen, mut matches) = (HashSet::new(), Vec::new());
    for found in query.find(index) {
        let is_listed = matches.len() < search.options.limit;
        if seen.contains(&found.number) || !is_listed && search.options.turn.is_none() {
            seen.insert(found.number);
            continue;
        }
        // A turn selects records, so a position counts only if one of its records is selected.
        let records = query.load_records(view.store, index, &found, search.options.turn)?;
        let Some(first) = records.first() else { continue };
        seen.insert(found.number);
        let position = view.store.position_by_id(index.id(found.number))?;
        if let Some(position) = position.filter(|_| is_listed) {
            matches.push(describe_containment(&position, first, records.len(), pattern)?);
        }
    }
    Ok(Found { total: seen.len(), matches, nearest: Vec::new() })
}

fn describe_containment(
    position: &StoredPosition,
    found: &ContainmentMatch,
    records: usize,
    pattern: Option<&Pattern>,
) -> Result<Match, Problem> {
    let view = RecordView::new(position, &found.record)?;
    let place = view.place;
    let mut drawn = Drawn::from(view);
    if let Some(pattern) = pattern {
        let size = pattern.size();
        let onto = |point: (i16, i16)| found.operation.signed_point(point, size);
        let first = onto((0, 0));
        let stones = size.points().filter(|&at| matches!(pattern.asked(at), Asked::Stone(_)));
        let marks = stones.map(|Point { col, row }| {
            let (col, row) = onto((i16::from(col), i16::from(row)));
            let Point { col: left, row: top } = place.origin;
            let col = found.at.col + col - first.0 - i16::from(left);
            QueryPoint { row: found.at.row + row - first.1 - i16::from(top), col }
        });
        drawn = drawn.with_marks(&marks.collect::<Vec<_>>());
    }
    let back = found.operation.inverse();
    let drawn = Drawn {
        place: drawn.place.transform(drawn.diagram.size(), back),
        diagram: drawn.diagram.transform(back),
    };
    Ok(Match {
        key: position.key.to_string(),
        kind: found.kind,
        picture: drawn.picture(),
        turn: found.turn,
        first: found.record.at.clone(),
        records,
        difference: String::new(),
    })
}

/// A part of a board with marks.
struct Drawn {
    diagram: Diagram,
    place: BoardPlace,
}

impl From<RecordView> for Drawn {
    fn from(view: RecordView) -> Drawn {
        Drawn { diagram: Diagram::from(&view.window), place: view.place }
    }
}

impl Drawn {
    fn picture(self) -> Picture {
        Picture { place: Some(self.place), ..Picture::from(self.diagram) }
    }

    /// Marks points; those outside are ignored.
    fn with_marks(self, points: &[QueryPoint]) -> Drawn {
        let marked: HashSet<Point> = points.iter().filter_map(to_point).collect();
        let diagram = Diagram::build(self.diagram.size(), self.diagram.open(), |at| {
            let mark = marked.contains(&at).then_some(Mark::Circle);
            Cell { mark, ..self.diagram.cell(at) }
        });
        Drawn { diagram, ..self }
    }
}

fn to_point(at: &QueryPoint) -> Option<Point> {
    Some(Point::new(u8::try_from(at.col).ok()?, u8::try_from(at.row).ok()?))
}

/// The window of a record in the orientation and the colors of the query.
fn draw_record(position: &StoredPosition, found: &RecordMatch) -> Result<RecordView, Problem> {
    let view = RecordView::new(position, &found.record)?;
    Ok(view.transform(found.operation.inverse()))
}

/// Marks the points at which a record differs from the sketch. The view grows to show them.
fn mark_differences(view: &RecordView, sketch: &Sketch, differing: &[Difference]) -> Drawn {
    // The stones of the record at the points of the sketch: those of the view, moved.
    let sub = sketch.sub_position();
    let mut stones: HashSet<QueryPoint> =
        sub.board.stones().map(|(point, _)| to_query_point(point)).collect();
    for difference in differing {
        match difference.found {
            Some(_) => stones.insert(difference.at),
            None => stones.remove(&difference.at),
        };
    }
    let Some(bounds) = view.window.board.bounds() else { return Drawn::from(view.clone()) };
    let first = |axis: fn(&QueryPoint) -> i16| stones.iter().map(axis).min().unwrap_or(0);
    let Point { col: left, row: top } = view.place.origin;
    let cols = i16::from(left + bounds.origin.col) - first(|at| at.col);
    let rows = i16::from(top + bounds.origin.row) - first(|at| at.row);
    let on_board = |at: QueryPoint| QueryPoint { row: at.row + rows, col: at.col + cols };
    let points: Vec<QueryPoint> = differing.iter().map(|found| on_board(found.at)).collect();
    let grown = view.grown_to_include(points.iter().filter_map(to_point));
    let Point { col: left, row: top } = grown.place.origin;
    let inside =
        |at: QueryPoint| QueryPoint { row: at.row - i16::from(top), col: at.col - i16::from(left) };
    Drawn::from(grown).with_marks(&points.into_iter().map(inside).collect::<Vec<_>>())
}

fn to_query_point(Point { col, row }: Point) -> QueryPoint {
    QueryPoint { row: row.into(), col: col.into() }
}

fn describe(position: &StoredPosition, first: &RecordMatch, records: usize, drawn: Drawn) -> Match {
    Match {
        key: position.key.to_string(),
        kind: first.kind,
        picture: drawn.picture(),
        turn: first.turn,
        first: first.record.at.clone(),
        records,
        difference: String::new(),
    }
}
