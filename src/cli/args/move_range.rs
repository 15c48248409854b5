//! Options that say with which moves of a game a position begins.

use anyhow::bail;
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
    ///
    /// # Errors
    /// If there are none.
    pub fn to_range(self) -> anyhow::Result<MoveRange> {
        let range = MoveRange::new(self.after_move, self.before_move);
        if range.is_empty() {
            bail!("--after-move is larger than --before-move: no move is in this window");
        }
        Ok(range)
    }

    /// The name of the first option that was given, for messages.
    pub fn given_option(self) -> Option<&'static str> {
        first_given([
            ("--after-move", self.after_move.is_some()),
            ("--before-move", self.before_move.is_some()),
        ])
    }
}
