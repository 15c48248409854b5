//! What was found in one frame: the outcome, and the proofs as lines of moves.

use crate::Color;
use crate::go::Point;

use crate::board::{Move, Side, State};
use crate::frame::{Frame, FramedPoint};
use crate::life::{is_captured, is_hopeless, lives};
use crate::outcome::Outcome;
use crate::proof::{Node, Proof};
use crate::search::Question;
use crate::why::Why;

/// What was found in one frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrameVerdict {
    /// The frame.
    pub frame: Frame,
    /// The outcome in it, or why it is unknown.
    pub outcome: Result<Outcome, Why>,
    /// Whether a pass reaches the outcome, too.
    pub is_settled: bool,
    /// First moves that reach the outcome; none if it is settled.
    pub moves: Vec<Point>,
    /// What is around the group: every point of the part of the board that was searched.
    pub points: Vec<(Point, FramedPoint)>,
    /// The proofs of the outcome, of the right first moves and of the refutations, each replayed
    /// without the search.
    pub proofs: Vec<Proof>,
    pub(crate) defender: Color,
    /// The state before the first move, without ko threats.
    pub(crate) root: State,
}

/// A move of a line: a player, and a point or a pass.
pub type LineMove = (Color, Option<Point>);

/// What a proof has after a line of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofStep {
    /// The side that the proof is for answers with this move; `None` is a pass.
    Answer(Option<Point>),
    /// The other side may play any move, and the proof has the answer.
    Any,
    /// Nothing: why the rest is certain.
    End(&'static str),
}

/// What was asked about a state, and the answer.
type Claim = (Question, bool);

/// Where a proof has a state: the proof and the index of the node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place<'a> {
    pub(crate) proof: &'a Proof,
    pub(crate) node: u32,
}

impl<'a> Place<'a> {
    pub(crate) fn state(self) -> &'a State {
        &self.proof.nodes[self.node as usize].state
    }

    /// Why nothing follows.
    pub(crate) fn end(self) -> &'static str {
        let (zone, state) = (&self.proof.zone, self.state());
        match () {
            () if is_captured(state) => "No stone of the group is left.",
            () if is_hopeless(zone, state) => "There is no room for two eyes any more.",
            () if lives(zone, state) => "Stones are alive whatever the attacker plays.",
            () => "There is no move left.",
        }
    }

    pub(crate) fn replies(self) -> impl Iterator<Item = (Move, Place<'a>)> {
        let Node { replies, .. } = &self.proof.nodes[self.node as usize];
        replies.iter().map(move |&(mv, node)| (mv, Place { node, ..self }))
    }
}

/// A line or a tree of moves of a proof.
pub(crate) struct FirstMove<'a> {
    pub(crate) mv: Move,
    /// Whether the move reaches the outcome.
    pub(crate) is_right: bool,
    pub(crate) place: Place<'a>,
}

impl FrameVerdict {
    /// The color of the group.
    pub fn defender(&self) -> Color {
        self.defender
    }

    /// The color that a side has.
    pub(crate) fn color(&self, side: Side) -> Color {
        if side == Side::Defender { self.defender } else { !self.defender }
    }

    /// The point of the board of a point of the zone.
    pub(crate) fn point(&self, mv: Move) -> Option<Point> {
        match mv {
            Move::At(at) => Some(self.points[usize::from(at)].0),
            Move::Pass => None,
        }
    }

    /// The first moves with a proof, the right ones first. If the outcome is settled,
    /// every move that does not lose it is right.
    pub(crate) fn first_moves(&self) -> Vec<FirstMove<'_>> {
        use Question::{Kill, Live};
        let Ok(outcome) = self.outcome else { return Vec::new() };
        let Some(zone) = self.proofs.first().map(|proof| &proof.zone) else { return Vec::new() };
        let is_attacker = self.root.to_move == Side::Attacker;
        // What was asked about the state after a move, and what the answer was.
        let (right, wrong): (&[Claim], &[Claim]) = match outcome {
            Outcome::Killed if is_attacker => (&[(Kill, true)], &[(Kill, false), (Live, true)]),
            Outcome::Killed => (&[(Kill, true)], &[]),
            Outcome::Ko if is_attacker => (&[(Kill, true)], &[(Kill, false)]),
            Outcome::Ko => (&[(Kill, false)], &[(Kill, true)]),
            Outcome::Seki if is_attacker => (&[(Live, false), (Kill, false)], &[(Live, true)]),
            Outcome::Seki => (&[(Kill, false)], &[(Kill, true)]),
            Outcome::Lives if is_attacker => (&[(Live, true), (Kill, false)], &[]),
            Outcome::Lives => (&[(Live, true)], &[(Live, false), (Kill, true)]),
        };
        let plays = crate::board::bits(self.root.empty(zone)).map(Move::At);
        let mut found = Vec::new();
        for mv in plays.chain([Move::Pass]) {
            let Some(state) = self.root.play(zone, mv) else { continue };
            let is_right =
                self.moves.is_empty() || self.point(mv).is_some_and(|at| self.moves.contains(&at));
            let claims = if is_right { right } else { wrong };
            let place = claims.iter().find_map(|claim| self.find(claim, &state));
            found.extend(place.map(|place| FirstMove { mv, is_right, place }));
        }
        found.sort_by_key(|first| !first.is_right);
        found
    }

    /// The last node that proves an answer about a state, with any number of ko threats.
    fn find(&self, claim: &Claim, state: &State) -> Option<Place<'_>> {
        let mut of_claim = self.proofs.iter().filter(|p| (p.question, p.answer) == *claim);
        let proof = of_claim.next()?;
        let is_same = |node: &Node| node.state.with_threats(state.threats) == *state;
        let node = proof.nodes.iter().rposition(is_same)?;
        Some(Place { proof, node: u32::try_from(node).expect("a proof has at most 2^20 nodes") })
    }

    /// What a proof has after a line of moves from the problem on; `None` if it does not have the line.
    pub fn follow(&self, moves: &[Option<Point>]) -> Option<ProofStep> {
        let (&first, rest) = moves.split_first()?;
        let mut firsts = self.first_moves().into_iter();
        let mut place = firsts.find(|one| self.point(one.mv) == first)?.place;
        for &at in rest {
            let (_, next) = place.replies().find(|&(mv, _)| self.point(mv) == at)?;
            place = next;
        }
        let Proof { question, answer, .. } = place.proof;
        let winner = if *answer { question.hero() } else { !question.hero() };
        let mut replies = place.replies();
        Some(match replies.next() {
            None => ProofStep::End(place.end()),
            Some((mv, _)) if place.state().to_move == winner => ProofStep::Answer(self.point(mv)),
            Some(_) => ProofStep::Any,
        })
    }

    /// A line of right play: the side that fails resists as long as it can.
    ///
    /// The line ends where the rest is decided without moves: no two eyes are possible, or stones are
    /// alive by Benson's theorem. It begins with one of the moves `among` that is right, in every orientation of the
    /// problem with the same one; without moves with any, if the outcome is settled that with the longest line. In a
    /// settled seki nobody gains by a move, and the line is a pass.
    pub fn main_line(&self, among: &[Point]) -> Vec<LineMove> {
        if self.is_settled && self.outcome == Ok(Outcome::Seki) && among.is_empty() {
            return vec![(self.color(self.root.to_move), None)];
        }
        let is_among = |mv: Move| self.point(mv).is_some_and(|at| among.contains(&at));
        let mut firsts = self.first_moves();
        firsts.retain(|one| one.is_right && (among.is_empty() || is_among(one.mv)));
        let length = |first: &FirstMove<'_>| lengths(first.place.proof)[first.place.node as usize];
        let first = match self.is_settled {
            true => firsts.iter().rev().max_by_key(|first| length(first)),
            false => firsts.first(),
        };
        let Some(first) = first else { return Vec::new() };
        let lengths = lengths(first.place.proof);
        let mut line = vec![(self.color(self.root.to_move), self.point(first.mv))];
        let mut place = first.place;
        // A pass only shows that nothing more can be done.
        let resistance =
            |&(mv, next): &(Move, Place<'_>)| (mv != Move::Pass, lengths[next.node as usize]);
        while let Some((mv, next)) = place.replies().max_by_key(resistance) {
            let mover = place.proof.nodes[place.node as usize].state.to_move;
            line.push((self.color(mover), self.point(mv)));
            place = next;
        }
        line
    }
}

/// The length of the longest line below each node.
fn lengths(proof: &Proof) -> Vec<u32> {
    let mut lengths: Vec<u32> = Vec::with_capacity(proof.nodes.len());
    for node in &proof.nodes {
        let below = node.replies.iter().map(|&(_, child)| lengths[child as usize] + 1);
        let longest = below.max().unwrap_or(0);
        lengths.push(longest);
    }
    lengths
}
