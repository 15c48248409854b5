//! Problems near the one shown, drawn on its board with the points that differ marked.

use maud::{Markup, html};

use super::game::draw;
use crate::address::Address;
use crate::find::{PositionQuery, RecordView, SimilarPosition, SimilarRecord, find_similar};
use crate::go::{Board, Point};
use crate::gtn::{Diagram, Mark};
use crate::lookup::KnownPosition;
use crate::model::Source;
use crate::pages::board;
use crate::pages::layout::Page;
use crate::pages::text::texts;
use crate::pages::words;
use crate::problem::Problem;
use crate::similarity::{Difference, QueryPoint};
use crate::state::View;
use crate::store::StoredRecord;
use crate::svg::Picture;

/// The most points that differ.
const DISTANCE: u8 = 2;

/// The most positions that are drawn.
const MAX_POSITIONS: usize = 12;

texts! { "shared": NEAR }
texts! { "problem/near": LEGEND, POINTS, POINT, SHAPE, MORE }

/// The near positions; nothing if there are none.
pub(super) fn render(
    view: &View<'_>,
    page: &Page,
    known: &KnownPosition,
    record: &StoredRecord,
    window: &RecordView,
) -> Result<Markup, Problem> {
    let turn = record.own_turn().color();
    let query = PositionQuery::new(&window.window, turn)
        .map_err(|_| Problem::internal("a stored position has no stones"))?;
    let index = view.positions()?;
    let mut found = find_similar(view.store, &index, &query, DISTANCE)?;
    found.retain(|similar| similar.position.key != known.position.key);
    let more = found.len().saturating_sub(MAX_POSITIONS);
    let mut items = Vec::new();
    for similar in found.iter().take(MAX_POSITIONS) {
        if let Some(record) = similar.records.first() {
            items.push(render_item(page, window, similar, record)?);
        }
    }
    Ok(html! {
        @if !items.is_empty() {
            h2 { (page.text(NEAR)) }
            p.soft { (page.text(LEGEND)) }
            ul.boards #near { @for item in &items { (item) } }
            @if more > 0 { p.soft { (words::count(more)) " " (page.text(MORE)) } }
        }
    })
}

fn render_item(
    page: &Page,
    window: &RecordView,
    similar: &SimilarPosition,
    record: &SimilarRecord,
) -> Result<Markup, Problem> {
    let SimilarPosition { position, distance, .. } = similar;
    let picture = match &record.difference {
        Some(difference) => draw_difference(window, difference),
        None => {
            let back = record.matched.operation.inverse();
            let own = RecordView::new(position, &record.matched.record)?.transform(back);
            Picture { place: Some(own.place), ..Diagram::from(&own.window).into() }
        }
    };
    let at = &record.matched.record.at;
    let title = at.name.as_deref().map(str::trim).filter(|name| !name.is_empty());
    let title = title.unwrap_or(Source::file_name(&at.source));
    let address = Address::new(format!("/p/{}", position.key)).with("lang", page.language.tag());
    Ok(html! {
        li data-key=(position.key) data-kind=(record.matched.kind.name()) {
            a href=(address) {
                (board::draw(&picture, title))
                strong { (title) }
                small {
                    @match distance {
                        Some(1) => { "1 " (page.text(POINT)) }
                        Some(points) => { (points) " " (page.text(POINTS)) }
                        None => { (page.text(SHAPE)) }
                    }
                }
            }
        }
    })
}

/// The near position in the orientation, colors and place of the window: the window with what
/// differs.
fn draw_difference(window: &RecordView, difference: &[Difference]) -> Picture {
    let RecordView { place, .. } = window;
    let on_board = |QueryPoint { row, col }: QueryPoint| {
        let line = |at: i16, origin: u8| u8::try_from(at + i16::from(origin)).ok();
        let at = Point::new(line(col, place.origin.col)?, line(row, place.origin.row)?);
        place.board.contains(at).then_some(at)
    };
    let changed: Vec<_> =
        difference.iter().filter_map(|one| Some((on_board(one.at)?, one.found))).collect();
    let mut board = Board::new(place.board);
    for (point, color) in window.window.board.stones() {
        let at = Point::new(place.origin.col + point.col, place.origin.row + point.row);
        board.set(at, Some(color));
    }
    for &(at, found) in &changed {
        board.set(at, found);
    }
    let view = window.grown_to_include(changed.iter().map(|&(at, _)| at));
    draw(&view, &board, |at| changed.iter().any(|&(other, _)| other == at).then_some(Mark::Square))
}
