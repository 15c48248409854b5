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
mod entries;
mod tree;

pub use corner::{Corner, Normal};
pub use tree::write_sgf;

use std::collections::HashSet;

use crate::Color;
use crate::games::DamagedMovesError;
use crate::go::Point;
use crate::model::{GameOutcome, Results, Winner};
use entries::{Entry, TENUKI};

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

/// Which positions are kept. Most come in one game only, and a lot of memory
/// would go into them.
#[derive(Clone, Copy, Debug)]
pub enum Kept<'a> {
    /// All of them.
    All,
    /// Those that come in two games or more.
    Shared,
    /// This one.
    Only(&'a Corner, Color),
}

/// A move in a corner, or elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// Where, in the orientation that was asked for; none for tenuki.
    pub point: Option<Point>,
    /// In how many games, and what came of them.
    pub results: Results,
}

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
        kept: Kept<'_>,
    ) -> Result<Joseki, DamagedMovesError> {
        let lines: Vec<&[u8]> = games.iter().map(|&(_, bytes)| bytes).collect();
        let entries = match kept {
            Kept::All => entries::gather(&lines, options, |_| true)?,
            Kept::Shared => entries::shared(&lines, options)?,
            Kept::Only(corner, turn) => {
                let wanted = corner.normal(turn).node;
                entries::gather(&lines, options, |node| node == wanted)?
            }
        };
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
                    let movers = game.iter().map(|entry| entry.player());
                    results.add_game(&outcome.unwrap_or(unknown), movers);
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

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use proptest::prelude::*;

    use super::*;
    use crate::games::{Encoder, Lines, Step};
    use crate::go::{Board, Position, Size, Symmetry};

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
            let joseki = Joseki::new(&with, options, Kept::All).unwrap();
            let shared = Joseki::new(&with, options, Kept::Shared).unwrap();

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
                let only = Joseki::new(&with, options, Kept::Only(&corner, *turn)).unwrap();
                prop_assert_eq!(only.moves(&corner, *turn), (all, found.clone()));
                let expected = if all > 1 { (all, found.clone()) } else { (0, vec![]) };
                prop_assert_eq!(shared.moves(&corner, *turn), expected);
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
