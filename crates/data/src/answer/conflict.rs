//! A conflict between the answers of duplicates.

use serde::Serialize;

use crate::find::{AcceptedMove, AnswerGroup, Comparison, DamagedTextError, LineMove};
use crate::sgf::value::format_point;
use crate::solution::{Agreement, Certainty, Conflict};
use crate::store::{StoredPosition, StoredRecord};

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
    /// The records that accept the same moves.
    pub sides: Vec<ConflictSideJson>,
}

/// Records that accept the same moves.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ConflictSideJson {
    /// The first moves: SGF points, null for tenuki.
    pub accepted: Vec<Option<String>>,
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
    /// If the stored position does not fit the record shown: the database is damaged.
    pub fn new(
        position: &StoredPosition,
        comparison: &Comparison<'_>,
    ) -> Result<ConflictJson, DamagedTextError> {
        let view = comparison.view(position)?;
        Ok(ConflictJson {
            key: position.key.to_string(),
            class: comparison.conflict.map_or("", Conflict::name),
            agreement: comparison.agreement.map_or("", Agreement::name),
            turn: comparison.shown.own_turn().name(),
            igtn: view.window.to_string(),
            sides: comparison.groups.iter().map(ConflictSideJson::new).collect(),
        })
    }
}

impl ConflictSideJson {
    fn new(group: &AnswerGroup<'_>) -> ConflictSideJson {
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
            certainty: group.certainty.map(Certainty::name),
            rejected: points(&group.rejected),
            records: group.records.iter().map(record).collect(),
            moves: group.line.iter().map(played).collect(),
        }
    }
}
