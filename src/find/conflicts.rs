//! Records of the same problem that do not accept the same first moves.

use std::collections::BTreeMap;

use super::{Cluster, View};
use crate::Color;
use crate::extract;
use crate::go::{Point, Sides};
use crate::gtn::{ParseGtnError, SubPosition};
use crate::model::{Charset, Turn};
use crate::sgf::GameTree;
use crate::solution::{
    Agreement, Answer, Frame, Images, Solution, Spot, Verdict, agreement, answer, answers, laid_on,
};
use crate::store::{Store, StoreError, StoredPosition, StoredRecord};

/// What the records of a problem accept.
#[derive(Clone, Debug)]
pub struct Comparison<'a> {
    /// How they agree; none when fewer than two accept anything.
    pub agreement: Option<Agreement>,
    /// The record whose board all is laid on: the first one that accepts
    /// something, or the first of all.
    pub shown: &'a StoredRecord,
    /// Records that accept the same, together; in the order of their first
    /// ones. Records that accept nothing are in none.
    pub sides: Vec<Side<'a>>,
}

/// Records that accept the same first moves.
#[derive(Clone, Debug)]
pub struct Side<'a> {
    /// The records, in the order of import.
    pub records: Vec<&'a StoredRecord>,
    /// The moves they accept, with a number that images of the same answer
    /// share among all sides.
    pub accepted: Vec<(usize, Option<Point>)>,
    /// The solution of the first of them, on the board that is shown.
    pub line: Vec<LineMove>,
}

/// A move of a solution on the board that is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineMove {
    /// How many moves come before it in its line. It follows the nearest move
    /// before it that has one less.
    pub depth: u32,
    /// Who plays.
    pub color: Color,
    /// Where: none for tenuki, and where that board has no such point.
    pub at: Option<Point>,
    /// What is said of the line that ends here.
    pub verdict: Option<Verdict>,
}

/// The solution of a record, on the canonical board.
///
/// # Errors
/// When the database cannot be read.
pub fn solution(store: &Store, record: &StoredRecord) -> Result<Solution, StoreError> {
    if let Some(solution) = &record.solution {
        return Ok(solution.clone());
    }
    // From before solutions were stored.
    let sgf = store.sgf(record.id)?;
    let tree = GameTree::read(&sgf, Charset::for_reading(record.charset.as_ref()));
    Ok(extract::solution(&tree, &record.placement, record.at.symmetry))
}

/// The images of a position, as a record of it lies on the canonical board.
///
/// # Errors
/// When the text of the position is none.
pub fn images(position: &StoredPosition, record: &StoredRecord) -> Result<Images, ParseGtnError> {
    let square: SubPosition = position.text.parse()?;
    let open: Sides = record.placement.open.transform(record.at.symmetry);
    Ok(Images::of(&square.board, &frame(record), open))
}

/// How the board of a record lies on the canonical one.
pub fn frame(record: &StoredRecord) -> Frame {
    Frame::new(record.placement.region, record.placement.open, record.at.symmetry)
}

impl<'a> Comparison<'a> {
    /// Compares the records of a cluster; `solutions` are theirs, in the same
    /// order.
    ///
    /// # Errors
    /// When the text of the position is none.
    pub fn of(
        position: &StoredPosition,
        cluster: &Cluster<'a>,
        solutions: &[Solution],
    ) -> Result<Option<Comparison<'a>>, ParseGtnError> {
        let Some(&first) = cluster.records.first() else { return Ok(None) };
        let images = images(position, first)?;
        let turn = match cluster.turn {
            Turn::Black => Some(Color::Black),
            Turn::White => Some(Color::White),
            Turn::Either | Turn::Unknown => None,
        };
        let sets: Vec<_> =
            solutions.iter().map(|solution| answers(solution, turn, &images)).collect();
        let agreement = agreement(&sets);
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for (at, set) in sets.iter().enumerate().filter(|(_, set)| !set.is_empty()) {
            match groups.iter_mut().find(|group| sets[group[0]] == *set) {
                Some(group) => group.push(at),
                None => groups.push(vec![at]),
            }
        }
        let shown_at = groups.first().map_or(0, |group| group[0]);
        let shown = cluster.records[shown_at];
        let mut numbers: BTreeMap<Answer, usize> = BTreeMap::new();
        let mut sides = Vec::with_capacity(groups.len());
        for group in groups {
            let (laid, _) = laid_on(&solutions[group[0]], &solutions[shown_at], &images);
            let board = Laid { record: shown, frame: frame(shown) };
            let accepted = laid.accepted(turn).into_iter().map(|node| {
                let next = numbers.len();
                let number = *numbers.entry(answer(&node, &images)).or_insert(next);
                (number, board.point(node.at))
            });
            let mut accepted: Vec<_> = accepted.collect();
            accepted.sort_unstable();
            sides.push(Side {
                accepted,
                records: group.iter().map(|&at| cluster.records[at]).collect(),
                line: board.line(&laid),
            });
        }
        Ok(Some(Comparison { agreement, shown, sides }))
    }

    /// The board that is shown, large enough for all first moves that are
    /// accepted.
    ///
    /// # Errors
    /// When the text of the position is none.
    pub fn view(&self, position: &StoredPosition) -> Result<View, ParseGtnError> {
        let accepted = self.sides.iter().flat_map(|side| &side.accepted);
        Ok(View::of(position, self.shown)?.with(accepted.filter_map(|&(_, point)| point)))
    }
}

/// The board on which solutions are shown.
struct Laid<'a> {
    record: &'a StoredRecord,
    frame: Frame,
}

impl Laid<'_> {
    fn point(&self, at: Option<Spot>) -> Option<Point> {
        self.frame.point(at?, self.record.placement.board)
    }

    fn line(&self, solution: &Solution) -> Vec<LineMove> {
        let mut depths: Vec<u32> = Vec::with_capacity(solution.nodes.len());
        for node in &solution.nodes {
            depths.push(node.parent.map_or(0, |parent| depths[parent as usize] + 1));
        }
        let symmetry = self.record.at.symmetry;
        let shown = |(node, depth): (&crate::solution::Node, u32)| LineMove {
            depth,
            color: symmetry.color(node.color),
            at: self.point(node.at),
            verdict: node.verdict,
        };
        solution.nodes.iter().zip(depths).map(shown).collect()
    }
}
