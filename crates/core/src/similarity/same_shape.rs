//! Positions of the same shape: the same stones with other edges.
//!
//! ```text
//!   +---------        +---------        ~ ~ ~ ~ ~
//!   | . O X . ~       | . . . . ~       ~ . O X . ~     three positions
//!   | O O X . ~       | . O X . ~       ~ O O X . ~     of one shape
//!   | X X . . ~       | O O X . ~       ~ X X . . ~
//!   | ~ ~ ~ ~         | X X . . ~       ~ ~ ~ ~ ~
//! ```
//!
//! A group that dies in the corner may live farther from the edge: another
//! problem, but a related one. `shape_groups.rs` finds all groups of such positions.

use super::entry::Entry;
use super::normalized_shape::{Normalization, NormalizedShape, PackedStone};
use super::similarity_index::SimilarityIndex;
use crate::go::Symmetry;
use crate::gtn::SubPosition;

/// A position of the same shape as the query.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SameShapeHit {
    /// The number that the position was added under.
    pub number: u32,
    /// The operations that map the query's stones onto the position's stones.
    pub symmetries: Vec<Symmetry>,
}

impl SimilarityIndex {
    /// Finds the positions with the stones of a window, in any orientation and
    /// color, but with other edges or at another distance from the edges.
    /// Sorted by number.
    ///
    /// ```
    /// # use gtn_db_core as gtn_db;
    /// use gtn_db::similarity::SimilarityIndexBuilder;
    ///
    /// let mut builder = SimilarityIndexBuilder::default();
    /// builder.add(7, &"2x2|XO_.X_!!_".parse()?);
    /// let index = builder.build();
    /// let inward = "3x3|..._.O._.XO_!!!_".parse()?;
    /// assert_eq!(index.find_same_shapes(&inward)[0].symmetries[0].name(), "N_IR2");
    /// assert!(index.find_same_shapes(&"2x2|OX_.O_!!_".parse()?).is_empty()); // the same position
    /// # Ok::<(), gtn_db::gtn::ParseGtnError>(())
    /// ```
    pub fn find_same_shapes(&self, window: &SubPosition) -> Vec<SameShapeHit> {
        let Some((shape, _)) = NormalizedShape::from_window(window) else { return Vec::new() };
        let images = StoneImages::new(window).expect("the window has stones");
        let same_positions: Vec<NormalizedShape> = shape.images().map(|(_, image)| image).collect();
        let compare = |entry: &Entry| {
            let symmetries = images.find(self.stones_of(entry), entry.symmetry);
            (!symmetries.is_empty()).then_some(SameShapeHit { number: entry.number, symmetries })
        };
        let (stones, blacks) = (shape.stones.len(), shape.count_blacks());
        let mut black_counts = vec![blacks, stones - blacks];
        black_counts.dedup();
        let mut hits = Vec::new();
        for group in self.edge_groups() {
            for &blacks in &black_counts {
                for entry in &self.entries[self.range(group, stones, blacks..blacks + 1)] {
                    let is_same_position = || same_positions.contains(&self.shape_of(entry));
                    hits.extend(compare(entry).filter(|_| !is_same_position()));
                }
            }
        }
        hits.sort_unstable_by_key(|hit| hit.number);
        hits.dedup_by_key(|hit| hit.number);
        hits
    }
}

/// Finds the operations that map the stones of one window to those of another
/// one at some offset, whatever their edges; none if they are not of one shape.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::similarity::align_stones;
///
/// let corner = "2x2|XO_.X_!!_".parse()?;
/// let inward = "3x3|..._.O._.XO_!!!_".parse()?;
/// assert_eq!(align_stones(&inward, &corner)[0].name(), "N_IR2");
/// # Ok::<(), gtn_db::gtn::ParseGtnError>(())
/// ```
pub fn align_stones(one: &SubPosition, other: &SubPosition) -> Vec<Symmetry> {
    let (Some(images), Some((shape, normalization))) =
        (StoneImages::new(one), NormalizedShape::from_window(other))
    else {
        return Vec::new();
    };
    images.find(&shape.stones, normalization.symmetry)
}

/// The images of the stones of a window under all sixteen operations.
struct StoneImages {
    normalization: Normalization,
    images: Vec<(Symmetry, NormalizedShape)>,
}

impl StoneImages {
    /// `None` for a window without stones.
    fn new(window: &SubPosition) -> Option<StoneImages> {
        let (stones_alone, normalization) = NormalizedShape::from_window_without_edges(window)?;
        Some(StoneImages { normalization, images: stones_alone.images().collect() })
    }

    /// The operations that map the window's stones to those of a shape at some
    /// offset, followed by the inverse of the operation that made the shape.
    fn find(&self, stones: &[PackedStone], normalizing: Symmetry) -> Vec<Symmetry> {
        let own = self.normalization.symmetry;
        let mut symmetries: Vec<Symmetry> = self
            .images
            .iter()
            .filter(|(_, image)| is_translation(&image.stones, stones))
            .map(|(symmetry, _)| own.then(*symmetry).then(normalizing.inverse()))
            .collect();
        symmetries.sort_unstable();
        symmetries
    }
}

/// Whether one sorted list of stones is the other one moved by an offset.
fn is_translation(stones: &[PackedStone], others: &[PackedStone]) -> bool {
    let mut offsets = stones.iter().zip(others).map(|(one, other)| other.packed() - one.packed());
    let first = offsets.next();
    // The lowest bit is the color.
    let keeps_color = first.is_some_and(|offset| offset % 2 == 0);
    stones.len() == others.len() && keeps_color && offsets.all(|offset| Some(offset) == first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Sides;
    use crate::similarity::SimilarityIndexBuilder;
    use crate::similarity::reference::{self, sub_positions};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn same_shapes_are_those_of_the_reference(
            windows in prop::collection::vec(sub_positions(3, 1..4), 2..12),
        ) {
            let mut builder = SimilarityIndexBuilder::default();
            for (window, number) in windows.iter().zip(0..) {
                builder.add(number, window);
            }
            let found = builder.build().find_same_shapes(&windows[0]);
            let open = |sub: &SubPosition| SubPosition { board: sub.board.clone(), open: Sides::ALL };
            let mut expected = Vec::new();
            for (window, number) in windows.iter().zip(0..) {
                let is_same = reference::near(&windows[0], window).is_some_and(|(distance, _)| distance == 0);
                match reference::near(&open(&windows[0]), &open(window)) {
                    Some((0, alignments)) if !is_same => {
                        let mut symmetries: Vec<_> = alignments.into_iter().map(|alignment| alignment.0).collect();
                        symmetries.dedup();
                        expected.push(SameShapeHit { number, symmetries });
                    }
                    _ => {}
                }
            }
            prop_assert_eq!(found, expected);
        }
    }
}
