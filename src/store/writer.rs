//! An import: one writer, whole sources.

use std::collections::BTreeSet;
use std::path::Path;

use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, Statement, ToSql, params};

use super::checkpoint::{LOG_PAGES, LogMover};
use super::lock::ImportLock;
use super::{Store, StoreError};
use crate::PositionKey;
use crate::model::{Charset, Game, Record, Turn};

/// Memory for pages, in KiB, as long as games come: one behind the other, on
/// pages that are not met again.
const GAMES_CACHE_KIB: i64 = 8 * 1024;

/// The same once there are problems, whose keys are met in random order. More
/// of it saves next to nothing even at a million keys, and takes an import
/// nearer to 100 MiB.
const RECORDS_CACHE_KIB: i64 = 24 * 1024;

/// A database that is being imported into.
///
/// Work is kept by [`commit`](Self::commit) and only then; what a source had
/// before is replaced in the same transaction. So whenever the process ends,
/// the database holds whole sources.
#[derive(Debug)]
pub struct ImportSession {
    log: LogMover,
    pub(super) store: Store,
    in_transaction: bool,
    /// Whether records have been written, and not only games.
    has_records: bool,
    /// Positions that may have lost their last record in this transaction.
    pub(super) orphans: BTreeSet<i64>,
    pub(super) pending: Tally,
    tally: Tally,
    _lock: ImportLock,
}

/// What an import has brought, as far as it is kept.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Problems as sources have them.
    pub records: u64,
    /// Games.
    pub games: u64,
    /// Sources written.
    pub sources: u64,
    /// Positions that the database did not hold.
    pub new_positions: u64,
    /// For each turn, a bit for each position seen with it, by number.
    seen: [Vec<u64>; 4],
}

impl Tally {
    fn see(&mut self, position: i64, turn: Turn) {
        let bits = &mut self.seen[usize::from(turn.code())];
        let (word, bit) = ((position / 64) as usize, position % 64);
        if bits.len() <= word {
            bits.resize(word + 1, 0);
        }
        bits[word] |= 1 << bit;
    }

    /// For every word of positions: unknown, black, white, either.
    fn words(&self) -> impl Iterator<Item = [u64; 4]> {
        let len = self.seen.iter().map(Vec::len).max().unwrap_or(0);
        (0..len).map(|i| self.seen.each_ref().map(|bits| bits.get(i).copied().unwrap_or(0)))
    }

    /// Different positions among the records.
    pub fn positions(&self) -> u64 {
        self.words().map(|[u, b, w, e]| u64::from((u | b | w | e).count_ones())).sum()
    }

    /// Different problems among the records: positions with a side to move. An
    /// unknown side counts only where no side is known.
    pub fn problems(&self) -> u64 {
        self.words()
            .map(|[u, b, w, e]| {
                let unknown = u & !(b | w | e);
                [unknown, b, w, e].map(|bits| u64::from(bits.count_ones())).iter().sum::<u64>()
            })
            .sum()
    }
}

impl ImportSession {
    pub(super) fn new(
        connection: Connection,
        path: &Path,
        lock: ImportLock,
    ) -> Result<ImportSession, StoreError> {
        let store = Store { connection, path: path.to_owned() };
        let settings = [("cache_size", -GAMES_CACHE_KIB), ("wal_autocheckpoint", LOG_PAGES)];
        for (name, value) in settings {
            store.run(|connection| connection.pragma_update(None, name, value))?;
        }
        store.connection.set_prepared_statement_cache_capacity(32);
        let log = store.run(|_| LogMover::start(path))?;
        Ok(ImportSession {
            log,
            store,
            in_transaction: false,
            has_records: false,
            orphans: BTreeSet::new(),
            pending: Tally::default(),
            tally: Tally::default(),
            _lock: lock,
        })
    }

    /// Begins a transaction, if none is open.
    fn begin(&mut self) -> Result<(), StoreError> {
        if !self.in_transaction {
            self.store.run(|connection| connection.execute_batch("BEGIN IMMEDIATE"))?;
            self.in_transaction = true;
        }
        Ok(())
    }

    /// Runs a statement that may change the database.
    pub(super) fn execute(
        &mut self,
        sql: &str,
        params: &[&dyn ToSql],
    ) -> Result<usize, StoreError> {
        self.begin()?;
        self.store.run(|connection| connection.prepare_cached(sql)?.execute(params))
    }

    /// The numbers that one query for each row gives.
    pub(super) fn numbers(&self, sql: &str, params: &[&dyn ToSql]) -> Result<Vec<i64>, StoreError> {
        self.store.run(|connection| {
            connection.prepare_cached(sql)?.query_map(params, |row| row.get(0))?.collect()
        })
    }

    /// The same database, to read from it in another thread.
    ///
    /// # Errors
    /// When it cannot be opened a second time.
    pub fn reader(&self) -> Result<Store, StoreError> {
        Store::open(&self.store.path)
    }

    /// Writes records, each with the source it belongs to.
    ///
    /// # Errors
    /// When the database cannot be written.
    pub fn write(&mut self, records: &[(i64, Record)]) -> Result<(), StoreError> {
        if records.is_empty() {
            return Ok(());
        }
        if !self.has_records {
            self.store.run(|connection| {
                connection.pragma_update(None, "cache_size", -RECORDS_CACHE_KIB)
            })?;
            self.has_records = true;
        }
        self.begin()?;
        let positions = self.positions(records)?;
        self.store.run(|connection| {
            let mut insert = connection.prepare_cached(INSERT_RECORD)?;
            for ((source, record), &position) in records.iter().zip(&positions) {
                insert_record(&mut insert, *source, record, position)?;
            }
            Ok(())
        })?;
        for ((_, record), &position) in records.iter().zip(&positions) {
            self.pending.see(position, record.turn);
        }
        self.pending.records += records.len() as u64;
        Ok(())
    }

    /// Writes games, each with the source it belongs to.
    ///
    /// # Errors
    /// When the database cannot be written.
    pub fn write_games(&mut self, games: &[(i64, Game)]) -> Result<(), StoreError> {
        if games.is_empty() {
            return Ok(());
        }
        self.begin()?;
        self.store.run(|connection| {
            let mut insert = connection.prepare_cached(INSERT_GAME)?;
            let mut insert_line =
                connection.prepare_cached("INSERT INTO game_line (game, lines) VALUES (?1, ?2)")?;
            let mut insert_tree = connection
                .prepare_cached("INSERT INTO game_tree (game, charset, sgf) VALUES (?1, ?2, ?3)")?;
            for (source, game) in games {
                insert_game(&mut insert, *source, game)?;
                let id = connection.last_insert_rowid();
                insert_line.execute(params![id, game.lines])?;
                let charset = game.charset.as_ref();
                insert_tree.execute(params![
                    id,
                    charset.map(charset_column),
                    sgf_column(charset, &game.sgf),
                ])?;
            }
            Ok(())
        })
    }

    /// The numbers of the records' positions; those that are not there are made.
    fn positions(&mut self, records: &[(i64, Record)]) -> Result<Vec<i64>, StoreError> {
        // By key, because the index of the keys is the one that is met in
        // random order.
        let mut by_key: Vec<(PositionKey, usize)> =
            records.iter().enumerate().map(|(i, (_, record))| (record.key, i)).collect();
        by_key.sort_unstable();
        let mut positions = vec![0; records.len()];
        let mut new = 0;
        self.store.run(|connection| {
            let mut insert = connection.prepare_cached(
                "INSERT INTO position (key, text) VALUES (?1, ?2) ON CONFLICT (key) DO NOTHING",
            )?;
            let mut find = connection.prepare_cached("SELECT id FROM position WHERE key = ?1")?;
            let mut last: Option<(PositionKey, i64)> = None;
            for (key, i) in by_key {
                let position = match last {
                    Some((last, position)) if last == key => position,
                    _ if insert.execute(params![key.as_bytes(), records[i].1.text])? == 1 => {
                        new += 1;
                        connection.last_insert_rowid()
                    }
                    _ => find.query_row([key.as_bytes()], |row| row.get(0))?,
                };
                last = Some((key, position));
                positions[i] = position;
            }
            Ok(())
        })?;
        self.pending.new_positions += new;
        Ok(positions)
    }

    /// Keeps what was written since the last time.
    ///
    /// # Errors
    /// When the database cannot be written; then nothing of it is kept.
    pub fn commit(&mut self) -> Result<(), StoreError> {
        for position in std::mem::take(&mut self.orphans) {
            self.execute(
                "DELETE FROM position WHERE id = ?1
                 AND NOT EXISTS (SELECT 1 FROM record WHERE position = ?1)",
                &[&position],
            )?;
        }
        if self.in_transaction {
            let held = self.log.hold_if_long();
            self.store.run(|connection| connection.execute_batch("COMMIT"))?;
            self.in_transaction = false;
            drop(held);
            self.log.wake();
        }
        self.tally = self.pending.clone();
        Ok(())
    }

    /// Drops what was written since the last [`commit`](Self::commit).
    ///
    /// # Errors
    /// When the database cannot be written.
    pub fn roll_back(&mut self) -> Result<(), StoreError> {
        self.orphans.clear();
        if self.in_transaction {
            self.store.run(|connection| connection.execute_batch("ROLLBACK"))?;
            self.in_transaction = false;
        }
        self.pending = self.tally.clone();
        Ok(())
    }

    /// What has been kept so far.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Ends the import: what was not committed is dropped, and the log is
    /// moved into the database, so that it is one file again.
    ///
    /// # Errors
    /// When the database cannot be written.
    pub fn finish(mut self) -> Result<Tally, StoreError> {
        self.roll_back()?;
        drop(self.log);
        // Someone who reads may keep the log; the next import moves it.
        self.store.run(|connection| {
            connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))
        })?;
        Ok(self.tally)
    }
}

const INSERT_RECORD: &str =
    "INSERT INTO record (position, source, tree, offset, symmetry, turn, turn_source, board_cols,
         board_rows, window_col, window_row, window_cols, window_rows, window_open, moves, name,
         charset, sgf, dialect, solution)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18,
         ?19, ?20)";

fn insert_record(
    insert: &mut Statement<'_>,
    source: i64,
    record: &Record,
    position: i64,
) -> rusqlite::Result<()> {
    let [board_cols, board_rows, col, row, cols, rows, open] = record.placement.to_numbers();
    insert.execute(params![
        position,
        source,
        record.tree,
        record.offset as i64,
        record.symmetry.index(),
        record.turn.code(),
        record.turn_source.code(),
        board_cols,
        board_rows,
        col,
        row,
        cols,
        rows,
        open,
        record.moves,
        record.name,
        record.charset.as_ref().map(charset_column),
        sgf_column(record.charset.as_ref(), &record.sgf),
        record.dialect.code(),
        record.solution,
    ])?;
    Ok(())
}

/// A charset as it is stored.
fn charset_column(charset: &Charset) -> String {
    format!("{}{}", charset.name, if charset.is_guessed { "?" } else { "" })
}

/// A game tree as it is stored: as text, when it is UTF-8.
fn sgf_column<'a>(charset: Option<&Charset>, sgf: &'a [u8]) -> ToSqlOutput<'a> {
    let value = match (charset, std::str::from_utf8(sgf)) {
        (None, Ok(_)) => ValueRef::Text(sgf),
        _ => ValueRef::Blob(sgf),
    };
    ToSqlOutput::Borrowed(value)
}

const INSERT_GAME: &str =
    "INSERT INTO game (source, tree, offset, cols, rows, moves, opening, year, winner, komi,
         handicap, black, white, black_rank, white_rank, event, name, date, result, rules)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18,
         ?19, ?20)";

fn insert_game(insert: &mut Statement<'_>, source: i64, game: &Game) -> rusqlite::Result<()> {
    let facts = &game.facts;
    insert.execute(params![
        source,
        game.tree,
        game.offset as i64,
        game.size.cols(),
        game.size.rows(),
        game.moves,
        game.opening as i64,
        facts.year,
        facts.winner.code(),
        facts.komi.map(|komi| f64::from(komi) / 100.0),
        facts.handicap,
        facts.black.as_deref(),
        facts.white.as_deref(),
        facts.black_rank.as_deref(),
        facts.white_rank.as_deref(),
        facts.event.as_deref(),
        facts.name.as_deref(),
        facts.date.as_deref(),
        facts.result.as_deref(),
        facts.rules.as_deref(),
    ])?;
    Ok(())
}
