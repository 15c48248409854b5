//! The formats [`Format::Iatn`](super::Format::Iatn) and [`Format::Kaawa`](super::Format::Kaawa).

use std::io::{self, Write};

use super::item::{ExportedProblem, Place};
use super::losses::Losses;
use crate::abalone::{CanonicalTurn, Symmetry};
use crate::export::line_breaks::escape_line_breaks;

/// Writes the comment lines and the IATN.
pub(super) fn write_iatn(problem: &ExportedProblem, out: &mut impl Write) -> io::Result<Losses> {
    write_comments(problem, out)?;
    writeln!(out, "{}", problem.setup.to_iatn())?;
    Ok(Losses { comments: u64::from(!problem.comments.is_empty()), ..Losses::default() })
}

/// Writes the comment lines and the KAAWA position.
pub(super) fn write_kaawa(problem: &ExportedProblem, out: &mut impl Write) -> io::Result<Losses> {
    write_comments(problem, out)?;
    writeln!(out, "{}", problem.setup.to_kaawa())?;
    let form = problem.setup.board.canonicalize();
    let has_turn = matches!(form.turn(problem.setup.turn), CanonicalTurn::Color(_));
    Ok(Losses {
        turns: u64::from(has_turn),
        assumed_losses: u64::from(problem.setup.lost.is_none()),
        comments: u64::from(!problem.comments.is_empty()),
        ..Losses::default()
    })
}

fn write_comments(problem: &ExportedProblem, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "# key {}", problem.key)?;
    if let Some(name) = &problem.kept.name {
        writeln!(out, "# name: {}", escape_line_breaks(name))?;
    }
    write_source(&problem.kept, problem.onto_kept, out)?;
    problem.others.iter().try_for_each(|(place, operation)| write_source(place, *operation, out))
}

fn write_source(place: &Place, operation: Symmetry, out: &mut impl Write) -> io::Result<()> {
    let source = escape_line_breaks(&place.source);
    writeln!(out, "# source: {source} number {} ({})", place.number, operation.name())
}
