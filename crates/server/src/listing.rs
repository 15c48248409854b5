//! Long lists, page by page.

use std::fmt::{self, Display};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::input::check_limit;
use super::problem::Problem;
use crate::find::ListedProblem;
use crate::view::UnknownPlace;

/// Which part of a list.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
#[serde(deny_unknown_fields)]
pub(super) struct PartQuery {
    /// `next` of the part before.
    pub(super) after: Option<String>,
    /// The most items to list, 1 to 200; 50 if not given.
    pub(super) limit: Option<usize>,
}

impl PartQuery {
    /// Checks the fields.
    ///
    /// # Errors
    /// As for [`AskedPart::new`].
    pub(super) fn check<P>(&self) -> Result<AskedPart<P>, Problem>
    where
        P: FromStr + Display + Ord,
        Problem: From<P::Err>,
    {
        AskedPart::new(self.after.as_deref(), self.limit)
    }
}

/// A part of a list.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(super) struct Listing<T> {
    /// The length of the whole list.
    pub(super) total: usize,
    /// The items of this part.
    pub(super) items: Vec<T>,
    /// What `after` has to be for the next part; null at the end of the list.
    pub(super) next: Option<String>,
}

/// The part of a list that a request asks for, after its place of type `P` and its limit were
/// checked.
#[derive(Clone, Copy, Debug)]
pub(super) struct AskedPart<P> {
    after: Option<P>,
    limit: usize,
}

impl<P> AskedPart<P>
where
    P: FromStr + Display + Ord,
    Problem: From<P::Err>,
{
    /// Checks the fields of a request.
    ///
    /// # Errors
    /// 422 if `after` is no place of such a list, or `limit` is not 1 to 200.
    pub(super) fn new(after: Option<&str>, limit: Option<usize>) -> Result<AskedPart<P>, Problem> {
        let limit = check_limit(limit)?;
        Ok(AskedPart { after: after.map(str::parse).transpose()?, limit })
    }

    /// Lists this part of all items, which are sorted by their places. An item that `describe`
    /// does not find any more is left out.
    ///
    /// # Errors
    /// Those of `describe`.
    pub(super) fn list<I, T>(
        self,
        all: &[I],
        place: impl Fn(&I) -> P,
        describe: impl FnMut(&I) -> Result<Option<T>, Problem>,
    ) -> Result<Listing<T>, Problem> {
        let part = Part::new(all, place, self.after, self.limit);
        let next = part.next.map(|next| next.to_string());
        let items = part.items.iter().map(describe).filter_map(Result::transpose);
        Ok(Listing { total: all.len(), items: items.collect::<Result<_, _>>()?, next })
    }
}

/// The place of a problem: the first record of its position, and its number there. An import
/// changes the list, but no place of what stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Cursor {
    pub(super) first: i64,
    pub(super) number: u32,
}

impl From<&ListedProblem> for Cursor {
    fn from(&ListedProblem { first, number, .. }: &ListedProblem) -> Cursor {
        Cursor { first, number }
    }
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.first, self.number)
    }
}

impl FromStr for Cursor {
    type Err = UnknownPlace;

    fn from_str(text: &str) -> Result<Cursor, UnknownPlace> {
        let (first, number) = text.split_once('-').ok_or(UnknownPlace)?;
        let first = first.parse().map_err(|_| UnknownPlace)?;
        Ok(Cursor { first, number: number.parse().map_err(|_| UnknownPlace)? })
    }
}

/// The items of one part, and where the parts beside it begin.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part<'a, T, P> {
    /// The number of items before this part.
    pub(super) before: usize,
    /// The items.
    pub(super) items: &'a [T],
    /// The place of the last item, if others follow.
    pub(super) next: Option<P>,
    /// The place of the item before the part before this one; `Some(None)` if that part is the
    /// first.
    pub(super) previous: Option<Option<P>>,
}

impl<'a, T, P: Ord> Part<'a, T, P> {
    /// The `limit` items behind a place, or the first ones, of items that are sorted by their places.
    pub(super) fn new(
        all: &'a [T],
        place: impl Fn(&T) -> P,
        after: Option<P>,
        limit: usize,
    ) -> Part<'a, T, P> {
        let before = after.map_or(0, |after| all.partition_point(|item| place(item) <= after));
        let items = &all[before..all.len().min(before.saturating_add(limit))];
        let has_more = before + items.len() < all.len();
        let start = before.saturating_sub(limit);
        Part {
            before,
            items,
            next: items.last().filter(|_| has_more).map(&place),
            previous: (before > 0).then(|| start.checked_sub(1).map(|last| place(&all[last]))),
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
                let part = Part::new(&all, |problem| Cursor::from(problem), after, limit);
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
            assert_eq!(text.parse::<Cursor>(), Err(UnknownPlace), "{text}");
        }
    }
}
