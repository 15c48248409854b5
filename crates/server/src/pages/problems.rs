//! `/problems`: the collection as drawn boards, without answers.

use std::sync::Arc;

use axum::Router;
use axum::extract::{RawQuery, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use maud::{Markup, html};
use serde::Deserialize;

use super::abalone_problems::AbaloneItem;
use super::board;
use super::conditions;
use super::facets;
use super::family_switch;
use super::faults;
use super::layout::Page;
use super::text::texts;
use super::words;
use crate::abalone_problems::AbaloneProblems;
use crate::address::Address;
use crate::answer::ProblemJson;
use crate::family::{Family, ShownFamily};
use crate::find::{Decisions, RecordView};
use crate::game_fields::{ProblemFields, Selecting};
use crate::gtn::Diagram;
use crate::listing::{Cursor, Part};
use crate::model::Source;
use crate::problem::Problem;
use crate::publish::find_default_view;
use crate::state::{App, View};
use crate::store::{Conditions, MOST_IDS, ProblemConditions};
use crate::svg::Picture;

/// The problems of a page.
const PER_PAGE: usize = 48;

texts! { "shared": OF, PREVIOUS }
texts! { "problems": TITLE, FILTER, APPLY, ACTIVE, REMOVE, NONE, EMPTY, PAGES, NEXT, MAKE_A_SET, FACETS }
texts! { "sets": TRAIN, GATHER, TAKE_OUT, GATHERED, SHOW, CLEAR, NOT_KEPT }

/// The parameters beside conditions. Those without a meaning here come from other pages.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PageQuery {
    family: Option<Family>,
    after: Option<String>,
    #[serde(rename = "lang")]
    _lang: Option<String>,
    #[serde(rename = "limit")]
    _limit: Option<String>,
}

type OfForm = Selecting<PageQuery, ProblemConditions>;

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new().route("/problems", get(problems))
}

async fn problems(
    page: Page,
    State(app): State<Arc<App>>,
    RawQuery(query): RawQuery,
) -> Result<Response, Problem> {
    let Selecting(PageQuery { family, after, .. }, fields) = OfForm::read_form(query.as_deref())?;
    let asked = fields.clone();
    let read = move |view: &View<'_>| {
        let counts = view.families()?;
        let family = ShownFamily::new(family, [counts.go.records, counts.abalone.records]);
        Ok((family, Shown::load(view, family.family, &asked, after.as_deref())))
    };
    let (family, shown) = app.read(read).await?;
    let list = List { page: &page, fields: &fields, family };
    match shown {
        Ok(shown) => Ok(list.show(&list.render(&shown)).into_response()),
        Err(problem) if problem.is_refusal() => {
            let sentence = html! { p role="alert" { (faults::explain(&page, &problem)) } };
            Ok((StatusCode::UNPROCESSABLE_ENTITY, list.show(&sentence)).into_response())
        }
        Err(problem) => Err(problem),
    }
}

/// A list of problems.
struct List<'a> {
    page: &'a Page,
    fields: &'a ProblemFields,
    family: ShownFamily,
}

impl List<'_> {
    /// The page with the form, the filters that are on, and its results.
    fn show(&self, results: &Markup) -> impl IntoResponse + use<> {
        let List { page, fields, family } = self;
        let content = html! {
            (family_switch::render(page, *family, |family| {
                let shared = fields.texts().filter(|(condition, _)| !condition.is_go_only);
                let address = Address::new("/problems");
                let address = shared.fold(address, |address, (condition, text)| {
                    address.with(condition.name, text)
                });
                address.with("family", family.name())
            }))
            (self.filters())
            (results)
        };
        page.show(page.text(TITLE), content)
    }

    /// The address of the list with its conditions.
    fn address(&self) -> Address {
        let address = Address::new("/problems").with_conditions(self.fields);
        address.with("family", self.family.parameter()).with("lang", self.page.language.tag())
    }
}

impl List<'_> {
    fn filters(&self) -> Markup {
        let List { page, fields, family } = self;
        let here = self.address();
        let is_go = family.family == Family::Go;
        let offered =
            ProblemConditions::TABLE.iter().filter(|condition| is_go || !condition.is_go_only);
        html! {
            @if fields.texts().next().is_some() {
                ul.chips aria-label=(page.text(ACTIVE)) {
                    @for (condition, text) in fields.texts() {
                        @let (name, value) = conditions::describe(page, condition, text);
                        li { a.button href=(here.clone().without(condition.name))
                            aria-label={ (page.text(REMOVE)) ": " (name) " " (value) } {
                            (name) ": " (value) span aria-hidden="true" { "✕" }
                        } }
                    }
                }
            }
            details.filter {
                summary { (page.text(FILTER)) }
                form action="/problems" {
                    input type="hidden" name="lang" value=(page.language.tag());
                    @if family.has_choice {
                        input type="hidden" name="family" value=(family.parameter());
                    }
                    div.tools {
                        @for condition in offered {
                            (conditions::field(page, condition, fields.text(condition.name)))
                        }
                    }
                    button.main { (page.text(APPLY)) }
                }
            }
        }
    }
}

/// The problems of a page.
struct Shown {
    total: usize,
    /// The number of problems before this page.
    before: usize,
    items: Items,
    next: Option<Cursor>,
    previous: Option<Option<Cursor>>,
}

/// The problems of a family.
enum Items {
    Go(Vec<Item>),
    Abalone(Vec<AbaloneItem>),
}

/// A drawn problem of Go.
struct Item {
    problem: ProblemJson,
    /// The number of the record shown among all records of the position, from 1.
    record: usize,
    picture: Picture,
}

impl Shown {
    fn load(
        view: &View<'_>,
        family: Family,
        fields: &ProblemFields,
        after: Option<&str>,
    ) -> Result<Shown, Problem> {
        let after = after.map(|after| after.trim().parse()).transpose()?;
        match family {
            Family::Go => Shown::load_go(view, fields, after),
            Family::Abalone => Shown::load_abalone(view, fields, after),
        }
    }

    fn load_abalone(
        view: &View<'_>,
        fields: &ProblemFields,
        after: Option<Cursor>,
    ) -> Result<Shown, Problem> {
        let list = AbaloneProblems::load(view, fields)?;
        let Part { before, items, next, previous } =
            Part::new(list.problems(), |problem| Cursor::from(problem), after, PER_PAGE);
        let items = items.iter().map(|problem| AbaloneItem::load(view, &list, problem));
        let items = Items::Abalone(items.collect::<Result<_, _>>()?);
        Ok(Shown { total: list.problems().len(), before, items, next, previous })
    }

    fn load_go(
        view: &View<'_>,
        fields: &ProblemFields,
        after: Option<Cursor>,
    ) -> Result<Shown, Problem> {
        let phrase = fields.conditions()?.comment;
        let list = fields.load_list(view)?;
        let part = Part::new(list.problems(), |problem| Cursor::from(problem), after, PER_PAGE);
        let mut items = Vec::with_capacity(part.items.len());
        let decisions = Decisions::load(view.store)?;
        list.visit(view.store, part.items, |position, records, cluster| -> Result<(), Problem> {
            let problem = ProblemJson::new(view.store, position, cluster)?;
            let mut problem = problem.with_comment(view.store, phrase.as_ref())?;
            let shown = records.iter().find(|record| record.id == problem.record_id);
            let shown = shown.expect("a problem is shown as in one of its records");
            let all = view.store.records(position.id)?;
            let by = find_default_view(view.store, &decisions, position, &all, shown)?;
            let RecordView { window, place, .. } = RecordView::new(position, shown)?.transform(by);
            let picture = Picture { place: Some(place), ..Diagram::from(&window).into() };
            problem.turn = cluster.turn.transform(shown.at.symmetry).transform(by).name();
            for text in [&mut problem.name, &mut problem.comment].into_iter().flatten() {
                *text = words::in_colors(text, by).into_owned();
            }
            let record = 1 + all.iter().take_while(|record| record.id != shown.id).count();
            items.push(Item { problem, record, picture });
            Ok(())
        })?;
        let Part { before, next, previous, .. } = part;
        let items = Items::Go(items);
        Ok(Shown { total: list.problems().len(), before, items, next, previous })
    }
}

impl List<'_> {
    fn render(&self, shown: &Shown) -> Markup {
        let List { page, fields, .. } = self;
        let here = self.address();
        let count = match &shown.items {
            Items::Go(items) => items.len(),
            Items::Abalone(items) => items.len(),
        };
        let to = |after: Option<Cursor>| {
            here.clone().with("after", after.map(|after| after.to_string()).unwrap_or_default())
        };
        let has_conditions = fields.texts().next().is_some();
        html! {
            p #status role="status" {
                @if count == 0 {
                    (page.text(if has_conditions { NONE } else { EMPTY }))
                } @else {
                    (words::count(shown.before + 1)) "–"
                    (words::count(shown.before + count))
                    " " (page.text(OF)) " " (words::count(shown.total))
                }
            }
            @if count > 0 && matches!(shown.items, Items::Go(_)) {
                @let set = Address::new("/export").with_conditions(fields);
                div.tools #sets data-address="/" {
                    a #set href=(set.with("lang", page.language.tag())) { (page.text(MAKE_A_SET)) }
                    a #facets href=(facets::address(page, fields)) { (page.text(FACETS)) }
                    button.button #train type="button" hidden { (page.text(TRAIN)) }
                }
                (self.gathered())
            }
            ul.boards #results {
                @match &shown.items {
                    Items::Go(items) => { @for item in items { (item.render(page)) } }
                    Items::Abalone(items) => { @for item in items { (item.render(page)) } }
                }
            }
            @if shown.next.is_some() || shown.previous.is_some() {
                nav.tools aria-label=(page.text(PAGES)) {
                    @if let Some(previous) = shown.previous {
                        a.button rel="prev" href=(to(previous)) { (page.text(PREVIOUS)) }
                    }
                    @if shown.next.is_some() {
                        a.button rel="next" href=(to(shown.next)) { (page.text(NEXT)) }
                    }
                }
            }
        }
    }
}

impl List<'_> {
    /// The tools for problems that a person gathers. `sets.js` shows them.
    fn gathered(&self) -> Markup {
        let page = self.page;
        html! {
            div #gathered .tools hidden data-count=(page.text(GATHERED)) data-add=(page.text(GATHER))
                data-remove=(page.text(TAKE_OUT)) data-most=(MOST_IDS) {
                strong #gathered-count {}
                button.button.main #gathered-train type="button" { (page.text(TRAIN)) }
                a.button #gathered-show { (page.text(SHOW)) }
                a.button #gathered-export { (page.text(MAKE_A_SET)) }
                button.button #gathered-clear type="button" { (page.text(CLEAR)) }
            }
            p #not-kept role="alert" hidden { (page.text(NOT_KEPT)) }
            (page.script("sets.js"))
        }
    }
}

impl Item {
    fn render(&self, page: &Page) -> Markup {
        let ProblemJson { key, turn, canonical_turn, region, source, name, board, .. } =
            &self.problem;
        let id = format!("{key}-{canonical_turn}");
        let name = name.as_deref().map(str::trim).filter(|name| !name.is_empty());
        let file = Source::file_name(source);
        let title = name.unwrap_or(file);
        let turn = page.text(words::turn(turn));
        let region = words::region(region).map_or(*region, |region| page.text(region));
        let address = Address::new(format!("/p/{id}"))
            .with("record", self.record.to_string())
            .with("lang", page.language.tag());
        html! {
            li data-key=(key) data-id=(id) {
                a href=(address) {
                    (board::draw(page, &self.picture, title))
                    strong { (title) }
                    small {
                        (turn) " · "
                        @for column in conditions::card_columns(page, &self.problem) { (column) " · " }
                        (region)
                        @if board != "19x19" { " · " (board) }
                    }
                    @if name.is_some() { small title=(source) { (file) } }
                }
            }
        }
    }
}
