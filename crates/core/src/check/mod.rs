//! Checks problems: the setup, every move of the solution under the rules, the
//! answer, and the side to move.
//!
//! ```text
//!   X X . .      (;SZ[4]AB[aa][ba][ab]AW[bb];B[cb](;W[bb])(;W[ac];B[bc]))
//!   X O . .
//!   . . . .      byte 39: answer-occupied: White's move 2 at B3 is on a
//!   . . . .      stone (Article 3)
//! ```
//!
//! Articles are those of the Japanese rules.

mod answer;
mod check_tree;
mod common;
mod conformance;
mod play;
mod turn;

pub use check_tree::check_tree;
pub use conformance::check_conformance;
