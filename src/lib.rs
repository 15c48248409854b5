//! gtn-db: what collections of go problems hold twice, in any orientation and color.

pub mod check;
mod color;
pub mod escape;
pub mod export;
pub mod extract;
pub mod find;
mod finding;
pub mod games;
pub mod go;
pub mod gtn;
pub mod import;
pub mod joseki;
mod key;
pub mod record;
mod relay;
pub mod report;
pub mod sgf;
pub mod solution;
pub mod store;
pub mod svg;

pub use color::Color;
pub use finding::{Code, Finding};
pub use key::{KEY_SCHEME, KeyPrefix, ParseKeyError, PositionKey};
