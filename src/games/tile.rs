//! A search in one tile: 32 games and their variations.

use super::index::{Block, LANES};
use super::lanes::{self, Possible};
use super::placement::{Line, Placement, Placements, Standing};
use super::search::{Conditions, Found, Hit};
use super::sieve::{MOST_PLACEMENTS, Sieve, Told, Unless};
use super::varied::Varied;
use crate::go::Size;
use crate::gtn::Pattern;

/// A pattern on boards of one size.
#[derive(Debug)]
pub(super) struct Placed {
    placements: Placements,
    sieve: Option<Sieve>,
}

impl Placed {
    pub fn new(pattern: &Pattern, board: Size) -> Placed {
        let placements = Placements::new(pattern, board);
        let sieve = Sieve::new(&placements, board);
        Placed { placements, sieve }
    }
}

/// Memory that is used again for each tile.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    possible: Vec<Possible>,
    /// The hits of each first line.
    hits: [Vec<Hit>; LANES],
}

/// A search in a tile.
#[derive(Debug)]
pub(super) struct Tile<'a> {
    block: &'a Block,
    number: usize,
    placed: &'a Placed,
    conditions: &'a Conditions,
    scratch: &'a mut Scratch,
    /// The lines that are searched, a bit each.
    lines: u32,
    /// For each placement, if there is a sieve, the first lines that are left
    /// to be searched, a bit each.
    left: [u32; MOST_PLACEMENTS],
}

impl<'a> Tile<'a> {
    pub fn new(
        block: &'a Block,
        number: usize,
        placed: &'a Placed,
        conditions: &'a Conditions,
        lines: u32,
        scratch: &'a mut Scratch,
    ) -> Tile<'a> {
        let left = match &placed.sieve {
            Some(sieve) => sieve.sift(block.corners(number), lines),
            None => [lines; MOST_PLACEMENTS],
        };
        Tile { block, number, placed, conditions, scratch, lines, left }
    }

    /// Hands all hits on, line by line.
    pub fn found(&mut self, mut visit: impl FnMut(&Found<'_>)) {
        self.search(|_, found| visit(found));
    }

    /// Counts all hits, in no order: one for each of some lanes, a bit each,
    /// with the [number](super::Next::number) of what is played next.
    pub fn count(&mut self, mut add: impl FnMut(u32, Option<u16>)) {
        let shape = self.placed.placements.shape;
        if !self.conditions.are_any() {
            self.tell(&mut add);
        }
        self.search(|lane, found| {
            for hit in found.hits {
                add(1 << lane, hit.next.map(|next| next.number(shape)));
            }
        });
    }

    /// Tells of hits of which the corners tell all that is counted, and leaves
    /// the others.
    fn tell(&mut self, mut add: impl FnMut(u32, Option<u16>)) {
        let Placed { placements, sieve: Some(sieve) } = self.placed else { return };
        let corners = self.block.corners(self.number);
        let mut left = self.left;
        for (number, placement) in placements.iter() {
            let left = &mut left[number as usize];
            let Some(tells_most) = sieve.tells(number as usize).filter(|_| *left != 0) else {
                continue;
            };
            if !tells_most {
                // Where points may be anything it takes less time to look first.
                *left = lanes::look_at(self.block.tile(self.number), &placement, *left);
            }
            let mut lanes = sieve.tell_alike(number as usize, corners, *left, &mut add);
            *left = lanes;
            while lanes != 0 {
                let lane = lanes.trailing_zeros() as usize;
                lanes &= lanes - 1;
                match sieve.tell(number as usize, corners, lane) {
                    Told::Unclear => continue,
                    Told::Stands { unless, .. } if self.changes(&placement, lane, unless) => {
                        continue;
                    }
                    Told::Stands { next, .. } => add(1 << lane, next),
                    Told::Never => {}
                }
                *left &= !(1 << lane);
            }
        }
        self.left = left;
    }

    /// Whether what would make more or less of what is told of a placement in a
    /// line comes to pass.
    fn changes(&self, placement: &Placement<'_>, lane: usize, unless: Unless) -> bool {
        let Unless::ChangesUntil(point) = unless else { return false };
        let line = Line::new(self.block, self.number, lane);
        let asked = line.again().filter(|&(point, _)| placement.asked(point).is_some());
        let Some(goes) = asked.map(|(_, spans)| spans.goes_from()).min() else { return false };
        goes <= point.map_or(u16::MAX, |point| line.first(point).step())
    }

    /// Hands all hits on that are left, line by line, with the lane of the game.
    fn search(&mut self, mut visit: impl FnMut(usize, &Found<'_>)) {
        let Tile { block, number, placed, conditions, lines, left, .. } = *self;
        let Placed { placements, sieve } = placed;
        let Scratch { possible, hits } = &mut *self.scratch;
        possible.clear();
        if left != [0; MOST_PLACEMENTS] {
            lanes::look(block.tile(number), placements, sieve.as_ref().map(|_| &left), possible);
        }
        let mut with_hits = 0;
        for Possible { placement: at, lanes, left } in &*possible {
            let placement = placements.at(*at);
            placement.stands(block, number, lanes, left & lines, |standing| {
                let Standing { lane, step, broken, next } = standing;
                let line = number * LANES + lane;
                let hit = Hit { step, broken, placement: *at, next };
                let plays = || placement.plays(block, line, step);
                if conditions.fit(&hit, block.setups(line), plays) {
                    hits[lane].push(hit);
                    with_hits |= 1 << lane;
                }
            });
        }
        let varied = block.varied_in(number) & lines;
        for lane in (0..LANES).filter(|lane| (with_hits | varied) >> lane & 1 == 1) {
            let line = number * LANES + lane;
            let game = block.lines[line].game;
            let mut hand_on = |hits: &mut Vec<Hit>, setups: &[u16]| {
                hits.sort_unstable_by_key(|hit| (hit.step, hit.placement));
                visit(lane, &Found { game, hits, setups, placements });
                hits.clear();
            };
            if !hits[lane].is_empty() {
                hand_on(&mut hits[lane], block.setups(line));
            }
            if varied >> lane & 1 == 1 {
                let at = block.varied.partition_point(|varied| varied.game < game);
                if let Some(varied) = block.varied.get(at) {
                    let line = Line::new(block, number, lane);
                    variations(varied, &line, placed, conditions, hand_on);
                }
            }
        }
    }
}

/// Hands the hits of each variation of a game on, with the steps that are no
/// moves.
fn variations(
    varied: &Varied,
    line: &Line<'_>,
    placed: &Placed,
    conditions: &Conditions,
    mut hand_on: impl FnMut(&mut Vec<Hit>, &[u16]),
) {
    let mut hits = Vec::new();
    varied.stands(&placed.placements, placed.sieve.as_ref(), line, |found, setups| {
        hits.extend(found.iter().filter_map(|standing| {
            let next = standing.plays.first().filter(|next| next.step <= standing.broken);
            let hit = Hit {
                step: standing.step,
                broken: standing.broken,
                placement: standing.placement,
                next: next.copied(),
            };
            conditions.fit(&hit, setups, || standing.plays.as_slice()).then_some(hit)
        }));
        if !hits.is_empty() {
            hand_on(&mut hits, setups);
        }
    });
}
