//! Problems like the one shown, drawn as it is: near ones with the points that differ
//! marked, those with the same core, and those that contain it or lie in it. Each kind is a tab of its
//! own, which is asked for only when it is shown.

use std::collections::HashSet;

use maud::{Markup, html};

use super::game::draw;
use super::likeness::Likeness;
use crate::address::Address;
use crate::find::{
    CoreIndex, Known, MatchKind, PositionQuery, RecordMatch, RecordView, SimilarPosition,
    SimilarRecord, Submitted, assess_record,
};
use crate::go::{Board, Point, Symmetry};
use crate::gtn::{Diagram, Mark};
use crate::lookup::KnownPosition;
use crate::model::Source;
use crate::pages::board;
use crate::pages::find::kind_text;
use crate::pages::layout::Page;
use crate::pages::text::{Text, texts};
use crate::pages::words;
use crate::problem::Problem;
use crate::similarity::{Difference, Edges, QueryPoint};
use crate::state::View;
use crate::store::{StoredPosition, StoredRecord};
use crate::svg::Picture;

/// The most points that differ.
const DISTANCE: u8 = 2;

/// The most positions that are drawn.
const MAX_POSITIONS: usize = 12;

texts! { "shared": NEAR }
texts! { "problem/related": TITLE, SAME, CORE, CONTAINED, NONE, LEGEND, POINTS, POINT, SHAPE, MORE }

const TABS: [(Likeness, Text); 3] =
    [(Likeness::Near, NEAR), (Likeness::Core, CORE), (Likeness::Contained, CONTAINED)];

/// The tabs, and the problems of the chosen one. `by` maps the board of the record onto the one shown; `address` is
/// that of the page.
pub(super) fn render(
    view: &View<'_>,
    page: &Page,
    known: &KnownPosition,
    (record, window, by): (&StoredRecord, &RecordView, Symmetry),
    (chosen, address): (Likeness, Address),
) -> Result<Markup, Problem> {
    let items = match chosen {
        Likeness::Near => render_near(view, page, known, (record, window, by))?,
        Likeness::Core | Likeness::Contained => {
            render_others(view, page, known, (record, by), chosen)?
        }
    };
    Ok(html! {
        h2 { (page.text(TITLE)) }
        div data-part="related" {
            nav.tools #related aria-label=(page.text(TITLE)) {
                a.button href="#sources" { (page.text(SAME)) " (" (known.records.len()) ")" }
                @for (tab, name) in TABS {
                    a.button aria-current=[(tab == chosen).then_some("true")]
                        href={ (address.clone().with("related", tab.name())) "#related" } {
                        (page.text(name))
                    }
                }
            }
            (items)
        }
    })
}

/// Drawn problems of which some may be left out; a sentence if there are none.
fn list(page: &Page, items: &[Markup], more: usize) -> Markup {
    html! {
        @if items.is_empty() { p.soft { (page.text(NONE)) } }
        @else { ul.boards #near { @for item in items { (item) } } }
        @if more > 0 { p.soft { (words::count(more)) " " (page.text(MORE)) } }
    }
}

/// Problems with the same core, or that contain the one shown or lie in it, by their first records.
fn render_others(
    view: &View<'_>,
    page: &Page,
    known: &KnownPosition,
    (record, by): (&StoredRecord, Symmetry),
    chosen: Likeness,
) -> Result<Markup, Problem> {
    let position = &known.position;
    let cores = match chosen {
        Likeness::Core => CoreIndex::load_for_record(view.store, position, record)?,
        _ => CoreIndex::default(),
    };
    let contained = chosen == Likeness::Contained;
    let submitted = Submitted { store: view.store, position, record };
    let mut source = view.position_source()?;
    let asked = Known {
        store: view.store,
        cores: &cores,
        positions: source.like_record(submitted, None, contained)?,
        near: None,
        contained,
        nearest: false,
        all: true,
        without: &[],
    };
    let is_asked = |kind: MatchKind| match kind {
        MatchKind::SameCore => chosen == Likeness::Core,
        MatchKind::Contains | MatchKind::Contained => chosen == Likeness::Contained,
        _ => false,
    };
    let mut seen = HashSet::new();
    let mut matches = assess_record(&asked, submitted)?.matches;
    matches.retain(|found| is_asked(found.matched.kind) && seen.insert(found.key));
    let more = matches.len().saturating_sub(MAX_POSITIONS);
    let mut items = Vec::new();
    for found in matches.iter().take(MAX_POSITIONS) {
        let Some(other) = view.store.position(found.key)? else { continue };
        let picture = draw_turned(&other, &found.matched)?.transform(by);
        let said = html! { (page.text(kind_text(found.matched.kind))) };
        items.push(render_item(page, &other, &found.matched, &picture, &said));
    }
    Ok(list(page, &items, more))
}

/// The near positions.
fn render_near(
    view: &View<'_>,
    page: &Page,
    known: &KnownPosition,
    (record, window, by): (&StoredRecord, &RecordView, Symmetry),
) -> Result<Markup, Problem> {
    let turn = record.own_turn().color();
    let query = PositionQuery::new(&window.window, turn)
        .map_err(|_| Problem::internal("a stored position has no stones"))?;
    let mut found = view.position_source()?.find_near(&query, DISTANCE, Edges::Marked)?;
    found.retain(|similar| similar.position.key != known.position.key);
    let more = found.len().saturating_sub(MAX_POSITIONS);
    let mut items = Vec::new();
    for SimilarPosition { position, records, distance, .. } in found.iter().take(MAX_POSITIONS) {
        let Some(SimilarRecord { matched, difference, .. }) = records.first() else { continue };
        let picture = match difference {
            Some(difference) => draw_difference(window, difference),
            None => draw_turned(position, matched)?,
        };
        let said = html! {
            @match distance {
                Some(1) => { "1 " (page.text(POINT)) }
                Some(points) => { (points) " " (page.text(POINTS)) }
                None => { (page.text(SHAPE)) }
            }
        };
        items.push(render_item(page, position, matched, &picture.transform(by), &said));
    }
    Ok(html! {
        @if !items.is_empty() { p.soft { (page.text(LEGEND)) } }
        (list(page, &items, more))
    })
}

/// A card with a picture of a record and what is said of it.
fn render_item(
    page: &Page,
    position: &StoredPosition,
    matched: &RecordMatch,
    picture: &Picture,
    said: &Markup,
) -> Markup {
    let at = &matched.record.at;
    let title = at.name.as_deref().map(str::trim).filter(|name| !name.is_empty());
    let title = title.unwrap_or(Source::file_name(&at.source));
    let address = Address::new(format!("/p/{}", position.key)).with("lang", page.language.tag());
    html! {
        li data-key=(position.key) data-kind=(matched.kind.name()) {
            a href=(address) {
                (board::draw(page, picture, title))
                strong { (title) }
                small { (said) }
            }
        }
    }
}

/// A record in the orientation and colors of the one that it matches.
fn draw_turned(position: &StoredPosition, matched: &RecordMatch) -> Result<Picture, Problem> {
    let own = RecordView::new(position, &matched.record)?.transform(matched.operation.inverse());
    Ok(Picture { place: Some(own.place), ..Diagram::from(&own.window).into() })
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
