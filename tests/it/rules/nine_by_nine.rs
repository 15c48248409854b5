//! The 9x9 rules: pass stones, White plays last, and playing on changes no result.

use std::collections::{BTreeMap, BTreeSet};

use gtn_db::Color::{self, Black, White};
use gtn_db::go::{
    GameResult, ParseRulesError, PlayError, Point, Position, Rules, Score, Size, Status,
};
use proptest::prelude::*;

use super::Game;
use super::oracle::{Plain, area_lead};

/// A game under the 9x9 rules with Black to move.
fn game(text: &str) -> Game {
    let Game { position, points } = Game::black(text);
    Game { position: position.with_rules(Rules::NineByNine), points }
}

fn prisoners(position: &Position) -> [u32; 2] {
    Color::ALL.map(|player| position.prisoners(player))
}

/// Black's lead.
fn lead(score: &Score) -> i64 {
    match score.result(0) {
        GameResult::Points { winner: Black, lead } => lead as i64 / 100,
        GameResult::Points { winner: White, lead } => -(lead as i64) / 100,
        _ => 0,
    }
}

#[test]
fn rules_are_named() {
    for (rules, name) in [(Rules::Japanese, "japanese"), (Rules::NineByNine, "9x9")] {
        assert_eq!((rules.to_string().as_str(), name.parse()), (name, Ok(rules)));
    }
    for text in ["", "Japanese", "9", "9x9 "] {
        assert_eq!(text.parse::<Rules>(), Err(ParseRulesError), "{text}");
    }
    assert_eq!(Position::new(Size::new(9, 9).unwrap()).rules(), Rules::Japanese);
}

#[test]
fn nine_by_nine_a_pass_hands_over_a_stone() {
    let mut position = Position::new(Size::new(5, 5).unwrap()).with_rules(Rules::NineByNine);
    position.pass().unwrap();
    assert_eq!(prisoners(&position), [0, 1]);
    position.play(Point::new(2, 2)).unwrap();
    position.play(Point::new(1, 1)).unwrap();
    position.pass().unwrap();
    assert_eq!(prisoners(&position), [1, 1]);
    assert!(!position.is_over());
    // A copy of a position, and one whose memory is used again.
    let mut copy = Position::new(Size::new(1, 1).unwrap());
    copy.clone_from(&position);
    assert_eq!((copy.rules(), prisoners(&copy)), (Rules::NineByNine, [1, 1]));
    copy.reset(Size::new(5, 5).unwrap());
    copy.pass().unwrap();
    assert_eq!((copy.rules(), prisoners(&copy)), (Rules::NineByNine, [0, 1]));
    let mut copy = copy.with_rules(Rules::Japanese);
    copy.pass().unwrap();
    assert_eq!(prisoners(&copy), [0, 1]);
}

#[test]
fn nine_by_nine_white_plays_last() {
    // Black passes, White passes: White has played last.
    let mut position = Position::new(Size::new(5, 5).unwrap()).with_rules(Rules::NineByNine);
    position.pass().unwrap();
    position.pass().unwrap();
    assert_eq!((position.is_over(), position.turns(), prisoners(&position)), (true, 2, [1, 1]));
    // White passes, Black passes: White owes another pass.
    let mut position = Position::new(Size::new(5, 5).unwrap()).with_rules(Rules::NineByNine);
    position.play(Point::new(2, 2)).unwrap();
    position.pass().unwrap();
    position.pass().unwrap();
    assert_eq!((position.is_over(), position.turns(), prisoners(&position)), (true, 4, [2, 1]));
    assert_eq!(position.pass(), Err(PlayError::GameOver));
    // Whoever wants to play on, Black moves.
    for player in Color::ALL {
        let mut resumed = position.clone();
        resumed.resume(player);
        assert_eq!((resumed.is_over(), resumed.to_move()), (false, Black));
    }
}

#[test]
fn nine_by_nine_a_ko_may_be_retaken_after_a_pass() {
    let mut game = game(
        ". X O . .
         X Ob a O .
         . X O . s",
    );
    game.play('a');
    assert_eq!(game.forbidden('b'), 6);
    game.position.pass().unwrap();
    game.play('s');
    assert_eq!((game.position.prisoners(Black), game.play('b')), (2, 1));
}

#[test]
fn nine_by_nine_eyes_in_seki_are_territory() {
    // The board of `article_8_eyes_of_stones_in_seki_are_not_territory`.
    let game = game(
        "e X a O f O X . .
         X X O O O O X . .
         X X X X X X X . .
         . . . . . . . . .",
    );
    let score = Score::count(&game.position, []).unwrap();
    let status = |name| score.status(game.point(name)).unwrap();
    assert_eq!((status('e'), status('a')), (Status::Territory(Black), Status::Dame));
    assert_eq!(status('f'), Status::Territory(White));
    assert_eq!((score.territory(Black), score.territory(White)), (16, 1));
    assert_eq!((score.points(Status::Seki(Black)), score.points(Status::Eye(Black))), (0, 0));
}

#[test]
fn nine_by_nine_all_dead_stones_are_removed() {
    // The eye of a seki.
    let game = game(
        "Xx X e O a X . .
         O O O O X X X X",
    );
    let score = Score::count(&game.position, [game.point('x')]).unwrap();
    assert_eq!(score.status(game.point('x')), Some(Status::Territory(White)));
    assert_eq!(score.status(game.point('a')), Some(Status::Dame));
    assert_eq!((score.territory(White), score.prisoners(White)), (3, 2));
    // Between both players.
    let game = self::game(
        "X X a Xx O e
         X X X O O O",
    );
    let score = Score::count(&game.position, [game.point('x')]).unwrap();
    assert_eq!(score.status(game.point('x')), Some(Status::Dame));
    assert_eq!((score.points(Status::Dame), score.prisoners(White)), (2, 1));
    // In the territory of their own color.
    let game = self::game(
        "X . . . X
         X . Xx . X
         X . . . X
         X X X X X",
    );
    let score = Score::count(&game.position, [game.point('x')]).unwrap();
    assert_eq!((score.territory(Black), score.prisoners(White)), (9, 1));
}

#[test]
fn nine_by_nine_a_dame_is_worth_the_pass_that_it_saves() {
    let text = "X . X a O . O
                X X X O O . O";
    let score = |plays_dame: bool| {
        let mut game = game(text);
        match plays_dame {
            true => assert_eq!(game.play('a'), 0),
            false => game.position.pass().unwrap(),
        }
        while !game.position.is_over() {
            game.position.pass().unwrap();
        }
        Score::count(&game.position, []).unwrap()
    };
    // Black has 1 point and White 2; Black's play costs nothing, and Black's pass a stone.
    assert_eq!((lead(&score(true)), lead(&score(false))), (0, -1));
}

#[test]
fn nine_by_nine_no_board_is_full() {
    let text = "X X X
                X a X";
    assert_eq!(game(text).forbidden('a'), 4);
    let mut white = game(text);
    white.position.pass().unwrap();
    assert_eq!(white.play('a'), 5);
}

/// A game of random plays and passes, in both implementations, until the picks are used up.
fn play(position: &mut Position, plain: &mut Plain, picks: &[u16]) {
    let points: Vec<Point> = position.size().points().collect();
    for &pick in picks {
        let point = points[usize::from(pick) % points.len()];
        if pick % 23 == 0 && position.pass().is_ok() {
            plain.pass().unwrap();
        } else if position.play(point).is_ok() {
            plain.play(point).unwrap();
        }
        if position.is_over() {
            break;
        }
    }
}

fn end(position: &mut Position) {
    while !position.is_over() {
        position.pass().unwrap();
    }
}

/// The points of all chains that contain one of some stones.
fn chains(position: &Position, stones: &[Point]) -> BTreeSet<Point> {
    stones.iter().flat_map(|&stone| position.chain(stone).unwrap().stones).collect()
}

fn pick_stones(position: &Position, picks: &[u16]) -> Vec<Point> {
    let stones: Vec<Point> = position.board().stones().map(|(point, _)| point).collect();
    let stone = |&pick: &u16| stones.get(usize::from(pick) % stones.len().max(1));
    picks.iter().filter_map(stone).copied().collect()
}

fn picks(len: usize) -> impl Strategy<Value = Vec<u16>> {
    prop::collection::vec(any::<u16>(), len)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// The lead is that of stones and territory together: area scoring.
    #[test]
    fn nine_by_nine_counts_the_area(
        cols in 1u8..=7, rows in 1u8..=7, game in picks(80),
        dead in prop::collection::vec(any::<u16>(), 0..4),
    ) {
        let size = Size::new(cols, rows).unwrap();
        let mut position = Position::new(size).with_rules(Rules::NineByNine);
        let mut plain = Plain::new(size, BTreeMap::new(), Black);
        play(&mut position, &mut plain, &game);
        end(&mut position);
        prop_assert!(position.board().stones().count() < size.area());
        let dead = pick_stones(&position, &dead);
        let score = Score::count(&position, dead.clone()).unwrap();
        prop_assert_eq!(lead(&score), area_lead(&plain, &chains(&position, &dead)));
    }

    /// In each turn a player passes or plays in settled territory, which belongs to either player.
    /// What the other player plays there is dead, and no living stone is captured.
    #[test]
    fn nine_by_nine_playing_on_never_changes_the_result(
        cols in 1u8..=7, rows in 1u8..=7, game in picks(80), further in picks(60),
        dead in prop::collection::vec(any::<u16>(), 0..4), komi in -20i32..20,
    ) {
        let size = Size::new(cols, rows).unwrap();
        let mut position = Position::new(size).with_rules(Rules::NineByNine);
        play(&mut position, &mut Plain::new(size, BTreeMap::new(), Black), &game);
        end(&mut position);
        let mut dead = chains(&position, &pick_stones(&position, &dead));
        let settled = Score::count(&position, dead.iter().copied()).unwrap();
        let owner = |point| match settled.status(point) {
            Some(Status::Territory(owner)) => Some(owner),
            _ => None,
        };
        let is_own = |&at: &Point| owner(at).is_some() && owner(at) == position.get(at);
        prop_assume!(!dead.iter().any(is_own));
        let territory: Vec<Point> = size.points().filter(|&at| owner(at).is_some()).collect();
        position.resume(White);
        for pick in further {
            if position.is_over() {
                position.resume(White); // the players still disagree
            }
            let player = position.to_move();
            let mut after = position.clone();
            let point = territory.get(usize::from(pick) % (territory.len() + 1));
            let captured = point.and_then(|&at| Some(after.play(at).ok()?.captured.to_vec()));
            let captured = captured.filter(|stones| stones.iter().all(|at| dead.contains(at)));
            match (point, captured) {
                (Some(&point), Some(captured)) => {
                    dead.retain(|at| !captured.contains(at));
                    if owner(point) != Some(player) {
                        dead.insert(point);
                    }
                    position = after;
                }
                _ => position.pass().unwrap(),
            }
        }
        end(&mut position);
        let score = Score::count(&position, dead).unwrap();
        prop_assert_eq!(score.result(50 * komi), settled.result(50 * komi), "{:?}", position);
    }
}

#[test]
fn japanese_rules_playing_on_costs_points() {
    // Black plays inside White's territory, and White answers inside; then White passes.
    let text = ". X O a .
                . X O . b
                . X O . .";
    let score = |rules, plays: &[char]| {
        let Game { position, points } = Game::black(text);
        let mut game = Game { position: position.with_rules(rules), points };
        let mut dead = Vec::new();
        for &name in plays {
            if game.position.to_move() == Black {
                dead.push(game.point(name));
            }
            game.play(name);
        }
        game.position.pass().unwrap();
        game.position.pass().unwrap();
        lead(&Score::count(&game.position, dead).unwrap())
    };
    use Rules::{Japanese, NineByNine};
    assert_eq!((score(Japanese, &[]), score(NineByNine, &[])), (-3, -3));
    assert_eq!((score(Japanese, &['a']), score(NineByNine, &['a'])), (-4, -3));
    assert_eq!((score(Japanese, &['a', 'b']), score(NineByNine, &['a', 'b'])), (-3, -3));
}
