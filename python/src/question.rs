//! Questions to a database: each on a connection of its own, answered with rows.

use std::path::PathBuf;
use std::sync::Arc;

use gtn_db::answer::HitError;
use gtn_db::find::LoadGamesError;
use gtn_db::store::{Store, StoreError};
use gtn_db::view::IndexCache;
use pyo3::exceptions::{PyFileNotFoundError, PyValueError};
use pyo3::prelude::*;
use serde::Serialize;

use crate::arrow::{ArrowData, KeyBytes};
use crate::database::{Database, DatabaseError};
use crate::pool;
use crate::rows::RowSink;

/// What the threads of a question share.
pub struct File {
    pub path: PathBuf,
    pub indexes: IndexCache,
}

/// Why a question has no answer.
pub struct Failure(pub PyErr);

impl From<LoadGamesError> for Failure {
    fn from(error: LoadGamesError) -> Failure {
        match error {
            LoadGamesError::Store(error) => error.into(),
            error => Failure(DatabaseError::new_err(error.to_string())),
        }
    }
}

impl From<HitError> for Failure {
    fn from(error: HitError) -> Failure {
        match error {
            HitError::Store(error) => error.into(),
            error => Failure(DatabaseError::new_err(error.to_string())),
        }
    }
}

impl From<PyErr> for Failure {
    fn from(error: PyErr) -> Failure {
        Failure(error)
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Failure {
        Failure(failed(error))
    }
}

impl Database {
    /// Runs a question on a connection of its own.
    pub fn run<T: Send + 'static>(
        &self,
        py: Python<'_>,
        question: impl FnOnce(&File, &Store) -> Result<T, Failure> + Send + 'static,
    ) -> PyResult<T> {
        let file = Arc::clone(&self.file);
        let run = move || question(&file, &file.store()?);
        pool::run(py, self.threads, run)?.map_err(|failure| failure.0)
    }

    /// [`answer`](Self::answer), with the column that `keys` asks for.
    pub fn answer_with(
        &self,
        py: Python<'_>,
        keys: KeyBytes,
        columns: fn() -> Vec<arrow_schema::Field>,
        question: impl FnOnce(&File, &Store, &mut RowSink) -> Result<(), Failure> + Send + 'static,
    ) -> PyResult<ArrowData> {
        Ok(self.answer(py, columns, question)?.with_key_bytes(keys))
    }

    /// Answers a question with the rows that it adds.
    pub fn answer(
        &self,
        py: Python<'_>,
        columns: fn() -> Vec<arrow_schema::Field>,
        question: impl FnOnce(&File, &Store, &mut RowSink) -> Result<(), Failure> + Send + 'static,
    ) -> PyResult<ArrowData> {
        self.run(py, move |file, store| {
            let mut rows = RowSink::new(columns());
            question(file, store, &mut rows)?;
            Ok(rows.finish()?)
        })
    }
}

impl RowSink {
    /// Adds rows.
    pub fn extend(&mut self, objects: impl Iterator<Item = impl Serialize>) -> Result<(), Failure> {
        for object in objects {
            self.push(&object)?;
        }
        Ok(())
    }
}

impl File {
    /// A connection of its own.
    pub fn store(&self) -> Result<Store, Failure> {
        Ok(Store::open(&self.path)?)
    }
}

/// The exception for a database that cannot be read, or a condition that cannot be evaluated.
pub fn failed(error: StoreError) -> PyErr {
    let causes = std::iter::successors(std::error::Error::source(&error), |cause| cause.source());
    let message = causes.fold(error.to_string(), |text, cause| format!("{text}: {cause}"));
    match error {
        StoreError::Missing { .. } => PyFileNotFoundError::new_err(message),
        StoreError::Expression { .. } | StoreError::NoSource { .. } | StoreError::Query { .. } => {
            PyValueError::new_err(message)
        }
        _ => DatabaseError::new_err(message),
    }
}
