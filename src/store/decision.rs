//! What people decided about records.

use rusqlite::{Row, ToSql};

use super::{ImportSession, Store, StoreError};
use crate::PositionKey;

/// What somebody decided about two records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judgment {
    /// They are different problems.
    Different,
    /// The first is the one to keep.
    FirstIsBetter,
    /// The second is.
    SecondIsBetter,
}

impl Judgment {
    fn from_code(code: u8) -> Option<Judgment> {
        match code {
            1 => Some(Judgment::Different),
            2 => Some(Judgment::FirstIsBetter),
            3 => Some(Judgment::SecondIsBetter),
            _ => None,
        }
    }

    fn code(self) -> u8 {
        match self {
            Judgment::Different => 1,
            Judgment::FirstIsBetter => 2,
            Judgment::SecondIsBetter => 3,
        }
    }

    /// The same of the two in the other order.
    pub fn exchanged(self) -> Judgment {
        match self {
            Judgment::Different => Judgment::Different,
            Judgment::FirstIsBetter => Judgment::SecondIsBetter,
            Judgment::SecondIsBetter => Judgment::FirstIsBetter,
        }
    }
}

/// A record of which something was decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// The first 16 bytes of BLAKE3 over its game tree as it stands: what it is
    /// known by, wherever it lies.
    pub hash: [u8; 16],
    /// The key of its position.
    pub key: PositionKey,
    /// Its source when it was decided.
    pub source: String,
    /// Its game tree there, from 1.
    pub tree: u32,
}

/// A decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// What was decided.
    pub judgment: Judgment,
    /// One record.
    pub first: Judged,
    /// The other one.
    pub second: Judged,
}

/// How a game tree is known in decisions.
pub fn tree_hash(sgf: &[u8]) -> [u8; 16] {
    let mut hash = [0; 16];
    hash.copy_from_slice(&blake3::hash(sgf).as_bytes()[..16]);
    hash
}

fn decision(row: &Row<'_>) -> rusqlite::Result<Decision> {
    let code: u8 = row.get(0)?;
    let judgment = Judgment::from_code(code).ok_or_else(|| {
        let what = format!("{code} is no judgment").into();
        rusqlite::Error::FromSqlConversionFailure(0, rusqlite::types::Type::Integer, what)
    })?;
    let judged = |from: usize| -> rusqlite::Result<Judged> {
        Ok(Judged {
            hash: row.get(from)?,
            key: PositionKey::from_bytes(row.get(from + 1)?),
            source: row.get(from + 2)?,
            tree: row.get(from + 3)?,
        })
    };
    Ok(Decision { judgment, first: judged(1)?, second: judged(5)? })
}

impl Store {
    /// All decisions, in an order that does not change.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn decisions(&self) -> Result<Vec<Decision>, StoreError> {
        self.run(|connection| {
            connection
                .prepare_cached(
                    "SELECT verdict, first_hash, first_key, first_name, first_tree,
                         second_hash, second_key, second_name, second_tree
                     FROM decision ORDER BY first_name, first_tree, second_name, second_tree,
                         first_hash, second_hash",
                )?
                .query_map([], decision)?
                .collect()
        })
    }
}

impl ImportSession {
    /// Writes a decision down; one about the same two records is replaced.
    ///
    /// # Errors
    /// When the database cannot be written.
    pub fn decide(&mut self, decision: &Decision) -> Result<(), StoreError> {
        let Decision { mut judgment, mut first, mut second } = decision.clone();
        if first.hash > second.hash {
            std::mem::swap(&mut first, &mut second);
            judgment = judgment.exchanged();
        }
        self.execute(
            "INSERT OR REPLACE INTO decision (verdict, first_hash, first_key, first_name,
                 first_tree, second_hash, second_key, second_name, second_tree)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
            &[
                &judgment.code() as &dyn ToSql,
                &first.hash,
                first.key.as_bytes(),
                &first.source,
                &first.tree,
                &second.hash,
                second.key.as_bytes(),
                &second.source,
                &second.tree,
            ],
        )?;
        Ok(())
    }

    /// Takes a decision about two records back; tells whether there was one.
    ///
    /// # Errors
    /// When the database cannot be written.
    pub fn forget(&mut self, one: [u8; 16], other: [u8; 16]) -> Result<bool, StoreError> {
        let removed = self.execute(
            "DELETE FROM decision WHERE first_hash = ?1 AND second_hash = ?2",
            &[&one.min(other) as &dyn ToSql, &one.max(other)],
        )?;
        Ok(removed > 0)
    }
}
