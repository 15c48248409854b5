//! `gtn-db dups --decide FILE` and `--decisions`: human decisions about two records as JSON.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;

use anyhow::{Context, bail, ensure};
use gtn_db::PositionKey;
use gtn_db::escape::write_json;
use gtn_db::find::{Decisions, identify_at};
use gtn_db::store::{Decision, ImportSession, JudgedRecord, Judgment, Store, StoredSource};
use serde::{Deserialize, Serialize};

use crate::cli::output::{plural, stdout};
use crate::cli::{Outcome, report};

/// A decision as a line of JSON; docs/json.md describes its fields.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct DecisionJson {
    decision: Verdict,
    first: RecordJson,
    second: RecordJson,
}

#[derive(Clone, Copy, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum Verdict {
    /// The records are different problems.
    Different,
    /// The first record is better.
    Better,
    /// Deletes the decision about the two records.
    Forget,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct RecordJson {
    source: String,
    tree: u32,
    hash: Option<String>,
    key: Option<String>,
}

impl From<JudgedRecord> for RecordJson {
    fn from(judged: JudgedRecord) -> RecordJson {
        let hash: String = judged.hash.iter().map(|byte| format!("{byte:02x}")).collect();
        RecordJson {
            source: judged.source,
            tree: judged.tree,
            hash: Some(hash),
            key: Some(judged.key.to_string()),
        }
    }
}

impl From<Decision> for DecisionJson {
    fn from(Decision { judgment, first, second }: Decision) -> DecisionJson {
        let (decision, first, second) = match judgment {
            Judgment::Different => (Verdict::Different, first, second),
            Judgment::FirstIsBetter => (Verdict::Better, first, second),
            Judgment::SecondIsBetter => (Verdict::Better, second, first),
        };
        DecisionJson { decision, first: first.into(), second: second.into() }
    }
}

/// Prints all decisions, in the format that [`import`] reads.
pub fn list(store: &Store) -> anyhow::Result<Outcome> {
    let mut out = stdout();
    let decisions = store.decisions()?;
    let is_empty = decisions.is_empty();
    for decision in decisions {
        write_json(&mut out, &DecisionJson::from(decision))?;
    }
    out.flush()?;
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
        match import_line(&store, &sources, &mut session, &mut decisions, &line) {
            Ok(()) => imported += 1,
            Err(error) => {
                report(&format!("{}, line {number}: {error:#}", path.display()));
                has_failed = true;
            }
        }
    }
    session.commit()?;
    session.finish()?;
    let mut out = stdout();
    writeln!(out, "{} imported", plural(imported, "decision"))?;
    out.flush()?;
    Ok(if has_failed { Outcome::Failed } else { Outcome::Done })
}

fn import_line(
    store: &Store,
    sources: &[StoredSource],
    session: &mut ImportSession,
    decisions: &mut Decisions,
    line: &[u8],
) -> anyhow::Result<()> {
    let DecisionJson { decision, first, second } = serde_json::from_slice(line)?;
    let first = identify(store, sources, first).context("first")?;
    let second = identify(store, sources, second).context("second")?;
    ensure!(first.hash != second.hash, "both records have the same text");
    let judgment = match decision {
        Verdict::Different => Judgment::Different,
        Verdict::Better => Judgment::FirstIsBetter,
        Verdict::Forget => {
            let was_decided = session.forget_decision(first.hash, second.hash)?;
            ensure!(was_decided, "there is no decision about these two records");
            decisions.remove(&first, &second);
            return Ok(());
        }
    };
    let decision = Decision { judgment, first, second };
    if let Some(chain) = decisions.find_opposite(&decision) {
        bail!("other decisions say the opposite: {chain}");
    }
    session.decide(&decision)?;
    decisions.insert(&decision);
    Ok(())
}

/// Identifies a record by its hash and key, so that decisions can be imported
/// before their records; or else by its source and tree number.
fn identify(
    store: &Store,
    sources: &[StoredSource],
    record: RecordJson,
) -> anyhow::Result<JudgedRecord> {
    let RecordJson { source, tree, hash, key } = record;
    match (hash, key) {
        (Some(hash), Some(key)) => {
            let key: PositionKey = key.parse()?;
            Ok(JudgedRecord { hash: parse_hash(&hash)?, key, source, tree })
        }
        _ => Ok(identify_at(store, sources, &source, tree)?),
    }
}

fn parse_hash(digits: &str) -> anyhow::Result<[u8; 16]> {
    ensure!(digits.len() == 32 && digits.is_ascii(), "a hash has 32 hexadecimal digits");
    let mut hash = [0; 16];
    for (byte, digits) in hash.iter_mut().zip(digits.as_bytes().chunks(2)) {
        *byte = u8::from_str_radix(std::str::from_utf8(digits)?, 16)?;
    }
    Ok(hash)
}
