//! Everything that is printed of a set of problems.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::io;

use thiserror::Error;

use super::published_problem::{PublishedProblem, PublishedSource};
use crate::export::{ExportOptions, OrientedProblem, Puzzle, format_tree};
use crate::find::{
    Decisions, Identity, ProblemNames, ProblemSet, RecordTree, WholeProblem, load_publication,
};
use crate::model::{BookPlace, Occurrence, Rank, RecordRights, Source, Turn, find_problem_level};
use crate::names;
use crate::parallel::map_stream;
use crate::solution::{Loss, Losses, strip_marks};
use crate::store::{Store, StoreError, StoredPosition, StoredRecord};

names! {
    /// What problems of a chapter have in common.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum ChapterBy {
        /// There are no chapters.
        #[default]
        None => "none",
        /// The book, or the source if it is of none.
        Source => "source",
        /// The level.
        Level => "level",
        /// The first tag.
        Tag => "tag",
    }

    /// `none`, `source`, `level` or `tag`.
    pub fn name;
}

/// How a publication is made.
#[derive(Clone, Debug, Default)]
pub struct PublicationOptions {
    /// The title.
    pub title: String,
    /// What problems of a chapter have in common.
    pub chapters: ChapterBy,
    /// The numbers of an earlier edition, which stay.
    pub numbers: ProblemNames,
    /// The distance at which positions are twins, if clusters of twins are wanted.
    pub twins_within: Option<u8>,
    /// When all problems changed, in seconds since 1970, in place of their last changes.
    pub changed: Option<i64>,
    /// Boards and marks.
    pub export: ExportOptions,
}

/// A set of problems, as it is published.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Publication {
    /// The title.
    pub title: String,
    /// The chapters in their order; one without a title if there are none.
    pub chapters: Vec<Chapter>,
    /// Why problems were left out, each a phrase behind "3 problems", with their numbers.
    pub left_out: Vec<(String, u64)>,
    /// The conditions that selected the problems, in words.
    pub conditions: Vec<String>,
    /// Boards and marks.
    pub export: ExportOptions,
}

/// Problems under one title.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Chapter {
    /// The title.
    pub title: Option<String>,
    /// The problems, in their order.
    pub problems: Vec<PublishedProblem>,
}

/// Why a publication cannot be made.
#[derive(Debug, Error)]
#[error(transparent)]
#[non_exhaustive]
pub enum PublicationError {
    /// The database cannot be read.
    Store(#[from] StoreError),
    /// A position is not that of its records.
    Record(#[from] io::Error),
}

/// Builds a publication, problem by problem.
#[derive(Debug)]
struct PublicationBuilder {
    options: PublicationOptions,
    /// The chapters by what their problems have in common, in the order of their first problems.
    chapters: Vec<Chapter>,
    places: BTreeMap<Option<String>, usize>,
}

/// What a publication says of a problem beside its records.
#[derive(Clone, Debug, Default)]
struct Described {
    /// The book, and the number in it, of each record: the kept one, then the others.
    books: Vec<BookPlace>,
    /// Tags, sorted.
    tags: Vec<String>,
    /// The number of the cluster of twins.
    cluster: u32,
    /// Whether the records contradict each other.
    is_disputed: bool,
    /// When the problem changed last, in seconds since 1970; 0 if that is not known.
    changed: i64,
}

impl Described {
    /// What a database says of a problem.
    fn of(whole: &WholeProblem, cluster: u32) -> Described {
        let WholeProblem { books, tags, changed, is_disputed, .. } = whole;
        Described {
            books: books.clone(),
            tags: tags.clone(),
            cluster,
            is_disputed: *is_disputed,
            changed: *changed,
        }
    }
}

impl PublicationBuilder {
    /// A publication without problems.
    fn new(options: PublicationOptions) -> PublicationBuilder {
        PublicationBuilder { options, chapters: Vec::new(), places: BTreeMap::new() }
    }

    /// Adds a problem to its chapter.
    fn push(&mut self, published: PublishedProblem) {
        let name = match self.options.chapters {
            ChapterBy::None => None,
            ChapterBy::Source => {
                let kept = &published.sources[0]; // the kept record
                kept.book.book.clone().or_else(|| Some(kept.source.clone()))
            }
            ChapterBy::Level => published.level.clone().or(Some("No level".to_owned())),
            ChapterBy::Tag => published.tags.first().cloned().or(Some("No tag".to_owned())),
        };
        let next = self.chapters.len();
        let title = name.as_deref().map(|name| Source::file_name(name).to_owned());
        let place = *self.places.entry(name).or_insert(next);
        if place == next {
            self.chapters.push(Chapter { title, problems: Vec::new() });
        }
        self.chapters[place].problems.push(published);
    }

    /// Numbers the problems. Those of an earlier edition keep their numbers and come first in their
    /// chapters; the others get the numbers that follow.
    fn finish(self, left_out: Vec<(String, u64)>, conditions: Vec<String>) -> Publication {
        let PublicationBuilder { options, mut chapters, .. } = self;
        if options.chapters == ChapterBy::Level {
            let rank = |title: &Option<String>| title.as_deref()?.parse::<Rank>().ok();
            chapters.sort_by_key(|one| rank(&one.title).map_or(u8::MAX, Rank::number));
        }
        let mut used: HashSet<u64> = HashSet::new();
        for problem in chapters.iter_mut().flat_map(|chapter| &mut chapter.problems) {
            let old = options.numbers.find(problem.key, problem.canonical_turn);
            let number = old.and_then(|(_, name)| name.number);
            if let Some(number) = number.filter(|number| used.insert(*number)) {
                problem.number = number;
            }
        }
        // No number of the earlier edition is given to another problem.
        let mut next = options.numbers.largest_number();
        for chapter in &mut chapters {
            for problem in chapter.problems.iter_mut().filter(|problem| problem.number == 0) {
                next += 1;
                problem.number = next;
            }
            chapter.problems.sort_by_key(|problem| problem.number);
        }
        assign_own_rights(&mut chapters);
        Publication { title: options.title, chapters, left_out, conditions, export: options.export }
    }
}

/// Gives each problem the rights that it alone has, if there are others.
fn assign_own_rights(chapters: &mut [Chapter]) {
    let mut counts: HashMap<String, usize> = HashMap::new();
    let problems = || chapters.iter().flat_map(|chapter| &chapter.problems);
    for text in problems().flat_map(PublishedProblem::rights) {
        *counts.entry(text.to_owned()).or_default() += 1;
    }
    if problems().nth(1).is_none() {
        return;
    }
    for problem in chapters.iter_mut().flat_map(|chapter| &mut chapter.problems) {
        let own = problem.rights().into_iter().filter(|text| counts[*text] == 1);
        problem.own_rights = own.map(str::to_owned).collect();
    }
}

/// The problems that one thread publishes at a time while others are read.
const PART: usize = 256;

impl Publication {
    /// Loads the problems of a set, in its order. `advance` is called once a problem.
    ///
    /// # Errors
    /// If the database cannot be read, or a position is not that of its records.
    pub fn load(
        store: &Store,
        set: &ProblemSet,
        options: PublicationOptions,
        conditions: Vec<String>,
        advance: &dyn Fn(),
    ) -> Result<Publication, PublicationError> {
        let clusters = match options.twins_within {
            Some(k) => set.find_clusters(store, k)?,
            None => Vec::new(),
        };
        let mut clusters = clusters.into_iter().chain(std::iter::repeat(0));
        let mut builder = PublicationBuilder::new(options);
        let export = builder.options.export;
        let changed = builder.options.changed;
        let publish_one = |(whole, cluster): &(WholeProblem, u32)| {
            let mut described = Described::of(whole, *cluster);
            described.changed = changed.unwrap_or(described.changed);
            publish(&OrientedProblem::new(&whole.problem, &export), described)
        };
        let mut parts: Vec<(usize, io::Result<Vec<PublishedProblem>>)> = Vec::new();
        map_stream(
            |(number, loaded): (usize, Vec<(WholeProblem, u32)>)| {
                (number, loaded.iter().map(publish_one).collect())
            },
            |part| parts.push(part),
            |send| {
                for (number, part) in set.problems().chunks(PART).enumerate() {
                    let mut loaded = Vec::with_capacity(part.len());
                    for chosen in part {
                        advance();
                        let cluster = clusters.next().expect("the numbers are endless");
                        loaded.extend(set.load_whole(store, chosen)?.map(|whole| (whole, cluster)));
                    }
                    send((number, loaded));
                }
                Ok::<(), StoreError>(())
            },
        )?;
        parts.sort_unstable_by_key(|(number, _)| *number);
        for (_, part) in parts {
            part?.into_iter().for_each(|problem| builder.push(problem));
        }
        let reasons = set.left_out().reasons().iter();
        let left_out = reasons.map(|(reason, count)| ((*reason).to_owned(), *count)).collect();
        Ok(builder.finish(left_out, conditions))
    }

    /// All problems in their order.
    pub fn problems(&self) -> impl Iterator<Item = &PublishedProblem> {
        self.chapters.iter().flat_map(|chapter| &chapter.problems)
    }

    /// The number of problems.
    pub fn count(&self) -> usize {
        self.chapters.iter().map(|chapter| chapter.problems.len()).sum()
    }

    /// Whether there is no problem.
    pub fn is_empty(&self) -> bool {
        self.count() == 0
    }

    /// The problems that keep their orientation or their colors because of the words of their comments.
    pub fn board_losses(&self) -> Losses {
        let mut losses = Losses::default();
        for (loss, count) in self.problems().flat_map(|problem| problem.puzzle.losses.iter()) {
            if matches!(loss, Loss::PlaceWords | Loss::ColorWords) {
                losses.add_count(loss, count);
            }
        }
        losses
    }

    /// The books and sources in the order of their names, each with the number of problems that have a
    /// record there, and the rights that any of these states; not those that a problem alone has.
    pub fn books(&self) -> BTreeMap<String, (usize, BTreeSet<String>)> {
        self.list_books(|problem, text| !problem.own_rights.contains(text))
    }

    /// The same with all rights, for what does not print those of each problem.
    pub fn books_with_all_rights(&self) -> BTreeMap<String, (usize, BTreeSet<String>)> {
        self.list_books(|_, _| true)
    }

    fn list_books(
        &self,
        is_listed: impl Fn(&PublishedProblem, &String) -> bool,
    ) -> BTreeMap<String, (usize, BTreeSet<String>)> {
        let mut books: BTreeMap<String, (usize, BTreeSet<String>)> = BTreeMap::new();
        for problem in self.problems() {
            let mut seen = HashSet::new();
            for source in &problem.sources {
                let name = source.book.book.clone().unwrap_or_else(|| source.source.clone());
                let (count, rights) = books.entry(name.clone()).or_default();
                *count += usize::from(seen.insert(name));
                let listed = source.rights.iter().filter(|text| is_listed(problem, text));
                rights.extend(listed.cloned());
            }
        }
        books
    }
}

/// The first problem of a position, as `export` writes it: what a picture shows.
///
/// # Errors
/// If the database cannot be read, or the position is not that of its records.
///
/// # Panics
/// If there are no records.
pub fn publish_position(
    store: &Store,
    position: &StoredPosition,
    records: &[StoredRecord],
) -> Result<PublishedProblem, PublicationError> {
    let decisions = Decisions::load(store)?;
    let clusters = decisions.cluster_records(store, position, records, Identity::Problem)?;
    let first = clusters.iter().min_by_key(|cluster| (cluster.first().id, cluster.turn));
    let cluster = first.expect("a position is shown with its records");
    let kept = cluster.choose_representative(&[]);
    let problem = load_publication(store, position, cluster, kept, false, &store.rights_list()?)?;
    let oriented = OrientedProblem::new(&problem, &ExportOptions::default());
    Ok(publish(&oriented, Described::default())?)
}

/// The problem on the board of the publication, still without a number.
fn publish(oriented: &OrientedProblem<'_>, described: Described) -> io::Result<PublishedProblem> {
    let problem = oriented.problem;
    let window = oriented.window()?;
    let mut puzzle = Puzzle::new(oriented, &window);
    let player = puzzle.choose_player();
    let mut tree = RecordTree::build(&puzzle.solution, puzzle.board.clone(), player);
    if oriented.options.merge_solutions {
        // Merged lines are marked; the surest of the records says how they are known.
        tree.certainty = tree.certainty.and(oriented.certainty());
    }
    let comment = |text: &str| {
        let text = strip_marks(text, puzzle.solution.dialect);
        let text = text.trim();
        (!text.is_empty()).then(|| text.to_owned())
    };
    tree.comment = comment(&puzzle.annotation.text).filter(|text| !only_names_turn(text));
    for (one, annotation) in tree.moves.iter_mut().zip(&puzzle.annotations) {
        one.comment = comment(&annotation.text);
    }
    let turn = player.map_or(oriented.turn, |player| Turn::of(Some(player)));
    let mut books = described.books.into_iter();
    let mut rights = problem.rights.iter();
    let source = |occurrence: &Occurrence| PublishedSource {
        source: occurrence.source.clone(),
        place: occurrence.tree_and_problem(),
        book: books.next().unwrap_or_default(),
        operation: oriented.onto(occurrence),
        rights: rights.next().map(RecordRights::texts).unwrap_or_default(),
    };
    let sources: Vec<PublishedSource> = oriented.occurrences().map(source).collect();
    let level = find_problem_level(
        described.tags.iter().map(String::as_str),
        puzzle.difficulty.as_deref(),
        sources.iter().map(|one| &*one.source),
    );
    Ok(PublishedProblem {
        number: 0,
        key: problem.key,
        text: problem.text.clone(),
        operation: oriented.onto_canonical(),
        turn,
        canonical_turn: problem.turn,
        name: problem.kept.name.clone(),
        window,
        origin: oriented.origin(),
        tree,
        sgf: match oriented.options.marks {
            None => std::mem::take(&mut puzzle.sgf),
            Some(_) => format_tree(oriented).0,
        },
        level,
        genre: puzzle.genre.clone(),
        puzzle,
        tags: described.tags,
        cluster: described.cluster,
        is_disputed: described.is_disputed,
        changed: described.changed,
        sources,
        replaced: problem.replaced.clone(),
        own_rights: Vec::new(),
    })
}

/// Whether a comment says no more than who is to move, which every format says itself.
fn only_names_turn(comment: &str) -> bool {
    const PHRASES: [&str; 10] = [
        "black to play",
        "white to play",
        "black to move",
        "white to move",
        "黑先",
        "白先",
        "黒先",
        "黒番",
        "白番",
        "흑선",
    ];
    let comment = comment.trim_end_matches(['.', '!', '。', ' ']).to_lowercase();
    PHRASES.contains(&&*comment)
}
