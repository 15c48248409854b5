//! Why an import failed as a whole.

use std::any::Any;
use std::io;

use thiserror::Error;

use crate::store::StoreError;

/// Why an import failed. Sources that were committed before are kept.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ImportError {
    /// The database could not be read or written.
    #[error("the import failed")]
    Store(#[from] StoreError),
    /// The name for standard input, or for a renamed file, is that of a file in the database.
    #[error("a file in the database is named `{name}` or lies below it")]
    NameTaken {
        /// The name.
        name: String,
    },
    /// The system does not allow the threads that an import needs.
    #[error("the import cannot start its {thread}")]
    Thread {
        /// Which thread: `reader` or `parser`.
        thread: &'static str,
        /// The reason.
        source: io::Error,
    },
    /// A thread of the import panicked, which is a bug in gtn-db.
    #[error("a bug in gtn-db: the {thread} panicked: {message}")]
    Panicked {
        /// Which thread: `reader` or `parser`.
        thread: &'static str,
        /// The message of the panic.
        message: String,
    },
}

impl ImportError {
    /// The error for the payload of a panic.
    pub(super) fn from_panic(thread: &'static str, payload: &(dyn Any + Send)) -> ImportError {
        let message = payload
            .downcast_ref::<String>()
            .map(String::as_str)
            .or_else(|| payload.downcast_ref::<&str>().copied())
            .unwrap_or("no message");
        ImportError::Panicked { thread, message: message.to_owned() }
    }
}
