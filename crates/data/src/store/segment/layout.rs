//! The planes of segments, and the names of their parts.

use crate::store::connection::Store;
use crate::store::error::StoreError;

/// Number of games in a segment: two planes fill a page of the database.
pub(in crate::store) const SEGMENT_ROWS: usize = 8_000;

/// Number of segments that are merged into one.
pub(super) const MERGED: usize = 8;

/// What a row of a segment describes.
pub(super) const GAME: i64 = 1;
pub(super) const POSITION: i64 = 2;
pub(super) const COLUMNS: i64 = 3; // a game, by main line

/// The version of the facts. Raised by changes of the planes before the digest, and of the texts that are ranks.
pub(super) const FACTS_FORMAT: i64 = 2;

/// Planes of the facts: the id, as a distance from the first one of the segment, low byte first; the
/// winner; the year, low byte first; the ranks of Black and White; the numbers of their names, low byte
/// first, Black's before White's.
pub(super) const ID: usize = 0;
pub(super) const WINNER: usize = 4;
pub(super) const YEAR: usize = 5;
pub(super) const RANKS: usize = 7;
pub(super) const NAMES: usize = 9;
pub(super) const FACTS: usize = 17;

/// An unknown year, an unknown rank, and the number of no name.
pub(super) const NO_YEAR: u16 = u16::MAX;
pub(super) const NO_RANK: u8 = u8::MAX;
pub(super) const NO_NAME: u32 = 0;

/// The version of all planes, for digests of a version.
pub(super) fn format(digest: i64) -> i64 {
    FACTS_FORMAT * 1_000 + digest
}

/// The id of a part. Part 0 is the directory.
pub(super) fn part(segment: i64, part: usize) -> i64 {
    segment << 16 | part as i64
}

/// What the directory of a segment repeats of its row in the table.
pub(super) fn name(first: i64, last: i64, rows: usize) -> Vec<u8> {
    [first, last, rows as i64].iter().flat_map(|number| number.to_le_bytes()).collect()
}

/// A segment of the index of games, of their columns, or of the index of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segment {
    pub(super) id: i64,
    pub(super) first: i64,
    pub(super) last: i64,
    pub(super) rows: usize,
}

impl Segment {
    /// The id in this database.
    pub fn id(&self) -> i64 {
        self.id
    }

    /// The id of the first row.
    pub fn first(&self) -> i64 {
        self.first
    }

    /// The id of the last row.
    pub fn last(&self) -> i64 {
        self.last
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The error for a damaged part.
    pub(super) fn damaged(&self, store: &Store, part: usize, what: &str) -> StoreError {
        let segment = self.id;
        StoreError::Damaged {
            path: store.path().to_owned(),
            what: format!("segment {segment}, part {part}: {what}; `gtn-db index` makes it again"),
        }
    }
}
