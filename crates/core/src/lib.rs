//! Go positions, the notation GobanTN, SGF, solutions and games without input or output: the lower
//! layers of [gtn-db](https://docs.rs/gtn-db).
//!
//! The package `gtn-db` re-exports every public module and describes them; depend on it. Items that
//! are hidden from the documentation are shared with the crates above and may change at any time.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![warn(missing_docs, unreachable_pub)]
#![cfg_attr(not(test), warn(clippy::unwrap_used))]

pub mod abalone;
pub mod check;
mod color;
mod diagnostic;
pub mod escape;
pub mod extract;
pub mod games;
pub mod go;
pub mod gtn;
mod key;
pub mod model;
mod names;
#[doc(hidden)]
pub mod parallel;
pub mod sgf;
pub mod similarity;
pub mod solution;
pub mod svg;

pub use color::Color;
pub use diagnostic::{Diagnostic, Disposition, Fault, Item, Location, Rule};
pub use key::{CORE_SCHEME, KEY_SCHEME, KeyPrefix, ParseKeyError, PositionKey};
