//! What is played in the corners of games.

use super::continuations::{LoadGamesError, for_each_main_line};
use super::game_tail::GAMES_AT_ONCE;
use crate::Color;
use crate::games::{MoveRange, replay_line};
use crate::joseki::{Corner, CornerOptions, Dictionary, Joseki, Kept};
use crate::model::{Charset, GameOutcome};
use crate::sgf::GameTree;
use crate::store::Store;

/// Reads the corners of games: of all, or of those with the given ids, in ascending order.
///
/// # Errors
/// When the database cannot be read, or the moves of a game cannot be decoded.
pub fn load_joseki(
    store: &Store,
    ids: Option<&[i64]>,
    options: CornerOptions,
    kept: Kept<'_>,
) -> Result<Joseki, LoadGamesError> {
    let outcomes = store.game_outcomes(ids)?;
    let mut bytes = Vec::new();
    let mut ends: Vec<(GameOutcome, usize)> = Vec::new();
    store.for_each_game(ids, |game, lines| {
        if let Ok(at) = outcomes.binary_search_by_key(&game, |outcome| outcome.id) {
            bytes.extend_from_slice(lines);
            ends.push((outcomes[at], bytes.len()));
        }
    })?;
    let mut start = 0;
    let lines = ends.into_iter().map(|(outcome, end)| {
        let lines = &bytes[start..end];
        start = end;
        (outcome, lines)
    });
    Ok(Joseki::new(&lines.collect::<Vec<_>>(), options, kept)?)
}

/// The games, of those with the given ids in ascending order, in which a corner occurs with this player to
/// move, in ascending order. Reads the moves of all of them, some at a time.
///
/// # Errors
/// As for [`load_joseki`].
pub fn find_corner_games(
    store: &Store,
    ids: &[i64],
    (corner, turn): (&Corner, Color),
    options: CornerOptions,
) -> Result<Vec<i64>, LoadGamesError> {
    let mut found = Vec::new();
    for ids in ids.chunks(GAMES_AT_ONCE) {
        let joseki = load_joseki(store, Some(ids), options, Kept::Only(corner, turn))?;
        found.extend(joseki.games_with(corner, turn));
    }
    Ok(found)
}

/// Reads games, given by their ids in ascending order, as dictionaries of the moves in corners.
///
/// # Errors
/// As for [`load_joseki`], and when the database has no game with one of the ids.
pub fn load_dictionary(
    store: &Store,
    games: &[i64],
    options: CornerOptions,
) -> Result<Dictionary, LoadGamesError> {
    let options = CornerOptions { after: MoveRange::default(), ..options };
    let mut dictionary = Dictionary::new(load_joseki(store, Some(games), options, Kept::All)?);
    for &game in games {
        let (sgf, charset) = store.game_tree(game)?;
        let tree = GameTree::read(&sgf, Charset::for_reading(charset.as_ref()));
        for_each_main_line(store, Some(&[game]), |_, line| {
            dictionary.add_comments(&tree, line.size());
        })?;
    }
    Ok(dictionary)
}

/// The games with the given ids, or all, that are no handicap games: HA states fewer than two
/// stones, and Black alone has no stones before the first move. In ascending order.
///
/// # Errors
/// As for [`load_joseki`].
pub fn find_even_games(store: &Store, ids: Option<&[i64]>) -> Result<Vec<i64>, LoadGamesError> {
    let announced = store.games_with_handicap()?;
    let mut even = Vec::new();
    for_each_main_line(store, ids, |game, line| {
        let start = replay_line(line, 0).board;
        let has = |color| start.stones().any(|stone| stone.1 == color);
        let is_handicap = has(Color::Black) && !has(Color::White);
        if !is_handicap && announced.binary_search(&game).is_err() {
            even.push(game);
        }
    })?;
    Ok(even)
}
