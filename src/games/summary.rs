//! Hits counted.

use std::collections::HashMap;

use super::{Found, Index, Search};
use crate::Color;
use crate::go::Point;

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
#[derive(Default)]
struct Part {
    last_game: Option<i64>,
    games: u64,
    hits: u64,
    /// For each continuation the last game, the games, the hits.
    next: HashMap<(Point, Color), (i64, u64, u64)>,
}

impl Part {
    fn add(&mut self, found: &Found<'_>) {
        self.hits += found.hits.len() as u64;
        self.games += u64::from(self.last_game != Some(found.game));
        self.last_game = Some(found.game);
        for next in found.hits.iter().filter_map(|hit| hit.next) {
            let (last, games, hits) =
                self.next.entry((next.point, next.color)).or_insert((i64::MIN, 0, 0));
            *games += u64::from(*last != found.game);
            *last = found.game;
            *hits += 1;
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
        let parts = search.fold(index, Part::default, Part::add);
        let mut summary = Summary::default();
        let mut next: HashMap<(Point, Color), (u64, u64)> = HashMap::new();
        for part in parts {
            summary.games += part.games;
            summary.hits += part.hits;
            for (key, (_, games, hits)) in part.next {
                let sum = next.entry(key).or_default();
                *sum = (sum.0 + games, sum.1 + hits);
            }
        }
        let of = |((point, color), (games, hits))| Continuation { point, color, games, hits };
        summary.continuations = next.into_iter().map(of).collect();
        summary.continuations.sort_by_key(|continuation| {
            let Continuation { point, color, games, .. } = *continuation;
            (std::cmp::Reverse(games), point, color as u8)
        });
        summary
    }
}
