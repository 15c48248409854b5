//! gtn-db: what collections of go problems hold twice, in any orientation and color.

mod color;
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
pub mod record;
pub mod sgf;
pub mod store;

pub use color::Color;
pub use key::{KEY_SCHEME, KeyPrefix, ParseKeyError, PositionKey};
