//! `/cores`: problems with the same core, or with near cores, one pair at a time.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::response::Html;
use axum::routing::get;
use maud::{Markup, html};
use serde::Deserialize;

use super::decision::Last;
use super::links::render_lists;
use super::pair::{self, Beside, Forms};
use super::shown::{Shown, spread};
use crate::address::Address;
use crate::answer::PointNames;
use crate::find::{LaidCores, RecordView};
use crate::go::{Point, Symmetry};
use crate::input::{QueryOf, check_core_distance};
use crate::listing::Part;
use crate::pages::layout::Page;
use crate::pages::text::texts;
use crate::pages::words;
use crate::problem::Problem;
use crate::state::{App, View};
use crate::view::CorePair;

texts! { "shared": OF, END, AGAIN }
texts! { "curate/cores":
    TITLE, INTRODUCTION, PAIRS, PAIR, WIDE, NARROW, NO_ANSWER, DIFFERS, NONE,
}

/// Which pair to show.
#[derive(Debug, Deserialize)]
struct CoresQuery {
    k: Option<u8>,
    after: Option<String>,
    decided: Option<String>,
    was: Option<String>,
}

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new().route("/cores", get(cores))
}

async fn cores(
    page: Page,
    State(app): State<Arc<App>>,
    QueryOf(query): QueryOf<CoresQuery>,
) -> Result<Html<String>, Problem> {
    let content = app.read(move |view| Ok((render(view, &page, &query)?, page))).await?;
    let (content, page) = content;
    Ok(page.show(page.text(TITLE), content))
}

fn render(view: &View<'_>, page: &Page, query: &CoresQuery) -> Result<Markup, Problem> {
    let k = check_core_distance(query.k)?;
    let after = query.after.as_deref().filter(|after| !after.is_empty());
    let after = after.map(str::parse).transpose()?;
    let list = view.cores(k)?;
    let part = Part::new(&list, CorePair::place, after, 1);
    let address =
        |k: u8| Address::new("/cores").with("k", k.to_string()).with("lang", page.language.tag());
    let last = Last { decided: query.decided.clone(), was: query.was.clone() };
    let shown = match part.items.first() {
        None => None,
        Some(pair) => {
            let place = pair.place().to_string();
            let here = query.after.clone().unwrap_or_default();
            let next = address(k).with("after", place.clone());
            let back = part.previous.map(|before| {
                address(k).with("after", before.map(|place| place.to_string()).unwrap_or_default())
            });
            let beside = Beside { back: back.as_ref(), next: Some(&next) };
            let forms =
                Forms { list: "cores", k: Some(k), here, next: place, filter: String::new() };
            Some(render_pair(view, page, pair, &forms, beside)?)
        }
    };
    Ok(html! {
        (render_lists(page))
        (last.render(page, view, ("cores", Some(k), ""))?)
        p { (page.text(INTRODUCTION)) }
        @if let Some(shown) = shown {
            p #count data-total=(list.len()) {
                (page.text(PAIR)) " " (words::count(part.before + 1)) " " (page.text(OF)) " "
                (words::count(list.len()))
            }
            (shown)
        } @else if after.is_some() {
            p { (page.text(END)) " " a href=(address(k)) { (page.text(AGAIN)) } }
        } @else {
            p #count data-total="0" { "0 " (page.text(PAIRS)) ". " (page.text(NONE)) }
        }
    })
}

fn render_pair(
    view: &View<'_>,
    page: &Page,
    pair: &CorePair,
    forms: &Forms,
    beside: Beside<'_>,
) -> Result<Markup, Problem> {
    let gone = || Problem::internal("a pair is gone from its own snapshot");
    let laid = LaidCores::find(view.store, pair.keys, pair.distance.into())?.ok_or_else(gone)?;
    let LaidCores { sides, operation, shift, differing, margin, has_common_move, .. } = laid;
    let [left, right] = sides;
    let back = operation.inverse();
    let left = Shown {
        view: RecordView::new(&left.0, &left.1)?,
        position: left.0,
        record: left.1,
        symmetry: Symmetry::IDENTITY,
        shift: (0, 0),
    };
    let right = Shown {
        view: RecordView::new(&right.0, &right.1)?.transform(back),
        position: right.0,
        record: right.1,
        symmetry: back,
        shift,
    };
    let names = PointNames::new(left.view.place);
    let names: Vec<String> = differing.iter().map(|at| names.name_at(at.col, at.row)).collect();
    let places =
        [(&left.view, &right.view, shift), (&right.view, &left.view, (-shift.0, -shift.1))]
            .map(|(one, other, shift)| locate(one, other, shift));
    let [left_places, right_places] = places;
    let mut letters = Vec::new();
    let sides = [
        left.side(view, &mut letters, left_places)?,
        right.side(view, &mut letters, right_places)?,
    ];
    let judgment = pair::find_judgment(view.store, &sides[0].judged, &sides[1].judged)?;
    Ok(html! {
        p {
            @match margin {
                0 => { (page.text(DIFFERS)) " " strong { (names.join(" ")) } }
                1 => (page.text(NARROW)),
                _ => (page.text(WIDE)),
            }
            @if !has_common_move { " " (page.text(NO_ANSWER)) }
        }
        (pair::render(page, sides.each_ref(), judgment, forms, beside))
    })
}

/// The points of a view, as points of its board, at which the other board, `shift` farther, has something
/// else: all its stones of that kind, and points without a stone.
fn locate(one: &RecordView, other: &RecordView, (cols, rows): (i16, i16)) -> Vec<Point> {
    let there = spread(other);
    let origin = one.place.origin;
    let differs = |at: &Point| {
        let point = Point::new(origin.col + at.col, origin.row + at.row);
        let line = |at: u8, by: i16| u8::try_from(i16::from(at) + by).ok();
        let onto = line(point.col, cols).zip(line(point.row, rows));
        let onto = onto.map(|(col, row)| Point::new(col, row));
        let found = onto.filter(|at| other.place.board.contains(*at)).and_then(|at| there.get(at));
        found != one.window.board.get(*at)
    };
    let points = one.window.board.size().points().filter(differs);
    points.map(|at| Point::new(origin.col + at.col, origin.row + at.row)).collect()
}
