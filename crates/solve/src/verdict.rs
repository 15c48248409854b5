//! From a problem to its verdict: every first move judged, in two frames that must agree.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::Color;
use crate::go::{Board, Point, Position, Symmetry};

use crate::board::{Move, Side};
use crate::frame::{Frame, Framed, Reading};
use crate::frame_search::FrameSearch;
use crate::frame_verdict::FrameVerdict;
use crate::outcome::Outcome;
use crate::search::Budget;
use crate::why::Why;

/// A position with a side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The whole board.
    pub board: Board,
    /// The side to move.
    pub to_move: Color,
}

/// What a verdict may cost.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'a> {
    /// States to expand, for all frames, questions and first moves together.
    pub nodes: u64,
    /// Set by another thread to stop early.
    pub cancel: Option<&'a AtomicBool>,
}

impl Limits<'_> {
    /// The nodes by default: a few seconds.
    pub const NODES: u64 = 250_000;
}

impl Default for Limits<'_> {
    fn default() -> Self {
        Limits { nodes: Limits::NODES, cancel: None }
    }
}

/// The answer to a problem in the frames [`Frame::Ring`] and [`Frame::WeakWall`], which agree. That the
/// attacker fails is claimed only if [`Frame::Tight`] agrees, too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved {
    /// The group and its region.
    pub reading: Reading,
    /// The outcome.
    pub outcome: Outcome,
    /// The first moves that reach the outcome, row by row. If it is settled, a pass reaches it, too,
    /// and no move is listed.
    pub moves: Vec<Point>,
    /// First moves that do not reach the outcome in these frames, or only by a ko, with the reply in
    /// the frame `Ring`; `None` is a pass, or no reply is needed.
    pub refuted: Vec<(Point, Option<Point>)>,
    /// First moves without a claim: the budget ended, a ko or a repetition is in the way, or
    /// the frames do not agree. None if the outcome is settled.
    pub undecided: Vec<Point>,
    /// Whether stones of the group's color lie outside of the region, which could help it on the real
    /// board.
    pub has_friends: bool,
}

/// What [`confirm`] found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The answer, or why there is none.
    pub answer: Result<Solved, Why>,
    /// What was found in each frame that was searched. If chains of the wall have so many liberties that
    /// `WeakWall` is the same as `Ring`, only `Ring`.
    pub frames: Vec<FrameVerdict>,
    /// The states expanded.
    pub nodes: u64,
    /// The color of the group that lives or is killed; `None` if there is none.
    pub defender: Option<Color>,
}

impl Solved {
    /// Whether a pass has the same outcome.
    pub fn is_settled(&self) -> bool {
        self.moves.is_empty()
    }

    /// Whether something is known of every first move.
    pub fn is_complete(&self) -> bool {
        self.undecided.is_empty()
    }
}

/// Gives the search of a frame proofs from elsewhere.
pub(crate) type Prove<'a> = dyn FnMut(Frame, &mut FrameSearch<'_>) + 'a;

/// A problem in the orientation in which it is searched.
pub(crate) struct Turned<'a> {
    pub(crate) board: &'a Board,
    pub(crate) to_move: Color,
    /// What was found in the frames so far.
    pub(crate) frames: Vec<FrameVerdict>,
}

impl Turned<'_> {
    /// The color of the group; `None` if the position is not legal or has no group.
    fn defender(&self) -> Option<Color> {
        Position::from_board(self.board, self.to_move).ok()?;
        Reading::of(self.board).ok().map(|reading| reading.defender)
    }

    /// Solves the problem in this orientation.
    pub(crate) fn solve(&mut self, budget: &mut Budget<'_>) -> Result<Solved, Why> {
        self.solve_with(budget, None)
    }

    /// Derives the answer from proofs alone: `prove` gives each frame those that it has of it.
    pub(crate) fn derive(&mut self, prove: &mut Prove<'_>) -> Result<Solved, Why> {
        let mut budget = Budget { left: u64::MAX, is_cancelled: &|| false };
        self.solve_with(&mut budget, Some(prove))
    }

    fn solve_with(
        &mut self,
        budget: &mut Budget<'_>,
        mut prove: Option<&mut Prove<'_>>,
    ) -> Result<Solved, Why> {
        let board = self.board;
        Position::from_board(board, self.to_move).map_err(|_| Why::Illegal)?;
        let reading = Reading::of(board)?;
        let defender = reading.defender;
        let side = if self.to_move == defender { Side::Defender } else { Side::Attacker };
        let framed = |frame| Framed::new(board, &reading, frame);
        let (ring, weak) = (framed(Frame::Ring)?, framed(Frame::WeakWall)?);
        let tight = framed(Frame::Tight)?;
        let mut search = |frame, framed| match &mut prove {
            Some(prove) => {
                let mut closed = FrameSearch::closed(frame, framed, side);
                prove(frame, &mut closed);
                closed
            }
            None => FrameSearch::new(frame, framed, side),
        };
        let mut searches = vec![search(Frame::Ring, &ring)];
        if weak != ring {
            searches.push(search(Frame::WeakWall, &weak));
        }
        let has_friends =
            board.stones().any(|(at, color)| color == defender && !reading.group.contains(&at));
        let outcome = agree(&mut searches, has_friends, budget);
        // That the attacker fails is claimed only if he does without what is outside, too.
        let agreeing = searches.len();
        let needs_tight = side == Side::Attacker && tight != ring;
        if let (Ok((outcome, is_settled)), true) = (outcome, needs_tight) {
            let mut search = search(Frame::Tight, &tight);
            let nodes = if outcome == Outcome::Lives { u64::MAX } else { budget.left / 4 };
            let found = budget.share(nodes, |budget| search.find_outcome(is_settled, budget));
            let is_same = found == Ok(outcome);
            searches.push(search);
            if outcome == Outcome::Lives && !is_same {
                self.list(searches, &reading);
                return Err(found.err().unwrap_or(Why::DependsOnOutside));
            }
        }
        let judged = outcome.map(|(outcome, is_settled)| {
            let judged = match is_settled {
                true => Vec::new(),
                false => judge_moves(&mut searches, agreeing, outcome, budget),
            };
            (outcome, judged)
        });
        let is_replayed = searches.iter().all(FrameSearch::is_replayed);
        let replies: Vec<Option<u8>> = match &judged {
            Ok((_, judged)) => {
                judged.iter().map(|&(at, _)| searches[0].reply(Move::At(at))).collect()
            }
            Err(_) => Vec::new(),
        };
        self.list(searches, &reading);
        let (outcome, judged) = judged?;
        // A hash of two states in one entry of the table can make a proof wrong; then nothing is claimed.
        if !is_replayed {
            return Err(Why::Budget);
        }
        let (mut moves, mut refuted, mut undecided) = (Vec::new(), Vec::new(), Vec::new());
        for ((at, is_right), reply) in judged.into_iter().zip(replies) {
            match is_right {
                Some(true) => moves.push(ring.point(at)),
                Some(false) => refuted.push((ring.point(at), reply.map(|reply| ring.point(reply)))),
                None => undecided.push(ring.point(at)),
            }
        }
        if moves.is_empty() && !(refuted.is_empty() && undecided.is_empty()) {
            return Err(if undecided.is_empty() { Why::DependsOnOutside } else { Why::Budget });
        }
        Ok(Solved { reading, outcome, moves, refuted, undecided, has_friends })
    }

    /// Lists what was found in each frame.
    fn list(&mut self, searches: Vec<FrameSearch<'_>>, reading: &Reading) {
        self.frames.extend(searches.into_iter().map(|search| search.into_verdict(reading)));
    }
}

/// The outcome in which the frames agree, and whether a pass reaches it.
fn agree(
    searches: &mut [FrameSearch<'_>],
    has_friends: bool,
    budget: &mut Budget<'_>,
) -> Result<(Outcome, bool), Why> {
    let (mut agreed, mut is_settled) = (None, true);
    for search in searches {
        let found = search.find_outcome(is_settled, budget)?;
        if has_friends && found != Outcome::Lives {
            return Err(Why::FriendsOutside);
        }
        is_settled = search.is_settled;
        if *agreed.get_or_insert(found) != found {
            return Err(Why::DependsOnOutside);
        }
    }
    Ok((agreed.expect("there is a frame"), is_settled))
}

/// The nodes that each first move gets in turn, until the budget ends.
const SHARES: [u64; 5] = [250, 2_000, 16_000, 128_000, u64::MAX];

/// Whether each play of the frame `Ring` reaches the outcome; `None` is unknown. Right is what is right in
/// the first `agreeing` frames, and wrong what is wrong in all frames.
fn judge_moves(
    searches: &mut [FrameSearch<'_>],
    agreeing: usize,
    outcome: Outcome,
    budget: &mut Budget<'_>,
) -> Vec<(u8, Option<bool>)> {
    let plays: Vec<(u8, Point)> = searches[0].plays().collect();
    let mut judged: Vec<Option<Option<bool>>> = vec![None; plays.len()];
    for share in SHARES {
        for (&(_, point), judged) in plays.iter().zip(&mut judged) {
            if judged.is_some() {
                continue;
            }
            let mut found = None;
            for (index, search) in searches.iter_mut().enumerate() {
                if index >= agreeing && found == Some(true) {
                    break;
                }
                let one = budget.share(share, |budget| search.judge_play(point, outcome, budget));
                match one {
                    // Nothing more is known with more nodes.
                    Ok(None) => *judged = Some(None),
                    Ok(is_right) if index > 0 && is_right != found => *judged = Some(None),
                    Ok(is_right) => {
                        found = is_right;
                        continue;
                    }
                    Err(_) => {}
                }
                found = None;
                break;
            }
            if found.is_some() {
                *judged = Some(found);
            }
        }
    }
    let judged = judged.into_iter().map(Option::flatten);
    plays.into_iter().map(|(at, _)| at).zip(judged).collect()
}

/// Finds what the side to move can achieve, with proofs.
///
/// The same problem in any orientation and color has the same verdict. A budget of nodes, not of
/// time, makes it the same everywhere. The cost is that of the nodes, and memory of a table of up to
/// 96 MiB for each frame, and that of the proofs.
pub fn confirm(problem: &Problem, limits: &Limits<'_>) -> Verdict {
    let is_cancelled = || limits.cancel.is_some_and(|cancel| cancel.load(Ordering::Relaxed));
    let mut budget = Budget { left: limits.nodes, is_cancelled: &is_cancelled };
    let mut verdict = problem.with_smallest_image(0, |turned| {
        let answer = turned.solve(&mut budget);
        answer.map_err(|why| if is_cancelled() { Why::Cancelled } else { why })
    });
    verdict.nodes = limits.nodes - budget.left;
    verdict
}

impl Problem {
    /// A verdict without an answer, whose frames are not known any more.
    pub fn unknown(&self, why: Why, nodes: u64) -> Verdict {
        let turned = Turned { board: &self.board, to_move: self.to_move, frames: Vec::new() };
        Verdict { answer: Err(why), frames: Vec::new(), nodes, defender: turned.defender() }
    }

    /// Solves the problem in the orientation whose list of stones is smallest.
    pub(crate) fn with_smallest_image(
        &self,
        nodes: u64,
        solve: impl FnOnce(&mut Turned<'_>) -> Result<Solved, Why>,
    ) -> Verdict {
        let Problem { board, to_move } = self;
        let image = |symmetry: &Symmetry| {
            let image = board.transform(*symmetry);
            let stones: Vec<_> = image.stones().map(|(at, color)| (at, color as u8)).collect();
            (image.size(), symmetry.color(*to_move) as u8, stones)
        };
        let symmetry =
            Symmetry::ALL.into_iter().min_by_key(image).expect("there are sixteen operations");
        let board = board.transform(symmetry);
        let to_move = symmetry.color(*to_move);
        let mut turned = Turned { board: &board, to_move, frames: Vec::new() };
        let answer = solve(&mut turned);
        let back = |at: Point| symmetry.inverse().point(at, board.size());
        let defender = turned.defender();
        let verdict = Verdict { answer, frames: turned.frames, nodes, defender };
        let verdict = verdict.map(|at| Some(back(at)), |color| symmetry.inverse().color(color));
        verdict.expect("the image of a point is on the image of the board")
    }
}

impl Verdict {
    /// The same verdict on another board, points row by row; `None` if one of its points is not there.
    pub fn map(
        self,
        point: impl Fn(Point) -> Option<Point>,
        color: impl Fn(Color) -> Color,
    ) -> Option<Verdict> {
        let list = |points: Vec<Point>| {
            let points: Option<Vec<Point>> = points.into_iter().map(&point).collect();
            points.map(|mut points| {
                points.sort();
                points
            })
        };
        let set = |points: BTreeSet<Point>| -> Option<BTreeSet<Point>> {
            points.into_iter().map(&point).collect()
        };
        let answer = match self.answer {
            Err(why) => Err(why),
            Ok(solved) => {
                let Solved { reading, outcome, moves, refuted, undecided, has_friends } = solved;
                let both = |(at, reply): (Point, Option<Point>)| {
                    Some((point(at)?, reply.map_or(Some(None), |reply| point(reply).map(Some))?))
                };
                let refuted: Option<Vec<_>> = refuted.into_iter().map(both).collect();
                let mut refuted = refuted?;
                refuted.sort();
                let reading = Reading {
                    defender: color(reading.defender),
                    group: set(reading.group)?,
                    region: set(reading.region)?,
                    inside: set(reading.inside)?,
                };
                let (moves, undecided) = (list(moves)?, list(undecided)?);
                Ok(Solved { reading, outcome, moves, refuted, undecided, has_friends })
            }
        };
        let mut frames = self.frames;
        for frame in &mut frames {
            frame.moves = list(std::mem::take(&mut frame.moves))?;
            for (at, _) in &mut frame.points {
                *at = point(*at)?;
            }
            frame.defender = color(frame.defender);
        }
        let defender = self.defender.map(color);
        Some(Verdict { answer, frames, nodes: self.nodes, defender })
    }
}
