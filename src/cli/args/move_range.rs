//! Options that say with which moves of a game a position begins.

use clap::Args;
use gtn_db::games::MoveRange;

use super::given::first_given;

/// Options of the commands that look for positions in games.
#[derive(Clone, Copy, Debug, Args)]
pub struct MoveRangeArgs {
    /// Only where the position begins with this move or later
    #[arg(long, value_name = "N")]
    after_move: Option<u16>,
    /// Only where the position begins with this move or earlier; 0 is before the first move
    #[arg(long, value_name = "N")]
    before_move: Option<u16>,
}

impl MoveRangeArgs {
    /// The moves.
    pub fn to_range(self) -> MoveRange {
        MoveRange::new(self.after_move, self.before_move)
    }

    /// The name of the first option that was given, for messages.
    pub fn given_option(self) -> Option<&'static str> {
        first_given([
            ("--after-move", self.after_move.is_some()),
            ("--before-move", self.before_move.is_some()),
        ])
    }
}
