//! The format [`Format::Csv`](super::Format::Csv).

use std::io::{self, Write};

use super::item::{ExportedGame, ExportedProblem};
use super::losses::Losses;
use super::row::Row;
use crate::abalone::MoveStyle;

const COLUMNS: [&str; 18] = [
    "kind",
    "key",
    "text",
    "turn",
    "lost",
    "iatn",
    "operation",
    "source",
    "number",
    "name",
    "form",
    "black",
    "white",
    "date",
    "result",
    "moves",
    "apgn",
    "others",
];

fn write_cells(cells: [&str; COLUMNS.len()], out: &mut impl Write) -> io::Result<()> {
    let mut writer = ::csv::Writer::from_writer(out);
    writer.write_record(cells)?;
    writer.flush()
}

/// Writes the header.
pub(super) fn write_header(out: &mut impl Write) -> io::Result<()> {
    write_cells(COLUMNS, out)
}

/// Writes the row of a problem.
pub(super) fn write_problem(problem: &ExportedProblem, out: &mut impl Write) -> io::Result<Losses> {
    write_row(&Row::of_problem(problem), out)
}

/// Writes the row of a game.
pub(super) fn write_game(
    game: &ExportedGame,
    style: MoveStyle,
    out: &mut impl Write,
) -> io::Result<Losses> {
    write_row(&Row::of_game(game, style), out)
}

fn write_row(row: &Row<'_>, out: &mut impl Write) -> io::Result<Losses> {
    let others = row.others.iter().map(|other| format!("{}#{}", other.source, other.number));
    let others: Vec<String> = others.collect();
    let cells = [
        row.kind,
        &row.key,
        &row.text,
        row.turn,
        row.lost.as_deref().unwrap_or_default(),
        &row.iatn,
        row.operation,
        row.source,
        &row.number.to_string(),
        row.name.unwrap_or_default(),
        row.form,
        row.black.unwrap_or_default(),
        row.white.unwrap_or_default(),
        row.date.unwrap_or_default(),
        row.result.unwrap_or_default(),
        row.moves.as_deref().unwrap_or_default(),
        &row.apgn,
        &others.join("; "),
    ];
    write_cells(cells, out)?;
    Ok(Losses::default())
}
