//! Games of a database: loading them into a [`GameIndex`], and what was played next.

use std::cmp::Reverse;

use thiserror::Error;

use crate::Color;
use crate::games::{Collector, GameDecoder, GameIndex, IndexGameError, Match, Search, Stabilizer};
use crate::go::Point;
use crate::gtn::{Pattern, SubPosition};
use crate::model::{Breakdown, GameOutcome, Results, ResultsCounter};
use crate::store::{Store, StoreError};

/// Why games could not be loaded.
#[derive(Debug, Error)]
pub enum LoadGamesError {
    /// The database cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The moves of a game cannot be decoded.
    #[error("the database has a game that cannot be searched")]
    Game(#[from] IndexGameError),
}

/// Indexes games of a database: all, or those with the given ids, in ascending order.
///
/// # Errors
/// When the database cannot be read, or the moves of a game cannot be decoded.
pub fn load_games(store: &Store, ids: Option<&[i64]>) -> Result<GameIndex, LoadGamesError> {
    GameIndex::build(|add| Ok(store.for_each_game(ids, add)?))
}

/// Calls `visit` with the main line of each game with the given ids, or of all.
///
/// # Errors
/// When the database cannot be read, or the moves of a game cannot be decoded.
pub(super) fn for_each_main_line(
    store: &Store,
    ids: Option<&[i64]>,
    mut visit: impl FnMut(i64, &GameDecoder<'_>),
) -> Result<(), LoadGamesError> {
    let mut damaged = None;
    store.for_each_game(ids, |game, bytes| {
        let mut decode = || {
            let mut lines = GameDecoder::new(bytes)?;
            lines.next_line()?;
            visit(game, &lines);
            Ok(())
        };
        if let Err(source) = decode() {
            damaged.get_or_insert(IndexGameError { game, source });
        }
    })?;
    damaged.map_or(Ok(()), |error| Err(error.into()))
}

/// The pattern that requires a position exactly.
pub(super) fn pattern_of(position: &SubPosition) -> Pattern {
    Pattern::try_from(position).expect("a pattern without wildcards requires something")
}

/// A continuation with its results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The [canonical point](Stabilizer) in the pattern; `None` for a pass, and in games that
    /// end, or leave the pattern for good, at this position.
    pub point: Option<Point>,
    /// The player, in the colors of the pattern; `None` where no move follows.
    pub color: Option<Color>,
    /// Number and results of the games.
    pub results: Results,
}

/// A move in the pattern, which may be a pass; `None` where no move follows inside of it.
type Next = Option<(Option<Point>, Color)>;

/// A number for a continuation; different for different ones.
fn continuation_number(next: Next) -> usize {
    let Some((point, color)) = next else { return 0 };
    let point = point.map_or(0, |point| 1 + usize::from(point.row) * 256 + usize::from(point.col));
    1 + 2 * point + color as usize
}

/// A continuation in one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Reached {
    game: i64,
    next: Next,
    /// The player in the game.
    player: Option<Color>,
}

/// Lists the distinct continuations of each game, by game.
#[derive(Clone, Copy, Debug)]
pub struct ListReached;

/// The distinct continuations of some games.
#[derive(Debug, Default)]
pub struct PartialReached {
    /// Of the games before the last one.
    earlier: Vec<Reached>,
    /// Of the last game, with repetitions.
    last: Vec<Reached>,
}

impl PartialReached {
    fn end_game(&mut self) {
        self.last.sort_unstable();
        self.last.dedup();
        self.earlier.append(&mut self.last);
    }
}

impl Collector for ListReached {
    type Partial = PartialReached;
    type Output = Vec<Reached>;

    fn reads_steps(&self) -> bool {
        false
    }

    fn start(&self, _: &Pattern) -> PartialReached {
        PartialReached::default()
    }

    fn collect(&self, partial: &mut PartialReached, matches: &[Match]) {
        if partial.last.first().map(|last| last.game) != matches.first().map(|found| found.game) {
            partial.end_game();
        }
        partial.last.extend(matches.iter().map(Reached::new));
    }

    fn merge(&self, _: &Pattern, mut partials: Vec<PartialReached>) -> Vec<Reached> {
        partials.iter_mut().for_each(PartialReached::end_game);
        let mut reached: Vec<Reached> =
            partials.into_iter().flat_map(|partial| partial.earlier).collect();
        reached.sort(); // boards of several sizes are apart
        reached
    }
}

impl Reached {
    /// What follows a match.
    pub(super) fn new(found: &Match) -> Reached {
        Reached {
            game: found.game,
            next: found.next.map(|next| (next.point, next.color)),
            player: found.next.map(|next| found.symmetry.color(next.color)),
        }
    }

    /// With the continuation in its [canonical](Stabilizer::canonical_move) form.
    pub(super) fn name_canonically(self, stabilizer: &Stabilizer) -> Reached {
        let next = self.next.map(|(point, color)| match point {
            None => (None, stabilizer.canonical_player(color)),
            Some(point) => {
                let (point, color) = stabilizer.canonical_move(point, color);
                (Some(point), color)
            }
        });
        Reached { next, ..self }
    }

    /// The same in a game with this number.
    pub(super) fn in_game(self, game: i64) -> Reached {
        Reached { game, ..self }
    }

    /// The continuation and the player in the game.
    pub(super) fn follow(&self) -> (Next, Option<Color>) {
        (self.next, self.player)
    }

    /// The number of the game.
    pub fn game(&self) -> i64 {
        self.game
    }

    /// The player in the game; `None` where no move follows.
    pub fn player(&self) -> Option<Color> {
        self.player
    }
}

/// What was played next in the games that reach a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BoardMoves {
    /// The number of games that reach the position.
    pub games: u64,
    /// Those games by year, and the players who move there by rank.
    pub breakdown: Breakdown,
    /// The continuations, the one in most games first. A game counts once for each continuation.
    pub moves: Vec<Played>,
}

impl BoardMoves {
    /// Adds what was played next in other games.
    pub(crate) fn add(&mut self, other: BoardMoves) {
        self.games += other.games;
        self.breakdown.add_all(&other.breakdown);
        self.moves.extend(other.moves);
        self.moves.sort_by_key(|played| (played.point, played.color));
        self.moves.dedup_by(|played, before| {
            let is_same = (played.point, played.color) == (before.point, before.color);
            if is_same {
                before.results.add_all(&played.results);
            }
            is_same
        });
        self.sort();
    }

    fn sort(&mut self) {
        self.moves.sort_by_key(|played| {
            (Reverse(played.results.games), played.point.is_none(), played.point, played.color)
        });
    }
}

/// Counts the results of continuations.
///
/// Games without an outcome do not count; `outcomes` are sorted by game.
pub fn count_results(reached: &[Reached], outcomes: &[GameOutcome]) -> BoardMoves {
    let mut counter = ReachedCounter::default();
    for game in reached.chunk_by(|one, other| one.game == other.game) {
        let outcome = outcomes.binary_search_by_key(&game[0].game, |outcome| outcome.id);
        let Ok(outcome) = outcome else { continue }; // removed since the index was loaded
        counter.add_game(&outcomes[outcome], game.iter().map(Reached::follow));
    }
    counter.finish()
}

/// Counts the results of continuations, game by game.
#[derive(Debug, Default)]
pub(super) struct ReachedCounter {
    /// By the number of the continuation, which is found without hashing: its index in `counts`.
    places: Vec<usize>,
    counts: Vec<CountedNext>,
    /// Games with several continuations.
    several: ResultsCounter,
    /// The continuations of a game, kept to spare allocations.
    of_game: Vec<(usize, Option<Color>)>,
}

/// A continuation with its results.
#[derive(Debug)]
struct CountedNext {
    next: Next,
    /// In games without another continuation, and in the others.
    alone: ResultsCounter,
    among: ResultsCounter,
}

impl ReachedCounter {
    /// Adds a game with one continuation and the player in the game.
    #[inline]
    pub(super) fn add_single(
        &mut self,
        outcome: &GameOutcome,
        (next, player): (Next, Option<Color>),
    ) {
        let place = self.place(next);
        self.counts[place].alone.add_game(outcome, player);
    }

    /// Adds a game with its continuations and the players in the game.
    pub(super) fn add_game(
        &mut self,
        outcome: &GameOutcome,
        reached: impl IntoIterator<Item = (Next, Option<Color>)>,
    ) {
        self.of_game.clear();
        for (next, player) in reached {
            let reached = (self.place(next), player);
            if !self.of_game.contains(&reached) {
                self.of_game.push(reached);
            }
        }
        let Some(&(first, player)) = self.of_game.first() else { return };
        if self.of_game.len() == 1 {
            self.counts[first].alone.add_game(outcome, player);
            return;
        }
        let movers = |is_counted: &dyn Fn(usize) -> bool| {
            let players = self.of_game.iter().filter(|reached| is_counted(reached.0));
            let players: Vec<Color> = players.filter_map(|reached| reached.1).collect();
            Color::ALL.into_iter().filter(move |player| players.contains(player))
        };
        self.several.add_game(outcome, movers(&|_| true));
        for (at, &(place, _)) in self.of_game.iter().enumerate() {
            let is_first = self.of_game[..at].iter().all(|before| before.0 != place);
            if is_first {
                let movers = movers(&|other| other == place);
                self.counts[place].among.add_game(outcome, movers);
            }
        }
    }

    /// The index of a continuation, which may be new.
    #[inline]
    fn place(&mut self, next: Next) -> usize {
        let number = continuation_number(next);
        if self.places.len() <= number {
            self.places.resize(number + 1, usize::MAX);
        }
        if self.places[number] == usize::MAX {
            self.places[number] = self.counts.len();
            let (alone, among) = (ResultsCounter::default(), ResultsCounter::default());
            self.counts.push(CountedNext { next, alone, among });
        }
        self.places[number]
    }

    /// What was counted.
    pub(super) fn finish(self) -> BoardMoves {
        let several = self.several.finish();
        let mut counted = BoardMoves {
            games: several.games,
            breakdown: several.breakdown,
            moves: Vec::with_capacity(self.counts.len()),
        };
        for CountedNext { next, alone, among } in self.counts {
            let mut results = alone.finish();
            counted.games += results.games;
            counted.breakdown.add_all(&results.breakdown);
            results.add_all(&among.finish());
            counted.moves.push(Played {
                point: next.and_then(|(point, _)| point),
                color: next.map(|(_, color)| color),
                results,
            });
        }
        counted.sort();
        counted
    }
}

/// Finds what was played next, in games whose outcomes are given, sorted by game.
///
/// Continuations are [canonical moves](Stabilizer::canonical_move): if the pattern is its own
/// recolored image, all are Black's.
pub fn played_next(outcomes: &[GameOutcome], index: &GameIndex, search: &Search) -> BoardMoves {
    let mut reached = search.run(index, &ListReached);
    name_canonically(&mut reached, search);
    count_results(&reached, outcomes)
}

/// Makes the moves of continuations [canonical](Stabilizer::canonical_move), and removes those that
/// are the same then.
pub(crate) fn name_canonically(reached: &mut Vec<Reached>, search: &Search) {
    let stabilizer = Stabilizer::new(search.pattern());
    reached.iter_mut().for_each(|reached| *reached = reached.name_canonically(&stabilizer));
    reached.sort_unstable();
    reached.dedup();
}
