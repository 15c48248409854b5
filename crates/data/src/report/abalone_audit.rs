//! The data of a report about Abalone.

use crate::abalone::{Cell, Lost, Symmetry};
use crate::model::Turn;
use crate::svg::HexPicture;
use crate::{Diagnostic, PositionKey};

/// What a page says about Abalone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AbaloneAudit {
    /// Problems, duplicates included.
    pub records: u64,
    /// Different positions of the problems.
    pub positions: u64,
    /// Different problems: positions with a side to move and marbles lost.
    pub problems: u64,
    /// Records besides the first one of each problem.
    pub redundant: u64,
    /// Games.
    pub games: u64,
    /// Their moves.
    pub moves: u64,
    /// Different positions in the games.
    pub game_positions: u64,
    /// The problems with more than one record.
    pub duplicates: Vec<AbaloneDuplicate>,
    /// The positions that differ in few cells.
    pub near: Vec<AbaloneNearPair>,
    /// The faults of problems and games, except those that were met while reading the files.
    pub findings: Vec<Diagnostic>,
}

/// A problem with more than one record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AbaloneDuplicate {
    /// The board of one record.
    pub picture: HexPicture,
    /// The side to move in the picture.
    pub turn: Turn,
    /// The marbles lost, in the colors of the picture.
    pub lost: Option<Lost>,
    /// The key of the position.
    pub key: PositionKey,
    /// The records, each with the operation that maps the record to the picture.
    pub records: Vec<AbaloneRecord>,
}

/// A record of a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AbaloneRecord {
    /// The name of the source.
    pub source: String,
    /// The number in the source, from 1.
    pub number: u32,
    /// The name.
    pub name: Option<String>,
    /// Maps the record to the picture.
    pub operation: Symmetry,
}

/// Two positions that differ in few cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AbaloneNearPair {
    /// Both positions, the second one in the orientation and the colors of the first.
    pub positions: [AbaloneNearPosition; 2],
    /// The cells in which the pictures differ.
    pub differences: Vec<Cell>,
}

/// A position of a pair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AbaloneNearPosition {
    /// The board.
    pub picture: HexPicture,
    /// The key.
    pub key: PositionKey,
    /// The first record.
    pub record: AbaloneRecord,
}
