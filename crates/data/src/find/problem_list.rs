//! All problems that a filter selects, in the order of import.

use std::collections::{HashMap, HashSet};

use super::decisions::Decisions;
use super::duplicates::{Cluster, Identity, cluster_records, split_by_board};
use super::walk::walk_positions;
use crate::model::Turn;
use crate::store::{
    ProblemFilter, SelectedRecord, Store, StoreError, StoredPosition, StoredRecord,
};

/// A problem of a list. Problems sort in the order of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ListedProblem {
    /// The id of the first selected record of the position.
    pub first: i64,
    /// The number of the problem among those of its position, from 0: the index of its cluster.
    pub number: u32,
    /// The id of the position.
    pub position: i64,
}

/// The problems with a record that fulfills a filter, in the order in which the first such records
/// of their positions were imported: 24 bytes each.
#[derive(Clone, Debug)]
pub struct ProblemList {
    problems: Vec<ListedProblem>,
    /// The ids of the selected records in ascending order; `None` if all are selected.
    selected: Option<Vec<i64>>,
}

impl ProblemList {
    /// Lists the problems that a filter selects. Reads every record once.
    ///
    /// # Errors
    /// As for [`Store::find_records`].
    pub fn load(store: &Store, filter: &ProblemFilter) -> Result<ProblemList, StoreError> {
        let records = store.find_records(filter)?;
        let unclear = store.positions_with_unclear_problems()?.into_iter().collect();
        ProblemList::of_records(store, &records, filter, &unclear)
    }

    /// Lists the problems of some records that a filter selects, in the order of import. `unclear` are the
    /// [positions](Store::positions_with_unclear_problems) whose problems the side to move does not tell apart.
    pub(super) fn of_records(
        store: &Store,
        records: &[SelectedRecord],
        filter: &ProblemFilter,
        unclear: &HashSet<i64>,
    ) -> Result<ProblemList, StoreError> {
        let has_sides = filter.conditions.ids.iter().flatten().any(|id| id.turn.is_some());
        let mut place_of: HashMap<i64, usize> = HashMap::new();
        // Each position with its first record, and a bit for each side to move that a record has.
        let mut positions: Vec<(i64, i64, u8)> = Vec::new();
        let mut sizes: Vec<[u8; 2]> = Vec::new();
        let mut of_sizes: HashSet<i64> = HashSet::new();
        for record in records {
            let place = *place_of.entry(record.position).or_insert(positions.len());
            if place == positions.len() {
                positions.push((record.id, record.position, 0));
                sizes.push(record.size);
            }
            if record.turn != Turn::Unknown {
                positions[place].2 |= 1 << record.turn.code();
            }
            if record.size != sizes[place] {
                of_sizes.insert(record.position);
            }
        }
        let selected =
            (!filter.is_empty()).then(|| records.iter().map(|record| record.id).collect());
        let mut list = ProblemList { problems: Vec::with_capacity(positions.len()), selected };
        for (first, position, turns) in positions {
            let problem = |number| ListedProblem { first, number, position };
            // The side to move does not tell these problems apart.
            let is_unclear = unclear.contains(&position) || of_sizes.contains(&position);
            if (is_unclear || has_sides)
                && let Some((found, records)) = list.load_records(store, position)?
            {
                let clusters = cluster_records(&found, &records, Identity::Problem);
                let is_named =
                    |cluster: &Cluster<'_>| filter.conditions.names(found.key, cluster.turn);
                let named = (0..).zip(&clusters).filter(|(_, cluster)| is_named(cluster));
                list.problems.extend(named.map(|(number, _)| problem(number)));
            } else {
                list.problems.extend((0..turns.count_ones().max(1)).map(problem));
            }
        }
        Ok(list)
    }

    /// Lists at least the first `limit` problems that a filter selects; without a filter, in time for
    /// these alone.
    ///
    /// # Errors
    /// As for [`load`](Self::load).
    pub fn load_first(
        store: &Store,
        filter: &ProblemFilter,
        limit: usize,
    ) -> Result<ProblemList, StoreError> {
        if !filter.is_empty() || limit == usize::MAX {
            return ProblemList::load(store, filter);
        }
        let mut list = ProblemList { problems: Vec::new(), selected: None };
        for (first, position) in store.first_positions(limit)? {
            if let Some((found, records)) = list.load_records(store, position)? {
                let clusters = cluster_records(&found, &records, Identity::Problem);
                let problem = |(number, _)| ListedProblem { first, number, position };
                list.problems.extend((0..).zip(&clusters).map(problem));
            }
        }
        Ok(list)
    }

    /// The problems.
    pub fn problems(&self) -> &[ListedProblem] {
        &self.problems
    }

    /// Calls `visit` with each of some problems of the list: its position, the selected records of the
    /// position, and those of the problem. A problem that an import has removed since is left out.
    ///
    /// # Errors
    /// Those of `visit`, and if the database cannot be read.
    pub fn visit<E: From<StoreError>>(
        &self,
        store: &Store,
        problems: &[ListedProblem],
        mut visit: impl FnMut(&StoredPosition, &[StoredRecord], &Cluster<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        for of_position in problems.chunk_by(|one, next| one.position == next.position) {
            let found = self.load_records(store, of_position[0].position)?;
            let Some((position, records)) = found else { continue };
            let clusters = cluster_records(&position, &records, Identity::Problem);
            for problem in of_position {
                if let Some(cluster) = clusters.get(problem.number as usize) {
                    visit(&position, &records, cluster)?;
                }
            }
        }
        Ok(())
    }

    /// Loads a position of the list with its selected records. `None` if an import has removed the
    /// position since.
    ///
    /// The problem is number [`ListedProblem::number`] of the clusters that
    /// [`cluster_records`] makes of these records.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn load_records(
        &self,
        store: &Store,
        position: i64,
    ) -> Result<Option<(StoredPosition, Vec<StoredRecord>)>, StoreError> {
        let Some(found) = store.position_by_id(position)? else { return Ok(None) };
        let mut records = store.records(position)?;
        if let Some(selected) = &self.selected {
            records.retain(|record| selected.binary_search(&record.id).is_ok());
        }
        Ok(Some((found, records)))
    }
}

/// The number of problems of a database, of Go and of Abalone.
///
/// # Errors
/// If the database cannot be read.
pub fn count_problems(store: &Store) -> Result<u64, StoreError> {
    let mut count = store.counts()?.problems;
    for id in store.positions_with_unclear_problems()? {
        let Some(position) = store.position_by_id(id)? else { continue };
        let records = store.records(id)?;
        let sides = |records: Vec<&StoredRecord>| {
            let known =
                records.iter().map(|record| record.turn).filter(|&turn| turn != Turn::Unknown);
            known.collect::<HashSet<_>>().len().max(1)
        };
        let counted: usize = split_by_board(&position, &records).into_iter().map(sides).sum();
        let clusters = cluster_records(&position, &records, Identity::Problem).len();
        count = (count + clusters as u64).saturating_sub(counted as u64);
    }
    Ok(count)
}

/// Lists the problems with several records, after the decisions of people, in the order of import.
/// Each is number [`ListedProblem::number`] of the clusters that [`Decisions::cluster_records`]
/// makes of the records of its position.
///
/// # Errors
/// If the database cannot be read.
pub fn list_duplicates(
    store: &Store,
    decisions: &Decisions,
) -> Result<Vec<ListedProblem>, StoreError> {
    let mut listed = Vec::new();
    for stored in walk_positions(store, 2)? {
        let (position, records) = stored?;
        let clusters = decisions.cluster_records(store, &position, &records, Identity::Problem)?;
        let first = records[0].id; // the walk skips positions with fewer than two records
        let duplicates = (0..).zip(&clusters).filter(|(_, cluster)| cluster.redundant() > 0);
        listed.extend(duplicates.map(|(number, _)| ListedProblem {
            first,
            number,
            position: position.id,
        }));
    }
    Ok(listed)
}

#[cfg(test)]
mod tests {
    use super::super::tests::Database;
    use super::*;
    use crate::find::{ProblemSet, SetOptions};
    use crate::store::{Given, ProblemConditions};

    /// The trees of each listed problem and of each problem of the set.
    fn find_problems(store: &Store, ids: &str) -> Vec<(Turn, Vec<u32>)> {
        let mut given = Given::<ProblemConditions>::default();
        assert!(given.add("ids", ids));
        let filter: ProblemFilter = given.conditions().unwrap().into();
        let list = ProblemList::load(store, &filter).unwrap();
        let mut found = Vec::new();
        let visited = list.visit(store, list.problems(), |_, _, cluster| {
            let trees = cluster.records.iter().map(|record| record.at.tree).collect();
            found.push((cluster.turn, trees));
            Ok::<(), StoreError>(())
        });
        visited.unwrap();
        let set = ProblemSet::choose(store, &filter, SetOptions::default(), &|_| ()).unwrap();
        let turns: Vec<Turn> = set.problems().iter().map(|problem| problem.turn()).collect();
        assert_eq!(turns, found.iter().map(|(turn, _)| *turn).collect::<Vec<_>>());
        found
    }

    #[test]
    fn an_id_with_a_side_names_one_problem_of_a_position() {
        let stones = "SZ[9]AB[aa][ba][ca]AW[ab][bb]";
        let trees = [
            format!("(;{stones}PL[B];B[ac]C[RIGHT])"),
            format!("(;{stones}PL[W];W[ac]C[RIGHT])"),
            format!("(;{stones})"), // may be either problem
            format!("(;{stones}(;B[ac])(;W[da]C[RIGHT]))"), // is that of White
        ];
        let store = Database::new(&[("a.sgf", &trees.concat())]).store;
        let key = store.position_by_id(1).unwrap().unwrap().key;
        let black = store.records(1).unwrap()[0].turn;
        let white = Turn::of(black.color().map(|color| !color));
        let of_black = (black, vec![1, 3]);
        let of_white = (white, vec![2, 3, 4]);
        assert_eq!(
            find_problems(&store, &format!("{key}-{black}")),
            std::slice::from_ref(&of_black)
        );
        assert_eq!(
            find_problems(&store, &format!("{key}-{white}")),
            std::slice::from_ref(&of_white)
        );
        let mut both = vec![of_black, of_white];
        both.sort();
        assert_eq!(find_problems(&store, &key.to_string()), both);
        assert_eq!(find_problems(&store, &format!("{key}-b,{key}-w")), both);
    }
}
