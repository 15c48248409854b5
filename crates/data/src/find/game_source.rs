//! The games of a question: read from the index of games where that answers, else from their moves.
//!
//! ```text
//!   games by id   ├── segment ──┼── segment ──┼── tail ──┤
//!                  digests, read by plane      digests, made of the moves
//!                  └ undecided rows: moves, read by id
//! ```
//!
//! | question | answered from | what that leaves undecided |
//! |---|---|---|
//! | a pattern in a corner, without a sequence | digests | [`Search::run`] |
//! | a position on the whole board, without wildcards | digests | [`Search::run`] |
//! | the moves in one corner, with at least 17 moves | digests | [`Joseki::new`] |
//! | any other | the moves of all games | |

use std::cell::{Cell, OnceCell};
use std::sync::Arc;

use rayon::prelude::*;

use super::continuations::{
    ListReached, LoadGamesError, Played, Reached, count_results, load_games, name_canonically,
};
use super::corners::load_joseki;
use crate::games::{
    Collector, DIGEST_FORMAT, DigestPlanes, DigestSearch, GameIndex, Match, Search, digest_game,
};
use crate::joseki::{CornerOptions, DigestCorner, Joseki, Kept, Occurrence};
use crate::model::{GameOutcome, RankCondition};
use crate::store::{
    GameFilter, GameSegment, LoadedSegment, SegmentPlanes, Snapshot, Store, StoreError,
    UnindexedGame,
};

/// Games whose moves are in memory at a time, of those that digests do not decide.
const GAMES_AT_ONCE: usize = 16_384;

/// So few games are not worth the start of other threads.
const SEQUENTIAL: usize = 2_000;

/// The games that fulfill a filter, in one state of the database.
#[derive(Debug)]
pub struct GameSource<'a> {
    store: &'a Store,
    _snapshot: Option<Snapshot<'a>>,
    uses_index: bool,
    filter: GameFilter,
    segments: Vec<GameSegment>,
    /// The conditions that the rows of segments answer themselves.
    facts: Facts,
    /// The ids of the games, sorted, if the rows do not answer all conditions.
    ids: Option<Vec<i64>>,
    tail: OnceCell<Arc<GameTail>>,
    whole: OnceCell<GameIndex>,
    work: Cell<GameWork>,
}

/// The digests of the games behind the last segment, in memory.
#[derive(Debug, Default)]
pub struct GameTail(Vec<LoadedSegment>);

impl GameTail {
    /// Makes the digests.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn load(store: &Store) -> Result<GameTail, StoreError> {
        let segments = store.game_segments(DIGEST_FORMAT)?;
        let mut last = segments.last().map_or(i64::MIN, GameSegment::last);
        let mut loaded = Vec::new();
        loop {
            let games = store.games_behind(last, GAMES_AT_ONCE)?;
            let digest = |game: &UnindexedGame| digest_game(&game.lines);
            let digests: Vec<_> = match games.len() {
                ..SEQUENTIAL => games.iter().map(digest).collect(),
                _ => games.par_iter().map(digest).collect(),
            };
            let Some(segment) = LoadedSegment::new(&games, &digests) else {
                return Ok(GameTail(loaded));
            };
            last = segment.segment().last();
            loaded.push(segment);
        }
    }
}

/// What the questions to a [`GameSource`] have read so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameWork {
    /// Rows of the index, each as often as it was examined.
    pub rows: u64,
    /// Games whose moves were decoded.
    pub decoded: u64,
}

#[derive(Clone, Copy, Debug, Default)]
struct Facts {
    years: Option<(u16, u16)>,
    ranks: Option<(u8, u8)>,
}

impl Facts {
    /// The conditions of a filter, if the rows answer all of them.
    fn new(filter: &GameFilter) -> Option<Facts> {
        let mut rest = filter.clone();
        let years = rest.conditions.years.take();
        let ranks = match rest.conditions.rank.take() {
            None => None,
            Some(RankCondition::Between(first, last)) => Some((first.number(), last.number())),
            Some(RankCondition::Text(_)) => return None,
        };
        rest.is_empty().then_some(Facts { years, ranks })
    }
}

/// The digests of a segment.
struct Digests<'a>(SegmentPlanes<'a>);

impl DigestPlanes for Digests<'_> {
    type Error = StoreError;

    fn rows(&self) -> usize {
        self.0.rows()
    }

    fn plane(&mut self, number: usize) -> Result<Arc<Vec<u8>>, StoreError> {
        self.0.digest(number)
    }
}

impl<'a> GameSource<'a> {
    /// The games that fulfill a filter. `uses_index` says whether the index of games is read; the
    /// answers are the same without it.
    ///
    /// Begins a snapshot that ends with the value, unless the store has one: all questions read the
    /// same state of the database.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn new(
        store: &'a Store,
        filter: &GameFilter,
        uses_index: bool,
    ) -> Result<GameSource<'a>, StoreError> {
        let snapshot = store.snapshot_if_none()?;
        let segments = if uses_index { store.game_segments(DIGEST_FORMAT)? } else { Vec::new() };
        let facts = if uses_index { Facts::new(filter) } else { None };
        let ids = match facts {
            None if !filter.is_empty() => Some(store.find_games(filter)?),
            _ => None,
        };
        Ok(GameSource {
            store,
            _snapshot: snapshot,
            uses_index,
            filter: filter.clone(),
            segments,
            facts: facts.unwrap_or_default(),
            ids,
            tail: OnceCell::new(),
            whole: OnceCell::new(),
            work: Cell::default(),
        })
    }

    /// Whether the index answers a search.
    pub fn answers_from_index(search: &Search) -> bool {
        DigestSearch::new(search).is_some()
    }

    /// Keeps the games with these ids alone, in ascending order; all of the database if `None`.
    pub fn restrict_to(&mut self, ids: Option<Vec<i64>>) {
        self.filter = GameFilter::default();
        self.facts = Facts::default();
        self.ids = ids;
        self.whole = OnceCell::new();
    }

    /// What the questions have read so far.
    pub fn work(&self) -> GameWork {
        self.work.get()
    }

    fn add_work(&self, rows: usize, decoded: usize) {
        let GameWork { rows: before, decoded: decoded_before } = self.work.get();
        let (rows, decoded) = (before + rows as u64, decoded_before + decoded as u64);
        self.work.set(GameWork { rows, decoded });
    }

    /// The sorted ids of the games; `None` for all.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn ids(&self) -> Result<Option<Vec<i64>>, StoreError> {
        match &self.ids {
            Some(ids) => Ok(Some(ids.clone())),
            None if self.filter.is_empty() => Ok(None),
            None => self.store.find_games(&self.filter).map(Some),
        }
    }

    /// Searches the games, as [`Search::run`] does.
    ///
    /// # Errors
    /// When the database cannot be read, or the moves of a game cannot be decoded.
    pub fn search<C: Collector>(
        &self,
        search: &Search,
        collector: &C,
    ) -> Result<C::Output, LoadGamesError> {
        let digests = if self.uses_index { DigestSearch::new(search) } else { None };
        let Some(mut digests) = digests else {
            return Ok(search.run(self.whole()?, collector));
        };
        let (mut partials, mut undecided) = (Vec::new(), Vec::new());
        self.for_each_segment(|planes, mut wanted| {
            let mut partial = collector.start(search.pattern());
            let rows = digests.run(
                planes,
                &mut wanted,
                |planes, row| planes.0.id(row as usize),
                |matches: &[Match]| collector.collect(&mut partial, matches),
            )?;
            partials.push(partial);
            for row in rows {
                undecided.push(planes.0.id(row as usize)?);
            }
            Ok(())
        })?;
        undecided.sort_unstable();
        for games in undecided.chunks(GAMES_AT_ONCE) {
            let index = load_games(self.store, Some(games))?;
            partials.extend(search.run_partly(&index, collector));
        }
        self.add_work(0, undecided.len());
        Ok(collector.merge(search.pattern(), partials))
    }

    /// Passes the digests of all games to `visit`, in the order of the games, each with a byte for
    /// each row that fulfills the filter.
    fn for_each_segment(
        &self,
        mut visit: impl FnMut(&mut Digests<'a>, Vec<u8>) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let tail = self.tail()?;
        let stored = self
            .segments
            .iter()
            .map(|segment| Ok((segment, segment.open(self.store)?, segment.alive(self.store)?)));
        let loaded = tail.0.iter().map(|loaded| {
            let segment = loaded.segment();
            Ok((segment, loaded.open(self.store), vec![1; segment.rows()]))
        });
        for segment in stored.chain(loaded) {
            let (segment, mut planes, alive) = segment?;
            let wanted = self.wanted(segment, &mut planes, alive)?;
            self.add_work(segment.rows(), 0);
            visit(&mut Digests(planes), wanted)?;
        }
        Ok(())
    }

    /// The moves in corners, as [`Joseki::new`] has them.
    ///
    /// # Errors
    /// When the database cannot be read, or the moves of a game cannot be decoded.
    pub fn joseki(&self, options: CornerOptions, kept: Kept<'_>) -> Result<Joseki, LoadGamesError> {
        let digests = match kept {
            Kept::Only(corner, turn) if self.uses_index => DigestCorner::new(corner, turn, options),
            _ => None,
        };
        let Some(digests) = digests else {
            return load_joseki(self.store, self.ids()?.as_deref(), options, kept);
        };
        let (mut outcomes, mut found, mut undecided) = (Vec::new(), Vec::new(), Vec::new());
        self.for_each_segment(|planes, mut wanted| {
            let mut here: Vec<(u32, Occurrence)> = Vec::new();
            let rows = digests.run(planes, &mut wanted, |row, found| here.push((row, found)))?;
            here.retain(|&(row, _)| wanted[row as usize] != 0);
            here.sort_by_key(|&(row, _)| row);
            for game in here.chunk_by(|one, other| one.0 == other.0) {
                found.extend(game.iter().map(|&(_, occurrence)| (outcomes.len(), occurrence)));
                outcomes.push(planes.0.outcome(game[0].0 as usize)?);
            }
            for row in rows {
                undecided.push(planes.0.id(row as usize)?);
            }
            Ok(())
        })?;
        undecided.sort_unstable();
        self.add_work(0, undecided.len());
        let mut joseki = load_joseki(self.store, Some(&undecided), options, kept)?;
        joseki.add(&outcomes, &found);
        Ok(joseki)
    }

    /// Counts what follows in games, as [`count_results`] does.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn count_results(&self, reached: &[Reached]) -> Result<(u64, Vec<Played>), StoreError> {
        let mut games: Vec<i64> = reached.iter().map(Reached::game).collect();
        games.dedup();
        Ok(count_results(reached, &self.outcomes(&games)?))
    }

    /// Finds what was played next, as [`played_next`](super::played_next) does.
    ///
    /// # Errors
    /// When the database cannot be read, or the moves of a game cannot be decoded.
    pub fn played_next(&self, search: &Search) -> Result<(u64, Vec<Played>), LoadGamesError> {
        let mut reached = self.search(search, &ListReached)?;
        name_canonically(&mut reached, search);
        Ok(self.count_results(&reached)?)
    }

    /// The winners and years of games, given by their ids in ascending order; of games that are not
    /// in the database nothing.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn outcomes(&self, games: &[i64]) -> Result<Vec<GameOutcome>, StoreError> {
        let mut outcomes = Vec::with_capacity(games.len());
        let mut rest = games;
        let stored = self.segments.iter().map(|segment| (segment, None));
        let tail = self.tail.get().map_or(&[][..], |tail| &tail.0);
        let loaded = tail.iter().map(|loaded| (loaded.segment(), Some(loaded)));
        for (segment, loaded) in stored.chain(loaded) {
            let end = rest.partition_point(|&id| id <= segment.last());
            let (here, behind) = rest.split_at(end);
            rest = behind;
            if here.is_empty() {
                continue;
            }
            let mut planes = match loaded {
                Some(loaded) => loaded.open(self.store),
                None => segment.open(self.store)?,
            };
            for &id in here {
                if let Some(row) = planes.find(id)? {
                    outcomes.push(planes.outcome(row)?);
                }
            }
        }
        outcomes.extend(self.store.game_outcomes(Some(rest))?);
        Ok(outcomes)
    }

    /// For each row of a segment whether its game fulfills the filter: a byte.
    fn wanted(
        &self,
        segment: &GameSegment,
        planes: &mut SegmentPlanes<'_>,
        alive: Vec<u8>,
    ) -> Result<Vec<u8>, StoreError> {
        let mut wanted = alive;
        if let Some(years) = self.facts.years {
            planes.retain_years(years, &mut wanted)?;
        }
        if let Some(ranks) = self.facts.ranks {
            planes.retain_ranks(ranks, &mut wanted)?;
        }
        if let Some(ids) = &self.ids {
            let alive = std::mem::replace(&mut wanted, vec![0; segment.rows()]);
            let from = ids.partition_point(|&id| id < segment.first());
            for &id in ids[from..].iter().take_while(|&&id| id <= segment.last()) {
                if let Some(row) = planes.find(id)? {
                    wanted[row] = alive[row];
                }
            }
        }
        Ok(wanted)
    }

    /// The games behind the last segment.
    fn tail(&self) -> Result<&GameTail, StoreError> {
        if let Some(tail) = self.tail.get() {
            return Ok(tail);
        }
        let tail = Arc::new(GameTail::load(self.store)?);
        Ok(self.tail.get_or_init(|| tail))
    }

    /// Uses digests of the same state of the database that are in memory.
    pub fn share_tail(&mut self, tail: Arc<GameTail>) {
        self.tail = OnceCell::from(tail);
    }

    /// All games in memory.
    fn whole(&self) -> Result<&GameIndex, LoadGamesError> {
        if let Some(whole) = self.whole.get() {
            return Ok(whole);
        }
        let whole = load_games(self.store, self.ids()?.as_deref())?;
        self.add_work(0, whole.games());
        Ok(self.whole.get_or_init(|| whole))
    }
}

#[cfg(test)]
#[path = "game_source_tests.rs"]
mod tests;
