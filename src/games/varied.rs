//! Games with variations: the lines behind the first.
//!
//! A line behind the first differs from the one before it in its own steps. A
//! shape begins to stand there when a stone that it asks for is put on the
//! board, or one is taken off where it asks for none; so only placements are
//! looked at that have such a point. First the points of all own steps tell
//! whether there can be one at all; then the lines are played through.

use super::placement::Placement;
use super::{DamagedMovesError, Lines};
use crate::Color;
use crate::go::Size;

/// A game with variations.
#[derive(Debug)]
pub(super) struct Varied {
    /// The number of the game in the database.
    pub game: i64,
    /// The positions behind those of the first line.
    pub positions: u64,
    bytes: Box<[u8]>,
    /// For each color a bit for each point where there ever is a stone of it.
    ever: [Box<[u64]>; 2],
    /// The same for stones that are put on the board in variations, and last
    /// for points where a stone is taken off there.
    own: [Box<[u64]>; 3],
}

fn set(points: &mut [u64], point: u16) {
    points[usize::from(point / 64)] |= 1 << (point % 64);
}

fn has(points: &[u64], point: u16) -> bool {
    points[usize::from(point / 64)] >> (point % 64) & 1 == 1
}

/// A span in which a placement stands in a variation.
#[derive(Debug)]
pub(super) struct Standing {
    /// The number of the placement.
    pub placement: u32,
    /// The first step.
    pub step: u16,
    /// The first step behind it; [`u16::MAX`] when there is none.
    pub broken: u16,
    /// The stones that are put into its rectangle from then on, in order:
    /// point, color, step.
    pub plays: Vec<(u16, Color, u16)>,
}

impl Varied {
    /// A game whose first line has been read.
    pub fn new(
        game: i64,
        bytes: &[u8],
        lines: &mut Lines<'_>,
    ) -> Result<Varied, DamagedMovesError> {
        let none = || vec![0; lines.size().area().div_ceil(64)].into_boxed_slice();
        let mut varied = Varied {
            game,
            positions: 0,
            bytes: bytes.into(),
            ever: [none(), none()],
            own: [none(), none(), none()],
        };
        for change in lines.changes() {
            if let Some(color) = change.stone {
                set(&mut varied.ever[color as usize], change.point);
            }
        }
        while lines.next()? {
            let shared = lines.shared();
            varied.positions += (lines.steps().len() - shared) as u64;
            let own = lines.changes().iter().rev();
            for change in own.take_while(|change| usize::from(change.step) >= shared) {
                match change.stone {
                    Some(color) => {
                        set(&mut varied.ever[color as usize], change.point);
                        set(&mut varied.own[color as usize], change.point);
                    }
                    None => set(&mut varied.own[2], change.point),
                }
            }
        }
        Ok(varied)
    }

    pub fn bytes(&self) -> usize {
        let words: usize = self.ever.iter().chain(&self.own).map(|set| set.len()).sum();
        size_of::<Varied>() + self.bytes.len() + words * size_of::<u64>()
    }

    /// Whether a placement may begin to stand in a variation.
    fn may_hold(&self, placement: &Placement) -> bool {
        let words = self.own[0].len();
        let mut begins = 0;
        for i in 0..words {
            let [black, white] = [placement.stones_set[0][i], placement.stones_set[1][i]];
            if black & !self.ever[0][i] | white & !self.ever[1][i] != 0 {
                return false;
            }
            begins |= black & self.own[0][i]
                | white & self.own[1][i]
                | placement.empty_set[i] & self.own[2][i];
        }
        begins != 0
    }

    /// Hands every span in which a placement begins to stand in a variation to
    /// `visit`, line by line, with the numbers of the steps of the line that
    /// are no moves. `size` is that of the pattern.
    pub fn stands(
        &self,
        placements: &[Placement],
        size: Size,
        mut visit: impl FnMut(&[Standing], &[u16]),
    ) {
        let candidates: Vec<(u32, &Placement)> =
            (0..).zip(placements).filter(|(_, placement)| self.may_hold(placement)).collect();
        if candidates.is_empty() {
            return;
        }
        let Ok(mut lines) = Lines::new(&self.bytes) else { return };
        let board = lines.size();
        let mut by_point: Vec<Vec<u32>> = vec![Vec::new(); board.area()];
        for (&(_, placement), i) in candidates.iter().zip(0..) {
            for &point in placement.stones.iter().flatten().chain(&placement.empty) {
                by_point[usize::from(point)].push(i);
            }
        }
        let mut stones: Vec<Option<Color>> = vec![None; board.area()];
        // What the changes of the present line have changed.
        let mut before: Vec<Option<Color>> = Vec::new();
        let mut points: Vec<u16> = Vec::new();
        let mut is_first = true;
        // The bytes were read before, when the index was made.
        while let Ok(true) = lines.next() {
            let changes = lines.changes();
            let shared = if is_first { lines.steps().len() } else { lines.shared() };
            let kept = changes.partition_point(|change| usize::from(change.step) < lines.shared());
            while before.len() > kept {
                if let (Some(stone), Some(point)) = (before.pop(), points.pop()) {
                    stones[usize::from(point)] = stone;
                }
            }
            let mut found: Vec<Standing> = Vec::new();
            for step in changes[kept..].chunk_by(|one, other| one.step == other.step) {
                let from = before.len();
                for change in step {
                    before.push(stones[usize::from(change.point)]);
                    points.push(change.point);
                    stones[usize::from(change.point)] = change.stone;
                }
                let number = step[0].step;
                if usize::from(number) < shared {
                    continue;
                }
                // The points that are not what they were before this step.
                let changed: Vec<u16> = (from..points.len())
                    .filter(|&i| !points[from..i].contains(&points[i]))
                    .filter(|&i| stones[usize::from(points[i])] != before[i])
                    .map(|i| points[i])
                    .collect();
                for standing in &mut found {
                    let (_, placement) = candidates[standing.placement as usize];
                    for change in step {
                        if let Some(color) = change.stone
                            && placement.covers(board, size, change.point)
                        {
                            standing.plays.push((change.point, color, number));
                        }
                    }
                    let is_broken = || {
                        let mut asked = placement.asked().enumerate();
                        asked.any(|(word, asked)| {
                            changed.iter().any(|&point| {
                                usize::from(point / 64) == word && asked >> (point % 64) & 1 == 1
                            })
                        })
                    };
                    if standing.broken == u16::MAX && is_broken() {
                        standing.broken = number;
                    }
                }
                for (&point, i) in changed.iter().zip(0..) {
                    for &candidate in &by_point[usize::from(point)] {
                        let (_, placement) = candidates[candidate as usize];
                        // Once, though several of its points changed.
                        let is_further = changed[..i].iter().any(|&point| {
                            has(&placement.empty_set, point)
                                || placement.stones_set.iter().any(|set| has(set, point))
                        });
                        if !is_further && placement.matches(&stones) {
                            found.push(Standing {
                                placement: candidate,
                                step: number,
                                broken: u16::MAX,
                                plays: Vec::new(),
                            });
                        }
                    }
                }
            }
            if !found.is_empty() {
                for standing in &mut found {
                    standing.placement = candidates[standing.placement as usize].0;
                }
                visit(&found, &super::index::setups(lines.steps()));
            }
            is_first = false;
        }
    }
}

impl Placement {
    /// Whether it stands on a board.
    fn matches(&self, stones: &[Option<Color>]) -> bool {
        let is = |points: &[u16], stone| points.iter().all(|&at| stones[usize::from(at)] == stone);
        is(&self.stones[0], Some(Color::Black))
            && is(&self.stones[1], Some(Color::White))
            && is(&self.empty, None)
    }
}
