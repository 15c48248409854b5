//! Two records side by side, and the forms that decide about them.

use std::fmt::Display;

use maud::{Markup, html};

use super::lines;
use crate::address::Address;
use crate::answer::PointNames;
use crate::find::{
    Decisions, MatchKind, RecordToShow, ShownRecord, identify_record, show_side_by_side,
};
use crate::go::{Size, Symmetry};
use crate::listing::Part;
use crate::pages::board;
use crate::pages::layout::Page;
use crate::pages::text::{Text, texts};
use crate::pages::words;
use crate::problem::Problem;
use crate::publish::find_default_view;
use crate::state::View;
use crate::store::{JudgedRecord, Judgment, Store, StoredPosition, StoredRecord};

/// The most records of a side that are named.
const MAX_RECORDS: usize = 4;

texts! { "shared": PREVIOUS }
texts! { "curate/pair":
    pub(super) DIFFERENT, pub(super) LEFT, pub(super) RIGHT, pub(super) TAKE_BACK, NEXT, DECIDE, SAME,
    DECIDED, ACCEPTED, NOTHING, TREE, AND, MORE,
    OF_SOURCE, NARROW,
}

/// Records with equal answers, beside others.
pub(super) struct Side<'a> {
    /// The records with these answers; the first one is shown and judged.
    pub(super) records: Vec<&'a StoredRecord>,
    pub(super) judged: JudgedRecord,
    pub(super) shown: ShownRecord,
}

/// Two records of different positions that are alike.
pub(super) struct Aligned<'a> {
    pub(super) records: [(&'a StoredPosition, &'a StoredRecord); 2],
    /// Maps the board of the second record to the orientation of the first.
    pub(super) symmetry: Symmetry,
    /// How far a point of the first board is from its point on the second one, if this is known.
    pub(super) offset: Option<(i16, i16)>,
    pub(super) kind: MatchKind,
}

/// The names of the points of a window after an operation.
pub(super) struct WindowNames {
    size: Size,
    by: Symmetry,
    names: PointNames,
}

impl WindowNames {
    /// The name of a point, which is counted from the upper left of the window before the operation.
    pub(super) fn name(&self, at: (i16, i16)) -> String {
        let (col, row) = self.by.signed_point(at, self.size);
        self.names.name_at(col, row)
    }
}

impl<'a> Aligned<'a> {
    /// Both records in one orientation, the first one as pages show it by default; and the names of its points.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub(super) fn sides(&self, view: &View<'_>) -> Result<([Side<'a>; 2], WindowNames), Problem> {
        let Aligned { records, symmetry, offset, kind } = *self;
        let [one, other] = records;
        let to_show = |(position, record), symmetry| RecordToShow {
            store: view.store,
            position,
            record,
            symmetry,
        };
        let shown = [to_show(one, Symmetry::IDENTITY), to_show(other, symmetry)];
        let shown = show_side_by_side(shown, kind, offset)?;
        let records = view.store.records(one.0.id)?;
        let decisions = Decisions::load(view.store)?;
        let by = find_default_view(view.store, &decisions, one.0, &records, one.1)?;
        let (size, place) = (shown[0].view.window.board.size(), shown[0].view.place);
        let names = WindowNames { size, by, names: PointNames::new(place.transform(size, by)) };
        let [left, right] = shown.map(|shown| shown.transform(by));
        let side = |(position, record): (&StoredPosition, &'a StoredRecord), shown| {
            let judged = identify_record(view.store, position.key, record)?;
            Ok::<_, Problem>(Side { records: vec![record], judged, shown })
        };
        Ok(([side(one, left)?, side(other, right)?], names))
    }
}

/// A list of pairs, as a page narrows it.
#[derive(Clone, Debug)]
pub(super) struct PairList {
    /// `conflicts`, `cores`, `near` or `duplicates`: the page.
    pub(super) name: &'static str,
    /// The distance of near positions and cores.
    pub(super) k: Option<u8>,
    /// What the list is narrowed to, as the query of an address.
    pub(super) filter: String,
}

impl PairList {
    /// Whether the pairs are of different positions.
    fn is_of_positions(&self) -> bool {
        matches!(self.name, "cores" | "near")
    }

    /// The part of the list behind a place.
    pub(super) fn address(&self, page: &Page, after: impl Into<String>) -> Address {
        let k = self.k.map(|k| k.to_string()).unwrap_or_default();
        let address = Address::new(format!("/{}", self.name)).with("k", k).with("after", after);
        narrow(address, &self.filter).with("lang", page.language.tag())
    }
}

/// The parameters that narrow or order a list.
const FILTERS: [&str; 5] = ["class", "source", "order", "all", "others"];

/// An address with those parameters of a query that narrow or order a list.
fn narrow(address: Address, query: &str) -> Address {
    form_urlencoded::parse(query.as_bytes()).fold(address, |address, (name, value)| {
        match FILTERS.into_iter().find(|filter| *filter == name) {
            Some(filter) => address.with(filter, value),
            None => address,
        }
    })
}

/// What the forms of a pair send beside the records.
pub(super) struct Forms<'a> {
    pub(super) list: &'a PairList,
    /// Where this pair is in the list: the place before it.
    pub(super) here: String,
    /// Where the list goes on after a decision.
    pub(super) next: String,
}

impl Forms<'_> {
    pub(super) fn fields(&self) -> Markup {
        html! {
            input type="hidden" name="list" value=(self.list.name);
            @if let Some(k) = self.list.k { input type="hidden" name="k" value=(k); }
            input type="hidden" name="here" value=(self.here);
            input type="hidden" name="next" value=(self.next);
            input type="hidden" name="filter" value=(self.list.filter);
        }
    }
}

/// Where the list goes on without a decision: the place before the pair before this one, and that of this
/// pair.
pub(super) struct Beside {
    pub(super) back: Option<String>,
    pub(super) next: String,
}

impl<T, P: Ord + Display> Part<'_, T, P> {
    /// The places beside a pair, which is alone in its part, and its own place.
    pub(super) fn beside(&self, place: P) -> (Beside, String) {
        let before = |place: &Option<P>| place.as_ref().map(P::to_string).unwrap_or_default();
        let next = place.to_string();
        (Beside { back: self.previous.as_ref().map(before), next: next.clone() }, next)
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

/// The judgment on two records with these hashes, if there is one.
///
/// # Errors
/// If the database cannot be read.
pub(super) fn find_judgment(
    store: &Store,
    [one, other]: [[u8; 16]; 2],
) -> Result<Option<Judgment>, Problem> {
    let decisions = store.decisions()?;
    let found = decisions.into_iter().find_map(|decision| {
        let hashes = (decision.first.hash, decision.second.hash);
        if hashes == (one, other) {
            Some(decision.judgment)
        } else if hashes == (other, one) {
            Some(decision.judgment.swapped())
        } else {
            None
        }
    });
    Ok(found)
}

/// Both sides, and below them the buttons.
pub(super) fn render(
    page: &Page,
    sides: [&Side<'_>; 2],
    judgment: Option<Judgment>,
    forms: &Forms<'_>,
    beside: &Beside,
) -> Markup {
    let link = |after: &str| forms.list.address(page, after);
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
                @if let Some(back) = &beside.back {
                    a.button rel="prev" data-press="p" href=(link(back)) { (page.text(PREVIOUS)) " " kbd { "P" } }
                }
                a.button rel="next" data-press="n" href=(link(&beside.next)) { (page.text(NEXT)) " " kbd { "N" } }
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
    forms: &Forms<'_>,
) -> Markup {
    let choices = [
        ("left", "1", LEFT, Judgment::FirstIsBetter),
        ("different", "d", DIFFERENT, Judgment::Different),
        ("same", "s", SAME, Judgment::Same),
        ("right", "2", RIGHT, Judgment::SecondIsBetter),
    ];
    // Records of one position are the same problem without a decision.
    let is_offered = |choice| choice != Judgment::Same || forms.list.is_of_positions();
    if page.is_read_only {
        return html! {};
    }
    html! {
        form.tools method="post" action="/decide" {
            (page.token())
            (forms.fields())
            (seen_field(judgment))
            (judged_fields("first", judged[0]))
            (judged_fields("second", judged[1]))
            @for (value, key, text, choice) in choices.into_iter().filter(|one| is_offered(one.3)) {
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
pub(super) fn render_take_back(
    page: &Page,
    judged: [&JudgedRecord; 2],
    judgment: Judgment,
    forms: &Forms<'_>,
) -> Markup {
    if page.is_read_only {
        return html! {};
    }
    html! {
        form method="post" action="/decide" {
            (page.token())
            (forms.fields())
            (seen_field(Some(judgment)))
            (judged_fields("first", judged[0]))
            (judged_fields("second", judged[1]))
            button name="decision" value="forget" data-press="u" {
                (page.text(TAKE_BACK)) " " kbd { "U" }
            }
        }
    }
}

/// What the page knows of the judgment, so that nobody overwrites what somebody else decided meanwhile.
fn seen_field(judgment: Option<Judgment>) -> Markup {
    html! { input type="hidden" name="seen" value=(judgment.map_or("", name)); }
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

pub(super) fn name(judgment: Judgment) -> &'static str {
    match judgment {
        Judgment::Different => "different",
        Judgment::FirstIsBetter => "left",
        Judgment::SecondIsBetter => "right",
        Judgment::Same => "same",
    }
}

pub(super) fn describe(judgment: Judgment) -> Text {
    match judgment {
        Judgment::Different => DIFFERENT,
        Judgment::FirstIsBetter => LEFT,
        Judgment::SecondIsBetter => RIGHT,
        Judgment::Same => SAME,
    }
}

fn render_side(page: &Page, side: &Side<'_>, which: &str) -> Markup {
    html! {
        section.side data-side=(which) {
            (render_shown(page, side.records[0], &side.shown))
            @if side.records.len() > 1 {
                ul.records {
                    @for record in side.records.iter().skip(1).take(MAX_RECORDS) {
                        @let by = side.shown.view_of(side.records[0], record);
                        li { (render_record(page, record, by)) }
                    }
                    @if let Some(more @ 1..) = side.records.len().checked_sub(MAX_RECORDS + 1) {
                        li.soft { (page.text(AND)) " " (more) " " (page.text(MORE)) }
                    }
                }
            }
            p { (words::key_link(page, side.judged.key)) }
        }
    }
}

/// A record beside another one: its board, its answers and its solution.
pub(in crate::pages) fn render_shown(
    page: &Page,
    record: &StoredRecord,
    shown: &ShownRecord,
) -> Markup {
    let names = PointNames::whole(shown.view.place.board);
    html! {
        (board::draw(page, &shown.picture(), page.text(words::turn(shown.turn.name()))))
        h2 { (render_record(page, record, shown.symmetry)) }
        p.accepted {
            (page.text(ACCEPTED)) " "
            @if shown.accepted.is_empty() { span.soft { (page.text(NOTHING)) } }
            @for (index, one) in shown.accepted.iter().enumerate() {
                @if index > 0 { ", " }
                strong { (one.letter()) } " " (names.name_move(one.at))
            }
            @for one in &shown.rejected {
                " · " strong { (one.letter()) } " " (names.name_move(one.at)) " "
                (page.text(Text::named("verdict", "wrong")))
            }
        }
        (lines::render(page, names, &shown.line))
    }
}

/// The source and the number of a record, with its name, in the colors of the board after an operation.
pub(super) fn render_record(page: &Page, record: &StoredRecord, by: Symmetry) -> Markup {
    html! {
        bdi { (record.at.source) } " " span.soft { (page.text(TREE)) " " (record.at.tree_and_problem()) }
        @if let Some(name) = record.at.name.as_deref().filter(|name| !name.trim().is_empty()) {
            " " bdi.soft { (words::in_colors(name, by)) }
        }
        @if let Some(known) = words::certainty(record) { " " small { (page.text(known)) } }
    }
}
