//! The same problem, or the same position.

use thiserror::Error;

use crate::go::{Point, Symmetry, SymmetrySet};
use crate::gtn::{CanonicalForm, SubPosition, Window};
use crate::model::Turn;
use crate::store::{Store, StoreError, StoredPosition, StoredRecord};
use crate::{Color, PositionKey};

/// How a record matches, the closest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// The same position with the same side to move.
    SameProblem,
    /// The same position; the other side is to move, or nobody says which.
    SamePosition,
    /// Equal stones with other edges.
    SameShape,
    /// A position that differs in few points.
    Near,
    /// A position that has the query in it.
    Contains,
    /// A position that is in the query.
    Contained,
}

impl Kind {
    /// `same problem` to `contained`.
    pub fn name(self) -> &'static str {
        match self {
            Kind::SameProblem => "same problem",
            Kind::SamePosition => "same position",
            Kind::SameShape => "same shape",
            Kind::Near => "near",
            Kind::Contains => "contains",
            Kind::Contained => "contained",
        }
    }
}

/// A position to be found.
#[derive(Clone, Debug)]
pub struct Query {
    /// What was asked for.
    pub asked: SubPosition,
    /// The window of it, as it was asked for.
    pub window: SubPosition,
    /// Where the window lies in what was asked for.
    pub origin: Point,
    /// Who is to move there, if that was said.
    pub turn: Option<Color>,
    canonical: CanonicalForm,
    key: PositionKey,
}

/// Nothing that could be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum QueryError {
    /// No stone.
    #[error("an empty goban is no position")]
    Empty,
}

impl Query {
    /// A query for a position, however it was cropped.
    ///
    /// # Errors
    /// When it has no stones.
    ///
    /// ```
    /// use gtn_db::find::Query;
    ///
    /// // the same corner, cropped by two hands
    /// let one = Query::new(&"3x5|XO..._XO..._O...._!!!!!_".parse()?, None)?;
    /// let other = Query::new(&"5x3|XO._XO._O.._..._..._!!!_".parse()?, None)?;
    /// assert_eq!(one.key(), other.key());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(sub: &SubPosition, turn: Option<Color>) -> Result<Query, QueryError> {
        let Window { region, sub: window } = sub.window().ok_or(QueryError::Empty)?;
        let canonical = window.canonicalize();
        let key = canonical.key();
        let asked = sub.clone();
        Ok(Query { asked, window, origin: region.origin, turn, canonical, key })
    }

    /// The key it is found under.
    pub fn key(&self) -> PositionKey {
        self.key
    }

    /// The canonical text.
    pub fn text(&self) -> &str {
        self.canonical.text()
    }

    /// Carries the window onto the canonical text.
    pub fn symmetry(&self) -> Symmetry {
        self.canonical.symmetry()
    }

    /// The side to move, in the colors of the canonical text.
    fn canonical_turn(&self) -> Turn {
        Turn::of(self.turn).canonical(&self.canonical)
    }

    /// How a record of the same position matches.
    fn matched(&self, record: StoredRecord) -> Match {
        let same_turn = self.canonical_turn() == record.turn && record.turn != Turn::Unknown;
        let operation =
            operation_between(self.symmetry(), record.at.symmetry, self.canonical.stabilizer());
        let turned = operation.size(self.window.board.size());
        Match {
            kind: if same_turn { Kind::SameProblem } else { Kind::SamePosition },
            operation,
            turn: record.turn.transform(self.symmetry().inverse()),
            has_other_size: turned != record.placement.region.size,
            record,
        }
    }
}

/// The first operation that carries one position onto another, when `first`
/// and `second` carry them onto the same canonical one, which the operations
/// of `fixing` carry onto itself.
pub fn operation_between(first: Symmetry, second: Symmetry, fixing: SymmetrySet) -> Symmetry {
    let back = second.inverse();
    let all = fixing.iter().map(|fixing| first.then(fixing).then(back));
    all.min().unwrap_or_else(|| first.then(back))
}

/// A record that matches a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    /// How.
    pub kind: Kind,
    /// Carries the query onto the record, as it lies on its board.
    pub operation: Symmetry,
    /// Who is to move in the record, in the colors of the query.
    pub turn: Turn,
    /// Whether the two are whole boards of different size that share a text.
    pub has_other_size: bool,
    /// The record.
    pub record: StoredRecord,
}

/// A position that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The position.
    pub position: StoredPosition,
    /// Its records: the same problem first, then in the order of import.
    pub matches: Vec<Match>,
}

/// Looks up the records of a position.
///
/// # Errors
/// When the database cannot be read.
pub fn exact(store: &Store, query: &Query) -> Result<Option<Found>, StoreError> {
    let Some(position) = store.position(query.key)? else { return Ok(None) };
    let records = store.records(position.id)?;
    let mut matches: Vec<Match> = records.into_iter().map(|record| query.matched(record)).collect();
    matches.sort_by_key(|found| (found.kind, found.record.id));
    Ok(Some(Found { position, matches }))
}
