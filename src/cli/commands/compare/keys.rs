//! `gtn-db compare --keys`: which problems of a list without texts the database has.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use anyhow::Context;
use gtn_db::find::{ProblemSet, SetOptions};
use gtn_db::model::{KeyList, ListDigits, Turn};
use gtn_db::store::{ProblemFilter, Store};
use serde::Serialize;

use crate::cli::output::{OutputArgs, Row, plural};
use crate::cli::{Global, Outcome, report};

/// A line of the list.
#[derive(Serialize)]
struct ListedRow {
    /// The digits in the list.
    listed: String,
    turn: String,
    number: Option<u64>,
    /// `known` or `new`.
    verdict: &'static str,
    /// The key in the database.
    key: Option<String>,
}

impl Row for ListedRow {
    const HEADINGS: &'static [&'static str] = &["listed", "turn", "number", "verdict", "key"];
    const FIELDS: &'static [&'static str] = &["listed", "turn", "number", "verdict", "key"];
}

pub fn run(
    path: &Path,
    salt: Option<&str>,
    output: OutputArgs,
    global: &Global,
) -> anyhow::Result<Outcome> {
    let text =
        fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let list: KeyList = text.parse().with_context(|| path.display().to_string())?;
    list.check_salt(salt).with_context(|| path.display().to_string())?;
    let store = Store::open(&global.database()?)?;
    let set =
        ProblemSet::choose(&store, &ProblemFilter::default(), SetOptions::default(), &|_| ())?;
    let name = |one: &gtn_db::find::ChosenProblem| {
        let digits = match salt {
            Some(salt) => ListDigits::salted(one.key(), one.turn(), salt),
            None => ListDigits::of(one.key()),
        };
        ((digits, one.turn()), one.key())
    };
    let known: HashMap<(ListDigits, Turn), _> = set.problems().iter().map(name).collect();
    let mut listing = output.listing()?;
    let (count, mut new) = (list.problems().len() as u64, 0);
    for problem in list.problems() {
        let key = known.get(&(problem.digits, problem.turn));
        new += u64::from(key.is_none());
        listing.push(&ListedRow {
            listed: problem.digits.to_string(),
            turn: problem.turn.name().to_owned(),
            number: problem.number,
            verdict: if key.is_some() { "known" } else { "new" },
            key: key.map(ToString::to_string),
        })?;
    }
    listing.finish()?;
    report(&format!("{} of {} known", count - new, plural(count, "listed problem")));
    Ok(if new > 0 { Outcome::NothingFound } else { Outcome::Done })
}
