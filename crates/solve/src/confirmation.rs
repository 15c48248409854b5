//! Play after the game has stopped, by Article 7: can one chain be captured, and does a new stone then live?
//!
//! The attacker moves first. A stone that was taken in a ko may be retaken only after its player has
//! passed for that ko, so the banned points are a part of the state, and a pass may name one of them. Play
//! ends with two passes in a row that name none. The chain is dead if it was captured by then, and no
//! stone of its color is left on its points; play without end leaves it alive.
//!
//! The search (depth-first proof-number search) looks for a forced capture. A repetition counts against the
//! attacker, so a capture that is found rests on none. That there is none is believed only after a check:
//! from the problem on, every move of the attacker and one of the defender lead to states from which no
//! capture was found, and these states form a closed set ([`Search::is_closed`]).

use std::collections::{HashMap, HashSet};

use crate::board::{Points, Side, State, Zone, bits};
use crate::life::{has_no_room, living_stones};
use crate::search::Budget;

/// Deeper lines count as repetitions.
const MAX_DEPTH: usize = 200;

/// Where a chain is confirmed.
#[derive(Clone, Debug)]
pub(crate) struct Arena {
    /// The board, with the stones of the attacker that are never captured.
    pub(crate) zone: Zone,
    /// The points on which anything can change.
    pub(crate) area: Points,
    /// The stones of the defender that are never captured.
    pub(crate) safe: Points,
    /// The chain.
    pub(crate) chain: Points,
    /// The stones of the defender before the first move.
    pub(crate) defender: Points,
}

/// A state of the confirmation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Turn {
    /// By side.
    pub(crate) stones: [Points; 2],
    /// By side: the points of kos that it may not retake before a pass.
    banned: [Points; 2],
    pub(crate) to_move: Side,
    /// Whether the last move was a pass that named no ko.
    has_passed: bool,
    /// Whether the chain was captured.
    pub(crate) is_captured: bool,
    has_ended: bool,
}

/// Which stones of the defender count after the capture of the chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NewStones {
    /// Those on the points of the chain.
    OnChain,
    /// Those, and chains without a stone that was there before.
    Anywhere,
}

impl Turn {
    /// The state before the first move, which is the attacker's.
    pub(crate) fn new(stones: [Points; 2]) -> Turn {
        Turn {
            stones,
            banned: [0, 0],
            to_move: Side::Attacker,
            has_passed: false,
            is_captured: false,
            has_ended: false,
        }
    }

    fn board(&self) -> State {
        State::new(self.stones, self.to_move, [0, 0])
    }

    /// The state after a pass, for the ko at a point or for none.
    pub(crate) fn pass(&self, ko: Option<u8>) -> Turn {
        let mut after = Turn { to_move: !self.to_move, has_passed: ko.is_none(), ..*self };
        match ko {
            Some(at) => after.banned[self.to_move as usize] &= !(1 << at),
            None => after.has_ended = self.has_passed,
        }
        after
    }

    /// The state after a play; `None` if it is illegal.
    pub(crate) fn play(&self, arena: &Arena, at: u8) -> Option<Turn> {
        let zone = &arena.zone;
        let (me, other) = (self.to_move as usize, !self.to_move as usize);
        let stone: Points = 1 << at;
        if self.banned[me] & stone != 0 {
            return None;
        }
        let safe = [zone.safe, arena.safe];
        let mut stones = self.stones;
        stones[me] |= stone;
        let empty = zone.all() & !(stones[0] | stones[1]);
        let mut captured = 0;
        for beside in bits(zone.dilate(stone) & stones[other]) {
            let chain = zone.flood(1 << beside, stones[other]);
            if zone.dilate(chain) & empty == 0 && chain & safe[other] == 0 {
                captured |= chain;
            }
        }
        stones[other] &= !captured;
        let own = zone.flood(stone, stones[me]);
        let liberties = zone.dilate(own) & (empty | captured);
        if liberties == 0 && own & safe[me] == 0 {
            return None;
        }
        let mut banned = self.banned;
        if own == stone && captured.is_power_of_two() && liberties == captured {
            banned[other] |= captured;
        }
        let empty = zone.all() & !(stones[0] | stones[1]);
        banned.iter_mut().for_each(|points| *points &= empty);
        Some(Turn {
            stones,
            banned,
            to_move: !self.to_move,
            has_passed: false,
            is_captured: self.is_captured || stones[Side::Defender as usize] & arena.chain == 0,
            has_ended: false,
        })
    }

    /// All states after a move.
    pub(crate) fn successors(&self, arena: &Arena) -> Vec<Turn> {
        let empty = arena.area & !(self.stones[0] | self.stones[1]);
        let mut after: Vec<Turn> = bits(empty).filter_map(|at| self.play(arena, at)).collect();
        after.extend(bits(self.banned[self.to_move as usize]).map(|at| self.pass(Some(at))));
        after.push(self.pass(None));
        after
    }
}

impl Arena {
    /// The stones of the defender that keep the attacker from success.
    fn standing(&self, turn: &Turn, new: NewStones) -> Points {
        let own = turn.stones[Side::Defender as usize];
        let on_chain = own & self.chain;
        if new == NewStones::OnChain || !turn.is_captured {
            return on_chain;
        }
        let older = self.zone.flood(own & self.defender & !self.chain, own);
        on_chain | own & !older
    }

    /// Whether the attacker has succeeded by the end of play; `None` if play goes on.
    pub(crate) fn decide_end(&self, turn: &Turn, new: NewStones) -> Option<bool> {
        turn.has_ended.then(|| turn.is_captured && self.standing(turn, new) == 0)
    }

    /// [`decide_end`](Self::decide_end), and what is certain without further moves.
    fn decide(&self, turn: &Turn, new: NewStones) -> Option<bool> {
        if turn.has_ended {
            return self.decide_end(turn, new);
        }
        let own = turn.stones[Side::Defender as usize];
        let board = turn.board();
        let alive = self.zone.flood(self.safe, own) | living_stones(&self.zone, &board);
        if alive & self.standing(turn, new) != 0 {
            return Some(false);
        }
        let is_lost = self.safe == 0 && has_no_room(&self.zone, &board);
        is_lost.then_some(true)
    }
}

/// What a search found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Capture {
    /// The attacker succeeds.
    Forced,
    /// He does not.
    Avoided,
    /// The nodes are used up, or the search was cancelled.
    Stopped,
    /// The defender may hold out by a repetition, and the check failed.
    Unclear,
}

/// Proof and disproof number of the attacker's success.
type Numbers = [u32; 2];

const INFINITE: u32 = 1 << 30;
const FORCED: Numbers = [0, INFINITE];
const AVOIDED: Numbers = [INFINITE, 0];

/// A search for the capture of one chain.
pub(crate) struct Search<'a> {
    arena: &'a Arena,
    new: NewStones,
    table: HashMap<Turn, Numbers>,
    path: HashSet<Turn>,
}

impl<'a> Search<'a> {
    pub(crate) fn new(arena: &'a Arena, new: NewStones) -> Search<'a> {
        Search { arena, new, table: HashMap::new(), path: HashSet::new() }
    }

    /// Whether the attacker, who may not be to move, succeeds.
    pub(crate) fn solve(&mut self, turn: &Turn, budget: &mut Budget<'_>) -> Capture {
        match self.settle(turn, budget) {
            None => Capture::Stopped,
            Some(true) => Capture::Forced,
            Some(false) => self.check(turn, budget),
        }
    }

    /// Searches a state until a number is 0. `None` if the budget is used up.
    fn settle(&mut self, turn: &Turn, budget: &mut Budget<'_>) -> Option<bool> {
        loop {
            match self.numbers(turn) {
                [0, _] => return Some(true),
                [_, 0] => return Some(false),
                _ => {
                    if !self.expand(turn, [INFINITE; 2], budget) {
                        self.path.clear();
                        return None;
                    }
                }
            }
        }
    }

    fn numbers(&self, turn: &Turn) -> Numbers {
        self.numbers_if_known(turn).unwrap_or([1, 1])
    }

    fn numbers_if_known(&self, turn: &Turn) -> Option<Numbers> {
        let decided = || {
            self.arena
                .decide(turn, self.new)
                .map(|is_forced| [AVOIDED, FORCED][usize::from(is_forced)])
        };
        self.table.get(turn).copied().or_else(decided)
    }

    /// Searches below a state until a number reaches its limit. `false` if the budget is used up.
    fn expand(&mut self, turn: &Turn, limits: Numbers, budget: &mut Budget<'_>) -> bool {
        if !budget.pay() {
            return false;
        }
        self.path.insert(*turn);
        let successors = turn.successors(self.arena).into_iter();
        let mut children: Vec<(Turn, Numbers)> =
            successors.map(|child| (child, self.numbers(&child))).collect();
        // The side to move wants its own number, `mine` of each child, to be small.
        let mine = usize::from(turn.to_move == Side::Defender);
        let theirs = 1 - mine;
        let is_done = loop {
            let (mut best, mut least, mut second, mut sum) = (None, INFINITE, INFINITE, 0u32);
            for (child, numbers) in &mut children {
                if self.path.len() >= MAX_DEPTH || self.path.contains(child) {
                    *numbers = AVOIDED;
                } else if let Some(&known) = self.table.get(child) {
                    *numbers = known;
                }
                if numbers[mine] < least {
                    (second, least, best) = (least, numbers[mine], Some((*child, *numbers)));
                } else {
                    second = second.min(numbers[mine]);
                }
                sum = sum.saturating_add(numbers[theirs]).min(INFINITE);
            }
            let mut numbers = [0; 2];
            (numbers[mine], numbers[theirs]) = match least {
                0 => (0, INFINITE),
                _ if least == INFINITE => (INFINITE, 0),
                _ => (least, sum.max(1)),
            };
            self.table.insert(*turn, numbers);
            let best = best.filter(|_| numbers[0] < limits[0] && numbers[1] < limits[1]);
            let Some((best, known)) = best else { break true };
            let mut below = [0; 2];
            below[mine] = limits[mine].min(second.saturating_add(second / 4 + 1));
            below[theirs] =
                (limits[theirs] - numbers[theirs]).saturating_add(known[theirs]).min(INFINITE);
            if !self.expand(&best, below, budget) {
                break false;
            }
        };
        self.path.remove(turn);
        is_done
    }

    /// Whether the defender can stay for ever among states from which no capture was found, whatever the
    /// attacker plays.
    fn check(&mut self, turn: &Turn, budget: &mut Budget<'_>) -> Capture {
        let (mut seen, mut next) = (HashSet::from([*turn]), vec![*turn]);
        while let Some(turn) = next.pop() {
            match self.settle(&turn, budget) {
                None => return Capture::Stopped,
                Some(true) => return Capture::Unclear,
                Some(false) => {}
            }
            if self.arena.decide(&turn, self.new).is_some() {
                continue;
            }
            let mut after = turn.successors(self.arena);
            if turn.to_move == Side::Defender {
                // A state that is in the set already adds nothing to it.
                let is_new = |child: &Turn| !seen.contains(child);
                let avoids = |child: &&Turn| self.numbers_if_known(child) == Some(AVOIDED);
                let chosen = after.iter().filter(avoids).min_by_key(|child| is_new(child));
                let Some(&chosen) = chosen else { return Capture::Unclear };
                after = vec![chosen];
            }
            next.extend(after.into_iter().filter(|child| seen.insert(*child)));
        }
        Capture::Avoided
    }
}
