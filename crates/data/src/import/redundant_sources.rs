//! Sources that are copies of others, or wholly contained in others.
//!
//! The database tells where sources are; what they say is read from the disk. A source is listed
//! only if another file, which is not listed itself, says all of it.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap, HashSet};

use super::source_facts::{SourceContent, SourceFacts, TreeFacts, read_sources};
use super::tree_facts::{Fact, FactKind};
use crate::model::SourcePattern;
use crate::store::{SourceDetails, Store, StoreError};

/// The most sources with which a source is compared, and the most trees with which a tree is. What
/// is only found behind so many others is not found.
const MAX_TRIED: usize = 1000;

/// How a source is contained in another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Containment {
    /// Both have the same bytes.
    Copy,
    /// Each contains the other.
    Same,
    /// The other one has more.
    Part,
}

/// A source that another one contains.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RedundantSource {
    /// The number of the source in the list.
    pub source: usize,
    /// The number of a source that contains this one, and is not redundant itself, unless only
    /// positions are compared: then it may be, with what is lost.
    pub keeper: usize,
    /// How.
    pub containment: Containment,
    /// What the keeper does not say, in ascending order. Empty unless only positions are compared.
    pub lost: Vec<FactKind>,
}

impl RedundantSource {
    /// Whether the source is a whole file whose keeper says all of it, so that the file can go.
    /// `sources` is the list.
    pub fn is_safe_file(&self, sources: &[SourceDetails]) -> bool {
        self.lost.is_empty() && sources[self.source].entry().is_none()
    }
}

/// Finds the sources of a database that others contain. Returns all sources in the order of import,
/// and the redundant ones in this order. Of sources with the same content, one that the first
/// pattern of `preferred` selects is kept, else one of the second, and so on, else the first.
///
/// Reads all sources from the disk. A source that changed or is gone is neither redundant nor a
/// keeper, and standard input is neither. A file is no keeper of itself, by whatever path; a file
/// to which a link led is never redundant. A source with anything that is not read, such as a tree
/// that was skipped, and games that were imported without their variations, are only contained in
/// equal bytes that the import read as completely.
///
/// The time is near-linear for real collections: a source is compared only with sources that have
/// its rarest fact.
///
/// # Errors
/// If the database cannot be read.
pub fn find_redundant_sources(
    store: &Store,
    content: SourceContent,
    preferred: &[SourcePattern],
    progress: &(dyn Fn(u64) + Sync),
) -> Result<(Vec<SourceDetails>, Vec<RedundantSource>), StoreError> {
    let sources = store.source_details()?;
    let facts = read_sources(&sources, progress);
    let mut search = Search { sources: &sources, facts: &facts, preferred, redundant: Vec::new() };
    let mut left = (0..sources.len()).filter(|&at| facts[at].is_some()).collect();
    if content == SourceContent::Positions {
        left = search.run(left, SourceContent::Problems); // sources that lose nothing
    }
    search.run(left, content);
    let mut redundant = search.redundant;
    redundant.sort_by_key(|redundant| redundant.source);
    Ok((sources, redundant))
}

/// A search for redundant sources.
struct Search<'a> {
    sources: &'a [SourceDetails],
    facts: &'a [Option<SourceFacts>],
    preferred: &'a [SourcePattern],
    /// Those found so far.
    redundant: Vec<RedundantSource>,
}

impl Search<'_> {
    /// Finds which of some sources others of them contain. Returns the others.
    fn run(&mut self, mut order: Vec<usize>, content: SourceContent) -> Vec<usize> {
        let (sources, facts) = (self.sources, self.facts);
        let weights: HashMap<usize, usize> =
            order.iter().map(|&at| (at, weigh(facts[at].as_ref(), content))).collect();
        order.sort_by_cached_key(|at| {
            let is_direct = facts[*at].as_ref().is_some_and(|facts| facts.is_direct);
            let is_preferred = |pattern| sources[*at].is_selected(pattern);
            let rank = self.preferred.iter().position(is_preferred);
            (Reverse(weights[at]), is_direct, rank.unwrap_or(self.preferred.len()), *at)
        });
        let mut kept = Kept { content, sources: Vec::new(), by_fact: HashMap::new() };
        // By the hash, and by how much the import read.
        let mut copies: HashMap<([u8; 16], u64, u64), Vec<usize>> = HashMap::new();
        for source in order {
            let facts = facts[source].as_ref().expect("the order has sources with facts");
            let SourceDetails { hash, records, games, .. } = sources[source];
            let same_bytes = copies.entry((hash, records, games)).or_default();
            let is_other = |&&keeper: &&usize| kept.facts(keeper).identity != facts.identity;
            let copy = same_bytes.iter().take(MAX_TRIED).find(is_other);
            let keeper = match copy {
                _ if !facts.is_direct => None,
                Some(&place) => Some((place, Containment::Copy)),
                None if facts.is_whole => kept.find(facts).map(|place| {
                    let is_same = weights[&kept.sources[place].0] == weights[&source];
                    (place, if is_same { Containment::Same } else { Containment::Part })
                }),
                None => None,
            };
            match keeper {
                Some((place, containment)) => {
                    let keeper = kept.sources[place].0;
                    let lost = match (content, containment) {
                        (_, Containment::Copy) => Vec::new(),
                        (SourceContent::Positions, _) => find_lost(facts, kept.facts(place)),
                        (SourceContent::Problems | SourceContent::Trees, _) => Vec::new(),
                    };
                    self.redundant.push(RedundantSource { source, keeper, containment, lost });
                }
                None => {
                    same_bytes.push(kept.sources.len());
                    kept.add(source, facts);
                }
            }
        }
        kept.sources.into_iter().map(|(source, _)| source).collect()
    }
}

/// The number of different facts. A source that contains another one has at least as many.
fn weigh(facts: Option<&SourceFacts>, content: SourceContent) -> usize {
    let trees = facts.iter().flat_map(|facts| &facts.trees);
    trees.flat_map(|tree| tree.sets(content)).flatten().collect::<HashSet<&Fact>>().len()
}

/// The sources that are kept, each a place in `sources`.
struct Kept<'a> {
    content: SourceContent,
    /// Their numbers in the list.
    sources: Vec<(usize, &'a SourceFacts)>,
    /// For each fact the trees that have it: the place of the source and the number of the tree,
    /// ascending.
    by_fact: HashMap<Fact, Vec<(usize, usize)>>,
}

impl<'a> Kept<'a> {
    fn facts(&self, place: usize) -> &'a SourceFacts {
        self.sources[place].1
    }

    fn add(&mut self, source: usize, facts: &'a SourceFacts) {
        for (number, tree) in facts.trees.iter().enumerate() {
            let all: BTreeSet<&Fact> = tree.sets(self.content).iter().flatten().collect();
            for &&fact in &all {
                self.by_fact.entry(fact).or_default().push((self.sources.len(), number));
            }
        }
        self.sources.push((source, facts));
    }

    /// The trees that have the rarest fact of a set; `None` if a fact is in no tree.
    fn with_rarest(&self, set: &[Fact]) -> Option<&[(usize, usize)]> {
        let with = set.iter().map(|fact| self.by_fact.get(fact).map(Vec::as_slice));
        with.collect::<Option<Vec<_>>>()?.into_iter().min_by_key(|trees| trees.len())
    }

    /// The first source that contains another one.
    fn find(&self, facts: &SourceFacts) -> Option<usize> {
        let mut rarest: Option<Vec<usize>> = None;
        let sets = facts.trees.iter().map(|tree| tree.sets(self.content));
        for sets in sets.filter(|sets| sets.iter().all(|set| !set.is_empty())) {
            let trees = sets.iter().filter_map(|set| self.with_rarest(set)).flatten();
            let mut places: Vec<usize> = trees.take(MAX_TRIED).map(|&(place, _)| place).collect();
            places.sort_unstable();
            places.dedup();
            if rarest.as_ref().is_none_or(|rarest| places.len() < rarest.len()) {
                rarest = Some(places);
            }
        }
        let is_keeper = |&place: &usize| {
            self.facts(place).identity != facts.identity
                && facts
                    .trees
                    .iter()
                    .all(|tree| tree.sets(self.content).iter().any(|set| self.has_tree(place, set)))
        };
        rarest?.into_iter().take(MAX_TRIED).find(is_keeper)
    }

    /// Whether a tree of a source has all facts of a set.
    fn has_tree(&self, place: usize, set: &[Fact]) -> bool {
        let Some(trees) = self.with_rarest(set) else { return set.is_empty() };
        let first = trees.partition_point(|&(other, _)| other < place);
        let within = trees[first..].iter().take_while(|&&(other, _)| other == place);
        within.take(MAX_TRIED).any(|&(_, number)| {
            let sets = self.facts(place).trees[number].sets(self.content);
            sets.iter().any(|whole| missing(set, whole).next().is_none())
        })
    }
}

/// The facts of a sorted set that another one does not have.
fn missing<'a>(part: &'a [Fact], whole: &'a [Fact]) -> impl Iterator<Item = Fact> + 'a {
    part.iter().copied().filter(|fact| whole.binary_search(fact).is_err())
}

/// What the keeper of a source does not say, each tree compared with the tree that says the most of
/// it.
fn find_lost(source: &SourceFacts, keeper: &SourceFacts) -> Vec<FactKind> {
    let mut by_position: HashMap<Fact, Vec<&TreeFacts>> = HashMap::new();
    for tree in &keeper.trees {
        for &fact in tree.sets(SourceContent::Positions).iter().flatten() {
            by_position.entry(fact).or_default().push(tree);
        }
    }
    let mut lost = BTreeSet::new();
    for tree in &source.trees {
        let position = tree.sets(SourceContent::Positions).iter().flatten().next();
        let alike = position.and_then(|fact| by_position.get(fact)).into_iter().flatten();
        let wholes = alike.take(MAX_TRIED).flat_map(|tree| tree.sets(SourceContent::Problems));
        let parts = tree.sets(SourceContent::Problems);
        let pairs = wholes.flat_map(|whole| parts.iter().map(move |part| (part, whole)));
        let kinds = pairs.map(|(part, whole)| missing(part, whole).collect::<Vec<Fact>>());
        match kinds.min_by_key(Vec::len) {
            Some(missing) => lost.extend(missing.into_iter().map(Fact::kind)),
            None => lost.extend(parts.iter().flatten().map(|fact| fact.kind())),
        }
    }
    lost.into_iter().collect()
}
