//! `gtn-db problems`: lists problems.

use clap::Args;
use gtn_db::answer::{FacetJson, ProblemJson, abalone};
use gtn_db::find::abalone::PositionRecords;
use gtn_db::find::{self, Identity, ProblemList};
use gtn_db::store::Store;

use crate::cli::args::{FamilyArgs, RecordArgs};
use crate::cli::output::{LimitArgs, OutputArgs, Row, names, print_line, word_comment};
use crate::cli::{Global, Outcome, report};

/// List problems: positions with a side to move
#[derive(Debug, Args)]
#[command(after_help = "\
A problem is listed as in its first record with an answer, or else in its first record: name, \
board, side to move and answers are those of this record. Options select records; problems \
without a selected record are not listed, and the counts are those of selected records. A record \
without a side to move belongs to every problem of its position.

The expression of --where may use the columns of v_record: id, key, turn, canonical_turn, \
turn_source, source, source_id, tree, offset, name, board, board_cols, board_rows, window, edges, \
region, stones, operation, moves, dialect, answers, records, charset, text, sgf, problem, setup, \
own_sgf, book, number. docs/database.md \
describes them.

Problems of Abalone come after those of Go. Options that only problems of Go can fulfill leave them \
out.

--facets counts the selected problems by level, tag and rights: each value is one that --level, --tag \
or --rights takes, and selects as many problems as its row says.

Example:
  gtn-db problems --stones 5-12 --region corner --answered
  gtn-db problems --where \"records > 1 AND dialect = 'words'\"
  gtn-db problems --facets --answered
  gtn-db problems --family abalone --turn white")]
pub struct ProblemsArgs {
    #[command(flatten)]
    family: FamilyArgs,
    /// Count the problems of Go with each level, with each tag and with known rights, instead of listing
    /// them
    #[arg(long, conflicts_with = "limit")]
    facets: bool,
    #[command(flatten)]
    limit: LimitArgs,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten, next_help_heading = "Selecting problems")]
    filter: RecordArgs,
}

impl Row for ProblemJson {
    fn headings() -> Vec<&'static str> {
        names(ProblemJson::COLUMNS.iter().filter(|column| column.is_in_table))
    }

    fn fields() -> Vec<&'static str> {
        names(ProblemJson::COLUMNS)
    }

    fn cell(&self, heading: &str) -> Option<String> {
        match heading {
            "answers" => Some(self.answer_names.clone()),
            "comment" => word_comment(self.comment.as_deref(), self.comment_move),
            _ => None,
        }
    }
}

impl Row for FacetJson {
    fn headings() -> Vec<&'static str> {
        names(FacetJson::COLUMNS)
    }

    fn fields() -> Vec<&'static str> {
        names(FacetJson::COLUMNS)
    }
}

impl Row for abalone::ProblemJson {
    const HEADINGS: &'static [&'static str] = &[
        "key", "turn", "lost", "marbles", "records", "sources", "form", "source", "number", "name",
    ];
    const FIELDS: &'static [&'static str] = &[
        "family",
        "key",
        "turn",
        "canonical_turn",
        "lost",
        "marbles",
        "records",
        "sources",
        "form",
        "source",
        "number",
        "name",
    ];

    fn cell(&self, heading: &str) -> Option<String> {
        (heading == "marbles").then(|| self.marbles.map(|count| count.to_string()).join("-"))
    }
}

pub fn run(args: &ProblemsArgs, global: &Global) -> anyhow::Result<Outcome> {
    let store = Store::open(&global.database()?)?;
    if args.facets {
        return list_facets(args, &store);
    }
    let mut families = args.filter.list_families(&store, args.family)?;
    if args.output.csv {
        families.keep_one_for_csv();
    }
    let limit = args.limit.count();
    let mut listed = 0;
    if families.has_go {
        listed += list_go(args, &store, limit)?;
    }
    if let Some(positions) = &families.abalone {
        if listed > 0 && args.output.is_table() {
            print_line("")?;
        }
        listed += list_abalone(args, &store, positions, limit - listed)?;
    }
    if listed == 0 {
        report("no problems found");
        return Ok(Outcome::NothingFound);
    }
    Ok(Outcome::Done)
}

/// Lists how many problems of Go each value selects.
fn list_facets(args: &ProblemsArgs, store: &Store) -> anyhow::Result<Outcome> {
    let _snapshot = store.snapshot()?;
    let counts = find::count_facets(store, &args.filter.to_filter())?;
    let mut listing = args.output.listing()?;
    let has_some = !counts.is_empty();
    for count in counts {
        listing.push(&FacetJson::from(count))?;
    }
    listing.finish()?;
    if !has_some {
        report("no problems found");
        return Ok(Outcome::NothingFound);
    }
    Ok(Outcome::Done)
}

/// Lists problems of Go; gives their number.
fn list_go(args: &ProblemsArgs, store: &Store, limit: usize) -> anyhow::Result<usize> {
    let filter = args.filter.to_filter();
    let phrase = filter.conditions.comment.as_ref();
    let list = ProblemList::load_first(store, &filter, limit)?;
    let mut listing = args.output.listing()?;
    let mut listed = 0;
    let listed_problems = &list.problems()[..list.problems().len().min(limit)];
    list.visit(store, listed_problems, |position, _, cluster| -> anyhow::Result<()> {
        let problem = ProblemJson::new(store, position, cluster)?;
        listing.push(&problem.with_comment(store, phrase)?)?;
        listed += 1;
        Ok(())
    })?;
    listing.finish()?;
    Ok(listed)
}

/// Lists problems of Abalone; gives their number.
fn list_abalone(
    args: &ProblemsArgs,
    store: &Store,
    positions: &[PositionRecords],
    limit: usize,
) -> anyhow::Result<usize> {
    let clusters = positions.iter().flat_map(|position| {
        let clusters = find::abalone::cluster_records(&position.records, Identity::Problem);
        clusters.into_iter().map(|cluster| (position.key, cluster))
    });
    let mut listing = args.output.listing()?;
    let mut listed = 0;
    for (key, cluster) in clusters.take(limit) {
        listing.push(&abalone::ProblemJson::new(store, key, &cluster)?)?;
        listed += 1;
    }
    listing.finish()?;
    Ok(listed)
}
