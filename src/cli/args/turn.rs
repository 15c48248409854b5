//! The side to move, as an option's value.

use clap::ValueEnum;
use gtn_db::Color;

/// A player: `black` or `white`, or its first letter.
///
/// Options of this type set `ignore_case`.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum TurnArg {
    #[value(alias = "b")]
    Black,
    #[value(alias = "w")]
    White,
}

impl From<TurnArg> for Color {
    fn from(turn: TurnArg) -> Color {
        match turn {
            TurnArg::Black => Color::Black,
            TurnArg::White => Color::White,
        }
    }
}
