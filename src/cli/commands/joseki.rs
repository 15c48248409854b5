//! `gtn-db joseki`: what is played next in a corner.

use std::collections::HashSet;
use std::ffi::OsString;
use std::io::Write;

use anyhow::{Context, anyhow};
use clap::Args;
use gtn_db::Color;
use gtn_db::answer::{
    AskedCorner, AskedCornerError, Aspects, CornerJson, CornerMoveJson, likely_turn,
};
use gtn_db::go::{Board, Point, Size};
use gtn_db::gtn::SubPosition;
use gtn_db::joseki::Corner;
use gtn_db::store::Store;
use serde::Serialize;

use crate::cli::args::{AspectArgs, CornerArgs, GameArgs, TurnArg};
use crate::cli::input::{NO_SUCH_KEY, PositionArgs, read_one_query};
use crate::cli::output::aspects::{self, GroupRow, Grouped, results_cell, versus_fields};
use crate::cli::output::points::draw_diagram;
use crate::cli::output::progress::Progress;
use crate::cli::output::text::percent;
use crate::cli::output::{LimitArgs, OutputArgs, Row, plural, print_json, stdout};
use crate::cli::{Global, Outcome};

/// Count the moves played next in a corner, with their results
#[derive(Debug, Args)]
#[command(after_help = "\
The position is found in every corner, mirrored and with the colors exchanged; the answer is in \
the orientation and colors of the query. Every corner of every line counts, variations included: \
with the next stone in the corner if the side to move plays it, else as tenuki. After tenuki it is \
the other player's turn in the same position. Wins are those of the player of the move, among the \
places in games with a winner.

Example:
  gtn-db joseki '4x4|...._...._..X._...._!!!!_'
  gtn-db joseki 'Q16 R14'
  gtn-db joseki 'Q16 R17' --by year")]
pub struct JosekiArgs {
    /// A corner: moves such as 'Q16 R14', an IGTN with two open sides, a file with a position or
    /// SGF, or - for standard input [default: the empty corner]
    #[arg(value_name = "QUERY")]
    query: Option<OsString>,
    /// The side to move [default: as SGF or moves say, else the player with fewer stones, else
    /// Black]
    #[arg(long, value_name = "COLOR", ignore_case = true)]
    turn: Option<TurnArg>,
    /// Follow the moves this deep, and list every position reached
    #[arg(long, value_name = "DEPTH")]
    tree: Option<u32>,
    #[command(flatten)]
    aspects: AspectArgs,
    #[command(flatten)]
    limit: LimitArgs,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten, next_help_heading = "Corners")]
    corners: CornerArgs,
    #[command(flatten, next_help_heading = "Selecting games")]
    games: GameArgs,
}

/// A move with its position, as a row of a table or of CSV.
#[derive(Clone, Serialize)]
struct MoveRow<'a> {
    line: Option<String>,
    key: &'a str,
    turn: &'static str,
    games: u64,
    occurrences: u64,
    #[serde(rename = "move")]
    played: &'a CornerMoveJson,
    #[serde(skip)]
    line_names: &'a str,
}

impl<'a> MoveRow<'a> {
    fn new(node: &'a CornerJson, played: &'a CornerMoveJson) -> MoveRow<'a> {
        MoveRow {
            line: node.line.as_ref().map(|line| line.join(" ")),
            key: &node.key,
            turn: node.turn,
            games: node.games,
            occurrences: node.occurrences,
            played,
            line_names: &node.line_names,
        }
    }
}

impl Row for MoveRow<'_> {
    const HEADINGS: &'static [&'static str] =
        &["line", "", "move", "games", "places", "share", "won", "years", "examples"];
    const FIELDS: &'static [&'static str] = &[
        "line",
        "key",
        "turn",
        "games",
        "occurrences",
        "move.point",
        "move.point_name",
        "move.games",
        "move.occurrences",
        "move.share",
        "move.wins",
        "move.losses",
        "move.first_year",
        "move.last_year",
        "move.samples",
        "move.examples",
    ];

    fn cell(&self, heading: &str) -> Option<String> {
        let played = self.played;
        match heading {
            "line" => Some(self.line_names.to_owned()),
            "" => Some(played.letter.map(String::from).unwrap_or_default()),
            "move" => played.point_name.clone().or_else(|| Some("tenuki".to_owned())),
            "games" => Some(played.games.to_string()),
            "places" => Some(played.occurrences.to_string()),
            "share" => Some(percent(played.share)),
            _ => results_cell(&played.results, heading),
        }
    }
}

/// The corner that a position asks for, with what the user can do if there is none.
fn ask_corner(sub: SubPosition, board: Size, window: u8) -> anyhow::Result<AskedCorner> {
    let half = board.cols().min(board.rows()).div_ceil(2);
    AskedCorner::new(sub, board, window).map_err(|error| match error {
        AskedCornerError::TooLarge(size, _) if size.cols().max(size.rows()) <= half => {
            anyhow!("{error}; add --window {}", size.cols().max(size.rows()))
        }
        AskedCornerError::SeveralCorners => {
            anyhow!("{error}: cut a corner out, for example with --region K10-T19")
        }
        AskedCornerError::TooLarge(..) | AskedCornerError::Sides | AskedCornerError::Window(_) => {
            error.into()
        }
    })
}

pub fn run(args: &JosekiArgs, global: &Global) -> anyhow::Result<Outcome> {
    let store = Store::open(&global.database()?)?;
    let window = args.corners.to_options()?.window;
    let (asked, stated_turn) = match &args.query {
        None => {
            let board = args.position.board_size();
            let goban = SubPosition::goban(Board::new(board));
            (ask_corner(goban, board, window)?, None)
        }
        Some(query) => {
            let (label, text) = read_one_query(query, &args.position)?;
            let asked = text.into_position(&store).with_context(|| label.clone())?;
            let asked = asked.with_context(|| format!("{label}: {NO_SUCH_KEY}"))?;
            let corner = ask_corner(asked.sub, asked.place.board, window);
            (corner.context(label)?, asked.turn)
        }
    };
    let turn = args
        .turn
        .map(Color::from)
        .or(stated_turn)
        .unwrap_or_else(|| likely_turn(asked.corner.board()));
    let mut nodes = list_positions(&store, args, &asked, turn, global)?;
    if nodes.is_empty() && args.output.is_table() {
        writeln!(stdout(), "No game has this corner with {turn} to move")?;
    }
    print(args.output, args.aspects.to_aspects(), &asked, &mut nodes)?;
    Ok(if nodes.is_empty() { Outcome::NothingFound } else { Outcome::Done })
}

/// The position of the query with its moves; with `--tree`, also the positions that follow.
fn list_positions(
    store: &Store,
    args: &JosekiArgs,
    asked: &AskedCorner,
    turn: Color,
    global: &Global,
) -> anyhow::Result<Vec<(Corner, CornerJson)>> {
    let depth = args.tree.unwrap_or(0);
    let min_games = args.corners.min_games.unwrap_or(if args.tree.is_some() { 2 } else { 1 });
    let source = args.corners.select_games(store, &args.games, global)?;
    let options = args.corners.to_options()?;
    let progress = Progress::start(global, "Reading games", None);
    let joseki = match depth {
        0 => None,
        _ => Some(source.joseki(options, CornerArgs::kept_for_tree(min_games))?),
    };
    let mut nodes: Vec<(Corner, CornerJson)> = Vec::new();
    let mut seen = HashSet::new();
    // Positions to visit, with the points that lead to them and the players.
    let mut stack = vec![(asked.corner.clone(), turn, Vec::<(Color, Option<Point>)>::new())];
    while let Some((corner, turn, line)) = stack.pop() {
        let key = asked.diagram(&corner).sub_position().canonicalize().key();
        if !seen.insert((key, turn)) {
            continue; // reached by another order of moves
        }
        let mut counted = match &joseki {
            None => source.corner_moves(&corner, turn, options)?,
            Some(joseki) => joseki.moves(&corner, turn),
        };
        counted.moves.retain(|found| found.results.games >= min_games);
        counted.moves.truncate(args.limit.count());
        if counted.moves.is_empty() {
            continue;
        }
        if line.len() < depth as usize {
            for found in counted.moves.iter().rev() {
                let next = match found.point {
                    Some(point) => corner.play(turn, point),
                    None => Some(corner.clone()),
                };
                let Some(next) = next else { continue };
                let point = found.point.map(|point| asked.point(point));
                stack.push((next, !turn, [&line[..], &[(turn, point)]].concat()));
            }
        }
        let node = CornerJson::new(asked, &corner, turn, &counted, args.aspects.to_aspects());
        let node = if args.tree.is_some() { node.with_line(asked, &line) } else { node };
        nodes.push((corner, node));
    }
    drop(progress);
    global.note_games(&source);
    Ok(nodes)
}

fn print(
    output: OutputArgs,
    aspects: Aspects,
    asked: &AskedCorner,
    nodes: &mut [(Corner, CornerJson)],
) -> anyhow::Result<()> {
    if output.json {
        return Ok(print_json(nodes.iter().map(|(_, node)| node))?);
    }
    if let (Some((corner, node)), true) = (nodes.first(), output.is_table()) {
        let place = asked.place();
        let label = |found: &CornerMoveJson| Some((found.at?, found.letter?));
        let labels: Vec<(Point, char)> = node.moves.iter().filter_map(label).collect();
        let mut out = stdout();
        writeln!(out, "{}", draw_diagram(&asked.diagram(corner), place, &labels))?;
        let occurrences = plural(node.occurrences, "place");
        writeln!(out, "{} to move in {occurrences} of {}", node.turn, plural(node.games, "game"))?;
        for line in aspects::describe(node.moves.first().map(|found| &found.results)) {
            writeln!(out, "{line}")?;
        }
        out.flush()?;
    }
    let fields: &[&str] = if aspects.versus.is_some() { versus_fields!("move.") } else { &[] };
    if output.csv && aspects.by.is_some() {
        let moves = nodes.iter_mut().flat_map(|(_, node)| &mut node.moves);
        let groups: Vec<_> = moves.map(|found| GroupRow::split_off(&mut found.results)).collect();
        let moves = nodes
            .iter()
            .flat_map(|(_, node)| node.moves.iter().map(move |found| MoveRow::new(node, found)));
        let mut listing = output.listing_with(&[], fields)?;
        for (row, groups) in moves.zip(groups) {
            for by in groups {
                listing.push(&Grouped { row: row.clone(), by })?;
            }
        }
        listing.finish()?;
        return Ok(());
    }
    let mut listing = output.listing_with(&aspects::headings(aspects), fields)?;
    for (_, node) in nodes {
        node.moves.iter().try_for_each(|played| listing.push(&MoveRow::new(node, played)))?;
    }
    listing.finish()?;
    Ok(())
}
