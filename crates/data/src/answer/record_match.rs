//! A record of the same or of a similar position.

use serde::Serialize;

use super::point_names::PointNames;
use crate::Color;
use crate::PositionKey;
use crate::find::{
    NearestProblem, PositionQuery, RecordMatch, SimilarPosition, SimilarRecord, SolutionMatch,
};
use crate::go::Point;
use crate::model::{Occurrence, Turn};
use crate::sgf::value::format_point;
use crate::store::StoredPosition;

/// A record of the position, or one whose solution reaches the position.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RecordMatchJson {
    /// How the record matches, such as `same problem`.
    pub kind: &'static str,
    /// The key of the record's position; of the query for `inside`.
    pub key: String,
    /// The side to move in the record, in the colors of the query.
    pub turn: &'static str,
    /// Maps the query to the record's own board.
    pub operation: &'static str,
    /// The name of the source.
    pub source: String,
    /// The number of the game tree in the source, from 1.
    pub tree: u32,
    /// The rank of the problem in that tree, from 1.
    pub problem: u32,
    /// SGF's GN.
    pub name: Option<String>,
    /// Whether query and record are whole boards of different sizes with the same canonical text.
    pub other_size: bool,
    /// The moves that lead from the setup of the record to the query, such as `B[aa]`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<Vec<String>>,
    /// The moves of `after` for people, such as `B A1 W B2`.
    #[serde(skip)]
    pub after_names: String,
}

impl RecordMatchJson {
    /// A record that matches the query.
    pub fn new(position: &StoredPosition, matched: &RecordMatch) -> RecordMatchJson {
        RecordMatchJson::of_key(position.key, matched)
    }

    fn of_key(key: PositionKey, matched: &RecordMatch) -> RecordMatchJson {
        RecordMatchJson {
            kind: matched.kind.name(),
            key: key.to_string(),
            turn: matched.turn.name(),
            operation: matched.operation.name(),
            source: matched.record.at.source.clone(),
            tree: matched.record.at.tree,
            problem: matched.record.at.problem,
            name: matched.record.at.name.clone(),
            other_size: matched.has_other_size,
            after: None,
            after_names: String::new(),
        }
    }

    /// A record whose solution reaches the query, with the moves that lead there.
    pub fn inside(query: &PositionQuery, found: &SolutionMatch) -> RecordMatchJson {
        let board = found.record.placement.board;
        let sgf = |&(color, at): &(Color, Option<Point>)| {
            format!("{}[{}]", color.sgf_char(), at.map(format_point).unwrap_or_default())
        };
        let names = PointNames::whole(board);
        let name = |&(color, at): &(Color, Option<Point>)| {
            format!("{} {}", color.sgf_char(), names.name_move(at))
        };
        let after_names: Vec<String> = found.line.iter().map(name).collect();
        let Occurrence { source, tree, problem, name, .. } = found.record.at.clone();
        RecordMatchJson {
            kind: "inside",
            key: query.key().to_string(),
            turn: Turn::of(Some(found.turn)).name(),
            operation: found.operation.name(),
            source,
            tree,
            problem,
            name,
            other_size: false,
            after: Some(found.line.iter().map(sgf).collect()),
            after_names: after_names.join(" "),
        }
    }
}

/// A record of a similar position.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SimilarMatchJson {
    /// The record.
    #[serde(flatten)]
    pub record: RecordMatchJson,
    /// The number of points that differ; null if only the stones are the same.
    pub distance: Option<u8>,
    /// The points that differ, as (column,row) of the query from its top left.
    pub difference: Option<Vec<String>>,
    /// The points of `difference` for people, such as `Q16 R14`.
    #[serde(skip)]
    pub difference_names: String,
}

impl SimilarMatchJson {
    /// A record of a similar position; `names` are those of the query's points.
    pub fn new(
        names: PointNames,
        found: &SimilarPosition,
        record: &SimilarRecord,
    ) -> SimilarMatchJson {
        let points = record.difference.as_deref();
        let names: Vec<String> = points
            .into_iter()
            .flatten()
            .map(|point| names.name_at(point.at.col, point.at.row))
            .collect();
        SimilarMatchJson {
            record: RecordMatchJson::new(&found.position, &record.matched),
            distance: found.distance,
            difference: points
                .map(|points| points.iter().map(|point| point.at.to_string()).collect()),
            difference_names: names.join(" "),
        }
    }
}

/// One of the problems nearest to a position, by its first record.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NearestMatchJson {
    /// The record.
    #[serde(flatten)]
    pub record: RecordMatchJson,
    /// Always true, whatever the kind: the position itself is not this record's.
    pub nearest: bool,
    /// The number of points that differ.
    pub distance: u16,
    /// The number of points that were compared; 0 where one position contains the other.
    pub points: u16,
}

impl NearestMatchJson {
    /// One of the nearest problems.
    pub fn new(found: &NearestProblem) -> NearestMatchJson {
        NearestMatchJson {
            record: RecordMatchJson::of_key(found.key, &found.matched),
            nearest: true,
            distance: found.distance,
            points: found.points,
        }
    }
}
