//! Verification of the rows of Abalone: whether each is what its text gives.

use std::cmp::Ordering;

use super::row_comparison::RowComparison;
use crate::PositionKey;
use crate::abalone::{Lost, Setup};
use crate::extract::abalone::{extract_stored_game, extract_stored_problem, replay_stored_game};
use crate::model::AbaloneGame;
use crate::store::{AbaloneGameRow, StoredAbaloneGame, StoredAbaloneProblem};

/// What differs in the row of a problem.
pub(super) fn check_abalone_problem(stored: &StoredAbaloneProblem) -> Vec<String> {
    let Some(derived) = extract_stored_problem(&stored.source_text, stored.form) else {
        let form = stored.form.name();
        return vec![format!("source_text: no problem in the form {form} can be read from it")];
    };
    let mut columns = RowComparison::with("the text");
    columns.value("name", &stored.name, &derived.name);
    columns.shown("key", stored.key, derived.key);
    columns.shown("text", &stored.text, &derived.text);
    columns.shown("symmetry", stored.symmetry.name(), derived.symmetry.name());
    columns.shown("turn", stored.turn.name(), derived.turn.name());
    let lost = |lost: Option<Lost>| lost.map_or("unknown".to_owned(), |lost| lost.to_string());
    columns.shown("lost_x, lost_o", lost(stored.lost), lost(derived.lost));
    columns.found
}

/// What differs in the row of a game, and in its rows of the index of positions.
/// By the rules of an older reading, a game may have another start, other moves and another winner
/// than its text has: only the index of its main line is compared with its moves then.
pub(super) fn check_abalone_game(
    row: &AbaloneGameRow,
    has_current_reading: bool,
) -> (Vec<String>, Vec<String>) {
    let stored = &row.game;
    let setup = match stored.start.parse::<Setup>() {
        Ok(setup) => setup,
        Err(error) => return (vec![format!("start: {error}")], Vec::new()),
    };
    if !has_current_reading {
        return match replay_stored_game(&stored.start, &stored.moves, "") {
            Some(keys) => {
                let main = row.plies.partition_point(|(ply, _)| *ply < keys.len() as i64);
                (Vec::new(), compare_plies(&row.plies[..main], &keys))
            }
            None => (vec!["moves: they are no moves from the start".to_owned()], Vec::new()),
        };
    }
    match extract_stored_game(&row.source_text, setup, stored.info.result.as_deref()) {
        Some(derived) => (compare_game(stored, &derived), compare_plies(&row.plies, &derived.keys)),
        None => (vec!["source_text: no game can be read from it".to_owned()], Vec::new()),
    }
}

fn compare_game(stored: &StoredAbaloneGame, derived: &AbaloneGame) -> Vec<String> {
    let mut columns = RowComparison::with("the text");
    columns.shown("form", stored.form.name(), derived.form.name());
    columns.value("start", &stored.start, &derived.start.to_iatn());
    columns.is_same("moves", stored.moves == derived.moves);
    let (info, other) = (&stored.info, &derived.info);
    columns.value("year", &info.year, &other.year);
    columns.value("winner", &info.winner, &other.winner);
    for (column, stored, derived) in [
        ("black", &info.black, &other.black),
        ("white", &info.white, &other.white),
        ("event", &info.event, &other.event),
        ("site", &info.site, &other.site),
        ("round", &info.round, &other.round),
        ("date", &info.date, &other.date),
        ("result", &info.result, &other.result),
    ] {
        columns.value(column, stored, derived);
    }
    columns.found
}

/// Compares the sorted rows of the index with the keys of a game.
fn compare_plies(plies: &[(i64, Vec<u8>)], keys: &[PositionKey]) -> Vec<String> {
    let mut found = Vec::new();
    let mut stored = plies.iter().map(|(ply, key)| (*ply, &**key)).peekable();
    for (ply, key) in (0i64..).zip(keys) {
        let mut has_key = false;
        while let Some((at, other)) = stored.next_if(|(at, _)| *at <= ply) {
            match at.cmp(&ply) {
                Ordering::Equal if other == key.as_bytes() => has_key = true,
                _ => found.push(extra(at, other)),
            }
        }
        if !has_key {
            found.push(format!("ply {ply}: the row with the key {key} is missing"));
        }
    }
    found.extend(stored.map(|(ply, key)| extra(ply, key)));
    found
}

fn extra(ply: i64, key: &[u8]) -> String {
    let key: String = key.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("ply {ply}: the game does not have the key {key} there")
}
