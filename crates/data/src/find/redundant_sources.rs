//! Sources that are copies of others, or wholly contained in others.

use std::cmp::Reverse;
use std::collections::HashMap;

use crate::model::Turn;
use crate::store::{GameFilter, SourceDetails, Store, StoreError};

/// What a source has to have of another one to contain it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourceContent {
    /// The same problems, and games with the same moves in all lines. A record
    /// without a side to move is contained in every problem of its position. A
    /// record of Abalone that does not say how many marbles are lost is not
    /// contained in one that does.
    Problems,
    /// The same positions, and games with the same moves in all lines.
    Positions,
    /// The same game trees, byte for byte.
    Trees,
}

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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RedundantSource {
    /// The number of the source in the list.
    pub source: usize,
    /// The number of a source that contains this one, and is not redundant itself.
    pub keeper: usize,
    /// How.
    pub containment: Containment,
}

/// Finds the sources that others contain, in the order of `sources`, which are
/// all or some of those of the store. Of sources with the same content, the
/// first is kept. A source without problems and games is neither contained nor
/// contains anything.
///
/// The time is near-linear for real collections: a source is compared only with
/// sources that have its rarest problem and more problems than it, and each
/// comparison ends at the first problem that is missing, the rarest first.
///
/// # Errors
/// If the database cannot be read.
pub fn find_redundant_sources(
    store: &Store,
    sources: &[SourceDetails],
    content: SourceContent,
) -> Result<Vec<RedundantSource>, StoreError> {
    let groups = Groups::new(load_items(store, sources, content)?);
    let keepers = groups.find_keepers();
    let mut redundant = Vec::new();
    for (group, members) in groups.members.iter().enumerate() {
        let keeper = groups.members[keepers[group]][0];
        for &source in members.iter().filter(|&&source| source != keeper) {
            let hash = sources[source].hash;
            let containment = if keepers[group] != group {
                Containment::Part
            } else if hash == sources[keeper].hash {
                Containment::Copy
            } else {
                Containment::Same
            };
            redundant.push(RedundantSource { source, keeper, containment });
        }
    }
    redundant.sort_by_key(|redundant| redundant.source);
    Ok(redundant)
}

/// A problem, a game or a tree of a source: its number, and the sides to move
/// with which the source has it, as bits by [`Turn::code`].
type Item = (u32, u8);

/// The bit for a record without a side to move.
const UNKNOWN: u8 = 1;

/// The items of each source, sorted and distinct. Items that are in fewer
/// sources have smaller numbers.
fn load_items(
    store: &Store,
    sources: &[SourceDetails],
    content: SourceContent,
) -> Result<Vec<Vec<Item>>, StoreError> {
    let places: HashMap<i64, usize> =
        sources.iter().enumerate().map(|(place, source)| (source.id, place)).collect();
    let mut numbers: HashMap<[u8; 16], u32> = HashMap::new();
    let mut items: Vec<Vec<Item>> = vec![Vec::new(); sources.len()];
    let mut add = |source: i64, identity: [u8; 16], turns: u8| {
        if let Some(&place) = places.get(&source) {
            let next = numbers.len() as u32;
            items[place].push((*numbers.entry(identity).or_insert(next), turns));
        }
    };
    let has_turns = match content {
        SourceContent::Problems => true,
        SourceContent::Positions => false,
        SourceContent::Trees => {
            store.for_each_source_tree(|source, hash| add(source, hash, UNKNOWN))?;
            load_abalone_items(store, content, add)?;
            return Ok(renumber(items, numbers.len()));
        }
    };
    store.for_each_source_problem(|source, position, turn, [cols, rows]| {
        // Windows of different sizes are different positions. The hashes of games differ from
        // these numbers as from each other.
        let size = u128::from(cols) << 8 | u128::from(rows);
        let identity = (size << 64 | u128::from(position as u64)).to_le_bytes();
        let turn = if has_turns { turn } else { Turn::Unknown };
        add(source, identity, 1 << turn.code());
    })?;
    store.for_each_source_game(|source, opening, lines| {
        let mut hasher = blake3::Hasher::new();
        hasher.update(&opening.to_le_bytes()).update(lines);
        let mut identity = [0; 16];
        identity.copy_from_slice(&hasher.finalize().as_bytes()[..16]);
        add(source, identity, UNKNOWN);
    })?;
    load_abalone_items(store, content, add)?;
    Ok(renumber(items, numbers.len()))
}

/// Calls `add` with the items of Abalone.
fn load_abalone_items(
    store: &Store,
    content: SourceContent,
    mut add: impl FnMut(i64, [u8; 16], u8),
) -> Result<(), StoreError> {
    for problem in store.abalone_problems()? {
        let (identity, turn) = match content {
            SourceContent::Trees => (hash(&["text", &problem.source_text]), Turn::Unknown),
            SourceContent::Positions => (hash(&["position", &problem.text]), Turn::Unknown),
            SourceContent::Problems => {
                let lost = problem.lost.map(|lost| lost.to_string()).unwrap_or_default();
                (hash(&["problem", &problem.text, &lost]), problem.turn)
            }
        };
        add(problem.source_id, identity, 1 << turn.code());
    }
    let mut games = Vec::new();
    store.for_each_abalone_game(&GameFilter::default(), |game| {
        let moves: String = game.moves.iter().map(|byte| format!("{byte:02x}")).collect();
        games.push((game.id, game.source_id, hash(&["game", &game.start, &moves])));
    })?;
    for (id, source, moves) in games {
        let identity = match content {
            SourceContent::Trees => hash(&["text", &store.abalone_game_text(id)?]),
            SourceContent::Problems | SourceContent::Positions => moves,
        };
        add(source, identity, UNKNOWN);
    }
    Ok(())
}

/// A hash of texts, none of which contains a NUL character.
fn hash(texts: &[&str]) -> [u8; 16] {
    let mut identity = [0; 16];
    identity.copy_from_slice(&blake3::hash(texts.join("\0").as_bytes()).as_bytes()[..16]);
    identity
}

/// Merges equal items of a source, and numbers all items anew, the rarest first.
fn renumber(mut items: Vec<Vec<Item>>, count: usize) -> Vec<Vec<Item>> {
    let mut sources_with = vec![0_u32; count];
    for items in &mut items {
        items.sort_unstable();
        items.dedup_by(|later, earlier| {
            let is_same = later.0 == earlier.0;
            if is_same {
                earlier.1 |= later.1;
            }
            is_same
        });
        for (item, turns) in items {
            sources_with[*item as usize] += 1;
            if *turns != UNKNOWN {
                *turns &= !UNKNOWN; // the same problem as one of the others
            }
        }
    }
    let mut by_rarity: Vec<u32> = (0..count as u32).collect();
    by_rarity.sort_by_key(|&item| sources_with[item as usize]);
    let mut renumbered = vec![0; count];
    for (number, &item) in (0..).zip(&by_rarity) {
        renumbered[item as usize] = number;
    }
    for items in &mut items {
        items.iter_mut().for_each(|(item, _)| *item = renumbered[*item as usize]);
        items.sort_unstable();
    }
    items
}

/// Sources with equal items.
struct Groups {
    items: Vec<Vec<Item>>,
    /// The numbers of the sources, ascending.
    members: Vec<Vec<usize>>,
}

impl Groups {
    /// Groups sources, given by their items. Sources without items have no group.
    fn new(sources: Vec<Vec<Item>>) -> Groups {
        let mut numbers: HashMap<Vec<Item>, usize> = HashMap::new();
        let mut members: Vec<Vec<usize>> = Vec::new();
        for (source, items) in sources.into_iter().enumerate() {
            if items.is_empty() {
                continue;
            }
            let next = members.len();
            let group = *numbers.entry(items).or_insert(next);
            if group == next {
                members.push(Vec::new());
            }
            members[group].push(source);
        }
        let mut items = vec![Vec::new(); members.len()];
        for (group_items, group) in numbers {
            items[group] = group_items;
        }
        Groups { items, members }
    }

    /// For each group one that contains it and that no other one contains: the
    /// group itself if no other one contains it.
    fn find_keepers(&self) -> Vec<usize> {
        // A group that contains another one has a greater weight.
        let weights: Vec<u64> = self.items.iter().map(|items| weigh(items)).collect();
        let mut by_weight: Vec<usize> = (0..self.items.len()).collect();
        by_weight.sort_by_key(|&group| (Reverse(weights[group]), group));
        let mut keepers: Vec<usize> = (0..self.items.len()).collect();
        // For each item the groups that have the item, the heaviest first.
        let mut postings: HashMap<u32, Vec<usize>> = HashMap::new();
        for &group in &by_weight {
            for &(item, _) in &self.items[group] {
                postings.entry(item).or_default().push(group);
            }
        }
        for &group in &by_weight {
            let items = &self.items[group];
            let heavier =
                postings[&items[0].0].iter().take_while(|&&other| weights[other] > weights[group]);
            if let Some(&other) =
                heavier.into_iter().find(|&&other| contains(&self.items[other], items))
            {
                keepers[group] = keepers[other];
            }
        }
        keepers
    }
}

/// The number of items, where an item with a side to move counts twice.
fn weigh(items: &[Item]) -> u64 {
    let weight = |&(_, turns): &Item| match turns {
        UNKNOWN => 1,
        turns => 2 * u64::from(turns.count_ones()),
    };
    items.iter().map(weight).sum()
}

/// Whether all items of `part` are in `whole`.
fn contains(whole: &[Item], part: &[Item]) -> bool {
    part.iter().all(|&(item, turns)| {
        let found = whole.binary_search_by_key(&item, |&(item, _)| item);
        found.is_ok_and(|at| turns == UNKNOWN || turns & !whole[at].1 == 0)
    })
}

#[cfg(test)]
mod tests {
    use proptest::collection::{btree_map, vec};
    use proptest::prelude::*;

    use super::*;

    /// What [`Groups::find_keepers`] promises, by comparison of all pairs.
    fn check_keepers(groups: &Groups) {
        let keepers = groups.find_keepers();
        let is_in = |part: usize, whole: usize| {
            part != whole && contains(&groups.items[whole], &groups.items[part])
        };
        for (group, &keeper) in keepers.iter().enumerate() {
            let others = || 0..keepers.len();
            assert_eq!(keeper != group, others().any(|other| is_in(group, other)), "{group}");
            assert!(keeper == group || is_in(group, keeper), "{group}");
            assert!(!others().any(|other| is_in(keeper, other)), "{group}");
        }
    }

    proptest! {
        #[test]
        fn keepers_are_those_of_a_comparison_of_all_pairs(
            sources in vec(btree_map(0_u32..7, 0_u8..16, 0..6), 0..12)
        ) {
            let items = sources
                .into_iter()
                .map(|source| {
                    let item = |(item, turns): (u32, u8)| (item, turns.max(UNKNOWN));
                    source.into_iter().map(item).collect()
                })
                .collect();
            let groups = Groups::new(renumber(items, 7));
            check_keepers(&groups);
        }
    }

    /// Comparisons of all pairs would be 200,000² of them.
    #[test]
    fn nested_and_equal_sources_are_compared_once() {
        let nested: Vec<Vec<Item>> =
            (1..1500).map(|size| (0..size).map(|item| (item, UNKNOWN)).collect()).collect();
        let keepers = Groups::new(renumber(nested, 1500)).find_keepers();
        assert!(keepers.iter().all(|&keeper| keeper == 1498));
        let equal = vec![vec![(0, UNKNOWN)]; 200_000];
        let groups = Groups::new(renumber(equal, 1));
        assert_eq!((groups.members.len(), groups.members[0].len()), (1, 200_000));
    }
}
