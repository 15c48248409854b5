//! Games: their moves as they are stored, and the search for shapes in them.
//!
//! ```text
//!   stored moves → Lines → Index ─┐
//!   text         → Pattern ───────┴→ search → hits → summary
//! ```

mod moves;
mod same;

pub use moves::{Change, DamagedMovesError, Encoder, LONGEST_LINE, Lines, Step};
pub use same::{OPENING, opening, same_game};
