//! Games of a database: loading them into a [`GameIndex`], and what was played next.

use std::cmp::Reverse;
use std::collections::HashMap;

use thiserror::Error;

use crate::Color;
use crate::games::{GameIndex, IndexGameError, ListMatches, Search, Stabilizer};
use crate::go::Point;
use crate::model::Results;
use crate::store::{Store, StoreError};

/// Why games could not be loaded.
#[derive(Debug, Error)]
pub enum LoadGamesError {
    /// The database cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The moves of a game cannot be decoded.
    #[error("the database has a game that cannot be searched")]
    Game(#[from] IndexGameError),
}

/// Indexes all games of a database.
///
/// # Errors
/// When the database cannot be read, or the moves of a game cannot be decoded.
pub fn load_games(store: &Store) -> Result<GameIndex, LoadGamesError> {
    GameIndex::build(|add| Ok(store.for_each_game(add)?))
}

/// A continuation with its results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The [canonical point](Stabilizer) in the pattern; `None` in games that end, or leave
    /// the pattern for good, at this position.
    pub point: Option<Point>,
    /// The player, in the colors of the pattern.
    pub color: Option<Color>,
    /// Number and results of the games.
    pub results: Results,
}

/// A continuation in one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Reached {
    game: i64,
    /// The canonical move in the pattern.
    next: Option<(Point, Color)>,
    /// The player in the game.
    player: Option<Color>,
}

/// Finds what was played next. Returns the number of games with a match, and the
/// continuations, the one in most games first.
///
/// A game counts once for each continuation. Continuations are
/// [canonical moves](Stabilizer::canonical_move): if the pattern is its own recolored
/// image, all are Black's.
///
/// # Errors
/// When the database cannot be read.
pub fn played_next(
    store: &Store,
    index: &GameIndex,
    search: &Search,
) -> Result<(u64, Vec<Played>), StoreError> {
    let stabilizer = Stabilizer::new(search.pattern());
    let matches = search.run(index, &ListMatches::all());
    let mut reached: Vec<Reached> = matches
        .iter()
        .map(|found| Reached {
            game: found.game,
            next: found.next.map(|next| stabilizer.canonical_move(next.point, next.color)),
            player: found.next.map(|next| found.symmetry.color(next.color)),
        })
        .collect();
    reached.sort_unstable();
    reached.dedup();

    let outcomes = store.game_outcomes()?;
    let mut games = 0;
    let mut results: HashMap<Option<(Point, Color)>, Results> = HashMap::new();
    for game in reached.chunk_by(|one, other| one.game == other.game) {
        let outcome = outcomes.binary_search_by_key(&game[0].game, |outcome| outcome.id);
        let Ok(outcome) = outcome else { continue }; // removed since the index was loaded
        games += 1;
        for next in game.chunk_by(|one, other| one.next == other.next) {
            let players = next.iter().filter_map(|reached| reached.player);
            results.entry(next[0].next).or_default().add_game(&outcomes[outcome], players);
        }
    }
    let played = results.into_iter().map(|(next, results)| Played {
        point: next.map(|(point, _)| point),
        color: next.map(|(_, color)| color),
        results,
    });
    let mut played: Vec<Played> = played.collect();
    played.sort_by_key(|played| (Reverse(played.results.games), played.point, played.color));
    Ok((games, played))
}
