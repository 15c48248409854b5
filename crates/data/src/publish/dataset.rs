//! A data set for machine learning: lines of JSON, a card, and parts without twins in each other.

use std::io;

use rayon::prelude::*;

use super::dataset_row::{FEATURES, make_row};
use super::manifest::{MANIFEST_NAME, write_manifest};
use super::output::Folder;
use super::publication::Publication;
use super::published_problem::PublishedProblem;
use crate::export::{ExportOptions, Orientation};
use crate::{KEY_SCHEME, escape};

/// The parts of a data set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Split {
    /// The shares of training, validation and test.
    pub shares: [u32; 3],
    /// The distance at which positions are twins, for the card.
    pub near: u8,
}

/// The form of the rows of a data set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RowFormat {
    /// A line of JSON each: `train.jsonl`.
    #[default]
    Jsonl,
    /// A table: `data/train-00000-of-00001.parquet`.
    #[cfg(feature = "parquet")]
    Parquet,
}

impl RowFormat {
    /// Tables, if gtn-db was built with the feature `parquet`.
    pub fn parquet() -> Option<RowFormat> {
        #[cfg(feature = "parquet")]
        return Some(RowFormat::Parquet);
        #[cfg(not(feature = "parquet"))]
        None
    }

    /// The name of the file of a part.
    fn file_name(self, part: &str) -> String {
        match self {
            RowFormat::Jsonl => format!("{part}.jsonl"),
            #[cfg(feature = "parquet")]
            RowFormat::Parquet => format!("data/{part}-00000-of-00001.parquet"),
        }
    }
}

const PARTS: [&str; 3] = ["train", "validation", "test"];

/// Writes the file `train`, and with a split `validation` and `test`, and `README.md`, the card. `rows` names
/// the files.
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
    rows: RowFormat,
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
        let of_part = problems.iter().zip(&part_of).filter(|(_, of)| **of == part);
        let in_part: Vec<&(&PublishedProblem, Option<&str>)> =
            of_part.map(|(problem, _)| problem).collect();
        counts[part] = in_part.len();
        let written = write_rows(&in_part, split.is_some(), rows)?;
        folder.add(&rows.file_name(PARTS[part]), &written)?;
    }
    folder.add(MANIFEST_NAME, &write_manifest(publication)?)?;
    let card = write_card(publication, split, seed, rows, &counts[..count]);
    folder.add("README.md", card.as_bytes())
}

/// The rows of a chunk are made in parallel and are in memory at once.
const CHUNK: usize = 4096;

/// Writes the file of a part.
fn write_rows(
    problems: &[&(&PublishedProblem, Option<&str>)],
    has_clusters: bool,
    rows: RowFormat,
) -> io::Result<Vec<u8>> {
    match rows {
        RowFormat::Jsonl => {
            let mut out = Vec::new();
            for chunk in problems.chunks(CHUNK) {
                let line = |one: &&(&PublishedProblem, Option<&str>)| {
                    let mut line = Vec::new();
                    escape::write_json(&mut line, &make_row(one.0, one.1, has_clusters))?;
                    Ok(line)
                };
                let lines: Vec<io::Result<Vec<u8>>> = chunk.par_iter().map(line).collect();
                for line in lines {
                    out.extend(line?);
                }
            }
            Ok(out)
        }
        #[cfg(feature = "parquet")]
        RowFormat::Parquet => {
            super::dataset_table::write_table(problems.chunks(CHUNK).map(|chunk| {
                chunk.par_iter().map(|one| make_row(one.0, one.1, has_clusters)).collect()
            }))
        }
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

/// A text as Markdown in one line, of which no character is markup.
fn in_markdown(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for char in escape::Escaped(text).to_string().chars() {
        if r"\`*_[]<>|#~$&!:@".contains(char) {
            out.push('\\');
        }
        out.push(char);
    }
    out
}

/// The command that makes the data set again.
fn describe_command(
    publication: &Publication,
    split: Option<Split>,
    seed: u64,
    rows: RowFormat,
) -> String {
    let ExportOptions { orientation, black_first, swap_colors, marks, merge_solutions, .. } =
        publication.export;
    let has = |option: &str, is_given: bool| is_given.then(|| option.to_owned());
    let orient = format!("--orient {}", orientation.name());
    let is_random = split.is_some() || swap_colors || orientation == Orientation::Random;
    let has_seed = publication.conditions.iter().any(|option| option.starts_with("--seed"));
    let own = [
        has(&orient, orientation != Orientation::default()),
        has("--black-first", black_first),
        has("--swap-colors random", swap_colors),
        marks.map(|dialect| format!("--marks {dialect}")),
        has("--solutions union", merge_solutions),
        split.map(|Split { shares: [a, b, c], near }| format!("--split {a}:{b}:{c} --near {near}")),
        has(&format!("--seed {seed}"), is_random && !has_seed),
        has("--rows parquet", rows != RowFormat::Jsonl),
    ];
    let options = publication.conditions.iter().cloned().chain(own.into_iter().flatten());
    let options: String = options.map(|option| format!(" {option}")).collect();
    escape::Escaped(&format!("gtn-db export --format dataset{options} -o FOLDER")).to_string()
}

fn write_card(
    publication: &Publication,
    split: Option<Split>,
    seed: u64,
    rows: RowFormat,
    counts: &[usize],
) -> String {
    let mut out = String::from("---\nconfigs:\n- config_name: default\n  data_files:\n");
    for part in &PARTS[..counts.len()] {
        let path = rows.file_name(part);
        out.push_str(&format!("  - split: {part}\n    path: {path}\n"));
    }
    out.push_str("dataset_info:\n  features:\n");
    for (name, feature) in FEATURES {
        out.push_str(&format!("  - name: {name}\n    {}\n", feature.in_card()));
    }
    out.push_str("---\n\n");
    out.push_str(&format!("# {}\n\n", in_markdown(&publication.title)));
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
    let command = describe_command(publication, split, seed, rows);
    out.push_str(&format!("Made by\n\n    {command}\n\n"));
    for (reason, count) in &publication.left_out {
        out.push_str(&format!("Left out: {count} {reason}.\n\n"));
    }
    out.push_str("| source | problems | rights |\n|---|---|---|\n");
    for (name, (count, rights)) in publication.books() {
        out.push_str(&format!(
            "| {} | {count} | {} |\n",
            in_markdown(&name),
            in_markdown(&Vec::from_iter(rights).join("; "))
        ));
    }
    out
}
