//! `gtn-db find`: is this position in the database, and where?

pub mod contains;
pub mod in_games;
pub mod near;

use std::collections::VecDeque;
use std::ffi::OsString;
use std::io::Write;

use anyhow::bail;
use clap::{Args, ValueEnum, value_parser};
use gtn_db::find::{self, After, Found, Kind, Match, Query};
use gtn_db::go::Point;
use gtn_db::gtn::{Diagram, SubPosition};
use gtn_db::model::{Occurrence, Turn};
use gtn_db::sgf::value::letters;
use gtn_db::similarity::{Edges, MAX_DISTANCE};
use gtn_db::store::{Store, StoredPosition};
use gtn_db::{Color, KeyPrefix};
use serde::Serialize;

use crate::cli::input::queries::{self, Asked};
use crate::cli::output::board::Drawing;
use crate::cli::output::{Listing, OutputArgs, Row, Stdout, has_colors, plural};
use crate::cli::{Global, Outcome, report};
use gtn_db::escape::Escaped;
use in_games::ShapeArgs;

/// Find a position in any orientation and color, whoever cropped it
#[derive(Debug, Args)]
#[command(after_help = "\
Edges matter near the stones, and nowhere else: mark the sides beyond which the board goes on \
with _ and !. The operation shown carries the query onto the record.

With --inside the solutions of all records are played through: a record is listed with the moves \
that lead to the query, as SGF has them.

With --contains and --within, ? stands for a point that may be anything, and a side is a real \
edge unless it is marked. docs/find.md says more.

In games, what comes next is the next stone that is put inside of the shape while it stands. \
docs/games.md says more.

Example:
  gtn-db find '4x6|.O...._OOOOX._XXXX.._......_!!!!!!_'
  gtn-db find --near 2 '4x6|.O...._OOOOX._XXXX.._......_!!!!!!_'
  gtn-db find --contains '3x3|.OX_?OX_XXX_!!!_'
  gtn-db find --in games '2x2|_!!__XO__OX__!!_'")]
pub struct FindArgs {
    /// An IGTN, a GTN of several lines, a file with such texts or with SGF, the beginning of a
    /// key, or - for standard input
    #[arg(required = true, value_name = "QUERY")]
    queries: Vec<OsString>,
    /// Who is to move; game trees may say it themselves
    #[arg(long, value_name = "COLOR")]
    turn: Option<TurnArg>,
    /// Find also what differs in at most K points (1 to 5), and the same shape with other edges
    #[arg(long, value_name = "K", value_parser = value_parser!(u8).range(1..=i64::from(MAX_DISTANCE)))]
    near: Option<u8>,
    /// Find the positions that contain the query
    #[arg(long, conflicts_with_all = ["near", "within"])]
    contains: bool,
    /// Find the positions that the query contains
    #[arg(long, conflicts_with = "near")]
    within: bool,
    /// Find the query also inside the solutions, after some moves of a record
    #[arg(long, conflicts_with_all = ["near", "contains", "within"])]
    inside: bool,
    /// What sides are, with --contains and --within
    #[arg(long, value_name = "EDGES", default_value = "marked")]
    edges: EdgesArg,
    /// Only count what is found, with --contains, --within and --in games; in games also what is
    /// played next
    #[arg(long, conflicts_with = "near")]
    count: bool,
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
enum EdgesArg {
    /// A real edge, unless it is marked with _ or !: beyond these the board goes on
    Marked,
    /// Anything
    Any,
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
pub struct Line {
    pub query: String,
    pub kind: &'static str,
    pub key: String,
    pub turn: &'static str,
    pub operation: &'static str,
    pub source: String,
    pub tree: u32,
    pub name: Option<String>,
    pub other_size: bool,
    /// The moves that lead to the query from the record's setup.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<Vec<String>>,
}

impl Row for Line {
    const HEADINGS: &'static [&'static str] =
        &["kind", "turn", "operation", "source", "tree", "name", "key"];

    fn cells(&self) -> Vec<String> {
        let kind = match &self.after {
            Some(moves) => format!("after {}", moves.join(" ")),
            None if self.other_size => "same position, other board size".to_owned(),
            None => self.kind.to_owned(),
        };
        vec![
            kind,
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
    pub fn of(label: &str, position: &StoredPosition, matched: &Match) -> Line {
        Line {
            query: label.to_owned(),
            kind: matched.kind.name(),
            key: position.key.to_string(),
            turn: matched.turn.name(),
            operation: matched.operation.name(),
            source: matched.record.at.source.clone(),
            tree: matched.record.at.tree,
            name: matched.record.at.name.clone(),
            other_size: matched.has_other_size,
            after: None,
        }
    }

    /// The query inside the solution of a record.
    fn inside(label: &str, query: &Query, found: &After) -> Line {
        let played = |&(color, at): &(Color, Option<Point>)| {
            format!("{}[{}]", color.sgf_char(), at.map(letters).unwrap_or_default())
        };
        let Occurrence { source, tree, name, .. } = found.record.at.clone();
        Line {
            query: label.to_owned(),
            kind: "inside",
            key: query.key().to_string(),
            turn: Turn::of(Some(found.turn)).name(),
            operation: found.operation.name(),
            source,
            tree,
            name,
            other_size: false,
            after: Some(found.line.iter().map(played).collect()),
        }
    }
}

pub fn run(args: &FindArgs, global: &Global) -> anyhow::Result<Outcome> {
    match args.place {
        PlaceArg::Games if args.turn.is_some() => bail!("--turn is for problems; see --next"),
        PlaceArg::Games => {
            let is_likeness = args.near.is_some() || args.contains || args.within || args.inside;
            if is_likeness || args.edges == EdgesArg::Any {
                bail!("--near, --contains, --within, --inside and --edges are for problems");
            }
            return in_games::run(&args.queries, &args.shapes, args.count, args.output, global);
        }
        PlaceArg::Problems if args.shapes.is_given() => bail!("this is for --in games only"),
        PlaceArg::Problems => {}
    }
    let store = Store::open(&global.database()?)?;
    let turn = args.turn.map(Color::from);
    let edges = match args.edges {
        EdgesArg::Marked => Edges::Marked,
        EdgesArg::Any => Edges::Any,
    };
    let for_inside = |what| format!("{what} goes with --contains or --within");
    match (args.near, args.contains, args.within) {
        (Some(k), ..) => return near::run(&store, &args.queries, turn, k, args.output),
        (_, false, false) if args.count => bail!(for_inside("--count")),
        (_, false, false) if args.edges == EdgesArg::Any => bail!(for_inside("--edges")),
        (_, false, false) => {}
        (_, is_containing, _) => {
            let asked = contains::Inside { is_containing, edges, is_counted: args.count };
            return asked.run(&store, &args.queries, args.output);
        }
    }
    let mut found_any = false;
    let mut outcome = None;
    let mut output = Output::new(args.output)?;
    queries::visit(&args.queries, turn, &mut |label, asked| {
        let asked = asked.and_then(|asked| query(&store, asked, turn));
        match asked {
            Ok(Some(query)) => {
                let found = find::exact(&store, &query)?;
                let inside = if args.inside { find::after(&store, &query)? } else { Vec::new() };
                found_any |= found.is_some() || !inside.is_empty();
                output.put(label, &query, found, &inside)?;
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
        Asked::Given(query) => return Ok(Some(*query)),
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
    let mut found: VecDeque<_> = store.positions_with_prefix(prefix, SHOWN + 1)?.into();
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

    fn put(
        &mut self,
        label: &str,
        query: &Query,
        found: Option<Found>,
        inside: &[After],
    ) -> anyhow::Result<()> {
        let lines = found.iter().flat_map(|found| {
            found.matches.iter().map(|matched| Line::of(label, &found.position, matched))
        });
        let lines = lines.chain(inside.iter().map(|after| Line::inside(label, query, after)));
        match self {
            Output::Listing(listing) => {
                lines.into_iter().try_for_each(|line| listing.push(&line))?
            }
            Output::People { args, is_first } => {
                let mut out = crate::cli::output::stdout();
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
                let all: Vec<&Match> = found.iter().flat_map(|found| &found.matches).collect();
                writeln!(out, "{}", Escaped(&summary(query, &all)))?;
                if !inside.is_empty() {
                    let count = plural(inside.len() as u64, "solution");
                    writeln!(out, "It stands inside {count}")?;
                }
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

/// One sentence on the records of the same position.
pub fn summary(query: &Query, found: &[&Match]) -> String {
    if found.is_empty() {
        return format!("Not found: {}", query.key());
    }
    let count = |kind| found.iter().filter(|matched| matched.kind == kind).count() as u64;
    let problems = count(Kind::SameProblem);
    let others = found.iter().copied().filter(|matched| matched.kind == Kind::SamePosition);
    let (unknown, other): (Vec<&Match>, Vec<&Match>) =
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
