//! Extraction of all moves in the corners of games.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use super::corner::{Corner, NormalForm};
use super::corner_options::{CornerOptions, corner_side};
use crate::Color;
use crate::games::{DecodeGameError, GameDecoder, Step};
use crate::go::{Board, Point, Size, Symmetry};

/// Games that a thread processes at a time.
const GAMES: usize = 256;

/// Occurrences of a node with one continuation in one game, packed for fast sorting: by node,
/// then by point, then by game.
///
/// ```text
///   bits 127 to 64   63 to 48           47 to 16   15        14              13 to 0
///   node             point or TENUKI    game       Black's   in main line    occurrences
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Entry(u128);

impl Entry {
    const MAX_OCCURRENCES: u32 = (1 << 14) - 1;

    /// The entries of some occurrences: one, unless a game has very many lines. `at` is the number
    /// of a point in the normal form, or [`TENUKI`].
    fn all(game: u32, occurrences: &Occurrences) -> impl Iterator<Item = Entry> + use<> {
        let &Occurrences { node, at, player, lines, is_played, .. } = occurrences;
        let is_black = u128::from(player == Color::Black);
        let shared = u128::from(node) << 64 | u128::from(at) << 48;
        let entry = shared | u128::from(game) << 16 | is_black << 15;
        let full = lines / Entry::MAX_OCCURRENCES;
        let parts = std::iter::repeat_n(Entry::MAX_OCCURRENCES, full as usize);
        let parts = parts.chain([lines % Entry::MAX_OCCURRENCES]).filter(|&part| part > 0);
        let played = std::iter::once(u128::from(is_played)).chain(std::iter::repeat(0));
        parts.zip(played).map(move |(part, played)| Entry(entry | played << 14 | u128::from(part)))
    }

    pub(super) fn node(self) -> u64 {
        (self.0 >> 64) as u64
    }

    pub(super) fn at(self) -> u16 {
        (self.0 >> 48) as u16
    }

    pub(super) fn game(self) -> u32 {
        (self.0 >> 16) as u32
    }

    pub(super) fn player(self) -> Color {
        if self.0 >> 15 & 1 == 1 { Color::Black } else { Color::White }
    }

    /// Whether one of the occurrences is in the main line.
    pub(super) fn is_played(self) -> bool {
        self.0 >> 14 & 1 == 1
    }

    pub(super) fn occurrences(self) -> u32 {
        self.0 as u32 & Entry::MAX_OCCURRENCES
    }
}

/// The number for a continuation outside of the window.
pub(super) const TENUKI: u16 = u16::MAX;

/// Occurrences of a node in one corner of a game, with one continuation.
#[derive(Debug)]
pub(super) struct Occurrences {
    pub(super) node: u64,
    /// The player to move in the game.
    pub(super) player: Color,
    /// The point of the continuation in the normal form, or [`TENUKI`].
    pub(super) at: u16,
    /// The number of the corner, as in [`Windows::points`].
    pub(super) corner: usize,
    /// The number of the first move of the player in the position, from 1.
    pub(super) number: u32,
    /// How many lines have them.
    pub(super) lines: u32,
    /// Whether the main line is one of them.
    pub(super) is_played: bool,
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

/// Passes the occurrences in all lines of games to `visit`, each with the index of its game.
fn visit_games(
    games: &[&[u8]],
    options: CornerOptions,
    mut visit: impl FnMut(usize, Occurrences),
) -> Result<(), DecodeGameError> {
    let mut windows: Option<Windows> = None;
    for (bytes, game) in games.iter().zip(0..) {
        let board = GameDecoder::new(bytes)?.size();
        let windows = match windows.take().filter(|windows| windows.board == board) {
            Some(same) => windows.insert(same),
            None => windows.insert(Windows::new(board, options)),
        };
        windows.visit_game(bytes, options, |occurrences| visit(game, occurrences))?;
    }
    Ok(())
}

/// Extracts the entries of the wanted nodes, sorted.
pub(super) fn extract_entries(
    games: &[&[u8]],
    options: CornerOptions,
    is_wanted: impl Fn(u64) -> bool + Sync,
) -> Result<Vec<Entry>, DecodeGameError> {
    let entries = Mutex::new(Vec::new());
    let parts = games.par_chunks(GAMES).enumerate();
    parts.try_for_each_init(Vec::new, |found, (part, games)| {
        visit_games(games, options, |game, occurrences| {
            if is_wanted(occurrences.node) {
                found.extend(Entry::all((part * GAMES + game) as u32, &occurrences));
            }
        })?;
        // Appended at once: partial results kept until the end would double the memory.
        entries.lock().expect("no thread panics while it holds the lock").append(found);
        Ok(())
    })?;
    let mut entries = entries.into_inner().expect("no thread panics while it holds the lock");
    entries.par_sort_unstable();
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
        visit_games(games, options, |_, occurrences| twice.add(occurrences.node))
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

/// One corner on the path to the current step of a game, with what happened there.
///
/// A position lasts from one change of the window to the next. While it lasts, each player may
/// come to move; the stone that ends it is the continuation of its player, and the other player
/// has tenuki.
struct CornerPath {
    number: usize,
    corner: Corner,
    /// For each player to move in the current position the normal form, computed on the first
    /// move.
    normals: [Option<NormalForm>; 2],
    events: Vec<Event>,
    /// The changes of points on the path: the step, the point, and its state before.
    undo: Vec<(u16, Point, Option<Color>)>,
    /// Number of positions still to be followed.
    moves: u8,
    /// Whether a stone has been replaced or removed in the window: then a position may come again.
    may_repeat: bool,
}

/// An event in a corner, with the number of lines that go through it.
struct Event {
    step: u16,
    lines: Lines,
    kind: EventKind,
}

/// Some lines of a game.
#[derive(Clone, Copy, Debug, Default)]
struct Lines {
    count: u32,
    /// Whether the main line is one of them.
    has_main: bool,
}

impl Lines {
    fn add(&mut self, other: Lines) {
        self.count += other.count;
        self.has_main |= other.has_main;
    }

    /// These lines but for some of them.
    fn without(self, others: Lines) -> Lines {
        let has_main = self.has_main && !others.has_main;
        Lines { count: self.count - others.count, has_main }
    }
}

enum EventKind {
    /// A player is to move in the current position for the first time.
    Turn {
        node: u64,
        player: Color,
        number: u32,
        /// The lines in which the player plays the continuation.
        continued: Lines,
        /// Whether the path has had the node before: also with the other player to move in the
        /// current position, if the exchange of colors maps it to itself.
        is_repeated: bool,
    },
    /// The window changes, by a stone inside if there is one: its player, and its point in the
    /// normal form.
    Change { stone: Option<(Color, u16)> },
}

impl Windows {
    pub(super) fn new(board: Size, options: CornerOptions) -> Windows {
        let side = corner_side(options.window, board.cols(), board.rows());
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

    /// The point of a window with a [number](Corner::point_number).
    pub(super) fn point(&self, number: u16) -> Point {
        self.window.point(number)
    }

    /// The size of a window.
    pub(super) fn window(&self) -> Size {
        self.window
    }

    /// A point of the board in the window of a corner; `None` outside.
    pub(super) fn inside(&self, point: Point, corner: usize) -> Option<Point> {
        self.points[usize::from(self.board.number(point))][corner]
    }

    /// The window of a corner.
    pub(super) fn corner(&self, board: &Board, number: usize) -> Corner {
        let mut window = Board::new(self.window);
        for (point, color) in board.stones() {
            if let Some(point) = self.inside(point, number) {
                window.set(point, Some(color));
            }
        }
        Corner::new(window)
    }

    /// Passes the occurrences in the four corners of all lines of a game, given as its encoded
    /// moves, to `visit`. Takes time linear in the length of the encoding.
    pub(super) fn visit_game(
        &self,
        bytes: &[u8],
        options: CornerOptions,
        mut visit: impl FnMut(Occurrences),
    ) -> Result<(), DecodeGameError> {
        let mut visit = |occurrences: Occurrences| {
            // The player's first move in the position has the number of the move before it and one.
            if options.after.contains(occurrences.number - 1) {
                visit(occurrences);
            }
        };
        let mut corners = [0, 1, 2, 3].map(|number| CornerPath {
            number,
            corner: Corner::new(Board::new(self.window)),
            normals: [None, None],
            events: Vec::new(),
            undo: Vec::new(),
            moves: options.moves.max(1),
            may_repeat: false,
        });
        let mut decoder = GameDecoder::new(bytes)?;
        let (mut start, mut has_main) = (0, true);
        while decoder.next_line()? {
            // A line with other setups before its first move begins anew.
            let is_known = decoder.start_setups() == start;
            start = decoder.start_setups();
            let shared = if is_known { decoder.shared() } else { 0 };
            let steps = shared as u16; // at most MAX_LINE_STEPS
            corners.iter_mut().for_each(|corner| corner.go_back(steps, &mut visit));
            self.play_line(&decoder, shared, &mut corners);
            for corner in &mut corners {
                if let Some(last) = corner.events.last_mut() {
                    last.lines.add(Lines { count: 1, has_main });
                }
            }
            has_main = false;
        }
        corners.iter_mut().for_each(|corner| corner.go_back(0, &mut visit));
        Ok(())
    }

    /// Plays the steps of a line that follow the first `shared` ones.
    fn play_line(&self, line: &GameDecoder<'_>, shared: usize, corners: &mut [CornerPath; 4]) {
        let first = line.changes().partition_point(|change| usize::from(change.step) < shared);
        let mut changes = line.changes()[first..].iter().peekable();
        let mut setups = line.setups().partition_point(|&setup| usize::from(setup) < shared);
        for (step, i) in line.steps()[shared..].iter().zip(shared as u16..) {
            if corners.iter().all(|corner| corner.moves == 0) {
                return;
            }
            let inside = match *step {
                Step::Play(_, point) => self.points[usize::from(self.board.number(point))],
                _ => [None; 4],
            };
            let mut stones = [None; 4];
            if let Some(player) = step.player() {
                let number = u32::from(i) - setups as u32;
                for ((corner, inside), stone) in corners.iter_mut().zip(inside).zip(&mut stones) {
                    *stone = corner.play(player, inside, (i, number));
                }
            } else if i > 0 {
                setups += 1;
            }
            let mut has_changed = [false; 4];
            while let Some(change) = changes.next_if(|change| change.step == i) {
                let inside = self.points[usize::from(change.point)];
                for ((corner, point), changed) in
                    corners.iter_mut().zip(inside).zip(&mut has_changed)
                {
                    if let (Some(point), true) = (point, corner.moves > 0) {
                        corner.set(i, point, change.stone);
                        *changed = true;
                    }
                }
            }
            for ((corner, stone), changed) in corners.iter_mut().zip(stones).zip(has_changed) {
                if changed {
                    corner.end_position(i, stone);
                }
            }
        }
    }
}

impl CornerPath {
    /// A player plays on a point of the window or, if `None`, elsewhere. `at` is the step and the
    /// number of the move. Returns the player with the point in the normal form.
    #[inline]
    fn play(
        &mut self,
        player: Color,
        inside: Option<Point>,
        (step, number): (u16, u32),
    ) -> Option<(Color, u16)> {
        let own = player as usize;
        if self.moves == 0 || inside.is_none() && self.normals[own].is_some() {
            return None;
        }
        if self.normals[own].is_none() {
            let normal = self.corner.normalize(player);
            let node = normal.node;
            self.normals[own] = Some(normal);
            let is_known = |event: &Event| matches!(event.kind, EventKind::Turn { node: known, .. } if known == node);
            let is_other =
                self.normals[!player as usize].as_ref().is_some_and(|it| it.node == node);
            let is_repeated = is_other || self.may_repeat && self.events.iter().any(is_known);
            let kind =
                EventKind::Turn { node, player, number, continued: Lines::default(), is_repeated };
            self.events.push(Event { step, lines: Lines::default(), kind });
        }
        let normal = self.normals[own].as_ref().expect("it was just computed");
        Some((player, self.corner.point_number(normal, inside?)))
    }

    /// Changes a point in a step.
    fn set(&mut self, step: u16, point: Point, stone: Option<Color>) {
        let before = self.corner.board().get(point);
        self.may_repeat |= before.is_some();
        self.undo.push((step, point, before));
        self.corner.set(point, stone);
    }

    /// Ends the current position in a step, with the stone that was played inside.
    fn end_position(&mut self, step: u16, stone: Option<(Color, u16)>) {
        let kind = EventKind::Change { stone };
        self.events.push(Event { step, lines: Lines::default(), kind });
        self.normals = [None, None];
        self.moves -= 1;
    }

    /// Goes back to the position after the first `steps` steps, and passes the occurrences of the
    /// rest to `visit`.
    fn go_back(&mut self, steps: u16, visit: &mut impl FnMut(Occurrences)) {
        while let Some(event) = self.events.pop_if(|event| event.step >= steps) {
            let lines = event.lines;
            match event.kind {
                EventKind::Change { stone } => {
                    self.moves += 1;
                    if let Some((player, at)) = stone {
                        self.emit(player, at, lines, visit);
                    }
                }
                EventKind::Turn { node, player, number, continued, is_repeated } => {
                    let (at, corner, lines) = (TENUKI, self.number, lines.without(continued));
                    if lines.count > 0 && !is_repeated {
                        let Lines { count: lines, has_main: is_played } = lines;
                        visit(Occurrences { node, player, at, corner, number, lines, is_played });
                    }
                }
            }
            if let Some(before) = self.events.last_mut() {
                before.lines.add(lines);
            }
        }
        while let Some((_, point, before)) = self.undo.pop_if(|(step, ..)| *step >= steps) {
            self.corner.set(point, before);
        }
        self.normals = [None, None];
        let position = self.events.iter().rev();
        for event in position.take_while(|event| matches!(event.kind, EventKind::Turn { .. })) {
            if let EventKind::Turn { player, .. } = event.kind {
                self.normals[player as usize] = Some(self.corner.normalize(player));
            }
        }
    }

    /// Passes the occurrences to `visit` in which a player plays the continuation of the position
    /// that the last events describe.
    fn emit(&mut self, player: Color, at: u16, lines: Lines, visit: &mut impl FnMut(Occurrences)) {
        let corner = self.number;
        let is_change = |event: &Event| matches!(event.kind, EventKind::Change { .. });
        let start = self.events.iter().rposition(is_change).map_or(0, |change| change + 1);
        let position = &mut self.events[start..];
        let played = position.iter().find_map(|event| match event.kind {
            EventKind::Turn { node, player: turn, .. } => (turn == player).then_some(node),
            EventKind::Change { .. } => None,
        });
        for event in position {
            if let EventKind::Turn { node, number, continued, is_repeated: false, .. } =
                &mut event.kind
                && Some(*node) == played
            {
                continued.add(lines);
                let (node, number) = (*node, *number);
                let Lines { count: lines, has_main: is_played } = lines;
                visit(Occurrences { node, player, at, corner, number, lines, is_played });
            }
        }
    }
}
