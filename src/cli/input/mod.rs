//! Reads the positions and patterns that a user asks for.
//!
//! Every command takes them in the same forms: an IGTN, a diagram of several lines, a file with
//! these or with SGF, `-` for standard input, typed moves, the beginning of a stored key.
//!
//! ```text
//!   arguments ─ read_queries ─→ (label, QueryText) ─┬─ into_position ─→ find, show, joseki, solve
//!                                                   ├─ into_pattern ──→ find --contains, next
//!                                                   ├─ into_diagram ──→ convert
//!                                                   └─ abalone_setup ─→ convert
//! ```

mod corner;
mod drawn_board;
mod paths;
mod point_notes;
mod position_args;
mod query_text;
mod reader;
mod sgf_trees;
mod tally;
mod text_reader;
mod typed_board;

pub use paths::{STDIN, gather_inputs, list_files};
pub use position_args::{PartArgs, PositionArgs};
pub use query_text::{AskedPosition, Extent, PlacedDiagram, QueryText};
pub use reader::{LabeledQuery, find_split_moves, or_stdin, read_one_query, read_queries};
pub use tally::{NO_SUCH_KEY, Tally};
