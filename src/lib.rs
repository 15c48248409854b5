//! gtn-db: what collections of go problems hold twice, in any orientation and color.

mod color;
pub mod go;
pub mod import;
pub mod sgf;

pub use color::Color;
