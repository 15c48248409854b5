//! Extracts problems and games from game trees, lines of text and JSON objects.
//! Pure functions, without input or output.
//!
//! | source | function |
//! |---|---|
//! | a game tree in SGF | [`extract_tree`] |
//! | a line of IGTN | [`extract_line`] |
//! | a puzzle in JSON | [`read_json_values`], [`extract_json`] |
//! | a game of a dump of online-go.com | [`write_ogs_game`] |
//! | a game in GIB, NGF or UGF | [`extract_game_file`] |
//! | a line or a puzzle of Abalone | [`abalone::read_line`], [`abalone::read_puzzles`] |
//!
//! # Problem or game?
//!
//! A tree that starts from an **empty** board and has moves is a game, and so
//! is one that starts from a **handicap**:
//!
//! - only black stones, as many as `HA` says;
//! - 2 to 9 black stones and no white ones, all on handicap points, and the
//!   first move, if any, is White's;
//! - two black and two white stones on the four corner handicap points, those
//!   of a color across from each other: the opening of old Chinese games.
//!
//! Every other tree that starts with stones is a problem. The stones may be set
//! up in any node before the first move. A tree with neither stones nor moves
//! is a game if it names a player, else nothing.

pub mod abalone;
mod board_place;
mod classify;
mod comments;
mod core_problem;
mod diagram_sgf;
mod draft;
mod fault_list;
mod further;
mod game;
mod game_files;
mod game_info;
mod handicap;
mod igtn;
mod json;
mod outline;
mod parts;
#[cfg(test)]
mod parts_tests;
mod phrase_pattern;
mod place_words;
mod problem;
mod problem_starts;
mod replay;
mod replay_checkpoints;
mod setup;
mod stated_outcome;
#[cfg(test)]
mod stated_outcome_tests;
mod stored_record;
mod tree_reader;
mod turn;
mod turn_phrases;
mod turn_statement;
#[cfg(test)]
mod turn_tests;
mod word_list;
mod wording;

pub use board_place::BoardPlace;
#[doc(hidden)]
pub use classify::extract_tree_as;
pub use classify::{Extracted, ProblemSetup, TreeLocation, extract_setups, extract_tree};
pub use comments::{TreeComment, extract_comments};
pub use core_problem::extract_core;
pub use diagram_sgf::diagram_to_sgf;
#[doc(hidden)]
pub use further::APART;
#[doc(hidden)]
pub use game_files::{GameFormat, extract_game_file};
pub use game_info::extract_game_info;
pub use igtn::extract_line;
pub use json::{ServerGame, explain_json_error, extract_json, read_json_values, write_ogs_game};
pub use place_words::names_place;
pub use problem::extract_solution;
pub use stated_outcome::{Fate, StatedOutcome};
#[doc(hidden)]
pub use stored_record::{
    extract_early_record, extract_stored_record, has_further_setups, is_game_with_problems,
    known_dialect, stored_charset,
};
pub use tree_reader::{Setup, extract_setup};
pub use turn::{TurnEvidence, TurnPhrase, TurnWords};
pub use turn_phrases::names_color;
pub(crate) use wording::word_no_liberty;
