//! A folder for typst: `main.typ` with the problems as data, and `book.typ`, a template that people edit.

use std::io;

use serde::Serialize;

use super::diagram::{Diagram, DiagramKind, MoveComment};
use super::html::parts::name_turn;
use super::html::{AnswerPlace, BookOptions};
use super::manifest::{MANIFEST_NAME, write_manifest};
use super::output::Folder;
use super::publication::Publication;
use super::published_problem::{PublishedProblem, break_long_words};
use crate::Color;
use crate::escape::Escaped;
use crate::extract::BoardPlace;
use crate::go::{Point, Sides};
use crate::gtn::Mark;

/// The book as data, in `book.json`.
#[derive(Serialize)]
struct Book {
    title: String,
    paper: &'static str,
    columns: usize,
    per_page: Option<usize>,
    answers: &'static str,
    chapters: Vec<Chapter>,
    sources: Vec<[String; 3]>,
    left_out: Vec<String>,
}

#[derive(Serialize)]
struct Chapter {
    title: Option<String>,
    problems: Vec<Problem>,
}

#[derive(Serialize)]
struct Problem {
    number: u64,
    turn: &'static str,
    level: Option<String>,
    /// The comment, if it has room beside the board, and if not.
    comment: Vec<String>,
    long_comment: Vec<String>,
    question: Board,
    answers: Vec<Answer>,
    notes: Vec<&'static str>,
    /// What the board of the problem cannot show.
    captions: String,
    source: String,
}

#[derive(Serialize)]
struct Answer {
    kind: &'static str,
    board: Board,
    caption: Vec<String>,
}

/// A board to draw: stones and labels by column and row of its part.
#[derive(Serialize)]
struct Board {
    cols: u8,
    rows: u8,
    /// Whether the board goes on: left, top, right, bottom.
    open: [bool; 4],
    stars: Vec<[u8; 2]>,
    black: Vec<[u8; 2]>,
    white: Vec<[u8; 2]>,
    /// Column, row, text, and whether a black stone is below.
    labels: Vec<(u8, u8, String, bool)>,
    /// Column, row, the name of the mark, and whether a black stone is below.
    marks: Vec<(u8, u8, &'static str, bool)>,
}

/// Writes the folder; `typst compile main.typ` makes the book, and `answers.typ` the answers if they are
/// separate.
///
/// # Errors
/// Those of the folder.
pub fn write_typst(
    publication: &Publication,
    options: BookOptions,
    answers: AnswerPlace,
    folder: &mut dyn Folder,
) -> io::Result<()> {
    let chapters = publication.chapters.iter().map(|chapter| Chapter {
        title: chapter.title.as_deref().map(shown),
        problems: chapter.problems.iter().map(problem).collect(),
    });
    let books = match answers {
        AnswerPlace::None => publication.books_with_all_rights(),
        _ => publication.books(), // the answers have the other rights
    };
    let book = Book {
        title: shown(&publication.title),
        paper: options.paper.name(),
        columns: options.columns,
        per_page: options.per_page,
        answers: answers.name(),
        chapters: chapters.collect(),
        sources: books
            .into_iter()
            .map(|(name, (count, rights))| {
                [shown(&name), count.to_string(), shown(&Vec::from_iter(rights).join("; "))]
            })
            .collect(),
        left_out: publication
            .left_out
            .iter()
            .map(|(reason, count)| format!("{count} {reason}"))
            .collect(),
    };
    folder.add("main.typ", include_bytes!("main.typ"))?;
    if answers == AnswerPlace::Separate {
        folder.add("answers.typ", include_bytes!("answers.typ"))?;
    }
    folder.add("book.typ", include_bytes!("book.typ"))?;
    let mut json = serde_json::to_vec(&book)?;
    json.push(b'\n');
    folder.add("book.json", &json)?;
    folder.add(MANIFEST_NAME, &write_manifest(publication)?)
}

/// A text in one line, without control characters, whose long words may break.
fn shown(text: &str) -> String {
    break_long_words(&Escaped(text).to_string())
}

fn lines(text: &str) -> Vec<String> {
    text.lines().map(shown).collect()
}

fn problem(problem: &PublishedProblem) -> Problem {
    let answer = |diagram: Diagram| {
        let captions = diagram.captions.join("; ");
        let mut caption: Vec<String> = Vec::new();
        caption.extend((!captions.is_empty()).then(|| shown(&captions)));
        for MoveComment { label, text } in &diagram.comments {
            let label = label.as_ref().map(|label| format!("{label}: ")).unwrap_or_default();
            caption.extend(lines(&format!("{label}{text}")));
        }
        let kind = if diagram.kind == DiagramKind::Wrong { "wrong" } else { "right" };
        Answer { kind, board: board(&diagram), caption }
    };
    Problem {
        number: problem.number,
        turn: name_turn(problem.turn),
        level: problem.level.clone(),
        comment: problem.short_comment().map(lines).unwrap_or_default(),
        long_comment: problem.long_comment().map(lines).unwrap_or_default(),
        question: board(&problem.question()),
        answers: problem.answer_diagrams().into_iter().map(answer).collect(),
        notes: problem.notes(),
        captions: shown(&problem.question().captions.join("; ")),
        source: shown(&problem.origins().join("; ")),
    }
}

/// The board of a diagram with a line of margin on open sides.
fn board(diagram: &Diagram) -> Board {
    let picture = &diagram.picture;
    let (shown, begin) = picture.diagram.with_margin();
    let open = shown.open();
    let at = |point: Point| [point.col, point.row];
    let stones = |color: Color| -> Vec<[u8; 2]> {
        let points = shown.size().points().filter(|&point| shown.cell(point).stone == Some(color));
        points.map(at).collect()
    };
    let place = picture.place.map(|place| BoardPlace {
        origin: Point::new(place.origin.col - begin.col, place.origin.row - begin.row),
        ..place
    });
    let labels: Vec<(Point, &str)> = picture
        .labels
        .iter()
        .map(|(point, label)| (Point::new(point.col + begin.col, point.row + begin.row), &**label))
        .collect();
    let is_star = |point: &Point| {
        let cell = shown.cell(*point);
        let is_free = cell.stone.is_none()
            && cell.mark.is_none()
            && !labels.iter().any(|(labeled, _)| labeled == point);
        is_free && place.is_some_and(|place| place.is_star(*point))
    };
    let is_black = |point: Point| shown.cell(point).stone == Some(Color::Black);
    let mark = |point: Point| {
        let name = match shown.cell(point).mark? {
            Mark::Circle => "circle",
            Mark::Cross => "cross",
            Mark::Square => "square",
            Mark::Triangle => "triangle",
        };
        Some((point.col, point.row, name, is_black(point)))
    };
    Board {
        cols: shown.size().cols(),
        rows: shown.size().rows(),
        open: [Sides::LEFT, Sides::TOP, Sides::RIGHT, Sides::BOTTOM]
            .map(|side| open.contains(side)),
        stars: shown.size().points().filter(is_star).map(at).collect(),
        black: stones(Color::Black),
        white: stones(Color::White),
        marks: shown.size().points().filter_map(mark).collect(),
        labels: labels
            .iter()
            .map(|(point, label)| (point.col, point.row, self::shown(label), is_black(*point)))
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_words_may_break_and_short_ones_stay() {
        assert_eq!(shown("Black to play\u{7}"), "Black to play\\x07");
        let long = shown(&"x".repeat(100));
        assert_eq!(long.matches('\u{200b}').count(), 3);
        assert_eq!(long.replace('\u{200b}', "").len(), 100);
    }
}
