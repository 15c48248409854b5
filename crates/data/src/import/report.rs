//! The report about an import.

use std::collections::BTreeMap;

use super::inputs::PassedOver;
use super::reread::Reread;
use crate::store::Tally;
use crate::{Diagnostic, Rule};

/// What an import added, and what it did not.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Report {
    /// What was added to the database. Its sources are the new and the changed
    /// ones.
    pub tally: Tally,
    /// The number of sources that replaced what the database had from their
    /// place.
    pub changed: u64,
    /// The number of sources whose content the database had already from the
    /// same place.
    pub unchanged: u64,
    /// The number of sources whose content the database had from a place that
    /// does not exist any more. They keep their records.
    pub moved: u64,
    /// The names of the sources that the database had from below an imported
    /// folder, or from an imported archive, and that are not there any more.
    /// With [`ImportOptions::prune`](super::ImportOptions::prune), they were
    /// removed.
    pub gone: Vec<String>,
    /// The files and archive entries of unknown kind.
    pub passed_over: PassedOver,
    /// The faults that were found, in the order of the inputs. Of each rule, the
    /// first [`ImportOptions::max_listed`](super::ImportOptions::max_listed)
    /// are listed, so that memory does not grow with the size of the import.
    pub diagnostics: Vec<Diagnostic>,
    /// The number of faults of each rule, listed or not.
    pub counts: BTreeMap<Rule, u64>,
    /// The number of game trees and whole sources that were skipped.
    pub skipped_items: u64,
    /// Whether something was not imported, or is damaged: whether a fault, listed or not, is
    /// [damage](Diagnostic::is_damage).
    pub has_damage: bool,
    /// The number of sources of other databases that were left out, because this
    /// one has a newer import from the same place.
    pub older: u64,
    /// The number of decisions that were copied from other databases, those about submissions included.
    pub decisions: u64,
    /// The number of tags and rights that were copied from other databases.
    pub remarks: u64,
    /// The records that were read again because an earlier version of gtn-db
    /// had read them; `None` if none were.
    pub reread: Option<Reread>,
    /// Whether the import was canceled before all inputs were read.
    pub is_interrupted: bool,
}

impl Report {
    /// Adds what a later step of the same import session reports. Its tally
    /// includes that of this report.
    pub fn append(&mut self, later: Report) {
        let listed = std::mem::take(&mut self.diagnostics);
        let counts = std::mem::take(&mut self.counts);
        let earlier =
            (self.unchanged, self.older, self.decisions, self.skipped_items, self.remarks);
        let (reread, is_interrupted) = (self.reread, self.is_interrupted);
        let has_damage = self.has_damage;
        *self = later;
        self.diagnostics.splice(..0, listed);
        for (rule, count) in counts {
            *self.counts.entry(rule).or_default() += count;
        }
        self.unchanged += earlier.0;
        self.older += earlier.1;
        self.decisions += earlier.2;
        self.skipped_items += earlier.3;
        self.remarks += earlier.4;
        self.reread = self.reread.or(reread);
        self.is_interrupted |= is_interrupted;
        self.has_damage |= has_damage;
    }

    /// The number of sources from places that the database did not know.
    pub fn new_sources(&self) -> u64 {
        self.tally.sources - self.changed
    }

    /// The number of faults that are not listed.
    pub fn omitted(&self) -> u64 {
        self.counts.values().sum::<u64>() - self.diagnostics.len() as u64
    }
}

/// Collects a report.
#[derive(Debug)]
pub(super) struct ReportBuilder {
    pub(super) report: Report,
    max_listed: usize,
    /// Source and number of the tree that was skipped last. A tree may have
    /// several faults.
    last_skipped: Option<(String, u32)>,
}

impl ReportBuilder {
    pub(super) fn new(max_listed: usize) -> ReportBuilder {
        ReportBuilder { report: Report::default(), max_listed, last_skipped: None }
    }

    /// Counts diagnostics, and lists them if there is room.
    pub(super) fn add(&mut self, diagnostics: &[Diagnostic]) {
        let ReportBuilder { report, max_listed, last_skipped } = self;
        for diagnostic in diagnostics {
            let count = report.counts.entry(diagnostic.rule).or_default();
            if *count < *max_listed as u64 {
                report.diagnostics.push(diagnostic.clone());
            }
            *count += 1;
            report.has_damage |= diagnostic.is_damage();
            if diagnostic.is_kept() {
                continue;
            }
            let at = &diagnostic.location;
            let is_last = last_skipped
                .as_ref()
                .is_some_and(|(source, tree)| *tree == at.tree && *source == at.source);
            if !is_last {
                report.skipped_items += 1;
                *last_skipped = Some((at.source.clone(), at.tree));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Disposition, Item, Location};

    fn diagnostic(rule: Rule, source: &str, tree: u32, kept: bool) -> Diagnostic {
        let location = Location { source: source.to_owned(), tree, offset: 0, item: Item::Tree };
        let disposition = if kept { Disposition::Kept } else { Disposition::Skipped };
        Diagnostic { location, rule, message: "why".to_owned(), disposition }
    }

    #[test]
    fn the_first_faults_of_each_rule_are_listed_and_all_are_counted() {
        let mut builder = ReportBuilder::new(2);
        for tree in 1..=5 {
            builder.add(&[
                diagnostic(Rule::GameFact, "a.sgf", tree, true),
                diagnostic(Rule::GameFact, "a.sgf", tree, true),
            ]);
        }
        builder.add(&[diagnostic(Rule::MoveIllegal, "a.sgf", 5, true)]);
        let report = builder.report;
        let listed = |fault: &Diagnostic| (fault.rule, fault.location.tree);
        assert_eq!(
            report.diagnostics.iter().map(listed).collect::<Vec<_>>(),
            [(Rule::GameFact, 1), (Rule::GameFact, 1), (Rule::MoveIllegal, 5)],
        );
        assert_eq!(report.counts, [(Rule::GameFact, 10), (Rule::MoveIllegal, 1)].into());
        assert_eq!((report.omitted(), report.skipped_items), (8, 0));
    }

    #[test]
    fn a_tree_with_several_faults_is_skipped_once() {
        let mut builder = ReportBuilder::new(1);
        builder.add(&[
            diagnostic(Rule::SetupBoth, "a.sgf", 1, false),
            diagnostic(Rule::Syntax, "a.sgf", 1, true),
            diagnostic(Rule::Syntax, "a.sgf", 1, false),
            diagnostic(Rule::Syntax, "a.sgf", 2, false),
        ]);
        builder.add(&[diagnostic(Rule::Syntax, "b.sgf", 2, false)]);
        assert_eq!(builder.report.skipped_items, 3);
    }
}
