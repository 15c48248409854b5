//! A position to find, and how stored problems and games match it.

use std::sync::Arc;

use super::super::query::MatchKind;
use super::damaged::DamagedRowError;
use super::replay::GamePlace;
use crate::abalone::{Board, CanonicalForm, Lost, Move, Setup, Symmetry};
use crate::model::{AbaloneIdentity, Turn};
use crate::store::{StoredAbaloneGame, StoredAbaloneProblem};
use crate::{Color, PositionKey};

/// A position to find.
///
/// ```
/// # mod gtn_db { pub use {gtn_db_core::*, gtn_db_data::*}; }
/// use gtn_db::abalone::{Board, Setup};
/// use gtn_db::find::abalone::Query;
///
/// let [one, other] = ["IR0", "N_SR2"].map(|operation| {
///     let board = Board::STANDARD.transform(operation.parse().unwrap());
///     Query::new(Setup::from(board)).key()
/// });
/// assert_eq!(one, other);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Query {
    setup: Setup,
    canonical: CanonicalForm,
    key: PositionKey,
}

/// A problem that matches a query.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ProblemMatch {
    /// How the problem matches.
    pub kind: MatchKind,
    /// The first operation that maps the query to the problem's own board.
    pub operation: Symmetry,
    /// The side to move, in the colors of the query.
    pub turn: Turn,
    /// The marbles lost, in the colors of the query. Where the side to move is
    /// [`Turn::Either`], those of the side to move are Black's.
    pub lost: Option<Lost>,
    /// The problem.
    pub problem: StoredAbaloneProblem,
}

/// A position of a game that matches a query.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GameMatch {
    /// The game.
    pub game: Arc<StoredAbaloneGame>,
    /// The number of the line, from 1: the main line, then the variations in the order of the text.
    pub line: u32,
    /// The number of moves before the position.
    pub ply: u32,
    /// How the position matches.
    pub kind: MatchKind,
    /// The operation that maps the query to the game; the first one that also
    /// maps the side to move, if there is one.
    pub operation: Symmetry,
    /// The number of cells that differ.
    pub distance: u32,
    /// The side to move, in the colors of the query.
    pub turn: Color,
    /// The marbles lost, in the colors of the query.
    pub lost: Lost,
    /// The next move of the line, as it was played.
    pub next: Option<Move>,
    /// The first moves of the variations that branch at the position, as they were played.
    pub branches: Vec<Move>,
}

impl Query {
    /// Makes a query from a position. Its side to move and its lost marbles
    /// decide the kind of match.
    pub fn new(setup: Setup) -> Query {
        let canonical = setup.board.canonicalize();
        Query { setup, canonical, key: canonical.key() }
    }

    /// The position.
    pub fn setup(&self) -> Setup {
        self.setup
    }

    /// The key of the position.
    pub fn key(&self) -> PositionKey {
        self.key
    }

    /// What tells the problem from others of the position.
    pub fn identity(&self) -> AbaloneIdentity {
        AbaloneIdentity::of_setup(self.setup, &self.canonical)
    }

    /// Whether a place in a game with the same board does not contradict the side to
    /// move and the marbles lost of the query.
    pub fn agrees(&self, found: &GameMatch) -> bool {
        self.identity().agrees(found.identity(self))
    }

    /// How a record of the same position matches.
    pub(super) fn match_kind(&self, found: AbaloneIdentity) -> MatchKind {
        let own = self.identity();
        let is_turn_known = own.turn != Turn::Unknown && found.turn != Turn::Unknown;
        if is_turn_known && own.agrees(found) {
            MatchKind::SameProblem
        } else {
            MatchKind::SamePosition
        }
    }

    /// All operations that map the query to a board with the same canonical
    /// form, which `second` maps to the canonical board, in ascending order.
    pub(super) fn operations_to(&self, second: Symmetry) -> Vec<Symmetry> {
        let (first, back) = (self.canonical.symmetry(), second.inverse());
        let fixing = self.canonical.board().stabilizer();
        let mut all: Vec<Symmetry> = fixing.map(|fixing| first.then(fixing).then(back)).collect();
        all.sort_unstable();
        all
    }

    /// Describes a problem of the same position.
    pub(super) fn match_problem(&self, problem: StoredAbaloneProblem) -> ProblemMatch {
        let operations = self.operations_to(problem.symmetry);
        ProblemMatch {
            kind: self.match_kind(problem.identity()),
            operation: *operations.first().expect("the identity is in every stabilizer"),
            turn: transform_turn(problem.turn, self.canonical.symmetry().inverse()),
            lost: problem.lost.map(|lost| self.canonical.lost(self.setup.turn, lost)),
            problem,
        }
    }

    /// Describes a position of a game that has the same canonical board; `None`
    /// if it has another one.
    pub(super) fn match_position(
        &self,
        game: &Arc<StoredAbaloneGame>,
        at: GamePlace<'_>,
    ) -> Option<GameMatch> {
        let position = at.position;
        let canonical = position.board.canonicalize();
        if canonical.board() != self.canonical.board() {
            return None;
        }
        let operations = self.operations_to(canonical.symmetry());
        let has_turn = |operation: &&Symmetry| {
            self.setup.turn.is_none_or(|turn| operation.color(turn) == position.turn)
        };
        let operation = operations.iter().find(has_turn).or(operations.first());
        let operation = *operation.expect("the identity is in every stabilizer");
        let found = AbaloneIdentity::of_setup(Setup::from(*position), &canonical);
        let kind = self.match_kind(found);
        Some(GameMatch::new(game, at, (kind, operation, 0)))
    }
}

impl GameMatch {
    /// A match with its kind, operation and distance.
    pub(super) fn new(
        game: &Arc<StoredAbaloneGame>,
        at: GamePlace<'_>,
        (kind, operation, distance): (MatchKind, Symmetry, u32),
    ) -> GameMatch {
        let GamePlace { line, ply, position, next, branches } = at;
        let back = operation.inverse();
        GameMatch {
            game: Arc::clone(game),
            line,
            ply,
            kind,
            operation,
            distance,
            turn: back.color(position.turn),
            lost: position.lost.transform(back),
            next,
            branches: branches.iter().map(|branch| branch.1).collect(),
        }
    }

    /// What tells the position from others with the same board, in the colors of
    /// the canonical text.
    fn identity(&self, query: &Query) -> AbaloneIdentity {
        let setup = Setup { turn: Some(self.turn), lost: Some(self.lost), ..query.setup };
        AbaloneIdentity::of_setup(setup, &query.canonical)
    }

    /// The next move in the orientation of the query. `None` also if the query is
    /// a part of the position, which may be shifted.
    pub fn next_in_query(&self) -> Option<Move> {
        let step = self.next.filter(|_| self.kind != MatchKind::Contains);
        step.map(|step| step.transform(self.operation.inverse()))
    }
}

/// The turn after an operation, which may swap the colors.
pub(super) fn transform_turn(turn: Turn, symmetry: Symmetry) -> Turn {
    turn.color().map_or(turn, |color| Turn::of(Some(symmetry.color(color))))
}

/// The board of a stored problem as its source has it.
///
/// # Errors
/// When its text is no position.
pub(super) fn own_board(problem: &StoredAbaloneProblem) -> Result<Board, DamagedRowError> {
    let canonical: Board = problem
        .text
        .parse()
        .map_err(|error| DamagedRowError::new("abalone_problem", problem.id, error))?;
    Ok(canonical.transform(problem.symmetry.inverse()))
}
