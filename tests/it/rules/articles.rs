//! Articles 2 to 7, 9 and 12 of the Japanese rules, case by case. Comments give the numbers of the
//! corresponding diagrams in the rules; the boards differ from these.

use gtn_db::Color;
use gtn_db::go::{PlayError, Point, Position, Size};

use super::{Game, drawn};

// Article 2: taking turns.

#[test]
fn article_2_players_take_turns_and_black_begins() {
    let mut position = Position::new(Size::STANDARD);
    assert_eq!(position.to_move(), Color::Black);
    let error = position.play_as(Color::White, Point::new(3, 3)).unwrap_err();
    assert_eq!((error, error.article()), (PlayError::OutOfTurn(Color::White), 2));
    assert_eq!(error.to_string(), "it is not white's turn (Article 2)");
    position.play_as(Color::Black, Point::new(3, 3)).unwrap();
    assert_eq!(position.to_move(), Color::White);
    assert!(position.play_as(Color::Black, Point::new(3, 4)).is_err());
    position.pass().unwrap();
    assert_eq!((position.to_move(), position.turns()), (Color::Black, 2));
}

// Article 3: points.

#[test]
fn article_3_stones_are_played_on_empty_points_of_a_board_of_any_size() {
    for (cols, rows) in [(9, 9), (13, 13), (19, 19), (21, 21), (52, 52), (2, 52), (7, 1)] {
        let size = Size::new(cols, rows).unwrap();
        let mut position = Position::new(size);
        let corner = Point::new(cols - 1, rows - 1); // diagram 1
        position.play(corner).unwrap();
        assert_eq!(position.get(corner), Some(Color::Black));
        assert_eq!(position.play(corner), Err(PlayError::Occupied(corner)));
        for outside in [Point::new(cols, 0), Point::new(0, rows), Point::new(255, 255)] {
            let error = position.play(outside).unwrap_err();
            assert_eq!((error, error.article()), (PlayError::OffBoard(outside), 3));
            assert_eq!((position.get(outside), position.chain(outside)), (None, None));
        }
        assert_eq!(position.turns(), 1);
        position.play(Point::new(0, 0)).unwrap();
    }
    let error = PlayError::Occupied(Point::new(3, 0));
    assert_eq!((error.to_string().as_str(), error.article()), ("(4,1) is occupied (Article 3)", 3));
}

// Article 4: liberties.

#[test]
fn article_4_a_play_may_not_take_the_last_liberty_of_its_own_stones() {
    // Diagram 2a: in the corner, on the side, in the center; joining a stone,
    // joining two chains.
    let mut game = Game::black(
        "a O . O b O . .
         O . . . O . . .
         . . O . . . . O
         . O c O . . O X
         . . O . . . O d
         O O O O . . . O
         X X e X O . . .",
    );
    for name in ['a', 'b', 'c', 'd', 'e'] {
        assert_eq!(game.forbidden(name), 4, "{name}");
    }
    let error = game.position.play(game.point('a')).unwrap_err();
    assert_eq!(error.to_string(), "a stone on (1,1) would have no liberty (Article 4)");
    // White may play on all of them.
    game.position.pass().unwrap();
    for name in ['a', 'b', 'c', 'd', 'e'] {
        assert_eq!(game.forbidden(name), 0, "{name}");
    }
}

#[test]
fn article_4_a_play_that_leaves_its_stones_a_liberty_is_allowed() {
    // Diagram 2b: no liberty beside the stone itself, but one of its chain.
    let mut game = Game::black(
        "a X .
         O X O
         . O .",
    );
    assert_eq!(game.forbidden('a'), 0);
    assert_eq!(game.play('a'), 0);
    let chain = game.position.chain(game.point('a')).unwrap();
    assert_eq!((chain.color, chain.stones.len()), (Color::Black, 3));
    assert_eq!(chain.liberties, [Point::new(2, 0)]);
}

#[test]
fn article_4_the_last_liberty_of_a_chain_may_touch_it_on_three_sides() {
    let mut game = Game::black(
        "O O O O O .
         O X a X O .
         O X X X O .
         O O O O O .",
    );
    assert_eq!(game.forbidden('a'), 4);
    game.position.pass().unwrap();
    assert_eq!(game.play('a'), 5);
}

#[test]
fn article_4_no_position_has_a_chain_without_liberty() {
    // Diagram 3: in the corner, on the side, in the center, and a long chain.
    let cases = [
        (
            "O X .
          X . .",
            Color::White,
            "(1,1)",
        ),
        (
            ". X O X .
          . . X . .",
            Color::White,
            "(3,1)",
        ),
        (
            ". . X . .
          . X O X .
          . . X . .",
            Color::White,
            "(3,2)",
        ),
        (
            "O O O O O
          X X X X O
          . . . X O
          . . . . X",
            Color::White,
            "(1,1) (2,1) (3,1) (4,1) … of 7 stones",
        ),
        ("X", Color::Black, "(1,1)"),
        (
            "X O
          O X",
            Color::Black,
            "(1,1)",
        ),
    ];
    for (text, color, stones) in cases {
        let error = Position::from_board(&drawn(text).board, Color::Black).unwrap_err();
        assert_eq!(error.color, color);
        assert_eq!(
            error.to_string(),
            format!("the {color} chain {stones} has no liberty (Article 4)")
        );
    }
}

// Article 5: capture.

#[test]
fn article_5_chains_without_liberty_are_captured() {
    // Diagrams 4a to 4e: in the corner, on the side, in the center, a chain,
    // and several chains at once.
    let cases = [
        (
            "O X
          a .",
            1,
        ),
        (
            "X O X
          . a .",
            1,
        ),
        (
            ". X . .
          X O a .
          . X . .",
            1,
        ),
        (
            ". X X X .
          X O O O a
          . X O X .
          . . X . .",
            4,
        ),
        (
            ". X . X .
          X O a O X
          . X O X .
          . . X . .",
            3,
        ),
        (
            "O O X .
          a X . .
          O X . .
          O O X .
          X X . .",
            5,
        ),
    ];
    for (text, count) in cases {
        let mut game = Game::black(text);
        let a = game.point('a');
        let mut expected = drawn(text).board;
        let played = game.played('a');
        let captured = played.captured.to_vec();
        assert_eq!(captured.len(), count, "{expected:?}");
        for point in captured {
            assert_eq!(expected.get(point), Some(Color::White));
            expected.set(point, None);
        }
        expected.set(a, Some(Color::Black));
        assert_eq!(game.position.board(), expected);
        assert_eq!(game.position.prisoners(Color::Black), count as u32);
        assert_eq!(game.position.prisoners(Color::White), 0);
    }
}

#[test]
fn article_5_a_capture_provides_the_liberty_of_the_stone_played() {
    // Diagrams 4f to 4h: no liberty beside `a` before the capture.
    let mut corner = Game::black(
        "a O X
         O X .
         X . .",
    );
    assert_eq!(corner.play('a'), 2);
    corner.assert_board(
        "X . X
         . X .
         X . .",
    );
    let mut center = Game::black(
        ". . O O . .
         . O X X O .
         . X O a O .
         . O X O . .
         . . . . . .",
    );
    assert_eq!(center.forbidden('a'), 0); // takes the one at its left
    assert_eq!(center.play('a'), 1);
    let mut eye = Game::black(
        "X X X X X
         X O O O X
         X O a O X
         X O O O X
         X X X X .",
    );
    assert_eq!(eye.play('a'), 8);
    eye.assert_board(
        "X X X X X
         X . . . X
         X . X . X
         X . . . X
         X X X X .",
    );
}

#[test]
fn article_5_an_eye_can_be_filled_only_after_the_outside_liberties() {
    // The 9x9 rules' diagrams 8 to 10: one eye, and two.
    let open = "a X O
                X X .
                O O O";
    assert_eq!(Game::white(open).forbidden('a'), 4);
    let closed = "a X O
                  X X O
                  O O .";
    assert_eq!(Game::white(closed).play('a'), 3);
    let mut two_eyes = Game::white(
        "a X b X O
         X X X X O
         O O O O .",
    );
    assert_eq!((two_eyes.forbidden('a'), two_eyes.forbidden('b')), (4, 4));
}

// Article 6: ko.

#[test]
fn article_6_a_ko_is_not_retaken_in_the_next_turn() {
    // Diagrams 5a and 5b; the 9x9 rules' diagrams 12 and 13: in the center, on
    // the side, in the corner.
    let kos = [
        ". X O . .
         X Ob a O .
         . X O . .
         . . . . s
         . . . . t",
        "X Ob a O .
         . X O . .
         . . . . .
         . . . . s
         . . . . t",
        "Ob a O . .
         X O . . .
         . . . . .
         . . . . s
         . . . . t",
    ];
    for text in kos {
        let mut game = Game::black(text);
        assert_eq!(game.play('a'), 1);
        assert_eq!(game.position.ko(), Some(game.point('b')));
        assert_eq!(game.forbidden('b'), 6);
        let error = game.position.play(game.point('b')).unwrap_err();
        assert!(error.to_string().ends_with("would retake the ko at once (Article 6)"));
        assert_eq!(game.position.to_move(), Color::White, "nothing has changed");

        // After a threat and its answer White retakes, and Black may not.
        let mut answered = Game { position: game.position.clone(), points: game.points.clone() };
        assert_eq!((answered.play('s'), answered.play('t'), answered.play('b')), (0, 0, 1));
        assert_eq!(answered.forbidden('a'), 6);

        // Black may fill the ko instead.
        assert_eq!((game.play('s'), game.play('b')), (0, 0));
        assert_eq!(game.position.ko(), None);
    }
}

#[test]
fn article_6_a_ko_may_be_retaken_after_a_pass() {
    let mut game = Game::black(
        ". X O . .
         X Ob a O .
         . X O . s",
    );
    game.play('a');
    game.position.pass().unwrap();
    assert_eq!(game.play('s'), 0);
    assert_eq!(game.play('b'), 1);
}

#[test]
fn article_6_another_ko_may_be_taken() {
    let mut game = Game::black(
        ". X O . . X O .
         X Ob a O X c Xd O
         . X O . . X O .",
    );
    assert_eq!(game.play('a'), 1);
    assert_eq!(game.forbidden('b'), 6);
    assert_eq!(game.play('c'), 1);
    assert_eq!((game.forbidden('d'), game.forbidden('b')), (6, 0));
}

#[test]
fn article_6_recapturing_several_stones_is_not_a_ko() {
    // Diagrams 7a to 7c, uttegaeshi: White throws in at `a`, Black captures
    // with `b`, and White takes five stones from the same point.
    let mut game = Game::white(
        "O b a X O .
         O X X X O .
         O O O O O .",
    );
    assert_eq!((game.play('a'), game.play('b')), (0, 1));
    assert_eq!(game.position.ko(), None);
    assert_eq!(game.play('a'), 5);
    game.assert_board(
        "O . O . O .
         O . . . O .
         O O O O O .",
    );
}

#[test]
fn article_6_a_stone_that_captured_two_may_be_recaptured() {
    let mut game = Game::black(
        "a Ob Oc X .
         O X X X .
         O O O O .",
    );
    assert_eq!(game.play('a'), 2);
    assert_eq!((game.position.ko(), game.forbidden('b')), (None, 0));
    assert_eq!(game.play('b'), 1);
    assert_eq!(game.position.ko(), None, "a stone with two liberties is in no ko");
}

#[test]
fn article_6_a_capture_that_joins_a_chain_is_not_a_ko() {
    let mut game = Game::black(
        "O a X X
         X O O X
         . . . O",
    );
    assert_eq!(game.play('a'), 1);
    assert_eq!(game.position.ko(), None);
}

#[test]
fn article_6_a_ko_on_the_smallest_possible_board() {
    let mut game = Game::black("a b");
    assert_eq!((game.play('a'), game.play('b')), (0, 1));
    assert_eq!(game.forbidden('a'), 6);
    assert_eq!(Game::black("a").forbidden('a'), 4);
}

// Article 9: the end of the game.

#[test]
fn article_9_1_two_passes_in_succession_end_the_game() {
    let mut game = Game::black(
        ". X O .
         X Ob a O
         s X O .",
    );
    game.position.pass().unwrap();
    game.play('s'); // White
    game.position.pass().unwrap();
    assert!(!game.position.is_over());
    game.position.pass().unwrap();
    assert!(game.position.is_over());

    assert_eq!(game.forbidden('a'), 9);
    assert_eq!(game.position.pass(), Err(PlayError::GameOver));
    for color in Color::ALL {
        let error = game.position.play_as(color, game.point('a')).unwrap_err();
        assert_eq!(error.to_string(), "two passes have ended the game (Article 9)");
    }
}

#[test]
fn article_9_3_after_a_resumption_the_other_player_moves_first() {
    for color in Color::ALL {
        let mut position = Position::new(Size::new(5, 5).unwrap());
        position.play(Point::new(2, 2)).unwrap();
        position.resume(color); // not over: nothing happens
        assert_eq!(position.to_move(), Color::White);
        position.pass().unwrap();
        position.pass().unwrap();
        let board = position.board();
        position.resume(color);
        assert_eq!((position.board(), position.to_move()), (board, !color));
        position.pass().unwrap();
        assert!(!position.is_over());
        position.play_as(color, Point::new(0, 0)).unwrap();
    }
}

// Article 12: repetition of the whole board.

#[test]
fn article_12_a_triple_ko_repeats_the_board_after_six_turns() {
    // Diagram 18a.
    let mut game = Game::black(
        ". X O .
         X Ob a O
         . X O .
         . X O .
         X c Xd O
         . X O .
         . X O .
         X Of e O
         . X O .",
    );
    let before = game.position.board();
    for name in ['a', 'c', 'e', 'b', 'd'] {
        let played = game.played(name);
        assert_eq!((played.captured.len(), played.repeats()), (1, None), "{name}");
    }
    assert_eq!(game.played('f').repeats(), Some(0));
    assert_eq!(game.position.board(), before);
    assert_eq!(game.played('a').repeats(), Some(1)); // round again: it is not forbidden
}

#[test]
fn article_12_sending_two_returning_one_repeats_the_board() {
    // With a pass in each cycle: four turns.
    let mut game = Game::black(
        "a Ob Oc X .
         O X X X .
         O O O O .",
    );
    assert_eq!((game.play('a'), game.play('b')), (2, 1));
    game.position.pass().unwrap();
    let played = game.played('c');
    assert_eq!((played.captured.len(), played.repeats()), (0, Some(0)));
}

#[test]
fn article_12_a_cycle_without_ko_repeats_the_board() {
    // As in diagrams 18b and 18c, and nobody passes.
    let mut game = Game::black(
        "a b
         c d",
    );
    let mut captures = Vec::new();
    for name in ['a', 'd', 'b', 'c', 'a', 'b'] {
        let played = game.played(name);
        captures.push(played.captured.len());
        assert_eq!(played.repeats(), None, "{name}");
        assert_eq!(game.position.ko(), None);
    }
    assert_eq!(captures, [0, 0, 0, 2, 0, 1]);
    let played = game.played('a');
    assert_eq!((played.captured.len(), played.repeats()), (3, Some(1)));
}

#[test]
fn article_12_a_retaken_ko_repeats_the_board_and_a_pass_does_not() {
    let mut game = Game::black(
        ". X O . s
         X Ob a O .
         . X O . t",
    );
    assert_eq!(game.played('a').repeats(), None);
    game.position.pass().unwrap();
    game.position.pass().unwrap();
    game.position.resume(Color::Black);
    assert_eq!(game.played('b').repeats(), Some(0));
    assert_eq!(game.played('s').repeats(), None);
}
