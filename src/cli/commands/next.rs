//! `gtn-db next`: what is played next on a whole board.

use std::ffi::OsString;
use std::io::Write;

use anyhow::{Context, bail};
use clap::Args;
use gtn_db::extract::BoardPlace;
use gtn_db::find::{Played, load_games, played_next};
use gtn_db::games::Search;
use gtn_db::go::{Board, Point};
use gtn_db::gtn::{Pattern, SubPosition};
use gtn_db::store::Store;
use serde::Serialize;

use crate::cli::args::GameArgs;
use crate::cli::input::{AskedPattern, Extent, NO_SUCH_KEY, PositionArgs, read_one_query};
use crate::cli::output::points::{PointNames, draw_pattern, letter};
use crate::cli::output::progress::Progress;
use crate::cli::output::text::{percent, win_rate, years};
use crate::cli::output::{LimitArgs, OutputArgs, Row, plural, stdout};
use crate::cli::{Global, Outcome};

/// Count the moves played next on a whole board, with their results
#[derive(Debug, Args)]
#[command(after_help = "\
The board is found in any orientation and color; the answer is in the orientation and colors of \
the query. Each game counts once for each move, its variations included. Wins are those of the \
player of the move, among the games with a winner.

Example:
  gtn-db next --year 2015-2019
  gtn-db next 'Q16 D4'")]
pub struct NextArgs {
    /// A whole board: moves such as 'Q16 D4', an IGTN without _ and !, a file with a position or
    /// SGF, or - for standard input [default: the empty 19x19 board]
    #[arg(value_name = "QUERY")]
    query: Option<OsString>,
    #[command(flatten)]
    limit: LimitArgs,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten, next_help_heading = "Selecting games")]
    games: GameArgs,
}

/// A move; docs/json.md describes its fields.
#[derive(Serialize)]
struct MoveRow {
    #[serde(skip)]
    letter: Option<char>,
    turn: Option<&'static str>,
    point: Option<String>,
    point_name: Option<String>,
    games: u64,
    share: f64,
    wins: u64,
    losses: u64,
    first_year: Option<u16>,
    last_year: Option<u16>,
    samples: Vec<i64>,
    examples: Vec<i64>,
}

impl Row for MoveRow {
    const HEADINGS: &'static [&'static str] =
        &["", "turn", "point", "games", "share", "won", "years", "examples"];
    const FIELDS: &'static [&'static str] = &[
        "turn",
        "point",
        "point_name",
        "games",
        "share",
        "wins",
        "losses",
        "first_year",
        "last_year",
        "samples",
        "examples",
    ];

    fn cells(&self) -> Vec<String> {
        let examples: Vec<String> = self.examples.iter().map(i64::to_string).collect();
        vec![
            self.letter.map(String::from).unwrap_or_default(),
            self.turn.unwrap_or_default().to_owned(),
            self.point_name.clone().unwrap_or_else(|| "none".to_owned()),
            self.games.to_string(),
            percent(self.share),
            win_rate(self.wins, self.losses),
            years(self.first_year, self.last_year),
            examples.join(" "),
        ]
    }
}

/// The rows of the moves that were played in `games` games.
fn to_rows(games: u64, played: &[Played], names: PointNames) -> Vec<MoveRow> {
    let mut letters = (0..).map_while(letter);
    let row = |played: &Played| MoveRow {
        letter: played.point.and_then(|_| letters.next()),
        turn: played.color.map(|color| color.name()),
        point: played.point.map(|point| point.to_string()),
        point_name: played.point.map(|point| names.name(point)),
        games: played.results.games,
        share: played.results.games as f64 / games as f64,
        wins: played.results.wins,
        losses: played.results.losses,
        first_year: played.results.years.map(|(first, _)| first),
        last_year: played.results.years.map(|(_, last)| last),
        samples: played.results.samples.clone(),
        examples: played.results.samples.clone(),
    };
    played.iter().map(row).collect()
}

pub fn run(args: &NextArgs, global: &Global) -> anyhow::Result<Outcome> {
    let store = Store::open(&global.database()?)?;
    let asked = read_board(args, &store)?;
    let progress = Progress::start(global, "Loading games", None);
    let (games, mut played) = count_moves(&store, args, asked.pattern.clone())?;
    drop(progress);
    played.truncate(args.limit.count());
    let rows = to_rows(games, &played, PointNames::new(asked.place));
    if args.output.is_table() {
        let letters = played.iter().zip(&rows);
        let letters = letters.filter_map(|(played, row)| Some((played.point?, row.letter?)));
        let mut out = stdout();
        writeln!(out, "{}", draw_pattern(&asked.pattern, asked.place, letters))?;
        writeln!(out, "{}", plural(games, "game"))?;
        out.flush()?;
    }
    let mut listing = args.output.listing()?;
    rows.iter().try_for_each(|row| listing.push(row))?;
    listing.finish()?;
    Ok(if games > 0 { Outcome::Done } else { Outcome::NothingFound })
}

/// The board to search for.
fn read_board(args: &NextArgs, store: &Store) -> anyhow::Result<AskedPattern> {
    let Some(query) = &args.query else {
        let size = args.position.board_size();
        let pattern = Pattern::try_from(&SubPosition::goban(Board::new(size)))?;
        let place = BoardPlace { origin: Point::new(0, 0), board: size };
        return Ok(AskedPattern { pattern, place });
    };
    let (label, text) = read_one_query(query, &args.position)?;
    let asked = text.into_pattern(store, Extent::WholeBoard).with_context(|| label.clone())?;
    let asked = asked.with_context(|| format!("{label}: {NO_SUCH_KEY}"))?;
    if !asked.pattern.open().is_empty() {
        bail!(
            "{label}: a whole board is needed, without _ and !; for a part of a board use \
             `gtn-db find --in games`, for a corner `gtn-db joseki`"
        );
    }
    Ok(asked)
}

/// The number of games that reach the board, and the moves played next, the most frequent first.
fn count_moves(
    store: &Store,
    args: &NextArgs,
    pattern: Pattern,
) -> anyhow::Result<(u64, Vec<Played>)> {
    let search = Search::new(pattern);
    let search = match args.games.select_games(store)? {
        Some(games) => search.restrict_to(games),
        None => search,
    };
    let index = load_games(store)?;
    Ok(played_next(store, &index, &search)?)
}
