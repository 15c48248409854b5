//! Comparison of several solutions of the same problem.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::hash::Hash;

use super::canonical_frame::PositionStabilizer;
use super::dialect::Certainty;
use super::solution_point::SolutionPoint;
use super::solution_tree::{Solution, SolutionNode};
use crate::Color;
use crate::go::Symmetry;
use crate::names;

/// A first move on the canonical board: the player and the point, or `None` for
/// tenuki.
pub type Answer = (Color, Option<SolutionPoint>);

names! {
    /// How far the records of a problem agree on its answers.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Agreement {
        /// All accept the same first moves.
        Agree => "agree",
        /// Any two of them have a first move in common, but not all the same ones.
        Overlap => "overlap",
        /// Two of them have no first move in common.
        Disjoint => "disjoint",
    }

    /// `agree`, `overlap` or `disjoint`.
    pub fn name;
}

names! {
    /// How the records of a problem contradict each other; the gravest first.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Conflict {
        /// A first move is right in one record, and every line after it is wrong in another one;
        /// both state so.
        Contradicts => "contradicts",
        /// Two records have no answer in common; both state their answers, or nobody does.
        Disjoint => "disjoint",
        /// A record does not list an answer that another one states, but two of them always have
        /// one in common.
        ListsFewer => "lists fewer",
        /// What is stated agrees; a record whose answer is assumed accepts other moves.
        Assumed => "assumed",
    }

    /// `contradicts`, `disjoint`, `lists fewer` or `assumed`.
    pub fn name;
}

impl Conflict {
    /// All kinds.
    pub const ALL: [Conflict; 4] = Conflict::VALUES;

    /// Whether one of the records is likely mistaken: `contradicts` and `disjoint`.
    pub fn is_grave(self) -> bool {
        self <= Conflict::Disjoint
    }
}

names! {
    /// How the answers of a submitted record relate to those of the known ones; the gravest last.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum AnswerRelation {
        /// Both accept the same first moves.
        Agree => "agree",
        /// [`Conflict::Assumed`].
        Assumed => "assumed",
        /// [`Conflict::ListsFewer`].
        ListsFewer => "lists fewer",
        /// [`Conflict::Disjoint`].
        Disjoint => "disjoint",
        /// [`Conflict::Contradicts`].
        Contradicts => "contradicts",
    }

    /// `agree`, or the name of the [`Conflict`].
    pub fn name;
}

impl AnswerRelation {
    /// All relations.
    pub const ALL: [AnswerRelation; 5] = AnswerRelation::VALUES;
}

impl From<Conflict> for AnswerRelation {
    fn from(conflict: Conflict) -> AnswerRelation {
        match conflict {
            Conflict::Contradicts => AnswerRelation::Contradicts,
            Conflict::Disjoint => AnswerRelation::Disjoint,
            Conflict::ListsFewer => AnswerRelation::ListsFewer,
            Conflict::Assumed => AnswerRelation::Assumed,
        }
    }
}

impl From<Agreement> for AnswerRelation {
    /// For answers that are all stated.
    fn from(agreement: Agreement) -> AnswerRelation {
        match agreement {
            Agreement::Agree => AnswerRelation::Agree,
            Agreement::Overlap => AnswerRelation::ListsFewer,
            Agreement::Disjoint => AnswerRelation::Disjoint,
        }
    }
}

/// What several known records say together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JointClaims {
    stated: BTreeSet<Answer>,
    assumed: BTreeSet<Answer>,
    rejected: BTreeSet<Answer>,
}

impl JointClaims {
    /// Adds what a record says.
    pub fn add(&mut self, claims: Claims) {
        let accepted = if claims.is_assumed { &mut self.assumed } else { &mut self.stated };
        accepted.extend(claims.accepted);
        self.rejected.extend(claims.rejected);
    }

    /// Relates what another record says to all of this. `None` if the one or the other say nothing
    /// that can be compared. What only the known records reject among themselves does not count.
    pub fn relate(&self, own: &Claims) -> Option<AnswerRelation> {
        let is_assumed = self.stated.is_empty();
        let accepted = if is_assumed { &self.assumed } else { &self.stated };
        let is_own = |answer: &&Answer| !own.is_assumed && own.accepted.contains(answer);
        let known = Claims {
            accepted: accepted.clone(),
            rejected: self.rejected.iter().filter(is_own).copied().collect(),
            is_assumed,
        };
        let both = [own.clone(), known];
        match compare_claims(&both) {
            Some(conflict) => Some(conflict.into()),
            None => compare_answers(&both.map(|claims| claims.accepted)).map(AnswerRelation::from),
        }
    }
}

/// What a record says of first moves.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Claims {
    /// The moves that the record accepts.
    pub accepted: BTreeSet<Answer>,
    /// The moves after which every line is wrong, and that are equal to no accepted one.
    pub rejected: BTreeSet<Answer>,
    /// Whether the accepted moves are assumed, not stated.
    pub is_assumed: bool,
}

impl Claims {
    /// The claims of a solution about the moves of a player, or of both without `turn`.
    pub fn new(
        solution: &Solution,
        turn: Option<Color>,
        stabilizer: &PositionStabilizer,
    ) -> Claims {
        let accepted = collect_answers(solution, turn, stabilizer);
        let rejected = solution.rejected(turn);
        let rejected = rejected.iter().map(|node| canonicalize_answer(node, stabilizer));
        Claims {
            rejected: rejected.filter(|answer| !accepted.contains(answer)).collect(),
            accepted,
            is_assumed: solution.dialect.certainty() == Certainty::Assumed,
        }
    }
}

/// Compares what several records say. `None` if they accept the same moves and reject none of them;
/// records that accept nothing count if they reject what another one states.
pub fn compare_claims(claims: &[Claims]) -> Option<Conflict> {
    let (assumed, stated): (Vec<_>, Vec<_>) = claims.iter().partition(|claims| claims.is_assumed);
    let answers = |claims: &[&Claims]| {
        let sets: Vec<_> = claims.iter().map(|claims| claims.accepted.clone()).collect();
        compare_answers(&sets)
    };
    let right: BTreeSet<Answer> =
        stated.iter().flat_map(|claims| &claims.accepted).copied().collect();
    if claims.iter().any(|claims| !claims.rejected.is_disjoint(&right)) {
        return Some(Conflict::Contradicts);
    }
    match answers(if right.is_empty() { &assumed } else { &stated }) {
        Some(Agreement::Disjoint) => return Some(Conflict::Disjoint),
        Some(Agreement::Overlap) => return Some(Conflict::ListsFewer),
        Some(Agreement::Agree) | None => {}
    }
    let all = answers(&claims.iter().collect::<Vec<_>>());
    all.filter(|&agreement| agreement != Agreement::Agree).map(|_| Conflict::Assumed)
}

/// Collects the first moves that a solution accepts, each canonicalized.
///
/// With `turn`, only the moves of that player.
pub fn collect_answers(
    solution: &Solution,
    turn: Option<Color>,
    stabilizer: &PositionStabilizer,
) -> BTreeSet<Answer> {
    let accepted = solution.accepted(turn);
    accepted.iter().map(|node| canonicalize_answer(node, stabilizer)).collect()
}

/// Returns the smallest image of a first move under the stabilizer: moves that
/// are equivalent by symmetry become equal.
pub fn canonicalize_answer(first: &SolutionNode, stabilizer: &PositionStabilizer) -> Answer {
    let image = |symmetry: Symmetry| {
        let at = match first.at {
            Some(at) => Some(stabilizer.transform(at, symmetry)?),
            None => None,
        };
        Some((symmetry.color(first.color), at))
    };
    stabilizer.symmetries().filter_map(image).min().unwrap_or((first.color, first.at))
}

/// Compares the answers of several records. Records without answers are
/// ignored; returns `None` if fewer than two have any.
///
/// Equal sets are compared once, so records with few different answers cost
/// linear time.
pub fn compare_answers<T: Ord + Hash>(answers: &[BTreeSet<T>]) -> Option<Agreement> {
    let sets = || answers.iter().filter(|answers| !answers.is_empty());
    if sets().count() < 2 {
        return None;
    }
    let distinct: Vec<&BTreeSet<T>> = sets().collect::<HashSet<_>>().into_iter().collect();
    Some(if distinct.len() == 1 {
        Agreement::Agree
    } else if has_disjoint_pair(&distinct, &distinct) {
        Agreement::Disjoint
    } else {
        Agreement::Overlap
    })
}

/// Whether a set of `ones` has no element in common with a set of `others`.
///
/// All sets of `others` must contain an element of the smallest set of `ones`.
/// Those that contain the same element can be disjoint only from sets without
/// that element, so each call divides the pairs among its recursive calls.
/// Linear in the number of sets when some of them are small; the depth is at
/// most the sizes of two sets.
fn has_disjoint_pair<T: Ord>(ones: &[&BTreeSet<T>], others: &[&BTreeSet<T>]) -> bool {
    let Some(smallest) = ones.iter().min_by_key(|set| set.len()) else { return false };
    let mut rest = others.to_vec();
    for answer in *smallest {
        let (with, without): (Vec<_>, Vec<_>) =
            rest.into_iter().partition(|set| set.contains(answer));
        rest = without;
        if with.is_empty() {
            continue;
        }
        let ones_without: Vec<_> =
            ones.iter().copied().filter(|set| !set.contains(answer)).collect();
        if has_disjoint_pair(&with, &ones_without) {
            return true;
        }
    }
    !rest.is_empty()
}

/// A solution with which others are aligned.
#[derive(Debug)]
pub struct AlignmentBase {
    /// For each move the first node with it: the node before, the player and
    /// the point.
    nodes: HashMap<(Option<u32>, Answer), u32>,
}

impl AlignmentBase {
    /// Indexes the moves of a solution, in linear time.
    pub fn new(base: &Solution) -> AlignmentBase {
        let mut nodes = HashMap::with_capacity(base.nodes.len());
        for (node, at) in base.nodes.iter().zip(0_u32..) {
            nodes.entry((node.parent, (node.color, node.at))).or_insert(at);
        }
        AlignmentBase { nodes }
    }

    /// Returns the image of a solution, under the stabilizer, that has the most
    /// moves in common with the base, and the operation: of several the first.
    /// Linear in the length of the solution.
    pub fn align(
        &self,
        solution: &Solution,
        stabilizer: &PositionStabilizer,
    ) -> (Solution, Symmetry) {
        let mut best: Option<(usize, Solution, Symmetry)> = None;
        for symmetry in stabilizer.symmetries() {
            let image = solution
                .map(|color| symmetry.color(color), |point| stabilizer.transform(point, symmetry));
            let Some(image) = image else { continue };
            let common = self.count_common_moves(&image);
            if best.as_ref().is_none_or(|(most, ..)| common > *most) {
                best = Some((common, image, symmetry));
            }
        }
        best.map_or_else(
            || (solution.clone(), Symmetry::IDENTITY),
            |(_, image, symmetry)| (image, symmetry),
        )
    }

    /// The number of moves of a solution that the base has too, after the same
    /// moves.
    fn count_common_moves(&self, solution: &Solution) -> usize {
        let mut found: Vec<Option<u32>> = Vec::with_capacity(solution.nodes.len());
        for node in &solution.nodes {
            let parent = match node.parent {
                None => Some(None),
                Some(parent) => found[parent as usize].map(Some),
            };
            let at = |parent| self.nodes.get(&(parent, (node.color, node.at))).copied();
            found.push(parent.and_then(at));
        }
        found.iter().flatten().count()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::go::Size;
    use crate::gtn::SubPosition;
    use crate::sgf::{Charset, GameTree};
    use crate::solution::canonical_frame::CanonicalFrame;
    use crate::solution::read::read;

    /// The solution of a small board in canonical coordinates, and the
    /// stabilizer of its position.
    fn solved(goban: &str, moves: &str) -> (Solution, PositionStabilizer) {
        let goban: SubPosition = goban.parse().unwrap();
        let board = goban.board.size();
        let window = goban.window().unwrap();
        let canonical = window.sub.canonicalize();
        let symmetry = canonical.symmetry();
        let frame = CanonicalFrame::new(window.region, window.sub.open, symmetry);
        let square: SubPosition = canonical.text().parse().unwrap();
        let open = window.sub.open.transform(symmetry);
        let stabilizer = PositionStabilizer::new(&square.board, &frame, open).unwrap();
        let sgf = format!("(;AB[aa]{moves})");
        let tree = GameTree::read(sgf.as_bytes(), Charset::UTF_8);
        let own = read(&tree, board).solution;
        let canonical = |point: SolutionPoint| frame.to_canonical(point.on_board(board)?);
        (own.map(|color| symmetry.color(color), canonical).unwrap(), stabilizer)
    }

    /// ```text
    ///   X X X X O . .
    ///   X a . X O . .
    ///   X . b X O . .      a and b are images of each other about the diagonal
    ///   X X X . O . .
    ///   O O O O O . .
    /// ```
    const EYE: &str = "7x7|XXXXO..X..XO..X..XO..XXX.O..OOOOO................";

    #[test]
    fn an_answer_and_its_image_are_the_same() {
        let goban: SubPosition = EYE.parse().unwrap();
        for operation in Symmetry::ALL {
            let other = goban.transform(operation).to_string();
            let move_of = |point: (u8, u8), color: Color| {
                let point = crate::go::Point::new(point.0, point.1);
                let at = operation.point(point, Size::new(7, 7).unwrap());
                format!(
                    "(;{}[{}])",
                    operation.color(color).sgf_char(),
                    crate::sgf::value::format_point(at)
                )
            };
            let (one, stabilizer) = solved(EYE, "(;B[cb])");
            let (image, _) = solved(&other, &move_of((1, 2), Color::Black));
            let (vital, _) = solved(&other, &move_of((1, 1), Color::Black));
            let [one_answers, image_answers, vital_answers] =
                [&one, &image, &vital].map(|solution| collect_answers(solution, None, &stabilizer));
            assert_eq!(one_answers, image_answers, "{operation}");
            assert_ne!(one_answers, vital_answers, "{operation}");
            let base = AlignmentBase::new(&one);
            let count_common = |other| base.count_common_moves(&base.align(other, &stabilizer).0);
            assert_eq!((count_common(&image), count_common(&vital)), (1, 0));
        }
    }

    fn set(cols: &[i8]) -> BTreeSet<Answer> {
        cols.iter().map(|&col| (Color::Black, Some(SolutionPoint::new(col, 0)))).collect()
    }

    #[test]
    fn records_agree_overlap_or_are_disjoint() {
        for (sets, expected) in [
            (vec![set(&[1])], None),
            (vec![set(&[1]), set(&[])], None),
            (vec![set(&[1]), set(&[]), set(&[1])], Some(Agreement::Agree)),
            (vec![set(&[1, 2]), set(&[2])], Some(Agreement::Overlap)),
            (vec![set(&[1, 2]), set(&[2]), set(&[1])], Some(Agreement::Disjoint)),
        ] {
            assert_eq!(compare_answers(&sets), expected, "{sets:?}");
        }
    }

    #[test]
    fn records_contradict_each_other_in_four_ways() {
        // The last records say what the first state.
        for (records, expected) in [
            (&["B[ba]TE[1]", "B[ba]TE[1]"][..], None),
            (&["B[ba]TE[1]", ""], None),
            (&["B[ba]TE[1]", "(;B[ba]BM[1])(;B[bb]TE[1])"], Some(Conflict::Contradicts)),
            (
                &["(;B[ba]TE[1])(;B[bb]TE[1])", "(;B[bb])(;B[ba]C[Wrong])"],
                Some(Conflict::Contradicts),
            ),
            // Nothing but words against it.
            (&["B[ba]C[RIGHT]", "B[ba]C[Wrong]"], Some(Conflict::Contradicts)),
            // One line after the move is right; another one has no verdict.
            (&["B[ba]TE[1]", "B[ba](;W[bb]BM[1])(;W[bc]TE[1])"], None),
            (&["B[ba]TE[1]", "(;B[ba]DM[1])(;B[bb]TE[1])"], Some(Conflict::Disjoint)),
            (&["B[ba]TE[1]", "B[bb]C[Correct!]"], Some(Conflict::Disjoint)),
            (&["B[ba]", "B[bb]"], Some(Conflict::Disjoint)),
            (&["(;B[ba]TE[1])(;B[bb]TE[1])", "B[bb]TE[1]"], Some(Conflict::ListsFewer)),
            // An assumption never contradicts a mark.
            (&["B[ba]TE[1]", "B[bb]"], Some(Conflict::Assumed)),
            (&["(;B[ba]TE[1])(;B[bb]BM[1])", "B[bb]"], Some(Conflict::Assumed)),
            (&["(;B[ba]TE[1])(;B[bb]TE[1])", "B[bb]"], Some(Conflict::Assumed)),
            (&["B[ba]TE[1]", "B[bb]", "B[bc]"], Some(Conflict::Assumed)),
        ] {
            let claims: Vec<_> = records
                .iter()
                .map(|moves| {
                    let moves = if moves.starts_with('(') {
                        (*moves).to_owned()
                    } else {
                        format!(";{moves}")
                    };
                    let (solution, stabilizer) = solved("4x5|.X...O...XX.OO......", &moves);
                    Claims::new(&solution, None, &stabilizer)
                })
                .collect();
            assert_eq!(compare_claims(&claims), expected, "{records:?}");
            let backwards: Vec<_> = claims.into_iter().rev().collect();
            assert_eq!(compare_claims(&backwards), expected, "{records:?} backwards");
        }
    }

    #[test]
    fn the_image_of_a_right_move_is_not_rejected() {
        // a is right and its image b wrong, which says nothing.
        let (solution, stabilizer) = solved(EYE, "(;B[cb]C[RIGHT])(;B[bc])(;B[bb])");
        let claims = Claims::new(&solution, None, &stabilizer);
        assert_eq!((claims.accepted.len(), claims.rejected.len()), (1, 1));
    }

    /// Compares every two sets.
    fn compare_pairs(answers: &[BTreeSet<Answer>]) -> Option<Agreement> {
        let sets: Vec<_> = answers.iter().filter(|answers| !answers.is_empty()).collect();
        let is_any = |fits: fn(&BTreeSet<Answer>, &BTreeSet<Answer>) -> bool| {
            sets.iter().enumerate().any(|(at, one)| sets[..at].iter().any(|other| fits(one, other)))
        };
        match sets.len() {
            ..2 => None,
            _ if is_any(|one, other| one.is_disjoint(other)) => Some(Agreement::Disjoint),
            _ if is_any(|one, other| one != other) => Some(Agreement::Overlap),
            _ => Some(Agreement::Agree),
        }
    }

    proptest! {
        #[test]
        fn agreement_is_that_of_all_pairs(
            sets in prop::collection::vec(prop::collection::btree_set(0_i8..6, 0..5), 0..12),
        ) {
            let sets: Vec<_> =
                sets.iter().map(|set| self::set(&set.iter().copied().collect::<Vec<_>>())).collect();
            prop_assert_eq!(compare_answers(&sets), compare_pairs(&sets));
        }
    }

    #[test]
    fn twenty_thousand_records_are_compared() {
        let of_two = |number: i8| set(&[number % 3, (number + 1) % 3]);
        let sets: Vec<_> = (0..20_000).map(|number: i32| of_two((number % 3) as i8)).collect();
        assert_eq!(compare_answers(&sets), Some(Agreement::Overlap));
        // All different: two of a, b and c, and another point.
        let with_another = |number: i32| {
            let mut set = of_two((number % 3) as i8);
            set.insert((
                Color::White,
                Some(SolutionPoint::new((number / 3 % 100) as i8, (number / 300) as i8)),
            ));
            set
        };
        let sets: Vec<_> = (0..20_000).map(with_another).collect();
        assert_eq!(compare_answers(&sets), Some(Agreement::Overlap));
    }
}
