//! Which submissions are compared with more than the known records of their own position.

use std::collections::HashSet;

use super::exact::find_counting;
use super::query::PositionQuery;
use super::record_view::RecordView;
use super::walk::{PositionWalk, walk_positions};
use crate::go::Sides;
use crate::gtn::CanonicalText;
use crate::store::{CoreRows, Store, StoreError};

/// The records of a database of submissions.
#[derive(Debug)]
pub struct Submissions<'a> {
    store: &'a Store,
    /// The submitted positions with a record that the database does not know, by id; `None` for all positions.
    asked: Option<Vec<i64>>,
    /// The ids of the records of these positions whose position is known.
    known: HashSet<i64>,
}

impl<'a> Submissions<'a> {
    /// Takes all records, to be compared with all that is like them.
    pub fn all(store: &'a Store) -> Submissions<'a> {
        Submissions { store, asked: None, known: HashSet::new() }
    }

    /// Looks up the position of each record in the database of known ones, in which the sources `without`
    /// do not count. Where it is found, no other kind of likeness is looked for.
    ///
    /// # Errors
    /// When a database cannot be read.
    pub fn look_up(
        store: &'a Store,
        known_store: &Store,
        without: &[i64],
    ) -> Result<Submissions<'a>, StoreError> {
        let (mut asked, mut in_doubt) = (Vec::new(), Vec::new());
        let mut positions = Vec::new();
        store.for_each_position(|id, key, text| {
            positions.push((id, key, can_have_several_sizes(text)));
        })?;
        for (id, key, can_have_several_sizes) in positions {
            match known_store.position(key)? {
                None => asked.push(id),
                // The known records can be of other sizes, or not count.
                Some(stored) if can_have_several_sizes || !without.is_empty() => {
                    in_doubt.push((id, stored));
                }
                Some(_) => {}
            }
        }
        let mut known = HashSet::new();
        for (id, stored) in in_doubt {
            let Some(position) = store.position_by_id(id)? else { continue };
            let records = store.records(id)?;
            let mut is_asked = false;
            for record in records {
                let view = RecordView::new(&position, &record);
                let window = view.map_err(|error| error.in_store(store))?.window;
                let query =
                    PositionQuery::new(&window, None).expect("a stored position has stones");
                if find_counting(known_store, &stored, &query, without)?.is_empty() {
                    is_asked = true;
                } else {
                    known.insert(record.id);
                }
            }
            if is_asked {
                asked.push(position.id);
            }
        }
        Ok(Submissions { store, asked: Some(asked), known })
    }

    /// Their database.
    pub fn store(&self) -> &'a Store {
        self.store
    }

    /// The rows of the records for [`is_asked`](Self::is_asked).
    pub(super) fn core_rows(&self) -> CoreRows<'_> {
        self.asked.as_deref().map_or(CoreRows::All, CoreRows::OfPositions)
    }

    /// The positions with the records for [`is_asked`](Self::is_asked).
    pub(super) fn walk_asked(&self) -> Result<PositionWalk<'a>, StoreError> {
        match &self.asked {
            Some(asked) => Ok(PositionWalk::over(self.store, asked.clone())),
            None => walk_positions(self.store, 1),
        }
    }

    /// Whether a record of an asked position is compared with more than the records of its own position.
    pub(super) fn is_asked(&self, record: i64) -> bool {
        !self.known.contains(&record)
    }
}

/// Whether windows of several sizes can have a canonical text: with two facing edges it is padded to a square.
fn can_have_several_sizes(text: &str) -> bool {
    let facing = [Sides::LEFT | Sides::RIGHT, Sides::TOP | Sides::BOTTOM];
    CanonicalText::parse(text)
        .is_none_or(|text| facing.into_iter().any(|sides| text.open().complement().contains(sides)))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::assessment::{Assessment, Known, Submitted, assess_record};
    use super::super::cores::CoreIndex;
    use super::super::position_index::PositionIndex;
    use super::super::position_source::PositionSource;
    use super::super::query::MatchKind;
    use super::super::tests::Database;
    use super::*;
    use crate::store::CoreRows;

    /// A problem in a corner, or shifted away from it, with more stones far away.
    fn tree(number: u32, shift: u8, more: &str) -> String {
        let mut random = u64::from(number) + 1;
        let mut below = |end: u64| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (random >> 33) % end
        };
        let letter = |at: u8| char::from(b'a' + at + shift);
        let point = |col, row| format!("[{}{}]", letter(col), letter(row));
        let (mut stones, mut moves) = ([point(7, 0), point(7, 1)], String::new());
        for at in 0..20 {
            let point = point(at % 5, at / 5);
            match below(5) {
                0 | 1 => stones[0].push_str(&point),
                2 => stones[1].push_str(&point),
                _ if moves.len() < 18 => {
                    moves += &format!(";{}{point}", ["B", "W"][moves.len() / 6 % 2])
                }
                _ => {}
            }
        }
        let turn = ["B", "W"][usize::from(number % 7 == 6)];
        format!("(;SZ[19]PL[{turn}]AB{}{more}AW{}{moves}C[RIGHT])", stones[0], stones[1])
    }

    #[test]
    fn a_board_of_another_size_with_a_known_text_is_asked_for() {
        let board = |size: &str| format!("(;SZ[{size}]AB[aa][bb]AW[cc][ad];B[ba])");
        let (oblong, square) = (board("3:4"), board("4"));
        let known = Database::new(&[("k.sgf", &oblong)]).store;
        let submitted = Database::new(&[("s.sgf", &(oblong + &square))]).store;
        let asked = |submitted| {
            let asked = Submissions::look_up(submitted, &known, &[]).unwrap();
            let walked = asked.walk_asked().unwrap().flat_map(|walked| walked.unwrap().1);
            walked.map(|record| asked.is_asked(record.id)).collect::<Vec<_>>()
        };
        assert_eq!(asked(&submitted), [false, true]);
        assert!(asked(&known).is_empty());
    }

    #[test]
    fn what_is_loaded_for_submissions_says_the_same_as_everything() {
        let numbers = 0..60;
        let known: String = numbers
            .clone()
            .map(|number| match number % 5 {
                0 => tree(number, 0, ""),
                1 => tree(number, 0, "[pp]"),
                2 => tree(number, 7, ""),
                _ => String::new(),
            })
            .collect();
        let own: String = numbers
            .clone()
            .filter(|number| number % 2 == 0)
            .map(|number| tree(number, 0, ""))
            .collect();
        let known = Database::new(&[("others.sgf", &known), ("mine.sgf", &own)]).store;
        let submitted: String = numbers.map(|number| tree(number, 0, "")).collect();
        let submitted = Database::new(&[("s.sgf", &submitted)]).store;
        let own =
            known.sources().unwrap().into_iter().find(|source| source.name.ends_with("mine.sgf"));
        let without = [own.unwrap().id];
        let asked = Submissions::look_up(&submitted, &known, &without).unwrap();
        let mut source = PositionSource::new(&known, false).unwrap();
        let lookup = Known {
            store: &known,
            cores: &CoreIndex::load_like(&known, &asked, Some(0)).unwrap(),
            positions: source.like(&asked, None, false).unwrap(),
            near: None,
            contained: false,
            nearest: false,
            all: false,
            without: &without,
        };
        let everything = Known {
            cores: &CoreIndex::load(&known, CoreRows::All).unwrap(),
            positions: &PositionIndex::load(&known).unwrap(),
            all: true,
            ..lookup
        };
        let mut kinds = BTreeSet::new();
        for walked in walk_positions(&submitted, 1).unwrap() {
            let (position, records) = walked.unwrap();
            let record = &records[0];
            let submitted = Submitted { store: &submitted, position: &position, record };
            let found = assess_record(&lookup, submitted).unwrap();
            let Assessment { novelty, answers, mut matches } =
                assess_record(&everything, submitted).unwrap();
            let first = matches.first().map(|first| first.matched.kind);
            kinds.insert(first);
            matches
                .retain(|one| Some(one.matched.kind) <= first.max(Some(MatchKind::SamePosition)));
            assert_eq!(found, Assessment { novelty, answers, matches });
        }
        for kind in [MatchKind::SameProblem, MatchKind::SameCore, MatchKind::SameShape] {
            assert!(kinds.contains(&Some(kind)), "{kinds:?}");
        }
        assert!(kinds.contains(&None));
    }
}
