//! How many problems have each level, each tag, and known rights.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashSet};

use super::problem_list::ProblemList;
use crate::model::Rank;
use crate::names;
use crate::store::{DescribedRecord, ProblemFilter, SelectedRecord, Store, StoreError};

names! {
    /// A condition that divides the problems of a list.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Facet {
        /// The level.
        Level => "level",
        /// The tags.
        Tag => "tag",
        /// Whether the rights are known.
        Rights => "rights",
    }

    /// `level`, `tag` or `rights`: the name of the condition.
    pub fn name;
}

/// The number of problems that a condition selects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FacetCount {
    /// The condition.
    pub facet: Facet,
    /// The text of the condition.
    pub value: String,
    /// The number of problems.
    pub problems: u64,
}

/// Counts the problems that a filter selects for each level, each tag, and by whether their rights are
/// known, each value as the condition of the facet would select them in addition: the levels from 30k to 9d
/// and `none`, the tags in their order, `known` and `unknown`. Values without problems are left out. Looks
/// into every selected game tree.
///
/// # Errors
/// As for [`ProblemList::load`].
pub fn count_facets(store: &Store, filter: &ProblemFilter) -> Result<Vec<FacetCount>, StoreError> {
    // Reverse makes values that come last.
    type Value = (Facet, Reverse<bool>, u8, String);
    let mut values: BTreeMap<Value, Vec<SelectedRecord>> = BTreeMap::new();
    for DescribedRecord { record, level, has_rights, tags } in
        store.find_described_records(filter)?
    {
        let level_text = level.map_or("none".to_owned(), |level| level.to_string());
        let rank = level.map_or(0, Rank::number);
        let rights = if has_rights { "known" } else { "unknown" };
        let tagged = tags.into_iter().map(|tag| (Facet::Tag, Reverse(true), 0, tag));
        let others = [
            (Facet::Level, Reverse(level.is_some()), rank, level_text),
            (Facet::Rights, Reverse(has_rights), 0, rights.to_owned()),
        ];
        for value in tagged.chain(others) {
            values.entry(value).or_default().push(record);
        }
    }
    let unclear: HashSet<i64> = store.positions_with_unclear_problems()?.into_iter().collect();
    let count = |((facet, _, _, value), records): (Value, Vec<SelectedRecord>)| {
        let list = ProblemList::of_records(store, &records, filter, &unclear)?;
        Ok(FacetCount { facet, value, problems: list.problems().len() as u64 })
    };
    values.into_iter().map(count).collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::Database;
    use super::*;
    use crate::store::{Given, ProblemConditions, Tag};

    #[test]
    fn each_count_is_that_of_its_condition() {
        let trees = [
            "(;SZ[9]DI[5k]CP[me]AB[aa][ba]AW[ab][bb]PL[W];W[ca]C[RIGHT])",
            "(;SZ[9]DI[12k]AB[aa][ba]AW[ab][bb]PL[B];B[ac]C[RIGHT])",
            "(;SZ[9]DI[5k]AB[aa][ba]AW[ab][bb])",
            "(;SZ[9]AB[ee][fe]AW[gg]PL[B];B[ef])",
        ];
        let store = Database::new(&[("a.sgf", &trees.concat())]).store;
        let key = store.position_by_id(1).unwrap().unwrap().key;
        let turn = store.records(1).unwrap()[0].turn;
        let mut session = store.begin_import().unwrap();
        session.add_tag(&Tag { key, turn, tag: "ladder".to_owned(), changed: None }).unwrap();
        session.commit().unwrap();
        let counts = count_facets(&store, &ProblemFilter::default()).unwrap();
        let found: Vec<(&str, &str, u64)> =
            counts.iter().map(|one| (one.facet.name(), &*one.value, one.problems)).collect();
        assert_eq!(
            found,
            [
                ("level", "12k", 1),
                ("level", "5k", 1),
                ("level", "none", 1),
                ("tag", "ladder", 1),
                ("rights", "known", 1),
                ("rights", "unknown", 2),
            ]
        );
        for FacetCount { facet, value, problems } in counts {
            let mut given = Given::<ProblemConditions>::default();
            assert!(given.add(facet.name(), value.clone()));
            let list = ProblemList::load(&store, &given.conditions().unwrap().into()).unwrap();
            assert_eq!(list.problems().len() as u64, problems, "{facet:?} {value}");
        }
    }
}
