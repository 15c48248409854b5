//! Joseki: the moves played in the corners of games.
//!
//! Each of the four corners of every line of every game is seen through a **window**,
//! 10x10 on 19x19. Every change inside of the window makes a new position. A position is
//! identified by the least of four Zobrist hashes (the corner, mirrored in its diagonal,
//! recolored, and both), so the four corners, both colors and all orders of moves lead to
//! one **node**.
//!
//! An **occurrence** of a node is one corner of one line, from the root of the game tree to an
//! end, in which the player comes to move in the position; a position that comes again in the
//! same corner of a line counts once. The continuation of an occurrence is the stone that ends
//! the position, if the player plays this stone inside of the window, else **tenuki**. (In a
//! position that is its own recolored image, such as the empty corner, either player is to move.)
//! So the continuations of a node are as many as its occurrences. After a tenuki the other player is
//! to move in the same position. Equivalent points of a symmetric corner are named by their
//! canonical point ([`crate::games::Stabilizer`]).
//!
//! Of the lines of a game only the main line was played. The statistics by year and rank count only
//! its occurrences: else one game with many variations would outweigh all others.

mod corner;
mod corner_moves;
mod corner_options;
mod corner_positions;
mod corner_visit;
mod dictionary;
mod digest;
mod entries;
mod move_counter;
mod tree;

pub use corner::{Corner, NormalForm};
pub use corner_moves::{CornerMoves, Move};
pub use corner_options::CornerOptions;
#[cfg(feature = "store")]
pub(crate) use corner_options::corner_side;
pub use corner_positions::{CornerPosition, list_corner_positions};
pub use corner_visit::{CornerVisit, visit_corner, visit_corners};
pub use dictionary::Dictionary;
pub use digest::DigestCorner;
pub use tree::{move_letters, write_sgf};

use std::collections::{BTreeSet, HashSet};

use crate::Color;
use crate::games::IndexGameError;
use crate::model::GameOutcome;
use entries::Entry;
use move_counter::MoveCounter;

/// Which positions are kept. Most occur in one game only and take most of the memory.
#[derive(Clone, Copy, Debug)]
pub enum Kept<'a> {
    /// All of them.
    All,
    /// Those of at least two games.
    Shared,
    /// One corner, with this player to move.
    Only(&'a Corner, Color),
}

/// The moves in the corners of many games.
#[derive(Debug)]
pub struct Joseki {
    options: CornerOptions,
    /// Sorted.
    entries: Vec<Entry>,
    /// For each game, by the number in the entries.
    outcomes: Vec<GameOutcome>,
}

impl Joseki {
    /// Extracts the moves in the corners of games, given as their outcomes and their encoded
    /// moves.
    ///
    /// # Errors
    /// When the moves of a game cannot be decoded: the first such game.
    pub fn new(
        games: &[(GameOutcome, &[u8])],
        options: CornerOptions,
        kept: Kept<'_>,
    ) -> Result<Joseki, IndexGameError> {
        let lines: Vec<&[u8]> = games.iter().map(|&(_, bytes)| bytes).collect();
        let entries = match kept {
            Kept::All => entries::extract_entries(&lines, options, |_| true),
            Kept::Shared => entries::extract_shared_entries(&lines, options),
            Kept::Only(corner, turn) => {
                let wanted = corner.normalize(turn).node;
                entries::extract_entries(&lines, options, |node| node == wanted)
            }
        };
        let entries = entries.map_err(|source| {
            let is_damaged = |(_, bytes): &&(GameOutcome, &[u8])| {
                entries::extract_entries(&[*bytes], options, |_| false).is_err()
            };
            let game = games.iter().find(is_damaged).map_or(0, |(outcome, _)| outcome.id);
            IndexGameError { game, source }
        })?;
        let outcomes = games.iter().map(|(outcome, _)| *outcome).collect();
        Ok(Joseki { options, entries, outcomes })
    }

    /// The options given to [`new`](Self::new).
    pub fn options(&self) -> CornerOptions {
        self.options
    }

    /// The number of games.
    pub fn games(&self) -> usize {
        self.outcomes.len()
    }

    /// Counts the continuations of a corner with this player to move.
    pub fn moves(&self, corner: &Corner, turn: Color) -> CornerMoves {
        let normal = corner.normalize(turn);
        self.count_moves(corner, turn, &normal, self.entries_of(&normal))
    }

    /// Whether a continuation of a corner with this player to move occurs in so many games.
    pub fn has_moves(&self, corner: &Corner, turn: Color, min_games: u64) -> bool {
        self.moves(corner, turn).moves.iter().any(|found| found.results.games >= min_games)
    }

    /// Counts the continuations as [`moves`](Self::moves) does, but only in the games with these numbers,
    /// which are in ascending order.
    pub fn moves_in(&self, games: &[i64], corner: &Corner, turn: Color) -> CornerMoves {
        let normal = corner.normalize(turn);
        let is_wanted =
            |entry: &&Entry| games.binary_search(&self.outcomes[entry.game() as usize].id).is_ok();
        let entries: Vec<Entry> =
            self.entries_of(&normal).iter().filter(is_wanted).copied().collect();
        self.count_moves(corner, turn, &normal, &entries)
    }

    /// The numbers of the games in which a corner occurs with this player to move, in ascending order if
    /// those of [`new`](Self::new) are.
    pub fn games_with(&self, corner: &Corner, turn: Color) -> Vec<i64> {
        let entries = self.entries_of(&corner.normalize(turn));
        let games: BTreeSet<u32> = entries.iter().map(|entry| entry.game()).collect();
        games.into_iter().map(|game| self.outcomes[game as usize].id).collect()
    }

    /// The entries of a corner.
    fn entries_of(&self, normal: &NormalForm) -> &[Entry] {
        let from = self.entries.partition_point(|entry| entry.node() < normal.node);
        let entries = &self.entries[from..];
        &entries[..entries.partition_point(|entry| entry.node() == normal.node)]
    }

    fn count_moves(
        &self,
        corner: &Corner,
        turn: Color,
        normal: &NormalForm,
        entries: &[Entry],
    ) -> CornerMoves {
        let games: HashSet<u32> = entries.iter().map(|entry| entry.game()).collect();
        let mut counter = MoveCounter::default();
        for entries in
            entries.chunk_by(|one, other| (one.at(), one.game()) == (other.at(), other.game()))
        {
            let (mut players, mut played) = ([0; 2], [0; 2]);
            for entry in entries {
                players[entry.player() as usize] += entry.occurrences();
                played[entry.player() as usize] += u32::from(entry.is_played());
            }
            let outcome = &self.outcomes[entries[0].game() as usize];
            counter.add(entries[0].at(), outcome, players, played);
        }
        counter.finish(corner, turn, normal, games.len() as u64)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;
    use crate::games::{GameDecoder, GameEncoder, Step};
    use crate::go::{Board, Point, Position, Size, Symmetry};
    use crate::model::{Results, Winner};

    /// Some random moves by the rules, with variations.
    fn game(size: Size, seeds: &[u16]) -> Vec<u8> {
        let points: Vec<Point> = size.points().collect();
        let mut path = vec![Position::new(size)];
        let mut encoder = GameEncoder::new(size, &[]);
        for &seed in seeds {
            if seed % 8 == 7 {
                path.truncate(1 + usize::from(seed >> 8) % path.len());
                encoder.go_back(path.len());
                continue;
            }
            let mut position = path[path.len() - 1].clone();
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
            path.push(position);
        }
        encoder.finish()
    }

    /// The window with the player to move, and the move: the least of the four images.
    fn seen(window: &Board, turn: Color, at: Option<Point>) -> (String, String) {
        let images = ["IR0", "SR1", "N_IR0", "N_SR1"].map(|name| {
            let symmetry: Symmetry = name.parse().unwrap();
            let text = format!("{:?}{}", window.transform(symmetry), symmetry.color(turn));
            let point = at.map(|point| symmetry.point(point, window.size()));
            (text, format!("{point:?}"))
        });
        images.into_iter().min().unwrap()
    }

    /// The occurrences in one corner of one line, seen under a mirror: the position and the player
    /// to move, by text and as they are, and the continuation by text.
    fn plain_occurrences(
        lines: &GameDecoder<'_>,
        mirror: Symmetry,
        side: u8,
        moves: u8,
    ) -> Vec<(String, (Board, Color), String)> {
        let size = lines.size();
        let region =
            crate::go::Region { origin: Point::new(0, 0), size: Size::new(side, side).unwrap() };
        let mut board = Board::new(size);
        let mut window = board.cut(region);
        // Each position of the corner: the players who moved there, and the stone that ended it.
        type CornerPosition = (Board, Vec<Color>, Option<(Color, Point)>);
        let mut positions: Vec<CornerPosition> = Vec::new();
        let mut players = Vec::new();
        for (i, step) in lines.steps().iter().enumerate() {
            players.extend(step.player());
            for change in lines.changes().iter().filter(|c| usize::from(c.step) == i) {
                let (at, cols) = (change.point, u16::from(size.cols()));
                board.set(Point::new((at % cols) as u8, (at / cols) as u8), change.stone);
            }
            let now = board.transform(mirror).cut(region);
            if now != window {
                let inside = |point: Point| {
                    Some(mirror.point(point, size)).filter(|&point| window.size().contains(point))
                };
                let stone = match *step {
                    Step::Play(color, point) => inside(point).map(|point| (color, point)),
                    _ => None,
                };
                let before = std::mem::replace(&mut window, now);
                positions.push((before, std::mem::take(&mut players), stone));
            }
        }
        positions.push((window, players, None));
        positions.truncate(usize::from(moves));
        let mut known = BTreeSet::new();
        let mut occurrences = Vec::new();
        for (window, players, stone) in positions {
            for &turn in &players {
                let (key, tenuki) = seen(&window, turn, None);
                if !known.insert(key.clone()) {
                    continue;
                }
                // The stone of a player to whom the position looks the same.
                let stone = stone.map(|(player, at)| (player, seen(&window, player, Some(at))));
                let (player, at) = match stone {
                    Some((player, (same, at))) if same == key => (player, at),
                    _ => (turn, tenuki),
                };
                occurrences.push((key, (window.clone(), player), at));
            }
        }
        occurrences
    }

    /// What is counted of a continuation.
    #[derive(Clone, Debug, Default, PartialEq)]
    struct Plain {
        occurrences: u64,
        games: BTreeSet<i64>,
        wins: u64,
        losses: u64,
        /// Occurrences in main lines.
        played: u64,
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        /// The oracle visits every position of every corner of every line.
        #[test]
        fn moves_agree_with_a_brute_force_count(
            seeds in prop::collection::vec(prop::collection::vec(any::<u16>(), 0..50), 1..12),
            cols in 1u8..=7, rows in 1u8..=7, moves in 1u8..12,
        ) {
            let size = Size::new(cols, rows).unwrap();
            let options = CornerOptions { window: 3, moves, ..CornerOptions::default() };
            let side = 3.min(cols.div_ceil(2)).min(rows.div_ceil(2));
            let games: Vec<Vec<u8>> = seeds.iter().map(|seeds| game(size, seeds)).collect();
            let winners = [Winner::Black, Winner::White, Winner::Unknown];
            let outcome = |id| {
                let winner = winners[id as usize % 3];
                GameOutcome { id, winner, year: Some(2000), ranks: [None; 2] }
            };
            let with: Vec<(GameOutcome, &[u8])> =
                games.iter().zip(1..).map(|(bytes, id)| (outcome(id), &**bytes)).collect();
            let joseki = Joseki::new(&with, options, Kept::All).unwrap();
            let shared = Joseki::new(&with, options, Kept::Shared).unwrap();

            let mut plain: BTreeMap<String, BTreeMap<String, Plain>> = BTreeMap::new();
            let mut corners = BTreeMap::new();
            for (GameOutcome { id, winner, .. }, bytes) in &with {
                let mut lines = GameDecoder::new(bytes).unwrap();
                let mut line = 0;
                while lines.next_line().unwrap() {
                    line += 1;
                    for mirror in ["IR0", "SR0", "SR2", "IR2"] {
                        let mirror: Symmetry = mirror.parse().unwrap();
                        for (key, corner, at) in plain_occurrences(&lines, mirror, side, moves) {
                            let counted = plain.entry(key.clone()).or_default().entry(at).or_default();
                            counted.occurrences += 1;
                            counted.played += u64::from(line == 1);
                            counted.games.insert(*id);
                            let winner = winner.color();
                            counted.wins += u64::from(winner == Some(corner.1));
                            counted.losses += u64::from(winner == Some(!corner.1));
                            corners.insert(key, corner);
                        }
                    }
                }
            }
            for (key, moves) in plain {
                let (window, turn) = &corners[&key];
                let corner = Corner::new(window.clone());
                let found = joseki.moves(&corner, *turn);
                let only = Joseki::new(&with, options, Kept::Only(&corner, *turn)).unwrap();
                prop_assert_eq!(&only.moves(&corner, *turn), &found);
                let expected = if found.games > 1 { found.clone() } else { CornerMoves::default() };
                prop_assert_eq!(shared.moves(&corner, *turn), expected);
                let half: Vec<i64> = (1..=games.len() as i64).step_by(2).collect();
                let of_half: Vec<_> = half.iter().map(|&id| with[id as usize - 1]).collect();
                let of_half = Joseki::new(&of_half, options, Kept::All).unwrap();
                prop_assert_eq!(joseki.moves_in(&half, &corner, *turn), of_half.moves(&corner, *turn));
                let games: BTreeSet<i64> =
                    moves.values().flat_map(|plain| plain.games.iter().copied()).collect();
                prop_assert_eq!(found.games as usize, games.len());
                prop_assert_eq!(found.occurrences, moves.values().map(|plain| plain.occurrences).sum::<u64>());
                let mut found: Vec<_> = found
                    .moves
                    .into_iter()
                    .map(|found| {
                        let Results { games, wins, losses, breakdown, .. } = found.results;
                        let at = seen(window, *turn, found.point).1;
                        let played = breakdown.years.iter().map(|group| group.count).sum();
                        (at, [found.occurrences, games, wins, losses, played])
                    })
                    .collect();
                found.sort();
                let expected: Vec<_> = moves
                    .into_iter()
                    .map(|(at, plain)| {
                        let Plain { occurrences, games, wins, losses, played } = plain;
                        (at, [occurrences, games.len() as u64, wins, losses, played])
                    })
                    .collect();
                prop_assert_eq!(found, expected, "{}", key);
            }
        }
    }

    /// ```text
    ///   setup A ─┬─ setup B ─ B 1       The last line has the first stones of the game, but no move
    ///            └─ B 2 ─ W 3           with the line before in common.
    /// ```
    #[test]
    fn a_line_may_go_back_to_the_stones_of_an_earlier_one() {
        let size = Size::new(9, 9).unwrap();
        let mut encoder = GameEncoder::new(size, &[(Point::new(0, 0), Some(Color::Black))]);
        encoder.play(Color::Black, Point::new(2, 2), &[]);
        encoder.go_back(1);
        encoder.setup(&[(Point::new(1, 0), Some(Color::White))]);
        encoder.play(Color::Black, Point::new(3, 2), &[]);
        encoder.go_back(1);
        encoder.play(Color::Black, Point::new(2, 3), &[]);
        let bytes = encoder.finish();
        let outcome = GameOutcome { id: 1, winner: Winner::Black, year: None, ranks: [None; 2] };
        let options = CornerOptions { window: 4, moves: 9, ..CornerOptions::default() };
        let joseki = Joseki::new(&[(outcome, &bytes)], options, Kept::All).unwrap();
        let mut board = Board::new(Size::new(4, 4).unwrap());
        board.set(Point::new(0, 0), Some(Color::Black));
        let found = joseki.moves(&Corner::new(board), Color::Black);
        let points: Vec<_> = found.moves.iter().map(|found| found.point).collect();
        assert_eq!((found.games, found.occurrences), (1, 2));
        assert_eq!(points, [Some(Point::new(2, 2)), Some(Point::new(2, 3))]);
    }
}
