//! The index of games: segments of rows by column, in tables of the database.
//!
//! ```text
//!   games by id   1 ........ 64,000 | ........ 72,000 | ........ 80,000 | ... 83,100
//!                 segment 9           segment 10        segment 11        not indexed yet
//!                 └ facts: id, winner, year, ranks
//!                 └ digest: what a caller of `write_segment` makes of the moves
//! ```
//!
//! An import writes a segment of [`SEGMENT_ROWS`] games in the transaction that adds the last of them,
//! and merges [`MERGED`] segments into one. So a snapshot of the database has the index of the same
//! state. Games behind the last segment are read as without an index. Ids are never used twice, so
//! the removal of a game is a row in `segment_dead`.
//!
//! This module knows bytes and planes: [`GameSegment`] reads and checks them, the meaning of a digest
//! belongs to `games`.

mod planes;
mod read;
mod unindexed;
mod write;

pub use read::{GameSegment, IndexState, LoadedSegment, SegmentPlanes};
pub use unindexed::UnindexedGame;
pub(super) use write::DEFAULT_ROWS;

/// Number of games in a segment: two planes fill a page of the database.
const SEGMENT_ROWS: usize = 8_000;

/// Number of segments that are merged into one.
const MERGED: usize = 8;

/// What a row of a segment describes.
const GAME: i64 = 1;

/// The version of the facts. Raised by changes of the planes before the digest.
const FACTS_FORMAT: i64 = 1;

/// Planes of the facts: the id, as a distance from the first one of the segment, low byte first; the
/// winner; the year, low byte first; the ranks of Black and White.
const ID: usize = 0;
const WINNER: usize = 4;
const YEAR: usize = 5;
const RANKS: usize = 7;
const FACTS: usize = 9;

/// An unknown year, and an unknown rank.
const NO_YEAR: u16 = u16::MAX;
const NO_RANK: u8 = u8::MAX;

/// The version of all planes, for digests of a version.
fn format(digest: i64) -> i64 {
    FACTS_FORMAT * 1_000 + digest
}

/// The id of a part. Part 0 is the directory.
fn part(segment: i64, part: usize) -> i64 {
    segment << 16 | part as i64
}

/// What the directory of a segment repeats of its row in the table.
fn name(first: i64, last: i64, rows: usize) -> Vec<u8> {
    [first, last, rows as i64].iter().flat_map(|number| number.to_le_bytes()).collect()
}
