//! Options that say what is counted of continuations besides their results.

use clap::{Args, ValueEnum};
use gtn_db::answer::{Aspects, By, ExampleOrder};
use gtn_db::model::Split;

use super::given::first_given;

gtn_db_core::mirror! {
    /// By what the results of continuations are listed.
    #[derive(Clone, Copy, Debug, ValueEnum)]
    pub enum ByArg => By {
        /// The share and the win rate of each year
        Year,
        /// The share and the win rate of the players of each rank
        Rank,
    }
}

gtn_db_core::mirror! {
    /// Which games are the examples of a continuation.
    #[derive(Clone, Copy, Debug, ValueEnum)]
    pub enum ExamplesArg => ExampleOrder {
        /// Those of the last years
        Newest,
        /// Those of the players with the highest mean rank
        Strongest,
    }
}

/// Options of the commands that count continuations.
#[derive(Clone, Copy, Debug, Args)]
pub struct AspectArgs {
    /// Show the share of each move by year, and whether the share rises or falls, or by the rank of the
    /// players; with --csv a row for each move and year or rank, with --json a list in each move
    #[arg(long, value_name = "WHAT")]
    by: Option<ByArg>,
    /// Compare the share of each move before this year with its share since, or with `pro` the share among
    /// amateurs with that among professionals, with 95 % intervals
    #[arg(long, value_name = "YEAR|pro")]
    versus: Option<Split>,
    /// Which five games of each move are its examples [default: those imported first]
    #[arg(long, value_name = "WHICH")]
    examples: Option<ExamplesArg>,
}

impl AspectArgs {
    /// The aspects that the options name.
    pub fn to_aspects(self) -> Aspects {
        let examples = self.examples.map(ExampleOrder::from);
        Aspects { by: self.by.map(By::from), versus: self.versus, examples }
    }

    /// The name of the first option that was given, for messages.
    pub fn given_option(self) -> Option<&'static str> {
        first_given([
            ("--by", self.by.is_some()),
            ("--versus", self.versus.is_some()),
            ("--examples", self.examples.is_some()),
        ])
    }
}
