//! The format [`Format::Csv`](super::Format::Csv).

use std::io::{self, Write};

use super::oriented_problem::OrientedProblem;
use super::sgf;
use crate::escape::escape_formula;
use crate::go::Point;
use crate::sgf::value::format_point;
use crate::solution::{Certainty, Losses};

const COLUMNS: [&str; 14] = [
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
    "rights",
];

fn write_row(cells: [&str; COLUMNS.len()], out: &mut impl Write) -> io::Result<()> {
    let mut writer = ::csv::Writer::from_writer(out);
    writer.write_record(cells)?;
    writer.flush()
}

/// Copies rows of CSV, with an apostrophe before every [formula](escape_formula).
///
/// # Errors
/// If `rows` are no CSV, or `out` cannot be written.
pub fn copy_escaped(rows: &[u8], out: &mut impl Write) -> io::Result<()> {
    let mut reader = ::csv::ReaderBuilder::new().has_headers(false).from_reader(rows);
    let mut writer = ::csv::Writer::from_writer(out);
    for row in reader.records() {
        let row = row?;
        writer.write_record(row.iter().map(|cell| escape_formula(cell).into_owned()))?;
    }
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
    let answers: Vec<String> = oriented.answers(Some(&sgf)).into_iter().map(answer).collect();
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
        &problem.rights_texts().join("; "),
    ];
    write_row(cells, out)?;
    Ok(losses)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_in_rows_are_escaped() {
        let (mut copied, rows) = (Vec::new(), "name,text\n=1+2,\"a,\"\"=\"\n\"@a\n\",=\n");
        copy_escaped(rows.as_bytes(), &mut copied).unwrap();
        let expected = "name,text\n'=1+2,\"a,\"\"=\"\n\"'@a\n\",'=\n";
        assert_eq!(String::from_utf8(copied).unwrap(), expected);
    }
}
