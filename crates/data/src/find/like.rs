//! Games that are most like another one: those with the longest common positions.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use super::continuations::{LoadGamesError, for_each_main_line, pattern_of};
use super::game_source::GameSource;
use crate::Color;
use crate::games::{GameDecoder, IndexGameError, LineReplay, ListGames, Search};
use crate::go::{Board, Point, Region, Sides, Size, Symmetry, zobrist_value};
use crate::gtn::SubPosition;
use crate::joseki::{CornerOptions, corner_side, list_corner_positions};
use crate::store::Store;

/// The most games that are compared move by move, and listed.
pub const MAX_LIKE: usize = 200;

/// The moves by which games are chosen for that: those that digests have.
const FIRST_MOVES: usize = 16;

/// A game with what it has in common with another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LikeGame {
    /// The number of the game.
    pub game: i64,
    /// The most moves of the other game after which its whole board occurs in this one, in any orientation and color.
    pub moves: u32,
    /// For each corner of the other game (upper left, upper right, lower right, lower left) the most moves in its
    /// window of 10x10 points after which the window occurs in a corner of this game.
    pub corners: [u32; 4],
}

impl LikeGame {
    /// The greatest comes first.
    fn rank(&self) -> (u32, u32) {
        (self.moves, self.corners.iter().sum())
    }
}

/// Finds the games of a source that are most like a game, which is given as its encoded moves: those with the
/// longest common position of the whole board, of equal ones those with the most moves in common corners. Main lines
/// alone are compared.
///
/// At most [`MAX_LIKE`] games are compared move by move: those that have the first 16 moves or fewer in common, and of
/// those with equally many the ones with most of the first 16 moves of each corner. `left_out` is the game itself.
///
/// # Errors
/// When the database cannot be read, or moves cannot be decoded.
pub fn find_like_games(
    store: &Store,
    source: &GameSource<'_>,
    lines: &[u8],
    left_out: Option<i64>,
    limit: usize,
) -> Result<Vec<LikeGame>, LoadGamesError> {
    let damaged =
        |source| LoadGamesError::Game(IndexGameError { game: left_out.unwrap_or(0), source });
    let mut line = GameDecoder::new(lines).map_err(damaged)?;
    line.next_line().map_err(damaged)?;
    let candidates = choose_candidates(source, &line, left_out)?;
    let compared = ComparedGame::new(&line);
    let mut like = Vec::new();
    for_each_main_line(store, Some(&candidates), |game, other| {
        like.extend(Some(compared.compare(game, other)).filter(|like| like.rank() > (0, 0)));
    })?;
    like.sort_by_key(|like| (Reverse(like.rank()), like.game));
    like.truncate(limit);
    Ok(like)
}

/// Chooses the games to compare, in ascending order.
fn choose_candidates(
    source: &GameSource<'_>,
    line: &GameDecoder<'_>,
    left_out: Option<i64>,
) -> Result<Vec<i64>, LoadGamesError> {
    let boards = first_boards(line);
    let mut chosen: HashSet<i64> = left_out.into_iter().collect();
    let most = MAX_LIKE + chosen.len();
    // Those with the longest common beginning first, then all others.
    for board in boards.iter().rev().chain([&Board::new(line.size())]) {
        let found: Vec<i64> = match board.is_empty() {
            true => source.all_ids()?,
            false => source
                .search(&Search::new(pattern_of(&SubPosition::goban(board.clone()))), &ListGames)?,
        };
        let mut found: Vec<i64> = found.into_iter().filter(|game| !chosen.contains(game)).collect();
        if chosen.len() + found.len() > most {
            let corners = count_corner_moves(source, &boards)?;
            let count =
                |game: &i64| corners.get(game).map_or(0, |corners| corners.iter().sum::<u32>());
            found.sort_by_key(|game| (Reverse(count(game)), *game));
            found.truncate(most - chosen.len());
        }
        chosen.extend(found);
        if chosen.len() == most || board.is_empty() {
            break;
        }
    }
    let mut chosen: Vec<i64> = chosen.into_iter().filter(|&game| Some(game) != left_out).collect();
    chosen.sort_unstable();
    Ok(chosen)
}

/// The boards after the first moves.
fn first_boards(line: &GameDecoder<'_>) -> Vec<Board> {
    let mut replay = LineReplay::new(line);
    let mut boards = Vec::new();
    while boards.len() < FIRST_MOVES && replay.play() {
        boards.push(replay.position().board.clone());
    }
    boards
}

/// For each game that has a corner of one of the boards, how many stones the largest one of each corner has.
fn count_corner_moves(
    source: &GameSource<'_>,
    boards: &[Board],
) -> Result<HashMap<i64, [u32; 4]>, LoadGamesError> {
    let mut counts: HashMap<i64, [u32; 4]> = HashMap::new();
    let Some(size) = boards.first().map(Board::size) else { return Ok(counts) };
    let side = corner_side(CornerOptions::default().window, size.cols(), size.rows());
    let window = Size::new(side, side).expect("the window is not larger than the board");
    let (right, bottom) = (size.cols() - side, size.rows() - side);
    let corners = [
        (Point::new(0, 0), Sides::RIGHT | Sides::BOTTOM),
        (Point::new(right, 0), Sides::LEFT | Sides::BOTTOM),
        (Point::new(right, bottom), Sides::LEFT | Sides::TOP),
        (Point::new(0, bottom), Sides::RIGHT | Sides::TOP),
    ];
    for (number, (origin, open)) in corners.into_iter().enumerate() {
        let mut windows: Vec<Board> =
            boards.iter().map(|board| board.cut(Region { origin, size: window })).collect();
        windows.dedup();
        for board in windows.into_iter().filter(|board| !board.is_empty()) {
            let stones = board.stones().count() as u32;
            let search = Search::new(pattern_of(&SubPosition { board, open }));
            for game in source.search(&search, &ListGames)? {
                let count = &mut counts.entry(game).or_default()[number];
                *count = stones.max(*count);
            }
        }
    }
    Ok(counts)
}

/// The positions of a game, for comparison with others.
struct ComparedGame {
    /// By their hashes, the moves before positions of the whole board.
    boards: HashMap<u64, u32>,
    /// By their hashes, the moves in each corner before positions of it.
    corners: [HashMap<u64, u32>; 4],
}

impl ComparedGame {
    fn new(line: &GameDecoder<'_>) -> ComparedGame {
        // Later positions replace earlier ones that are equal.
        let boards = hash_boards(line).into_iter().zip(0..).skip(1).collect();
        let mut corners = [(); 4].map(|()| HashMap::new());
        for at in list_corner_positions(line, CornerOptions::default()) {
            corners[at.corner].insert(at.hash, at.moves);
        }
        ComparedGame { boards, corners }
    }

    fn compare(&self, game: i64, line: &GameDecoder<'_>) -> LikeGame {
        let known = hash_boards(line).into_iter().filter_map(|hash| self.boards.get(&hash));
        let moves = known.copied().max().unwrap_or(0);
        let mut corners = [0; 4];
        for at in list_corner_positions(line, CornerOptions::default()) {
            for (most, known) in corners.iter_mut().zip(&self.corners) {
                *most = known.get(&at.hash).copied().unwrap_or(0).max(*most);
            }
        }
        LikeGame { game, moves, corners }
    }
}

/// Hashes of the whole board before the first move and after each move of a line, equal for boards that differ by
/// an operation.
fn hash_boards(line: &GameDecoder<'_>) -> Vec<u64> {
    let size = line.size();
    let operations: Vec<Symmetry> = (0..16).filter_map(Symmetry::from_index).collect();
    let number =
        |point: Point, color| zobrist_value(u16::from_le_bytes([point.col, point.row]), color);
    // No point has these columns.
    let of_size = |size: Size| {
        number(Point::new(u8::MAX, size.cols()), Color::Black)
            ^ number(Point::new(u8::MAX, size.rows()), Color::White)
    };
    let mut hashes: Vec<u64> =
        operations.iter().map(|operation| of_size(operation.size(size))).collect();
    let mut board = Board::new(size);
    let mut changes = line.changes().iter().peekable();
    let mut found = Vec::with_capacity(line.steps().len());
    for (step, at) in line.steps().iter().zip(0..) {
        while let Some(change) = changes.next_if(|change| change.step == at) {
            let point = size.point(change.point);
            for color in [board.get(point), change.stone].into_iter().flatten() {
                for (hash, operation) in hashes.iter_mut().zip(&operations) {
                    *hash ^= number(operation.point(point, size), operation.color(color));
                }
            }
            board.set(point, change.stone);
        }
        let least = hashes.iter().copied().min().expect("there are sixteen operations");
        if at == 0 || step.player().is_some() {
            found.push(least);
        } else if let Some(last) = found.last_mut() {
            *last = least; // a set-up behind a move belongs to the position after it
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::find::tests::Database;
    use crate::store::GameFilter;

    /// A game of random moves by the rules on a board of so many lines.
    fn game(lines: u8, seeds: &[u16]) -> String {
        let size = Size::new(lines, lines).unwrap();
        let points: Vec<Point> = size.points().collect();
        let mut position = crate::go::Position::new(size);
        let mut text = format!("(;SZ[{lines}]");
        for &seed in seeds {
            let color = position.to_move().sgf_char();
            let at = points[usize::from(seed) % points.len()];
            match seed % 16 != 15 && position.play(at).is_ok() {
                true => {
                    text.push_str(&format!(";{color}[{}]", crate::sgf::value::format_point(at)))
                }
                false => {
                    if position.pass().is_err() {
                        break;
                    }
                    text.push_str(&format!(";{color}[]"));
                }
            }
        }
        text + ")"
    }

    /// The boards before the first move and after each move.
    fn boards(store: &Store, game: i64) -> Vec<Board> {
        let lines = store.game_lines(game).unwrap().unwrap();
        let mut line = GameDecoder::new(&lines).unwrap();
        line.next_line().unwrap();
        let mut replay = LineReplay::new(&line);
        let mut boards = vec![replay.position().board.clone()];
        while replay.play() {
            boards.push(replay.position().board.clone());
        }
        boards
    }

    /// The least of the texts of a board under some operations, of which the corner at the upper left is cut.
    fn least(board: &Board, operations: &[u8], side: Option<u8>) -> String {
        let image = |&index: &u8| {
            let image = board.transform(Symmetry::from_index(index).unwrap());
            let size = side.map_or(image.size(), |side| Size::new(side, side).unwrap());
            format!("{:?}", image.cut(Region { origin: Point::new(0, 0), size }))
        };
        operations.iter().map(image).min().unwrap()
    }

    /// What two games have in common, position by position.
    fn plain(one: &[Board], other: &[Board]) -> (u32, [u32; 4]) {
        let all: Vec<u8> = (0..16).collect();
        let has = |board: &Board| {
            other.iter().any(|it| least(it, &all, None) == least(board, &all, None))
        };
        let moves = (1..one.len()).rev().find(|&moves| has(&one[moves])).unwrap_or(0) as u32;
        // The operations that bring each corner to the upper left: plain, mirrored, recolored, both.
        let of_corner = |corner: usize| {
            let to_upper_left: Vec<u8> = (0..8)
                .filter(|&index| {
                    let size = one[0].size();
                    let (right, bottom) = (size.cols() - 1, size.rows() - 1);
                    let from = [(0, 0), (right, 0), (right, bottom), (0, bottom)][corner];
                    let operation = Symmetry::from_index(index).unwrap();
                    operation.point(Point::new(from.0, from.1), size) == Point::new(0, 0)
                })
                .collect();
            to_upper_left.iter().flat_map(|&index| [index, index + 8]).collect::<Vec<u8>>()
        };
        let side = one[0].size().cols().div_ceil(2).min(10);
        let mut corners = [0; 4];
        for (corner, most) in corners.iter_mut().enumerate() {
            let mut moves = 0;
            for pair in one.windows(2) {
                let view = |board: &Board| least(board, &of_corner(corner), Some(side));
                let played = pair[1].stones().find(|&(point, _)| pair[0].get(point).is_none());
                let Some((point, _)) = played else { continue };
                let mut marked = Board::new(pair[1].size());
                marked.set(point, Some(Color::Black));
                if view(&marked) == view(&Board::new(marked.size())) {
                    if view(&pair[0]) == view(&pair[1]) {
                        continue;
                    }
                } else {
                    moves += 1;
                }
                let is_common = other[1..].iter().any(|board| {
                    (0..4).any(|its| least(board, &of_corner(its), Some(side)) == view(&pair[1]))
                });
                if is_common {
                    *most = moves.max(*most);
                }
            }
        }
        (moves, corners)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(12))]

        /// The positions of all games are compared with each other, on the whole board and in the corners.
        #[test]
        fn likeness_is_that_of_brute_force(
            shared in prop::collection::vec(any::<u16>(), 0..6),
            own in prop::collection::vec(prop::collection::vec(any::<u16>(), 0..10), 2..6),
            lines in 4u8..=6,
        ) {
            let games = own.iter().map(|own| game(lines, &[&shared[..], own].concat()));
            let text: String = games.collect();
            let database = Database::new(&[("games.sgf", &text)]);
            let store = &database.store;
            let ids = store.find_games(&GameFilter::default()).unwrap();
            for uses_index in [false, true] {
                let source = GameSource::new(store, &GameFilter::default(), uses_index).unwrap();
                for &id in &ids {
                    let own = boards(store, id);
                    let bytes = store.game_lines(id).unwrap().unwrap();
                    let found = find_like_games(store, &source, &bytes, Some(id), MAX_LIKE).unwrap();
                    let others = ids.iter().filter(|&&other| other != id);
                    let mut expected: Vec<LikeGame> = others
                        .map(|&game| {
                            let (moves, corners) = plain(&own, &boards(store, game));
                            LikeGame { game, moves, corners }
                        })
                        .filter(|like| like.rank() > (0, 0))
                        .collect();
                    expected.sort_by_key(|like| (Reverse(like.rank()), like.game));
                    prop_assert_eq!(found, expected, "{} of {}", id, text);
                }
            }
        }
    }

    #[test]
    fn of_very_many_games_those_with_the_longest_beginning_are_compared() {
        // 300 games with one move of the game, each in another orientation; 20 with three; 5 with its corner.
        let few: String = (0..300)
            .map(|n| format!("(;B[{}];W[{}])", ["pd", "dp"][n % 2], ["jj", "ck"][n % 2]))
            .collect();
        let more = "(;B[dd];W[pp];B[fc];W[kk])".repeat(20);
        let corner = "(;W[dp];B[dn];W[fq];B[jc])".repeat(5);
        let database = Database::new(&[("games.sgf", &format!("{few}{corner}{more}"))]);
        let store = &database.store;
        let query = Database::new(&[("game.sgf", "(;B[pd];W[dp];B[nc];W[pf];B[qq])")]);
        let lines = query.store.game_lines(1).unwrap().unwrap();
        for uses_index in [false, true] {
            let source = GameSource::new(store, &GameFilter::default(), uses_index).unwrap();
            let found = find_like_games(store, &source, &lines, None, 30).unwrap();
            let moves: Vec<u32> = found.iter().map(|like| like.moves).collect();
            assert_eq!(moves, [[3; 20].as_slice(), &[1; 10]].concat());
            assert_eq!((found[0].game, found[20].game, found[25].game), (306, 301, 1));
            assert_eq!(found[20].corners, [0, 3, 0, 1]);
        }
    }
}
