//! Similar positions: near one another, of the same shape, or containing one
//! another.
//!
//! A [`SimilarityIndex`] holds windows under numbers that the caller chooses.
//! The module is pure: no file and no database is read here.
//!
//! | question | answered by |
//! |---|---|
//! | Which positions differ from this one in at most *k* points? | [`SimilarityIndex::find_near`] |
//! | Which pairs of positions differ in at most *k* points? | [`SimilarityIndex::find_near_pairs`] |
//! | Which positions differ in at most *k* points, when an engine such as Spark joins them? | [`near_keys`], [`near_distance`] |
//! | Which positions have the same stones, with other edges? | [`SimilarityIndex::find_same_shapes`], [`SimilarityIndex::find_shape_groups`] |
//! | Which positions differ in at most *k* points, whatever their edges? | [`SimilarityIndex::find_near_with_any_edges`] |
//! | Is the part of the board where the answer is played the same? | [`CoreProblem`] |
//! | Which of many problems may have the same core as this one? | [`CoreJoin`] |
//! | May a problem have the same core as one of many? | [`CoreFilter`] |
//! | Do two near positions have marked points in common? | [`MarkedWindow`] |
//! | Which positions contain this pattern? | [`Containing`] |
//! | Which positions are contained in this one? | [`Within`] |
//!
//! Every search first skips index entries that provably cannot match. `reference.rs`
//! (tests only) answers the same questions by brute force.

mod alignment;
mod bitboard;
mod change_hash;
mod contains;
mod core_code;
mod core_join;
mod entry;
mod first_move;
mod hamming;
mod marked_window;
mod near;
mod near_join;
mod near_pairs;
mod normalized_shape;
mod part_signatures;
mod possible_moves;
mod problem_core;
#[cfg(test)]
mod problem_core_tests;
mod rectangle;
#[cfg(test)]
mod reference;
mod same_shape;
mod shape_groups;
mod signature;
mod similarity_index;
mod sketch;
mod sketch_filter;
mod star_clusters;

pub use alignment::{Alignment, Difference, QueryPoint};
pub use contains::{Containing, ContainmentHit, Edges, NoStoneError, Placement, Within};
pub use core_join::{AskedMove, CoreFilter, CoreJoin, StoredMove};
pub use marked_window::{CommonMark, MarkedWindow};
pub use near::{MAX_DISTANCE, NearHit};
pub use near_join::{near_distance, near_keys};
pub use near_pairs::NearPair;
pub use part_signatures::PartSignatures;
pub use possible_moves::PossibleMoves;
pub use problem_core::{CoreHit, CoreKey, CoreProblem, NO_ANSWER, Surroundings};
pub use same_shape::{SameShapeHit, align_stones};
pub use shape_groups::{ShapeGroup, ShapeHashes};
pub use similarity_index::{SimilarityIndex, SimilarityIndexBuilder};
pub use sketch::{SKETCH_FORMAT, Sketch, SketchBlock, SketchColumn};
pub use sketch_filter::SketchFilter;
pub use star_clusters::{StarCluster, find_star_clusters, find_star_clusters_of_sets};
