//! A place of a game at which a pattern occurs.

use std::collections::HashMap;

use compact_str::CompactString;
use serde::Serialize;
use thiserror::Error;

use super::point_names::{PointNames, letter};
use crate::find::Played;
use crate::games::{DecodeGameError, LineWalk, Match, MatchCounts};
use crate::go::{Size, SizeError};
use crate::store::{Store, StoreError};

/// A hit: one placement of a pattern in one game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct HitJson {
    /// The number of the game.
    pub game: i64,
    /// The name of the source.
    pub source: String,
    /// The number of the game tree in the source, from 1.
    pub tree: u32,
    /// PB.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub black: Option<CompactString>,
    /// PW.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub white: Option<CompactString>,
    /// DT.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub date: Option<CompactString>,
    /// RE.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub result: Option<CompactString>,
    /// The number of the line with the hit, from 1.
    pub line: u32,
    /// Whether this is the main line.
    pub main: bool,
    /// How to reach the line from the main line, such as `12:2 15:3`; null for the main line.
    pub path: Option<String>,
    /// The number of the move that completes the pattern; 0 before the first move.
    #[serde(rename = "move")]
    pub number: u16,
    /// Maps the pattern to the game.
    pub operation: &'static str,
    /// The top left point of the pattern's rectangle in the game, as (column,row).
    pub place: String,
    /// The same point as on a board, such as `O19`.
    pub place_name: String,
    /// The next move inside the rectangle while the pattern is there.
    pub next: Option<HitNextJson>,
}

/// The next stone played inside a pattern or, on a whole board, a pass.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct HitNextJson {
    /// The point, in the orientation of the query, as (column,row); null for a pass.
    pub point: Option<String>,
    /// The point as the board of the query names it.
    pub point_name: Option<String>,
    /// The player, in the colors of the query.
    pub turn: &'static str,
    /// Whether the player passes.
    pub pass: bool,
    /// The number of the move.
    #[serde(rename = "move")]
    pub number: u16,
    /// The point in the game, as (column,row).
    pub game_point: Option<String>,
    /// The same point as on a board, such as `Q16`.
    pub game_point_name: Option<String>,
    /// The player in the game.
    pub game_turn: &'static str,
}

/// How often a pattern occurs, and what is played there next.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct HitCountJson {
    /// Games with a hit.
    pub games: u64,
    /// Hits.
    pub hits: u64,
    /// The next moves, the most frequent first.
    pub continuations: Vec<ContinuationJson>,
}

/// A move that is played inside a pattern next.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ContinuationJson {
    /// The point, in the orientation of the query, as (column,row); null for a pass.
    pub point: Option<String>,
    /// The point as the board of the query names it.
    pub point_name: Option<String>,
    /// The player, in the colors of the query.
    pub turn: &'static str,
    /// Whether the player passes.
    pub pass: bool,
    /// Games with the move.
    pub games: u64,
    /// Hits with the move in any line.
    pub hits: u64,
    /// Games that the player won.
    pub wins: u64,
    /// Games that the player lost.
    pub losses: u64,
    /// The letter of the move on a drawn board.
    #[serde(skip)]
    pub letter: Option<char>,
}

/// Why the hits in a game cannot be described.
#[derive(Debug, Error)]
pub enum HitError {
    /// The database cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The game has no board of a possible size.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// The moves of the game cannot be decoded.
    #[error("game {game}")]
    Game {
        /// The number of the game.
        game: i64,
        /// The fault.
        source: DecodeGameError,
    },
}

impl HitJson {
    /// The hits in one game; `matches` are all of the same game, and `names` those of the query's
    /// points. Empty when the game has been removed since the search.
    ///
    /// # Errors
    /// If the database cannot be read, or has a damaged game.
    ///
    /// # Panics
    /// If there is no match.
    pub fn of_game(
        store: &Store,
        matches: &[Match],
        names: PointNames,
    ) -> Result<Vec<HitJson>, HitError> {
        let Some(game) = store.game(matches[0].game)? else { return Ok(Vec::new()) };
        let board = Size::new(game.cols, game.rows)?;
        let has_variations = matches.iter().any(|found| found.line > 0);
        let lines = if has_variations { store.game_lines(game.id)? } else { None };
        let damaged = |source| HitError::Game { game: game.id, source };
        let mut walk = lines.as_deref().map(LineWalk::new).transpose().map_err(damaged)?;
        let mut hits = Vec::with_capacity(matches.len());
        for found in matches {
            let path = match &mut walk {
                Some(walk) if found.line > 0 => {
                    walk.go_to(found.line).map_err(damaged)?; // lines in ascending order
                    Some(walk.to_string())
                }
                _ => None,
            };
            hits.push(HitJson {
                game: found.game,
                source: game.source.clone(),
                tree: game.tree,
                black: game.info.black.clone(),
                white: game.info.white.clone(),
                date: game.info.date.clone(),
                result: game.info.result.clone(),
                line: found.line + 1,
                main: found.line == 0,
                path,
                number: found.move_number,
                operation: found.symmetry.name(),
                place: found.origin.to_string(),
                place_name: found.origin.name(board),
                next: found.next.map(|next| HitNextJson {
                    point: next.point.map(|point| point.to_string()),
                    point_name: next.point.map(|point| names.name(point)),
                    turn: next.color.name(),
                    pass: next.point.is_none(),
                    number: next.move_number,
                    game_point: next.played.map(|point| point.to_string()),
                    game_point_name: next.played.map(|point| point.name(board)),
                    game_turn: found.symmetry.color(next.color).name(),
                }),
            });
        }
        Ok(hits)
    }
}

impl HitCountJson {
    /// The counts of a search, with the results of the games in which each move was played.
    pub fn new(counts: &MatchCounts, played: &[Played], names: PointNames) -> HitCountJson {
        let results: HashMap<_, _> =
            played.iter().map(|played| ((played.point, played.color), &played.results)).collect();
        let mut letters = (0..).map_while(letter);
        let continuations = counts.continuations.iter().map(|next| {
            // None if the games have been removed since they were loaded.
            let results = results.get(&(next.point, Some(next.color)));
            ContinuationJson {
                point: next.point.map(|point| point.to_string()),
                point_name: next.point.map(|point| names.name(point)),
                turn: next.color.name(),
                pass: next.point.is_none(),
                games: next.games,
                hits: next.matches,
                wins: results.map_or(0, |results| results.wins),
                losses: results.map_or(0, |results| results.losses),
                letter: next.point.and_then(|_| letters.next()),
            }
        });
        HitCountJson {
            games: counts.games,
            hits: counts.matches,
            continuations: continuations.collect(),
        }
    }
}
