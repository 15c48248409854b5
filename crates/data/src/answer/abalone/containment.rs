//! A problem that contains a query, or is contained in it.

use serde::Serialize;

use super::problem_match::ProblemMatchJson;
use crate::Color;
use crate::find::abalone::ContainmentMatch;

/// A problem that contains the query, or is contained in it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = AbaloneContainmentJson))]
pub struct ContainmentJson {
    /// The problem. The operation maps the query to it up to a shift.
    #[serde(flatten)]
    pub problem: ProblemMatchJson,
    /// The cells of the larger board on which the marbles of the smaller one are, Black's first.
    pub cells: Vec<String>,
    /// The number of places.
    pub placements: usize,
}

impl ContainmentJson {
    /// A problem that contains the query, or is contained in it.
    pub fn new(found: &ContainmentMatch) -> ContainmentJson {
        let cells = Color::ALL.into_iter().flat_map(|color| found.marbles.cells(color));
        ContainmentJson {
            problem: ProblemMatchJson::new(&found.found),
            cells: cells.map(|cell| cell.to_string()).collect(),
            placements: found.placements,
        }
    }
}
