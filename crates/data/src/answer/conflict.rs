//! A conflict between the answers of duplicates.

use serde::Serialize;

use super::point_names::PointNames;
use crate::find::{
    AcceptedMove, AnswerGroup, Comparison, DamagedTextError, LineMove, shown_verdict,
};
use crate::go::Size;
use crate::sgf::value::format_point;
use crate::solution::{Agreement, Certainty, Conflict};
use crate::solve::Verdict;
use crate::store::{Store, StoreError, StoredPosition, StoredRecord};

/// A problem whose records do not accept the same first moves.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ConflictJson {
    /// The key of the position.
    pub key: String,
    /// `contradicts`, `disjoint`, `lists fewer` or `assumed`.
    pub class: &'static str,
    /// `overlap` or `disjoint`.
    pub agreement: &'static str,
    /// Who moves, in the colors of the board of the first record that accepts a move.
    pub turn: &'static str,
    /// The window on that board, large enough for all accepted moves.
    pub igtn: String,
    /// What the stored verdict of the solver says; null if there is none, or the outcome is unknown.
    pub computed: Option<ComputedJson>,
    /// The records that accept the same moves.
    pub sides: Vec<ConflictSideJson>,
}

/// What the stored verdict of the solver says of a problem.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ComputedJson {
    /// What the best moves of both sides lead to: `killed`, `ko`, `seki` or `lives`.
    pub outcome: &'static str,
    /// Whether a pass reaches the outcome, too; then `moves` is empty.
    pub settled: bool,
    /// The first moves that reach the outcome.
    pub moves: Vec<String>,
    /// These for people, such as `killed by B19`.
    #[serde(skip)]
    pub sentence: String,
}

impl ComputedJson {
    /// The verdict about a problem on a board; `None` if the outcome is unknown.
    pub fn new(verdict: &Verdict, board: Size) -> Option<ComputedJson> {
        let solved = verdict.answer.as_ref().ok()?;
        let names = PointNames::whole(board);
        let moves: Vec<String> = solved.moves.iter().map(|&at| names.name(at)).collect();
        let how = match solved.is_settled() {
            true => ", whoever moves first".to_owned(),
            false => format!(" by {}", moves.join(" ")),
        };
        Some(ComputedJson {
            outcome: solved.outcome.name(),
            settled: solved.is_settled(),
            moves: solved.moves.iter().map(|&at| format_point(at)).collect(),
            sentence: format!("{}{how}", solved.outcome.name()),
        })
    }
}

/// Records that accept the same moves.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ConflictSideJson {
    /// The first moves: SGF points, null for tenuki.
    pub accepted: Vec<Option<String>>,
    /// What the stored verdict of the solver says of each: `confirmed`, `refuted`, `settled`, `outside` or
    /// `undecided`; empty if there is none.
    pub judged: Vec<&'static str>,
    /// How they are known in the surest of the records: `marked`, `words` or `assumed`; null if there
    /// are none.
    pub certainty: Option<&'static str>,
    /// The moves that other records state as right, and after which every line of one of these is
    /// wrong.
    pub rejected: Vec<Option<String>>,
    /// The records.
    pub records: Vec<ConflictRecordJson>,
    /// The solution of the first record.
    pub moves: Vec<ConflictMoveJson>,
}

/// A record of a conflict.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ConflictRecordJson {
    /// The name of the source.
    pub source: String,
    /// The number of the game tree in the source, from 1.
    pub tree: u32,
    /// The rank of the problem in that tree, from 1.
    pub problem: u32,
    /// SGF's GN.
    pub name: Option<String>,
    /// Maps the record to the canonical text.
    pub operation: &'static str,
    /// How the record marks its answers; null if imported before schema 2.
    pub dialect: Option<&'static str>,
    /// How its answers are known: `marked`, `words` or `assumed`; null if it accepts nothing, or was
    /// imported before schema 2.
    pub certainty: Option<&'static str>,
}

/// A move of a solution.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ConflictMoveJson {
    /// The number of moves before this one; its parent is the nearest earlier move with a depth
    /// lower by one.
    pub depth: u32,
    /// The player.
    pub color: &'static str,
    /// The SGF point; null for tenuki.
    pub point: Option<String>,
    /// `right`, `lesser`, `doubtful` or `wrong` at the end of a line.
    pub verdict: Option<&'static str>,
}

impl ConflictJson {
    /// A conflict about a position.
    ///
    /// # Errors
    /// If the database cannot be read or is damaged.
    pub fn new(
        store: &Store,
        position: &StoredPosition,
        comparison: &Comparison<'_>,
    ) -> Result<ConflictJson, StoreError> {
        let damaged = |error: DamagedTextError| StoreError::Damaged {
            path: store.path().to_owned(),
            what: error.to_string(),
        };
        let view = comparison.view(position).map_err(damaged)?;
        let verdict = shown_verdict(store, position, comparison)?;
        let verdict = verdict.as_ref();
        Ok(ConflictJson {
            key: position.key.to_string(),
            class: comparison.conflict.map_or("", Conflict::name),
            agreement: comparison.agreement.map_or("", Agreement::name),
            turn: comparison.shown.own_turn().name(),
            igtn: view.window.to_string(),
            computed: verdict
                .and_then(|verdict| ComputedJson::new(verdict, comparison.shown.placement.board)),
            sides: comparison
                .groups
                .iter()
                .map(|group| ConflictSideJson::new(group, verdict))
                .collect(),
        })
    }
}

impl ConflictSideJson {
    fn new(group: &AnswerGroup<'_>, verdict: Option<&Verdict>) -> ConflictSideJson {
        let points = |moves: &[AcceptedMove]| {
            moves.iter().map(|accepted| accepted.at.map(format_point)).collect()
        };
        let record = |record: &&StoredRecord| ConflictRecordJson {
            source: record.at.source.clone(),
            tree: record.at.tree,
            problem: record.at.problem,
            name: record.at.name.clone(),
            operation: record.at.symmetry.name(),
            dialect: record.solution.as_ref().map(|solution| solution.dialect.name()),
            certainty: record
                .solution
                .as_ref()
                .filter(|_| !group.accepted.is_empty())
                .map(|solution| solution.dialect.certainty().name()),
        };
        let played = |played: &LineMove| ConflictMoveJson {
            depth: played.depth,
            color: played.color.name(),
            point: played.at.map(format_point),
            verdict: played.verdict.map(|verdict| verdict.name()),
        };
        ConflictSideJson {
            accepted: points(&group.accepted),
            judged: match verdict {
                Some(verdict) => {
                    group.accepted.iter().map(|one| verdict.judge(one.at).name()).collect()
                }
                None => Vec::new(),
            },
            certainty: group.certainty.map(Certainty::name),
            rejected: points(&group.rejected),
            records: group.records.iter().map(record).collect(),
            moves: group.line.iter().map(played).collect(),
        }
    }
}
