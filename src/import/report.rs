//! What came of an import.

use std::collections::BTreeMap;

use crate::store::Tally;
use crate::{Diagnostic, Rule};

/// What an import brought, and what it did not.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// What was written and kept.
    pub tally: Tally,
    /// Sources that were in the database already.
    pub unchanged: u64,
    /// What was not taken as it stands, in the order of the inputs: so many of
    /// each kind as [`Options`](super::ImportOptions) wants, because memory must not
    /// grow with what is imported.
    pub skipped: Vec<Diagnostic>,
    /// How many there were of each kind, listed or not.
    pub counts: BTreeMap<Rule, u64>,
    /// Trees and whole sources that were not kept.
    pub lost: u64,
    /// Whether the import was ended before all was read.
    pub is_interrupted: bool,
}

impl Report {
    /// How many things were not taken as they stand and are not listed.
    pub fn omitted(&self) -> u64 {
        self.counts.values().sum::<u64>() - self.skipped.len() as u64
    }
}

/// A report as far as it has come.
#[derive(Debug)]
pub(super) struct Reporter {
    pub report: Report,
    /// So many of each kind are listed.
    listed: usize,
    /// The source and the tree that was lost last: it may have several faults.
    last_lost: Option<(String, u32)>,
}

impl Reporter {
    pub fn new(listed: usize) -> Reporter {
        Reporter { report: Report::default(), listed, last_lost: None }
    }

    /// Counts what was not taken as it stands, and lists it if there is room.
    pub fn skip(&mut self, skips: &[Diagnostic]) {
        let Reporter { report, listed, last_lost } = self;
        for skip in skips {
            let count = report.counts.entry(skip.rule).or_default();
            if *count < *listed as u64 {
                report.skipped.push(skip.clone());
            }
            *count += 1;
            if skip.is_kept() {
                continue;
            }
            let at = &skip.location;
            let is_last = last_lost
                .as_ref()
                .is_some_and(|(source, tree)| *tree == at.tree && *source == at.source);
            if !is_last {
                report.lost += 1;
                *last_lost = Some((at.source.clone(), at.tree));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Disposition, Location};

    fn skip(rule: Rule, source: &str, tree: u32, kept: bool) -> Diagnostic {
        let location = Location { source: source.to_owned(), tree, offset: 0 };
        let disposition = if kept { Disposition::Kept } else { Disposition::Skipped };
        Diagnostic { location, rule, message: "why".to_owned(), disposition }
    }

    #[test]
    fn of_each_kind_the_first_are_listed_and_all_are_counted() {
        let mut reporter = Reporter::new(2);
        for tree in 1..=5 {
            reporter.skip(&[
                skip(Rule::GameFact, "a.sgf", tree, true),
                skip(Rule::GameFact, "a.sgf", tree, true),
            ]);
        }
        reporter.skip(&[skip(Rule::MoveIllegal, "a.sgf", 5, true)]);
        let report = reporter.report;
        let listed = |skip: &Diagnostic| (skip.rule, skip.location.tree);
        assert_eq!(
            report.skipped.iter().map(listed).collect::<Vec<_>>(),
            [(Rule::GameFact, 1), (Rule::GameFact, 1), (Rule::MoveIllegal, 5)],
        );
        assert_eq!(report.counts, [(Rule::GameFact, 10), (Rule::MoveIllegal, 1)].into());
        assert_eq!((report.omitted(), report.lost), (8, 0));
    }

    #[test]
    fn a_tree_with_several_faults_is_lost_once() {
        let mut reporter = Reporter::new(1);
        reporter.skip(&[
            skip(Rule::SetupBoth, "a.sgf", 1, false),
            skip(Rule::Syntax, "a.sgf", 1, true),
            skip(Rule::Syntax, "a.sgf", 1, false),
            skip(Rule::Syntax, "a.sgf", 2, false),
        ]);
        reporter.skip(&[skip(Rule::Syntax, "b.sgf", 2, false)]);
        assert_eq!(reporter.report.lost, 3);
    }
}
