//! Clusters of records: the same problem from several places.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::board_sizes::number_sizes;
use super::canonical_board::find_images;
use super::fights::{Fighter, divide, has_several};
use crate::Color;
use crate::go::Size;
use crate::model::{Source, Turn};
use crate::solution::collect_answers;
use crate::store::{StoredPosition, StoredRecord};

/// What makes two records the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Identity {
    /// The position and the side to move.
    Problem,
    /// The position alone.
    Position,
}

/// Records of the same problem, or of the same position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Cluster<'a> {
    /// The side to move, in the colors of the canonical text; unknown when the
    /// records disagree or do not say.
    pub turn: Turn,
    /// The records in the order of import, at least one.
    pub records: Vec<&'a StoredRecord>,
    /// The ids of records that were decided to be worse than another one, in
    /// ascending order.
    pub worse: Vec<i64>,
}

/// Groups the records of one position. Windows of different sizes that share its canonical text are
/// different positions.
///
/// Records of one game tree are never the same problem. Where a tree has several, a record of
/// another tree joins that one with the same answer, or with an answer on the same part of the
/// board.
///
/// A record without a side to move may be any of the problems of its position,
/// so it joins the cluster of each of them, unless it accepts moves of the other side alone. When no
/// record has a side to move, all of them form one cluster.
pub fn cluster_records<'a>(
    position: &StoredPosition,
    records: &'a [StoredRecord],
    identity: Identity,
) -> Vec<Cluster<'a>> {
    let boards = split_by_board(position, records).into_iter();
    let clusters = boards.flat_map(|records| cluster_board(records, identity));
    clusters.flat_map(|cluster| separate_trees(position, cluster)).collect()
}

/// Divides the records of a position by the size of their board: whole boards of different sizes
/// can share a canonical text.
pub fn split_by_board<'a>(
    position: &StoredPosition,
    records: &'a [StoredRecord],
) -> Vec<Vec<&'a StoredRecord>> {
    let sizes: Vec<Size> = records.iter().map(canonical_size).collect();
    let mut boards = Vec::new();
    for (record, number) in records.iter().zip(number_sizes(&position.text, &sizes)) {
        if number == boards.len() {
            boards.push(Vec::new());
        }
        boards[number].push(record);
    }
    boards
}

/// Divides a cluster so that no two records are of one game tree.
fn separate_trees<'a>(position: &StoredPosition, cluster: Cluster<'a>) -> Vec<Cluster<'a>> {
    if !has_several(cluster.records.iter().map(|record| tree_of(record))) {
        return vec![cluster];
    }
    let images = find_images(position, cluster.first()).ok(); // a damaged text has none
    let answers = |record: &StoredRecord| {
        let solution = record.solution.as_ref()?;
        Some(collect_answers(solution, cluster.turn.color(), images.as_ref()?))
    };
    let fighter = |record: &&StoredRecord| Fighter {
        tree: tree_of(record),
        answers: answers(record).unwrap_or_default(),
    };
    let fighters: Vec<Fighter> = cluster.records.iter().map(fighter).collect();
    let problem = |places: Vec<usize>| Cluster {
        turn: cluster.turn,
        records: places.into_iter().map(|place| cluster.records[place]).collect(),
        worse: Vec::new(),
    };
    divide(&fighters, images.as_ref()).into_iter().map(problem).collect()
}

/// The source and the tree of a record.
pub(super) fn tree_of(record: &StoredRecord) -> (i64, u32) {
    (record.source_id, record.at.tree)
}

/// Groups the records of one position on one board.
fn cluster_board(records: Vec<&StoredRecord>, identity: Identity) -> Vec<Cluster<'_>> {
    let mut turns: Vec<Turn> =
        records.iter().map(|record| record.turn).filter(|&turn| turn != Turn::Unknown).collect();
    turns.sort_unstable();
    turns.dedup();
    if identity == Identity::Position || turns.is_empty() {
        let turn = if let [turn] = turns[..] { turn } else { Turn::Unknown };
        return vec![Cluster { turn, records, worse: Vec::new() }];
    }
    let sides: Vec<BTreeSet<Color>> =
        records.iter().map(|record| answering_sides(record)).collect();
    // Whoever says no side, but answers for one, is of the problem of that side.
    let may_be = |turn: Turn, sides: &BTreeSet<Color>| {
        sides.is_empty() || turn.color().is_none_or(|color| sides.contains(&color))
    };
    let is_left = |sides: &BTreeSet<Color>| {
        !sides.is_empty()
            && !sides.iter().all(|&side| {
                turns.iter().any(|turn| turn.color().is_none_or(|color| color == side))
            })
    };
    let cluster = |turn: Turn, is_in: &dyn Fn(&StoredRecord, &BTreeSet<Color>) -> bool| {
        let chosen = records.iter().zip(&sides).filter(|(record, sides)| is_in(record, sides));
        let records: Vec<&StoredRecord> = chosen.map(|(record, _)| *record).collect();
        Cluster { turn, records, worse: Vec::new() }
    };
    let of_turn = |&turn: &Turn| {
        cluster(turn, &|record, sides| {
            record.turn == turn || record.turn == Turn::Unknown && may_be(turn, sides)
        })
    };
    let mut clusters: Vec<Cluster<'_>> = turns.iter().map(of_turn).collect();
    let left =
        cluster(Turn::Unknown, &|record, sides| record.turn == Turn::Unknown && is_left(sides));
    clusters.extend((!left.records.is_empty()).then_some(left));
    clusters
}

/// The sides whose first moves a record accepts.
fn answering_sides(record: &StoredRecord) -> BTreeSet<Color> {
    let solution = record.solution.iter().filter(|_| record.turn == Turn::Unknown);
    solution.flat_map(|solution| solution.accepted(None)).map(|node| node.color).collect()
}

/// The size of a record's window in the orientation of the canonical text.
fn canonical_size(record: &StoredRecord) -> Size {
    record.at.symmetry.size(record.placement.region.size)
}

impl<'a> Cluster<'a> {
    /// The record that was imported first.
    pub fn first(&self) -> &'a StoredRecord {
        self.records.first().expect("a cluster has at least one record")
    }

    /// The number of records besides the one to keep.
    pub fn redundant(&self) -> u64 {
        self.records.len() as u64 - 1
    }

    /// Chooses the record to keep: a record that was not decided to be worse
    /// than another one, then one from a preferred source (in the order of
    /// `prefer`), then the one with the most moves in its solution, then the
    /// one that was imported first.
    ///
    /// A source is preferred when `prefer` names the source, its file, or a
    /// folder or archive that contains it.
    pub fn choose_representative(&self, prefer: &[String]) -> &'a StoredRecord {
        let rank = |record: &StoredRecord| {
            let is_in = |wanted: &String| Source::is_within(&record.at.source, wanted);
            let preferred = prefer.iter().position(is_in).unwrap_or(prefer.len());
            (
                self.worse.binary_search(&record.id).is_ok(),
                preferred,
                Reverse(record.moves),
                record.id,
            )
        };
        let best = self.records.iter().copied().min_by_key(|record| rank(record));
        best.expect("a cluster has at least one record")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PositionKey;
    use crate::go::{Point, Region, Sides, Symmetry};
    use crate::model::{Occurrence, Placement, TurnSource};

    fn record(id: i64, source: &str, turn: Turn, moves: u32) -> StoredRecord {
        StoredRecord {
            id,
            source_records: 1,
            import: None,
            source_id: 1,
            at: Occurrence {
                source: source.to_owned(),
                tree: id as u32,
                problem: 1,
                name: None,
                symmetry: Symmetry::IDENTITY,
            },
            offset: 0,
            turn,
            turn_source: TurnSource::None,
            placement: Placement {
                board: Size::STANDARD,
                region: Region { origin: Point::new(0, 0), size: Size::STANDARD },
                open: Sides::NONE,
            },
            moves,
            charset: None,
            solution: None,
        }
    }

    fn cluster(records: &[StoredRecord], identity: Identity) -> Vec<Cluster<'_>> {
        let key = PositionKey::from_bytes([0; 16]);
        let position = StoredPosition { id: 1, key, text: "6x6|".to_owned() + &".".repeat(36) };
        cluster_records(&position, records, identity)
    }

    fn ids(cluster: &Cluster<'_>) -> Vec<i64> {
        cluster.records.iter().map(|record| record.id).collect()
    }

    #[test]
    fn a_record_without_a_turn_joins_every_problem_of_its_position() {
        let records = [
            record(1, "a.sgf", Turn::White, 0),
            record(2, "a.sgf", Turn::Unknown, 0),
            record(3, "b.sgf", Turn::Black, 0),
            record(4, "b.sgf", Turn::White, 0),
        ];
        let found = cluster(&records, Identity::Problem);
        assert_eq!(found.len(), 2);
        assert_eq!((found[0].turn, ids(&found[0])), (Turn::Black, vec![2, 3]));
        assert_eq!((found[1].turn, ids(&found[1])), (Turn::White, vec![1, 2, 4]));

        let found = cluster(&records, Identity::Position);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].turn, ids(&found[0])), (Turn::Unknown, vec![1, 2, 3, 4]));

        let found = cluster(&records[1..2], Identity::Problem);
        assert_eq!((found[0].turn, ids(&found[0])), (Turn::Unknown, vec![2]));
    }

    #[test]
    fn boards_of_different_sizes_are_in_different_clusters() {
        let on = |id, cols, rows| {
            let mut record = record(id, "a.sgf", Turn::Black, 0);
            record.placement.region.size = Size::new(cols, rows).unwrap();
            record
        };
        let records = [on(1, 6, 5), on(2, 6, 6), on(3, 6, 5)];
        for identity in [Identity::Problem, Identity::Position] {
            let found = cluster(&records, identity);
            assert_eq!(found.iter().map(ids).collect::<Vec<_>>(), [vec![1, 3], vec![2]]);
        }
    }

    #[test]
    fn the_representative_is_preferred_or_has_most_moves_or_was_imported_first() {
        let records = [
            record(1, "old/x.sgf", Turn::Black, 3),
            record(2, "new/x.sgf", Turn::Black, 9),
            record(3, "new/y.sgf", Turn::Black, 9),
            record(4, "new/z.sgf", Turn::Unknown, 1),
        ];
        let cluster = &cluster(&records, Identity::Problem)[0];
        let representative = |prefer: &[&str]| {
            let prefer: Vec<String> = prefer.iter().map(ToString::to_string).collect();
            cluster.choose_representative(&prefer).id
        };
        assert_eq!(representative(&[]), 2);
        assert_eq!(representative(&["old"]), 1);
        assert_eq!(representative(&["old/"]), 1);
        assert_eq!(representative(&["y.sgf"]), 3);
        assert_eq!(representative(&["nowhere", "old/x.sgf"]), 1);
        assert_eq!(representative(&["ol"]), 2);
    }
}
