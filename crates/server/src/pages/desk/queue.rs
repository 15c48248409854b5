//! `/desk/HASH`: the problems of a submission, one of them with both boards and the buttons.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use axum::extract::{Path, State};
use axum::response::Html;
use maud::{Markup, html};
use serde::Deserialize;

use super::board;
use crate::address::Address;
use crate::assess::open_queue;
use crate::escape::Escaped;
use crate::find::QueueClass;
use crate::input::QueryOf;
use crate::pages::layout::Page;
use crate::pages::text::{Text, texts};
use crate::pages::{pager, words};
use crate::problem::Problem;
use crate::queues::{
    OpenQueue, Phase, QueueRow, QueueState, find_submission, hex, parse_hash, source_prefix,
};
use crate::state::{App, View};
use crate::store::{EditorVerdict, SubmissionHash, SubmissionVerdict, SubmittedPlace};

/// The rows of a part of the list.
const PER_PAGE: usize = 50;

/// The most faults of a problem, and the most skipped places, that are listed.
const MAX_LISTED: usize = 20;

texts! { "desk/queue":
    TITLE, COMPARING, SEARCHING, FAILED, ALL, OPEN, DECIDED, SETTLED, NOTHING_LEFT, ACCEPT, REJECT,
    SAME, DIFFERENT, NEXT, BACK, UNDO, REPEATS, EARLIER, FAULTS, PROBLEM, VERDICT, ANSWERS, DECISION,
    SETTLE, SETTLED_HINT, ACCEPTED, IMPORT, WITHDRAW, EXPORT, REMOVE, SKIPPED, OTHERS, LIST, FILTER,
    UNDECIDED, RELOAD, MORE, ALL_SUBMISSIONS, NAME, COPIES,
}

#[derive(Debug, Deserialize)]
pub(super) struct QueueQuery {
    /// `open`, `settled`, `decided`, `all` or the name of a [`QueueClass`].
    #[serde(default)]
    show: String,
    /// The number of the problem to show.
    at: Option<usize>,
    /// Show the first problem behind this number.
    after: Option<usize>,
    /// The number of rows before those of the list.
    #[serde(default)]
    from: usize,
}

/// Which problems are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Filter {
    Open,
    Settled,
    Decided,
    All,
    Class(QueueClass),
}

impl Filter {
    fn parse(text: &str) -> Result<Filter, Problem> {
        Ok(match text {
            "" | "open" => Filter::Open,
            "settled" => Filter::Settled,
            "decided" => Filter::Decided,
            "all" => Filter::All,
            class => Filter::Class(
                class.parse().map_err(|error| Problem::unprocessable(format!("show: {error}")))?,
            ),
        })
    }

    fn name(self) -> String {
        match self {
            Filter::Open => String::new(),
            Filter::Settled => "settled".to_owned(),
            Filter::Decided => "decided".to_owned(),
            Filter::All => "all".to_owned(),
            Filter::Class(class) => class.name(),
        }
    }

    fn shows(self, row: &QueueRow, is_decided: bool, is_folded: bool) -> bool {
        match self {
            Filter::Open => !is_decided && !row.submission.is_settled() && !is_folded,
            Filter::Settled => row.submission.is_settled(),
            Filter::Decided => is_decided,
            Filter::All => true,
            Filter::Class(class) => row.submission.has(class),
        }
    }
}

/// The last decisions about the problems of a submission.
pub(super) fn last_verdicts(
    verdicts: Vec<SubmissionVerdict>,
) -> HashMap<SubmittedPlace, SubmissionVerdict> {
    verdicts.into_iter().map(|verdict| (verdict.place.clone(), verdict)).collect()
}

/// The name of a decision.
pub(super) fn describe(verdict: EditorVerdict) -> Text {
    match verdict {
        EditorVerdict::Accept => ACCEPT,
        EditorVerdict::Reject => REJECT,
        EditorVerdict::Same => SAME,
        EditorVerdict::Different => DIFFERENT,
    }
}

pub(super) async fn show(
    page: Page,
    State(app): State<Arc<App>>,
    Path(hash): Path<String>,
    QueryOf(query): QueryOf<QueueQuery>,
) -> Result<Html<String>, Problem> {
    if app.settings.is_read_only {
        return Err(Problem::read_only());
    }
    let (hash, filter) = (parse_hash(&hash)?, Filter::parse(&query.show)?);
    let opener = Arc::clone(&app);
    let render = move |view: &View<'_>, page: &Page| {
        let queue = open_queue(&opener, view, hash)?;
        Shown::new(view, page, hash, filter, &queue)?.render(&query)
    };
    page.read(app, TITLE, render).await
}

/// What the page is made of.
struct Shown<'a> {
    view: &'a View<'a>,
    page: &'a Page,
    hash: SubmissionHash,
    filter: Filter,
    queue: &'a OpenQueue,
    state: QueueState,
    decided: HashMap<SubmittedPlace, SubmissionVerdict>,
    /// The last batch of decisions.
    batch: Option<i64>,
    last_id: i64,
}

impl<'a> Shown<'a> {
    fn new(
        view: &'a View<'a>,
        page: &'a Page,
        hash: SubmissionHash,
        filter: Filter,
        queue: &'a OpenQueue,
    ) -> Result<Shown<'a>, Problem> {
        let verdicts = view.store.verdicts_on(hash)?;
        let last = verdicts.last();
        let (batch, last_id) = (last.map(|last| last.batch), last.map_or(0, |last| last.id));
        let decided = last_verdicts(verdicts);
        Ok(Shown { view, page, hash, filter, queue, state: queue.state(), decided, batch, last_id })
    }

    fn address(&self) -> Address {
        Address::new(format!("/desk/{}", hex(self.hash)))
            .with("show", self.filter.name())
            .with("lang", self.page.language.tag())
    }

    fn action(&self, name: &str) -> String {
        self.page.link(&format!("/desk/{}/{name}", hex(self.hash)))
    }

    fn is_decided(&self, row: &QueueRow) -> bool {
        self.decided.contains_key(&row.place)
    }

    /// Whether a row is decided with the first of its kind, which is not decided yet.
    fn is_folded(&self, row: &QueueRow) -> bool {
        row.copy_of.is_some_and(|first| !self.is_decided(&self.state.rows[first]))
    }

    fn is_shown(&self, filter: Filter, row: &QueueRow) -> bool {
        filter.shows(row, self.is_decided(row), self.is_folded(row))
    }

    /// The numbers of the listed problems, from 1.
    fn listed(&self) -> Vec<usize> {
        let rows = (1..).zip(&self.state.rows);
        let shown = rows.filter(|(_, row)| self.is_shown(self.filter, row));
        shown.map(|(number, _)| number).collect()
    }

    fn row(&self, number: usize) -> Option<&QueueRow> {
        self.state.rows.get(number.checked_sub(1)?)
    }

    fn render(&self, query: &QueueQuery) -> Result<Markup, Problem> {
        let page = self.page;
        let listed = self.listed();
        let current = match (query.at, query.after) {
            (Some(at), _) => self.row(at).map(|_| at),
            (None, Some(after)) => {
                listed.iter().copied().find(|&number| number > after).or(listed.first().copied())
            }
            (None, None) => listed.first().copied(),
        };
        let is_waiting = self.state.phase == Phase::Comparing && current.is_none();
        let shown = match current {
            Some(number) => Some(self.render_current(number, &listed)?),
            None => None,
        };
        Ok(html! {
            p { a href=(page.link("/desk")) { (page.text(ALL_SUBMISSIONS)) } }
            @if is_waiting { (page.reload_after(1)) }
            (self.render_phase())
            (self.render_filter())
            @if let Some(shown) = shown { (shown) }
            @else if !is_waiting {
                p #nothing { (page.text(NOTHING_LEFT)) }
                @if self.batch.is_some() { (self.render_undo()) (page.key_switch()) }
            }
            (self.render_settled())
            (self.render_outcome()?)
            (self.render_list(&listed, query.from, current))
            (self.render_skipped())
        })
    }

    fn render_phase(&self) -> Markup {
        let page = self.page;
        let count = words::count(self.state.rows.len());
        html! {
            @match &self.state.phase {
                Phase::Comparing => p role="status" {
                    (page.fill(COMPARING, &[&count])) " " a href=(self.address()) { (page.text(RELOAD)) }
                },
                Phase::Searching => p role="status" {
                    (page.text(SEARCHING)) " " a href=(self.address()) { (page.text(RELOAD)) }
                },
                Phase::Done => {},
                Phase::Failed(cause) => p role="alert" { (page.text(FAILED)) " " span lang="en" { (cause) } },
            }
        }
    }

    /// How many problems there are of each kind, with links.
    fn render_filter(&self) -> Markup {
        let page = self.page;
        let count = |filter: Filter| {
            self.state.rows.iter().filter(|row| self.is_shown(filter, row)).count()
        };
        let kinds = [
            (Filter::Open, OPEN),
            (Filter::Settled, SETTLED),
            (Filter::Decided, DECIDED),
            (Filter::All, ALL),
        ];
        let mut classes: BTreeMap<usize, (QueueClass, usize)> = BTreeMap::new();
        for (at, class) in QueueClass::all().enumerate() {
            let found = self.state.rows.iter().filter(|row| row.submission.has(class)).count();
            if found > 0 {
                classes.insert(at, (class, found));
            }
        }
        let address = |filter: Filter| self.address().with("show", filter.name());
        let mark = |filter: Filter| (filter == self.filter).then_some("true");
        html! {
            nav aria-label=(page.text(FILTER)) {
                ul.chips.one-line #kinds {
                    @for (filter, name) in kinds {
                        li { a.button href=(address(filter)) aria-current=[mark(filter)] {
                            (page.text(name)) " " (words::count(count(filter)))
                        } }
                    }
                }
                ul.chips.one-line #classes {
                    @for (class, found) in classes.values() {
                        @let filter = Filter::Class(*class);
                        li { a.button href=(address(filter)) aria-current=[mark(filter)] {
                            (name_class(page, *class)) " " (words::count(*found))
                        } }
                    }
                }
            }
        }
    }

    fn render_current(&self, number: usize, listed: &[usize]) -> Result<Markup, Problem> {
        let page = self.page;
        let row = self.row(number).expect("the number is one of a row");
        let last = self.decided.get(&row.place);
        let next = listed.iter().copied().find(|&other| other > number);
        let back = (1..number).rev().find(|&other| {
            let row = &self.state.rows[other - 1];
            self.is_shown(self.filter, row) || self.is_decided(row) && !row.submission.is_settled()
        });
        let to = |number: usize| self.address().with("at", number.to_string());
        let boards = board::render(self.view, page, &self.queue.store()?, row)?;
        Ok(html! {
            section #current data-number=(number) aria-label=(page.fill(PROBLEM, &[&number])) {
                h2 { (page.fill(PROBLEM, &[&number])) " · " (self.render_verdict(row)) }
                (self.render_remarks(row)?)
                (boards)
                (self.render_copies(number))
                section #decide aria-label=(page.text(DECISION)) {
                    @if let Some(last) = last {
                        p #decided data-decision=(last.verdict.name()) {
                            (page.text(DECISION)) ": " strong { (page.text(describe(last.verdict))) }
                        }
                    }
                    div.tools {
                        (self.render_buttons(row, number, last))
                        @if let Some(back) = back {
                            a.button data-press="p" href=(to(back)) { (page.text(BACK)) " " kbd { "P" } }
                        }
                        @if let Some(next) = next {
                            a.button data-press="n" href=(to(next)) { (page.text(NEXT)) " " kbd { "N" } }
                        }
                        (self.render_undo())
                    }
                    (page.key_switch())
                }
            }
        })
    }

    fn render_verdict(&self, row: &QueueRow) -> Markup {
        let verdict = &row.submission.verdict;
        let page = self.page;
        html! {
            strong { (name_class(page, QueueClass::Verdict(verdict.novelty))) }
            @if let Some(answers) = verdict.answers {
                " · " span class=(if answers.name() == "agree" { "right" } else { "wrong" }) {
                    (name_class(page, QueueClass::Answers(answers)))
                }
            }
        }
    }

    fn render_remarks(&self, row: &QueueRow) -> Result<Markup, Problem> {
        let page = self.page;
        let earlier = self.view.store.verdicts_on_record(row.record_hash)?;
        let earlier = earlier.iter().rev().find(|verdict| verdict.submission != self.hash);
        let faults = &row.submission.faults;
        Ok(html! {
            @if let Some(earlier) = earlier {
                p #earlier {
                    (page.text(EARLIER)) " " strong { (page.text(describe(earlier.verdict))) } " "
                    bdi { (earlier.place.source) }
                }
            }
            @if let Some(at) = &row.submission.repeated {
                p #repeated { (page.text(REPEATS)) " " bdi { (board::file_name(&at.source)) } " " (at.tree_and_problem()) }
            }
            @if !faults.is_empty() {
                ul.faults aria-label=(page.text(FAULTS)) {
                    @for fault in faults.iter().take(MAX_LISTED) {
                        li.wrong {
                            (page.text(Text::named("fault", fault.rule.name())))
                            " " small lang="en" { (fault.message) }
                        }
                    }
                }
            }
        })
    }

    fn render_buttons(
        &self,
        row: &QueueRow,
        number: usize,
        last: Option<&SubmissionVerdict>,
    ) -> Markup {
        let page = self.page;
        let has_known = !row.submission.matches.is_empty();
        html! {
            form.tools method="post" action=(self.action("decide")) {
                (page.token())
                input type="hidden" name="show" value=(self.filter.name());
                input type="hidden" name="number" value=(number);
                input type="hidden" name="seen" value=(last.map_or(0, |last| last.id));
                @for (verdict, key) in EditorVerdict::ALL.into_iter().zip(["a", "r", "s", "d"]) {
                    @if has_known || !matches!(verdict, EditorVerdict::Same | EditorVerdict::Different) {
                        button name="verdict" value=(verdict.name()) data-press=(key)
                            aria-pressed=[last.is_some_and(|last| last.verdict == verdict).then_some("true")] {
                            (page.text(describe(verdict))) " " kbd { (key.to_uppercase()) }
                        }
                    }
                }
            }
        }
    }

    fn render_undo(&self) -> Markup {
        let page = self.page;
        html! {
            @if let Some(batch) = self.batch {
                form.tools method="post" action=(self.action("undo")) {
                    (page.token())
                    input type="hidden" name="show" value=(self.filter.name());
                    input type="hidden" name="batch" value=(batch);
                    button data-press="u" { (page.text(UNDO)) " " kbd { "U" } }
                }
            }
        }
    }

    /// What is decided with a problem, folded.
    fn render_copies(&self, number: usize) -> Markup {
        let page = self.page;
        let copies: Vec<usize> = self.state.copies(number - 1).map(|index| index + 1).collect();
        html! {
            @if !copies.is_empty() {
                details #copies data-copies=(copies.len()) {
                    summary { (page.fill(COPIES, &[&words::count(copies.len())])) }
                    (self.render_links(copies.into_iter(), Filter::All))
                }
            }
        }
    }

    /// Links to the first of some problems, and how many more there are.
    fn render_links(
        &self,
        numbers: impl ExactSizeIterator<Item = usize>,
        filter: Filter,
    ) -> Markup {
        let more = numbers.len().saturating_sub(PER_PAGE);
        let to = |number: usize| {
            self.address().with("show", filter.name()).with("at", number.to_string())
        };
        html! {
            ul.lines {
                @for number in numbers.take(PER_PAGE) {
                    li { a href=(to(number)) {
                        (number) " " bdi { (label(&self.state.rows[number - 1])) }
                    } }
                }
            }
            @if more > 0 { p.soft { (words::count(more)) " " (self.page.text(MORE)) } }
        }
    }

    /// What is the same and agrees, folded, to decide about at once.
    fn render_settled(&self) -> Markup {
        let page = self.page;
        let settled: Vec<(usize, &QueueRow)> =
            (1..).zip(&self.state.rows).filter(|(_, row)| row.submission.is_settled()).collect();
        let open = settled.iter().filter(|(_, row)| !self.is_decided(row)).count();
        html! {
            @if !settled.is_empty() {
                details #settled data-open=(open) {
                    summary { (page.text(SETTLED)) " " (words::count(settled.len())) }
                    p { (page.text(SETTLED_HINT)) }
                    @if open > 0 {
                        form method="post" action=(self.action("decide")) {
                            (page.token())
                            input type="hidden" name="show" value=(self.filter.name());
                            input type="hidden" name="number" value="settled";
                            input type="hidden" name="seen" value=(self.last_id);
                            button name="verdict" value="same" { (page.fill(SETTLE, &[&words::count(open)])) }
                        }
                    }
                    (self.render_links(settled.iter().map(|&(number, _)| number), Filter::Settled))
                }
            }
        }
    }

    /// What becomes of the accepted problems.
    fn render_outcome(&self) -> Result<Markup, Problem> {
        let page = self.page;
        let is_accepted = |verdict: &&SubmissionVerdict| verdict.verdict.is_accepted();
        let accepted = self.decided.values().filter(is_accepted).count();
        let date = find_submission(self.view.store, self.hash)?.date;
        let sources = self.view.store.sources_with_prefix(&source_prefix(&date, self.hash))?;
        let form = |name: &str, text: Text| {
            html! {
                form method="post" action=(self.action(name)) { (page.token()) button { (page.text(text)) } }
            }
        };
        Ok(html! {
            section #outcome data-accepted=(accepted) data-imported=(sources.len()) {
                h2 { (page.fill(ACCEPTED, &[&words::count(accepted)])) }
                div.tools {
                    @if accepted > 0 {
                        (form("import", IMPORT))
                        a.button href=(format!("/desk/{}/accepted.sgf", hex(self.hash))) { (page.text(EXPORT)) }
                    }
                    @if !sources.is_empty() { (form("withdraw", WITHDRAW)) }
                    (form("remove", REMOVE))
                }
            }
        })
    }

    fn render_list(&self, listed: &[usize], from: usize, current: Option<usize>) -> Markup {
        let page = self.page;
        let from = from.min(listed.len().saturating_sub(1)) / PER_PAGE * PER_PAGE;
        let part = listed.iter().skip(from).take(PER_PAGE);
        let to = |from: usize| self.address().with("from", from.to_string());
        let headings = [NAME, VERDICT, ANSWERS, FAULTS, DECISION];
        html! {
            @if !listed.is_empty() {
                h2 { (page.text(LIST)) " " span.soft { (words::count(listed.len())) } }
                div.scroll tabindex="0" role="region" aria-label=(page.text(LIST)) {
                    table #queue {
                        thead { tr {
                            th scope="col" { "#" }
                            @for name in headings { th scope="col" { (page.text(name)) } }
                        } }
                        tbody {
                            @for &number in part {
                                @let row = &self.state.rows[number - 1];
                                tr aria-current=[(current == Some(number)).then_some("true")] {
                                    td.number { a href=(self.address().with("at", number.to_string())) { (number) } }
                                    td { bdi { (label(row)) } }
                                    (self.render_cells(row))
                                }
                            }
                        }
                    }
                }
                (pager::render(page, (from, listed.len()), PER_PAGE, false, to))
            }
        }
    }

    fn render_cells(&self, row: &QueueRow) -> Markup {
        let page = self.page;
        let verdict = &row.submission.verdict;
        let faults = row.submission.rules();
        html! {
            td {
                (name_class(page, QueueClass::Verdict(verdict.novelty)))
                @if row.submission.repeated.is_some() {
                    " · " (name_class(page, QueueClass::Repeated))
                }
            }
            td { @if let Some(answers) = verdict.answers { (name_class(page, QueueClass::Answers(answers))) } }
            td {
                @for (index, rule) in faults.iter().enumerate() {
                    @if index > 0 { ", " }
                    (page.text(Text::named("fault", rule.name())))
                }
            }
            td {
                @match self.decided.get(&row.place) {
                    Some(last) => { (page.text(describe(last.verdict))) },
                    None => span.soft { (page.text(UNDECIDED)) },
                }
            }
        }
    }

    fn render_skipped(&self) -> Markup {
        let page = self.page;
        let QueueState { skipped, others, .. } = &self.state;
        html! {
            @if *others > 0 { p #others { (page.fill(OTHERS, &[&words::count(*others as usize)])) } }
            @if !skipped.is_empty() {
                details #skipped open[self.state.rows.is_empty()] {
                    summary { (page.text(SKIPPED)) " " (words::count(skipped.len())) }
                    ul.lines {
                        @for (place, cause) in skipped.iter().take(MAX_LISTED) {
                            li { bdi { (board::file_name(place)) } " " span lang="en" { (cause) } }
                        }
                    }
                }
            }
        }
    }
}

/// What a row is called: its name, or its place.
fn label(row: &QueueRow) -> String {
    let at = &row.submission.record.at;
    let name = at.name.as_deref().map(str::trim).filter(|name| !name.is_empty());
    let file = Escaped(board::file_name(&at.source));
    match name {
        Some(name) => format!("{} ({file} {})", Escaped(name), at.tree_and_problem()),
        None => format!("{file} {}", at.tree_and_problem()),
    }
}

/// The words for a value of a field.
fn name_class(page: &Page, class: QueueClass) -> &'static str {
    let text = match class {
        QueueClass::Verdict(novelty) => Text::named("novelty", novelty.name()),
        QueueClass::Answers(answers) => Text::named("answers", answers.name()),
        QueueClass::Repeated => REPEATED,
        QueueClass::Fault(rule) => Text::named("fault", rule.name()),
    };
    page.text(text)
}

texts! { "desk/queue": REPEATED }
