//! Life and death of enclosed problems.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![warn(missing_docs, unreachable_pub)]
#![cfg_attr(not(test), warn(clippy::unwrap_used))]

mod board;
mod forced;
mod frame;
mod life;
#[cfg(test)]
mod oracle;
mod proof;
mod search;
mod table;
mod verdict;
mod why;

pub use frame::{Frame, Reading};
pub use proof::{Proof, ProofError};
pub use search::Question;
pub use verdict::{Limits, Outcome, Problem, Solved, Verdict, confirm};
pub use why::Why;
#[cfg(test)]
mod tests;
