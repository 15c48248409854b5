//! Two records side by side, and the forms that decide about them.

use maud::{Markup, html};

use super::lines;
use crate::address::Address;
use crate::answer::PointNames;
use crate::find::{LineMove, RecordView};
use crate::go::Point;
use crate::gtn::{Cell, Diagram, Mark};
use crate::pages::board;
use crate::pages::layout::Page;
use crate::pages::text::{Text, texts};
use crate::pages::words;
use crate::problem::Problem;
use crate::store::{JudgedRecord, Judgment, Store, StoredRecord};
use crate::svg::Picture;

/// The most records of a side that are named.
const MAX_RECORDS: usize = 4;

texts! { "shared": PREVIOUS }
texts! { "curate/pair":
    pub(super) DIFFERENT, pub(super) LEFT, pub(super) RIGHT, pub(super) TAKE_BACK, NEXT, DECIDE,
    DECIDED, ACCEPTED, NOTHING, TREE, AND, MORE,
    OF_SOURCE, NARROW,
}

/// A record with the board on which its answers are shown.
pub(super) struct Side<'a> {
    /// The records with these answers; the first one is shown and judged.
    pub(super) records: Vec<&'a StoredRecord>,
    pub(super) judged: JudgedRecord,
    /// The position in the orientation that both sides share.
    pub(super) view: RecordView,
    /// Points of the board that differ from the other side.
    pub(super) differing: Vec<Point>,
    /// The accepted first moves, with their letters.
    pub(super) accepted: Vec<(String, Option<Point>)>,
    /// The first moves that are wrong here and right on another side.
    pub(super) rejected: Vec<(String, Option<Point>)>,
    /// The solution.
    pub(super) line: Vec<LineMove>,
}

/// What the forms of a pair send beside the records.
pub(super) struct Forms {
    /// `conflicts`, `cores`, `near` or `duplicates`: the page to return to.
    pub(super) list: &'static str,
    /// The distance of near positions and cores.
    pub(super) k: Option<u8>,
    /// Where this pair is in the list: the place before it.
    pub(super) here: String,
    /// Where the list goes on after a decision.
    pub(super) next: String,
    /// What the list is narrowed to, as the query of an address.
    pub(super) filter: String,
}

impl Forms {
    fn fields(&self) -> Markup {
        html! {
            input type="hidden" name="list" value=(self.list);
            @if let Some(k) = self.k { input type="hidden" name="k" value=(k); }
            input type="hidden" name="here" value=(self.here);
            input type="hidden" name="next" value=(self.next);
            input type="hidden" name="filter" value=(self.filter);
        }
    }
}

/// A field for a part of the name of a source, which narrows a list.
pub(super) fn render_source_field(page: &Page, source: &str, here: &Address) -> Markup {
    html! {
        form.tools role="search" method="get" {
            @for (name, value) in here.fields() {
                @if *name != "source" { input type="hidden" name=(name) value=(value); }
            }
            label { span { (page.text(OF_SOURCE)) " " } input name="source" value=(source); }
            button { (page.text(NARROW)) }
        }
    }
}

/// The judgment on two records, if there is one.
pub(super) fn find_judgment(
    store: &Store,
    one: &JudgedRecord,
    other: &JudgedRecord,
) -> Result<Option<Judgment>, Problem> {
    let decisions = store.decisions()?;
    let found = decisions.into_iter().find_map(|decision| {
        let hashes = (decision.first.hash, decision.second.hash);
        if hashes == (one.hash, other.hash) {
            Some(decision.judgment)
        } else if hashes == (other.hash, one.hash) {
            Some(decision.judgment.swapped())
        } else {
            None
        }
    });
    Ok(found)
}

/// Where the pairs before and behind a pair are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Beside<'a> {
    pub(super) back: Option<&'a Address>,
    pub(super) next: Option<&'a Address>,
}

/// Both sides, and below them the buttons.
pub(super) fn render(
    page: &Page,
    sides: [&Side<'_>; 2],
    judgment: Option<Judgment>,
    forms: &Forms,
    beside: Beside<'_>,
) -> Markup {
    html! {
        div.pair {
            @for (side, name) in sides.iter().zip(["left", "right"]) {
                (render_side(page, side, name))
            }
        }
        @let judged = sides.map(|side| &side.judged);
        section #decide aria-label=(page.text(DECIDE)) {
            @if let Some(judgment) = judgment {
                p #decided data-decision=(name(judgment)) {
                    (page.text(DECIDED)) " " strong { (page.text(describe(judgment))) }
                }
            }
            div.tools {
                (render_buttons(page, judged, judgment, forms))
                @if let Some(back) = beside.back {
                    a.button rel="prev" data-press="p" href=(back) { (page.text(PREVIOUS)) " " kbd { "P" } }
                }
                @if let Some(next) = beside.next {
                    a.button rel="next" data-press="n" href=(next) { (page.text(NEXT)) " " kbd { "N" } }
                }
            }
            (page.key_switch())
        }
    }
}

/// The forms of the decisions about two records.
pub(super) fn render_buttons(
    page: &Page,
    judged: [&JudgedRecord; 2],
    judgment: Option<Judgment>,
    forms: &Forms,
) -> Markup {
    let choices = [
        ("left", "1", LEFT, Judgment::FirstIsBetter),
        ("different", "d", DIFFERENT, Judgment::Different),
        ("right", "2", RIGHT, Judgment::SecondIsBetter),
    ];
    if page.is_read_only {
        return html! {};
    }
    html! {
        form.tools method="post" action="/decide" {
            (page.token())
            (forms.fields())
            (judged_fields("first", judged[0]))
            (judged_fields("second", judged[1]))
            @for (value, key, text, choice) in choices {
                button name="decision" value=(value) data-press=(key)
                    aria-pressed=[(judgment == Some(choice)).then_some("true")] {
                    (page.text(text)) " " kbd { (key.to_uppercase()) }
                }
            }
            @if judgment.is_some() {
                button name="decision" value="forget" data-press="u" {
                    (page.text(TAKE_BACK)) " " kbd { "U" }
                }
            }
        }
    }
}

/// The form that takes a decision back.
pub(super) fn render_take_back(page: &Page, judged: [&JudgedRecord; 2], forms: &Forms) -> Markup {
    if page.is_read_only {
        return html! {};
    }
    html! {
        form method="post" action="/decide" {
            (page.token())
            (forms.fields())
            (judged_fields("first", judged[0]))
            (judged_fields("second", judged[1]))
            button name="decision" value="forget" data-press="u" {
                (page.text(TAKE_BACK)) " " kbd { "U" }
            }
        }
    }
}

/// What identifies a record in a form.
pub(super) fn judged_fields(name: &str, judged: &JudgedRecord) -> Markup {
    let hash = format!("{:032x}", u128::from_be_bytes(judged.hash));
    let tree = match judged.problem {
        1 => judged.tree.to_string(),
        problem => format!("{}.{problem}", judged.tree),
    };
    html! {
        input type="hidden" name={ (name) "_source" } value=(judged.source);
        input type="hidden" name={ (name) "_tree" } value=(tree);
        input type="hidden" name={ (name) "_hash" } value=(hash);
        input type="hidden" name={ (name) "_key" } value=(judged.key);
    }
}

fn name(judgment: Judgment) -> &'static str {
    match judgment {
        Judgment::Different => "different",
        Judgment::FirstIsBetter => "left",
        Judgment::SecondIsBetter => "right",
    }
}

fn describe(judgment: Judgment) -> Text {
    match judgment {
        Judgment::Different => DIFFERENT,
        Judgment::FirstIsBetter => LEFT,
        Judgment::SecondIsBetter => RIGHT,
    }
}

fn render_side(page: &Page, side: &Side<'_>, which: &str) -> Markup {
    let names = PointNames::whole(side.view.place.board);
    let record = side.records[0];
    let title = words::turn(record.own_turn().name());
    html! {
        section.side data-side=(which) {
            (board::draw(&draw(side), page.text(title)))
            h2 { (render_record(page, record)) }
            p.accepted {
                (page.text(ACCEPTED)) " "
                @if side.accepted.is_empty() { span.soft { (page.text(NOTHING)) } }
                @for (index, (letter, at)) in side.accepted.iter().enumerate() {
                    @if index > 0 { ", " }
                    strong { (letter) } " " (names.name_move(*at))
                }
                @for (letter, at) in &side.rejected {
                    " · " strong { (letter) } " " (names.name_move(*at)) " "
                    (page.text(Text::named("verdict", "wrong")))
                }
            }
            @if side.records.len() > 1 {
                ul.records {
                    @for record in side.records.iter().skip(1).take(MAX_RECORDS) {
                        li { (render_record(page, record)) }
                    }
                    @if let Some(more @ 1..) = side.records.len().checked_sub(MAX_RECORDS + 1) {
                        li.soft { (page.text(AND)) " " (more) " " (page.text(MORE)) }
                    }
                }
            }
            (lines::render(page, names, &side.line))
            p { a href=(Address::new(format!("/p/{}", side.judged.key))
                .with("lang", page.language.tag())) { code { (side.judged.key.to_string()[..8]) "…" } } }
        }
    }
}

/// The source and the number of a record, with its name.
pub(super) fn render_record(page: &Page, record: &StoredRecord) -> Markup {
    html! {
        bdi { (record.at.source) } " " span.soft { (page.text(TREE)) " " (record.at.tree_and_problem()) }
        @if let Some(name) = record.at.name.as_deref().filter(|name| !name.trim().is_empty()) {
            " " bdi.soft { (name) }
        }
        @if let Some(known) = words::certainty(record) { " " small { (page.text(known)) } }
    }
}

/// The position with the letters of the accepted moves, and squares where the sides differ.
fn draw(side: &Side<'_>) -> Picture {
    let points = side.accepted.iter().chain(&side.rejected).filter_map(|(_, at)| *at);
    let view = side.view.grown_to_include(points.chain(side.differing.iter().copied()));
    let in_view = |at: Point| view.window_point(at);
    let differing: Vec<Point> = side.differing.iter().filter_map(|&at| in_view(at)).collect();
    let board = &view.window.board;
    let diagram = Diagram::build(board.size(), view.window.open, |point| Cell {
        stone: board.get(point),
        mark: differing.contains(&point).then_some(Mark::Square),
    });
    let label = |(letter, at): &(String, Option<Point>)| Some((in_view((*at)?)?, letter.clone()));
    let labels = side.accepted.iter().chain(&side.rejected).filter_map(label).collect();
    Picture { place: Some(view.place), labels, has_coordinates: true, ..diagram.into() }
}
