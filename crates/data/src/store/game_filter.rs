//! Conditions on games, and the order in which games are listed.

use rusqlite::ToSql;

use super::expression::{Expression, Scope};

/// Conditions on games. A game has to fulfill all that are set.
#[derive(Clone, Debug, Default)]
pub struct GameFilter {
    /// The ids of the games.
    pub ids: Option<Vec<i64>>,
    /// Parts of the names of the players, in any letter case (of ASCII letters). Two
    /// parts are for two players; more than two fit no game.
    pub players: Vec<String>,
    /// Part of the name of the black player, likewise.
    pub black: Option<String>,
    /// Part of the name of the white player, likewise.
    pub white: Option<String>,
    /// The rank of a player, exactly as it is written in BR or WR.
    pub rank: Option<String>,
    /// Part of the event or of the name of the game, in any letter case (of
    /// ASCII letters).
    pub event: Option<String>,
    /// The first and the last year in which the game may have been played.
    pub years: Option<(u16, u16)>,
    /// A condition over the columns of the view `v_game`, in which `source` and
    /// `winner` are the numbers that the table `game` has, and `source_name` and
    /// `winner_name` the names.
    pub sql: Option<Expression>,
}

impl GameFilter {
    /// Whether no condition is set.
    pub fn is_empty(&self) -> bool {
        let GameFilter { ids, players, black, white, rank, event, years, sql } = self;
        let texts = [black, white, rank, event];
        ids.is_none()
            && players.is_empty()
            && texts.into_iter().all(Option::is_none)
            && years.is_none()
            && sql.is_none()
    }

    /// All conditions except [`sql`](Self::sql) as an SQL expression, with its
    /// parameters.
    pub(super) fn conditions(&self) -> (String, Vec<Box<dyn ToSql>>) {
        let mut sql = String::from("1");
        let mut params: Vec<Box<dyn ToSql>> = Vec::new();
        if let Some(ids) = &self.ids {
            let ids: Vec<String> = ids.iter().map(i64::to_string).collect();
            sql.push_str(&format!(" AND id IN ({})", ids.join(",")));
        }
        // Not LIKE, which would read `%` and `_` in the user's text as wildcards.
        let within = |column: &str| format!("instr(lower({column}), lower(?)) > 0");
        if let [one, other] = &*self.players {
            // The first parameters: ?1 and ?2.
            let pair = |one, other| {
                format!(
                    "instr(lower(black), lower({one})) > 0 AND instr(lower(white), lower({other})) > 0"
                )
            };
            params.extend([one, other].map(|name| Box::new(name.clone()) as Box<dyn ToSql>));
            sql.push_str(&format!(" AND ({} OR {})", pair("?1", "?2"), pair("?2", "?1")));
        }
        let mut add = |condition: &str, param: Box<dyn ToSql>| {
            params.push(param);
            sql.push_str(" AND ");
            sql.push_str(&condition.replace('?', &format!("?{}", params.len())));
        };
        match &*self.players {
            [] | [_, _] => {}
            [player] => {
                let either = format!("({} OR {})", within("black"), within("white"));
                add(&either, Box::new(player.clone()));
            }
            _ => add("?", Box::new(false)),
        }
        for (column, name) in [("black", &self.black), ("white", &self.white)] {
            if let Some(name) = name {
                add(&within(column), Box::new(name.clone()));
            }
        }
        if let Some(rank) = &self.rank {
            add("? IN (black_rank, white_rank)", Box::new(rank.clone()));
        }
        if let Some(event) = &self.event {
            let either = format!("({} OR {})", within("event"), within("name"));
            add(&either, Box::new(event.clone()));
        }
        if let Some((first, last)) = self.years {
            add("year >= ?", Box::new(first));
            add("year <= ?", Box::new(last));
        }
        (sql, params)
    }
}

/// The columns for [`GameFilter::sql`]: numbers where releases before the view
/// `v_game` had them.
pub(super) const SCOPE: Scope = Scope {
    what: "games",
    columns: &[
        "id",
        "source",
        "source_name",
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
    query: "SELECT id, source_id AS source, source AS source_name, tree, offset, board, cols, \
        rows, moves, year, CASE winner WHEN 'black' THEN 1 WHEN 'white' THEN 2 WHEN 'draw' THEN 3 \
        ELSE 0 END AS winner, winner AS winner_name, komi, handicap, black, white, black_rank, \
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

/// A property by which games are ordered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum GameOrderKey {
    /// The id, ascending in the order of import.
    #[default]
    Id,
    /// The year, then the date as it is written.
    Date,
    /// The name of the black player.
    Black,
    /// The name of the white player.
    White,
    /// The event.
    Event,
    /// The number of moves.
    Moves,
}

impl GameOrder {
    /// The expressions of an ORDER BY clause.
    pub(super) fn to_sql(self) -> String {
        let columns: &[&str] = match self.key {
            GameOrderKey::Id => &["id"],
            GameOrderKey::Date => &["year", "date"],
            GameOrderKey::Black => &["lower(black)"],
            GameOrderKey::White => &["lower(white)"],
            GameOrderKey::Event => &["lower(event)"],
            GameOrderKey::Moves => &["moves"],
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
