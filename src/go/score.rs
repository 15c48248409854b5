//! Counting: the Japanese rules of 1989, Articles 8 and 10.

use std::fmt;

use thiserror::Error;

use super::{Point, Position, Size};
use crate::Color;

/// What a point is at the end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// A living stone that touches no dame.
    Alive(Color),
    /// A living stone that touches a dame: it lives in seki.
    Seki(Color),
    /// A dead stone that lies in nobody's territory, and stays on the board.
    Dead(Color),
    /// A point of territory. A dead stone that lay there was taken off.
    Territory(Color),
    /// An eye of stones in seki: surrounded, but no territory.
    Eye(Color),
    /// An empty point that no player has surrounded.
    Dame,
}

/// The count of a game (Articles 8 and 10), without komi.
///
/// ```text
///      1 2 3 4 5
///   1  . X . O .      a dame at (3,1): all stones live in seki, and their eyes,
///   2  X X O O O      (1,1) and (5,1), are no territory
/// ```
///
/// Which stones are dead is for the players to agree on (Article 9).
///
/// - Empty points and dead stones that hang together are one area. It is
///   surrounded by a player whose living stones alone touch it: its empty
///   points are eyes, and all other empty points are dame.
/// - A living chain that touches a dame is in seki. Eyes that such a chain
///   helps to surround do not count; a chain beside it that itself touches no
///   dame keeps the eyes that it surrounds alone.
/// - Dead stones in enemy territory are taken off and join the prisoners; the
///   points below them are territory. Elsewhere they stay.
/// - Prisoners fill the territory of the color they have; what does not fit
///   counts for their captor. So the difference is that of territory and
///   prisoners together.
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

/// A point given as a dead stone that has no stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{0} has no stone that could be dead")]
pub struct NoStoneError(pub Point);

/// An area of empty points and dead stones, and who has surrounded it.
struct Area {
    points: Vec<Point>,
    /// The living stones around it.
    walls: Vec<Point>,
    owner: Option<Color>,
}

/// A position at its end, with one cell for every point.
struct Ended<'a> {
    position: &'a Position,
    is_dead: Vec<bool>,
}

impl Score {
    /// Counts a position. `dead` has at least one stone of every dead chain.
    ///
    /// # Errors
    /// When one of the points has no stone.
    pub fn count(
        position: &Position,
        dead: impl IntoIterator<Item = Point>,
    ) -> Result<Score, NoStoneError> {
        let ended = Ended::new(position, dead)?;
        let size = position.size();
        let mut statuses = ended.beginning();
        let areas = ended.areas();
        for area in areas.iter().filter(|area| area.owner.is_none()) {
            let is_empty = |point: &Point| position.get(*point).is_none();
            for dame in area.points.iter().copied().filter(is_empty) {
                for stone in beside(size, dame) {
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

    /// What a point is; none off the board.
    pub fn status(&self, point: Point) -> Option<Status> {
        self.size.contains(point).then(|| self.statuses[usize::from(self.size.number(point))])
    }

    /// How many points are this.
    pub fn points(&self, status: Status) -> u32 {
        self.statuses.iter().map(|&other| u32::from(other == status)).sum()
    }

    /// The points of a player's territory (Article 8).
    pub fn territory(&self, player: Color) -> u32 {
        self.points(Status::Territory(player))
    }

    /// The stones that a player has captured, with the dead ones taken off at
    /// the end (Article 10).
    pub fn prisoners(&self, player: Color) -> u32 {
        self.prisoners[player as usize]
    }

    /// Who has won, komi aside; none when both have the same, a jigo
    /// (Article 10).
    pub fn winner(&self) -> Option<Color> {
        let total = |player| self.territory(player) + self.prisoners(player);
        match total(Color::Black).cmp(&total(Color::White)) {
            std::cmp::Ordering::Greater => Some(Color::Black),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Less => Some(Color::White),
        }
    }

    /// By how many points the winner leads, komi aside.
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

impl<'a> Ended<'a> {
    fn new(
        position: &'a Position,
        dead: impl IntoIterator<Item = Point>,
    ) -> Result<Ended<'a>, NoStoneError> {
        let size = position.size();
        let mut is_dead = vec![false; size.area()];
        for point in dead {
            let color = position.get(point).ok_or(NoStoneError(point))?;
            if !is_dead[usize::from(size.number(point))] {
                let (chain, _) = spread(size, point, |at| position.get(at) == Some(color));
                chain.into_iter().for_each(|stone| is_dead[usize::from(size.number(stone))] = true);
            }
        }
        Ok(Ended { position, is_dead })
    }

    /// The living stone on a point.
    fn living(&self, point: Point) -> Option<Color> {
        let is_dead = self.is_dead[usize::from(self.position.size().number(point))];
        self.position.get(point).filter(|_| !is_dead)
    }

    /// Before any area is looked at: stones are alive or dead, the rest is dame.
    fn beginning(&self) -> Vec<Status> {
        let status = |point| match (self.position.get(point), self.living(point)) {
            (None, _) => Status::Dame,
            (Some(color), Some(_)) => Status::Alive(color),
            (Some(color), None) => Status::Dead(color),
        };
        self.position.size().points().map(status).collect()
    }

    fn areas(&self) -> Vec<Area> {
        let size = self.position.size();
        let mut is_done = vec![false; size.area()];
        let mut areas = Vec::new();
        for point in size.points() {
            if is_done[usize::from(size.number(point))] || self.living(point).is_some() {
                continue;
            }
            let (points, walls) = spread(size, point, |at| self.living(at).is_none());
            points.iter().for_each(|&point| is_done[usize::from(size.number(point))] = true);
            let mut colors = walls.iter().filter_map(|&wall| self.living(wall));
            let first = colors.next();
            let owner = first.filter(|&first| colors.all(|color| color == first));
            areas.push(Area { points, walls, owner });
        }
        areas
    }

    /// Puts the chain of a stone in seki, if it lives.
    fn mark_seki(&self, stone: Point, statuses: &mut [Status]) {
        let size = self.position.size();
        if let Status::Alive(color) = statuses[usize::from(size.number(stone))] {
            let (chain, _) = spread(size, stone, |at| self.living(at) == Some(color));
            for stone in chain {
                statuses[usize::from(size.number(stone))] = Status::Seki(color);
            }
        }
    }
}

/// The points beside a point.
fn beside(size: Size, Point { row, col }: Point) -> impl Iterator<Item = Point> {
    // What wraps around is on no board.
    let beside = [
        Point { row: row.wrapping_sub(1), col },
        Point { row, col: col.wrapping_sub(1) },
        Point { row, col: col + 1 },
        Point { row: row + 1, col },
    ];
    beside.into_iter().filter(move |&point| size.contains(point))
}

/// The points that hang together with a point and are like it, and the points
/// around them.
fn spread(size: Size, from: Point, is_alike: impl Fn(Point) -> bool) -> (Vec<Point>, Vec<Point>) {
    let mut is_met = vec![false; size.area()];
    is_met[usize::from(size.number(from))] = true;
    let (mut inside, mut around) = (vec![from], Vec::new());
    let mut next = 0;
    while let Some(&point) = inside.get(next) {
        next += 1;
        for point in beside(size, point) {
            if !std::mem::replace(&mut is_met[usize::from(size.number(point))], true) {
                if is_alike(point) { inside.push(point) } else { around.push(point) }
            }
        }
    }
    (inside, around)
}
