//! The search in one frame: the outcome first, then the first moves.

use std::collections::HashMap;

use crate::go::Point;

use crate::board::{Move, Side, State, Zone, bits};
use crate::frame::{Frame, Framed, Reading};
use crate::frame_verdict::FrameVerdict;
use crate::outcome::Outcome;
use crate::proof::{NoProof, Proof, ProofBuilder, Searched};
use crate::search::{Budget, Found, Question, Search};
use crate::table::SharedTable;
use crate::why::Why;

/// Whether the hero of a question succeeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Judgment {
    Yes,
    /// Only if the hero has more ko threats.
    Ko,
    No,
    /// Depends on the number of threats otherwise.
    Unclear,
}

/// The ko threats with which the opponent of an unconditional success fails.
const THREATS: u8 = 3;

/// The searches for an answer with a proof: the answer against which repetitions count, and whether what
/// may rest on a repetition is forgotten first.
const ROUNDS: [(bool, bool); 4] = [(true, false), (false, false), (true, true), (false, true)];

/// What was proved about a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Answered {
    pub(crate) answer: bool,
    /// Whether the answer is the same with any number of ko threats.
    pub(crate) is_certain: bool,
}

/// The searches of both questions in one frame, and what they proved.
pub(crate) struct FrameSearch<'a> {
    frame: Frame,
    framed: &'a Framed,
    pub(crate) root: State,
    /// What was proved already.
    pub(crate) answered: HashMap<(Question, State), Answered>,
    /// Whether nothing more is searched.
    is_closed: bool,
    /// By question and by the answer against which a repetition counts, made when needed.
    searches: [[Option<Search<'a>>; 2]; 2],
    table: SharedTable,
    /// By question and answer.
    pub(crate) builders: [[ProofBuilder; 2]; 2],
    outcome: Result<Outcome, Why>,
    /// Whether a pass reaches the outcome, too.
    pub(crate) is_settled: bool,
    /// The plays that reach it.
    right: Vec<Point>,
}

impl<'a> FrameSearch<'a> {
    pub(crate) fn new(frame: Frame, framed: &'a Framed, side: Side) -> FrameSearch<'a> {
        let build = |question| {
            [false, true].map(|answer| ProofBuilder::new(&framed.zone, question, answer))
        };
        FrameSearch {
            frame,
            framed,
            root: State::new(framed.stones, side, [0, 0]),
            answered: HashMap::new(),
            is_closed: false,
            searches: Default::default(),
            table: SharedTable::default(),
            builders: [Question::Kill, Question::Live].map(build),
            outcome: Err(Why::Budget),
            is_settled: false,
            right: Vec::new(),
        }
    }

    /// The same without any search: only what is proved elsewhere is answered.
    pub(crate) fn closed(frame: Frame, framed: &'a Framed, side: Side) -> FrameSearch<'a> {
        FrameSearch { is_closed: true, ..FrameSearch::new(frame, framed, side) }
    }

    fn zone(&self) -> &'a Zone {
        &self.framed.zone
    }

    /// The legal plays of the side to move.
    pub(crate) fn plays(&self) -> impl Iterator<Item = (u8, Point)> {
        let plays = bits(self.root.empty(self.zone()));
        let legal = plays.filter(|&at| self.root.play(self.zone(), Move::At(at)).is_some());
        legal.map(|at| (at, self.framed.point(at)))
    }

    /// The answer to a question with given ko threats of the hero and of the opponent, and whether
    /// it is the same with any other number.
    fn ask(
        &mut self,
        question: Question,
        state: &State,
        [hero, opponent]: [u8; 2],
        budget: &mut Budget<'_>,
    ) -> Result<(bool, bool), Why> {
        let mut state = *state;
        state.threats[question.hero() as usize] = hero;
        state.threats[!question.hero() as usize] = opponent;
        if let Some(Answered { answer, is_certain }) = self.answered.get(&(question, state)) {
            return Ok((*answer, *is_certain));
        }
        if self.is_closed {
            return Err(Why::Budget);
        }
        let zone = self.zone();
        // If a proof fails, once more, so that the other winner cannot rely on a repetition.
        for (against, is_again) in ROUNDS {
            let table = self.table.clone();
            let search = self.searches[question as usize][usize::from(against)]
                .get_or_insert_with(|| Search::new(zone, question, against, table));
            if is_again {
                search.forget();
            }
            let Found::Answer(answer) = search.solve(&state, budget) else {
                return Err(Why::Budget);
            };
            let builder = &mut self.builders[question as usize][usize::from(answer)];
            let added = builder.add(&state, &mut Searched { search, budget });
            match added {
                Ok(node) => {
                    builder.claim(node);
                    let is_certain = !builder.needs_ko(node);
                    self.answered.insert((question, state), Answered { answer, is_certain });
                    return Ok((answer, is_certain));
                }
                Err(_) => builder.forget_unfinished(),
            }
            if added == Err(NoProof::Stopped) {
                return Err(Why::Budget);
            }
        }
        Err(Why::Repetition)
    }

    /// More threats never hurt, so an answer without threats is one for many numbers of them.
    fn judge(
        &mut self,
        question: Question,
        state: &State,
        budget: &mut Budget<'_>,
    ) -> Result<Judgment, Why> {
        Ok(match self.ask(question, state, [0, 0], budget)? {
            (true, true) => Judgment::Yes,
            (false, true) => Judgment::No,
            (true, false) if self.ask(question, state, [0, THREATS], budget)?.0 => Judgment::Yes,
            (true, false) if !self.ask(question, state, [0, 1], budget)?.0 => Judgment::Ko,
            (false, false) if !self.ask(question, state, [THREATS, 0], budget)?.0 => Judgment::No,
            (false, false) if self.ask(question, state, [1, 0], budget)?.0 => Judgment::Ko,
            _ => Judgment::Unclear,
        })
    }

    /// The outcome if both sides play their best from here on.
    fn grade(&mut self, state: &State, budget: &mut Budget<'_>) -> Result<Outcome, Why> {
        match self.root.to_move {
            Side::Attacker => match self.judge(Question::Kill, state, budget)? {
                Judgment::Yes => Ok(Outcome::Killed),
                Judgment::Ko => Ok(Outcome::Ko),
                Judgment::Unclear => Err(Why::Ko),
                Judgment::No => match self.judge(Question::Live, state, budget)? {
                    Judgment::Yes => Ok(Outcome::Lives),
                    Judgment::No => Ok(Outcome::Seki),
                    Judgment::Ko | Judgment::Unclear => Err(Why::Ko),
                },
            },
            Side::Defender => match self.judge(Question::Live, state, budget)? {
                Judgment::Yes => Ok(Outcome::Lives),
                lives => match (self.judge(Question::Kill, state, budget)?, lives) {
                    (Judgment::Yes, _) => Ok(Outcome::Killed),
                    (Judgment::Ko, _) => Ok(Outcome::Ko),
                    (Judgment::No, Judgment::No) => Ok(Outcome::Seki),
                    (Judgment::No, _) | (Judgment::Unclear, _) => Err(Why::Ko),
                },
            },
        }
    }

    /// Finds the outcome, and, unless the problem is not settled anyway, whether a pass reaches it.
    pub(crate) fn find_outcome(
        &mut self,
        may_be_settled: bool,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome, Why> {
        self.outcome = self.grade(&self.root.clone(), budget).and_then(|outcome| {
            // The worst outcome for the side to move is that of every move.
            let worst = match self.root.to_move {
                Side::Attacker => Outcome::Lives,
                Side::Defender => Outcome::Killed,
            };
            let after = self.root.pass();
            self.is_settled = may_be_settled
                && (outcome == worst || self.reaches(&after, outcome, budget)?.ok_or(Why::Ko)?);
            Ok(outcome)
        });
        self.outcome
    }

    /// Whether the outcome of the problem is reached from a state after a first move.
    fn reaches(
        &mut self,
        state: &State,
        outcome: Outcome,
        budget: &mut Budget<'_>,
    ) -> Result<Option<bool>, Why> {
        use Judgment::{Ko, No, Unclear, Yes};
        let (question, right) = match (self.root.to_move, outcome) {
            (Side::Attacker, Outcome::Killed) => (Question::Kill, Yes),
            (Side::Defender, Outcome::Lives) => (Question::Live, Yes),
            (_, Outcome::Ko) => (Question::Kill, Ko),
            (Side::Attacker, _) => (Question::Live, No),
            (Side::Defender, _) => (Question::Kill, No),
        };
        if right == Yes {
            // Whether a failure needs a ko does not matter.
            return Ok(match self.ask(question, state, [0, 0], budget)? {
                (is_right, true) => Some(is_right),
                (false, false) => Some(false),
                (true, false) if self.ask(question, state, [0, THREATS], budget)?.0 => Some(true),
                (true, false) if !self.ask(question, state, [0, 1], budget)?.0 => Some(false),
                (true, false) => None,
            });
        }
        Ok(match self.judge(question, state, budget)? {
            Unclear => None,
            found => Some(found == right),
        })
    }

    /// Whether a play reaches the outcome; `None` if that is unknown with any budget, or the frame
    /// does not have the point.
    pub(crate) fn judge_play(
        &mut self,
        point: Point,
        outcome: Outcome,
        budget: &mut Budget<'_>,
    ) -> Result<Option<bool>, Why> {
        let play = self.plays().find(|&(_, at)| at == point);
        let state = play.and_then(|(at, _)| self.root.play(self.zone(), Move::At(at)));
        let Some(state) = state else { return Ok(None) };
        let is_right = match self.reaches(&state, outcome, budget) {
            Err(Why::Repetition) => None,
            found => found?,
        };
        if is_right == Some(true) && !self.right.contains(&point) {
            self.right.push(point);
        }
        Ok(is_right)
    }

    /// The answer of the opponent to a wrong first move, if it is a play.
    pub(crate) fn reply(&self, first: Move) -> Option<u8> {
        let state = self.root.play(self.zone(), first)?;
        // Who refutes a move of the attacker answers `Kill` with no or `Live` with yes.
        let (no, yes) = if self.root.to_move == Side::Attacker { (0, 1) } else { (1, 0) };
        let builders = [&self.builders[no][0], &self.builders[yes][1]];
        builders.into_iter().find_map(|builder| match builder.reply(&state)? {
            Move::At(at) => Some(at),
            Move::Pass => None,
        })
    }

    /// Whether every proof follows from the rules of play alone.
    pub(crate) fn is_replayed(&self) -> bool {
        self.builders.iter().flatten().all(|builder| builder.proof.check().is_ok())
    }

    /// What was found.
    pub(crate) fn into_verdict(self, reading: &Reading) -> FrameVerdict {
        let proofs = self.builders.into_iter().flatten().map(|builder| builder.proof);
        let mut moves = self.right;
        if self.is_settled {
            moves.clear();
        }
        FrameVerdict {
            frame: self.frame,
            outcome: self.outcome,
            is_settled: self.is_settled,
            moves,
            points: self.framed.points(reading).collect(),
            proofs: proofs.filter(|proof: &Proof| !proof.is_empty()).collect(),
            defender: reading.defender,
            root: self.root,
        }
    }
}
