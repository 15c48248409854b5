//! `gtn-db find --inside`: records whose solution reaches the query.

use gtn_db::Color;
use gtn_db::find::{PositionQuery, SolutionMatch};
use gtn_db::go::Point;
use gtn_db::model::{Occurrence, Turn};
use gtn_db::sgf::value::format_point;

use super::request::Naming;
use super::rows::RecordRow;

/// The row of a record whose solution reaches the query, with the moves that lead there.
pub fn to_row(
    label: &str,
    naming: Naming,
    query: &PositionQuery,
    found: &SolutionMatch,
) -> RecordRow {
    let board = found.record.placement.board;
    let sgf = |&(color, at): &(Color, Option<Point>)| {
        format!("{}[{}]", color.sgf_char(), at.map(format_point).unwrap_or_default())
    };
    let name = |&(color, at): &(Color, Option<Point>)| {
        let point = at.map_or("tenuki".to_owned(), |at| at.name(board));
        format!("{} {point}", color.sgf_char())
    };
    let names: Vec<String> = found.line.iter().map(name).collect();
    let Occurrence { source, tree, name, .. } = found.record.at.clone();
    RecordRow {
        query: label.to_owned(),
        query_cell: naming.cell(label),
        kind: "inside",
        key: query.key().to_string(),
        turn: Turn::of(Some(found.turn)).name(),
        operation: found.operation.name(),
        source,
        tree,
        name,
        other_size: false,
        after: Some(found.line.iter().map(sgf).collect()),
        after_names: names.join(" "),
    }
}
