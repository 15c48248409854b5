//! Where a shape stands in games, and what is played there next.
//!
//! A **hit** is one placement of the shape in one game under one operation,
//! counted when it first stands, and again when it was broken and came back.
//! A shape that an operation carries onto itself lies there once, with the
//! first of its operations. A variation has the hits that begin after it leaves the line
//! before it.
//!
//! What is played **next** is the next stone that is put inside of the shape's
//! rectangle while the shape stands: on a `?`, or on a `.`, which breaks it.
//! Stones elsewhere may come before. Where none comes, nothing is next.
//!
//! Placements are one when they lie in the same rectangle and ask the same of
//! its points; see [`super::placement`] for how the first lines of games are
//! searched, [`super::varied`] for the others.

use std::ops::Range;

use rayon::prelude::*;

use super::index::{Block, Index, LANES};
use super::lanes::{self, Possible};
use super::placement::{Placement, Placements, Standing};
use crate::Color;
use crate::go::{Point, Size, Symmetry};
use crate::gtn::Pattern;

/// A shape that stands in a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hit {
    /// The step with which it stands.
    pub step: u16,
    /// The first step with which it does not; [`u16::MAX`] when it stands to
    /// the end of the line.
    pub broken: u16,
    /// Which of the placements, in the order in which they are tried.
    placement: u32,
    /// The stone that is put into it next, and with which step.
    pub next: Option<Next>,
}

/// The stone that is put into a shape next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Next {
    /// The step.
    pub step: u16,
    /// The point in the shape, as it was asked for.
    pub point: Point,
    /// The player, in the colors of what was asked for.
    pub color: Color,
}

/// The hits of a line of a game.
#[derive(Debug)]
pub struct Found<'a> {
    /// The number of the game in the database.
    pub game: i64,
    /// The hits, in the order in which they begin.
    pub hits: &'a [Hit],
    setups: &'a [u16],
    placements: &'a Placements,
}

impl Found<'_> {
    /// The number of moves up to a step.
    pub fn move_number(&self, step: u16) -> u16 {
        move_number(self.setups, step)
    }

    /// The operation that carries the shape onto the game, and where its top
    /// left point lies then.
    pub fn lies(&self, hit: &Hit) -> (Symmetry, Point) {
        let placement = self.placements.at(hit.placement);
        (placement.symmetry(), placement.origin)
    }
}

/// The number of moves up to a step, when these steps are none.
fn move_number(setups: &[u16], step: u16) -> u16 {
    step - setups.iter().filter(|&&setup| setup <= step).count() as u16
}

/// What is asked of the hits.
#[derive(Clone, Debug, Default)]
pub struct Conditions {
    /// The hit begins with this move, or before.
    pub before_move: Option<u16>,
    /// Who plays into the shape next, in the colors of the shape.
    pub next: Option<Color>,
    /// The stones that are put into the shape next, in this order, with
    /// whatever is played elsewhere between them.
    pub sequence: Vec<(Color, Point)>,
}

/// A search.
#[derive(Clone, Debug)]
pub struct Search {
    pattern: Pattern,
    conditions: Conditions,
    /// The numbers of the games to be searched, ascending; all when none.
    among: Option<Vec<i64>>,
}

impl Search {
    /// A search for a pattern, in all games.
    pub fn new(pattern: Pattern) -> Search {
        Search { pattern, conditions: Conditions::default(), among: None }
    }

    /// The same, for hits that meet conditions.
    pub fn with(self, conditions: Conditions) -> Search {
        Search { conditions, ..self }
    }

    /// The same, in some games: their numbers, ascending.
    pub fn among(self, games: Vec<i64>) -> Search {
        Search { among: Some(games), ..self }
    }

    /// What is looked for.
    pub fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    /// Searches all games. Each part of them is folded into a value of its
    /// own, on some thread; these come back in the order of the games, which
    /// is that of import among boards of one size. How many parts there are is
    /// not said.
    pub fn fold<T: Send>(
        &self,
        index: &Index,
        start: impl Fn() -> T + Sync,
        visit: impl Fn(&mut T, &Found<'_>) + Sync,
    ) -> Vec<T> {
        let mut sizes: Vec<Size> = index.blocks.iter().map(|block| block.size).collect();
        sizes.sort_unstable();
        sizes.dedup();
        let placed: Vec<Placements> =
            sizes.iter().map(|&size| Placements::new(&self.pattern, size)).collect();
        let of = |size: Size| &placed[sizes.partition_point(|&other| other < size)];
        let start = || (start(), Default::default());
        let search = |(mut value, mut hits): (T, [Vec<Hit>; LANES]), block: &Block| {
            self.block(block, of(block.size), &mut hits, &mut value, &visit);
            (value, hits)
        };
        index.blocks.par_iter().fold(start, search).map(|(value, _)| value).collect()
    }

    fn block<T>(
        &self,
        block: &Block,
        placements: &Placements,
        hits: &mut [Vec<Hit>; LANES],
        value: &mut T,
        visit: &impl Fn(&mut T, &Found<'_>),
    ) {
        let mut possible = Vec::new();
        for tile in 0..block.tiles() {
            let lines = tile * LANES..block.lines.len().min((tile + 1) * LANES);
            let wanted = self.wanted(block, lines.clone());
            if wanted == 0 {
                continue;
            }
            lanes::look(block.tile(tile), placements, &mut possible);
            for Possible { placement: number, lanes, left } in &possible {
                let placement = placements.at(*number);
                placement.stands(block, tile, lanes, left & wanted, |standing| {
                    let line = tile * LANES + standing.lane;
                    let hit = self.hit(block, line, &placement, *number, standing);
                    hits[standing.lane].extend(hit);
                });
            }
            for (hits, line) in hits.iter_mut().zip(lines.clone()) {
                let found = &block.lines[line];
                if !hits.is_empty() {
                    let setups = block.setups(line);
                    self.visit(found.game, hits, setups, placements, value, visit);
                }
                if found.is_varied && wanted >> (line - lines.start) & 1 == 1 {
                    self.variations(block, line, placements, value, visit);
                }
            }
        }
    }

    /// Hands the hits of a line on.
    fn visit<T>(
        &self,
        game: i64,
        hits: &mut Vec<Hit>,
        setups: &[u16],
        placements: &Placements,
        value: &mut T,
        visit: &impl Fn(&mut T, &Found<'_>),
    ) {
        hits.sort_unstable_by_key(|hit| (hit.step, hit.placement));
        visit(value, &Found { game, hits, setups, placements });
        hits.clear();
    }

    /// Searches the variations of a game.
    fn variations<T>(
        &self,
        block: &Block,
        line: usize,
        placements: &Placements,
        value: &mut T,
        visit: &impl Fn(&mut T, &Found<'_>),
    ) {
        let game = block.lines[line].game;
        let tile = block.tile(line / LANES);
        let first = |point: u16| tile[usize::from(point)].0[line % LANES];
        let at = block.varied.partition_point(|varied| varied.game < game);
        let Some(varied) = block.varied.get(at) else { return };
        let mut hits = Vec::new();
        varied.stands(placements, first, |found, setups| {
            hits.extend(found.iter().filter_map(|standing| {
                let next = standing.plays.first().filter(|next| next.step <= standing.broken);
                let hit = Hit {
                    step: standing.step,
                    broken: standing.broken,
                    placement: standing.placement,
                    next: next.copied(),
                };
                self.conditions.fit(&hit, setups, || standing.plays.as_slice()).then_some(hit)
            }));
            if !hits.is_empty() {
                self.visit(game, &mut hits, setups, placements, value, visit);
            }
        });
    }

    /// A bit for each line of a tile that is to be searched.
    fn wanted(&self, block: &Block, lines: Range<usize>) -> u32 {
        let all = u32::MAX >> (LANES - lines.len());
        let Some(among) = &self.among else { return all };
        block.lines[lines].iter().zip(0..).fold(0, |wanted, (line, lane)| {
            wanted | u32::from(among.binary_search(&line.game).is_ok()) << lane
        })
    }

    /// The hit of a placement in the first line of a game, if it meets the
    /// conditions.
    #[inline]
    fn hit(
        &self,
        block: &Block,
        line: usize,
        placement: &Placement<'_>,
        number: u32,
        standing: Standing,
    ) -> Option<Hit> {
        let Standing { step, broken, next, .. } = standing;
        let hit = Hit { step, broken, placement: number, next };
        let plays = || placement.plays(block, line, step);
        self.conditions.fit(&hit, block.setups(line), plays).then_some(hit)
    }
}

impl Conditions {
    /// Whether a hit meets them. `plays` gives the stones that are put into
    /// the shape behind it.
    fn fit<P: AsRef<[Next]>>(&self, hit: &Hit, setups: &[u16], plays: impl Fn() -> P) -> bool {
        let is_early = self.before_move.is_none_or(|last| move_number(setups, hit.step) <= last);
        let is_by = self.next.is_none_or(|color| hit.next.is_some_and(|next| next.color == color));
        is_early && is_by && (self.sequence.is_empty() || self.is_sequence(plays().as_ref()))
    }

    fn is_sequence(&self, plays: &[Next]) -> bool {
        let plays = plays.iter().map(|next| (next.color, next.point));
        plays.take(self.sequence.len()).eq(self.sequence.iter().copied())
    }
}
