//! The plain twin of the search: retrograde analysis of all states that can be reached.
//!
//! It shares with the search what the rules of a question are ([`Question::decide`]) but has its own
//! play by flood fill. Tested here: the search against it, Benson's theorem and hopelessness against
//! exhaustive play, and that more ko threats never hurt.

use std::collections::HashMap;

use proptest::prelude::*;

use crate::board::{Chains, MAX_POINTS, Points, Side, State, Zone, bits};
use crate::life::{
    Fate, fate, has_no_room, is_captured, is_hopeless, lives, living_after, living_stones,
};
use crate::proof::{NoProof, ProofBuilder, Searched};
use crate::search::{Budget, Found, Question, Search};
use crate::table::SharedTable;

/// A state as the oracle has it: one byte a point, its own ko.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Plain {
    points: Vec<u8>, // b'.', b'X' attacker, b'O' defender, b'#' safe attacker
    cols: usize,
    ko: Option<usize>,
    attacker_moves: bool,
    threats: [u8; 2],
}

impl Plain {
    fn neighbors(&self, at: usize) -> Vec<usize> {
        let (col, mut found) = (at % self.cols, Vec::new());
        if col > 0 {
            found.push(at - 1);
        }
        if col + 1 < self.cols {
            found.push(at + 1);
        }
        if at >= self.cols {
            found.push(at - self.cols);
        }
        if at + self.cols < self.points.len() {
            found.push(at + self.cols);
        }
        found
    }

    fn color(&self, at: usize) -> u8 {
        if self.points[at] == b'#' { b'X' } else { self.points[at] }
    }

    /// The chain of a stone, and whether it has a liberty or is safe; and its liberties.
    fn chain(&self, at: usize) -> (Vec<usize>, bool, Vec<usize>) {
        let (mut chain, mut liberties) = (vec![at], Vec::new());
        let mut next = 0;
        while next < chain.len() {
            for beside in self.neighbors(chain[next]) {
                if self.points[beside] == b'.' && !liberties.contains(&beside) {
                    liberties.push(beside);
                } else if self.color(beside) == self.color(at) && !chain.contains(&beside) {
                    chain.push(beside);
                }
            }
            next += 1;
        }
        let is_safe = chain.iter().any(|&at| self.points[at] == b'#');
        (chain, is_safe, liberties)
    }

    fn play(&self, at: usize) -> Option<Plain> {
        let mut after = self.clone();
        if self.ko == Some(at) {
            let threats = &mut after.threats[usize::from(!self.attacker_moves)];
            *threats = threats.checked_sub(1)?;
        }
        let me = if self.attacker_moves { b'X' } else { b'O' };
        after.points[at] = me;
        let mut captured = Vec::new();
        for beside in after.neighbors(at) {
            if after.points[beside] == b'.' || after.color(beside) == me {
                continue;
            }
            let (chain, is_safe, liberties) = after.chain(beside);
            if !is_safe && liberties.is_empty() {
                chain.iter().for_each(|&at| after.points[at] = b'.');
                captured.extend(chain);
            }
        }
        let (chain, is_safe, liberties) = after.chain(at);
        if liberties.is_empty() && !is_safe {
            return None;
        }
        let is_ko = captured.len() == 1 && chain.len() == 1 && liberties.len() == 1;
        after.ko = is_ko.then(|| captured[0]);
        after.attacker_moves = !self.attacker_moves;
        Some(after)
    }

    fn successors(&self, hero_is_attacker: bool) -> Vec<Plain> {
        let empty = (0..self.points.len()).filter(|&at| self.points[at] == b'.');
        let mut after: Vec<Plain> = empty.filter_map(|at| self.play(at)).collect();
        if self.attacker_moves != hero_is_attacker || self.ko.is_some() {
            after.push(Plain { ko: None, attacker_moves: !self.attacker_moves, ..self.clone() });
        }
        after
    }

    fn state(&self) -> State {
        let set = |of: &[u8]| {
            let points = self.points.iter().enumerate();
            points.filter(|(_, p)| of.contains(p)).fold(0, |set, (at, _)| set | 1 << at)
        };
        let to_move = if self.attacker_moves { Side::Attacker } else { Side::Defender };
        let state = State::new([set(b"X#"), set(b"O")], to_move, self.threats);
        state.with_ko(self.ko.map(|at| at as u8))
    }
}

/// A zone and its stones from rows of `.`, `X` (attacker), `O` (defender), `#` (safe attacker).
pub(crate) fn draw(rows: &str) -> (Zone, [Points; 2]) {
    let rows: Vec<&str> = rows.split_whitespace().collect();
    let cols = rows[0].len();
    let text: Vec<u8> = rows.concat().into_bytes();
    let set = |of: &[u8]| {
        let points = text.iter().enumerate();
        points.filter(|(_, p)| of.contains(p)).fold(0, |set, (at, _)| set | 1 << at)
    };
    let zone = Zone::new(cols as u8, rows.len() as u8, set(b"#"));
    (zone, [set(b"X#"), set(b"O")])
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Truth {
    Yes,
    No,
    Repetition,
}

/// All states that can be reached from a root, with the answer to a question for each.
struct Oracle {
    states: Vec<Plain>,
    truths: Vec<Truth>,
}

impl Oracle {
    /// `None` if there are more states than `limit`.
    fn new(zone: &Zone, root: Plain, question: Question, limit: usize) -> Option<Oracle> {
        let hero_is_attacker = question.hero() == Side::Attacker;
        let (mut states, mut indexes) = (vec![root.clone()], HashMap::from([(root, 0)]));
        let mut children: Vec<Vec<usize>> = Vec::new();
        let mut truths = Vec::new();
        while children.len() < states.len() {
            let at = children.len();
            let decided = question.decide(zone, &states[at].state());
            truths.push(decided.map(|yes| if yes { Truth::Yes } else { Truth::No }));
            let mut after = Vec::new();
            if decided.is_none() {
                for child in states[at].successors(hero_is_attacker) {
                    after.push(enter(child, &mut states, &mut indexes));
                }
            }
            children.push(after);
            if states.len() > limit {
                return None;
            }
        }
        // Repeats until nothing changes: simple, and fast enough for tiny boards.
        loop {
            let mut has_changed = false;
            for at in (0..states.len()).rev() {
                if truths[at].is_some() {
                    continue;
                }
                let is_hero = states[at].attacker_moves == hero_is_attacker;
                let (mine, theirs) =
                    if is_hero { (Truth::Yes, Truth::No) } else { (Truth::No, Truth::Yes) };
                if children[at].iter().any(|&child| truths[child] == Some(mine)) {
                    truths[at] = Some(mine);
                } else if children[at].iter().all(|&child| truths[child] == Some(theirs)) {
                    truths[at] = Some(theirs);
                }
                has_changed |= truths[at].is_some();
            }
            if !has_changed {
                break;
            }
        }
        let truths = truths.into_iter().map(|t| t.unwrap_or(Truth::Repetition)).collect();
        Some(Oracle { states, truths })
    }
}

/// What a search proves about a state.
fn proved(search: &mut Search<'_>, state: &State) -> Truth {
    let mut budget = Budget { left: 1 << 22, is_cancelled: &|| false };
    let Found::Answer(answer) = search.solve(state, &mut budget) else {
        panic!("the budget is enough for tiny boards")
    };
    let mut builder = ProofBuilder::new(search.zone, search.question, answer);
    match builder.add(state, &mut Searched { search, budget: &mut budget }) {
        Ok(_) => {
            assert_eq!(builder.proof.check(), Ok(()));
            if answer { Truth::Yes } else { Truth::No }
        }
        Err(NoProof::Repetition) => Truth::Repetition,
        Err(NoProof::Stopped) => panic!("the budget is enough for tiny boards"),
    }
}

/// Wide ones, in which the defender often lives, and narrow ones.
const GEOMETRIES: [&str; 18] = [
    "...# ...# ...#",
    "....# ....#",
    "....# ...##",
    "...# ...# ..##",
    ".....# #...##",
    "..... ..#..",
    "....# .#..#",
    "...# ...# ####",
    "..## ...# ...# ####",
    "#....# ######",
    "...# ..## .### ####",
    "##.## #...# #...# #####",
    // No stone of the wall at some points: the defender lives in about half of the positions.
    "....",
    "... ...",
    "..... #####",
    "...... ######",
    "... ... ###",
    ".... ##..",
];

/// A random filling of a geometry, without chains that have no liberty.
fn positions() -> impl Strategy<Value = Plain> {
    let stones = prop::collection::vec(prop::sample::select(b"...OOOOOX".to_vec()), 12);
    (0..GEOMETRIES.len(), stones, any::<bool>(), 0u8..3, 0u8..3).prop_filter_map(
        "a chain has no liberty",
        |(geometry, stones, attacker_moves, attacker, defender)| {
            let rows: Vec<&str> = GEOMETRIES[geometry].split_whitespace().collect();
            let mut points = rows.concat().into_bytes();
            let free = points.iter_mut().filter(|point| **point == b'.');
            free.zip(stones).for_each(|(point, stone)| *point = stone);
            let cols = rows[0].len();
            let threats = [attacker, defender];
            let plain = Plain { points, cols, ko: None, attacker_moves, threats };
            let is_legal = (0..plain.points.len()).all(|at| {
                let (_, is_safe, liberties) = plain.chain(at);
                plain.points[at] == b'.' || is_safe || !liberties.is_empty()
            });
            is_legal.then_some(plain)
        },
    )
}

fn zone_of(plain: &Plain) -> Zone {
    let rows: Vec<&str> =
        plain.points.chunks(plain.cols).map(|row| std::str::from_utf8(row).unwrap()).collect();
    draw(&rows.join(" ")).0
}

/// The index of a state, which is entered if it is new.
fn enter(state: Plain, states: &mut Vec<Plain>, indexes: &mut HashMap<Plain, usize>) -> usize {
    let next = states.len();
    let index = *indexes.entry(state.clone()).or_insert(next);
    if index == next {
        states.push(state);
    }
    index
}

/// Whether the attacker can capture every stone; the defender may pass. `None` if there are more
/// states than `limit`.
fn all_capturable(root: &Plain, limit: usize) -> Option<bool> {
    let (mut states, mut indexes) = (vec![root.clone()], HashMap::from([(root.clone(), 0)]));
    let mut children: Vec<Vec<usize>> = Vec::new();
    while children.len() < states.len() {
        let mut after = Vec::new();
        for child in states[children.len()].successors(true) {
            after.push(enter(child, &mut states, &mut indexes));
        }
        children.push(after);
        if states.len() > limit {
            return None;
        }
    }
    let mut is_won: Vec<bool> = states.iter().map(|state| !state.points.contains(&b'O')).collect();
    loop {
        let mut has_changed = false;
        for at in 0..states.len() {
            let mut after = children[at].iter();
            let wins = match states[at].attacker_moves {
                true => after.any(|&child| is_won[child]),
                false => after.all(|&child| is_won[child]),
            };
            has_changed |= wins && !is_won[at];
            is_won[at] |= wins;
        }
        if !has_changed {
            return Some(is_won[0]);
        }
    }
}

/// The stones of the defender that the attacker can capture if the defender always passes.
fn capturable_by_attacker_alone(root: &Plain) -> Points {
    let (mut seen, mut next) = (vec![Plain { ko: None, ..root.clone() }], 0);
    let own = root.state().stones[1];
    let mut captured = 0;
    while next < seen.len() {
        captured |= own & !seen[next].state().stones[1];
        for at in 0..root.points.len() {
            let state = Plain { attacker_moves: true, ko: None, ..seen[next].clone() };
            if state.points[at] == b'.'
                && let Some(after) = state.play(at)
            {
                let after = Plain { ko: None, ..after };
                if !seen.contains(&after) {
                    seen.push(after);
                }
            }
        }
        next += 1;
    }
    captured
}

/// So many cases, and ten times as many if `GTN_DB_LONG_TESTS` is set.
fn cases(usual: u32) -> ProptestConfig {
    let is_long = std::env::var_os("GTN_DB_LONG_TESTS").is_some();
    ProptestConfig::with_cases(if is_long { 10 * usual } else { usual })
}

proptest! {
    #![proptest_config(cases(100))]

    #[test]
    fn the_search_agrees_with_all_states(plain in positions()) {
        let zone = zone_of(&plain);
        for question in [Question::Kill, Question::Live] {
            let Some(oracle) = Oracle::new(&zone, plain.clone(), question, 20_000) else {
                continue;
            };
            // One search for many states, so that entries of the table meet other ways to a state.
            let mut search = Search::new(&zone, question, true, SharedTable::default());
            // As many that succeed as that fail, and none that is decided without a move.
            let is_open = |state: &Plain| question.decide(&zone, &state.state()).is_none();
            let of = |truth: Truth| {
                let states = oracle.states.iter().zip(&oracle.truths);
                let states: Vec<_> =
                    states.filter(|&(state, &t)| t == truth && is_open(state)).collect();
                let step = states.len() / 30 + 1;
                states.into_iter().step_by(step)
            };
            for (state, &truth) in of(Truth::Yes).chain(of(Truth::No)).chain(of(Truth::Repetition)) {
                let found = proved(&mut search, &state.state());
                // The search may lose a proof to a repetition, but never makes one up.
                prop_assert!(
                    found == truth || found == Truth::Repetition,
                    "{question:?} of {state:?}: {found:?}, not {truth:?}"
                );
            }
        }
    }

    #[test]
    fn an_answer_that_needs_no_ko_holds_with_any_threats(plain in positions()) {
        let zone = zone_of(&plain);
        let with = |threats| Plain { threats, ..plain.clone() };
        for question in [Question::Kill, Question::Live] {
            let mut search = Search::new(&zone, question, true, SharedTable::default());
            let mut budget = Budget { left: 1 << 22, is_cancelled: &|| false };
            let state = with([0, 0]).state();
            let Found::Answer(answer) = search.solve(&state, &mut budget) else { continue };
            let mut builder = ProofBuilder::new(&zone, question, answer);
            let Ok(node) = builder.add(&state, &mut Searched { search: &mut search, budget: &mut budget }) else { continue };
            if builder.needs_ko(node) {
                continue;
            }
            let expected = if answer { Truth::Yes } else { Truth::No };
            for threats in [[0, 1], [1, 0], [0, 3], [3, 0], [2, 2]] {
                if let Some(oracle) = Oracle::new(&zone, with(threats), question, 20_000) {
                    prop_assert_eq!(oracle.truths[0], expected, "{:?} {:?}", question, threats);
                }
            }
        }
    }

    #[test]
    fn more_ko_threats_never_hurt(plain in positions()) {
        let zone = zone_of(&plain);
        let truth = |question, threats| {
            let root = Plain { threats, ..plain.clone() };
            Some(Oracle::new(&zone, root, question, 20_000)?.truths[0])
        };
        let [attacker, defender] = plain.threats;
        let more_for_attacker = [attacker + 1, defender];
        if truth(Question::Kill, plain.threats) == Some(Truth::Yes) {
            prop_assert!(matches!(truth(Question::Kill, more_for_attacker), Some(Truth::Yes) | None));
        }
        if truth(Question::Live, plain.threats) == Some(Truth::No) {
            prop_assert!(matches!(truth(Question::Live, more_for_attacker), Some(Truth::No) | None));
        }
    }

    #[test]
    fn chains_are_alive_exactly_if_the_attacker_alone_cannot_capture_them(plain in positions()) {
        let state = plain.state();
        let alive = living_stones(&zone_of(&plain), &state);
        prop_assert_eq!(alive, state.stones[1] & !capturable_by_attacker_alone(&plain));
    }

    #[test]
    fn what_a_play_makes_of_dead_stones_is_found_from_the_play(plain in positions()) {
        let zone = zone_of(&plain);
        for to_move in [Side::Attacker, Side::Defender] {
            let state = State::new(plain.state().stones, to_move, [0, 0]);
            if lives(&zone, &state) {
                continue;
            }
            let mut chains = Chains::default();
            state.chains(&zone, &mut chains);
            for at in bits(state.empty(&zone)) {
                let Some(after) = state.play_among(&zone, at, &chains) else { continue };
                let alive = living_stones(&zone, &after);
                prop_assert_eq!(living_after(&zone, &after, chains.safe, at), alive);
                let found = fate(&zone, &after, chains.safe, Some(at));
                let is_dead = is_captured(&after) || is_hopeless(&zone, &after);
                prop_assert_eq!(found == Fate::Dead, is_dead);
                prop_assert_eq!(found == Fate::Alive, !is_dead && alive != 0);
            }
        }
    }

    #[test]
    fn points_spread_to_their_neighbors_in_zones_of_any_size(
        cols in 1u8..=52,
        rows in 1u8..=20,
        sets in any::<[Points; 2]>(),
    ) {
        let rows = rows.min(MAX_POINTS as u8 / cols);
        let zone = Zone::new(cols, rows, 0);
        let [seed, within] = sets.map(|set| set & zone.all());
        let beside = |at: u8, to: u8| {
            let (near, far) = (at.min(to), at.max(to));
            far - near == cols || far - near == 1 && far % cols != 0
        };
        let plain = |set: Points| {
            bits(zone.all()).filter(|&to| set & 1 << to != 0 || bits(set).any(|at| beside(at, to)))
                .fold(0, |all: Points, to| all | 1 << to)
        };
        prop_assert_eq!(zone.dilate(seed), plain(seed));
        let mut filled = seed & within;
        while plain(filled) & within != filled {
            filled = plain(filled) & within;
        }
        prop_assert_eq!(zone.flood(seed, within), filled);
    }

    #[test]
    fn without_two_points_for_eyes_nothing_is_alive_later(plain in positions()) {
        let zone = zone_of(&plain);
        if has_no_room(&zone, &plain.state()) {
            let (mut seen, mut next) = (vec![plain], 0);
            while next < seen.len() && next < 300 {
                prop_assert!(!lives(&zone, &seen[next].state()));
                for after in [seen[next].successors(true), seen[next].successors(false)].concat() {
                    if !seen.contains(&after) {
                        seen.push(after);
                    }
                }
                next += 1;
            }
        }
    }
}

proptest! {
    #![proptest_config(cases(2_000))]

    #[test]
    fn random_hopeless_stones_are_captured_by_all_moves(plain in positions()) {
        let (zone, state) = (zone_of(&plain), plain.state());
        if is_hopeless(&zone, &state) && state.stones[1] != 0 {
            prop_assert_ne!(all_capturable(&plain, 5_000), Some(false));
        }
    }
}

#[test]
fn hopeless_stones_are_captured_by_all_moves() {
    let drawings = [
        "#.OO# #.O.# #####",
        ".OO# OOX# ####",
        ".O.# O.O# ####",
        "X.O# .O.# ####",
        ".O.O# #####",
        "#..O.# ######",
        "..O# OOO# ####",
        "X.O# OOO# ####",
        ".XO# OOO# ####",
        "#.OO.# #O..O# #OOOO# ######",
        "#OOO.# #OX.O# ##OOO# ######",
        "#.O# #O.# #.O# ####",
        "##.## #O.O# ##O## #####",
        // Eyes behind stones of the one chain, and three points with a stone in the middle.
        ".OO# OOO# OOO# ####",
        "..OO# OOOO# OOOO# #####",
        ".X.O# OOOO# OOOO# #####",
        ".XO.# .OOO# OOOO# #####",
        // Stones with two ways out, beside safe stones and one point away.
        ".OXX.# OOO.## ######",
        ".OX..# O...## ##.### ######",
    ];
    let mut hopeless = 0;
    for drawing in drawings {
        let (zone, _) = draw(drawing);
        let cols = drawing.split_whitespace().next().unwrap().len();
        let points = drawing.split_whitespace().collect::<String>().into_bytes();
        for attacker_moves in [true, false] {
            let points = points.clone();
            let plain = Plain { points, cols, ko: None, attacker_moves, threats: [0, 2] };
            if is_hopeless(&zone, &plain.state()) {
                hopeless += 1;
                assert_ne!(all_capturable(&plain, 200_000), Some(false), "{drawing}");
            }
        }
    }
    assert!(hopeless >= 28, "{hopeless}");
}

#[test]
fn stones_with_one_way_out_take_no_eye() {
    // White captures the stone, and has an eye there.
    let (zone, stones) = draw(".OX.# OOO.# #####");
    assert!(!is_hopeless(&zone, &State::new(stones, Side::Defender, [0, 0])));
}
