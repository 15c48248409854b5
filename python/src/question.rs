//! Questions to a database: each on a connection of its own, answered with rows.

use std::path::PathBuf;

use gtn_db::answer::HitError;
use gtn_db::find::LoadGamesError;
use gtn_db::store::{Store, StoreError};
use gtn_db::view::IndexCache;
use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyFileNotFoundError, PyValueError};
use pyo3::prelude::*;
use serde::Serialize;

use crate::rows::RowSink;

create_exception!(gtn_db, DatabaseError, PyException, "A database that cannot be read.");

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
