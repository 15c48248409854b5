//! The format [`Format::Csv`](super::Format::Csv).

use std::io::{self, Write};

use super::oriented_problem::OrientedProblem;
use super::sgf;
use crate::go::Point;
use crate::sgf::value::format_point;
use crate::solution::{Certainty, Losses};

const COLUMNS: [&str; 13] = [
    "key",
    "turn",
    "igtn",
    "text",
    "operation",
    "source",
    "tree",
    "problem",
    "name",
    "sgf",
    "others",
    "certainty",
    "answers",
];

fn write_row(cells: [&str; COLUMNS.len()], out: &mut impl Write) -> io::Result<()> {
    let mut writer = ::csv::Writer::from_writer(out);
    writer.write_record(cells)?;
    writer.flush()
}

/// Writes the header.
pub(super) fn write_header(out: &mut impl Write) -> io::Result<()> {
    write_row(COLUMNS, out)
}

/// Writes a row.
pub(super) fn write(oriented: &OrientedProblem<'_>, out: &mut impl Write) -> io::Result<Losses> {
    let problem = oriented.problem;
    let (sgf, losses) = sgf::format_tree(oriented);
    let others = problem.others.iter().map(|other| match other.problem {
        1 => format!("{}#{}", other.source, other.tree),
        problem => format!("{}#{}#{problem}", other.source, other.tree),
    });
    let others: Vec<String> = others.collect();
    let answer = |at: Option<Point>| at.map_or("tenuki".to_owned(), format_point);
    let answers: Vec<String> = oriented.answers(&sgf).into_iter().map(answer).collect();
    let cells = [
        &*problem.key.to_string(),
        oriented.turn.name(),
        &oriented.window()?.to_string(),
        &problem.text,
        oriented.onto_canonical().name(),
        &problem.kept.source,
        &problem.kept.tree.to_string(),
        &problem.kept.problem.to_string(),
        problem.kept.name.as_deref().unwrap_or_default(),
        &sgf,
        &others.join("; "),
        oriented.certainty().map_or("", Certainty::name),
        &answers.join(" "),
    ];
    write_row(cells, out)?;
    Ok(losses)
}
