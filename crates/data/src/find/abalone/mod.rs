//! Questions about problems and games of Abalone.
//!
//! | question | function |
//! |---|---|
//! | the same problem or position | [`find_exact`] |
//! | problems that differ in few cells | [`find_near`] |
//! | problems that contain a pattern, or are contained in a position | [`find_containing`], [`find_within`] |
//! | games in which a position stood | [`find_in_games`] |
//! | games with a position that differs in few cells, or contains a pattern | [`ReplayedGames`] |
//! | what was played next | [`count_next_moves`] |
//! | the games in an order | [`list_games`] |
//! | games that are the same | [`find_same_games`] |
//! | the position of a stored key | [`find_by_key`] |
//! | records of the same problem | [`load_positions`] with [`ProblemConditions`], [`cluster_records`] |
//! | pairs of positions that differ in few cells | [`find_near_pairs`] |
//! | what is wrong with problems and games | [`check_abalone`] |
//! | the texts of problems and games | [`read_problem`], [`read_game`] |
//!
//! The answers do not depend on the orientation and colors of a [`Query`]. Its
//! operation in an answer maps the query to the board of the record or game;
//! sides and losses in an answer have the colors of the query.

mod by_key;
mod checks;
mod contains;
mod damaged;
mod duplicates;
mod exact;
mod game_list;
mod in_games;
mod near;
mod near_duplicates;
mod next_moves;
mod problem_conditions;
mod query;
mod replay;
mod replayed_games;
mod same_games;
mod scan;
mod stored_text;
#[cfg(test)]
mod tests;

pub use by_key::find_by_key;
pub use checks::check_abalone;
pub use contains::{ContainmentMatch, find_containing, find_within};
pub use damaged::DamagedRowError;
pub use duplicates::{
    Cluster, PositionRecords, cluster_records, distinct_clusters, load_positions,
};
pub use exact::find_exact;
pub use game_list::list_games;
pub use in_games::find_in_games;
pub use near::{NearMatch, find_near};
pub use near_duplicates::find_near_pairs;
pub use next_moves::{NextMoves, PlayedMove, count_next_moves};
pub use problem_conditions::ProblemConditions;
pub use query::{GameMatch, ProblemMatch, Query};
pub use replay::ReplayedGame;
pub use replayed_games::ReplayedGames;
pub use same_games::{SHORTEST_BEGINNING, SameGame, find_same_games};
pub use stored_text::{read_game, read_problem};
