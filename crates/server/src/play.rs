//! A line that a person plays in the solution of a record: which moves the solution has, what is
//! captured, and the replies.

use crate::Color;
use crate::find::RecordTree;
use crate::go::{Board, NoLibertyError, PlayError, Point, Position};
use crate::solution::Verdict;

/// What the solution says of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Judgment {
    /// The line goes on.
    On,
    /// The problem is solved.
    Right,
    /// Solved, but not in the best way.
    Lesser,
    /// It is doubtful whether the problem is solved.
    Doubtful,
    /// The problem is not solved.
    Wrong,
    /// The line does not fail, but the problem wants another answer.
    Refused,
    /// The line ends without a verdict.
    Silent,
    /// The solution does not have the last move, or one before it.
    Off,
}

impl Judgment {
    /// `right`, `wrong`, `on` or `off`.
    pub(super) fn name(self) -> &'static str {
        match self {
            Judgment::Right => "right",
            Judgment::Wrong | Judgment::Refused => "wrong",
            Judgment::On | Judgment::Lesser | Judgment::Doubtful | Judgment::Silent => "on",
            Judgment::Off => "off",
        }
    }
}

/// Where a line has come to in the solution.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Place {
    Start,
    /// The moves of the solution, equal ones: variations may begin with the same move.
    At(Vec<u32>),
    Off,
}

/// A line, played on the board of the record.
#[derive(Clone)]
pub(super) struct Line<'a> {
    tree: &'a RecordTree,
    position: Position,
    /// The moves, replies included: who played, and where; `None` is tenuki.
    pub(super) moves: Vec<(Color, Option<Point>)>,
    place: Place,
    /// Who plays next.
    pub(super) to_move: Color,
}

impl<'a> Line<'a> {
    /// The line without moves.
    ///
    /// # Errors
    /// If a chain of the problem has no liberty.
    pub(super) fn new(tree: &'a RecordTree) -> Result<Line<'a>, NoLibertyError> {
        let position = Position::from_board(&tree.board, tree.player)?;
        let place = Place::Start;
        Ok(Line { tree, position, moves: Vec::new(), place, to_move: tree.player })
    }

    /// Whether the last move is one of the other side.
    pub(super) fn is_answered(&self) -> bool {
        self.moves.last().is_some_and(|&(color, _)| color != self.tree.player)
    }

    /// The line that leads to a move of the solution. A move that the rules forbid ends the line.
    pub(super) fn lead_to(self, node: u32) -> Line<'a> {
        let parent = |&node: &u32| self.tree.moves[node as usize].parent;
        let mut path: Vec<u32> = std::iter::successors(Some(node), parent).collect();
        path.reverse();
        let mut line = self;
        for node in path {
            let next = &line.tree.moves[node as usize];
            line.to_move = next.color;
            if line.play(next.at).is_err() {
                break;
            }
        }
        line
    }

    /// Plays a move of the side to move; `None` is tenuki.
    ///
    /// # Errors
    /// If the rules forbid the move; the line is then unchanged.
    pub(super) fn play(&mut self, at: Option<Point>) -> Result<(), PlayError> {
        let color = self.to_move;
        let mut position = self.position.clone();
        position.resume(!color); // after two tenuki in a row
        if position.to_move() != color {
            position.pass()?; // the solution has two moves of one player in a row
            position.resume(!color);
        }
        match at {
            Some(point) => position.play(point).map(drop)?,
            None => position.pass()?,
        }
        self.position = position;
        self.moves.push((color, at));
        let next = self.following().filter(|&node| {
            let next = &self.tree.moves[node as usize];
            (next.color, next.at) == (color, at)
        });
        let next: Vec<u32> = next.collect();
        self.place = if next.is_empty() { Place::Off } else { Place::At(next) };
        let has = |wanted: Color| {
            self.following().any(|node| self.tree.moves[node as usize].color == wanted)
        };
        self.to_move = if !has(!color) && has(color) { color } else { !color };
        Ok(())
    }

    /// Plays the replies of the solution until the person is to move: a reply that is forced, or
    /// else the first one.
    pub(super) fn reply(&mut self) {
        while self.to_move != self.tree.player {
            let moves = &self.tree.moves;
            let replies = self.following().filter(|&node| {
                let reply = &moves[node as usize];
                reply.color == self.to_move && reply.removed.is_some()
            });
            let replies: Vec<u32> = replies.collect();
            let forced = replies.iter().find(|&&node| moves[node as usize].is_forced);
            let Some(&reply) = forced.or(replies.first()) else { break };
            if self.play(moves[reply as usize].at).is_err() {
                break; // a ko that this order of moves forbids
            }
        }
    }

    /// The moves of the solution that may follow.
    fn following(&self) -> impl Iterator<Item = u32> {
        let (first, at): (&[u32], &[u32]) = match &self.place {
            Place::Start => (&self.tree.first, &[]),
            Place::At(nodes) => (&[], nodes),
            Place::Off => (&[], &[]),
        };
        let behind = at.iter().flat_map(|&node| &self.tree.moves[node as usize].children);
        first.iter().chain(behind).copied()
    }

    /// What the solution says of the line.
    pub(super) fn judge(&self) -> Judgment {
        let nodes = match &self.place {
            Place::Start => return Judgment::On,
            Place::Off => return Judgment::Off,
            Place::At(nodes) => nodes,
        };
        let ends = nodes.iter().map(|&node| &self.tree.moves[node as usize]);
        let ends = ends.filter(|end| end.children.is_empty());
        let judge = |verdict, is_refused| match verdict {
            Some(Verdict::Right) if is_refused => Judgment::Refused,
            Some(Verdict::Right) => Judgment::Right,
            Some(Verdict::Lesser) => Judgment::Lesser,
            Some(Verdict::Doubtful) => Judgment::Doubtful,
            Some(Verdict::Wrong) => Judgment::Wrong,
            None => Judgment::Silent,
        };
        let found: Vec<Judgment> = ends.map(|end| judge(end.verdict, end.is_refused)).collect();
        if found.contains(&Judgment::Right) {
            return Judgment::Right;
        }
        match found.first() {
            Some(&judgment) if self.following().next().is_none() => judgment,
            _ => Judgment::On,
        }
    }

    /// What the record says of the last move.
    pub(super) fn comments(&self) -> impl Iterator<Item = &'a str> {
        let nodes = match &self.place {
            Place::At(nodes) => &nodes[..],
            Place::Start | Place::Off => &[],
        };
        let tree = self.tree;
        nodes.iter().filter_map(|&node| tree.moves[node as usize].comment.as_deref())
    }

    /// A next move that leads to the answer, other than first moves already found.
    pub(super) fn hint(&self, found: &[Option<Point>]) -> Option<Option<Point>> {
        let is_start = self.place == Place::Start;
        let moves = self.following().map(|node| &self.tree.moves[node as usize]);
        let mut good = moves.filter(|next| {
            next.color == self.to_move
                && next.leads_right
                && next.removed.is_some()
                && !(is_start && found.contains(&next.at))
        });
        good.next().map(|next| next.at)
    }

    /// Whether the solution has a tenuki of the side to move here, or its first moves have one.
    pub(super) fn may_tenuki(&self) -> bool {
        self.tree.moves.iter().any(|one| one.at.is_none() && one.color == self.to_move)
    }

    /// The stones after the line.
    pub(super) fn board(&self) -> Board {
        self.position.board()
    }

    /// The last move.
    pub(super) fn last(&self) -> Option<(Color, Option<Point>)> {
        self.moves.last().copied()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::find::TreeMove;
    use crate::go::Size;
    use crate::tests::{PlainMove, plain_tree};

    /// A tree of moves on an empty 9x9 board.
    fn tree(moves: &[PlainMove]) -> RecordTree {
        plain_tree(Board::new(Size::new(9, 9).unwrap()), Color::Black, moves)
    }

    fn at(col: u8, row: u8) -> Option<Point> {
        Some(Point::new(col, row))
    }

    const B: Color = Color::Black;
    const W: Color = Color::White;

    #[test]
    fn the_opponent_replies_and_the_end_is_judged() {
        let tree = tree(&[
            (None, B, Some((0, 0)), None),
            (Some(0), W, Some((1, 0)), None),
            (Some(1), B, Some((2, 0)), Some(Verdict::Right)),
            (Some(0), W, None, None),
            (Some(3), B, Some((3, 0)), Some(Verdict::Right)),
            (None, B, Some((5, 5)), None),
            (Some(5), W, Some((5, 6)), Some(Verdict::Wrong)),
        ]);
        let start = Line::new(&tree).unwrap();
        assert_eq!((start.judge(), start.hint(&[])), (Judgment::On, Some(at(0, 0))));
        let mut line = start.clone();
        line.play(at(0, 0)).unwrap();
        assert_eq!((line.judge(), line.to_move), (Judgment::On, W));
        line.reply();
        assert_eq!((line.moves.len(), line.to_move), (2, B));
        assert_eq!(line.hint(&[at(0, 0)]), Some(at(2, 0)));
        line.play(at(2, 0)).unwrap();
        line.reply();
        assert_eq!((line.judge(), line.moves.len()), (Judgment::Right, 3));

        let mut line = start.clone();
        line.play(at(5, 5)).unwrap();
        line.reply();
        assert_eq!((line.judge(), line.hint(&[])), (Judgment::Wrong, None));

        let mut line = start.clone();
        line.play(at(8, 8)).unwrap();
        line.reply();
        assert_eq!((line.judge(), line.moves.len(), line.to_move), (Judgment::Off, 1, W));
        line.play(at(0, 0)).unwrap();
        assert_eq!(line.judge(), Judgment::Off);
        assert_eq!(line.play(at(0, 0)), Err(PlayError::Occupied(Point::new(0, 0))));

        assert_eq!(start.hint(&[at(0, 0)]), None);
        assert_eq!(start.lead_to(4).judge(), Judgment::Right);
    }

    #[test]
    fn equal_variations_are_followed_together() {
        let tree = tree(&[
            (None, B, Some((0, 0)), None),
            (Some(0), W, Some((1, 0)), Some(Verdict::Wrong)),
            (None, B, Some((0, 0)), None),
            (Some(2), B, Some((4, 4)), Some(Verdict::Right)),
        ]);
        let mut line = Line::new(&tree).unwrap();
        line.play(at(0, 0)).unwrap();
        assert_eq!(line.to_move, W);
        line.reply();
        assert_eq!(line.judge(), Judgment::Wrong);
        // The second variation goes on with the same color.
        assert_eq!(Line::new(&tree).unwrap().lead_to(3).judge(), Judgment::Right);
    }

    proptest! {
        /// Every path of a tree without equal variations is judged by its end.
        #[test]
        fn every_path_has_its_verdict(
            nodes in prop::collection::vec((any::<prop::sample::Index>(), 0usize..5), 1..30),
        ) {
            let mut moves: Vec<PlainMove> = Vec::new();
            for (number, (parent, _)) in nodes.iter().enumerate() {
                let parent = parent.index(number + 1).checked_sub(1).map(|parent| parent as u32);
                let color = parent.map_or(B, |parent| !moves[parent as usize].1);
                // Every move has a point of its own, so no chain is ever without liberties for long.
                moves.push((parent, color, Some(((number % 9) as u8, 2 * (number / 9) as u8)), None));
            }
            for number in 0..moves.len() {
                let is_end = moves.iter().all(|one| one.0 != Some(number as u32));
                moves[number].3 = Verdict::ALL.get(nodes[number].1).copied().filter(|_| is_end);
            }
            let tree = tree(&moves);
            for (number, one) in (0..).zip(&tree.moves) {
                let line = Line::new(&tree).unwrap().lead_to(number);
                let expected = match one.verdict {
                    _ if !one.children.is_empty() => Judgment::On,
                    Some(Verdict::Right) => Judgment::Right,
                    Some(Verdict::Lesser) => Judgment::Lesser,
                    Some(Verdict::Doubtful) => Judgment::Doubtful,
                    Some(Verdict::Wrong) => Judgment::Wrong,
                    None => Judgment::Silent,
                };
                let TreeMove { removed, .. } = one;
                prop_assert!(removed.is_some());
                prop_assert_eq!(line.judge(), expected);
            }
        }
    }
}
