//! Problems drawn by hand, the sixteen operations, damaged proofs, and bad input.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

use proptest::prelude::*;

use crate::Color;
use crate::go::{Board, Point, Size, Symmetry};

use crate::board::Move;
use crate::search::Budget;
use crate::verdict::Turned;
use crate::{
    DamagedVerdict, Limits, Outcome, Problem, Proof, ProofStep, Reading, SOLVER, Solved, Verdict,
    Why, confirm,
};

/// A board of `side` lines with the rows of a drawing in its top left corner. `a` marks a right move.
fn corner(side: u8, drawing: &str) -> (Board, Vec<Point>) {
    let mut board = Board::new(Size::new(side, side).unwrap());
    let mut marked = Vec::new();
    for (row, line) in drawing.split_whitespace().enumerate() {
        for (col, point) in line.chars().enumerate() {
            let at = Point::new(col as u8, row as u8);
            match point {
                'X' => board.set(at, Some(Color::Black)),
                'O' => board.set(at, Some(Color::White)),
                'a' => marked.push(at),
                _ => {}
            }
        }
    }
    (board, marked)
}

const LIMITS: Limits<'static> = Limits { nodes: 2_000_000, cancel: None };

fn answer(board: &Board, to_move: Color) -> Result<Solved, Why> {
    confirm(&Problem { board: board.clone(), to_move }, &LIMITS).answer
}

/// White's group, with the outcome when Black and when White moves first. `None`: a pass is as good.
fn assert_outcomes(drawing: &str, black: (Outcome, bool), white: (Outcome, bool)) {
    let (board, marked) = corner(13, drawing);
    for (to_move, (outcome, is_settled)) in [(Color::Black, black), (Color::White, white)] {
        let verdict = confirm(&Problem { board: board.clone(), to_move }, &LIMITS);
        let solved = verdict.answer.unwrap_or_else(|why| panic!("{to_move:?} {drawing}: {why}"));
        assert_eq!(
            (solved.outcome, solved.is_settled()),
            (outcome, is_settled),
            "{to_move:?} {drawing}"
        );
        if !is_settled {
            assert_eq!(solved.moves, marked, "{to_move:?} {drawing}");
        } else if outcome == Outcome::Seki {
            let line = verdict.frames[0].main_line(&[]);
            assert_eq!(line, [(to_move, None)], "nobody gains by a move: {drawing}");
        }
    }
}

const KILLED: (Outcome, bool) = (Outcome::Killed, false);
const DEAD: (Outcome, bool) = (Outcome::Killed, true);
const LIVES: (Outcome, bool) = (Outcome::Lives, false);
const ALIVE: (Outcome, bool) = (Outcome::Lives, true);
const SEKI: (Outcome, bool) = (Outcome::Seki, true);

#[test]
fn three_points_have_one_vital_point() {
    assert_outcomes("a.OX... .OOX... OOXX... XXX....", KILLED, LIVES);
    assert_outcomes(".a.OX.. OOOOX.. XXXXX..", KILLED, LIVES);
}

#[test]
fn four_points_are_alive_unless_square_or_with_one_vital_point() {
    assert_outcomes("..OX... ..OX... OOOX... XXXX...", DEAD, DEAD);
    assert_outcomes("....OX. OOOOOX. XXXXXX.", ALIVE, ALIVE);
    assert_outcomes(".a.OX.. O.OOX.. OOOX... XXXX...", KILLED, LIVES);
}

#[test]
fn the_bulky_five_has_one_vital_point() {
    assert_outcomes(".a.OX.. ..OOX.. OOOXX.. XXX....", KILLED, LIVES);
}

#[test]
fn six_points_in_the_corner_need_two_liberties_outside() {
    assert_outcomes("...O.X. ...O.X. OOOOXX. XXXX...", ALIVE, ALIVE);
    // Without one, the point in the middle of the second line kills.
    let (board, _) = corner(13, "...OX.. ...OX.. OOOOX.. XXXXX..");
    let solved = answer(&board, Color::Black).unwrap();
    assert_eq!((solved.outcome, solved.moves), (Outcome::Killed, vec![Point::new(1, 1)]));
    assert_eq!(answer(&board, Color::White).unwrap().outcome, Outcome::Lives);
    let (_, first) = solved.refuted[0];
    assert!(first.is_some());
}

#[test]
fn six_points_in_the_corner_with_one_liberty_outside_are_a_ko() {
    let (board, _) = corner(13, "...OX.. ...OX.. OOOO.X. XXXXX..");
    assert_eq!(answer(&board, Color::Black).unwrap().outcome, Outcome::Ko);
}

#[test]
fn the_carpenters_square_with_two_liberties_outside_is_alive() {
    assert_outcomes("...O.X. ...O.X. ...OXX. OOOOX.. XXXXX..", ALIVE, ALIVE);
}

#[test]
fn the_carpenters_square_without_liberties_depends_on_repetitions() {
    let (board, _) = corner(13, "...OX.. ...OX.. ...OX.. OOOOX.. XXXXX..");
    assert_eq!(answer(&board, Color::Black), Err(Why::Repetition));
    assert_eq!(answer(&board, Color::White).unwrap().outcome, Outcome::Lives);
}

#[test]
fn the_l_group_is_dead_with_one_leg_unsettled_and_with_two_alive() {
    assert_outcomes("....X.. ...OX.. .OOOX.. XXXXX..", DEAD, DEAD);
    assert_outcomes("...O.X. ...O.X. OOOOXX. XXXX...", ALIVE, ALIVE);
    // With a leg at the short side, and with one at the long side.
    for (drawing, kills, lives) in [
        ("....X.. ...OX.. OOOOX.. XXXXX..", "C19 D19 B18", "B19"),
        ("...O.X. ...O.X. .OOOXX. XXXX...", "B19 A18 B18 A17", "B19 B18 A17"),
    ] {
        let (board, _) = corner(19, drawing);
        let solve = |to_move| {
            let solved = answer(&board, to_move).unwrap();
            let names: Vec<String> = solved.moves.iter().map(|at| at.name(board.size())).collect();
            (solved.outcome, names.join(" "))
        };
        assert_eq!(solve(Color::Black), (Outcome::Killed, kills.to_owned()), "{drawing}");
        assert_eq!(solve(Color::White), (Outcome::Lives, lives.to_owned()), "{drawing}");
    }
}

#[test]
fn the_j_group_is_unsettled_and_straight_a_ko() {
    let limits = Limits { nodes: 400_000, cancel: None };
    let solve = |drawing: &str, to_move| {
        let (board, _) = corner(13, drawing);
        confirm(&Problem { board, to_move }, &limits).answer.unwrap()
    };
    let group = "....... ....OX. OOOOXX. XXXXX..";
    assert_eq!(solve(group, Color::Black).outcome, Outcome::Killed);
    let lives = solve(group, Color::White);
    assert_eq!(lives.outcome, Outcome::Lives);
    assert_eq!(lives.moves, [Point::new(1, 0), Point::new(3, 0)]);
    let after_hane = "....X.. ....OX. OOOOXX. XXXXX..";
    assert_eq!(solve(after_hane, Color::White).outcome, Outcome::Killed);
    let straight = "....O.. ....OX. OOOOXX. XXXXX..";
    assert_eq!(solve(straight, Color::Black).outcome, Outcome::Ko);
    assert_eq!(solve(straight, Color::White).outcome, Outcome::Lives);
}

#[test]
fn two_kos_for_the_second_eye_are_none() {
    // While White retakes one ko, Black closes the other.
    assert_outcomes(".O.OX.. OOOXX.. .OXX... OXX.... XX.....", DEAD, DEAD);
}

#[test]
fn two_states_that_lead_to_each_other_do_not_use_up_the_budget() {
    let (board, _) = corner(19, ".XXO... .O.OOX.X .OOXXX.. OOX..... XXX.....");
    let verdict = confirm(&Problem { board, to_move: Color::Black }, &LIMITS);
    assert!(verdict.nodes < 100_000, "{}", verdict.nodes);
}

#[test]
fn bent_four_in_the_corner_is_a_ko() {
    let (board, _) = corner(13, "XX.OX.. XOOOX.. .OXXX.. OOX.... XXX....");
    assert_eq!(answer(&board, Color::Black).unwrap().outcome, Outcome::Ko);
}

#[test]
fn three_stones_in_a_row_inside_five_points_are_a_seki() {
    assert_outcomes(".XXX.OX OOOOOOX XXXXXXX", SEKI, SEKI);
    assert_outcomes(".XaX.OX OOOOOOX XXXXXXX", (Outcome::Seki, false), LIVES);
}

#[test]
fn a_snapback_inside_kills() {
    // White captures what is thrown in at either point, and Black recaptures.
    let (board, _) = corner(13, ".OX.... .XOX... OOOX... XXXX...");
    let solved = answer(&board, Color::Black).unwrap();
    assert_eq!(solved.outcome, Outcome::Killed);
    assert_eq!(solved.moves, [Point::new(0, 0), Point::new(0, 1)]);
    assert_eq!(answer(&board, Color::White).unwrap().outcome, Outcome::Lives);
}

#[test]
fn a_group_with_one_point_is_dead() {
    assert_outcomes("....... .XXXXX. .XOOOX. .XO.OX. .XOOOX. .XXXXX.", DEAD, DEAD);
}

#[test]
fn verdicts_turn_with_the_board() {
    let (board, _) = corner(9, ".a.OX.. O.OOX.. OOOX... XXXX...");
    for to_move in [Color::Black, Color::White] {
        let solve = |board: &Board, to_move| {
            let mut budget = Budget { left: LIMITS.nodes, is_cancelled: &|| false };
            let mut turned = Turned { board, to_move, frames: Vec::new() };
            turned.solve(&mut budget).unwrap()
        };
        let first = solve(&board, to_move);
        for symmetry in Symmetry::ALL {
            let turned = solve(&board.transform(symmetry), symmetry.color(to_move));
            let image = |at: &Point| symmetry.point(*at, board.size());
            let mut moves: Vec<Point> = first.moves.iter().map(image).collect();
            moves.sort();
            let mut others = turned.moves.clone();
            others.sort();
            assert_eq!((first.outcome, &moves), (turned.outcome, &others), "{symmetry:?}");
            let turned = confirm(
                &Problem { board: board.transform(symmetry), to_move: symmetry.color(to_move) },
                &LIMITS,
            );
            assert_eq!(turned.defender, Some(symmetry.color(Color::White)), "{symmetry:?}");
            assert_eq!(turned.answer.unwrap().moves, moves, "{symmetry:?}");
        }
    }
}

#[test]
fn lines_turn_with_the_board() {
    let (board, _) = corner(9, "...OX.. ...OX.. OOOOX.. XXXXX..");
    for (to_move, right_moves) in [(Color::Black, 1), (Color::White, 2)] {
        let solve = |symmetry: Symmetry| {
            let board = board.transform(symmetry);
            let verdict = confirm(&Problem { board, to_move: symmetry.color(to_move) }, &LIMITS);
            let moves = verdict.answer.unwrap().moves;
            (verdict.frames[0].main_line(&moves), moves.len())
        };
        let (line, count) = solve(Symmetry::IDENTITY);
        assert_eq!(count, right_moves, "{line:?}");
        assert!(!line.is_empty());
        for symmetry in Symmetry::ALL {
            let image = |at: Point| symmetry.point(at, board.size());
            let expected = line.iter().map(|&(color, at)| (symmetry.color(color), at.map(image)));
            assert_eq!(solve(symmetry).0, expected.collect::<Vec<_>>(), "{symmetry:?}");
        }
    }
}

proptest! {
    #[test]
    fn readings_turn_with_the_board(
        stones in prop::collection::vec((0u8..9, 0u8..9, any::<bool>()), 10..45),
        symmetry in prop::sample::select(Symmetry::ALL.to_vec()),
    ) {
        let mut board = Board::new(Size::new(9, 9).unwrap());
        for (col, row, is_black) in stones {
            let color = if is_black { Color::Black } else { Color::White };
            board.set(Point::new(col, row), Some(color));
        }
        let turned = Reading::of(&board.transform(symmetry));
        let image = |points: &BTreeSet<Point>| -> BTreeSet<Point> {
            points.iter().map(|&at| symmetry.point(at, board.size())).collect()
        };
        let expected = Reading::of(&board).map(|reading| Reading {
            defender: symmetry.color(reading.defender),
            group: image(&reading.group),
            region: image(&reading.region),
            inside: image(&reading.inside),
        });
        prop_assert_eq!(turned, expected);
    }
}

/// A pseudorandom number below `limit`, by Knuth's linear congruential generator.
fn draw_number(seed: &mut u64, limit: usize) -> usize {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 33) as usize % limit
}

#[test]
fn damaged_proofs_are_refused() {
    let (board, _) = corner(13, ".a.OX.. ..OOX.. OOOXX.. XXX....");
    let verdict = confirm(&Problem { board, to_move: Color::Black }, &LIMITS);
    let proofs: Vec<&Proof> = verdict.frames.iter().flat_map(|frame| &frame.proofs).collect();
    let mut seed = 1;
    let (mut damaged, mut kinds) = (0, [0; 6]);
    while damaged < 1_000 {
        let whole = proofs[draw_number(&mut seed, proofs.len())];
        assert_eq!(whole.check(), Ok(()));
        let mut proof = whole.clone();
        let len = proof.nodes.len();
        let node = draw_number(&mut seed, len);
        let kind = draw_number(&mut seed, kinds.len());
        let other = draw_number(&mut seed, len) as u32;
        let replies = &mut proof.nodes[node].replies;
        if replies.is_empty() {
            continue;
        }
        let reply = draw_number(&mut seed, replies.len());
        match kind {
            0 => drop(replies.remove(reply)),
            1 => replies[reply].1 = other,
            2 => {
                let with = draw_number(&mut seed, replies.len());
                let index = replies[reply].1;
                replies[reply].1 = std::mem::replace(&mut replies[with].1, index);
            }
            3 => replies[reply].0 = Move::At(draw_number(&mut seed, 30) as u8),
            4 => replies.push(replies[reply]),
            _ => {
                let child = replies[reply].1 as usize;
                proof.nodes[child].state.stones[1] ^= 1 << draw_number(&mut seed, 8);
            }
        }
        if proof != *whole {
            assert!(proof.check().is_err(), "damage {kind} of node {node}");
            kinds[kind] += 1;
            damaged += 1;
        }
    }
    assert!(kinds.iter().all(|&count| count > 20), "{kinds:?}");
}

#[test]
fn bad_input_has_a_reason() {
    let reason = |board: &Board| answer(board, Color::Black).unwrap_err();
    assert_eq!(reason(&Board::new(Size::STANDARD)), Why::Open);
    assert_eq!(reason(&Board::new(Size::new(52, 52).unwrap())), Why::Open);
    assert_eq!(reason(&Board::new(Size::new(1, 1).unwrap())), Why::Open);
    assert_eq!(reason(&corner(9, "OX. X..").0), Why::Illegal);
    assert_eq!(reason(&corner(9, "X.. ... ...").0), Why::Open);
    let two = "..OX.XO .OOX.XO OOXX.XO XXX..XO";
    assert_eq!(reason(&corner(19, two).0), Why::FriendsOutside);
    let both = ".OX.XO. OOX.XOO XXX.XXX";
    assert_eq!(reason(&corner(7, both).0), Why::SeveralGroups);
}

#[test]
fn no_budget_and_a_cancelled_search_give_no_verdict() {
    let (board, _) = corner(13, ".a.OX.. ..OOX.. OOOXX.. XXX....");
    let problem = Problem { board, to_move: Color::Black };
    for nodes in [0, 1, 10] {
        let verdict = confirm(&problem, &Limits { nodes, cancel: None });
        assert_eq!(verdict.answer, Err(Why::Budget));
        assert_eq!(verdict.nodes, nodes);
    }
    let cancel = AtomicBool::new(true);
    let verdict = confirm(&problem, &Limits { nodes: 1_000_000_000_000, cancel: Some(&cancel) });
    assert_eq!(verdict.answer, Err(Why::Cancelled));
}

#[test]
fn moves_for_which_the_budget_is_too_small_are_undecided() {
    let (board, _) = corner(13, "....X.. ...OX.. OOOOX.. XXXXX..");
    let problem = Problem { board, to_move: Color::White };
    let solve = |nodes| confirm(&problem, &Limits { nodes, cancel: None }).answer;
    let solved = (10..).step_by(10).find_map(|nodes| solve(nodes).ok()).unwrap();
    assert_eq!((solved.outcome, &solved.moves), (Outcome::Lives, &vec![Point::new(1, 0)]));
    assert!(!solved.is_complete());
    let all = solve(2_000_000).unwrap();
    assert_eq!(solved.undecided.len() + solved.refuted.len(), all.refuted.len());
    assert!(solved.refuted.iter().all(|(at, _)| all.refuted.iter().any(|(other, _)| at == other)));
}

#[test]
fn the_same_problem_has_the_same_verdict_twice() {
    let (board, _) = corner(13, "...OX.. ...OX.. OOOOX.. XXXXX..");
    let problem = Problem { board, to_move: Color::White };
    assert_eq!(confirm(&problem, &LIMITS), confirm(&problem, &LIMITS));
}

/// Problems with every outcome, in one and in several frames.
const STORED: [&str; 7] = [
    "...OX.. ...OX.. OOOO.X. XXXXX..",
    ".a.OX.. ..OOX.. OOOXX.. XXX....",
    "...OX.. ...OX.. OOOOX.. XXXXX..",
    "....OX. OOOOOX. XXXXXX.",
    ".a.OX.. O.OOX.. OOOX... XXXX...",
    ".XXX.OX OOOOOOX XXXXXXX",
    "O.OX... .OOX... OOXX... XXX....",
];

#[test]
fn a_stored_verdict_is_read_back_as_it_was() {
    let mut outcomes = BTreeSet::new();
    for drawing in STORED {
        let (board, _) = corner(13, drawing);
        for symmetry in [Symmetry::ALL[0], Symmetry::ALL[11]] {
            for to_move in Color::ALL {
                let problem = Problem { board: board.transform(symmetry), to_move };
                let verdict = confirm(&problem, &LIMITS);
                let Some(bytes) = verdict.to_bytes() else { continue };
                let read = Verdict::from_bytes(&problem, &bytes).unwrap();
                assert_eq!(read.answer, verdict.answer, "{drawing} {to_move:?}");
                assert_eq!(read.nodes, verdict.nodes);
                let lines = |verdict: &Verdict| -> Vec<_> {
                    let lines =
                        verdict.frames.iter().map(|frame| (frame.frame, frame.main_line(&[])));
                    lines.collect()
                };
                assert_eq!(lines(&read), lines(&verdict), "{drawing} {to_move:?}");
                assert_eq!(read.to_bytes(), Some(bytes));
                outcomes.insert(verdict.answer.unwrap().outcome.name());
            }
        }
    }
    assert_eq!(outcomes.len(), 4, "{outcomes:?}");
}

#[test]
fn damaged_bytes_are_refused_or_claim_nothing_else() {
    let (board, _) = corner(13, ".a.OX.. ..OOX.. OOOXX.. XXX....");
    let problem = Problem { board, to_move: Color::Black };
    let verdict = confirm(&problem, &LIMITS);
    let (whole, bytes) = (verdict.answer.as_ref().unwrap(), verdict.to_bytes().unwrap());
    let mut seed = 2;
    let mut refused = 0;
    for _ in 0..1_000 {
        let mut damaged = bytes.clone();
        let at = 2 + draw_number(&mut seed, bytes.len() - 2);
        match draw_number(&mut seed, 4) {
            0 => damaged.truncate(at),
            1 => drop(damaged.remove(at)),
            2 => damaged.insert(at, draw_number(&mut seed, 40) as u8),
            _ => damaged[at] ^= 1 + draw_number(&mut seed, 30) as u8,
        }
        match Verdict::from_bytes(&problem, &damaged) {
            // Another move may win as well; what is proved is as true as before.
            Ok(read) => {
                let read = read.answer.unwrap();
                assert_eq!(read.outcome, whole.outcome);
                assert!(read.moves.iter().all(|at| !whole.refuted.iter().any(|(no, _)| no == at)));
                assert!(read.refuted.iter().all(|(at, _)| !whole.moves.contains(at)));
            }
            Err(_) => refused += 1,
        }
    }
    assert!(refused > 900, "{refused}");
    let (other, _) = corner(13, ".a.OX.. O.OOX.. OOOX... XXXX...");
    assert!(Verdict::from_bytes(&Problem { board: other, to_move: Color::Black }, &bytes).is_err());
    let mut newer = bytes;
    newer[0] = SOLVER + 1;
    let error = Verdict::from_bytes(&problem, &newer).unwrap_err();
    assert_eq!(error, DamagedVerdict::OtherSolver(SOLVER + 1));
}

#[test]
fn the_proof_answers_a_refuted_move_until_the_rest_is_certain() {
    let (board, _) = corner(13, ".a.OX.. ..OOX.. OOOXX.. XXX....");
    let verdict = confirm(&Problem { board, to_move: Color::Black }, &LIMITS);
    let (ring, solved) = (&verdict.frames[0], verdict.answer.as_ref().unwrap());
    assert_eq!(ring.follow(&[]), None);
    let &(first, reply) = &solved.refuted[0];
    assert_eq!(ring.follow(&[Some(first)]), Some(ProofStep::Answer(reply)));
    assert_eq!(ring.follow(&[Some(first), Some(first)]), None);
    let mut line = vec![Some(first), reply];
    let moves: Vec<Option<Point>> = (0..4)
        .flat_map(|row| (0..7).map(move |col| Some(Point { row, col })))
        .chain([None])
        .collect();
    while let Some(step @ (ProofStep::Any | ProofStep::Answer(_))) = ring.follow(&line) {
        // The side that fails plays the first move that the proof has.
        let next = match step {
            ProofStep::Answer(at) => at,
            _ => {
                let mut known =
                    moves.iter().filter(|&&at| ring.follow(&[&line[..], &[at]].concat()).is_some());
                *known.next().unwrap()
            }
        };
        line.push(next);
    }
    assert!(matches!(ring.follow(&line), Some(ProofStep::End(_))), "{line:?}");
}
