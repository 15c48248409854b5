//! `/problems`: the collection as drawn boards, without answers.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use maud::{Markup, html};

use super::abalone_problems::AbaloneItem;
use super::board;
use super::family_switch;
use super::faults;
use super::layout::Page;
use super::text::{Text, texts};
use super::words;
use crate::abalone_problems::AbaloneProblems;
use crate::address::Address;
use crate::answer::ProblemJson;
use crate::family::{Family, InFamily, ShownFamily};
use crate::find::{Identity, ProblemList, RecordView, cluster_records};
use crate::gtn::Diagram;
use crate::listing::{Cursor, Part};
use crate::model::Source;
use crate::problem::Problem;
use crate::problem_query::ProblemQuery;
use crate::solution::Dialect;
use crate::state::{App, View};
use crate::store::{BoardRegion, StoredRecord};
use crate::svg::Picture;

/// The problems of a page.
const PER_PAGE: usize = 48;

texts! { "shared": SOURCE, BLACK, WHITE, BOARD, MARKS, OF, PREVIOUS }
texts! { "problems":
    TITLE, FILTER, APPLY, ANY, NAME, TURN, REGION, STONES, STONES_HINT, BOARD_HINT, ANSWERED,
    HAS_ANSWER, NO_ANSWER, ACTIVE, REMOVE, NONE, EMPTY, PAGES, NEXT, STONE_COUNT,
}

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new().route("/problems", get(problems))
}

async fn problems(
    page: Page,
    State(app): State<Arc<App>>,
    InFamily(family, mut fields): InFamily<BTreeMap<String, String>>,
) -> Result<Response, Problem> {
    // A form sends all its fields, also those that are empty.
    fields.retain(|name, value| {
        *value = value.trim().to_owned();
        !value.is_empty() && !matches!(name.as_str(), "lang" | "limit")
    });
    let fields = fields.into_iter().map(|(name, value)| (name, value.into())).collect();
    let query: ProblemQuery = serde_json::from_value(serde_json::Value::Object(fields))
        .map_err(|error| Problem::unprocessable(error.to_string()))?;
    let asked = query.clone();
    let read = move |view: &View<'_>| {
        let counts = view.store.family_counts()?;
        let family = ShownFamily::new(family, [counts.go.records, counts.abalone.records]);
        Ok((family, Shown::load(view, family.family, &asked)))
    };
    let (family, shown) = app.read(read).await?;
    let list = List { page: &page, query: &query, family };
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
    query: &'a ProblemQuery,
    family: ShownFamily,
}

impl List<'_> {
    /// The page with the form, the filters that are on, and its results.
    fn show(&self, results: &Markup) -> impl IntoResponse + use<> {
        let List { page, query, family } = self;
        let content = html! {
            (family_switch::render(page, *family, |family| {
                let is_shared = |condition: &(&str, &str)| ProblemQuery::SHARED.contains(&condition.0);
                with_conditions(query.conditions().filter(is_shared)).with("family", family.name())
            }))
            (self.filters())
            (results)
        };
        page.show(page.text(TITLE), content)
    }

    /// The address of the list with its conditions.
    fn address(&self) -> Address {
        let address = with_conditions(self.query.conditions());
        address.with("family", self.family.parameter()).with("lang", self.page.language.tag())
    }
}

fn with_conditions<'a>(conditions: impl Iterator<Item = (&'static str, &'a str)>) -> Address {
    let address = Address::new("/problems");
    conditions.fold(address, |address, (name, value)| address.with(name, value))
}

/// The words for a condition: its name and its value.
pub(super) fn describe(page: &Page, name: &str, value: &str) -> (&'static str, String) {
    let name = match name {
        "name" => NAME,
        "source" => SOURCE,
        "turn" => TURN,
        "region" => REGION,
        "stones" => STONES,
        "board" => BOARD,
        "answered" => ANSWERED,
        _ => MARKS,
    };
    let value = match value {
        "black" => page.text(BLACK).to_owned(),
        "white" => page.text(WHITE).to_owned(),
        "true" => page.text(HAS_ANSWER).to_owned(),
        "false" => page.text(NO_ANSWER).to_owned(),
        value => words::region(value).map_or(value, |region| page.text(region)).to_owned(),
    };
    (page.text(name), value)
}

impl List<'_> {
    fn filters(&self) -> Markup {
        let List { page, query, family } = self;
        let here = self.address();
        let is_go = family.family == Family::Go;
        let conditions: Vec<(&str, &str)> = query.conditions().collect();
        html! {
            @if !conditions.is_empty() {
                ul.chips aria-label=(page.text(ACTIVE)) {
                    @for &(field, value) in &conditions {
                        @let (name, value) = describe(page, field, value);
                        li { a.button href=(here.clone().without(field))
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
                        (text_field(page, "name", NAME, query.name.as_deref(), None))
                        (text_field(page, "source", SOURCE, query.source.as_deref(), None))
                        (choice(page, "turn", TURN, query.turn.as_deref(), &[
                            ("black", page.text(BLACK)), ("white", page.text(WHITE)),
                        ]))
                        @if is_go { (choice(page, "region", REGION, query.region.as_deref(), &regions(page)))
                        (text_field(page, "stones", STONES, query.stones.as_deref(), Some(STONES_HINT)))
                        (text_field(page, "board", BOARD, query.board.as_deref(), Some(BOARD_HINT)))
                        (choice(page, "answered", ANSWERED, query.answered.as_deref(), &[
                            ("true", page.text(HAS_ANSWER)), ("false", page.text(NO_ANSWER)),
                        ]))
                        (choice(page, "marks", MARKS, query.marks.as_deref(),
                            &Dialect::ALL.map(|dialect| (dialect.name(), dialect.name())))) }
                    }
                    button.main { (page.text(APPLY)) }
                }
            }
        }
    }
}

fn regions(page: &Page) -> Vec<(&'static str, &'static str)> {
    let name = |region: BoardRegion| {
        let words = words::region(region.name()).expect("every region has words");
        (region.name(), page.text(words))
    };
    BoardRegion::ALL.map(name).to_vec()
}

fn text_field(
    page: &Page,
    name: &str,
    label: Text,
    value: Option<&str>,
    hint: Option<Text>,
) -> Markup {
    html! {
        label { span { (page.text(label)) } br;
            input name=(name) value=[value] size="14" maxlength="200"
                placeholder=[hint.map(|hint| page.text(hint))];
        }
    }
}

fn choice(
    page: &Page,
    name: &str,
    label: Text,
    value: Option<&str>,
    options: &[(&str, &str)],
) -> Markup {
    html! {
        label { span { (page.text(label)) } br;
            select name=(name) {
                option value="" { (page.text(ANY)) }
                @for (option, words) in options {
                    option value=(option) selected[value == Some(*option)] { (words) }
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
    fn load(view: &View<'_>, family: Family, query: &ProblemQuery) -> Result<Shown, Problem> {
        match family {
            Family::Go => Shown::load_go(view, query),
            Family::Abalone => Shown::load_abalone(view, query),
        }
    }

    fn load_abalone(view: &View<'_>, query: &ProblemQuery) -> Result<Shown, Problem> {
        let after = query.after.as_deref().map(str::parse).transpose()?;
        let list = AbaloneProblems::load(view, query)?;
        let Part { before, items, next, previous } = Part::new(list.problems(), after, PER_PAGE);
        let items = items.iter().map(|problem| AbaloneItem::load(view, &list, problem));
        let items = Items::Abalone(items.collect::<Result<_, _>>()?);
        Ok(Shown { total: list.problems().len(), before, items, next, previous })
    }

    fn load_go(view: &View<'_>, query: &ProblemQuery) -> Result<Shown, Problem> {
        let after = query.after.as_deref().map(str::parse).transpose()?;
        let filter = query.to_filter(view.store)?;
        let list = match filter.is_empty() {
            true => view.problems()?,
            false => Arc::new(ProblemList::load(view.store, &filter)?),
        };
        let part = Part::new(list.problems(), after, PER_PAGE);
        let mut items = Vec::with_capacity(part.items.len());
        for problem in part.items {
            let found = list.load_records(view.store, problem.position)?;
            let gone = || Problem::internal("a position of the list is gone");
            let (position, records) = found.ok_or_else(gone)?;
            let clusters = cluster_records(&position, &records, Identity::Problem);
            let cluster = clusters.get(problem.number as usize).ok_or_else(gone)?;
            let problem = ProblemJson::new(view.store, &position, cluster)?;
            let is_shown = |record: &&StoredRecord| record.id == problem.record_id;
            let shown = records.iter().find(is_shown).ok_or_else(gone)?;
            let RecordView { window, place, .. } = RecordView::new(&position, shown)?;
            let picture = Picture { place: Some(place), ..Diagram::from(&window).into() };
            let all = view.store.records(position.id)?;
            let record = 1 + all.iter().take_while(|record| record.id != shown.id).count();
            items.push(Item { problem, record, picture });
        }
        let Part { before, next, previous, .. } = part;
        let items = Items::Go(items);
        Ok(Shown { total: list.problems().len(), before, items, next, previous })
    }
}

impl List<'_> {
    fn render(&self, shown: &Shown) -> Markup {
        let List { page, query, .. } = self;
        let here = self.address();
        let count = match &shown.items {
            Items::Go(items) => items.len(),
            Items::Abalone(items) => items.len(),
        };
        let to = |after: Option<Cursor>| {
            here.clone().with("after", after.map(|after| after.to_string()).unwrap_or_default())
        };
        let has_conditions = query.conditions().next().is_some();
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

impl Item {
    fn render(&self, page: &Page) -> Markup {
        let ProblemJson { key, turn, stones, region, source, name, board, .. } = &self.problem;
        let name = name.as_deref().map(str::trim).filter(|name| !name.is_empty());
        let file = Source::file_name(source);
        let title = name.unwrap_or(file);
        let turn = page.text(words::turn(turn));
        let region = words::region(region).map_or(*region, |region| page.text(region));
        let address = Address::new(format!("/p/{key}"))
            .with("record", self.record.to_string())
            .with("lang", page.language.tag());
        html! {
            li data-key=(key) {
                a href=(address) {
                    (board::draw(&self.picture, title))
                    strong { (title) }
                    small {
                        (turn) " · " (stones) " " (page.text(STONE_COUNT)) " · " (region)
                        @if board != "19x19" { " · " (board) }
                    }
                    @if name.is_some() { small title=(source) { (file) } }
                }
            }
        }
    }
}
