//! Positions and records that an address names.

use super::problem::Problem;
use super::text::texts;
use crate::KeyPrefix;
use crate::find::{Decisions, Identity, cluster_records, find_answered};
use crate::go::Symmetry;
use crate::model::{ProblemId, Turn};
use crate::publish::find_default_view;
use crate::store::{Store, StoredPosition, StoredRecord};

texts! { "server/lookup": NO_KEY, NO_POSITION, SEVERAL, NO_RECORD, NO_SIDE, OTHER_RECORD }

/// The key, or its beginning, in an address.
///
/// # Errors
/// 422 if the text is neither.
pub(super) fn parse_key(key: &str) -> Result<KeyPrefix, Problem> {
    key.parse().map_err(|_| Problem::unprocessable(NO_KEY.with(&[&key.escape_debug()])))
}

/// The key, or its beginning, and the side to move of a problem that an address names.
///
/// # Errors
/// 422 if the text is no [`ProblemId`].
pub(super) fn split_id(id: &str) -> Result<(&str, Option<Turn>), Problem> {
    let parsed: ProblemId =
        id.parse().map_err(|_| Problem::unprocessable(NO_KEY.with(&[&id.escape_debug()])))?;
    Ok((id.split_once('-').map_or(id, |(key, _)| key), parsed.turn))
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

    /// The record with a number from 1; without a number, the first one of the problem with a side to move
    /// that accepts a move, or else the first one of that problem. Returns the number with the record.
    ///
    /// # Errors
    /// 404 if there is no such record or no such problem.
    pub(super) fn record_of_problem(
        &self,
        store: &Store,
        number: Option<usize>,
        turn: Turn,
    ) -> Result<(usize, &StoredRecord), Problem> {
        if number.is_some() {
            return self.record(store, number);
        }
        let clusters = cluster_records(&self.position, &self.records, Identity::Problem);
        let cluster = clusters.iter().find(|cluster| cluster.turn == turn);
        let missing = || Problem::not_found(NO_SIDE.with(&[&self.position.key]));
        let cluster = cluster.ok_or_else(missing)?;
        let records = cluster.records.iter();
        let records: Vec<StoredRecord> = records.map(|&record| record.clone()).collect();
        let id = records[find_answered(store, &records)?].id;
        let index = self.records.iter().position(|record| record.id == id);
        self.record(store, index.map(|index| index + 1))
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
