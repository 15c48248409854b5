//! Finding positions and problems in the database.
//!
//! A query goes the way of every record: its window, the canonical text, the
//! key. So the answer does not depend on who cropped what, on orientation,
//! color, or on the size of the board where the far edges play no part.

mod cluster;
mod exact;
mod games;

pub use cluster::{By, Cluster, clusters};
pub use exact::{Found, Kind, Match, Query, QueryError, exact, operation_between};
pub use games::{LoadGamesError, Played, load_games, played_next};
