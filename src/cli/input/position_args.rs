//! Options that say how a position is read from SGF and from typed moves.

use clap::{Args, value_parser};
use gtn_db::answer::RegionText;
use gtn_db::go::{MAX_SIDE, Size};

use super::corner::CornerArg;

/// Options of every command that takes positions.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Reading positions")]
pub struct PositionArgs {
    /// From SGF, take the position after this many moves of the main line [default: the setup
    /// before the first move]
    #[arg(long = "move", value_name = "N")]
    pub move_number: Option<u32>,
    #[command(flatten)]
    pub part: PartArgs,
    /// Whether the marks and the numbers of moves are read, too, which only pictures show.
    #[arg(skip)]
    pub reads_notes: bool,
}

/// The options for positions of a command whose `--move` is another option.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Reading positions")]
pub struct PartArgs {
    /// Cut a part out of each position: two opposite corners, such as A1-K10, or
    /// {(column,row),columns,rows}
    #[arg(long, visible_alias = "sub", value_name = "REGION")]
    pub region: Option<RegionText>,
    /// Say in which corner of the board a drawing lies that has no _ and !; the board goes on beyond the
    /// other two sides
    #[arg(long, value_name = "CORNER", ignore_case = true)]
    pub(super) corner: Option<CornerArg>,
    /// Play typed moves on an empty board with this many lines [default: 19]
    #[arg(
        long,
        value_name = "LINES",
        value_parser = value_parser!(u8).range(1..=i64::from(MAX_SIDE)),
    )]
    board: Option<u8>,
}

impl PositionArgs {
    /// The board on which typed moves are played.
    pub fn board_size(&self) -> Size {
        self.part.board.map_or(Size::STANDARD, |lines| {
            Size::new(lines, lines).expect("clap checks the range of --board")
        })
    }
}
