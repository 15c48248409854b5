//! Positions and records that an address names.

use super::problem::Problem;
use super::text::texts;
use crate::KeyPrefix;
use crate::find::{Decisions, find_answered};
use crate::go::Symmetry;
use crate::publish::find_default_view;
use crate::store::{Store, StoredPosition, StoredRecord};

texts! { "server/lookup": NO_KEY, NO_POSITION, SEVERAL, NO_RECORD, OTHER_RECORD }

/// The key, or its beginning, in an address.
///
/// # Errors
/// 422 if the text is neither.
pub(super) fn parse_key(key: &str) -> Result<KeyPrefix, Problem> {
    key.parse().map_err(|_| Problem::unprocessable(NO_KEY.with(&[&key.escape_debug()])))
}

/// A position with its records, at least one.
#[derive(Debug)]
pub(super) struct KnownPosition {
    pub(super) position: StoredPosition,
    pub(super) records: Vec<StoredRecord>,
}

impl KnownPosition {
    /// The position with a key, or with the only key that begins like this.
    ///
    /// # Errors
    /// 422 if the text is no key or begins several; 404 if no position has the key.
    pub(super) fn find(store: &Store, key: &str) -> Result<KnownPosition, Problem> {
        let prefix = parse_key(key)?;
        let mut found = store.positions_with_prefix(prefix, 2)?;
        match (found.pop(), found.is_empty()) {
            (None, _) => Err(Problem::not_found(NO_POSITION.with(&[&key]))),
            (Some(_), false) => Err(Problem::unprocessable(SEVERAL.with(&[&key]))),
            (Some(position), true) => {
                let records = store.records(position.id)?;
                if records.is_empty() {
                    return Err(Problem::not_found(NO_RECORD.with(&[&key])));
                }
                Ok(KnownPosition { position, records })
            }
        }
    }

    /// The record with a number from 1; without a number, the first one that accepts a move, or else
    /// the first one. Returns the number with the record.
    ///
    /// # Errors
    /// 404 if there is no such record.
    pub(super) fn record(
        &self,
        store: &Store,
        number: Option<usize>,
    ) -> Result<(usize, &StoredRecord), Problem> {
        if let Some(number) = number {
            let record = number.checked_sub(1).and_then(|index| self.records.get(index));
            let records = self.records.len();
            let missing = || Problem::not_found(OTHER_RECORD.with(&[&records, &number]));
            return Ok((number, record.ok_or_else(missing)?));
        }
        let index = find_answered(store, &self.records)?;
        Ok((index + 1, self.records.get(index).expect("find refuses positions without records")))
    }

    /// The operation that maps the board of a record onto the one that pages show by default.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub(super) fn default_view(
        &self,
        store: &Store,
        record: &StoredRecord,
    ) -> Result<Symmetry, Problem> {
        let decisions = Decisions::load(store)?;
        Ok(find_default_view(store, &decisions, &self.position, &self.records, record)?)
    }
}
