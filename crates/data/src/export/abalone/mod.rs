//! Export of problems and games of Abalone.
//!
//! | format | content |
//! |---|---|
//! | [`Format::Apgn`] | games, and problems as APGN without moves |
//! | [`Format::Iatn`] | a problem a line, below comment lines: board, side to move, marbles lost |
//! | [`Format::Kaawa`] | the same as KAAWA positions, which do not say who is to move |
//! | [`Format::Json`] | one object a line with all data of a problem or game |
//! | [`Format::Csv`] | the same as a table |
//!
//! An operation in the output
//! - of a problem maps the exported board onto the canonical text;
//! - of a source maps the exported board onto the board of that source.

mod apgn;
mod csv;
mod format;
mod item;
mod json;
mod losses;
mod position_list;
mod row;
#[cfg(test)]
mod tests;

pub use format::Format;
pub use item::{ExportedGame, ExportedProblem, Place};
pub use losses::Losses;
