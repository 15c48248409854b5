//! gtn-db: what collections of go problems hold twice, in any orientation and color.

pub mod check;
mod color;
mod diagnostic;
pub mod escape;
pub mod export;
pub mod extract;
pub mod find;
pub mod games;
pub mod go;
pub mod gtn;
pub mod import;
pub mod joseki;
mod key;
pub mod model;
mod parallel;
pub mod report;
pub mod sgf;
pub mod similarity;
pub mod solution;
pub mod store;
pub mod svg;

pub use color::Color;
pub use diagnostic::{Diagnostic, Disposition, Fault, Location, Rule};
pub use key::{KEY_SCHEME, KeyPrefix, ParseKeyError, PositionKey};
