//! What an import has added.

use std::collections::{BTreeMap, BTreeSet};

use crate::PositionKey;
use crate::model::{AbaloneIdentity, Placement, Turn, TurnSource};

/// What an import has added, as far as it is committed.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Tally {
    /// Records: problems as sources have them.
    pub records: u64,
    /// Games.
    pub games: u64,
    /// Those of the records that are of Abalone.
    pub abalone_records: u64,
    /// Those of the games that are of Abalone.
    pub abalone_games: u64,
    /// Sources with a problem or a game.
    pub sources: u64,
    /// Positions that the database did not have before.
    pub new_positions: u64,
    /// The numbers of records by [`TurnSource::code`].
    turn_sources: [u64; 4],
    /// The phrases that name the side to move, in lower case, with the numbers
    /// of the records that are read by them. Records that are copied from
    /// another database come without their phrase.
    pub turn_words: BTreeMap<String, u64>,
    /// For each turn a bitmap of the positions that records have with it, by
    /// position id.
    positions_by_turn: [Vec<u64>; 4],
    /// Whole boards that are not square, by position and shorter side: their text is squared, so a
    /// square board can have the same position. For each turn whether a record has it.
    oblong_boards: BTreeMap<(i64, u8), [bool; 4]>,
    /// The records of trees with several problems, by position, turn and tree: those of one tree are different
    /// problems.
    in_trees: BTreeMap<(i64, u8, TreeOfSource), u64>,
    /// What tells the problems of each position of Abalone apart.
    abalone_problems: BTreeMap<PositionKey, BTreeSet<AbaloneIdentity>>,
}

/// The id of a source, and the number of a game tree in it.
pub(super) type TreeOfSource = (i64, u32);

impl Tally {
    /// Counts a record of the position with the id `position`. `tree` is its game tree, if that has several problems.
    pub(super) fn count_record(
        &mut self,
        position: i64,
        turn: Turn,
        window: &Placement,
        tree: Option<TreeOfSource>,
    ) {
        self.records += 1;
        let (size, is_whole) = (window.region.size, window.open.bits() == 0);
        if is_whole && size.cols() != size.rows() {
            let board = (position, size.cols().min(size.rows()));
            self.oblong_boards.entry(board).or_default()[usize::from(turn.code())] = true;
            return;
        }
        let bitmap = &mut self.positions_by_turn[usize::from(turn.code())];
        let (word, bit) = ((position / 64) as usize, position % 64);
        if bitmap.len() <= word {
            bitmap.resize(word + 1, 0);
        }
        bitmap[word] |= 1 << bit;
        if let Some(tree) = tree {
            *self.in_trees.entry((position, turn.code(), tree)).or_default() += 1;
        }
    }

    /// Counts a record of Abalone.
    pub(super) fn count_abalone(&mut self, key: PositionKey, identity: AbaloneIdentity) {
        self.records += 1;
        self.abalone_records += 1;
        self.abalone_problems.entry(key).or_default().insert(identity);
    }

    /// Counts how the side to move of a record is known, with the phrase if it
    /// is known by words.
    pub(super) fn count_turn_source(&mut self, source: TurnSource, words: Option<&str>) {
        self.turn_sources[usize::from(source.code())] += 1;
        match words.map(|words| (words, self.turn_words.get_mut(words))) {
            Some((_, Some(count))) => *count += 1,
            Some((words, None)) => {
                self.turn_words.insert(words.to_owned(), 1);
            }
            None => {}
        }
    }

    /// The number of records whose side to move is known in this way.
    pub fn records_by(&self, source: TurnSource) -> u64 {
        self.turn_sources[usize::from(source.code())]
    }

    /// The words of the four bitmaps, side by side: unknown, black, white,
    /// either.
    fn words(&self) -> impl Iterator<Item = [u64; 4]> {
        let bitmaps = self.positions_by_turn.each_ref();
        let len = bitmaps.map(|bitmap| bitmap.len()).into_iter().max().unwrap_or(0);
        (0..len).map(move |i| bitmaps.map(|bitmap| bitmap.get(i).copied().unwrap_or(0)))
    }

    /// The number of different positions among the records.
    pub fn positions(&self) -> u64 {
        let go = self.words().map(|[u, b, w, e]| u64::from((u | b | w | e).count_ones()));
        let is_counted = |id: i64| self.positions_by_turn.iter().any(|bitmap| has_bit(bitmap, id));
        let oblong: BTreeSet<i64> = self.oblong_boards.keys().map(|board| board.0).collect();
        let oblong = oblong.into_iter().filter(|&id| !is_counted(id)).count();
        go.sum::<u64>() + (oblong + self.abalone_problems.len()) as u64
    }

    /// The number of different problems among the records: positions with a
    /// side to move. Records that do not name the side count as one problem,
    /// and only where no record of the position names it. Whole boards of
    /// different sizes with one position are different problems, as are records
    /// of one game tree.
    pub fn problems(&self) -> u64 {
        let go = self.words().map(|[u, b, w, e]| {
            let unknown = u & !(b | w | e);
            [unknown, b, w, e].map(|word| u64::from(word.count_ones())).iter().sum::<u64>()
        });
        let abalone = self.abalone_problems.values().map(AbaloneIdentity::count_problems);
        let count_turns = |turns: &[bool; 4]| turns[1..].iter().filter(|&&is| is).count().max(1);
        let oblong: usize = self.oblong_boards.values().map(count_turns).sum();
        go.sum::<u64>() + abalone.sum::<u64>() + oblong as u64 + self.further_problems()
    }

    /// How many problems there are besides one for each position and turn: as many as the tree with most of them has.
    fn further_problems(&self) -> u64 {
        let mut most: BTreeMap<(i64, u8), u64> = BTreeMap::new();
        for (&(position, turn, _), &records) in &self.in_trees {
            let most = most.entry((position, turn)).or_default();
            *most = records.max(*most);
        }
        let [_, named @ ..] = &self.positions_by_turn;
        let is_counted = |position: i64, turn: u8| {
            turn != Turn::Unknown.code() || !named.iter().any(|bitmap| has_bit(bitmap, position))
        };
        let counted = most.into_iter().filter(|&((position, turn), _)| is_counted(position, turn));
        counted.map(|(_, records)| records - 1).sum()
    }
}

/// Whether a bitmap has a position.
fn has_bit(bitmap: &[u64], position: i64) -> bool {
    bitmap.get((position / 64) as usize).is_some_and(|word| word >> (position % 64) & 1 == 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Point, Region, Sides, Size};

    #[test]
    fn positions_and_problems_are_counted_once() {
        let mut tally = Tally::default();
        assert_eq!((tally.positions(), tally.problems()), (0, 0));
        for (position, turn) in [
            (1, Turn::Black),
            (1, Turn::Black),
            (1, Turn::White),
            (1, Turn::Unknown), // belongs to both problems
            (200, Turn::Unknown),
            (200, Turn::Unknown),
            (201, Turn::Either),
        ] {
            tally.count_record(position, turn, &whole(6, 6), None);
        }
        assert_eq!((tally.records, tally.positions(), tally.problems()), (7, 3, 4));
        // Boards of other sizes with the texts of positions 1 and 300.
        for (position, size, turn) in [
            (1, (5, 6), Turn::Black),
            (1, (6, 5), Turn::Unknown),
            (1, (4, 6), Turn::Unknown),
            (300, (5, 6), Turn::White),
        ] {
            tally.count_record(position, turn, &whole(size.0, size.1), None);
        }
        assert_eq!((tally.records, tally.positions(), tally.problems()), (11, 4, 7));
    }

    #[test]
    fn records_of_one_tree_are_different_problems() {
        let mut tally = Tally::default();
        for (position, turn, tree) in [
            (1, Turn::Black, (1, 1)),
            (1, Turn::Black, (1, 1)),
            (1, Turn::Black, (1, 2)),
            (1, Turn::White, (1, 2)),
            (1, Turn::Unknown, (2, 1)),
            (1, Turn::Unknown, (2, 1)), // belong to the problems of Black
            (2, Turn::Unknown, (2, 2)),
            (2, Turn::Unknown, (2, 2)),
        ] {
            tally.count_record(position, turn, &whole(6, 6), Some(tree));
        }
        tally.count_record(1, Turn::Black, &whole(6, 6), None);
        assert_eq!((tally.records, tally.positions(), tally.problems()), (9, 2, 5));
    }

    fn whole(cols: u8, rows: u8) -> Placement {
        let size = Size::new(cols, rows).unwrap();
        let region = Region { origin: Point::new(0, 0), size };
        Placement { board: size, region, open: Sides::from_bits(0) }
    }
}
