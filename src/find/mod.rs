//! Finding positions and problems in the database.
//!
//! A query goes the way of every record: its window, the canonical text, the
//! key. So the answer does not depend on who cropped what, on orientation,
//! color, or on the size of the board where the far edges play no part.
//!
//! What is only alike is found in an [`Index`] of all positions: what differs
//! in few points ([`Index::near`]), equal stones with other edges
//! ([`Index::same_shape`]), and what contains a pattern ([`Containing`]) or is
//! contained ([`Within`]).

mod after;
mod alike;
mod blocks;
mod cluster;
mod conflict;
mod contains;
mod decisions;
mod exact;
mod figure;
mod games;
mod group;
mod index;
mod near;
mod placing;
#[cfg(test)]
mod plain;
mod positions;
mod probe;
mod shape;
mod view;

pub use after::{After, after};
pub use alike::{Alike, AlikeMatch, InsideMatch, InsideSearch, alike};
pub use cluster::{By, Cluster, clusters};
pub use conflict::{Comparison, LineMove, Side, frame, images, solution};
pub use contains::{Containing, Edges, Inside, NoStoneError, Placement, Within};
pub use decisions::Decisions;
pub use exact::{Found, Kind, Match, Query, QueryError, exact, operation_between};
pub use games::{LoadGamesError, Played, load_games, played_next};
pub use group::{Group, groups};
pub use index::{Index, IndexBuilder};
pub use near::{Differing, MAX_DISTANCE, Near, Pair, QueryPoint, Way};
pub use positions::Positions;
pub use shape::SameShape;
pub use view::View;
