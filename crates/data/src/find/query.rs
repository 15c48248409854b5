//! A position to find, and how a stored record matches it.

use thiserror::Error;

use crate::go::{Point, Symmetry, SymmetrySet};
use crate::gtn::{CanonicalForm, SubPosition, Window};
use crate::model::Turn;
use crate::names;
use crate::store::StoredRecord;
use crate::{Color, PositionKey};

names! {
    /// How a record matches a query, the closest match first.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    #[non_exhaustive]
    pub enum MatchKind {
        /// The same position with the same side to move.
        SameProblem => "same problem",
        /// The same position; the other side is to move, or the query or the record
        /// does not say who is to move.
        SamePosition => "same position",
        /// The same part of the board where the right lines are played; a common
        /// first move.
        SameCore => "same core",
        /// The same stones with other edges.
        SameShape => "same shape",
        /// A position that contains the query.
        Contains => "contains",
        /// A position that the query contains.
        Contained => "contained",
        /// A position that differs in few points.
        Near => "near",
        /// A position whose core differs in few points.
        NearCore => "near in the core",
        /// A position whose stones differ in few points, with other edges or at
        /// another distance from them.
        NearOtherEdges => "near, other edges",
        /// One of the nearest positions, farther than was asked for.
        Nearest => "nearest",
    }

    /// The name in output: `same problem`, …, `contained`.
    pub fn name;
}

impl MatchKind {
    /// Every kind, the closest match first.
    pub const ALL: [MatchKind; 10] = MatchKind::VALUES;
}

/// A position to find.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PositionQuery {
    /// The position as it was given.
    pub given: SubPosition,
    /// The window of the given position.
    pub window: SubPosition,
    /// The point of the given position at which the window begins.
    pub origin: Point,
    /// The side to move, if the query names one.
    pub turn: Option<Color>,
    canonical: CanonicalForm,
    key: PositionKey,
}

/// A position that cannot be a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum QueryError {
    /// The position has no stones.
    #[error("an empty goban is no position")]
    Empty,
}

impl PositionQuery {
    /// Makes a query from a position, however it was cropped.
    ///
    /// # Errors
    /// When the position has no stones.
    ///
    /// ```
    /// # mod gtn_db { pub use {gtn_db_core::*, gtn_db_data::*}; }
    /// use gtn_db::find::PositionQuery;
    ///
    /// // the same corner, cropped in two ways
    /// let one = PositionQuery::new(&"3x5|XO..._XO..._O...._!!!!!_".parse()?, None)?;
    /// let other = PositionQuery::new(&"5x3|XO._XO._O.._..._..._!!!_".parse()?, None)?;
    /// assert_eq!(one.key(), other.key());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(given: &SubPosition, turn: Option<Color>) -> Result<PositionQuery, QueryError> {
        let Window { region, sub: window } = given.window().ok_or(QueryError::Empty)?;
        let canonical = window.canonicalize();
        let key = canonical.key();
        let given = given.clone();
        Ok(PositionQuery { given, window, origin: region.origin, turn, canonical, key })
    }

    /// The key of the position.
    pub fn key(&self) -> PositionKey {
        self.key
    }

    /// The canonical text of the window.
    pub fn text(&self) -> &str {
        self.canonical.text()
    }

    /// The operation that maps the window to the canonical text.
    pub fn symmetry(&self) -> Symmetry {
        self.canonical.symmetry()
    }

    /// Describes how a record of the same position matches.
    pub(super) fn match_record(&self, record: StoredRecord) -> RecordMatch {
        let turn = Turn::of(self.turn).canonical(&self.canonical);
        let is_same_turn = turn == record.turn && record.turn != Turn::Unknown;
        let fixing = self.canonical.stabilizer();
        let operations = || operations_between(self.symmetry(), record.at.symmetry, fixing);
        let (given, stored) = (self.window.board.size(), record.placement.region.size);
        let has_other_size = operations().all(|operation| operation.size(given) != stored);
        let is_same = is_same_turn && !has_other_size;
        let fits = |operation: &Symmetry| has_other_size || operation.size(given) == stored;
        let operation = operations().filter(fits).min();
        RecordMatch {
            kind: if is_same { MatchKind::SameProblem } else { MatchKind::SamePosition },
            operation: operation.expect("the identity is in every stabilizer"),
            turn: record.turn.transform(self.symmetry().inverse()),
            has_other_size,
            record,
        }
    }
}

/// Returns the operations that map one position to another.
///
/// `first` and `second` map the two positions to the same canonical text, whose
/// stabilizer is `fixing`: the operations that map the text to itself.
fn operations_between(
    first: Symmetry,
    second: Symmetry,
    fixing: SymmetrySet,
) -> impl Iterator<Item = Symmetry> {
    let back = second.inverse();
    fixing.iter().map(move |fixing| first.then(fixing).then(back))
}

/// A record that matches a query.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RecordMatch {
    /// How the record matches.
    pub kind: MatchKind,
    /// The operation that maps the query to the record's own board.
    pub operation: Symmetry,
    /// The side to move in the record, in the colors of the query.
    pub turn: Turn,
    /// Whether query and record are whole boards of different sizes that share
    /// a canonical text. They are not the same problem.
    pub has_other_size: bool,
    /// The record.
    pub record: StoredRecord,
}
