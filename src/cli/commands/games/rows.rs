//! The rows of lists of games.

use compact_str::CompactString;
use gtn_db::answer::{GameJson, abalone};
use serde::Serialize;

use crate::cli::args::GameId;
use crate::cli::output::{Row, names};

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

    fn fields() -> Vec<&'static str> {
        [names(GameJson::COLUMNS), vec!["same_as"]].concat()
    }

    fn cell(&self, heading: &str) -> Option<String> {
        match heading {
            "event" => self.event.as_ref().or(self.name.as_ref()).map(CompactString::to_string),
            _ => None,
        }
    }
}

impl Row for abalone::GameJson {
    const HEADINGS: &'static [&'static str] = HEADINGS;
    const FIELDS: &'static [&'static str] = &[
        "game", "black", "white", "event", "site", "round", "date", "year", "result", "winner",
        "start", "moves", "form", "source", "number", "same_as",
    ];
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

    fn fields() -> Vec<&'static str> {
        [GameJson::fields(), vec!["site", "round", "start", "form", "number"]].concat()
    }

    fn cell(&self, heading: &str) -> Option<String> {
        match self {
            GameRow::Go(game) => game.cell(heading),
            GameRow::Abalone(game) => game.cell(heading),
        }
    }
}
