//! Searches in digests against the search in all moves.

use std::convert::Infallible;
use std::sync::Arc;

use proptest::prelude::*;

use super::*;
use crate::Color;
use crate::games::tests::{all, boards, cut, game, in_a_corner};
use crate::games::{
    Collector, CountMatches, GameEncoder, GameIndex, ListMatches, Match, MatchCounts, MatchFilter,
    MoveRange, Search,
};
use crate::go::{Point, Region, Size};
use crate::gtn::Pattern;

/// Digests of games in memory, by plane.
struct Planes(Vec<Arc<Vec<u8>>>);

impl Planes {
    fn new(games: &[Vec<u8>]) -> Planes {
        let digests: Vec<_> = games.iter().map(|moves| digest_game(moves)).collect();
        let plane = |plane: usize| Arc::new(digests.iter().map(|digest| digest[plane]).collect());
        Planes((0..DIGEST_PLANES).map(plane).collect())
    }
}

impl DigestPlanes for Planes {
    type Error = Infallible;

    fn rows(&self) -> usize {
        self.0[0].len()
    }

    fn plane(&mut self, number: usize) -> Result<Arc<Vec<u8>>, Infallible> {
        Ok(Arc::clone(&self.0[number]))
    }
}

/// Searches digests, and the moves of the games that they do not decide. The games have numbers from
/// 1. Returns the number of undecided games too; `None` if digests do not answer the search.
fn search_digests<C: Collector>(
    search: &Search,
    games: &[Vec<u8>],
    collector: &C,
) -> Option<(C::Output, usize)> {
    let mut planes = Planes::new(games);
    let mut partial = collector.start(search.pattern());
    let mut wanted = vec![1; games.len()];
    let mut digests = DigestSearch::new(search, collector.reads_steps())?;
    let mut found = Vec::new();
    let Ok(mut undecided) = digests.find(&mut planes, &mut wanted, &mut found);
    for found in found.chunk_by(|one, other| one.row() == other.row()) {
        let of_game = |found: &RowMatch| digests.match_in(found, found.row() as i64 + 1);
        collector.collect(&mut partial, &found.iter().map(of_game).collect::<Vec<Match>>());
    }
    undecided.sort_unstable();
    let rest: Vec<(i64, &[u8])> =
        undecided.iter().map(|&row| (i64::from(row) + 1, &*games[row as usize])).collect();
    let mut partials = search.run_partly(&GameIndex::new(&rest).unwrap(), collector);
    partials.push(partial);
    Some((collector.merge(search.pattern(), partials), rest.len()))
}

/// Compares searches for patterns that are cut out of the games.
fn compare(
    games: &[Vec<u8>],
    choices: &[(u32, u32, u32, u32)],
    region: impl Fn(Size, u32) -> Region,
) -> Result<(), TestCaseError> {
    let numbered: Vec<(i64, &[u8])> =
        games.iter().zip(1..).map(|(bytes, id)| (id, &**bytes)).collect();
    let index = GameIndex::new(&numbered).unwrap();
    for &(which, seed, one, other) in choices {
        let boards = boards(&games[which as usize % games.len()]);
        if boards.is_empty() {
            continue;
        }
        let board = &boards[(which >> 8) as usize % boards.len()];
        let Some(pattern) = cut(board, region(board.size(), seed), one & other) else { continue };
        let bound = |of: u32, by: u16| (seed % of == 0).then_some((seed >> 8) as u16 % by);
        let moves = MoveRange::new(bound(5, 9), bound(3, 40));
        let next = [None, None, Some(Color::Black), Some(Color::White)][seed as usize % 4];
        let filter = MatchFilter { moves, next, ..MatchFilter::default() };
        let search = Search::new(pattern.clone()).filter(filter);
        let collectors = (CountMatches, ListMatches::limit(1 + seed as usize % 20));
        let expected: (MatchCounts, Vec<Match>) = search.run(&index, &collectors);
        let Some((found, _)) = search_digests(&search, games, &collectors) else { continue };
        // Without the steps.
        let (counted, _) = search_digests(&search, games, &CountMatches).expect("as before");
        prop_assert_eq!(&counted, &expected.0, "{:?}", pattern);
        prop_assert_eq!(found, expected, "{:?}", pattern);
    }
    Ok(())
}

/// Games with some captures.
fn games() -> impl Strategy<Value = Vec<Vec<u8>>> {
    let size = |from: u8, to: u8| {
        (from..=to, from..=to).prop_map(|(cols, rows)| Size::new(cols, rows).unwrap())
    };
    let size = prop_oneof![size(1, 6), size(7, 10), Just(Size::STANDARD)];
    let seeds = prop::collection::vec(any::<u32>(), 0..90);
    // Without variations, setups and passes, in most games.
    let seeds = (seeds, 0..4).prop_map(|(seeds, kind)| match kind {
        0 => seeds,
        _ => seeds.into_iter().map(|seed| seed | 32).collect(),
    });
    prop::collection::vec((size, seeds), 1..12)
        .prop_map(|games| games.iter().map(|(size, seeds)| game(*size, seeds)).collect())
}

fn choices() -> impl Strategy<Value = Vec<(u32, u32, u32, u32)>> {
    prop::collection::vec(any::<(u32, u32, u32, u32)>(), 1..12)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(30))]

    #[test]
    fn digests_agree_with_the_search_in_corners(games in games(), choices in choices()) {
        compare(&games, &choices, in_a_corner)?;
    }

    #[test]
    fn digests_agree_with_the_search_for_whole_boards(
        games in games(),
        choices in prop::collection::vec((any::<u32>(), any::<u32>(), Just(0), Just(0)), 1..12),
    ) {
        compare(&games, &choices, all)?;
    }
}

/// A game by these points, Black first, after stones of Black.
fn quiet(handicap: &[(u8, u8)], moves: &[(u8, u8)]) -> Vec<u8> {
    let stones: Vec<_> =
        handicap.iter().map(|&(col, row)| (Point::new(col, row), Some(Color::Black))).collect();
    let mut encoder = GameEncoder::new(Size::STANDARD, &[]);
    encoder.setup(&stones);
    for (&(col, row), color) in moves.iter().zip(Color::ALL.into_iter().cycle()) {
        encoder.play(color, Point::new(col, row), &[]);
    }
    encoder.finish()
}

/// Searches one game. Returns the number of matches and of undecided games.
fn count(pattern: &str, game: Vec<u8>) -> (u64, usize) {
    let search = Search::new(pattern.parse::<Pattern>().unwrap());
    let (counts, undecided) = search_digests(&search, &[game], &CountMatches).unwrap();
    (counts.matches, undecided)
}

#[test]
fn quiet_games_are_decided() {
    let stone = "4x4|...._...._..X._...._!!!!_";
    assert_eq!(count(stone, quiet(&[], &[])), (0, 0));
    assert_eq!(count(stone, quiet(&[], &[(2, 2)])), (1, 0));
    assert_eq!(count(stone, quiet(&[], &[(2, 2), (16, 16)])), (2, 0));
    // Two stones of the setup, or the second stone one move later.
    assert_eq!(count(stone, quiet(&[(2, 2), (3, 3)], &[])), (0, 0));
    assert_eq!(count(stone, quiet(&[(2, 2)], &[(3, 3)])), (1, 0));
    let whole = |stones: &[(usize, usize)]| {
        let mut points = vec!['.'; 361];
        stones.iter().for_each(|&(col, row)| points[row * 19 + col] = 'X');
        format!("19x19|{}", points.into_iter().collect::<String>())
    };
    assert_eq!(count(&whole(&[]), quiet(&[], &[(2, 2)])), (1, 0));
    assert_eq!(count(&whole(&[(2, 2)]), quiet(&[], &[(2, 2)])), (1, 0));
    assert_eq!(count(&whole(&[(2, 2)]), quiet(&[(2, 2)], &[(9, 9)])), (1, 0));
    assert_eq!(count(&whole(&[(2, 2)]), quiet(&[(2, 2), (9, 9)], &[])), (0, 0));
}

/// Black on the 1-1 point is taken: the pattern `O.O` matches then, which no prefix of the list has.
#[test]
fn a_position_after_a_capture_is_undecided_unless_other_stones_stay() {
    let size = Size::STANDARD;
    let play = |other: Option<Point>| {
        let mut encoder = GameEncoder::new(size, &[]);
        let far = |n: u8| Point::new(10 + n, 14);
        encoder.play(Color::Black, Point::new(0, 0), &[]);
        encoder.play(Color::White, Point::new(1, 0), &[]);
        encoder.play(Color::Black, other.unwrap_or(far(0)), &[]);
        encoder.play(Color::White, Point::new(0, 1), &[Point::new(0, 0)]);
        (1..9).for_each(|n| encoder.play(Color::Black, far(n), &[]));
        encoder.finish()
    };
    let pattern = "4x4|.O.._O..._...._...._!!!!_";
    assert_eq!(count(pattern, play(None)), (1, 1));
    assert_eq!(count(pattern, play(Some(Point::new(3, 3)))), (0, 0));
    assert_eq!(count("4x4|X..._...._...._...._!!!!_", play(Some(Point::new(3, 3)))), (1, 0));
}
