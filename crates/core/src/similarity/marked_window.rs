//! Windows with marked points, such as accepted moves, and marks that two near
//! windows have in common.

use super::alignment::{Difference, QueryPoint};
use super::entry::{Entry, SortKey};
use super::hamming::all_images;
use super::normalized_shape::{Normalization, NormalizedShape};
use crate::Color;
use crate::gtn::SubPosition;

/// A window with points that are marked in a color.
#[derive(Clone, Debug)]
pub struct MarkedWindow {
    shape: NormalizedShape,
    normalization: Normalization,
    /// The marks in the coordinates and colors of the shape.
    marks: Vec<(Color, (i16, i16))>,
}

/// An alignment of two windows that maps a mark to a mark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommonMark {
    /// The points that differ, in the coordinates of the first window.
    pub differences: Vec<Difference>,
    /// The number of lines from a point that differs to the nearest mark of either window: 1 for one of
    /// the eight points around a mark, 0 for a mark itself.
    pub lines: u16,
}

impl MarkedWindow {
    /// Marks points of a window, inside or outside; `None` for a window without
    /// stones.
    pub fn new(
        window: &SubPosition,
        marks: impl IntoIterator<Item = (Color, QueryPoint)>,
    ) -> Option<MarkedWindow> {
        let (shape, normalization) = NormalizedShape::from_window(window)?;
        let mark = |(color, at): (Color, QueryPoint)| {
            (normalization.symmetry.color(color), normalization.apply((at.col, at.row)))
        };
        let marks = marks.into_iter().map(mark).collect();
        Some(MarkedWindow { shape, normalization, marks })
    }

    /// The number of stones of the window.
    pub fn count_stones(&self) -> usize {
        self.shape.stones.len()
    }

    /// Finds an alignment with another window that differs in at most `distance`
    /// points and maps a mark to a mark of the same color; of several alignments the
    /// first in the order of operations.
    ///
    /// `is_wanted` gets the places of both marks in their windows' lists, and says
    /// whether the two count.
    ///
    /// ```text
    ///   | X O . .        | X O . .
    ///   | X O * .        | X O * X      an alignment with one differing point maps
    ///   | X X O .        | X X O .      the mark * to the mark *
    ///   | ~ ~ ~ ~        | ~ ~ ~ ~
    /// ```
    ///
    /// ```
    /// # use gtn_db_core as gtn_db;
    /// use gtn_db::Color;
    /// use gtn_db::similarity::{MarkedWindow, QueryPoint};
    ///
    /// let black = |col, row| [(Color::Black, QueryPoint { col, row })];
    /// let one = MarkedWindow::new(&"2x3|XO._XX._!!!_".parse()?, black(2, 0)).unwrap();
    /// let mirrored = MarkedWindow::new(&"2x3|_.OX_XXX_!!!".parse()?, black(0, 0)).unwrap();
    /// let common = one.find_common_mark(&mirrored, 1, |_, _| true).unwrap();
    /// assert_eq!(common.differences[0].at, QueryPoint { col: 2, row: 1 });
    /// assert_eq!(common.lines, 1);
    /// # Ok::<(), gtn_db::gtn::ParseGtnError>(())
    /// ```
    pub fn find_common_mark(
        &self,
        other: &MarkedWindow,
        distance: u8,
        is_wanted: impl Fn(usize, usize) -> bool,
    ) -> Option<CommonMark> {
        let group = |shape| SortKey::of_shape(shape).with_counts(0, 0);
        if group(&self.shape) != group(&other.shape) {
            return None;
        }
        let entry = Entry::new(&other.shape, other.normalization.symmetry, 0, 0);
        let stones = &other.shape.stones;
        for image in all_images(&self.shape) {
            let mut common = None;
            image.for_each_alignment(&entry, stones, distance, |offset| {
                let moved = |at| {
                    let (col, row) = image.symmetry.signed_point(at, self.shape.size);
                    (col + offset.cols, row + offset.rows)
                };
                let is_common = |(place, &(color, at)): (usize, &(Color, (i16, i16)))| {
                    let moved = (image.symmetry.color(color), moved(at));
                    let mut others = other.marks.iter().enumerate();
                    others.any(|(other, mark)| *mark == moved && is_wanted(place, other))
                };
                if common.is_none() && self.marks.iter().enumerate().any(is_common) {
                    let differences = image.list_differences(stones, offset, &self.normalization);
                    let lines_to_mark = |difference: &Difference| {
                        let at = (difference.at.col, difference.at.row);
                        let at = moved(self.normalization.apply(at));
                        let own = self.marks.iter().map(|&(_, mark)| moved(mark));
                        let marks = own.chain(other.marks.iter().map(|&(_, mark)| mark));
                        marks.map(|mark| mark.0.abs_diff(at.0).max(mark.1.abs_diff(at.1))).min()
                    };
                    let lines = differences.iter().filter_map(lines_to_mark).min();
                    let lines = lines.unwrap_or(u16::MAX);
                    common = Some(CommonMark { differences, lines });
                }
            });
            if common.is_some() {
                return common;
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::similarity::reference::{self, windows};

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(250))]

        #[test]
        fn common_marks_are_those_of_the_reference(
            windows in windows(5),
            marks in prop::collection::vec((any::<bool>(), -1_i16..6, -1_i16..6), 1..12),
        ) {
            let marks: Vec<(Color, (i16, i16))> = marks
                .into_iter()
                .map(|(is_black, col, row)| {
                    (if is_black { Color::Black } else { Color::White }, (col, row))
                })
                .collect();
            let (first, rest) = marks.split_at(marks.len() / 2);
            let mark = |window, marks: &[(Color, (i16, i16))]| {
                let points = marks.iter().map(|&(color, (col, row))| (color, QueryPoint { row, col }));
                MarkedWindow::new(window, points).unwrap()
            };
            let one = mark(&windows[0], first);
            for other in &windows {
                let Some((distance, _)) = reference::near(&windows[0], other) else { continue };
                let stones = |window: &SubPosition| window.board.stones().count();
                if distance as usize == stones(&windows[0]) + stones(other) {
                    continue; // no stone lies on another one: the reference tries fewer offsets
                }
                let found = one.find_common_mark(&mark(other, rest), distance as u8, |_, _| true);
                let expected = reference::common_marks(&windows[0], first, other, rest);
                prop_assert_eq!(found.is_some(), !expected.is_empty());
                let none = one.find_common_mark(&mark(other, rest), distance as u8, |_, _| false);
                prop_assert_eq!(none, None);
                if let Some(found) = found {
                    let mut places: Vec<_> =
                        found.differences.iter().map(|point| (point.at.col, point.at.row)).collect();
                    places.sort_unstable();
                    prop_assert!(expected.contains(&places), "{places:?} {expected:?}");
                }
            }
        }
    }
}
