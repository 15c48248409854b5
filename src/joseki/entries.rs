//! All moves in the corners of games, each in one number.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

use super::Options;
use super::corner::{Corner, Normal};
use crate::Color;
use crate::games::{DecodeGameError, GameDecoder, Step};
use crate::go::{Board, Point, Size, Symmetry};

/// Games that a thread takes at once.
const GAMES: usize = 256;

/// One move of one game in one position, in one number, for there are many to
/// be sorted: by node, then by point, then by game.
///
/// ```text
///   node: 64 bits | point: 16 | game: 32 | Black's: 1, lowest
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Entry(u128);

impl Entry {
    /// `at` is the number of the point, row by row in the corner that is kept, or
    /// [`TENUKI`]; the player is that of the game.
    fn new(node: u64, at: u16, game: u32, player: Color) -> Entry {
        let is_black = u128::from(player == Color::Black);
        Entry(u128::from(node) << 49 | u128::from(at) << 33 | u128::from(game) << 1 | is_black)
    }

    pub fn node(self) -> u64 {
        (self.0 >> 49) as u64
    }

    pub fn at(self) -> u16 {
        (self.0 >> 33) as u16
    }

    pub fn game(self) -> u32 {
        (self.0 >> 1) as u32
    }

    pub fn player(self) -> Color {
        if self.0 & 1 == 1 { Color::Black } else { Color::White }
    }
}

/// No point: the player plays elsewhere.
pub(super) const TENUKI: u16 = u16::MAX;

/// What a player plays in a position of a corner, or elsewhere.
struct Visit {
    node: u64,
    /// Whether this is the first that the player plays in this position.
    is_first: bool,
    at: u16,
    player: Color,
}

/// Nodes that come twice, and some others that share a bit with them.
struct Twice {
    once: Vec<AtomicU64>,
    twice: Vec<AtomicU64>,
}

impl Twice {
    /// Bits for each game, some four for each position in its corners.
    const BITS: usize = 512;

    fn new(games: usize) -> Twice {
        let words = (games * Twice::BITS / 64).next_power_of_two();
        let bits = || (0..words).map(|_| AtomicU64::new(0)).collect();
        Twice { once: bits(), twice: bits() }
    }

    /// The word and the bit for a node.
    fn place(&self, node: u64) -> (usize, u64) {
        let word = (node >> 6) as usize % self.once.len();
        (word, 1 << (node % 64))
    }

    fn add(&self, node: u64) {
        let (word, bit) = self.place(node);
        // Nothing else is told by these, so their order does not matter.
        if self.once[word].fetch_or(bit, Ordering::Relaxed) & bit != 0 {
            self.twice[word].fetch_or(bit, Ordering::Relaxed);
        }
    }

    fn has(&self, node: u64) -> bool {
        let (word, bit) = self.place(node);
        self.twice[word].load(Ordering::Relaxed) & bit != 0
    }
}

/// Hands what is played in the corners of the first lines of some games to
/// `visit`, each with its place among them.
fn visit_all(
    games: &[&[u8]],
    options: Options,
    mut visit: impl FnMut(usize, Visit),
) -> Result<(), DecodeGameError> {
    let mut windows: Option<Windows> = None;
    for (bytes, game) in games.iter().zip(0..) {
        let mut lines = GameDecoder::new(bytes)?;
        let board = lines.size();
        if windows.as_ref().is_none_or(|windows| windows.board != board) {
            windows = Windows::new(board, options);
        }
        if let (true, Some(windows)) = (lines.next_line()?, &windows) {
            windows.visit(&lines, options, |visited| visit(game, visited));
        }
    }
    Ok(())
}

/// The entries of the nodes that are wanted, sorted, each once.
pub(super) fn gather(
    games: &[&[u8]],
    options: Options,
    is_wanted: impl Fn(u64) -> bool + Sync,
) -> Result<Vec<Entry>, DecodeGameError> {
    let entries = Mutex::new(Vec::new());
    let parts = games.par_chunks(GAMES).enumerate();
    parts.try_for_each_init(Vec::new, |found, (part, games)| {
        visit_all(games, options, |game, Visit { node, at, player, .. }| {
            if is_wanted(node) {
                found.push(Entry::new(node, at, (part * GAMES + game) as u32, player));
            }
        })?;
        // No part is kept beside the whole.
        entries.lock().unwrap_or_else(PoisonError::into_inner).append(found);
        Ok(())
    })?;
    let mut entries = entries.into_inner().unwrap_or_else(PoisonError::into_inner);
    entries.par_sort_unstable();
    entries.dedup();
    Ok(entries)
}

/// The entries of the nodes that come in two games or more. They are few, and
/// the others are never all in memory.
pub(super) fn shared(games: &[&[u8]], options: Options) -> Result<Vec<Entry>, DecodeGameError> {
    let twice = Twice::new(games.len());
    games.par_chunks(GAMES).try_for_each(|games| {
        visit_all(games, options, |_, Visit { node, is_first, .. }| {
            if is_first {
                twice.add(node);
            }
        })
    })?;
    let mut entries = gather(games, options, |node| twice.has(node))?;
    // A game may have come twice by itself.
    let nodes = entries.chunk_by(|one, other| one.node() == other.node());
    let is_shared = nodes.flat_map(|node| {
        let is_shared = node.iter().any(|entry| entry.game() != node[0].game());
        node.iter().map(move |_| is_shared)
    });
    let mut is_shared = is_shared.collect::<Vec<bool>>().into_iter();
    entries.retain(|_| is_shared.next().unwrap_or_default());
    Ok(entries)
}

/// The windows of the four corners of a board.
struct Windows {
    board: Size,
    window: Size,
    /// For each point of the board, by number, where it lies in each of the
    /// windows; a corner lies at the top left of its own.
    points: Vec<[Option<Point>; 4]>,
}

/// One of the corners while a game is played through.
struct Played {
    corner: Corner,
    /// For each player the corner under its number, once it is asked for.
    normals: [Option<Normal>; 2],
    /// Whether the player has played elsewhere since the corner changed.
    has_tenuki: [bool; 2],
    has_changed: bool,
    /// The moves that are still followed.
    moves: u8,
}

impl Windows {
    fn new(board: Size, options: Options) -> Option<Windows> {
        let side = options.window.min(board.cols().div_ceil(2)).min(board.rows().div_ceil(2));
        let window = Size::new(side, side).ok()?;
        // Those that carry a corner to the top left.
        let symmetries = [0, 4, 2, 6].map(|index| Symmetry::from_index(index).unwrap_or_default());
        let inside = |point| {
            symmetries
                .map(|symmetry| symmetry.point(point, board))
                .map(|point| window.contains(point).then_some(point))
        };
        Some(Windows { board, window, points: board.points().map(inside).collect() })
    }

    /// Hands what is played in all corners of a line to `visit`.
    fn visit(&self, lines: &GameDecoder<'_>, options: Options, mut visit: impl FnMut(Visit)) {
        let mut corners = [(); 4].map(|()| Played {
            corner: Corner::new(Board::new(self.window)),
            normals: [None, None],
            has_tenuki: [false; 2],
            has_changed: false,
            moves: options.moves.max(1),
        });
        let mut changes = lines.changes().iter().peekable();
        for (step, i) in lines.steps().iter().zip(0..) {
            if corners.iter().all(|played| played.moves == 0) {
                return;
            }
            let inside = match *step {
                Step::Play(_, point) => self.points[usize::from(self.board.number(point))],
                _ => [None; 4],
            };
            if let Some(player) = step.player() {
                for (played, inside) in corners.iter_mut().zip(inside) {
                    played.play(player, inside, &mut visit);
                }
            }
            while let Some(change) = changes.next_if(|change| change.step == i) {
                let inside = self.points[usize::from(change.point)];
                for (played, point) in corners.iter_mut().zip(inside) {
                    if let Some(point) = point {
                        played.corner.set(point, change.stone);
                        played.has_changed = true;
                    }
                }
            }
            corners.iter_mut().for_each(Played::end_step);
        }
    }
}

impl Played {
    /// A player plays in the corner or, where there is no point, elsewhere.
    #[inline]
    fn play(&mut self, player: Color, inside: Option<Point>, visit: &mut impl FnMut(Visit)) {
        let own = player as usize;
        if self.moves == 0 || inside.is_none() && self.has_tenuki[own] {
            return;
        }
        let is_first = self.normals[own].is_none();
        let normal = &*self.normals[own].get_or_insert_with(|| self.corner.normal(player));
        let at = inside.map_or(TENUKI, |point| self.corner.number(normal, point));
        self.has_tenuki[own] |= inside.is_none();
        visit(Visit { node: normal.node, is_first, at, player });
    }

    fn end_step(&mut self) {
        if std::mem::take(&mut self.has_changed) && self.moves > 0 {
            self.normals = [None, None];
            self.has_tenuki = [false; 2];
            self.moves -= 1;
        }
    }
}
