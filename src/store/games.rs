//! Reading games.

use std::path::Path;
use std::time::Duration;

use compact_str::CompactString;
use rusqlite::hooks::{AuthAction, AuthContext, Authorization};
use rusqlite::{Connection, OpenFlags, OptionalExtension, Row, ToSql};

use super::query::{charset, out_of_range};
use super::{Store, StoreError};
use crate::model::{Charset, GameInfo, GameOutcome, Winner};

/// Which games are wanted: those that fit all that is given.
#[derive(Clone, Debug, Default)]
pub struct GameFilter {
    /// Part of the name of either player, in any case.
    pub player: Option<String>,
    /// The rank of either player, as it is written.
    pub rank: Option<String>,
    /// Part of the event or the name of the game, in any case.
    pub event: Option<String>,
    /// The first and the last year.
    pub years: Option<(u16, u16)>,
    /// An SQL expression over the columns of the table `game`.
    pub sql: Option<String>,
}

impl GameFilter {
    /// Whether nothing is given.
    pub fn is_empty(&self) -> bool {
        let GameFilter { player, rank, event, years, sql } = self;
        [player, rank, event, sql].into_iter().all(Option::is_none) && years.is_none()
    }

    /// The conditions but for the user's own, with their parameters.
    fn conditions(&self) -> (String, Vec<Box<dyn ToSql>>) {
        let mut sql = String::from("1");
        let mut params: Vec<Box<dyn ToSql>> = Vec::new();
        let mut add = |condition: &str, param: Box<dyn ToSql>| {
            params.push(param);
            sql.push_str(" AND ");
            sql.push_str(&condition.replace('?', &format!("?{}", params.len())));
        };
        // Not LIKE: in it, a text from the user would have wildcards.
        let within = |column: &str| format!("instr(lower({column}), lower(?)) > 0");
        if let Some(player) = &self.player {
            let either = format!("({} OR {})", within("black"), within("white"));
            add(&either, Box::new(player.clone()));
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

/// A game without its moves and its SGF.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredGame {
    /// Its number in this database; ascending in the order of import.
    pub id: i64,
    /// The name of its source.
    pub source: String,
    /// Which game tree of it, from 1.
    pub tree: u32,
    /// Columns of the board.
    pub cols: u8,
    /// Rows of the board.
    pub rows: u8,
    /// The number of moves in its first line, passes included.
    pub moves: u32,
    /// The same for games that begin alike.
    pub opening: u64,
    /// What its root says.
    pub facts: GameInfo,
}

const GAME_COLUMNS: &str = "game.id, source.name, tree, cols, rows, game.moves, opening, \
     year, winner, komi, handicap, black, white, black_rank, white_rank, event, game.name, date, \
     result, rules";

fn game(row: &Row<'_>) -> rusqlite::Result<StoredGame> {
    let komi: Option<f64> = row.get(9)?;
    Ok(StoredGame {
        id: row.get(0)?,
        source: row.get(1)?,
        tree: row.get(2)?,
        cols: row.get(3)?,
        rows: row.get(4)?,
        moves: row.get(5)?,
        opening: row.get::<_, i64>(6)? as u64,
        facts: GameInfo {
            year: row.get(7)?,
            winner: winner(row, 8)?,
            komi: komi.map(|komi| (komi * 100.0).round() as i32),
            handicap: row.get(10)?,
            black: text(row, 11)?,
            white: text(row, 12)?,
            black_rank: text(row, 13)?,
            white_rank: text(row, 14)?,
            event: text(row, 15)?,
            name: text(row, 16)?,
            date: text(row, 17)?,
            result: text(row, 18)?,
            rules: text(row, 19)?,
        },
    })
}

fn text(row: &Row<'_>, column: usize) -> rusqlite::Result<Option<CompactString>> {
    Ok(row.get_ref(column)?.as_str_or_null()?.map(CompactString::from))
}

fn winner(row: &Row<'_>, column: usize) -> rusqlite::Result<Winner> {
    Winner::from_code(row.get(column)?).ok_or_else(|| out_of_range(column, "winner"))
}

impl Store {
    /// Hands the number and the moves of every game to `visit`, in the order
    /// of import.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn for_each_game(&self, mut visit: impl FnMut(i64, &[u8])) -> Result<(), StoreError> {
        self.run(|connection| {
            let mut statement =
                connection.prepare_cached("SELECT game, lines FROM game_line ORDER BY game")?;
            let mut rows = statement.query([])?;
            while let Some(row) = rows.next()? {
                visit(row.get(0)?, row.get_ref(1)?.as_blob()?);
            }
            Ok(())
        })
    }

    /// The moves of a game.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn game_lines(&self, game: i64) -> Result<Option<Vec<u8>>, StoreError> {
        self.run(|connection| {
            connection
                .prepare_cached("SELECT lines FROM game_line WHERE game = ?1")?
                .query_row([game], |row| row.get(0))
                .optional()
        })
    }

    /// The game tree of a game, as it stands in its source, with its charset
    /// when that is not UTF-8.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn game_tree(&self, game: i64) -> Result<(Vec<u8>, Option<Charset>), StoreError> {
        self.run(|connection| {
            connection
                .prepare_cached("SELECT CAST(sgf AS BLOB), charset FROM game_tree WHERE game = ?1")?
                .query_row([game], |row| {
                    Ok((row.get(0)?, row.get::<_, Option<String>>(1)?.map(charset)))
                })
        })
    }

    /// One game.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn game(&self, id: i64) -> Result<Option<StoredGame>, StoreError> {
        self.run(|connection| {
            connection
                .prepare_cached(&format!(
                    "SELECT {GAME_COLUMNS} FROM game JOIN source ON source.id = game.source
                     WHERE game.id = ?1"
                ))?
                .query_row([id], game)
                .optional()
        })
    }

    /// What statistics want to know of every game, in the order of import.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn game_outcomes(&self) -> Result<Vec<GameOutcome>, StoreError> {
        self.run(|connection| {
            connection
                .prepare_cached("SELECT id, winner, year FROM game ORDER BY id")?
                .query_map([], |row| {
                    Ok(GameOutcome { id: row.get(0)?, winner: winner(row, 1)?, year: row.get(2)? })
                })?
                .collect()
        })
    }

    /// The numbers of the games that fit, in the order of import.
    ///
    /// An expression of the user's runs on a connection of its own that can
    /// read the table `game` and do nothing else.
    ///
    /// # Errors
    /// When the database cannot be read, and when the expression is none or
    /// wants something else than to read games.
    pub fn games_that_fit(&self, filter: &GameFilter) -> Result<Vec<i64>, StoreError> {
        let (conditions, params) = filter.conditions();
        let params: Vec<&dyn ToSql> = params.iter().map(|param| &**param).collect();
        let ids = |connection: &Connection, sql: &str| -> rusqlite::Result<Vec<i64>> {
            connection.prepare(sql)?.query_map(&*params, |row| row.get(0))?.collect()
        };
        let Some(expression) = &filter.sql else {
            let sql = format!("SELECT id FROM game WHERE {conditions} ORDER BY id");
            return self.run(|connection| ids(connection, &sql));
        };
        let fail = |error| StoreError::sqlite(&self.path, error);
        let connection = guarded(&self.path).map_err(fail)?;
        // On a line of its own, so that a comment in it ends.
        let sql =
            format!("SELECT id FROM game WHERE {conditions} AND (\n{expression}\n) ORDER BY id");
        ids(&connection, &sql).map_err(|error| StoreError::Expression {
            expression: expression.clone(),
            cause: match error {
                // Without the SQL around it, which is not the user's.
                rusqlite::Error::SqlInputError { msg, .. } => msg,
                rusqlite::Error::SqliteFailure(_, Some(message)) => message,
                other => other.to_string(),
            },
        })
    }

    /// Every game of which another begins with the same moves, those that do
    /// together: the number that they share, and their own.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn games_alike(&self) -> Result<Vec<(u64, i64)>, StoreError> {
        self.run(|connection| {
            connection
                .prepare_cached(
                    "SELECT opening, id FROM game WHERE opening IN
                         (SELECT opening FROM game GROUP BY opening HAVING count(*) > 1)
                     ORDER BY opening, id",
                )?
                .query_map([], |row| Ok((row.get::<_, i64>(0)? as u64, row.get(1)?)))?
                .collect()
        })
    }
}

/// A connection that can read the table `game`, and nothing else.
fn guarded(path: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(Duration::from_secs(5))?;
    connection.pragma_update(None, "query_only", true)?;
    connection.authorizer(Some(|context: AuthContext<'_>| match context.action {
        AuthAction::Select => Authorization::Allow,
        AuthAction::Read { table_name: "game", .. } => Authorization::Allow,
        // Without extensions, SQLite has no function with an effect but this.
        AuthAction::Function { function_name } if function_name != "load_extension" => {
            Authorization::Allow
        }
        _ => Authorization::Deny,
    }))?;
    Ok(connection)
}
