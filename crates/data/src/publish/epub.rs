//! An e-book: EPUB 3 with boards as SVG, which reflows and has answers behind links.

use std::io;

use super::diagram::{Diagram, DiagramKind, MoveComment};
use super::html::parts::{describe_range, name_turn};
use super::manifest::{MANIFEST_NAME, write_manifest};
use super::publication::Publication;
use super::published_problem::{BREAK, PublishedProblem, break_long_words};
use super::zip::Archive;
use crate::escape::Markup;
use crate::svg;

/// The most problems in a file of the book: readers load a file at a time.
const PER_FILE: usize = 50;

/// Problems that are in one file, and their answers in another one.
struct Part<'a> {
    number: usize,
    title: String,
    problems: &'a [PublishedProblem],
}

impl Part<'_> {
    fn problems_file(&self) -> String {
        format!("problems-{}.xhtml", self.number)
    }

    fn answers_file(&self) -> String {
        format!("answers-{}.xhtml", self.number)
    }
}

/// The book as a file `.epub`. Its date is that of the last change of a problem.
///
/// # Errors
/// If the archive cannot be built.
pub fn build_epub(publication: &Publication) -> io::Result<Vec<u8>> {
    let parts = split(publication);
    let mut archive = Archive::new();
    archive.add_file("mimetype", b"application/epub+zip", true)?;
    archive.add_file("META-INF/container.xml", CONTAINER.as_bytes(), false)?;
    let mut add = |name: &str, content: &str| {
        archive.add_file(&format!("OEBPS/{name}"), content.as_bytes(), false)
    };
    add("content.opf", &write_package(publication, &parts))?;
    add("nav.xhtml", &write_navigation(publication, &parts))?;
    add("style.css", &[include_str!("epub.css"), svg::STYLE].concat())?;
    add("title.xhtml", &write_title(publication))?;
    for part in &parts {
        add(&part.problems_file(), &write_problems(part))?;
        add(&part.answers_file(), &write_answers(part))?;
    }
    add("sources.xhtml", &write_sources(publication))?;
    let manifest = write_manifest(publication)?;
    archive.add_file(&format!("OEBPS/{MANIFEST_NAME}"), &manifest, false)?;
    archive.finish()
}

const CONTAINER: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>
<container version=\"1.0\" xmlns=\"urn:oasis:names:tc:opendocument:xmlns:container\">
<rootfiles><rootfile full-path=\"OEBPS/content.opf\" media-type=\"application/oebps-package+xml\"/></rootfiles>
</container>
";

fn split(publication: &Publication) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    for chapter in &publication.chapters {
        for problems in chapter.problems.chunks(PER_FILE) {
            let range = describe_range(problems);
            let title = match &chapter.title {
                Some(title) => format!("{title}: {range}"),
                None => range,
            };
            parts.push(Part { number: parts.len() + 1, title, problems });
        }
    }
    parts
}

/// A text in XML, which has no control characters.
fn xml(text: &str) -> String {
    Markup(text).to_string()
}

/// The lines of a text in XML, whose long words may break.
fn lines(text: &str) -> String {
    let line = |line| xml(&break_long_words(line)).replace(BREAK, "<wbr/>");
    text.lines().map(line).collect::<Vec<_>>().join("<br/>")
}

fn page(title: &str, body: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE html>\n\
         <html xmlns=\"http://www.w3.org/1999/xhtml\" xmlns:epub=\"http://www.idpf.org/2007/ops\" lang=\"en\" xml:lang=\"en\">\n\
         <head><title>{}</title><link rel=\"stylesheet\" type=\"text/css\" href=\"style.css\"/></head>\n\
         <body>\n{body}</body>\n</html>\n",
        xml(title)
    )
}

fn board(diagram: &Diagram, title: &str) -> String {
    let svg = diagram.picture.draw_inline(title).to_string();
    let [width, _] = diagram.picture.size_in_units();
    let svg = svg.replacen("<svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"", 1);
    format!(
        "<div class=\"board\" style=\"max-width:{:.1}em\">{svg}</div>\n",
        f64::from(width) * 0.15
    )
}

fn write_package(publication: &Publication, parts: &[Part<'_>]) -> String {
    let names: String = publication
        .problems()
        .map(|problem| format!("{} {}\n", problem.key, problem.canonical_turn.name()))
        .collect();
    let id = blake3::hash(names.as_bytes()).to_hex();
    let changed = publication.problems().map(|problem| problem.changed).max().unwrap_or(0);
    let changed = jiff::Timestamp::from_second(changed).unwrap_or_default();
    let (mut items, mut spine) = (String::new(), String::new());
    let mut add = |id: String, file: &str, properties: &str| {
        let has_svg = if properties.is_empty() {
            String::new()
        } else {
            format!(" properties=\"{properties}\"")
        };
        items.push_str(&format!(
            "<item id=\"{id}\" href=\"{file}\" media-type=\"application/xhtml+xml\"{has_svg}/>\n"
        ));
        spine.push_str(&format!("<itemref idref=\"{id}\"/>\n"));
    };
    add("title".to_owned(), "title.xhtml", "");
    add("nav".to_owned(), "nav.xhtml", "nav");
    for part in parts {
        add(format!("problems-{}", part.number), &part.problems_file(), "svg");
    }
    for part in parts {
        let has_answers = part.problems.iter().any(|one| !one.answer_diagrams().is_empty());
        add(
            format!("answers-{}", part.number),
            &part.answers_file(),
            if has_answers { "svg" } else { "" },
        );
    }
    add("sources".to_owned(), "sources.xhtml", "");
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <package xmlns=\"http://www.idpf.org/2007/opf\" version=\"3.0\" unique-identifier=\"id\" xml:lang=\"en\">\n\
         <metadata xmlns:dc=\"http://purl.org/dc/elements/1.1/\">\n\
         <dc:identifier id=\"id\">urn:gtn-db:{}</dc:identifier>\n<dc:title>{}</dc:title>\n\
         <dc:language>en</dc:language>\n<meta property=\"dcterms:modified\">{}</meta>\n</metadata>\n\
         <manifest>\n{items}<item id=\"style\" href=\"style.css\" media-type=\"text/css\"/>\n\
         <item id=\"data\" href=\"manifest.json\" media-type=\"application/json\"/>\n</manifest>\n\
         <spine>\n{spine}</spine>\n</package>\n",
        &id[..32],
        xml(&publication.title),
        changed.strftime("%Y-%m-%dT%H:%M:%SZ"),
    )
}

fn write_navigation(publication: &Publication, parts: &[Part<'_>]) -> String {
    let mut entries = String::new();
    for part in parts {
        entries.push_str(&format!(
            "<li><a href=\"{}\">{}</a></li>\n",
            part.problems_file(),
            xml(&part.title)
        ));
    }
    for part in parts {
        entries.push_str(&format!(
            "<li><a href=\"{}\">Answers: {}</a></li>\n",
            part.answers_file(),
            xml(&part.title)
        ));
    }
    let body = format!(
        "<nav epub:type=\"toc\" id=\"toc\"><h1>Contents</h1>\n<ol>\n{entries}\
         <li><a href=\"sources.xhtml\">Sources</a></li>\n</ol></nav>\n"
    );
    page(&publication.title, &body)
}

fn write_title(publication: &Publication) -> String {
    let body = format!(
        "<section class=\"title\"><h1>{}</h1><p>{} problems</p></section>\n",
        xml(&publication.title),
        publication.count()
    );
    page(&publication.title, &body)
}

fn write_problems(part: &Part<'_>) -> String {
    let mut body = format!("<h1>{}</h1>\n", xml(&part.title));
    for problem in part.problems {
        let turn = name_turn(problem.turn);
        let level = problem.level.as_deref().map(|level| format!(" <small>{}</small>", xml(level)));
        body.push_str(&format!(
            "<section class=\"problem\" id=\"{}\"><h2>{} <span>{turn}</span>{}</h2>\n",
            problem.id(),
            problem.number,
            level.unwrap_or_default(),
        ));
        let question = problem.question();
        body.push_str(&board(&question, &format!("Problem {}. {turn}", problem.number)));
        if !question.captions.is_empty() {
            body.push_str(&format!("<p>{}</p>\n", xml(&question.captions.join("; "))));
        }
        if let Some(comment) = &problem.tree.comment {
            body.push_str(&format!("<p>{}</p>\n", lines(comment)));
        }
        body.push_str(&format!(
            "<p><a href=\"{}#a{}\">Answer</a></p></section>\n",
            part.answers_file(),
            problem.number
        ));
    }
    page(&part.title, &body)
}

fn write_answers(part: &Part<'_>) -> String {
    let mut body = format!("<h1>Answers: {}</h1>\n", xml(&part.title));
    for problem in part.problems {
        body.push_str(&format!(
            "<section class=\"problem\" id=\"a{0}\"><h2><a href=\"{1}#{2}\">{0}</a></h2>\n",
            problem.number,
            part.problems_file(),
            problem.id(),
        ));
        for diagram in problem.answer_diagrams() {
            let kind = if diagram.kind == DiagramKind::Wrong { "Wrong" } else { "Answer" };
            body.push_str(&board(&diagram, &format!("{kind} to problem {}", problem.number)));
            let mut caption = Vec::new();
            if diagram.kind == DiagramKind::Wrong {
                caption.push("<strong>Wrong.</strong>".to_owned());
            }
            if !diagram.captions.is_empty() {
                caption.push(format!("{}.", xml(&diagram.captions.join("; "))));
            }
            for MoveComment { label, text } in &diagram.comments {
                match label {
                    None => caption.push(lines(text)),
                    Some(label) => {
                        caption.push(format!(
                            "<br/><strong>{}</strong> {}",
                            xml(label),
                            lines(text)
                        ));
                    }
                }
            }
            let caption = caption.join(" ");
            let caption = caption.trim_start_matches("<br/>");
            if !caption.is_empty() {
                body.push_str(&format!("<p>{caption}</p>\n"));
            }
        }
        for note in problem.notes() {
            body.push_str(&format!("<p>{note}</p>\n"));
        }
        let sources = problem.origins().join("; ");
        body.push_str(&format!("<p class=\"source\">{}</p></section>\n", xml(&sources)));
    }
    page(&part.title, &body)
}

fn write_sources(publication: &Publication) -> String {
    let mut body = String::from("<h1>Sources</h1>\n<ul>\n");
    for (name, (count, rights)) in publication.books() {
        let rights: String = rights.iter().map(|text| format!("; {}", xml(text))).collect();
        let problems = if count == 1 { "problem" } else { "problems" };
        body.push_str(&format!("<li>{}: {count} {problems}{rights}</li>\n", xml(&name)));
    }
    body.push_str("</ul>\n");
    for (reason, count) in &publication.left_out {
        body.push_str(&format!("<p>Left out: {count} {}.</p>\n", xml(reason)));
    }
    page("Sources", &body)
}
