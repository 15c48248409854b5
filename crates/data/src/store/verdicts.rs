//! Verdicts of the solver about problems, with their proofs.

use rusqlite::{OptionalExtension, Row, ToSql};

use super::checksum;
use super::connection::Store;
use super::error::{StoreError, read_row};
use super::query::unknown_code;
use super::session::ImportSession;
use crate::model::Turn;
use crate::{Color, PositionKey};

/// Which problem a verdict is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct VerdictKey {
    /// The key of the position.
    pub key: PositionKey,
    /// The side to move, in the colors of the canonical text.
    pub turn: Color,
    /// The columns and rows of the canonical window, without the empty lines that make it square. Whole
    /// boards of different sizes can have the same text.
    pub size: [u8; 2],
}

/// A verdict of the solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredVerdict {
    /// The problem.
    pub about: VerdictKey,
    /// The version of the solver.
    pub solver: u8,
    /// The most nodes to search.
    pub budget: u64,
    /// The nodes that were searched.
    pub nodes: u64,
    /// The name of the outcome, or of the reason why it is unknown.
    pub outcome: Result<String, String>,
    /// Whether a pass reaches the outcome, too.
    pub is_settled: bool,
    /// The first moves that reach it: points of SGF on the board on which the canonical text likely is.
    pub moves: String,
    /// The proofs; `None` if the outcome is unknown.
    pub proof: Option<Vec<u8>>,
}

const COLUMNS: &str =
    "key, turn, cols, rows, solver, budget, nodes, outcome, unknown, settled, moves, proof";

impl Store {
    /// The verdict about a problem with the largest budget; `None` if this version of the solver has none. A
    /// verdict that was altered is none.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn verdict(
        &self,
        about: &VerdictKey,
        solver: u8,
    ) -> Result<Option<StoredVerdict>, StoreError> {
        let VerdictKey { key, turn, size: [cols, rows] } = about;
        let turn = Turn::of(Some(*turn)).code();
        self.run(|connection| {
            connection
                .prepare_cached(&format!(
                    "SELECT {COLUMNS} FROM verdict
                     WHERE key = ?1 AND turn = ?2 AND cols = ?3 AND rows = ?4 AND solver = ?5 AND {}
                     ORDER BY budget DESC LIMIT 1",
                    checksum::VERDICT.is_intact()
                ))?
                .query_row((key.as_bytes(), turn, cols, rows, solver), verdict)
                .optional()
        })
    }

    /// The number of verdicts that were altered.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn altered_verdict_count(&self) -> Result<u64, StoreError> {
        let is_intact = checksum::VERDICT.is_intact();
        let sql = format!("SELECT count(*) FROM verdict WHERE NOT ({is_intact})");
        let count: i64 = self.run(|connection| connection.query_row(&sql, [], |row| row.get(0)))?;
        Ok(count as u64)
    }

    /// The number of problems about which this version of the solver has a verdict, known or unknown.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn verdict_count(&self, solver: u8) -> Result<u64, StoreError> {
        let count: i64 = self.run(|connection| {
            connection
                .prepare_cached(
                    "SELECT count(*) FROM (SELECT DISTINCT key, turn, cols, rows FROM verdict WHERE solver = ?1)",
                )?
                .query_row([solver], |row| row.get(0))
        })?;
        Ok(count as u64)
    }

    /// Calls `visit` with all verdicts.
    ///
    /// # Errors
    /// Those of `visit`, and if the database cannot be read.
    pub fn for_each_verdict<E: From<StoreError>>(
        &self,
        mut visit: impl FnMut(StoredVerdict) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut last = 0;
        loop {
            let next = self.run(|connection| {
                connection
                    .prepare_cached(&format!(
                        "SELECT {COLUMNS}, id FROM verdict WHERE id > ?1 ORDER BY id LIMIT 1"
                    ))?
                    .query_row([last], |row| Ok((verdict(row)?, row.get(12)?)))
                    .optional()
            })?;
            let Some((verdict, id)) = next else { return Ok(()) };
            visit(verdict)?;
            last = id;
        }
    }
}

fn verdict(row: &Row<'_>) -> rusqlite::Result<StoredVerdict> {
    read_row(row, "verdict", |row| {
        let turn = Turn::from_code(row.get(1)?).and_then(Turn::color);
        let turn = turn.ok_or_else(|| unknown_code(1, "turn"))?;
        let outcome: Option<String> = row.get(7)?;
        let unknown: Option<String> = row.get(8)?;
        Ok(StoredVerdict {
            about: VerdictKey {
                key: PositionKey::from_bytes(row.get(0)?),
                turn,
                size: [row.get(2)?, row.get(3)?],
            },
            solver: row.get(4)?,
            budget: row.get::<_, i64>(5)? as u64,
            nodes: row.get::<_, i64>(6)? as u64,
            outcome: outcome.ok_or(unknown.unwrap_or_default()),
            is_settled: row.get(9)?,
            moves: row.get(10)?,
            proof: row.get(11)?,
        })
    })
}

impl ImportSession {
    /// Stores a verdict, in place of one with the same budget and of those that were altered.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn put_verdict(&mut self, verdict: &StoredVerdict) -> Result<(), StoreError> {
        let StoredVerdict { about, solver, budget, nodes, outcome, is_settled, moves, proof } =
            verdict;
        let VerdictKey { key, turn, size: [cols, rows] } = about;
        let (turn, budget, nodes) = (Turn::of(Some(*turn)).code(), *budget as i64, *nodes as i64);
        let (outcome, unknown) = (outcome.as_ref().ok(), outcome.as_ref().err());
        let same: [&dyn ToSql; 6] = [key.as_bytes(), &turn, cols, rows, solver, &budget];
        let delete = format!(
            "DELETE FROM verdict WHERE key = ?1 AND turn = ?2 AND cols = ?3 AND rows = ?4
                 AND solver = ?5 AND (budget = ?6 OR NOT ({}))",
            checksum::VERDICT.is_intact()
        );
        self.execute(&delete, &same)?;
        let all: [&dyn ToSql; 12] = [
            key.as_bytes(),
            &turn,
            cols,
            rows,
            solver,
            &budget,
            &nodes,
            &outcome,
            &unknown,
            is_settled,
            moves,
            proof,
        ];
        self.execute(&checksum::VERDICT.insert_next(), &all)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(budget: u64, outcome: Result<&str, &str>) -> StoredVerdict {
        let is_known = outcome.is_ok();
        StoredVerdict {
            about: VerdictKey {
                key: PositionKey::from_bytes([7; 16]),
                turn: Color::White,
                size: [5, 5],
            },
            solver: 3,
            budget,
            nodes: 77,
            outcome: outcome.map(str::to_owned).map_err(str::to_owned),
            is_settled: false,
            moves: if is_known { "aa bb".to_owned() } else { String::new() },
            proof: is_known.then(|| vec![0, 255]),
        }
    }

    #[test]
    fn the_verdict_with_the_largest_budget_counts() {
        let folder = tempfile::tempdir().unwrap();
        let mut session = ImportSession::open(&folder.path().join("x.db")).unwrap();
        let (small, large) = (verdict(100, Err("budget")), verdict(1_000, Ok("killed")));
        let about = small.about;
        assert_eq!(session.store.verdict(&about, 3).unwrap(), None);
        for one in [&large, &small, &small] {
            session.put_verdict(one).unwrap();
        }
        session.commit().unwrap();
        let store = &session.store;
        assert_eq!(store.verdict(&about, 3).unwrap(), Some(large.clone()));
        assert_eq!(store.verdict(&about, 4).unwrap(), None);
        let other = VerdictKey { turn: Color::Black, ..about };
        assert_eq!(store.verdict(&other, 3).unwrap(), None);
        let mut all = Vec::new();
        let visit = |one| {
            all.push(one);
            Ok::<(), StoreError>(())
        };
        store.for_each_verdict(visit).unwrap();
        assert_eq!(all, [large, small]);
        assert_eq!(store.verdict_count(3).unwrap(), 1);
    }
}
