//! What pages of problems have in common.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::escape::Escaped;
use crate::model::Turn;
use crate::publish::diagram::{Diagram, DiagramKind, MoveComment};
use crate::publish::publication::Publication;
use crate::publish::published_problem::{BREAK, PublishedProblem, break_long_words};

/// The policy of pages without scripts.
pub(super) const POLICY: &str = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; \
    base-uri 'none'; form-action 'none'";

/// Names the side to move.
pub(in crate::publish) fn name_turn(turn: Turn) -> &'static str {
    match turn {
        Turn::Black => "Black to play",
        Turn::White => "White to play",
        Turn::Either | Turn::Unknown => "",
    }
}

/// Renders a text from a file, with its line breaks.
pub(super) fn render_text(text: &str) -> Markup {
    html! {
        @for (number, line) in text.lines().enumerate() {
            @if number > 0 { br; }
            (render_line(line))
        }
    }
}

/// Renders a text from a file in one line. Its long words may break.
pub(super) fn render_line(text: &str) -> Markup {
    let text = break_long_words(&Escaped(text).to_string());
    html! {
        @for (number, part) in text.split(BREAK).enumerate() {
            @if number > 0 { wbr; }
            (part)
        }
    }
}

/// Renders a board, which says its own width in units.
pub(super) fn render_board(diagram: &Diagram, title: &str) -> Markup {
    let [width, height] = diagram.picture.size_in_units();
    html! {
        div.board style=(format!("--u:{width};--v:{height}")) {
            (PreEscaped(diagram.picture.draw_inline(title).to_string()))
        }
    }
}

/// Renders the board of a problem, and what it cannot show.
pub(super) fn render_question(problem: &PublishedProblem) -> Markup {
    let diagram = problem.question();
    let turn = name_turn(problem.turn);
    html! {
        (render_board(&diagram, &format!("Problem {}. {turn}", problem.number)))
        @if !diagram.captions.is_empty() {
            p.caption { (render_line(&diagram.captions.join("; "))) }
        }
    }
}

/// The numbers of problems: `Problems 1–50`.
pub(in crate::publish) fn describe_range(problems: &[PublishedProblem]) -> String {
    match problems {
        [] => String::new(),
        [only] => format!("Problem {}", only.number),
        [first, .., last] => format!("Problems {}–{}", first.number, last.number),
    }
}

/// Renders a page in its frame. `head` has the styles.
pub(super) fn render_frame(title: &str, policy: &str, head: Markup, body: Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="generator" content=(format!("gtn-db {}", env!("CARGO_PKG_VERSION")));
                title { (title) }
                (head)
            }
            body { (body) }
        }
        "\n"
    }
}

/// The most sources of a problem that are named below its answer.
const MAX_SOURCES: usize = 6;

/// Renders the sources of a problem with what they say of their rights.
pub(super) fn render_sources(problem: &PublishedProblem) -> Markup {
    let mut names = problem.source_names();
    let more = names.len().saturating_sub(MAX_SOURCES);
    names.truncate(MAX_SOURCES);
    if more > 0 {
        names.push(format!("and {more} more"));
    }
    names.extend(problem.own_rights.iter().cloned());
    html! { span.source { (render_line(&names.join("; "))) } }
}

/// Renders the sources of all problems with their rights, and what was left out.
pub(super) fn render_books(publication: &Publication, has_answers: bool) -> Markup {
    let books = match has_answers {
        true => publication.books(), // the answers have the other rights
        false => publication.books_with_all_rights(),
    };
    html! {
        ul {
            @for (name, (count, rights)) in books {
                li {
                    (render_line(&name)) ": " (count)
                    @if count == 1 { " problem" } @else { " problems" }
                    @for text in rights { "; " (render_line(&text)) }
                }
            }
        }
        @if !publication.conditions.is_empty() {
            p { "Selected by " (render_line(&publication.conditions.join(" "))) "." }
        }
        @for (reason, count) in &publication.left_out {
            p { "Left out: " (count) " " (reason) "." }
        }
    }
}

/// Renders the answer of a problem: its diagrams with their captions.
pub(super) fn render_answer(problem: &PublishedProblem) -> Markup {
    html! {
        @for diagram in problem.answer_diagrams() {
            @let kind = match diagram.kind {
                DiagramKind::Wrong => "Wrong",
                _ => "Answer",
            };
            figure.(kind.to_lowercase()) {
                (render_board(&diagram, &format!("{kind} to problem {}", problem.number)))
                @let captions = diagram.captions.join("; ");
                figcaption {
                    @if kind == "Wrong" { strong { "Wrong. " } }
                    @if !captions.is_empty() { (render_line(&captions)) ". " }
                    @for MoveComment { label, text } in &diagram.comments {
                        @match label {
                            Some(label) => span.of-move { strong { (label) } " " (render_text(text)) },
                            None => (render_text(text)),
                        }
                    }
                }
            }
        }
        @for note in problem.notes() {
            p.note { (note) }
        }
    }
}
