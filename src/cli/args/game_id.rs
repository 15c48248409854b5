//! The number of a game on the command line.

use std::fmt;
use std::str::FromStr;

use gtn_db::answer::abalone::game_name;

use super::family::FamilyArg;

/// A game of Go, such as `12`, or of Abalone, such as `a12`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameId {
    pub family: FamilyArg,
    pub id: i64,
}

impl GameId {
    pub fn go(id: i64) -> GameId {
        GameId { family: FamilyArg::Go, id }
    }

    pub fn abalone(id: i64) -> GameId {
        GameId { family: FamilyArg::Abalone, id }
    }

    /// The numbers of the games of a family.
    pub fn of_family(games: &[GameId], family: FamilyArg) -> Vec<i64> {
        games.iter().filter(|game| game.family == family).map(|game| game.id).collect()
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.family {
            FamilyArg::Go => write!(f, "{}", self.id),
            FamilyArg::Abalone => f.write_str(&game_name(self.id)),
        }
    }
}

impl FromStr for GameId {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<GameId, Self::Err> {
        let id = match text.strip_prefix(['a', 'A']) {
            Some(number) => number.parse().map(GameId::abalone),
            None => text.parse().map(GameId::go),
        };
        id.map_err(|_| "a game is a number such as 12, or a12 for one of Abalone")
    }
}
