//! `/p/KEY` with a position of Abalone: its board, its records, near ones, games in which it stood.

use maud::{Markup, html};

use crate::abalone::{CodedComment, Notation, Setup, Symmetry};
use crate::abalone_lookup::KnownAbalone;
use crate::address::Address;
use crate::extract::abalone::{ProblemText, Puzzle, PuzzleGoal, SolutionLine};
use crate::find::abalone::{
    NearMatch, Query, cluster_records, find_in_games, find_near, read_problem,
};
use crate::find::{Identity, MatchKind};
use crate::model::Turn;
use crate::pages::abalone_card::{Card, describe, draw_near};
use crate::pages::abalone_hits;
use crate::pages::board;
use crate::pages::layout::Page;
use crate::pages::text::texts;
use crate::pages::words;
use crate::problem::Problem;
use crate::state::View;
use crate::store::{GameFilter, StoredAbaloneProblem};
use crate::svg::HexPicture;

/// The most cells in which a near position differs.
const DISTANCE: u32 = 2;
/// The most near positions that are drawn.
const MAX_NEAR: usize = 12;
/// The most records that are listed.
const MAX_RECORDS: usize = 100;
/// The most places in games that are listed.
const MAX_HITS: usize = 24;

texts! { "shared": COMMENT, SOLUTION, SOURCES, NUMBER, COPY, FILES, NEAR, MIRROR, RECOLOR, VIEW }
texts! { "problem/abalone":
    POSITION, BOARD, UNKNOWN, GOAL, GOAL_IN_ONE, ONLY_GAMES, MORE_SOURCES, FIND, LEGEND, CELLS,
    CELL, MORE_NEAR, TURN,
}

/// A position as the page shows it.
struct Shown<'a> {
    page: &'a Page,
    known: &'a KnownAbalone,
    /// The number of the record shown, from 1; `None` if there is no record.
    number: Option<usize>,
    /// The record's text; that of a position of games has nothing but the position.
    text: ProblemText,
    /// The operation from the record's board to the one shown.
    view: Symmetry,
}

/// The title and the content of the page. `record` is the number of a record, from 1, and `view` an
/// operation from its board to the one shown.
///
/// # Errors
/// 404 if there is no such record, 422 if there is no such operation.
pub(super) fn render(
    view: &View<'_>,
    page: &Page,
    known: &KnownAbalone,
    record: Option<usize>,
    operation: Option<&str>,
) -> Result<(String, Markup), Problem> {
    let operation = operation.map(str::parse::<Symmetry>).transpose();
    let operation = operation.map_err(|error| Problem::unprocessable(error.to_string()))?;
    let records = known.records.len();
    let number = match record {
        Some(number) if !(1..=records).contains(&number) => {
            let detail = format!("record is 1 to {records}, not {number}");
            return Err(Problem::not_found(detail));
        }
        Some(number) => Some(number),
        None => (records > 0).then_some(1),
    };
    let text = match number {
        Some(number) => read_problem(view.store, &known.records[number - 1])?,
        None => ProblemText {
            setup: known.setup,
            comments: Vec::new(),
            puzzle: None,
            faults: Vec::new(),
        },
    };
    let shown = Shown { page, known, number, text, view: operation.unwrap_or_default() };
    shown.render(view)
}

impl Shown<'_> {
    /// The position as it is drawn.
    fn setup(&self) -> Setup {
        self.text.setup.transform(self.view)
    }

    fn record(&self) -> Option<&StoredAbaloneProblem> {
        self.number.map(|number| &self.known.records[number - 1])
    }

    /// The address of the page with another operation.
    fn address(&self, view: Symmetry) -> Address {
        let view = if view == Symmetry::IDENTITY { "" } else { view.name() };
        Address::new(format!("/p/{}", self.known.key))
            .with("record", self.number.map(|number| number.to_string()).unwrap_or_default())
            .with("view", view)
            .with("lang", self.page.language.tag())
    }

    fn render(&self, view: &View<'_>) -> Result<(String, Markup), Problem> {
        let page = self.page;
        let name = self.record().and_then(|record| record.name.as_deref());
        let key = self.known.key.to_string();
        let title = match name.map(str::trim).filter(|name| !name.is_empty()) {
            Some(name) => name.to_owned(),
            None => page.fill(POSITION, &[&&key[..8]]),
        };
        let setup = self.setup();
        let query = Query::new(setup);
        let hits = find_in_games(view.store, &query, &GameFilter::default())?;
        let picture = HexPicture::from(setup.board);
        let known = describe(page, Turn::of(setup.turn), setup.lost);
        let file = |extension: &str| format!("/api/v1/positions/{key}.{extension}");
        let content = html! {
            div.beside {
                div.desk.hex {
                    (board::draw_hex(page, &picture, page.text(BOARD)))
                    (self.tools())
                }
                div {
                    p #status role="status" {
                        @if let Some(goal) = self.goal() { (goal) " " }
                        (known.unwrap_or_else(|| page.text(UNKNOWN).to_owned()))
                    }
                    (self.comments())
                    (self.solution())
                    (self.sources(view)?)
                    p.tools {
                        span.soft { (page.text(FILES)) }
                        @for extension in ["svg", "iatn"] {
                            a.button href=(file(extension)) download { (extension.to_uppercase()) }
                        }
                    }
                    (abalone_hits::render(page, &hits, MAX_HITS))
                }
            }
            (self.near(&find_near(view.store, &query, DISTANCE)?))
        };
        Ok((title, content))
    }

    /// The links below the board.
    fn tools(&self) -> Markup {
        let page = self.page;
        let [turn, mirror] = [1, 6].map(|index| Symmetry::ALL[index]);
        let all = [(TURN, turn), (MIRROR, mirror), (RECOLOR, Symmetry::NEGATIVE)];
        let position = self.setup().to_iatn();
        let find = Address::new("/").with("position", &position);
        let explore = Address::new("/explore").with("position", &position);
        html! {
            div.tools role="group" aria-label=(page.text(VIEW)) {
                @for (text, symmetry) in all {
                    a.button data-operation=(symmetry) href=(self.address(self.view.then(symmetry))) {
                        (page.text(text))
                    }
                }
                a.button href=(page.link(&find.to_string())) { (page.text(FIND)) }
                a.button href=(page.link(&explore.to_string())) { (page.text(words::EXPLORE)) }
            }
        }
    }

    fn goal(&self) -> Option<String> {
        let PuzzleGoal { winner, turns } = self.text.puzzle.as_ref()?.goal?;
        let winner = self.page.text(words::side(self.view.color(winner)));
        Some(match turns {
            1 => self.page.fill(GOAL_IN_ONE, &[&winner]),
            turns => self.page.fill(GOAL, &[&winner, &turns]),
        })
    }

    /// The comments as words, with the cells of the board shown.
    fn comments(&self) -> Markup {
        let comments = &self.text.comments;
        html! {
            @if !comments.is_empty() {
                h2 { (self.page.text(COMMENT)) }
                div #comment {
                    @for comment in comments {
                        p.comment dir="auto" {
                            (CodedComment::read(comment).transform(self.view).to_words())
                        }
                    }
                }
            }
        }
    }

    /// The lines of the solution, collapsed.
    fn solution(&self) -> Markup {
        let lines = self.text.puzzle.as_ref().map_or(&[][..], |Puzzle { lines, .. }| lines);
        let moves =
            |line: &SolutionLine| line.record.transform(self.view).to_linear(Notation::Nacre);
        html! {
            @if !lines.is_empty() {
                details #solution {
                    summary { h2 { (self.page.text(SOLUTION)) } }
                    ol.lines {
                        @for line in lines {
                            li { (moves(line))
                                @if let Some(fault) = &line.fault { " " small { (fault) } }
                            }
                        }
                    }
                }
            }
        }
    }

    /// The list `#sources`, in which the record shown is marked.
    fn sources(&self, view: &View<'_>) -> Result<Markup, Problem> {
        let (page, records) = (self.page, &self.known.records);
        let clusters = cluster_records(records, Identity::Position);
        let copies = clusters.first().map(|cluster| cluster.find_copies()).unwrap_or_default();
        let mut items = Vec::new();
        for ((number, record), copy) in (1..).zip(records).zip(copies).take(MAX_RECORDS) {
            let Setup { turn, lost, .. } = read_problem(view.store, record)?.setup;
            let address = Address::new(format!("/p/{}", record.key))
                .with("record", number.to_string())
                .with("lang", page.language.tag());
            items.push(html! {
                li {
                    a href=(address)
                        aria-current=[(Some(number) == self.number).then_some("true")] {
                        (record.source)
                    }
                    small {
                        " " (page.text(NUMBER)) " " (record.number)
                        @if let Some(name) = &record.name { " · " (name) }
                        @if let Some(known) = describe(page, Turn::of(turn), lost) { " · " (known) }
                        @if let Some(copy) = copy { " · " (page.text(COPY)) " " (copy + 1) }
                    }
                }
            });
        }
        let more = records.len() - items.len();
        Ok(html! {
            h2 { (page.text(SOURCES)) }
            @if records.is_empty() { p { (page.text(ONLY_GAMES)) } }
            @else { ol #sources { @for item in &items { (item) } } }
            @if more > 0 { p.soft { (words::count(more)) " " (page.text(MORE_SOURCES)) } }
        })
    }

    /// The problems of other positions among the near ones, each position once.
    fn near(&self, found: &[NearMatch]) -> Markup {
        let page = self.page;
        let mut others: Vec<&NearMatch> = Vec::new();
        for near in found.iter().filter(|near| near.found.kind == MatchKind::Near) {
            let key = near.found.problem.key;
            if others.iter().all(|other| other.found.problem.key != key) {
                others.push(near);
            }
        }
        let more = others.len().saturating_sub(MAX_NEAR);
        html! {
            @if !others.is_empty() {
                h2 { (page.text(NEAR)) }
                p.soft { (page.text(LEGEND)) }
                ul.boards #near {
                    @for near in others.into_iter().take(MAX_NEAR) { (self.near_card(near)) }
                }
                @if more > 0 { p.soft { (words::count(more)) " " (page.text(MORE_NEAR)) } }
            }
        }
    }

    fn near_card(&self, near: &NearMatch) -> Markup {
        let (page, record) = (self.page, &near.found.problem);
        let card = Card {
            kind: Some(near.found.kind),
            address: Address::new(format!("/p/{}", record.key)).with("lang", page.language.tag()),
            picture: draw_near(self.setup().board, near),
            record,
            facts: vec![match near.distance {
                1 => page.text(CELL).to_owned(),
                cells => page.fill(CELLS, &[&cells]),
            }],
            others: 0,
        };
        card.render(page, None)
    }
}
