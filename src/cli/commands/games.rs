//! `gtn-db games`: lists games, draws one, writes their SGF.

use std::collections::HashSet;
use std::ffi::OsString;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::{Args, ValueEnum, value_parser};
use compact_str::{CompactString, ToCompactString, format_compact};
use gtn_db::escape::Escaped;
use gtn_db::extract::BoardPlace;
use gtn_db::find::load_games;
use gtn_db::games::{GameDecoder, LineWalk, ListGames, SameGames, Search, Step};
use gtn_db::go::{Point, Size};
use gtn_db::gtn::{Diagram, SubPosition};
use gtn_db::model::Charset;
use gtn_db::sgf::{GameTree, Layout, to_sgf};
use gtn_db::store::{GameFilter, GameOrder, GameOrderKey, Store, StoredGame};
use serde::Serialize;

use crate::cli::args::GameArgs;
use crate::cli::input::{
    Extent, NO_SUCH_KEY, PartArgs, PositionArgs, Replayed, STDIN, read_one_query, replay_line,
};
use crate::cli::output::points::draw_diagram;
use crate::cli::output::progress::Progress;
use crate::cli::output::{LimitArgs, OutputArgs, OutputFile, Row, plural, stdout};
use crate::cli::{Global, Outcome, report};

/// List games, draw one, or write their SGF
#[derive(Debug, Args)]
#[command(after_help = "\
Games have the numbers that this command and `find --in games` list. A single number draws the \
board of that game. The expression of --where may use the columns id, source (a number), \
source_name, tree, offset, board, cols, rows, moves, year, winner (1 black, 2 white, 3 drawn), \
winner_name, komi, handicap, black, white, black_rank, white_rank, event, name, date, result, \
rules, charset, sgf.

Example:
  gtn-db games --player 'Shusaku' --year 1850-1860 --sort date
  gtn-db games --player 'Shusaku' --player 'Gennan'
  gtn-db games 8 --line 1 --move 12")]
pub struct GamesArgs {
    /// Numbers of games [default: all games]
    #[arg(value_name = "GAME")]
    games: Vec<i64>,
    /// Only games in which this pattern occurs; it is written as for `find --in games`
    #[arg(long, value_name = "PATTERN")]
    shape: Option<OsString>,
    /// Only games that occur more than once: turned, with the colors exchanged, or cut short
    #[arg(long)]
    same: bool,
    /// Draw the board after this move [default: the end of the game]
    #[arg(long = "move", value_name = "N")]
    number: Option<u32>,
    /// Draw the board in this line, as `find --in games` numbers lines; 1 is the main line
    #[arg(long, value_name = "LINE", value_parser = value_parser!(u32).range(1..))]
    #[arg(requires = "games", conflicts_with_all = ["json", "csv", "sgf"])]
    line: Option<u32>,
    /// List the games in this order [default: by their numbers]
    #[arg(long, value_name = "KEY", conflicts_with = "same")]
    sort: Option<SortArg>,
    /// List the games in reverse order
    #[arg(long, conflicts_with = "same")]
    reverse: bool,
    /// Write the game trees as SGF in UTF-8, one per line
    #[arg(long, conflicts_with_all = ["json", "csv"])]
    sgf: bool,
    /// With --sgf: write to this file, or - for standard output [default: -]
    #[arg(long = "output", short, value_name = "PATH", requires = "sgf")]
    output_file: Option<PathBuf>,
    #[command(flatten)]
    limit: LimitArgs,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    part: PartArgs,
    #[command(flatten, next_help_heading = "Selecting games")]
    filter: GameArgs,
}

/// What games are sorted by. Games that do not say it come last.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum SortArg {
    /// The date
    Date,
    /// The name of the black player
    Black,
    /// The name of the white player
    White,
    /// The event
    Event,
    /// The number of moves
    Moves,
}

impl GamesArgs {
    fn order(&self) -> GameOrder {
        let key = match self.sort {
            None => GameOrderKey::Id,
            Some(SortArg::Date) => GameOrderKey::Date,
            Some(SortArg::Black) => GameOrderKey::Black,
            Some(SortArg::White) => GameOrderKey::White,
            Some(SortArg::Event) => GameOrderKey::Event,
            Some(SortArg::Moves) => GameOrderKey::Moves,
        };
        GameOrder { key, is_descending: self.reverse }
    }
}

/// A game; docs/json.md describes its fields.
#[derive(Serialize)]
struct GameRow {
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

impl Row for GameRow {
    const HEADINGS: &'static [&'static str] =
        &["game", "black", "white", "date", "result", "moves", "event", "source", "same as"];
    const FIELDS: &'static [&'static str] = &[
        "game",
        "black",
        "white",
        "black_rank",
        "white_rank",
        "event",
        "name",
        "date",
        "year",
        "result",
        "winner",
        "komi",
        "rules",
        "handicap",
        "board",
        "moves",
        "source",
        "tree",
        "same_as",
    ];

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

impl GameRow {
    fn new(game: StoredGame, same_as: Option<i64>) -> GameRow {
        let facts = game.info;
        GameRow {
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

pub fn run(args: &GamesArgs, global: &Global) -> anyhow::Result<Outcome> {
    if args.line.is_some() && args.games.len() > 1 {
        bail!("--line draws the board of one game, and {} are named", args.games.len());
    }
    let store = Store::open(&global.database()?)?;
    let output = args.create_output(global)?;
    let mut selected = select_games(&store, args, global)?;
    let missing = report_missing(args, &selected);
    selected.truncate(args.limit.count());
    if args.sgf {
        if !selected.is_empty() {
            write_sgf(&store, output, &selected)?;
        }
    } else if let ([(game, _)], 1, true) = (&*selected, args.games.len(), args.output.is_table()) {
        show(&store, *game, args.number, args.line.unwrap_or(1) - 1)?;
    } else {
        let mut listing = args.output.listing()?;
        for &(id, same_as) in &selected {
            if let Some(game) = store.game(id)? {
                listing.push(&GameRow::new(game, same_as))?;
            }
        }
        listing.finish()?;
    }
    if selected.is_empty() && missing == 0 {
        report("no games found");
    }
    Ok(match (selected.is_empty(), missing) {
        (true, _) => Outcome::NothingFound,
        (false, 0) => Outcome::Done,
        (false, _) => Outcome::Failed,
    })
}

impl GamesArgs {
    /// The output of `--sgf`.
    fn create_output(&self, global: &Global) -> anyhow::Result<OutputFile> {
        let shape = self.shape.as_ref().map(|shape| match shape.to_str() {
            Some("-") => PathBuf::from(STDIN),
            _ => PathBuf::from(shape),
        });
        match &self.output_file {
            Some(path) => OutputFile::create(path, shape.as_slice(), global),
            None => Ok(OutputFile::stdout()),
        }
    }
}

/// Reports the numbers on the command line that are not among the selected games; returns how many
/// there are.
fn report_missing(args: &GamesArgs, selected: &[(i64, Option<i64>)]) -> usize {
    let is_missing = |id: &&i64| selected.iter().all(|(game, _)| game != *id);
    let missing: Vec<String> = args.games.iter().filter(is_missing).map(i64::to_string).collect();
    let other_options = args.filter.given_option().is_some() || args.shape.is_some() || args.same;
    if !missing.is_empty() {
        let noun = if missing.len() == 1 { "game" } else { "games" };
        let why =
            if other_options { "not found, or excluded by the other options" } else { "not found" };
        report(&format!("{noun} {}: {why}", missing.join(", ")));
    }
    missing.len()
}

/// The numbers of the selected games. With `--same`, each has the number of the first game that is
/// the same.
fn select_games(
    store: &Store,
    args: &GamesArgs,
    global: &Global,
) -> anyhow::Result<Vec<(i64, Option<i64>)>> {
    let mut filter = args.filter.to_filter()?;
    if !args.games.is_empty() {
        filter.ids = Some(args.games.clone());
    }
    let limit = match () {
        _ if args.same || !args.games.is_empty() => usize::MAX, // numbers beyond are not missing
        _ => args.limit.count(),
    };
    let games = match &args.shape {
        None => store.list_games(&filter, args.order(), limit)?,
        Some(shape) => {
            let options = PositionArgs { move_number: None, part: args.part.clone() };
            let asked = read_one_query(shape, &options)
                .and_then(|(_, text)| text.into_pattern(store, Extent::Window))
                .context("--shape")?;
            let asked = asked.with_context(|| format!("--shape: {NO_SUCH_KEY}"))?;
            let selected = if filter.is_empty() { None } else { Some(store.find_games(&filter)?) };
            let progress = Progress::start(global, "Loading games", None);
            let index = load_games(store, selected.as_deref())?;
            drop(progress);
            let found = Search::new(asked.pattern).run(&index, &ListGames);
            let found = GameFilter { ids: Some(found), ..GameFilter::default() };
            store.list_games(&found, args.order(), limit)?
        }
    };
    if !args.same {
        return Ok(games.into_iter().map(|game| (game, None)).collect());
    }
    let fitting: HashSet<i64> = games.into_iter().collect();
    let mut same: Vec<(i64, Option<i64>)> = Vec::new();
    for group in store.games_with_shared_opening()?.chunk_by(|one, other| one.0 == other.0) {
        let ids: Vec<i64> =
            group.iter().map(|&(_, id)| id).filter(|id| fitting.contains(id)).collect();
        same.extend(find_same_games(store, &ids)?);
    }
    same.sort_by_key(|&(game, first)| (first, game));
    Ok(same)
}

/// Among games with the same opening hash, finds those that are the same as another one; each has
/// the number of the first of them.
fn find_same_games(store: &Store, games: &[i64]) -> anyhow::Result<Vec<(i64, Option<i64>)>> {
    let for_each_game = |visit: &mut dyn FnMut(i64, &[Step], Size)| -> anyhow::Result<()> {
        for &game in games {
            let Some(bytes) = store.game_lines(game)? else { continue };
            let mut decoder = GameDecoder::new(&bytes)?;
            decoder.next_line()?;
            visit(game, decoder.steps(), decoder.size());
        }
        Ok(())
    };
    let mut known = SameGames::default();
    for_each_game(&mut |_, steps, size| known.add(steps, size))?;
    let mut same = Vec::new();
    let mut told = HashSet::new();
    for_each_game(&mut |game, steps, size| {
        if let Some(first) = known.find_first(game, steps, size) {
            if told.insert(first) {
                same.push((first, Some(first)));
            }
            same.push((game, Some(first)));
        }
    })?;
    Ok(same)
}

fn write_sgf(
    store: &Store,
    mut out: OutputFile,
    games: &[(i64, Option<i64>)],
) -> anyhow::Result<()> {
    for &(game, _) in games {
        let (sgf, charset) = store.game_tree(game)?;
        let tree = GameTree::read(&sgf, Charset::for_reading(charset.as_ref()));
        writeln!(out, "{}", to_sgf(&tree, Layout::OneLine))?;
    }
    Ok(out.finish()?)
}

/// Draws the board of a game after some moves of a line, the main line being 0, and prints its
/// properties.
fn show(store: &Store, id: i64, number: Option<u32>, line: u32) -> anyhow::Result<()> {
    let Some(game) = store.game(id)? else { return Ok(()) };
    let stored = store.game_lines(id)?.unwrap_or_default();
    let damaged = || format!("game {id}");
    let mut walk = LineWalk::new(&stored).with_context(damaged)?;
    if !walk.go_to(line).with_context(damaged)? {
        bail!("game {id} has {}", plural(walk.count().into(), "line"));
    }
    let all_moves = walk.line().steps().iter().filter(|step| step.player().is_some()).count();
    let Replayed { board, moves, last, .. } =
        replay_line(walk.line(), number.unwrap_or(all_moves as u32));
    let path = if line > 0 { format!(" in line {} ({walk})", line + 1) } else { String::new() };
    walk.go_to(u32::MAX).with_context(damaged)?;
    let lines = Some(walk.count()).filter(|&count| count > 1);
    let place = BoardPlace { origin: Point::new(0, 0), board: board.size() };
    let last = match last {
        Some((color, Some(point))) => format!(", {color} {}", point.name(board.size())),
        Some((color, None)) => format!(", {color} passes"),
        None => String::new(),
    };
    let diagram = Diagram::from(&SubPosition::goban(board));
    let mut out = stdout();
    writeln!(out, "{}", draw_diagram(&diagram, place, &[]))?;
    writeln!(out, "after move {moves} of {all_moves}{path}{last}\n")?;
    let row = GameRow::new(game, None);
    let facts = [
        ("game", Some(row.game.to_compact_string())),
        ("black", row.black),
        ("white", row.white),
        ("black rank", row.black_rank),
        ("white rank", row.white_rank),
        ("event", row.event),
        ("name", row.name),
        ("date", row.date),
        ("result", row.result),
        ("komi", row.komi.map(|komi| komi.to_compact_string())),
        ("rules", row.rules),
        ("handicap", row.handicap.map(|stones| stones.to_compact_string())),
        ("lines", lines.map(|count| count.to_compact_string())),
        ("source", Some(format_compact!("{} tree {}", row.source, row.tree))),
    ];
    for (name, value) in facts {
        if let Some(value) = value {
            writeln!(out, "{name:10}  {}", Escaped(&value))?;
        }
    }
    Ok(out.flush()?)
}
