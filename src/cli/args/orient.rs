//! How the boards of an export are turned.

use clap::ValueEnum;
use gtn_db::export::Orientation;

gtn_db_core::mirror! {
    #[derive(Clone, Copy, Debug, ValueEnum)]
    pub enum OrientArg => Orientation {
        /// The corner or side of the problem at the top right
        TopRight,
        /// The corner or side of the problem at the top left
        TopLeft,
        /// The corner or side of the problem at the bottom right
        BottomRight,
        /// The corner or side of the problem at the bottom left
        BottomLeft,
        /// One of the eight symmetries for each problem
        Random,
        /// As in the kept record
        AsIs,
        /// As in the canonical text, colors included
        Canonical,
    }
}
