//! A game of Abalone.

use serde::Serialize;

use super::family::FAMILY;
use crate::store::StoredAbaloneGame;

/// The name of a game of Abalone in lists and on the command line.
///
/// ```
/// # mod gtn_db { pub use {gtn_db_core::*, gtn_db_data::*}; }
/// assert_eq!(gtn_db::answer::abalone::game_name(12), "a12");
/// ```
pub fn game_name(id: i64) -> String {
    format!("a{id}")
}

/// A game of a collection.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = AbaloneGameJson))]
pub struct GameJson {
    /// `abalone`.
    pub family: &'static str,
    /// The letter `a` and the number of the game.
    pub game: String,
    /// The black player.
    pub black: Option<String>,
    /// The white player.
    pub white: Option<String>,
    /// The event.
    pub event: Option<String>,
    /// The site.
    pub site: Option<String>,
    /// The round.
    pub round: Option<String>,
    /// The date as it is written.
    pub date: Option<String>,
    /// The first year in the date.
    pub year: Option<u16>,
    /// The result as it is written.
    pub result: Option<String>,
    /// `black`, `white`, `draw` or `unknown`.
    pub winner: &'static str,
    /// The position before the first move: IATN, side to move, marbles lost.
    pub start: String,
    /// The number of moves.
    pub moves: usize,
    /// The form in the source: `apgn` or `linear`.
    pub form: &'static str,
    /// The name of the source.
    pub source: String,
    /// The number in the source, from 1.
    pub number: u32,
    /// The first game that is the same, if that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub same_as: Option<String>,
}

impl GameJson {
    /// A game, and the id of the first game that is the same, if that was asked.
    pub fn new(game: StoredAbaloneGame, same_as: Option<i64>) -> GameJson {
        let info = game.info;
        GameJson {
            family: FAMILY,
            game: game_name(game.id),
            black: info.black,
            white: info.white,
            event: info.event,
            site: info.site,
            round: info.round,
            date: info.date,
            year: info.year,
            result: info.result,
            winner: info.winner.name(),
            start: game.start,
            moves: game.moves.len() / 2,
            form: game.form.name(),
            source: game.source,
            number: game.number,
            same_as: same_as.map(game_name),
        }
    }
}
