//! Scoring: Articles 8 and 10 of the Japanese rules, and the count of the 9x9 rules.

use std::fmt;

use thiserror::Error;

use super::{GameResult, Point, Position, Rules, Size};
use crate::Color;

/// The status of a point at the end of a game. The 9x9 rules know no `Seki`, `Dead` and `Eye`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// A living stone whose group touches no dame.
    Alive(Color),
    /// A living stone whose group touches a dame: it is alive in seki.
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

/// The score of a finished game, without komi, by the rules of its position.
///
/// The caller names the dead stones: the players agree on them (Article 9). A connected set of
/// empty points and dead stones is an area. If all living stones that touch it are of one player,
/// that player surrounds it and its empty points are eyes; all other empty points are dame.
///
/// # Japanese rules, Articles 8 and 10
///
/// ```text
///      1 2 3 4 5 6 7 8
///   1  . X X . X . X O      the dame (7,2) touches two black chains; the chain at the left
///   2  X X . X X X . O      shares the eyes (3,2) and (4,1) with them: all are in seki
/// ```
///
/// - Stones of one player that are connected through stones and eyes are a group. A group that
///   touches a dame is in seki, and its eyes are not territory; the eyes of all other groups are.
/// - Dead stones in enemy territory are removed and added to the prisoners; their points are
///   territory. Elsewhere they stay.
/// - Prisoners fill the territory of their own color, and those left over count for the captor:
///   the lead is the difference of territory plus prisoners.
///
/// A seki by double ko is marked by naming the stone in each ko as dead: then the open points of
/// the kos are dame (Article 8, diagram 14).
///
/// ```text
///      1 2 3 4 5 6 7 8
///   1  . X O a O . O X      dead: the white stone (3,1) and the black stone (1,4). Then a and b
///   2  X X X O O O O X      are dame, and neither (1,1) nor (6,1) counts. Without dead stones a
///   3  b X O O X X X X      would be an eye of White and b one of Black, and all four points
///   4  X O O X X . . .      would be territory.
///   5  O O X X . . . .
///   6  X X X . . . . .
/// ```
///
/// # 9x9 rules
///
/// All dead stones are removed and added to the prisoners, and all eyes are territory, in seki
/// too. Stones handed over for passes are prisoners. Hence the lead is that of stones and
/// territory together (area scoring), if both players had equally many turns, and playing on
/// inside settled territory does not change it.
///
/// ```
/// # use gtn_db_core as gtn_db;
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

/// The stones of a finished position, one entry per point row by row.
struct EndPosition {
    size: Size,
    stones: Vec<Option<Color>>,
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
        let mut ended = EndPosition::new(position, dead)?;
        let mut prisoners = Color::ALL.map(|color| position.prisoners(color));
        let is_japanese = position.rules() == Rules::Japanese;
        if !is_japanese {
            ended.remove_dead(&mut prisoners);
        }
        let size = position.size();
        let number = |point| usize::from(size.number(point));
        let holders = ended.find_holders();
        let is_dame = |point| ended.stone(point).is_none() && holders[number(point)].is_none();
        let outside = |point| ended.stone(point).map_or(Status::Dame, Status::Dead);
        let mut statuses: Vec<Status> = size.points().map(outside).collect();
        let mut is_done = vec![false; size.area()];
        for point in size.points() {
            let Some(holder) = holders[number(point)] else { continue };
            if is_done[number(point)] {
                continue;
            }
            let (group, _) = flood(size, point, |at| holders[number(at)] == Some(holder));
            let touches_dame = group.iter().any(|&at| size.neighbors(at).any(is_dame));
            let is_seki = is_japanese && touches_dame;
            for at in group {
                is_done[number(at)] = true;
                let stone = ended.stone(at);
                let is_living = ended.living(at).is_some();
                statuses[number(at)] = match stone {
                    Some(_) if is_living && is_seki => Status::Seki(holder),
                    Some(_) if is_living => Status::Alive(holder),
                    _ if !is_seki && stone != Some(holder) => {
                        prisoners[holder as usize] += u32::from(stone.is_some());
                        Status::Territory(holder)
                    }
                    Some(color) => Status::Dead(color),
                    None => Status::Eye(holder),
                };
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

    /// The number of a player's prisoners: stones captured, dead stones removed at the end
    /// (Article 10), and under the 9x9 rules stones handed over for passes.
    pub fn prisoners(&self, player: Color) -> u32 {
        self.prisoners[player as usize]
    }

    /// Territory and prisoners together.
    fn total(&self, player: Color) -> u32 {
        self.territory(player) + self.prisoners(player)
    }

    /// The winner without komi; `None` for a draw, jigo (Article 10).
    pub fn winner(&self) -> Option<Color> {
        self.result(0).winner()
    }

    /// The winner's lead in points without komi; 0 for jigo.
    pub fn lead(&self) -> u32 {
        self.total(Color::Black).abs_diff(self.total(Color::White))
    }

    /// The result with komi, the points that White receives, in hundredths of a point. A negative
    /// komi is Black's.
    pub fn result(&self, komi: i32) -> GameResult {
        let [black, white] = Color::ALL.map(|player| 100 * i64::from(self.total(player)));
        let lead = black - white - i64::from(komi);
        let winner = if lead > 0 { Color::Black } else { Color::White };
        match lead.unsigned_abs() {
            0 => GameResult::Draw,
            lead => GameResult::Points { winner, lead },
        }
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

impl EndPosition {
    fn new(
        position: &Position,
        dead: impl IntoIterator<Item = Point>,
    ) -> Result<EndPosition, NoStoneError> {
        let size = position.size();
        let stones = size.points().map(|point| position.get(point)).collect();
        let mut is_dead = vec![false; size.area()];
        for point in dead {
            let color = position.get(point).ok_or(NoStoneError(point))?;
            if !is_dead[usize::from(size.number(point))] {
                let (chain, _) = flood(size, point, |at| position.get(at) == Some(color));
                chain.into_iter().for_each(|stone| is_dead[usize::from(size.number(stone))] = true);
            }
        }
        Ok(EndPosition { size, stones, is_dead })
    }

    /// Removes the dead stones and adds them to the prisoners of their opponents.
    fn remove_dead(&mut self, prisoners: &mut [u32; 2]) {
        for (stone, _) in self.stones.iter_mut().zip(&self.is_dead).filter(|(_, dead)| **dead) {
            let color = stone.take().expect("only stones are dead");
            prisoners[!color as usize] += 1;
        }
    }

    /// The stone on a point, dead or alive.
    fn stone(&self, point: Point) -> Option<Color> {
        self.stones[usize::from(self.size.number(point))]
    }

    /// The stone on a point, if it is alive.
    fn living(&self, point: Point) -> Option<Color> {
        self.stone(point).filter(|_| !self.is_dead[usize::from(self.size.number(point))])
    }

    /// For each point, the player who has a living stone there or surrounds its area. Groups are
    /// the connected points of one player.
    fn find_holders(&self) -> Vec<Option<Color>> {
        let mut holders: Vec<_> = self.size.points().map(|point| self.living(point)).collect();
        let mut is_done = vec![false; self.size.area()];
        for point in self.size.points() {
            if is_done[usize::from(self.size.number(point))] || self.living(point).is_some() {
                continue;
            }
            let (area, walls) = flood(self.size, point, |at| self.living(at).is_none());
            let mut colors = walls.iter().filter_map(|&wall| self.living(wall));
            let first = colors.next();
            let owner = first.filter(|&first| colors.all(|color| color == first));
            for point in area {
                is_done[usize::from(self.size.number(point))] = true;
                holders[usize::from(self.size.number(point))] = owner;
            }
        }
        holders
    }
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
        for point in size.neighbors(point) {
            if !std::mem::replace(&mut is_seen[usize::from(size.number(point))], true) {
                if is_inside(point) { inside.push(point) } else { around.push(point) }
            }
        }
    }
    (inside, around)
}
