//! All groups of positions of one shape.
//!
//! ```text
//!   +---------        +---------        ~ ~ ~ ~ ~
//!   | . O X . ~       | . . . . ~       ~ . X O ~     one group: the third
//!   | O O X . ~       | . O X . ~       ~ . X O O     position is mirrored
//!   | X X . . ~       | O O X . ~       ~ . . X X
//!   | ~ ~ ~ ~         | X X . . ~       ~ ~ ~ ~ ~
//! ```
//!
//! Positions of one shape have equal hashes without their edges
//! (`change_hash.rs`); positions with equal hashes are compared by the least
//! image of their stones.

use std::collections::HashSet;

use rayon::prelude::*;

use super::change_hash::{Change, hash_changes};
use super::normalized_shape::{NormalizedShape, PackedStone};
use super::similarity_index::SimilarityIndex;
use crate::Color;
use crate::go::Point;
use crate::gtn::CanonicalText;

/// Positions of one shape.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ShapeGroup {
    /// The number of stones.
    pub stones: usize,
    /// The numbers of the positions, at least two, in ascending order.
    pub numbers: Vec<u32>,
}

impl ShapeGroup {
    /// The group with other positions.
    #[must_use]
    pub fn with_numbers(&self, numbers: Vec<u32>) -> ShapeGroup {
        ShapeGroup { numbers, stones: self.stones }
    }
}

impl SimilarityIndex {
    /// Finds all groups of positions that have the same stones, in any
    /// orientation and color and at any place. Sorted by the number of stones, the
    /// most first, then by the numbers of the positions.
    ///
    /// Two positions of a group differ in their edges, as those that
    /// [`find_same_shapes`](Self::find_same_shapes) finds, provided that every
    /// position was added under one number only. Takes about 2 µs an entry and
    /// core, and 16 bytes an entry.
    ///
    /// ```
    /// # use gtn_db_core as gtn_db;
    /// use gtn_db::similarity::SimilarityIndexBuilder;
    ///
    /// let mut builder = SimilarityIndexBuilder::default();
    /// builder.add(7, &"2x2|XO_.X_!!_".parse()?);
    /// builder.add(8, &"3x3|..._.O._.XO_!!!_".parse()?); // a line lower, turned
    /// builder.add(9, &"2x2|XO_XX_!!_".parse()?);
    /// let groups = builder.build().find_shape_groups();
    /// assert_eq!((groups.len(), &*groups[0].numbers), (1, &[7, 8][..]));
    /// # Ok::<(), gtn_db::gtn::ParseGtnError>(())
    /// ```
    pub fn find_shape_groups(&self) -> Vec<ShapeGroup> {
        let hash = |at: usize| {
            let shape = self.shape_of(&self.entries[at]).without_edges();
            (hash_changes(&shape, Change::None)[0], at as u32)
        };
        let mut hashes: Vec<(u64, u32)> = (0..self.len()).into_par_iter().map(hash).collect();
        hashes.par_sort_unstable();
        let mut groups: Vec<ShapeGroup> = hashes
            .par_chunk_by(|one, other| one.0 == other.0)
            .flat_map_iter(|equal| self.group_by_shape(equal))
            .collect();
        groups.par_sort_unstable_by(|one, other| {
            (other.stones, &one.numbers).cmp(&(one.stones, &other.numbers))
        });
        groups
    }

    /// The groups among entries with equal hashes.
    fn group_by_shape(&self, equal: &[(u64, u32)]) -> Vec<ShapeGroup> {
        if equal.len() < 2 {
            return Vec::new();
        }
        let least = |&(_, at): &(u64, u32)| {
            let entry = &self.entries[at as usize];
            let shape = self.shape_of(entry).without_edges();
            let images = shape.images().map(|(_, image)| image.stones);
            let least: Vec<PackedStone> = images.min().expect("the shape is its own image");
            (least, entry.number)
        };
        let mut shapes: Vec<(Vec<PackedStone>, u32)> = equal.iter().map(least).collect();
        shapes.sort_unstable();
        shapes.dedup();
        let group = |same: &[(Vec<PackedStone>, u32)]| ShapeGroup {
            stones: same[0].0.len(),
            numbers: same.iter().map(|(_, number)| *number).collect(),
        };
        let groups = shapes.chunk_by(|one, other| one.0 == other.0);
        groups.filter(|same| same.len() > 1).map(group).collect()
    }
}

/// The shapes of some positions, to pass over positions of other shapes.
#[derive(Clone, Debug, Default)]
pub struct ShapeHashes {
    outlines: HashSet<Outline>,
    hashes: HashSet<u64>,
}

/// The numbers of stones of both colors, and the columns and rows with stones; each the smaller first.
type Outline = [(u8, u16); 2];

impl ShapeHashes {
    /// Adds the shape of a position.
    pub fn add(&mut self, text: &CanonicalText) {
        if let Some(outline) = find_outline(text) {
            self.outlines.insert(outline);
            self.hashes.extend(hash_shape(text));
        }
    }

    /// Whether the position has one of the shapes; a position of another one with the same hash
    /// counts, too. Takes about 0.1 µs, or 1 µs if the outline is that of one of the shapes.
    pub fn may_contain(&self, text: &CanonicalText) -> bool {
        find_outline(text).is_some_and(|outline| self.outlines.contains(&outline))
            && hash_shape(text).is_some_and(|hash| self.hashes.contains(&hash))
    }
}

fn find_outline(text: &CanonicalText) -> Option<Outline> {
    let (mut first, mut last, mut colors) = ((u8::MAX, u8::MAX), (0, 0), [0_u16; 2]);
    for &(Point { col, row }, color) in text.stones() {
        first = (first.0.min(col), first.1.min(row));
        last = (last.0.max(col), last.1.max(row));
        colors[usize::from(color == Color::Black)] += 1;
    }
    let (cols, rows) = (last.0.checked_sub(first.0)?, last.1.checked_sub(first.1)?);
    Some([(cols.min(rows), colors[0].min(colors[1])), (cols.max(rows), colors[0].max(colors[1]))])
}

fn hash_shape(text: &CanonicalText) -> Option<u64> {
    let (shape, _) = NormalizedShape::from_canonical_text(text)?;
    Some(hash_changes(&shape.without_edges(), Change::None)[0])
}

#[cfg(test)]
mod tests {
    use crate::go::Sides;
    use crate::gtn::SubPosition;
    use crate::similarity::SimilarityIndexBuilder;
    use crate::similarity::reference::{self, index, windows};
    use proptest::prelude::*;

    /// Compares every two windows.
    fn group_pairwise(windows: &[SubPosition]) -> Vec<Vec<u32>> {
        let open = |sub: &SubPosition| SubPosition { board: sub.board.clone(), open: Sides::ALL };
        let mut groups: Vec<Vec<u32>> = Vec::new();
        for (window, number) in windows.iter().zip(0..) {
            let is_same = |group: &&mut Vec<u32>| {
                let first = &windows[group[0] as usize];
                reference::near(&open(first), &open(window)).is_some_and(|(found, _)| found == 0)
            };
            match groups.iter_mut().find(is_same) {
                Some(group) => group.push(number),
                None => groups.push(vec![number]),
            }
        }
        groups.retain(|group| group.len() > 1);
        groups.sort_unstable();
        groups
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(25))]

        #[test]
        fn groups_are_those_of_the_reference(windows in windows(5)) {
            let found = index(&windows).find_shape_groups();
            prop_assert!(found.is_sorted_by(|one, other| one.stones >= other.stones));
            for group in &found {
                for &number in &group.numbers {
                    prop_assert_eq!(windows[number as usize].board.stones().count(), group.stones);
                }
            }
            let mut numbers: Vec<Vec<u32>> = found.into_iter().map(|group| group.numbers).collect();
            numbers.sort_unstable();
            prop_assert_eq!(numbers, group_pairwise(&windows));
        }
    }

    #[test]
    fn windows_of_one_position_are_no_group() {
        let mut builder = SimilarityIndexBuilder::default();
        for window in ["1x3|XO.", "1x4|.XO."] {
            builder.add(1, &window.parse().unwrap());
        }
        assert_eq!(builder.build().find_shape_groups(), []);
    }
}
