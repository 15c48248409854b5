//! Positions that contain a pattern, and positions contained in another one.
//!
//! A position **contains** a pattern when one of the sixteen operations and an
//! offset place the pattern on the position so that every point has the
//! required state. An unmarked side of the pattern must be on an edge of the
//! board; beyond a side marked `_` or `!` the board must go on for at least one
//! line. With [`Edges::Any`] neither is required, but no point may be beyond
//! the edge. Beyond the open sides of a position the board is empty and has no
//! end.
//!
//! ```text
//!   a pattern      twice in this position,           not in this one, which
//!                  once with colors exchanged        has no corner
//!   +-----         +-------------+                   ~ ~ ~ ~ ~
//!   | . O ~        | . O X . X . |                   ~ . O X ~
//!   | O ? ~        | O O X X . X |                   ~ O O X ~
//!   | ~ ~          | X X . . O . |                   ~ ~ ~ ~ ~
//!                  | ~ ~ ~ ~ ~ ~ |
//! ```
//!
//! A position is skipped if it has fewer stones than the pattern, or if its
//! block signature lacks a block of the pattern. The pattern is then matched at
//! every place of the rest, a row of places at a time (`bitboard.rs`).

use std::cmp::Reverse;
use std::sync::OnceLock;

use rayon::prelude::*;
use thiserror::Error;

use super::alignment::QueryPoint;
use super::bitboard::{BitBoard, PatternMask};
use super::entry::{Entry, SortKey};
use super::normalized_shape::{NormalizedShape, Offset, PackedStone};
use super::signature::{BlockSignature, RequiredSignature};
use super::similarity_index::SimilarityIndex;
use crate::Color;
use crate::go::{Region, Sides, Size, Symmetry};
use crate::gtn::{Asked, Pattern, SubPosition};

/// What the sides of a pattern require.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Edges {
    /// An unmarked side is an edge of the board, and beyond a marked side the
    /// board goes on.
    #[default]
    Marked,
    /// Nothing.
    Any,
}

impl Edges {
    /// The sides that must be edges, and the sides that must be open.
    fn required(self, open: Sides) -> [Sides; 2] {
        match self {
            Edges::Marked => [open.complement(), open],
            Edges::Any => [Sides::NONE, Sides::NONE],
        }
    }
}

/// A position that contains the query, or is contained in the query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ContainmentHit {
    /// The number that the position was added under.
    pub number: u32,
    /// The number of places.
    pub placements: u32,
    /// The number of stones of the position.
    pub stones: u16,
    entry: usize,
}

/// One place of a query on a position, or of a position on the query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    /// Maps the query onto the normalized shape of the position.
    symmetry: Symmetry,
    /// The column and row of the shape onto which the query's first point is
    /// mapped.
    origin: (i16, i16),
    /// The size of the shape.
    size: Size,
    /// Maps the window that was added onto the shape.
    normalizing: Symmetry,
}

impl Placement {
    fn new(entry: &Entry, symmetry: Symmetry, origin: (i16, i16)) -> Placement {
        Placement { symmetry, origin, size: entry.size(), normalizing: entry.symmetry }
    }

    /// Returns the operation that maps the query onto a record, and the point
    /// of the record's board onto which the query's first point is mapped.
    ///
    /// The record is given by the operation that maps the record onto the
    /// window that was added, and by the region of the record's own window.
    /// Returns `None` if that region has another size: several windows may
    /// have the same canonical text, and this place is on another one.
    pub fn locate_in_record(
        &self,
        symmetry: Symmetry,
        region: Region,
    ) -> Option<(Symmetry, QueryPoint)> {
        let onto_shape = symmetry.then(self.normalizing);
        let back = onto_shape.inverse();
        let (col, row) = back.signed_point(self.origin, self.size);
        let origin = (i16::from(region.origin.col), i16::from(region.origin.row));
        let first = QueryPoint { row: row + origin.1, col: col + origin.0 };
        (onto_shape.size(region.size) == self.size).then(|| (self.symmetry.then(back), first))
    }
}

/// The pattern has no stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a pattern without a stone is everywhere: put at least one X or O in it")]
pub struct NoStoneError;

/// A search for the positions that contain a pattern.
#[derive(Debug)]
pub struct Containing {
    size: Size,
    /// The images of the pattern under all operations.
    masks: Vec<(Symmetry, PatternMask)>,
    /// The indices in `masks` of one image each of those that are equal.
    distinct: Vec<usize>,
    signature: RequiredSignature,
    /// If the pattern has a corner and no third edge: its white stones, black stones and empty points
    /// among the 8x8 points at the origin, where an image has its corner.
    corners: Vec<[u64; 3]>,
}

impl Containing {
    /// Prepares the search for a pattern.
    ///
    /// # Errors
    /// If the pattern has no stone: such a pattern is nearly everywhere.
    ///
    /// ```
    /// # use gtn_db_core as gtn_db;
    /// use gtn_db::similarity::{Containing, Edges, SimilarityIndexBuilder};
    ///
    /// let mut builder = SimilarityIndexBuilder::default();
    /// builder.add(7, &"3x4|XO.._XO.._O..._!!!!_".parse()?);
    /// let index = builder.build();
    /// let corner = Containing::new(&"2x2|OX_?X_!!_".parse()?, Edges::Marked)?.find(&index);
    /// assert_eq!((corner[0].number, corner[0].placements), (7, 1));
    /// assert!(Containing::new(&"1x3|XXX_!!!_".parse()?, Edges::Marked)?.find(&index).is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(pattern: &Pattern, edges: Edges) -> Result<Containing, NoStoneError> {
        let mut images: Vec<(Pattern, [Sides; 2])> = Vec::with_capacity(16);
        let (mut masks, mut distinct) = (Vec::with_capacity(16), Vec::new());
        let mut corners = Vec::new();
        for symmetry in Symmetry::ALL {
            let image = pattern.transform(symmetry);
            let sides = edges.required(image.open());
            let is_known = images.iter().any(|(other, other_sides)| {
                let is_same = |point| other.asked(point) == image.asked(point);
                *other_sides == sides
                    && other.size() == image.size()
                    && image.size().points().all(is_same)
            });
            let stone = |point| match image.asked(point) {
                Asked::Stone(color) => Some(PackedStone::new(point, color)),
                Asked::Empty | Asked::Anything => None,
            };
            let stones: Vec<PackedStone> = image.size().points().filter_map(stone).collect();
            let empty = image.size().points().filter(|&at| image.asked(at) == Asked::Empty);
            let mask = PatternMask::new(image.size(), sides, &stones, empty).ok_or(NoStoneError)?;
            if !is_known {
                distinct.push(masks.len());
                if sides[0] == Sides::LEFT | Sides::TOP {
                    corners.push(corner_of(&image));
                }
            }
            masks.push((symmetry, mask.sorted()));
            images.push((image, sides));
        }
        let signature = RequiredSignature::of_pattern(pattern);
        Ok(Containing { size: pattern.size(), masks, distinct, signature, corners })
    }

    /// Finds the positions of an index that contain the pattern, sorted by
    /// number.
    ///
    /// The first search in an index also computes the signatures of all
    /// positions.
    pub fn find(&self, index: &SimilarityIndex) -> Vec<ContainmentHit> {
        let signatures = index.signatures();
        let counts = self.masks[0].1.counts;
        count_in_all(index, |at| {
            let entry = &index.entries[at];
            if !fits_in_some_color(counts, entry.counts()) || !self.accepts_blocks(signatures[at]) {
                return 0;
            }
            let board = BitBoard::new(index.stones_of(entry), entry.size(), entry.edges());
            let mut placements = 0;
            for mask in self.distinct.iter().map(|&at| &self.masks[at].1) {
                if fits(mask.counts, entry.counts()) {
                    mask.for_each_match(&board, |_| placements += 1);
                }
            }
            placements
        })
    }

    /// Whether positions with a key have enough stones and the edges for the pattern.
    pub(super) fn accepts_key(&self, key: SortKey) -> bool {
        let counts = [key.stones() - key.blacks(), key.blacks()];
        let has_edges = |mask: &PatternMask| key.edges().contains(mask.edges());
        fits_in_some_color(self.masks[0].1.counts, counts)
            && self.masks.iter().any(|(_, mask)| has_edges(mask))
    }

    /// Whether the pattern can be at the origin alone in positions with these edges.
    pub(super) fn is_at_origin(&self, edges: Sides) -> bool {
        edges == Sides::LEFT | Sides::TOP && !self.corners.is_empty()
    }

    /// Whether a position with these stones on the 8x8 points at the origin has the pattern there.
    pub(super) fn accepts_corner(&self, [white, black]: [u64; 2]) -> bool {
        self.corners.iter().any(|[whites, blacks, empty]| {
            white & whites == *whites && black & blacks == *blacks && (white | black) & empty == 0
        })
    }

    /// Whether a position contains the pattern.
    pub(super) fn is_in(&self, board: &BitBoard) -> bool {
        self.distinct.iter().any(|&at| {
            let mut is_found = false;
            self.masks[at].1.for_each_match(board, |_| is_found = true);
            is_found
        })
    }

    /// Whether a position contains the pattern if its edges may be anywhere.
    pub(super) fn is_among_stones(&self, board: &BitBoard) -> bool {
        self.distinct.iter().any(|&at| self.masks[at].1.is_among_stones(board))
    }

    /// Whether a position has all blocks of the pattern.
    pub(super) fn accepts_blocks(&self, blocks: BlockSignature) -> bool {
        self.signature.is_met_by(blocks)
    }

    /// Lists the places of the pattern in a position that [`find`](Self::find)
    /// found in the same index, by operation.
    pub fn find_placements(&self, index: &SimilarityIndex, hit: &ContainmentHit) -> Vec<Placement> {
        let entry = &index.entries[hit.entry];
        let board = BitBoard::new(index.stones_of(entry), entry.size(), entry.edges());
        let mut placements = Vec::new();
        for (symmetry, mask) in &self.masks {
            let (col, row) = image_of_first_point(*symmetry, self.size);
            mask.for_each_match(&board, |offset| {
                let origin = (col + offset.cols, row + offset.rows);
                placements.push(Placement::new(entry, *symmetry, origin));
            });
        }
        placements
    }
}

/// A search for the positions that are contained in another one.
#[derive(Debug)]
pub struct Within {
    size: Size,
    edges: Edges,
    /// The containing position under all operations.
    boards: Vec<(Symmetry, BitBoard)>,
    /// The numbers of white and of black stones.
    counts: [usize; 2],
    /// For the edges of a position, the 8x8 points at each of its places, bitmaps of white and of black
    /// stones; those with the most stones first.
    corners: Box<[OnceLock<Vec<[u64; 2]>>; 16]>,
}

impl Within {
    /// Prepares the search for what is contained in a position.
    pub fn new(sub: &SubPosition, edges: Edges) -> Within {
        let size = sub.board.size();
        let boards = Symmetry::ALL.map(|symmetry| {
            let image = sub.transform(symmetry);
            let stones: Vec<PackedStone> =
                image.board.stones().map(|(at, color)| PackedStone::new(at, color)).collect();
            let board = BitBoard::new(&stones, image.board.size(), image.open.complement());
            (symmetry, board)
        });
        let mut counts = [0; 2];
        for (_, color) in sub.board.stones() {
            counts[usize::from(color == Color::Black)] += 1;
        }
        Within { size, edges, boards: boards.into(), counts, corners: Box::default() }
    }

    /// Whether positions with a key have few enough stones.
    pub(super) fn accepts_key(&self, key: SortKey) -> bool {
        fits_in_some_color([key.stones() - key.blacks(), key.blacks()], self.counts)
    }

    /// Whether the 8x8 points at the origin of a position may lie in the containing one.
    pub(super) fn accepts_entry(&self, entry: &Entry) -> bool {
        let edges = match self.edges {
            Edges::Marked => entry.edges(),
            Edges::Any => Sides::NONE,
        };
        let corners = self.corners[usize::from(edges.bits())].get_or_init(|| self.corners(edges));
        let [white, black] = entry.corner;
        let least = (white | black).count_ones();
        corners
            .iter()
            .take_while(|[whites, blacks]| (whites | blacks).count_ones() >= least)
            .any(|[whites, blacks]| white & !whites == 0 && black & !blacks == 0)
    }

    /// The 8x8 points at each place where the first point of a position with these edges may be.
    fn corners(&self, edges: Sides) -> Vec<[u64; 2]> {
        let mut corners = Vec::new();
        for (_, board) in &self.boards {
            if !board.edges().contains(edges) {
                continue;
            }
            // Without regard to edges, the empty lines at an edge of the position may be beyond the board.
            let first = if self.edges == Edges::Any { -7 } else { 0 };
            let places = |side, lines: u8| {
                if edges.contains(side) { 0..1 } else { first..i16::from(lines) }
            };
            for row in places(Sides::TOP, board.size().rows()) {
                for col in places(Sides::LEFT, board.size().cols()) {
                    corners.push(board.corner(col, row));
                }
            }
        }
        corners.sort_unstable_by_key(|corner| {
            (Reverse((corner[0] | corner[1]).count_ones()), *corner)
        });
        corners.dedup();
        corners
    }

    /// Finds the positions of an index that are contained in the position,
    /// sorted by number.
    pub fn find(&self, index: &SimilarityIndex) -> Vec<ContainmentHit> {
        count_in_all(index, |at| {
            let entry = &index.entries[at];
            if !self.accepts_key(entry.key) || !self.accepts_entry(entry) {
                return 0;
            }
            let shape = index.shape_of(entry);
            let mask = self.mask(&shape);
            let mut placements = 0;
            for (_, board) in &self.boards {
                mask.for_each_match(board, |_| placements += 1);
            }
            // A symmetric window was found once for each of its symmetries.
            if placements == 0 { 0 } else { placements / self.count_symmetries(&shape) }
        })
    }

    /// Lists the places of a position that [`find`](Self::find) found in the
    /// same index, by operation.
    pub fn find_placements(&self, index: &SimilarityIndex, hit: &ContainmentHit) -> Vec<Placement> {
        let entry = &index.entries[hit.entry];
        let mask = self.mask(&index.shape_of(entry));
        let mut placements = Vec::new();
        for (symmetry, board) in &self.boards {
            let (col, row) = image_of_first_point(*symmetry, self.size);
            mask.for_each_match(board, |Offset { rows, cols }| {
                placements.push(Placement::new(entry, *symmetry, (col - cols, row - rows)));
            });
        }
        placements
    }

    /// A whole window as a pattern: every point is a stone or must be empty.
    fn mask(&self, shape: &NormalizedShape) -> PatternMask {
        let sides = self.edges.required(shape.edges.complement());
        let board = BitBoard::new(&shape.stones, shape.size, shape.edges);
        let empty = shape.size.points().filter(|&at| board.is_empty_at(at));
        PatternMask::new(shape.size, sides, &shape.stones, empty).expect("a shape has a stone")
    }

    /// The number of operations that map a window onto itself: the size of the
    /// window's stabilizer.
    fn count_symmetries(&self, shape: &NormalizedShape) -> u32 {
        let is_image = |symmetry: &Symmetry| {
            let image = shape.transform(*symmetry);
            image.size == shape.size
                && image.stones == shape.stones
                && (self.edges == Edges::Any || image.edges == shape.edges)
        };
        Symmetry::ALL.iter().filter(|symmetry| is_image(symmetry)).count() as u32
    }
}

/// The white stones, black stones and empty points of a pattern among the 8x8 points at the origin. Bit
/// `8 * row + col`.
fn corner_of(pattern: &Pattern) -> [u64; 3] {
    let mut corner = [0; 3];
    for at in pattern.size().points().filter(|at| at.col < 8 && at.row < 8) {
        let place = match pattern.asked(at) {
            Asked::Stone(Color::White) => 0,
            Asked::Stone(Color::Black) => 1,
            Asked::Empty => 2,
            Asked::Anything => continue,
        };
        corner[place] |= 1 << (8 * at.row + at.col);
    }
    corner
}

/// Whether there are at least as many stones of each color.
fn fits([white, black]: [usize; 2], [whites, blacks]: [usize; 2]) -> bool {
    white <= whites && black <= blacks
}

/// The same, also with colors exchanged.
fn fits_in_some_color([white, black]: [usize; 2], others: [usize; 2]) -> bool {
    fits([white, black], others) || fits([black, white], others)
}

/// The column and row onto which an operation maps the first point of a board.
fn image_of_first_point(symmetry: Symmetry, size: Size) -> (i16, i16) {
    symmetry.signed_point((0, 0), size)
}

/// Applies `count` to every entry, given by its index, and collects the entries
/// with at least one placement, sorted by number.
fn count_in_all(
    index: &SimilarityIndex,
    count: impl Fn(usize) -> u32 + Sync,
) -> Vec<ContainmentHit> {
    let look = |at: usize| match count(at) {
        0 => None,
        placements => {
            let (number, stones) = (index.entries[at].number, index.entries[at].key.stones());
            Some(ContainmentHit { number, placements, stones: stones as u16, entry: at })
        }
    };
    let all = (0..index.len()).into_par_iter();
    let mut hits: Vec<ContainmentHit> = all.with_min_len(1 << 10).filter_map(look).collect();
    hits.sort_unstable_by_key(|hit| (hit.number, hit.entry));
    hits
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Point;
    use crate::similarity::SimilarityIndexBuilder;
    use crate::similarity::reference::{self, sub_positions};
    use proptest::prelude::*;

    /// A part of the position, or an unrelated pattern, with some points turned
    /// into wildcards.
    fn patterns(sub: SubPosition) -> impl Strategy<Value = Pattern> {
        let size = sub.board.size();
        let cut = (0..size.cols(), 0..size.rows(), 1u8..6, 1u8..6).prop_map(
            move |(col, row, cols, rows)| {
                let size = sub.board.size();
                let (cols, rows) = (cols.min(size.cols() - col), rows.min(size.rows() - row));
                let region =
                    Region { origin: Point::new(col, row), size: Size::new(cols, rows).unwrap() };
                crate::gtn::Diagram::from(&sub).cut(region).unwrap().sub_position()
            },
        );
        let base = prop_oneof![3 => cut, 1 => sub_positions(4, 1..5)];
        let holes = prop::collection::vec(any::<prop::sample::Index>(), 0..4);
        (base, holes, 0u8..16).prop_filter_map("a pattern has a stone", |(base, holes, index)| {
            let symmetry = Symmetry::from_index(index).unwrap();
            let mut text =
                crate::gtn::Diagram::from(&base.transform(symmetry)).to_string().into_bytes();
            for hole in holes {
                let at = hole.index(text.len());
                if matches!(text[at], b'.' | b'X' | b'O') {
                    text[at] = b'?';
                }
            }
            let pattern = String::from_utf8(text).unwrap().parse().ok()?;
            Containing::new(&pattern, Edges::Marked).is_ok().then_some(pattern)
        })
    }

    fn index(windows: &[SubPosition]) -> SimilarityIndex {
        let mut builder = SimilarityIndexBuilder::default();
        for (window, number) in windows.iter().zip(0..) {
            builder.add(number, window);
        }
        builder.build()
    }

    /// Small positions, and a few large ones.
    fn windows() -> impl Strategy<Value = SubPosition> {
        prop_oneof![3 => sub_positions(6, 1..14), 1 => sub_positions(13, 1..30)]
    }

    fn edges() -> impl Strategy<Value = Edges> {
        prop_oneof![Just(Edges::Marked), Just(Edges::Any)]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(150))]

        #[test]
        fn containing_positions_are_those_of_the_reference(
            (sub, pattern) in windows().prop_flat_map(|sub| (Just(sub.clone()), patterns(sub))),
            others in prop::collection::vec(windows(), 0..3),
            edges in edges(),
        ) {
            let windows: Vec<SubPosition> = [sub].into_iter().chain(others).collect();
            let index = index(&windows);
            let search = Containing::new(&pattern, edges).unwrap();
            let found = search.find(&index);
            for (window, number) in windows.iter().zip(0..) {
                let hit = found.iter().find(|hit| hit.number == number);
                let expected = reference::placements(&pattern, window, edges == Edges::Any);
                prop_assert_eq!(hit.map_or(0, |hit| hit.placements as usize), expected.len());
                let Some(hit) = hit else { continue };
                // The window as a record of itself.
                let tight = reference::tight(window);
                for placement in search.find_placements(&index, hit) {
                    let (symmetry, first) = placement.locate_in_record(Symmetry::IDENTITY, tight).unwrap();
                    let there = reference::matches_at(&pattern, symmetry, (first.col, first.row), window, edges == Edges::Any);
                    prop_assert!(there, "{symmetry} {first}");
                }
            }
        }

        #[test]
        fn contained_positions_are_those_of_the_reference(
            sub in sub_positions(7, 1..14),
            parts in prop::collection::vec((0u8..7, 0u8..7, 1u8..6, 1u8..6, 0u8..16), 1..4),
            edges in edges(),
        ) {
            let size = sub.board.size();
            let windows: Vec<SubPosition> = parts.into_iter().filter_map(|(col, row, cols, rows, index)| {
                let (col, row) = (col % size.cols(), row % size.rows());
                let part = Size::new(cols.min(size.cols() - col), rows.min(size.rows() - row)).unwrap();
                let region = Region { origin: Point::new(col, row), size: part };
                let part = crate::gtn::Diagram::from(&sub).cut(region).unwrap().sub_position();
                let part = part.transform(Symmetry::from_index(index).unwrap());
                (!part.board.is_empty()).then_some(part)
            }).collect();
            let index = index(&windows);
            let search = Within::new(&sub, edges);
            let found = search.find(&index);
            for (window, number) in windows.iter().zip(0..) {
                let hit = found.iter().find(|hit| hit.number == number);
                let tight = reference::tight(window);
                let cut = SubPosition { board: window.board.cut(tight), open: window.open };
                let pattern = Pattern::try_from(&cut).unwrap();
                let expected = reference::placements(&pattern, &sub, edges == Edges::Any);
                prop_assert_eq!(hit.map_or(0, |hit| hit.placements as usize), expected.len());
                let Some(hit) = hit else { continue };
                for placement in search.find_placements(&index, hit) {
                    let (symmetry, first) = placement.locate_in_record(Symmetry::IDENTITY, tight).unwrap();
                    // The other way round: the position on the query.
                    let back = symmetry.inverse();
                    let first = (first.col - i16::from(tight.origin.col), first.row - i16::from(tight.origin.row));
                    let at = reference::undo_placement(symmetry, first, size);
                    let there = reference::matches_at(&pattern, back, at, &sub, edges == Edges::Any);
                    prop_assert!(there, "{symmetry}");
                }
            }
        }
    }

    /// The positions drawn at the top of the file.
    #[test]
    fn a_pattern_is_found_in_every_place() {
        let windows = ["3x6|.OX.X.OOXX.XXX..O.!!!!!!", "2x3|_!!!__.OX__OOX__!!!_"];
        let index = index(&windows.map(|text| text.parse().unwrap()));
        let count = |text: &str, edges| {
            let found = Containing::new(&text.parse().unwrap(), edges).unwrap().find(&index);
            [0, 1].map(|number| {
                let found = found.iter().find(|hit| hit.number == number);
                found.map_or(0, |hit| hit.placements)
            })
        };
        assert_eq!(count("2x2|.O_O?_!!_", Edges::Marked), [2, 0]);
        assert_eq!(count("2x2|.O_O?_!!_", Edges::Any), [7, 1]);
        assert_eq!(count("2x2|_!!__.O__O?__!!_", Edges::Marked), [1, 1]);
        // A single stone is every stone, or every stone that is on no edge.
        assert_eq!(count("1x1|X", Edges::Any), [11, 5]);
        assert_eq!(count("1x1|_!__X__!_", Edges::Marked), [5, 5]);
        // Edges that are not there, and more columns than there are.
        assert_eq!(count("1x2|X.", Edges::Marked), [0, 0]);
        assert_eq!(count("1x7|??????X_!!!!!!!_", Edges::Any), [11, 20]);
    }
}
