//! `gtn-db games`: lists games, shows one, writes them as SGF.

use std::collections::HashSet;
use std::ffi::OsString;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::Args;
use compact_str::{CompactString, ToCompactString, format_compact};
use gtn_db::find::load_games;
use gtn_db::games::{Lines, Search, Step, same_game};
use gtn_db::go::{Board, Point};
use gtn_db::gtn::{Diagram, SubPosition};
use gtn_db::model::Charset;
use gtn_db::sgf::{GameTree, Layout, to_sgf};
use gtn_db::store::{GameFilter, Store, StoredGame};
use serde::Serialize;

use crate::cli::input::patterns;
use crate::cli::output::board::Drawing;
use crate::cli::output::{OutputArgs, Row, has_colors, stdout};
use crate::cli::{Global, Outcome, report};
use gtn_db::escape::Escaped;

/// Which games; the options of all commands that look into games.
#[derive(Debug, Args)]
pub struct GameArgs {
    /// Part of the name of either player
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// The rank of either player, as it is written
    #[arg(long, value_name = "RANK")]
    rank: Option<String>,
    /// Part of the event or the name of the game
    #[arg(long, value_name = "NAME")]
    event: Option<String>,
    /// A year, or the first and the last one: 1990-1999
    #[arg(long, visible_alias = "years", value_name = "YEARS", value_parser = parse_years)]
    year: Option<(u16, u16)>,
    /// An SQL expression over the columns of a game, such as "komi > 6 AND winner = 1"
    #[arg(long = "where", value_name = "SQL")]
    sql: Option<String>,
}

fn parse_years(text: &str) -> Result<(u16, u16), String> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let year = |text: &str| text.parse().map_err(|_| format!("`{text}` is no year"));
    Ok((year(first)?, year(last)?))
}

impl GameArgs {
    fn filter(&self) -> GameFilter {
        GameFilter {
            player: self.player.clone(),
            rank: self.rank.clone(),
            event: self.event.clone(),
            years: self.year,
            sql: self.sql.clone(),
        }
    }

    /// Whether one of them is given.
    pub fn is_given(&self) -> bool {
        !self.filter().is_empty()
    }

    /// The numbers of the games that fit; none when all do.
    pub fn among(&self, store: &Store) -> anyhow::Result<Option<Vec<i64>>> {
        let filter = self.filter();
        Ok(if filter.is_empty() { None } else { Some(store.find_games(&filter)?) })
    }
}

/// List games, show one, write them as SGF
#[derive(Debug, Args)]
#[command(after_help = "\
Games are named by the numbers that find and this command list. Of one game that is named the \
board is drawn. --where may use the columns id, source, tree, cols, rows, moves, year, winner \
(1 black, 2 white, 3 drawn), komi, handicap, black, white, black_rank, white_rank, event, name, \
date, result, rules.

Example:
  gtn-db games --player 'Shusaku' --year 1850-1860")]
pub struct GamesArgs {
    /// Numbers of games; all when missing
    #[arg(value_name = "GAME")]
    games: Vec<i64>,
    #[command(flatten)]
    filter: GameArgs,
    /// Only games in which this shape stands, written as for find --in games
    #[arg(long, value_name = "SHAPE")]
    shape: Option<OsString>,
    /// Only games that stand more than once: turned, recolored, or cut short
    #[arg(long)]
    same: bool,
    /// List so many at most
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
    /// Draw the board after this move; the end of the game when missing
    #[arg(long = "move", value_name = "N")]
    number: Option<u32>,
    /// Write the game trees as SGF in UTF-8, one a line
    #[arg(long, conflicts_with_all = ["json", "csv"])]
    sgf: bool,
    /// Where to write them: a file
    #[arg(long = "output", short, value_name = "PATH", requires = "sgf")]
    output_file: Option<PathBuf>,
    #[command(flatten)]
    output: OutputArgs,
}

/// A game; docs/json.md describes its fields.
#[derive(Serialize)]
struct Line {
    game: i64,
    black: Option<CompactString>,
    white: Option<CompactString>,
    black_rank: Option<CompactString>,
    white_rank: Option<CompactString>,
    event: Option<CompactString>,
    name: Option<CompactString>,
    date: Option<CompactString>,
    year: Option<u16>,
    result: Option<CompactString>,
    winner: Option<&'static str>,
    komi: Option<f64>,
    rules: Option<CompactString>,
    handicap: Option<u32>,
    board: String,
    moves: u32,
    source: String,
    tree: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    same_as: Option<i64>,
}

impl Row for Line {
    const HEADINGS: &'static [&'static str] =
        &["game", "black", "white", "date", "result", "moves", "event", "source", "same as"];

    fn cells(&self) -> Vec<String> {
        let text = |text: &Option<CompactString>| text.as_deref().unwrap_or_default().to_owned();
        vec![
            self.game.to_string(),
            text(&self.black),
            text(&self.white),
            text(&self.date),
            text(&self.result),
            self.moves.to_string(),
            text(if self.event.is_some() { &self.event } else { &self.name }),
            self.source.clone(),
            self.same_as.map_or(String::new(), |game| game.to_string()),
        ]
    }
}

impl Line {
    fn of(game: StoredGame, same_as: Option<i64>) -> Line {
        let facts = game.info;
        Line {
            game: game.id,
            winner: facts.winner.color().map(|color| color.name()),
            black: facts.black,
            white: facts.white,
            black_rank: facts.black_rank,
            white_rank: facts.white_rank,
            event: facts.event,
            name: facts.name,
            date: facts.date,
            year: facts.year,
            result: facts.result,
            komi: facts.komi.map(|komi| f64::from(komi) / 100.0),
            rules: facts.rules,
            handicap: facts.handicap,
            board: format!("{}x{}", game.rows, game.cols),
            moves: game.moves,
            source: game.source,
            tree: game.tree,
            same_as,
        }
    }
}

/// A part of 1 as people read it.
pub fn percent(part: f64) -> String {
    format!("{:.1}%", part * 100.0)
}

/// The share of games that were won; nothing where none was decided.
pub fn won(wins: u64, losses: u64) -> String {
    let decided = wins + losses;
    if decided > 0 { percent(wins as f64 / decided as f64) } else { String::new() }
}

/// The years of games.
pub fn years(first: Option<u16>, last: Option<u16>) -> String {
    match (first, last) {
        (Some(first), Some(last)) if first < last => format!("{first}-{last}"),
        (Some(year), _) | (None, Some(year)) => year.to_string(),
        (None, None) => String::new(),
    }
}

pub fn run(args: &GamesArgs, global: &Global) -> anyhow::Result<Outcome> {
    let store = Store::open(&global.database()?)?;
    let mut wanted = wanted(&store, args)?;
    if let Some(limit) = args.limit {
        wanted.truncate(limit);
    }
    let has_all = args.games.iter().all(|id| wanted.iter().any(|(game, _)| game == id));
    if !has_all && args.limit.is_none() {
        report("not every game that was named is there and fits");
    }
    if args.sgf {
        write_sgf(&store, args, &wanted)?;
    } else if let ([(game, _)], 1) = (&*wanted, args.games.len())
        && !args.output.json
        && !args.output.csv
    {
        show(&store, *game, args.number)?;
    } else {
        let mut listing = args.output.listing()?;
        for &(id, same_as) in &wanted {
            if let Some(game) = store.game(id)? {
                listing.push(&Line::of(game, same_as))?;
            }
        }
        listing.finish()?;
    }
    Ok(match (has_all, wanted.is_empty()) {
        (false, false) => Outcome::Failed,
        (_, true) => Outcome::NothingFound,
        (true, false) => Outcome::Done,
    })
}

/// The numbers of the games that are wanted, each with that of the first game
/// that is the same, when this is asked for.
fn wanted(store: &Store, args: &GamesArgs) -> anyhow::Result<Vec<(i64, Option<i64>)>> {
    let mut games = store.find_games(&args.filter.filter())?;
    if !args.games.is_empty() {
        let named: HashSet<i64> = args.games.iter().copied().collect();
        games.retain(|game| named.contains(game));
    }
    if let Some(shape) = &args.shape {
        let mut asked = patterns::read(std::slice::from_ref(shape));
        let (Some((_, pattern)), true) = (asked.pop(), asked.is_empty()) else {
            bail!("one shape is wanted");
        };
        let search = Search::new(pattern?).among(games);
        let index = load_games(store)?;
        let found = search.fold(&index, Vec::new, |games, found| games.push(found.game));
        games = found.concat();
        games.sort_unstable();
        games.dedup();
    }
    if !args.same {
        return Ok(games.into_iter().map(|game| (game, None)).collect());
    }
    let fitting: HashSet<i64> = games.into_iter().collect();
    let mut same: Vec<(i64, Option<i64>)> = Vec::new();
    for group in store.games_with_shared_opening()?.chunk_by(|one, other| one.0 == other.0) {
        let ids: Vec<i64> =
            group.iter().map(|&(_, id)| id).filter(|id| fitting.contains(id)).collect();
        same.extend(same_among(store, &ids)?);
    }
    same.sort_by_key(|&(game, first)| (first, game));
    Ok(same)
}

/// Of games that begin alike those that are the same as another, with the
/// first one that is.
fn same_among(store: &Store, games: &[i64]) -> anyhow::Result<Vec<(i64, Option<i64>)>> {
    let mut firsts: Vec<(i64, gtn_db::go::Size, Vec<Step>, bool)> = Vec::new();
    let mut same = Vec::new();
    for &game in games {
        let Some(bytes) = store.game_lines(game)? else { continue };
        let mut lines = Lines::new(&bytes)?;
        lines.next()?;
        let (size, steps) = (lines.size(), lines.steps());
        let first = firsts.iter_mut().find(|(_, other_size, other, _)| {
            *other_size == size && same_game(steps, other, size).is_some()
        });
        match first {
            Some((first, .., is_told)) => {
                if !std::mem::replace(is_told, true) {
                    same.push((*first, Some(*first)));
                }
                same.push((game, Some(*first)));
            }
            None => firsts.push((game, size, steps.to_vec(), false)),
        }
    }
    Ok(same)
}

fn write_sgf(store: &Store, args: &GamesArgs, wanted: &[(i64, Option<i64>)]) -> anyhow::Result<()> {
    let mut out: Box<dyn Write> = match &args.output_file {
        Some(path) => {
            let file = File::create(path).with_context(|| path.display().to_string())?;
            Box::new(BufWriter::new(file))
        }
        None => Box::new(stdout()),
    };
    for &(game, _) in wanted {
        let (sgf, charset) = store.game_tree(game)?;
        let tree = GameTree::read(&sgf, Charset::for_reading(charset.as_ref()));
        writeln!(out, "{}", to_sgf(&tree, Layout::OneLine))?;
    }
    Ok(out.flush()?)
}

/// Draws the board of a game, and tells what is known of it.
fn show(store: &Store, id: i64, number: Option<u32>) -> anyhow::Result<()> {
    let Some(game) = store.game(id)? else { return Ok(()) };
    let bytes = store.game_lines(id)?.unwrap_or_default();
    let mut lines = Lines::new(&bytes)?;
    lines.next()?;
    let last = number.unwrap_or(game.moves);
    let mut board = Board::new(lines.size());
    let mut changes = lines.changes().iter().peekable();
    let (mut moves, mut last_move) = (0, None);
    for (step, i) in lines.steps().iter().zip(0..) {
        let player = step.player();
        if player.is_some() {
            if moves == last {
                break;
            }
            moves += 1;
            last_move = Some(*step);
        }
        while let Some(change) = changes.next_if(|change| change.step == i) {
            let cols = u16::from(lines.size().cols());
            let point = Point::new((change.point % cols) as u8, (change.point / cols) as u8);
            board.set(point, change.stone);
        }
    }
    let diagram = Diagram::from(&SubPosition::goban(board));
    let drawing =
        Drawing { diagram: &diagram, placement: None, labels: &[], is_styled: has_colors() };
    let mut out = stdout();
    writeln!(out, "{drawing}")?;
    let last_move = match last_move {
        Some(Step::Play(color, point)) => format!(", {color} {point}"),
        Some(Step::Pass(color)) => format!(", {color} passes"),
        Some(Step::Setup) | None => String::new(),
    };
    writeln!(out, "after move {moves} of {}{last_move}\n", game.moves)?;
    let line = Line::of(game, None);
    let facts = [
        ("game", Some(line.game.to_compact_string())),
        ("black", line.black),
        ("white", line.white),
        ("black rank", line.black_rank),
        ("white rank", line.white_rank),
        ("event", line.event),
        ("name", line.name),
        ("date", line.date),
        ("result", line.result),
        ("komi", line.komi.map(|komi| komi.to_compact_string())),
        ("rules", line.rules),
        ("handicap", line.handicap.map(|stones| stones.to_compact_string())),
        ("source", Some(format_compact!("{} tree {}", line.source, line.tree))),
    ];
    for (name, value) in facts {
        if let Some(value) = value {
            writeln!(out, "{name:10}  {}", Escaped(&value))?;
        }
    }
    Ok(out.flush()?)
}
