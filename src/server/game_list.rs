//! Pages of the list of games.

use serde::Deserialize;
use utoipa::ToSchema;

use super::game_fields::GameFields;
use super::given_board::GivenBoard;
use super::problem::Problem;
use super::state::View;
use super::text::Text;
use crate::games::{ListGames, Search};
use crate::store::{GameOrder, GameOrderKey, StoredGame};

const NOT_LISTED: Text = Text {
    en: "game {} is not in the list; begin without `after`",
    ja: "棋譜{}は一覧にありません。最初のページから見てください。",
};

/// What games are sorted by. Games that do not say it come last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum SortField {
    #[default]
    Id,
    Date,
    Black,
    White,
    Event,
    Moves,
}

impl SortField {
    /// The order of the list.
    pub(super) fn order(self, is_descending: bool) -> GameOrder {
        let key = match self {
            SortField::Id => GameOrderKey::Id,
            SortField::Date => GameOrderKey::Date,
            SortField::Black => GameOrderKey::Black,
            SortField::White => GameOrderKey::White,
            SortField::Event => GameOrderKey::Event,
            SortField::Moves => GameOrderKey::Moves,
        };
        GameOrder { key, is_descending }
    }
}

/// A page of the list of games.
#[derive(Debug)]
pub(super) struct GamePage {
    /// How many games the whole list has.
    pub(super) total: usize,
    /// The number of the first game of the page in the list, from 0.
    pub(super) first: usize,
    pub(super) games: Vec<StoredGame>,
    /// The last game of the page, if more follow.
    pub(super) next: Option<i64>,
}

/// A list of games.
#[derive(Debug)]
pub(super) struct GameList<'a> {
    pub(super) fields: &'a GameFields,
    /// Only games in which this shape occurs.
    pub(super) shape: Option<&'a str>,
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
        let shape = self.shape.filter(|shape| !shape.trim().is_empty());
        let filter = self.fields.to_filter()?;
        let mut ids = view.store.list_games(&filter, self.order, usize::MAX)?;
        if shape.is_some() {
            let pattern = GivenBoard::read(shape, None)?.into_shape(None)?.pattern;
            let found = Search::new(pattern).run(&*view.games()?, &ListGames);
            ids.retain(|id| found.binary_search(id).is_ok());
        }
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
        let page = &ids[first..ids.len().min(first + limit)];
        let next = page.last().copied().filter(|_| first + page.len() < ids.len());
        let mut games = Vec::with_capacity(page.len());
        for &id in page {
            games.extend(view.store.game(id)?);
        }
        Ok(GamePage { total: ids.len(), first, games, next })
    }
}
