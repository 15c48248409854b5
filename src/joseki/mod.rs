//! Joseki: what is played in the corners of games.
//!
//! Of the first line of every game, each of the four corners is looked at
//! through a **window**, 10x10 on 19x19. Whenever something changes in it there
//! is another position; it goes under a number that it has in every corner,
//! mirrored, and recolored, and whatever order led to it: of the four ways to
//! see a corner the smallest, each kept up to date while moves are played.
//!
//! ```text
//!   . . . . . . |     a corner at the top right, as it is shown: the first
//!   . . . . . . |     move lies in the lower right half, on the diagonal or
//!   . . . X . . |     below; where all lies on the diagonal, the first move
//!   . . . . . . |     off it by Black goes below, one by White above
//!   . . . . X . |
//!   ~ ~ ~ ~ ~ ~       (Dan Liu, "Symmetry in joseki and fuseki", rules 1 to 4)
//! ```
//!
//! A position with the player whose turn it is has moves: points of the window,
//! or **tenuki**, when that player plays elsewhere. After a tenuki it is the
//! other player's turn in the same position. A game counts once for a move,
//! also when it comes in several of its corners.

mod corner;
mod tree;

pub use corner::{Corner, Normal};
pub use tree::write_sgf;

use std::collections::HashSet;

use rayon::prelude::*;

use crate::Color;
use crate::games::{DamagedMovesError, Lines, Step};
use crate::go::{Board, Point, Size, Symmetry};
use crate::record::{GameOutcome, Results, Winner};

/// How corners are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Columns and rows of the window; half of the board, rounded up, where
    /// that is less.
    pub window: u8,
    /// Moves in a corner that are followed.
    pub moves: u8,
}

impl Default for Options {
    fn default() -> Options {
        Options { window: 10, moves: 30 }
    }
}

/// A move in a corner, or elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// Where, in the orientation that was asked for; none for tenuki.
    pub point: Option<Point>,
    /// In how many games, and what came of them.
    pub results: Results,
}

/// One move of one game in one position, in one number, for there are many to
/// be sorted: by node, then by point, then by game.
///
/// ```text
///   node: 64 bits | point: 16 | game: 32 | Black's: 1, lowest
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Entry(u128);

impl Entry {
    /// `at` is the number of the point, row by row in the corner that is kept, or
    /// [`TENUKI`]; the player is that of the game.
    fn new(node: u64, at: u16, game: u32, player: Color) -> Entry {
        let is_black = u128::from(player == Color::Black);
        Entry(u128::from(node) << 49 | u128::from(at) << 33 | u128::from(game) << 1 | is_black)
    }

    fn node(self) -> u64 {
        (self.0 >> 49) as u64
    }

    fn at(self) -> u16 {
        (self.0 >> 33) as u16
    }

    fn game(self) -> u32 {
        (self.0 >> 1) as u32
    }

    fn player(self) -> Color {
        if self.0 & 1 == 1 { Color::Black } else { Color::White }
    }
}

const TENUKI: u16 = u16::MAX;

/// The corners of many games.
#[derive(Debug)]
pub struct Joseki {
    options: Options,
    /// Sorted; each once.
    entries: Vec<Entry>,
    outcomes: Vec<GameOutcome>,
}

impl Joseki {
    /// The corners of games: their moves as they are stored, and what is known
    /// of each, in the same order.
    ///
    /// # Errors
    /// When the moves of a game cannot be read.
    pub fn new(
        games: &[(GameOutcome, &[u8])],
        options: Options,
    ) -> Result<Joseki, DamagedMovesError> {
        let numbered: Vec<(u32, &[u8])> =
            (0..).zip(games).map(|(number, &(_, bytes))| (number, bytes)).collect();
        let parts: Vec<Result<Vec<Entry>, DamagedMovesError>> = numbered
            .par_chunks(256)
            .map(|games| {
                let mut entries = Vec::new();
                for &(game, bytes) in games {
                    let mut lines = Lines::new(bytes)?;
                    if lines.next()? {
                        corners(&lines, game, options, &mut entries);
                    }
                }
                entries.sort_unstable();
                entries.dedup();
                Ok(entries)
            })
            .collect();
        let mut entries = Vec::new();
        for part in parts {
            entries.append(&mut part?);
        }
        entries.par_sort_unstable();
        let outcomes = games.iter().map(|(outcome, _)| *outcome).collect();
        Ok(Joseki { options, entries, outcomes })
    }

    /// How the corners were looked at.
    pub fn options(&self) -> Options {
        self.options
    }

    /// The moves of a player in a corner, the most frequent first, and the
    /// number of games in which it was that player's turn there.
    pub fn moves(&self, corner: &Corner, turn: Color) -> (u64, Vec<Move>) {
        let normal = corner.normal(turn);
        let from = self.entries.partition_point(|entry| entry.node() < normal.node);
        let entries = &self.entries[from..];
        let entries = &entries[..entries.partition_point(|entry| entry.node() == normal.node)];
        let games: HashSet<u32> = entries.iter().map(|entry| entry.game()).collect();
        let mut moves: Vec<Move> = entries
            .chunk_by(|one, other| one.at() == other.at())
            .map(|entries| {
                let mut results = Results::default();
                for game in entries.chunk_by(|one, other| one.game() == other.game()) {
                    let outcome = self.outcomes.get(game[0].game() as usize).copied();
                    let unknown = GameOutcome { id: 0, winner: Winner::Unknown, year: None };
                    results
                        .add(&outcome.unwrap_or(unknown), game.iter().map(|entry| entry.player()));
                }
                let at = entries[0].at();
                let point = (at != TENUKI).then(|| corner.point(&normal, at, turn));
                Move { point, results }
            })
            .collect();
        moves.sort_by_key(|found| (std::cmp::Reverse(found.results.games), found.point));
        (games.len() as u64, moves)
    }
}

/// Adds the moves in all corners of the first line of a game.
fn corners(lines: &Lines<'_>, game: u32, options: Options, entries: &mut Vec<Entry>) {
    let board = lines.size();
    let window = options.window.min(board.cols().div_ceil(2)).min(board.rows().div_ceil(2));
    // Seen from each corner, the corner is at the top left.
    for symmetry in [0, 4, 2, 6].into_iter().filter_map(Symmetry::from_index) {
        let Ok(size) = Size::new(window, window) else { return };
        let mut corner = Corner::new(Board::new(size));
        let cols = u16::from(board.cols());
        let inside = |at: u16| {
            let point = Point::new((at % cols) as u8, (at / cols) as u8);
            Some(symmetry.point(point, board)).filter(|&point| size.contains(point))
        };
        let mut changes = lines.changes().iter().peekable();
        let mut moves = 0;
        // For each player, the position's number and its entries.
        let mut normals: [Option<Normal>; 2] = [None, None];
        let mut has_tenuki = [false; 2];
        for (step, i) in lines.steps().iter().zip(0..) {
            let inside_move = match step {
                Step::Play(_, point) => {
                    Some(symmetry.point(*point, board)).filter(|&point| size.contains(point))
                }
                _ => None,
            };
            if let Some(player) = step.player() {
                let own = player as usize;
                let is_told = inside_move.is_none() && has_tenuki[own];
                if !is_told {
                    let normal = &*normals[own].get_or_insert_with(|| corner.normal(player));
                    let at = inside_move.map_or(TENUKI, |point| corner.number(normal, point));
                    has_tenuki[own] |= inside_move.is_none();
                    entries.push(Entry::new(normal.node, at, game, player));
                }
            }
            let mut has_changed = false;
            while let Some(change) = changes.next_if(|change| change.step == i) {
                if let Some(point) = inside(change.point) {
                    corner.set(point, change.stone);
                    has_changed = true;
                }
            }
            if has_changed {
                normals = [None, None];
                has_tenuki = [false; 2];
                moves += 1;
                if moves >= options.moves {
                    break;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use proptest::prelude::*;

    use super::*;
    use crate::games::Encoder;
    use crate::go::Position;

    /// Some random moves by the rules.
    fn game(size: Size, seeds: &[u16]) -> Vec<u8> {
        let points: Vec<Point> = size.points().collect();
        let mut position = Position::new(size);
        let mut encoder = Encoder::new(size, &[]);
        for &seed in seeds {
            let color = position.to_move();
            let free = (0..points.len()).map(|i| points[(usize::from(seed) + i) % points.len()]);
            match free.into_iter().find(|&point| position.check(point).is_ok()) {
                Some(point) if seed % 16 > 0 => {
                    let captured = position.play(point).unwrap().captured.to_vec();
                    encoder.play(color, point, &captured);
                }
                _ => {
                    position.resume(!color);
                    let _ = position.pass();
                    encoder.pass(color);
                }
            }
        }
        encoder.finish()
    }

    /// The window seen from its corner, then the mover and the move, in the
    /// smallest of the four ways to see it; the position alone comes first.
    fn seen(window: &Board, turn: Color, at: Option<Point>) -> (String, String) {
        let ways = ["IR0", "SR1", "N_IR0", "N_SR1"].map(|name| {
            let symmetry: Symmetry = name.parse().unwrap();
            let text = format!("{:?}{}", window.transform(symmetry), symmetry.color(turn));
            let point = at.map(|point| symmetry.point(point, window.size()));
            (text, format!("{point:?}"))
        });
        ways.into_iter().min().unwrap()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]

        /// Every position of every corner, one after the other.
        #[test]
        fn moves_are_those_of_a_plain_count(
            seeds in prop::collection::vec(prop::collection::vec(any::<u16>(), 0..50), 1..12),
            cols in 1u8..=7, rows in 1u8..=7, moves in 1u8..12,
        ) {
            let size = Size::new(cols, rows).unwrap();
            let options = Options { window: 3, moves };
            let side = 3.min(cols.div_ceil(2)).min(rows.div_ceil(2));
            let games: Vec<Vec<u8>> = seeds.iter().map(|seeds| game(size, seeds)).collect();
            let with: Vec<(GameOutcome, &[u8])> = games
                .iter()
                .zip(1..)
                .map(|(bytes, id)| (GameOutcome { id, winner: Winner::Black, year: None }, &**bytes))
                .collect();
            let joseki = Joseki::new(&with, options).unwrap();

            // For each position the games with each move; and a corner to ask for.
            let mut plain: BTreeMap<String, BTreeMap<String, BTreeSet<usize>>> = BTreeMap::new();
            let mut corners = BTreeMap::new();
            for (number, bytes) in games.iter().enumerate() {
                for mirror in ["IR0", "SR0", "SR2", "IR2"] {
                    let mirror: Symmetry = mirror.parse().unwrap();
                    let mut lines = Lines::new(bytes).unwrap();
                    lines.next().unwrap();
                    let mut board = Board::new(size);
                    let mut window = Board::new(Size::new(side, side).unwrap());
                    let mut played = 0;
                    for (i, step) in lines.steps().iter().enumerate() {
                        let inside = |point: Point| {
                            Some(mirror.point(point, size)).filter(|&p| window.size().contains(p))
                        };
                        let at = match step {
                            Step::Play(_, point) => inside(*point),
                            _ => None,
                        };
                        if let (Some(turn), true) = (step.player(), played < moves) {
                            let (key, at) = seen(&window, turn, at);
                            corners.insert(key.clone(), (window.clone(), turn));
                            plain.entry(key).or_default().entry(at).or_default().insert(number);
                        }
                        for change in lines.changes().iter().filter(|c| usize::from(c.step) == i) {
                            let (at, cols) = (change.point, u16::from(cols));
                            board.set(Point::new((at % cols) as u8, (at / cols) as u8), change.stone);
                        }
                        let turned = board.transform(mirror);
                        let region = crate::go::Region { origin: Point::new(0, 0), size: window.size() };
                        let now = turned.cut(region);
                        played += u8::from(now != window);
                        window = now;
                    }
                }
            }
            for (key, moves) in plain {
                let (window, turn) = &corners[&key];
                let corner = Corner::new(window.clone());
                let (all, found) = joseki.moves(&corner, *turn);
                let games: BTreeSet<usize> = moves.values().flatten().copied().collect();
                prop_assert_eq!(all as usize, games.len());
                let mut found: Vec<(String, u64)> = found
                    .into_iter()
                    .map(|found| (seen(window, *turn, found.point).1, found.results.games))
                    .collect();
                found.sort();
                let expected: Vec<(String, u64)> =
                    moves.into_iter().map(|(at, games)| (at, games.len() as u64)).collect();
                prop_assert_eq!(found, expected, "{}", key);
            }
        }
    }
}
