//! Export of problems: each one once, in one orientation, in one of six
//! formats.
//!
//! | format | content | for |
//! |---|---|---|
//! | [`Format::Sgf`] | the whole game tree of the kept record | Go programs |
//! | [`Format::Igtn`] | the window, below comment lines | people, and a new import |
//! | [`Format::Json`] | one object a line with all data of the problem | programs |
//! | [`Format::Csv`] | the same as a table | spreadsheets |
//! | [`Format::OgsJson`] | one puzzle of online-go.com a line, with all its moves | that server |
//! | [`Format::SolJson`] | one object a line with the first moves that are right | programs that need only these |
//!
//! Problems are written one at a time to any [`Write`](std::io::Write), and no
//! state is kept between two problems. The same problems give the same bytes.
//!
//! ```text
//!   in the source                   as exported
//!   . . . . . .                     . . . X O .
//!   . . . . . .                     . . . X O O      the corner at the top right:
//!   X X X . . .          IR2        . . . X X X      rotated by a half-turn, with
//!   O O X . . .           →         . . . . . .      all moves, marks and labels
//!   . O X . . .                     . . . . . .
//! ```
//!
//! [`abalone`] exports problems and games of Abalone.
//!
//! An operation in the output
//! - of a problem maps the exported board onto the canonical text;
//! - of a source maps the exported board onto the board of that source.

pub mod abalone;
mod csv;
mod file_name;
mod format;
mod igtn;
mod json;
mod line_breaks;
mod merged_sgf;
mod ogs_json;
mod orientation;
mod oriented_problem;
mod puzzle;
#[cfg(test)]
mod puzzle_tests;
mod sgf;
mod sol_json;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod union_tests;

pub use csv::copy_escaped;
pub use file_name::build_file_name;
pub use format::Format;
#[doc(hidden)]
pub use ogs_json::write_puzzle;
#[doc(hidden)]
pub use orientation::names_places;
pub use orientation::{ExportOptions, Orientation, choose_symmetry};
pub use oriented_problem::{ContradictionError, OrientedProblem};
#[doc(hidden)]
pub use puzzle::{Annotation, Mark, Puzzle};
#[doc(hidden)]
pub use sgf::format_tree;
