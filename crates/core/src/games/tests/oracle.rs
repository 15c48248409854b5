//! The search by brute force: every position of every line, every origin, every symmetry.

use std::collections::{HashMap, HashSet};

use crate::Color;
use crate::games::{Collector, GameDecoder, Match, Step};
use crate::go::{Board, Point, Sides, Size, Symmetry};
use crate::gtn::{Asked, Pattern};

/// What a match is compared by.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Plain {
    pub(super) game: i64,
    pub(super) line: u32,
    pub(super) step: u16,
    pub(super) origin: Point,
    pub(super) symmetry: Symmetry,
    pub(super) next: Option<PlainNext>,
    /// Whether an earlier entry is the same hit with another next move.
    pub(super) is_again: bool,
}

/// The point and the player; a pass has no point.
type NextMove = (Option<Point>, Color);

/// The step, the point and the player; a pass has no point.
pub(super) type PlainNext = (u16, Option<Point>, Color);

pub(super) fn matches(image: &Pattern, origin: Point, board: &Board) -> bool {
    image.size().points().all(|point| {
        let stone = board.get(Point::new(origin.col + point.col, origin.row + point.row));
        match image.asked(point) {
            Asked::Anything => true,
            Asked::Empty => stone.is_none(),
            Asked::Stone(color) => stone == Some(color),
        }
    })
}

/// The order of equivalent points of a pattern, least first, by the rule in the docs of
/// [`Stabilizer`].
pub(super) fn rank(pattern: &Pattern, point: Point, color: Color) -> impl Ord + use<> {
    let size = pattern.size();
    let is_edge = |side| !pattern.open().contains(side);
    // The mirror image in which the corner is at the upper right.
    let mirrored = |name: &str, point: Point| name.parse::<Symmetry>().unwrap().point(point, size);
    let mut seen = point;
    if is_edge(Sides::LEFT) && !is_edge(Sides::RIGHT) {
        seen = mirrored("SR0", seen);
    }
    if is_edge(Sides::BOTTOM) && !is_edge(Sides::TOP) {
        seen = mirrored("SR2", seen);
    }
    let is_right = seen.col >= size.cols() / 2;
    let is_upper = seen.row < size.rows().div_ceil(2);
    let from_diagonal = i16::from(seen.row) + i16::from(seen.col) - i16::from(size.cols() - 1);
    if color == Color::White && pattern.sub_position().board.stones().next().is_some() {
        (!is_upper, !is_right, from_diagonal > 0, point)
    } else {
        (!is_right, !is_upper, from_diagonal < 0, point)
    }
}

/// A stone in an image, in the coordinates of the pattern: of the symmetries that give the
/// same image without exchanging the colors, the one that has the least point.
pub(super) fn canonicalize(
    pattern: &Pattern,
    symmetry: Symmetry,
    size: Size,
    next: Option<PlainNext>,
) -> (Symmetry, Option<PlainNext>) {
    let Some((step, point, color)) = next else { return (symmetry, None) };
    let color = symmetry.color(color); // an exchange of colors is its own inverse
    let Some(point) = point else { return (symmetry, Some((step, None, color))) };
    let same = Symmetry::ALL.into_iter().filter(|same| pattern.transform(*same) == *pattern);
    let same = same.filter(|same| !same.is_negative()).map(|same| same.then(symmetry));
    let (point, symmetry) = same
        .map(|symmetry| (symmetry.inverse().point(point, size), symmetry))
        .min_by_key(|&(point, _)| rank(pattern, point, color))
        .unwrap();
    (symmetry, Some((step, Some(point), color)))
}

/// The lines of a game, each with a number for every step: equal where lines share a node of the
/// game tree.
pub(super) fn nodes_of_lines(bytes: &[u8]) -> Vec<Vec<usize>> {
    let mut lines = GameDecoder::new(bytes).unwrap();
    let (mut all, mut numbers): (Vec<(usize, Vec<usize>)>, _) = (Vec::new(), 0..);
    while lines.next_line().unwrap() {
        let start = lines.start_setups();
        let before = all.iter().rfind(|(other, _)| *other == start).map(|(_, nodes)| nodes);
        let shared = before.map_or(&[][..], |nodes| &nodes[..lines.shared()]);
        let own = numbers.by_ref().take(lines.steps().len() - shared.len());
        let nodes = shared.iter().copied().chain(own).collect();
        all.push((start, nodes));
    }
    all.into_iter().map(|(_, nodes)| nodes).collect()
}

/// The stones played inside of a rectangle behind a step, in the coordinates of the rectangle,
/// until a stone elsewhere captures inside.
pub(super) fn stones_inside(
    lines: &GameDecoder<'_>,
    origin: Point,
    size: Size,
    after: usize,
) -> Vec<(Color, Point)> {
    let mut stones = Vec::new();
    for step in after + 1..lines.steps().len() {
        if lines.steps()[step].player().is_none() {
            continue;
        }
        let changes = lines.changes().iter().filter(|change| usize::from(change.step) == step);
        let inside = changes.filter_map(|change| {
            let cols = u16::from(lines.size().cols());
            let col = ((change.point % cols) as u8).checked_sub(origin.col)?;
            let row = ((change.point / cols) as u8).checked_sub(origin.row)?;
            let point = Point::new(col, row);
            size.contains(point).then_some((change.stone, point))
        });
        let inside: Vec<(Option<Color>, Point)> = inside.collect();
        match inside.iter().find_map(|&(stone, point)| Some((stone?, point))) {
            Some(stone) => stones.push(stone),
            None if inside.is_empty() => {}
            None => break,
        }
    }
    stones
}

/// The hits that go on with a sequence in some line, under any operation that maps the pattern to
/// itself: the game, the node of its tree, and the place.
pub(super) fn find_sequence(
    pattern: &Pattern,
    games: &[(i64, &[u8])],
    sequence: &[(Color, Point)],
) -> Vec<(i64, usize, Point)> {
    let size = pattern.size();
    let same: Vec<Symmetry> =
        Symmetry::ALL.into_iter().filter(|same| pattern.transform(*same) == *pattern).collect();
    let mut hits = HashSet::new();
    for &(game, bytes) in games {
        let nodes = nodes_of_lines(bytes);
        let mut lines = GameDecoder::new(bytes).unwrap();
        for nodes in nodes {
            assert!(lines.next_line().unwrap());
            for hit in hits_of_line(pattern, &lines) {
                let image = hit.symmetry.size(size);
                let stones = stones_inside(&lines, hit.origin, image, hit.step);
                let inverse = hit.symmetry.inverse();
                let goes_on = same.iter().any(|same| {
                    let stones = stones.iter().map(|&(color, point)| {
                        let point = same.point(inverse.point(point, image), size);
                        (same.color(inverse.color(color)), point)
                    });
                    sequence.len() <= stones.len()
                        && stones.take(sequence.len()).eq(sequence.iter().copied())
                });
                if goes_on {
                    hits.insert((game, nodes[hit.step], hit.origin, hit.symmetry));
                }
            }
        }
    }
    let mut hits: Vec<_> = hits.into_iter().map(|(game, node, at, _)| (game, node, at)).collect();
    hits.sort_unstable();
    hits
}

/// A hit in a line, wherever the line has its position from.
pub(super) struct PlainHit {
    pub(super) origin: Point,
    /// The first operation that gives the image.
    pub(super) symmetry: Symmetry,
    pub(super) step: usize,
    pub(super) next: Option<PlainNext>,
}

/// The oracle for one line.
pub(super) fn hits_of_line(pattern: &Pattern, lines: &GameDecoder<'_>) -> Vec<PlainHit> {
    let size = lines.size();
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
    let mut hits = Vec::new();
    let mut seen = HashSet::new();
    for symmetry in Symmetry::ALL {
        let image = pattern.transform(symmetry);
        for origin in size.points() {
            let end = (origin.col + image.size().cols(), origin.row + image.size().rows());
            if end.0 > size.cols() || end.1 > size.rows() {
                continue;
            }
            let sides = Sides::from_bits(
                u8::from(origin.row > 0)
                    | u8::from(end.0 < size.cols()) << 1
                    | u8::from(end.1 < size.rows()) << 2
                    | u8::from(origin.col > 0) << 3,
            );
            let cells: String = image.size().points().map(|p| image.asked(p).to_char()).collect();
            if sides != image.open() || !seen.insert((origin, image.size(), cells)) {
                continue;
            }
            let matching: Vec<bool> =
                boards.iter().map(|board| matches(&image, origin, board)).collect();
            for step in 0..matching.len() {
                if !matching[step] || step > 0 && matching[step - 1] {
                    continue;
                }
                let broken = (step..matching.len()).find(|&at| !matching[at]);
                let last = broken.unwrap_or(matching.len() - 1);
                let next = (step + 1..=last).find_map(|at| {
                    let played = lines.steps()[at];
                    if let (Step::Pass(color), true) = (played, image.open().is_empty()) {
                        return Some((at as u16, None, color));
                    }
                    let changes = lines.changes().iter();
                    changes.filter(|c| usize::from(c.step) == at).find_map(|change| {
                        let cols = u16::from(size.cols());
                        let col = (change.point % cols) as u8;
                        let row = (change.point / cols) as u8;
                        let is_inside = (origin.col..end.0).contains(&col)
                            && (origin.row..end.1).contains(&row);
                        // Stones of setups are not played.
                        let color =
                            change.stone.filter(|_| is_inside && played.player().is_some())?;
                        let at_image = Point::new(col - origin.col, row - origin.row);
                        Some((at as u16, Some(at_image), color))
                    })
                });
                hits.push(PlainHit { origin, symmetry, step, next });
            }
        }
    }
    hits
}

/// The oracle.
pub(super) fn plain(pattern: &Pattern, games: &[(i64, &[u8])]) -> Vec<Plain> {
    let is_whole_board = pattern.open().is_empty();
    let mut found = Vec::new();
    for &(game, bytes) in games {
        // The next moves of each hit in the lines so far.
        let mut nexts: HashMap<_, Vec<Option<NextMove>>> = HashMap::new();
        let nodes = nodes_of_lines(bytes);
        let mut lines = GameDecoder::new(bytes).unwrap();
        for (nodes, line) in nodes.iter().zip(0..) {
            assert!(lines.next_line().unwrap());
            for PlainHit { origin, symmetry, step, next } in hits_of_line(pattern, &lines) {
                let nexts = nexts.entry((nodes[step], origin, symmetry)).or_default();
                let size = symmetry.size(pattern.size());
                let (symmetry, next) = canonicalize(pattern, symmetry, size, next);
                let key = next.map(|(_, point, color)| (point, color));
                let is_again = !nexts.is_empty();
                if nexts.contains(&key) || is_again && key.is_none() && !is_whole_board {
                    continue;
                }
                nexts.push(key);
                let step = step as u16;
                found.push(Plain { game, line, step, origin, symmetry, next, is_again });
            }
        }
    }
    found.sort();
    found
}

/// Lists all entries, also those of hits that have an earlier one.
pub(super) struct ListEntries;

impl Collector for ListEntries {
    type Partial = Vec<Match>;
    type Output = Vec<Match>;

    fn start(&self, _: &Pattern) -> Vec<Match> {
        Vec::new()
    }

    fn collect(&self, partial: &mut Vec<Match>, matches: &[Match]) {
        partial.extend(matches);
    }

    fn merge(&self, _: &Pattern, partials: Vec<Vec<Match>>) -> Vec<Match> {
        partials.concat()
    }
}
