//! The data of a report.

use super::abalone_audit::AbaloneAudit;
use crate::model::{BookOverlap, Occurrence, Turn};
use crate::solution::{Certainty, Verdict};
use crate::svg::Picture;
use crate::{Diagnostic, PositionKey};

/// The content of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AuditReport {
    /// The name of the collection.
    pub folder: String,
    /// The date of the report, in any format.
    pub date: Option<String>,
    /// How much the collection holds.
    pub totals: Totals,
    /// The books of the collection, and what they share.
    pub overlap: BookOverlap,
    /// The problems with more than one record.
    pub duplicates: Vec<Duplicate>,
    /// The duplicate problems whose records disagree on the answer.
    pub conflicts: Vec<Conflict>,
    /// The positions with the same stones and other edges.
    pub shapes: Vec<Shape>,
    /// The faults of the records.
    pub findings: Vec<Diagnostic>,
    /// The faults that were met while reading the files.
    pub skips: Vec<Diagnostic>,
    /// What there is of Abalone; all other fields but the faults of reading are about Go.
    pub abalone: Option<AbaloneAudit>,
}

/// How much a collection holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Files, and entries of archives.
    pub files: u64,
    /// Problems, duplicates included.
    pub records: u64,
    /// Games; the report says nothing else about them.
    pub games: u64,
    /// Different positions.
    pub positions: u64,
    /// Different problems: positions with a side to move.
    pub problems: u64,
    /// Records besides the first one of each problem.
    pub redundant: u64,
    /// Problems with a conflict that is not [grave](crate::solution::Conflict::is_grave).
    pub other_conflicts: u64,
}

/// A problem with more than one record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Duplicate {
    /// The board of one record.
    pub picture: Picture,
    /// The side to move in the picture.
    pub turn: Turn,
    /// The key of the position.
    pub key: PositionKey,
    /// The records, each with the operation that maps the record to the
    /// picture.
    pub records: Vec<Occurrence>,
    /// For each record the index of the first one whose game tree has the same
    /// bytes, if that comes before.
    pub copies: Vec<Option<usize>>,
}

/// A problem whose records do not accept the same first moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// How the records disagree.
    pub kind: crate::solution::Conflict,
    /// The board of one record, with letters on the accepted moves.
    pub picture: Picture,
    /// The side to move in the picture.
    pub turn: Turn,
    /// The key of the position.
    pub key: PositionKey,
    /// The records by what they accept.
    pub sides: Vec<ConflictSide>,
}

/// Records of a problem that say the same of the first moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConflictSide {
    /// The letters of the accepted moves in the picture.
    pub accepted: Vec<String>,
    /// How they are known.
    pub certainty: Option<Certainty>,
    /// The letters of the moves that are wrong here and right in other records.
    pub rejected: Vec<String>,
    /// The records; operations as in [`Duplicate::records`].
    pub records: Vec<Occurrence>,
    /// The solution tree in the orientation of the picture, in depth-first
    /// order.
    pub tree: Vec<TreeMove>,
}

/// Positions with the same stones and other edges.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The number of stones.
    pub stones: usize,
    /// The positions, drawn in the orientation and colors of the first one.
    pub positions: Vec<MovedPosition>,
}

/// A position of a shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MovedPosition {
    /// The board of its first record.
    pub picture: Picture,
    /// The side to move in the picture.
    pub turn: Turn,
    /// The key of the position.
    pub key: PositionKey,
    /// The first record, with the operation that maps the record to the picture.
    pub record: Occurrence,
}

/// A move of a solution tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeMove {
    /// The number of moves before this one in its line. The parent is the
    /// nearest preceding move whose depth is smaller by one.
    pub depth: u32,
    /// The text to show, such as `B C3`.
    pub name: String,
    /// The verdict on the line that ends with this move.
    pub verdict: Option<Verdict>,
}
