//! `gtn-db show`: a position with all its records.

mod abalone;

use std::ffi::OsString;
use std::io::Write;

use anyhow::Context;
use clap::{Args, ValueEnum};
use gtn_db::answer::{RecordJson, find_turn_words};
use gtn_db::find::{self, RecordView};
use gtn_db::gtn;
use gtn_db::publish::{Diagram, DiagramKind, publish_position};
use gtn_db::store::{Store, StoredPosition, StoredRecord};

use crate::cli::input::{PositionArgs, Tally, read_queries};
use crate::cli::output::points::draw_with_margin;
use crate::cli::output::{LimitArgs, OutputArgs, Row, stdout};
use crate::cli::{Global, Outcome, report};
use gtn_db::escape::{Escaped, EscapedLines};

/// Show a position: its board, its key and all its records
#[derive(Debug, Args)]
#[command(after_help = "\
The board is drawn as in the first record. The operation in the list carries each record onto the \
canonical text. A position of Abalone is shown with the goals and solutions of its puzzles, its comments, \
in which saabacodes are spelled out, and the texts of its records.

Example:
  gtn-db show c7ad6d26")]
pub struct ShowArgs {
    /// Positions: the beginning of a key (4 or more digits), an IGTN, typed moves, a file with any
    /// of these or with SGF, an Abalone position, or - for standard input
    #[arg(required = true, value_name = "QUERY")]
    queries: Vec<OsString>,
    /// Also print the game trees of the records
    #[arg(long, conflicts_with = "csv")]
    sgf: bool,
    /// Print a picture instead, in the orientation of `export`: the problem, or its answer with
    /// numbered moves
    #[arg(
        long,
        value_name = "WHAT",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "problem",
        conflicts_with_all = ["csv", "json", "sgf"],
    )]
    svg: Option<PictureArg>,
    #[command(flatten)]
    limit: LimitArgs,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    position: PositionArgs,
}

/// What a picture shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum PictureArg {
    /// The stones and marks before the first move
    Problem,
    /// The first right line, with other right moves as letters
    Answer,
}

impl Row for RecordJson {
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
        "certainty",
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
        "problem",
        "book",
        "number",
        "offset",
        "name",
        "moves",
        "marks",
        "accepted",
        "certainty",
        "board",
        "window",
        "charset",
        "copy_of",
        "sgf",
    ];

    fn cell(&self, heading: &str) -> Option<String> {
        match heading {
            "byte" => Some(self.offset.to_string()),
            "accepted" => Some(self.accepted_names.clone()),
            "window" => Some(self.window_name.clone()),
            _ => None,
        }
    }
}

pub fn run(args: &ShowArgs, global: &Global) -> anyhow::Result<Outcome> {
    let store = Store::open(&global.database()?)?;
    let (mut tally, mut is_first) = (Tally::default(), true);
    for (label, text) in read_queries(&args.queries, &args.position) {
        let of_abalone = text.as_ref().ok().map(|text| text.abalone_key(&store)).transpose();
        match of_abalone {
            Ok(Some(Some(key))) => {
                let is_found =
                    abalone::show(&store, (args.limit, args.output), &label, key, !is_first)?;
                is_first &= !is_found;
                tally.count(is_found);
                continue;
            }
            Ok(_) => {}
            Err(error) => {
                tally.accept::<()>(&label, Err(error));
                continue;
            }
        }
        let asked = text.and_then(|text| text.into_position(&store));
        let query = asked.and_then(|asked| asked.map(|asked| asked.to_query(None)).transpose());
        let Some(query) = tally.accept(&label, query) else { continue };
        let position = store.position(query.key())?;
        tally.count(position.is_some());
        match position {
            Some(position) => {
                show(&store, args, &position, !std::mem::take(&mut is_first))?;
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
    if let Some(what) = args.svg {
        return print_picture(store, position, what);
    }
    // The first one is drawn.
    let records = store.first_records(position.id, args.limit.count().max(1))?;
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
        let mut row = RecordJson::new(store, position, record, copy)?;
        if args.sgf {
            row = row.with_sgf(store, record)?;
        }
        listing.push(&row)?;
        trees.extend(row.sgf);
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

/// Prints the first problem of a position as a picture.
fn print_picture(store: &Store, position: &StoredPosition, what: PictureArg) -> anyhow::Result<()> {
    let problem = publish_position(store, position, &store.records(position.id)?)?;
    let diagram = match what {
        PictureArg::Problem => problem.question(),
        PictureArg::Answer => {
            let answers = problem.answer_diagrams();
            let is_right = |one: &Diagram| one.kind == DiagramKind::Right;
            answers.into_iter().find(is_right).context("no record has an answer")?
        }
    };
    let title = format!("Position {}", position.key);
    let title = [&[title], &diagram.captions[..]].concat().join("; ");
    write!(stdout(), "{}", diagram.picture.draw_file(&title))?;
    Ok(())
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
    let diagram = gtn::Diagram::from(&window);
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
