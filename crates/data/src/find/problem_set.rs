//! Problems chosen for publication: each once, as options select and order them.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

use super::clustered_position::ClusteredPosition;
use super::conflicts::compare_cluster;
use super::cores::CoreIndex;
use super::decisions::Decisions;
use super::duplicates::{Cluster, Identity};
use super::left_out::{LeftOut, NOT_DRAWN, OVER_LIMIT};
use super::near_duplicates::find_near_pairs;
use super::position_index::PositionIndex;
use super::problem_list::ProblemList;
use super::problem_names::{ProblemName, ProblemNames};
use super::publication::load_publication;
use super::record_facts::{has_rights, is_sound, is_stated, read_difficulty};
use super::record_view::RecordView;
use super::twins::Twins;
use super::verdicts::load_computed;
use crate::model::{
    BookPlace, ComputedAnswer, Problem, Rank, ReplacedRecord, Sameness, Source, Turn,
    find_problem_level,
};
use crate::store::{
    CoreRows, ProblemFilter, RightsList, Store, StoreError, StoredPosition, StoredRecord,
};
use crate::{PositionKey, names};

names! {
    /// What is published once.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum OnePer {
        /// A position with a side to move.
        #[default]
        Problem => "problem",
        /// A position.
        Position => "position",
        /// Positions with the same stones, whatever their edges.
        Shape => "shape",
        /// Problems whose right lines are played on the same part of the board.
        Core => "core",
    }

    /// `problem`, `position`, `shape` or `core`.
    pub fn name;
}

names! {
    /// The order of published problems.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum SetOrder {
        /// In which their first records were imported.
        #[default]
        Source => "source",
        /// The fewest stones first.
        Size => "size",
        /// From 30k to 9d; those without a level last.
        Level => "level",
        /// In a random order that depends on the seed alone.
        Random => "random",
    }

    /// `source`, `size`, `level` or `random`.
    pub fn name;
}

/// Which problems are published, and in which order.
#[derive(Clone, Debug, Default)]
pub struct SetOptions {
    /// Sources whose records are kept where possible, the most preferred first.
    pub prefer: Vec<String>,
    /// What is published once.
    pub one_per: OnePer,
    /// Whether marks or words of the kept record must state an answer.
    pub is_stated: bool,
    /// Whether records with hard faults ([`is_hard`](super::is_hard)) are left out.
    pub is_sound: bool,
    /// Whether somebody says of the kept record whose it is: rights of its source, or CP.
    pub has_rights: bool,
    /// The only problems to publish, in their order.
    pub only: Option<ProblemNames>,
    /// Problems to leave out.
    pub not_in: ProblemNames,
    /// Leaves out problems whose positions are at most so far from that of a problem chosen before.
    pub exclude_near: Option<u8>,
    /// The most problems of each book, or of each source that is of none.
    pub per_source: Option<usize>,
    /// The number of problems to draw from all books alike.
    pub sample: Option<usize>,
    /// What random choices depend on.
    pub seed: u64,
    /// The order.
    pub order: SetOrder,
    /// The most problems, in their order.
    pub limit: Option<usize>,
}

/// A problem of a set. Small, because a million of them must fit in memory.
#[derive(Clone, Copy, Debug)]
pub struct ChosenProblem {
    /// The first record of the problem.
    pub(super) first: i64,
    pub(super) position: i64,
    key: PositionKey,
    /// The index of the cluster among those of the selected records of the position.
    pub(super) number: u32,
    /// The side to move in the colors of the canonical text.
    turn: Turn,
    /// The number of preferred sources that are preferred to all of the problem.
    pub(super) preference: u32,
    /// The book of the kept record, as a number.
    book: u32,
    stones: u16,
    /// A random number that depends on the seed and the problem alone.
    random: u64,
}

impl ChosenProblem {
    /// The key of the position.
    pub fn key(&self) -> PositionKey {
        self.key
    }

    /// The side to move in the colors of the canonical text.
    pub fn turn(&self) -> Turn {
        self.turn
    }

    /// The position, and the number of the problem there.
    pub(super) fn place(&self) -> (i64, u32) {
        (self.position, self.number)
    }
}

/// A problem with everything that a database says of its records.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct WholeProblem {
    /// The problem with the game trees of all its records.
    pub problem: Problem,
    /// The places in books of its records: the kept one, then the others.
    pub books: Vec<BookPlace>,
    /// Its tags, sorted.
    pub tags: Vec<String>,
    /// When it changed last, in seconds since 1970: when the last import that wrote one of its sources began,
    /// or a tag or the rights of a source were set; 0 if that is not known.
    pub changed: i64,
    /// Whether one of its records rejects what another one states as the answer.
    pub is_disputed: bool,
}

/// Problems chosen from a database. Valid in the [snapshot](Store::snapshot) in which it was chosen.
#[derive(Debug)]
pub struct ProblemSet {
    list: ProblemList,
    decisions: Decisions,
    pub(super) chosen: Vec<ChosenProblem>,
    pub(super) left_out: LeftOut,
    prefer: Vec<String>,
    /// The rights of the sources.
    rights: RightsList,
    /// When each import began.
    import_times: HashMap<i64, i64>,
    /// The names in [`SetOptions::only`] that no problem has.
    unmatched: Vec<ProblemName>,
    /// The problems for which a problem stands, by its [place](ChosenProblem::place).
    pub(super) replaced: HashMap<(i64, u32), Vec<(ChosenProblem, Sameness)>>,
    /// The positions with so many problems that reading them for each one would be quadratic.
    crowded: Mutex<HashMap<i64, Arc<ClusteredPosition>>>,
}

/// A position with more problems is kept in memory once it was read.
const CROWDED: usize = 8;

impl ProblemSet {
    /// Chooses problems with a record that fulfills a filter. `advance` is called once a position with
    /// the number of all positions.
    ///
    /// Conditions on single problems come first; then what is there once; then, from the first problem
    /// on or for a sample in a random order, problems are drawn that are not near others; the order and
    /// the limit come last.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn choose(
        store: &Store,
        filter: &ProblemFilter,
        options: SetOptions,
        advance: &dyn Fn(u64),
    ) -> Result<ProblemSet, StoreError> {
        let list = ProblemList::load(store, filter)?;
        let decisions = Decisions::load(store)?;
        let mut set = ProblemSet {
            list,
            decisions,
            chosen: Vec::new(),
            left_out: LeftOut::default(),
            prefer: options.prefer.clone(),
            rights: store.rights_list()?,
            import_times: store.import_times()?,
            unmatched: Vec::new(),
            replaced: HashMap::new(),
            crowded: Mutex::default(),
        };
        set.collect(store, filter, &options, advance)?;
        set.keep_one_per(store, options.one_per)?;
        set.draw(store, &options)?;
        set.sort(store, &options)?;
        let rest = set.chosen.len().saturating_sub(options.limit.unwrap_or(usize::MAX));
        set.chosen.truncate(set.chosen.len() - rest);
        set.left_out.add(OVER_LIMIT, rest);
        Ok(set)
    }

    /// The problems, in their order.
    pub fn problems(&self) -> &[ChosenProblem] {
        &self.chosen
    }

    /// The names in [`SetOptions::only`] that no problem with a record that fulfills the filter has.
    pub fn unmatched_names(&self) -> &[ProblemName] {
        &self.unmatched
    }

    /// Why problems are not in the set.
    pub fn left_out(&self) -> &LeftOut {
        &self.left_out
    }

    /// Loads a problem of the set for export. With `has_trees`, the game trees of all its records are
    /// loaded, else that of the kept record alone. `None` if an import has removed the problem since.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn load(
        &self,
        store: &Store,
        chosen: &ChosenProblem,
        has_trees: bool,
    ) -> Result<Option<Problem>, StoreError> {
        let found = self.visit_cluster(store, chosen, |position, cluster, kept| {
            load_publication(store, position, cluster, kept, has_trees, &self.rights)
        })?;
        found.map(|problem| self.add_replaced(store, chosen, problem)).transpose()
    }

    /// Adds the records of the problems for which a problem stands.
    fn add_replaced(
        &self,
        store: &Store,
        chosen: &ChosenProblem,
        mut problem: Problem,
    ) -> Result<Problem, StoreError> {
        for (replaced, sameness) in self.replaced.get(&chosen.place()).into_iter().flatten() {
            self.visit_cluster(store, replaced, |_, cluster, _| {
                let records = cluster.records.iter();
                let record = |record: &&StoredRecord| ReplacedRecord {
                    at: record.at.clone(),
                    sameness: *sameness,
                };
                problem.replaced.extend(records.map(record));
                Ok(())
            })?;
        }
        Ok(problem)
    }

    /// What the stored verdict of the solver says of a problem of the set, on the board of the kept record;
    /// `None` if there is none, or the outcome is unknown.
    ///
    /// # Errors
    /// If the database cannot be read or is damaged.
    pub fn load_computed(
        &self,
        store: &Store,
        chosen: &ChosenProblem,
    ) -> Result<Option<ComputedAnswer>, StoreError> {
        let computed = self
            .visit_cluster(store, chosen, |position, _, kept| load_computed(store, position, kept));
        Ok(computed?.flatten())
    }

    /// Loads a problem of the set for publication, with the game trees of all its records. `None` if an
    /// import has removed the problem since.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn load_whole(
        &self,
        store: &Store,
        chosen: &ChosenProblem,
    ) -> Result<Option<WholeProblem>, StoreError> {
        let found = self.visit_cluster(store, chosen, |position, cluster, kept| {
            let problem = load_publication(store, position, cluster, kept, true, &self.rights)?;
            let is_disputed = cluster.records.len() > 1
                && compare_cluster(store, position, cluster)?.conflict.is_some();
            let (books, tags) = (Vec::new(), Vec::new());
            let mut whole = WholeProblem { problem, books, tags, changed: 0, is_disputed };
            for tag in store.tags_of(position.key, cluster.turn)? {
                whole.changed = whole.changed.max(tag.changed.unwrap_or(0));
                whole.tags.push(tag.tag);
            }
            whole.tags.dedup();
            let others = cluster.records.iter().filter(|record| record.id != kept.id);
            for record in std::iter::once(kept).chain(others.copied()) {
                whole.books.push(record.book_place());
                let imported = record.import.and_then(|import| self.import_times.get(&import));
                whole.changed = whole.changed.max(imported.copied().unwrap_or(0));
                let rights = self.rights.find(&record.at.source);
                let set = rights.and_then(|rights| rights.changed);
                whole.changed = whole.changed.max(set.unwrap_or(0));
            }
            Ok(whole)
        })?;
        let Some(whole) = found else { return Ok(None) };
        let problem = self.add_replaced(store, chosen, whole.problem)?;
        Ok(Some(WholeProblem { problem, ..whole }))
    }

    /// Calls `visit` with the position of a problem, its records and the one that is kept.
    pub(super) fn visit_cluster<T>(
        &self,
        store: &Store,
        chosen: &ChosenProblem,
        visit: impl FnOnce(&StoredPosition, &Cluster<'_>, &StoredRecord) -> Result<T, StoreError>,
    ) -> Result<Option<T>, StoreError> {
        let Some(found) = self.load_position(store, chosen.position)? else { return Ok(None) };
        let Some(cluster) = found.cluster(chosen.number as usize) else { return Ok(None) };
        let kept = cluster.choose_representative(&self.prefer);
        visit(&found.position, &cluster, kept).map(Some)
    }

    /// Numbers the clusters of twins: for each problem of the set, a number that all problems share whose
    /// positions are equal, have the same shape or core, or differ in at most `k` points, in chains of any
    /// length.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn find_clusters(&self, store: &Store, k: u8) -> Result<Vec<u32>, StoreError> {
        let mut places = HashMap::new();
        let mut twins = Twins::new(self.chosen.len());
        for (place, one) in self.chosen.iter().enumerate() {
            let first = *places.entry(one.position).or_insert(place);
            twins.join(first, place);
        }
        let index = PositionIndex::load(store)?;
        let mut join = |one: i64, other: i64| {
            if let (Some(&one), Some(&other)) = (places.get(&one), places.get(&other)) {
                twins.join(one, other);
            }
        };
        for pair in find_near_pairs(store, &index, k, |_| ())?.0 {
            join(index.id(pair.numbers.0), index.id(pair.numbers.1));
        }
        for group in index.index().find_shape_groups() {
            let in_set = |&&number: &&u32| places.contains_key(&index.id(number));
            let members: Vec<i64> =
                group.numbers.iter().filter(in_set).map(|&number| index.id(number)).collect();
            members.windows(2).for_each(|pair| join(pair[0], pair[1]));
        }
        let cores = CoreIndex::load(store, CoreRows::All)?;
        for pair in cores.find_pairs(0) {
            let position = |number| cores.problems()[number as usize].position;
            join(position(pair.numbers.0), position(pair.numbers.1));
        }
        Ok(twins.number())
    }

    /// Loads a position with its selected records.
    pub(super) fn load_position(
        &self,
        store: &Store,
        id: i64,
    ) -> Result<Option<Arc<ClusteredPosition>>, StoreError> {
        let crowded = || self.crowded.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = crowded().get(&id) {
            return Ok(Some(Arc::clone(found)));
        }
        let Some((position, records)) = self.list.load_records(store, id)? else {
            return Ok(None);
        };
        let found = ClusteredPosition::new(position, records, |position, records| {
            self.decisions.cluster_records(store, position, records, Identity::Problem)
        })?;
        let found = Arc::new(found);
        if found.len() > CROWDED {
            crowded().insert(id, Arc::clone(&found));
        }
        Ok(Some(found))
    }

    /// Collects the problems that fulfill all conditions on single ones.
    fn collect(
        &mut self,
        store: &Store,
        filter: &ProblemFilter,
        options: &SetOptions,
        advance: &dyn Fn(u64),
    ) -> Result<(), StoreError> {
        let mut positions: Vec<i64> = self.list.problems().iter().map(|one| one.position).collect();
        positions.dedup(); // the problems of a position are neighbors
        let mut books = Books::load(store)?;
        let (mut unnamed, mut named, mut unstated, mut unsound, mut unowned) = (0, 0, 0, 0, 0);
        let mut matched: HashSet<usize> = HashSet::new();
        let mut chosen = Vec::with_capacity(positions.len());
        for &id in &positions {
            advance(positions.len() as u64);
            let Some(found) = self.load_position(store, id)? else { continue };
            let position = &found.position;
            for (number, cluster) in (0..).zip(found.clusters()) {
                if !filter.conditions.names(position.key, cluster.turn) {
                    continue;
                }
                let only = options.only.iter();
                matched.extend(only.flat_map(|only| only.places(position.key, cluster.turn)));
                let is_in = |names: &ProblemNames| names.find(position.key, cluster.turn).is_some();
                if options.only.as_ref().is_some_and(|only| !is_in(only)) {
                    unnamed += 1;
                    continue;
                }
                if is_in(&options.not_in) {
                    named += 1;
                    continue;
                }
                let kept = cluster.choose_representative(&options.prefer);
                if options.is_stated && !is_stated(kept, cluster.turn) {
                    unstated += 1;
                    continue;
                }
                if options.is_sound && !is_sound(store, kept)? {
                    unsound += 1;
                    continue;
                }
                if options.has_rights && !has_rights(store, &self.rights, kept)? {
                    unowned += 1;
                    continue;
                }
                let is_preferred = |wanted: &String| {
                    cluster.records.iter().any(|one| Source::is_within(&one.at.source, wanted))
                };
                let preferred = options.prefer.iter().position(is_preferred);
                chosen.push(ChosenProblem {
                    first: cluster.first().id,
                    position: id,
                    key: position.key,
                    number,
                    turn: cluster.turn,
                    preference: preferred.unwrap_or(options.prefer.len()) as u32,
                    book: books.number_of(kept),
                    stones: position.text.bytes().filter(|byte| b"XO".contains(byte)).count()
                        as u16,
                    random: random(options.seed, position.key, cluster.turn),
                });
            }
        }
        chosen.sort_by_key(|chosen| (chosen.first, chosen.number));
        self.chosen = chosen;
        let names = options.only.iter().flat_map(ProblemNames::names).enumerate();
        let unmatched = names.filter(|(place, _)| !matched.contains(place));
        self.unmatched = unmatched.map(|(_, name)| *name).collect();
        self.left_out.add("not in the list", unnamed);
        self.left_out.add("of an earlier edition", named);
        self.left_out.add("whose answer is only assumed", unstated);
        self.left_out.add("with hard faults", unsound);
        self.left_out.add("without rights", unowned);
        Ok(())
    }

    /// Draws a sample, at most some problems of each book, none near another.
    fn draw(&mut self, store: &Store, options: &SetOptions) -> Result<(), StoreError> {
        if options.exclude_near.is_none()
            && options.per_source.is_none()
            && options.sample.is_none()
        {
            return Ok(());
        }
        let is_random = options.sample.is_some() || options.per_source.is_some();
        let candidates = if is_random { in_turn(&self.chosen) } else { self.chosen.clone() };
        let index = options.exclude_near.map(|_| PositionIndex::load(store)).transpose()?;
        let near = index.as_ref().zip(options.exclude_near);
        let near = near.map(|(index, k)| (index, index.index().sign_parts(k)));
        let mut drawn: Vec<ChosenProblem> = Vec::new();
        let (mut of_book, mut excluded) = (HashMap::<u32, usize>::new(), HashSet::new());
        let (mut too_near, mut of_full_book, mut rest) = (0, 0, 0);
        for one in candidates {
            if drawn.len() >= options.sample.unwrap_or(usize::MAX) {
                rest += 1;
                continue;
            }
            if excluded.contains(&one.position) {
                too_near += 1;
                continue;
            }
            let in_book = of_book.entry(one.book).or_default();
            if *in_book >= options.per_source.unwrap_or(usize::MAX) {
                of_full_book += 1;
                continue;
            }
            *in_book += 1;
            if let Some((index, near)) = &near {
                self.visit_cluster(store, &one, |position, cluster, _| {
                    let view = RecordView::new(position, cluster.first())
                        .map_err(|error| error.in_store(store))?;
                    // The position itself is among them: with the other side to move it is another problem.
                    let numbers = near.find_near_numbers(&view.window).into_iter();
                    excluded.extend(numbers.map(|number| index.id(number)));
                    Ok(())
                })?;
            }
            drawn.push(one);
        }
        drawn.sort_by_key(|chosen| (chosen.first, chosen.number));
        self.chosen = drawn;
        self.left_out.add("near another one", too_near);
        self.left_out.add("over the number for their book", of_full_book);
        self.left_out.add(NOT_DRAWN, rest);
        Ok(())
    }

    fn sort(&mut self, store: &Store, options: &SetOptions) -> Result<(), StoreError> {
        if let Some(only) = &options.only {
            let rank = |one: &ChosenProblem| only.find(one.key, one.turn).map(|(place, _)| place);
            self.chosen.sort_by_cached_key(rank);
            return Ok(());
        }
        match options.order {
            SetOrder::Source => {}
            SetOrder::Size => self.chosen.sort_by_key(|one| one.stones),
            SetOrder::Random => self.chosen.sort_by_key(|one| one.random),
            SetOrder::Level => {
                let mut ranked = Vec::with_capacity(self.chosen.len());
                for one in &self.chosen {
                    ranked.push((self.level_of(store, one)?, *one));
                }
                ranked.sort_by_key(|(level, _)| level.map_or(u8::MAX, Rank::number)); // stable
                self.chosen = ranked.into_iter().map(|(_, one)| one).collect();
            }
        }
        Ok(())
    }

    /// The level of a problem, as it is published.
    fn level_of(&self, store: &Store, one: &ChosenProblem) -> Result<Option<Rank>, StoreError> {
        let level = self.visit_cluster(store, one, |position, cluster, kept| {
            let tags = store.tags_of(position.key, cluster.turn)?;
            let others = cluster.records.iter().filter(|record| record.id != kept.id);
            let sources = std::iter::once(kept).chain(others.copied());
            Ok(find_problem_level(
                tags.iter().map(|tag| &*tag.tag),
                read_difficulty(store, kept)?.as_deref(),
                sources.map(|record| &*record.at.source),
            ))
        })?;
        Ok(level.flatten().and_then(|level| level.parse().ok()))
    }
}

/// All problems, those of each book in a random order, one of each book after the other.
fn in_turn(chosen: &[ChosenProblem]) -> Vec<ChosenProblem> {
    let mut by_random = chosen.to_vec();
    by_random.sort_by_key(|one| (one.random, one.first, one.number));
    let mut rounds: HashMap<u32, u32> = HashMap::new();
    let mut in_turn: Vec<(u32, ChosenProblem)> = by_random
        .into_iter()
        .map(|one| {
            let round = rounds.entry(one.book).or_default();
            *round += 1;
            (*round, one)
        })
        .collect();
    in_turn.sort_by_key(|(round, _)| *round); // stable: in a round in the random order
    in_turn.into_iter().map(|(_, one)| one).collect()
}

/// A number that a seed and a problem determine, whatever else is in the database.
fn random(seed: u64, key: PositionKey, turn: Turn) -> u64 {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&seed.to_le_bytes()).update(key.as_bytes()).update(&[turn.code()]);
    let hash = hasher.finalize();
    let (first, _) = hash.as_bytes().split_at(8);
    u64::from_le_bytes(first.try_into().expect("eight bytes were split off"))
}

/// Numbers for books, and for sources that are of none.
struct Books {
    of_source: HashMap<i64, String>,
    numbers: HashMap<String, u32>,
}

impl Books {
    fn load(store: &Store) -> Result<Books, StoreError> {
        Ok(Books { of_source: store.books()?, numbers: HashMap::new() })
    }

    fn number_of(&mut self, record: &StoredRecord) -> u32 {
        let name = self.of_source.get(&record.source_id).unwrap_or(&record.at.source);
        let next = self.numbers.len() as u32;
        match self.numbers.get(name) {
            Some(&number) => number,
            None => {
                self.numbers.insert(name.clone(), next);
                next
            }
        }
    }
}
