//! Conditions on games, and the order in which games are listed.

use rusqlite::ToSql;

use super::expression::{Expression, Scope};
use super::game_conditions::GameConditions;

/// Conditions on games, those of this computer's own user among them. A game has to fulfill all that
/// are set.
#[derive(Clone, Debug, Default)]
pub struct GameFilter {
    /// The ids of the games.
    pub ids: Option<Vec<i64>>,
    /// The conditions that may also come from elsewhere.
    pub conditions: GameConditions,
    /// A condition over the columns of the view `v_game`. `winner` also equals its
    /// number, as before there was this view, and `source_name` and `winner_name`
    /// are other names of `source` and `winner`.
    pub sql: Option<Expression>,
}

impl GameFilter {
    /// Whether no condition is set.
    pub fn is_empty(&self) -> bool {
        let GameFilter { ids, conditions, sql } = self;
        ids.is_none() && *conditions == GameConditions::default() && sql.is_none()
    }

    /// All conditions except [`sql`](Self::sql) and [`GameConditions::comment`] as an SQL expression, with
    /// its parameters.
    pub(super) fn conditions(&self) -> (String, Vec<Box<dyn ToSql>>) {
        let (mut sql, params) = self.conditions.to_sql();
        if let Some(ids) = &self.ids {
            sql.push_str(&is_one_of(ids));
        }
        (sql, params)
    }
}

/// The further condition that the id is one of some.
pub(super) fn is_one_of(ids: &[i64]) -> String {
    let ids: Vec<String> = ids.iter().map(i64::to_string).collect();
    format!(" AND id IN ({})", ids.join(","))
}

impl From<GameConditions> for GameFilter {
    fn from(conditions: GameConditions) -> GameFilter {
        GameFilter { conditions, ..GameFilter::default() }
    }
}

/// The columns for [`GameFilter::sql`].
pub(super) const SCOPE: Scope = Scope {
    what: "games",
    columns: &[
        "id",
        "source",
        "source_name",
        "source_id",
        "tree",
        "offset",
        "board",
        "cols",
        "rows",
        "moves",
        "year",
        "winner",
        "winner_name",
        "komi",
        "handicap",
        "black",
        "white",
        "black_rank",
        "white_rank",
        "event",
        "name",
        "date",
        "result",
        "rules",
        "charset",
        "sgf",
    ],
    // CAST gives the column a type, so that a number becomes a text before it is compared.
    query: "SELECT id, source, source AS source_name, source_id, tree, offset, board, cols, rows, \
        moves, year, CAST(winner AS TEXT) COLLATE gtn_winner AS winner, \
        CAST(winner AS TEXT) COLLATE gtn_winner AS winner_name, komi, handicap, black, white, black_rank, \
        white_rank, event, name, date, result, rules, charset, sgf FROM v_game",
};

/// The order in which games are listed. Games without the property come last, and games that
/// do not differ in the order of their ids.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameOrder {
    /// What decides.
    pub key: GameOrderKey,
    /// Whether the greatest value comes first.
    pub is_descending: bool,
}

gtn_db_core::names! {
    /// A property by which games are ordered.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum GameOrderKey {
        /// The id, ascending in the order of import.
        #[default]
        Id => "id",
        /// The year, then the date as it is written.
        Date => "date",
        /// The name of the black player.
        Black => "black",
        /// The name of the white player.
        White => "white",
        /// The event.
        Event => "event",
        /// The number of moves.
        Moves => "moves",
        /// The mean rank of the players, as far as known.
        Rank => "rank",
    }

    /// The word of options and parameters.
    pub fn name;
}

impl GameOrderKey {
    /// All of them.
    pub const ALL: [GameOrderKey; 7] = GameOrderKey::VALUES;
}

impl GameOrder {
    /// The expressions of an ORDER BY clause.
    pub(super) fn to_sql(self) -> String {
        let columns: &[&str] = match self.key {
            GameOrderKey::Id => &["id"],
            GameOrderKey::Date => &["year", "date"],
            GameOrderKey::Black => &["gtn_fold(black)"],
            GameOrderKey::White => &["gtn_fold(white)"],
            GameOrderKey::Event => &["gtn_fold(event)"],
            GameOrderKey::Moves => &["moves"],
            // The sum, with the known rank twice if the other one is unknown.
            GameOrderKey::Rank => &["(coalesce(gtn_rank(black_rank), gtn_rank(white_rank)) \
                 + coalesce(gtn_rank(white_rank), gtn_rank(black_rank)))"],
        };
        let direction = if self.is_descending { "DESC" } else { "ASC" };
        let terms = columns.iter().map(|column| match *column {
            "id" => format!("id {direction}"),
            _ => format!("{column} {direction} NULLS LAST"),
        });
        let mut terms: Vec<String> = terms.collect();
        if self.key != GameOrderKey::Id {
            terms.push("id".to_owned());
        }
        terms.join(", ")
    }
}
