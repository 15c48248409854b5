//! One file per command: the file name is the word that the user types.

pub mod audit;
pub mod book;
pub mod check;
pub mod compare;
pub mod completions;
pub mod convert;
pub mod dups;
pub mod export;
pub mod find;
pub mod games;
pub mod import;
pub mod index;
pub mod joseki;
pub mod man;
pub mod next;
pub mod problems;
#[cfg(feature = "serve")]
pub mod serve;
pub mod show;
pub mod solve;
pub mod sources;
pub mod stats;
pub mod tag;
