//! The indexes of games and of positions: segments of rows by column, in tables of the database.
//!
//! ```text
//!   games by id   1 ........ 64,000 | ........ 72,000 | ........ 80,000 | ... 83,100
//!                 segment 9           segment 10        segment 11        not indexed yet
//!                 └ facts: id, winner, year, ranks, names
//!                 └ digest: what a caller of `write_segment` makes of the moves
//! ```
//!
//! An import writes a segment of `SEGMENT_ROWS` games in the transaction that adds the last of them, and
//! at its end a smaller one of an eighth or more; `MERGED` small segments become one. So a snapshot of the database has the index of the same
//! state. Games behind the last segment are read as without an index. Ids are never used twice, so
//! the removal of a game is a row in `segment_dead`.
//!
//! Segments of positions are written in the same way, but their rows are sorted (`positions.rs`). The
//! columns of main lines are segments of their own behind those of games (`columns.rs`).
//!
//! This module knows bytes and planes: [`Segment`] reads and checks them, the meaning of a digest
//! belongs to `games`, and that of a sketch to `similarity`.

mod columns;
mod layout;
mod names;
mod parts;
mod planes;
mod positions;
mod read;
mod unindexed;
mod write;

pub use columns::{ColumnBlock, ColumnSegment};
pub(super) use layout::SEGMENT_ROWS;
pub use layout::Segment;
pub use names::PlayerFilter;
pub use positions::{IndexedPosition, PositionSegment, SketchFormat};
pub use read::{IndexState, LoadedSegment, SegmentIds, SegmentOutcomes, SegmentPlanes};
pub use unindexed::UnindexedGame;
