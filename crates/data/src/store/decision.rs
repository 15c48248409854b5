//! What people decided about pairs of records.

use rusqlite::{Row, ToSql};

use super::checksum;
use super::connection::Store;
use super::error::StoreError;
use super::session::ImportSession;
use crate::PositionKey;

/// A decision about two records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judgment {
    /// The records are different problems.
    Different,
    /// Keep the first record.
    FirstIsBetter,
    /// Keep the second record.
    SecondIsBetter,
    /// The records are one problem, and neither is better.
    Same,
}

impl Judgment {
    pub(super) fn from_code(code: u8) -> Option<Judgment> {
        match code {
            1 => Some(Judgment::Different),
            2 => Some(Judgment::FirstIsBetter),
            3 => Some(Judgment::SecondIsBetter),
            4 => Some(Judgment::Same),
            _ => None,
        }
    }

    fn code(self) -> u8 {
        match self {
            Judgment::Different => 1,
            Judgment::FirstIsBetter => 2,
            Judgment::SecondIsBetter => 3,
            Judgment::Same => 4,
        }
    }

    /// The same decision about the two records in the other order.
    pub fn swapped(self) -> Judgment {
        match self {
            Judgment::Different => Judgment::Different,
            Judgment::FirstIsBetter => Judgment::SecondIsBetter,
            Judgment::SecondIsBetter => Judgment::FirstIsBetter,
            Judgment::Same => Judgment::Same,
        }
    }
}

/// One of the two records of a decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgedRecord {
    /// The [`Store::record_hash`], which identifies the record in every source
    /// and after every import.
    pub hash: [u8; 16],
    /// The key of the position.
    pub key: PositionKey,
    /// The name of the source at the time of the decision.
    pub source: String,
    /// The number of the game tree in that source, from 1.
    pub tree: u32,
    /// The rank of the problem in that tree, from 1.
    pub problem: u32,
}

/// A decision about two records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// What was decided.
    pub judgment: Judgment,
    /// One record.
    pub first: JudgedRecord,
    /// The other record.
    pub second: JudgedRecord,
}

/// The columns that [`decision`] reads.
pub(super) const DECISION_COLUMNS: &str = "verdict, first_hash, first_key, first_name, first_tree, \
    first_problem, second_hash, second_key, second_name, second_tree, second_problem";

/// The number of [`DECISION_COLUMNS`].
pub(super) const DECISION_COLUMN_COUNT: usize = 11;

pub(super) fn decision(row: &Row<'_>) -> rusqlite::Result<Decision> {
    let code: u8 = row.get(0)?;
    let judgment = Judgment::from_code(code).ok_or_else(|| {
        let what = format!("{code} is not the code of a decision").into();
        rusqlite::Error::FromSqlConversionFailure(0, rusqlite::types::Type::Integer, what)
    })?;
    let judged = |from: usize| -> rusqlite::Result<JudgedRecord> {
        Ok(JudgedRecord {
            hash: row.get(from)?,
            key: PositionKey::from_bytes(row.get(from + 1)?),
            source: row.get(from + 2)?,
            tree: row.get(from + 3)?,
            problem: row.get(from + 4)?,
        })
    };
    Ok(Decision { judgment, first: judged(1)?, second: judged(6)? })
}

impl Store {
    /// All decisions, sorted by the sources and trees of their records.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn decisions(&self) -> Result<Vec<Decision>, StoreError> {
        self.run(|connection| {
            connection
                .prepare_cached(&format!(
                    "SELECT {DECISION_COLUMNS} FROM decision
                     ORDER BY first_name, first_tree, first_problem, second_name, second_tree,
                         second_problem, first_hash, second_hash"
                ))?
                .query_map([], decision)?
                .collect()
        })
    }
}

impl ImportSession {
    /// Writes a decision, which replaces one about the same two records.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn decide(&mut self, decision: &Decision) -> Result<(), StoreError> {
        let Decision { mut judgment, mut first, mut second } = decision.clone();
        if first.hash > second.hash {
            std::mem::swap(&mut first, &mut second);
            judgment = judgment.swapped();
        }
        self.forget_decision(first.hash, second.hash)?;
        self.execute(
            &checksum::DECISION.insert(0),
            &[
                &first.hash as &dyn ToSql,
                &second.hash,
                &judgment.code(),
                first.key.as_bytes(),
                second.key.as_bytes(),
                &first.source,
                &first.tree,
                &first.problem,
                &second.source,
                &second.tree,
                &second.problem,
            ],
        )?;
        Ok(())
    }

    /// Deletes the decision about two records, given by their
    /// [`tree_hash`](crate::model::tree_hash)es in any order. Returns whether there was one.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn forget_decision(&mut self, one: [u8; 16], other: [u8; 16]) -> Result<bool, StoreError> {
        let removed = self.execute(
            "DELETE FROM decision WHERE first_hash = ?1 AND second_hash = ?2",
            &[&one.min(other) as &dyn ToSql, &one.max(other)],
        )?;
        Ok(removed > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(number: u8) -> JudgedRecord {
        let source = format!("{number}.sgf");
        JudgedRecord {
            hash: [number; 16],
            key: PositionKey::of_text("3x3|"),
            source,
            tree: 1,
            problem: 1,
        }
    }

    fn decision(judgment: Judgment, first: u8, second: u8) -> Decision {
        Decision { judgment, first: judged(first), second: judged(second) }
    }

    #[test]
    fn decisions_are_stored_in_one_order_and_replaced() {
        let store = Store::open_in_memory().unwrap();
        let decide = |decision: &Decision| {
            let mut session = store.begin_import().unwrap();
            session.decide(decision).unwrap();
            session.commit().unwrap();
        };
        decide(&decision(Judgment::FirstIsBetter, 2, 1));
        assert_eq!(store.decisions().unwrap(), [decision(Judgment::SecondIsBetter, 1, 2)]);
        decide(&decision(Judgment::Different, 1, 2));
        assert_eq!(store.decisions().unwrap(), [decision(Judgment::Different, 1, 2)]);
        decide(&decision(Judgment::FirstIsBetter, 1, 3));
        assert_eq!(
            store.decisions().unwrap(),
            [decision(Judgment::Different, 1, 2), decision(Judgment::FirstIsBetter, 1, 3)]
        );
    }

    #[test]
    fn a_decision_is_forgotten_once_and_no_other_with_it() {
        let store = Store::open_in_memory().unwrap();
        let mut session = store.begin_import().unwrap();
        session.decide(&decision(Judgment::Different, 1, 2)).unwrap();
        session.decide(&decision(Judgment::Different, 1, 3)).unwrap();
        assert!(!session.forget_decision([2; 16], [3; 16]).unwrap());
        assert!(session.forget_decision([2; 16], [1; 16]).unwrap());
        assert!(!session.forget_decision([2; 16], [1; 16]).unwrap());
        session.commit().unwrap();
        assert_eq!(store.decisions().unwrap(), [decision(Judgment::Different, 1, 3)]);
    }

    #[test]
    fn a_code_that_no_decision_has_is_damage() {
        let store = Store::open_in_memory().unwrap();
        let mut session = store.begin_import().unwrap();
        session.decide(&decision(Judgment::Different, 1, 2)).unwrap();
        let change = "PRAGMA ignore_check_constraints = ON; UPDATE decision SET verdict = 9";
        session.store.connection.execute_batch(change).unwrap();
        session.commit().unwrap();
        let error = store.decisions().unwrap_err();
        assert!(error.to_string().ends_with("is damaged: 9 is not the code of a decision"));
    }
}
