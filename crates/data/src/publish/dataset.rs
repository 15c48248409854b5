//! A data set for machine learning: lines of JSON, a card, and parts without twins in each other.

use std::io;

use serde::Serialize;

use super::manifest::{MANIFEST_NAME, write_manifest};
use super::output::Folder;
use super::publication::{Answer, Publication, PublishedProblem};
use crate::solution::Certainty;
use crate::{KEY_SCHEME, escape};

/// The parts of a data set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Split {
    /// The shares of training, validation and test.
    pub shares: [u32; 3],
    /// The distance at which positions are twins, for the card.
    pub near: u8,
}

const PARTS: [&str; 3] = ["train", "validation", "test"];

/// A line of the data set.
#[derive(Serialize)]
struct Row<'a> {
    key: String,
    canonical_turn: &'static str,
    turn: &'static str,
    number: u64,
    igtn: String,
    text: &'a str,
    operation: &'static str,
    board: String,
    answers: Vec<String>,
    certainty: Option<&'static str>,
    disputed: bool,
    level: Option<&'a str>,
    genre: Option<&'a str>,
    tags: &'a [String],
    chapter: Option<&'a str>,
    sources: Vec<&'a str>,
    rights: Vec<&'a str>,
    cluster: Option<u32>,
    sgf: &'a str,
}

/// Writes `train.jsonl`, and with a split `validation.jsonl` and `test.jsonl`, and `README.md`, the card.
///
/// Problems of one [cluster](PublishedProblem::cluster) are in one part; a cluster that is larger than what
/// is left of the other parts is in the first one. The card says which shares were reached.
///
/// # Errors
/// Those of the folder.
pub fn write_dataset(
    publication: &Publication,
    split: Option<Split>,
    seed: u64,
    folder: &mut dyn Folder,
) -> io::Result<()> {
    let problems: Vec<(&PublishedProblem, Option<&str>)> = publication
        .chapters
        .iter()
        .flat_map(|chapter| {
            chapter.problems.iter().map(|problem| (problem, chapter.title.as_deref()))
        })
        .collect();
    let part_of = match split {
        Some(split) => assign(&problems, split.shares, seed),
        None => vec![0; problems.len()],
    };
    let count = if split.is_some() { PARTS.len() } else { 1 };
    let mut counts = [0; PARTS.len()];
    for part in 0..count {
        let mut out = Vec::new();
        for ((problem, chapter), _) in problems.iter().zip(&part_of).filter(|(_, of)| **of == part)
        {
            escape::write_json(&mut out, &row(problem, *chapter, split.is_some()))?;
            counts[part] += 1;
        }
        folder.add(&format!("{}.jsonl", PARTS[part]), &out)?;
    }
    folder.add(MANIFEST_NAME, &write_manifest(publication)?)?;
    folder.add("README.md", write_card(publication, split, seed, &counts[..count]).as_bytes())
}

fn row<'a>(problem: &'a PublishedProblem, chapter: Option<&'a str>, has_cluster: bool) -> Row<'a> {
    let answer = |one: Answer| match one.at {
        Some(_) => problem.sgf_point(one.at),
        None => "tenuki".to_owned(),
    };
    Row {
        key: problem.key.to_string(),
        canonical_turn: problem.canonical_turn.name(),
        turn: problem.turn.name(),
        number: problem.number,
        igtn: problem.window.to_string(),
        text: &problem.text,
        operation: problem.operation.name(),
        board: problem.tree.board.size().to_string(),
        answers: problem.answers().into_iter().map(answer).collect(),
        certainty: problem.certainty().map(Certainty::name),
        disputed: problem.is_disputed,
        level: problem.level.as_deref(),
        genre: problem.genre.as_deref(),
        tags: &problem.tags,
        chapter,
        sources: problem.sources.iter().map(|source| source.source.as_str()).collect(),
        rights: problem.rights(),
        cluster: has_cluster.then_some(problem.cluster),
        sgf: &problem.sgf,
    }
}

/// The part of each problem: clusters in a random order, the largest first, each to the part that lacks
/// most; one that has no room in it to the first part.
fn assign(
    problems: &[(&PublishedProblem, Option<&str>)],
    shares: [u32; 3],
    seed: u64,
) -> Vec<usize> {
    let mut clusters: std::collections::BTreeMap<u32, Vec<usize>> = Default::default();
    for (place, (problem, _)) in problems.iter().enumerate() {
        clusters.entry(problem.cluster).or_default().push(place);
    }
    let mut order: Vec<(usize, blake3::Hash, Vec<usize>)> = clusters
        .into_values()
        .map(|members| {
            // The smallest key names the cluster, whatever else is in the set.
            let keys = members.iter().map(|&place| problems[place].0.key);
            let name = keys.min().expect("a cluster has members");
            let mut hasher = blake3::Hasher::new();
            hasher.update(&seed.to_le_bytes()).update(name.as_bytes());
            (members.len(), hasher.finalize(), members)
        })
        .collect();
    order.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.as_bytes().cmp(b.1.as_bytes())));
    let whole = shares.iter().map(|&share| f64::from(share)).sum::<f64>().max(1.0);
    let wanted = shares.map(|share| f64::from(share) / whole * problems.len() as f64);
    let mut has = [0.0; 3];
    let mut part_of = vec![0; problems.len()];
    for (size, _, members) in order {
        let size = size as f64;
        let lacks = |part: usize| (wanted[part] - has[part]) / wanted[part].max(1.0);
        let best = (0..3).max_by(|&a, &b| lacks(a).total_cmp(&lacks(b)).then(b.cmp(&a)));
        let best = best.expect("there are three parts");
        let part = if has[best] + size <= wanted[best] + 0.5 { best } else { 0 };
        has[part] += size;
        members.iter().for_each(|&place| part_of[place] = part);
    }
    part_of
}

fn write_card(
    publication: &Publication,
    split: Option<Split>,
    seed: u64,
    counts: &[usize],
) -> String {
    let one_line = |text: &str| {
        let text = escape::Escaped(text).to_string();
        text.replace(['<', '>', '`', '|', '[', ']'], " ")
    };
    let mut out = String::from("---\nconfigs:\n- config_name: default\n  data_files:\n");
    for part in &PARTS[..counts.len()] {
        out.push_str(&format!("  - split: {part}\n    path: {part}.jsonl\n"));
    }
    out.push_str("---\n\n");
    out.push_str(&format!("# {}\n\n", one_line(&publication.title)));
    out.push_str(&format!(
        "{} Go problems, each once, exported by gtn-db {}. A position is named by its key (scheme `{KEY_SCHEME}`), \
         the same for all orientations and colors.\n\n",
        publication.count(),
        env!("CARGO_PKG_VERSION"),
    ));
    if let Some(Split { shares, near }) = split {
        let total = publication.count().max(1) as f64;
        let reached: Vec<String> = PARTS
            .iter()
            .zip(counts)
            .map(|(part, count)| format!("{part} {count} ({:.1} %)", *count as f64 * 100.0 / total))
            .collect();
        out.push_str(&format!(
            "Split {}:{}:{} with seed {seed}: {}. Problems are in one part if their positions are equal, have \
             the same shape or core, or differ in at most {near} points, in chains of any length; such a cluster that \
             is larger than its part is in train.\n\n",
            shares[0], shares[1], shares[2], reached.join(", "),
        ));
    }
    if !publication.conditions.is_empty() {
        out.push_str(&format!("Selected by {}.\n\n", one_line(&publication.conditions.join(" "))));
    }
    for (reason, count) in &publication.left_out {
        out.push_str(&format!("Left out: {count} {reason}.\n\n"));
    }
    out.push_str("| source | problems | rights |\n|---|---|---|\n");
    for (name, (count, rights)) in publication.books() {
        out.push_str(&format!(
            "| {} | {count} | {} |\n",
            one_line(&name),
            one_line(&Vec::from_iter(rights).join("; "))
        ));
    }
    out
}
