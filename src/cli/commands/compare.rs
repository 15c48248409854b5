//! `gtn-db compare`: which submitted problems are new, and whether the answers of the others agree.

mod keys;

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Display;
use std::io::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum, value_parser};
use gtn_db::PositionKey;
use gtn_db::answer::abalone::ProblemExport;
use gtn_db::export::abalone::Format;
use gtn_db::find::abalone::{self, NearMatch, ProblemMatch};
use gtn_db::find::{
    Assessor, CoreIndex, Identity, Known, KnownRecord, MAX_NEAR, MatchKind, Novelty,
    NoveltyVerdict, PositionIndex, Submitted,
};
use gtn_db::import::inputs::Limits;
use gtn_db::model::{Charset, Occurrence, Turn};
use gtn_db::sgf::{GameTree, Layout, write_tree};
use gtn_db::similarity::MAX_DISTANCE;
use gtn_db::solution::Agreement;
use gtn_db::store::{Store, StoredAbaloneProblem, StoredRecord};
use serde::Serialize;

use crate::cli::error::CommandError;
use crate::cli::input::{gather_inputs, list_files};
use crate::cli::output::progress::Progress;
use crate::cli::output::{LimitArgs, OutputArgs, OutputFile, Row, plural};
use crate::cli::scratch_database::{ScratchDatabase, report_faults};
use crate::cli::{Global, Outcome, report};

/// Compare problems with the database: which are new, and whether the answers of the others agree
#[derive(Debug, Args)]
#[command(after_help = "\
Nothing is imported. Each problem gets a verdict: new; same problem; same position, when the other \
side is to move or one of the two does not say who is; same core, when the part of the board where \
the right lines are played is the same (docs/find.md); with --contained also contained, with --near \
near, with --nearest nearest. A problem is new when it has none of the kinds that were asked for, and \
repeated when it would be new but an earlier problem of the same call is the same. The answers agree \
when the problem and the known records together accept the same first moves, overlap when they \
have some in common, and are disjoint when they have none.

Faults of the records themselves, such as contradictory answers, a move off the board or a chain \
without a liberty, are named on standard error; gtn-db check lists all of them.

Exit status: 0 every problem is known, 1 at least one is new, 2 error, 3 something was skipped.

Example:
  gtn-db compare data/teacher-notes.sgf
  gtn-db compare data/teacher-notes.sgf --near 3 --contained
  gtn-db compare data/teacher-notes.sgf --near 2 --only new -o -")]
pub struct CompareArgs {
    /// Files, folders and archives, as for import
    #[arg(required_unless_present = "keys", value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Compare a list of `export --format keys` instead, which has no texts of problems
    #[arg(long, value_name = "FILE", conflicts_with_all = ["paths", "near", "contained", "nearest", "all", "only", "file"])]
    keys: Option<PathBuf>,
    /// With --keys: the text with which the list was salted
    #[arg(long, value_name = "TEXT", requires = "keys")]
    salt: Option<String>,
    /// Also look for positions that differ in at most K points (1 to 5), and for those of Go with the
    /// same stones but other edges; and for cores that differ in at most K points. Of more than 100
    /// such positions, the nearest
    #[arg(
        long,
        value_name = "K",
        value_parser = value_parser!(u8).range(1..=i64::from(MAX_DISTANCE)),
    )]
    near: Option<u8>,
    /// Also look for problems that contain the position with its answer, and for those that are
    /// contained in it with theirs; with six stones or more
    #[arg(long)]
    contained: bool,
    /// Name up to five of the nearest problems of what is not known otherwise
    #[arg(long)]
    nearest: bool,
    /// List the known problems of every kind, not of the closest kind alone; and what contains a
    /// position, or lies in it, without its answer
    #[arg(long)]
    all: bool,
    /// List only the problems with this verdict
    #[arg(long, value_name = "VERDICT")]
    only: Option<VerdictArg>,
    /// Write the problems with the verdict of --only to this file, as SGF in UTF-8, those of Abalone
    /// as APGN; - is standard output
    #[arg(short = 'o', long = "output", value_name = "FILE", requires = "only")]
    file: Option<PathBuf>,
    #[command(flatten)]
    limit: LimitArgs,
    #[command(flatten)]
    output: OutputArgs,
}

gtn_db_core::mirror! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
    enum VerdictArg => Novelty {
        New,
        Repeated,
        Nearest,
        Near,
        Contained,
        SameCore,
        SamePosition,
        SameProblem,
    }
}

/// A submitted problem; docs/json.md describes the fields.
#[derive(Serialize)]
struct SubmissionRow {
    query: String,
    tree: u32,
    /// The rank in the tree; none for Abalone.
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<u32>,
    name: Option<String>,
    key: String,
    verdict: &'static str,
    answers: Option<&'static str>,
    repeats: Option<RepeatedJson>,
    /// Empty in a table.
    matches: Vec<MatchJson>,
    /// The first known record, and how many more there are; else the earlier problem.
    #[serde(skip)]
    known_as: String,
}

/// An earlier problem of the same comparison.
#[derive(Clone, Serialize)]
struct RepeatedJson {
    query: String,
    tree: u32,
    problem: u32,
    /// Tree and problem as tables show them.
    #[serde(skip)]
    place: String,
}

impl RepeatedJson {
    fn new(at: &Occurrence) -> RepeatedJson {
        RepeatedJson {
            query: at.source.clone(),
            tree: at.tree,
            problem: at.problem,
            place: at.tree_and_problem().to_string(),
        }
    }
}

#[derive(Serialize)]
struct MatchJson {
    kind: &'static str,
    key: String,
    distance: Option<u8>,
    margin: Option<u8>,
    nearest: bool,
    turn: &'static str,
    operation: &'static str,
    source: String,
    tree: u32,
    /// The rank in the tree; none for Abalone.
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<u32>,
    name: Option<String>,
    answers: Option<&'static str>,
}

impl SubmissionRow {
    fn new(
        record: &StoredRecord,
        key: PositionKey,
        verdict: &NoveltyVerdict,
        matches: &[KnownRecord],
        repeats: Option<RepeatedJson>,
    ) -> SubmissionRow {
        let first = verdict.first.as_ref();
        let known_as = first
            .map(|first| {
                let over = if verdict.has_more { "over " } else { "" };
                describe_known(&first.source, first.tree_and_problem(), over, verdict.matches)
            })
            .or_else(|| repeats.as_ref().map(|at| describe_known(&at.query, &at.place, "", 1)));
        SubmissionRow {
            query: record.at.source.clone(),
            tree: record.at.tree,
            problem: Some(record.at.problem),
            name: record.at.name.clone(),
            key: key.to_string(),
            verdict: verdict.novelty.name(),
            answers: verdict.agreement.map(Agreement::name),
            repeats,
            matches: matches.iter().map(MatchJson::new).collect(),
            known_as: known_as.unwrap_or_default(),
        }
    }
}

impl SubmissionRow {
    fn of_abalone(
        problem: &StoredAbaloneProblem,
        assessment: &abalone::Assessment,
    ) -> SubmissionRow {
        SubmissionRow {
            query: problem.source.clone(),
            tree: problem.number,
            problem: None,
            name: problem.name.clone(),
            key: problem.key.to_string(),
            verdict: assessment.novelty.name(),
            answers: assessment.agreement.map(Agreement::name),
            repeats: None,
            matches: assessment.matches.iter().map(MatchJson::of_abalone).collect(),
            known_as: assessment
                .matches
                .first()
                .map(|(NearMatch { found: ProblemMatch { problem, .. }, .. }, _)| {
                    describe_known(&problem.source, problem.number, "", assessment.matches.len())
                })
                .unwrap_or_default(),
        }
    }
}

impl MatchJson {
    fn of_abalone((known, agreement): &(NearMatch, Option<Agreement>)) -> MatchJson {
        let ProblemMatch { kind, operation, turn, problem, .. } = &known.found;
        MatchJson {
            kind: kind.name(),
            key: problem.key.to_string(),
            distance: u8::try_from(known.distance).ok(),
            margin: None,
            nearest: false,
            turn: turn.name(),
            operation: operation.name(),
            source: problem.source.clone(),
            tree: problem.number,
            problem: None,
            name: problem.name.clone(),
            answers: agreement.map(Agreement::name),
        }
    }

    fn new(known: &KnownRecord) -> MatchJson {
        let KnownRecord { key, matched, distance, margin, agreement, .. } = known;
        let at = &matched.record.at;
        MatchJson {
            kind: matched.kind.name(),
            key: key.to_string(),
            distance: *distance,
            margin: *margin,
            nearest: matched.kind == MatchKind::Nearest,
            turn: matched.turn.name(),
            operation: matched.operation.name(),
            source: at.source.clone(),
            tree: at.tree,
            problem: Some(at.problem),
            name: at.name.clone(),
            answers: agreement.map(Agreement::name),
        }
    }
}

/// The first known record, and how many more there are.
fn describe_known(source: &str, at: impl Display, over: &str, count: usize) -> String {
    let more = match count - 1 {
        0 => String::new(),
        more => format!(" and {over}{more} more"),
    };
    format!("{source}, tree {at}{more}")
}

impl Row for SubmissionRow {
    const HEADINGS: &'static [&'static str] =
        &["verdict", "answers", "source", "tree", "name", "known as", "key"];
    const FIELDS: &'static [&'static str] =
        &["query", "tree", "problem", "name", "key", "verdict", "answers", "repeats", "matches"];

    fn cell(&self, heading: &str) -> Option<String> {
        match heading {
            "source" => Some(self.query.clone()),
            "known as" => Some(self.known_as.clone()),
            _ => None,
        }
    }
}

/// How many problems have each verdict, and how their answers compare.
#[derive(Default)]
struct Summary {
    verdicts: BTreeMap<Novelty, u64>,
    agreements: BTreeMap<Agreement, u64>,
}

impl Summary {
    fn add(&mut self, novelty: Novelty, agreement: Option<Agreement>) {
        *self.verdicts.entry(novelty).or_default() += 1;
        if let Some(agreement) = agreement {
            *self.agreements.entry(agreement).or_default() += 1;
        }
    }

    fn count(&self, novelty: Novelty) -> u64 {
        self.verdicts.get(&novelty).copied().unwrap_or(0)
    }

    /// A sentence such as `5 problems: 2 the same problem (1 agree), 3 new`.
    fn line(&self) -> String {
        let verdicts: Vec<String> = self
            .verdicts
            .iter()
            .map(|(novelty, count)| format!("{count} {}", novelty.name()))
            .collect();
        let agreements: Vec<String> = self
            .agreements
            .iter()
            .map(|(agreement, count)| format!("{count} {}", agreement.name()))
            .collect();
        let mut line = plural(self.verdicts.values().sum(), "problem");
        if !verdicts.is_empty() {
            line += &format!(": {}", verdicts.join(", "));
        }
        if !agreements.is_empty() {
            line += &format!("; answers: {}", agreements.join(", "));
        }
        line
    }
}

impl CompareArgs {
    /// A sentence about the kinds of likeness that were looked for.
    fn asked_kinds(&self) -> String {
        let near = self.near.map(|k| format!("near by {k}"));
        let asked = [
            Some("same problem, same position, same core".to_owned()),
            self.contained.then(|| "contained".to_owned()),
            near,
            self.nearest.then(|| "nearest".to_owned()),
        ];
        let asked: Vec<String> = asked.into_iter().flatten().collect();
        format!("looked for: {}", asked.join(", "))
    }
}

pub fn run(args: &CompareArgs, global: &Global) -> anyhow::Result<Outcome> {
    if let Some(list) = &args.keys {
        return keys::run(list, args.salt.as_deref(), args.output, global);
    }
    let is_piped = args.file.as_deref().is_some_and(OutputFile::is_stdout);
    if is_piped && !args.output.is_table() {
        return Err(CommandError::new("a listing and -o - both write to standard output").into());
    }
    let inputs = gather_inputs(&args.paths, Limits::default())?;
    let create = |path: &PathBuf| OutputFile::create(path, &list_files(&inputs), global);
    let mut file = args.file.as_ref().map(create).transpose()?;
    let known = Store::open(&global.database()?)?;
    let _snapshot = known.snapshot()?;
    let scratch = ScratchDatabase::import(inputs, global)?;
    let (submissions, imported) = (&scratch.store, &scratch.imported);
    let needs_positions = args.near.is_some() || args.contained;
    let positions = needs_positions.then(|| PositionIndex::load(&known)).transpose()?;
    let cores = CoreIndex::load_like(&known, submissions)?;
    let lookup = Known {
        store: &known,
        cores: &cores,
        positions: positions.as_ref(),
        near: args.near,
        contained: args.contained,
        nearest: args.nearest,
        all: args.all,
    };
    let only = args.only.map(Novelty::from);

    let counts = submissions.counts()?;
    let problems = submissions.abalone_problems()?;
    let of_go = submissions.family_counts()?.go;
    if args.file.is_some() && of_go.records > 0 && !problems.is_empty() {
        let message = "-o: there are problems of Go and of Abalone; compare one after the other";
        return Err(CommandError::new(message).into());
    }
    let progress = Progress::start(global, "Comparing", Some(counts.records));
    let mut listing = args.output.listing()?;
    let mut assessor = Assessor::new(&lookup);
    let mut summary = Summary::default();
    let (mut chosen, mut with_more) = (0, 0);
    let mut earlier: HashMap<(PositionKey, Turn), RepeatedJson> = HashMap::new();
    for (source, tree, problem) in submissions.record_places()? {
        progress.add(1);
        let there = "the database of the submissions changes only in this process";
        let (key, record) = submissions.record_at(source, tree, problem)?.expect(there);
        let position = submissions.position(key)?.expect(there);
        let submitted = Submitted { store: submissions, position: &position, record: &record };
        let repeats = match earlier.entry((key, record.turn)) {
            Entry::Occupied(earlier) => Some(earlier.get().clone()),
            Entry::Vacant(none) => {
                none.insert(RepeatedJson::new(&record.at));
                None
            }
        };
        let is_chosen = |novelty| only.is_none_or(|only| only == novelty);
        let is_listed = chosen < args.limit.count() && !is_piped;
        // What is new has no known records to list, so it does not matter that it may be repeated.
        let (mut verdict, matches) = assessor.assess(submitted, |verdict| {
            is_listed && is_chosen(verdict.novelty) && !args.output.is_table()
        })?;
        if repeats.is_some() && verdict.novelty == Novelty::New {
            verdict.novelty = Novelty::Repeated;
        }
        summary.add(verdict.novelty, verdict.agreement);
        with_more += u64::from(verdict.has_more);
        if !is_chosen(verdict.novelty) {
            continue;
        }
        if let Some(file) = &mut file {
            write_record(submissions, &record, file)?;
        }
        if is_listed {
            listing.push(&SubmissionRow::new(&record, key, &verdict, &matches, repeats))?;
        }
        chosen += 1;
    }
    let known_problems = known.abalone_problems()?;
    for problem in &problems {
        progress.add(1);
        let at_most = args.near.unwrap_or(0).into();
        let assessment =
            abalone::assess_problem((&known, &known_problems), at_most, submissions, problem)?;
        summary.add(assessment.novelty, assessment.agreement);
        if only.is_some_and(|only| only != assessment.novelty) {
            continue;
        }
        if let Some(file) = &mut file {
            write_apgn(submissions, problem, file)?;
        }
        if chosen < args.limit.count() && !is_piped {
            listing.push(&SubmissionRow::of_abalone(problem, &assessment))?;
        }
        chosen += 1;
    }
    drop(progress);
    if with_more > 0 {
        let problems = plural(with_more, "problem");
        let have = if with_more == 1 { "has" } else { "have" };
        report(&format!(
            "{problems} {have} more than {MAX_NEAR} near positions; the nearest of those compared count"
        ));
    }
    scratch.report_skipped();
    report_faults(&scratch, global)?;
    let mut out = listing.finish()?;
    match file {
        Some(file) if chosen > 0 => file.finish()?,
        _ => {} // no problem has the verdict: a file that is there stays as it is
    }
    if args.output.is_table() && !is_piped {
        writeln!(out, "{}", summary.line())?;
        writeln!(out, "{}", args.asked_kinds())?;
        if counts.games > 0 {
            writeln!(out, "{} not compared", plural(counts.games, "game"))?;
        }
    }
    out.flush()?;
    Ok(match summary.count(Novelty::New) {
        _ if imported.skipped_items > 0 => Outcome::Skipped,
        0 => Outcome::Done,
        _ => Outcome::NothingFound,
    })
}

/// Writes a problem of Abalone as APGN.
fn write_apgn(
    store: &Store,
    problem: &StoredAbaloneProblem,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    for cluster in abalone::cluster_records(std::slice::from_ref(problem), Identity::Problem) {
        let problem = ProblemExport::default().build(store, &cluster)?;
        Format::Apgn.write_problem(&problem, out)?;
    }
    Ok(())
}

/// Writes the game tree of a record as it was submitted, but in UTF-8.
fn write_record(store: &Store, record: &StoredRecord, out: &mut impl Write) -> anyhow::Result<()> {
    let sgf = store.sgf(record.id)?;
    let tree = GameTree::read(&sgf, Charset::for_reading(record.charset.as_ref()));
    write_tree(&tree, Layout::OneLine, out)?;
    Ok(writeln!(out)?)
}
