//! The side to move, as an option's value.

use clap::ValueEnum;
use gtn_db::Color;

gtn_db_core::mirror! {
    /// A player: `black` or `white`, or its first letter.
    ///
    /// Options of this type set `ignore_case`.
    #[derive(Clone, Copy, Debug, ValueEnum)]
    pub enum TurnArg => Color {
        #[value(alias = "b")]
        Black,
        #[value(alias = "w")]
        White,
    }
}
