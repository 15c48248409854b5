//! Positions of Abalone that an address names.

use super::lookup::parse_key;
use super::problem::Problem;
use crate::PositionKey;
use crate::abalone::Setup;
use crate::find::abalone::{find_by_key, read_problem};
use crate::store::{Store, StoredAbaloneProblem};

/// A position of problems or of games.
#[derive(Debug)]
pub(super) struct KnownAbalone {
    pub(super) key: PositionKey,
    /// The position as its first problem has it, or else as it first stood in a game.
    pub(super) setup: Setup,
    /// The records of its problems; none if the position only stood in games.
    pub(super) records: Vec<StoredAbaloneProblem>,
}

impl KnownAbalone {
    /// The position with a key, or with the only key that begins like this; `None` if no position of
    /// Abalone has the key.
    ///
    /// # Errors
    /// 422 if the text is no key or begins several.
    pub(super) fn find(store: &Store, key: &str) -> Result<Option<KnownAbalone>, Problem> {
        let prefix = parse_key(key)?;
        let found = store.abalone_keys_with_prefix(prefix, 2)?;
        let Some(&first) = found.first() else { return Ok(None) };
        if found.len() > 1 || !store.positions_with_prefix(prefix, 1)?.is_empty() {
            let detail = format!("several keys begin with {key}: write more digits");
            return Err(Problem::unprocessable(detail));
        }
        let records = store.abalone_problems_with(first)?;
        let setup = match records.first() {
            Some(record) => read_problem(store, record)?.setup,
            None => find_by_key(store, first)?
                .ok_or_else(|| Problem::internal(format!("the position {first} is gone")))?,
        };
        Ok(Some(KnownAbalone { key: first, setup, records }))
    }
}
