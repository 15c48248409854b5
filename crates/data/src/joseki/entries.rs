//! Extraction of all moves in the corners of games.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use super::corner::{Corner, NormalForm};
use super::corner_options::CornerOptions;
use crate::Color;
use crate::games::{DecodeGameError, GameDecoder, Step};
use crate::go::{Board, Point, Size, Symmetry};

/// Games that a thread processes at a time.
const GAMES: usize = 256;

/// One move of one game in one position of a corner, packed for fast sorting: by node,
/// then by point, then by game.
///
/// ```text
///   bits 112 to 49   48 to 33          32 to 1   0
///   node             point or TENUKI   game      Black's
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Entry(u128);

impl Entry {
    /// `at` is the number of a point in the normal form, or [`TENUKI`]; `player` is the
    /// player in the game.
    fn new(node: u64, at: u16, game: u32, player: Color) -> Entry {
        let is_black = u128::from(player == Color::Black);
        Entry(u128::from(node) << 49 | u128::from(at) << 33 | u128::from(game) << 1 | is_black)
    }

    pub(super) fn node(self) -> u64 {
        (self.0 >> 49) as u64
    }

    pub(super) fn at(self) -> u16 {
        (self.0 >> 33) as u16
    }

    pub(super) fn game(self) -> u32 {
        (self.0 >> 1) as u32
    }

    pub(super) fn player(self) -> Color {
        if self.0 & 1 == 1 { Color::Black } else { Color::White }
    }
}

/// The number for a move outside of the window.
pub(super) const TENUKI: u16 = u16::MAX;

/// A move in a position of a corner, or a tenuki.
pub(super) struct CornerMove {
    pub(super) node: u64,
    /// Whether this is the first move of the player in this position.
    is_first: bool,
    pub(super) at: u16,
    pub(super) player: Color,
    /// The number of the corner, as in [`Windows::points`].
    pub(super) corner: usize,
    /// The number of the move in the line, from 1.
    pub(super) number: u32,
}

/// A set of the nodes added at least twice, with false positives: a counting Bloom filter
/// with one hash function and counters of two bits that stop at two. Threads add without
/// locks.
struct SeenTwiceFilter {
    once: Vec<AtomicU64>,
    twice: Vec<AtomicU64>,
}

impl SeenTwiceFilter {
    /// Counters per game: about four for each position in its corners.
    const COUNTERS: usize = 512;

    fn new(games: usize) -> SeenTwiceFilter {
        let words = (games * SeenTwiceFilter::COUNTERS / 64).next_power_of_two();
        let bits = || (0..words).map(|_| AtomicU64::new(0)).collect();
        SeenTwiceFilter { once: bits(), twice: bits() }
    }

    /// The word and the bit of a node, which is a hash already.
    fn slot(&self, node: u64) -> (usize, u64) {
        let word = (node >> 6) as usize % self.once.len();
        (word, 1 << (node % 64))
    }

    fn add(&self, node: u64) {
        let (word, bit) = self.slot(node);
        // Relaxed: the bits guard no other memory.
        if self.once[word].fetch_or(bit, Ordering::Relaxed) & bit != 0 {
            self.twice[word].fetch_or(bit, Ordering::Relaxed);
        }
    }

    fn may_contain(&self, node: u64) -> bool {
        let (word, bit) = self.slot(node);
        self.twice[word].load(Ordering::Relaxed) & bit != 0
    }
}

/// Passes all moves in the corners of the main lines of games to `visit`, each with the
/// index of its game.
fn visit_games(
    games: &[&[u8]],
    options: CornerOptions,
    mut visit: impl FnMut(usize, CornerMove),
) -> Result<(), DecodeGameError> {
    let mut windows: Option<Windows> = None;
    for (bytes, game) in games.iter().zip(0..) {
        let mut lines = GameDecoder::new(bytes)?;
        let board = lines.size();
        let windows = match windows.take().filter(|windows| windows.board == board) {
            Some(same) => windows.insert(same),
            None => windows.insert(Windows::new(board, options)),
        };
        if lines.next_line()? {
            windows.visit_line(&lines, options, |corner_move| visit(game, corner_move));
        }
    }
    Ok(())
}

/// Extracts the entries of the wanted nodes, sorted and deduplicated.
pub(super) fn extract_entries(
    games: &[&[u8]],
    options: CornerOptions,
    is_wanted: impl Fn(u64) -> bool + Sync,
) -> Result<Vec<Entry>, DecodeGameError> {
    let entries = Mutex::new(Vec::new());
    let parts = games.par_chunks(GAMES).enumerate();
    parts.try_for_each_init(Vec::new, |found, (part, games)| {
        visit_games(games, options, |game, CornerMove { node, at, player, .. }| {
            if is_wanted(node) {
                found.push(Entry::new(node, at, (part * GAMES + game) as u32, player));
            }
        })?;
        // Appended at once: partial results kept until the end would double the memory.
        entries.lock().expect("no thread panics while it holds the lock").append(found);
        Ok(())
    })?;
    let mut entries = entries.into_inner().expect("no thread panics while it holds the lock");
    entries.par_sort_unstable();
    entries.dedup();
    Ok(entries)
}

/// Extracts the entries of the nodes of at least two games. Two passes: most nodes belong
/// to one game only, and their entries would take most of the memory.
pub(super) fn extract_shared_entries(
    games: &[&[u8]],
    options: CornerOptions,
) -> Result<Vec<Entry>, DecodeGameError> {
    let twice = SeenTwiceFilter::new(games.len());
    games.par_chunks(GAMES).try_for_each(|games| {
        visit_games(games, options, |_, CornerMove { node, is_first, .. }| {
            if is_first {
                twice.add(node);
            }
        })
    })?;
    let mut entries = extract_entries(games, options, |node| twice.may_contain(node))?;
    // False positives, and nodes that came twice in one game.
    let nodes = entries.chunk_by(|one, other| one.node() == other.node());
    let is_shared = nodes.flat_map(|node| {
        let is_shared = node.iter().any(|entry| entry.game() != node[0].game());
        node.iter().map(move |_| is_shared)
    });
    let mut is_shared = is_shared.collect::<Vec<bool>>().into_iter();
    entries.retain(|_| is_shared.next().expect("there is one flag for each entry"));
    Ok(entries)
}

/// The windows of the four corners of a board.
pub(super) struct Windows {
    board: Size,
    window: Size,
    /// For each point of the board, by number, the point in each window, with the corner of
    /// the window at the upper left. The corners are the upper left, the upper right, the lower
    /// right and the lower left.
    points: Vec<[Option<Point>; 4]>,
}

/// The state of one corner during a game.
struct CornerState {
    corner: Corner,
    /// For each player to move the normal form, computed on the first move.
    normals: [Option<NormalForm>; 2],
    /// For each player whether a tenuki has been counted since the corner changed.
    has_tenuki: [bool; 2],
    has_changed: bool,
    /// Number of changes of the corner still to be followed.
    moves: u8,
}

impl Windows {
    pub(super) fn new(board: Size, options: CornerOptions) -> Windows {
        let side = options.window.min(board.cols().div_ceil(2)).min(board.rows().div_ceil(2));
        let window = Size::new(side, side).expect("the window is not larger than the board");
        // The rotation by 180 degrees and the mirrors: each moves one corner to the upper left.
        let symmetries = [0, 4, 2, 6]
            .map(|index| Symmetry::from_index(index).expect("there are sixteen symmetries"));
        let inside = |point| {
            symmetries
                .map(|symmetry| symmetry.point(point, board))
                .map(|point| window.contains(point).then_some(point))
        };
        Windows { board, window, points: board.points().map(inside).collect() }
    }

    /// Passes the moves of the current line in all four corners to `visit`.
    pub(super) fn visit_line(
        &self,
        lines: &GameDecoder<'_>,
        options: CornerOptions,
        mut visit: impl FnMut(CornerMove),
    ) {
        let mut corners = [(); 4].map(|()| CornerState {
            corner: Corner::new(Board::new(self.window)),
            normals: [None, None],
            has_tenuki: [false; 2],
            has_changed: false,
            moves: options.moves.max(1),
        });
        let mut changes = lines.changes().iter().peekable();
        let mut number = 0;
        for (step, i) in lines.steps().iter().zip(0..) {
            if corners.iter().all(|corner| corner.moves == 0) {
                return;
            }
            let inside = match *step {
                Step::Play(_, point) => self.points[usize::from(self.board.number(point))],
                _ => [None; 4],
            };
            if let Some(player) = step.player() {
                number += 1;
                for (corner, (state, inside)) in corners.iter_mut().zip(inside).enumerate() {
                    if let Some((node, is_first, at)) = state.play(player, inside) {
                        visit(CornerMove { node, is_first, at, player, corner, number });
                    }
                }
            }
            while let Some(change) = changes.next_if(|change| change.step == i) {
                let inside = self.points[usize::from(change.point)];
                for (state, point) in corners.iter_mut().zip(inside) {
                    if let Some(point) = point {
                        state.corner.set(point, change.stone);
                        state.has_changed = true;
                    }
                }
            }
            corners.iter_mut().for_each(CornerState::end_step);
        }
    }
}

impl CornerState {
    /// A player plays on a point of the window or, if `None`, elsewhere. Returns the node, whether
    /// this is the first move of the player there, and the number of the point, if the move counts.
    #[inline]
    fn play(&mut self, player: Color, inside: Option<Point>) -> Option<(u64, bool, u16)> {
        let own = player as usize;
        if self.moves == 0 || inside.is_none() && self.has_tenuki[own] {
            return None;
        }
        let is_first = self.normals[own].is_none();
        let normal = &*self.normals[own].get_or_insert_with(|| self.corner.normalize(player));
        let at = inside.map_or(TENUKI, |point| self.corner.point_number(normal, point));
        self.has_tenuki[own] |= inside.is_none();
        Some((normal.node, is_first, at))
    }

    fn end_step(&mut self) {
        if std::mem::take(&mut self.has_changed) && self.moves > 0 {
            self.normals = [None, None];
            self.has_tenuki = [false; 2];
            self.moves -= 1;
        }
    }
}
