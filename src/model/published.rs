//! A deduplicated problem, as it is exported.

use super::{Charset, Placement, Turn};
use crate::PositionKey;
use crate::go::Symmetry;
use crate::solution::Dialect;

/// Where a problem stands once: one source's record of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Occurrence {
    /// The name of the source.
    pub source: String,
    /// Which game tree of it, from 1.
    pub tree: u32,
    /// SGF's GN.
    pub name: Option<String>,
    /// Carries this record's window onto the canonical text.
    pub symmetry: Symmetry,
}

/// A problem once, as it is published: one record of it, and where else it
/// stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The key of the position.
    pub key: PositionKey,
    /// The canonical text of the position.
    pub text: String,
    /// Who moves, in the colors of the canonical text.
    pub turn: Turn,
    /// The record that was kept.
    pub kept: Occurrence,
    /// Where the window lies on the board of the kept record.
    pub placement: Placement,
    /// The charset of [`sgf`](Self::sgf) when it is not UTF-8.
    pub charset: Option<Charset>,
    /// How the kept record says what is right, where that is known.
    pub dialect: Option<Dialect>,
    /// The game tree of the kept record.
    pub sgf: Vec<u8>,
    /// The other records, in the order of import.
    pub others: Vec<Occurrence>,
    /// The game trees of the others, in their order, when their solutions are
    /// to be joined; else none.
    pub other_trees: Vec<OtherTree>,
}

/// A record of a problem beside the one that was kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherTree {
    /// Where the window lies on its board.
    pub placement: Placement,
    /// The charset of [`sgf`](Self::sgf) when it is not UTF-8.
    pub charset: Option<Charset>,
    /// How it says what is right, where that is known.
    pub dialect: Option<Dialect>,
    /// The game tree as it stands in the source.
    pub sgf: Vec<u8>,
}
