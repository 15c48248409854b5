//! `gtn-db sources rm`, `prune` and `rename`.

use std::path::Path;

use gtn_db::import::{CheckDepth, PlaceState};
use gtn_db::model::SourcePattern;
use gtn_db::store::{ImportSession, SourceDetails, Store};

use super::confirm::{Consent, confirm};
use super::summary::{check, summarize};
use crate::cli::error::CommandError;
use crate::cli::output::{plural, print_line};
use crate::cli::{Global, Outcome, report};

/// The lock of the database, and its sources.
struct Change {
    session: ImportSession,
    sources: Vec<SourceDetails>,
}

impl Change {
    fn begin(global: &Global) -> anyhow::Result<Change> {
        let path = global.database()?;
        let store = Store::open(&path)?; // does not create a database
        let session = ImportSession::open(&path)?;
        Ok(Change { session, sources: store.source_details()? })
    }

    /// Removes sources, after a question.
    fn remove(self, sources: &[SourceDetails], consent: Consent) -> anyhow::Result<Outcome> {
        let Change { mut session, .. } = self;
        if !confirm("remove", sources, consent)? {
            return Ok(Outcome::NothingFound);
        }
        session.remove(sources)?;
        session.commit()?;
        session.finish()?;
        say(&format!("{} removed", summarize(sources)))
    }
}

fn say(line: &str) -> anyhow::Result<Outcome> {
    print_line(line)?;
    Ok(Outcome::Done)
}

fn nothing(message: &str) -> anyhow::Result<Outcome> {
    say(message)?;
    Ok(Outcome::NothingFound)
}

pub fn remove(
    patterns: &[SourcePattern],
    consent: Consent,
    global: &Global,
) -> anyhow::Result<Outcome> {
    let change = Change::begin(global)?;
    for pattern in patterns {
        if !change.sources.iter().any(|source| source.is_selected(pattern)) {
            report(&format!("no source matches `{}`", pattern.as_str()));
        }
    }
    let is_selected =
        |source: &&SourceDetails| patterns.iter().any(|pattern| source.is_selected(pattern));
    let selected: Vec<SourceDetails> = change.sources.iter().filter(is_selected).cloned().collect();
    if selected.is_empty() {
        return Ok(Outcome::NothingFound);
    }
    change.remove(&selected, consent)
}

pub fn remove_last_import(consent: Consent, global: &Global) -> anyhow::Result<Outcome> {
    let mut change = Change::begin(global)?;
    let Some(last) = change.sources.iter().filter_map(|source| source.import).max() else {
        return nothing("No import is known");
    };
    let mut sources = std::mem::take(&mut change.sources);
    sources.retain(|source| source.import == Some(last));
    change.remove(&sources, consent)
}

pub fn prune(folder: Option<&Path>, consent: Consent, global: &Global) -> anyhow::Result<Outcome> {
    let mut change = Change::begin(global)?;
    let mut sources = std::mem::take(&mut change.sources);
    if let Some(folder) = folder {
        // The folder itself may be gone, or reached through a symbolic link.
        let absolute = std::path::absolute(folder)?;
        let real = folder.canonicalize().unwrap_or_else(|_| absolute.clone());
        sources.retain(|source| {
            source.file.as_ref().is_some_and(|file| {
                file.path.starts_with(&absolute) || file.path.starts_with(&real)
            })
        });
    }
    let states = check(&sources, CheckDepth::Existence, global);
    let mut states = states.into_iter();
    sources.retain(|_| states.next() == Some(PlaceState::Gone));
    if sources.is_empty() {
        return nothing("No source is gone");
    }
    change.remove(&sources, consent)
}

pub fn rename(old: &str, new: &str, consent: Consent, global: &Global) -> anyhow::Result<Outcome> {
    let (old, new) = (old.trim_end_matches('/'), new.trim_end_matches('/'));
    if new.is_empty() {
        return Err(CommandError::new("the new name is empty").into());
    }
    let Change { mut session, mut sources } = Change::begin(global)?;
    sources.retain(|source| {
        let rest = source.name.strip_prefix(old);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    });
    if sources.is_empty() {
        report(&format!("no source is named `{old}` or is in it"));
        return Ok(Outcome::NothingFound);
    }
    if !confirm(&format!("rename `{old}` to `{new}` in the names of"), &sources, consent)? {
        return Ok(Outcome::NothingFound);
    }
    let renamed = session.rename(old, new)?;
    session.commit()?;
    session.finish()?;
    say(&format!("{} renamed", plural(renamed, "source")))
}
