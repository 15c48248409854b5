//! `gtn-db find`: is this position in the database, and where?

use std::collections::VecDeque;
use std::ffi::OsString;
use std::io::Write;

use anyhow::bail;
use clap::{Args, ValueEnum};
use gtn_db::find::{self, Found, Kind, Match, Query};
use gtn_db::gtn::{Diagram, SubPosition};
use gtn_db::record::Turn;
use gtn_db::store::{Store, StoredPosition};
use gtn_db::{Color, KeyPrefix};
use serde::Serialize;

use super::board::Drawing;
use super::output::{Listing, OutputArgs, Row, Stdout, has_colors, plural};
use super::queries::{self, Asked};
use super::shapes::{self, ShapeArgs};
use super::{Global, Outcome, report};
use gtn_db::escape::Shown;

/// Find a position in any orientation and color, whoever cropped it
#[derive(Debug, Args)]
#[command(after_help = "\
Edges matter near the stones, and nowhere else: mark the sides beyond which the board goes on \
with _ and !. The operation shown carries the query onto the record.

In games, what comes next is the next stone that is put inside of the shape while it stands.

Example:
  gtn-db find --in games '2x2|_!!__XO__OX__!!_'
  gtn-db find '4x6|.O...._OOOOX._XXXX.._......_!!!!!!_'")]
pub struct FindArgs {
    /// An IGTN, a GTN of several lines, a file with such texts or with SGF, the beginning of a
    /// key, or - for standard input
    #[arg(required = true, value_name = "QUERY")]
    queries: Vec<OsString>,
    /// Who is to move; game trees may say it themselves
    #[arg(long, value_name = "COLOR")]
    turn: Option<TurnArg>,
    /// Where to look: for a position among problems, or for a shape in games, anywhere on the
    /// board, with ? for points that may be anything
    #[arg(long = "in", value_name = "WHERE", default_value = "problems")]
    place: PlaceArg,
    #[command(flatten)]
    shapes: ShapeArgs,
    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum PlaceArg {
    Problems,
    Games,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum TurnArg {
    Black,
    White,
}

impl From<TurnArg> for Color {
    fn from(turn: TurnArg) -> Color {
        match turn {
            TurnArg::Black => Color::Black,
            TurnArg::White => Color::White,
        }
    }
}

/// A record that was found; docs/json.md describes its fields.
#[derive(Serialize)]
struct Line {
    query: String,
    kind: &'static str,
    key: String,
    turn: &'static str,
    operation: &'static str,
    source: String,
    tree: u32,
    name: Option<String>,
    other_size: bool,
}

impl Row for Line {
    const HEADINGS: &'static [&'static str] =
        &["kind", "turn", "operation", "source", "tree", "name", "key"];

    fn cells(&self) -> Vec<String> {
        let kind = if self.other_size { "same position, other board size" } else { self.kind };
        vec![
            kind.to_owned(),
            self.turn.to_owned(),
            self.operation.to_owned(),
            self.source.clone(),
            self.tree.to_string(),
            self.name.clone().unwrap_or_default(),
            self.key.clone(),
        ]
    }
}

impl Line {
    fn of(label: &str, found: &Found, matched: &Match) -> Line {
        Line {
            query: label.to_owned(),
            kind: matched.kind.name(),
            key: found.position.key.to_string(),
            turn: matched.turn.name(),
            operation: matched.operation.name(),
            source: matched.record.at.source.clone(),
            tree: matched.record.at.tree,
            name: matched.record.at.name.clone(),
            other_size: matched.has_other_size,
        }
    }
}

pub fn run(args: &FindArgs, global: &Global) -> anyhow::Result<Outcome> {
    match args.place {
        PlaceArg::Games if args.turn.is_some() => bail!("--turn is for problems; see --next"),
        PlaceArg::Games => return shapes::run(&args.queries, &args.shapes, args.output, global),
        PlaceArg::Problems if args.shapes.is_given() => bail!("this is for --in games only"),
        PlaceArg::Problems => {}
    }
    let store = Store::open(&global.database()?)?;
    let turn = args.turn.map(Color::from);
    let mut found_any = false;
    let mut outcome = None;
    let mut output = Output::new(args.output)?;
    queries::visit(&args.queries, turn, &mut |label, asked| {
        let asked = asked.and_then(|asked| query(&store, asked, turn));
        match asked {
            Ok(Some(query)) => {
                let found = find::exact(&store, &query)?;
                found_any |= found.is_some();
                output.put(label, &query, found)?;
            }
            Ok(None) => report(&format!("{label}: no key begins so")),
            Err(error) => {
                report(&format!("{label}: {error:#}"));
                outcome = Some(Outcome::Failed);
            }
        }
        Ok(())
    })?;
    output.finish()?;
    Ok(outcome.unwrap_or(if found_any { Outcome::Done } else { Outcome::NothingFound }))
}

/// The query that asks for what is under a key, as its first record has it;
/// none when no key begins so.
pub fn query(store: &Store, asked: Asked, turn: Option<Color>) -> anyhow::Result<Option<Query>> {
    let prefix = match asked {
        Asked::Position(query) => return Ok(Some(*query)),
        Asked::Key(prefix) => prefix,
    };
    let Some(position) = only(store, prefix)? else { return Ok(None) };
    let sub: SubPosition = position.text.parse()?;
    let first = store.records(position.id)?.into_iter().next();
    let back = first.map_or(Default::default(), |record| record.at.symmetry.inverse());
    Ok(Some(Query::new(&sub.transform(back), turn)?))
}

/// The one position whose key begins so, if any does.
fn only(store: &Store, prefix: KeyPrefix) -> anyhow::Result<Option<StoredPosition>> {
    const SHOWN: u32 = 8;
    let mut found: VecDeque<_> = store.positions_under(prefix, SHOWN + 1)?.into();
    match (found.pop_front(), found.is_empty()) {
        (None, _) => Ok(None),
        (Some(position), true) => Ok(Some(position)),
        (Some(first), false) => {
            let mut keys = vec![first.key.to_string()];
            keys.extend(found.iter().take(SHOWN as usize - 1).map(|other| other.key.to_string()));
            let more = if found.len() >= SHOWN as usize { ", …" } else { "" };
            bail!("several keys begin so: {}{more}", keys.join(", "))
        }
    }
}

/// Boards and tables for people, or a listing of all.
enum Output {
    People { args: OutputArgs, is_first: bool },
    Listing(Box<Listing<Line, Stdout>>),
}

impl Output {
    fn new(args: OutputArgs) -> anyhow::Result<Output> {
        Ok(if args.json || args.csv {
            Output::Listing(Box::new(args.listing()?))
        } else {
            Output::People { args, is_first: true }
        })
    }

    fn put(&mut self, label: &str, query: &Query, found: Option<Found>) -> anyhow::Result<()> {
        let lines = found
            .iter()
            .flat_map(|found| found.matches.iter().map(|matched| Line::of(label, found, matched)));
        match self {
            Output::Listing(listing) => {
                lines.into_iter().try_for_each(|line| listing.push(&line))?
            }
            Output::People { args, is_first } => {
                let mut out = super::output::stdout();
                if !std::mem::take(is_first) {
                    writeln!(out)?;
                }
                let diagram = Diagram::from(&query.window);
                let drawing = Drawing {
                    diagram: &diagram,
                    placement: None,
                    labels: &[],
                    is_styled: has_colors(),
                };
                writeln!(out, "{drawing}")?;
                writeln!(out, "{}", Shown(&summary(query, found.as_ref())))?;
                drop(out); // the listing locks standard output itself
                let mut listing = args.listing()?;
                lines.into_iter().try_for_each(|line| listing.push(&line))?;
                listing.finish()?;
            }
        }
        Ok(())
    }

    fn finish(self) -> anyhow::Result<()> {
        if let Output::Listing(listing) = self {
            listing.finish()?;
        }
        Ok(())
    }
}

/// One sentence on what was found.
fn summary(query: &Query, found: Option<&Found>) -> String {
    let Some(found) = found else { return format!("Not found: {}", query.key()) };
    let count = |kind| found.matches.iter().filter(|matched| matched.kind == kind).count() as u64;
    let problems = count(Kind::SameProblem);
    let others = found.matches.iter().filter(|matched| matched.kind == Kind::SamePosition);
    let (unknown, other): (Vec<_>, Vec<_>) =
        others.partition(|matched| matched.turn == Turn::Unknown || query.turn.is_none());
    let mut parts = Vec::new();
    if problems > 0 {
        parts.push(format!("the same problem in {}", plural(problems, "record")));
    }
    if !unknown.is_empty() {
        let said = match (query.turn, unknown.len()) {
            (None, _) => "say who moves with --turn",
            (_, 1) => "which does not say who moves",
            _ => "which do not say who moves",
        };
        let records = plural(unknown.len() as u64, "record");
        parts.push(format!("the same position in {records} ({said})"));
    }
    if !other.is_empty() {
        let records = plural(other.len() as u64, "record");
        parts.push(format!("the same position with the other side to move in {records}"));
    }
    format!("Found {}", parts.join(", "))
}
