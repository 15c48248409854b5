//! `gtn-db find`: the options, and which search they ask for.

mod abalone;
mod contains;
mod exact;
mod in_games;
mod near;
mod request;
mod rows;

use std::ffi::OsString;

use anyhow::Error;
use clap::{ArgGroup, Args, ValueEnum, value_parser};
use gtn_db::Color;
use gtn_db::find::{self, EdgesOption, FindOptions, Likeness};
use gtn_db::similarity::{Edges, MAX_DISTANCE};
use gtn_db::store::Store;

use crate::cli::args::{Own, ProblemArgs, TurnArg};
use crate::cli::input::{PositionArgs, find_split_moves, or_stdin};
use crate::cli::output::{OutputArgs, limit_parser};
use crate::cli::{Global, Outcome, report_hint};
use in_games::InGamesArgs;
use request::Request;

/// Find a position among problems or a pattern in games, in any orientation and color
#[derive(Debug, Args)]
#[command(
    group = ArgGroup::new("search").args(["near", "contains", "within", "inside"]),
    after_help = "\
Without further options, find lists the records of the same position, however they are cropped. \
An edge of the board counts only near the stones; write _ and ! on a side beyond which the board \
continues. The operation in the answer carries the query onto the record.

A position of Abalone, such as 'aba5|…' or a KAAWA position, is found among problems and games of \
Abalone; the first query decides. There --turn, --near and --contains apply to games, too.

In patterns (--contains and --in games), ? matches black, white and empty points. docs/find.md and \
docs/games.md describe each search.

Example:
  gtn-db find '4x6|.O...._OOOOX._XXXX.._......_!!!!!!_'
  gtn-db find --near 2 '4x6|.O...._OOOOX._XXXX.._......_!!!!!!_'
  gtn-db find --near 1 --edges any '4x6|.O...._OOOOX._XXXX.._......_!!!!!!_'
  gtn-db find --contains '3x3|.OX_?OX_XXX_!!!_'
  gtn-db find --in games '2x2|_!!__XO__OX__!!_'
  gtn-db find --in games 'Q16 R14' --region K10-T19
  gtn-db find --in games '0e4e5e6_0e7e8' --contains",
)]
pub struct FindArgs {
    /// Positions: an IGTN or IATN, a diagram of several lines, typed moves such as 'Q16 D4', the beginning
    /// of a key, a file with any of these or with SGF, or - for standard input [default: -]
    #[arg(value_name = "QUERY")]
    queries: Vec<OsString>,
    /// Where to search
    #[arg(long = "in", value_name = "WHERE", default_value = "problems")]
    place: PlaceArg,
    /// The side to move; it overrides what SGF or typed moves say. With --contains and --within:
    /// only records in which this color may be to move, in the colors of the query
    #[arg(long, value_name = "COLOR", ignore_case = true)]
    turn: Option<TurnArg>,
    /// Also find positions that differ in at most K points (1 to 5), and those with the same stones
    /// but other edges
    #[arg(
        long,
        value_name = "K",
        value_parser = value_parser!(u8).range(1..=i64::from(MAX_DISTANCE)),
    )]
    near: Option<u8>,
    /// Find the positions that contain the query
    #[arg(long)]
    contains: bool,
    /// Find the positions that are contained in the query
    #[arg(long)]
    within: bool,
    /// List at most N (0 to 20) of the nearest problems, those with the same core first [default: 5
    /// for a position that is not known, else 0]
    #[arg(
        long,
        value_name = "N",
        value_parser = value_parser!(u8).range(0..=find::MAX_NEAREST as i64),
    )]
    nearest: Option<u8>,
    /// Also find records whose solution reaches the query after some moves
    #[arg(long)]
    inside: bool,
    /// With --contains and --within: which sides of the query must be edges of the board [default:
    /// marked]. With --near: whether edges count [default: same]
    #[arg(long, value_name = "EDGES")]
    edges: Option<EdgesArg>,
    /// With --contains, --within and --in games: only count what is found
    #[arg(long, conflicts_with_all = ["near", "inside"])]
    count: bool,
    /// List at most N records or hits for each query [default: all; 20 hits in a table]
    #[arg(long, value_name = "N", value_parser = limit_parser::<usize>())]
    limit: Option<usize>,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten, next_help_heading = "Selecting problems")]
    filter: ProblemArgs<OwnBoard>,
    #[command(flatten)]
    games: InGamesArgs,
}

/// The options for the board, the region and the side to move are those of the query, which may be a key.
#[derive(Debug)]
struct OwnBoard;

impl Own for OwnBoard {
    const LEFT_OUT: &'static [&'static str] =
        &["source", "ids", "board", "region", "turn", "comment"];
}

gtn_db_core::mirror! {
    #[derive(Clone, Copy, Debug, ValueEnum)]
    enum EdgesArg => EdgesOption {
        /// Sides without _ and ! must be edges; beyond the others the board must continue
        Marked,
        /// No side has to be an edge; with --near, also find positions that differ in at most K points
        /// when edges and the distance to them are ignored
        Any,
        /// With --near: real edges must lie on real edges
        Same,
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum PlaceArg {
    /// The setups of problems
    Problems,
    /// All positions of games
    Games,
}

impl FindArgs {
    /// What is searched for, if the queries are of this family.
    fn check(&self, is_abalone: bool) -> anyhow::Result<(Likeness, Edges)> {
        let of_problems = self.filter.given_option();
        let common = self.games.games.given_common_option();
        let options = FindOptions {
            is_abalone,
            in_games: self.place == PlaceArg::Games,
            turn: self.turn.is_some(),
            near: self.near,
            contains: self.contains,
            within: self.within,
            inside: self.inside,
            nearest: self.nearest.is_some(),
            edges: self.edges.map(EdgesOption::from),
            count: self.count,
            of_problems,
            of_games: self.games.given_option(),
            of_go: common.or(of_problems).or(self.games.given_go_option()),
        };
        let spell = |name: &str, value: &str| format!("--{name} {value}").trim_end().to_owned();
        options.check(spell).map_err(Error::msg)
    }
}

pub fn run(args: &FindArgs, global: &Global) -> anyhow::Result<Outcome> {
    // The first query decides the family: what neither has is refused before it is read.
    if let (Err(error), Err(_)) = (args.check(false), args.check(true)) {
        return Err(error);
    }
    let given = or_stdin(&args.queries)?;
    if let Some(moves) = find_split_moves(&given, &args.position) {
        report_hint(
            &format!("each move is a query of its own; for one position, '{moves}'"),
            global,
        );
    }
    let store = Store::open(&global.database()?)?;
    let request = Request {
        global,
        store: &store,
        queries: &given,
        position: &args.position,
        turn: args.turn.map(Color::from),
        limit: args.limit,
        output: args.output,
    };
    let mut queries = request.read_queries();
    let is_abalone = queries.are_abalone(&store)?;
    let (likeness, edges) = args.check(is_abalone)?;
    let (games, is_counted) = (&args.games, args.count);
    match (is_abalone, args.place) {
        (true, PlaceArg::Games) => {
            return abalone::run_in_games(&request, queries, likeness, games, is_counted);
        }
        (true, PlaceArg::Problems) => {
            return abalone::run_in_problems(&request, queries, likeness, is_counted);
        }
        (false, PlaceArg::Games) => return in_games::run(&request, queries, games, is_counted),
        (false, PlaceArg::Problems) => {}
    }
    store.select_records(&games.games.with_common(args.filter.to_filter()))?;
    let direction = match likeness {
        Likeness::Same => {
            let nearest = exact::Nearest {
                count: args.nearest.map_or(find::NEAREST_COUNT, usize::from),
                always: args.nearest.is_some(),
            };
            return exact::run(&request, queries, args.inside, nearest);
        }
        Likeness::Near(k) => return near::run(&request, queries, k, edges),
        Likeness::Contains => contains::Direction::Contains,
        Likeness::Within => contains::Direction::Within,
    };
    contains::run(&request, queries, direction, edges, is_counted)
}
