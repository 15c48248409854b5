//! Records of the same problem.

use std::cmp::Reverse;

use crate::model::{Source, Turn};
use crate::store::StoredRecord;

/// What counts as the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// Position and side to move.
    Problem,
    /// Position alone.
    Position,
}

/// Records that are the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cluster<'a> {
    /// Who moves, in the colors of the canonical text; unknown when the
    /// records do not agree or do not say.
    pub turn: Turn,
    /// The records, in the order of import.
    pub records: Vec<&'a StoredRecord>,
    /// The records than which another one was decided to be better.
    pub worse: Vec<i64>,
}

/// Groups the records of one position.
///
/// A record that does not say who moves may be any of the problems of its
/// position, and is in the cluster of each; where no record says it, they are
/// one cluster.
pub fn clusters(records: &[StoredRecord], by: By) -> Vec<Cluster<'_>> {
    let mut turns: Vec<Turn> =
        records.iter().map(|record| record.turn).filter(|&turn| turn != Turn::Unknown).collect();
    turns.sort_unstable();
    turns.dedup();
    if by == By::Position || turns.is_empty() {
        let turn = if let [turn] = turns[..] { turn } else { Turn::Unknown };
        return vec![Cluster { turn, records: records.iter().collect(), worse: Vec::new() }];
    }
    let cluster = |turn: Turn| Cluster {
        turn,
        records: records.iter().filter(|record| record.turn.agrees(turn)).collect(),
        worse: Vec::new(),
    };
    turns.into_iter().map(cluster).collect()
}

impl<'a> Cluster<'a> {
    /// The record that stands for all: one that was not decided to be worse than
    /// another, then one from a preferred source (the earlier named the better),
    /// then the one with the most moves in its solution,
    /// then the one imported first.
    ///
    /// A source is preferred when `prefer` has its name, its file name, or a
    /// folder or archive it lies in.
    pub fn kept(&self, prefer: &[String]) -> Option<&'a StoredRecord> {
        let rank = |record: &StoredRecord| {
            let is_in = |wanted: &String| Source::is_within(&record.at.source, wanted);
            let preferred = prefer.iter().position(is_in).unwrap_or(prefer.len());
            (self.worse.contains(&record.id), preferred, Reverse(record.moves), record.id)
        };
        self.records.iter().copied().min_by_key(|record| rank(record))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Point, Region, Sides, Size, Symmetry};
    use crate::model::{Occurrence, Placement, TurnSource};

    fn record(id: i64, source: &str, turn: Turn, moves: u32) -> StoredRecord {
        StoredRecord {
            id,
            source_id: 1,
            at: Occurrence {
                source: source.to_owned(),
                tree: 1,
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

    fn ids(cluster: &Cluster<'_>) -> Vec<i64> {
        cluster.records.iter().map(|record| record.id).collect()
    }

    #[test]
    fn an_unknown_turn_joins_every_problem_of_its_position() {
        let records = [
            record(1, "a.sgf", Turn::White, 0),
            record(2, "a.sgf", Turn::Unknown, 0),
            record(3, "b.sgf", Turn::Black, 0),
            record(4, "b.sgf", Turn::White, 0),
        ];
        let found = clusters(&records, By::Problem);
        assert_eq!(found.len(), 2);
        assert_eq!((found[0].turn, ids(&found[0])), (Turn::Black, vec![2, 3]));
        assert_eq!((found[1].turn, ids(&found[1])), (Turn::White, vec![1, 2, 4]));

        let found = clusters(&records, By::Position);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].turn, ids(&found[0])), (Turn::Unknown, vec![1, 2, 3, 4]));

        let found = clusters(&records[1..2], By::Problem);
        assert_eq!((found[0].turn, ids(&found[0])), (Turn::Unknown, vec![2]));
    }

    #[test]
    fn the_record_kept_is_preferred_or_has_the_largest_tree_or_came_first() {
        let records = [
            record(1, "old/x.sgf", Turn::Black, 3),
            record(2, "new/x.sgf", Turn::Black, 9),
            record(3, "new/y.sgf", Turn::Black, 9),
            record(4, "new/z.sgf", Turn::Unknown, 1),
        ];
        let cluster = &clusters(&records, By::Problem)[0];
        let kept = |prefer: &[&str]| {
            let prefer: Vec<String> = prefer.iter().map(ToString::to_string).collect();
            cluster.kept(&prefer).map(|record| record.id)
        };
        assert_eq!(kept(&[]), Some(2));
        assert_eq!(kept(&["old"]), Some(1));
        assert_eq!(kept(&["old/"]), Some(1));
        assert_eq!(kept(&["y.sgf"]), Some(3));
        assert_eq!(kept(&["nowhere", "old/x.sgf"]), Some(1));
        assert_eq!(kept(&["ol"]), Some(2));
    }
}
