//! Life and death of enclosed Go problems, with proofs.
//!
//! [`confirm`] says what the side to move can achieve with the best play of both sides, and which first
//! moves achieve it. What it claims is proved for the position as it is framed, and each proof is
//! replayed by the rules of play before it is returned. Whatever is not proved is unknown, with a reason
//! ([`Why`]).
//!
//! ```
//! # mod gtn_db { pub use gtn_db_core::{Color, go, gtn}; pub use gtn_db_solve as solve; }
//! use gtn_db::Color;
//! use gtn_db::go::{Board, Point, Size};
//! use gtn_db::solve::{Limits, Outcome, Problem, confirm};
//!
//! let rows = [".aXO..", "XXXO..", "OOOO.."]; // a: three points in a row need this move
//! # let rows = [".a.XO..", "XXXXO..", "OOOOO.."];
//! let mut board = Board::new(Size::STANDARD);
//! for (row, text) in (0..).zip(rows) {
//!     for (col, stone) in (0..).zip(text.chars()) {
//!         let color = [Color::Black, Color::White].into_iter().find(|color| color.gtn_char() == stone);
//!         board.set(Point::new(col, row), color);
//!     }
//! }
//! let verdict = confirm(&Problem { board, to_move: Color::Black }, &Limits::default());
//! let solved = verdict.answer.expect("the group is enclosed");
//! assert_eq!((solved.outcome, solved.moves), (Outcome::Lives, vec![Point::new(1, 0)]));
//! ```
//!
//! # What is claimed
//!
//! The group and its surroundings are cut out of the board in two ways ([`Frame`]): with a ring of
//! empty points beyond the gaps of the wall, and so that chains of the wall with few liberties can be
//! captured. Both must have the same outcome, and a move is right or refuted only if it is so in both. That
//! the attacker fails must be so without anything outside, too. If the budget ends after the outcome and a
//! right move are found, the other moves are undecided.
//!
//! A success is unconditional if it works though the opponent has up to three ko threats and the side
//! that succeeds has none. [`Outcome::Ko`] means that one threat decides: with one against none the side to
//! move succeeds, with none against one it fails. Each retake of a ko at once uses up a threat.
//!
//! # What is not
//!
//! - The outside is not the real one: a group that escapes, connects or wins a race there is not seen.
//!   That a group is not alive is claimed only if no stones of its color lie outside.
//! - A ko that several threats decide, and play that only goes on because positions repeat, are unknown.
//! - [`Outcome::Lives`] is life of some stones of the group, not of all of them.
//! - [`Outcome::Killed`] ends play: stones that could be played where the whole group was captured do not count.
//! - Stones are confirmed by play, not by Article 7 of the Japanese rules, in which a ko is retaken
//!   only after a pass for it: bent four in the corner is a ko here. [`confirm_chains`] confirms the chains of a
//!   finished position by Article 7.
//! - With the default budget, groups with more than nine empty points are often unknown.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![warn(missing_docs, unreachable_pub)]
#![cfg_attr(not(test), warn(clippy::unwrap_used))]

mod board;
mod book_move;
mod confirmation;
#[cfg(test)]
mod confirmation_tests;
mod forced;
mod frame;
mod frame_search;
mod frame_verdict;
mod life;
#[cfg(test)]
mod oracle_tests;
mod outcome;
mod proof;
mod proof_sgf;
mod search;
mod standing;
mod stored;
mod table;
#[cfg(test)]
mod tests;
mod verdict;
mod why;

// The layers below are named from the root of this crate, as its own modules are.
use gtn_db_core::{Color, go, sgf};

pub use book_move::BookMove;
pub use frame::{Frame, FramedPoint, Reading};
pub use frame_verdict::{FrameVerdict, LineMove, ProofStep};
pub use outcome::Outcome;
pub use proof::{Proof, ProofError};
pub use proof_sgf::MAX_SGF_NODES;
pub use standing::{ChainStanding, Standing, confirm_chains};
pub use stored::{DamagedVerdict, SOLVER};
pub use verdict::{Limits, Problem, Solved, Verdict, confirm};
pub use why::Why;
