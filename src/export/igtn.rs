//! Problems as lines of GobanTN; the lines are told by
//! [`Format::Igtn`](super::Format::Igtn).

use std::io::{self, Write};

use super::{Exported, one_line};
use crate::model::Turn;

/// Writes the window, under its comment lines.
pub(super) fn write(exported: &Exported<'_>, out: &mut impl Write) -> io::Result<()> {
    let problem = exported.problem;
    let window = exported.window()?;
    let player = match exported.turn {
        Turn::Unknown => "side to move unknown",
        Turn::Black => "black to play",
        Turn::White => "white to play",
        Turn::Either => "either to play",
    };
    writeln!(out, "# key {}, {player}", problem.key)?;
    if let Some(name) = &problem.kept.name {
        writeln!(out, "# name: {}", one_line(name))?;
    }
    for occurrence in exported.occurrences() {
        writeln!(out, "# source: {}", exported.label(occurrence))?;
    }
    writeln!(out, "{window}")
}
