//! The options of `gtn-db next`.

use std::ffi::OsString;

use clap::{Args, value_parser};
use gtn_db::abalone::Setup;

use crate::cli::args::{AspectArgs, GameArgs, MoveRangeArgs, parse_abalone_start};
use crate::cli::input::PositionArgs;
use crate::cli::output::{LimitArgs, OutputArgs};

/// Count the moves played next on a whole board, with their results
#[derive(Debug, Args)]
#[command(after_help = "\
The board is found in any orientation and color; the answer is in the orientation and colors of \
the query. Each game counts once for each move, its variations included; a pass is a move, too. \
Wins are those of the player of the move, among the games with a winner.

--moves and --play walk on from the board: --moves plays any moves, then each --play follows a \
move of the list that the board before has.

Example:
  gtn-db next --year 2015-2019
  gtn-db next 'Q16 D4'
  gtn-db next --play A --play B
  gtn-db next 'Q16 D4' --versus 2016
  gtn-db next --profile Shusaku --depth 4
  gtn-db next --start belgian")]
pub struct NextArgs {
    /// A whole board: moves such as 'Q16 D4', an IGTN without _ and !, an IATN, a file with a position or
    /// SGF, or - for standard input [default: the empty 19x19 board]
    #[arg(value_name = "QUERY")]
    pub query: Option<OsString>,
    /// The start of games of Abalone as the board: its name, such as belgian, or a position in any
    /// form
    #[arg(long, value_name = "POSITION", value_parser = parse_abalone_start, conflicts_with = "query")]
    pub start: Option<Setup>,
    /// Play these moves on the board first, such as 'Q16 D4'; the player with fewer stones begins.
    /// Of Abalone moves in any notation, such as 'a1b2 i5h5', and letters of the list, such as A
    #[arg(long, value_name = "MOVES")]
    pub moves: Option<String>,
    /// Follow the move with this letter or name, such as A or Q16, in the list
    ///
    /// May be given several times, for the list after each move.
    #[arg(long, value_name = "MOVE")]
    pub play: Vec<String>,
    /// Show what this player chose as Black and as White in the positions that follow, with the results, and
    /// what all others chose there; part of the name is enough
    #[arg(long, help_heading = "Profile of a player", value_name = "NAME", conflicts_with_all = ["start", "by", "versus", "after_move", "before_move"])]
    pub profile: Option<String>,
    /// With --profile: only positions after fewer moves than this [default: 6]
    #[arg(long, help_heading = "Profile of a player", value_name = "N", requires = "profile", value_parser = value_parser!(u8).range(1..=30))]
    pub depth: Option<u8>,
    /// With --profile: at most N positions as Black and as White, those that most games of the player
    /// reach [default: 10]
    #[arg(long, help_heading = "Profile of a player", value_name = "N", requires = "profile", value_parser = value_parser!(u8).range(1..=100))]
    pub positions: Option<u8>,
    /// Count a group of the same game once, as `games --same` finds it
    #[arg(long)]
    pub unique: bool,
    /// Leave out moves that occur in fewer games than this [default: 1]
    #[arg(long, value_name = "N")]
    pub min_games: Option<u64>,
    #[command(flatten)]
    pub range: MoveRangeArgs,
    #[command(flatten)]
    pub aspects: AspectArgs,
    #[command(flatten)]
    pub limit: LimitArgs,
    #[command(flatten)]
    pub output: OutputArgs,
    #[command(flatten)]
    pub position: PositionArgs,
    #[command(flatten, next_help_heading = "Selecting games")]
    pub games: GameArgs,
}
