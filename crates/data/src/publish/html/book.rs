//! A book as one HTML file, for printing and mail.

use std::io::{self, Write};

use maud::{Markup, PreEscaped, html};

use super::pages::{GAP, Grid, Paper, Row, UNIT, lay_out};
use super::parts::{
    POLICY, describe_range, name_turn, render_answer, render_books, render_frame, render_line,
    render_question, render_sources, render_text,
};
use crate::escape::Escaped;
use crate::publish::publication::Publication;
use crate::publish::published_problem::PublishedProblem;
use crate::{KEY_SCHEME, names, svg};

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
    /// Problems and sources; long comments are before the answers.
    Problems,
    /// Answers and sources.
    Answers,
    /// Problems with all comments, and sources: there are no answers.
    WithoutAnswers,
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
    let title = Escaped(&publication.title).to_string();
    let grid = Grid::new(options.paper, options.columns, options.per_page, &title);
    let head = html! {
        meta name="gtn-key-scheme" content=(KEY_SCHEME);
        style {
            (PreEscaped(include_str!("book.css"))) (PreEscaped(svg::STYLE))
            (PreEscaped(page_style(options.paper, grid)))
        }
    };
    let body = html! {
        header {
            h1 { (render_line(&publication.title)) }
            p { (describe(publication, part)) }
        }
        @match part {
            BookPart::Whole => { (render_problems(publication, grid)) (render_answers(publication)) }
            BookPart::Problems => (render_problems(publication, grid)),
            BookPart::Answers => (render_answers(publication)),
            BookPart::WithoutAnswers => {
                (render_problems(publication, grid))
                (render_long_comments(publication))
            }
        }
        section.sources { h2 { "Sources" } (render_books(publication, part != BookPart::WithoutAnswers)) }
    };
    render_frame(&title, POLICY, head, body)
}

/// The rules that depend on paper and columns.
fn page_style(paper: Paper, grid: Grid) -> String {
    let (width, height) = paper.size();
    format!(
        "@page{{size:{width}mm {height}mm;margin:{}mm;\
         @bottom-center{{content:counter(page);font:9pt serif}}}}\
         :root{{--columns:{};--gap:{GAP}mm;--unit:{UNIT}mm;--narrow:{};--tall:{}mm}}",
        paper.margin(),
        grid.columns,
        grid.narrow_span(),
        grid.max_board_height(),
    )
}

fn describe(publication: &Publication, part: BookPart) -> String {
    let count = publication.count();
    let problems = if count == 1 { "1 problem".to_owned() } else { format!("{count} problems") };
    match part {
        BookPart::Whole => format!("{problems}, answers at the end"),
        BookPart::Problems | BookPart::WithoutAnswers => problems,
        BookPart::Answers => format!("Answers to {problems}"),
    }
}

fn render_problems(publication: &Publication, grid: Grid) -> Markup {
    let chapters = publication.chapters.iter();
    let titles = chapters.filter_map(|chapter| {
        let range = describe_range(&chapter.problems);
        Some(format!("{}: {range}", chapter.title.as_deref()?))
    });
    let titles: Vec<String> = titles.collect();
    let contents = grid.lay_out_contents(&titles);
    let pages = lay_out(&publication.chapters, grid, contents.is_empty());
    html! {
        (render_contents(&contents, &pages))
        main {
            @for page in &pages {
                section.page {
                    @for row in page {
                        @match row {
                            Row::Heading(title) => h2 { (render_line(title)) },
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

/// Renders the pages of the contents: the chapters with the numbers of their pages, which follow.
fn render_contents(contents: &[&[String]], pages: &[Vec<Row<'_>>]) -> Markup {
    let starts = (contents.len() + 1..).zip(pages).flat_map(|(number, page)| {
        page.windows(2).filter_map(move |rows| match rows {
            [Row::Heading(_), Row::Problems(problems)] => Some((number, problems.first()?.id())),
            _ => None,
        })
    });
    let mut starts = starts.collect::<Vec<_>>().into_iter();
    html! {
        @for (number, titles) in contents.iter().enumerate() {
            nav.contents {
                @if number == 0 { h2 { "Contents" } }
                @for (title, (page, id)) in titles.iter().zip(&mut starts) {
                    p { a href=(format!("#{id}")) { (render_line(title)) } span.to { (page) } }
                }
            }
        }
    }
}

/// Renders the comments that have no room beside their boards, of a book without answers.
fn render_long_comments(publication: &Publication) -> Markup {
    let comments = publication.problems().filter_map(|one| Some((one.number, one.long_comment()?)));
    let comments: Vec<(u64, &str)> = comments.collect();
    html! {
        @if !comments.is_empty() {
            section.answers {
                h2 { "Comments" }
                @for (number, comment) in comments {
                    h3 { span.number { (number) } }
                    p.comment { (render_text(comment)) }
                }
            }
        }
    }
}

fn render_problem(problem: &PublishedProblem) -> Markup {
    let turn = name_turn(problem.turn);
    html! {
        article id=(problem.id()) {
            h3 {
                span.number { (problem.number) } " "
                span.turn { (turn) }
                @if let Some(level) = &problem.level { " " span.level { (Escaped(level).to_string()) } }
            }
            (render_question(problem))
            @if let Some(comment) = problem.short_comment() {
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
                    article class=(width_class(problem)) {
                        h3 { span.number { (problem.number) } }
                        @if let Some(comment) = problem.long_comment() {
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

/// The class of an answer, which says how wide it is: a narrow one, half of the page, all of it with two boards
/// beside each other, or all of it.
fn width_class(problem: &PublishedProblem) -> &'static str {
    /// So many lines of a board are 3.3 mm apart in a narrow column.
    const MAX_NARROW: u8 = 16;
    /// So many lines are 3.1 mm apart in half of A5, as those of the problem are in two columns.
    const MAX_HALF: u8 = 19;
    let [_, _, cols, _] = problem.view_with_margin();
    match problem.answer_diagrams().len() {
        _ if cols <= MAX_NARROW => "narrow",
        _ if cols > MAX_HALF => "full",
        0 | 1 => "half",
        _ => "full pairs",
    }
}
