//! Conditions on problems.

use std::collections::HashSet;

use crate::Color;
use crate::extract::abalone::ProblemText;
use crate::model::SourcePattern;
use crate::store::{SourceDetails, Store, StoreError, StoredAbaloneProblem, fold};

/// Conditions on records of problems. A record has to fulfill all that are set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProblemConditions<'a> {
    /// The ids of the sources.
    pub sources: Option<HashSet<i64>>,
    /// Part of the name, in any letter case.
    pub name: Option<&'a str>,
    /// The side to move, in the record's own colors.
    pub turn: Option<Color>,
}

impl<'a> ProblemConditions<'a> {
    /// The conditions of a filter that problems of Abalone can fulfill: one of the patterns matches the
    /// source, unless there are none.
    ///
    /// # Errors
    /// If the database cannot be read, and [`StoreError::NoSource`] if no source has the name of the
    /// condition.
    pub fn new(
        store: &Store,
        patterns: &[SourcePattern],
        conditions: &'a crate::store::ProblemConditions,
    ) -> Result<ProblemConditions<'a>, StoreError> {
        let is_selected =
            |source: &SourceDetails| patterns.iter().any(|pattern| source.is_selected(pattern));
        let sources = match patterns {
            [] => store.sources_named(conditions.source.as_ref())?,
            _ => {
                let selected = store.source_details()?.into_iter().filter(is_selected);
                Some(selected.map(|source| source.id).collect())
            }
        };
        Ok(ProblemConditions { sources, name: conditions.name.as_deref(), turn: conditions.turn })
    }

    /// Whether a record fulfills the conditions. Reads its text if a condition names the side to move.
    pub fn are_fulfilled_by(&self, problem: &StoredAbaloneProblem) -> bool {
        self.sources.as_ref().is_none_or(|sources| sources.contains(&problem.source_id))
            && self.name.is_none_or(|name| has_name(problem, name))
            && self.turn.is_none_or(|turn| is_to_move(problem, turn))
    }
}

fn has_name(problem: &StoredAbaloneProblem, text: &str) -> bool {
    let text = fold(text);
    problem.name.as_deref().is_some_and(|name| fold(name).contains(&text))
}

fn is_to_move(problem: &StoredAbaloneProblem, turn: Color) -> bool {
    ProblemText::read(problem.form, &problem.source_text)
        .is_ok_and(|text| text.setup.turn == Some(turn))
}
