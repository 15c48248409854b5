//! What a publication has, for programs and for the next edition.

use std::collections::{BTreeMap, BTreeSet};
use std::io;

use serde::Serialize;

use super::publication::Publication;
use super::published_problem::{PublishedProblem, PublishedSource};
use crate::KEY_SCHEME;
use crate::model::ReplacedRecord;
use crate::solution::Certainty;

/// A manifest: the set, what was left out and why, the number of each problem, the sources with their
/// rights. [`ProblemName::read_list`](crate::find::ProblemName::read_list) reads it back.
#[derive(Debug, Serialize)]
pub struct Manifest<'a> {
    program: String,
    key_scheme: &'static str,
    title: &'a str,
    conditions: &'a [String],
    count: usize,
    left_out: Vec<LeftOut<'a>>,
    sources: Vec<Book>,
    problems: Vec<Entry<'a>>,
}

#[derive(Debug, Serialize)]
struct LeftOut<'a> {
    reason: &'a str,
    count: u64,
}

#[derive(Debug, Serialize)]
struct Book {
    name: String,
    problems: usize,
    rights: BTreeSet<String>,
}

#[derive(Debug, Serialize)]
struct Entry<'a> {
    number: u64,
    key: String,
    canonical_turn: &'static str,
    operation: &'static str,
    turn: &'static str,
    chapter: Option<&'a str>,
    answers: Vec<String>,
    certainty: Option<&'static str>,
    disputed: bool,
    sources: Vec<Place<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    replaces: Vec<Replaced<'a>>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    rights: &'a [String],
}

#[derive(Debug, Serialize)]
struct Place<'a> {
    source: &'a str,
    tree: &'a str,
    book: Option<&'a str>,
    number: Option<u64>,
    operation: &'static str,
}

/// A record of a problem that is left out because another one stands for it.
#[derive(Debug, Serialize)]
struct Replaced<'a> {
    source: &'a str,
    tree: String,
    same: &'static str,
}

impl<'a> Entry<'a> {
    fn new(problem: &'a PublishedProblem, chapter: Option<&'a str>) -> Entry<'a> {
        let place = |source: &'a PublishedSource| Place {
            source: &source.source,
            tree: &source.place,
            book: source.book.book.as_deref(),
            number: source.book.number,
            operation: source.operation.name(),
        };
        let replaced = |record: &'a ReplacedRecord| Replaced {
            source: &record.at.source,
            tree: record.at.tree_and_problem(),
            same: record.sameness.name(),
        };
        Entry {
            number: problem.number,
            key: problem.key.to_string(),
            canonical_turn: problem.canonical_turn.name(),
            operation: problem.operation.name(),
            turn: problem.turn.name(),
            chapter,
            answers: problem.answers().iter().map(|one| problem.sgf_point(one.at)).collect(),
            certainty: problem.certainty().map(Certainty::name),
            disputed: problem.is_disputed,
            sources: problem.sources.iter().map(place).collect(),
            replaces: problem.replaced.iter().map(replaced).collect(),
            rights: &problem.own_rights,
        }
    }
}

impl<'a> Manifest<'a> {
    /// The manifest of a publication.
    pub fn new(publication: &'a Publication) -> Manifest<'a> {
        let left_out = publication.left_out.iter();
        let chapters = publication.chapters.iter();
        Manifest {
            program: format!("gtn-db {}", env!("CARGO_PKG_VERSION")),
            key_scheme: KEY_SCHEME,
            title: &publication.title,
            conditions: &publication.conditions,
            count: publication.count(),
            left_out: left_out.map(|(reason, count)| LeftOut { reason, count: *count }).collect(),
            sources: publication
                .books()
                .into_iter()
                .map(|(name, (problems, rights))| Book { name, problems, rights })
                .collect(),
            problems: chapters
                .flat_map(|chapter| {
                    let title = chapter.title.as_deref();
                    chapter.problems.iter().map(move |problem| Entry::new(problem, title))
                })
                .collect(),
        }
    }
}

/// The name of the manifest in folders and archives.
pub(super) const MANIFEST_NAME: &str = "manifest.json";

/// The manifest of a publication as JSON.
///
/// # Errors
/// Never: a manifest has only texts and numbers.
pub fn write_manifest(publication: &Publication) -> io::Result<Vec<u8>> {
    Manifest::new(publication).to_json()
}

impl Manifest<'_> {
    pub(super) fn to_json(&self) -> io::Result<Vec<u8>> {
        let mut json = serde_json::to_vec_pretty(self)?;
        json.push(b'\n');
        Ok(json)
    }
}

impl<'a> Manifest<'a> {
    /// Drops the problems with these numbers, which a format cannot say.
    pub(super) fn leave_out(&mut self, numbers: &BTreeSet<u64>, reasons: &BTreeMap<&'a str, u64>) {
        self.problems.retain(|problem| !numbers.contains(&problem.number));
        self.count = self.problems.len();
        let more = reasons.iter().map(|(reason, count)| LeftOut { reason, count: *count });
        self.left_out.extend(more);
    }
}
