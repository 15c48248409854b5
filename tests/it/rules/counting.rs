//! Articles 8 and 10 of the Japanese rules, case by case. Comments give the numbers of the
//! corresponding diagrams in the rules; the boards differ from these.

use gtn_db::Color::{Black, White};
use gtn_db::go::{NoStoneError, Point, Position, Score, Size, Status};

use super::Game;

/// Scores a board; stones named `x`, `y` or `z` are dead.
fn count(text: &str) -> (Game, Score) {
    let game = Game::black(text);
    let dead = game.points.iter().filter(|(name, _)| "xyz".contains(**name));
    let score = Score::count(&game.position, dead.map(|(_, &point)| point)).unwrap();
    (game, score)
}

/// The number of points of Black's territory, White's territory, eyes in seki, and dame.
fn areas(score: &Score) -> [u32; 4] {
    let eyes = score.points(Status::Eye(Black)) + score.points(Status::Eye(White));
    [score.territory(Black), score.territory(White), eyes, score.points(Status::Dame)]
}

#[test]
fn article_8_eyes_of_stones_alive_by_themselves_are_territory() {
    // Diagram 12.
    let (_, score) = count(
        ". X . X O . .
         X X X X O . .
         . . X O O O O
         X X X O . . .
         O O O O . . .",
    );
    assert_eq!(areas(&score), [4, 10, 0, 0]);
    assert_eq!((score.winner(), score.lead()), (Some(White), 6));
    assert_eq!(score.to_string(), "white wins by 6");
}

#[test]
fn article_8_eyes_of_stones_in_seki_are_not_territory() {
    // Diagram 13: both sides have an eye, and one dame between them. The
    // white stones outside touch no dame.
    let (game, score) = count(
        "e Xs a Ot f O X . .
         Xr X O O O O X . .
         X X X X X X X . .
         . . . . . . . . .",
    );
    let status = |name| score.status(game.point(name)).unwrap();
    assert_eq!(status('a'), Status::Dame);
    assert_eq!((status('s'), status('t')), (Status::Seki(Black), Status::Seki(White)));
    assert_eq!((status('e'), status('f')), (Status::Eye(Black), Status::Eye(White)));
    // All black stones hang together, so even the wide side counts nothing.
    assert_eq!(areas(&score), [0, 0, 17, 1]);
    assert_eq!((score.winner(), score.to_string().as_str()), (None, "jigo"));
}

#[test]
fn article_8_chains_that_share_an_eye_with_a_seki_are_in_seki() {
    // The dame `a` touches the white chain at `s`; its only link with the stones around White's
    // wide area is the eye `e`.
    let (game, score) = count(
        "e Os O a X O . . .
         Ot X X . X O . . .
         O X X X X O O O O
         O O O O O O . . .
         . . . . . . . . .",
    );
    let status = |name| score.status(game.point(name)).unwrap();
    assert_eq!((status('s'), status('t')), (Status::Seki(White), Status::Seki(White)));
    assert_eq!(status('e'), Status::Eye(White));
    assert_eq!(areas(&score), [0, 0, 19, 2]);

    // Through two eyes from chain to chain.
    let (game, score) = count(
        ". Xs X . X . X O
         X X . X X X a O",
    );
    assert_eq!(score.status(game.point('s')), Some(Status::Seki(Black)));
    assert_eq!(areas(&score), [0, 0, 4, 1]);

    // Through the point of a dead stone.
    let (game, score) = count(
        ". Xs Ox . X a O
         X X X X X X O",
    );
    assert_eq!(score.status(game.point('s')), Some(Status::Seki(Black)));
    assert_eq!(score.status(game.point('x')), Some(Status::Dead(White)));
}

#[test]
fn article_8_a_seki_does_not_affect_other_groups() {
    // The white chain `s` is in seki; the white stones around the wide area touch it nowhere.
    let (game, score) = count(
        "e Os a X . X Ot . .
         O O . X X X O . .
         X X X X O O O . .
         O O O O O . . . .",
    );
    let status = |name| score.status(game.point(name)).unwrap();
    assert_eq!((status('s'), status('t')), (Status::Seki(White), Status::Alive(White)));
    assert_eq!(areas(&score), [0, 10, 2, 2]);
}

#[test]
fn article_8_a_chain_that_touches_only_a_dead_stone_is_not_in_seki() {
    // Nobody has surrounded the black stone at `x`, which hangs together with
    // the dame `a`; White's corner touches it, and no dame.
    let (game, score) = count(
        "X X a Xx Os e
         X X X O O O",
    );
    let status = |name| score.status(game.point(name)).unwrap();
    assert_eq!((status('a'), status('x')), (Status::Dame, Status::Dead(Black)));
    assert_eq!((status('s'), status('e')), (Status::Alive(White), Status::Territory(White)));
}

#[test]
fn article_8_the_mouths_of_a_double_ko_are_dame() {
    // Diagram 14: once the stone in each ko counts as dead, stones of both colors touch its
    // mouth, `a` or `b`, and neither side has territory.
    let board = "c X Ox a O d O X
                 X X X O O O O X
                 b X O O X X X X
                 Xy O O X X . . .
                 O O X X . . . .
                 X X X . . . . .";
    let (game, score) = count(board);
    let status = |name| score.status(game.point(name)).unwrap();
    assert_eq!((status('a'), status('b')), (Status::Dame, Status::Dame));
    assert_eq!((status('x'), status('y')), (Status::Dead(White), Status::Dead(Black)));
    assert_eq!((status('c'), status('d')), (Status::Eye(Black), Status::Eye(White)));
    assert_eq!((score.prisoners(Black), score.prisoners(White)), (0, 0));
    assert_eq!(areas(&score), [12, 0, 2, 2]);
    // Without dead stones the mouths are eyes of the players who took the kos last.
    assert_eq!(areas(&Score::count(&game.position, []).unwrap()), [14, 2, 0, 0]);
}

#[test]
fn article_8_dame_are_filled_before_territory_counts() {
    // Diagram 15: with a dame at `a` all stones beside it are in seki.
    let (mut game, score) = count(
        ". . X O .
         . . X O .
         . X X a O
         . . X O .",
    );
    assert_eq!(score.status(game.point('a')), Some(Status::Dame));
    assert_eq!(areas(&score), [0, 0, 10, 1]);
    game.play('a');
    assert_eq!(areas(&Score::count(&game.position, []).unwrap()), [7, 3, 0, 0]);

    // An open border: what hangs together with a dame is dame.
    let (_, score) = count(
        ". . X O .
         . . X O .
         . . . O .
         . . X O .",
    );
    assert_eq!(areas(&score), [0, 0, 4, 9]);
}

#[test]
fn article_10_1_dead_stones_in_territory_are_removed() {
    // Diagram 16; a chain is dead if one of its stones was named.
    let (game, score) = count(
        ". . X O . .
         . Ox X O . .
         . O X O Xy .
         . . X O . .",
    );
    assert_eq!(areas(&score), [8, 8, 0, 0]);
    assert_eq!((score.prisoners(Black), score.prisoners(White)), (2, 1));
    assert_eq!(score.status(game.point('x')), Some(Status::Territory(Black)));
    assert_eq!((score.winner(), score.lead()), (Some(Black), 1));
    assert_eq!(game.position.get(game.point('x')), Some(White), "the position is as it was");
}

#[test]
fn article_10_1_dead_stones_in_the_eyes_of_a_seki_are_not_removed() {
    // Diagram 17: two black stones are dead inside White, who lives in seki.
    let (game, score) = count(
        "Xx X e O a X . .
         O O O O X X X X
         X X X X X . X .
         . . . . X X X X",
    );
    let status = |name| score.status(game.point(name)).unwrap();
    assert_eq!((status('a'), status('x')), (Status::Dame, Status::Dead(Black)));
    assert_eq!(status('e'), Status::Eye(White));
    assert_eq!((score.prisoners(White), score.territory(White)), (0, 0));
}

#[test]
fn article_10_2_prisoners_that_exceed_the_territory_count_for_the_captor() {
    let mut game = Game::black(
        "O O O X . X O
         O O a X X X O
         X X X O O O O
         . . X O . . .",
    );
    assert_eq!(game.play('a'), 5);
    game.assert_board(
        ". . . X . X O
         . . X X X X O
         X X X O O O O
         . . X O . . .",
    );
    let score = Score::count(&game.position, []).unwrap();
    assert_eq!((score.territory(Black), score.prisoners(Black)), (8, 5));
    // White has three points and lost five stones: two are left for Black.
    assert_eq!((score.territory(White), score.prisoners(White)), (3, 0));
    assert_eq!((score.winner(), score.lead()), (Some(Black), 10));
}

#[test]
fn article_10_2_equal_counts_are_jigo() {
    let (_, score) = count(
        ". . X O . .
         . . X O . .",
    );
    assert_eq!((score.winner(), score.lead(), score.to_string().as_str()), (None, 0, "jigo"));
}

#[test]
fn article_8_boards_without_living_stones_are_dame() {
    let empty = Position::new(Size::new(4, 3).unwrap());
    assert_eq!(areas(&Score::count(&empty, []).unwrap()), [0, 0, 0, 12]);
    let (_, score) = count(
        ". . .
         . Xx .",
    );
    assert_eq!(areas(&score), [0, 0, 0, 5]);
    assert_eq!(score.points(Status::Dead(Black)), 1);
}

#[test]
fn article_8_a_point_with_a_dead_stone_of_the_owner_is_not_territory() {
    let (game, score) = count(
        ". X . . . X
         X X . Xx . X
         . X . . . X
         . X X X X X",
    );
    assert_eq!(score.status(game.point('x')), Some(Status::Dead(Black)));
    assert_eq!((areas(&score), score.prisoners(White)), ([11, 0, 0, 0], 0));
}

#[test]
fn article_9_2_only_stones_can_be_dead() {
    let position = Position::new(Size::new(3, 3).unwrap());
    for point in [Point::new(1, 1), Point::new(3, 0)] {
        assert_eq!(Score::count(&position, [point]), Err(NoStoneError(point)));
    }
    let score = Score::count(&position, []).unwrap();
    assert_eq!(score.status(Point::new(3, 0)), None);
}
