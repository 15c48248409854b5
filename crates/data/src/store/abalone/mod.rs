//! Problems and games of Abalone, in tables of their own.
//!
//! `abalone_problem` and `abalone_game` have one row for each problem and game
//! of a source. `abalone_ply` is the index of all positions of all games, those of
//! variations behind those of the main line: the games in which a position stood are one range of its primary key.

mod merge;
#[cfg(test)]
mod merge_tests;
mod read;
mod reread;
#[cfg(test)]
mod tests;
mod verify;
mod write;

pub(super) use merge::CopiedSource;
pub use read::{AbaloneCounts, StoredAbaloneGame, StoredAbaloneProblem, StoredPly};
pub use reread::AbaloneGameText;
pub use verify::AbaloneGameRow;
