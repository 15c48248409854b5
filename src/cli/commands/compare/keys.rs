//! `gtn-db compare --keys`: which problems of a list without texts the database has.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use anyhow::Context;
use gtn_db::find::{ProblemSet, SetOptions};
use gtn_db::publish::{list_key, salt_key};
use gtn_db::store::{ProblemFilter, Store};
use serde::Serialize;

use crate::cli::error::CommandError;
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
    let store = Store::open(&global.database()?)?;
    let text =
        fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let set =
        ProblemSet::choose(&store, &ProblemFilter::default(), SetOptions::default(), &|_| ())?;
    let name = |one: &gtn_db::find::ChosenProblem| {
        let digits = match salt {
            Some(salt) => salt_key(one.key(), one.turn(), salt),
            None => list_key(one.key()),
        };
        ((digits, one.turn().name()), one.key())
    };
    let known: HashMap<(String, &str), _> = set.problems().iter().map(name).collect();
    let (mut listing, mut count, mut new) = (output.listing()?, 0, 0);
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let mut words = line.split_whitespace();
        let (listed, turn) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let of_problem = words.next().and_then(|number| number.parse().ok());
        let is_line = listed.len() == 14 && listed.bytes().all(|byte| byte.is_ascii_hexdigit());
        if !is_line || turn.is_empty() {
            let message = format!(
                "{}, line {number}: `{}` is no line of a list of keys",
                path.display(),
                line.escape_debug()
            );
            let hint = "`gtn-db export --format keys` writes such lists";
            return Err(CommandError::new(message).with_hint(hint).into());
        }
        let key = known.get(&(listed.to_lowercase(), turn));
        count += 1;
        new += u64::from(key.is_none());
        listing.push(&ListedRow {
            listed: listed.to_owned(),
            turn: turn.to_owned(),
            number: of_problem,
            verdict: if key.is_some() { "known" } else { "new" },
            key: key.map(ToString::to_string),
        })?;
    }
    listing.finish()?;
    report(&format!("{} of {} known", count - new, plural(count, "listed problem")));
    Ok(if new > 0 { Outcome::NothingFound } else { Outcome::Done })
}
