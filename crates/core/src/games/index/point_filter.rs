//! Which states occur on which points in the lines of a game: a filter that spares most
//! games the replay of their variations.

use crate::Color;

/// Sets of points as bitmaps, over all lines of a game.
#[derive(Clone, Debug, Default)]
pub(crate) struct PointFilter {
    /// By color: the points on which a stone of this color stands in some line.
    stones: [Bitmap; 2],
    /// The points that become empty in some line.
    cleared: Bitmap,
}

/// One bit per point of a board, in words that grow on demand.
type Bitmap = Vec<u64>;

impl PointFilter {
    /// Adds a change of a point.
    pub(crate) fn add(&mut self, point: u16, state: Option<Color>) {
        let bitmap = match state {
            Some(color) => &mut self.stones[color as usize],
            None => &mut self.cleared,
        };
        let word = usize::from(point / 64);
        if bitmap.len() <= word {
            bitmap.resize(word + 1, 0);
        }
        bitmap[word] |= 1 << (point % 64);
    }

    /// Whether a stone of this color stands on the point in some line.
    pub(crate) fn has_stone(&self, point: u16, color: Color) -> bool {
        contains(&self.stones[color as usize], point)
    }

    /// Whether the point becomes empty in some line.
    pub(crate) fn becomes_empty(&self, point: u16) -> bool {
        contains(&self.cleared, point)
    }

    /// Size in memory without the struct itself, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let [black, white] = &self.stones;
        [black, white, &self.cleared].into_iter().map(|bitmap| size_of_val(&**bitmap)).sum()
    }
}

fn contains(bitmap: &Bitmap, point: u16) -> bool {
    bitmap.get(usize::from(point / 64)).is_some_and(|word| word >> (point % 64) & 1 == 1)
}
