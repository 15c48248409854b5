//! Answers about Abalone as objects of JSON.
//!
//! Games of Abalone have numbers of their own, and are named by the letter `a`
//! and this number, such as `a12`: [`game_name`].

mod cluster;
mod containment;
mod family;
mod game;
mod game_match;
mod near;
mod next_move;
mod problem;
mod problem_match;
mod record;
mod typed_moves;

pub use cluster::{ClusterJson, ClusterRecordJson};
pub use containment::ContainmentJson;
pub use game::{GameJson, game_name};
pub use game_match::{GameCountJson, GameMatchJson};
pub use near::{NearGroupJson, NearMemberJson, NearPairJson};
pub use next_move::NextMoveJson;
pub use problem::ProblemJson;
pub use problem_match::{NearMatchJson, ProblemMatchJson};
pub use record::{RecordJson, SolutionLineJson};
pub use typed_moves::{play_move, play_moves};
