//! Hits counted.

use super::tile::Tile;
use super::{Index, Search};
use crate::Color;
use crate::go::{Point, Size};

/// How often a shape stands, and what is played next.
///
/// Games are counted once for each continuation, whatever often it comes in
/// them; hits each time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Games with a hit.
    pub games: u64,
    /// Hits.
    pub hits: u64,
    /// What is played next, the most frequent first; then by point, Black first.
    pub continuations: Vec<Continuation>,
}

/// A stone that is put into the shape next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Continuation {
    /// Where, in the shape as it was asked for.
    pub point: Point,
    /// By whom, in the colors of what was asked for.
    pub color: Color,
    /// Games in which it is.
    pub games: u64,
    /// Hits after which it is.
    pub hits: u64,
}

/// Counts of a part of the games.
struct Part {
    games: u64,
    hits: u64,
    /// The games of the present tile that have a hit, a bit each.
    lanes: u32,
    /// By [number](super::Next::number).
    next: Vec<Count>,
    /// Those of them that the present tile has.
    touched: Vec<u16>,
}

/// Counts of a continuation.
#[derive(Clone, Copy, Default)]
struct Count {
    games: u64,
    hits: u64,
    /// The games of the present tile that have it, a bit each.
    lanes: u32,
}

impl Part {
    fn new(shape: Size) -> Part {
        let next = vec![Count::default(); 2 * shape.area()];
        Part { games: 0, hits: 0, lanes: 0, next, touched: Vec::new() }
    }

    fn add(&mut self, tile: &mut Tile<'_>) {
        tile.count(|lanes, hits, next| self.add_hits(lanes, hits.into(), next));
        self.games += u64::from(self.lanes.count_ones());
        self.lanes = 0;
        for number in self.touched.drain(..) {
            let count = &mut self.next[usize::from(number)];
            count.games += u64::from(count.lanes.count_ones());
            count.lanes = 0;
        }
    }

    /// Hits in these games of the tile, one bit each, after all of which the
    /// same is played.
    fn add_hits(&mut self, lanes: u32, hits: u64, next: Option<u16>) {
        self.hits += hits;
        self.lanes |= lanes;
        if let Some(number) = next {
            let count = &mut self.next[usize::from(number)];
            if count.lanes == 0 {
                self.touched.push(number);
            }
            count.lanes |= lanes;
            count.hits += hits;
        }
    }
}

impl Summary {
    /// Counts the hits of a search.
    ///
    /// ```
    /// use gtn_db::Color;
    /// use gtn_db::games::{Encoder, Index, Search, Summary};
    /// use gtn_db::go::{Point, Size};
    ///
    /// let mut encoder = Encoder::new(Size::new(9, 9)?, &[]);
    /// encoder.play(Color::Black, Point::new(2, 2), &[]);
    /// encoder.play(Color::White, Point::new(6, 2), &[]);
    /// let moves = encoder.finish();
    /// let index = Index::new(&[(1, &moves)])?;
    ///
    /// let corner = "4x4|...._...._..X._...._!!!!_".parse()?;
    /// let summary = Summary::of(&Search::new(corner), &index);
    /// assert_eq!((summary.games, summary.hits), (1, 2)); // by Black and by White
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(search: &Search, index: &Index) -> Summary {
        let shape = search.pattern().size();
        let parts = search.fold_tiles(index, || Part::new(shape), |part, _, tile| part.add(tile));
        let sum = |count: fn(&Part) -> u64| parts.iter().map(count).sum();
        let mut continuations = Vec::new();
        let mut counts = vec![Count::default(); 2 * shape.area()];
        for part in &parts {
            for (count, of_part) in counts.iter_mut().zip(&part.next) {
                count.games += of_part.games;
                count.hits += of_part.hits;
            }
        }
        for (counts, point) in counts.chunks(2).zip(shape.points()) {
            for (&Count { games, hits, .. }, color) in counts.iter().zip(Color::ALL) {
                if hits > 0 {
                    continuations.push(Continuation { point, color, games, hits });
                }
            }
        }
        continuations.sort_by_key(|continuation| {
            let Continuation { point, color, games, .. } = *continuation;
            (std::cmp::Reverse(games), point, color as u8)
        });
        Summary { games: sum(|part| part.games), hits: sum(|part| part.hits), continuations }
    }
}
