//! The SGF of a game of Go, as it was imported or in its normal form.

use super::continuations::LoadGamesError;
use super::same_games::load_letter_form;
use crate::model::Charset;
use crate::sgf::{GameTree, Layout, to_sgf, transform};
use crate::store::Store;

/// The game tree of a game in UTF-8, in one line. If `is_oriented`, in the [normal form](crate::games::find_letter_form)
/// of its main line.
///
/// # Errors
/// When the database cannot be read, has no such game, or the game is damaged.
pub fn load_game_sgf(
    store: &Store,
    game: i64,
    is_oriented: bool,
) -> Result<String, LoadGamesError> {
    let (sgf, charset) = store.game_tree(game)?;
    let tree = GameTree::read(&sgf, Charset::for_reading(charset.as_ref()));
    Ok(match is_oriented {
        true => transform(&tree, load_letter_form(store, game)?, Layout::OneLine),
        false => to_sgf(&tree, Layout::OneLine),
    })
}
