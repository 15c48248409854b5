//! The format [`Format::Igtn`](super::Format::Igtn).

use std::io::{self, Write};

use super::line_breaks::escape_line_breaks;
use super::oriented_problem::OrientedProblem;
use super::sgf;
use crate::go::Point;
use crate::model::Turn;

/// Writes the comment lines and the window.
pub(super) fn write(oriented: &OrientedProblem<'_>, out: &mut impl Write) -> io::Result<()> {
    let problem = oriented.problem;
    let window = oriented.window()?;
    let player = match oriented.turn {
        Turn::Unknown => "side to move unknown",
        Turn::Black => "black to play",
        Turn::White => "white to play",
        Turn::Either => "either to play",
    };
    writeln!(out, "# key {}, {player}", problem.key)?;
    if let Some(name) = &problem.kept.name {
        writeln!(out, "# name: {}", escape_line_breaks(name))?;
    }
    let merged = oriented.options.merge_solutions.then(|| sgf::format_tree(oriented).0);
    let board = oriented.symmetry.size(problem.placement.board);
    let name = |at: Option<Point>| at.map_or("tenuki".to_owned(), |at| at.name(board));
    let answers: Vec<String> = oriented.answers(merged.as_deref()).into_iter().map(name).collect();
    if let Some(certainty) = oriented.certainty().filter(|_| !answers.is_empty()) {
        writeln!(out, "# answer: {} ({})", answers.join(", "), certainty.name())?;
    }
    for occurrence in oriented.occurrences() {
        writeln!(out, "# source: {}", oriented.label(occurrence))?;
    }
    for replaced in oriented.replaced_labels() {
        writeln!(out, "# source: {replaced}")?;
    }
    for text in problem.rights_texts() {
        writeln!(out, "# rights: {}", escape_line_breaks(&text))?;
    }
    writeln!(out, "{window}")
}
