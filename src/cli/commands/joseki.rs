//! `gtn-db joseki`: what is played next in a corner.

use std::collections::HashSet;
use std::ffi::OsString;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use anyhow::{Context, bail};
use clap::Args;
use gtn_db::Color;
use gtn_db::go::{Board, Point, Sides, Size, Symmetry};
use gtn_db::gtn::{Diagram, SubPosition};
use gtn_db::joseki::{Corner, Joseki, Kept, Move, Options, write_sgf};
use gtn_db::model::GameOutcome;
use gtn_db::store::Store;
use serde::Serialize;

use crate::cli::commands::find::TurnArg;
use crate::cli::commands::games::GameArgs;
use crate::cli::input::patterns;
use crate::cli::output::board::Drawing;
use crate::cli::output::text::{percent, win_rate, years};
use crate::cli::output::{OutputArgs, Row, has_colors, plural, stdout};
use crate::cli::{Global, Outcome};
use gtn_db::escape::write_json;

/// Tell what is played next in a corner, in how many games, and who won them
#[derive(Debug, Args)]
#[command(after_help = "\
A corner is found wherever it lies, mirrored and recolored; only the first line of a game counts, \
and a game once for each move. Tenuki is a move elsewhere; then it is the other player's turn. \
Wins are those of the player of the move, of the games that somebody won.

Example:
  gtn-db joseki '4x4|...._...._..X._...._!!!!_'")]
pub struct JosekiArgs {
    /// A corner: an IGTN with two open sides, a file with one, or - for standard input; the empty
    /// corner at the top right when missing
    #[arg(value_name = "QUERY")]
    query: Option<OsString>,
    /// Whose turn it is; when missing, the turn of who has fewer stones, or Black's
    #[arg(long, value_name = "COLOR")]
    turn: Option<TurnArg>,
    /// Follow the moves so far, and list every position on the way
    #[arg(long, value_name = "DEPTH")]
    tree: Option<u32>,
    #[command(flatten)]
    corners: CornerArgs,
    #[command(flatten)]
    games: GameArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// How corners are looked at.
#[derive(Clone, Copy, Debug, Args)]
pub struct CornerArgs {
    /// Columns and rows of a corner that count [default: 10]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=26))]
    window: Option<u8>,
    /// Moves in a corner that are followed [default: 30]
    #[arg(long, value_name = "N")]
    moves: Option<u8>,
    /// Leave out moves in fewer games [default: 1, of a tree 2]
    #[arg(long, value_name = "N")]
    min_games: Option<u64>,
}

impl CornerArgs {
    /// Whether one of them is given.
    pub fn is_given(&self) -> bool {
        self.window.is_some() || self.moves.is_some() || self.min_games.is_some()
    }

    fn options(&self) -> Options {
        let default = Options::default();
        Options {
            window: self.window.unwrap_or(default.window),
            moves: self.moves.unwrap_or(default.moves),
        }
    }
}

/// A position of a corner; docs/json.md describes its fields.
#[derive(Serialize)]
struct Node {
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<Vec<String>>,
    key: String,
    turn: &'static str,
    games: u64,
    moves: Vec<Line>,
}

#[derive(Serialize)]
struct Line {
    #[serde(skip)]
    letter: Option<char>,
    point: Option<String>,
    games: u64,
    wins: u64,
    losses: u64,
    first_year: Option<u16>,
    last_year: Option<u16>,
    samples: Vec<i64>,
}

/// A move with its position, as a row of a table or of CSV.
#[derive(Serialize)]
struct MoveRow<'a> {
    line: Option<String>,
    key: &'a str,
    turn: &'static str,
    games: u64,
    #[serde(rename = "move")]
    played: &'a Line,
}

impl Row for MoveRow<'_> {
    const HEADINGS: &'static [&'static str] =
        &["line", "", "move", "games", "share", "won", "years", "such as"];
    const FIELDS: &'static [&'static str] = &[
        "line",
        "key",
        "turn",
        "games",
        "move.point",
        "move.games",
        "move.wins",
        "move.losses",
        "move.first_year",
        "move.last_year",
        "move.samples",
    ];

    fn cells(&self) -> Vec<String> {
        let played = self.played;
        let samples: Vec<String> = played.samples.iter().map(i64::to_string).collect();
        vec![
            self.line.clone().unwrap_or_default(),
            played.letter.map(String::from).unwrap_or_default(),
            played.point.clone().unwrap_or_else(|| "tenuki".to_owned()),
            played.games.to_string(),
            percent(played.games as f64 / self.games as f64),
            win_rate(played.wins, played.losses),
            years(played.first_year, played.last_year),
            samples.join(" "),
        ]
    }
}

/// Reads the corners of the games that fit.
fn load(
    store: &Store,
    games: &GameArgs,
    args: CornerArgs,
    kept: Kept<'_>,
) -> anyhow::Result<Joseki> {
    let among = games.among(store)?;
    let outcomes = store.game_outcomes()?;
    let mut bytes = Vec::new();
    let mut ends: Vec<(GameOutcome, usize)> = Vec::new();
    store.for_each_game(|game, lines| {
        let fits = among.as_ref().is_none_or(|games| games.binary_search(&game).is_ok());
        let at = outcomes.binary_search_by_key(&game, |outcome| outcome.id);
        if let (true, Ok(at)) = (fits, at) {
            bytes.extend_from_slice(lines);
            ends.push((outcomes[at], bytes.len()));
        }
    })?;
    let mut start = 0;
    let lines = ends.into_iter().map(|(outcome, end)| {
        let lines = &bytes[start..end];
        start = end;
        (outcome, lines)
    });
    Ok(Joseki::new(&lines.collect::<Vec<_>>(), args.options(), kept)?)
}

/// The positions of a tree of moves in at least so many games.
fn of_tree(least: u64) -> Kept<'static> {
    if least > 1 { Kept::Shared } else { Kept::All }
}

/// Writes the tree of all joseki as SGF, to a file or to standard output.
pub fn export(
    store: &Store,
    games: &GameArgs,
    args: CornerArgs,
    output: Option<&Path>,
) -> anyhow::Result<()> {
    let least = args.min_games.unwrap_or(2);
    let joseki = load(store, games, args, of_tree(least))?;
    let Options { window, moves } = args.options();
    let corner = Corner::empty(window).context("no board has such a corner")?;
    let mut out: Box<dyn Write> = match output {
        Some(path) => {
            let file = File::create(path).with_context(|| path.display().to_string())?;
            Box::new(BufWriter::new(file))
        }
        None => Box::new(stdout()),
    };
    write_sgf(&joseki, &corner, Color::Black, least, moves.into(), &mut out)?;
    Ok(out.flush()?)
}

/// A corner, and how it was asked for.
struct Asked {
    corner: Corner,
    /// Carries what was asked for onto the corner at the top left.
    symmetry: Symmetry,
    window: Size,
}

impl Asked {
    /// The corner at the top left that a sub-position is, in a window.
    fn new(sub: &SubPosition, window: u8) -> anyhow::Result<Asked> {
        let size = sub.board.size();
        let laid = Sides::RIGHT | Sides::BOTTOM;
        // Those that turn no rows into columns.
        let symmetry = [0, 4, 2, 6]
            .into_iter()
            .filter_map(Symmetry::from_index)
            .find(|&symmetry| sub.open.transform(symmetry) == laid)
            .context("a corner has two open sides, marked with _ and !")?;
        if size.cols() > window || size.rows() > window {
            bail!("{size} is larger than the window of {window}x{window}; see --window");
        }
        let window = Size::new(window, window)?;
        let mut board = Board::new(window);
        for (point, color) in sub.board.stones() {
            board.set(symmetry.point(point, size), Some(color));
        }
        Ok(Asked { corner: Corner::new(board), symmetry, window })
    }

    /// A point of the corner as it was asked for.
    fn point(&self, point: Point) -> Point {
        self.symmetry.inverse().point(point, self.window)
    }

    fn diagram(&self, corner: &Corner) -> Diagram {
        let sub = SubPosition { board: corner.board().clone(), open: Sides::RIGHT | Sides::BOTTOM };
        Diagram::from(&sub.transform(self.symmetry.inverse()))
    }
}

pub fn run(args: &JosekiArgs, global: &Global) -> anyhow::Result<Outcome> {
    let window = args.corners.options().window;
    let sub = match &args.query {
        None => {
            SubPosition { board: Board::new(Size::new(1, 1)?), open: Sides::LEFT | Sides::BOTTOM }
        }
        Some(query) => {
            let mut asked = patterns::read(std::slice::from_ref(query));
            let (Some((label, pattern)), true) = (asked.pop(), asked.is_empty()) else {
                bail!("one corner is wanted");
            };
            let pattern = pattern.context(label)?;
            if pattern.wildcards().next().is_some() {
                bail!("a corner is taken as it stands, without ?");
            }
            pattern.sub_position()
        }
    };
    let asked = Asked::new(&sub, window)?;
    let store = Store::open(&global.database()?)?;
    let count = |color| asked.corner.board().stones().filter(|stone| stone.1 == color).count();
    let is_white = count(Color::White) < count(Color::Black);
    let turn = args.turn.map_or(if is_white { Color::White } else { Color::Black }, Color::from);

    let least = args.corners.min_games.unwrap_or(if args.tree.is_some() { 2 } else { 1 });
    let kept = match args.tree {
        Some(1..) => of_tree(least),
        Some(0) | None => Kept::Only(&asked.corner, turn),
    };
    let joseki = load(&store, &args.games, args.corners, kept)?;
    let mut nodes: Vec<Node> = Vec::new();
    let mut drawn = None;
    let mut seen = HashSet::new();
    // Positions that wait, with the moves that lead to them.
    let mut waiting = vec![(asked.corner.clone(), turn, Vec::<String>::new())];
    while let Some((corner, turn, line)) = waiting.pop() {
        let diagram = asked.diagram(&corner);
        let key = diagram.sub_position().canonicalize().key();
        if !seen.insert((key, turn)) {
            continue; // by other moves
        }
        let (games, mut moves) = joseki.moves(&corner, turn);
        moves.retain(|found| found.results.games >= least);
        if moves.is_empty() {
            continue;
        }
        let lines = lines(&asked, &moves);
        if drawn.is_none() {
            let letters = moves
                .iter()
                .zip(&lines)
                .filter_map(|(found, line)| Some((asked.point(found.point?), line.letter?)));
            let labels: Vec<(Point, char)> = letters.collect();
            let is_styled = has_colors();
            let drawing =
                Drawing { diagram: &diagram, placement: None, labels: &labels, is_styled };
            drawn = Some(format!("{drawing}\n{turn} to move in {}", plural(games, "game")));
        }
        nodes.push(Node {
            line: args.tree.map(|_| line.clone()),
            key: key.to_string(),
            turn: turn.name(),
            games,
            moves: lines,
        });
        if line.len() < args.tree.unwrap_or(0) as usize {
            for found in moves.iter().rev() {
                let next = match found.point {
                    Some(point) => corner.play(turn, point),
                    None => Some(corner.clone()),
                };
                let Some(next) = next else { continue };
                let name = found.point.map_or("tenuki".to_owned(), |point| {
                    format!("{}{}", turn.gtn_char(), asked.point(point))
                });
                waiting.push((next, !turn, [&line[..], &[name]].concat()));
            }
        }
    }
    if nodes.is_empty() && !args.output.json && !args.output.csv {
        writeln!(stdout(), "No game has this corner with {turn} to move")?;
    }
    print(args.output, drawn.as_deref(), &nodes)?;
    Ok(if nodes.is_empty() { Outcome::NothingFound } else { Outcome::Done })
}

fn print(output: OutputArgs, drawn: Option<&str>, nodes: &[Node]) -> anyhow::Result<()> {
    if output.json {
        let mut out = stdout();
        nodes.iter().try_for_each(|node| write_json(&mut out, node))?;
        return Ok(out.flush()?);
    }
    if let (Some(drawn), false) = (drawn, output.csv) {
        let mut out = stdout();
        writeln!(out, "{drawn}")?;
        out.flush()?;
    }
    let mut listing = output.listing()?;
    for node in nodes {
        for played in &node.moves {
            listing.push(&MoveRow {
                line: node.line.as_ref().map(|line| line.join(" ")),
                key: &node.key,
                turn: node.turn,
                games: node.games,
                played,
            })?;
        }
    }
    listing.finish()?;
    Ok(())
}

fn lines(asked: &Asked, moves: &[Move]) -> Vec<Line> {
    let mut letters = (0..).map_while(patterns::letter);
    let of = |found: &Move| Line {
        letter: found.point.and_then(|_| letters.next()),
        point: found.point.map(|point| asked.point(point).to_string()),
        games: found.results.games,
        wins: found.results.wins,
        losses: found.results.losses,
        first_year: found.results.years.map(|(first, _)| first),
        last_year: found.results.years.map(|(_, last)| last),
        samples: found.results.samples.clone(),
    };
    moves.iter().map(of).collect()
}
