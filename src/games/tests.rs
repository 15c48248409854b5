//! The search, held against a plain one: every position of every game, every
//! placement, every operation.

use std::collections::HashSet;

use proptest::prelude::*;

use super::*;
use crate::Color;
use crate::go::{Board, Point, Position, Region, Size, Symmetry};
use crate::gtn::{Asked, Pattern};

/// A game with variations, as bytes: some random moves by the rules, some of
/// them behind a step back, now and then a pass or a setup.
fn game(size: Size, seeds: &[u32]) -> Vec<u8> {
    let points: Vec<Point> = size.points().collect();
    let mut path: Vec<(Board, Color)> = vec![(Board::new(size), Color::Black)];
    let mut encoder = Encoder::new(size, &[]);
    for &seed in seeds {
        let (mut board, color) = path[path.len() - 1].clone();
        let point = points[(seed >> 8) as usize % points.len()];
        match seed % 64 {
            0 => {
                path.truncate((seed >> 20) as usize % path.len() + 1);
                encoder.go_back(path.len());
                continue;
            }
            1 => encoder.pass(color),
            2 | 3 => {
                // Of several points, and sometimes of a stone on another.
                // What stands already is never stored.
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

/// A hit, in full.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Plain {
    game: i64,
    step: u16,
    origin: Point,
    operation: Symmetry,
    next: Option<(u16, Point, bool)>,
}

fn stands(image: &Pattern, origin: Point, board: &Board) -> bool {
    image.size().points().all(|point| {
        let stone = board.get(Point::new(origin.col + point.col, origin.row + point.row));
        match image.asked(point) {
            Asked::Anything => true,
            Asked::Empty => stone.is_none(),
            Asked::Stone(color) => stone == Some(color),
        }
    })
}

/// What is next, as a point of an image, in the coordinates of the pattern: of the
/// operations that give the same image and the same colors, that under which it
/// comes first.
fn told(
    pattern: &Pattern,
    operation: Symmetry,
    size: Size,
    next: Option<(u16, Point, Color)>,
) -> (Symmetry, Option<(u16, Point, bool)>) {
    let Some((step, point, color)) = next else { return (operation, None) };
    let same = Symmetry::ALL.into_iter().filter(|same| pattern.transform(*same) == *pattern);
    let same = same.filter(|same| !same.is_negative()).map(|same| same.then(operation));
    let (point, operation) = same
        .map(|operation| (operation.inverse().point(point, size), operation))
        .min_by_key(|&(point, _)| point)
        .unwrap();
    let is_black = operation.inverse().color(color) == Color::Black;
    (operation, Some((step, point, is_black)))
}

/// The plain search.
fn plain(pattern: &Pattern, games: &[(i64, &[u8])]) -> Vec<Plain> {
    let mut hits = Vec::new();
    for &(game, bytes) in games {
        let mut lines = Lines::new(bytes).unwrap();
        let size = lines.size();
        while lines.next().unwrap() {
            let mut board = Board::new(size);
            let boards: Vec<Board> = (0..lines.steps().len())
                .map(|step| {
                    for change in lines.changes().iter().filter(|c| usize::from(c.step) == step) {
                        let cols = u16::from(size.cols());
                        let (col, row) = (change.point % cols, change.point / cols);
                        board.set(Point::new(col as u8, row as u8), change.stone);
                    }
                    board.clone()
                })
                .collect();
            let mut seen = HashSet::new();
            for operation in Symmetry::ALL {
                let image = pattern.transform(operation);
                for origin in size.points() {
                    let end = (origin.col + image.size().cols(), origin.row + image.size().rows());
                    if end.0 > size.cols() || end.1 > size.rows() {
                        continue;
                    }
                    let sides = crate::go::Sides::from_bits(
                        u8::from(origin.row > 0)
                            | u8::from(end.0 < size.cols()) << 1
                            | u8::from(end.1 < size.rows()) << 2
                            | u8::from(origin.col > 0) << 3,
                    );
                    let cells: String =
                        image.size().points().map(|p| image.asked(p).to_char()).collect();
                    if sides != image.open() || !seen.insert((origin, image.size(), cells)) {
                        continue;
                    }
                    let stands: Vec<bool> =
                        boards.iter().map(|board| stands(&image, origin, board)).collect();
                    for step in lines.shared()..stands.len() {
                        if !stands[step] || step > 0 && stands[step - 1] {
                            continue;
                        }
                        let broken = (step..stands.len()).find(|&at| !stands[at]);
                        let last = broken.unwrap_or(stands.len() - 1);
                        let next = (step + 1..=last).find_map(|at| {
                            let changes = lines.changes().iter();
                            changes.filter(|c| usize::from(c.step) == at).find_map(|change| {
                                let cols = u16::from(size.cols());
                                let col = (change.point % cols) as u8;
                                let row = (change.point / cols) as u8;
                                let is_inside = (origin.col..end.0).contains(&col)
                                    && (origin.row..end.1).contains(&row);
                                let color = change.stone.filter(|_| is_inside)?;
                                let at_image = Point::new(col - origin.col, row - origin.row);
                                Some((at as u16, at_image, color))
                            })
                        });
                        let (operation, next) = told(pattern, operation, image.size(), next);
                        let step = step as u16;
                        hits.push(Plain { game, step, origin, operation, next });
                    }
                }
            }
        }
    }
    hits.sort();
    hits
}

/// The same from the index.
fn searched(search: &Search, index: &Index) -> Vec<Plain> {
    let parts = search.fold(index, Vec::new, |hits, found| {
        for hit in found.hits {
            let (operation, origin) = found.lies(hit);
            let next = hit.next.map(|n| (n.step, n.point, n.color == Color::Black));
            hits.push(Plain { game: found.game, step: hit.step, origin, operation, next });
        }
    });
    let mut hits = parts.concat();
    hits.sort();
    hits
}

/// A region of a board as a seed has it.
fn somewhere(size: Size, seed: u32) -> Region {
    let (cols, rows) = (1 + seed as u8 % size.cols(), 1 + (seed >> 8) as u8 % size.rows());
    let origin = Point::new(
        (seed >> 16) as u8 % (size.cols() - cols + 1),
        (seed >> 24) as u8 % (size.rows() - rows + 1),
    );
    Region { origin, size: Size::new(cols, rows).unwrap() }
}

/// A region in a corner, most often of 7x7 points.
fn in_a_corner(size: Size, seed: u32) -> Region {
    let side =
        |seed: u32, side: u8| if seed.is_multiple_of(4) { 1 + (seed >> 4) as u8 % side } else { 7 };
    let (cols, rows) = (side(seed, size.cols()), side(seed >> 8, size.rows()));
    let origin = Point::new(
        if seed >> 16 & 1 == 1 { size.cols() - cols } else { 0 },
        if seed >> 17 & 1 == 1 { size.rows() - rows } else { 0 },
    );
    Region { origin, size: Size::new(cols, rows).unwrap() }
}

/// The whole board.
fn all(size: Size, _: u32) -> Region {
    Region { origin: Point::new(0, 0), size }
}

/// A pattern that is cut out of a board, with some points that may be anything.
fn cut(board: &Board, region: Region, holes: u32) -> Option<Pattern> {
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

fn boards(bytes: &[u8]) -> Vec<Board> {
    let mut lines = Lines::new(bytes).unwrap();
    let mut boards = Vec::new();
    while lines.next().unwrap() {
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

/// Which game and which of its boards, the region, and the points that may be
/// anything: those of both.
type Choice = (u32, u32, u32, u32);

/// Holds the search for patterns that are cut out of games against the plain
/// one, in what is found and in what is counted.
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
    let index = Index::new(&games).unwrap();
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

        let summary = Summary::of(&search, &index);
        let distinct: HashSet<i64> = expected.iter().map(|hit| hit.game).collect();
        prop_assert_eq!(summary.games as usize, distinct.len(), "{:?}", pattern);
        prop_assert_eq!(summary.hits as usize, expected.len(), "{:?}", pattern);
        let nexts: HashSet<(Point, bool)> =
            expected.iter().filter_map(|hit| hit.next.map(|next| (next.1, next.2))).collect();
        prop_assert_eq!(summary.continuations.len(), nexts.len(), "{:?}", pattern);
        for next in summary.continuations {
            let key = Some((next.point, next.color == Color::Black));
            let of = expected.iter().filter(|h| h.next.map(|n| (n.1, n.2)) == key);
            let distinct: HashSet<i64> = of.clone().map(|hit| hit.game).collect();
            let counts = (distinct.len(), of.count());
            prop_assert_eq!((next.games as usize, next.hits as usize), counts, "{:?}", pattern);
        }
    }
    Ok(())
}

fn choices() -> impl Strategy<Value = Vec<Choice>> {
    prop::collection::vec(any::<Choice>(), 1..6)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn the_search_finds_what_a_plain_one_finds(
        sizes in prop::collection::vec(size(1, 6), 1..3),
        seeds in prop::collection::vec(prop::collection::vec(any::<u32>(), 0..120), 1..40),
        choices in choices(),
    ) {
        compare(&sizes, &seeds, &choices, somewhere)?;
    }

    /// Corners are 7x7 points, and ten stones of each are known beforehand.
    #[test]
    fn corners_tell_what_a_plain_search_finds(
        sizes in prop::collection::vec(size(7, 9), 1..3),
        seeds in prop::collection::vec(prop::collection::vec(any::<u32>(), 0..40), 1..40),
        choices in choices(),
    ) {
        compare(&sizes, &seeds, &choices, in_a_corner)?;
    }

    /// Openings: of a whole board the first moves tell, most often.
    #[test]
    fn first_moves_tell_what_a_plain_search_finds(
        sizes in prop::collection::vec(size(6, 15), 1..3),
        seeds in prop::collection::vec(prop::collection::vec(any::<u32>(), 0..16), 1..40),
        choices in prop::collection::vec((any::<u32>(), any::<u32>(), Just(0), Just(0)), 1..6),
    ) {
        compare(&sizes, &seeds, &choices, all)?;
    }
}

/// A setup that puts a stone in the place of another and one beside it: the
/// first of these is what comes next.
///
/// ```text
///   X .      O X
///   . .  →   . .
/// ```
#[test]
fn of_stones_that_are_set_up_together_the_first_is_next() {
    let mut encoder = Encoder::new(Size::new(2, 2).unwrap(), &[]);
    encoder.play(Color::Black, Point::new(0, 0), &[]);
    let (here, there) = (Point::new(0, 0), Point::new(1, 0));
    encoder.setup(&[(here, Some(Color::White)), (there, Some(Color::Black))]);
    let moves = encoder.finish();
    let index = Index::new(&[(1, &moves)]).unwrap();
    let summary = Summary::of(&Search::new("1x2|X.!!".parse().unwrap()), &index);
    let nexts = summary.continuations.iter().map(|next| (next.point, next.color));
    assert_eq!(nexts.collect::<Vec<_>>(), [(here, Color::White)]);
}

/// As many moves as a whole board has stones put these there, unless some were
/// there before: then the others are elsewhere.
#[test]
fn stones_that_were_set_up_are_no_first_moves() {
    let (in_a_corner, outside) = (Point::new(3, 3), Point::new(7, 6));
    [in_a_corner, outside].into_iter().for_each(set_up_here_and_played_elsewhere);
}

/// One of two stones is set up before the first move, or with another, or played.
fn set_up_here_and_played_elsewhere(here: Point) {
    let (size, middle) = (Size::new(15, 15).unwrap(), Point::new(7, 7));
    let [there, next] = [Point::new(11, 11), Point::new(11, 3)];
    let mut handicap = Encoder::new(size, &[(here, Some(Color::Black))]);
    handicap.play(Color::White, middle, &[]);
    let mut setup = Encoder::new(size, &[]);
    setup.setup(&[(here, Some(Color::Black)), (middle, Some(Color::White))]);
    let mut moves = Encoder::new(size, &[]);
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
    let summary = Summary::of(&Search::new(pattern.clone()), &Index::new(&games).unwrap());
    assert_eq!(summary.hits as usize, plain(&pattern, &games).len());
    assert_eq!((summary.games, summary.hits), (1, 1)); // the last one
}

/// Stones that come so late that the index cannot tell their step.
#[test]
fn the_end_of_a_very_long_game_is_searched() {
    let mut encoder = Encoder::new(Size::new(3, 1).unwrap(), &[]);
    encoder.play(Color::Black, Point::new(0, 0), &[]);
    for i in 0..16_400 {
        encoder.pass(if i % 2 == 0 { Color::White } else { Color::Black });
    }
    encoder.play(Color::White, Point::new(1, 0), &[]);
    encoder.play(Color::Black, Point::new(2, 0), &[Point::new(1, 0)]);
    let moves = encoder.finish();
    let games: [(i64, &[u8]); 1] = [(1, &moves)];
    let index = Index::new(&games).unwrap();
    for (shape, hits) in [("X..", 1), ("XO.", 1), ("X.X", 1), ("?O?", 1), ("?.?", 2), ("XOX", 0)] {
        let pattern: Pattern = format!("3x1|{shape}").parse().unwrap();
        let found = searched(&Search::new(pattern.clone()), &index);
        assert_eq!((found.len(), &found), (hits, &plain(&pattern, &games)), "{shape}");
    }
}

/// A shape that is its own image, and what may follow in it:
///
/// ```text
///   . . . . |      a is a move like b: it is told as one on b, with the
///   . . b . |      operation that is mirrored
///   . a X . |
///   . . . O |      O below b or left of a
///   ~ ~ ~ ~
/// ```
#[test]
fn moves_that_are_alike_are_one() {
    let size = Size::new(9, 9).unwrap();
    let (black, white) = (Color::Black, Color::White);
    let game = |moves: [(u8, u8); 4]| {
        let mut encoder = Encoder::new(size, &[]);
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
    let index = Index::new(&games).unwrap();
    let pattern: Pattern = "4x4|_!!!!_...._...._..X._...O".parse().unwrap();
    let search = Search::new(pattern.clone());
    assert_eq!(searched(&search, &index), plain(&pattern, &games));

    let first = (black, Point::new(2, 1));
    let summary = Summary::of(&search, &index);
    let nexts = summary.continuations.iter().map(|next| (next.color, next.point, next.games));
    assert_eq!(nexts.collect::<Vec<_>>(), [(first.0, first.1, 3)]);

    let with = |sequence: &[(Color, Point)]| {
        let conditions = Conditions { sequence: sequence.to_vec(), ..Conditions::default() };
        let found = searched(&search.clone().with(conditions), &index);
        found.into_iter().map(|hit| (hit.game, hit.next.unwrap().1)).collect::<Vec<_>>()
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

/// A cross is its own image recolored: moves in it keep their colors, but a
/// sequence is found in both.
#[test]
fn a_sequence_is_found_recolored() {
    let (black, white) = (Color::Black, Color::White);
    let mut encoder = Encoder::new(Size::new(7, 7).unwrap(), &[]);
    for (col, row, color) in
        [(2, 2, black), (3, 2, white), (3, 3, black), (2, 3, white), (2, 1, white), (3, 1, black)]
    {
        encoder.play(color, Point::new(col, row), &[]);
    }
    let moves = encoder.finish();
    let games: [(i64, &[u8]); 1] = [(1, &moves)];
    let index = Index::new(&games).unwrap();
    let pattern: Pattern = "4x4|_!!!!__????__?XO?__?OX?__????__!!!!_".parse().unwrap();
    let search = Search::new(pattern.clone());
    let found = searched(&search, &index);
    assert_eq!(found, plain(&pattern, &games));
    assert_eq!(found.iter().map(|hit| hit.next.unwrap().2).collect::<Vec<_>>(), [false]);
    let hits = |sequence: &[(Color, (u8, u8))]| {
        let sequence = sequence.iter().map(|&(color, (col, row))| (color, Point::new(col, row)));
        let conditions = Conditions { sequence: sequence.collect(), ..Conditions::default() };
        searched(&search.clone().with(conditions), &index).len()
    };
    assert_eq!(hits(&[(white, (1, 0)), (black, (2, 0))]), 1);
    // The same a quarter turn further, where the colors are exchanged.
    assert_eq!(hits(&[(black, (3, 1)), (white, (3, 2))]), 1);
    assert_eq!(hits(&[(white, (3, 1)), (black, (3, 2))]), 0);
}

/// The same hits in the same order, whatever the number of threads.
#[test]
fn threads_change_nothing() {
    let size = Size::new(5, 5).unwrap();
    let seeds = |game: u32| (0..40).map(move |i| (game * 40 + i).wrapping_mul(2_654_435_761));
    let games: Vec<Vec<u8>> =
        (0..700).map(|number| game(size, &seeds(number).collect::<Vec<_>>())).collect();
    let games: Vec<(i64, &[u8])> =
        games.iter().zip(1..).map(|(bytes, id)| (id, &**bytes)).collect();
    let with = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let index = Index::new(&games).unwrap();
            let search = Search::new("2x2|_!!__XO__.?__!!_".parse().unwrap());
            let hits = search.fold(&index, Vec::new, |hits, found| {
                hits.extend(found.hits.iter().map(|hit| (found.game, *hit)));
            });
            (hits.concat(), Summary::of(&search, &index))
        })
    };
    let one = with(1);
    assert!(one.0.len() > 1_000);
    assert_eq!(one, with(2));
}
