//! The table of the moves in corners.

use super::batch::define_batch;
use super::positions::color_code;
use crate::games::DecodeGameError;
use crate::joseki::{CornerOptions, visit_corners};
use crate::model::Winner;

define_batch! {
    /// The moves in the corners of games, as [`CornerVisit`](crate::joseki::CornerVisit) describes
    /// them: `number` of the move, `corner`, `node`, `at` (null for tenuki), `color` of the player,
    /// 1 for Black and 2 for White, the `winner` of the game, by [`Winner::code`], and how many
    /// `lines` of the game have the move.
    CornerBatch {
        source: StringBuilder,
        tree: Int32Builder,
        number: Int32Builder,
        corner: Int8Builder,
        node: Int64Builder,
        at: Int32Builder nullable,
        color: Int8Builder,
        winner: Int8Builder,
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
            self.at.append_option(visit.at.map(i32::from));
            self.color.append_value(color_code(visit.player));
            self.winner.append_value(winner.code() as i8);
            self.lines.append_value(visit.lines as i32); // a line has at least three bytes
            self.rows += 1;
        }
        Ok(())
    }
}
