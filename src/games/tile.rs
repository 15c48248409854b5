//! A search in one tile: 32 games and their variations.

use super::index::{Block, First, LANES};
use super::lanes::{self, Possible};
use super::placement::{Placement, Placements, Standing};
use super::search::{Conditions, Found, Hit};
use super::sieve::{MOST_PLACEMENTS, Returns, Sieve, Told};
use super::varied::Group;
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

/// The first line of a game, as the index has it.
pub(super) struct MainLine<'a> {
    block: &'a Block,
    tile: usize,
    lane: usize,
    sieve: Option<&'a Sieve>,
}

impl MainLine<'_> {
    pub fn first(&self, point: u16) -> First {
        self.block.tile(self.tile)[usize::from(point)].0[self.lane]
    }

    /// The placements, one bit each, that the corners leave for variations; see
    /// [`Sieve::left_in`].
    pub fn left_by_corners<'g>(&self, groups: impl Fn(u16) -> Option<&'g [Group]>) -> u16 {
        let corners = self.block.corners(self.tile);
        let left = |sieve: &Sieve| sieve.left_in(corners, self.lane, groups);
        self.sieve.map_or(u16::MAX, left)
    }
}

/// Memory that is used again for each tile.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    possible: Vec<Possible>,
    /// The hits of each first line.
    hits: [Vec<Hit>; LANES],
}

/// What is found in a line.
enum Hits<'a> {
    /// One hit, and the number of what is played next.
    Told(Option<u16>),
    Found(&'a Found<'a>),
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

    /// Hands all hits on, line by line, with the lane of the game.
    pub fn found(&mut self, mut visit: impl FnMut(usize, &Found<'_>)) {
        self.search(false, |lane, hits| {
            if let Hits::Found(found) = hits {
                visit(lane, found);
            }
        });
    }

    /// Counts all hits, in no order: the lane of the game, and the
    /// [number](super::Next::number) of what is played next.
    pub fn count(&mut self, mut add: impl FnMut(usize, Option<u16>)) {
        let shape = self.placed.placements.shape;
        self.search(!self.conditions.are_any(), |lane, hits| match hits {
            Hits::Told(next) => add(lane, next),
            Hits::Found(found) => {
                found
                    .hits
                    .iter()
                    .for_each(|hit| add(lane, hit.next.map(|next| next.number(shape))));
            }
        });
    }

    /// With `tells`, hits of which the corners tell what is played next are
    /// only told.
    fn search(&mut self, tells: bool, mut visit: impl FnMut(usize, Hits<'_>)) {
        let Tile { block, number, placed, conditions, lines, .. } = *self;
        let Placed { placements, sieve } = placed;
        let sieve = sieve.as_ref();
        let telling = sieve.filter(|_| tells);
        let Scratch { possible, hits } = &mut *self.scratch;
        if let Some(sieve) = telling {
            for (at, placement) in
                placements.iter().filter(|&(at, _)| sieve.tells_most(at as usize))
            {
                let left = &mut self.left[at as usize];
                *left = tell(block, number, sieve, at, &placement, *left, |lane, next| {
                    visit(lane, Hits::Told(next));
                });
            }
        }
        lanes::look(block.tile(number), placements, sieve.map(|_| &self.left), possible);
        for Possible { placement: at, lanes, left } in &*possible {
            let placement = placements.at(*at);
            let mut left = left & lines;
            if let Some(sieve) = telling
                && !sieve.tells_most(*at as usize)
            {
                left = tell(block, number, sieve, *at, &placement, left, |lane, next| {
                    visit(lane, Hits::Told(next));
                });
            }
            if left == 0 {
                continue;
            }
            placement.stands(block, number, lanes, left, |standing| {
                let Standing { lane, step, broken, next } = standing;
                let line = number * LANES + lane;
                let hit = Hit { step, broken, placement: *at, next };
                let plays = || placement.plays(block, line, step);
                if conditions.fit(&hit, block.setups(line), plays) {
                    hits[lane].push(hit);
                }
            });
        }
        for lane in (0..LANES).filter(|lane| lines >> lane & 1 == 1) {
            let line = number * LANES + lane;
            let game = block.lines[line].game;
            let mut hand_on = |hits: &mut Vec<Hit>, setups: &[u16]| {
                hits.sort_unstable_by_key(|hit| (hit.step, hit.placement));
                visit(lane, Hits::Found(&Found { game, hits, setups, placements }));
                hits.clear();
            };
            if !hits[lane].is_empty() {
                hand_on(&mut hits[lane], block.setups(line));
            }
            if block.lines[line].is_varied {
                let line = MainLine { block, tile: number, lane, sieve };
                variations(&line, game, placements, conditions, hand_on);
            }
        }
    }
}

/// Tells of a placement in lines of a tile what the corners tell of it. The
/// lines of which that is too little.
fn tell(
    block: &Block,
    tile: usize,
    sieve: &Sieve,
    number: u32,
    placement: &Placement<'_>,
    lines: u32,
    mut visit: impl FnMut(usize, Option<u16>),
) -> u32 {
    let returns = |lane: usize, returns| {
        let Returns::Until(point) = returns else { return false };
        let first = |point: u16| block.tile(tile)[usize::from(point)].0[lane].step();
        let end = point.map_or(u16::MAX, first);
        let mut again = block.again(tile * LANES + lane).filter(|&(at, _)| placement.asks(at));
        again.any(|(_, mut spans)| spans.next().is_some_and(|(_, _, gone)| gone < end))
    };
    let (mut rest, mut unclear) = (lines, 0);
    while rest != 0 {
        let lane = rest.trailing_zeros() as usize;
        rest &= rest - 1;
        match sieve.tell(number as usize, block.corners(tile), lane) {
            Told::Never => {}
            Told::Stands { next, returns: may } if !returns(lane, may) => visit(lane, next),
            Told::Stands { .. } | Told::Unclear => unclear |= 1 << lane,
        }
    }
    unclear
}

/// Hands the hits of each variation of a game on, with the steps that are no
/// moves.
fn variations(
    line: &MainLine<'_>,
    game: i64,
    placements: &Placements,
    conditions: &Conditions,
    mut hand_on: impl FnMut(&mut Vec<Hit>, &[u16]),
) {
    let at = line.block.varied.partition_point(|varied| varied.game < game);
    let Some(varied) = line.block.varied.get(at) else { return };
    let mut hits = Vec::new();
    varied.stands(placements, line, |found, setups| {
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
