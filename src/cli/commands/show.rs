//! `gtn-db show`: a position with everything that is known of it.

use std::ffi::OsString;
use std::io::Write;

use clap::Args;
use gtn_db::Color;
use gtn_db::find::{self, View};
use gtn_db::gtn::{Diagram, SubPosition};
use gtn_db::model::{Charset, Turn};
use gtn_db::sgf::value::letters;
use gtn_db::solution::{Node, Solution};
use gtn_db::store::{Store, StoredPosition, StoredRecord};
use serde::Serialize;

use crate::cli::commands::find::query;
use crate::cli::input::queries;
use crate::cli::output::board::Drawing;
use crate::cli::output::{OutputArgs, Row, has_colors, stdout};
use crate::cli::{Global, Outcome, report};
use gtn_db::escape::EscapedLines;

/// Show a position: its board, its texts and all its records
#[derive(Debug, Args)]
#[command(after_help = "\
The board is drawn as the first record has it. The operation shown carries the record onto the \
canonical text.

Example:
  gtn-db show c7ad6d26")]
pub struct ShowArgs {
    /// The beginning of a key, or anything that find takes
    #[arg(required = true, value_name = "QUERY")]
    queries: Vec<OsString>,
    /// Print the game trees of the records too
    #[arg(long, conflicts_with = "csv")]
    sgf: bool,
    #[command(flatten)]
    output: OutputArgs,
}

/// A record of the position; docs/json.md describes its fields.
#[derive(Serialize)]
struct Line {
    key: String,
    text: String,
    turn: &'static str,
    operation: &'static str,
    source: String,
    tree: u32,
    offset: u64,
    name: Option<String>,
    moves: u32,
    marks: &'static str,
    accepted: Vec<Option<String>>,
    board: String,
    window: String,
    charset: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    sgf: Option<String>,
}

impl Row for Line {
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
            self.accepted
                .iter()
                .map(|at| at.as_deref().unwrap_or("tenuki"))
                .collect::<Vec<_>>()
                .join(" "),
            self.board.clone(),
            self.window.clone(),
            self.charset.clone(),
        ]
    }
}

impl Line {
    fn of(
        position: &StoredPosition,
        record: &StoredRecord,
        solution: &Solution,
        sgf: Option<String>,
    ) -> Line {
        let turn = match record.turn {
            Turn::Black => Some(Color::Black),
            Turn::White => Some(Color::White),
            Turn::Either | Turn::Unknown => None,
        };
        let frame = find::frame(record);
        let point = |node: &Node| frame.point(node.at?, record.placement.board).map(letters);
        Line {
            key: position.key.to_string(),
            text: position.text.clone(),
            turn: record.own_turn().name(),
            operation: record.at.symmetry.name(),
            source: record.at.source.clone(),
            tree: record.at.tree,
            offset: record.offset,
            name: record.at.name.clone(),
            moves: record.moves,
            marks: solution.dialect.name(),
            accepted: solution.accepted(turn).iter().map(point).collect(),
            board: record.placement.board.to_string(),
            window: record.placement.region.to_string(),
            charset: match &record.charset {
                None => "UTF-8".to_owned(),
                Some(charset) if charset.is_guessed => format!("{} (guessed)", charset.name),
                Some(charset) => charset.name.clone(),
            },
            sgf,
        }
    }
}

pub fn run(args: &ShowArgs, global: &Global) -> anyhow::Result<Outcome> {
    let store = Store::open(&global.database()?)?;
    let (mut has_failed, mut found_any) = (false, false);
    queries::visit(&args.queries, None, &mut |label, asked| {
        let asked = asked.and_then(|asked| query(&store, asked, None));
        let found = match asked {
            Ok(Some(query)) => find::exact(&store, &query)?,
            Ok(None) => {
                report(&format!("{label}: no key begins so"));
                None
            }
            Err(error) => {
                report(&format!("{label}: {error:#}"));
                has_failed = true;
                return Ok(());
            }
        };
        if let Some(found) = found {
            show(&store, args, &found.position, std::mem::replace(&mut found_any, true))?;
        }
        Ok(())
    })?;
    Ok(match (has_failed, found_any) {
        (true, _) => Outcome::Failed,
        (false, true) => Outcome::Done,
        (false, false) => Outcome::NothingFound,
    })
}

fn show(
    store: &Store,
    args: &ShowArgs,
    position: &StoredPosition,
    is_further: bool,
) -> anyhow::Result<()> {
    let records = store.records(position.id)?;
    let is_for_people = !args.output.json && !args.output.csv;
    if is_for_people {
        let mut out = stdout();
        if is_further {
            writeln!(out)?;
        }
        draw(&mut out, position, records.first())?;
        out.flush()?;
    }
    let mut listing = args.output.listing()?;
    let mut trees = Vec::new();
    for record in &records {
        let sgf = if args.sgf { Some(sgf_text(store, record)?) } else { None };
        trees.extend(sgf.clone());
        let solution = find::solution(store, record)?;
        listing.push(&Line::of(position, record, &solution, sgf))?;
    }
    let mut out = listing.finish()?;
    if is_for_people {
        for tree in trees {
            writeln!(out, "\n{}", EscapedLines(&tree))?;
        }
        out.flush()?;
    }
    Ok(())
}

/// The game tree of a record, as text.
fn sgf_text(store: &Store, record: &StoredRecord) -> anyhow::Result<String> {
    let charset = Charset::for_reading(record.charset.as_ref());
    Ok(charset.decode(&store.sgf(record.id)?).into_owned())
}

/// Draws the position as a record has it.
fn draw(
    out: &mut impl Write,
    position: &StoredPosition,
    record: Option<&StoredRecord>,
) -> anyhow::Result<()> {
    let (window, place) = match record {
        None => (position.text.parse::<SubPosition>()?, None),
        Some(record) => {
            let View { window, place } = View::of(position, record)?;
            (window, Some(place))
        }
    };
    let diagram = Diagram::from(&window);
    let drawing =
        Drawing { diagram: &diagram, placement: place, labels: &[], is_styled: has_colors() };
    writeln!(out, "{drawing}")?;
    writeln!(out, "key     {}", position.key)?;
    writeln!(out, "text    {}", position.text)?;
    writeln!(out, "window  {diagram}\n")?;
    Ok(())
}
