//! Cores against their definition, and the pinned patterns.

use proptest::prelude::*;

use super::alignment::QueryPoint;
use super::core_join::StoredMove;
use super::problem_core::{CoreProblem, Surroundings};
use crate::Color;
use crate::go::{Point, Sides, Symmetry};
use crate::gtn::SubPosition;
use crate::similarity::reference::{sub_positions, with_changes};

/// A column and a row, from the first point of the window.
type Place = (i16, i16);

/// The cells of a board by place, with a ring of edge around a board that ends.
fn cell(sub: &SubPosition, (col, row): Place) -> char {
    let size = sub.board.size();
    let (cols, rows) = (i16::from(size.cols()), i16::from(size.rows()));
    let is_off = col < 0 && !sub.open.contains(Sides::LEFT)
        || row < 0 && !sub.open.contains(Sides::TOP)
        || col >= cols && !sub.open.contains(Sides::RIGHT)
        || row >= rows && !sub.open.contains(Sides::BOTTOM);
    if is_off {
        return '#';
    }
    let inside = (0..cols).contains(&col) && (0..rows).contains(&row);
    let stone = inside.then(|| sub.board.get(Point::new(col as u8, row as u8))).flatten();
    stone.map_or('.', |color| if color == Color::Black { 'X' } else { 'O' })
}

/// The fewest differing points by definition: every operation, with every accepted first move on
/// every one of the other; the ring around the core must be edge exactly where the other's is.
fn distance_by_definition(
    (one, moves, lines): (&SubPosition, &[(Color, Place)], &[Place]),
    (other, other_moves): (&SubPosition, &[(Color, Place)]),
) -> Option<u16> {
    let is_on = |at: &Place| cell(one, *at) != '#';
    let lines: Vec<Place> = lines.iter().copied().filter(is_on).collect();
    let cols = || lines.iter().map(|at| at.0);
    let rows = || lines.iter().map(|at| at.1);
    let ring = |margin: i16| -> Option<Vec<Place>> {
        let (left, right) = (cols().min()? - margin, cols().max()? + margin);
        let (top, bottom) = (rows().min()? - margin, rows().max()? + margin);
        Some((top..=bottom).flat_map(|row| (left..=right).map(move |col| (col, row))).collect())
    };
    let stones =
        |margin| Some(ring(margin)?.iter().filter(|&&at| "XO".contains(cell(one, at))).count());
    if stones(1)? < 3 || stones(2)? < 6 {
        return None;
    }
    let (margin, most) = if stones(1)? < 7 { (2, 0) } else { (1, (stones(1)? + 1) / 4) };
    let mut least = None;
    for symmetry in Symmetry::ALL {
        for &(color, from) in moves.iter().filter(|(_, at)| is_on(at)) {
            for &(onto_color, onto) in other_moves {
                let moved = |(col, row): Place| {
                    let (col, row) = symmetry.turned((col - from.0, row - from.1));
                    (col + onto.0, row + onto.1)
                };
                let here = |at| match cell(one, at) {
                    'X' if symmetry.is_negative() => 'O',
                    'O' if symmetry.is_negative() => 'X',
                    other => other,
                };
                let around = |at: Place| {
                    let near = (-1..=1).flat_map(|row| (-1..=1).map(move |col| (col, row)));
                    near.map(move |(col, row)| (at.0 + col, at.1 + row))
                };
                let agrees = |at: Place| here(at) == cell(other, moved(at));
                if symmetry.color(color) != onto_color || !around(from).all(agrees) {
                    continue;
                }
                let edges_agree = ring(margin + 1)?.iter().all(|&at| {
                    (here(at) == '#') == (cell(other, moved(at)) == '#')
                        || !ring(margin).unwrap().iter().any(|&(col, row)| {
                            (col - at.0).abs() + (row - at.1).abs() <= 1
                                && cell(one, (col, row)) != '#'
                        })
                });
                if edges_agree {
                    let differing = ring(margin)?.iter().filter(|&&at| !agrees(at)).count() as u16;
                    least = Some(least.map_or(differing, |least: u16| least.min(differing)));
                }
            }
        }
    }
    least.filter(|&least| usize::from(least) <= most)
}

fn problem(sub: &SubPosition, moves: &[(Color, Place)], lines: &[Place]) -> CoreProblem {
    let at = |&(col, row): &Place| QueryPoint { row, col };
    let moves = moves.iter().map(|(color, place)| (*color, at(place))).collect();
    let lines: Vec<QueryPoint> = lines.iter().map(at).collect();
    CoreProblem::new(sub, Surroundings::endless(sub.open), None, moves, &lines)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn cores_are_found_as_they_are_defined(
        sub in sub_positions(7, 8..24),
        changes in prop::collection::vec((0..7u8, 0..7u8, 0..3u8), 0..3),
        symmetry in 0u8..16,
        lines in prop::collection::vec((0..7i16, 0..7i16), 3..5),
    ) {
        let symmetry = Symmetry::from_index(symmetry).unwrap();
        let (copy, size) = (with_changes(&sub, changes).transform(symmetry), sub.board.size());
        let moves = [(Color::Black, lines[0])];
        let moved = symmetry.signed_point(lines[0], size);
        let other_moves = [(symmetry.color(Color::Black), moved)];
        let is_on = |sub: &SubPosition, at: Place| cell(sub, at) != '#';
        prop_assume!(is_on(&sub, lines[0]) && is_on(&copy, moved));
        let expected = distance_by_definition((&sub, &moves, &lines), (&copy, &other_moves));
        let (one, other) = (problem(&sub, &moves, &lines), problem(&copy, &other_moves, &[]));
        let found = one.find_core_in(&other, u16::MAX);
        prop_assert_eq!(found.as_ref().map(|found| found.distance), expected);
        if let Some(found) = found {
            let differing = one.list_differences(&other, &found);
            prop_assert_eq!(differing.len(), usize::from(found.distance));
            prop_assert!(found.distance > 0 || found.margin > 0);
        }
    }

    #[test]
    fn patterns_do_not_depend_on_orientation_and_color(
        sub in sub_positions(5, 1..12),
        symmetry in 0u8..16,
        at in (0..5i16, 0..5i16),
    ) {
        let symmetry = Symmetry::from_index(symmetry).unwrap();
        let moved = symmetry.signed_point(at, sub.board.size());
        let one = problem(&sub, &[(Color::Black, at)], &[]);
        let other =
            problem(&sub.transform(symmetry), &[(symmetry.color(Color::Black), moved)], &[]);
        prop_assert_eq!(one.patterns(), other.patterns());
    }
}

#[test]
fn patterns_have_not_changed() {
    assert_eq!(crate::CORE_SCHEME, "core1");
    let pinned = include_str!("../../tests/data/core1.txt");
    let lines: Vec<&str> = pinned.lines().filter(|line| !line.starts_with('#')).collect();
    assert!(lines.len() >= 8);
    for line in lines {
        let [pattern, color, col, row, window] = line.split(' ').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let color = if color == "B" { Color::Black } else { Color::White };
        let at = (col.parse().unwrap(), row.parse().unwrap());
        let problem = problem(&window.parse().unwrap(), &[(color, at)], &[]);
        assert_eq!(problem.patterns(), [pattern.parse::<u32>().unwrap()], "{line}");
    }
}

#[test]
fn what_is_around_a_move_has_not_changed() {
    let pinned = include_str!("../../tests/data/core1-around.txt");
    let lines: Vec<&str> = pinned.lines().filter(|line| !line.starts_with('#')).collect();
    assert!(lines.len() >= 6);
    for line in lines {
        let [around, color, moves, window] = line.split(' ').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let color = if color == "B" { Color::Black } else { Color::White };
        let moves = moves.split('-').map(|at| {
            let (col, row) = at.split_once(',').unwrap();
            (col.parse().unwrap(), row.parse().unwrap())
        });
        let moves: Vec<(i16, i16)> = moves.collect();
        let problem = problem(&window.parse().unwrap(), &[(color, moves[0])], &moves);
        let stored: Vec<StoredMove> = problem.stored_moves().map(|(_, around)| around).collect();
        let numbers: Vec<i64> = stored.iter().map(|stored| stored.to_number()).collect();
        assert_eq!(numbers, [around.parse::<i64>().unwrap()], "{line}");
        assert_eq!(StoredMove::from_number(numbers[0]), stored[0]);
        assert_eq!(problem.indexed_moves(), [(problem.patterns()[0], numbers[0])]);
    }
}

#[test]
fn three_stones_around_the_lines_and_six_farther_out_make_a_core() {
    let lines = [(1, 0), (0, 0), (2, 0)];
    let has_core = |window: &str| {
        problem(&window.parse().unwrap(), &[(Color::Black, (1, 0))], &lines).has_core()
    };
    assert!(has_core("3x4|...X_OO.X_XXX._!!!!_"));
    assert!(!has_core("3x4|...X_OO.X_X..._!!!!_"));
    assert!(!has_core("3x6|......_.....O_XXXXXO_!!!!!!_"));
}
