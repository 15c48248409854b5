//! Long lists, page by page.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;
use utoipa::ToSchema;

use super::problem::Problem;
use crate::find::ListedProblem;

/// A part of a list.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Listing<T> {
    /// The length of the whole list.
    pub(super) total: usize,
    /// The items of this part.
    pub(super) items: Vec<T>,
    /// What `after` has to be for the next part; null at the end of the list.
    pub(super) next: Option<String>,
}

/// The item after which a part of a list begins. An import changes the list, but no cursor of what
/// stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Cursor {
    first: i64,
    number: u32,
}

impl Cursor {
    /// The place of a problem: the first record of its position, and its number there.
    pub(super) fn new(first: i64, number: u32) -> Cursor {
        Cursor { first, number }
    }
}

/// An item of a list that is sorted by cursors.
pub(super) trait InList {
    /// The place of the item.
    fn cursor(&self) -> Cursor;
}

impl InList for ListedProblem {
    fn cursor(&self) -> Cursor {
        Cursor::new(self.first, self.number)
    }
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.first, self.number)
    }
}

impl FromStr for Cursor {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Cursor, Problem> {
        let numbers = text.split_once('-');
        let numbers =
            numbers.and_then(|(first, number)| Some((first.parse().ok()?, number.parse().ok()?)));
        let (first, number) = numbers.ok_or_else(Problem::unknown_place)?;
        Ok(Cursor { first, number })
    }
}

/// The items of one part, and where the parts beside it begin.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part<'a, T> {
    /// The number of items before this part.
    pub(super) before: usize,
    /// The items.
    pub(super) items: &'a [T],
    /// The last item, if others follow.
    pub(super) next: Option<Cursor>,
    /// The item before the part before this one; `Some(None)` if that part is the first.
    pub(super) previous: Option<Option<Cursor>>,
}

impl<'a, T: InList> Part<'a, T> {
    /// The `limit` items after the cursor, or the first ones.
    pub(super) fn new(all: &'a [T], after: Option<Cursor>, limit: usize) -> Part<'a, T> {
        let is_before = |item: &T| after.is_some_and(|after| item.cursor() <= after);
        let before = all.partition_point(is_before);
        let items = &all[before..all.len().min(before + limit)];
        let has_more = before + items.len() < all.len();
        let start = before.saturating_sub(limit);
        Part {
            before,
            items,
            next: items.last().filter(|_| has_more).map(InList::cursor),
            previous: (before > 0).then(|| start.checked_sub(1).map(|last| all[last].cursor())),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn parts_make_up_the_list_in_both_directions(
            counts in prop::collection::vec(1u32..4, 0..20),
            limit in 1usize..7,
        ) {
            let all: Vec<ListedProblem> = (1..).zip(&counts).flat_map(|(id, &count)| {
                (0..count).map(move |number| ListedProblem { first: 3 * id, number, position: id })
            }).collect();
            let (mut seen, mut after, mut starts) = (Vec::new(), None, Vec::new());
            loop {
                let part = Part::new(&all, after, limit);
                prop_assert_eq!(part.before, seen.len());
                let back = part.previous.map(|back| back.map(|cursor| cursor.to_string()));
                prop_assert_eq!(back, starts.last().cloned());
                starts.push(after.map(|cursor: Cursor| cursor.to_string()));
                seen.extend_from_slice(part.items);
                after = part.next;
                let Some(next) = part.next else { break };
                prop_assert_eq!(next.to_string().parse::<Cursor>().unwrap(), next);
            }
            prop_assert_eq!(seen, all);
        }
    }

    #[test]
    fn other_texts_are_no_cursors() {
        for text in ["", "-", "1", "1-", "-1", "1-2-3", "x-1", "1--1", "99999999999999999999-0"] {
            assert_eq!(text.parse::<Cursor>().unwrap_err().status, 422, "{text}");
        }
    }
}
