//! Proofs as graphs, and a checker that needs no search.
//!
//! A node is a state with the moves that the proof needs there: one of the side that wins, all of
//! the other side. Children come before their parents, so a graph has no cycles, and a proof never
//! rests on a repetition. A node without moves is decided by [`Question::decide`], or its side to
//! move loses without a move. The checker shares with the search the rules of play
//! ([`crate::board`]) and these decisions ([`crate::life`]).

use std::collections::HashMap;

use crate::board::{Chains, Move, State, Zone, bits};
use crate::search::{Budget, Found, Question, Search};

/// The longest line and the most states of a proof: some 250 MB.
const MAX_DEPTH: usize = 1_000;
const MAX_NODES: usize = 1 << 20;

/// A state and the moves that a proof needs there, each with the index of the node after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Node {
    pub(crate) state: State,
    pub(crate) replies: Vec<(Move, u32)>,
}

/// Proofs that a question has one answer for some states, all in one graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    pub(crate) zone: Zone,
    pub(crate) question: Question,
    pub(crate) answer: bool,
    pub(crate) nodes: Vec<Node>,
    /// The nodes that answer something about the problem or a first move, in the order of the questions.
    pub(crate) claims: Vec<u32>,
}

/// A node that does not follow from the nodes before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProofError {
    /// The index of the node.
    pub node: usize,
}

impl Proof {
    /// The number of states in the graph.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether nothing is proved.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Replays the proof: plays every move of every node by the rules. Linear in the number of
    /// nodes times the size of the zone.
    ///
    /// # Errors
    /// The first node that does not follow from the ones before it.
    pub fn check(&self) -> Result<(), ProofError> {
        match (0..self.nodes.len()).find(|&node| !self.follows(node)) {
            Some(node) => Err(ProofError { node }),
            None => Ok(()),
        }
    }

    fn follows(&self, index: usize) -> bool {
        let Node { state, replies } = &self.nodes[index];
        let hero = self.question.hero();
        let is_won = state.to_move == if self.answer { hero } else { !hero };
        let may_pass = self.question.may_pass(state);
        if let Some(answer) = self.question.decide(&self.zone, state) {
            return replies.is_empty() && answer == self.answer;
        }
        let are_right = replies.iter().all(|&(mv, child)| {
            let after = state.play(&self.zone, mv);
            let child = child as usize;
            child < index
                && (mv != Move::Pass || may_pass)
                && after == Some(self.nodes[child].state)
        });
        let answers = |mv| replies.iter().filter(|reply| reply.0 == mv).count() == 1;
        let are_enough = if is_won {
            replies.len() == 1
        } else {
            let mut plays = bits(state.empty(&self.zone)).map(Move::At);
            plays.all(|mv| state.play(&self.zone, mv).is_none() || answers(mv))
                && (!may_pass || answers(Move::Pass))
        };
        are_right && are_enough
    }
}

/// Why there is no proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoProof {
    /// A side avoids the other's goal only by repeating a position.
    Repetition,
    /// The budget is used up.
    Stopped,
}

/// Where a [`ProofBuilder`] has the winning moves from.
pub(crate) trait Winner {
    /// The move by which the side to move of an undecided state wins the answer that is to be proved, if
    /// `is_won`; `None` if the state has none, or if the other side wins.
    fn winning_move(
        &mut self,
        state: &State,
        answer: bool,
        is_won: bool,
    ) -> Result<Option<Move>, NoProof>;
}

/// The winning moves that a search finds.
pub(crate) struct Searched<'s, 'z, 'b, 'c> {
    pub(crate) search: &'s mut Search<'z>,
    pub(crate) budget: &'b mut Budget<'c>,
}

impl Winner for Searched<'_, '_, '_, '_> {
    fn winning_move(
        &mut self,
        state: &State,
        answer: bool,
        is_won: bool,
    ) -> Result<Option<Move>, NoProof> {
        if is_won && let Some(mv) = self.search.winning_at_once(state, answer) {
            return Ok(Some(mv));
        }
        // Settled already, unless the entry was dropped from the table.
        match self.search.solve(state, self.budget) {
            Found::Answer(found) if found == answer => {}
            Found::Answer(_) => return Err(NoProof::Repetition),
            Found::Stopped => return Err(NoProof::Stopped),
        }
        Ok(if is_won { self.search.winning_move(state) } else { None })
    }
}

/// Makes a [`Proof`] of what a search found, or of winning moves that were stored.
pub(crate) struct ProofBuilder {
    pub(crate) proof: Proof,
    /// For each node, whether its proof depends on the number of ko threats.
    needs_ko: Vec<bool>,
    /// The node of a state; `None` while its children are made.
    indexes: HashMap<State, Option<u32>>,
    /// The number of nodes whose children are being made.
    depth: usize,
}

impl ProofBuilder {
    pub(crate) fn new(zone: &Zone, question: Question, answer: bool) -> ProofBuilder {
        let proof =
            Proof { zone: zone.clone(), question, answer, nodes: Vec::new(), claims: Vec::new() };
        ProofBuilder { proof, needs_ko: Vec::new(), indexes: HashMap::new(), depth: 0 }
    }

    /// Whether the proof of a node that was added depends on the number of ko threats.
    pub(crate) fn needs_ko(&self, node: u32) -> bool {
        self.needs_ko[node as usize]
    }

    /// Notes that a node answers something about the problem or a first move.
    pub(crate) fn claim(&mut self, node: u32) {
        if !self.proof.claims.contains(&node) {
            self.proof.claims.push(node);
        }
    }

    /// Forgets states whose proof failed, so that another search may try.
    pub(crate) fn forget_unfinished(&mut self) {
        self.indexes.retain(|_, index| index.is_some());
        self.depth = 0;
    }

    /// The move that the proof has after a state, with any number of ko threats.
    pub(crate) fn reply(&self, state: &State) -> Option<Move> {
        let is_same = |node: &&Node| node.state.with_threats(state.threats) == *state;
        self.proof.nodes.iter().rev().find(is_same)?.replies.first().map(|reply| reply.0)
    }

    /// Adds the proof of a state that has the answer of this builder, in depth-first order, with the
    /// moves of each state in the order of their points.
    pub(crate) fn add(&mut self, state: &State, winner: &mut dyn Winner) -> Result<u32, NoProof> {
        match self.indexes.get(state) {
            Some(Some(index)) => return Ok(*index),
            Some(None) => return Err(NoProof::Repetition),
            None => {}
        }
        let Proof { question, answer, .. } = self.proof;
        let zone = self.proof.zone.clone();
        let mut replies = Vec::new();
        let mut needs_ko = false;
        if question.decide(&zone, state).is_none() {
            let hero = question.hero();
            let is_won = state.to_move == if answer { hero } else { !hero };
            let best = winner.winning_move(state, answer, is_won)?;
            if self.depth >= MAX_DEPTH || self.proof.nodes.len() >= MAX_NODES {
                return Err(NoProof::Stopped);
            }
            self.depth += 1;
            self.indexes.insert(*state, None);
            let mut moves = Vec::new();
            question.moves(&zone, state, &mut Chains::default(), &mut moves);
            if is_won {
                moves.retain(|&(mv, _)| Some(mv) == best);
            }
            needs_ko = match is_won {
                true => moves.iter().any(|&(mv, _)| state.uses_threat(mv)),
                false => state.lacks_threat(),
            };
            for (mv, child) in moves {
                let index = self.add(&child, winner)?;
                needs_ko |= self.needs_ko[index as usize];
                replies.push((mv, index));
            }
            if is_won && replies.is_empty() {
                return Err(NoProof::Repetition);
            }
            self.depth -= 1;
        }
        let index = self.proof.nodes.len() as u32; // below MAX_NODES and one level of leaves
        self.proof.nodes.push(Node { state: *state, replies });
        self.needs_ko.push(needs_ko);
        self.indexes.insert(*state, Some(index));
        Ok(index)
    }
}
