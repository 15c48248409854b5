//! `gtn-db problems`: lists problems.

use clap::Args;
use gtn_db::extract::BoardPlace;
use gtn_db::find::{self, Cluster, Identity, cluster_records, walk_positions};
use gtn_db::go::Point;
use gtn_db::sgf::value::format_point;
use gtn_db::store::{BoardRegion, Store, StoredPosition, StoredRecord};
use serde::Serialize;

use crate::cli::args::RecordArgs;
use crate::cli::output::points::PointNames;
use crate::cli::output::{LimitArgs, OutputArgs, Row};
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
region, stones, operation, moves, dialect, answers, records, charset, text, sgf. docs/database.md \
describes them.

Example:
  gtn-db problems --stones 5-12 --region corner --answered
  gtn-db problems --where \"records > 1 AND dialect = 'words'\"")]
pub struct ProblemsArgs {
    #[command(flatten)]
    limit: LimitArgs,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten, next_help_heading = "Selecting problems")]
    filter: RecordArgs,
}

/// A problem; docs/json.md describes its fields.
#[derive(Serialize)]
struct ProblemRow {
    key: String,
    turn: &'static str,
    canonical_turn: &'static str,
    stones: usize,
    region: &'static str,
    board: String,
    records: usize,
    sources: usize,
    answers: Vec<Option<String>>,
    /// The points of `answers` for tables, such as `Q16 tenuki`.
    #[serde(skip)]
    answer_names: String,
    source: String,
    tree: u32,
    name: Option<String>,
}

impl Row for ProblemRow {
    const HEADINGS: &'static [&'static str] = &[
        "key", "turn", "stones", "region", "board", "records", "sources", "answers", "source",
        "tree", "name",
    ];
    const FIELDS: &'static [&'static str] = &[
        "key",
        "turn",
        "canonical_turn",
        "stones",
        "region",
        "board",
        "records",
        "sources",
        "answers",
        "source",
        "tree",
        "name",
    ];

    fn cells(&self) -> Vec<String> {
        vec![
            self.key.clone(),
            self.turn.to_owned(),
            self.stones.to_string(),
            self.region.to_owned(),
            self.board.clone(),
            self.records.to_string(),
            self.sources.to_string(),
            self.answer_names.clone(),
            self.source.clone(),
            self.tree.to_string(),
            self.name.clone().unwrap_or_default(),
        ]
    }
}

impl ProblemRow {
    fn new(
        store: &Store,
        position: &StoredPosition,
        cluster: &Cluster<'_>,
    ) -> anyhow::Result<ProblemRow> {
        let (mut shown, mut answers) = (cluster.first(), Vec::new());
        for &record in &cluster.records {
            let accepted = accepted_moves(store, record)?;
            if !accepted.is_empty() {
                (shown, answers) = (record, accepted);
                break;
            }
        }
        let mut sources: Vec<i64> = cluster.records.iter().map(|record| record.source_id).collect();
        sources.sort_unstable();
        sources.dedup();
        let board = shown.placement.board;
        let names = PointNames::new(BoardPlace { origin: Point::new(0, 0), board });
        let answer_names: Vec<String> = answers
            .iter()
            .map(|point| point.map_or("tenuki".to_owned(), |point| names.name(point)))
            .collect();
        Ok(ProblemRow {
            key: position.key.to_string(),
            turn: cluster.turn.transform(shown.at.symmetry).name(),
            canonical_turn: cluster.turn.name(),
            stones: position.text.bytes().filter(|byte| b"XO".contains(byte)).count(),
            region: BoardRegion::of_open_sides(shown.placement.open).name(),
            board: board.to_string(),
            records: cluster.records.len(),
            sources: sources.len(),
            answers: answers.into_iter().map(|point| point.map(format_point)).collect(),
            answer_names: answer_names.join(" "),
            source: shown.at.source.clone(),
            tree: shown.at.tree,
            name: shown.at.name.clone(),
        })
    }
}

/// The first moves that a record accepts, on its board; `None` is a tenuki, or a move beyond the
/// board.
fn accepted_moves(store: &Store, record: &StoredRecord) -> anyhow::Result<Vec<Option<Point>>> {
    let solution = find::load_solution(store, record)?;
    let frame = find::build_frame(record);
    let point = |at| frame.to_board(at, record.placement.board);
    Ok(solution.accepted(None).iter().map(|node| node.at.and_then(point)).collect())
}

pub fn run(args: &ProblemsArgs, global: &Global) -> anyhow::Result<Outcome> {
    let store = Store::open(&global.database()?)?;
    args.filter.apply(&store)?;
    let mut listing = args.output.listing()?;
    let (mut listed, limit) = (0, args.limit.count());
    for stored in walk_positions(&store, 1)? {
        let (position, records) = stored?;
        for cluster in cluster_records(&records, Identity::Problem) {
            if listed < limit {
                listing.push(&ProblemRow::new(&store, &position, &cluster)?)?;
                listed += 1;
            }
        }
        if listed == limit {
            break;
        }
    }
    listing.finish()?;
    if listed == 0 {
        report("no problems found");
        return Ok(Outcome::NothingFound);
    }
    Ok(Outcome::Done)
}
