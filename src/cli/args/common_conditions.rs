//! Conditions that problems of Go and of Abalone can fulfill.

use std::collections::HashSet;

use gtn_db::Color;
use gtn_db::find::abalone::{PositionRecords, ProblemConditions, load_positions};
use gtn_db::model::SourcePattern;
use gtn_db::store::{SourceDetails, Store, StoreError};

/// The conditions that problems of both families can fulfill.
pub struct CommonConditions<'a> {
    pub sources: &'a [SourcePattern],
    pub name: Option<&'a str>,
    pub turn: Option<Color>,
}

impl CommonConditions<'_> {
    /// The ids of the sources that fulfill the condition; `None` if there is no condition.
    pub fn select_sources(&self, store: &Store) -> Result<Option<HashSet<i64>>, StoreError> {
        if self.sources.is_empty() {
            return Ok(None);
        }
        let details = store.source_details()?.into_iter();
        let is_selected =
            |source: &SourceDetails| self.sources.iter().any(|pattern| source.is_selected(pattern));
        Ok(Some(details.filter(is_selected).map(|source| source.id).collect()))
    }

    /// The conditions on problems of Abalone.
    pub fn of_abalone(&self, store: &Store) -> Result<ProblemConditions<'_>, StoreError> {
        let CommonConditions { name, turn, .. } = *self;
        Ok(ProblemConditions { sources: self.select_sources(store)?, name, turn })
    }

    /// The positions of Abalone with the records that fulfill the conditions.
    pub fn load(&self, store: &Store) -> Result<Vec<PositionRecords>, StoreError> {
        let conditions = self.of_abalone(store)?;
        load_positions(store, |problem| conditions.are_fulfilled_by(problem))
    }
}
