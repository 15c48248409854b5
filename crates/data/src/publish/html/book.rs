//! A book as one HTML file, for printing and mail.

use std::io::{self, Write};

use maud::{Markup, PreEscaped, html};

use super::pages::{GAP, Grid, Paper, Row, UNIT, is_short, lay_out};
use super::parts::{
    POLICY, name_turn, render_answer, render_board, render_books, render_frame, render_sources,
    render_text,
};
use crate::escape::Escaped;
use crate::publish::publication::{Publication, PublishedProblem};
use crate::{names, svg};

names! {
    /// Where the answers of a book are.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum AnswerPlace {
        /// Behind all problems.
        #[default]
        End => "end",
        /// In a file of their own.
        Separate => "separate",
        /// Nowhere.
        None => "none",
    }

    /// `end`, `separate` or `none`.
    pub fn name;
}

/// The part of a book that is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BookPart {
    /// Problems, answers and sources.
    Whole,
    /// Problems and sources.
    Problems,
    /// Answers and sources.
    Answers,
}

/// How a book looks.
#[derive(Clone, Copy, Debug)]
pub struct BookOptions {
    /// The paper.
    pub paper: Paper,
    /// The number of columns.
    pub columns: usize,
    /// The most problems on a page; as many as have room if not given.
    pub per_page: Option<usize>,
}

/// Writes a book, or a part of it, as one file without scripts that loads nothing.
///
/// # Errors
/// Those of `out`.
pub fn write_book(
    publication: &Publication,
    options: BookOptions,
    part: BookPart,
    out: &mut impl Write,
) -> io::Result<()> {
    out.write_all(render(publication, options, part).0.as_bytes())
}

fn render(publication: &Publication, options: BookOptions, part: BookPart) -> Markup {
    let grid = Grid::new(options.paper, options.columns, options.per_page);
    let title = Escaped(&publication.title).to_string();
    let head = html! {
        style {
            (PreEscaped(include_str!("book.css"))) (PreEscaped(svg::STYLE))
            (PreEscaped(page_style(options.paper, grid)))
        }
    };
    let body = html! {
        header {
            h1 { (title) }
            p { (describe(publication, part)) }
        }
        @if part != BookPart::Answers { (render_problems(publication, grid)) }
        @if part != BookPart::Problems { (render_answers(publication)) }
        section.sources { h2 { "Sources" } (render_books(publication)) }
    };
    render_frame(&title, POLICY, head, body)
}

/// The rules that depend on paper and columns.
fn page_style(paper: Paper, grid: Grid) -> String {
    let (width, height) = paper.size();
    format!(
        "@page{{size:{width}mm {height}mm;margin:{}mm}}\
         :root{{--columns:{};--gap:{GAP}mm;--unit:{UNIT}mm}}",
        paper.margin(),
        grid.columns,
    )
}

fn describe(publication: &Publication, part: BookPart) -> String {
    let count = publication.count();
    let problems = if count == 1 { "1 problem".to_owned() } else { format!("{count} problems") };
    match part {
        BookPart::Whole => format!("{problems}, answers at the end"),
        BookPart::Problems => problems,
        BookPart::Answers => format!("Answers to {problems}"),
    }
}

fn render_problems(publication: &Publication, grid: Grid) -> Markup {
    html! {
        main {
            @for (number, page) in lay_out(&publication.chapters, grid).iter().enumerate() {
                section.page.first[number == 0] {
                    @for row in page {
                        @match row {
                            Row::Heading(title) => h2 { (Escaped(title).to_string()) },
                            Row::Problems(problems) => div.row {
                                @for problem in problems { (render_problem(problem)) }
                            },
                        }
                    }
                }
            }
        }
    }
}

fn render_problem(problem: &PublishedProblem) -> Markup {
    let turn = name_turn(problem.turn);
    let comment = problem.tree.comment.as_deref();
    html! {
        article id=(problem.id()) {
            h3 {
                span.number { (problem.number) } " "
                span.turn { (turn) }
                @if let Some(level) = &problem.level { " " span.level { (Escaped(level).to_string()) } }
            }
            (render_board(&problem.question(), &format!("Problem {}. {turn}", problem.number)))
            @if let Some(comment) = comment.filter(|comment| is_short(comment)) {
                p.comment { (render_text(comment)) }
            }
        }
    }
}

fn render_answers(publication: &Publication) -> Markup {
    html! {
        section.answers {
            h2 { "Answers" }
            div.answer-grid {
                @for problem in publication.problems() {
                    article {
                        h3 { span.number { (problem.number) } }
                        @if let Some(comment) = problem.tree.comment.as_deref().filter(|one| !is_short(one)) {
                            p.comment { (render_text(comment)) }
                        }
                        (render_answer(problem))
                        p.origin { (render_sources(problem)) }
                    }
                }
            }
        }
    }
}
