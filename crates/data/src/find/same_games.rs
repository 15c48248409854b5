//! Games of Go that are the same, up to orientation and color, or nearly so.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::continuations::{LoadGamesError, for_each_main_line};
use crate::games::{
    SameGames, Step, differ_in_one_point, find_letter_form, hash_moves, hash_parts,
};
use crate::go::{Size, Symmetry};
use crate::store::{Store, StoreError};

/// A game, and the games that it is like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AlikeGame {
    /// The number of the game.
    pub game: i64,
    /// The numbers of the other games in ascending order, at least one: the first of each group of
    /// copies.
    pub like: Vec<i64>,
}

/// Finds the games among those with the given ids, or among all, that are the same as another one,
/// as [`SameGames`] compares them. A whole game that is the first of its copies names itself.
///
/// # Errors
/// When the database cannot be read or has a damaged game.
pub fn find_same_games(
    store: &Store,
    ids: Option<&[i64]>,
) -> Result<Vec<AlikeGame>, LoadGamesError> {
    let wanted: Option<HashSet<i64>> = ids.map(|ids| ids.iter().copied().collect());
    let is_wanted = |id: &i64| wanted.as_ref().is_none_or(|wanted| wanted.contains(id));
    let mut alike = Vec::new();
    for group in store.games_with_shared_opening()?.chunk_by(|one, other| one.0 == other.0) {
        let games: Vec<i64> = group.iter().map(|&(_, id)| id).filter(is_wanted).collect();
        let mut same = SameGames::default();
        for_each_main_line(store, Some(&games), |game, line| {
            same.add(game, line.steps(), line.size());
        })?;
        for_each_main_line(store, Some(&games), |game, line| {
            same.link(game, line.steps(), line.size());
        })?;
        alike.extend(same.list().into_iter().map(|(game, like)| AlikeGame { game, like }));
    }
    alike.sort_by(|one, other| (&one.like, one.game).cmp(&(&other.like, other.game)));
    Ok(alike)
}

/// The operation that gives the main line of a game its [normal form](find_letter_form); the identity if
/// the database has no such game.
///
/// # Errors
/// As for [`find_same_games`].
pub(super) fn load_letter_form(store: &Store, game: i64) -> Result<Symmetry, LoadGamesError> {
    let mut form = Symmetry::IDENTITY;
    for_each_main_line(store, Some(&[game]), |_, line| form = find_letter_form(line))?;
    Ok(form)
}

/// The games with the given ids, or all, without those that are the same as another one of them:
/// of each group of copies the first is kept, and of games cut short none. In ascending order;
/// `None` if all games are kept.
///
/// # Errors
/// As for [`find_same_games`].
pub fn find_unique_games(
    store: &Store,
    ids: Option<Vec<i64>>,
) -> Result<Option<Vec<i64>>, LoadGamesError> {
    let alike = find_same_games(store, ids.as_deref())?;
    let repeated = alike.iter().filter(|alike| !alike.like.contains(&alike.game));
    let repeated: HashSet<i64> = repeated.map(|alike| alike.game).collect();
    if repeated.is_empty() {
        return Ok(ids);
    }
    Ok(Some(leave_out_games(store, ids, |id| repeated.contains(id))?))
}

/// The games with the given ids, or all, without some. In ascending order.
///
/// # Errors
/// When the database cannot be read.
pub fn leave_out_games(
    store: &Store,
    ids: Option<Vec<i64>>,
    is_left_out: impl Fn(&i64) -> bool,
) -> Result<Vec<i64>, StoreError> {
    let mut kept = match ids {
        Some(ids) => ids,
        None => store.game_outcomes(None)?.into_iter().map(|outcome| outcome.id).collect(),
    };
    kept.retain(|id| !is_left_out(id));
    Ok(kept)
}

/// Finds the games among those with the given ids, or among all, that [differ in one point] from
/// another one. Compares only games that share two thirds of their first moves.
///
/// [differ in one point]: differ_in_one_point
///
/// # Errors
/// As for [`find_same_games`].
pub fn find_near_games(
    store: &Store,
    ids: Option<&[i64]>,
) -> Result<Vec<AlikeGame>, LoadGamesError> {
    let mut parts = Vec::new();
    for_each_main_line(store, ids, |game, line| {
        let hashes = hash_parts(line.steps(), line.size()).into_iter().flatten();
        parts.extend(hashes.map(|part| (part, game)));
    })?;
    parts.sort_unstable();
    let mut near: BTreeMap<i64, BTreeSet<i64>> = BTreeMap::new();
    for group in parts.chunk_by(|one, other| one.0 == other.0).filter(|group| group.len() > 1) {
        let games: Vec<i64> = group.iter().map(|&(_, game)| game).collect();
        // Different games with their copies.
        let mut places: HashMap<[u8; 16], usize> = HashMap::new();
        let mut different: Vec<(Vec<Step>, Size, Vec<i64>)> = Vec::new();
        for_each_main_line(store, Some(&games), |game, line| {
            let (steps, size) = (line.steps(), line.size());
            let place = *places.entry(hash_moves(steps, size)).or_insert(different.len());
            if place == different.len() {
                different.push((steps.to_vec(), size, Vec::new()));
            }
            different[place].2.push(game);
        })?;
        for (i, (steps, size, copies)) in different.iter().enumerate() {
            for (others, other_size, other_copies) in &different[..i] {
                if size == other_size && differ_in_one_point(steps, others, *size) {
                    for (games, first) in [(copies, other_copies[0]), (other_copies, copies[0])] {
                        games.iter().for_each(|&game| {
                            near.entry(game).or_default().insert(first);
                        });
                    }
                }
            }
        }
    }
    let alike = near.into_iter().map(|(game, like)| AlikeGame { game, like: Vec::from_iter(like) });
    let mut alike: Vec<AlikeGame> = alike.collect();
    alike.sort_by_key(|alike| (alike.game.min(alike.like[0]), alike.game));
    Ok(alike)
}
