//! Hits counted.

use super::{Found, Index, Search};
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
    last_game: Option<i64>,
    games: u64,
    hits: u64,
    /// For each point of the shape what Black and White play there.
    next: Vec<[Count; 2]>,
    cols: usize,
}

/// Counts of a continuation.
#[derive(Clone, Copy, Default)]
struct Count {
    last_game: Option<i64>,
    games: u64,
    hits: u64,
}

impl Part {
    fn new(shape: Size) -> Part {
        Part {
            last_game: None,
            games: 0,
            hits: 0,
            next: vec![Default::default(); shape.area()],
            cols: usize::from(shape.cols()),
        }
    }

    fn add(&mut self, found: &Found<'_>) {
        self.hits += found.hits.len() as u64;
        self.games += u64::from(self.last_game != Some(found.game));
        self.last_game = Some(found.game);
        for next in found.hits.iter().filter_map(|hit| hit.next) {
            let at = usize::from(next.point.row) * self.cols + usize::from(next.point.col);
            let count = &mut self.next[at][next.color as usize];
            count.games += u64::from(count.last_game != Some(found.game));
            count.last_game = Some(found.game);
            count.hits += 1;
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
        let parts = search.fold(index, || Part::new(shape), Part::add);
        let sum = |count: fn(&Part) -> u64| parts.iter().map(count).sum();
        let mut continuations = Vec::new();
        for (point, at) in shape.points().zip(0..) {
            for color in Color::ALL {
                let counts = || parts.iter().map(|part| part.next[at][color as usize]);
                let games = counts().map(|count| count.games).sum();
                let hits = counts().map(|count| count.hits).sum();
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
