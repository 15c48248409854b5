//! `gtn-db dups --books`: numbers under which two hands of one book differ.

use gtn_db::answer::BookNumberJson;
use gtn_db::find::find_hands;
use gtn_db::store::Store;

use super::limit::Limit;
use crate::cli::Outcome;
use crate::cli::output::{OutputArgs, Row, plural, print_line};

impl Row for BookNumberJson {
    const HEADINGS: &'static [&'static str] = &[
        "number",
        "book",
        "source",
        "tree",
        "key",
        "other_book",
        "other_source",
        "other_tree",
        "other_key",
    ];
    const FIELDS: &'static [&'static str] = &[
        "number",
        "book",
        "key",
        "source",
        "tree",
        "problem",
        "other_book",
        "other_key",
        "other_source",
        "other_tree",
        "other_problem",
    ];
}

/// Lists the numbers under which two hands of one book have different positions.
pub fn run(store: &Store, limit: Limit, output: OutputArgs) -> anyhow::Result<Outcome> {
    let _snapshot = store.snapshot()?;
    let hands = find_hands(store)?;
    let mut listing = output.listing()?;
    let (mut common, mut different) = (0, 0);
    for pair in &hands {
        common += pair.common as u64;
        for (number, records) in &pair.different {
            different += 1;
            if limit.allows(different)
                && let Some(row) = BookNumberJson::load(store, &pair.books, *number, records)?
            {
                listing.push(&row)?;
            }
        }
    }
    listing.finish()?;
    if output.is_table() {
        let pairs = plural(hands.len() as u64, "pair");
        let (numbers, note) = (plural(common, "common number"), limit.note(different));
        print_line(format_args!(
            "{pairs} of hands of one book: {numbers}, {different}{note} with another position"
        ))?;
    }
    Ok(if different == 0 { Outcome::NothingFound } else { Outcome::Done })
}
