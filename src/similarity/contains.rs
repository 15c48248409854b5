//! Positions that have a pattern in them, and those that are in a position.
//!
//! One position **contains** another when the other one can be laid on it, by
//! one of the sixteen operations and anywhere, so that every point has what is
//! asked of it. A side without a marker must lie on a real edge; beyond a side
//! marked `_` or `!` the board must go on, at least one line. With
//! [`Edges::Any`] both are forgotten, but no point may lie off the board.
//! Beyond the open sides of a stored window the board is empty, and has no end.
//!
//! ```text
//!   a pattern      is twice in this one, once        and not in this one:
//!                  with the colors exchanged         it has no corner
//!   +-----         +-------------+                   ~ ~ ~ ~ ~
//!   | . O ~        | . O X . X . |                   ~ . O X ~
//!   | O ? ~        | O O X X . X |                   ~ O O X ~
//!   | ~ ~          | X X . . O . |                   ~ ~ ~ ~ ~
//!                  | ~ ~ ~ ~ ~ ~ |
//! ```
//!
//! How it is found: a position with a pattern has its blocks, and as many stones.
//! Of what is left, every place is tried that lays the first stone of the
//! pattern on a stone, a whole row at once.

use rayon::prelude::*;
use thiserror::Error;

use super::bitboard::{Ground, Mask};
use super::index::{Entry, Index};
use super::near::QueryPoint;
use super::normalized_shape::{Figure, Shift, Stone, turn};
use super::signature::{AskedBlocks, Blocks};
use crate::Color;
use crate::go::{Point, Region, Sides, Size, Symmetry};
use crate::gtn::{Asked, Pattern, SubPosition};

/// What the sides of a pattern say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Edges {
    /// Without a marker a side is a real edge; beyond a marker the board goes
    /// on.
    #[default]
    Marked,
    /// Nothing.
    Any,
}

impl Edges {
    /// The sides that must be real edges, and those that must not.
    fn asked(self, open: Sides) -> (Sides, Sides) {
        match self {
            Edges::Marked => (open.complement(), open),
            Edges::Any => (Sides::NONE, Sides::NONE),
        }
    }
}

/// A position that contains what was asked for, or is contained in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inside {
    /// The number it was added under.
    pub number: u32,
    /// In how many places.
    pub placements: u32,
    entry: usize,
}

/// One place where a query lies on a position, or a position on the query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    /// Carries the query onto the figure.
    symmetry: Symmetry,
    /// Where on the figure the first point of the query comes to lie.
    first: (i16, i16),
    /// The size of the figure.
    size: Size,
    /// Carries the window that was added onto the figure.
    laying: Symmetry,
}

impl Placement {
    /// The operation that carries the query onto a record, and the point of
    /// the record's board on which the first point of the query comes to lie.
    /// None when the record's window is not the one that was looked at, but
    /// one of another size with the same canonical text.
    ///
    /// The record is given by the operation that carries it onto the window
    /// that was added, and by its own window.
    pub fn on(&self, symmetry: Symmetry, region: Region) -> Option<(Symmetry, QueryPoint)> {
        let laying = symmetry.then(self.laying);
        let back = laying.inverse();
        let (col, row) = turn(back, self.first, self.size);
        let origin = (i16::from(region.origin.col), i16::from(region.origin.row));
        let first = QueryPoint { row: row + origin.1, col: col + origin.0 };
        (laying.size(region.size) == self.size).then(|| (self.symmetry.then(back), first))
    }
}

/// Nothing in a pattern can be looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a pattern without a stone is everywhere: put at least one X or O in it")]
pub struct NoStoneError;

/// Looks for positions that contain a pattern.
#[derive(Debug)]
pub struct Containing {
    size: Size,
    masks: Vec<(Symmetry, Mask)>,
    /// The places in `masks` of those that differ.
    different: Vec<usize>,
    blocks: AskedBlocks,
}

impl Containing {
    /// A search for a pattern.
    ///
    /// # Errors
    /// When there is no stone in it.
    ///
    /// ```
    /// use gtn_db::find::{Containing, Edges, IndexBuilder};
    ///
    /// let mut builder = IndexBuilder::default();
    /// builder.add(7, &"3x4|XO.._XO.._O..._!!!!_".parse()?);
    /// let index = builder.index();
    /// let corner = Containing::new(&"2x2|OX_?X_!!_".parse()?, Edges::Marked)?.find(&index);
    /// assert_eq!((corner[0].number, corner[0].placements), (7, 1));
    /// assert!(Containing::new(&"1x3|XXX_!!!_".parse()?, Edges::Marked)?.find(&index).is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(pattern: &Pattern, edges: Edges) -> Result<Containing, NoStoneError> {
        let is_stone = |point| matches!(pattern.asked(point), Asked::Stone(_));
        if !pattern.size().points().any(is_stone) {
            return Err(NoStoneError);
        }
        let mut images: Vec<(Pattern, (Sides, Sides))> = Vec::with_capacity(16);
        let (mut masks, mut different) = (Vec::with_capacity(16), Vec::new());
        for symmetry in Symmetry::ALL {
            let image = pattern.transform(symmetry);
            let sides = edges.asked(image.open());
            let is_new = !images.iter().any(|(other, others)| {
                let same = |point| other.asked(point) == image.asked(point);
                *others == sides && other.size() == image.size() && image.size().points().all(same)
            });
            let stones: Vec<Stone> = image
                .size()
                .points()
                .filter_map(|point| match image.asked(point) {
                    Asked::Stone(color) => Some(Stone::new(point.col, point.row, color)),
                    _ => None,
                })
                .collect();
            let empty = image.size().points().filter(|&at| image.asked(at) == Asked::Empty);
            if let Some(mask) = Mask::new(image.size(), sides, &stones, empty) {
                if is_new {
                    different.push(masks.len());
                }
                masks.push((symmetry, mask.nearest_first()));
            }
            images.push((image, sides));
        }
        let blocks = AskedBlocks::by(pattern);
        Ok(Containing { size: pattern.size(), masks, different, blocks })
    }

    /// The positions of an index that contain it, by number.
    pub fn find(&self, index: &Index) -> Vec<Inside> {
        let blocks = index.blocks();
        let [white, black] = self.masks.first().map_or([0; 2], |(_, mask)| mask.stones);
        in_all(index, |at| {
            let entry = &index.entries[at];
            let is_enough = |[white, black]: [usize; 2]| {
                white <= entry.whites() && black <= entry.band.blacks()
            };
            if !is_enough([white, black]) && !is_enough([black, white]) {
                return 0;
            }
            let there = blocks.map_or_else(|| Blocks::of_entry(index, entry), |all| all[at]);
            if !self.blocks.are_in(there) {
                return 0;
            }
            let masks = self.different.iter().map(|&at| &self.masks[at].1);
            let masks = masks.filter(|mask| is_enough(mask.stones));
            let (size, edges) = (entry.size(), entry.band.edges());
            if size.0 <= 8 && size.1 <= 8 {
                return masks.map(|mask| mask.count_in_eight(entry.corner, size, edges)).sum();
            }
            let ground = Ground::new(index.stones_of(entry), size, edges);
            let mut placements = 0;
            masks.for_each(|mask| mask.each_place(&ground, |_| placements += 1));
            placements
        })
    }

    /// The places in a position that was found, in the order of operations.
    pub fn placements(&self, index: &Index, found: &Inside) -> Vec<Placement> {
        let entry = &index.entries[found.entry];
        let ground = Ground::new(index.stones_of(entry), entry.size(), entry.band.edges());
        let mut placements = Vec::new();
        for (symmetry, mask) in &self.masks {
            mask.each_place(&ground, |shift| {
                let (col, row) = first_point(*symmetry, self.size);
                let first = (col + shift.cols, row + shift.rows);
                placements.extend(placement(entry, *symmetry, first));
            });
        }
        placements
    }
}

/// Looks for positions that are contained in one.
#[derive(Debug)]
pub struct Within {
    size: Size,
    edges: Edges,
    /// The position in all orientations and colors.
    images: Vec<(Symmetry, Vec<Stone>, Sides)>,
    /// White and black stones.
    stones: [usize; 2],
}

impl Within {
    /// A search for what is in a position, whose open sides have no end.
    pub fn new(sub: &SubPosition, edges: Edges) -> Within {
        let mut stones = [0; 2];
        let size = sub.board.size();
        let images = Symmetry::ALL.map(|symmetry| {
            let image = sub.transform(symmetry);
            let stones = image.board.stones().map(|(at, color)| Stone::new(at.col, at.row, color));
            (symmetry, stones.collect(), image.open.complement())
        });
        for (_, color) in sub.board.stones() {
            stones[usize::from(color == Color::Black)] += 1;
        }
        Within { size, edges, images: images.into(), stones }
    }

    fn grounds(&self) -> Vec<(Symmetry, Ground)> {
        let images = self.images.iter().map(|(symmetry, stones, edges)| {
            let size = symmetry.size(self.size);
            (*symmetry, Ground::new(stones, (size.cols(), size.rows()), *edges))
        });
        images.collect()
    }

    /// The positions of an index that are in it, by number.
    pub fn find(&self, index: &Index) -> Vec<Inside> {
        let grounds = self.grounds();
        let [white, black] = self.stones;
        in_all(index, |at| {
            let entry = &index.entries[at];
            let stones = [entry.whites(), entry.band.blacks()];
            let is_enough = |[one, other]: [usize; 2]| one <= white && other <= black;
            if !is_enough(stones) && !is_enough([stones[1], stones[0]]) {
                return 0;
            }
            let Some(figure) = index.figure(entry) else { return 0 };
            let Some(mask) = self.mask(&figure) else { return 0 };
            let mut placements = 0;
            for (_, ground) in &grounds {
                mask.each_place(ground, |_| placements += 1);
            }
            // What is its own image was found once for each way it is.
            if placements == 0 { 0 } else { placements / self.own_images(&figure) }
        })
    }

    /// The places of a position that was found, in the order of operations.
    pub fn placements(&self, index: &Index, found: &Inside) -> Vec<Placement> {
        let entry = &index.entries[found.entry];
        let mut placements = Vec::new();
        let mask = index.figure(entry).and_then(|figure| self.mask(&figure));
        for (symmetry, ground) in mask.iter().flat_map(|_| self.grounds()) {
            mask.iter().for_each(|mask| {
                mask.each_place(&ground, |Shift { rows, cols }| {
                    let (col, row) = first_point(symmetry, self.size);
                    placements.extend(placement(entry, symmetry, (col - cols, row - rows)));
                });
            });
        }
        placements
    }

    /// A whole window, which asks something of every point.
    fn mask(&self, figure: &Figure) -> Option<Mask> {
        let sides = self.edges.asked(figure.edges.complement());
        let size = (figure.size.cols(), figure.size.rows());
        let ground = Ground::new(&figure.stones, size, figure.edges);
        let empty = figure.size.points().filter(|&at| ground.is_empty(at));
        Mask::new(figure.size, sides, &figure.stones, empty)
    }

    /// The number of operations that carry a window onto itself.
    fn own_images(&self, figure: &Figure) -> u32 {
        let is_same = |symmetry: &Symmetry| {
            let image = figure.transform(*symmetry);
            image.size == figure.size
                && image.stones == figure.stones
                && (self.edges == Edges::Any || image.edges == figure.edges)
        };
        Symmetry::ALL.iter().filter(|symmetry| is_same(symmetry)).count() as u32
    }
}

/// Where the first point of a board comes to lie.
fn first_point(symmetry: Symmetry, size: Size) -> (i16, i16) {
    let Point { col, row } = symmetry.point(Point::new(0, 0), size);
    (i16::from(col), i16::from(row))
}

fn placement(entry: &Entry, symmetry: Symmetry, first: (i16, i16)) -> Option<Placement> {
    let (cols, rows) = entry.size();
    let size = Size::new(cols, rows).ok()?;
    Some(Placement { symmetry, first, size, laying: entry.symmetry() })
}

/// The entries with at least one placement, by number.
fn in_all(index: &Index, placements: impl Fn(usize) -> u32 + Sync) -> Vec<Inside> {
    let look = |at: usize| match placements(at) {
        0 => None,
        placements => Some(Inside { number: index.entries[at].number, placements, entry: at }),
    };
    let all = (0..index.len()).into_par_iter();
    let mut found: Vec<Inside> = all.with_min_len(1 << 10).filter_map(look).collect();
    found.sort_unstable_by_key(|inside| (inside.number, inside.entry));
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::similarity::IndexBuilder;
    use crate::similarity::reference::{self as plain, sub_positions};
    use proptest::prelude::*;

    /// A part of the position, or any, with some points that may be anything.
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

    fn index(windows: &[SubPosition]) -> Index {
        let mut builder = IndexBuilder::default();
        for (window, number) in windows.iter().zip(0..) {
            builder.add(number, window);
        }
        builder.index()
    }

    /// Within 8 columns and rows, and beyond.
    fn windows() -> impl Strategy<Value = SubPosition> {
        prop_oneof![3 => sub_positions(6, 1..14), 1 => sub_positions(13, 1..30)]
    }

    fn edges() -> impl Strategy<Value = Edges> {
        prop_oneof![Just(Edges::Marked), Just(Edges::Any)]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]

        #[test]
        fn containing_is_what_the_plain_way_finds(
            (sub, pattern) in windows().prop_flat_map(|sub| (Just(sub.clone()), patterns(sub))),
            others in prop::collection::vec(windows(), 0..3),
            edges in edges(),
        ) {
            let windows: Vec<SubPosition> = [sub].into_iter().chain(others).collect();
            let index = index(&windows);
            let search = Containing::new(&pattern, edges).unwrap();
            let found = search.find(&index);
            prop_assert_eq!(&search.find(&index), &found, "with the blocks of all");
            for (window, number) in windows.iter().zip(0..) {
                let inside = found.iter().find(|inside| inside.number == number);
                let expected = plain::placements(&pattern, window, edges == Edges::Any);
                prop_assert_eq!(inside.map_or(0, |inside| inside.placements as usize), expected.len());
                let Some(inside) = inside else { continue };
                // As if the window were a record of itself.
                let tight = plain::tight(window);
                for placement in search.placements(&index, inside) {
                    let (symmetry, first) = placement.on(Symmetry::IDENTITY, tight).unwrap();
                    let there = plain::lies_at(&pattern, symmetry, (first.col, first.row), window, edges == Edges::Any);
                    prop_assert!(there, "{symmetry} {first}");
                }
            }
        }

        #[test]
        fn within_is_what_the_plain_way_finds(
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
                let inside = found.iter().find(|inside| inside.number == number);
                let tight = plain::tight(window);
                let cut = SubPosition { board: window.board.cut(tight), open: window.open };
                let pattern = Pattern::try_from(&cut).unwrap();
                let expected = plain::placements(&pattern, &sub, edges == Edges::Any);
                prop_assert_eq!(inside.map_or(0, |inside| inside.placements as usize), expected.len());
                let Some(inside) = inside else { continue };
                for placement in search.placements(&index, inside) {
                    let (symmetry, first) = placement.on(Symmetry::IDENTITY, tight).unwrap();
                    // Back: the position on the query.
                    let back = symmetry.inverse();
                    let first = (first.col - i16::from(tight.origin.col), first.row - i16::from(tight.origin.row));
                    let at = plain::origin_seen_from(symmetry, first, size);
                    let there = plain::lies_at(&pattern, back, at, &sub, edges == Edges::Any);
                    prop_assert!(there, "{symmetry}");
                }
            }
        }
    }

    /// The positions drawn above.
    #[test]
    fn a_pattern_is_found_in_every_place() {
        let windows = ["3x6|.OX.X.OOXX.XXX..O.!!!!!!", "2x3|_!!!__.OX__OOX__!!!_"];
        let index = index(&windows.map(|text| text.parse().unwrap()));
        let count = |text: &str, edges| {
            let found = Containing::new(&text.parse().unwrap(), edges).unwrap().find(&index);
            [0, 1].map(|number| {
                let found = found.iter().find(|inside| inside.number == number);
                found.map_or(0, |inside| inside.placements)
            })
        };
        assert_eq!(count("2x2|.O_O?_!!_", Edges::Marked), [2, 0]);
        assert_eq!(count("2x2|.O_O?_!!_", Edges::Any), [7, 1]);
        assert_eq!(count("2x2|_!!__.O__O?__!!_", Edges::Marked), [1, 1]);
        // Every stone, and every one that is on no edge.
        assert_eq!(count("1x1|X", Edges::Any), [11, 5]);
        assert_eq!(count("1x1|_!__X__!_", Edges::Marked), [5, 5]);
        // Edges there are none of, and more columns than there are.
        assert_eq!(count("1x2|X.", Edges::Marked), [0, 0]);
        assert_eq!(count("1x7|??????X_!!!!!!!_", Edges::Any), [11, 20]);
    }
}
