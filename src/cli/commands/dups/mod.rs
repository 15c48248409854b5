//! `gtn-db dups`: duplicates in the database.

mod abalone;
mod between;
mod books;
mod columns;
mod conflicts;
mod core;
mod decide;
mod dialog;
mod files;
mod limit;
mod near;
mod shape;

use std::io::Write;
use std::path::PathBuf;

use anyhow::bail;
use clap::{Args, ValueEnum, value_parser};
use gtn_db::answer::{ClusterJson, ClusterRecordJson};
use gtn_db::escape::write_json;
use gtn_db::find::abalone::PositionRecords;
use gtn_db::find::{
    Cluster, Decisions, DuplicateCounts, Identity, PositionWalk, RepeatedPositions, SourcePair,
    count_duplicates, walk_positions,
};
use gtn_db::import::SourceContent;
use gtn_db::model::SourcePattern;
use gtn_db::similarity::MAX_DISTANCE;
use gtn_db::store::Store;
use serde::Serialize;

use limit::Limit;

use crate::cli::args::{
    FamilyArg, FamilyArgs, ListedFamilies, RecordArgs, first_given, pattern_parser,
};
use crate::cli::error::CommandError;
use crate::cli::output::progress::Progress;
use crate::cli::output::{
    Listing, OutputArgs, Row, Stdout, limit_parser, plural, print_line, stdout,
};
use crate::cli::{Global, Outcome};

/// List duplicate problems, each with all its records
#[derive(Debug, Args)]
#[command(after_help = "\
Two records are the same problem when they have the same position, in any orientation and color, \
and the same side to move. A record without a side to move is listed with every problem of its \
position. The operation listed maps the record to the canonical position. An exact copy has the same game \
tree, byte for byte, as the record of the cluster whose number follows.

--decide saves what you decide about two records: records that are different problems are no \
longer listed together, and export leaves out a record that is worse than another one. A decision \
identifies a record by its text, so it survives a new import. On a terminal, --decide shows both \
solutions and comments; it takes answers back, decides about a whole group at once, and prefers a \
source from then on. What contradicts a chain of other decisions is refused.

--conflicts lists the gravest first: a right move that every line of another record calls wrong \
(contradicts), then records with no answer in common (disjoint). An answer that is assumed, \
because a record marks none, contradicts no other one.

Options that select records make dups look at these records alone: --source A lists the \
duplicates within A. gtn-db problems --help lists the columns for --where.

--near lists groups: a position and others that differ from it in at most K points. A position is \
in at most one group. docs/find.md defines the distance. Pairs with the same side to move and a common \
accepted first move are likely misprints: they come first, with the points that differ, those far \
from the answers before others. Of a \
position with hundreds of others near it, only a part may be listed; a message says so, and the exit \
status is 3.

--shape lists positions that have the same stones but different keys, because an edge is at \
another distance or the problem was moved by some lines. It draws the positions of a group in one \
orientation, and lists the groups with the most stones first: shapes of one or two stones are the \
last, and --stones 5- leaves them out. Nothing is merged: the keys stay as they are.

--core lists problems with the same core: the rectangle around all moves of the right lines, a line \
more, has the same stones, empty points and real edges under one of the operations, and a common \
accepted first move. Walls and stones outside do not matter. A group is a problem and others with its core; \
margin 2 means that two lines around agree. --contained lists problems that lie within another record, \
whole boards for example. docs/find.md defines both.

--books lists the numbers under which two hands of one book have different positions: books with at \
least 15 numbers in common, of which half or more have one position. docs/sources.md says how names tell \
books and numbers.

--files lists each file and archive entry that says nothing that another file does not say, in any \
orientation: a copy with the same bytes, the same content in other bytes, or a part of the other. \
Both files are read from the disk again; one that changed or is gone is not listed and keeps no \
other. --by tree compares game trees byte for byte; --by position compares positions with their \
sides to move, and names what would be lost. With -0, only files are listed that can go without a \
loss. Of equal files, those that --prefer selects are kept, else the one that was imported first.

Duplicates of Abalone come after those of Go: records with the same marbles in any orientation and \
color, the same side to move and the same marbles lost; what a record does not say agrees with \
anything. --near counts the cells that differ under the best of the 24 operations. Options that \
only problems of Go can fulfill leave Abalone out.

Example:
  gtn-db dups --by position --json
  gtn-db dups --near 2
  gtn-db dups --near 1 --pairs --limit 20
  gtn-db dups --shape --stones 5-
  gtn-db dups --core
  gtn-db dups --contained --limit 20
  gtn-db dups --files --by position
  gtn-db dups --family abalone --near 2")]
pub struct DupsArgs {
    /// What two records must share to be duplicates
    #[arg(long, value_name = "WHAT", default_value = "problem")]
    by: IdentityArg,
    /// List only problems with contradicting answers
    ///
    /// Their records do not accept the same first moves. The solutions are shown.
    #[arg(long, conflicts_with = "by", group = "has_all")]
    conflicts: bool,
    /// With --conflicts and --contained, list all
    ///
    /// With --conflicts, also list those where a record only lists fewer answers, or where its answer
    /// is assumed; with --contained, also problems without their answer.
    #[arg(long, requires = "has_all")]
    all: bool,
    /// Ask about each pair of duplicates whether the records are different problems, or which one
    /// is better; with FILE, import such decisions (- for standard input)
    #[arg(long, value_name = "FILE", num_args = 0..=1, conflicts_with_all = ["conflicts", "json", "csv"])]
    decide: Option<Option<PathBuf>>,
    /// Print all decisions as JSON, for --decide FILE
    #[arg(long, conflicts_with_all = ["conflicts", "decide", "by", "csv"])]
    decisions: bool,
    /// List groups of positions that differ in at most K points (1 to 5)
    #[arg(
        long,
        value_name = "K",
        conflicts_with_all = ["by", "conflicts", "decide", "decisions"],
        value_parser = value_parser!(u8).range(1..=i64::from(MAX_DISTANCE)),
    )]
    near: Option<u8>,
    /// With --near, list pairs of positions, not groups
    #[arg(long, requires = "near")]
    pairs: bool,
    /// List groups of positions with the same stones but other edges, or other distances to them
    #[arg(
        long,
        conflicts_with_all = ["by", "conflicts", "decide", "decisions", "near", "pairs", "files"],
    )]
    shape: bool,
    /// List groups of problems with the same core, or with --near K a near one
    ///
    /// The core is the part of the board where the right lines are played. With --near K, cores may
    /// differ in at most K points.
    #[arg(
        long,
        conflicts_with_all = ["by", "conflicts", "decide", "decisions", "pairs", "shape", "files"],
    )]
    core: bool,
    /// List problems that lie within another record, with their answer
    ///
    /// Problems of six stones and more, whose answer is among the moves of the other record.
    #[arg(
        long,
        group = "has_all",
        conflicts_with_all = [
            "by", "conflicts", "decide", "decisions", "near", "shape", "files", "core",
        ],
    )]
    contained: bool,
    /// List the numbers under which two hands of one book have different positions
    #[arg(
        long,
        conflicts_with_all = [
            "by", "conflicts", "decide", "decisions", "near", "shape", "files", "core", "contained",
        ],
    )]
    books: bool,
    /// List only duplicates with a record from A and another one from B, which are patterns for
    /// sources
    #[arg(
        long,
        num_args = 2,
        value_names = ["A", "B"],
        value_parser = pattern_parser(),
        conflicts_with_all = ["conflicts", "decide", "decisions", "near", "shape", "files", "books"],
    )]
    between: Vec<SourcePattern>,
    /// List whole files and archive entries that others contain
    #[arg(long, conflicts_with_all = ["conflicts", "decide", "decisions", "near"])]
    files: bool,
    /// With --files, print only the paths of redundant files, with a NUL character after each
    #[arg(short = '0', long, requires = "files", conflicts_with_all = ["json", "csv"])]
    null: bool,
    /// With --files, which of several equal files to keep
    ///
    /// Keeps one of the sources that match the pattern where several files have the same content.
    /// Repeat the option for several patterns, the most preferred first.
    #[arg(long, requires = "files", value_name = "PATTERN", value_parser = pattern_parser())]
    prefer: Vec<SourcePattern>,
    /// List at most N duplicates, conflicts, groups, pairs or files; the counts are those of all
    #[arg(
        long,
        value_name = "N",
        value_parser = limit_parser::<u64>(),
        conflicts_with_all = ["decide", "decisions"],
    )]
    limit: Option<u64>,
    #[command(flatten)]
    family: FamilyArgs,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten, next_help_heading = "Selecting records")]
    filter: RecordArgs,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum IdentityArg {
    /// Position and side to move; with --files all that a file says
    Problem,
    /// Position alone; with --files position and side to move
    Position,
    /// The game tree, byte for byte (only with --files)
    Tree,
}

/// A record of a cluster as a row of its own.
#[derive(Serialize)]
struct RecordRow {
    cluster: u64,
    key: String,
    #[serde(flatten)]
    record: ClusterRecordJson,
}

impl Row for RecordRow {
    const HEADINGS: &'static [&'static str] =
        &["cluster", "turn", "source", "tree", "name", "operation", "key", "copy of"];
    const FIELDS: &'static [&'static str] =
        &["cluster", "key", "source", "tree", "problem", "name", "operation", "turn", "copy_of"];
}

impl DupsArgs {
    /// Whether the command asks questions on the terminal.
    pub fn is_interactive(&self) -> bool {
        matches!(self.decide, Some(None))
    }

    /// Fails if a family is named with an option that is about Go alone, or about files.
    fn refuse_family(&self) -> anyhow::Result<()> {
        let given = first_given([
            ("--books", self.books),
            ("--core", self.core),
            ("--contained", self.contained),
            ("--conflicts", self.conflicts),
            ("--decide", self.decide.is_some()),
            ("--decisions", self.decisions),
            ("--shape", self.shape),
        ]);
        match (self.family.family(), given) {
            (Some(FamilyArg::Abalone), Some(option)) => {
                bail!("{option} knows problems of Go, not of Abalone")
            }
            (Some(_), None) if self.files => {
                bail!("--files compares whole files; --family does not apply")
            }
            _ => Ok(()),
        }
    }

    /// Fails if records are to be selected, which has no effect with `option`.
    fn refuse_filter(&self, option: &str) -> anyhow::Result<()> {
        match self.filter.given_option() {
            Some(given) => bail!("{given} does not apply to {option}"),
            None => Ok(()),
        }
    }
}

pub fn run(args: &DupsArgs, global: &Global) -> anyhow::Result<Outcome> {
    args.refuse_family()?;
    if args.files {
        return list_files(args, global);
    }
    let identity = match args.by {
        IdentityArg::Problem => Identity::Problem,
        IdentityArg::Position => Identity::Position,
        IdentityArg::Tree => return Err(CommandError::new("--by tree needs --files").into()),
    };
    match &args.decide {
        Some(Some(path)) => {
            args.refuse_filter("--decide FILE")?;
            return decide::import(&global.database()?, path);
        }
        Some(None) => return dialog::run(&global.database()?, identity, &args.filter, global),
        None => {}
    }
    if args.decisions {
        args.refuse_filter("--decisions")?;
    }
    let store = Store::open(&global.database()?)?;
    let mut families = args.filter.list_families(&store, args.family)?;
    if args.output.csv {
        families.keep_one_for_csv();
    }
    args.filter.apply(&store)?;
    let limit = Limit(args.limit);
    if args.books {
        return books::run(&store, limit, args.output);
    }
    if args.core {
        return core::run(&store, args.near.unwrap_or(0), limit, args.output, global);
    }
    if args.contained {
        return core::list_contained(&store, args.all, limit, args.output, global);
    }
    if let Some(k) = args.near {
        let go = || near::run(&store, k, args.pairs, limit, args.output, global);
        let abalone = |positions: &[PositionRecords]| {
            abalone::list_near(positions, k, args.pairs, limit, args.output)
        };
        return list_both(&families, args.output, go, abalone);
    }
    if args.shape {
        return shape::run(&store, limit, args.output, global);
    }
    // What follows walks through the database in its order.
    store.limit_cache()?;
    if args.conflicts {
        return conflicts::run(&store, args.all, limit, args.output, global);
    }
    if args.decisions {
        return decide::list(&store);
    }
    let between = match &*args.between {
        [] => None,
        patterns => Some(between::select(&store, patterns)?),
    };
    let between = between.as_ref();
    let go = || list(&store, identity, between, limit, args.output, global);
    let abalone = |positions: &[PositionRecords]| {
        abalone::list(&store, positions, identity, between, limit, args.output)
    };
    list_both(&families, args.output, go, abalone)
}

/// Lists what there is of Go, then what there is of Abalone. Tables have an empty line between.
fn list_both(
    families: &ListedFamilies,
    output: OutputArgs,
    go: impl FnOnce() -> anyhow::Result<Outcome>,
    abalone: impl FnOnce(&[PositionRecords]) -> anyhow::Result<Outcome>,
) -> anyhow::Result<Outcome> {
    let mut outcome = Outcome::NothingFound;
    if families.has_go {
        outcome = go()?;
    }
    if let Some(positions) = &families.abalone {
        if families.are_both() && output.is_table() {
            print_line("")?;
        }
        if abalone(positions)? == Outcome::Done && outcome == Outcome::NothingFound {
            outcome = Outcome::Done;
        }
    }
    Ok(outcome)
}

fn list_files(args: &DupsArgs, global: &Global) -> anyhow::Result<Outcome> {
    if let Some(option) = args.filter.option_but_source() {
        bail!("{option} does not apply to --files");
    }
    let request = files::Request {
        content: match args.by {
            IdentityArg::Problem => SourceContent::Problems,
            IdentityArg::Position => SourceContent::Positions,
            IdentityArg::Tree => SourceContent::Trees,
        },
        prefer: &args.prefer,
        sources: args.filter.sources(),
        limit: Limit(args.limit),
    };
    let store = Store::open(&global.database()?)?;
    match args.null {
        true => files::print_paths(&store, &request, global),
        false => files::list(&store, &request, args.output, global),
    }
}

/// A line of JSON for each cluster, or a row for each record.
enum Output {
    Json(Stdout),
    Listing(Box<Listing<RecordRow, Stdout>>),
}

impl Output {
    fn push(&mut self, cluster: ClusterJson, number: u64) -> std::io::Result<()> {
        match self {
            Output::Json(out) => write_json(out, &cluster),
            Output::Listing(listing) => {
                let key = cluster.key;
                cluster.records.into_iter().try_for_each(|record| {
                    listing.push(&RecordRow { cluster: number, key: key.clone(), record })
                })
            }
        }
    }
}

/// Lists the clusters of duplicates.
fn list(
    store: &Store,
    identity: Identity,
    between: Option<&SourcePair>,
    limit: Limit,
    output: OutputArgs,
    global: &Global,
) -> anyhow::Result<Outcome> {
    let decisions = Decisions::load(store)?;
    let mut counts = DuplicateCounts::default();
    let mut list = if output.json {
        Output::Json(stdout())
    } else {
        Output::Listing(Box::new(output.listing()?))
    };
    // What is not listed is only counted.
    let (walk, others) = match limit.0 {
        Some(limit) if between.is_none() => {
            let RepeatedPositions { ids, others, .. } =
                count_duplicates(store, &decisions, identity, limit)?;
            (PositionWalk::over(store, ids), others)
        }
        _ => (walk_positions(store, 2)?, DuplicateCounts::default()),
    };
    let progress =
        Progress::start_beside_output(global, "Grouping records", walk.remaining() as u64);
    for stored in walk {
        progress.add(1);
        let (position, mut records) = stored?;
        records.retain(|record| between.is_none_or(|pair| pair.has(record)));
        let clusters = decisions.cluster_records(store, &position, &records, identity)?;
        let is_listed = |cluster: &&Cluster<'_>| {
            cluster.redundant() > 0 && between.is_none_or(|pair| pair.is_joined_by(cluster))
        };
        for cluster in clusters.iter().filter(is_listed) {
            counts.add(cluster);
            let number = counts.duplicates;
            if limit.allows(number) {
                list.push(ClusterJson::new(store, position.key, cluster)?, number)?;
            }
        }
    }
    drop(progress);
    counts.append(others);
    let DuplicateCounts { duplicates, redundant } = counts;
    let mut out = match list {
        Output::Json(out) => out,
        Output::Listing(listing) => listing.finish()?,
    };
    if !output.json && !output.csv {
        let what = match identity {
            Identity::Problem => "duplicate problem",
            Identity::Position => "duplicate position",
        };
        if duplicates == 0 {
            writeln!(out, "No {what}s")?;
        } else {
            let note = limit.note(duplicates);
            let redundant = plural(redundant, "redundant record");
            writeln!(out, "{}{note}, {redundant}", plural(duplicates, what))?;
        }
    }
    out.flush()?;
    Ok(if duplicates > 0 { Outcome::Done } else { Outcome::NothingFound })
}
