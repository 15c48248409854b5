//! `gtn-db compare -o report.html`: the submissions beside the known problems, as one page.

use std::io::Write;

use gtn_db::answer::PointNames;
use gtn_db::find::{Known, LineMove, ShownRecord, Submission, show_submission};
use gtn_db::model::Occurrence;
use gtn_db::report::{ComparedBoard, ComparedProblem, ComparisonPage, TreeMove};
use gtn_db::solution::AnswerRelation;
use gtn_db::store::Store;

use super::row::SubmissionRow;
use crate::cli::output::plural;

/// The most moves of a solution.
const MAX_MOVES: usize = 80;

/// The problems of the page.
#[derive(Default)]
pub struct Rows {
    page: ComparisonPage,
    shown: usize,
}

impl Rows {
    pub fn add(
        &mut self,
        known: &Known<'_>,
        submissions: &Store,
        submission: &Submission,
    ) -> anyhow::Result<()> {
        self.shown += 1;
        let is_settled = submission.is_settled();
        if self.page.is_full(is_settled) {
            self.page.count(is_settled);
            return Ok(());
        }
        let first = submission.matches.first().map(|first| (known.store, first));
        let (own, other) = show_submission(submissions, submission, first)?;
        let mut boards = vec![board(&submission.record.at, own)];
        if let Some((other, (_, known))) = other.zip(first) {
            boards.push(board(&known.matched.record.at, other));
        }
        self.page.add(&ComparedProblem {
            verdict: submission.verdict.novelty.name(),
            answers: submission.verdict.answers.map(AnswerRelation::name),
            repeated: submission.repeated.clone(),
            faults: submission.faults.iter().map(|fault| fault.message.clone()).collect(),
            boards,
            matches: submission.verdict.matches,
            is_settled,
        });
        Ok(())
    }

    /// A problem of Abalone, without its board.
    pub fn add_abalone(&mut self, row: &SubmissionRow) {
        self.shown += 1;
        let own = text_board(format!("{}, puzzle {}", row.query, row.tree), row.name.clone());
        let first = row.matches.first();
        let known = first.map(|first| {
            text_board(format!("{}, puzzle {}", first.source, first.tree), first.name.clone())
        });
        self.page.add(&ComparedProblem {
            verdict: row.verdict,
            answers: row.answers,
            repeated: None,
            faults: Vec::new(),
            boards: [own].into_iter().chain(known).collect(),
            matches: row.matches.len(),
            is_settled: row.verdict == "same problem" && row.answers == Some("agree"),
        });
    }

    /// Writes the page about `chosen` problems under the lines that sum up.
    pub fn write(
        &self,
        chosen: usize,
        mut lines: Vec<String>,
        out: &mut impl Write,
    ) -> anyhow::Result<()> {
        if chosen > self.shown {
            let more = plural((chosen - self.shown) as u64, "problem");
            lines.push(format!("--limit leaves out {more}"));
        }
        Ok(self.page.write(&lines, out)?)
    }
}

fn text_board(place: String, name: Option<String>) -> ComparedBoard {
    let (accepted, differing, tree) = (Vec::new(), Vec::new(), Vec::new());
    ComparedBoard { place, name, picture: None, accepted, differing, tree }
}

fn board(at: &Occurrence, shown: ShownRecord) -> ComparedBoard {
    let names = PointNames::whole(shown.view.place.board);
    let accepted = shown.accepted.iter();
    let tree_move = |played: &LineMove| TreeMove {
        depth: played.depth,
        name: format!("{} {}", played.color.sgf_char(), names.name_move(played.at)),
        verdict: played.verdict,
    };
    ComparedBoard {
        place: format!("{}, tree {}", at.source, at.tree_and_problem()),
        name: at.name.clone(),
        accepted: accepted
            .map(|one| format!("{} {}", one.letter(), names.name_move(one.at)))
            .collect(),
        differing: shown.differing.iter().map(|&at| names.name_move(Some(at))).collect(),
        tree: shown.line.iter().take(MAX_MOVES).map(tree_move).collect(),
        picture: Some((shown.picture(), shown.turn)),
    }
}
