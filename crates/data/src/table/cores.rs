//! The table of pairs of positions whose problems have the same core.

use super::batch::define_batch;
use crate::PositionKey;

define_batch! {
    /// Pairs of positions whose problems have the same core, or near ones: the `key` of one, the `other_key`
    /// behind it in their order, the `distance` in points of the core, and the `margin`: the lines around the
    /// right lines that agree, 1 or 2; 0 if points differ.
    CoreBatch {
        key: StringBuilder,
        other_key: StringBuilder,
        distance: Int8Builder,
        margin: Int8Builder,
    }
}

impl CoreBatch {
    /// Adds a pair.
    pub fn push(&mut self, keys: [PositionKey; 2], distance: u8, margin: u8) {
        let [key, other_key] = keys;
        self.key.append_value(key.to_string());
        self.other_key.append_value(other_key.to_string());
        self.distance.append_value(distance as i8); // at most MAX_DISTANCE
        self.margin.append_value(margin as i8); // at most 2
        self.rows += 1;
    }
}
