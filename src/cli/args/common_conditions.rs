//! Conditions that problems of Go and of Abalone can fulfill.

use std::collections::HashSet;

use gtn_db::Color;
use gtn_db::extract::abalone::ProblemText;
use gtn_db::find::abalone::{PositionRecords, load_positions};
use gtn_db::model::SourcePattern;
use gtn_db::store::{SourceDetails, Store, StoreError, StoredAbaloneProblem};

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

    /// The positions of Abalone with the records that fulfill the conditions.
    pub fn load(&self, store: &Store) -> Result<Vec<PositionRecords>, StoreError> {
        let sources = self.select_sources(store)?;
        load_positions(store, |problem| {
            sources.as_ref().is_none_or(|sources| sources.contains(&problem.source_id))
                && self.name.is_none_or(|name| has_name(problem, name))
                && self.turn.is_none_or(|turn| is_to_move(problem, turn))
        })
    }
}

/// Whether the name contains a text, in any letter case of ASCII.
fn has_name(problem: &StoredAbaloneProblem, text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    problem.name.as_deref().is_some_and(|name| name.to_ascii_lowercase().contains(&text))
}

/// Whether the record says that a color is to move, in its own colors.
fn is_to_move(problem: &StoredAbaloneProblem, turn: Color) -> bool {
    ProblemText::read(problem.form, &problem.source_text)
        .is_ok_and(|text| text.setup.turn == Some(turn))
}
