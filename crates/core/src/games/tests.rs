//! The search against a brute-force oracle.

mod oracle;

use std::collections::HashSet;

use proptest::prelude::*;

use super::*;
use crate::Color;
use crate::go::{Board, Point, Position, Region, Size, Symmetry};
use crate::gtn::Pattern;
use oracle::{
    ListEntries, Plain, PlainHit, find_sequence, hits_of_line, nodes_of_lines, plain, stones_inside,
};

/// A random game with variations, encoded: legal moves, captures and ko included, now and
/// then a pass, a setup, or a step back to an earlier position; often so in the first steps.
pub(super) fn game(size: Size, seeds: &[u32]) -> Vec<u8> {
    let points: Vec<Point> = size.points().collect();
    let mut path: Vec<(Board, Color)> = vec![(Board::new(size), Color::Black)];
    let mut encoder = GameEncoder::new(size, &[]);
    for &seed in seeds {
        let (mut board, color) = path[path.len() - 1].clone();
        let point = points[(seed >> 8) as usize % points.len()];
        match if path.len() < 4 { seed % 8 } else { seed % 64 } {
            0 => {
                path.truncate((seed >> 20) as usize % path.len() + 1);
                encoder.go_back(path.len());
                continue;
            }
            1 => encoder.pass(color),
            2 | 3 => {
                // Of one or two points; a stone may replace another one. Changes that
                // change nothing are never stored.
                let stone = [None, Some(Color::Black), Some(Color::White)];
                let other = points[(seed >> 16) as usize % points.len()];
                let mut setup = vec![(point, stone[(seed >> 24) as usize % 3])];
                if other > point {
                    setup.push((other, stone[(seed >> 26) as usize % 3]));
                }
                setup.retain(|&(point, stone)| {
                    let mut with = board.clone();
                    with.set(point, stone);
                    let changes = with != board && Position::from_board(&with, color).is_ok();
                    if changes {
                        board = with;
                    }
                    changes
                });
                encoder.setup(&setup);
            }
            _ => {
                let mut position = Position::from_board(&board, color).unwrap();
                let free =
                    (0..points.len()).map(|i| points[((seed >> 8) as usize + i) % points.len()]);
                let Some(point) = free.into_iter().find(|&p| position.check(p).is_ok()) else {
                    encoder.pass(color);
                    path.push((board, !color));
                    continue;
                };
                let captured = position.play(point).unwrap().captured.to_vec();
                encoder.play(color, point, &captured);
                board = position.board();
            }
        }
        path.push((board, !color));
    }
    encoder.finish()
}

/// The same by the search.
fn searched(search: &Search, index: &GameIndex) -> Vec<Plain> {
    let found = search.run(index, &ListEntries).into_iter().map(|found| {
        let Match { game, line, step, symmetry, origin, next, is_again, .. } = found;
        if let Some(next) = next {
            // The same move on the board.
            let on_board = next.point.map(|point| {
                let point = symmetry.point(point, search.pattern().size());
                Point::new(origin.col + point.col, origin.row + point.row)
            });
            assert_eq!(next.played, on_board);
        }
        let next = next.map(|next| (next.step, next.point, next.color));
        Plain { game, line, step, origin, symmetry, next, is_again }
    });
    let mut found: Vec<Plain> = found.collect();
    found.sort();
    found
}

/// Some region of a board.
fn somewhere(size: Size, seed: u32) -> Region {
    let (cols, rows) = (1 + seed as u8 % size.cols(), 1 + (seed >> 8) as u8 % size.rows());
    let origin = Point::new(
        (seed >> 16) as u8 % (size.cols() - cols + 1),
        (seed >> 24) as u8 % (size.rows() - rows + 1),
    );
    Region { origin, size: Size::new(cols, rows).unwrap() }
}

/// A region in a corner, most often of 7x7 points.
pub(super) fn in_a_corner(size: Size, seed: u32) -> Region {
    let side = |seed: u32, side: u8| {
        if seed.is_multiple_of(4) { 1 + (seed >> 4) as u8 % side } else { side.min(7) }
    };
    let (cols, rows) = (side(seed, size.cols()), side(seed >> 8, size.rows()));
    let origin = Point::new(
        if seed >> 16 & 1 == 1 { size.cols() - cols } else { 0 },
        if seed >> 17 & 1 == 1 { size.rows() - rows } else { 0 },
    );
    Region { origin, size: Size::new(cols, rows).unwrap() }
}

/// The whole board.
pub(super) fn all(size: Size, _: u32) -> Region {
    Region { origin: Point::new(0, 0), size }
}

/// A pattern cut out of a board, with some points replaced by wildcards.
pub(super) fn cut(board: &Board, region: Region, holes: u32) -> Option<Pattern> {
    let part = crate::gtn::Diagram::from(&crate::gtn::SubPosition::goban(board.clone()));
    let text = part.cut(region)?.to_string();
    let (prefix, points) = text.split_once('|')?;
    let points: String = points
        .chars()
        .zip(0..)
        .map(|(char, i)| match char {
            '.' | 'X' | 'O' if holes >> (i % 32) & 1 == 1 => '?',
            other => other,
        })
        .collect();
    format!("{prefix}|{points}").parse().ok()
}

pub(super) fn boards(bytes: &[u8]) -> Vec<Board> {
    let mut lines = GameDecoder::new(bytes).unwrap();
    let mut boards = Vec::new();
    while lines.next_line().unwrap() {
        let mut board = Board::new(lines.size());
        for change in lines.changes() {
            let cols = u16::from(lines.size().cols());
            let point = Point::new((change.point % cols) as u8, (change.point / cols) as u8);
            board.set(point, change.stone);
            boards.push(board.clone());
        }
    }
    boards
}

fn size(from: u8, to: u8) -> impl Strategy<Value = Size> {
    (from..=to, from..=to).prop_map(|(cols, rows)| Size::new(cols, rows).unwrap())
}

/// Seeds: the game and its board; the region; the wildcards, where both have a bit.
type Choice = (u32, u32, u32, u32);

/// Compares the search for patterns cut out of games with the oracle: the matches, and the
/// counts.
fn compare(
    sizes: &[Size],
    seeds: &[Vec<u32>],
    choices: &[Choice],
    region: impl Fn(Size, u32) -> Region,
) -> Result<(), TestCaseError> {
    let games: Vec<Vec<u8>> =
        seeds.iter().zip(sizes.iter().cycle()).map(|(seeds, &size)| game(size, seeds)).collect();
    let games: Vec<(i64, &[u8])> =
        games.iter().zip(1..).map(|(bytes, id)| (id, &**bytes)).collect();
    let index = GameIndex::new(&games).unwrap();
    for &(which, seed, one, other) in choices {
        let boards = boards(games[which as usize % games.len()].1);
        if boards.is_empty() {
            continue;
        }
        let board = &boards[(which >> 8) as usize % boards.len()];
        let region = region(board.size(), seed);
        let Some(pattern) = cut(board, region, one & other) else { continue };
        let search = Search::new(pattern.clone());
        let expected = plain(&pattern, &games);
        prop_assert_eq!(&searched(&search, &index), &expected, "{:?}", pattern);

        let counts = search.run(&index, &CountMatches);
        let distinct: HashSet<i64> = expected.iter().map(|found| found.game).collect();
        prop_assert_eq!(counts.games as usize, distinct.len(), "{:?}", pattern);
        let hits = expected.iter().filter(|found| !found.is_again).count();
        prop_assert_eq!(counts.matches as usize, hits, "{:?}", pattern);
        prop_assert_eq!(search.run(&index, &ListMatches::all()).len(), hits, "{:?}", pattern);
        let nexts: HashSet<(Option<Point>, Color)> =
            expected.iter().filter_map(|found| found.next.map(|next| (next.1, next.2))).collect();
        prop_assert_eq!(counts.continuations.len(), nexts.len(), "{:?}", pattern);
        for next in counts.continuations {
            let key = Some((next.point, next.color));
            let of = expected.iter().filter(|f| f.next.map(|n| (n.1, n.2)) == key);
            let distinct: HashSet<i64> = of.clone().map(|found| found.game).collect();
            let plain = (distinct.len(), of.count());
            prop_assert_eq!((next.games as usize, next.matches as usize), plain, "{:?}", pattern);
        }
        compare_sequence(&pattern, &games, &index, seed)?;
        let anchor = Anchor { origin: region.origin, board: board.size() };
        let (first, last) = ((seed >> 28) as u16, 4 + (seed >> 24) as u16 % 32);
        let moves = MoveRange::new(Some(first), Some(last));
        compare_place(&pattern, (anchor, moves), expected, &games, &index)?;
    }
    Ok(())
}

/// Compares the search for a sequence that follows some hit, often in a variation, with the oracle.
fn compare_sequence(
    pattern: &Pattern,
    games: &[(i64, &[u8])],
    index: &GameIndex,
    seed: u32,
) -> Result<(), TestCaseError> {
    let mut sequences = Vec::new();
    for &(_, bytes) in games {
        let mut lines = GameDecoder::new(bytes).unwrap();
        while lines.next_line().unwrap() {
            for PlainHit { origin, symmetry, step, .. } in hits_of_line(pattern, &lines) {
                let image = symmetry.size(pattern.size());
                let stones = stones_inside(&lines, origin, image, step);
                let inverse = symmetry.inverse();
                let stones = stones.iter().take(1 + seed as usize % 3);
                let sequence = stones
                    .map(|&(color, point)| (inverse.color(color), inverse.point(point, image)));
                sequences.push(sequence.collect::<Vec<_>>());
            }
        }
    }
    sequences.retain(|sequence| !sequence.is_empty());
    if let Some(sequence) = sequences.get(seed as usize % sequences.len().max(1)) {
        let filter = MatchFilter { sequence: sequence.clone(), ..MatchFilter::default() };
        let found = Search::new(pattern.clone()).filter(filter).run(index, &ListMatches::all());
        let mut found: Vec<_> = found
            .into_iter()
            .map(|found| {
                let nodes = nodes_of_lines(games[found.game as usize - 1].1);
                let node = nodes[found.line as usize][usize::from(found.step)];
                (found.game, node, found.origin)
            })
            .collect();
        found.sort_unstable();
        let expected = find_sequence(pattern, games, sequence);
        prop_assert!(!expected.is_empty());
        prop_assert_eq!(found, expected, "{:?} {:?}", pattern, sequence);
    }
    Ok(())
}

/// Compares the search at one place and from some moves on with the oracle.
fn compare_place(
    pattern: &Pattern,
    (anchor, moves): (Anchor, MoveRange),
    mut expected: Vec<Plain>,
    games: &[(i64, &[u8])],
    index: &GameIndex,
) -> Result<(), TestCaseError> {
    // The board with the pattern as a diagram of letters: `?` is elsewhere.
    let on_board = |symmetry: Symmetry| {
        let board = symmetry.size(anchor.board);
        let mut points = vec![None; usize::from(board.cols()) * usize::from(board.rows())];
        for point in pattern.size().points() {
            let at = Point::new(anchor.origin.col + point.col, anchor.origin.row + point.row);
            let stone = pattern.transform(symmetry);
            let inside = symmetry.point(point, pattern.size());
            let asked = stone.asked(inside).to_char();
            points[usize::from(board.number(symmetry.point(at, anchor.board)))] = Some(asked);
        }
        (board, points)
    };
    let images: Vec<_> = Symmetry::ALL.into_iter().map(on_board).collect();
    let is_there = |board: Size, origin: Point, symmetry: Symmetry| {
        let image = pattern.transform(symmetry);
        let mut points = vec![None; usize::from(board.cols()) * usize::from(board.rows())];
        for point in image.size().points() {
            let at = Point::new(origin.col + point.col, origin.row + point.row);
            points[usize::from(board.number(at))] = Some(image.asked(point).to_char());
        }
        images.contains(&(board, points))
    };
    let filter = MatchFilter { anchor: Some(anchor), moves, ..MatchFilter::default() };
    let found = searched(&Search::new(pattern.clone()).filter(filter), index);
    expected.retain(|found| {
        let mut lines = GameDecoder::new(games[found.game as usize - 1].1).unwrap();
        (0..=found.line).for_each(|_| assert!(lines.next_line().unwrap()));
        let setups = lines.setups().iter().filter(|&&setup| setup <= found.step).count();
        is_there(lines.size(), found.origin, found.symmetry)
            && moves.contains(u32::from(found.step) - setups as u32)
    });
    prop_assert_eq!(found, expected, "{:?} {:?} {:?}", pattern, anchor, moves);
    Ok(())
}

/// Seeds of a few games, or of more than the 32 games of a tile, with fewer than `steps` steps each.
fn seeds(steps: usize) -> impl Strategy<Value = Vec<Vec<u32>>> {
    let game = prop::collection::vec(any::<u32>(), 0..steps);
    let few = prop::collection::vec(game.clone(), 1..8);
    prop_oneof![few, prop::collection::vec(game, 33..36)]
}

/// A tenth of the cases of other properties, because the oracle is slow.
fn config() -> ProptestConfig {
    let config = ProptestConfig::default();
    ProptestConfig { cases: config.cases / 10, ..config }
}

fn choices() -> impl Strategy<Value = Vec<Choice>> {
    prop::collection::vec(any::<Choice>(), 1..6)
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn the_search_agrees_with_the_oracle(
        sizes in prop::collection::vec(size(1, 6), 1..3),
        seeds in seeds(120),
        choices in choices(),
    ) {
        compare(&sizes, &seeds, &choices, somewhere)?;
    }

    #[test]
    fn the_search_in_corners_agrees_with_the_oracle(
        sizes in prop::collection::vec(size(7, 9), 1..3),
        seeds in seeds(40),
        choices in choices(),
    ) {
        compare(&sizes, &seeds, &choices, in_a_corner)?;
    }

    #[test]
    fn the_search_for_whole_boards_agrees_with_the_oracle(
        sizes in prop::collection::vec(size(6, 15), 1..3),
        seeds in seeds(16),
        choices in prop::collection::vec((any::<u32>(), any::<u32>(), Just(0), Just(0)), 1..6),
    ) {
        compare(&sizes, &seeds, &choices, all)?;
    }
}

/// A whole board with n stones is not always the position after n moves: some stones may
/// have been set up.
#[test]
fn stones_of_setups_are_not_moves() {
    let (in_a_corner, outside) = (Point::new(3, 3), Point::new(7, 6));
    [in_a_corner, outside].into_iter().for_each(compare_setup_and_moves);
}

/// One of two stones is set up at the root, set up later, or played.
fn compare_setup_and_moves(here: Point) {
    let (size, middle) = (Size::new(15, 15).unwrap(), Point::new(7, 7));
    let [there, next] = [Point::new(11, 11), Point::new(11, 3)];
    let mut handicap = GameEncoder::new(size, &[(here, Some(Color::Black))]);
    handicap.play(Color::White, middle, &[]);
    let mut setup = GameEncoder::new(size, &[]);
    setup.setup(&[(here, Some(Color::Black)), (middle, Some(Color::White))]);
    let mut moves = GameEncoder::new(size, &[]);
    moves.play(Color::Black, here, &[]);
    let games = [handicap, setup, moves].map(|mut encoder| {
        encoder.play(Color::White, there, &[]);
        encoder.play(Color::Black, next, &[]);
        encoder.finish()
    });
    let games: Vec<(i64, &[u8])> =
        games.iter().zip(1..).map(|(bytes, id)| (id, &**bytes)).collect();
    let mut board = Board::new(size);
    board.set(here, Some(Color::Black));
    board.set(there, Some(Color::White));
    let pattern = Pattern::try_from(&crate::gtn::SubPosition::goban(board)).unwrap();
    let index = GameIndex::new(&games).unwrap();
    let counts = Search::new(pattern.clone()).run(&index, &CountMatches);
    assert_eq!(counts.matches as usize, plain(&pattern, &games).len());
    assert_eq!((counts.games, counts.matches), (1, 1)); // the last game
}

/// Stones of steps that do not fit in a first stone.
#[test]
fn the_end_of_a_very_long_game_is_searched() {
    let mut encoder = GameEncoder::new(Size::new(3, 1).unwrap(), &[]);
    encoder.play(Color::Black, Point::new(0, 0), &[]);
    for i in 0..16_400 {
        encoder.pass(if i % 2 == 0 { Color::White } else { Color::Black });
    }
    encoder.play(Color::White, Point::new(1, 0), &[]);
    encoder.play(Color::Black, Point::new(2, 0), &[Point::new(1, 0)]);
    let moves = encoder.finish();
    let games: [(i64, &[u8]); 1] = [(1, &moves)];
    let index = GameIndex::new(&games).unwrap();
    for (shape, hits) in [("X..", 1), ("XO.", 1), ("X.X", 1), ("?O?", 1), ("?.?", 2), ("XOX", 0)] {
        let pattern: Pattern = format!("3x1|{shape}").parse().unwrap();
        let found = searched(&Search::new(pattern.clone()), &index);
        assert_eq!((found.len(), &found), (hits, &plain(&pattern, &games)), "{shape}");
    }
}

/// A symmetric corner at the lower right:
///
/// ```text
///   ~ ~ ~ ~
///   . . . . |      Moves on a and b are equivalent. Black's is named b: seen
///   . . b . |      with the corner at the upper right, b is right of the diagonal.
///   . a X . |
///   . . . O |
///   --------+
/// ```
#[test]
fn equivalent_moves_have_one_name() {
    let size = Size::new(9, 9).unwrap();
    let (black, white) = (Color::Black, Color::White);
    let game = |moves: [(u8, u8); 4]| {
        let mut encoder = GameEncoder::new(size, &[]);
        for ((col, row), color) in moves.into_iter().zip([black, white].into_iter().cycle()) {
            encoder.play(color, Point::new(col, row), &[]);
        }
        encoder.finish()
    };
    // The corner at the bottom right, at the top right, and recolored.
    let games = [
        game([(7, 7), (8, 8), (7, 6), (6, 6)]),
        game([(7, 7), (8, 8), (6, 7), (6, 6)]),
        game([(7, 1), (8, 0), (6, 1), (5, 1)]),
    ];
    let games: Vec<(i64, &[u8])> =
        games.iter().zip(1..).map(|(bytes, id)| (id, &**bytes)).collect();
    let index = GameIndex::new(&games).unwrap();
    let pattern: Pattern = "4x4|_!!!!_...._...._..X._...O".parse().unwrap();
    let search = Search::new(pattern.clone());
    assert_eq!(searched(&search, &index), plain(&pattern, &games));

    let first = (black, Point::new(2, 1));
    let counts = search.run(&index, &CountMatches);
    let nexts = counts.continuations.iter().map(|next| (next.color, next.point, next.games));
    assert_eq!(nexts.collect::<Vec<_>>(), [(first.0, Some(first.1), 3)]);

    let with = |sequence: &[(Color, Point)]| {
        let filter = MatchFilter { sequence: sequence.to_vec(), ..MatchFilter::default() };
        let found = searched(&search.clone().filter(filter), &index);
        let next = |found: Plain| (found.game, found.next.unwrap().1.unwrap());
        found.into_iter().map(next).collect::<Vec<_>>()
    };
    let (here, there) = (Point::new(2, 1), Point::new(1, 2));
    let beside = |at| [(black, at), (white, Point::new(1, 1))];
    assert_eq!(with(&beside(here)), [(1, here), (2, here)]);
    assert_eq!(with(&beside(there)), [(1, there), (2, there)]);
    assert_eq!(with(&[(black, there), (white, Point::new(1, 0))]), []);
    // The third game: two points along the side, seen from either move.
    assert_eq!(with(&[(black, there), (white, Point::new(0, 2))]), [(3, there)]);
    assert_eq!(with(&[(black, here), (white, Point::new(2, 0))]), [(3, here)]);
    assert_eq!(with(&[(black, here), (white, Point::new(0, 2))]), []);
}

/// A crosscut is its own recolored image: moves keep their colors, but a sequence matches
/// under all symmetries of the pattern.
#[test]
fn a_sequence_is_found_recolored() {
    let (black, white) = (Color::Black, Color::White);
    let mut encoder = GameEncoder::new(Size::new(7, 7).unwrap(), &[]);
    for (col, row, color) in
        [(2, 2, black), (3, 2, white), (3, 3, black), (2, 3, white), (2, 1, white), (3, 1, black)]
    {
        encoder.play(color, Point::new(col, row), &[]);
    }
    let moves = encoder.finish();
    let games: [(i64, &[u8]); 1] = [(1, &moves)];
    let index = GameIndex::new(&games).unwrap();
    let pattern: Pattern = "4x4|_!!!!__????__?XO?__?OX?__????__!!!!_".parse().unwrap();
    let search = Search::new(pattern.clone());
    let found = searched(&search, &index);
    assert_eq!(found, plain(&pattern, &games));
    assert_eq!(found.iter().map(|found| found.next.unwrap().2).collect::<Vec<_>>(), [white]);
    let count = |sequence: &[(Color, (u8, u8))]| {
        let sequence = sequence.iter().map(|&(color, (col, row))| (color, Point::new(col, row)));
        let filter = MatchFilter { sequence: sequence.collect(), ..MatchFilter::default() };
        searched(&search.clone().filter(filter), &index).len()
    };
    assert_eq!(count(&[(white, (1, 0)), (black, (2, 0))]), 1);
    // The same a quarter turn further, where the colors are exchanged.
    assert_eq!(count(&[(black, (3, 1)), (white, (3, 2))]), 1);
    assert_eq!(count(&[(white, (3, 1)), (black, (3, 2))]), 0);
}

#[test]
fn the_number_of_threads_does_not_change_the_result() {
    let size = Size::new(5, 5).unwrap();
    let seeds = |game: u32| (0..40).map(move |i| (game * 40 + i).wrapping_mul(2_654_435_761));
    let games: Vec<Vec<u8>> =
        (0..700).map(|number| game(size, &seeds(number).collect::<Vec<_>>())).collect();
    let games: Vec<(i64, &[u8])> =
        games.iter().zip(1..).map(|(bytes, id)| (id, &**bytes)).collect();
    let with = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let index = GameIndex::new(&games).unwrap();
            let search = Search::new("2x2|_!!__XO__.?__!!_".parse().unwrap());
            search.run(&index, &(ListMatches::all(), CountMatches))
        })
    };
    let one = with(1);
    assert!(one.0.len() > 1_000);
    assert_eq!(one, with(2));
}

type Stones = [(Point, Option<Color>)];

/// A game whose first two moves follow after a setup: at the root, in the node behind it, or
/// in several nodes. The last node removes a stone.
fn handicap_games(size: Size) -> [Vec<u8>; 3] {
    let at = |col, row| Point::new(col, row);
    let (black, white) = (Some(Color::Black), Some(Color::White));
    let stones = [(at(2, 2), black), (at(6, 6), black), (at(6, 2), white)];
    let nodes: [&[&Stones]; 3] = [
        &[&stones],
        &[&[], &stones],
        &[
            &stones[..1],
            &[(at(6, 6), white), (at(4, 4), black)],
            &[(at(6, 6), black), (at(4, 4), None), (at(6, 2), white)],
        ],
    ];
    nodes.map(|nodes| {
        let mut encoder = GameEncoder::new(size, nodes[0]);
        nodes[1..].iter().for_each(|stones| encoder.setup(stones));
        encoder.play(Color::White, at(2, 6), &[]);
        let steps = encoder.steps();
        encoder.play(Color::Black, at(3, 6), &[]);
        encoder.go_back(steps);
        encoder.play(Color::Black, at(6, 3), &[]);
        encoder.finish()
    })
}

#[test]
fn it_does_not_matter_in_which_node_stones_are_set_up() {
    let games = handicap_games(Size::new(9, 9).unwrap());
    for text in ["5x5|....._....._....._....._....._!!!!!_", "3x3|_!!!__?.?__.X.__?.?__!!!_"] {
        let search = |filter: MatchFilter| Search::new(text.parse().unwrap()).filter(filter);
        let sequence = vec![(Color::White, Point::new(2, 2)), (Color::Black, Point::new(3, 2))];
        for filter in [
            MatchFilter::default(),
            MatchFilter { moves: MoveRange::new(None, Some(0)), ..MatchFilter::default() },
            MatchFilter { sequence, ..MatchFilter::default() },
        ] {
            let results = games.each_ref().map(|bytes| {
                let index = GameIndex::new(&[(1, bytes)]).unwrap();
                search(filter.clone()).run(&index, &(ListMatches::all(), CountMatches))
            });
            assert_eq!(results[0], results[1], "{text} {filter:?}");
            assert_eq!(results[0], results[2], "{text} {filter:?}");
        }
    }
    let index = GameIndex::new(&[(1, &games[1])]).unwrap();
    let empty: Pattern = "5x5|....._....._....._....._....._!!!!!_".parse().unwrap();
    let counts = Search::new(empty).run(&index, &CountMatches);
    // The empty corner is the one at the lower left, where White plays first.
    let moves = counts.continuations.iter().map(|next| (next.color, next.point));
    assert_eq!(
        (counts.matches, moves.collect::<Vec<_>>()),
        (1, vec![(Color::White, Some(Point::new(2, 2)))])
    );
}

/// A setup between two moves ends a match but is no continuation of it, and a sequence
/// passes over it.
#[test]
fn a_setup_in_the_middle_of_a_game_is_not_played() {
    let (black, white) = (Color::Black, Color::White);
    let mut encoder = GameEncoder::new(Size::new(3, 1).unwrap(), &[]);
    encoder.play(black, Point::new(0, 0), &[]);
    for is_variation in [false, true] {
        if is_variation {
            encoder.go_back(2);
            encoder.pass(white);
        }
        encoder.setup(&[(Point::new(1, 0), Some(white))]);
        encoder.play(black, Point::new(2, 0), &[Point::new(1, 0)]);
    }
    let moves = encoder.finish();
    let index = GameIndex::new(&[(1, &moves)]).unwrap();
    let nexts = |shape: &str, sequence: Vec<(Color, Point)>| -> Vec<Option<Point>> {
        let filter = MatchFilter { sequence, ..MatchFilter::default() };
        let search = Search::new(shape.parse().unwrap()).filter(filter);
        let found = search.run(&index, &ListMatches::all());
        found.into_iter().map(|found| found.next.and_then(|next| next.point)).collect()
    };
    let last = Some(Point::new(2, 0));
    assert_eq!(nexts("1x3|X..", vec![]), [None]);
    // The last stone makes the mirror image.
    assert_eq!(nexts("1x3|X??", vec![]), [last, None, None]);
    assert_eq!(nexts("1x3|X??", vec![(black, Point::new(2, 0))]), [last]);
    assert_eq!(nexts("1x3|X??", vec![(white, Point::new(1, 0))]), []);
    assert_eq!(nexts("1x3|XO.", vec![]), [last, last]); // in both lines
}

/// ```text
///   B a ─ W b ─ B c        line 0      The hit of the position after the first move has three next
///    │     └─── B d        line 1      moves: W b, the pass, and W e. That after W b has two.
///    ├─── pass ─ B c       line 2
///    └─── W e              line 3
/// ```
#[test]
fn a_variation_that_starts_at_a_position_is_a_next_move() {
    let size = Size::new(5, 1).unwrap();
    let (black, white) = (Color::Black, Color::White);
    let mut encoder = GameEncoder::new(size, &[]);
    let at = |col| Point::new(col, 0);
    encoder.play(black, at(0), &[]);
    encoder.play(white, at(1), &[]);
    encoder.play(black, at(2), &[]);
    encoder.go_back(3);
    encoder.play(black, at(3), &[]);
    encoder.go_back(2);
    encoder.pass(white);
    encoder.play(black, at(2), &[]);
    encoder.go_back(2);
    encoder.play(white, at(4), &[]);
    let moves = encoder.finish();
    let games: [(i64, &[u8]); 1] = [(1, &moves)];
    let index = GameIndex::new(&games).unwrap();
    let nexts = |shape: &str| {
        let search = Search::new(shape.parse().unwrap());
        assert_eq!(searched(&search, &index), plain(search.pattern(), &games), "{shape}");
        let counts = search.run(&index, &CountMatches);
        let nexts = counts.continuations.iter().map(|next| (next.color, next.point, next.matches));
        (counts.matches, nexts.collect::<Vec<_>>())
    };
    let (b, c, d, e) = (Some(at(1)), Some(at(2)), Some(at(3)), Some(at(4)));
    assert_eq!(nexts("1x5|X....").1, [(white, b, 1), (white, e, 1), (white, None, 1)]);
    assert_eq!(nexts("1x5|XO...").1, [(black, c, 1), (black, d, 1)]);
    // In a part of the board, a pass is elsewhere.
    assert_eq!(nexts("1x3|X.._"), (2, vec![(white, b, 1), (black, c, 1)]));
}

/// ```text
///   . X O . .      Black captures at the left from outside of ??: the stone behind that capture is
///   pattern: ??    no part of a sequence that began before.
/// ```
#[test]
fn a_sequence_stops_at_a_capture_from_elsewhere() {
    let (black, white) = (Color::Black, Color::White);
    let at = |col| Point::new(col, 0);
    for is_variation in [false, true] {
        let mut encoder = GameEncoder::new(Size::new(6, 1).unwrap(), &[]);
        if is_variation {
            encoder.pass(black);
            encoder.go_back(1);
        }
        encoder.play(white, at(0), &[]);
        encoder.play(white, at(1), &[]);
        encoder.play(black, at(2), &[at(0), at(1)]);
        encoder.play(black, at(0), &[]);
        let moves = encoder.finish();
        let index = GameIndex::new(&[(1, &moves)]).unwrap();
        let count = |sequence: &[(Color, u8)]| {
            let sequence = sequence.iter().map(|&(color, col)| (color, at(col))).collect();
            let filter = MatchFilter { sequence, ..MatchFilter::default() };
            let search = Search::new("1x2|.._".parse().unwrap()).filter(filter);
            search.run(&index, &CountMatches).matches
        };
        // After the capture the shape is there again, and a stone of the other color follows.
        assert_eq!(count(&[(white, 0)]), 2);
        assert_eq!(count(&[(white, 0), (white, 1)]), 1);
        assert_eq!(count(&[(white, 0), (white, 1), (black, 0)]), 0);
    }
}
