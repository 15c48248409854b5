//! Tests of the rules of play.

use std::sync::LazyLock;

use proptest::prelude::*;

use super::super::symmetry::Symmetry;
use super::super::test_boards::positions;
use super::*;

/// Every move that can be written: in line and lateral, legal or not.
static ALL_MOVES: LazyLock<Vec<Move>> = LazyLock::new(|| {
    let mut moves = Vec::new();
    for direction in Direction::ALL {
        for rear in Cell::all() {
            moves.extend((1..=3).filter_map(|count| Move::in_line(rear, count, direction)));
            let ends = Cell::all().filter(|&end| rear < end);
            moves.extend(ends.filter_map(|end| Move::lateral(rear, end, direction)));
        }
    }
    moves
});

proptest! {
    /// The generator of moves and the check of one move agree, and nothing is listed twice.
    #[test]
    fn exactly_the_legal_moves_are_listed(position in positions(0..7)) {
        let mut legal: Vec<Move> = position.legal_moves().collect();
        let checked: Vec<Move> =
            ALL_MOVES.iter().copied().filter(|&step| position.check(step).is_ok()).collect();
        prop_assert_eq!(legal.len(), checked.len());
        legal.retain(|step| !checked.contains(step));
        prop_assert_eq!(legal, []);
    }

    #[test]
    fn a_move_keeps_or_takes_marbles_as_it_says(position in positions(0..7)) {
        for &step in &*ALL_MOVES {
            let mut after = position;
            let (own, other) = (position.turn, !position.turn);
            match after.play(step) {
                Err(_) => prop_assert_eq!(after, position, "an illegal move changes nothing"),
                Ok(push) => {
                    let taken = u8::from(push.is_ejection);
                    prop_assert_eq!(after.board.count(own), position.board.count(own));
                    prop_assert_eq!(after.board.count(other) + taken, position.board.count(other));
                    prop_assert_eq!(after.lost.of(other), position.lost.of(other) + taken);
                    prop_assert_eq!(after.lost.of(own), position.lost.of(own));
                    prop_assert_eq!(after.turn, other);
                    prop_assert!(push.pushed < step.count());
                    prop_assert!(push.pushed > 0 || !push.is_ejection);
                }
            }
        }
    }

    /// Turned, mirrored and recolored positions have the turned, mirrored moves.
    #[test]
    fn the_rules_know_no_orientation_and_no_color(position in positions(0..7), index in 0..24_u8) {
        let symmetry = Symmetry::from_index(index).unwrap();
        let transform = |position: Position| Position {
            board: position.board.transform(symmetry),
            turn: symmetry.color(position.turn),
            lost: position.lost.transform(symmetry),
        };
        let image = transform(position);
        for step in position.legal_moves() {
            let (mut one, mut other) = (position, image);
            prop_assert_eq!(one.play(step), other.play(step.transform(symmetry)));
            prop_assert_eq!(transform(one), other);
        }
        prop_assert_eq!(position.legal_moves().count(), image.legal_moves().count());
    }
}

fn cell(name: &str) -> Cell {
    name.parse().unwrap()
}

/// A position with marbles on row e, from e1 on, with Black to move.
fn row_e(points: &str) -> Position {
    let mut board = Board::EMPTY;
    for (cell, point) in Cell::row_cells(5).zip(points.chars()) {
        let color = Color::ALL.into_iter().find(|color| color.gtn_char() == point);
        board.set(cell, color);
    }
    Position::start(board)
}

#[test]
fn a_push_needs_more_marbles_and_room() {
    let code = |points: &str| match row_e(points).in_line(cell("e1"), Direction::East) {
        Ok(_) => "ok",
        Err(error) => error.code(),
    };
    for (points, expected) in [
        ("X", "ok"),
        ("XX", "ok"),
        ("XXX", "ok"),
        ("XXXX", "more-than-three"),
        ("XXXXXXXXX", "more-than-three"),
        ("XO", "pac"),
        ("XXO", "ok"),
        ("XXO.X", "ok"),
        ("XXOX", "blocked"),
        ("XXOO", "pac"),
        ("XXXO", "ok"),
        ("XXXOO", "ok"),
        ("XXXOOX", "blocked"),
        ("XXXOOO", "pac"),
        ("XXXOOOX", "pac"),
        ("O", "not-yours"),
        (".X", "empty"),
    ] {
        assert_eq!(code(points), expected, "{points}");
    }
}

#[test]
fn the_edge_takes_marbles_of_the_other_side_only() {
    let mut position = row_e("....XXXOO");
    let step = position.in_line(cell("e5"), Direction::East).unwrap();
    let push = position.play(step).unwrap();
    assert_eq!(push, Push { pushed: 2, is_ejection: true });
    assert_eq!(position.board, row_e(".....XXXO").board);
    assert_eq!(position.lost, Lost::new(0, 1).unwrap());
    let own = row_e(".......XX").in_line(cell("e8"), Direction::East);
    assert_eq!(own, Err(MoveError::OwnOffBoard(cell("e9"))));
}

#[test]
fn a_part_of_a_row_does_not_move_in_line() {
    let position = row_e("XXX");
    let two = Move::in_line(cell("e1"), 2, Direction::East).unwrap();
    assert_eq!(position.check(two), Err(MoveError::Blocked(cell("e3"))));
    let three = Move::in_line(cell("e2"), 3, Direction::East).unwrap();
    assert_eq!(position.check(three), Err(MoveError::Empty(cell("e4"))));
    let front = Move::in_line(cell("e2"), 2, Direction::East).unwrap();
    assert_eq!(position.check(front), Ok(Push::default()), "the front part does");
}

#[test]
fn lateral_moves_need_a_row_and_empty_cells() {
    let position = row_e("...XX...X");
    let code = |one: &str, other: &str, direction| {
        position.lateral(cell(one), cell(other), direction).map_err(MoveError::code)
    };
    use Direction::{East, NorthEast, NorthWest};
    assert!(code("e5", "e4", NorthWest).is_ok());
    assert_eq!(code("e4", "e5", East), Err("not-lateral"));
    assert_eq!(code("e4", "e6", NorthWest), Err("empty"));
    assert_eq!(code("e4", "e7", NorthWest), Err("not-a-row"));
    assert_eq!(code("e4", "f6", NorthWest), Err("not-a-row"));
    assert_eq!(code("e4", "e4", NorthWest), Err("not-a-row"));
    let mut board = row_e(".......XX").board;
    let off = Position::start(board).lateral(cell("e8"), cell("e9"), NorthEast);
    assert_eq!(off, Err(MoveError::OwnOffBoard(cell("e9"))));
    board.set(cell("f8"), Some(Color::White));
    let push = Position::start(board).lateral(cell("e8"), cell("e9"), NorthWest);
    assert_eq!(push, Err(MoveError::LateralPush(cell("f8"))));
}

#[test]
fn the_game_ends_at_six() {
    let lost = Lost::new(0, 5).unwrap();
    let mut position = Position { lost, ..row_e("O.....XXO") };
    let step = position.in_line(cell("e7"), Direction::East).unwrap();
    assert_eq!(position.winner(), None);
    position.play(step).unwrap();
    assert_eq!(position.winner(), Some(Color::Black));
    assert_eq!(position.legal_moves().count(), 0);
    let reply = position.in_line(cell("e1"), Direction::East);
    assert_eq!(reply, Err(MoveError::GameOver(Color::White)));
    assert_eq!(reply.unwrap_err().code(), "game-over");
}
