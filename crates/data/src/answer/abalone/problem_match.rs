//! A problem of the same position, or of a near one.

use serde::Serialize;

use crate::abalone::Cell;
use crate::find::abalone::{NearMatch, ProblemMatch};

/// A problem that matches a query.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = AbaloneProblemMatchJson))]
pub struct ProblemMatchJson {
    /// How the problem matches, such as `same problem`.
    pub kind: &'static str,
    /// The key of the problem's position.
    pub key: String,
    /// The side to move, in the colors of the query.
    pub turn: &'static str,
    /// The marbles that Black and White have lost, such as `5-4`, in the colors of the query; null
    /// if the problem does not say so.
    pub lost: Option<String>,
    /// Maps the query to the problem's own board.
    pub operation: &'static str,
    /// The name of the source.
    pub source: String,
    /// The number in the source, from 1: of the line, the APGN or the puzzle.
    pub number: u32,
    /// The name of the problem.
    pub name: Option<String>,
}

impl ProblemMatchJson {
    /// A problem that matches the query.
    pub fn new(found: &ProblemMatch) -> ProblemMatchJson {
        let problem = &found.problem;
        ProblemMatchJson {
            kind: found.kind.name(),
            key: problem.key.to_string(),
            turn: found.turn.name(),
            lost: found.lost.map(|lost| lost.to_string()),
            operation: found.operation.name(),
            source: problem.source.clone(),
            number: problem.number,
            name: problem.name.clone(),
        }
    }
}

/// A problem near a query.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = AbaloneNearMatchJson))]
pub struct NearMatchJson {
    /// The problem.
    #[serde(flatten)]
    pub problem: ProblemMatchJson,
    /// The number of cells that differ.
    pub distance: u32,
    /// The cells that differ, in the orientation of the query, such as `e5`.
    pub difference: Vec<String>,
}

impl NearMatchJson {
    /// A problem near the query.
    pub fn new(near: &NearMatch) -> NearMatchJson {
        NearMatchJson {
            problem: ProblemMatchJson::new(&near.found),
            distance: near.distance,
            difference: near.difference.iter().map(|(cell, _)| Cell::to_string(cell)).collect(),
        }
    }
}
