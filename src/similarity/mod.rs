//! Similar positions: near, of the same shape, containing one another.
//!
//! Pure: an [`Index`] holds windows under numbers and knows no database.

mod bitboard;
mod contains;
mod hamming;
mod index;
mod near;
mod near_groups;
mod normalized_shape;
#[cfg(test)]
mod reference;
mod same_shape;
mod signature;

pub use contains::{Containing, Edges, Inside, NoStoneError, Placement, Within};
pub use index::{Index, IndexBuilder};
pub use near::{Differing, MAX_DISTANCE, Near, Pair, QueryPoint, Way};
pub use near_groups::{Group, groups};
pub(crate) use normalized_shape::Figure;
pub use same_shape::SameShape;
