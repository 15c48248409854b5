//! Several problems on one board: which records of different game trees are the same one.
//!
//! ```text
//!   a.sgf   problem 1  B ab  ──┐        b.sgf   problem 1  B sr
//!           problem 2  B sr  ──┼── the same ──┘
//!   c.sgf              B ba  ──┘ another answer to problem 1: it is played on the same part
//! ```
//!
//! Records of one tree are different problems. A record joins that problem of another tree that
//! accepts the same first moves, or has one in common, or is played on the same part of the board;
//! without answers, the rank decides.

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::extract::APART;
use crate::solution::{Answer, PositionStabilizer, SolutionPoint};

/// A record of the position of a board.
#[derive(Clone, Debug)]
pub(super) struct Fighter {
    /// The source and its tree.
    pub(super) tree: (i64, u32),
    /// The first moves that the record accepts, canonicalized.
    pub(super) answers: BTreeSet<Answer>,
}

/// Whether a tree has several of some records.
pub(super) fn has_several(mut trees: impl Iterator<Item = (i64, u32)>) -> bool {
    let mut seen = HashSet::new();
    !trees.all(|tree| seen.insert(tree))
}

/// Why a record of one tree is the same problem as one of another tree, although one of the trees has
/// several problems on the board. `None` if their answers are on different parts of the board.
pub(super) fn find_reason(
    own: &BTreeSet<Answer>,
    other: &BTreeSet<Answer>,
    images: Option<&PositionStabilizer>,
) -> Option<Reason> {
    let is_near = |&one: &Answer| other.iter().any(|&other| is_near(one, other, images));
    match () {
        () if own.is_empty() => Some(Reason::Rank),
        () if other.is_empty() => Some(Reason::FirstAnswer),
        () if own == other => Some(Reason::SameMoves),
        () if !own.is_disjoint(other) => Some(Reason::CommonMove),
        () if own.iter().any(is_near) => Some(Reason::SamePart),
        () => None,
    }
}

/// Of some records of a board, those that are not the same problem as another record, because a tree
/// has several: those of problems that it fits less than the best one.
pub(super) fn find_others(
    own: &BTreeSet<Answer>,
    records: &[Fighter],
    images: Option<&PositionStabilizer>,
) -> Vec<usize> {
    let problems = divide(records, images);
    let reasons: Vec<Option<Reason>> = problems
        .iter()
        .map(|places| {
            let answers = places.iter().map(|&place| &records[place].answers);
            let is_answered = answers.clone().any(|answers| !answers.is_empty());
            let counting = answers.filter(|answers| !is_answered || !answers.is_empty());
            counting.filter_map(|answers| find_reason(own, answers, images)).min()
        })
        .collect();
    let best = reasons.iter().flatten().min();
    let others = problems
        .iter()
        .zip(&reasons)
        .filter(|(_, reason)| reason.as_ref() != best || best.is_none());
    others.flat_map(|(places, _)| places.iter().copied()).collect()
}

/// Whether two first moves of a player are on one part of the board, in some orientation.
fn is_near(one: Answer, other: Answer, images: Option<&PositionStabilizer>) -> bool {
    let ((color, Some(at)), (other_color, Some(other))) = (one, other) else { return false };
    let is_close =
        |at: SolutionPoint| at.col.abs_diff(other.col).max(at.row.abs_diff(other.row)) < APART;
    images.is_some_and(|images| {
        images.symmetries().any(|symmetry| {
            symmetry.color(color) == other_color
                && images.transform(at, symmetry).is_some_and(is_close)
        })
    })
}

/// Divides the records of a board with one side to move among its problems. Returns the places of
/// the records of each problem, in order.
///
/// Trees with several records come first. Takes time linear in the number of records, if the
/// number of their different first moves is bounded. Without `images`, first moves are near no others.
pub(super) fn divide(records: &[Fighter], images: Option<&PositionStabilizer>) -> Vec<Vec<usize>> {
    let mut places_of: HashMap<(i64, u32), Vec<usize>> = HashMap::new();
    let mut trees = Vec::new();
    for (place, record) in records.iter().enumerate() {
        let places = places_of.entry(record.tree).or_default();
        if places.is_empty() {
            trees.push(record.tree);
        }
        places.push(place);
    }
    trees.sort_by_key(|tree| places_of[tree].len() == 1); // stable: else in the order of import
    let mut problems = Problems::default();
    for tree in trees {
        problems.add_tree(records, &places_of[&tree], images);
    }
    let mut divided = problems.records;
    divided.iter_mut().for_each(|places| places.sort_unstable());
    divided.sort_unstable_by_key(|places| places[0]);
    divided
}

/// Why a record of another tree joins a problem, the best reason first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Reason {
    /// Both accept the same first moves.
    SameMoves,
    /// Both accept a first move.
    CommonMove,
    /// The first moves are on one part of the board.
    SamePart,
    /// The problem has no answer yet.
    FirstAnswer,
    /// The record has no answer: the rank decides.
    Rank,
}

impl Reason {
    const ALL: [Reason; 5] = [
        Reason::SameMoves,
        Reason::CommonMove,
        Reason::SamePart,
        Reason::FirstAnswer,
        Reason::Rank,
    ];
}

/// What problems have in common that can be looked up.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Feature {
    /// A record accepts these moves.
    Moves(BTreeSet<Answer>),
    /// A record accepts this move.
    Move(Answer),
    /// No record accepts a move.
    NoMove,
    /// Every problem.
    Any,
}

/// The problems of a board.
#[derive(Default)]
struct Problems {
    /// The places of the records of each problem.
    records: Vec<Vec<usize>>,
    /// The numbers of the problems with a feature.
    with: HashMap<Feature, BTreeSet<usize>>,
    /// The moves that some record accepts.
    moves: HashSet<Answer>,
}

/// The tree whose records are joined to problems.
#[derive(Default)]
struct Tree {
    /// The problems that have a record of the tree.
    taken: HashSet<usize>,
    /// For each feature, the first problem that the tree may not have.
    next: HashMap<Feature, usize>,
}

impl Problems {
    /// Adds the records of a tree, each to another problem.
    fn add_tree(
        &mut self,
        records: &[Fighter],
        places: &[usize],
        images: Option<&PositionStabilizer>,
    ) {
        let mut tree = Tree::default();
        let mut left = places.to_vec();
        for reason in Reason::ALL {
            left.retain(|&place| {
                let answers = &records[place].answers;
                let found = self.find(reason, answers, &mut tree, images);
                if let Some(problem) = found {
                    tree.taken.insert(problem);
                    self.join(problem, place, answers);
                }
                found.is_none()
            });
        }
        for place in left {
            self.records.push(Vec::new());
            let problem = self.records.len() - 1;
            self.with.entry(Feature::NoMove).or_default().insert(problem);
            self.with.entry(Feature::Any).or_default().insert(problem);
            self.join(problem, place, &records[place].answers);
        }
    }

    /// The first problem that a record joins for a reason.
    fn find(
        &self,
        reason: Reason,
        answers: &BTreeSet<Answer>,
        tree: &mut Tree,
        images: Option<&PositionStabilizer>,
    ) -> Option<usize> {
        match reason {
            Reason::Rank if answers.is_empty() => self.first_with(Feature::Any, tree),
            _ if answers.is_empty() => None,
            Reason::SameMoves => self.first_with(Feature::Moves(answers.clone()), tree),
            Reason::CommonMove => {
                let with = |&answer: &Answer| self.first_with(Feature::Move(answer), tree);
                answers.iter().filter_map(with).min()
            }
            Reason::SamePart => {
                let is_near =
                    |&&other: &&Answer| answers.iter().any(|&one| is_near(one, other, images));
                let near = self.moves.iter().filter(is_near);
                near.filter_map(|&near| self.first_with(Feature::Move(near), tree)).min()
            }
            Reason::FirstAnswer => self.first_with(Feature::NoMove, tree),
            Reason::Rank => None,
        }
    }

    /// The first problem with a feature that has no record of the tree.
    fn first_with(&self, feature: Feature, tree: &mut Tree) -> Option<usize> {
        let problems = self.with.get(&feature)?;
        let next = tree.next.entry(feature).or_default();
        let mut free = problems.range(*next..).filter(|problem| !tree.taken.contains(problem));
        let found = free.next().copied();
        *next = found.unwrap_or(usize::MAX);
        found
    }

    /// Adds a record to a problem.
    fn join(&mut self, problem: usize, place: usize, answers: &BTreeSet<Answer>) {
        self.records[problem].push(place);
        if answers.is_empty() {
            return;
        }
        if let Some(unanswered) = self.with.get_mut(&Feature::NoMove) {
            unanswered.remove(&problem);
        }
        let moves = answers.iter().copied().map(Feature::Move);
        for feature in moves.chain([Feature::Moves(answers.clone())]) {
            self.with.entry(feature).or_default().insert(problem);
        }
        self.moves.extend(answers);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Color;
    use crate::go::{Board, Point, Region, Sides, Size, Symmetry};
    use crate::solution::CanonicalFrame;

    /// No operation but the identity.
    fn images() -> PositionStabilizer {
        let mut board = Board::new(Size::STANDARD);
        board.set(Point::new(0, 0), Some(Color::Black));
        board.set(Point::new(1, 0), Some(Color::White));
        let window = Region { origin: Point::new(0, 0), size: Size::STANDARD };
        let frame = CanonicalFrame::new(window, Sides::NONE, Symmetry::IDENTITY);
        PositionStabilizer::new(&board, &frame, Sides::NONE).unwrap()
    }

    /// Records, each as its tree and the columns of its answers.
    fn divided(records: &[(u32, &[i8])]) -> Vec<Vec<usize>> {
        let answer = |&col: &i8| (Color::Black, Some(SolutionPoint::new(col, 9)));
        let fighter = |&(tree, cols): &(u32, &[i8])| Fighter {
            tree: (1, tree),
            answers: cols.iter().map(answer).collect(),
        };
        let records: Vec<Fighter> = records.iter().map(fighter).collect();
        divide(&records, Some(&images()))
    }

    #[test]
    fn answers_tell_problems_apart_whatever_their_order() {
        let first: (u32, &[i8]) = (2, &[1]);
        let second: (u32, &[i8]) = (2, &[17]);
        for (records, expected) in [
            (vec![(1, &[17][..]), first, second], vec![vec![0, 2], vec![1]]),
            (vec![(1, &[17][..]), (1, &[1]), first, second], vec![vec![0, 3], vec![1, 2]]),
            // A common move, then the same part of the board.
            (vec![first, second, (3, &[17, 9][..]), (4, &[2])], vec![vec![0, 3], vec![1, 2]]),
            (
                vec![first, second, (3, &[1]), (3, &[2]), (3, &[16])],
                vec![vec![0, 2], vec![1, 4], vec![3]],
            ),
            // A third part of the board.
            (vec![first, second, (3, &[9])], vec![vec![0], vec![1], vec![2]]),
            // Without answers the rank decides.
            (vec![(1, &[]), (1, &[]), first, second, (3, &[17])], vec![vec![0, 2], vec![1, 3, 4]]),
            (vec![first, second, (3, &[]), (3, &[1]), (4, &[])], vec![vec![0, 3, 4], vec![1, 2]]),
            (vec![first, (2, &[1]), (3, &[1]), (3, &[1])], vec![vec![0, 2], vec![1, 3]]),
        ] {
            assert_eq!(divided(&records), expected, "{records:?}");
        }
    }

    #[test]
    fn many_records_of_two_trees_are_divided_in_linear_time() {
        let mut records: Vec<(u32, &[i8])> = vec![(1, &[3]); 20_000];
        records.extend(std::iter::repeat_n((2, &[3][..]), 20_000));
        records.extend((3..20_000).map(|tree| (tree, &[4][..])));
        let found = divided(&records);
        assert_eq!(
            (found.len(), found[0].len(), &found[19_999]),
            (20_000, 19_999, &vec![19_999, 39_999])
        );
    }
}
