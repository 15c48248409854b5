//! A web folder: problems that are solved in a browser without a server.

use std::io;

use maud::{Markup, PreEscaped, html};

use super::parts::{
    describe_range, name_turn, render_answer, render_books, render_frame, render_question,
    render_sources, render_text,
};
use crate::escape::Escaped;
use crate::publish::manifest::{MANIFEST_NAME, write_manifest};
use crate::publish::output::Folder;
use crate::publish::publication::Publication;
use crate::publish::published_problem::PublishedProblem;
use crate::publish::quiz::{Quiz, SCRIPT};
use crate::svg;

/// The most problems on a page.
const PER_PAGE: usize = 50;

/// The policy of the pages: their own styles and scripts, and nothing from elsewhere.
const POLICY: &str = "default-src 'none'; img-src data:; style-src 'self' file: 'unsafe-inline'; \
    script-src 'self' file:; base-uri 'none'; form-action 'none'";

/// Problems on one page.
struct WebPage<'a> {
    title: Option<&'a str>,
    problems: &'a [PublishedProblem],
}

/// Writes a web folder: `index.html`, pages of problems, their script and style, and `manifest.json`.
///
/// # Errors
/// Those of the folder.
pub fn write_web_folder(publication: &Publication, folder: &mut dyn Folder) -> io::Result<()> {
    let chapters = publication.chapters.iter();
    let pages: Vec<WebPage<'_>> = chapters
        .flat_map(|chapter| {
            let title = chapter.title.as_deref();
            chapter.problems.chunks(PER_PAGE).map(move |problems| WebPage { title, problems })
        })
        .collect();
    folder.add("index.html", render_index(publication, &pages).0.as_bytes())?;
    for (number, page) in pages.iter().enumerate() {
        let content = render_page(publication, number, page, pages.len());
        folder.add(&file_name(number), content.0.as_bytes())?;
    }
    let style = [include_str!("folder.css"), svg::STYLE].concat();
    folder.add("style.css", style.as_bytes())?;
    folder.add("quiz.js", SCRIPT.as_bytes())?;
    folder.add("start.js", include_bytes!("start.js"))?;
    folder.add(MANIFEST_NAME, &write_manifest(publication)?)
}

fn file_name(page: usize) -> String {
    format!("problems-{}.html", page + 1)
}

fn render_styled(title: &str, body: Markup) -> Markup {
    let head = html! {
        meta name="color-scheme" content="light dark";
        link rel="stylesheet" href="style.css";
    };
    render_frame(title, POLICY, head, body)
}

fn render_index(publication: &Publication, pages: &[WebPage<'_>]) -> Markup {
    let title = Escaped(&publication.title).to_string();
    let count = publication.count();
    render_styled(
        &title,
        html! {
            header { h1 { (title) } p { (count) @if count == 1 { " problem" } @else { " problems" } } }
            main {
                ol.contents {
                    @for (number, page) in pages.iter().enumerate() {
                        li {
                            a href=(file_name(number)) {
                                @if let Some(title) = page.title { (Escaped(title).to_string()) ": " }
                                (describe_range(page.problems))
                            }
                        }
                    }
                }
                section.sources { h2 { "Sources" } (render_books(publication, true)) }
            }
        },
    )
}

fn render_page(
    publication: &Publication,
    number: usize,
    page: &WebPage<'_>,
    pages: usize,
) -> Markup {
    let range = describe_range(page.problems);
    let title = Escaped(&publication.title).to_string();
    render_styled(
        &format!("{range} · {title}"),
        html! {
            header {
                p { a href="index.html" { (title) } }
                h1 {
                    @if let Some(title) = page.title { (Escaped(title).to_string()) ": " }
                    (range)
                }
                (render_steps(number, pages))
            }
            main.problems { @for problem in page.problems { (render_problem(problem)) } }
            footer { (render_steps(number, pages)) }
            script src="quiz.js" {}
            script src="start.js" {}
        },
    )
}

fn render_steps(number: usize, pages: usize) -> Markup {
    html! {
        nav {
            @if number > 0 { a rel="prev" href=(file_name(number - 1)) { "Back" } " " }
            @if number + 1 < pages { a rel="next" href=(file_name(number + 1)) { "Next" } }
        }
    }
}

fn render_problem(problem: &PublishedProblem) -> Markup {
    let turn = name_turn(problem.turn);
    html! {
        article id=(problem.id()) {
            h2 {
                span.number { (problem.number) } " " span.turn { (turn) }
                @if let Some(level) = &problem.level { " " span.level { (Escaped(level).to_string()) } }
            }
            div.play {
                (render_question(problem))
            }
            script.data type="application/json" { (PreEscaped(Quiz::new(problem).to_json())) }
            @if let Some(comment) = &problem.tree.comment { p.comment { (render_text(comment)) } }
            details {
                summary { "Answer" }
                (render_answer(problem))
                p.origin { (render_sources(problem)) }
            }
        }
    }
}
