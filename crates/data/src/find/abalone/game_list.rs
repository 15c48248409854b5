//! The games in an order.

use std::cmp::Ordering;

use crate::store::{GameFilter, GameOrder, GameOrderKey, Store, StoreError, StoredAbaloneGame};

/// The games that fulfill a filter, in an order: games that do not say what they are sorted by come
/// last, equal ones in the order of import. All of them are in memory then.
///
/// # Errors
/// When the database cannot be read.
pub fn list_games(
    store: &Store,
    filter: &GameFilter,
    order: GameOrder,
) -> Result<Vec<StoredAbaloneGame>, StoreError> {
    let mut games = Vec::new();
    store.for_each_abalone_game(filter, |game| games.push(game))?;
    games.sort_by(|one, other| compare(one, other, order)); // stable: else in the order of ids
    Ok(games)
}

/// Compares two games as [`GameOrder`] describes it for games of Go.
fn compare(one: &StoredAbaloneGame, other: &StoredAbaloneGame, order: GameOrder) -> Ordering {
    fn values<T: Ord>(one: Option<T>, other: Option<T>, is_descending: bool) -> Ordering {
        match (one, other) {
            (Some(one), Some(other)) if is_descending => other.cmp(&one),
            (Some(one), Some(other)) => one.cmp(&other),
            (one, other) => one.is_none().cmp(&other.is_none()),
        }
    }
    let by_text = |text: fn(&StoredAbaloneGame) -> &Option<String>| {
        let [one, other] =
            [one, other].map(|game| text(game).as_ref().map(|text| text.to_lowercase()));
        values(one, other, order.is_descending)
    };
    let by_number = |number: fn(&StoredAbaloneGame) -> Option<i64>| {
        values(number(one), number(other), order.is_descending)
    };
    match order.key {
        GameOrderKey::Id => by_number(|game| Some(game.id)),
        GameOrderKey::Date => {
            by_number(|game| game.info.year.map(i64::from)).then(by_text(|game| &game.info.date))
        }
        GameOrderKey::Black => by_text(|game| &game.info.black),
        GameOrderKey::White => by_text(|game| &game.info.white),
        GameOrderKey::Event => by_text(|game| &game.info.event),
        GameOrderKey::Moves => by_number(|game| Some(game.moves.len() as i64)),
        GameOrderKey::Rank => Ordering::Equal, // no game of Abalone has one
    }
}
