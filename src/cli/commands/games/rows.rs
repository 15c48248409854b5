//! The rows of lists of games.

use compact_str::CompactString;
use gtn_db::answer::{GameJson, abalone};
use serde::Serialize;

use crate::cli::args::GameId;
use crate::cli::output::Row;

/// A game to list.
pub struct Selected {
    pub game: GameId,
    /// With `--same`: the numbers of the games of the family that are the same, and of those that
    /// differ in one point.
    pub same_games: Option<Vec<i64>>,
    pub near_games: Option<Vec<i64>>,
}

impl Selected {
    /// A game that is compared with no other one.
    pub fn new(game: GameId) -> Selected {
        Selected { game, same_games: None, near_games: None }
    }

    /// The first game that is the same.
    pub fn same_as(&self) -> Option<i64> {
        self.same_games.as_ref()?.first().copied()
    }
}

const HEADINGS: &[&str] =
    &["game", "black", "white", "date", "result", "moves", "event", "source", "same as", "near"];

impl Row for GameJson {
    const HEADINGS: &'static [&'static str] = HEADINGS;
    const FIELDS: &'static [&'static str] = &[
        "game",
        "black",
        "white",
        "black_rank",
        "white_rank",
        "event",
        "name",
        "date",
        "year",
        "result",
        "winner",
        "komi",
        "rules",
        "handicap",
        "board",
        "moves",
        "source",
        "tree",
        "same_as",
        "same_games",
        "near_games",
    ];

    fn cells(&self) -> Vec<String> {
        let text = |text: &Option<CompactString>| text.as_deref().unwrap_or_default().to_owned();
        vec![
            self.game.to_string(),
            text(&self.black),
            text(&self.white),
            text(&self.date),
            text(&self.result),
            self.moves.to_string(),
            text(if self.event.is_some() { &self.event } else { &self.name }),
            self.source.clone(),
            join(&self.same_games),
            join(&self.near_games),
        ]
    }
}

impl Row for abalone::GameJson {
    const HEADINGS: &'static [&'static str] = HEADINGS;
    const FIELDS: &'static [&'static str] = &[
        "game", "black", "white", "event", "site", "round", "date", "year", "result", "winner",
        "start", "moves", "form", "source", "number", "same_as",
    ];

    fn cells(&self) -> Vec<String> {
        let text = |text: &Option<String>| text.clone().unwrap_or_default();
        vec![
            self.game.clone(),
            text(&self.black),
            text(&self.white),
            text(&self.date),
            text(&self.result),
            self.moves.to_string(),
            text(&self.event),
            self.source.clone(),
            text(&self.same_as),
            String::new(),
        ]
    }
}

/// Numbers of games, separated by blanks.
fn join(games: &Option<Vec<i64>>) -> String {
    let games = games.iter().flatten().map(i64::to_string);
    games.collect::<Vec<_>>().join(" ")
}

/// A game of either family.
#[derive(Serialize)]
#[serde(untagged)]
pub enum GameRow {
    Go(GameJson),
    Abalone(abalone::GameJson),
}

/// In CSV the columns of Go, then those that only Abalone has.
impl Row for GameRow {
    const HEADINGS: &'static [&'static str] = HEADINGS;
    const FIELDS: &'static [&'static str] = &[
        "game",
        "black",
        "white",
        "black_rank",
        "white_rank",
        "event",
        "name",
        "date",
        "year",
        "result",
        "winner",
        "komi",
        "rules",
        "handicap",
        "board",
        "moves",
        "source",
        "tree",
        "same_as",
        "site",
        "round",
        "start",
        "form",
        "number",
        "same_games",
        "near_games",
    ];

    fn cells(&self) -> Vec<String> {
        match self {
            GameRow::Go(game) => game.cells(),
            GameRow::Abalone(game) => game.cells(),
        }
    }
}
