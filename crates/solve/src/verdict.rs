//! From a problem to its verdict: every first move judged, in two frames that must agree.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::Color;
use crate::go::{Board, Point, Position, Symmetry};

use crate::board::{Move, Side, State, Zone, bits};
use crate::frame::{Frame, Framed, Reading};
use crate::frame_verdict::FrameVerdict;
use crate::outcome::Outcome;
use crate::proof::{NoProof, Proof, ProofBuilder};
use crate::search::{Budget, Found, Question, Search};
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

impl Default for Limits<'_> {
    fn default() -> Self {
        Limits { nodes: 250_000, cancel: None }
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
    /// the frame `Ring`; `None` is a pass, or no reply is needed. Nothing is claimed of a move that is in
    /// neither list.
    pub refuted: Vec<(Point, Option<Point>)>,
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
}

impl Solved {
    /// Whether a pass has the same outcome.
    pub fn is_settled(&self) -> bool {
        self.moves.is_empty()
    }
}

/// Whether the hero of a question succeeds after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Judgment {
    Yes,
    /// Only if the hero has more ko threats.
    Ko,
    No,
    /// Depends on the number of threats otherwise.
    Unclear,
}

/// The outcome in one frame.
struct InFrame {
    outcome: Outcome,
    moves: Vec<Point>,
    refuted: Vec<(Point, Option<Point>)>,
}

/// The ko threats with which the opponent of an unconditional success fails.
const THREATS: u8 = 3;

/// One frame with the searches of both questions and what they proved.
struct Judge<'a, 'b> {
    zone: &'a Zone,
    /// By question and by what a repetition counts as, made when needed.
    searches: [[Option<Search<'a>>; 3]; 2],
    /// By question and answer.
    builders: [[ProofBuilder; 2]; 2],
    budget: &'a mut Budget<'b>,
}

impl Judge<'_, '_> {
    /// The answer to a question with given ko threats of the hero and of the opponent, and whether
    /// it is the same with any other number.
    fn ask(
        &mut self,
        question: Question,
        state: &State,
        [hero, opponent]: [u8; 2],
    ) -> Result<(bool, bool), Why> {
        let mut state = *state;
        state.threats[question.hero() as usize] = hero;
        state.threats[!question.hero() as usize] = opponent;
        // If a proof fails, once more, so that neither winner can rely on a repetition.
        for against in [None, Some(true), Some(false)] {
            let mode = against.map_or(0, |answer| 1 + usize::from(answer));
            let zone = self.zone;
            let search = self.searches[question as usize][mode]
                .get_or_insert_with(|| Search::new(zone, question, against));
            let Found::Answer(answer) = search.solve(&state, self.budget) else {
                return Err(Why::Budget);
            };
            let builder = &mut self.builders[question as usize][usize::from(answer)];
            match builder.add(&state, search, self.budget) {
                Ok(node) => return Ok((answer, !builder.needs_ko(node))),
                Err(NoProof::Stopped) => return Err(Why::Budget),
                Err(NoProof::Repetition) => builder.forget_unfinished(),
            }
        }
        Err(Why::Repetition)
    }

    fn judge(&mut self, question: Question, state: &State) -> Result<Judgment, Why> {
        // More threats never hurt: failure with three against none is failure with fewer against more.
        match self.ask(question, state, [THREATS, 0])? {
            (false, _) => return Ok(Judgment::No),
            (true, true) => return Ok(Judgment::Yes),
            (true, false) => {}
        }
        if self.ask(question, state, [0, THREATS])?.0 {
            return Ok(Judgment::Yes);
        }
        let wins_ko = self.ask(question, state, [1, 0])?.0;
        let needs_ko = !self.ask(question, state, [0, 1])?.0;
        Ok(if wins_ko && needs_ko { Judgment::Ko } else { Judgment::Unclear })
    }

    /// Whether the hero succeeds without ko threats against [`THREATS`]; `None` if he does against
    /// one threat only, or if that is not known for certain because of repetitions.
    fn succeeds(&mut self, question: Question, state: &State) -> Result<Option<bool>, Why> {
        for threats in [[THREATS, 0], [0, THREATS], [0, 1]] {
            match self.ask(question, state, threats) {
                Ok((true, true)) => return Ok(Some(true)),
                Ok((true, false)) if threats == [0, THREATS] => return Ok(Some(true)),
                Ok((false, _)) if threats != [0, THREATS] => return Ok(Some(false)),
                Ok(_) => {}
                Err(Why::Repetition) => return Ok(None),
                Err(why) => return Err(why),
            }
        }
        Ok(None)
    }

    /// Judges all states in turn.
    fn judge_all(
        &mut self,
        question: Question,
        moves: &[(Move, State)],
    ) -> Result<Vec<Judgment>, Why> {
        moves.iter().map(|(_, state)| self.judge(question, state)).collect()
    }

    /// The outcome for the side to move, and which moves reach it; `None` is unknown. The last move
    /// is the pass.
    fn best(
        &mut self,
        side: Side,
        moves: &[(Move, State)],
    ) -> Result<(Outcome, Vec<Option<bool>>), Why> {
        use Judgment::{Ko, No, Unclear, Yes};
        let (own, success) = match side {
            Side::Attacker => (Question::Kill, Outcome::Killed),
            Side::Defender => (Question::Live, Outcome::Lives),
        };
        let all = vec![Some(true); moves.len()];
        let (_, passed) = moves.last().expect("a pass is always a move");
        if self.succeeds(own, passed)? == Some(true) {
            return Ok((success, all));
        }
        let succeeds: Result<Vec<_>, Why> =
            moves.iter().map(|(_, state)| self.succeeds(own, state)).collect();
        let succeeds = succeeds?;
        if succeeds.contains(&Some(true)) {
            return Ok((success, succeeds));
        }
        let judged = self.judge_all(own, moves)?;
        let which =
            |judged: &[Judgment], is| judged.iter().map(|&judgment| Some(judgment == is)).collect();
        if judged.contains(&Unclear) {
            return Err(Why::Ko);
        }
        match side {
            Side::Attacker if judged.contains(&Ko) => Ok((Outcome::Ko, which(&judged, Ko))),
            Side::Attacker => {
                let lives = self.judge_all(Question::Live, moves)?;
                match lives.iter().all(|&judgment| judgment == Yes) {
                    _ if lives.iter().any(|judgment| matches!(judgment, Ko | Unclear)) => {
                        Err(Why::Ko)
                    }
                    true => Ok((Outcome::Lives, all)),
                    false => Ok((Outcome::Seki, which(&lives, No))),
                }
            }
            Side::Defender => {
                let killed = self.judge_all(Question::Kill, moves)?;
                if judged.contains(&Ko) || killed.contains(&Unclear) {
                    Err(Why::Ko)
                } else if killed.contains(&No) {
                    Ok((Outcome::Seki, which(&killed, No)))
                } else if killed.contains(&Ko) {
                    Ok((Outcome::Ko, which(&killed, Ko)))
                } else {
                    Ok((Outcome::Killed, all))
                }
            }
        }
    }
}

/// The outcome in one frame.
fn judge_frame(
    framed: &Framed,
    side: Side,
    budget: &mut Budget<'_>,
) -> Result<(InFrame, Vec<Proof>), Why> {
    let zone = &framed.zone;
    let root = State::new(framed.stones, side, [0, 0]);
    let mut moves = Vec::new();
    let plays = bits(root.empty(zone)).map(Move::At).chain([Move::Pass]);
    moves.extend(plays.filter_map(|mv| Some((mv, root.play(zone, mv)?))));
    let questions = [Question::Kill, Question::Live];
    let builders = questions
        .map(|question| [false, true].map(|answer| ProofBuilder::new(zone, question, answer)));
    let mut judge = Judge { zone, searches: Default::default(), builders, budget };
    let (outcome, succeeds) = judge.best(side, &moves)?;
    let (mut best, mut refuted) = (Vec::new(), Vec::new());
    if succeeds.last() != Some(&Some(true)) {
        // Who refutes a move of the attacker answers `Kill` with no or `Live` with yes.
        let (no, yes) = if side == Side::Attacker { (0, 1) } else { (1, 0) };
        for ((mv, state), succeeds) in moves.iter().zip(succeeds) {
            let reply = |builder: &ProofBuilder| match builder.reply(state)? {
                Move::At(at) => Some(framed.point(at)),
                Move::Pass => None,
            };
            match (*mv, succeeds) {
                (Move::At(at), Some(true)) => best.push(framed.point(at)),
                (Move::At(at), Some(false)) => {
                    let [refuting, other] = [&judge.builders[no][0], &judge.builders[yes][1]];
                    let reply = reply(refuting).or_else(|| reply(other));
                    refuted.push((framed.point(at), reply));
                }
                (Move::At(_), None) | (Move::Pass, _) => {}
            }
        }
    }
    let proofs = judge.builders.into_iter().flatten().map(|builder| builder.proof);
    let proofs: Vec<Proof> = proofs.filter(|proof| !proof.is_empty()).collect();
    let is_replayed = proofs.iter().all(|proof| proof.check().is_ok());
    // A hash of two states in one entry of the table can make a proof wrong; then nothing is claimed.
    if is_replayed {
        Ok((InFrame { outcome, moves: best, refuted }, proofs))
    } else {
        Err(Why::Budget)
    }
}

/// A problem in the orientation in which it is searched.
pub(crate) struct Turned<'a> {
    pub(crate) board: &'a Board,
    pub(crate) to_move: Color,
    /// What was found in the frames so far.
    pub(crate) frames: Vec<FrameVerdict>,
}

impl Turned<'_> {
    /// The outcome in one frame, which is also listed.
    fn solve_frame(
        &mut self,
        frame: Frame,
        framed: &Framed,
        reading: &Reading,
        budget: &mut Budget<'_>,
    ) -> Result<InFrame, Why> {
        let defender = reading.defender;
        let side = if self.to_move == defender { Side::Defender } else { Side::Attacker };
        let (found, proofs) = match judge_frame(framed, side, budget) {
            Ok((found, proofs)) => (Ok(found), proofs),
            Err(why) => (Err(why), Vec::new()),
        };
        self.frames.push(FrameVerdict {
            frame,
            outcome: found.as_ref().map(|found| found.outcome).map_err(|why| *why),
            moves: found.as_ref().map(|found| found.moves.clone()).unwrap_or_default(),
            points: framed.points(reading).collect(),
            proofs,
            defender,
            root: State::new(framed.stones, side, [0, 0]),
        });
        found
    }

    /// Solves the problem in this orientation.
    pub(crate) fn solve(&mut self, budget: &mut Budget<'_>) -> Result<Solved, Why> {
        let board = self.board;
        Position::from_board(board, self.to_move).map_err(|_| Why::Illegal)?;
        let reading = Reading::of(board)?;
        let defender = reading.defender;
        let framed = Framed::new(board, &reading, Frame::Ring)?;
        let weak = Framed::new(board, &reading, Frame::WeakWall)?;
        let ring = self.solve_frame(Frame::Ring, &framed, &reading, budget)?;
        let has_friends =
            board.stones().any(|(at, color)| color == defender && !reading.group.contains(&at));
        if has_friends && ring.outcome != Outcome::Lives {
            return Err(Why::FriendsOutside);
        }
        let InFrame { outcome, mut moves, mut refuted } = ring;
        let fails_in = |other: &InFrame, at: Point| other.refuted.iter().any(|&(to, _)| to == at);
        if weak != framed {
            let other = self.solve_frame(Frame::WeakWall, &weak, &reading, budget)?;
            let was_settled = moves.is_empty();
            moves.retain(|at| other.moves.contains(at));
            if other.outcome != outcome
                || was_settled != other.moves.is_empty()
                || was_settled != moves.is_empty()
            {
                return Err(Why::DependsOnOutside);
            }
            refuted.retain(|&(at, _)| fails_in(&other, at));
        }
        // That the attacker fails is claimed only if he does without what is outside, too.
        let tight = Framed::new(board, &reading, Frame::Tight)?;
        let is_claimed = !refuted.is_empty() || outcome == Outcome::Lives;
        if self.to_move != defender && tight != framed && is_claimed {
            match self.solve_frame(Frame::Tight, &tight, &reading, budget) {
                Ok(other)
                    if other.outcome == outcome && moves.is_empty() == other.moves.is_empty() =>
                {
                    refuted.retain(|&(at, _)| fails_in(&other, at));
                }
                _ if outcome == Outcome::Lives => return Err(Why::DependsOnOutside),
                _ => refuted.clear(),
            }
        }
        Ok(Solved { reading, outcome, moves, refuted })
    }
}

/// Finds what the side to move can achieve, with proofs.
///
/// The same problem in any orientation and color has the same verdict. A budget of nodes, not of
/// time, makes it the same everywhere. The cost is that of the nodes, and memory of up to four
/// tables of 96 MiB, and that of the proofs.
pub fn confirm(problem: &Problem, limits: &Limits<'_>) -> Verdict {
    let is_cancelled = || limits.cancel.is_some_and(|cancel| cancel.load(Ordering::Relaxed));
    let mut budget = Budget { left: limits.nodes, is_cancelled: &is_cancelled };
    // The orientation whose list of stones is smallest.
    let Problem { board, to_move } = problem;
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
    let answer = turned.solve(&mut budget);
    let answer = answer.map_err(|why| if is_cancelled() { Why::Cancelled } else { why });
    let back = |at: Point| symmetry.inverse().point(at, board.size());
    let color = |color: Color| symmetry.inverse().color(color);
    let answer = answer.map(|solved| {
        let set =
            |points: std::collections::BTreeSet<Point>| points.into_iter().map(back).collect();
        let reading = Reading {
            defender: color(solved.reading.defender),
            group: set(solved.reading.group),
            region: set(solved.reading.region),
            inside: set(solved.reading.inside),
        };
        let mut moves: Vec<Point> = solved.moves.into_iter().map(back).collect();
        let refuted = solved.refuted.into_iter();
        let mut refuted: Vec<_> = refuted.map(|(at, reply)| (back(at), reply.map(back))).collect();
        moves.sort();
        refuted.sort();
        Solved { reading, outcome: solved.outcome, moves, refuted }
    });
    let mut frames = turned.frames;
    for frame in &mut frames {
        frame.moves.iter_mut().for_each(|at| *at = back(*at));
        frame.moves.sort();
        frame.points.iter_mut().for_each(|(at, _)| *at = back(*at));
        frame.defender = color(frame.defender);
    }
    Verdict { answer, frames, nodes: limits.nodes - budget.left }
}
