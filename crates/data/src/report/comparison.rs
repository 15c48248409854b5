//! Submitted problems beside the known ones, as one HTML page.
//!
//! ```text
//!   5 problems: 2 same problem, 3 new
//!
//!   1 same problem · contradicts          what a person has to look at
//!   ┌ submitted ┐ ┌ known ┐
//!
//!   ▸ Settled: 120 problems               the same problem, the same answers, no fault
//! ```
//!
//! The page is one file without scripts. It stays below [`MAX_BYTES`](super::MAX_BYTES).

use std::io::{self, Write};

use maud::{Markup, PreEscaped, html};

use super::audit_report::TreeMove;
use super::frame::render_frame;
use super::moves::render_tree;
use super::page::MAX_BYTES;
use super::text::{Count, Number, Text, name_turn};
use crate::model::{Occurrence, Turn};
use crate::svg::Picture;

/// The bytes of the problems that a person has to look at, and of the settled ones.
const SHARES: [usize; 2] = [MAX_BYTES / 4 * 3, MAX_BYTES / 8];

/// The faults of a problem that are listed.
const MAX_FAULTS: usize = 8;

/// A submitted problem.
#[derive(Clone, Debug)]
pub struct ComparedProblem {
    /// The verdict.
    pub verdict: &'static str,
    /// How the answers relate to the known ones.
    pub answers: Option<&'static str>,
    /// The first submission of the same problem.
    pub repeated: Option<Occurrence>,
    /// The faults, each as a sentence.
    pub faults: Vec<String>,
    /// The submitted record, then the closest known one, if there is one.
    pub boards: Vec<ComparedBoard>,
    /// The number of known records.
    pub matches: usize,
    /// Whether nobody has to look at it.
    pub is_settled: bool,
}

/// A record beside another one.
#[derive(Clone, Debug)]
pub struct ComparedBoard {
    /// The place: source, tree and rank.
    pub place: String,
    /// The name of the problem.
    pub name: Option<String>,
    /// The board; none for Abalone.
    pub picture: Option<(Picture, Turn)>,
    /// The accepted first moves: `a C3`.
    pub accepted: Vec<String>,
    /// The points that differ from the other record.
    pub differing: Vec<String>,
    /// The solution.
    pub tree: Vec<TreeMove>,
}

/// The problems of a comparison, rendered as they are added, so that memory has a limit.
#[derive(Clone, Debug, Default)]
pub struct ComparisonPage {
    open: List,
    settled: List,
}

/// Problems under one heading.
#[derive(Clone, Debug, Default)]
struct List {
    text: String,
    shown: usize,
    all: usize,
}

impl ComparisonPage {
    /// Whether a further problem of this kind has no room on the page.
    pub fn is_full(&self, is_settled: bool) -> bool {
        let list = if is_settled { &self.settled } else { &self.open };
        list.shown < list.all
    }

    /// Counts a problem without showing it.
    pub fn count(&mut self, is_settled: bool) {
        let list = if is_settled { &mut self.settled } else { &mut self.open };
        list.all += 1;
    }

    /// Adds a problem, or counts it if the page is full.
    pub fn add(&mut self, problem: &ComparedProblem) {
        let list = if problem.is_settled { &mut self.settled } else { &mut self.open };
        let share = SHARES[usize::from(problem.is_settled)];
        list.all += 1;
        if list.shown + 1 < list.all {
            return;
        }
        let PreEscaped(text) = render_problem(list.all, problem);
        if list.text.len() + text.len() <= share {
            list.text += &text;
            list.text.push('\n');
            list.shown += 1;
        }
    }

    /// Writes the page. `lines` are sentences that sum up.
    ///
    /// # Errors
    /// Only those of `out`.
    pub fn write(&self, lines: &[String], out: &mut impl Write) -> io::Result<()> {
        let title = html! { "Comparison of " (Count(self.open.all + self.settled.all, "problem")) };
        let body = html! {
            header {
                h1 { (title) }
                @for line in lines { p { (line) } }
                p { "gtn-db " (env!("CARGO_PKG_VERSION")) " · squares mark the points that differ, letters the accepted first moves" }
            }
            main {
                section {
                    h2 { "To look at " span.count { (Count(self.open.all, "problem")) } }
                    (render_list(&self.open))
                }
                @if self.settled.all > 0 {
                    details {
                        summary {
                            "Settled: the same problem, the same answers, no fault "
                            span.count { (Count(self.settled.all, "problem")) }
                        }
                        (render_list(&self.settled))
                    }
                }
            }
        };
        out.write_all(render_frame(&title, &[include_str!("comparison.css")], &body).0.as_bytes())
    }
}

fn render_list(list: &List) -> Markup {
    html! {
        @if list.all == 0 { p { "Nothing." } }
        div.compared { (PreEscaped(&list.text)) }
        @if list.shown < list.all {
            p.rest {
                (Count(list.all - list.shown, "more problem")) " not shown; "
                code { "gtn-db compare --json" } " lists all."
            }
        }
    }
}

fn render_problem(number: usize, problem: &ComparedProblem) -> Markup {
    let ComparedProblem { verdict, answers, repeated, faults, boards, matches, .. } = problem;
    html! {
        article.card.wide {
            h3 {
                (Number(number as u64)) " " (verdict)
                @if let Some(answers) = answers {
                    " · answers: " span class=(if *answers == "agree" { "right" } else { "wrong" }) { (answers) }
                }
                @if *matches > 1 { " · " (Count(*matches, "known record")) }
            }
            @if let Some(at) = repeated {
                p { "Repeats " span.name { (Text(&at.source)) } ", tree " (at.tree_and_problem()) }
            }
            @if !faults.is_empty() {
                ul.faults {
                    @for fault in faults.iter().take(MAX_FAULTS) { li.wrong { (Text(fault)) } }
                    @if faults.len() > MAX_FAULTS { li { "… and " (Number((faults.len() - MAX_FAULTS) as u64)) " more" } }
                }
            }
            div.both {
                @for (board, which) in boards.iter().zip(["Submitted", "Known"]) {
                    (render_board(board, which))
                }
            }
        }
    }
}

fn render_board(board: &ComparedBoard, which: &str) -> Markup {
    let ComparedBoard { place, name, picture, accepted, differing, tree } = board;
    html! {
        section {
            h4 { (which) }
            @if let Some((picture, turn)) = picture {
                (PreEscaped(picture.draw_inline(name_turn(*turn)).to_string()))
                p { (name_turn(*turn)) }
            }
            p.count { span.name { (Text(place)) } @if let Some(name) = name { " " q { (Text(name)) } } }
            p {
                @if accepted.is_empty() { "No answer." } @else { "Accepts " b { (accepted.join(", ")) } }
            }
            @if !differing.is_empty() { p { "Differs at " (differing.join(" ")) } }
            (render_tree(tree))
        }
    }
}
