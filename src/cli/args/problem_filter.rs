//! Options that select problems by their properties.

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use gtn_db::find::abalone::{self, PositionRecords};
use gtn_db::model::SourcePattern;
use gtn_db::solution::Dialect;
use gtn_db::store::{ProblemConditions, ProblemFilter, Store, StoreError};

use super::conditions::{ConditionArgs, Own};
use super::expression::ExpressionArgs;
use super::lossy::pattern_parser;

/// Options that select problems by their records.
#[derive(Debug, Args)]
pub struct ProblemArgs<O: Own> {
    /// Only records of this source: its name, its file name, its path, or a folder or archive that
    /// contains it; * stands for any text and ? for a character. Repeat the option for several
    /// sources
    #[arg(long, value_name = "PATTERN", value_parser = pattern_parser())]
    source: Vec<SourcePattern>,
    #[command(flatten)]
    conditions: ConditionArgs<ProblemConditions, O>,
}

/// All options that select problems by their records.
#[derive(Debug, Args)]
pub struct RecordArgs<O: Own = OwnSource> {
    #[command(flatten)]
    problem: ProblemArgs<O>,
    #[command(flatten)]
    expression: ExpressionArgs,
}

/// The source is the one of [`ProblemArgs`], which also knows paths. Keys are arguments of commands, or come from
/// the file of [`SetArgs`](super::SetArgs).
#[derive(Debug)]
pub struct OwnSource;

impl Own for OwnSource {
    const LEFT_OUT: &'static [&'static str] = &["source", "ids"];
}

/// As [`OwnSource`]; what is known of rights is an option of [`SetArgs`](super::SetArgs), which asks only the
/// record that is kept.
#[derive(Debug)]
pub struct OwnRights;

impl Own for OwnRights {
    const LEFT_OUT: &'static [&'static str] = &["source", "ids", "rights"];
}

/// The names of dialects.
pub fn dialect_parser() -> impl TypedValueParser<Value = Dialect> {
    PossibleValuesParser::new(Dialect::ALL.map(Dialect::name))
        .try_map(|name| name.parse::<Dialect>())
}

impl<O: Own> ProblemArgs<O> {
    /// The conditions that problems of Abalone can fulfill, too.
    pub fn abalone_conditions(
        &self,
        store: &Store,
    ) -> Result<abalone::ProblemConditions<'_>, StoreError> {
        abalone::ProblemConditions::new(store, &self.source, self.conditions.conditions())
    }

    /// The name of the first option that was given and that only problems of Go can fulfill.
    pub fn go_option(&self) -> Option<&str> {
        self.conditions.go_option()
    }

    /// The options that were given, as they are written.
    pub fn describe(&self) -> Vec<String> {
        let sources = self.source.iter().map(|pattern| format!("--source {}", pattern.as_str()));
        sources.chain(self.conditions.describe()).collect()
    }

    /// The filter with these conditions alone.
    pub fn to_filter(&self) -> ProblemFilter {
        let conditions = self.conditions.conditions().clone();
        ProblemFilter { sources: self.source.clone(), conditions, sql: None }
    }

    /// The name of the first option that was given, for messages.
    pub fn given_option(&self) -> Option<&str> {
        let source = (!self.source.is_empty()).then_some("--source");
        source.or(self.conditions.given_option())
    }
}

impl<O: Own> RecordArgs<O> {
    /// The patterns of `--source`.
    pub fn sources(&self) -> &[SourcePattern] {
        &self.problem.source
    }

    /// The name of the first option but `--source` that was given, for messages.
    pub fn option_but_source(&self) -> Option<&str> {
        self.problem.conditions.given_option().or(self.expression.given_option())
    }

    /// The positions of Abalone with the records that fulfill the conditions.
    pub fn load_abalone(&self, store: &Store) -> Result<Vec<PositionRecords>, StoreError> {
        let conditions = self.problem.abalone_conditions(store)?;
        abalone::load_positions(store, |problem| conditions.are_fulfilled_by(problem))
    }

    /// The name of the first option that was given and that only problems of Go can fulfill.
    pub fn go_option(&self) -> Option<&str> {
        self.problem.go_option().or(self.expression.given_option())
    }

    /// The options that were given, as they are written.
    pub fn describe(&self) -> Vec<String> {
        self.problem.describe()
    }

    /// The filter for the store.
    pub fn to_filter(&self) -> ProblemFilter {
        ProblemFilter { sql: self.expression.to_expression(), ..self.problem.to_filter() }
    }

    /// The name of the first option that was given, for messages.
    pub fn given_option(&self) -> Option<&str> {
        self.problem.given_option().or(self.expression.given_option())
    }

    /// Makes the store show only the records that the options select.
    pub fn apply(&self, store: &Store) -> anyhow::Result<()> {
        Ok(store.select_records(&self.to_filter())?)
    }
}
