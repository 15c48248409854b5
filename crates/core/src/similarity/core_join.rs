//! All pairs of problems whose cores are equal, or differ in few points.
//!
//! The core of a problem has at least a line around each accepted first move. Within two lines of that
//! move, it is a rectangle of 3 to 5 columns and rows:
//!
//! ```text
//!   . . . . .        The first move is on a. Here the core ends a line to the left of the move and
//!   . # # # #        above it, and farther away to the right and below: the points #.
//!   . # a # #
//!   . # # # #
//!   . # # # #
//! ```
//!
//! Points beyond the edge of the board count as points of this rectangle, so that real edges agree, too.
//! If cores differ in k points, they agree in the rectangle that is left without the outer line of some k
//! of its sides, or of all that are two lines away. A hash table has all such rectangles of all cores, in
//! eight orientations, and each other problem is looked up with the points around its own first moves.
//! Of cores that are to be equal, a second table has the hashes of all their points, so that the time does
//! not grow with the number of cores that are equal around the first move alone.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::core_code::{Code, NARROW, Shape, count_differences, image, mask, narrowed, turn_shape};
use super::first_move::FirstMove;
use super::problem_core::{CoreFrame, CoreProblem};
use crate::go::Symmetry;

/// A hash table of cores, in which problems are looked up that may have one of them.
#[derive(Debug)]
pub struct CoreJoin {
    /// The numbers of cores, or of the frames of cores that are to be equal.
    by_code: HashMap<(Shape, Code), Vec<u32>>,
    /// Whether cores are to be equal.
    is_exact: bool,
    frames: Vec<CoreFrame>,
    /// The numbers of cores by their frames and what is in them.
    by_view: HashMap<(u32, u64), Vec<u32>>,
    /// The codes of what is within one line.
    narrow: HashSet<Code>,
    /// The shapes in the table, with their masks.
    shapes: Vec<(Shape, Code)>,
}

impl CoreJoin {
    /// Makes a table of the problems that have a core, each under a number, for cores that differ in at
    /// most `distance` points.
    pub fn new<'a>(
        problems: impl Iterator<Item = (u32, &'a CoreProblem)>,
        distance: u16,
    ) -> CoreJoin {
        let mut by_code: HashMap<(Shape, Code), Vec<u32>> = HashMap::new();
        let (mut narrow, mut shapes) = (HashSet::new(), HashSet::new());
        let is_exact = distance == 0;
        let (mut frames, mut frame_numbers) = (Vec::new(), HashMap::new());
        let mut by_view: HashMap<(u32, u64), Vec<u32>> = HashMap::new();
        for (number, problem) in problems {
            for (first, shape) in problem.first_moves_in_core() {
                for (code, symmetry) in first.images.into_iter().zip(&Symmetry::ALL) {
                    let turned = turn_shape(shape, *symmetry);
                    narrow.insert(code & mask(NARROW));
                    let mut entry = number;
                    if is_exact && let Some(view) = problem.core_view(first, *symmetry) {
                        entry = *frame_numbers.entry(view.frame).or_insert(frames.len() as u32);
                        if entry as usize == frames.len() {
                            frames.push(view.frame);
                        }
                        push_new(by_view.entry((entry, view.hash)).or_default(), number);
                    }
                    for part in narrowed(turned, distance.into()) {
                        shapes.insert(part);
                        push_new(by_code.entry((part, code & mask(part))).or_default(), entry);
                    }
                }
            }
        }
        if is_exact {
            for frames in by_code.values_mut() {
                frames.sort_unstable();
                frames.dedup();
            }
        }
        let mut shapes: Vec<(Shape, Code)> =
            shapes.into_iter().map(|shape| (shape, mask(shape))).collect();
        shapes.sort_unstable();
        CoreJoin { by_code, is_exact, frames, by_view, narrow, shapes }
    }

    /// The numbers of the problems whose cores may be on the board of a problem, sorted: all that are
    /// there by [`CoreProblem::find_core_in`] with the distance of the table, and others; at distance 0, only
    /// those whose points have the hash of points of the board.
    pub fn candidates(&self, other: &CoreProblem) -> Vec<u32> {
        let mut found = Vec::new();
        other.visit_possible_moves(|at, code| {
            if !self.narrow.contains(&(code & mask(NARROW))) {
                return;
            }
            for &(shape, mask) in &self.shapes {
                let like = self.by_code.get(&(shape, code & mask)).into_iter().flatten();
                if !self.is_exact {
                    found.extend(like);
                    continue;
                }
                let view = |&frame: &u32| {
                    let hash = other.hash_in(&self.frames[frame as usize], at)?;
                    self.by_view.get(&(frame, hash))
                };
                found.extend(like.filter_map(view).flatten());
            }
        });
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Whether there are candidates for a problem with a first move around which this is.
    fn has_candidates(&self, code: Code) -> bool {
        let has = |&(shape, mask): &(Shape, Code)| self.by_code.contains_key(&(shape, code & mask));
        self.narrow.contains(&(code & mask(NARROW))) && self.shapes.iter().any(has)
    }
}

/// What is around an accepted first move of a problem in an index, in 16 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoredMove {
    code: Code,
    /// The shape of the core, if the problem has one.
    shape: Option<Shape>,
}

impl StoredMove {
    /// The bit above those of the code and the shape: whether there is a core.
    const HAS_CORE: u32 = 54;

    /// A number for an index, of scheme [`core1`](crate::CORE_SCHEME): from the lowest bit on, two bits for each of
    /// the 5x5 points around the move, as [patterns](CoreProblem::patterns) have them, in the orientation of
    /// the canonical text; a bit each for the sides, left, right, top and bottom, to which the core has two
    /// lines; and whether the problem has a core.
    pub fn to_number(self) -> i64 {
        let shape = self.shape.map_or(0, |shape| u64::from(shape) << 50 | 1 << Self::HAS_CORE);
        (self.code | shape) as i64
    }

    /// What [`to_number`](Self::to_number) made a number of.
    pub fn from_number(number: i64) -> StoredMove {
        let number = number as u64;
        let has_core = number >> Self::HAS_CORE & 1 == 1;
        let shape = has_core.then_some((number >> 50 & 15) as Shape);
        StoredMove { code: number & mask(15), shape }
    }
}

/// What is around an accepted first move of a problem that is looked up.
#[derive(Clone, Debug)]
pub struct AskedMove {
    /// The pattern of scheme [`core1`](crate::CORE_SCHEME).
    pub pattern: u32,
    images: [Code; 8],
    /// The points of the core in each image, if the problem has one.
    masks: Option<[Code; 8]>,
}

impl AskedMove {
    /// Whether the core of the one problem may be on the board of the other with this move on that one,
    /// up to a distance. Both have one pattern.
    pub fn may_be_on(&self, other: &StoredMove, distance: u16) -> bool {
        let other_mask = other.shape.map_or(0, mask);
        (0..self.images.len()).any(|image| {
            let is_near = |mask: Code| {
                count_differences(self.images[image], other.code, mask) <= distance.into()
            };
            self.masks.is_some_and(|masks| is_near(masks[image]))
                || other.shape.is_some() && is_near(other_mask)
        })
    }
}

impl AskedMove {
    /// The fewest points by which the core of the other problem can differ from the board of the one with
    /// this move on that one: those within two lines. 0 if it has no core. Both have one pattern.
    pub fn least_difference(&self, other: &StoredMove) -> u16 {
        let Some(shape) = other.shape else { return 0 };
        let differing = |image: &Code| count_differences(*image, other.code, mask(shape));
        self.images.iter().map(differing).min().expect("there are eight images") as u16
    }
}

impl CoreProblem {
    /// What is around each accepted first move, with its pattern.
    pub fn stored_moves(&self) -> impl Iterator<Item = (u32, StoredMove)> {
        let moves = self.first_moves().into_iter();
        moves.map(|(first, shape)| (first.pattern, StoredMove { code: first.images[0], shape }))
    }

    /// What is around each accepted first move, to be looked up; without an answer, around each point where
    /// one may be, each image once.
    pub fn asked_moves(&self) -> Vec<AskedMove> {
        if !self.is_answered() {
            let around = |first: FirstMove| {
                let FirstMove { pattern, images, .. } = first;
                (images.into_iter().min(), AskedMove { pattern, images, masks: None })
            };
            let moves: BTreeMap<_, AskedMove> = self.possible_first_moves().map(around).collect();
            return moves.into_values().collect();
        }
        let asked = |(first, shape): (&FirstMove, Option<Shape>)| {
            let turned =
                |shape| std::array::from_fn(|image| mask(turn_shape(shape, Symmetry::ALL[image])));
            let (pattern, images) = (first.pattern, first.images);
            AskedMove { pattern, images, masks: shape.map(turned) }
        };
        self.first_moves().into_iter().map(asked).collect()
    }
}

/// Passes over problems that have the same core as none of some others, nor a near one.
#[derive(Debug)]
pub struct CoreFilter {
    cores: CoreJoin,
    /// The numbers of the others by what is around their possible first moves, in every shape.
    around: HashMap<(Shape, Code), Vec<u32>>,
    distance: u32,
}

impl CoreFilter {
    /// Makes a filter for these problems, for cores that differ in at most `distance` points. Of problems
    /// whose cores are on the same boards, the core of the first one counts.
    pub fn new<'a>(
        problems: impl Iterator<Item = &'a CoreProblem> + Clone,
        distance: u16,
    ) -> CoreFilter {
        let mut seen = HashSet::new();
        let is_first = |(_, problem): &(u32, &CoreProblem)| {
            problem.core_key().is_some_and(|key| seen.insert(key))
        };
        let cores = CoreJoin::new((0..).zip(problems.clone()).filter(is_first), distance);
        let mut around: HashMap<(Shape, Code), Vec<u32>> = HashMap::new();
        for (number, problem) in (0..).zip(problems) {
            problem.visit_possible_moves(|_, code| {
                for shape in 0..16 {
                    push_new(around.entry((shape, code & mask(shape))).or_default(), number);
                }
            });
        }
        CoreFilter { cores, around, distance: distance.into() }
    }

    /// The numbers of those of the others, sorted, whose cores [`CoreProblem::find_core_in`] may find in
    /// the problem; of those with equal [keys](CoreProblem::core_key) the first.
    pub fn cores_on(&self, problem: &CoreProblem) -> Vec<u32> {
        self.cores.candidates(problem)
    }

    /// The numbers of those of the others, sorted, in each list, in which [`CoreProblem::find_core_in`] may
    /// find the core of the problem; one number may be in several lists.
    pub fn boards_with(&self, problem: &CoreProblem) -> impl Iterator<Item = &[u32]> {
        let parts = problem.stored_moves().flat_map(|(_, around)| self.parts_around(around));
        let parts: Vec<(Shape, Code)> = parts.collect();
        parts.into_iter().filter_map(|part| self.around.get(&part)).map(Vec::as_slice)
    }

    /// Whether [`CoreProblem::find_core_in`] may find the core of a problem with this accepted first move in
    /// one of the others, or one of theirs in it, so that first moves lie on each other.
    pub fn accepts_move(&self, around: StoredMove) -> bool {
        self.cores.has_candidates(around.code)
            || self.parts_around(around).any(|part| self.around.contains_key(&part))
    }

    /// What may be around a move of the others on which this one lies, if it is of a problem with a core.
    fn parts_around(&self, around: StoredMove) -> impl Iterator<Item = (Shape, Code)> {
        let StoredMove { code, shape } = around;
        let symmetries = Symmetry::ALL.iter().take(8);
        let images = shape.into_iter().flat_map(move |shape| {
            let turned = move |by: &Symmetry| (turn_shape(shape, *by), image(code, *by));
            symmetries.clone().map(turned)
        });
        images.flat_map(|(shape, code)| {
            narrowed(shape, self.distance).map(move |part| (part, code & mask(part)))
        })
    }
}

/// Appends a number unless it is the last one.
fn push_new(numbers: &mut Vec<u32>, number: u32) {
    if numbers.last() != Some(&number) {
        numbers.push(number);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Color;
    use crate::similarity::reference::{sub_positions, with_changes};
    use crate::similarity::{QueryPoint, Surroundings};

    fn problem(
        sub: &crate::gtn::SubPosition,
        first: Option<(i16, i16)>,
        lines: &[(i16, i16)],
        turn: Color,
    ) -> CoreProblem {
        let point = |&(col, row): &(i16, i16)| QueryPoint { row, col };
        let accepted = first.iter().map(|at| (turn, point(at))).collect();
        let lines: Vec<QueryPoint> = lines.iter().map(point).collect();
        CoreProblem::new(sub, Surroundings::endless(sub.open), Some(turn), accepted, &lines)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]

        #[test]
        fn every_problem_with_the_core_is_a_candidate(
            sub in sub_positions(7, 8..24),
            changes in prop::collection::vec((0..7u8, 0..7u8, 0..3u8), 0..5),
            symmetry in 0u8..16,
            lines in prop::collection::vec((0..7i16, 0..7i16), 3..5),
            is_answered in any::<bool>(),
        ) {
            let symmetry = Symmetry::from_index(symmetry).unwrap();
            let (copy, size) = (with_changes(&sub, changes).transform(symmetry), sub.board.size());
            let one = problem(&sub, Some(lines[0]), &lines, Color::Black);
            let moved = is_answered.then(|| symmetry.signed_point(lines[0], size));
            let other = problem(&copy, moved, &[], symmetry.color(Color::Black));
            for distance in 0..=5 {
                let join = CoreJoin::new([(7, &one)].into_iter(), distance);
                let found = one.find_core_in(&other, distance);
                let possible = other.group_possible_moves();
                prop_assert_eq!(&one.find_core_at(&other, Some(&possible), distance), &found);
                let is_found = found.is_some();
                if is_found && !is_answered {
                    // The index has what is around the first move; the other is looked up.
                    let (pattern, around) = one.stored_moves().next().unwrap();
                    let is_like = |asked: AskedMove| {
                        asked.pattern == pattern && asked.may_be_on(&around, distance)
                    };
                    let is_asked = other.asked_moves().into_iter().any(is_like);
                    prop_assert!(is_asked);
                }
                if is_found {
                    prop_assert_eq!(join.candidates(&other), [7]);
                } else if distance == 0 {
                    prop_assert!(join.candidates(&other).is_empty());
                }
                for (asked, stored) in [(&one, &other), (&other, &one)] {
                    let may_be = asked.asked_moves().iter().any(|asked| {
                        stored.stored_moves().any(|(pattern, stored)| {
                            asked.pattern == pattern && asked.may_be_on(&stored, distance)
                        })
                    });
                    prop_assert!(!is_found || !is_answered || may_be);
                    let filter = CoreFilter::new([asked].into_iter(), distance);
                    let is_candidate = filter.cores_on(stored) == [0]
                        || filter.boards_with(stored).any(|numbers| numbers == [0]);
                    prop_assert!(!is_found || is_candidate);
                }
            }
        }
    }
}
