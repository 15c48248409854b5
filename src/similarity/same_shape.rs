//! The same shape: equal stones with other edges.
//!
//! ```text
//!   +---------        +---------        ~ ~ ~ ~ ~
//!   | . O X . ~       | . . . . ~       ~ . O X . ~     three positions
//!   | O O X . ~       | . O X . ~       ~ O O X . ~     of one shape
//!   | X X . . ~       | O O X . ~       ~ X X . . ~
//!   | ~ ~ ~ ~         | X X . . ~       ~ ~ ~ ~ ~
//! ```
//!
//! A corner that moved inward may live where it died before: so it is another
//! problem, but one to know of.

use super::index::{Entry, Index};
use super::normalized_shape::{Figure, Stone};
use crate::go::{Sides, Symmetry};
use crate::gtn::SubPosition;

/// A position of the same shape as the one that was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SameShape {
    /// The number it was added under.
    pub number: u32,
    /// The operations that carry the query's stones onto its stones.
    pub symmetries: Vec<Symmetry>,
}

impl Index {
    /// The positions that have the stones of a window, in any orientation and
    /// color, but other edges, or the stones elsewhere between them. By number.
    ///
    /// ```
    /// use gtn_db::find::IndexBuilder;
    ///
    /// let mut builder = IndexBuilder::default();
    /// builder.add(7, &"2x2|XO_.X_!!_".parse()?);
    /// let index = builder.index();
    /// let inward = "3x3|..._.O._.XO_!!!_".parse()?;
    /// assert_eq!(index.same_shape(&inward)[0].symmetries[0].name(), "N_IR2");
    /// assert!(index.same_shape(&"2x2|OX_.O_!!_".parse()?).is_empty()); // the same position
    /// # Ok::<(), gtn_db::gtn::ParseGtnError>(())
    /// ```
    pub fn same_shape(&self, window: &SubPosition) -> Vec<SameShape> {
        let bare = SubPosition { board: window.board.clone(), open: Sides::ALL };
        let (Some((figure, _)), Some((bare, laying))) = (Figure::of(window), Figure::of(&bare))
        else {
            return Vec::new();
        };
        let same: Vec<Figure> = figure.images().map(|(_, image)| image).collect();
        let images: Vec<(Symmetry, Figure)> = bare.images().collect();
        let (stones, blacks) = (bare.stones.len(), bare.blacks());
        let look = |entry: &Entry| {
            let there = self.stones_of(entry);
            let carry = |symmetry: Symmetry| {
                laying.symmetry.then(symmetry).then(entry.symmetry().inverse())
            };
            let mut symmetries: Vec<Symmetry> = images
                .iter()
                .filter(|(_, image)| is_shifted(&image.stones, there))
                .map(|(symmetry, _)| carry(*symmetry))
                .collect();
            symmetries.sort_unstable();
            (!symmetries.is_empty()).then_some(SameShape { number: entry.number, symmetries })
        };
        let mut found = Vec::new();
        for group in self.groups() {
            let mut colors = vec![blacks, stones - blacks];
            colors.dedup();
            for blacks in colors {
                for entry in &self.entries[self.run(group, stones, blacks..blacks + 1)] {
                    let is_same =
                        || self.figure(entry).is_some_and(|figure| same.contains(&figure));
                    found.extend(look(entry).filter(|_| !is_same()));
                }
            }
        }
        found.sort_unstable_by_key(|shape| shape.number);
        found.dedup_by_key(|shape| shape.number);
        found
    }
}

/// Whether one set of stones is another one shifted.
fn is_shifted(stones: &[Stone], others: &[Stone]) -> bool {
    let mut shifts = stones.iter().zip(others).map(|(one, other)| other.number() - one.number());
    let first = shifts.next();
    let keeps_color = first.is_some_and(|shift| shift % 2 == 0);
    stones.len() == others.len() && keeps_color && shifts.all(|shift| Some(shift) == first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::similarity::IndexBuilder;
    use crate::similarity::reference::{self as plain, sub_positions};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn same_shapes_are_what_the_plain_way_finds(
            windows in prop::collection::vec(sub_positions(3, 1..4), 2..12),
        ) {
            let mut builder = IndexBuilder::default();
            for (window, number) in windows.iter().zip(0..) {
                builder.add(number, window);
            }
            let found = builder.index().same_shape(&windows[0]);
            let open = |sub: &SubPosition| SubPosition { board: sub.board.clone(), open: Sides::ALL };
            let mut expected = Vec::new();
            for (window, number) in windows.iter().zip(0..) {
                let is_same = plain::near(&windows[0], window).is_some_and(|(distance, _)| distance == 0);
                match plain::near(&open(&windows[0]), &open(window)) {
                    Some((0, ways)) if !is_same => {
                        let mut symmetries: Vec<_> = ways.into_iter().map(|way| way.0).collect();
                        symmetries.dedup();
                        expected.push(SameShape { number, symmetries });
                    }
                    _ => {}
                }
            }
            prop_assert_eq!(found, expected);
        }
    }
}
