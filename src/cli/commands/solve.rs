//! `gtn-db solve`: life and death of enclosed problems.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::Duration;

use clap::{Args, value_parser};
use gtn_db::Color;
use gtn_db::answer::{BookMoveJson, RefutedJson, SolveJson, accepted_moves, letter};
use gtn_db::extract::BoardPlace;
use gtn_db::find::load_solution;
use gtn_db::go::{Board, Point, Region, Sides, Size};
use gtn_db::gtn::{Cell, Diagram};
use gtn_db::solve::{FrameVerdict, FramedPoint, Limits, Problem, Verdict, Why, confirm};
use gtn_db::store::{Store, StoredRecord};

use crate::cli::args::TurnArg;
use crate::cli::input::{AskedPosition, PositionArgs, QueryText, Tally, read_queries};
use crate::cli::output::points::draw_diagram;
use crate::cli::output::{Listing, OutputArgs, OutputFile, Row, Stdout, stdout};
use crate::cli::signals::{Ending, cancel_flag};
use crate::cli::{Global, Outcome};

/// Find what the best moves of both sides achieve in an enclosed life-and-death problem
#[derive(Debug, Args)]
#[command(after_help = "\
The verdict says whether the group lives or is killed, by which first moves, and which first moves \
fail. Every claim is proved for the board as it is drawn, and the proof is replayed by the rules \
before anything is printed: `:` is an empty point of the group's region, `,` one of the ring around it, \
and `#` a stone of the attacker that is never captured. What is not proved is unknown, and the reason \
is printed: no enclosed group, several of them, the budget of nodes, a ko that several threats \
decide, a repetition, or that the outcome depends on what is outside. docs/solve.md says more.

If the query does not say who moves, both sides are tried. The database is needed for keys only. The \
same budget has the same verdict on every machine.

Exit status: 0 a verdict, 1 all unknown, 2 error.

Example:
  gtn-db solve '4x6|.O...._OOOOX._XXXX.._......_!!!!!!_'
  gtn-db solve --turn black --nodes 1000000 problem.sgf
  gtn-db solve --proof proof.sgf '4x6|.O...._OOOOX._XXXX.._......_!!!!!!_'
  gtn-db solve --json problems.sgf")]
pub struct SolveArgs {
    /// Positions: an IGTN, a diagram of several lines, typed moves such as 'Q16 D4', the beginning
    /// of a key, a file with any of these or with SGF, or - for standard input
    #[arg(required = true, value_name = "QUERY")]
    queries: Vec<OsString>,
    /// The side to move; it overrides what SGF or typed moves say
    #[arg(long, value_name = "COLOR", ignore_case = true)]
    turn: Option<TurnArg>,
    /// Search at most N positions for each problem: some 250,000 of them take a second
    #[arg(
        long,
        value_name = "N",
        default_value_t = Limits::default().nodes,
        value_parser = value_parser!(u64).range(..=MAX_NODES),
    )]
    nodes: u64,
    /// Write the proofs as SGF: a tree for each frame, of at most 5,000 nodes for each problem; - is
    /// standard output
    #[arg(long, value_name = "FILE.sgf", conflicts_with_all = ["json", "csv"])]
    proof: Option<PathBuf>,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    position: PositionArgs,
}

/// More take days, and Ctrl-C ends them.
const MAX_NODES: u64 = 1_000_000_000_000;

/// The search looks at the flag every 1,024 nodes.
const ENDING: Ending = Ending { grace: Duration::from_secs(2), note: "interrupted" };

impl Row for SolveJson {
    const FIELDS: &'static [&'static str] = &[
        "query",
        "turn",
        "outcome",
        "unknown",
        "defender",
        "settled",
        "moves",
        "refuted",
        "undecided",
        "friends_outside",
        "book",
        "line",
        "frames",
        "nodes",
    ];
}

pub fn run(args: &SolveArgs, global: &Global) -> anyhow::Result<Outcome> {
    let cancel = cancel_flag(ENDING);
    let limits = Limits { nodes: args.nodes, cancel: Some(cancel) };
    let mut store = None;
    let mut tally = Tally::default();
    let mut listing: Option<Listing<SolveJson, Stdout>> = match args.output.is_table() {
        true => None,
        false => Some(args.output.listing()?),
    };
    let inputs: Vec<PathBuf> = args.queries.iter().map(PathBuf::from).collect();
    let proof = args.proof.as_ref().map(|path| OutputFile::create(path, &inputs, global));
    let mut proof = proof.transpose()?;
    let is_silent = args.proof.as_ref().is_some_and(|path| OutputFile::is_stdout(path));
    let mut is_further = false;
    for (label, text) in read_queries(&args.queries, &args.position) {
        let asked = text.and_then(|text| resolve(text, &mut store, global));
        let Some(Asked { position, turns, book }) = tally.accept(&label, asked) else { continue };
        let board = position.place.whole_board(&position.sub.board);
        let turns = args.turn.map_or(turns, |turn| vec![turn.into()]);
        for to_move in turns {
            let problem = Problem { board: board.clone(), to_move };
            let verdict = confirm(&problem, &limits);
            if cancel.load(Ordering::Relaxed) {
                break;
            }
            tally.count(verdict.answer.is_ok());
            let row = {
                let of_turn = book.iter().filter(|(turn, _)| *turn == to_move);
                let moves: Vec<Option<Point>> =
                    of_turn.flat_map(|(_, moves)| moves).copied().collect();
                SolveJson::new(&label, board.size(), to_move, &verdict, &moves)
            };
            if let (Some(proof), Some(sgf)) = (&mut proof, verdict.to_sgf(&problem)) {
                proof.write_all(sgf.as_bytes())?;
            }
            match &mut listing {
                Some(listing) => listing.push(&row)?,
                None if is_silent => {}
                None => {
                    let mut out = stdout();
                    if std::mem::replace(&mut is_further, true) {
                        writeln!(out)?;
                    }
                    out.write_all(describe(&row, &position, &board, &verdict).as_bytes())?;
                    out.flush()?;
                }
            }
        }
        if cancel.load(Ordering::Relaxed) {
            break;
        }
    }
    if let Some(listing) = listing {
        listing.finish()?;
    }
    if let Some(proof) = proof
        && !cancel.load(Ordering::Relaxed)
    {
        proof.finish()?;
    }
    Ok(if cancel.load(Ordering::Relaxed) { Outcome::Interrupted } else { tally.outcome() })
}

/// A query that was read.
struct Asked {
    position: AskedPosition,
    /// Who may be to move.
    turns: Vec<Color>,
    /// The first moves that the record drawn accepts, if it is one of the database.
    book: Option<(Color, Vec<Option<Point>>)>,
}

/// Reads a query; `None` when it is a key that is not there.
fn resolve(
    text: QueryText,
    store: &mut Option<Store>,
    global: &Global,
) -> anyhow::Result<Option<Asked>> {
    if !text.is_key() {
        let position = text.into_own_position()?;
        let turns = position.turn.map_or(Color::ALL.to_vec(), |turn| vec![turn]);
        return Ok(Some(Asked { position, turns, book: None }));
    }
    let store = match store {
        Some(store) => store,
        none => none.insert(Store::open(&global.database()?)?),
    };
    let Some(position) = text.into_position(store)? else { return Ok(None) };
    let query = position.to_query(None)?;
    let (mut turns, mut book) = (Vec::new(), None);
    if let Some(stored) = store.position(query.key())? {
        let records = store.records(stored.id)?;
        // The position is drawn as in the first record.
        if let Some(first) = records.first() {
            let of_record =
                |record: &StoredRecord| record.turn.transform(first.at.symmetry).color();
            turns = records.iter().filter_map(of_record).collect();
            if let Some(turn) = first.own_turn().color() {
                book = Some((turn, accepted_moves(&load_solution(store, first)?, first)));
            }
        }
    }
    let is_asked = |color: &Color| turns.is_empty() || turns.contains(color);
    let turns = Color::ALL.into_iter().filter(is_asked).collect();
    Ok(Some(Asked { position, turns, book }))
}

/// A verdict for people.
fn describe(row: &SolveJson, position: &AskedPosition, board: &Board, verdict: &Verdict) -> String {
    let mut text = String::new();
    // Frames that disagree are both drawn.
    let drawn = match verdict.answer {
        Err(Why::DependsOnOutside) => &verdict.frames[..],
        _ => verdict.frames.get(..1).unwrap_or_default(),
    };
    if drawn.is_empty() {
        let diagram = Diagram::from(&position.sub);
        text += &crate::cli::output::points::draw_with_margin(&diagram, position.place);
    }
    for frame in drawn {
        text += &draw_frame(frame, board);
    }
    let mut line = |heading: &str, value: &str| {
        if !value.is_empty() {
            writeln!(text, "{heading:9} {value}").expect("a string can be written to");
        }
    };
    let turn = if row.turn == "black" { "Black" } else { "White" };
    line("turn", turn);
    line("verdict", &row.sentence());
    line("moves", &row.move_names);
    let refuted: Vec<&str> = row.refuted.iter().map(|RefutedJson { names, .. }| &**names).collect();
    line("refuted", &refuted.join(", "));
    line("undecided", &row.undecided_names);
    if row.friends_outside {
        line("note", "stones of its color lie outside; what they could change is not searched");
    }
    let book: Vec<&str> = row.book.iter().map(|BookMoveJson { names, .. }| &**names).collect();
    line("book", &book.join(", "));
    line("line", &row.line_names);
    for frame in &row.frames {
        let found = frame.outcome.or(frame.unknown).unwrap_or_default();
        line(frame.frame, format!("{found} {}", frame.move_names).trim_end());
    }
    line("nodes", &row.nodes.to_string());
    text
}

/// The board around a group as it was searched, with letters on the right moves.
fn draw_frame(frame: &FrameVerdict, board: &Board) -> String {
    let used = frame.points.iter().map(|&(at, _)| at).chain(board.stones().map(|(at, _)| at));
    let (mut first, mut last) = (Point::new(u8::MAX, u8::MAX), Point::new(0, 0));
    for at in used {
        first = Point::new(first.col.min(at.col), first.row.min(at.row));
        last = Point::new(last.col.max(at.col), last.row.max(at.row));
    }
    let size = Size::new(last.col - first.col + 1, last.row - first.row + 1)
        .expect("a part of a board is not larger than the board");
    let mut open = Sides::NONE;
    for (side, is_open) in [
        (Sides::LEFT, first.col > 0),
        (Sides::TOP, first.row > 0),
        (Sides::RIGHT, last.col + 1 < board.size().cols()),
        (Sides::BOTTOM, last.row + 1 < board.size().rows()),
    ] {
        if is_open {
            open |= side;
        }
    }
    let region = Region { origin: first, size };
    let sub = board.cut(region);
    let diagram = Diagram::build(size, open, |at| Cell { stone: sub.get(at), mark: None });
    let mut labels: Vec<(Point, char)> = Vec::new();
    let letters = (0..).map_while(letter);
    labels.extend(frame.moves.iter().copied().zip(letters));
    for &(at, point) in &frame.points {
        let is_labeled = labels.iter().any(|(labeled, _)| *labeled == at);
        let label = match point {
            _ if is_labeled || board.get(at).is_some() => continue,
            FramedPoint::Region => ':',
            FramedPoint::Ring => ',',
            FramedPoint::Safe | FramedPoint::Attacker | FramedPoint::Defender => '#',
        };
        labels.push((at, label));
    }
    for (at, _) in &mut labels {
        *at = Point::new(at.col - first.col, at.row - first.row);
    }
    draw_diagram(&diagram, BoardPlace { origin: first, board: board.size() }, &labels)
}
