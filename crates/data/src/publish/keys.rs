//! A list of problems without their texts.

use std::io::{self, Write};

use super::publication::Publication;
use crate::model::{KeyList, ListDigits, ListedProblem};

/// Writes the problems as a [`KeyList`]. With `has_numbers`, each has its number in the publication.
///
/// # Errors
/// Those of `out`.
pub fn write_keys(
    publication: &Publication,
    has_numbers: bool,
    salt: Option<&str>,
    out: &mut impl Write,
) -> io::Result<()> {
    let problems = publication.problems().map(|problem| {
        let turn = problem.canonical_turn;
        let digits = match salt {
            Some(salt) => ListDigits::salted(problem.key, turn, salt),
            None => ListDigits::of(problem.key),
        };
        ListedProblem { digits, turn, number: has_numbers.then_some(problem.number) }
    });
    write!(out, "{}", KeyList::new(problems.collect(), salt))
}
