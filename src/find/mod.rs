//! Finding positions and problems in the database.
//!
//! A query goes the way of every record: its window, the canonical text, the
//! key. So the answer does not depend on who cropped what, on orientation,
//! color, or on the size of the board where the far edges play no part.

mod after;
mod cluster;
mod conflict;
mod decisions;
mod exact;
mod view;

pub use after::{After, after};
pub use cluster::{By, Cluster, clusters};
pub use conflict::{Comparison, LineMove, Side, frame, images, solution};
pub use decisions::Decisions;
pub use exact::{Found, Kind, Match, Query, QueryError, exact, operation_between};
pub use view::View;
