//! The rows of lists of games.

use compact_str::CompactString;
use gtn_db::answer::{GameJson, abalone};
use serde::Serialize;

use crate::cli::args::GameId;
use crate::cli::output::{Row, names, word_comment};

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

const HEADINGS: &[&str] = &[
    "game", "black", "white", "date", "result", "moves", "event", "source", "same as", "near",
    "comment",
];

impl Row for GameJson {
    const HEADINGS: &'static [&'static str] = HEADINGS;

    fn fields() -> Vec<&'static str> {
        [names(GameJson::COLUMNS), vec!["same_as", "same_games", "near_games"]].concat()
    }

    fn cell(&self, heading: &str) -> Option<String> {
        match heading {
            "event" => self.event.as_ref().or(self.name.as_ref()).map(CompactString::to_string),
            "same as" => Some(join_numbers(&self.same_games)),
            "near" => Some(join_numbers(&self.near_games)),
            "comment" => word_comment(self.comment.as_deref(), self.comment_move),
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

    fn cell(&self, heading: &str) -> Option<String> {
        matches!(heading, "near" | "comment").then(String::new)
    }
}

/// Numbers of games, separated by blanks.
fn join_numbers(games: &Option<Vec<i64>>) -> String {
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
