//! Verdicts as bytes, with their proofs, which are replayed when the bytes are read.
//!
//! Of a proof only the questions that were answered and the winning moves are written, in the order in
//! which [`ProofBuilder`] adds states: of a state in which the side to move fails, the proof has all moves,
//! and of a state that it has already, nothing more. A proof takes about one byte for two states.
//! Whatever else a verdict says is derived again from the proofs by the rules of play, as it was derived
//! from the search: bytes that were altered may be refused, or prove something else, but never claim
//! what is not proved.
//!
//! | | |
//! |---|---|
//! | 1 byte | [`SOLVER`] |
//! | number | nodes |
//! | for each frame | its number; for each question and answer: the count of claims, these, the count of winning moves, these |
//!
//! A claim is a first move and the ko threats of both sides. Numbers are written in groups of seven bits,
//! the lowest first; a move is its point, and 255 a pass.

use std::fmt;

use crate::board::{Move, State};
use crate::frame::Frame;
use crate::frame_search::{Answered, FrameSearch};
use crate::proof::{NoProof, Proof, Winner};
use crate::search::Question;
use crate::verdict::{Problem, Solved, Turned, Verdict};

/// The version of the solver: verdicts of another version may differ, and their bytes are refused.
pub const SOLVER: u8 = 5;

/// Why the bytes of a verdict are refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DamagedVerdict {
    /// Another version of the solver wrote it.
    OtherSolver(u8),
    /// The bytes end early, or have something that cannot be.
    Malformed,
    /// A proof does not follow from the rules of play.
    Refuted,
    /// The proofs are sound, but do not prove a verdict.
    Unproved,
}

impl fmt::Display for DamagedVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DamagedVerdict::OtherSolver(version) => {
                write!(f, "the verdict is of version {version} of the solver, this is {SOLVER}")
            }
            DamagedVerdict::Malformed => f.write_str("the bytes are not those of a verdict"),
            DamagedVerdict::Refuted => f.write_str("a proof does not follow from the rules"),
            DamagedVerdict::Unproved => f.write_str("the proofs do not prove a verdict"),
        }
    }
}

impl std::error::Error for DamagedVerdict {}

const PASS: u8 = u8::MAX;
/// No first move: a claim about the problem itself.
const NO_MOVE: u8 = u8::MAX - 1;

/// The questions and answers of the proofs of a frame, in the order in which they are written.
pub(crate) const CLAIMS: [(Question, bool); 4] = [
    (Question::Kill, false),
    (Question::Kill, true),
    (Question::Live, false),
    (Question::Live, true),
];

impl Verdict {
    /// The verdict with its proofs as bytes; `None` if there is no answer. Linear in the size of the
    /// proofs.
    pub fn to_bytes(&self) -> Option<Vec<u8>> {
        self.answer.as_ref().ok()?;
        let mut bytes = vec![SOLVER];
        write_number(self.nodes, &mut bytes);
        for frame in &self.frames {
            bytes.push(frame.frame as u8);
            for claim in CLAIMS {
                let mut proofs = frame.proofs.iter();
                let proof = proofs.find(|proof| (proof.question, proof.answer) == claim);
                match proof {
                    Some(proof) => write_proof(proof, &frame.root, &mut bytes),
                    None => bytes.extend([0, 0]),
                }
            }
        }
        Some(bytes)
    }

    /// Reads the bytes of a verdict about a problem, and replays its proofs by the rules of play. What is
    /// said of frames that do not agree is lost.
    ///
    /// # Errors
    /// If the bytes prove no verdict about this problem.
    pub fn from_bytes(problem: &Problem, bytes: &[u8]) -> Result<Verdict, DamagedVerdict> {
        let mut reader = Reader { bytes };
        match reader.byte()? {
            SOLVER => {}
            other => return Err(DamagedVerdict::OtherSolver(other)),
        }
        let nodes = reader.number()?;
        let mut stored = StoredFrames { reader, error: None };
        let read = |turned: &mut Turned<'_>| {
            turned.derive(&mut |frame, search| stored.read_into(frame, search))
        };
        let verdict = problem.with_smallest_image(nodes, read);
        match (stored.error, stored.reader.bytes, &verdict.answer) {
            (Some(error), ..) => Err(error),
            (None, [], Ok(Solved { .. })) => Ok(verdict),
            (None, [], Err(_)) => Err(DamagedVerdict::Unproved),
            (None, ..) => Err(DamagedVerdict::Malformed),
        }
    }
}

/// Writes the claims and winning moves of a proof.
fn write_proof(proof: &Proof, root: &State, bytes: &mut Vec<u8>) {
    write_number(proof.claims.len() as u64, bytes);
    for &claim in &proof.claims {
        let state = &proof.nodes[claim as usize].state;
        let leads_there = |&first: &u8| {
            let after = play_first(proof, root, first);
            after.is_some_and(|after| after.with_threats(state.threats) == *state)
        };
        let first = (0..=PASS).find(leads_there);
        let first = first.expect("a claim is about the problem or a first move");
        bytes.push(first);
        bytes.extend(state.threats);
    }
    let mut moves = Vec::new();
    let mut is_written = vec![false; proof.nodes.len()];
    let hero = proof.question.hero();
    for &claim in &proof.claims {
        let mut next = vec![claim];
        while let Some(index) = next.pop() {
            if std::mem::replace(&mut is_written[index as usize], true) {
                continue;
            }
            let node = &proof.nodes[index as usize];
            let is_won = node.state.to_move == if proof.answer { hero } else { !hero };
            if let (true, [(mv, _)]) = (is_won, &node.replies[..]) {
                moves.push(move_byte(*mv));
            }
            next.extend(node.replies.iter().rev().map(|&(_, child)| child));
        }
    }
    write_number(moves.len() as u64, bytes);
    bytes.extend(moves);
}

fn move_byte(mv: Move) -> u8 {
    match mv {
        Move::At(at) => at,
        Move::Pass => PASS,
    }
}

/// The state after a first move.
fn play_first(proof: &Proof, root: &State, first: u8) -> Option<State> {
    match first {
        NO_MOVE => Some(*root),
        PASS => Some(root.pass()),
        at if usize::from(at) < proof.zone.all().count_ones() as usize => {
            root.play(&proof.zone, Move::At(at))
        }
        _ => None,
    }
}

fn write_number(mut number: u64, bytes: &mut Vec<u8>) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

struct Reader<'a> {
    bytes: &'a [u8],
}

impl<'a> Reader<'a> {
    fn byte(&mut self) -> Result<u8, DamagedVerdict> {
        let (first, rest) = self.bytes.split_first().ok_or(DamagedVerdict::Malformed)?;
        self.bytes = rest;
        Ok(*first)
    }

    fn number(&mut self) -> Result<u64, DamagedVerdict> {
        let mut number = 0;
        for shift in (0..63).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(DamagedVerdict::Malformed)
    }

    fn slice(&mut self, len: u64) -> Result<&'a [u8], DamagedVerdict> {
        let at = usize::try_from(len).ok().filter(|&len| len <= self.bytes.len());
        let (slice, rest) = self.bytes.split_at(at.ok_or(DamagedVerdict::Malformed)?);
        self.bytes = rest;
        Ok(slice)
    }
}

/// The frames of a stored verdict, in the order in which a search needs them.
struct StoredFrames<'a> {
    reader: Reader<'a>,
    /// The first fault; nothing is believed after it.
    error: Option<DamagedVerdict>,
}

impl StoredFrames<'_> {
    /// Gives a frame what is stored of it.
    fn read_into(&mut self, frame: Frame, search: &mut FrameSearch<'_>) {
        if self.error.is_none() && self.reader.bytes.first() == Some(&(frame as u8)) {
            self.error = self.read(search).err();
        }
    }

    fn read(&mut self, search: &mut FrameSearch<'_>) -> Result<(), DamagedVerdict> {
        self.reader.byte()?;
        for (question, answer) in CLAIMS {
            let count = self.reader.number()?;
            let claims = self.reader.slice(count.saturating_mul(3))?;
            let moves = self.reader.number()?;
            let moves = &mut StoredMoves { moves: self.reader.slice(moves)? };
            let root = search.root;
            let builder = &mut search.builders[question as usize][usize::from(answer)];
            for claim in claims.chunks_exact(3) {
                let state = play_first(&builder.proof, &root, claim[0]);
                let state = state.ok_or(DamagedVerdict::Malformed)?;
                let state = state.with_threats([claim[1], claim[2]]);
                let node = builder.add(&state, moves).map_err(|_| DamagedVerdict::Refuted)?;
                let answered = Answered { answer, is_certain: !builder.needs_ko(node) };
                builder.claim(node);
                search.answered.insert((question, state), answered);
            }
            if !moves.moves.is_empty() {
                return Err(DamagedVerdict::Malformed);
            }
            builder.proof.check().map_err(|_| DamagedVerdict::Refuted)?;
        }
        Ok(())
    }
}

/// Stored winning moves.
struct StoredMoves<'a> {
    moves: &'a [u8],
}

impl Winner for StoredMoves<'_> {
    fn winning_move(&mut self, _: &State, _: bool, is_won: bool) -> Result<Option<Move>, NoProof> {
        if !is_won {
            return Ok(None);
        }
        let (first, rest) = self.moves.split_first().ok_or(NoProof::Stopped)?;
        self.moves = rest;
        Ok(Some(if *first == PASS { Move::Pass } else { Move::At(*first) }))
    }
}
