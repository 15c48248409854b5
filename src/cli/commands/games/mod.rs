//! `gtn-db games`: lists games, draws one, writes their SGF.

mod abalone;
mod rows;

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::PathBuf;

use anyhow::{Context, anyhow, bail};
use clap::{Args, ValueEnum, value_parser};
use compact_str::{ToCompactString, format_compact};
use gtn_db::answer::abalone::GameJson as AbaloneGameJson;
use gtn_db::answer::{GameJson, read_given_game};
use gtn_db::escape::Escaped;
use gtn_db::extract::BoardPlace;
use gtn_db::find::{
    GameSource, MAX_LIKE, find_like_games, find_near_games, find_same_games, load_game_sgf,
    load_games,
};
use gtn_db::games::{LineWalk, ListGames, MatchFilter, Replayed, Search, replay_line};
use gtn_db::go::Point;
use gtn_db::gtn::{Diagram, SubPosition};
use gtn_db::store::{GameFilter, GameOrder, GameOrderKey, Store};

use self::rows::{GameRow, Selected};
use crate::cli::args::{FamilyArg, FamilyArgs, GameArgs, GameId, MoveRangeArgs, first_given};
use crate::cli::input::{Extent, NO_SUCH_KEY, PartArgs, PositionArgs, STDIN, read_one_query};
use crate::cli::output::points::draw_diagram;
use crate::cli::output::progress::Progress;
use crate::cli::output::{LimitArgs, OutputArgs, OutputFile, Row, plural, stdout};
use crate::cli::{Global, Outcome, report};

/// List games, draw one, or write their SGF
#[derive(Debug, Args)]
#[command(after_help = "\
Games have the numbers that this command and `find --in games` list; those of Abalone begin with \
the letter a. A single number draws the board of that game. The expression of --where may use the columns id, source, source_id, \
tree, offset, board, cols, rows, moves, year, winner ('black', 'white', 'draw' or 'unknown'), komi, handicap, black, white, black_rank, white_rank, event, name, date, result, \
rules, charset, sgf.

Example:
  gtn-db games --player 'Shusaku' --year 1850-1860 --sort date
  gtn-db games --player 'Shusaku' --player 'Gennan'
  gtn-db games 8 --line 1 --move 12
  gtn-db games --like mine.sgf --limit 10
  gtn-db games --family abalone --sort date")]
pub struct GamesArgs {
    /// Numbers of games, such as 12, or a12 for Abalone [default: all games]
    #[arg(value_name = "GAME")]
    games: Vec<GameId>,
    #[command(flatten)]
    family: FamilyArgs,
    /// Only games in which this pattern occurs; it is written as for `find --in games`
    #[arg(long, value_name = "PATTERN")]
    shape: Option<OsString>,
    #[command(flatten, next_help_heading = "With --shape")]
    range: MoveRangeArgs,
    /// Only games that occur more than once: turned, with the colors exchanged, or cut short. With
    /// --same=near only games that differ from another one in the point of one move
    #[arg(long, value_name = "LIKENESS", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "whole")]
    same: Option<SameArg>,
    /// List the games with the longest common positions of the whole board and of corners with this game: a file
    /// with one game in SGF, - for standard input, or the number of a game; at most 200
    #[arg(long, value_name = "FILE|GAME", allow_hyphen_values = true)]
    #[arg(conflicts_with_all = ["shape", "same", "sort", "reverse", "games"])]
    like: Option<OsString>,
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
    /// With --sgf: turn and mirror each game so that its first move is in the upper right corner, in the
    /// normal form of Dan Liu's letter on symmetry in joseki and fuseki
    #[arg(long, requires = "sgf")]
    orient: bool,
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

/// How like each other games are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum SameArg {
    /// The same moves, perhaps turned, with the colors exchanged, or cut short
    Whole,
    /// One move on another point, and otherwise the same moves
    Near,
}

gtn_db_core::mirror! {
    /// What games are sorted by. Games that do not say it come last.
    #[derive(Clone, Copy, Debug, ValueEnum)]
    enum SortArg => GameOrderKey {
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
        /// The mean rank of the players; with --reverse the strongest first
        Rank,
    }
}

impl GamesArgs {
    fn order(&self) -> GameOrder {
        let key = self.sort.map_or(GameOrderKey::Id, GameOrderKey::from);
        GameOrder { key, is_descending: self.reverse }
    }
}

pub fn run(args: &GamesArgs, global: &Global) -> anyhow::Result<Outcome> {
    if args.line.is_some() && args.games.len() > 1 {
        bail!("--line draws the board of one game, and {} are named", args.games.len());
    }
    if let (Some(option), None) = (args.range.given_option(), &args.shape) {
        bail!("{option} needs --shape");
    }
    let families = args.families()?;
    let store = Store::open(&global.database()?)?;
    let output = args.create_output(global)?;
    let mut selected = Vec::new();
    if families.contains(&FamilyArg::Go) {
        selected.extend(select_games(&store, args, global)?);
    }
    if families.contains(&FamilyArg::Abalone) {
        let filter = args.filter_of(FamilyArg::Abalone)?;
        let is_same = args.same.is_some();
        selected.extend(abalone::select_games(&store, &filter, args.order(), is_same)?);
    }
    let missing = report_missing(args, &selected);
    selected.truncate(args.limit.count());
    if args.sgf {
        if !selected.is_empty() {
            write_sgf(&store, output, &selected, args.orient)?;
        }
    } else if let ([Selected { game, .. }], 1, true) =
        (&*selected, args.games.len(), args.output.is_table())
    {
        match game.family {
            FamilyArg::Go => show(&store, game.id, args.number, args.line.unwrap_or(1) - 1)?,
            FamilyArg::Abalone => {
                if let Some(game) = store.abalone_game(game.id)? {
                    abalone::show(&store, game, args.number, args.line.unwrap_or(1))?;
                }
            }
        }
    } else {
        list(&store, args, &selected)?;
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
    /// The families whose games are listed: those of `--family` and of the numbers, and only Go if
    /// there is an option that Abalone does not have.
    ///
    /// # Errors
    /// When such an option meets a game of Abalone or `--family abalone`.
    fn families(&self) -> anyhow::Result<Vec<FamilyArg>> {
        let go_option = first_given([
            ("--shape", self.shape.is_some()),
            ("--sgf", self.sgf),
            ("--same=near", self.same == Some(SameArg::Near)),
            ("--like", self.like.is_some()),
        ]);
        let go_option = go_option.or(self.filter.go_option());
        let is_named = |family| self.games.iter().any(|game| game.family == family);
        let wants_abalone =
            self.family.family() == Some(FamilyArg::Abalone) || is_named(FamilyArg::Abalone);
        if let Some(option) = go_option.filter(|_| wants_abalone) {
            bail!("{option} does not apply to games of Abalone");
        }
        let is_listed = |family: &FamilyArg| {
            self.family.includes(*family)
                && (self.games.is_empty() || is_named(*family))
                && (go_option.is_none() || *family == FamilyArg::Go)
        };
        Ok([FamilyArg::Go, FamilyArg::Abalone].into_iter().filter(is_listed).collect())
    }

    /// The filter for games of a family.
    fn filter_of(&self, family: FamilyArg) -> anyhow::Result<GameFilter> {
        let mut filter = self.filter.to_filter()?;
        if !self.games.is_empty() {
            filter.ids = Some(GameId::of_family(&self.games, family));
        }
        Ok(filter)
    }
}

/// Lists games. CSV has the columns of one family if all games are of it.
fn list(store: &Store, args: &GamesArgs, selected: &[Selected]) -> anyhow::Result<()> {
    let phrase = args.filter.comment();
    let go = |selected: &Selected| -> anyhow::Result<Option<GameJson>> {
        let Some(game) = store.game(selected.game.id)? else { return Ok(None) };
        let mut row = GameJson::new(game, selected.same_as()).with_comment(store, phrase)?;
        if let Some(like) = &selected.like {
            row = row.with_likeness(like);
        }
        let (same_games, near_games) = (selected.same_games.clone(), selected.near_games.clone());
        Ok(Some(GameJson { same_games, near_games, ..row }))
    };
    let abalone = |selected: &Selected| -> anyhow::Result<Option<AbaloneGameJson>> {
        let game = store.abalone_game(selected.game.id)?;
        Ok(game.map(|game| AbaloneGameJson::new(game, selected.same_as())))
    };
    let are_all = |family| selected.iter().all(|selected| selected.game.family == family);
    let is_asked = args.family.family() == Some(FamilyArg::Abalone);
    if are_all(FamilyArg::Abalone) && (is_asked || !selected.is_empty()) {
        push_all(args.output, selected, abalone)
    } else if are_all(FamilyArg::Go) {
        push_all(args.output, selected, go)
    } else {
        push_all(args.output, selected, |selected| match selected.game.family {
            FamilyArg::Go => Ok(go(selected)?.map(GameRow::Go)),
            FamilyArg::Abalone => Ok(abalone(selected)?.map(GameRow::Abalone)),
        })
    }
}

/// Lists the rows of games that are still there.
fn push_all<R: Row>(
    output: OutputArgs,
    selected: &[Selected],
    load: impl Fn(&Selected) -> anyhow::Result<Option<R>>,
) -> anyhow::Result<()> {
    let mut listing = output.listing()?;
    for selected in selected {
        if let Some(row) = load(selected)? {
            listing.push(&row)?;
        }
    }
    listing.finish()?;
    Ok(())
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
fn report_missing(args: &GamesArgs, selected: &[Selected]) -> usize {
    let is_missing = |id: &&GameId| selected.iter().all(|selected| selected.game != **id);
    let missing: Vec<String> =
        args.games.iter().filter(is_missing).map(GameId::to_string).collect();
    let other_options = args.filter.given_option().is_some()
        || args.shape.is_some()
        || args.same.is_some()
        || args.family.family().is_some();
    if !missing.is_empty() {
        let noun = if missing.len() == 1 { "game" } else { "games" };
        let why =
            if other_options { "not found, or excluded by the other options" } else { "not found" };
        report(&format!("{noun} {}: {why}", missing.join(", ")));
    }
    missing.len()
}

/// The selected games of Go.
fn select_games(store: &Store, args: &GamesArgs, global: &Global) -> anyhow::Result<Vec<Selected>> {
    let filter = args.filter_of(FamilyArg::Go)?;
    if let Some(like) = &args.like {
        return select_like(store, args, &filter, like, global);
    }
    let limit = match () {
        _ if args.same.is_some() || !args.games.is_empty() => usize::MAX, // numbers beyond are not missing
        _ => args.limit.count(),
    };
    let games = match &args.shape {
        None => store.list_games(&filter, args.order(), limit)?,
        Some(shape) => {
            let options = PositionArgs { part: args.part.clone(), ..PositionArgs::default() };
            let asked = read_one_query(shape, &options)
                .and_then(|(_, text)| text.into_pattern(store, Extent::Window))
                .context("--shape")?;
            let asked = asked.with_context(|| format!("--shape: {NO_SUCH_KEY}"))?;
            let selected = if filter.is_empty() { None } else { Some(store.find_games(&filter)?) };
            let progress = Progress::start(global, "Loading games", None);
            let index = load_games(store, selected.as_deref())?;
            drop(progress);
            let filter = MatchFilter { moves: args.range.to_range()?, ..MatchFilter::default() };
            let found = Search::new(asked.pattern).filter(filter).run(&index, &ListGames);
            let found = GameFilter { ids: Some(found), ..GameFilter::default() };
            store.list_games(&found, args.order(), limit)?
        }
    };
    let Some(likeness) = args.same else {
        return Ok(games.into_iter().map(|game| Selected::new(GameId::go(game))).collect());
    };
    let find = match likeness {
        SameArg::Whole => find_same_games,
        SameArg::Near => find_near_games,
    };
    let alike = find(store, Some(&games))?.into_iter().map(|alike| {
        let selected = Selected::new(GameId::go(alike.game));
        match likeness {
            SameArg::Whole => Selected { same_games: Some(alike.like), ..selected },
            SameArg::Near => Selected { near_games: Some(alike.like), ..selected },
        }
    });
    Ok(alike.collect())
}

/// The longest file of one game that is read.
const LONGEST_GAME: u64 = 16 << 20;

/// The encoded moves of the game in a file, or on standard input if the path is `-`.
fn read_lines(path: &OsString) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    match path.to_str() {
        Some("-") => io::stdin().lock().take(LONGEST_GAME).read_to_end(&mut bytes)?,
        _ => File::open(path)?.take(LONGEST_GAME).read_to_end(&mut bytes)?,
    };
    Ok(read_given_game(bytes).map_err(|cause| anyhow!(cause))?.lines)
}

/// The games that are most like a game.
fn select_like(
    store: &Store,
    args: &GamesArgs,
    filter: &GameFilter,
    like: &OsString,
    global: &Global,
) -> anyhow::Result<Vec<Selected>> {
    let id = like.to_str().and_then(|text| text.parse::<i64>().ok());
    let lines = match id {
        Some(id) => store.game_lines(id)?.with_context(|| format!("--like: no game {id}"))?,
        None => read_lines(like).with_context(|| format!("--like {}", like.display()))?,
    };
    let source = GameSource::new(store, filter, !global.no_index)?;
    let progress = Progress::start(global, "Comparing games", None);
    let limit = args.limit.count().min(MAX_LIKE);
    let found = find_like_games(store, &source, &lines, id, limit)?;
    drop(progress);
    global.note_games(&source);
    let selected = found
        .into_iter()
        .map(|like| Selected { like: Some(like), ..Selected::new(GameId::go(like.game)) });
    Ok(selected.collect())
}

fn write_sgf(
    store: &Store,
    mut out: OutputFile,
    games: &[Selected],
    is_oriented: bool,
) -> anyhow::Result<()> {
    for Selected { game, .. } in games {
        writeln!(out, "{}", load_game_sgf(store, game.id, is_oriented)?)?;
    }
    Ok(out.finish()?)
}

/// Draws the board of a game of Go after some moves of a line, the main line being 0, and prints its
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
    let row = GameJson::new(game, None);
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
