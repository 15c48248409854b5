//! Positions of one shape as a line of JSON.

use gtn_db::find::{EdgeDistances, ShapeMember};
use serde::Serialize;

/// A group of positions with the same stones.
#[derive(Serialize)]
pub struct ShapeJson {
    stones: usize,
    members: Vec<ShapeMemberJson>,
}

/// A position of a group; docs/json.md describes the fields.
#[derive(Serialize)]
pub struct ShapeMemberJson {
    pub key: String,
    pub igtn: String,
    pub edges: EdgesJson,
    pub operation: &'static str,
    pub turn: &'static str,
    pub source: String,
    pub tree: u32,
    pub name: Option<String>,
    pub board: String,
}

/// The empty lines between the stones and each edge.
#[derive(Serialize)]
pub struct EdgesJson {
    left: Option<u8>,
    top: Option<u8>,
    right: Option<u8>,
    bottom: Option<u8>,
}

impl ShapeJson {
    pub fn new(stones: usize, members: &[ShapeMember]) -> ShapeJson {
        ShapeJson { stones, members: members.iter().map(ShapeMemberJson::new).collect() }
    }
}

impl ShapeMemberJson {
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
            name: at.name.clone(),
            board: member.record.placement.board.to_string(),
        }
    }
}
