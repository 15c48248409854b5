//! `gtn-db joseki`: what is played next in a corner.

use std::collections::HashSet;
use std::ffi::OsString;
use std::io::Write;

use anyhow::{Context, bail};
use clap::Args;
use gtn_db::Color;
use gtn_db::escape::write_json;
use gtn_db::extract::BoardPlace;
use gtn_db::go::{Board, Point, Region, Sides, Size, Symmetry};
use gtn_db::gtn::{Diagram, SubPosition};
use gtn_db::joseki::{Corner, Kept, Move};
use gtn_db::store::Store;
use serde::Serialize;

use crate::cli::args::{CornerArgs, GameArgs, TurnArg};
use crate::cli::input::{NO_SUCH_KEY, PositionArgs, likely_turn, read_one_query};
use crate::cli::json::results::ResultsJson;
use crate::cli::output::points::{PointNames, draw_diagram, letter};
use crate::cli::output::progress::Progress;
use crate::cli::output::text::percent;
use crate::cli::output::{LimitArgs, OutputArgs, Row, plural, stdout};
use crate::cli::{Global, Outcome};

/// Count the moves played next in a corner, with their results
#[derive(Debug, Args)]
#[command(after_help = "\
The position is found in every corner, mirrored and with the colors exchanged; the answer is in \
the orientation and colors of the query. Only the main line of each game counts, and each game \
counts once for each move. Tenuki is a move outside of the corner; then it is the other player's \
turn in the same position. Wins are those of the player of the move, among the games with a winner.

Example:
  gtn-db joseki '4x4|...._...._..X._...._!!!!_'
  gtn-db joseki 'Q16 R14'")]
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

/// A position of a corner; docs/json.md describes its fields.
#[derive(Serialize)]
struct Node {
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<Vec<String>>,
    key: String,
    turn: &'static str,
    games: u64,
    moves: Vec<PlayedMove>,
    /// The moves of `line` for tables, such as `R17 tenuki`.
    #[serde(skip)]
    line_names: String,
}

#[derive(Serialize)]
struct PlayedMove {
    #[serde(skip)]
    at: Option<Point>,
    #[serde(skip)]
    letter: Option<char>,
    point: Option<String>,
    point_name: Option<String>,
    games: u64,
    #[serde(flatten)]
    results: ResultsJson,
}

/// A move with its position, as a row of a table or of CSV.
#[derive(Serialize)]
struct MoveRow<'a> {
    line: Option<String>,
    key: &'a str,
    turn: &'static str,
    games: u64,
    #[serde(rename = "move")]
    played: &'a PlayedMove,
    #[serde(skip)]
    line_names: &'a str,
}

impl Row for MoveRow<'_> {
    const HEADINGS: &'static [&'static str] =
        &["line", "", "move", "games", "share", "won", "years", "examples"];
    const FIELDS: &'static [&'static str] = &[
        "line",
        "key",
        "turn",
        "games",
        "move.point",
        "move.point_name",
        "move.games",
        "move.wins",
        "move.losses",
        "move.first_year",
        "move.last_year",
        "move.samples",
        "move.examples",
    ];

    fn cells(&self) -> Vec<String> {
        let played = self.played;
        let [won, years, examples] = played.results.cells();
        vec![
            self.line_names.to_owned(),
            played.letter.map(String::from).unwrap_or_default(),
            played.point_name.clone().unwrap_or_else(|| "tenuki".to_owned()),
            played.games.to_string(),
            percent(played.games as f64 / self.games as f64),
            won,
            years,
            examples,
        ]
    }
}

/// A corner in the orientation of the query.
struct AskedCorner {
    /// The corner at the top left.
    corner: Corner,
    /// Carries the query onto the corner at the top left.
    symmetry: Symmetry,
    window: Size,
    /// The board of the query.
    board: Size,
}

impl AskedCorner {
    /// The corner that a position with two open sides, or a whole board with stones in one corner
    /// only, is in a window of `lines` columns and rows.
    fn new(sub: SubPosition, board: Size, lines: u8) -> anyhow::Result<AskedCorner> {
        let sub = if sub.open.is_empty() { cut_corner(&sub, lines)? } else { sub };
        let size = sub.board.size();
        let top_left = Sides::RIGHT | Sides::BOTTOM;
        // Only those that do not exchange rows and columns.
        let symmetry = [0, 4, 2, 6]
            .into_iter()
            .filter_map(Symmetry::from_index)
            .find(|&symmetry| sub.open.transform(symmetry) == top_left)
            .context("a corner has two open sides, marked with _ and !")?;
        if size.cols() > lines || size.rows() > lines {
            bail!("the corner ({size}) is larger than the window; add --window {}", {
                size.cols().max(size.rows())
            });
        }
        let window = Size::new(lines, lines)?;
        let mut stones = Board::new(window);
        for (point, color) in sub.board.stones() {
            stones.set(symmetry.point(point, size), Some(color));
        }
        Ok(AskedCorner { corner: Corner::new(stones), symmetry, window, board })
    }

    /// The point of the query's window that a point of the corner at the top left is.
    fn point(&self, point: Point) -> Point {
        self.symmetry.inverse().point(point, self.window)
    }

    /// A corner at the top left in the orientation of the query.
    fn diagram(&self, corner: &Corner) -> Diagram {
        let sub = SubPosition { board: corner.board().clone(), open: Sides::RIGHT | Sides::BOTTOM };
        Diagram::from(&sub.transform(self.symmetry.inverse()))
    }

    /// Where the window lies on the board of the query; on the standard board when that one is too
    /// small.
    fn place(&self) -> BoardPlace {
        let is_small =
            self.board.cols() <= self.window.cols() || self.board.rows() <= self.window.rows();
        let board = if is_small { Size::STANDARD } else { self.board };
        let open = (Sides::RIGHT | Sides::BOTTOM).transform(self.symmetry.inverse());
        let start = |is_at_end, lines: u8, length| {
            if is_at_end { lines.saturating_sub(length) } else { 0 }
        };
        let col = start(open.contains(Sides::LEFT), board.cols(), self.window.cols());
        let row = start(open.contains(Sides::TOP), board.rows(), self.window.rows());
        BoardPlace { origin: Point::new(col, row), board }
    }
}

/// Cuts the corner that holds all stones out of a whole board, the one at the top right first. The
/// corner has `lines` columns and rows, or half of the board where that is less.
fn cut_corner(goban: &SubPosition, lines: u8) -> anyhow::Result<SubPosition> {
    let board = goban.board.size();
    let lines = lines.min(board.cols().div_ceil(2)).min(board.rows().div_ceil(2));
    let size = Size::new(lines, lines)?;
    let (right, bottom) = (board.cols() - lines, board.rows() - lines);
    let corners = [(right, 0), (0, 0), (right, bottom), (0, bottom)].map(|(col, row)| {
        let region = Region { origin: Point::new(col, row), size };
        Diagram::from(goban).cut(region).expect("the corners of a board are inside").sub_position()
    });
    let stones = goban.board.stones().count();
    let mut corners = corners.into_iter();
    corners.find(|corner| corner.board.stones().count() == stones).context(
        "the stones are not all in one corner: cut a corner out, for example with --region K10-T19",
    )
}

pub fn run(args: &JosekiArgs, global: &Global) -> anyhow::Result<Outcome> {
    let store = Store::open(&global.database()?)?;
    let window = args.corners.to_options().window;
    let (asked, stated_turn) = match &args.query {
        None => {
            let board = args.position.board_size();
            let goban = SubPosition::goban(Board::new(board));
            let sub = cut_corner(&goban, window)?;
            (AskedCorner::new(sub, board, window)?, None)
        }
        Some(query) => {
            let (label, text) = read_one_query(query, &args.position)?;
            let asked = text.into_position(&store).with_context(|| label.clone())?;
            let asked = asked.with_context(|| format!("{label}: {NO_SUCH_KEY}"))?;
            let corner = AskedCorner::new(asked.sub, asked.place.board, window);
            (corner.context(label)?, asked.turn)
        }
    };
    let turn = args
        .turn
        .map(Color::from)
        .or(stated_turn)
        .unwrap_or_else(|| likely_turn(asked.corner.board()));
    let nodes = list_positions(&store, args, &asked, turn, global)?;
    if nodes.is_empty() && args.output.is_table() {
        writeln!(stdout(), "No game has this corner with {turn} to move")?;
    }
    print(args.output, &asked, &nodes)?;
    Ok(if nodes.is_empty() { Outcome::NothingFound } else { Outcome::Done })
}

/// The position of the query with its moves; with `--tree`, also the positions that follow.
fn list_positions(
    store: &Store,
    args: &JosekiArgs,
    asked: &AskedCorner,
    turn: Color,
    global: &Global,
) -> anyhow::Result<Vec<(Corner, Node)>> {
    let depth = args.tree.unwrap_or(0);
    let min_games = args.corners.min_games.unwrap_or(if args.tree.is_some() { 2 } else { 1 });
    let kept = if depth > 0 {
        CornerArgs::kept_for_tree(min_games)
    } else {
        Kept::Only(&asked.corner, turn)
    };
    let progress = Progress::start(global, "Loading games", None);
    let joseki = args.corners.load_joseki(store, &args.games, kept)?;
    drop(progress);
    let names = PointNames::new(asked.place());
    let mut nodes: Vec<(Corner, Node)> = Vec::new();
    let mut seen = HashSet::new();
    // Positions to visit, with the points that lead to them and the players.
    let mut stack = vec![(asked.corner.clone(), turn, Vec::<(Color, Option<Point>)>::new())];
    while let Some((corner, turn, line)) = stack.pop() {
        let key = asked.diagram(&corner).sub_position().canonicalize().key();
        if !seen.insert((key, turn)) {
            continue; // reached by another order of moves
        }
        let (games, mut moves) = joseki.moves(&corner, turn);
        moves.retain(|found| found.results.games >= min_games);
        moves.truncate(args.limit.count());
        if moves.is_empty() {
            continue;
        }
        if line.len() < depth as usize {
            for found in moves.iter().rev() {
                let next = match found.point {
                    Some(point) => corner.play(turn, point),
                    None => Some(corner.clone()),
                };
                let Some(next) = next else { continue };
                let point = found.point.map(|point| asked.point(point));
                stack.push((next, !turn, [&line[..], &[(turn, point)]].concat()));
            }
        }
        let node = Node {
            line: args.tree.map(|_| line.iter().copied().map(describe_move).collect()),
            key: key.to_string(),
            turn: turn.name(),
            games,
            moves: describe_moves(asked, names, &moves),
            line_names: describe_line(names, &line),
        };
        nodes.push((corner, node));
    }
    Ok(nodes)
}

/// A move of a line in JSON, such as `X(3,4)`.
fn describe_move((color, point): (Color, Option<Point>)) -> String {
    point.map_or("tenuki".to_owned(), |point| format!("{}{point}", color.gtn_char()))
}

/// A line for tables, such as `R16 tenuki O17`.
fn describe_line(names: PointNames, line: &[(Color, Option<Point>)]) -> String {
    let name = |&(_, point): &(Color, Option<Point>)| {
        point.map_or("tenuki".to_owned(), |point| names.name(point))
    };
    line.iter().map(name).collect::<Vec<_>>().join(" ")
}

fn describe_moves(asked: &AskedCorner, names: PointNames, moves: &[Move]) -> Vec<PlayedMove> {
    let mut letters = (0..).map_while(letter);
    let describe = |found: &Move| {
        let point = found.point.map(|point| asked.point(point));
        PlayedMove {
            at: point,
            letter: point.and_then(|_| letters.next()),
            point: point.map(|point| point.to_string()),
            point_name: point.map(|point| names.name(point)),
            games: found.results.games,
            results: ResultsJson::new(&found.results),
        }
    };
    moves.iter().map(describe).collect()
}

fn print(output: OutputArgs, asked: &AskedCorner, nodes: &[(Corner, Node)]) -> anyhow::Result<()> {
    if output.json {
        let mut out = stdout();
        nodes.iter().try_for_each(|(_, node)| write_json(&mut out, node))?;
        return Ok(out.flush()?);
    }
    if let (Some((corner, node)), true) = (nodes.first(), output.is_table()) {
        let place = asked.place();
        let label = |found: &PlayedMove| Some((found.at?, found.letter?));
        let labels: Vec<(Point, char)> = node.moves.iter().filter_map(label).collect();
        let mut out = stdout();
        writeln!(out, "{}", draw_diagram(&asked.diagram(corner), place, &labels))?;
        writeln!(out, "{} to move in {}", node.turn, plural(node.games, "game"))?;
        out.flush()?;
    }
    let mut listing = output.listing()?;
    for (_, node) in nodes {
        for played in &node.moves {
            listing.push(&MoveRow {
                line: node.line.as_ref().map(|line| line.join(" ")),
                key: &node.key,
                turn: node.turn,
                games: node.games,
                played,
                line_names: &node.line_names,
            })?;
        }
    }
    listing.finish()?;
    Ok(())
}
