//! What was played next in a position.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashSet};

use super::in_games::find_in_games;
use super::query::{GameMatch, Query};
use crate::Color;
use crate::abalone::{Move, Symmetry};
use crate::model::Winner;
use crate::store::{GameFilter, Store, StoreError};

/// The moves that were played next in a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct NextMoves {
    /// The number of games in which the position stood.
    pub games: u64,
    /// The moves, the one in most games first.
    pub moves: Vec<PlayedMove>,
}

/// A move with the results of its games, in the orientation and colors of the
/// query.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PlayedMove {
    /// The side to move.
    pub turn: Color,
    /// The move; `None` for games with a line that ends here.
    pub step: Option<Move>,
    /// The number of games. A game counts once for each move.
    pub games: u64,
    /// The number of games that Black and White won, by
    /// [`Color`] as an index.
    pub wins: [u64; 2],
    /// The number of drawn games.
    pub draws: u64,
    /// The first and the last year of the games with a known year.
    pub years: Option<(u16, u16)>,
    /// The ids of the first five games.
    pub samples: Vec<i64>,
}

/// Counts the moves that were played next in the position of a query, in games
/// that fulfill a filter. A side to move or lost marbles that the query names
/// must be those of the game. Variations count, too: a game counts once for each move.
///
/// Moves are in the orientation of the query. Those that an operation maps to
/// each other without changing the position count as one: the first by the
/// side to move, that of the query or else Black, and by
/// [`Move::code`](crate::abalone::Move::code).
///
/// # Errors
/// When the database cannot be read or has a damaged game.
pub fn count_next_moves(
    store: &Store,
    query: &Query,
    filter: &GameFilter,
) -> Result<NextMoves, StoreError> {
    Ok(NextMoves::of(query, &find_in_games(store, query, filter)?))
}

impl NextMoves {
    /// Counts the moves that were played next at the places of a query in games,
    /// as [`count_next_moves`] does. Places where another side was to move or other
    /// marbles were lost do not count.
    pub fn of(query: &Query, places: &[GameMatch]) -> NextMoves {
        let fixing: Vec<Symmetry> = query.setup().board.stabilizer().collect();
        let mut next = NextMoves::default();
        let mut known = HashSet::new();
        let mut played: BTreeMap<(bool, Option<u16>), PlayedMove> = BTreeMap::new();
        let mut last = None;
        for found in places.iter().filter(|found| query.agrees(found)) {
            next.games += u64::from(last.replace(found.game.id) != Some(found.game.id));
            let branches = found.branches.iter().map(|&step| Some(step));
            // Variations before the first move of a game without any are no end of it.
            let own = (found.next.is_some() || found.branches.is_empty()).then_some(found.next);
            for step in own.into_iter().chain(branches) {
                let (is_other, turn, step, to_query) = canonical_move(query, found, step, &fixing);
                let rank = (is_other, step.map(Move::code));
                if known.insert((found.game.id, rank)) {
                    let entry = played.entry(rank).or_insert_with(|| PlayedMove::new(turn, step));
                    entry.add_game(found, to_query);
                }
            }
        }
        next.moves = played.into_values().collect();
        next.moves.sort_by_key(|played| Reverse(played.games)); // stable: equal ones stay in order
        next
    }
}

/// A next move of a game, or its end, in the orientation of the query, the first of those that are the same
/// there: whether the side to move is not that of the query (or Black), this side, the move, and
/// the operation from the game to the query.
fn canonical_move(
    query: &Query,
    found: &GameMatch,
    step: Option<Move>,
    fixing: &[Symmetry],
) -> (bool, Color, Option<Move>, Symmetry) {
    let back = found.operation.inverse();
    let preferred = query.setup().turn.unwrap_or(Color::Black);
    let images = fixing.iter().map(|&fixing| {
        let turn = fixing.color(found.turn);
        let to_query = back.then(fixing);
        let step = step.map(|step| step.transform(to_query));
        (turn != preferred, turn, step, to_query)
    });
    let first = images.min_by_key(|&(is_other, _, step, _)| (is_other, step.map(Move::code)));
    first.expect("the identity is in every stabilizer")
}

impl PlayedMove {
    fn new(turn: Color, step: Option<Move>) -> PlayedMove {
        PlayedMove {
            turn,
            step,
            games: 0,
            wins: [0; 2],
            draws: 0,
            years: None,
            samples: Vec::new(),
        }
    }

    const MAX_SAMPLES: usize = 5;

    fn add_game(&mut self, found: &GameMatch, to_query: Symmetry) {
        let info = &found.game.info;
        self.games += 1;
        match info.winner.color() {
            Some(winner) => self.wins[to_query.color(winner) as usize] += 1,
            None => self.draws += u64::from(info.winner == Winner::Draw),
        }
        if let Some(year) = info.year {
            let (first, last) = self.years.unwrap_or((year, year));
            self.years = Some((first.min(year), last.max(year)));
        }
        if self.samples.len() < PlayedMove::MAX_SAMPLES {
            self.samples.push(found.game.id);
        }
    }
}
