//! Query parameters that select games.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use utoipa::IntoParams;

use super::input::read_pairs;
use super::problem::Problem;
use super::state::{App, View};
use super::text::texts;
use crate::answer::parse_years;
use crate::store::GameFilter;

texts! { "server/game_fields": NO_PLAYER }

/// Query parameters that select games. One that is empty selects all.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct GameFields {
    /// Only games of this player; part of the name is enough.
    player: Option<String>,
    /// Only games between `player` and this other player; part of the name is enough.
    opponent: Option<String>,
    /// Only games in which this player is Black; part of the name is enough.
    black: Option<String>,
    /// Only games in which this player is White; part of the name is enough.
    white: Option<String>,
    /// Only games in which one of the players has this rank, as the game writes it, such as `9p`.
    rank: Option<String>,
    /// Only games of this event or with this name; part of it is enough.
    event: Option<String>,
    /// Only games of this year, or of a range of years such as `1990-1999`, `1998-` or `-1950`.
    year: Option<String>,
}

impl GameFields {
    /// The names of the parameters.
    pub(super) const NAMES: [&'static str; 7] =
        ["player", "opponent", "black", "white", "rank", "event", "year"];

    /// The names of the parameters with their values; empty ones are `None`.
    pub(super) fn list(&self) -> [(&'static str, Option<&str>); 7] {
        let GameFields { player, opponent, black, white, rank, event, year } = self;
        let values = [player, opponent, black, white, rank, event, year];
        let mut fields = GameFields::NAMES.map(|name| (name, None));
        for (field, value) in fields.iter_mut().zip(values) {
            field.1 = value.as_deref().map(str::trim).filter(|value| !value.is_empty());
        }
        fields
    }

    /// The filter for the store.
    ///
    /// # Errors
    /// 422 if the years are none, or there is an opponent of nobody.
    pub(super) fn to_filter(&self) -> Result<GameFilter, Problem> {
        let [player, opponent, black, white, rank, event, year] =
            self.list().map(|(_, value)| value);
        if opponent.is_some() && player.is_none() {
            return Err(Problem::unprocessable(NO_PLAYER));
        }
        let years = year.map(parse_years).transpose();
        let years = years.map_err(|error| Problem::unprocessable(format!("year: {error}")))?;
        let text = |value: Option<&str>| value.map(str::to_owned);
        Ok(GameFilter {
            ids: None,
            players: [player, opponent].into_iter().flatten().map(str::to_owned).collect(),
            black: text(black),
            white: text(white),
            rank: text(rank),
            event: text(event),
            years,
            sql: None,
        })
    }

    /// The numbers of the selected games in ascending order; `None` for all games.
    ///
    /// # Errors
    /// As for [`to_filter`](Self::to_filter).
    pub(super) fn select(&self, view: &View<'_>) -> Result<Option<Vec<i64>>, Problem> {
        let filter = self.to_filter()?;
        Ok(if filter.is_empty() { None } else { Some(view.store.find_games(&filter)?) })
    }
}

/// The query parameters of a request about games: those that select games, and the others. What
/// does not fit is 422.
#[derive(Clone, Debug)]
pub(super) struct Selecting<T>(pub(super) T, pub(super) GameFields);

impl<T: DeserializeOwned> FromRequestParts<Arc<App>> for Selecting<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &Arc<App>) -> Result<Self, Problem> {
        let query = parts.uri.query().unwrap_or_default();
        let is_of_games =
            |pair: &&str| GameFields::NAMES.contains(&pair.split('=').next().unwrap_or_default());
        let (of_games, others) = query.split('&').partition::<Vec<&str>, _>(is_of_games);
        Ok(Selecting(read_pairs(&others)?, read_pairs(&of_games)?))
    }
}
