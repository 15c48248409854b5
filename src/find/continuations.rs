//! Games of the database: loaded for searching, and what was played in them.

use std::collections::HashMap;

use thiserror::Error;

use crate::Color;
use crate::games::{DamagedGameError, Found, Index, Search};
use crate::go::{Point, Symmetry};
use crate::gtn::Pattern;
use crate::model::{GameOutcome, Results, Winner};
use crate::store::{Store, StoreError};

/// Why games could not be loaded.
#[derive(Debug, Error)]
pub enum LoadGamesError {
    /// The database cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A game cannot be read.
    #[error("the database is damaged")]
    Game(#[from] DamagedGameError),
}

/// Loads all games of a database for searching.
///
/// # Errors
/// When the database cannot be read, or a game in it.
pub fn load_games(store: &Store) -> Result<Index, LoadGamesError> {
    Index::read(|add| Ok(store.for_each_game(add)?))
}

/// A move with what came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Where, in the shape as it was asked for; none when nothing was played
    /// in the shape any more.
    pub point: Option<Point>,
    /// By whom, in the colors of what was asked for.
    pub color: Option<Color>,
    /// How often, and with which result.
    pub results: Results,
}

/// What one game plays next where the shape stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Reached {
    game: i64,
    /// As the shape was asked for.
    next: Option<(Point, Color)>,
    /// As the game has it.
    mover: Option<Color>,
}

/// A move as the shape's own symmetry has it: of all that are alike the one
/// nearest to the upper right, in its lower right half, by Black.
fn normal(pattern: &Pattern, point: Point, color: Color) -> (Point, Color) {
    let size = pattern.size();
    let fixing = Symmetry::ALL.into_iter().filter(|&fixing| pattern.transform(fixing) == *pattern);
    let alike = fixing.map(|fixing| (fixing.point(point, size), fixing.color(color)));
    let rank = |&(point, color): &(Point, Color)| {
        let (col, row) = (2 * u16::from(point.col) + 1, 2 * u16::from(point.row) + 1);
        let (cols, rows) = (u16::from(size.cols()), u16::from(size.rows()));
        let is_low = u16::from(point.col) + u16::from(point.row) + 1 >= cols;
        (col < cols, row > rows, !is_low, color as u8, point)
    };
    alike.min_by_key(rank).unwrap_or((point, color))
}

/// What was played next, in games and not in hits: each move counts once in
/// each game. Moves that the shape's symmetry makes alike are one. The most
/// frequent comes first.
///
/// # Errors
/// When the database cannot be read.
pub fn played_next(
    store: &Store,
    index: &Index,
    search: &Search,
) -> Result<(u64, Vec<Played>), StoreError> {
    let mut normals = HashMap::new();
    for point in search.pattern().size().points() {
        for color in Color::ALL {
            normals.insert((point, color), normal(search.pattern(), point, color));
        }
    }
    let normal = |point, color| normals.get(&(point, color)).copied().unwrap_or((point, color));
    let visit = |reached: &mut Vec<Reached>, found: &Found<'_>| {
        reached.extend(found.hits.iter().map(|hit| {
            let (symmetry, _) = found.lies(hit);
            Reached {
                game: found.game,
                next: hit.next.map(|next| normal(next.point, next.color)),
                mover: hit.next.map(|next| symmetry.color(next.color)),
            }
        }));
    };
    let mut reached = search.fold(index, Vec::new, visit).concat();
    reached.sort_unstable_by_key(|reached| {
        let next = reached.next.map(|(point, color)| (point, color as u8));
        (reached.game, next, reached.mover.map(|mover| mover as u8))
    });
    reached.dedup();

    let outcomes = store.game_outcomes()?;
    let mut games = 0;
    let mut records: HashMap<Option<(Point, Color)>, Results> = HashMap::new();
    for game in reached.chunk_by(|one, other| one.game == other.game) {
        games += 1;
        let id = game[0].game;
        let at = outcomes.binary_search_by_key(&id, |outcome| outcome.id);
        let unknown = GameOutcome { id, winner: Winner::Unknown, year: None };
        let outcome = at.map_or(unknown, |at| outcomes[at]);
        for next in game.chunk_by(|one, other| one.next == other.next) {
            let movers = next.iter().filter_map(|reached| reached.mover);
            records.entry(next[0].next).or_default().add_game(&outcome, movers);
        }
    }
    let of = |(next, results): (Option<(Point, Color)>, Results)| Played {
        point: next.map(|(point, _)| point),
        color: next.map(|(_, color)| color),
        results,
    };
    let mut played: Vec<Played> = records.into_iter().map(of).collect();
    played.sort_by_key(|played| {
        let color = played.color.map(|color| color as u8);
        (std::cmp::Reverse(played.results.games), played.point, color)
    });
    Ok((games, played))
}
