//! Conditions on problems.

use std::collections::HashSet;

use crate::Color;
use crate::extract::abalone::ProblemText;
use crate::store::StoredAbaloneProblem;

/// Conditions on records of problems. A record has to fulfill all that are set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProblemConditions<'a> {
    /// The ids of the sources.
    pub sources: Option<HashSet<i64>>,
    /// Part of the name, in any letter case (of ASCII letters).
    pub name: Option<&'a str>,
    /// The side to move, in the record's own colors.
    pub turn: Option<Color>,
}

impl ProblemConditions<'_> {
    /// Whether a record fulfills the conditions. Reads its text if a side to move is asked for.
    pub fn are_fulfilled_by(&self, problem: &StoredAbaloneProblem) -> bool {
        self.sources.as_ref().is_none_or(|sources| sources.contains(&problem.source_id))
            && self.name.is_none_or(|name| has_name(problem, name))
            && self.turn.is_none_or(|turn| is_to_move(problem, turn))
    }
}

fn has_name(problem: &StoredAbaloneProblem, text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    problem.name.as_deref().is_some_and(|name| name.to_ascii_lowercase().contains(&text))
}

fn is_to_move(problem: &StoredAbaloneProblem, turn: Color) -> bool {
    ProblemText::read(problem.form, &problem.source_text)
        .is_ok_and(|text| text.setup.turn == Some(turn))
}
