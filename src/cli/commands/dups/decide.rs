//! `gtn-db dups --decide`: what a person says of two records.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;

use anyhow::{Context, bail, ensure};
use gtn_db::PositionKey;
use gtn_db::escape::{Escaped, write_json};
use gtn_db::find::{By, Cluster, Decisions, View};
use gtn_db::gtn::Diagram;
use gtn_db::model::Source;
use gtn_db::store::{
    Decision, ImportSession, JudgedRecord, Judgment, Store, StoredPosition, StoredRecord,
    StoredSource, tree_hash,
};
use serde::{Deserialize, Serialize};

use crate::cli::output::board::Drawing;
use crate::cli::output::{Stdout, has_colors, plural, stdout};
use crate::cli::{Outcome, report};

/// A decision as a line of JSON; docs/json.md describes its fields.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Line {
    decision: Kind,
    first: LineRecord,
    second: LineRecord,
}

#[derive(Clone, Copy, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    /// The two are different problems.
    Different,
    /// The first is better.
    Better,
    /// What was decided of the two is taken back.
    Forget,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct LineRecord {
    source: String,
    tree: u32,
    hash: Option<String>,
    key: Option<String>,
}

impl From<JudgedRecord> for LineRecord {
    fn from(judged: JudgedRecord) -> LineRecord {
        let hash: String = judged.hash.iter().map(|byte| format!("{byte:02x}")).collect();
        LineRecord {
            source: judged.source,
            tree: judged.tree,
            hash: Some(hash),
            key: Some(judged.key.to_string()),
        }
    }
}

/// Prints all decisions, in the form in which [`from_file`] takes them.
pub fn list(store: &Store) -> anyhow::Result<Outcome> {
    let mut out = stdout();
    let decisions = store.decisions()?;
    let is_empty = decisions.is_empty();
    for Decision { judgment, first, second } in decisions {
        let (first, second) = match judgment {
            Judgment::SecondIsBetter => (second, first),
            Judgment::Different | Judgment::FirstIsBetter => (first, second),
        };
        let decision = if judgment == Judgment::Different { Kind::Different } else { Kind::Better };
        write_json(&mut out, &Line { decision, first: first.into(), second: second.into() })?;
    }
    out.flush()?;
    Ok(if is_empty { Outcome::NothingFound } else { Outcome::Done })
}

/// Takes decisions over from a file, or from standard input as `-`; a line
/// that is none is told, and the others count.
pub fn from_file(database: &Path, path: &Path) -> anyhow::Result<Outcome> {
    let store = Store::open(database)?;
    let sources = store.sources()?;
    let input: Box<dyn Read> = if path.as_os_str() == "-" {
        Box::new(io::stdin())
    } else {
        Box::new(File::open(path).with_context(|| path.display().to_string())?)
    };
    let mut session = ImportSession::open(database)?;
    let (mut taken, mut has_failed) = (0, false);
    for (line, number) in BufReader::new(input).split(b'\n').zip(1..) {
        let line = line.with_context(|| path.display().to_string())?;
        if line.trim_ascii().is_empty() {
            continue;
        }
        match take(&store, &sources, &mut session, &line) {
            Ok(()) => taken += 1,
            Err(error) => {
                report(&format!("{}, line {number}: {error:#}", path.display()));
                has_failed = true;
            }
        }
    }
    session.commit()?;
    session.finish()?;
    let mut out = stdout();
    writeln!(out, "{} taken over", plural(taken, "decision"))?;
    out.flush()?;
    Ok(if has_failed { Outcome::Failed } else { Outcome::Done })
}

fn take(
    store: &Store,
    sources: &[StoredSource],
    session: &mut ImportSession,
    line: &[u8],
) -> anyhow::Result<()> {
    let Line { decision, first, second } = serde_json::from_slice(line)?;
    let first = judged(store, sources, first).context("first")?;
    let second = judged(store, sources, second).context("second")?;
    ensure!(first.hash != second.hash, "both records are the same text");
    let judgment = match decision {
        Kind::Different => Judgment::Different,
        Kind::Better => Judgment::FirstIsBetter,
        Kind::Forget => {
            let was_there = session.forget_decision(first.hash, second.hash)?;
            ensure!(was_there, "nothing was decided of the two");
            return Ok(());
        }
    };
    Ok(session.decide(&Decision { judgment, first, second })?)
}

/// The record that a line means: by its hash and key, so that decisions can be
/// there before their records are; else by its source and place.
fn judged(
    store: &Store,
    sources: &[StoredSource],
    record: LineRecord,
) -> anyhow::Result<JudgedRecord> {
    let LineRecord { source, tree, hash, key } = record;
    if let (Some(hash), Some(key)) = (&hash, &key) {
        let mut bytes = [0; 16];
        ensure!(hash.len() == 32 && hash.is_ascii(), "a hash has 32 hexadecimal digits");
        for (byte, digits) in bytes.iter_mut().zip(hash.as_bytes().chunks(2)) {
            *byte = u8::from_str_radix(std::str::from_utf8(digits)?, 16)?;
        }
        let key: PositionKey = key.parse()?;
        return Ok(JudgedRecord { hash: bytes, key, source, tree });
    }
    let is_meant =
        |known: &&StoredSource| known.name == source || Source::file_name(&known.name) == source;
    let meant: Vec<&StoredSource> = sources.iter().filter(is_meant).collect();
    // The very name counts more than the name of a file.
    let known = match (meant.iter().find(|known| known.name == source), &meant[..]) {
        (Some(known), _) | (None, [known]) => known,
        (None, []) => bail!("there is no source {source}"),
        (None, [one, two, ..]) => bail!("{source} may be {} or {}", one.name, two.name),
    };
    let (key, record) = store
        .record_at(known.id, tree)?
        .with_context(|| format!("{source} has no problem as tree {tree}"))?;
    Ok(of_record(store, key, &record)?)
}

fn of_record(
    store: &Store,
    key: PositionKey,
    record: &StoredRecord,
) -> Result<JudgedRecord, gtn_db::store::StoreError> {
    Ok(JudgedRecord {
        hash: tree_hash(&store.sgf(record.id)?),
        key,
        source: record.at.source.clone(),
        tree: record.at.tree,
    })
}

/// Asks about every two records of a problem of which nothing was decided: the
/// first one beside each other one.
pub fn ask(database: &Path, by: By) -> anyhow::Result<Outcome> {
    let store = Store::open(database)?;
    let decisions = Decisions::of(&store)?;
    let mut dialog = Dialog {
        session: ImportSession::open(database)?,
        input: Box::new(io::stdin().lock()),
        out: stdout(),
        taken: 0,
    };
    'all: for id in store.positions_with_records(2)? {
        let Some(position) = store.position_by_id(id)? else { continue };
        let records = store.records(id)?;
        for cluster in decisions.clusters(&store, &position, &records, by)? {
            for other in cluster.records.iter().skip(1) {
                if !dialog.ask(&store, &decisions, &position, &cluster, other)? {
                    break 'all;
                }
            }
        }
    }
    let Dialog { session, mut out, taken, .. } = dialog;
    session.finish()?;
    writeln!(out, "{} taken", plural(taken, "decision"))?;
    out.flush()?;
    Ok(Outcome::Done)
}

struct Dialog {
    session: ImportSession,
    input: Box<dyn BufRead>,
    out: Stdout,
    taken: u64,
}

impl Dialog {
    /// Asks about the first record of a cluster and another one; tells whether
    /// to go on.
    fn ask(
        &mut self,
        store: &Store,
        decisions: &Decisions,
        position: &StoredPosition,
        cluster: &Cluster<'_>,
        other: &StoredRecord,
    ) -> anyhow::Result<bool> {
        let Some(&first) = cluster.records.first() else { return Ok(true) };
        let both = [of_record(store, position.key, first)?, of_record(store, position.key, other)?];
        let [one, two] = &both;
        if one.hash == two.hash || decisions.are_decided(one.hash, two.hash) {
            return Ok(true);
        }
        let View { window, place } = View::of(position, first)?;
        let diagram = Diagram::from(&window);
        let is_styled = has_colors();
        let drawing = Drawing { diagram: &diagram, placement: Some(place), labels: &[], is_styled };
        writeln!(self.out, "{drawing}")?;
        for (record, number) in [first, other].into_iter().zip(1..) {
            let name = record.at.name.as_deref().unwrap_or_default();
            let text = format!("{} tree {} {name}", record.at.source, record.at.tree);
            writeln!(self.out, "{number}  {}", Escaped(text.trim_end()))?;
        }
        let judgment = loop {
            write!(self.out, "d different, 1 or 2 better, s skip, q quit: ")?;
            self.out.flush()?;
            let mut answer = Vec::new();
            if self.input.read_until(b'\n', &mut answer)? == 0 {
                return Ok(false);
            }
            match answer.trim_ascii() {
                b"d" => break Judgment::Different,
                b"1" => break Judgment::FirstIsBetter,
                b"2" => break Judgment::SecondIsBetter,
                b"s" | b"" => return Ok(true),
                b"q" => return Ok(false),
                _ => {}
            }
        };
        let [first, second] = both;
        self.session.decide(&Decision { judgment, first, second })?;
        self.session.commit()?;
        self.taken += 1;
        writeln!(self.out)?;
        Ok(true)
    }
}
