//! What of a board is searched: readings and frames.
//!
//! A **reading** is a group of one color, the defender, with the region around it. The region is
//! flooded from a chain through empty points and stops at stones of the attacker and at the **links**
//! between them:
//!
//! ```text
//! X-X    X- .    X      links (-): one-point jump, knight's move, and from a stone
//!        . -X    -      on the second or third line to the edge
//! ```
//!
//! A link is part of the region, what is beyond it is not, but for pockets of up to
//! [`MAX_POCKET`] points. A chain of the attacker with all its liberties in the region can be captured
//! and is no wall.
//!
//! A **frame** says what is around the region:
//!
//! | frame | |
//! |---|---|
//! | [`Frame::Tight`] | safe stones of the attacker |
//! | [`Frame::Ring`] | a ring of empty points beyond the links, then safe stones |
//! | [`Frame::WeakWall`] | as `Ring`, but chains of the wall with at most two liberties outside can be captured, and these liberties join the region |

use std::collections::BTreeSet;

use crate::Color;
use crate::go::{Board, Point};

use crate::board::{MAX_POINTS, Points, Zone, bits};
use crate::why::Why;

/// Regions with more empty points are open.
const MAX_REGION: usize = 60;

/// The most points behind a link that join a region.
const MAX_POCKET: usize = 6;

/// The most liberties outside with which a chain of the wall can be captured in `WeakWall`.
const WEAK_LIBERTIES: usize = 2;

type PointSet = BTreeSet<Point>;

gtn_db_core::names! {
    /// What is around the region that is searched.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Frame {
        /// Safe stones of the attacker.
        Tight => "tight",
        /// A ring of empty points beyond the links, then safe stones of the attacker.
        Ring => "ring",
        /// As `Ring`, and chains of the wall with few liberties outside can be captured.
        WeakWall => "weak-wall",
    }

    /// The name.
    pub fn name;
}

/// A group with the region around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The color of the group.
    pub defender: Color,
    /// The stones of the group.
    pub group: BTreeSet<Point>,
    /// The empty points of the region.
    pub region: BTreeSet<Point>,
    /// The stones of the attacker in the region, which can be captured.
    pub inside: BTreeSet<Point>,
}

/// The neighbors of a point on a board.
fn neighbors(board: &Board, at: Point) -> impl Iterator<Item = Point> {
    let (col, row) = (i16::from(at.col), i16::from(at.row));
    let beside = [(col - 1, row), (col + 1, row), (col, row - 1), (col, row + 1)];
    beside.into_iter().filter_map(|(col, row)| on_board(board, col, row))
}

fn on_board(board: &Board, col: i16, row: i16) -> Option<Point> {
    let point = Point::new(u8::try_from(col).ok()?, u8::try_from(row).ok()?);
    board.size().contains(point).then_some(point)
}

/// The points connected to `seed` through points for which `passes` is true, at most `limit`.
fn flood(
    board: &Board,
    seed: Point,
    limit: usize,
    mut passes: impl FnMut(Point, Point) -> bool,
) -> Option<PointSet> {
    let mut found = PointSet::from([seed]);
    let mut next = vec![seed];
    while let Some(at) = next.pop() {
        for beside in neighbors(board, at) {
            if !found.contains(&beside) && passes(at, beside) {
                found.insert(beside);
                next.push(beside);
            }
        }
        if found.len() > limit {
            return None;
        }
    }
    Some(found)
}

/// The chain of a stone, and its liberties.
fn chain(board: &Board, stone: Point) -> (PointSet, PointSet) {
    let color = board.get(stone);
    let chain = flood(board, stone, usize::MAX, |_, to| board.get(to) == color)
        .expect("a flood without a limit ends on the board");
    let around = chain.iter().flat_map(|&at| neighbors(board, at));
    let liberties = around.filter(|&at| board.get(at).is_none()).collect();
    (chain, liberties)
}

/// The empty points between stones of a wall, and between them and the edge.
fn links(board: &Board, wall: &PointSet) -> PointSet {
    let mut links = PointSet::new();
    for &stone in wall {
        for (along, across) in
            [((1, 0), (0, 1)), ((-1, 0), (0, 1)), ((0, 1), (1, 0)), ((0, -1), (1, 0))]
        {
            let at = |steps: i16, aside: i16| {
                let col = i16::from(stone.col) + steps * along.0 + aside * across.0;
                let row = i16::from(stone.row) + steps * along.1 + aside * across.1;
                on_board(board, col, row)
            };
            let is_wall = |point: Option<Point>| point.is_some_and(|point| wall.contains(&point));
            let mut link = |points: &[Option<Point>]| {
                let points: Option<Vec<Point>> = points.iter().copied().collect();
                let Some(points) = points else { return };
                if points.iter().all(|&point| board.get(point).is_none()) {
                    links.extend(points);
                }
            };
            if is_wall(at(2, 0)) {
                link(&[at(1, 0)]);
            }
            for aside in [1, -1] {
                if is_wall(at(2, aside)) {
                    link(&[at(1, 0), at(1, aside)]);
                }
            }
            if at(2, 0).is_none() {
                link(&[at(1, 0)]);
            } else if at(3, 0).is_none() {
                link(&[at(1, 0), at(2, 0)]);
            }
        }
    }
    links
}

/// The reading of the group of a stone; `None` if its region is open.
fn read_group(board: &Board, stone: Point, defender: Color) -> Option<Reading> {
    let mut wall: PointSet =
        board.stones().filter(|&(_, color)| color != defender).map(|(point, _)| point).collect();
    loop {
        let links = links(board, &wall);
        let limit = MAX_REGION + board.stones().count();
        let passes = |from: Point, to: Point| {
            let is_over_link = links.contains(&from) && board.get(to) != Some(defender);
            !wall.contains(&to) && !is_over_link
        };
        let mut region = flood(board, stone, limit, passes)?;
        let ends: Vec<Point> = region.intersection(&links).copied().collect();
        for beyond in ends.iter().flat_map(|&at| neighbors(board, at)) {
            if region.contains(&beyond) || wall.contains(&beyond) {
                continue;
            }
            let joins = |_, to: Point| !wall.contains(&to) && !region.contains(&to);
            if let Some(pocket) = flood(board, beyond, MAX_POCKET, joins) {
                region.extend(pocket);
            }
        }
        let is_empty = |point: &Point| board.get(*point).is_none();
        if region.iter().filter(|&point| is_empty(point)).count() > MAX_REGION {
            return None;
        }
        let beside: PointSet = region.iter().flat_map(|&at| neighbors(board, at)).collect();
        let before = wall.len();
        for stone in beside {
            if wall.contains(&stone) {
                let (chain, liberties) = chain(board, stone);
                if liberties.is_subset(&region) {
                    wall.retain(|stone| !chain.contains(stone));
                }
            }
        }
        if wall.len() == before {
            let of = |state: Option<Color>| {
                region.iter().copied().filter(|&point| board.get(point) == state).collect()
            };
            let (group, inside) = (of(Some(defender)), of(Some(!defender)));
            return Some(Reading { defender, group, region: of(None), inside });
        }
    }
}

impl Reading {
    /// The one enclosed group of a board.
    ///
    /// A group that is inside the region of another one is part of that one's problem.
    ///
    /// # Errors
    /// If there is none, or more than one.
    pub fn of(board: &Board) -> Result<Reading, Why> {
        // From every chain: a flood that begins at a link sees less than one that ends there.
        let mut readings: Vec<Reading> = Vec::new();
        let mut seen = PointSet::new();
        for (stone, color) in board.stones() {
            if !seen.contains(&stone) {
                seen.extend(chain(board, stone).0);
                readings.extend(read_group(board, stone, color));
            }
        }
        let is_inside = |one: &Reading, other: &Reading| match one.defender == other.defender {
            true => one.group.is_subset(&other.group) && one.region.is_subset(&other.region),
            false => one.group.is_subset(&other.inside),
        };
        let is_within_another = |one: &Reading| {
            readings.iter().any(|other| is_inside(one, other) && !is_inside(other, one))
        };
        let mut outermost: Vec<&Reading> = Vec::new();
        for reading in &readings {
            if !is_within_another(reading) && !outermost.contains(&reading) {
                outermost.push(reading);
            }
        }
        match outermost[..] {
            [] => Err(Why::Open),
            [reading] => Ok(reading.clone()),
            _ => Err(Why::SeveralGroups),
        }
    }
}

/// The stones of the attacker that can be captured in a frame, and all points but those of safe stones.
fn surroundings(board: &Board, reading: &Reading, frame: Frame) -> [PointSet; 2] {
    let mut inside = reading.inside.clone();
    let mut free = reading.region.clone();
    let touching =
        |set: &PointSet| -> PointSet { set.iter().flat_map(|&at| neighbors(board, at)).collect() };
    if frame == Frame::WeakWall {
        let around: PointSet = &touching(&reading.region) | &touching(&reading.group);
        for stone in around {
            if board.get(stone) == Some(!reading.defender) && !inside.contains(&stone) {
                let (chain, liberties) = chain(board, stone);
                if liberties.difference(&reading.region).count() <= WEAK_LIBERTIES {
                    inside.extend(chain);
                    free.extend(liberties);
                }
            }
        }
    }
    if frame != Frame::Tight {
        let ring: PointSet = touching(&free);
        free.extend(ring.into_iter().filter(|&at| board.get(at).is_none()));
    }
    let used: PointSet = &(&free | &inside) | &reading.group;
    [inside, used]
}

/// What is on a point of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FramedPoint {
    /// A stone of the attacker that is never captured, whatever the board has there.
    Safe,
    /// Nothing, in the region of the group.
    Region,
    /// Nothing, around it: both sides may play there, too.
    Ring,
    /// A stone of the attacker that can be captured.
    Attacker,
    /// A stone of the group.
    Defender,
}

/// A reading in one frame, cropped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Framed {
    pub(crate) zone: Zone,
    /// The stones of the attacker and of the defender.
    pub(crate) stones: [Points; 2],
    origin: Point,
    cols: u8,
}

impl Framed {
    /// What is on each point of the crop, in the order of its bits.
    pub(crate) fn points(&self, reading: &Reading) -> impl Iterator<Item = (Point, FramedPoint)> {
        let (free, safe) = (self.zone.all() & !(self.stones[0] | self.stones[1]), self.zone.safe);
        bits(self.zone.all()).map(move |at| {
            let is_in = |set: Points| set & 1 << at != 0;
            let on_board = self.point(at);
            let point = match () {
                () if is_in(safe) => FramedPoint::Safe,
                () if is_in(free) && reading.region.contains(&on_board) => FramedPoint::Region,
                () if is_in(free) => FramedPoint::Ring,
                () if is_in(self.stones[0]) => FramedPoint::Attacker,
                () => FramedPoint::Defender,
            };
            (on_board, point)
        })
    }

    /// # Errors
    /// If the crop has more than [`MAX_POINTS`] points.
    pub(crate) fn new(board: &Board, reading: &Reading, frame: Frame) -> Result<Framed, Why> {
        let [inside, used] = surroundings(board, reading, frame);
        let (cols, rows) = (board.size().cols(), board.size().rows());
        let span = |of: fn(&Point) -> u8, len: u8| {
            let (first, last) = (used.iter().map(of).min()?, used.iter().map(of).max()?);
            Some((first.saturating_sub(1), (last + 1).min(len - 1)))
        };
        let (left, right) = span(|at| at.col, cols).ok_or(Why::Open)?;
        let (top, bottom) = span(|at| at.row, rows).ok_or(Why::Open)?;
        let (cols, rows) = (right - left + 1, bottom - top + 1);
        if usize::from(cols) * usize::from(rows) > MAX_POINTS {
            return Err(Why::TooBig);
        }
        let origin = Point::new(left, top);
        let set = |of: &PointSet| {
            of.iter().fold(0, |set: Points, at| set | 1 << ((at.row - top) * cols + at.col - left))
        };
        let group = set(&reading.group);
        let mut zone = Zone::new(cols, rows, 0);
        zone.safe = zone.all() & !set(&used);
        let stones = [zone.safe | set(&inside), group];
        Ok(Framed { zone, stones, origin, cols })
    }

    /// The point on the board of a point of the zone.
    pub(crate) fn point(&self, at: u8) -> Point {
        Point::new(self.origin.col + at % self.cols, self.origin.row + at / self.cols)
    }
}
