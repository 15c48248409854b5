//! The solution of a record, as it is played.

use serde::Serialize;

use crate::PositionKey;
use crate::find::{RecordTree, TreeMove};
use crate::sgf::value::format_point;
use crate::solution::Certainty;

/// The solution of a record on the board of the record. The tree is flat, so that no reader needs
/// recursion: moves name each other by their index in `nodes`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SolutionTreeJson {
    /// The key of the position.
    pub key: String,
    /// The number of the record among those of the position, from 1.
    pub record: usize,
    /// Who solves the problem, `black` or `white`, in the record's own colors.
    pub player: &'static str,
    /// Rows x columns.
    pub board: String,
    /// The comment before the first move.
    pub comment: Option<String>,
    /// The first moves of the player that the record accepts: SGF points, null for tenuki.
    pub accepted: Vec<Option<String>>,
    /// How these are known: `marked`, `words` or `assumed`; null if there are none.
    pub certainty: Option<&'static str>,
    /// The indexes of the first moves.
    pub first: Vec<u32>,
    /// The moves, each before those that follow it.
    pub nodes: Vec<SolutionNodeJson>,
}

/// A move of a solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SolutionNodeJson {
    /// The player, `black` or `white`.
    pub color: &'static str,
    /// The SGF point; null for tenuki.
    #[serde(rename = "move")]
    pub at: Option<String>,
    /// The points of the captured stones; null if the rules forbid the move, or one before it.
    pub removed: Option<Vec<String>>,
    /// `right`, `lesser`, `doubtful` or `wrong` at the end of a line.
    pub verdict: Option<&'static str>,
    /// The verdict of the record about the move.
    pub comment: Option<String>,
    /// The indexes of the moves that follow.
    pub children: Vec<u32>,
}

impl SolutionTreeJson {
    /// The solution of record number `record`, from 1, of the position with this key.
    pub fn new(key: PositionKey, record: usize, tree: &RecordTree) -> SolutionTreeJson {
        SolutionTreeJson {
            key: key.to_string(),
            record,
            player: tree.player.name(),
            board: tree.board.size().to_string(),
            comment: tree.comment.clone(),
            accepted: tree.accepted.iter().map(|point| point.map(format_point)).collect(),
            certainty: tree.certainty.map(Certainty::name),
            first: tree.first.clone(),
            nodes: tree.moves.iter().map(SolutionNodeJson::new).collect(),
        }
    }
}

impl SolutionNodeJson {
    fn new(one: &TreeMove) -> SolutionNodeJson {
        let points = |removed: &Vec<_>| removed.iter().map(|&point| format_point(point)).collect();
        SolutionNodeJson {
            color: one.color.name(),
            at: one.at.map(format_point),
            removed: one.removed.as_ref().map(points),
            verdict: one.verdict.map(|verdict| verdict.name()),
            comment: one.comment.clone(),
            children: one.children.clone(),
        }
    }
}
