//! A problem in the orientation in which it is exported.

use std::collections::HashSet;
use std::io;
use std::iter;

use thiserror::Error;

use super::line_breaks::escape_line_breaks;
use super::orientation::{ExportOptions, orient, read_kept_tree, turn_of_kept};
use crate::PositionKey;
use crate::go::{Point, Size, Symmetry};
use crate::gtn::SubPosition;
use crate::model::{Charset, Occurrence, Placement, Problem, ReplacedRecord, Sameness, Turn};
use crate::sgf::GameTree;
use crate::solution::{Certainty, Dialect, SolutionNode, read_as};

/// A problem, and the operation that maps its kept record onto the exported
/// board: what every format needs.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct OrientedProblem<'a> {
    /// The problem.
    pub problem: &'a Problem,
    /// Maps the board of the kept record onto the exported board.
    pub symmetry: Symmetry,
    /// Who is to move on the exported board. [`Turn::Either`] only if exchanging
    /// colors gives the same position and the kept record does not say.
    pub turn: Turn,
    /// How the problem is exported.
    pub options: ExportOptions,
    /// Whether it is not turned because its comments or names mention places on the board.
    pub(super) is_kept_for_words: bool,
}

impl<'a> OrientedProblem<'a> {
    /// Orients a problem as the options say.
    pub fn new(problem: &'a Problem, options: &ExportOptions) -> OrientedProblem<'a> {
        let (symmetry, is_kept_for_words) = orient(problem, options);
        let turn = turn_of_kept(problem).transform(symmetry);
        OrientedProblem { problem, symmetry, turn, options: *options, is_kept_for_words }
    }

    /// The dialect of the exported game tree, if it is known; merged solutions
    /// are marked anew.
    pub(super) fn dialect(&self) -> Option<Dialect> {
        if self.options.merge_solutions { Some(Dialect::TeBm) } else { self.problem.dialect }
    }

    /// How the accepted first moves are known in the surest of the records whose solutions are
    /// exported; `None` if none accepts a move.
    pub fn certainty(&self) -> Option<Certainty> {
        let Problem { placement, charset, dialect, sgf, other_trees, .. } = self.problem;
        let of = |charset: &Option<Charset>, sgf: &[u8], board: Size, dialect, turn| {
            let tree = GameTree::read(sgf, Charset::for_reading(charset.as_ref()));
            read_as(&tree, board, dialect).solution.certainty(turn)
        };
        let turn = self.turn.color().map(|color| self.symmetry.color(color));
        let others = if self.options.merge_solutions { &other_trees[..] } else { &[] };
        let others = others
            .iter()
            .filter_map(|one| of(&one.charset, &one.sgf, one.placement.board, one.dialect, None));
        others.chain(of(charset, sgf, placement.board, *dialect, turn)).min()
    }

    /// The accepted first moves on the exported board; `None` is tenuki. If solutions are merged, those of
    /// `merged`, the exported game tree.
    pub(super) fn answers(&self, merged: Option<&str>) -> Vec<Option<Point>> {
        let Problem { placement, dialect, .. } = self.problem;
        let turn = self.turn.color();
        let moves = if let Some(sgf) = merged.filter(|_| self.options.merge_solutions) {
            let tree = GameTree::read(sgf.as_bytes(), crate::sgf::Charset::UTF_8);
            let size = self.symmetry.size(placement.board);
            let read = read_as(&tree, size, Some(Dialect::TeBm)).solution.accepted(turn);
            let point = |node: SolutionNode| node.at.and_then(|at| at.on_board(size));
            read.into_iter().map(point).collect()
        } else {
            // Some dialects mark by color, so the record is read as it is.
            let tree = read_kept_tree(self.problem);
            let turn = turn.map(|color| self.symmetry.color(color));
            let read = read_as(&tree, placement.board, *dialect).solution.accepted(turn);
            let point = |node: SolutionNode| {
                let at = node.at.and_then(|at| at.on_board(placement.board));
                at.map(|at| self.symmetry.point(at, placement.board))
            };
            read.into_iter().map(point).collect::<Vec<_>>()
        };
        let mut seen = HashSet::new();
        moves.into_iter().filter(|at| seen.insert(*at)).collect()
    }

    /// The first moves that a solver computed, on the exported board.
    pub(super) fn computed_moves(&self) -> impl Iterator<Item = Point> {
        let moves = self.problem.computed.iter().flat_map(|computed| &computed.moves);
        moves.map(|&at| self.symmetry.point(at, self.problem.placement.board))
    }

    /// Maps the exported board onto the canonical text.
    pub fn onto_canonical(&self) -> Symmetry {
        self.symmetry.inverse().then(self.problem.kept.symmetry)
    }

    /// Maps the exported board onto the board of a record of the problem.
    ///
    /// Records are compared as squares. So on a whole board that is not square,
    /// a position that is symmetric in its square may be mapped to its image.
    pub fn onto(&self, occurrence: &Occurrence) -> Symmetry {
        self.onto_canonical().then(occurrence.symmetry.inverse())
    }

    /// All records of the problem: the kept one, then the others in the order
    /// of import.
    pub fn occurrences(&self) -> impl Iterator<Item = &'a Occurrence> {
        iter::once(&self.problem.kept).chain(&self.problem.others)
    }

    /// A record of the problem for people, on one line:
    /// `book.sgf tree 12 (IR1)`.
    pub(super) fn label(&self, occurrence: &Occurrence) -> String {
        let Occurrence { source, .. } = occurrence;
        let place = occurrence.tree_and_problem();
        format!("{} tree {place} ({})", escape_line_breaks(source), self.onto(occurrence))
    }

    /// The records of the problems for which this one stands, each for people on one line:
    /// `web.sgf tree 7 (same core)`.
    pub(super) fn replaced_labels(&self) -> impl Iterator<Item = String> {
        self.problem.replaced.iter().map(|ReplacedRecord { at, sameness }| {
            let same = match sameness {
                Sameness::Decision => "same problem by a decision",
                Sameness::Position => "same position",
                Sameness::Shape => "same shape",
                Sameness::Core => "same core",
            };
            let (source, place) = (escape_line_breaks(&at.source), at.tree_and_problem());
            format!("{source} tree {place} ({same})")
        })
    }

    /// The upper left point of the window on the exported board.
    pub fn origin(&self) -> Point {
        let Placement { region, board, .. } = self.problem.placement;
        let (first, size) = (region.origin, region.size);
        let last = Point::new(first.col + size.cols() - 1, first.row + size.rows() - 1);
        let [a, b] = [first, last].map(|corner| self.symmetry.point(corner, board));
        Point::new(a.col.min(b.col), a.row.min(b.row))
    }

    /// The window on the exported board, from the canonical text.
    ///
    /// The text is a square. If the window is not, the empty lines that squared
    /// it are removed.
    ///
    /// # Errors
    /// [`io::ErrorKind::InvalidData`] if the text is no IGTN, or not the square of
    /// the record's window.
    pub fn window(&self) -> io::Result<SubPosition> {
        let Problem { key, text, kept, placement, .. } = self.problem;
        let invalid = |cause: String| {
            io::Error::new(io::ErrorKind::InvalidData, ContradictionError { key: *key, cause })
        };
        let square: SubPosition = text.parse().map_err(|error| invalid(format!("{error}")))?;
        let size = kept.symmetry.size(placement.region.size);
        let open = placement.open.transform(kept.symmetry);
        let window = square.unsquared(size, open).ok_or_else(|| {
            let squared = size.squared();
            invalid(format!("its text is a square of {}, not of {squared}", square.board.size()))
        })?;
        Ok(window.transform(self.onto_canonical().inverse()))
    }
}

/// A problem whose canonical text is not that of its kept record. It is the inner
/// error of an [`io::Error`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("position {key}: {cause}")]
#[non_exhaustive]
pub struct ContradictionError {
    /// The key of the position.
    pub key: PositionKey,
    /// What contradicts the record.
    pub cause: String,
}
