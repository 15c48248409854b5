//! A choice of a player in the first moves.

use serde::Serialize;

use super::fashion::Aspects;
use super::next_move::NextMoveJson;
use super::point_names::PointNames;
use crate::Color;
use crate::find::{Played, Profile, ProfilePosition};
use crate::go::Point;

/// A choice of a player in a position, and how others chose there.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ProfileMoveJson {
    /// `black` or `white`: the color of the player in the games.
    pub side: &'static str,
    /// The moves before, such as `BQ16 WD4`, as `next --moves` takes them; empty at the start.
    pub line: String,
    /// The choice, in the games of the player who reached the position; `share` is of these.
    #[serde(flatten)]
    pub played: NextMoveJson,
    /// Games in which others chose the move in the same position, with either color.
    pub field_games: u64,
    /// Their share of all games in which others were to move there, 0 to 1; null if there are none.
    pub field_share: Option<f64>,
    /// Those games that the player of the move won.
    pub field_wins: u64,
    /// Those games that this player lost.
    pub field_losses: u64,
}

impl ProfileMoveJson {
    /// The choices in all positions of a profile, the most frequent of each position first.
    pub fn list(profile: &Profile, names: PointNames, aspects: Aspects) -> Vec<ProfileMoveJson> {
        let of_position = |at: &ProfilePosition| {
            let word = |&(color, point): &(Color, Point)| {
                format!("{}{}", color.sgf_char(), names.name(point))
            };
            let line = at.line.iter().map(word).collect::<Vec<_>>().join(" ");
            let rows = at.own.moves.iter().zip(NextMoveJson::list(&at.own, names, aspects));
            let row = |(own, played): (&Played, NextMoveJson)| {
                let is_same =
                    |other: &&Played| (other.point, other.color) == (own.point, own.color);
                let field = at.field.moves.iter().find(is_same).map(|other| &other.results);
                let games = field.map_or(0, |results| results.games);
                ProfileMoveJson {
                    side: at.color.name(),
                    line: line.clone(),
                    played,
                    field_games: games,
                    field_share: (at.field.games > 0).then(|| games as f64 / at.field.games as f64),
                    field_wins: field.map_or(0, |results| results.wins),
                    field_losses: field.map_or(0, |results| results.losses),
                }
            };
            rows.map(row).collect::<Vec<_>>()
        };
        profile.positions.iter().flat_map(of_position).collect()
    }
}
