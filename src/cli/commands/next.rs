//! `gtn-db next`: what is played next on a whole board.

use std::ffi::OsString;
use std::io::Write;

use anyhow::{Context, bail};
use clap::Args;
use gtn_db::Color;
use gtn_db::extract::BoardPlace;
use gtn_db::find::{Played, load_games, played_next};
use gtn_db::games::Search;
use gtn_db::go::{Board, Point, Position};
use gtn_db::gtn::{Pattern, SubPosition};
use gtn_db::store::Store;
use serde::Serialize;

use crate::cli::args::GameArgs;
use crate::cli::error::CommandError;
use crate::cli::input::{
    AskedPattern, Extent, NO_SUCH_KEY, PositionArgs, TypedMoves, likely_turn, read_one_query,
};
use crate::cli::json::results::ResultsJson;
use crate::cli::output::points::{PointNames, draw_pattern, letter};
use crate::cli::output::progress::Progress;
use crate::cli::output::text::percent;
use crate::cli::output::{LimitArgs, OutputArgs, Row, plural, stdout};
use crate::cli::{Global, Outcome};

/// Count the moves played next on a whole board, with their results
#[derive(Debug, Args)]
#[command(after_help = "\
The board is found in any orientation and color; the answer is in the orientation and colors of \
the query. Each game counts once for each move, its variations included. Wins are those of the \
player of the move, among the games with a winner.

--moves and --play walk on from the board: --moves plays any moves, then each --play follows a \
move of the list that the board before has.

Example:
  gtn-db next --year 2015-2019
  gtn-db next 'Q16 D4'
  gtn-db next --play A --play B")]
pub struct NextArgs {
    /// A whole board: moves such as 'Q16 D4', an IGTN without _ and !, a file with a position or
    /// SGF, or - for standard input [default: the empty 19x19 board]
    #[arg(value_name = "QUERY")]
    query: Option<OsString>,
    /// Play these moves on the board first, such as 'Q16 D4'; the player with fewer stones begins
    #[arg(long, value_name = "MOVES")]
    moves: Option<TypedMoves>,
    /// Follow the move with this letter or this name, such as A or Q16, in the list; may be given
    /// several times, for the list after each move
    #[arg(long, value_name = "MOVE")]
    play: Vec<String>,
    /// Leave out moves that occur in fewer games than this [default: 1]
    #[arg(long, value_name = "N")]
    min_games: Option<u64>,
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
    #[serde(flatten)]
    results: ResultsJson,
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
        let [won, years, examples] = self.results.cells();
        vec![
            self.letter.map(String::from).unwrap_or_default(),
            self.turn.unwrap_or_default().to_owned(),
            self.point_name.clone().unwrap_or_else(|| "none".to_owned()),
            self.games.to_string(),
            percent(self.share),
            won,
            years,
            examples,
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
        results: ResultsJson::new(&played.results),
    };
    played.iter().map(row).collect()
}

pub fn run(args: &NextArgs, global: &Global) -> anyhow::Result<Outcome> {
    let store = Store::open(&global.database()?)?;
    let mut asked = read_board(args, &store)?;
    if let Some(moves) = &args.moves {
        asked.pattern = play_moves(&asked.pattern, moves).context("--moves")?;
    }
    let selected = args.games.select_games(&store)?;
    let progress = Progress::start(global, "Loading games", None);
    let index = load_games(&store, selected.as_deref())?;
    let outcomes = store.game_outcomes(selected.as_deref())?;
    drop(progress);
    let count = |pattern: &Pattern| {
        let (games, mut played) = played_next(&outcomes, &index, &Search::new(pattern.clone()));
        played.retain(|played| played.results.games >= args.min_games.unwrap_or(1));
        played.truncate(args.limit.count());
        (games, played)
    };
    let names = PointNames::new(asked.place);
    for name in args.play.iter().flat_map(|names| names.split_whitespace()) {
        let (games, played) = count(&asked.pattern);
        let rows = to_rows(games, &played, names);
        let followed = follow_move(&asked.pattern, &played, &rows, name);
        asked.pattern = followed.with_context(|| format!("--play {name}"))?;
    }
    let (games, played) = count(&asked.pattern);
    let rows = to_rows(games, &played, names);
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

/// The position on a board, with this player to move.
fn position(pattern: &Pattern, turn: Option<Color>) -> anyhow::Result<Position> {
    if pattern.wildcards().next().is_some() {
        bail!("no move can be played on a board with `?`");
    }
    let board = pattern.sub_position().board;
    Ok(Position::from_board(&board, turn.unwrap_or_else(|| likely_turn(&board)))?)
}

/// The board after some moves; the player with fewer stones begins.
fn play_moves(pattern: &Pattern, moves: &TypedMoves) -> anyhow::Result<Pattern> {
    let (board, _) = moves.play(position(pattern, None)?)?;
    Ok(Pattern::try_from(&SubPosition::goban(board))?)
}

/// The board after one of the listed moves.
fn follow_move(
    pattern: &Pattern,
    played: &[Played],
    rows: &[MoveRow],
    name: &str,
) -> anyhow::Result<Pattern> {
    let is_named = |row: &MoveRow| {
        let letter = row.letter.is_some_and(|letter| name.chars().eq([letter]));
        letter || row.point_name.as_deref().is_some_and(|point| point.eq_ignore_ascii_case(name))
    };
    let found = rows.iter().zip(played).find(|(row, _)| is_named(row));
    let Some((_, &Played { point: Some(point), color, .. })) = found else {
        let listed = rows.iter().filter(|row| row.letter.is_some()).count();
        let moves = plural(listed as u64, "move");
        return Err(CommandError::new(format!("the list has {moves}, and none of this name"))
            .with_hint("--moves plays any move")
            .into());
    };
    let mut position = position(pattern, color)?;
    position.play(point)?;
    Ok(Pattern::try_from(&SubPosition::goban(position.board()))?)
}
