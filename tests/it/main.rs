//! All integration tests in one executable, so that the library, SQLite and the
//! compression libraries are linked once.
//!
//! `tests/shared.rs` is the other executable: it needs collections that are
//! not part of the project.

#![allow(clippy::duplicate_mod, reason = "two examples have the same engine")]

mod abalone;
mod abalone_example;
mod abalone_samples;
mod architecture;
mod cli;
mod commands;
mod common;
mod conformity;
mod convert;
mod docs;
mod example;
mod gobantn;
mod hostile;
mod kill;
mod page;
mod public_paths;
mod readme;
mod rules;
mod second_opinion;
mod stored_meaning;
