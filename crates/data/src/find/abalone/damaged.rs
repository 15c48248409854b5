//! Stored rows that contradict themselves.

use std::fmt::Display;

use thiserror::Error;

use crate::store::{Store, StoreError};

/// A row of Abalone that gtn-db never writes.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{table} {id}: {what}")]
#[non_exhaustive]
pub struct DamagedRowError {
    /// The table.
    pub table: &'static str,
    /// The id of the row.
    pub id: i64,
    /// What is wrong.
    pub what: String,
}

impl DamagedRowError {
    pub(super) fn new(table: &'static str, id: i64, what: impl Display) -> DamagedRowError {
        DamagedRowError { table, id, what: what.to_string() }
    }

    /// The error with the path of the database.
    pub(super) fn in_store(&self, store: &Store) -> StoreError {
        StoreError::Damaged { path: store.path().to_owned(), what: self.to_string() }
    }
}
