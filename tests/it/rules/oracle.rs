//! A reference implementation of the rules, as simple as possible: chains are flood-filled for
//! every question, and all boards of the game are stored.

use std::collections::{BTreeMap, BTreeSet};

use gtn_db::Color;
use gtn_db::go::{PlayError, Point, Size, Status};

type Stones = BTreeMap<Point, Color>;

#[derive(Clone)]
pub struct Plain {
    size: Size,
    pub stones: Stones,
    pub to_move: Color,
    boards: Vec<Stones>, // after each turn
    was_pass: Vec<bool>,
}

impl Plain {
    pub fn new(size: Size, stones: Stones, to_move: Color) -> Plain {
        Plain { size, boards: vec![stones.clone()], stones, to_move, was_pass: vec![false] }
    }

    fn beside(&self, point: Point) -> Vec<Point> {
        let (col, row) = (point.col, point.row);
        let mut points = vec![Point::new(col + 1, row), Point::new(col, row + 1)];
        points.extend(col.checked_sub(1).map(|col| Point::new(col, row)));
        points.extend(row.checked_sub(1).map(|row| Point::new(col, row)));
        points.retain(|&point| self.size.contains(point));
        points
    }

    /// The stones and liberties of the chain on a point.
    pub fn chain(&self, point: Point) -> (BTreeSet<Point>, BTreeSet<Point>) {
        let color = self.stones[&point];
        let (mut chain, mut liberties) = (BTreeSet::from([point]), BTreeSet::new());
        let mut edge = vec![point];
        while let Some(stone) = edge.pop() {
            for point in self.beside(stone) {
                match self.stones.get(&point) {
                    None => drop(liberties.insert(point)),
                    Some(&other) if other == color && chain.insert(point) => edge.push(point),
                    Some(_) => {}
                }
            }
        }
        (chain, liberties)
    }

    /// The first chain without liberty.
    pub fn chain_without_liberty(&self) -> Option<BTreeSet<Point>> {
        let mut seen = BTreeSet::new();
        for &point in self.stones.keys() {
            if !seen.contains(&point) {
                let (chain, liberties) = self.chain(point);
                if liberties.is_empty() {
                    return Some(chain);
                }
                seen.extend(chain);
            }
        }
        None
    }

    fn is_over(&self) -> bool {
        self.was_pass.ends_with(&[true, true])
    }

    /// Plays a stone. Returns the captured stones and the last turn after which the board was the
    /// same.
    pub fn play(&mut self, point: Point) -> Result<(BTreeSet<Point>, Option<u32>), PlayError> {
        if !self.size.contains(point) {
            return Err(PlayError::OffBoard(point));
        } else if self.is_over() {
            return Err(PlayError::GameOver);
        } else if self.stones.contains_key(&point) {
            return Err(PlayError::Occupied(point));
        }
        let mut after = Plain::new(self.size, self.stones.clone(), self.to_move);
        after.stones.insert(point, self.to_move);
        let mut captured = BTreeSet::new();
        for beside in self.beside(point) {
            if after.stones.get(&beside) == Some(&!self.to_move) {
                let (chain, liberties) = after.chain(beside);
                if liberties.is_empty() {
                    captured.extend(chain);
                }
            }
        }
        after.stones.retain(|point, _| !captured.contains(point));
        if after.chain(point).1.is_empty() {
            return Err(PlayError::SelfCapture(point));
        }
        // The only way back to the board before the last turn is a ko.
        let turns = self.boards.len();
        if turns >= 2 && !self.was_pass[turns - 1] && self.boards[turns - 2] == after.stones {
            return Err(PlayError::Ko(point));
        }
        let repeats = self.boards.iter().rposition(|board| *board == after.stones);
        let repeats = repeats.map(|turn| self.last_change(turn) as u32);
        self.stones = after.stones;
        self.end_turn(false);
        Ok((captured, repeats))
    }

    /// The last turn up to `turn` that was not a pass.
    fn last_change(&self, turn: usize) -> usize {
        (0..=turn).rev().find(|&turn| !self.was_pass[turn]).unwrap_or(0)
    }

    pub fn pass(&mut self) -> Result<(), PlayError> {
        if self.is_over() {
            return Err(PlayError::GameOver);
        }
        self.end_turn(true);
        Ok(())
    }

    fn end_turn(&mut self, is_pass: bool) {
        self.to_move = !self.to_move;
        self.boards.push(self.stones.clone());
        self.was_pass.push(is_pass);
    }
}

/// The living stones around the area of empty points and dead stones that contains a point.
/// `dead` contains whole chains.
fn walls(plain: &Plain, dead: &BTreeSet<Point>, from: Point) -> BTreeSet<Point> {
    let (mut area, mut walls) = (BTreeSet::from([from]), BTreeSet::new());
    let mut edge = vec![from];
    while let Some(point) = edge.pop() {
        for beside in plain.beside(point) {
            if plain.stones.contains_key(&beside) && !dead.contains(&beside) {
                walls.insert(beside);
            } else if area.insert(beside) {
                edge.push(beside);
            }
        }
    }
    walls
}

/// The player of all walls, if there is one.
fn owner(plain: &Plain, walls: &BTreeSet<Point>) -> Option<Color> {
    let colors: BTreeSet<Color> = walls.iter().map(|wall| plain.stones[wall]).collect();
    colors.first().copied().filter(|_| colors.len() == 1)
}

/// Article 8 applied to each point separately. `dead` contains whole chains.
pub fn statuses(plain: &Plain, dead: &BTreeSet<Point>) -> BTreeMap<Point, Status> {
    let living = |point: &Point| plain.stones.get(point).filter(|_| !dead.contains(point));
    let open: Vec<Point> = plain.size.points().filter(|point| living(point).is_none()).collect();
    let walls: BTreeMap<Point, BTreeSet<Point>> =
        open.iter().map(|&point| (point, walls(plain, dead, point))).collect();
    let owner = |point: &Point| owner(plain, &walls[point]);
    let is_dame = |point: &Point| !plain.stones.contains_key(point) && owner(point).is_none();
    let mut seki: BTreeSet<Point> = plain.stones.keys().copied().collect();
    seki.retain(|stone| living(stone).is_some() && plain.chain(*stone).1.iter().any(is_dame));
    // From stones in seki to all chains that surround an eye with them, until nothing changes.
    loop {
        let shared = open.iter().filter(|point| owner(point).is_some()).map(|point| &walls[point]);
        let joined = shared.filter(|walls| !walls.is_disjoint(&seki)).flatten();
        let more: BTreeSet<Point> = joined.flat_map(|&wall| plain.chain(wall).0).collect();
        if more.is_subset(&seki) {
            break;
        }
        seki.extend(more);
    }
    let status = |point: Point| match (plain.stones.get(&point), living(&point)) {
        (Some(&color), Some(_)) if seki.contains(&point) => Status::Seki(color),
        (Some(&color), Some(_)) => Status::Alive(color),
        (stone, _) => match (owner(&point), stone) {
            (Some(owner), _) if stone != Some(&owner) && seki.is_disjoint(&walls[&point]) => {
                Status::Territory(owner)
            }
            (_, Some(&color)) => Status::Dead(color),
            (Some(owner), None) => Status::Eye(owner),
            (None, None) => Status::Dame,
        },
    };
    plain.size.points().map(|point| (point, status(point))).collect()
}

/// Living stones and the points they surround, Black's less White's (area scoring). `dead`
/// contains whole chains.
pub fn area_lead(plain: &Plain, dead: &BTreeSet<Point>) -> i64 {
    let mut removed = plain.clone();
    removed.stones.retain(|point, _| !dead.contains(point));
    let holder = |point: Point| match removed.stones.get(&point) {
        Some(&color) => Some(color),
        None => owner(&removed, &walls(&removed, &BTreeSet::new(), point)),
    };
    let points = |player| plain.size.points().filter(|&at| holder(at) == Some(player)).count();
    points(Color::Black) as i64 - points(Color::White) as i64
}
