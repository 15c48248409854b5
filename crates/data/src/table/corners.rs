//! The table of the moves in corners.

use super::batch::define_batch;
use crate::games::DecodeGameError;
use crate::joseki::{CornerOptions, visit_corners};
use crate::model::Winner;
use crate::sgf::value::format_point;

define_batch! {
    /// The moves in the corners of games, as [`CornerVisit`](crate::joseki::CornerVisit) describes
    /// them: `number` of the move, `corner`, `node`, the `move` as people say it (`4-3` or `tenuki`),
    /// its `point` in SGF (null for tenuki), whose `turn` it is, the `winner` of the game, and how
    /// many `lines` of the game have the move.
    CornerBatch {
        source: StringBuilder,
        tree: Int32Builder,
        number: Int32Builder,
        corner: Int8Builder,
        node: Int64Builder,
        r#move: StringBuilder,
        point: StringBuilder nullable,
        turn: StringBuilder,
        winner: StringBuilder,
        lines: Int32Builder,
    }
}

impl CornerBatch {
    /// Adds the moves in the corners of a game, given as its encoded moves.
    ///
    /// # Errors
    /// If the moves cannot be decoded. The batch is unchanged.
    pub fn push(
        &mut self,
        source: &str,
        tree: i32,
        winner: Winner,
        lines: &[u8],
        options: CornerOptions,
    ) -> Result<(), DecodeGameError> {
        for visit in visit_corners(lines, options)? {
            self.source.append_value(source);
            self.tree.append_value(tree);
            self.number.append_value(visit.number as i32); // at most `MAX_LINE_STEPS`
            self.corner.append_value(visit.corner as i8);
            self.node.append_value(visit.node as i64);
            self.r#move.append_value(visit.at.map_or("tenuki".to_owned(), |point| {
                format!("{}-{}", point.col + 1, point.row + 1)
            }));
            self.point.append_option(visit.at.map(format_point));
            self.turn.append_value(visit.player.name());
            self.winner.append_value(winner.name());
            self.lines.append_value(visit.lines as i32); // a line has at least three bytes
            self.rows += 1;
        }
        Ok(())
    }
}
