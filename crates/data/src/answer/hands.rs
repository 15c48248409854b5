//! Numbers under which two hands of one book have different problems.

use serde::Serialize;

use crate::store::{BookRecord, Store, StoreError};

/// A number under which two hands of one book have different positions, with the first record of each.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BookNumberJson {
    /// The number.
    pub number: u64,
    /// The first book.
    pub book: String,
    /// The key of its position.
    pub key: String,
    /// The source of its record.
    pub source: String,
    /// The number of the game tree there, from 1.
    pub tree: u32,
    /// The rank of the problem in that tree, from 1.
    pub problem: u32,
    /// The second book, and its record.
    pub other_book: String,
    /// The key of its position.
    pub other_key: String,
    /// The source of its record.
    pub other_source: String,
    /// The number of the game tree there, from 1.
    pub other_tree: u32,
    /// The rank of the problem in that tree, from 1.
    pub other_problem: u32,
}

impl BookNumberJson {
    /// A number of two hands, with the first record of each; `None` when an import has removed a record
    /// meanwhile.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn load(
        store: &Store,
        [book, other_book]: &[String; 2],
        number: u64,
        [one, other]: &[BookRecord; 2],
    ) -> Result<Option<BookNumberJson>, StoreError> {
        let load = |record: &BookRecord| {
            let (source, tree, problem) = record.at;
            store.record_at(source, tree, problem)
        };
        let (Some((key, one)), Some((other_key, other))) = (load(one)?, load(other)?) else {
            return Ok(None);
        };
        Ok(Some(BookNumberJson {
            number,
            book: book.clone(),
            key: key.to_string(),
            source: one.at.source,
            tree: one.at.tree,
            problem: one.at.problem,
            other_book: other_book.clone(),
            other_key: other_key.to_string(),
            other_source: other.at.source,
            other_tree: other.at.tree,
            other_problem: other.at.problem,
        }))
    }
}
