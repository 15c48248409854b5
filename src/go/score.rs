//! Scoring by the Japanese rules of 1989: Articles 8 and 10.

use std::fmt;

use thiserror::Error;

use super::{Point, Position, Size};
use crate::Color;

/// The status of a point at the end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// A living stone that touches no dame.
    Alive(Color),
    /// A living stone whose chain touches a dame: it is alive in seki.
    Seki(Color),
    /// A dead stone outside enemy territory, which stays on the board.
    Dead(Color),
    /// A point of territory. A dead stone there counts as captured.
    Territory(Color),
    /// An eye of stones in seki: surrounded, but not territory.
    Eye(Color),
    /// An empty point not surrounded by one player.
    Dame,
}

/// The score of a finished game (Articles 8 and 10), without komi.
///
/// ```text
///      1 2 3 4 5
///   1  . X . O .      a dame at (3,1): all stones live in seki, and their eyes,
///   2  X X O O O      (1,1) and (5,1), are no territory
/// ```
///
/// The caller names the dead stones: the players agree on them (Article 9).
///
/// - A connected set of empty points and dead stones is an area. If all living stones that touch
///   it are of one player, that player surrounds it and its empty points are eyes; all other
///   empty points are dame.
/// - A living chain that touches a dame is in seki. An eye is not territory if a chain in seki
///   helps to surround it.
/// - Dead stones in enemy territory are removed and added to the prisoners; their points are
///   territory. Elsewhere they stay.
/// - Prisoners fill the territory of their own color, and those left over count for the captor:
///   the lead is the difference of territory plus prisoners.
///
/// ```
/// use gtn_db::Color;
/// use gtn_db::go::{Point, Position, Score, Status};
/// use gtn_db::gtn::SubPosition;
///
/// let ended: SubPosition = "3x5|.XO.X.XO..XXOO.".parse()?;
/// let position = Position::from_board(&ended.board, Color::Black)?;
/// let score = Score::count(&position, [Point::new(4, 0)])?;
/// assert_eq!(score.status(Point::new(4, 0)), Some(Status::Territory(Color::White)));
/// assert_eq!((score.territory(Color::White), score.prisoners(Color::White)), (5, 1));
/// assert_eq!((score.territory(Color::Black), score.prisoners(Color::Black)), (2, 0));
/// assert_eq!((score.winner(), score.lead()), (Some(Color::White), 4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Score {
    size: Size,
    statuses: Vec<Status>,
    prisoners: [u32; 2],
}

/// A point named as dead without a stone on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{0} is named as a dead stone but is empty or off the board")]
pub struct NoStoneError(pub Point);

/// A connected set of empty points and dead stones.
struct Area {
    points: Vec<Point>,
    /// The living stones that touch the area.
    walls: Vec<Point>,
    /// The color of all walls, if it is one.
    owner: Option<Color>,
}

/// A finished position with its dead stones, one flag per point row by row.
struct EndPosition<'a> {
    position: &'a Position,
    is_dead: Vec<bool>,
}

impl Score {
    /// Scores a position. `dead` names at least one stone of every dead chain.
    ///
    /// # Errors
    /// When a point of `dead` has no stone.
    pub fn count(
        position: &Position,
        dead: impl IntoIterator<Item = Point>,
    ) -> Result<Score, NoStoneError> {
        let ended = EndPosition::new(position, dead)?;
        let size = position.size();
        let mut statuses = ended.initial_statuses();
        let areas = ended.find_areas();
        for area in areas.iter().filter(|area| area.owner.is_none()) {
            let is_empty = |point: &Point| position.get(*point).is_none();
            for dame in area.points.iter().copied().filter(is_empty) {
                for stone in neighbors(size, dame) {
                    ended.mark_seki(stone, &mut statuses);
                }
            }
        }
        let mut prisoners = Color::ALL.map(|color| position.prisoners(color));
        for area in &areas {
            let Some(owner) = area.owner else { continue };
            let is_seki =
                |&wall: &Point| statuses[usize::from(size.number(wall))] == Status::Seki(owner);
            let counts = !area.walls.iter().any(is_seki);
            for &point in &area.points {
                let stone = position.get(point);
                let status = &mut statuses[usize::from(size.number(point))];
                if counts && stone != Some(owner) {
                    *status = Status::Territory(owner);
                    prisoners[owner as usize] += u32::from(stone.is_some());
                } else if stone.is_none() {
                    *status = Status::Eye(owner);
                }
            }
        }
        Ok(Score { size, statuses, prisoners })
    }

    /// The status of a point; `None` off the board.
    pub fn status(&self, point: Point) -> Option<Status> {
        self.size.contains(point).then(|| self.statuses[usize::from(self.size.number(point))])
    }

    /// The number of points with a status.
    pub fn points(&self, status: Status) -> u32 {
        self.statuses.iter().map(|&other| u32::from(other == status)).sum()
    }

    /// The number of points of a player's territory (Article 8).
    pub fn territory(&self, player: Color) -> u32 {
        self.points(Status::Territory(player))
    }

    /// The number of stones that a player has captured, including dead stones removed at the end
    /// (Article 10).
    pub fn prisoners(&self, player: Color) -> u32 {
        self.prisoners[player as usize]
    }

    /// The winner without komi; `None` for a draw, jigo (Article 10).
    pub fn winner(&self) -> Option<Color> {
        let total = |player| self.territory(player) + self.prisoners(player);
        match total(Color::Black).cmp(&total(Color::White)) {
            std::cmp::Ordering::Greater => Some(Color::Black),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Less => Some(Color::White),
        }
    }

    /// The winner's lead in points without komi; 0 for jigo.
    pub fn lead(&self) -> u32 {
        let total = |player| self.territory(player) + self.prisoners(player);
        total(Color::Black).abs_diff(total(Color::White))
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner() {
            Some(winner) => write!(f, "{winner} wins by {}", self.lead()),
            None => f.write_str("jigo"),
        }
    }
}

impl<'a> EndPosition<'a> {
    fn new(
        position: &'a Position,
        dead: impl IntoIterator<Item = Point>,
    ) -> Result<EndPosition<'a>, NoStoneError> {
        let size = position.size();
        let mut is_dead = vec![false; size.area()];
        for point in dead {
            let color = position.get(point).ok_or(NoStoneError(point))?;
            if !is_dead[usize::from(size.number(point))] {
                let (chain, _) = flood(size, point, |at| position.get(at) == Some(color));
                chain.into_iter().for_each(|stone| is_dead[usize::from(size.number(stone))] = true);
            }
        }
        Ok(EndPosition { position, is_dead })
    }

    /// The stone on a point, if it is alive.
    fn living(&self, point: Point) -> Option<Color> {
        let is_dead = self.is_dead[usize::from(self.position.size().number(point))];
        self.position.get(point).filter(|_| !is_dead)
    }

    /// The statuses before areas are considered: stones are alive or dead, empty points dame.
    fn initial_statuses(&self) -> Vec<Status> {
        let status = |point| match (self.position.get(point), self.living(point)) {
            (None, _) => Status::Dame,
            (Some(color), Some(_)) => Status::Alive(color),
            (Some(color), None) => Status::Dead(color),
        };
        self.position.size().points().map(status).collect()
    }

    /// All areas, in the order of their first points.
    fn find_areas(&self) -> Vec<Area> {
        let size = self.position.size();
        let mut is_done = vec![false; size.area()];
        let mut areas = Vec::new();
        for point in size.points() {
            if is_done[usize::from(size.number(point))] || self.living(point).is_some() {
                continue;
            }
            let (points, walls) = flood(size, point, |at| self.living(at).is_none());
            points.iter().for_each(|&point| is_done[usize::from(size.number(point))] = true);
            let mut colors = walls.iter().filter_map(|&wall| self.living(wall));
            let first = colors.next();
            let owner = first.filter(|&first| colors.all(|color| color == first));
            areas.push(Area { points, walls, owner });
        }
        areas
    }

    /// Marks the chain of a stone as in seki, if it is alive.
    fn mark_seki(&self, stone: Point, statuses: &mut [Status]) {
        let size = self.position.size();
        if let Status::Alive(color) = statuses[usize::from(size.number(stone))] {
            let (chain, _) = flood(size, stone, |at| self.living(at) == Some(color));
            for stone in chain {
                statuses[usize::from(size.number(stone))] = Status::Seki(color);
            }
        }
    }
}

/// The neighbors of a point on a board.
fn neighbors(size: Size, Point { row, col }: Point) -> impl Iterator<Item = Point> {
    // Coordinates that wrap around to 255 are not on the board.
    let neighbors = [
        Point { row: row.wrapping_sub(1), col },
        Point { row, col: col.wrapping_sub(1) },
        Point { row, col: col + 1 },
        Point { row: row + 1, col },
    ];
    neighbors.into_iter().filter(move |&point| size.contains(point))
}

/// Flood-fills from `from` through all points for which `is_inside`. Returns the points reached
/// and the points that touch them.
fn flood(size: Size, from: Point, is_inside: impl Fn(Point) -> bool) -> (Vec<Point>, Vec<Point>) {
    let mut is_seen = vec![false; size.area()];
    is_seen[usize::from(size.number(from))] = true;
    let (mut inside, mut around) = (vec![from], Vec::new());
    let mut next = 0;
    while let Some(&point) = inside.get(next) {
        next += 1;
        for point in neighbors(size, point) {
            if !std::mem::replace(&mut is_seen[usize::from(size.number(point))], true) {
                if is_inside(point) { inside.push(point) } else { around.push(point) }
            }
        }
    }
    (inside, around)
}
