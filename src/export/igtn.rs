//! Problems as lines of GobanTN.
//!
//! A window has one line, and above it lines that begin with `#` say what it
//! is, so an import of the file skips them and takes the windows:
//!
//! ```text
//! # key 3a0c8f50e42f3c1d7a5c7e9e8b7f6d41, black to play
//! # name: Lesson 7
//! # source: book.sgf tree 12 (IR3)
//! 2x4|_X..._XXXX_!!!!
//! ```
//!
//! Control characters in names are written as escapes, so no name can begin a
//! line of its own.

use std::io::{self, Write};

use super::{Exported, one_line};
use crate::record::Turn;

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
