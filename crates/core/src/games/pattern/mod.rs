//! What is searched for: the placements of a pattern on a board. Nothing here knows an
//! index.

mod inverted_index;
mod placement;
mod stabilizer;

pub(super) use inverted_index::PlacementIndex;
pub(super) use placement::{Placement, PlacementSet};
pub use stabilizer::Stabilizer;
