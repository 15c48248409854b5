//! A problem on the board that is published.

use std::io;
use std::iter;

use super::orient::{orientation, turn_of_kept};
use super::{Options, one_line};
use crate::go::Symmetry;
use crate::gtn::SubPosition;
use crate::model::{Occurrence, Problem, Turn};
use crate::solution::Dialect;

/// A problem, and how it is laid on the board that is published.
///
/// What every format needs comes from here.
#[derive(Clone, Copy, Debug)]
pub struct Exported<'a> {
    /// The problem.
    pub problem: &'a Problem,
    /// Carries the board of the kept record onto the published one.
    pub orientation: Symmetry,
    /// Who is to move on the published board; [`Turn::Either`] only where the
    /// position is its own negative and the kept record does not say.
    pub turn: Turn,
    /// How it is to be laid out.
    pub options: Options,
}

impl<'a> Exported<'a> {
    /// Lays a problem out.
    pub fn new(problem: &'a Problem, options: &Options) -> Exported<'a> {
        let orientation = orientation(problem, options);
        let turn = turn_of_kept(problem).transform(orientation);
        Exported { problem, orientation, turn, options: *options }
    }

    /// How the game tree that goes out says what is right, where that is
    /// known; a tree of joined solutions has marks of its own.
    pub(super) fn dialect(&self) -> Option<Dialect> {
        self.problem.dialect.filter(|_| !self.options.union)
    }

    /// Carries the published board onto the canonical text.
    pub fn onto_canonical(&self) -> Symmetry {
        self.orientation.inverse().then(self.problem.kept.symmetry)
    }

    /// Carries the published board onto the board of a record of the problem.
    ///
    /// Records are compared as squares, so there is one exception: on whole
    /// boards that are longer one way than the other, a position that is
    /// symmetric in its square may be led to its image there.
    pub fn onto(&self, occurrence: &Occurrence) -> Symmetry {
        self.onto_canonical().then(occurrence.symmetry.inverse())
    }

    /// All records of the problem: the kept one, then the others in the order
    /// of import.
    pub fn occurrences(&self) -> impl Iterator<Item = &'a Occurrence> {
        iter::once(&self.problem.kept).chain(&self.problem.others)
    }

    /// A record of the problem as people read it, on one line:
    /// `book.sgf tree 12 (IR1)`.
    pub(super) fn label(&self, occurrence: &Occurrence) -> String {
        let Occurrence { source, tree, .. } = occurrence;
        format!("{} tree {tree} ({})", one_line(source), self.onto(occurrence))
    }

    /// The window as it lies on the published board.
    ///
    /// It comes from the canonical text, whatever the game tree holds. The
    /// text is a square: where the window is longer one way than the other,
    /// empty lines were added, and they are taken off again first.
    ///
    /// # Errors
    /// [`io::ErrorKind::InvalidData`] when the text is no IGTN, or too small
    /// for the window that the record is said to have.
    pub fn window(&self) -> io::Result<SubPosition> {
        let Problem { key, text, kept, placement, .. } = self.problem;
        let invalid = |cause: String| {
            io::Error::new(io::ErrorKind::InvalidData, format!("the position {key}: {cause}"))
        };
        let square: SubPosition = text.parse().map_err(|error| invalid(format!("{error}")))?;
        let size = kept.symmetry.size(placement.region.size);
        let open = placement.open.transform(kept.symmetry);
        let window = square.unsquared(size, open).ok_or_else(|| {
            invalid(format!("a window of {size} is larger than {}", square.board.size()))
        })?;
        Ok(window.transform(self.onto_canonical().inverse()))
    }
}
