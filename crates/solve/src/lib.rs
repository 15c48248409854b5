//! Life and death of enclosed problems.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![warn(missing_docs, unreachable_pub)]
#![cfg_attr(not(test), warn(clippy::unwrap_used))]

mod board;
mod life;
#[cfg(test)]
mod oracle;
mod proof;
mod search;
mod table;

pub use proof::{Proof, ProofError};
pub use search::Question;
