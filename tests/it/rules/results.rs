//! Articles 10 to 14 of the Japanese rules: the results of games.

use gtn_db::Color::{Black, White};
use gtn_db::extract::{Extracted, TreeLocation, extract_tree};
use gtn_db::go::{GameResult, PlayError, Point, Position, Rules, Score};
use gtn_db::model::Winner;
use gtn_db::sgf::detect_charset;

use super::Game;

/// Black has five points and White two.
fn finished() -> Score {
    let game = Game::black(
        ". . X O .
         . . X O .
         . X X O O",
    );
    Score::count(&game.position, []).unwrap()
}

#[test]
fn article_10_2_komi_is_added_to_the_points_of_white() {
    let result = |komi| finished().result(komi).to_string();
    let results = [0, 50, 250, 275, 300, 350, 1000, -650].map(result);
    assert_eq!(results, ["B+3", "B+2.5", "B+0.5", "B+0.25", "0", "W+0.5", "W+7", "B+9.5"]);
    assert_eq!(finished().result(300), GameResult::Draw);
    assert_eq!(finished().result(-650), GameResult::Points { winner: Black, lead: 950 });
}

#[test]
fn article_14_the_player_of_an_illegal_move_loses() {
    let ko = || {
        let mut game = Game::black(
            ". X O . .
             X Ob a O e
             . X O . .",
        );
        game.play('a');
        game
    };
    let result = |position: &Position, error| {
        let result = GameResult::of_illegal_move(position, error)?;
        Some((result, result.winner(), result.to_string()))
    };
    let lost = |loser, article, text: &str| {
        Some((GameResult::Forfeit { loser, article }, Some(!loser), text.to_owned()))
    };
    // Retaking a ko without a threat; it is White's turn.
    let mut game = ko();
    let error = game.position.play(game.point('b')).unwrap_err();
    assert_eq!(result(&game.position, error), lost(White, 6, "B+F"));
    // Two plays in succession; it is White's turn, and Black plays.
    let error = game.position.play_as(Black, game.point('e')).unwrap_err();
    assert_eq!(result(&game.position, error), lost(Black, 2, "W+F"));
    // On a stone, off the board, without liberty.
    let error = game.position.play(game.point('a')).unwrap_err();
    assert_eq!(result(&game.position, error), lost(White, 3, "B+F"));
    let error = game.position.play(Point::new(9, 9)).unwrap_err();
    assert_eq!(result(&game.position, error), lost(White, 3, "B+F"));
    let error = game.position.play(Point::new(0, 0)).unwrap_err();
    assert_eq!(result(&game.position, error), lost(White, 4, "B+F"));
    // After the end, moves are outside the game (Article 9.2).
    game.position.pass().unwrap();
    game.position.pass().unwrap();
    assert_eq!(result(&game.position, PlayError::GameOver), None);
    // The 9x9 rules refuse the move.
    let mut game = ko();
    game.position = game.position.with_rules(Rules::NineByNine);
    let error = game.position.play(game.point('b')).unwrap_err();
    assert_eq!(result(&game.position, error), None);
}

/// The results of Articles 10 to 14 with their texts.
fn results() -> [(GameResult, &'static str); 9] {
    [
        (GameResult::Points { winner: Black, lead: 350 }, "B+3.5"),
        (GameResult::Points { winner: White, lead: 12_000 }, "W+120"),
        (GameResult::Draw, "0"),
        (GameResult::Resignation { winner: Black }, "B+R"),
        (GameResult::Resignation { winner: White }, "W+R"),
        (GameResult::NoResult, "Void"),
        (GameResult::BothLose, "Both lose"),
        (GameResult::Forfeit { loser: Black, article: 4 }, "W+F"),
        (GameResult::Forfeit { loser: White, article: 6 }, "B+F"),
    ]
}

#[test]
fn results_are_written_as_in_sgf_and_read_back() {
    for (result, text) in results() {
        assert_eq!(result.to_string(), text);
        let sgf = format!("(;GM[1]SZ[9]RE[{result}];B[aa];W[bb];B[cc])").into_bytes();
        let (extracted, _) =
            extract_tree(&sgf, detect_charset(&sgf), TreeLocation::FIRST, Default::default());
        let Extracted::Game(game) = extracted else { panic!("{text} is no game") };
        assert_eq!(game.info.winner.color(), result.winner(), "{text}");
        assert_eq!(game.info.winner == Winner::Draw, result == GameResult::Draw, "{text}");
    }
}
