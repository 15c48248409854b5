//! Which positions may be answers to a question, by their sketches.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::bitboard::BitBoard;
use super::contains::{Containing, Within};
use super::entry::SortKey;
use super::hamming::NearQuery;
use super::normalized_shape::NormalizedShape;
use super::sketch::{Sketch, SketchBlock, SketchColumn, hash_stones};
use crate::gtn::SubPosition;

/// Passes over the positions that cannot be an answer to a question. Those that pass are compared as
/// in a [`SimilarityIndex`](super::SimilarityIndex).
#[derive(Debug)]
pub struct SketchFilter<'a>(Question<'a>);

#[derive(Debug)]
enum Question<'a> {
    Near {
        query: NearQuery,
        has_any_edges: bool,
    },
    /// By the numbers of stones and of black stones, in both colors: the hashes of the stones.
    SameShapes(HashMap<(usize, usize), HashSet<u32>>),
    Containing(&'a Containing),
    Within(&'a Within),
    Nothing,
}

impl<'a> SketchFilter<'a> {
    /// The positions at most `k` points from a window, as
    /// [`find_near`](super::SimilarityIndex::find_near) finds them.
    ///
    /// ```
    /// # use gtn_db_core as gtn_db;
    /// use gtn_db::gtn::SubPosition;
    /// use gtn_db::similarity::{Sketch, SketchFilter};
    ///
    /// let window: SubPosition = "3x3|XXX_O.._.O._!!!_".parse()?;
    /// let sketch = Sketch::of_text(window.canonicalize().text());
    /// let other = "3x3|XX._O.._.O._!!!_".parse()?;
    /// assert!(SketchFilter::near(&other, 1).accepts_key(sketch.key));
    /// assert!(!SketchFilter::near(&other, 0).accepts_key(sketch.key));
    /// # Ok::<(), gtn_db::gtn::ParseGtnError>(())
    /// ```
    pub fn near(window: &SubPosition, k: u8) -> SketchFilter<'a> {
        SketchFilter::of_shape(NormalizedShape::from_window(window), k, false)
    }

    /// The positions whose stones are at most `k` points from those of a window, as
    /// [`find_near_with_any_edges`](super::SimilarityIndex::find_near_with_any_edges) finds them.
    pub fn near_with_any_edges(window: &SubPosition, k: u8) -> SketchFilter<'a> {
        SketchFilter::of_shape(NormalizedShape::from_window_without_edges(window), k, true)
    }

    fn of_shape<T>(
        shape: Option<(NormalizedShape, T)>,
        k: u8,
        has_any_edges: bool,
    ) -> SketchFilter<'a> {
        SketchFilter(shape.map_or(Question::Nothing, |(shape, _)| Question::Near {
            query: NearQuery::new(shape, k),
            has_any_edges,
        }))
    }

    /// The positions with the stones of a window, as
    /// [`find_same_shapes`](super::SimilarityIndex::find_same_shapes) finds them.
    pub fn same_shape(window: &SubPosition) -> SketchFilter<'a> {
        SketchFilter::same_shapes([window])
    }

    /// The positions with the stones of one of some windows. The time for a position does not grow with
    /// their number.
    pub fn same_shapes<'w>(windows: impl IntoIterator<Item = &'w SubPosition>) -> SketchFilter<'a> {
        let mut hashes: HashMap<_, HashSet<u32>> = HashMap::new();
        for (shape, _) in windows.into_iter().filter_map(NormalizedShape::from_window) {
            let (stones, blacks) = (shape.stones.len(), shape.count_blacks());
            for blacks in [blacks, stones - blacks] {
                hashes.entry((stones, blacks)).or_default().insert(hash_stones(&shape));
            }
        }
        SketchFilter(Question::SameShapes(hashes))
    }

    /// The positions that contain a pattern.
    pub fn containing(search: &'a Containing) -> SketchFilter<'a> {
        SketchFilter(Question::Containing(search))
    }

    /// The positions that are contained in another one.
    pub fn within(search: &'a Within) -> SketchFilter<'a> {
        SketchFilter(Question::Within(search))
    }

    /// Whether positions with the key of a sketch may be answers.
    pub fn accepts_key(&self, key: u64) -> bool {
        let Some(sort_key) = Sketch::sort_key(key) else { return true };
        match &self.0 {
            Question::Near { query, has_any_edges } => {
                let is_ambiguous = Sketch::is_ambiguous(key);
                let group = |key: SortKey| {
                    let key = key.with_counts(0, 0);
                    if is_ambiguous { key.without_sides() } else { key }
                };
                (*has_any_edges || group(sort_key) == group(query.edge_group()))
                    && [false, true].iter().any(|&negative| query.fits_counts(sort_key, negative))
            }
            Question::SameShapes(hashes) => {
                hashes.contains_key(&(sort_key.stones(), sort_key.blacks()))
            }
            Question::Containing(search) => search.accepts_key(sort_key),
            Question::Within(search) => search.accepts_key(sort_key),
            Question::Nothing => false,
        }
    }

    /// The columns that [`accepted`](Self::accepted) reads of positions with a key.
    pub fn columns(&self, key: u64) -> &'static [SketchColumn] {
        match &self.0 {
            _ if key == Sketch::DAMAGED => &[],
            Question::Near { .. } if Sketch::is_ambiguous(key) => &[],
            Question::Near { .. } | Question::Within(_) => {
                &[SketchColumn::Corner, SketchColumn::Lines]
            }
            Question::SameShapes(_) => &[SketchColumn::Hash],
            Question::Containing(search)
                if search.is_at_origin(Sketch::key_of_columns(key).edges()) =>
            {
                &[SketchColumn::Corner]
            }
            Question::Containing(_) => &[SketchColumn::Blocks],
            Question::Nothing => &[],
        }
    }

    /// The rows of a block whose positions may be answers. All of them have a key that was
    /// [accepted](Self::accepts_key).
    pub fn accepted(&self, key: u64, block: &SketchBlock<'_>, rows: Range<usize>) -> Vec<usize> {
        // One loop for each question: a choice in each row would take more time than the comparison.
        let sort_key = Sketch::key_of_columns(key);
        match &self.0 {
            _ if key == Sketch::DAMAGED => rows.collect(),
            Question::Near { .. } if Sketch::is_ambiguous(key) => rows.collect(),
            Question::Near { query, .. } => {
                rows.filter(|&row| query.may_be_near(&block.entry(sort_key, row))).collect()
            }
            Question::SameShapes(hashes) => {
                let Some(hashes) = hashes.get(&(sort_key.stones(), sort_key.blacks())) else {
                    return Vec::new();
                };
                rows.filter(|&row| hashes.contains(&block.hash(row))).collect()
            }
            Question::Containing(search) if search.is_at_origin(sort_key.edges()) => {
                rows.filter(|&row| search.accepts_corner(block.corner(row))).collect()
            }
            Question::Containing(search) => {
                rows.filter(|&row| search.accepts_blocks(block.blocks(row))).collect()
            }
            Question::Within(search) => {
                rows.filter(|&row| search.accepts_entry(&block.entry(sort_key, row))).collect()
            }
            Question::Nothing => Vec::new(),
        }
    }

    /// The columns that [`confirms`](Self::confirms) reads of positions with a key.
    pub fn confirming_columns(&self, key: u64) -> &'static [SketchColumn] {
        match self.0 {
            Question::Containing(_) if key != Sketch::DAMAGED => {
                &[SketchColumn::Corner, SketchColumn::Lines, SketchColumn::Stones]
            }
            _ => &[],
        }
    }

    /// A second test of the position in a row of a block, which was [accepted](Self::accepted).
    pub fn confirms(&self, key: u64, block: &SketchBlock<'_>, row: usize) -> bool {
        match &self.0 {
            Question::Containing(search) if key != Sketch::DAMAGED => {
                let board = block.board(Sketch::key_of_columns(key), row);
                board.is_none_or(|board| match Sketch::is_ambiguous(key) {
                    true => search.is_among_stones(&board),
                    false => search.is_in(&board),
                })
            }
            _ => true,
        }
    }

    /// Whether a position may be an answer whose text does not determine the distance of two facing edges,
    /// given as the text has it.
    pub fn accepts_stones(&self, squared: &SubPosition) -> bool {
        match &self.0 {
            Question::Containing(search) => {
                let shape = NormalizedShape::from_window_without_edges(squared);
                let board =
                    |shape: NormalizedShape| BitBoard::new(&shape.stones, shape.size, shape.edges);
                shape.is_some_and(|(shape, _)| search.is_among_stones(&board(shape)))
            }
            _ => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::go::{Board, Sides, Size};
    use crate::gtn::Pattern;
    use crate::similarity::reference::{sub_positions, windows};
    use crate::similarity::{Edges, SimilarityIndexBuilder};

    /// Whether a filter accepts the sketch of a position.
    fn accepts_sketch(filter: &SketchFilter<'_>, text: &str) -> bool {
        let Sketch { key, columns } = Sketch::of_text(text);
        let mut rest = &columns[..];
        let all = SketchColumn::ALL.map(|column| {
            let (own, behind) = rest.split_at(Sketch::WIDTHS[column as usize]);
            rest = behind;
            own
        });
        let block = |read: &[SketchColumn]| {
            let columns = SketchColumn::ALL
                .map(|column| if read.contains(&column) { all[column as usize] } else { &[] });
            SketchBlock { columns }
        };
        filter.accepts_key(key)
            && filter.accepted(key, &block(filter.columns(key)), 0..1) == [0]
            && filter.confirms(key, &block(filter.confirming_columns(key)), 0)
    }

    /// Whether a filter accepts a position.
    fn accepts(filter: &SketchFilter<'_>, text: &str) -> bool {
        let is_ambiguous = Sketch::is_ambiguous(Sketch::of_text(text).key);
        accepts_sketch(filter, text)
            && (!is_ambiguous || filter.accepts_stones(&text.parse().unwrap()))
    }

    /// On a board with three columns; its text, padded to a square, does not say how many there are.
    #[test]
    fn a_position_without_the_stones_of_a_pattern_is_passed_over_whatever_its_width() {
        let stones = "5x5|.X...XO...OX.........X...".parse::<SubPosition>().unwrap().board;
        let mut board = Board::new(Size::new(3, 5).unwrap());
        stones.stones().for_each(|(at, color)| board.set(at, Some(color)));
        let text = SubPosition { board, open: Sides::BOTTOM }.canonicalize().text().to_owned();
        assert!(Sketch::is_ambiguous(Sketch::of_text(&text).key));
        let is_accepted = |pattern: &str| {
            let pattern: Pattern = pattern.parse().unwrap();
            let search = Containing::new(&pattern, Edges::Any).unwrap();
            accepts_sketch(&SketchFilter::containing(&search), &text)
        };
        assert!(is_accepted("2x2|XOOX") && !is_accepted("2x2|XOXX"));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]

        #[test]
        fn no_answer_is_dropped(
            windows in prop_oneof![3 => windows(9), 1 => prop::collection::vec(sub_positions(20, 1..9), 2..9)],
            k in 0u8..=5,
        ) {
            // Stored positions are windows.
            let windows: Vec<SubPosition> =
                windows.iter().filter_map(|sub| sub.window()).map(|window| window.sub).collect();
            let texts: Vec<String> =
                windows.iter().map(|window| window.canonicalize().text().to_owned()).collect();
            let mut builder = SimilarityIndexBuilder::default();
            windows.iter().zip(0..).for_each(|(window, number)| builder.add(number, window));
            let index = builder.build();
            let asked = &windows[0];
            let check = |filter: SketchFilter<'_>, found: Vec<u32>| {
                found.into_iter().all(|number| accepts(&filter, &texts[number as usize]))
            };
            let near = index.find_near(asked, k).into_iter().map(|hit| hit.number).collect();
            prop_assert!(check(SketchFilter::near(asked, k), near));
            let near = index.find_near_with_any_edges(asked, k).into_iter();
            let near = near.map(|hit| hit.number).collect();
            prop_assert!(check(SketchFilter::near_with_any_edges(asked, k), near));
            let same = index.find_same_shapes(asked).into_iter().map(|hit| hit.number).collect();
            prop_assert!(check(SketchFilter::same_shape(asked), same));
            for edges in [Edges::Marked, Edges::Any] {
                let search = Containing::new(&Pattern::try_from(asked).unwrap(), edges).unwrap();
                let found = search.find(&index).into_iter().map(|hit| hit.number).collect();
                prop_assert!(check(SketchFilter::containing(&search), found));
                let search = Within::new(asked, edges);
                let found = search.find(&index).into_iter().map(|hit| hit.number).collect();
                prop_assert!(check(SketchFilter::within(&search), found));
            }
        }
    }
}
