//! A row of a data set, whatever the form of its file.

use serde::Serialize;

use super::published_problem::{Answer, PublishedProblem};
use crate::solution::Certainty;

/// A row of the data set.
#[derive(Default, Serialize)]
pub(super) struct Row<'a> {
    pub(super) key: String,
    pub(super) canonical_turn: &'static str,
    pub(super) turn: &'static str,
    pub(super) number: u64,
    pub(super) igtn: String,
    pub(super) text: &'a str,
    pub(super) operation: &'static str,
    pub(super) board: String,
    pub(super) answers: Vec<String>,
    pub(super) certainty: Option<&'static str>,
    pub(super) disputed: bool,
    pub(super) level: Option<&'a str>,
    pub(super) genre: Option<&'a str>,
    pub(super) tags: &'a [String],
    pub(super) chapter: Option<&'a str>,
    pub(super) sources: Vec<&'a str>,
    pub(super) rights: Vec<&'a str>,
    pub(super) cluster: Option<u32>,
    pub(super) sgf: &'a str,
}

/// The columns of a row, each with its type for the card: Hugging Face's `datasets` infers types from the
/// rows of one part, where a column may have no value.
pub(super) const FEATURES: [(&str, Feature); 19] = [
    ("key", Feature::String),
    ("canonical_turn", Feature::String),
    ("turn", Feature::String),
    ("number", Feature::Int64),
    ("igtn", Feature::String),
    ("text", Feature::String),
    ("operation", Feature::String),
    ("board", Feature::String),
    ("answers", Feature::Strings),
    ("certainty", Feature::String),
    ("disputed", Feature::Bool),
    ("level", Feature::String),
    ("genre", Feature::String),
    ("tags", Feature::Strings),
    ("chapter", Feature::String),
    ("sources", Feature::Strings),
    ("rights", Feature::Strings),
    ("cluster", Feature::Int64),
    ("sgf", Feature::String),
];

/// The type of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Feature {
    String,
    Int64,
    Bool,
    /// A list of strings.
    Strings,
}

impl Feature {
    /// The type in the YAML of a card.
    pub(super) fn in_card(self) -> &'static str {
        match self {
            Feature::String => "dtype: string",
            Feature::Int64 => "dtype: int64",
            Feature::Bool => "dtype: bool",
            Feature::Strings => "sequence: string",
        }
    }
}

/// The row of a problem.
pub(super) fn make_row<'a>(
    problem: &'a PublishedProblem,
    chapter: Option<&'a str>,
    has_cluster: bool,
) -> Row<'a> {
    let answer = |one: Answer| match one.at {
        Some(_) => problem.sgf_point(one.at),
        None => "tenuki".to_owned(),
    };
    Row {
        key: problem.key.to_string(),
        canonical_turn: problem.canonical_turn.name(),
        turn: problem.turn.name(),
        number: problem.number,
        igtn: problem.window.to_string(),
        text: &problem.text,
        operation: problem.operation.name(),
        board: problem.tree.board.size().to_string(),
        answers: problem.answers().into_iter().map(answer).collect(),
        certainty: problem.certainty().map(Certainty::name),
        disputed: problem.is_disputed,
        level: problem.level.as_deref(),
        genre: problem.genre.as_deref(),
        tags: &problem.tags,
        chapter,
        sources: problem.sources.iter().map(|source| source.source.as_str()).collect(),
        rights: problem.rights(),
        cluster: has_cluster.then_some(problem.cluster),
        sgf: &problem.sgf,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn the_card_names_all_columns_with_their_types() {
        let row = Row {
            certainty: Some(""),
            level: Some(""),
            genre: Some(""),
            chapter: Some(""),
            cluster: Some(0),
            ..Row::default()
        };
        let row = serde_json::to_value(&row).unwrap();
        assert_eq!(row.as_object().unwrap().len(), FEATURES.len());
        for (name, feature) in FEATURES {
            let is_so = match feature {
                Feature::String => Value::is_string,
                Feature::Int64 => Value::is_u64,
                Feature::Bool => Value::is_boolean,
                Feature::Strings => Value::is_array,
            };
            assert!(is_so(&row[name]), "{name}: {}", row[name]);
        }
    }
}
