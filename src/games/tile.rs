//! A search in one tile: 32 games and their variations.

use super::bits::ones;
use super::ever::Ever;
use super::index::{Block, LANES};
use super::lanes::{self, Possible};
use super::placement::{Line, Standing};
use super::search::{Conditions, Found, Hit};
use super::sieve::{MOST_PLACEMENTS, Placed};
use super::told::{self, Told};
use super::varied;
use crate::go::Symmetry;

/// Memory that is used again for each tile.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    possible: Vec<Possible>,
    /// The hits of each first line.
    hits: [Vec<Hit>; LANES],
    /// For each game with variations in the block, the placements that may begin
    /// to stand in these.
    may_vary: Vec<Vec<u32>>,
    /// The same as far as the first stones in the corners tell it, 32 games by 32:
    /// for each placement a bit of each.
    sieved: Vec<[u32; MOST_PLACEMENTS]>,
    varied: varied::Memory,
}

impl Scratch {
    /// Before the first tile of a block.
    pub fn begin(&mut self, block: &Block, placed: &Placed) {
        let Placed { placements, sieve } = placed;
        self.may_vary.iter_mut().for_each(Vec::clear);
        self.may_vary.resize(self.may_vary.len().max(block.varied.len()), Vec::new());
        self.sieved.clear();
        if let Some(sieve) = sieve {
            self.sieved.extend(block.varied_corners.iter().map(|before| sieve.may_vary(before)));
        }
        let games = block.varied.chunks(Ever::GAMES).zip(self.may_vary.chunks_mut(Ever::GAMES));
        for ((part, (varied, may_vary)), ever) in games.enumerate().zip(&block.ever) {
            if varied.iter().all(|varied| varied.is_short(placements)) {
                continue;
            }
            for (number, placement) in placements.iter() {
                let parts = LANES / Ever::GAMES;
                let mut games = match self.sieved.get(part / parts) {
                    Some(left) => (left[number as usize] >> (part % parts * Ever::GAMES)) as u8,
                    None => u8::MAX,
                };
                if games != 0 {
                    games = ever.may_hold(&placement, games);
                }
                ones(games).for_each(|game| may_vary[game].push(number));
            }
        }
    }
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

    /// Counts all hits, in no order: those in some lanes, a bit each, their
    /// number, and the [number](super::Next::number) of what is played next.
    pub fn count(&mut self, mut add: impl FnMut(u32, u32, Option<u16>)) {
        let shape = self.placed.placements.shape;
        if !self.conditions.are_any() {
            self.tell(&mut add);
        }
        self.search(|lane, found| {
            for hit in found.hits {
                add(1 << lane, 1, hit.next.map(|next| next.number(shape)));
            }
        });
    }

    /// Tells of hits of which the corners tell all that is counted, and leaves
    /// the others.
    fn tell(&mut self, mut add: impl FnMut(u32, u32, Option<u16>)) {
        let Placed { placements, sieve: Some(sieve) } = self.placed else { return };
        let corners = self.block.corners(self.number);
        let mut left = self.left;
        sieve.tell_stoneless(corners, &mut left, &mut add);
        let some = left
            .iter()
            .zip(0..)
            .fold(0_u16, |some, (&left, number)| some | u16::from(left != 0) << number);
        for number in ones(some).map(|number| number as u32) {
            if !sieve.tells(number) {
                continue;
            }
            let left = &mut left[number as usize];
            let placement = placements.at(number);
            for lane in ones(*left) {
                let line = Line::new(self.block, self.number, lane);
                let told = match sieve.stones(number) {
                    Some(stones) => told::on_the_board(&placement, stones, &line),
                    None => sieve.tell(number, corners, lane),
                };
                match told {
                    Told::Unclear if !placement.lacks_a_stone(&line) => continue,
                    Told::Stands { unless, .. } if unless.comes_to_pass(&placement, &line) => {
                        continue;
                    }
                    Told::Stands { next, .. } => add(1 << lane, 1, next),
                    Told::Never | Told::Unclear => {}
                }
                *left &= !(1 << lane);
            }
        }
        self.left = left;
    }

    /// Hands all hits on that are left, line by line, with the lane of the game.
    fn search(&mut self, mut visit: impl FnMut(usize, &Found<'_>)) {
        let Tile { block, number, placed, conditions, lines, left, .. } = *self;
        let Placed { placements, sieve } = placed;
        let Scratch { possible, hits, may_vary, varied: memory, .. } = &mut *self.scratch;
        possible.clear();
        if left != [0; MOST_PLACEMENTS] {
            lanes::look(block.tile(number), placements, sieve.as_ref().map(|_| &left), possible);
        }
        let mut with_hits = 0;
        for Possible { placement: at, lanes, left } in &*possible {
            let placement = placements.at(*at);
            placement.stands(block, number, lanes, left & lines, |standing| {
                let Standing { lane, step, next } = standing;
                let line = number * LANES + lane;
                let hit = Hit { step, placement: *at, alike: Symmetry::IDENTITY, next };
                let plays = || placement.plays(block, line, step);
                if let Some(hit) =
                    conditions.told(hit, block.setups(line), &placements.alike, plays)
                {
                    hits[lane].push(hit);
                    with_hits |= 1 << lane;
                }
            });
        }
        let varied = block.varied_in(number) & lines;
        for lane in ones(with_hits | varied) {
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
                if let Some(varied) = block.varied.get(at)
                    && (!may_vary[at].is_empty() || varied.is_short(placements))
                {
                    let line = Line::new(block, number, lane);
                    let all_plays = !conditions.sequence.is_empty();
                    let (among, hits) = (&may_vary[at], &mut hits[lane]);
                    varied.stands(placed, among, all_plays, &line, memory, |standing, setups| {
                        hits.extend(standing.iter().filter_map(|standing| {
                            let &varied::Standing { placement, step, next, .. } = standing;
                            let hit = Hit { step, placement, alike: Symmetry::IDENTITY, next };
                            conditions.told(hit, setups, &placements.alike, || &standing.plays)
                        }));
                        if !hits.is_empty() {
                            hand_on(hits, setups);
                        }
                    });
                }
            }
        }
    }
}
