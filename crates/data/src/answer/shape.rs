//! Positions of one shape.

use serde::Serialize;

use crate::find::{EdgeDistances, ShapeMember};

/// A group of positions with the same stones and other edges.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ShapeJson {
    /// The number of stones.
    pub stones: usize,
    /// The positions, sorted by key.
    pub members: Vec<ShapeMemberJson>,
}

/// A position of a group, with its first record.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ShapeMemberJson {
    /// The key of the position.
    pub key: String,
    /// The window, in the orientation and colors of the first member's record.
    pub igtn: String,
    /// The empty lines between the stones and the edges of this window.
    pub edges: EdgesJson,
    /// Maps the record to that orientation.
    pub operation: &'static str,
    /// Who moves in the record, in those colors.
    pub turn: &'static str,
    /// The name of the source.
    pub source: String,
    /// The number of the game tree in the source, from 1.
    pub tree: u32,
    /// The rank of the problem in that tree, from 1.
    pub problem: u32,
    /// SGF's GN.
    pub name: Option<String>,
    /// Rows x columns of the record's board.
    pub board: String,
}

/// The empty lines between the stones and each edge; null for an open side.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct EdgesJson {
    /// To the left.
    pub left: Option<u8>,
    /// Above.
    pub top: Option<u8>,
    /// To the right.
    pub right: Option<u8>,
    /// Below.
    pub bottom: Option<u8>,
}

impl ShapeJson {
    /// A group of positions with `stones` stones.
    pub fn new(stones: usize, members: &[ShapeMember]) -> ShapeJson {
        ShapeJson { stones, members: members.iter().map(ShapeMemberJson::new).collect() }
    }
}

impl ShapeMemberJson {
    /// A position of a group.
    pub fn new(member: &ShapeMember) -> ShapeMemberJson {
        let EdgeDistances { left, top, right, bottom } = member.edges;
        let at = &member.record.at;
        ShapeMemberJson {
            key: member.position.key.to_string(),
            igtn: member.view.window.to_string(),
            edges: EdgesJson { left, top, right, bottom },
            operation: member.operation.name(),
            turn: member.turn.name(),
            source: at.source.clone(),
            tree: at.tree,
            problem: at.problem,
            name: at.name.clone(),
            board: member.record.placement.board.to_string(),
        }
    }
}
