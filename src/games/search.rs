//! Where a shape stands in games, and what is played there next.
//!
//! A **hit** is one placement of the shape in one game under one operation,
//! counted when it first stands, and again when it was broken and came back.
//! A shape that an operation carries onto itself lies there once; see
//! [`super::alike`] for the operation that is told. A variation has the hits
//! that begin after it leaves the line before it.
//!
//! What is played **next** is the next stone that is put inside of the shape's
//! rectangle while the shape stands: on a `?`, or on a `.`, which breaks it.
//! Stones elsewhere may come before. Where none comes, nothing is next.
//!
//! Placements are one when they lie in the same rectangle and ask the same of
//! its points; see [`super::placement`] for how the first lines of games are
//! searched, [`super::varied`] for the others.

use super::alike::Alike;
use super::index::{Block, Index, LANES};
use super::placement::Placements;
use super::sieve::Placed;
use super::tile::{Scratch, Tile};
use crate::Color;
use crate::go::{Point, Size, Symmetry};
use crate::gtn::Pattern;
use crate::parallel;

/// A shape that stands in a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hit {
    /// The step with which it stands.
    pub step: u16,
    /// Which of the placements, in the order in which they are tried.
    pub(super) placement: u32,
    /// Carries the shape onto itself before the placement does.
    pub(super) alike: Symmetry,
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

impl Next {
    /// One number for the point and the color: the number of the point in the
    /// shape twice, plus one for White.
    pub(super) fn number(&self, shape: Size) -> u16 {
        2 * shape.number(self.point) + self.color as u16
    }
}

/// The hits of a line of a game.
#[derive(Debug)]
pub struct Found<'a> {
    /// The number of the game in the database.
    pub game: i64,
    /// The hits, in the order in which they begin.
    pub hits: &'a [Hit],
    pub(super) setups: &'a [u16],
    pub(super) placements: &'a Placements,
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
        (hit.alike.then(placement.symmetry()), placement.origin)
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
        let search = |parts: &mut Vec<(usize, T)>, block: usize, tile: &mut Tile<'_>| {
            if parts.last().is_none_or(|&(last, _)| last != block) {
                parts.push((block, start()));
            }
            if let Some((_, value)) = parts.last_mut() {
                tile.found(|found| visit(value, found));
            }
        };
        let parts = self.fold_tiles(index, Vec::new, search);
        let mut parts: Vec<(usize, T)> = parts.into_iter().flatten().collect();
        parts.sort_unstable_by_key(|&(block, _)| block);
        parts.into_iter().map(|(_, value)| value).collect()
    }

    /// Searches all games, tile by tile, each with the number of its block. Each
    /// thread has a value of its own.
    pub(super) fn fold_tiles<T: Send>(
        &self,
        index: &Index,
        start: impl Fn() -> T + Sync,
        visit: impl Fn(&mut T, usize, &mut Tile<'_>) + Sync,
    ) -> Vec<T> {
        let mut sizes: Vec<Size> = index.blocks.iter().map(|block| block.size).collect();
        sizes.sort_unstable();
        sizes.dedup();
        let placed: Vec<Placed> =
            sizes.iter().map(|&size| Placed::new(&self.pattern, size)).collect();
        let of = |size: Size| &placed[sizes.partition_point(|&other| other < size)];
        parallel::fold_per_thread(index.blocks.len(), |blocks| {
            let (mut value, mut scratch) = (start(), Scratch::default());
            for number in blocks.map(|block| index.by_work[block]) {
                let block = &index.blocks[number];
                scratch.begin(block, of(block.size));
                for tile in 0..block.tiles() {
                    let lines = self.wanted(block, tile);
                    if lines != 0 {
                        let (placed, conditions) = (of(block.size), &self.conditions);
                        let mut tile =
                            Tile::new(block, tile, placed, conditions, lines, &mut scratch);
                        visit(&mut value, number, &mut tile);
                    }
                }
            }
            value
        })
    }

    /// A bit for each line of a tile that is to be searched.
    fn wanted(&self, block: &Block, tile: usize) -> u32 {
        let lines = &block.lines[tile * LANES..block.lines.len().min((tile + 1) * LANES)];
        let all = u32::MAX >> (LANES - lines.len());
        let Some(among) = &self.among else { return all };
        lines.iter().zip(0..).fold(0, |wanted, (line, lane)| {
            wanted | u32::from(among.binary_search(&line.game).is_ok()) << lane
        })
    }
}

impl Conditions {
    /// Whether anything is asked.
    pub(super) fn are_any(&self) -> bool {
        self.before_move.is_some() || self.next.is_some() || !self.sequence.is_empty()
    }

    /// A hit as it is told, if it meets them. `plays` gives the stones that are
    /// put into the shape behind it.
    pub(super) fn told<P: AsRef<[Next]>>(
        &self,
        hit: Hit,
        setups: &[u16],
        alike: &Alike,
        plays: impl Fn() -> P,
    ) -> Option<Hit> {
        if self.before_move.is_some_and(|last| move_number(setups, hit.step) > last) {
            return None;
        }
        let symmetry = if self.sequence.is_empty() {
            hit.next.map_or(Symmetry::IDENTITY, |next| alike.first(next.point).1)
        } else {
            let plays = plays();
            alike
                .symmetries()
                .find(|&symmetry| self.is_sequence(plays.as_ref(), symmetry, alike))?
        };
        let next = hit.next.map(|next| alike.before(symmetry, next));
        let is_by = |color: Color| next.is_some_and(|next| next.color == color);
        self.next.is_none_or(is_by).then_some(Hit { alike: symmetry, next, ..hit })
    }

    fn is_sequence(&self, plays: &[Next], symmetry: Symmetry, alike: &Alike) -> bool {
        let plays = plays.iter().map(|&play| alike.before(symmetry, play));
        let plays = plays.map(|play| (play.color, play.point));
        plays.take(self.sequence.len()).eq(self.sequence.iter().copied())
    }
}
