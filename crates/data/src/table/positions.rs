//! The table of the positions of games.

use super::batch::define_batch;
use crate::games::{DecodeGameError, GameDecoder, LineReplay};
use crate::gtn::SubPosition;

define_batch! {
    /// The positions of the main lines of games: one before the first move and one after each.
    /// `color` is that of the player, null before the first move; `col` and `row`
    /// count from 0 at the upper left, and are null for a pass. `key` is that of the whole board
    /// in canonical form, without a window.
    PositionBatch {
        source: StringBuilder,
        tree: Int32Builder,
        number: Int32Builder,
        color: StringBuilder nullable,
        col: Int8Builder nullable,
        row: Int8Builder nullable,
        key: StringBuilder,
    }
}

impl PositionBatch {
    /// Adds the positions of a game, given as its encoded moves.
    ///
    /// # Errors
    /// If the moves cannot be decoded. The batch is unchanged.
    pub fn push(&mut self, source: &str, tree: i32, lines: &[u8]) -> Result<(), DecodeGameError> {
        let mut decoder = GameDecoder::new(lines)?;
        decoder.next_line()?;
        let mut replay = LineReplay::new(&decoder);
        loop {
            let position = replay.position();
            let point = position.last.and_then(|(_, point)| point);
            let key = SubPosition::goban(position.board.clone()).canonicalize().key();
            self.source.append_value(source);
            self.tree.append_value(tree);
            self.number.append_value(position.moves as i32); // at most `MAX_LINE_STEPS`
            self.color.append_option(position.last.map(|(player, _)| player.name()));
            self.col.append_option(point.map(|point| point.col as i8));
            self.row.append_option(point.map(|point| point.row as i8));
            self.key.append_value(key.to_string());
            self.rows += 1;
            if !replay.play() {
                return Ok(());
            }
        }
    }
}
