//! The form of lateral moves of Abalone, as an option's value.

use clap::ValueEnum;
use gtn_db::abalone::LateralOrder;

gtn_db_core::mirror! {
    /// Which end of a row Aba-Pro names first in a lateral move.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
    pub enum LateralArg => LateralOrder {
        /// The lower cell: e6e8f6
        LowerFirst,
        /// The end farther from e5: e8e6f8
        OutsideIn,
    }
}
