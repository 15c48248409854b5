//! Article 7: the situations that the text describes, on boards of their own, and a twin of the search.

use std::collections::HashMap;

use proptest::prelude::*;

use crate::Color;
use crate::go::{Board, Point, Position, Size};

use crate::board::{Points, Side};
use crate::confirmation::{Arena, Capture, NewStones, Search, Turn};
use crate::search::Budget;
use crate::{Limits, Standing, Why, confirm_chains};

/// A whole board; X and the points x are Black's, O and o White's.
fn position(drawing: &str) -> Position {
    let rows: Vec<&str> = drawing.split_whitespace().collect();
    let mut board = Board::new(Size::new(rows[0].len() as u8, rows.len() as u8).unwrap());
    for (row, line) in (0..).zip(&rows) {
        for (col, point) in (0..).zip(line.chars()) {
            let color = match point {
                'X' | 'x' => Some(Color::Black),
                'O' | 'o' => Some(Color::White),
                _ => None,
            };
            board.set(Point::new(col, row), color);
        }
    }
    Position::from_board(&board, Color::Black).unwrap()
}

/// Asserts that the stones drawn in lower case are dead, and all others alive.
fn assert_dead(drawing: &str) {
    let rows: Vec<&[u8]> = drawing.split_whitespace().map(str::as_bytes).collect();
    for chain in confirm_chains(&position(drawing), &Limits::default()) {
        let Point { col, row } = chain.stones[0];
        let is_dead = rows[usize::from(row)][usize::from(col)].is_ascii_lowercase();
        let expected = if is_dead { Standing::Dead } else { Standing::Alive };
        assert_eq!(chain.standing, Ok(expected), "{} of {drawing}", chain.stones[0]);
    }
}

#[test]
fn stones_that_cannot_be_captured_are_alive() {
    // Two eyes; four points in a row; a seki; three points in a row are not enough.
    assert_dead(".X.XO XXXXO OOOOO O.O.O OOOOO");
    assert_dead("....XO XXXXXO OOOOOO O.O.OO OOOOOO");
    assert_dead(".XXX.OX OOOOOOX XXXXXXX X.X.XXX XXXXXXX");
    assert_dead("...xO xxxxO OOOOO O.O.O OOOOO");
}

#[test]
fn stones_are_alive_if_their_capture_lets_new_ones_live() {
    // White can capture the stone in the corner, but Black retakes three stones: a snapback.
    assert_dead("X.XX ooXX XXXX X.X. XXXX");
}

#[test]
fn stones_in_enemy_territory_and_in_one_eye_are_dead() {
    assert_dead("..x.O.O OOOOOOO O.OOOOO OOOOOOO");
    assert_dead("..xO xxxO OOOO O.O. OOOO");
}

#[test]
fn bent_four_in_the_corner_is_dead() {
    assert_dead("XX.oX.X XoooXXX .oXXXXX ooX.XXX XXXXXXX");
}

#[test]
fn two_kos_for_the_second_eye_are_none() {
    assert_dead(".o.oX.X oooXXXX .oXX.XX oXXXXXX XXXXXXX");
}

#[test]
fn both_sides_can_be_dead() {
    // Black lives by capturing the white stone at D, and is captured if White connects it.
    assert_dead(".xo.OO xxxxOO OOOOOO O.O.OO OOOOOO");
}

#[test]
fn a_ko_is_retaken_only_after_a_pass_for_it() {
    let drawing = ".OX. O.OX .OX.";
    let arena = arena(drawing).unwrap();
    let (take, retake, elsewhere) = (5, 6, 3);
    let taken = Turn::new(crate::oracle_tests::draw(drawing).1).play(&arena, take).unwrap();
    assert_eq!(taken.play(&arena, retake), None);
    let after = |pass: Turn| pass.play(&arena, elsewhere).unwrap().play(&arena, retake);
    assert_eq!(after(taken.pass(None)), None);
    let retaken = after(taken.pass(Some(retake))).unwrap();
    // Now the attacker is banned.
    assert_eq!(retaken.play(&arena, take), None);
}

#[test]
fn a_board_of_more_than_128_points_is_too_big() {
    let mut position = Position::new(Size::STANDARD);
    position.play(Point::new(3, 3)).unwrap();
    let chains = confirm_chains(&position, &Limits::default());
    assert_eq!(chains[0].standing, Err(Why::TooBig));
}

/// A zone with safe stones of the attacker (`#`), its stones (`X`), those of the defender (`O`).
fn arena(rows: &str) -> Option<Arena> {
    let (zone, stones) = crate::oracle_tests::draw(rows);
    let first = stones[1] & stones[1].wrapping_neg();
    let chain = zone.flood(first, stones[1]);
    let area = zone.all() & !zone.safe;
    (chain != 0).then(|| Arena { zone, area, safe: 0, chain, defender: stones[1] })
}

/// Whether the attacker succeeds, by analysis of all states that can be reached, without what is certain
/// before the end. `None` if there are more states than `limit`.
fn can_capture(arena: &Arena, root: Turn, new: NewStones, limit: usize) -> Option<bool> {
    let (mut states, mut indexes) = (vec![root], HashMap::from([(root, 0)]));
    let mut children: Vec<Vec<usize>> = Vec::new();
    while children.len() < states.len() {
        let state = states[children.len()];
        let after = match arena.decide_end(&state, new) {
            Some(_) => Vec::new(),
            None => state.successors(arena),
        };
        let mut enter = |state: Turn| {
            let next = states.len();
            let index = *indexes.entry(state).or_insert(next);
            if index == next {
                states.push(state);
            }
            index
        };
        children.push(after.into_iter().map(&mut enter).collect());
        if states.len() > limit {
            return None;
        }
    }
    let ends = |state: &Turn| arena.decide_end(state, new) == Some(true);
    let mut is_won: Vec<bool> = states.iter().map(ends).collect();
    loop {
        let mut has_changed = false;
        for at in (0..states.len()).rev() {
            let mut after = children[at].iter();
            let wins = match (states[at].to_move, children[at].is_empty()) {
                (_, true) => continue,
                (Side::Attacker, _) => after.any(|&child| is_won[child]),
                (Side::Defender, _) => after.all(|&child| is_won[child]),
            };
            has_changed |= wins && !is_won[at];
            is_won[at] |= wins;
        }
        if !has_changed {
            return Some(is_won[0]);
        }
    }
}

const GEOMETRIES: [&str; 7] = [
    "...# ...# ####",
    "....# ....# #####",
    ".....# ######",
    "...# ..## ####",
    "#...# #...# #####",
    "..... ####.",
    "... ...",
];

fn drawings() -> impl Strategy<Value = String> {
    let stones = prop::collection::vec(prop::sample::select(b"..OOOXX".to_vec()), 10);
    (0..GEOMETRIES.len(), stones).prop_map(|(geometry, stones)| {
        let mut stones = stones.into_iter();
        let fill = |point| match point {
            '.' => stones.next().map_or('.', char::from),
            other => other,
        };
        GEOMETRIES[geometry].chars().map(fill).collect()
    })
}

/// Whether every chain has a liberty or is safe.
fn is_legal(arena: &Arena, stones: [Points; 2]) -> bool {
    let empty = arena.zone.all() & !(stones[0] | stones[1]);
    stones.iter().all(|&own| {
        let mut rest = own;
        while rest != 0 {
            let chain = arena.zone.flood(rest & rest.wrapping_neg(), own);
            if arena.zone.dilate(chain) & empty == 0 && chain & arena.zone.safe == 0 {
                return false;
            }
            rest &= !chain;
        }
        true
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn the_search_agrees_with_all_states(drawing in drawings()) {
        let Some(arena) = arena(&drawing) else { return Ok(()) };
        let (_, stones) = crate::oracle_tests::draw(&drawing);
        prop_assume!(is_legal(&arena, stones));
        for new in [NewStones::OnChain, NewStones::Anywhere] {
            let root = Turn::new(stones);
            let Some(truth) = can_capture(&arena, root, new, 8_000) else { continue };
            let mut budget = Budget { left: 1 << 20, is_cancelled: &|| false };
            let found = Search::new(&arena, new).solve(&root, &mut budget);
            let expected = if truth { Capture::Forced } else { Capture::Avoided };
            prop_assert!(
                found == expected || found == Capture::Unclear,
                "{} {:?}: {:?}, not {:?}", drawing, new, found, expected
            );
        }
    }
}
