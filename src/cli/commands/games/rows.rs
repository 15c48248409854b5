//! The rows of lists of games.

use compact_str::CompactString;
use gtn_db::answer::{GameJson, abalone};
use gtn_db::find::LikeGame;
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
    /// With `--like`: what the game has in common with the other one.
    pub like: Option<LikeGame>,
}

impl Selected {
    /// A game that is compared with no other one.
    pub fn new(game: GameId) -> Selected {
        Selected { game, same_games: None, near_games: None, like: None }
    }

    /// The first game that is the same.
    pub fn same_as(&self) -> Option<i64> {
        self.same_games.as_ref()?.first().copied()
    }
}

const HEADINGS: &[&str] = &[
    "game", "black", "white", "date", "result", "moves", "event", "source", "same as", "near",
    "common", "corners", "comment",
];

/// The fields of games that are compared with others.
const OF_COMPARISONS: &[&str] =
    &["same_as", "same_games", "near_games", "common_moves", "common_corners"];

impl Row for GameJson {
    const HEADINGS: &'static [&'static str] = HEADINGS;

    fn fields() -> Vec<&'static str> {
        [names(GameJson::COLUMNS), OF_COMPARISONS.to_vec()].concat()
    }

    fn cell(&self, heading: &str) -> Option<String> {
        match heading {
            "event" => self.event.as_ref().or(self.name.as_ref()).map(CompactString::to_string),
            "same as" => Some(join_numbers(&self.same_games)),
            "near" => Some(join_numbers(&self.near_games)),
            "common" => Some(self.common_moves.map(|moves| moves.to_string()).unwrap_or_default()),
            "corners" => Some(join_numbers(&self.common_corners)),
            "comment" => word_comment(self.comment.as_deref(), self.comment_move),
            _ => None,
        }
    }
}

impl Row for abalone::GameJson {
    const HEADINGS: &'static [&'static str] = HEADINGS;
    const FIELDS: &'static [&'static str] = &[
        "family", "game", "black", "white", "event", "site", "round", "date", "year", "result",
        "winner", "start", "moves", "form", "source", "number", "same_as",
    ];

    fn cell(&self, heading: &str) -> Option<String> {
        matches!(heading, "near" | "common" | "corners" | "comment").then(String::new)
    }
}

/// Numbers, separated by blanks.
fn join_numbers<N: ToString>(numbers: &Option<impl AsRef<[N]>>) -> String {
    let numbers = numbers.iter().flat_map(|numbers| numbers.as_ref()).map(N::to_string);
    numbers.collect::<Vec<_>>().join(" ")
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
        [GameJson::fields(), vec!["family", "site", "round", "start", "form", "number"]].concat()
    }

    fn cell(&self, heading: &str) -> Option<String> {
        match self {
            GameRow::Go(game) => game.cell(heading),
            GameRow::Abalone(game) => game.cell(heading),
        }
    }
}
