//! `gtn-db show`: a position with all its records.

use std::ffi::OsString;
use std::io::Write;

use anyhow::Context;
use clap::Args;
use gtn_db::extract::{BoardPlace, TurnPhrase, extract_setup};
use gtn_db::find::{self, RecordView};
use gtn_db::go::Point;
use gtn_db::gtn::Diagram;
use gtn_db::model::{Charset, TurnSource};
use gtn_db::sgf::value::format_point;
use gtn_db::solution::{Solution, SolutionNode};
use gtn_db::store::{Store, StoredPosition, StoredRecord};
use serde::Serialize;

use crate::cli::input::{PositionArgs, Tally, read_queries};
use crate::cli::output::points::{PointNames, draw_with_margin};
use crate::cli::output::{LimitArgs, OutputArgs, Row, stdout};
use crate::cli::{Global, Outcome, report};
use gtn_db::escape::{Escaped, EscapedLines};

/// Show a position: its board, its key and all its records
#[derive(Debug, Args)]
#[command(after_help = "\
The board is drawn as in the first record. The operation in the list carries each record onto the \
canonical text.

Example:
  gtn-db show c7ad6d26")]
pub struct ShowArgs {
    /// Positions: the beginning of a key (4 or more digits), an IGTN, typed moves, a file with any
    /// of these or with SGF, or - for standard input
    #[arg(required = true, value_name = "QUERY")]
    queries: Vec<OsString>,
    /// Also print the game trees of the records
    #[arg(long, conflicts_with = "csv")]
    sgf: bool,
    #[command(flatten)]
    limit: LimitArgs,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    position: PositionArgs,
}

/// A record of the position; docs/json.md describes its fields.
#[derive(Serialize)]
struct RecordRow {
    key: String,
    text: String,
    turn: &'static str,
    turn_source: &'static str,
    /// The phrase that names the side to move, if it is known by words.
    turn_words: Option<String>,
    operation: &'static str,
    source: String,
    tree: u32,
    offset: u64,
    name: Option<String>,
    moves: u32,
    marks: &'static str,
    accepted: Vec<Option<String>>,
    /// The points of `accepted` for tables, such as `Q16 tenuki`.
    #[serde(skip)]
    accepted_names: String,
    board: String,
    window: String,
    /// The rectangle of `window` for tables, such as `A1-K10`.
    #[serde(skip)]
    window_name: String,
    charset: String,
    /// The number, from 1, of the first record with the same game tree.
    copy_of: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sgf: Option<String>,
}

impl Row for RecordRow {
    const HEADINGS: &'static [&'static str] = &[
        "turn",
        "operation",
        "source",
        "tree",
        "byte",
        "name",
        "moves",
        "marks",
        "accepted",
        "board",
        "window",
        "charset",
        "copy of",
    ];
    const FIELDS: &'static [&'static str] = &[
        "key",
        "text",
        "turn",
        "turn_source",
        "turn_words",
        "operation",
        "source",
        "tree",
        "offset",
        "name",
        "moves",
        "marks",
        "accepted",
        "board",
        "window",
        "charset",
        "copy_of",
        "sgf",
    ];

    fn cells(&self) -> Vec<String> {
        vec![
            self.turn.to_owned(),
            self.operation.to_owned(),
            self.source.clone(),
            self.tree.to_string(),
            self.offset.to_string(),
            self.name.clone().unwrap_or_default(),
            self.moves.to_string(),
            self.marks.to_owned(),
            self.accepted_names.clone(),
            self.board.clone(),
            self.window_name.clone(),
            self.charset.clone(),
            self.copy_of.map(|number| number.to_string()).unwrap_or_default(),
        ]
    }
}

impl RecordRow {
    fn new(
        position: &StoredPosition,
        record: &StoredRecord,
        solution: &Solution,
        turn_words: Option<String>,
        copy: Option<usize>,
        sgf: Option<String>,
    ) -> RecordRow {
        let turn = record.turn.color();
        let frame = find::build_frame(record);
        let board = record.placement.board;
        let names = PointNames::new(BoardPlace { origin: Point::new(0, 0), board });
        let point = |node: &SolutionNode| frame.to_board(node.at?, board);
        let accepted: Vec<Option<Point>> = solution.accepted(turn).iter().map(point).collect();
        let accepted_names: Vec<String> = accepted
            .iter()
            .map(|point| point.map_or("tenuki".to_owned(), |point| names.name(point)))
            .collect();
        RecordRow {
            key: position.key.to_string(),
            text: position.text.clone(),
            turn: record.own_turn().name(),
            turn_source: record.turn_source.name(),
            turn_words,
            operation: record.at.symmetry.name(),
            source: record.at.source.clone(),
            tree: record.at.tree,
            offset: record.offset,
            name: record.at.name.clone(),
            moves: record.moves,
            marks: solution.dialect.name(),
            accepted: accepted.into_iter().map(|point| point.map(format_point)).collect(),
            accepted_names: accepted_names.join(" "),
            board: board.to_string(),
            window: record.placement.region.to_string(),
            window_name: names.name_region(record.placement.region),
            charset: match &record.charset {
                None => "UTF-8".to_owned(),
                Some(charset) if charset.is_guessed => format!("{} (guessed)", charset.name),
                Some(charset) => charset.name.clone(),
            },
            copy_of: copy.map(|index| index + 1),
            sgf,
        }
    }
}

pub fn run(args: &ShowArgs, global: &Global) -> anyhow::Result<Outcome> {
    let store = Store::open(&global.database()?)?;
    let (mut tally, mut is_first) = (Tally::default(), true);
    for (label, text) in read_queries(&args.queries, &args.position) {
        let asked = text.and_then(|text| text.into_position(&store));
        let query = asked.and_then(|asked| asked.map(|asked| asked.to_query(None)).transpose());
        let Some(query) = tally.accept(&label, query) else { continue };
        let found = find::find_exact(&store, &query)?;
        tally.count(found.is_some());
        match found {
            Some(found) => {
                show(&store, args, &found.position, !std::mem::take(&mut is_first))?;
            }
            None => report(&format!("{label}: nothing found under the key {}", query.key())),
        }
    }
    Ok(tally.outcome())
}

fn show(
    store: &Store,
    args: &ShowArgs,
    position: &StoredPosition,
    is_further: bool,
) -> anyhow::Result<()> {
    let records = store.records(position.id)?;
    if args.output.is_table() {
        let mut out = stdout();
        if is_further {
            writeln!(out)?;
        }
        draw(&mut out, store, position, &records)?;
        out.flush()?;
    }
    let mut listing = args.output.listing()?;
    let mut trees = Vec::new();
    let listed: Vec<&StoredRecord> = records.iter().take(args.limit.count()).collect();
    let copies = find::find_copies(store, &listed)?;
    for (record, copy) in listed.into_iter().zip(copies) {
        let sgf = if args.sgf { Some(sgf_text(store, record)?) } else { None };
        trees.extend(sgf.clone());
        let solution = find::load_solution(store, record)?;
        let words = find_turn_words(store, record)?;
        listing.push(&RecordRow::new(position, record, &solution, words, copy, sgf))?;
    }
    let mut out = listing.finish()?;
    if args.output.is_table() {
        for tree in trees {
            writeln!(out, "\n{}", EscapedLines(&tree))?;
        }
        out.flush()?;
    }
    Ok(())
}

/// The phrase that names the side to move of a record, as its game tree has it; `None` if the side
/// to move is not known by words, or was read from other words by an older version of gtn-db.
fn find_turn_words(store: &Store, record: &StoredRecord) -> anyhow::Result<Option<String>> {
    if record.turn_source != TurnSource::Words {
        return Ok(None);
    }
    let charset = Charset::for_reading(record.charset.as_ref());
    let setup = extract_setup(&store.sgf(record.id)?, charset);
    let words = setup.map(|setup| setup.turn_evidence.words).unwrap_or_default();
    let turn = record.own_turn().color();
    let color = words.color().filter(|&color| turn.is_none_or(|turn| turn == color));
    Ok(color.and_then(|color| words.phrase(color)).map(TurnPhrase::one_line))
}

/// The game tree of a record, as text.
fn sgf_text(store: &Store, record: &StoredRecord) -> anyhow::Result<String> {
    let charset = Charset::for_reading(record.charset.as_ref());
    Ok(charset.decode(&store.sgf(record.id)?).into_owned())
}

/// Draws the position as its first record has it.
fn draw(
    out: &mut impl Write,
    store: &Store,
    position: &StoredPosition,
    records: &[StoredRecord],
) -> anyhow::Result<()> {
    let missing = || format!("the database is damaged: {} has no record", position.key);
    let first = records.first().with_context(missing)?;
    let RecordView { window, place, .. } = RecordView::new(position, first)?;
    let diagram = Diagram::from(&window);
    writeln!(out, "{}", draw_with_margin(&diagram, place))?;
    writeln!(out, "key     {}", position.key)?;
    writeln!(out, "text    {}", position.text)?;
    writeln!(out, "window  {diagram}")?;
    if let Some(words) = find_turn_words(store, first)? {
        let turn = first.own_turn();
        writeln!(out, "turn    {turn}, from the words \"{}\"", Escaped(&words))?;
    }
    writeln!(out)?;
    Ok(())
}
