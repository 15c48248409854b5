//! Games: their moves as they are stored, and the search for shapes in them.
//!
//! ```text
//!   stored moves → Lines → Index ─┐
//!   text         → Pattern ───────┴→ Search → hits → Summary
//! ```

mod again;
mod alike;
mod bits;
mod by_point;
mod bytes;
mod corners;
mod ever;
mod groups;
mod index;
mod lanes;
mod lines;
mod moves;
mod placement;
mod same;
mod search;
mod sieve;
mod summary;
#[cfg(test)]
mod tests;
mod tile;
mod told;
mod varied;

pub use index::{DamagedGameError, Index};
pub use lines::Lines;
pub use moves::{Change, DamagedMovesError, Encoder, LONGEST_LINE, Step};
pub use same::{OPENING, opening, same_game};
pub use search::{Conditions, Found, Hit, Next, Search};
pub use summary::{Continuation, Summary};
