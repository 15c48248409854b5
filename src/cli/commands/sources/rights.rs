//! `gtn-db sources set-rights` and `rights`.

use gtn_db::model::NamePattern;
use gtn_db::store::{ImportSession, Store};
use serde::Serialize;

use crate::cli::output::{OutputArgs, Row, plural, print_line};
use crate::cli::{Global, Outcome, report};

/// Rights in the list.
#[derive(Serialize)]
struct RightsRow {
    pattern: String,
    sources: u64,
    text: String,
}

impl Row for RightsRow {
    const HEADINGS: &'static [&'static str] = &["pattern", "sources", "text"];
    const FIELDS: &'static [&'static str] = &["pattern", "sources", "text"];
}

/// Sets the rights of sources; an empty text removes them.
pub fn set(pattern: &NamePattern, text: &str, global: &Global) -> anyhow::Result<Outcome> {
    let path = global.database()?;
    let store = Store::open(&path)?; // does not create a database
    let text = Some(text.trim()).filter(|text| !text.is_empty());
    let mut session = ImportSession::open(&path)?;
    let now = Some(jiff::Timestamp::now().as_second());
    let had_some = session.set_rights(pattern, text, now)?;
    session.commit()?;
    session.finish()?;
    let sources = store.sources()?;
    let count = sources.iter().filter(|source| pattern.matches(&source.name)).count() as u64;
    if text.is_none() && !had_some {
        report(&format!("no rights were set for `{}`", pattern.as_str()));
        return Ok(Outcome::NothingFound);
    }
    let what = if text.is_some() { "set" } else { "removed" };
    print_line(format_args!("rights of {} {what}", plural(count, "source")))?;
    if count == 0 {
        report("no source has such a name now; `gtn-db sources` lists the names");
    }
    Ok(Outcome::Done)
}

/// Lists the rights that were set, in the order in which they count.
pub fn list(output: OutputArgs, global: &Global) -> anyhow::Result<Outcome> {
    let store = Store::open(&global.database()?)?;
    let (rights, sources) = (store.rights()?, store.sources()?);
    let list = store.rights_list()?;
    let mut listing = output.listing()?;
    for one in rights.iter().rev() {
        let is_of = |name: &str| list.find(name).is_some_and(|found| found.pattern == one.pattern);
        let count = sources.iter().filter(|source| is_of(&source.name)).count() as u64;
        let (pattern, text) = (one.pattern.clone(), one.text.clone());
        listing.push(&RightsRow { pattern, sources: count, text })?;
    }
    listing.finish()?;
    if rights.is_empty() {
        report("no rights were set; `gtn-db sources set-rights PATTERN TEXT` sets them");
    }
    Ok(if rights.is_empty() { Outcome::NothingFound } else { Outcome::Done })
}
