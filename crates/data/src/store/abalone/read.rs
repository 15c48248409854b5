//! Queries for problems and games of Abalone.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use rusqlite::{OptionalExtension, Row, params_from_iter};
use serde::Serialize;

use crate::abalone::{Lost, Symmetry};
use crate::model::{AbaloneForm, AbaloneGameInfo, AbaloneIdentity, Turn, Winner};
use crate::store::connection::Store;
use crate::store::error::{StoreError, read_row};
use crate::store::game_filter::GameFilter;
use crate::store::query::unknown_code;
use crate::{KeyPrefix, PositionKey};

/// The problems and games of Abalone in numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = AbaloneStatsJson))]
#[non_exhaustive]
pub struct AbaloneCounts {
    /// The number of records.
    pub records: u64,
    /// The number of problems.
    pub problems: u64,
    /// The number of positions of the problems.
    pub positions: u64,
    /// The number of games.
    pub games: u64,
    /// The number of moves of the games.
    pub moves: u64,
    /// The number of positions of the games.
    pub game_positions: u64,
}

/// A problem of Abalone in the database.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct StoredAbaloneProblem {
    /// The id in this database, ascending in the order of import.
    pub id: i64,
    /// The id of the source.
    pub source_id: i64,
    /// The name of the source.
    pub source: String,
    /// The number in the source, from 1: of the line, the APGN or the puzzle.
    pub number: u32,
    /// The first byte in the source.
    pub offset: u64,
    /// The form in which the source has the problem.
    pub form: AbaloneForm,
    /// The name.
    pub name: Option<String>,
    /// The key of the position.
    pub key: PositionKey,
    /// The canonical text.
    pub text: String,
    /// The operation that maps the board of the source to the canonical text.
    pub symmetry: Symmetry,
    /// The side to move, in the colors of the canonical text.
    pub turn: Turn,
    /// The marbles lost, in the colors of the canonical text.
    pub lost: Option<Lost>,
    /// The problem as it is in the source.
    pub source_text: String,
}

impl StoredAbaloneProblem {
    /// What tells the problem from others of the position.
    pub fn identity(&self) -> AbaloneIdentity {
        AbaloneIdentity { turn: self.turn, lost: self.lost }
    }
}

/// A game of Abalone in the database, without its text, which
/// [`Store::abalone_game_text`] returns.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct StoredAbaloneGame {
    /// The id in this database, ascending in the order of import.
    pub id: i64,
    /// The id of the source.
    pub source_id: i64,
    /// The name of the source.
    pub source: String,
    /// The number in the source, from 1.
    pub number: u32,
    /// The first byte in the source.
    pub offset: u64,
    /// The form in which the source has the game.
    pub form: AbaloneForm,
    /// The position before the first move, as
    /// [`Setup::to_iatn`](crate::abalone::Setup::to_iatn) writes it.
    pub start: String,
    /// The moves, as in [`AbaloneGame::moves`](crate::model::AbaloneGame::moves).
    pub moves: Vec<u8>,
    /// What the tags say.
    pub info: AbaloneGameInfo,
}

/// A place in a game of Abalone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct StoredPly {
    /// The id of the game.
    pub game: i64,
    /// The number of the position among all of the game, as
    /// [`AbaloneGame::keys`](crate::model::AbaloneGame::keys) has them: in the main line, the number
    /// of moves before.
    pub ply: u32,
}

pub(super) const PROBLEM_COLUMNS: &str = "abalone_problem.id, source, source.name, number, offset, form, \
     abalone_problem.name, key, text, symmetry, turn, lost_x, lost_o, source_text";

pub(super) const GAME_COLUMNS: &str = "game.id, source, source.name, number, offset, form, start, moves, year, \
     winner, black, white, event, site, round, date, result";

/// The games, with the columns of games of Go that a [`GameFilter`] reads.
pub(super) const GAMES: &str = "(SELECT *, NULL AS name, NULL AS black_rank, NULL AS white_rank
     FROM abalone_game) AS game";

pub(super) fn problem(row: &Row<'_>) -> rusqlite::Result<StoredAbaloneProblem> {
    read_row(row, "abalone_problem", |row| {
        Ok(StoredAbaloneProblem {
            id: row.get(0)?,
            source_id: row.get(1)?,
            source: row.get(2)?,
            number: row.get(3)?,
            offset: row.get::<_, i64>(4)? as u64,
            form: form(row, 5)?,
            name: row.get(6)?,
            key: PositionKey::from_bytes(row.get(7)?),
            text: row.get(8)?,
            symmetry: Symmetry::from_index(row.get(9)?)
                .ok_or_else(|| unknown_code(9, "symmetry"))?,
            turn: turn(row, 10)?,
            lost: lost(row, 11)?,
            source_text: row.get(13)?,
        })
    })
}

pub(super) fn game(row: &Row<'_>) -> rusqlite::Result<StoredAbaloneGame> {
    read_row(row, "abalone_game", |row| {
        let mut info = AbaloneGameInfo::default();
        info.year = row.get(8)?;
        info.winner = Winner::from_code(row.get(9)?).ok_or_else(|| unknown_code(9, "winner"))?;
        info.black = row.get(10)?;
        info.white = row.get(11)?;
        info.event = row.get(12)?;
        info.site = row.get(13)?;
        info.round = row.get(14)?;
        info.date = row.get(15)?;
        info.result = row.get(16)?;
        Ok(StoredAbaloneGame {
            id: row.get(0)?,
            source_id: row.get(1)?,
            source: row.get(2)?,
            number: row.get(3)?,
            offset: row.get::<_, i64>(4)? as u64,
            form: form(row, 5)?,
            start: row.get(6)?,
            moves: row.get(7)?,
            info,
        })
    })
}

fn form(row: &Row<'_>, column: usize) -> rusqlite::Result<AbaloneForm> {
    AbaloneForm::from_code(row.get(column)?).ok_or_else(|| unknown_code(column, "form"))
}

fn turn(row: &Row<'_>, column: usize) -> rusqlite::Result<Turn> {
    Turn::from_code(row.get(column)?).ok_or_else(|| unknown_code(column, "turn"))
}

/// Reads the marbles lost from two columns.
fn lost(row: &Row<'_>, column: usize) -> rusqlite::Result<Option<Lost>> {
    let unknown = || unknown_code(column, "number of marbles");
    match (row.get(column)?, row.get(column + 1)?) {
        (Some(x), Some(o)) => Lost::new(x, o).map(Some).ok_or_else(unknown),
        (None, None) => Ok(None),
        _ => Err(unknown()),
    }
}

impl Store {
    /// The numbers of rows of Abalone. Reads whole tables; [`Store::family_counts`] tells faster
    /// whether there are any.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn abalone_counts(&self) -> Result<AbaloneCounts, StoreError> {
        let count = |sql| {
            self.run(|connection| connection.query_row(sql, [], |row| row.get::<_, i64>(0)))
                .map(|count| count as u64)
        };
        Ok(AbaloneCounts {
            records: count("SELECT count(*) FROM abalone_problem")?,
            problems: self.count_abalone_problems()?,
            positions: count("SELECT count(DISTINCT key) FROM abalone_problem")?,
            games: count("SELECT count(*) FROM abalone_game")?,
            moves: count("SELECT CAST(total(length(moves)) / 2 AS INTEGER) FROM abalone_game")?,
            game_positions: count("SELECT count(DISTINCT key) FROM abalone_ply")?,
        })
    }

    /// The number of different problems.
    pub(in crate::store) fn count_abalone_problems(&self) -> Result<u64, StoreError> {
        let mut problems: BTreeMap<PositionKey, BTreeSet<AbaloneIdentity>> = BTreeMap::new();
        self.run(|connection| {
            let sql = "SELECT min(id), key, turn, lost_x, lost_o FROM abalone_problem
                       GROUP BY key, turn, lost_x, lost_o";
            let mut statement = connection.prepare_cached(sql)?;
            let mut rows = statement.query([])?;
            while let Some(row) = rows.next()? {
                let (key, identity) = read_row(row, "abalone_problem", |row| {
                    let identity = AbaloneIdentity { turn: turn(row, 2)?, lost: lost(row, 3)? };
                    Ok((PositionKey::from_bytes(row.get(1)?), identity))
                })?;
                problems.entry(key).or_default().insert(identity);
            }
            Ok(())
        })?;
        Ok(problems.values().map(AbaloneIdentity::count_problems).sum())
    }

    /// The problems with the position of a key, in the order of import.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn abalone_problems_with(
        &self,
        key: PositionKey,
    ) -> Result<Vec<StoredAbaloneProblem>, StoreError> {
        self.read_abalone_problems("WHERE key = ?1", &[&key.as_bytes()])
    }

    /// All problems, in the order of import.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn abalone_problems(&self) -> Result<Vec<StoredAbaloneProblem>, StoreError> {
        self.read_abalone_problems("", &[])
    }

    fn read_abalone_problems(
        &self,
        condition: &str,
        params: &[&dyn rusqlite::ToSql],
    ) -> Result<Vec<StoredAbaloneProblem>, StoreError> {
        let sql = format!(
            "SELECT {PROBLEM_COLUMNS} FROM abalone_problem
                 JOIN source ON source.id = abalone_problem.source
             {condition} ORDER BY abalone_problem.id"
        );
        self.run(|connection| {
            connection.prepare_cached(&sql)?.query_map(params, problem)?.collect()
        })
    }

    /// The places in games where the position of a key stood, in the order of
    /// import and of the moves.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn abalone_plies(&self, key: PositionKey) -> Result<Vec<StoredPly>, StoreError> {
        self.run(|connection| {
            connection
                .prepare_cached(
                    "SELECT game, ply FROM abalone_ply WHERE key = ?1 ORDER BY game, ply",
                )?
                .query_map([key.as_bytes()], |row| {
                    Ok(StoredPly { game: row.get(0)?, ply: row.get(1)? })
                })?
                .collect()
        })
    }

    /// The first `limit` keys of problems and of positions in games that have a
    /// prefix, in ascending order.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn abalone_keys_with_prefix(
        &self,
        prefix: KeyPrefix,
        limit: u32,
    ) -> Result<Vec<PositionKey>, StoreError> {
        self.run(|connection| {
            connection
                .prepare_cached(
                    "SELECT key FROM abalone_problem WHERE key BETWEEN ?1 AND ?2
                     UNION SELECT key FROM abalone_ply WHERE key BETWEEN ?1 AND ?2
                     ORDER BY key LIMIT ?3",
                )?
                .query_map((prefix.first.as_bytes(), prefix.last.as_bytes(), limit), |row| {
                    Ok(PositionKey::from_bytes(row.get(0)?))
                })?
                .collect()
        })
    }

    /// The game with an id.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn abalone_game(&self, id: i64) -> Result<Option<StoredAbaloneGame>, StoreError> {
        let sql = format!(
            "SELECT {GAME_COLUMNS} FROM {GAMES} JOIN source ON source.id = game.source
             WHERE game.id = ?1"
        );
        self.run(|connection| connection.prepare_cached(&sql)?.query_row([id], game).optional())
    }

    /// Calls `visit` with the games that fulfill the filter, in the order of
    /// import. [`GameFilter::sql`] has the columns of games of Go, so no game
    /// fulfills it.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn for_each_abalone_game(
        &self,
        filter: &GameFilter,
        mut visit: impl FnMut(StoredAbaloneGame),
    ) -> Result<(), StoreError> {
        if filter.sql.is_some() || filter.conditions.comment.is_some() {
            return Ok(());
        }
        let (conditions, params) = filter.conditions();
        let sql = format!(
            "SELECT {GAME_COLUMNS} FROM
                 (SELECT * FROM {GAMES} WHERE {conditions}) AS game
                 JOIN source ON source.id = game.source ORDER BY game.id"
        );
        self.run(|connection| {
            let mut statement = connection.prepare_cached(&sql)?;
            let mut rows = statement.query(params_from_iter(params))?;
            while let Some(row) = rows.next()? {
                visit(game(row)?);
            }
            Ok(())
        })
    }

    /// The texts of the games that have a parenthesis in it, as every one with a variation has.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn abalone_texts_with_parentheses(&self) -> Result<HashMap<i64, String>, StoreError> {
        let sql = "SELECT id, source_text FROM abalone_game WHERE instr(source_text, '(')";
        self.run(|connection| {
            let texts = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?));
            connection.prepare_cached(sql)?.query_map([], texts)?.collect()
        })
    }

    /// The text of the game with an id, as it is in the source.
    ///
    /// # Errors
    /// If the database cannot be read or has no game with the id.
    pub fn abalone_game_text(&self, id: i64) -> Result<String, StoreError> {
        self.run(|connection| {
            connection
                .prepare_cached("SELECT source_text FROM abalone_game WHERE id = ?1")?
                .query_row([id], |row| row.get(0))
        })
    }
}
