//! Finding positions and problems in the database.
//!
//! A query goes the way of every record: its window, the canonical text, the
//! key. So the answer does not depend on who cropped what, on orientation,
//! color, or on the size of the board where the far edges play no part.
//!
//! Similar positions are found in a [`SimilarityIndex`](crate::similarity::SimilarityIndex)
//! of all positions.

mod check_records;
mod conflicts;
mod continuations;
mod decisions;
mod duplicates;
mod exact;
mod in_solutions;
mod positions;
mod record_view;
mod similar;

pub use check_records::check_records;
pub use conflicts::{Comparison, LineMove, Side, frame, images, solution};
pub use continuations::{LoadGamesError, Played, load_games, played_next};
pub use decisions::Decisions;
pub use duplicates::{By, Cluster, clusters};
pub use exact::{Found, Kind, Match, Query, QueryError, exact, operation_between};
pub use in_solutions::{After, after};
pub use positions::Positions;
pub use record_view::View;
pub use similar::{Alike, AlikeMatch, InsideMatch, InsideSearch, alike};
