//! Tests of the notations. Lines are those of the French articles that describe them.

use proptest::prelude::*;

use super::*;
use crate::Color;
use crate::abalone::board::Board;
use crate::abalone::cell::Direction;
use crate::abalone::rules::Position;
use crate::abalone::test_boards::positions;

proptest! {
    #[test]
    fn moves_are_read_as_written(position in positions(0..6)) {
        for step in position.legal_moves().collect::<Vec<_>>() {
            let mut after = position;
            let push = after.play(step).unwrap();
            let mut texts: Vec<(String, Notation)> = Notation::ALL
                .into_iter()
                .map(|notation| (notation.write(step, push, Some(after.lost)), notation))
                .collect();
            texts.push((step.to_aba_pro(LateralOrder::OutsideIn), Notation::AbaPro));
            texts.push((Notation::ExtendedNacre.write(step, push, None), Notation::ExtendedNacre));
            for (text, notation) in texts {
                for declared in [None, Some(notation), Some(Notation::AbaPro)] {
                    let read = position.read_move(&text, declared);
                    prop_assert_eq!(read.map(|read| (read.step, read.push)), Ok((step, push)));
                    let read = read.unwrap();
                    prop_assert!(read.is_in(notation) && read.marks.agree(push, after.lost));
                    prop_assert_eq!(position.read_move(&text.to_uppercase(), declared), Ok(read));
                    let hyphen = format!("{}-{}", &text[..2], &text[2..]);
                    prop_assert_eq!(position.read_move(&hyphen, declared), Ok(read));
                }
            }
        }
    }

    #[test]
    fn extended_nacre_leads_back(position in positions(0..6)) {
        for step in position.legal_moves().collect::<Vec<_>>() {
            let mut after = position;
            let push = after.play(step).unwrap();
            for lost in [Some(after.lost), None] {
                let mut before = after;
                let text = step.to_extended_nacre(push, lost);
                prop_assert_eq!(before.undo(&text), Ok(step), "{}", text);
                prop_assert_eq!(before, position);
            }
        }
    }

    /// So nobody can write one lateral move in two ways, and a text has one meaning.
    #[test]
    fn the_nearer_pair_of_a_lateral_move_means_another_move(position in positions(0..6)) {
        for step in position.legal_moves().filter(|step| step.is_lateral()).collect::<Vec<_>>() {
            let (from, to) = step.lateral_pair();
            let (other_end, other_arrival) = if from == step.rear() {
                (step.last(), step.arrival(from))
            } else {
                (step.rear(), step.arrival(from))
            };
            prop_assert!(other_end.distance(other_arrival) < from.distance(to));
            let read = position.read_move(&format!("{other_end}{other_arrival}"), None).unwrap();
            prop_assert_ne!(read.step, step);
            let meanings = reader::lateral_moves(from, to);
            prop_assert_eq!(meanings.filter(|&step| position.check(step).is_ok()).count(), 1);
        }
    }

    #[test]
    fn no_text_panics(position in positions(0..6), text in "[a-jA-I0-9>()e-]{0,9}|.{0,9}") {
        for declared in [None, Some(Notation::AbaPro)] {
            if let Ok(read) = position.read_move(&text, declared) {
                prop_assert_eq!(position.check(read.step), Ok(read.push));
            }
        }
        let mut before = position;
        if let Ok(step) = before.undo(&text) {
            before.play(step).unwrap();
            prop_assert_eq!(before, position);
        }
    }
}

/// A position with marbles on cells, such as `e4e5`, and Black to move.
fn position(black: &str, white: &str) -> Position {
    let mut board = Board::EMPTY;
    for (cells, color) in [(black, Color::Black), (white, Color::White)] {
        for name in cells.as_bytes().chunks(2) {
            board.set(str::from_utf8(name).unwrap().parse().unwrap(), Some(color));
        }
    }
    Position::start(board)
}

fn code(position: &Position, token: &str) -> &'static str {
    position.read_move(token, None).map_or_else(ReadMoveError::code, |_| "ok")
}

#[test]
fn line_41_the_board_tells_how_many_move() {
    for (black, white, nacre, extended) in [
        ("e5", "", "e5e6", "E5E6"),
        ("e5e6", "", "e5e7", "E5E7"),
        ("e5e6e7", "", "e5e8", "E5E8"),
        ("e5e6", "e7", "e5e7", "E5E8>"),
        ("e5e6e7", "e8", "e5e8", "E5E9>"),
        ("e5e6e7", "e8e9", "e5e8", "E5E9>(e)"),
    ] {
        let position = position(black, white);
        let read = position.read_move("e5e6", None).unwrap();
        assert_eq!(read.step.to_aba_pro(LateralOrder::LowerFirst), "e5e6");
        assert_eq!(read.step.to_nacre(), nacre);
        assert_eq!(read.step.to_extended_nacre(read.push, None), extended);
    }
}

#[test]
fn lines_57_and_65_a_lateral_move_never_pushes() {
    for position in [position("e4e5f4f5f6", ""), position("e4e5", "f4f5f6")] {
        assert_eq!(code(&position, "e4e5f4"), "lateral-push");
        assert_eq!(code(&position, "e4e5f5"), "lateral-push");
        assert_eq!(code(&position, "e4e5d3"), "ok");
        assert_eq!(code(&position, "e4e5d4"), "ok");
    }
}

#[test]
fn lines_71_and_75_a_lateral_move_has_two_texts() {
    let position = position("e6e7e8", "");
    let [one, other] = ["e6e8f6", "e8e6f8"].map(|text| position.read_move(text, None).unwrap());
    assert_eq!(one.step, other.step);
    assert_eq!(one.step.to_nacre(), "e8f6");
    assert_eq!(code(&position, "e6f6e7f7e8f8"), "not-a-move");
}

#[test]
fn line_80_unique_texts_of_lateral_moves() {
    for (row, lower_first, outside_in) in
        [("d2d3d4", "d2d4e2", "d2d4e2"), ("f6f7f8", "f6f8e6", "f8f6e8")]
    {
        let position = position(row, "");
        for text in [lower_first, outside_in] {
            let step = position.read_move(text, None).unwrap().step;
            assert_eq!(step.to_aba_pro(LateralOrder::LowerFirst), lower_first);
            assert_eq!(step.to_aba_pro(LateralOrder::OutsideIn), outside_in);
        }
    }
    assert_eq!(code(&position("d2d3d4", ""), "d4d2e4"), "ok", "the same move");
    assert_eq!(code(&position("f6f7f8", ""), "f6f8e6"), "ok", "the same move");
}

#[test]
fn line_373_two_against_one() {
    let position = position("i9h8", "g7");
    let read = position.read_move("I9F6>", None).unwrap();
    assert_eq!((read.step.count(), read.push.pushed), (2, 1));
    assert!(read.is_in(Notation::ExtendedNacre) && !read.is_in(Notation::Nacre));
    let mut after = position;
    after.play(read.step).unwrap();
    assert_eq!(after.undo("I9F6>"), Ok(read.step));
    assert_eq!(after, position);
}

#[test]
fn line_396_two_against_one() {
    let position = position("d2c2", "b2");
    let read = position.read_move("D2A2", None).unwrap();
    assert_eq!((read.step.count(), read.push.pushed, read.push.is_ejection), (2, 1, false));
    assert_eq!(read.step.to_extended_nacre(read.push, None), "D2A2>");
}

#[test]
fn texts_that_are_no_move() {
    let position = position("e5e6", "e7");
    for (text, expected) in [
        ("", "not-a-move"),
        ("e5", "not-a-move"),
        ("e5e", "not-a-move"),
        ("e5e6e7e8", "not-a-move"),
        ("e5--e6", "not-a-move"),
        ("-e5e6", "not-a-move"),
        ("e5e6-", "not-a-move"),
        ("e5e6)", "not-a-move"),
        ("e5e6>(x)", "not-a-move"),
        ("e5e6>(7-0)", "not-a-move"),
        ("e5e6>>", "not-a-move"),
        ("é5e6", "not-a-move"),
        ("e5e10", "not-a-move"),
        ("1-0", "not-a-move"),
        ("e5j5", "no-such-cell"),
        ("e5e0", "no-such-cell"),
        ("e5e6f4", "not-adjacent"),
        ("e5e5", "no-legal-move"),
        ("e5e9", "no-legal-move"),
        ("e5g6", "no-legal-move"),
        ("e6e7", "pac"),
        ("e5e6", "ok"),
        ("e5e7", "ok"),
        ("e5e8", "ok"),
    ] {
        assert_eq!(code(&position, text), expected, "{text}");
    }
    let declared = position.read_move("e5e9", Some(Notation::AbaPro)).unwrap_err();
    assert_eq!(declared.code(), "not-adjacent");
}

/// c3-c5 north-east has the pair c5-d4, and so has c4-c5 north-west. The pair farther apart counts.
#[test]
fn nacre_names_the_cells_that_are_farther_apart() {
    let three = position("c3c4c5", "");
    let read = |text: &str| three.read_move(text, None).unwrap().step;
    let lateral = |one: &str, other: &str, direction| {
        Move::lateral(one.parse().unwrap(), other.parse().unwrap(), direction).unwrap()
    };
    assert_eq!(read("c5d4"), lateral("c4", "c5", Direction::NorthWest));
    assert_eq!(read("c3d6"), lateral("c3", "c5", Direction::NorthEast));
    assert_eq!(code(&position("c3c4c5", "d4"), "c5d4"), "no-legal-move");
}

#[test]
fn marks_are_checked() {
    let position = position("e5e6e7", "e8e9");
    let agrees = |text: &str| {
        let read = position.read_move(text, None).unwrap();
        read.marks.agree(read.push, Lost::new(0, 1).unwrap())
    };
    for text in ["e5e9", "e5e9>", "e5e9>(e)", "e5e6(e)", "E5E9>(1-0)"] {
        assert!(agrees(text), "{text}");
    }
    assert!(!agrees("E5E9>(0-1)"), "Black has the point");
    let read = position.read_move("e5d4>", None).unwrap();
    assert!(!read.marks.agree(read.push, position.lost), "nothing is pushed");
}

#[test]
fn names_of_notations() {
    for notation in Notation::ALL {
        assert_eq!(notation.name().parse(), Ok(notation));
        assert_eq!(notation.name().to_uppercase().replace(' ', "-").parse(), Ok(notation));
    }
    assert_eq!("abapro".parse(), Ok(Notation::AbaPro));
    assert_eq!("Kubik".parse::<Notation>(), Err(ParseNotationError("Kubik".to_owned())));
}
