//! Submitted problems beside the known ones: what an editor decides about.

use std::collections::{BTreeSet, HashMap};
use std::str::FromStr;

use thiserror::Error;

use super::assessment::{
    Assessor, Known, KnownRecord, Novelty, NoveltyVerdict, Submitted, SubmittedProblem,
};
use super::check_records::check_record;
use super::duplicates::tree_of;
use super::fights::find_reason;
use crate::model::{Occurrence, Turn};
use crate::solution::{Answer, AnswerRelation, collect_answers};
use crate::store::{Store, StoreError, StoredPosition, StoredRecord};
use crate::{Diagnostic, PositionKey, Rule};

/// What a record leaves unsaid, or what has no bearing on its problem; `check` lists these.
const REMARKS: [Rule; 3] = [Rule::NoRefutation, Rule::Charset, Rule::LeftOut];

/// A submitted problem, with all that the fields of `compare` say of it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Submission {
    /// The position.
    pub position: StoredPosition,
    /// The record in the database of the submissions.
    pub record: StoredRecord,
    /// What is known of the problem.
    pub verdict: NoveltyVerdict,
    /// The known records, the closest first, if they were asked for.
    pub matches: Vec<KnownRecord>,
    /// The first submission of the same problem, if this is a later one.
    pub repeated: Option<Occurrence>,
    /// The first submission of the same problem with the same answers, if this is a later one.
    pub copy_of: Option<Occurrence>,
    /// The faults of the record.
    pub faults: Vec<Diagnostic>,
}

impl Submission {
    /// The rules that the record breaks, each once.
    pub fn rules(&self) -> BTreeSet<Rule> {
        self.faults.iter().map(|fault| fault.rule).collect()
    }

    /// Whether the submission has a value in one of its fields.
    pub fn has(&self, class: QueueClass) -> bool {
        match class {
            QueueClass::Verdict(novelty) => self.verdict.novelty == novelty,
            QueueClass::Answers(relation) => self.verdict.answers == Some(relation),
            QueueClass::Repeated => self.repeated.is_some(),
            QueueClass::Fault(rule) => self.faults.iter().any(|fault| fault.rule == rule),
        }
    }

    /// Whether nobody has to look: the problem is known, its answers agree, and the record has no fault.
    pub fn is_settled(&self) -> bool {
        self.verdict.novelty == Novelty::SameProblem
            && self.verdict.answers == Some(AnswerRelation::Agree)
            && self.faults.is_empty()
    }
}

/// A value of one of the fields of a [`Submission`]; all have different names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QueueClass {
    /// A verdict.
    Verdict(Novelty),
    /// A relation of the answers.
    Answers(AnswerRelation),
    /// An earlier submission is the same problem.
    Repeated,
    /// A fault.
    Fault(Rule),
}

impl QueueClass {
    /// All values: verdicts, relations of answers, `repeated`, faults.
    pub fn all() -> impl Iterator<Item = QueueClass> {
        let verdicts = Novelty::ALL.into_iter().map(QueueClass::Verdict);
        let relations = AnswerRelation::ALL.into_iter().map(QueueClass::Answers);
        let rules = Rule::ALL.iter().copied().filter(|rule| !REMARKS.contains(rule));
        let rest = [QueueClass::Repeated].into_iter().chain(rules.map(QueueClass::Fault));
        verdicts.chain(relations).chain(rest)
    }

    /// The name as options and addresses write it: `same-problem`, `contradicts`, `no-answer`.
    ///
    /// ```
    /// # mod gtn_db { pub use {gtn_db_core::*, gtn_db_data::*}; }
    /// use gtn_db::find::QueueClass;
    ///
    /// let names: Vec<String> = QueueClass::all().map(QueueClass::name).collect();
    /// assert_eq!((&*names[0], &*names[13]), ("same-problem", "contradicts"));
    /// assert_eq!(names[14].parse(), Ok(QueueClass::Repeated));
    /// # Ok::<(), gtn_db::find::ParseQueueClassError>(())
    /// ```
    pub fn name(self) -> String {
        let name = match self {
            QueueClass::Verdict(novelty) => novelty.name(),
            QueueClass::Answers(relation) => relation.name(),
            QueueClass::Repeated => "repeated",
            QueueClass::Fault(rule) => rule.name(),
        };
        name.replace(' ', "-")
    }
}

/// A text that names no value of a field.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{}` is none of {}", text.escape_debug(), list_classes())]
pub struct ParseQueueClassError {
    text: String,
}

fn list_classes() -> String {
    QueueClass::all().map(QueueClass::name).collect::<Vec<_>>().join(", ")
}

impl FromStr for QueueClass {
    type Err = ParseQueueClassError;

    fn from_str(text: &str) -> Result<QueueClass, ParseQueueClassError> {
        let found = QueueClass::all().find(|class| class.name() == text);
        found.ok_or_else(|| ParseQueueClassError { text: text.to_owned() })
    }
}

/// Assesses submitted problems one after the other, and remembers which were there before.
#[derive(Debug)]
pub struct Queue<'a> {
    submissions: &'a Store,
    assessor: Assessor<'a>,
    /// By position, side to move and lines of the window, those with different answers.
    earlier: HashMap<(PositionKey, Turn, [u8; 2]), Vec<Earlier>>,
    /// What the import of the submissions found in trees that it kept.
    imported: HashMap<(String, u32), Vec<Diagnostic>>,
}

/// The most submissions of a problem with different answers that are remembered, so that k of them
/// take linear time.
const MOST_EARLIER: usize = 100;

/// A submission that was assessed.
#[derive(Debug)]
struct Earlier {
    at: Occurrence,
    /// The source and its tree.
    tree: (i64, u32),
    /// Whether the tree has several problems with this position and side to move.
    has_siblings: bool,
    answers: BTreeSet<Answer>,
}

impl<'a> Queue<'a> {
    /// A queue of the problems of a database, whose import reported `imported`.
    pub fn new(known: &'a Known<'a>, submissions: &'a Store, imported: &[Diagnostic]) -> Queue<'a> {
        let mut by_tree: HashMap<(String, u32), Vec<Diagnostic>> = HashMap::new();
        for fault in imported.iter().filter(|fault| fault.is_kept() && counts(fault)) {
            let place = (fault.location.source.clone(), fault.location.tree);
            by_tree.entry(place).or_default().push(fault.clone());
        }
        let assessor = Assessor::new(known);
        Queue { submissions, assessor, earlier: HashMap::new(), imported: by_tree }
    }

    /// Assesses the record with the next id of [`Store::record_ids`]. Its known records are listed only
    /// if `lists` says so of the submission without them. `None` if there is no such record.
    ///
    /// # Errors
    /// If a database cannot be read.
    pub fn assess(
        &mut self,
        id: i64,
        lists: impl FnOnce(&Submission) -> bool,
    ) -> Result<Option<Submission>, StoreError> {
        let submissions = self.submissions;
        let Some((position, record, sgf)) = submissions.record_with_tree(id)? else {
            return Ok(None);
        };
        let submitted = Submitted { store: submissions, position: &position, record: &record };
        let problem = self.assessor.read_problem(submitted)?;
        let (repeated, copy_of) = self.find_repeated(submitted, &problem);
        let mut faults = check_record(&record, &sgf, false);
        let place = (record.at.source.clone(), record.at.tree);
        faults.extend(self.imported.get(&place).into_iter().flatten().cloned());
        faults.retain(counts);
        faults.sort();
        faults.dedup();
        let mut submission = Submission {
            verdict: NoveltyVerdict::new(),
            matches: Vec::new(),
            repeated,
            copy_of,
            faults,
            position,
            record,
        };
        let (position, record) = (submission.position.clone(), submission.record.clone());
        let submitted = Submitted { store: submissions, position: &position, record: &record };
        let (verdict, matches) = self.assessor.assess_problem(submitted, problem, |verdict| {
            submission.verdict = verdict.clone();
            lists(&submission)
        })?;
        Ok(Some(Submission { verdict, matches, ..submission }))
    }
}

impl Queue<'_> {
    /// The earlier submission of the same problem, and that with the same answers; remembers this one. Those of
    /// one tree are different problems.
    fn find_repeated(
        &mut self,
        Submitted { position, record, .. }: Submitted<'_>,
        problem: &SubmittedProblem,
    ) -> (Option<Occurrence>, Option<Occurrence>) {
        let &SubmittedProblem { ref solution, ref images, has_siblings } = problem;
        let own = Earlier {
            at: record.at.clone(),
            tree: tree_of(record),
            has_siblings,
            answers: collect_answers(solution, record.turn.color(), images),
        };
        // Whole boards of several sizes may have one text.
        let size = record.placement.region.size;
        let mut lines = [size.cols(), size.rows()];
        lines.sort_unstable();
        let earlier = self.earlier.entry((position.key, record.turn, lines)).or_default();
        let others = || earlier.iter().filter(|other| other.tree != own.tree);
        // Only their answers tell problems of one tree apart.
        let is_copy = |other: &&Earlier| {
            other.answers == own.answers
                && (!own.answers.is_empty() || !has_siblings && !other.has_siblings)
        };
        let copy_of = others().find(is_copy).map(|other| other.at.clone());
        let repeated = others().filter_map(|other| {
            if !has_siblings && !other.has_siblings {
                return Some((None, &other.at));
            }
            let reason = find_reason(&own.answers, &other.answers, Some(images))?;
            Some((Some(reason), &other.at))
        });
        let repeated = repeated.min_by_key(|(reason, _)| *reason).map(|(_, at)| at.clone());
        if earlier.len() < MOST_EARLIER && earlier.iter().all(|other| other.answers != own.answers)
        {
            earlier.push(own);
        }
        (repeated, copy_of)
    }
}

fn counts(fault: &Diagnostic) -> bool {
    !REMARKS.contains(&fault.rule)
}
