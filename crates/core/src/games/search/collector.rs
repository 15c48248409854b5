//! What becomes of matches: a collector counts them, lists them, or both in one pass.

use std::cmp::{Ordering, Reverse};

use super::matches::Match;
use crate::Color;
use crate::go::{Point, Size};
use crate::gtn::Pattern;

/// Receives the matches of a search.
///
/// Threads collect matches into partial results, which are merged at the end. All matches of
/// a game come at once, one line of the game after the other. A pair of collectors collects
/// both results in one pass.
pub trait Collector: Sync {
    /// The matches of some games.
    type Partial: Send;
    /// The result of the search.
    type Output;

    /// Whether the collector reads the steps and the numbers of moves in matches. Without, they may be
    /// any.
    fn reads_steps(&self) -> bool {
        true
    }

    /// An empty partial result.
    fn start(&self, pattern: &Pattern) -> Self::Partial;

    /// Adds the matches of a game, by line, and those of a line in the order in which they begin.
    fn collect(&self, partial: &mut Self::Partial, matches: &[Match]);

    /// Merges the partial results. Each is of games in ascending order among boards of one
    /// size, and no two are of the same game.
    fn merge(&self, pattern: &Pattern, partials: Vec<Self::Partial>) -> Self::Output;
}

impl<C: Collector> Collector for &C {
    type Partial = C::Partial;
    type Output = C::Output;

    fn reads_steps(&self) -> bool {
        (*self).reads_steps()
    }

    fn start(&self, pattern: &Pattern) -> C::Partial {
        (*self).start(pattern)
    }

    fn collect(&self, partial: &mut C::Partial, matches: &[Match]) {
        (*self).collect(partial, matches);
    }

    fn merge(&self, pattern: &Pattern, partials: Vec<C::Partial>) -> C::Output {
        (*self).merge(pattern, partials)
    }
}

impl<A: Collector, B: Collector> Collector for (A, B) {
    type Partial = (A::Partial, B::Partial);
    type Output = (A::Output, B::Output);

    fn reads_steps(&self) -> bool {
        self.0.reads_steps() || self.1.reads_steps()
    }

    fn start(&self, pattern: &Pattern) -> Self::Partial {
        (self.0.start(pattern), self.1.start(pattern))
    }

    fn collect(&self, partial: &mut Self::Partial, matches: &[Match]) {
        self.0.collect(&mut partial.0, matches);
        self.1.collect(&mut partial.1, matches);
    }

    fn merge(&self, pattern: &Pattern, partials: Vec<Self::Partial>) -> Self::Output {
        let (first, second) = partials.into_iter().unzip();
        (self.0.merge(pattern, first), self.1.merge(pattern, second))
    }
}

/// Lists matches by game, each once; the matches of one game by line and step.
#[derive(Clone, Copy, Debug)]
pub struct ListMatches {
    limit: usize,
    /// The game with which the list begins, and how many of its matches are left out.
    start: (i64, usize),
}

impl ListMatches {
    /// Lists all matches.
    pub fn all() -> ListMatches {
        ListMatches::limit(usize::MAX)
    }

    /// Lists the first `limit` matches.
    pub fn limit(limit: usize) -> ListMatches {
        ListMatches { limit, start: (i64::MIN, 0) }
    }

    /// Lists only the matches behind the first `matches` of a game.
    pub fn behind(self, game: i64, matches: usize) -> ListMatches {
        ListMatches { start: (game, matches), ..self }
    }
}

impl Collector for ListMatches {
    type Partial = Vec<Match>;
    type Output = Vec<Match>;

    fn reads_steps(&self) -> bool {
        self.limit > 0
    }

    fn start(&self, _: &Pattern) -> Vec<Match> {
        Vec::new()
    }

    fn collect(&self, partial: &mut Vec<Match>, matches: &[Match]) {
        let room = self.limit - partial.len();
        let (first, left_out) = self.start;
        let left_out = match matches.first().map(|found| found.game.cmp(&first)) {
            Some(Ordering::Greater) => 0,
            Some(Ordering::Equal) => left_out,
            Some(Ordering::Less) | None => return,
        };
        partial.extend(matches.iter().filter(|found| !found.is_again).skip(left_out).take(room));
    }

    fn merge(&self, _: &Pattern, partials: Vec<Vec<Match>>) -> Vec<Match> {
        let mut matches = partials.concat();
        matches.sort_by_key(|found| found.game); // boards of several sizes are apart
        matches.truncate(self.limit);
        matches
    }
}

/// Lists the numbers of the games that have a match, in ascending order.
#[derive(Clone, Copy, Debug)]
pub struct ListGames;

impl Collector for ListGames {
    type Partial = Vec<i64>;
    type Output = Vec<i64>;

    fn reads_steps(&self) -> bool {
        false
    }

    fn start(&self, _: &Pattern) -> Vec<i64> {
        Vec::new()
    }

    fn collect(&self, partial: &mut Vec<i64>, matches: &[Match]) {
        partial.extend(matches.first().map(|found| found.game));
    }

    fn merge(&self, _: &Pattern, partials: Vec<Vec<i64>>) -> Vec<i64> {
        let mut games = partials.concat();
        games.sort_unstable();
        games.dedup();
        games
    }
}

/// Counts matches, games and continuations.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::games::{CountMatches, GameEncoder, GameIndex, Search};
/// use gtn_db::go::{Point, Size};
/// use gtn_db::Color;
///
/// let mut encoder = GameEncoder::new(Size::new(9, 9)?, &[]);
/// encoder.play(Color::Black, Point::new(2, 2), &[]);
/// encoder.play(Color::White, Point::new(6, 2), &[]);
/// let moves = encoder.finish();
/// let index = GameIndex::new(&[(1, &moves)])?;
///
/// let corner = "4x4|...._...._..X._...._!!!!_".parse()?;
/// let counts = Search::new(corner).run(&index, &CountMatches);
/// assert_eq!((counts.games, counts.matches), (1, 2)); // a stone by Black, and one by White
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct CountMatches;

/// The result of [`CountMatches`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MatchCounts {
    /// Games with at least one match.
    pub games: u64,
    /// Matches.
    pub matches: u64,
    /// All continuations, the one in most games first; then by point, Black first, and passes
    /// last.
    pub continuations: Vec<ContinuationCount>,
}

/// How often a continuation follows a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ContinuationCount {
    /// The [canonical point](crate::games::Stabilizer) in the pattern; `None` for a pass.
    pub point: Option<Point>,
    /// The player, in the colors of the pattern.
    pub color: Color,
    /// Games in which the continuation follows a match.
    pub games: u64,
    /// Matches that the continuation follows, in any line.
    pub matches: u64,
}

/// Counts of some games.
#[derive(Debug)]
pub struct PartialCounts {
    /// The size of the pattern.
    size: Size,
    all: Tally,
    /// For each point of the pattern, by number, then for passes, and for each color.
    continuations: Vec<[Tally; 2]>,
}

/// Counts of matches and of the distinct games in which they are.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    games: u64,
    matches: u64,
    /// The game counted last: matches of a game come one after the other.
    last_game: Option<i64>,
}

impl Tally {
    fn add(&mut self, game: i64) {
        self.matches += 1;
        self.games += u64::from(self.last_game != Some(game));
        self.last_game = Some(game);
    }

    /// Adds the counts of other games.
    fn merge(&mut self, other: &Tally) {
        self.matches += other.matches;
        self.games += other.games;
    }
}

impl Collector for CountMatches {
    type Partial = PartialCounts;
    type Output = MatchCounts;

    fn reads_steps(&self) -> bool {
        false
    }

    fn start(&self, pattern: &Pattern) -> PartialCounts {
        let size = pattern.size();
        let continuations = vec![Default::default(); size.area() + 1];
        PartialCounts { size, all: Tally::default(), continuations }
    }

    fn collect(&self, partial: &mut PartialCounts, matches: &[Match]) {
        for found in matches {
            if !found.is_again {
                partial.all.add(found.game);
            }
            if let Some(next) = found.next {
                let size = partial.size;
                let point = next.point.map_or(size.area(), |point| usize::from(size.number(point)));
                partial.continuations[point][next.color as usize].add(found.game);
            }
        }
    }

    fn merge(&self, pattern: &Pattern, partials: Vec<PartialCounts>) -> MatchCounts {
        let mut sum = self.start(pattern);
        for partial in &partials {
            sum.all.merge(&partial.all);
            let tallies = partial.continuations.iter().flatten();
            for (sum, tally) in sum.continuations.iter_mut().flatten().zip(tallies) {
                sum.merge(tally);
            }
        }
        let mut continuations = Vec::new();
        let points = pattern.size().points().map(Some).chain([None]);
        for (tallies, point) in sum.continuations.iter().zip(points) {
            for (&Tally { games, matches, .. }, color) in tallies.iter().zip(Color::ALL) {
                if matches > 0 {
                    continuations.push(ContinuationCount { point, color, games, matches });
                }
            }
        }
        continuations.sort_by_key(|count: &ContinuationCount| {
            (Reverse(count.games), count.point.is_none(), count.point, count.color)
        });
        MatchCounts { games: sum.all.games, matches: sum.all.matches, continuations }
    }
}
