//! Pages of the list of games.

use std::ops::Range;

use serde::Deserialize;

use super::family::Family;
use super::game_fields::GameFields;
use super::problem::Problem;
use super::sought::Sought;
use super::state::View;
use super::text::texts;
use crate::answer::GameJson;
use crate::find::abalone;
use crate::store::{GameOrder, GameOrderKey, StoredAbaloneGame};

texts! { "server/game_list": NOT_LISTED }

gtn_db_core::mirror! {
    /// What games are sorted by. Games that do not say it come last.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Deserialize)]
    #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
    #[serde(rename_all = "lowercase")]
    pub(super) enum SortField => GameOrderKey {
        #[default]
        Id,
        Date,
        Black,
        White,
        Event,
        Moves,
        Rank,
    }
}

impl SortField {
    /// The order of the list.
    pub(super) fn order(self, is_descending: bool) -> GameOrder {
        GameOrder { key: self.into(), is_descending }
    }
}

/// A page of the list of games.
#[derive(Debug)]
pub(super) struct GamePage {
    /// How many games the whole list has.
    pub(super) total: usize,
    /// The number of the first game of the page in the list, from 0.
    pub(super) first: usize,
    pub(super) games: ListedGames,
    /// The last game of the page, if more follow.
    pub(super) next: Option<i64>,
}

/// Games of a family.
#[derive(Debug)]
pub(super) enum ListedGames {
    Go(Vec<GameJson>),
    Abalone(Vec<StoredAbaloneGame>),
}

impl ListedGames {
    pub(super) fn len(&self) -> usize {
        match self {
            ListedGames::Go(games) => games.len(),
            ListedGames::Abalone(games) => games.len(),
        }
    }
}

/// A list of games.
#[derive(Debug)]
pub(super) struct GameList<'a> {
    pub(super) family: Family,
    pub(super) fields: &'a GameFields,
    /// Only games of Go with hits of a shape.
    pub(super) sought: Option<&'a Sought>,
    pub(super) order: GameOrder,
}

impl GameList<'_> {
    /// The games of the list behind a game, at most `limit`; the first ones without it. Takes time
    /// linear in the length of the list.
    ///
    /// # Errors
    /// 422 if a condition has no meaning, or the game is not in the list.
    pub(super) fn page(
        &self,
        view: &View<'_>,
        after: Option<i64>,
        limit: usize,
    ) -> Result<GamePage, Problem> {
        match self.family {
            Family::Go => self.page_of_go(view, after, limit),
            Family::Abalone => self.page_of_abalone(view, after, limit),
        }
    }

    /// The numbers of the games of Go in the list, in its order.
    ///
    /// # Errors
    /// 422 if a condition has no meaning.
    pub(super) fn ids_of_go(&self, view: &View<'_>) -> Result<Vec<i64>, Problem> {
        let filter = self.fields.to_filter()?;
        let mut ids = view.store.list_games(&filter, self.order, usize::MAX)?;
        if let Some(sought) = self.sought {
            let found = sought.list_games(view)?;
            ids.retain(|id| found.binary_search(id).is_ok());
        }
        Ok(ids)
    }

    fn page_of_go(
        &self,
        view: &View<'_>,
        after: Option<i64>,
        limit: usize,
    ) -> Result<GamePage, Problem> {
        let filter = self.fields.to_filter()?;
        let ids = self.ids_of_go(view)?;
        let part = self.part(&ids, after, limit)?;
        let mut games = Vec::with_capacity(part.len());
        for &id in &ids[part.clone()] {
            let Some(game) = view.store.game(id)? else { continue };
            let phrase = filter.conditions.comment.as_ref();
            games.push(GameJson::new(game, None).with_comment(view.store, phrase)?);
        }
        Ok(GamePage::new(&ids, part, ListedGames::Go(games)))
    }

    fn page_of_abalone(
        &self,
        view: &View<'_>,
        after: Option<i64>,
        limit: usize,
    ) -> Result<GamePage, Problem> {
        if self.sought.is_some() {
            return Err(Problem::unprocessable("shape selects games of Go, not of Abalone"));
        }
        let filter = self.fields.to_abalone_filter()?;
        let mut games = abalone::list_games(view.store, &filter, self.order)?;
        let ids: Vec<i64> = games.iter().map(|game| game.id).collect();
        let part = self.part(&ids, after, limit)?;
        let games = games.drain(part.clone()).collect();
        Ok(GamePage::new(&ids, part, ListedGames::Abalone(games)))
    }

    /// The places in the list of the games behind a game, at most `limit`.
    fn part(&self, ids: &[i64], after: Option<i64>, limit: usize) -> Result<Range<usize>, Problem> {
        let first = match after {
            None => 0,
            // A game that is gone has its place in the order of the numbers only.
            Some(id) if self.order.key == GameOrderKey::Id => {
                let is_descending = self.order.is_descending;
                ids.partition_point(|&at| if is_descending { at >= id } else { at <= id })
            }
            Some(id) => {
                let at = ids.iter().position(|&listed| listed == id);
                at.ok_or_else(|| Problem::unprocessable(NOT_LISTED.with(&[&id])))? + 1
            }
        };
        Ok(first..ids.len().min(first + limit))
    }
}

impl GamePage {
    /// The page with the games at some places of a list.
    fn new(ids: &[i64], part: Range<usize>, games: ListedGames) -> GamePage {
        let next = ids[part.clone()].last().copied().filter(|_| part.end < ids.len());
        GamePage { total: ids.len(), first: part.start, games, next }
    }
}
