//! Checks of the rows themselves: checksums, references, counts and ids.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use rusqlite::Row;

use super::checksum::{CHECKED, DECISION, PART};
use super::connection::Store;
use super::error::{StoreError, read_row};
use super::games::{GAME_COLUMNS, StoredGame, game};
use super::query::{RECORD_COLUMN_COUNT, RECORD_COLUMNS, StoredRecord, charset, record};
use crate::PositionKey;
use crate::model::{Charset, TreePart, Variations};

/// A row that is not as gtn-db wrote it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Difference {
    /// The table.
    pub table: &'static str,
    /// The id of the row; for a decision, the hashes of its two records.
    pub row: String,
    /// What differs from what.
    pub what: String,
}

/// A record with everything that can be derived from its game tree.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct RecordRow {
    /// The record.
    pub record: StoredRecord,
    /// The canonical text of its position.
    pub text: String,
    /// The accepted first moves; `None` for records without a stored solution.
    pub answers: Option<String>,
    /// The game tree.
    pub sgf: Vec<u8>,
    /// The part that it is of its tree, without pieces; `None` if it is the whole.
    pub part: Option<Box<TreePart>>,
}

/// A game with everything that can be derived from its game tree.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct GameRow {
    /// The game.
    pub game: StoredGame,
    /// The first byte of the game tree in the source.
    pub offset: u64,
    /// The encoded moves.
    pub lines: Vec<u8>,
    /// The charset of the game tree if it is not UTF-8.
    pub charset: Option<Charset>,
    /// The game tree.
    pub sgf: Vec<u8>,
    /// Which lines the import kept; `None` for games from before schema 4.
    pub variations: Option<Variations>,
}

/// Queries for rows that break a rule: the table, and a query for the ids with
/// what is wrong.
const RULES: [(&str, &str); 24] = [
    (
        "record",
        "SELECT id, 'position: no position has the id ' || position FROM record
         WHERE NOT EXISTS (SELECT 1 FROM position WHERE position.id = record.position)",
    ),
    (
        "record",
        "SELECT id, 'source: no source has the id ' || source FROM record
         WHERE NOT EXISTS (SELECT 1 FROM source WHERE source.id = record.source)",
    ),
    (
        "position",
        "SELECT id, 'no record has this position' FROM position
         WHERE NOT EXISTS (SELECT 1 FROM record WHERE record.position = position.id)",
    ),
    (
        "source",
        "SELECT id, 'records: ' || records || ', but the source has ' || found FROM
             (SELECT id, records,
                 (SELECT count(*) FROM record WHERE record.source = source.id)
                     + (SELECT count(*) FROM abalone_problem
                        WHERE abalone_problem.source = source.id) AS found
              FROM source)
         WHERE records <> found",
    ),
    (
        // Schema 1 only counted games.
        "source",
        "SELECT id, 'games: ' || games || ', but the source has ' || found FROM
             (SELECT id, games, variations,
                 (SELECT count(*) FROM game WHERE game.source = source.id)
                     + (SELECT count(*) FROM abalone_game
                        WHERE abalone_game.source = source.id) AS found
              FROM source)
         WHERE games <> found AND NOT (variations = 0 AND found = 0)",
    ),
    (
        "source",
        "SELECT id, 'file: no file has the id ' || file FROM source WHERE file IS NOT NULL
         AND NOT EXISTS (SELECT 1 FROM file WHERE file.id = source.file)",
    ),
    (
        "source",
        "SELECT id, 'import: no import has the id ' || import FROM source WHERE import IS NOT NULL
         AND NOT EXISTS (SELECT 1 FROM import WHERE import.id = source.import)",
    ),
    ("source", "SELECT id, 'kind: ' || kind || ' is unknown' FROM source WHERE kind NOT BETWEEN 0 AND 8"),
    (
        "file",
        "SELECT file.id, 'label: the name of source ' || min(source.id) || ' does not begin with it'
         FROM file JOIN source ON source.file = file.id
         WHERE substr(source.name, 1, length(label)) <> label GROUP BY file.id",
    ),
    (
        "file",
        "SELECT id, 'path: it does not end with the last part of the label' FROM
             (SELECT id, path, replace(label, rtrim(label, replace(label, '/', '')), '') AS last FROM file)
         WHERE typeof(path) = 'text' AND substr(path, -length(last)) <> last",
    ),
    (
        "game",
        "SELECT id, 'source: no source has the id ' || source FROM game
         WHERE NOT EXISTS (SELECT 1 FROM source WHERE source.id = game.source)",
    ),
    ("game", "SELECT id, 'it has no moves' FROM game WHERE id NOT IN (SELECT game FROM game_line)"),
    ("game", "SELECT id, 'it has no game tree' FROM game WHERE id NOT IN (SELECT game FROM game_tree)"),
    ("game_line", "SELECT game, 'no game has this id' FROM game_line WHERE game NOT IN (SELECT id FROM game)"),
    ("game_tree", "SELECT game, 'no game has this id' FROM game_tree WHERE game NOT IN (SELECT id FROM game)"),
    (
        "part",
        "SELECT record, 'no record has this id' FROM part WHERE record NOT IN (SELECT id FROM record)",
    ),
    (
        "piece",
        "SELECT record, 'no part has this id' FROM piece WHERE record NOT IN (SELECT record FROM part)",
    ),
    (
        "database",
        "SELECT id, 'generation: ' || generation || ' is negative' FROM database WHERE generation < 0
         UNION ALL SELECT id, 'reading: ' || reading || ' is less than 1' FROM database WHERE reading < 1
         UNION ALL SELECT id, 'next_source: a source has this id or a later one'
             FROM database WHERE next_source <= (SELECT max(id) FROM source)
         UNION ALL SELECT id, 'next_position: a position has this id or a later one'
             FROM database WHERE next_position <= (SELECT max(id) FROM position)
         UNION ALL SELECT id, 'next_record: a record has this id or a later one'
             FROM database WHERE next_record <= (SELECT max(id) FROM record)
         UNION ALL SELECT id, 'next_game: a game has this id or a later one'
             FROM database WHERE next_game <= (SELECT max(id) FROM game)
         UNION ALL SELECT 1, 'the row is missing' WHERE NOT EXISTS (SELECT 1 FROM database)",
    ),
    (
        "core_state",
        "SELECT id, 'mark: no record has had this id yet' FROM core_state
         WHERE mark > (SELECT next_record FROM database)
         UNION ALL SELECT id, 'scheme: ' || scheme || ' is unknown' FROM core_state
             WHERE scheme NOT IN ('core1')
         UNION ALL SELECT 1, 'the row is missing'
             WHERE NOT EXISTS (SELECT 1 FROM core_state) AND EXISTS (SELECT 1 FROM core)",
    ),
    (
        "comment_state",
        "SELECT id, 'record: no record has had this id yet' FROM comment_state
         WHERE record > (SELECT next_record FROM database)
         UNION ALL SELECT id, 'game: no game has had this id yet' FROM comment_state
         WHERE game > (SELECT next_game FROM database)
         UNION ALL SELECT id, 'format: ' || format || ' is unknown' FROM comment_state WHERE format NOT IN (1, 2)
         UNION ALL SELECT 1, 'the row is missing'
             WHERE NOT EXISTS (SELECT 1 FROM comment_state) AND EXISTS (SELECT 1 FROM comment)",
    ),
    (
        "sqlite_sequence",
        "SELECT name, 'seq: a row has a later id' FROM sqlite_sequence WHERE
             name = 'file' AND seq < (SELECT max(id) FROM file)
             OR name = 'import' AND seq < (SELECT max(id) FROM import)
             OR name = 'abalone_problem' AND seq < (SELECT max(id) FROM abalone_problem)
             OR name = 'abalone_game' AND seq < (SELECT max(id) FROM abalone_game)",
    ),
    (
        "abalone_problem",
        "SELECT id, 'source: no source has the id ' || source FROM abalone_problem
         WHERE NOT EXISTS (SELECT 1 FROM source WHERE source.id = abalone_problem.source)",
    ),
    (
        "abalone_game",
        "SELECT id, 'source: no source has the id ' || source FROM abalone_game
         WHERE NOT EXISTS (SELECT 1 FROM source WHERE source.id = abalone_game.source)",
    ),
    (
        "abalone_ply",
        "SELECT game, 'no game has this id' FROM abalone_ply
         WHERE game NOT IN (SELECT id FROM abalone_game) GROUP BY game",
    ),
];

impl Store {
    /// Checks the rows of all tables: checksums, references, counts and the
    /// next ids; and that tables, indexes and views are those of the schema.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn check_rows(&self) -> Result<Vec<Difference>, StoreError> {
        let mut found = self.check_schema()?;
        for checked in CHECKED {
            let row = match checked.table {
                table if table == DECISION.table => {
                    "lower(hex(first_hash)) || ' ' || lower(hex(second_hash))"
                }
                table if table == PART.table => "record",
                _ => "id",
            };
            let (table, expression) = (checked.table, checked.expression());
            let sql = format!(
                "SELECT {row}, 'the checksum is that of other values' FROM {table}
                 WHERE checksum IS NOT {expression}"
            );
            self.collect_differences(table, &sql, &mut found)?;
            for derived in checked.derived {
                let (column, expression) = (derived.column, derived.expression(str::to_owned));
                let sql = format!(
                    "SELECT {row}, '{column} is not what the other values give' FROM {table}
                     WHERE {column} IS NOT {expression}"
                );
                self.collect_differences(table, &sql, &mut found)?;
            }
        }
        for (table, sql) in RULES {
            self.collect_differences(table, sql, &mut found)?;
        }
        self.check_repeated(&mut found)?;
        if let Err(StoreError::Damaged { what, .. }) = self.decisions() {
            found.push(Difference { table: "decision", row: "?".to_owned(), what });
        }
        Ok(found)
    }

    /// Compares tables, indexes and views with those of a new database. A trigger is a difference, too:
    /// what others add beside that changes no row of gtn-db.
    fn check_schema(&self) -> Result<Vec<Difference>, StoreError> {
        // A new database takes longer than the check of a small one.
        static EXPECTED: OnceLock<BTreeMap<(String, String), String>> = OnceLock::new();
        let list = |store: &Store| {
            store.run(|connection| {
                let sql = "SELECT name, type, sql FROM sqlite_schema WHERE sql IS NOT NULL";
                let mut statement = connection.prepare(sql)?;
                statement
                    .query_map([], |row| Ok(((row.get(0)?, row.get(1)?), row.get(2)?)))?
                    .collect::<rusqlite::Result<BTreeMap<(String, String), String>>>()
            })
        };
        let expected = match EXPECTED.get() {
            Some(expected) => expected,
            None => {
                let expected = list(&Store::open_in_memory()?)?;
                EXPECTED.get_or_init(|| expected)
            }
        };
        let found = list(self)?;
        let missing = expected.iter().filter_map(|(name, sql)| match found.get(name) {
            None => Some((name, "is missing")),
            Some(other) if other != sql => Some((name, "is another one")),
            Some(_) => None,
        });
        let triggers = found.keys().filter(|name| name.1 == "trigger").map(|name| (name, "is new"));
        let difference = |((row, kind), what): (&(String, String), _)| Difference {
            table: "sqlite_schema",
            row: row.clone(),
            what: format!("the {kind} {what}"),
        };
        Ok(missing.chain(triggers).map(difference).collect())
    }

    pub(super) fn collect_differences(
        &self,
        table: &'static str,
        sql: &str,
        found: &mut Vec<Difference>,
    ) -> Result<(), StoreError> {
        self.run(|connection| {
            let mut statement = connection.prepare(sql)?;
            let mut rows = statement.query([])?;
            while let Some(row) = rows.next()? {
                let row_text = match row.get_ref(0)? {
                    rusqlite::types::ValueRef::Integer(id) => id.to_string(),
                    other => String::from_utf8_lossy(other.as_bytes().unwrap_or_default()).into(),
                };
                let what: Option<String> = row.get(1)?;
                let what = what.unwrap_or_else(|| "a value is missing".to_owned());
                found.push(Difference { table, row: row_text, what });
            }
            Ok(())
        })
    }

    /// Calls `visit` with every position, or with what is wrong in its row, in
    /// the order of import.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn for_each_position_row(
        &self,
        visit: impl FnMut(Result<(i64, PositionKey, String), Difference>),
    ) -> Result<(), StoreError> {
        let sql = "SELECT id, key, text FROM position ORDER BY id";
        self.for_each_row("position", sql, visit, |row| {
            Ok((row.get(0)?, PositionKey::from_bytes(row.get(1)?), row.get(2)?))
        })
    }

    /// Calls `visit` with every record that has a position and a source, or with
    /// what is wrong in its row, in the order of import.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn for_each_record_row(
        &self,
        visit: impl FnMut(Result<RecordRow, Difference>),
    ) -> Result<(), StoreError> {
        self.visit_record_rows("ORDER BY record.id", visit)
    }

    /// Calls `visit` with the records whose positions have keys from `first` to
    /// `last`, as [`for_each_record_row`](Self::for_each_record_row) does, but in
    /// the order of keys, then of the names of sources, then of trees.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn for_each_record_row_by_key(
        &self,
        first: PositionKey,
        last: PositionKey,
        visit: impl FnMut(Result<RecordRow, Difference>),
    ) -> Result<(), StoreError> {
        let condition = format!(
            "WHERE position.key BETWEEN x'{first}' AND x'{last}'
             ORDER BY position.key, source.name, tree, record.id"
        );
        self.visit_record_rows(&condition, visit)
    }

    /// Calls `visit` with the records that a condition selects, as
    /// [`for_each_record_row`](Self::for_each_record_row) does. The condition is
    /// the rest of an SQL query.
    pub(super) fn visit_record_rows(
        &self,
        condition: &str,
        visit: impl FnMut(Result<RecordRow, Difference>),
    ) -> Result<(), StoreError> {
        let sql = format!(
            "SELECT {RECORD_COLUMNS}, position.text, answers, CAST(sgf AS BLOB),
                 (SELECT setup FROM part WHERE part.record = record.id),
                 (SELECT hash FROM part WHERE part.record = record.id)
             FROM record JOIN source ON source.id = record.source
                 JOIN position ON position.id = record.position {condition}"
        );
        self.for_each_row("record", &sql, visit, |row| {
            let record = record(row)?;
            let setup: Option<i64> = row.get(RECORD_COLUMN_COUNT + 3)?;
            let hash: Option<[u8; 16]> = row.get(RECORD_COLUMN_COUNT + 4)?;
            let problem = record.at.problem;
            let part = setup.zip(hash).map(|(setup, hash)| {
                let setup = setup as u64;
                Box::new(TreePart { problem, setup, hash, pieces: Vec::new() })
            });
            Ok(RecordRow {
                record,
                part,
                text: row.get(RECORD_COLUMN_COUNT)?,
                answers: row.get(RECORD_COLUMN_COUNT + 1)?,
                sgf: row.get(RECORD_COLUMN_COUNT + 2)?,
            })
        })
    }

    /// Calls `visit` with every game that is whole, or with what is wrong in its
    /// row, in the order of import.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn for_each_game_row(
        &self,
        visit: impl FnMut(Result<GameRow, Difference>),
    ) -> Result<(), StoreError> {
        self.visit_game_rows("", visit)
    }

    /// Calls `visit` with the games with these ids, as
    /// [`for_each_game_row`](Self::for_each_game_row) does.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn for_each_game_row_of(
        &self,
        ids: &[i64],
        visit: impl FnMut(Result<GameRow, Difference>),
    ) -> Result<(), StoreError> {
        let ids: Vec<String> = ids.iter().map(i64::to_string).collect();
        self.visit_game_rows(&format!("WHERE game.id IN ({})", ids.join(", ")), visit)
    }

    pub(super) fn visit_game_rows(
        &self,
        condition: &str,
        visit: impl FnMut(Result<GameRow, Difference>),
    ) -> Result<(), StoreError> {
        let sql = format!(
            "SELECT {GAME_COLUMNS}, offset, lines, game_tree.charset, CAST(sgf AS BLOB), variations
             FROM game JOIN source ON source.id = game.source
                 JOIN game_line ON game_line.game = game.id
                 JOIN game_tree ON game_tree.game = game.id {condition} ORDER BY game.id"
        );
        self.for_each_row("game", &sql, visit, |row| {
            let first = row.as_ref().column_count() - 5;
            Ok(GameRow {
                game: game(row)?,
                offset: row.get::<_, i64>(first)? as u64,
                lines: row.get(first + 1)?,
                charset: charset(row, first + 2)?,
                sgf: row.get(first + 3)?,
                variations: match row.get(first + 4)? {
                    0 => None,
                    1 => Some(Variations::All),
                    2 => Some(Variations::Main),
                    other => {
                        return Err(rusqlite::Error::IntegralValueOutOfRange(first + 4, other));
                    }
                },
            })
        })
    }

    /// Reads the rows of a query whose first column is the id.
    pub(super) fn for_each_row<T>(
        &self,
        table: &'static str,
        sql: &str,
        mut visit: impl FnMut(Result<T, Difference>),
        read: impl Fn(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<(), StoreError> {
        self.run(|connection| {
            let mut statement = connection.prepare(sql)?;
            let mut rows = statement.query([])?;
            while let Some(row) = rows.next()? {
                visit(match read_row(row, table, &read) {
                    Ok(read) => Ok(read),
                    Err(rusqlite::Error::FromSqlConversionFailure(_, _, what)) => {
                        let id: i64 = row.get(0)?;
                        let what = what.to_string();
                        let prefix = format!("{table} {id}: ");
                        let what = what.replace(&prefix, "");
                        Err(Difference { table, row: id.to_string(), what })
                    }
                    Err(other) => return Err(other),
                });
            }
            Ok(())
        })
    }
}
