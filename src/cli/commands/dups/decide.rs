//! `gtn-db dups --decide FILE` and `--decisions`: human decisions about two records as JSON.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use anyhow::Context;
use gtn_db::answer::DecisionJson;
use gtn_db::extract::explain_json_error;
use gtn_db::find::Decisions;
use gtn_db::store::{ImportSession, Store};

use crate::cli::output::{plural, print_json, print_line};
use crate::cli::{Outcome, report};

/// Prints all decisions, in the format that [`import`] reads.
pub fn list(store: &Store) -> anyhow::Result<Outcome> {
    let decisions = store.decisions()?;
    let is_empty = decisions.is_empty();
    print_json(decisions.into_iter().map(DecisionJson::from))?;
    Ok(if is_empty { Outcome::NothingFound } else { Outcome::Done })
}

/// Imports decisions from a file, or from standard input for `-`. Reports the
/// lines that are not decisions, and imports the others.
pub fn import(database: &Path, path: &Path) -> anyhow::Result<Outcome> {
    let store = Store::open(database)?;
    let sources = store.sources()?;
    let input: Box<dyn Read> = if path.as_os_str() == "-" {
        Box::new(io::stdin())
    } else {
        Box::new(File::open(path).with_context(|| path.display().to_string())?)
    };
    let mut session = ImportSession::open(database)?;
    let mut decisions = Decisions::load(&store)?;
    let (mut imported, mut has_failed) = (0, false);
    for (line, number) in BufReader::new(input).split(b'\n').zip(1..) {
        let line = line.with_context(|| path.display().to_string())?;
        if line.trim_ascii().is_empty() {
            continue;
        }
        let saved = serde_json::from_slice(&line).map_err(|error| not_a_decision(&error)).and_then(
            |decision: DecisionJson| {
                Ok(decision.save(&store, &sources, &mut session, &mut decisions)?)
            },
        );
        match saved {
            Ok(()) => imported += 1,
            Err(error) => {
                report(&format!("{}, line {number}: {error:#}", path.display()));
                has_failed = true;
            }
        }
    }
    session.commit()?;
    session.finish()?;
    print_line(format_args!("{} imported", plural(imported, "decision")))?;
    Ok(if has_failed { Outcome::Failed } else { Outcome::Done })
}

fn not_a_decision(error: &serde_json::Error) -> anyhow::Error {
    let cause = explain_json_error(error);
    anyhow::anyhow!("not a decision: {cause} (`gtn-db dups --decisions` prints decisions)")
}
