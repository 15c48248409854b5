//! A record that contains the query, or is contained in it.

use serde::Serialize;

use super::point_names::PointNames;
use crate::find::ContainmentMatch;

/// A record that contains the query, or is contained in it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ContainmentJson {
    /// `contains` or `contained`.
    pub kind: &'static str,
    /// The key of the record's position.
    pub key: String,
    /// The side to move in the record, in the colors of the query.
    pub turn: &'static str,
    /// Maps the query to the record's own board.
    pub operation: &'static str,
    /// The point of the record's board under the top left point of the query, as (column,row).
    pub at: String,
    /// The point of `at` for people, such as `Q16`.
    #[serde(skip)]
    pub at_name: String,
    /// The number of places.
    pub placements: u32,
    /// The name of the source.
    pub source: String,
    /// The number of the game tree in the source, from 1.
    pub tree: u32,
    /// The rank of the problem in that tree, from 1.
    pub problem: u32,
    /// SGF's GN.
    pub name: Option<String>,
}

impl ContainmentJson {
    /// A record that was found.
    pub fn new(found: ContainmentMatch) -> ContainmentJson {
        let names = PointNames::whole(found.record.placement.board);
        ContainmentJson {
            kind: found.kind.name(),
            key: found.key.to_string(),
            turn: found.turn.name(),
            operation: found.operation.name(),
            at: found.at.to_string(),
            at_name: names.name_at(found.at.col, found.at.row),
            placements: found.placements,
            source: found.record.at.source,
            tree: found.record.at.tree,
            problem: found.record.at.problem,
            name: found.record.at.name,
        }
    }
}

/// How much was found of a query.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ContainmentCountJson {
    /// The positions.
    pub positions: u64,
    /// Their records.
    pub records: u64,
    /// The places in these positions.
    pub placements: u64,
}
