//! The games of a question: read from the index of games where that answers, else from their moves.
//!
//! ```text
//!   games by id   ├── segment ──┼── segment ──┼── tail ──┤
//!                  digests, read by plane      moves; for a corner digests made of them
//!                  └ undecided rows: columns of main lines if there are many
//!                    └ games without columns, and few: moves, read by id
//! ```
//!
//! | question | answered from | what that leaves undecided |
//! |---|---|---|
//! | a pattern in a corner, without a sequence | digests | [`Search::run`] |
//! | a position on the whole board, without wildcards | digests | [`Search::run`] |
//! | the moves in one corner, of all moves of games, at least 17 in the corner | digests | [`Joseki::new`] |
//! | any other | columns | |
//!
//! Without an index of games, all questions are answered from the moves of all games.

use std::cell::{Cell, OnceCell};
use std::sync::Arc;

use super::column_source::{ColumnSource, LoadOutcomes};
use super::continuations::{
    BoardMoves, ListReached, LoadGamesError, Reached, ReachedCounter, count_results, load_games,
    name_canonically,
};
use super::corners::load_joseki;
use super::game_tail::{GAMES_AT_ONCE, GameTail};
use crate::Color;
use crate::games::{
    Collector, DIGEST_FORMAT, DigestPlanes, DigestSearch, GameIndex, Match, RowMatch, Search,
    Stabilizer,
};
use crate::joseki::{Corner, CornerMoves, CornerOptions, DigestCorner, Joseki, Kept};
use crate::model::{GameOutcome, RankCondition};
use crate::store::{
    GameFilter, PlayerFilter, Segment, SegmentOutcomes, SegmentPlanes, Snapshot, Store, StoreError,
};

/// The games that fulfill a filter, in one state of the database.
#[derive(Debug)]
pub struct GameSource<'a> {
    store: &'a Store,
    _snapshot: Option<Snapshot<'a>>,
    uses_index: bool,
    filter: GameFilter,
    segments: Vec<Segment>,
    /// The conditions that the rows of segments answer themselves.
    facts: Facts,
    /// The ids of the games, sorted, if the rows do not answer all conditions.
    ids: Option<Vec<i64>>,
    /// The ids of those behind the last segment, sorted.
    rest: OnceCell<Vec<i64>>,
    /// Their digests, perhaps with those of others.
    tail: OnceCell<Arc<GameTail>>,
    /// Their moves.
    rest_index: OnceCell<GameIndex>,
    whole: OnceCell<GameIndex>,
    work: Cell<GameWork>,
}

/// What the questions to a [`GameSource`] have read so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameWork {
    /// Rows of the index, each as often as it was examined.
    pub rows: u64,
    /// Main lines that were searched in columns.
    pub columns: u64,
    /// Games whose moves were decoded.
    pub decoded: u64,
}

#[derive(Debug, Default)]
struct Facts {
    years: Option<(u16, u16)>,
    ranks: Option<(u8, u8)>,
    players: Option<PlayerFilter>,
}

impl Facts {
    /// The conditions of a filter, if the rows of segments answer all of them.
    fn new(store: &Store, filter: &GameFilter) -> Result<Option<Facts>, StoreError> {
        let mut rest = filter.clone();
        let years = rest.conditions.years.take();
        let ranks = match rest.conditions.rank.take() {
            None => None,
            Some(RankCondition::Between(first, last)) => Some((first.number(), last.number())),
            Some(RankCondition::Text(_)) => return Ok(None),
        };
        rest.conditions.players.clear();
        (rest.conditions.black, rest.conditions.white) = (None, None);
        if !rest.is_empty() {
            return Ok(None);
        }
        Ok(Some(Facts { years, ranks, players: store.players(&filter.conditions)? }))
    }
}

/// Counts what follows in some games.
fn count_part(reached: &[Reached], outcomes: LoadOutcomes<'_>) -> Result<BoardMoves, StoreError> {
    let mut games: Vec<i64> = reached.iter().map(Reached::game).collect();
    games.dedup();
    Ok(count_results(reached, &outcomes(&games)?))
}

/// A game with matches in its digest.
struct FoundGame<'a> {
    search: &'a DigestSearch<'a>,
    found: &'a [RowMatch],
    outcomes: &'a SegmentOutcomes,
}

impl FoundGame<'_> {
    #[inline]
    fn outcome(&self) -> GameOutcome {
        self.outcomes.of(self.found[0].row())
    }

    /// Puts the matches into a list.
    fn list(&self, matches: &mut Vec<Match>) {
        let id = self.outcomes.ids().of(self.found[0].row());
        matches.clear();
        matches.extend(self.found.iter().map(|found| self.search.match_in(found, id)));
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
        let facts = if segments.is_empty() { None } else { Facts::new(store, filter)? };
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
            rest: OnceCell::new(),
            tail: OnceCell::new(),
            rest_index: OnceCell::new(),
            whole: OnceCell::new(),
            work: Cell::default(),
        })
    }

    /// Whether the index answers a search.
    pub fn answers_from_index(search: &Search) -> bool {
        DigestSearch::new(search, false).is_some()
    }

    /// Keeps the games with these ids alone, in ascending order; all of the database if `None`.
    pub fn restrict_to(&mut self, ids: Option<Vec<i64>>) {
        self.filter = GameFilter::default();
        self.facts = Facts::default();
        self.ids = ids;
        self.rest = OnceCell::new();
        self.tail = OnceCell::new();
        self.rest_index = OnceCell::new();
        self.whole = OnceCell::new();
    }

    /// What the questions have read so far.
    pub fn work(&self) -> GameWork {
        self.work.get()
    }

    fn note_work(&self, add: impl FnOnce(&mut GameWork)) {
        let mut work = self.work.get();
        add(&mut work);
        self.work.set(work);
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

    /// The ids of all games of the source, in ascending order.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub(super) fn all_ids(&self) -> Result<Vec<i64>, StoreError> {
        match self.ids()? {
            Some(ids) => Ok(ids),
            None => self.store.find_games(&self.filter),
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
        let mut partial = collector.start(search.pattern());
        let mut partials = Vec::new();
        let mut matches = Vec::new();
        let collect = |game: &FoundGame<'_>| {
            game.list(&mut matches);
            collector.collect(&mut partial, &matches);
        };
        self.search_parts(search, collector.reads_steps(), collect, |index, _| {
            partials.extend(search.run_partly(index, collector));
            Ok(())
        })?;
        partials.push(partial);
        Ok(collector.merge(search.pattern(), partials))
    }

    /// Searches the games, and counts what follows in them as [`count_results`] does.
    ///
    /// # Errors
    /// As for [`search`](Self::search).
    pub fn search_and_count<C: Collector>(
        &self,
        search: &Search,
        collector: &C,
    ) -> Result<(C::Output, BoardMoves), LoadGamesError> {
        let mut partial = collector.start(search.pattern());
        let mut partials = Vec::new();
        let (mut counter, mut rest) = (ReachedCounter::default(), BoardMoves::default());
        let mut matches = Vec::new();
        let collect = |game: &FoundGame<'_>| {
            game.list(&mut matches);
            collector.collect(&mut partial, &matches);
            counter.add_game(
                &game.outcome(),
                matches.iter().map(|found| Reached::new(found).follow()),
            );
        };
        self.search_parts(search, collector.reads_steps(), collect, |index, outcomes| {
            let found = search.run_partly(index, &(collector, ListReached));
            let (found, reached): (Vec<_>, Vec<_>) = found.into_iter().unzip();
            partials.extend(found);
            rest.add(count_part(&ListReached.merge(search.pattern(), reached), outcomes)?);
            Ok(())
        })?;
        partials.push(partial);
        let mut moves = counter.finish();
        moves.add(rest);
        Ok((collector.merge(search.pattern(), partials), moves))
    }

    /// Finds what was played next, as [`played_next`](super::played_next) does.
    ///
    /// # Errors
    /// As for [`search`](Self::search).
    pub fn played_next(&self, search: &Search) -> Result<BoardMoves, LoadGamesError> {
        let [moves] = self.played_next_by(search, |_| Some(0))?;
        Ok(moves)
    }

    /// Finds what was played next, in each group of continuations; `group` gives the number of the group, if
    /// the continuation counts.
    ///
    /// # Errors
    /// As for [`search`](Self::search).
    pub(super) fn played_next_by<const N: usize>(
        &self,
        search: &Search,
        group: impl Fn(&Reached) -> Option<usize>,
    ) -> Result<[BoardMoves; N], LoadGamesError> {
        let mut counters = [(); N].map(|()| ReachedCounter::default());
        let mut rest = [(); N].map(|()| BoardMoves::default());
        let stabilizer = Stabilizer::new(search.pattern());
        // By the number of the form: what follows, in no game.
        let mut by_form: Vec<Option<Reached>> = Vec::new();
        let count = |game: &FoundGame<'_>| {
            let outcome = game.outcome();
            let mut reached = |found: &RowMatch| {
                let form = found.form();
                if by_form.len() <= form {
                    by_form.resize(form + 1, None);
                }
                let named = || Reached::new(game.search.form(form)).name_canonically(&stabilizer);
                by_form[form].get_or_insert_with(named).in_game(outcome.id)
            };
            if let [found] = game.found {
                let reached = reached(found);
                if let Some(number) = group(&reached) {
                    counters[number].add_single(&outcome, reached.follow());
                }
                return;
            }
            let reached: Vec<Reached> = game.found.iter().map(reached).collect();
            for (number, counter) in counters.iter_mut().enumerate() {
                let of_group = reached.iter().filter(|reached| group(reached) == Some(number));
                counter.add_game(&outcome, of_group.map(Reached::follow));
            }
        };
        self.search_parts(search, false, count, |index, outcomes| {
            let mut reached = search.run(index, &ListReached);
            name_canonically(&mut reached, search);
            let numbers: Vec<Option<usize>> = reached.iter().map(&group).collect();
            for (number, moves) in rest.iter_mut().enumerate() {
                let of_group =
                    reached.iter().zip(&numbers).filter(|found| *found.1 == Some(number));
                let of_group: Vec<Reached> = of_group.map(|found| *found.0).collect();
                moves.add(count_part(&of_group, &mut *outcomes)?);
            }
            Ok(())
        })?;
        for (counter, rest) in counters.into_iter().zip(&mut rest) {
            let mut moves = counter.finish();
            moves.add(std::mem::take(rest));
            *rest = moves;
        }
        Ok(rest)
    }

    /// Searches the games: passes those with matches in digests to `collect`, and those that have no digest
    /// or are undecided to `search_loaded`, with what loads their outcomes.
    fn search_parts(
        &self,
        search: &Search,
        has_steps: bool,
        mut collect: impl FnMut(&FoundGame<'_>),
        mut search_loaded: impl FnMut(&GameIndex, LoadOutcomes<'_>) -> Result<(), StoreError>,
    ) -> Result<(), LoadGamesError> {
        let has_digests = !self.segments.is_empty() || self.tail.get().is_some();
        let mut digests = if has_digests { DigestSearch::new(search, has_steps) } else { None };
        if self.segments.is_empty() && digests.is_none() {
            let outcomes = |_: &[i64]| self.store.game_outcomes(self.ids()?.as_deref());
            return Ok(search_loaded(self.whole()?, &mut { outcomes })?);
        }
        let (mut found, mut undecided) = (Vec::new(), Vec::new());
        let mut columns = ColumnSource::new(self.store)?;
        self.for_each_segment(|planes, mut wanted| {
            let mut rows: Vec<u32> = match &mut digests {
                Some(digests) => digests.find(planes, &mut wanted, &mut found)?,
                None => {
                    let rows = (0..).zip(&wanted).filter(|(_, wanted)| **wanted != 0);
                    rows.map(|(row, _)| row).collect()
                }
            };
            if found.is_empty() && rows.is_empty() {
                return Ok(());
            }
            let outcomes = planes.0.outcomes()?;
            for found in found.chunk_by(|one, other| one.row() == other.row()) {
                let search = digests.as_ref().expect("matches are found in digests");
                collect(&FoundGame { search, found, outcomes: &outcomes });
            }
            rows.sort_unstable();
            let games: Vec<i64> = rows.iter().map(|&row| outcomes.ids().of(row as usize)).collect();
            let games = columns.search(&games, &outcomes, &mut search_loaded)?;
            undecided.extend(outcomes.of_games(&games));
            Ok(())
        })?;
        if self.tail.get().is_none() {
            let rest = self.rest_index()?;
            self.note_work(|work| work.decoded += rest.games() as u64);
            search_loaded(rest, &mut |games| self.store.game_outcomes(Some(games)))?;
        }
        self.note_work(|work| work.decoded += undecided.len() as u64);
        self.note_work(|work| work.columns += columns.searched());
        undecided.sort_unstable_by_key(|outcome: &GameOutcome| outcome.id);
        for outcomes in undecided.chunks(GAMES_AT_ONCE) {
            let games: Vec<i64> = outcomes.iter().map(|outcome| outcome.id).collect();
            let index = load_games(self.store, Some(&games))?;
            search_loaded(&index, &mut |_| Ok(outcomes.to_vec()))?;
        }
        Ok(())
    }

    /// Passes the digests that are stored or in memory to `visit`, in the order of the games, each with a
    /// byte for each row that fulfills the filter.
    fn for_each_segment(
        &self,
        mut visit: impl FnMut(&mut Digests<'a>, Vec<u8>) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let mut visit = |mut planes: SegmentPlanes<'a>, is_stored| {
            let wanted = self.wanted(&mut planes, is_stored)?;
            self.note_work(|work| work.rows += planes.rows() as u64);
            let mut digests = Digests(planes);
            visit(&mut digests, wanted)?;
            Ok(digests.0.into_buffers())
        };
        let mut buffers = Vec::new();
        for segment in &self.segments {
            buffers = visit(segment.open_in(self.store, buffers)?, true)?;
        }
        let tail = self.tail.get().map_or(&[][..], |tail| &tail.0);
        tail.iter().try_for_each(|loaded| visit(loaded.open(self.store), false).map(drop))
    }

    /// The moves in corners, as [`Joseki::new`] has them. Reads the moves of all games.
    ///
    /// # Errors
    /// When the database cannot be read, or the moves of a game cannot be decoded.
    pub fn joseki(&self, options: CornerOptions, kept: Kept<'_>) -> Result<Joseki, LoadGamesError> {
        let ids = self.ids()?;
        let joseki = load_joseki(self.store, ids.as_deref(), options, kept)?;
        self.note_work(|work| work.decoded += joseki.games() as u64);
        Ok(joseki)
    }

    /// The moves of a player in one corner, as [`Joseki::moves`] counts them.
    ///
    /// # Errors
    /// When the database cannot be read, or the moves of a game cannot be decoded.
    pub fn corner_moves(
        &self,
        corner: &Corner,
        turn: Color,
        options: CornerOptions,
    ) -> Result<CornerMoves, LoadGamesError> {
        let kept = Kept::Only(corner, turn);
        let digests = if self.uses_index { DigestCorner::new(corner, turn, options) } else { None };
        let Some(mut digests) = digests else {
            return Ok(self.joseki(options, kept)?.moves(corner, turn));
        };
        self.load_tail()?;
        let mut undecided = Vec::new();
        self.for_each_segment(|planes, mut wanted| {
            let outcomes = planes.0.outcomes()?;
            let rows = digests.count(planes, &mut wanted, |row| outcomes.of(row as usize))?;
            undecided.extend(rows.iter().map(|&row| outcomes.ids().of(row as usize)));
            Ok(())
        })?;
        let mut moves = digests.finish();
        self.note_work(|work| work.decoded += undecided.len() as u64);
        undecided.sort_unstable();
        for games in undecided.chunks(GAMES_AT_ONCE) {
            let joseki = load_joseki(self.store, Some(games), options, kept)?;
            moves.add(joseki.moves(corner, turn));
        }
        Ok(moves)
    }

    /// For each row of a segment whether its game fulfills the filter: a byte.
    fn wanted(
        &self,
        planes: &mut SegmentPlanes<'_>,
        is_stored: bool,
    ) -> Result<Vec<u8>, StoreError> {
        let mut wanted = planes.alive()?;
        if !is_stored {
            if self.ids.is_some() || !self.filter.is_empty() {
                retain_games(self.rest()?, planes, &mut wanted)?;
            }
            return Ok(wanted);
        }
        if let Some(years) = self.facts.years {
            planes.retain_years(years, &mut wanted)?;
        }
        if let Some(ranks) = self.facts.ranks {
            planes.retain_ranks(ranks, &mut wanted)?;
        }
        if let Some(players) = &self.facts.players {
            planes.retain_players(players, &mut wanted)?;
        }
        if let Some(ids) = &self.ids {
            retain_games(ids, planes, &mut wanted)?;
        }
        Ok(wanted)
    }

    /// The ids of the games behind the last segment that fulfill the filter.
    fn rest(&self) -> Result<&[i64], StoreError> {
        if let Some(rest) = self.rest.get() {
            return Ok(rest);
        }
        let last = self.segments.last().map_or(i64::MIN, Segment::last);
        let rest = match &self.ids {
            Some(ids) => ids[ids.partition_point(|&id| id <= last)..].to_vec(),
            None => self.store.find_games_behind(last, &self.filter)?,
        };
        Ok(self.rest.get_or_init(|| rest))
    }

    /// The moves of these games.
    fn rest_index(&self) -> Result<&GameIndex, LoadGamesError> {
        if let Some(index) = self.rest_index.get() {
            return Ok(index);
        }
        let index = load_games(self.store, Some(self.rest()?))?;
        Ok(self.rest_index.get_or_init(|| index))
    }

    /// Makes the digests of these games.
    fn load_tail(&self) -> Result<(), StoreError> {
        if self.tail.get().is_none() {
            let tail = match self.ids.is_some() || !self.filter.is_empty() {
                true => GameTail::load_some(self.store, self.rest()?)?,
                false => GameTail::load(self.store)?,
            };
            self.tail.get_or_init(|| Arc::new(tail));
        }
        Ok(())
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
        self.note_work(|work| work.decoded += whole.games() as u64);
        Ok(self.whole.get_or_init(|| whole))
    }
}

/// Clears the bytes of the rows whose games are not among these, which are in ascending order.
fn retain_games(
    games: &[i64],
    planes: &mut SegmentPlanes<'_>,
    wanted: &mut [u8],
) -> Result<(), StoreError> {
    let ids = planes.ids()?;
    let from = ids.iter().next().map_or(0, |first| games.partition_point(|&game| game < first));
    let mut games = games[from..].iter().peekable();
    for (of_row, wanted) in ids.iter().zip(wanted) {
        while games.next_if(|&&game| game < of_row).is_some() {}
        if games.peek() != Some(&&of_row) {
            *wanted = 0;
        }
    }
    Ok(())
}

#[cfg(test)]
#[path = "game_source_tests.rs"]
mod tests;
