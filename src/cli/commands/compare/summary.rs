//! How many submitted problems have each value of a field.

use std::collections::BTreeMap;

use gtn_db::Rule;
use gtn_db::find::{Novelty, QueueClass, Submission};
use gtn_db::solution::AnswerRelation;

use crate::cli::output::plural;

/// How many problems have each value of a field.
#[derive(Default)]
pub struct Summary {
    verdicts: BTreeMap<Novelty, u64>,
    answers: BTreeMap<AnswerRelation, u64>,
    repeated: u64,
    faults: BTreeMap<Rule, u64>,
}

impl Summary {
    pub fn add(&mut self, submission: &Submission) {
        self.add_verdict(submission.verdict.novelty, submission.verdict.answers);
        self.repeated += u64::from(submission.repeated.is_some());
        for rule in submission.rules() {
            *self.faults.entry(rule).or_default() += 1;
        }
    }

    pub fn add_verdict(&mut self, novelty: Novelty, answers: Option<AnswerRelation>) {
        *self.verdicts.entry(novelty).or_default() += 1;
        if let Some(answers) = answers {
            *self.answers.entry(answers).or_default() += 1;
        }
    }

    pub fn has(&self, class: QueueClass) -> bool {
        match class {
            QueueClass::Verdict(novelty) => self.verdicts.contains_key(&novelty),
            QueueClass::Answers(answers) => self.answers.contains_key(&answers),
            QueueClass::Repeated => self.repeated > 0,
            QueueClass::Fault(rule) => self.faults.contains_key(&rule),
        }
    }

    /// A sentence such as `5 problems: 2 same problem, 3 new; answers: 1 agree; 1 repeated; faults: 1 no-answer`.
    pub fn line(&self) -> String {
        fn list<T: Copy>(counts: &BTreeMap<T, u64>, name: fn(T) -> &'static str) -> String {
            let parts = counts.iter().map(|(&value, count)| format!("{count} {}", name(value)));
            parts.collect::<Vec<_>>().join(", ")
        }
        let mut line = plural(self.verdicts.values().sum(), "problem");
        if !self.verdicts.is_empty() {
            line += &format!(": {}", list(&self.verdicts, Novelty::name));
        }
        if !self.answers.is_empty() {
            line += &format!("; answers: {}", list(&self.answers, AnswerRelation::name));
        }
        if self.repeated > 0 {
            line += &format!("; {} repeated", self.repeated);
        }
        if !self.faults.is_empty() {
            line += &format!("; faults: {}", list(&self.faults, Rule::name));
        }
        line
    }
}
