//! Options that say how the corners of games are read.

use clap::{Args, value_parser};
use gtn_db::find::{GameSource, find_even_games, find_unique_games};
use gtn_db::joseki::{CornerOptions, Kept};
use gtn_db::store::Store;

use super::game_filter::GameArgs;
use super::given::first_given;
use super::move_range::MoveRangeArgs;
use crate::cli::Global;

/// Options of the commands that count joseki.
#[derive(Clone, Copy, Debug, Args)]
pub struct CornerArgs {
    /// Take this many columns and rows of each corner into account [default: 10]
    #[arg(long, value_name = "LINES", value_parser = value_parser!(u8).range(1..=26))]
    window: Option<u8>,
    /// Follow at most this many moves in each corner [default: 30]
    #[arg(long, value_name = "N")]
    moves: Option<u8>,
    #[command(flatten)]
    range: MoveRangeArgs,
    /// Leave out handicap games: those with two stones or more in HA, or set up for Black alone
    #[arg(long)]
    even: bool,
    /// Count a group of the same game once, as `games --same` finds it
    #[arg(long)]
    unique: bool,
    /// Leave out moves that occur in fewer games than this [default: 1; 2 in a tree]
    #[arg(long, value_name = "N")]
    pub min_games: Option<u64>,
}

impl CornerArgs {
    /// The name of the first option that was given, for messages.
    pub fn given_option(&self) -> Option<&'static str> {
        first_given([
            ("--window", self.window.is_some()),
            ("--moves", self.moves.is_some()),
            ("--even", self.even),
            ("--unique", self.unique),
            ("--min-games", self.min_games.is_some()),
        ])
        .or(self.range.given_option())
    }

    /// The options for the library.
    ///
    /// # Errors
    /// As for [`MoveRangeArgs::to_range`].
    pub fn to_options(self) -> anyhow::Result<CornerOptions> {
        let default = CornerOptions::default();
        Ok(CornerOptions {
            window: self.window.unwrap_or(default.window),
            moves: self.moves.unwrap_or(default.moves),
            after: self.range.to_range()?,
        })
    }

    /// The positions to keep for a tree of the moves that occur in `min_games` games or more.
    pub fn kept_for_tree(min_games: u64) -> Kept<'static> {
        if min_games > 1 { Kept::Shared } else { Kept::All }
    }

    /// The selected games.
    pub fn select_games<'a>(
        self,
        store: &'a Store,
        games: &GameArgs,
        global: &Global,
    ) -> anyhow::Result<GameSource<'a>> {
        let mut source = GameSource::new(store, &games.to_filter()?, !global.no_index)?;
        if self.even {
            source.restrict_to(Some(find_even_games(store, source.ids()?.as_deref())?));
        }
        if self.unique {
            source.restrict_to(find_unique_games(store, source.ids()?)?);
        }
        Ok(source)
    }
}
