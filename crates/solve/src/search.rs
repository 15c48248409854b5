//! Depth-first proof-number search for one question about a state.
//!
//! A question is whether one side, the hero, can force its goal:
//!
//! | question | hero | goal |
//! |---|---|---|
//! | [`Question::Kill`] | attacker | the defender has no stone left, or is [hopeless](is_hopeless) |
//! | [`Question::Live`] | defender | a chain is [alive by Benson's theorem](lives) |
//!
//! The other side wins if play ends without the goal: by two passes, which leave the stones as they
//! are, or by the other goal. The hero therefore passes only when a ko is banned for him, as the answer
//! would be a pass; then, the two passes have changed what he may play. So the opponent's win in `Kill` is
//! life or seki, and in `Live` capture or seki.
//!
//! The search (A. Nagai 2002; thresholds with a margin, J. Pawlewicz and Ł. Lew 2007) keeps a
//! table of proof and disproof numbers. A repetition on the line searched counts against one of the
//! answers, so an entry of the table may depend on the way to its state (graph history interaction: A.
//! Kishimoto and M. Müller 2004). If repetitions count against yes, a yes rests on none: it is a fact for
//! all searches with the same table. Nothing is claimed from the table alone: [`crate::proof`] makes a
//! graph without cycles of it, or nothing.

use crate::board::{Chains, MAX_POINTS, Move, Points, Side, State, Zone, bits};
use crate::forced::retain_answers;
use crate::life::{Fate, fate, is_captured, is_hopeless, lives};
use crate::table::{Answers, Entry, SharedTable};

/// A question about a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Question {
    /// Can the attacker capture?
    Kill,
    /// Can the defender make a group that is alive whatever happens?
    Live,
}

impl Question {
    /// The side that wants the answer to be yes.
    pub(crate) fn hero(self) -> Side {
        match self {
            Question::Kill => Side::Attacker,
            Question::Live => Side::Defender,
        }
    }

    /// Whether a state decides the question, and how. `None` if play goes on.
    pub(crate) fn decide(self, zone: &Zone, state: &State) -> Option<bool> {
        let is_yes = self == Question::Live;
        if is_captured(state) || is_hopeless(zone, state) {
            return Some(!is_yes);
        }
        lives(zone, state).then_some(is_yes)
    }

    /// Whether the side to move may pass: the opponent always, the hero only to end the ban of a ko.
    pub(crate) fn may_pass(self, state: &State) -> bool {
        state.to_move != self.hero() || state.ko().is_some()
    }

    /// The moves of the side to move, with the states after them.
    pub(crate) fn moves(
        self,
        zone: &Zone,
        state: &State,
        chains: &mut Chains,
        moves: &mut Vec<(Move, State)>,
    ) {
        state.chains(zone, chains);
        let among = Answers { plays: zone.all(), has_pass: self.may_pass(state) };
        list_moves(zone, state, chains, among, moves);
    }
}

/// The legal moves among some, with the states after them.
fn list_moves(
    zone: &Zone,
    state: &State,
    chains: &Chains,
    among: Answers,
    moves: &mut Vec<(Move, State)>,
) {
    moves.clear();
    let plays = bits(state.empty(zone) & among.plays);
    moves.extend(plays.filter_map(|at| Some((Move::At(at), state.play_among(zone, at, chains)?))));
    if among.has_pass {
        moves.push((Move::Pass, state.pass()));
    }
}

/// Numbers from here on mean: cannot be proved.
const INFINITE: u32 = 1 << 30;

/// The pass as the best move of an entry.
const PASS: u8 = u8::MAX;

/// What keeps entries of several searches in one table apart.
const SALT: u64 = 0x9e37_79b9_7f4a_7c15;

/// The size of the filter in front of the search for a repetition.
const PATH_FILTER: usize = 1 << 12;

/// The number of places for the time of a state's last store.
const STORED: usize = 1 << 12;

/// Deeper lines count as repetitions.
const MAX_DEPTH: usize = 300;

/// What a search found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// Yes or no, as far as the table says; only a proof makes it a fact.
    Answer(bool),
    /// The nodes are used up, or the search was cancelled.
    Stopped,
}

/// Expanded states that may still be spent, and the sign to stop.
pub(crate) struct Budget<'a> {
    pub(crate) left: u64,
    pub(crate) is_cancelled: &'a dyn Fn() -> bool,
}

impl Budget<'_> {
    /// Pays for one node. `false` if there is none left, or the search is cancelled.
    pub(crate) fn pay(&mut self) -> bool {
        if self.left.is_multiple_of(1024) && (self.is_cancelled)() {
            self.left = 0;
        }
        let is_paid = self.left > 0;
        self.left -= u64::from(is_paid);
        is_paid
    }

    /// Does something with at most `nodes` of the budget.
    pub(crate) fn share<T>(&mut self, nodes: u64, work: impl FnOnce(&mut Self) -> T) -> T {
        let kept = self.left.saturating_sub(nodes);
        self.left -= kept;
        let done = work(self);
        if !(self.is_cancelled)() {
            self.left += kept;
        }
        done
    }
}

/// A search of one question in one zone, with its table.
pub(crate) struct Search<'a> {
    pub(crate) zone: &'a Zone,
    pub(crate) question: Question,
    /// A repetition counts against the side that wins with this answer.
    against: bool,
    table: SharedTable,
    /// What keeps the entries of this search apart from those of others in the table.
    salt: u64,
    /// The hashes of the states from the root on.
    path: Vec<u64>,
    /// How many of them have the same lowest bits.
    on_path: Vec<u16>,
    /// Lists in use by the nodes of the path, kept for reuse.
    spare: Vec<Vec<(Move, State)>>,
    spare_children: Vec<Vec<Child>>,
    /// By side and point, how often a move there decided a state.
    history: [[u32; MAX_POINTS]; 2],
    chains: Chains,
    /// By the lowest bits of the hash without threats, when such a state was stored last, in stores so far.
    stored: Vec<u64>,
    stores: u64,
}

/// A move with the state after it.
struct Child {
    mv: Move,
    state: State,
    hash: u64,
    /// When it was looked up in the table, in stores so far.
    looked_up: u64,
    numbers: Numbers,
    /// Whether the state is on the path already.
    is_repetition: bool,
    /// Whether it is settled, with the same winner with any number of ko threats.
    is_certain: bool,
}

/// Proof number and disproof number of the hero's goal.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Numbers {
    proof: u32,
    disproof: u32,
}

const PROVED: Numbers = Numbers { proof: 0, disproof: INFINITE };
const DISPROVED: Numbers = Numbers { proof: INFINITE, disproof: 0 };

impl<'a> Search<'a> {
    /// A new search with a table that it may share with others of the same zone.
    pub(crate) fn new(
        zone: &'a Zone,
        question: Question,
        against: bool,
        table: SharedTable,
    ) -> Search<'a> {
        let salt = SALT.wrapping_mul(1 + 2 * question as u64 + u64::from(against));
        let path = Vec::with_capacity(MAX_DEPTH);
        let on_path = vec![0; PATH_FILTER];
        let (spare, spare_children) = (Vec::new(), Vec::new());
        let history = [[0; MAX_POINTS]; 2];
        Search {
            zone,
            question,
            against,
            table,
            salt,
            path,
            on_path,
            spare,
            spare_children,
            history,
            chains: Chains::default(),
            stored: vec![0; STORED],
            stores: 0,
        }
    }

    /// Forgets all but what holds without a repetition.
    pub(crate) fn forget(&mut self) {
        self.salt = self.salt.wrapping_add(SALT.rotate_left(32));
    }

    /// Answers the question for a state.
    pub(crate) fn solve(&mut self, state: &State, budget: &mut Budget<'_>) -> Found {
        let (mut numbers, _) = self.numbers_of(state, state.hash(), self.zone.safe, None);
        while numbers.proof != 0 && numbers.disproof != 0 {
            let limits = Numbers { proof: INFINITE, disproof: INFINITE };
            match self.expand(state, limits, budget) {
                Some(found) => numbers = found,
                None => {
                    return Found::Stopped;
                }
            }
        }
        Found::Answer(numbers.proof == 0)
    }

    /// A move that decides the question at once. The moves that [`retain_answers`] leaves out are refuted by
    /// one; what the table has after them may go back to the state before.
    pub(crate) fn winning_at_once(&mut self, state: &State, answer: bool) -> Option<Move> {
        let mut moves = self.spare.pop().unwrap_or_default();
        self.question.moves(self.zone, state, &mut self.chains, &mut moves);
        let decides = |after| self.question.decide(self.zone, after) == Some(answer);
        let winning = moves.iter().find(|(_, after)| decides(after)).map(|&(mv, _)| mv);
        moves.clear();
        self.spare.push(moves);
        winning
    }

    /// The move by which the side that wins a settled state won, if the table still has it.
    pub(crate) fn winning_move(&self, state: &State) -> Option<Move> {
        let best = self.entry(state, state.hash())?.best;
        Some(if best == PASS { Move::Pass } else { Move::At(best) })
    }

    /// Whether a state counts as a repetition.
    fn is_on_path(&self, hash: u64) -> bool {
        let may_be = self.on_path[hash as usize % PATH_FILTER] > 0;
        self.path.len() >= MAX_DEPTH || may_be && self.path.contains(&hash)
    }

    /// What is known about a state that was expanded: first what holds without a repetition, which is
    /// the same for both questions, as a yes to one is a no to the other. What holds with any number of ko threats is
    /// kept without threats.
    fn entry(&self, state: &State, hash: u64) -> Option<Entry> {
        let with_threats = self.entry_of(hash);
        if state.threats == [0, 0] || with_threats.is_some_and(|entry| entry.is_settled()) {
            return with_threats;
        }
        let without = self.entry_of(hash ^ state.threats_hash());
        without.filter(|entry| entry.is_certain).or(with_threats)
    }

    fn entry_of(&self, hash: u64) -> Option<Entry> {
        let table = self.table.borrow();
        let own = table.get(hash ^ self.salt);
        if own.is_some_and(|entry| entry.is_settled()) {
            return own;
        }
        let fact = table.get(hash).map(|fact| match self.question {
            Question::Kill => fact,
            Question::Live => Entry { proof: fact.disproof, disproof: fact.proof, ..fact },
        });
        fact.or(own)
    }

    /// Stores what is known about a state.
    fn store(&mut self, state: &State, entry: Entry) {
        self.stores += 1;
        self.stored[stored_slot(state, entry.hash)] = self.stores;
        let is_fact = self.against && entry.proof == 0;
        let hash = match entry.is_certain {
            true => entry.hash ^ state.threats_hash(),
            false => entry.hash,
        };
        let entry = match self.question {
            _ if !is_fact => Entry { hash: hash ^ self.salt, ..entry },
            Question::Kill => Entry { hash, ..entry },
            Question::Live => Entry { hash, proof: entry.disproof, disproof: entry.proof, ..entry },
        };
        self.table.borrow_mut().put(entry);
    }

    /// What is known about a state before it is expanded, and whether that holds with any number of ko threats; given
    /// what [`fate`] needs.
    fn numbers_of(
        &self,
        state: &State,
        hash: u64,
        safe: Points,
        at: Option<u8>,
    ) -> (Numbers, bool) {
        if let Some(Entry { proof, disproof, is_certain, .. }) = self.entry(state, hash) {
            return (Numbers { proof, disproof }, is_certain);
        }
        let stones = state.stones_hash();
        let kept = self.table.borrow().fates.get(stones);
        let fate = kept.unwrap_or_else(|| {
            let found = fate(self.zone, state, safe, at);
            self.table.borrow_mut().fates.put(stones, found);
            found
        });
        let hero_wins = match self.question {
            Question::Kill => Fate::Dead,
            Question::Live => Fate::Alive,
        };
        match fate {
            Fate::Open { regions, room } => {
                (self.estimate_like(state, self.estimate(regions, room)), false)
            }
            decided if decided == hero_wins => (PROVED, true),
            _ => (DISPROVED, true),
        }
    }

    /// The numbers of a state that was never expanded, by those of the same without ko threats.
    fn estimate_like(&self, state: &State, estimate: Numbers) -> Numbers {
        if state.threats == [0, 0] {
            return estimate;
        }
        match self.entry_of(state.hash() ^ state.threats_hash()) {
            Some(Entry { proof: 0, .. }) => Numbers { proof: 1, disproof: 4 * estimate.disproof },
            Some(Entry { disproof: 0, .. }) => Numbers { proof: 4 * estimate.proof, disproof: 1 },
            _ => estimate,
        }
    }

    /// The numbers of a state that was never expanded, by the regions that the defender encloses and the room for eyes.
    fn estimate(&self, regions: u32, room: u32) -> Numbers {
        let (life, death) = (1 + 6 * 2u32.saturating_sub(regions), 1 + 4 * room);
        match self.question {
            Question::Kill => Numbers { proof: death, disproof: life },
            Question::Live => Numbers { proof: life, disproof: death },
        }
    }

    /// The moves that may win, with the states after them.
    fn list_answers(&mut self, state: &State, hash: u64, moves: &mut Vec<(Move, State)>) {
        state.chains(self.zone, &mut self.chains);
        let key = hash ^ SALT.wrapping_mul(self.question as u64);
        let known = self.table.borrow().answers.get(key);
        let may_pass = self.question.may_pass(state);
        let among = known.unwrap_or(Answers { plays: self.zone.all(), has_pass: may_pass });
        list_moves(self.zone, state, &self.chains, among, moves);
        if known.is_some() {
            return;
        }
        retain_answers(self.zone, state, &self.chains, moves);
        let mut answers = Answers::default();
        for (mv, _) in moves {
            match mv {
                Move::At(at) => answers.plays |= 1 << *at,
                Move::Pass => answers.has_pass = true,
            }
        }
        self.table.borrow_mut().answers.put(key, answers);
    }

    /// Searches below a state until a number reaches its limit. `None` if the budget is used up.
    fn expand(
        &mut self,
        state: &State,
        limits: Numbers,
        budget: &mut Budget<'_>,
    ) -> Option<Numbers> {
        if !budget.pay() {
            return None;
        }
        let before = budget.left;
        let hash = state.hash();
        let mut moves = self.spare.pop().unwrap_or_default();
        self.list_answers(state, hash, &mut moves);
        let safe = self.chains.safe;
        self.path.push(hash);
        self.on_path[hash as usize % PATH_FILTER] += 1;
        let is_hero = state.to_move == self.question.hero();
        let repeated = if self.against { DISPROVED } else { PROVED };
        let mut children = self.spare_children.pop().unwrap_or_default();
        children.extend(moves.drain(..).map(|(mv, state)| {
            let hash = state.hash();
            let is_repetition = self.is_on_path(hash);
            let (numbers, is_certain) = match is_repetition {
                true => (repeated, false),
                false => self.numbers_of(&state, hash, safe, mv.point()),
            };
            Child { mv, state, hash, looked_up: self.stores, numbers, is_repetition, is_certain }
        }));
        self.spare.push(moves);
        // Of moves with equal numbers, the first is searched.
        let history = &self.history[state.to_move as usize];
        children.sort_by_key(|child| match child.mv {
            Move::At(at) => std::cmp::Reverse(history[usize::from(at)]),
            Move::Pass => std::cmp::Reverse(0),
        });
        let numbers = loop {
            let (numbers, best, second) = gather(&children, is_hero);
            if numbers.proof >= limits.proof || numbers.disproof >= limits.disproof {
                let is_certain = is_certain(state, &children, is_hero, numbers, best);
                break Some((numbers, best.map(|best| children[best].mv), is_certain));
            }
            let best = best.expect("a state without moves is settled");
            let child = children[best].numbers;
            let margin = second.saturating_add(second / 24 + 4).min(INFINITE);
            let other = |limit: u32, own: u32, child: u32| (limit - own + child).min(INFINITE);
            let child_limits = if is_hero {
                Numbers {
                    proof: limits.proof.min(margin),
                    disproof: other(limits.disproof, numbers.disproof, child.disproof),
                }
            } else {
                Numbers {
                    proof: other(limits.proof, numbers.proof, child.proof),
                    disproof: limits.disproof.min(margin),
                }
            };
            match self.expand(&children[best].state, child_limits, budget) {
                Some(numbers) => children[best].numbers = numbers,
                None => break None,
            }
            for (index, child) in children.iter_mut().enumerate() {
                let is_settled = child.numbers.proof == 0 || child.numbers.disproof == 0;
                if child.is_repetition || is_settled && index != best {
                    continue;
                }
                // Entries are changed by stores alone.
                if self.stored[stored_slot(&child.state, child.hash)] <= child.looked_up {
                    continue;
                }
                child.looked_up = self.stores;
                let entry = self.entry(&child.state, child.hash);
                let Some(Entry { proof, disproof, is_certain, .. }) = entry else { continue };
                let known = child.numbers;
                if proof == 0 || disproof == 0 {
                    child.numbers = Numbers { proof, disproof };
                    child.is_certain = is_certain;
                } else if known.proof != 0 && known.disproof != 0 {
                    // Never less than before: two states from which each leads to the other would lower
                    // each other's numbers without end.
                    let (proof, disproof) = (known.proof.max(proof), known.disproof.max(disproof));
                    child.numbers = Numbers { proof, disproof };
                }
            }
        };
        self.path.pop();
        self.on_path[hash as usize % PATH_FILTER] -= 1;
        children.clear();
        self.spare_children.push(children);
        let (Numbers { proof, disproof }, best, is_certain) = numbers?;
        let best = match best {
            Some(Move::At(at)) => at,
            Some(Move::Pass) | None => PASS,
        };
        let is_won = if is_hero { proof == 0 } else { disproof == 0 };
        if is_won && best != PASS {
            self.history[state.to_move as usize][usize::from(best)] += 1;
        }
        let work = u32::try_from(before - budget.left).unwrap_or(u32::MAX);
        let work = work.saturating_add(1);
        self.store(state, Entry { hash, proof, disproof, work, best, is_certain });
        Some(Numbers { proof, disproof })
    }
}

/// Where a search notes that a state was stored, with any number of ko threats.
fn stored_slot(state: &State, hash: u64) -> usize {
    (hash ^ state.threats_hash()) as usize % STORED
}

/// Whether a node is settled, and the winner is the same with any number of ko threats: he uses none up, and the other
/// side does not lack one.
fn is_certain(
    state: &State,
    children: &[Child],
    is_hero: bool,
    numbers: Numbers,
    best: Option<usize>,
) -> bool {
    let (mine, theirs) = match is_hero {
        true => (numbers.proof, numbers.disproof),
        false => (numbers.disproof, numbers.proof),
    };
    match best.map(|best| &children[best]) {
        Some(best) if mine == 0 => best.is_certain && !state.uses_threat(best.mv),
        _ if theirs == 0 => !state.lacks_threat() && children.iter().all(|child| child.is_certain),
        _ => false,
    }
}

/// The numbers of a node from those of its children; the best child to search, or by which a
/// settled node is won; and the second best number of the kind by which it was chosen.
fn gather(children: &[Child], is_hero: bool) -> (Numbers, Option<usize>, u32) {
    // For the hero, the smallest proof number counts, and all disproof numbers together; for the
    // opponent, the reverse. Together: the largest and one for each other child, as a sum would
    // count what children share again and again.
    let (mut least, mut second, mut largest, mut open) = (INFINITE, INFINITE, 0, 0);
    let mut best = None;
    for (index, Child { numbers, .. }) in children.iter().enumerate() {
        let (mine, theirs) = match is_hero {
            true => (numbers.proof, numbers.disproof),
            false => (numbers.disproof, numbers.proof),
        };
        if mine < least {
            (second, least) = (least, mine);
            best = Some(index);
        } else if mine < second {
            second = mine;
        }
        if theirs > 0 {
            largest = largest.max(theirs);
            open += 1;
        }
    }
    let together = match least {
        0 => INFINITE,
        _ if open == 0 => 0,
        _ => (largest + open - 1).min(INFINITE),
    };
    let numbers = match is_hero {
        true => Numbers { proof: least, disproof: together },
        false => Numbers { proof: together, disproof: least },
    };
    (numbers, best, second)
}
