//! A deduplicated problem, as it is exported.

use std::collections::HashSet;

use super::problem_record::Placement;
use super::source::Charset;
use super::turn::Turn;
use crate::PositionKey;
use crate::go::{Point, Symmetry};
use crate::names;
use crate::solution::Dialect;

/// One of the records of a problem: where it is and how it is turned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Occurrence {
    /// The name of the source.
    pub source: String,
    /// The number of the game tree in the source, from 1.
    pub tree: u32,
    /// The rank of the problem in the tree, from 1.
    pub problem: u32,
    /// GN, the name.
    pub name: Option<String>,
    /// The operation that maps the window of the record to the canonical text.
    pub symmetry: Symmetry,
}

impl Occurrence {
    /// The number of the tree, and the rank of the problem in it unless that is the first:
    /// `3`, `3 problem 2`.
    pub fn tree_and_problem(&self) -> String {
        match self.problem {
            1 => self.tree.to_string(),
            problem => format!("{} problem {problem}", self.tree),
        }
    }
}

/// A deduplicated problem: the record that is kept, and the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The key of the position.
    pub key: PositionKey,
    /// The canonical text of the position.
    pub text: String,
    /// The side to move, in the colors of the canonical text.
    pub turn: Turn,
    /// The record that is kept.
    pub kept: Occurrence,
    /// The window on the board of the kept record.
    pub placement: Placement,
    /// The charset of [`sgf`](Self::sgf) if it is not UTF-8.
    pub charset: Option<Charset>,
    /// How the kept record marks its answers, if that is known.
    pub dialect: Option<Dialect>,
    /// The game tree of the kept record.
    pub sgf: Vec<u8>,
    /// The other records, in the order of import.
    pub others: Vec<Occurrence>,
    /// The game trees of [`others`](Self::others), in the same order, if their
    /// solutions are to be merged into the exported one; otherwise empty.
    pub other_trees: Vec<OtherTree>,
    /// The rights of the kept record, then of [`others`](Self::others), in the same order.
    pub rights: Vec<RecordRights>,
    /// The records of the problems that are left out because this one stands for them.
    pub replaced: Vec<ReplacedRecord>,
    /// What a solver computed, if it is to be written; never mixed with the answers of the records.
    pub computed: Option<ComputedAnswer>,
}

impl Problem {
    /// What its records state of their rights and origins, for people, each text once.
    pub fn rights_texts(&self) -> Vec<String> {
        let mut seen = HashSet::new();
        let texts = self.rights.iter().flat_map(RecordRights::texts);
        texts.filter(|text| seen.insert(text.clone())).collect()
    }
}

/// What is known of the rights and the origin of a record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecordRights {
    /// What people set for its source.
    pub set: Option<String>,
    /// CP, the copyright.
    pub copyright: Option<String>,
    /// AN, who annotated it.
    pub annotator: Option<String>,
    /// SO, where it is from.
    pub origin: Option<String>,
}

impl RecordRights {
    /// The texts for people: `CC BY 4.0`, `© A`, `annotated by B`, `from C`.
    pub fn texts(&self) -> Vec<String> {
        let RecordRights { set, copyright, annotator, origin } = self;
        let copyright = copyright.as_ref().map(|text| text.trim_start_matches(['©', ' ']));
        let labeled = [
            copyright.map(|text| format!("© {text}")),
            annotator.as_ref().map(|text| format!("annotated by {text}")),
            origin.as_ref().map(|text| format!("from {text}")),
        ];
        set.iter().cloned().chain(labeled.into_iter().flatten()).collect()
    }
}

names! {
    /// Why one problem stands for another one with a different position or side to move.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Sameness {
        /// A decision calls them the same.
        Decision => "decision",
        /// They have the same position.
        Position => "position",
        /// They have the same stones, whatever the edges.
        Shape => "shape",
        /// They have the same core.
        Core => "core",
    }

    /// `decision`, `position`, `shape` or `core`.
    pub fn name;
}

/// A record of a problem that is left out because another one stands for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplacedRecord {
    /// Where the record is, and the operation that maps it to the canonical text of its own position.
    pub at: Occurrence,
    /// What the two problems have in common.
    pub sameness: Sameness,
}

/// What a solver computed about a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComputedAnswer {
    /// The name of the outcome: `killed`, `ko`, `seki` or `lives`.
    pub outcome: &'static str,
    /// Whether a pass reaches it, too; then no move is listed.
    pub is_settled: bool,
    /// The first moves that reach it, on the board of the kept record.
    pub moves: Vec<Point>,
}

/// The game tree of a record that is not the kept one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherTree {
    /// The window on the board of the record.
    pub placement: Placement,
    /// The charset of [`sgf`](Self::sgf) if it is not UTF-8.
    pub charset: Option<Charset>,
    /// How the record marks its answers, if that is known.
    pub dialect: Option<Dialect>,
    /// The game tree as it is in the source.
    pub sgf: Vec<u8>,
}
