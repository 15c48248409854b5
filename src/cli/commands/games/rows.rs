//! The rows of lists of games.

use compact_str::CompactString;
use gtn_db::answer::{GameJson, abalone};
use serde::Serialize;

use crate::cli::args::GameId;
use crate::cli::output::Row;

/// A game to list.
pub struct Selected {
    pub game: GameId,
    /// The number of the first game of the family that is the same, with `--same`.
    pub same_as: Option<i64>,
}

const HEADINGS: &[&str] =
    &["game", "black", "white", "date", "result", "moves", "event", "source", "same as"];

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
            self.same_as.map_or(String::new(), |game| game.to_string()),
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
        ]
    }
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
    ];

    fn cells(&self) -> Vec<String> {
        match self {
            GameRow::Go(game) => game.cells(),
            GameRow::Abalone(game) => game.cells(),
        }
    }
}
