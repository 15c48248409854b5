//! GobanTN, the textual notation of go positions, and the identity of a
//! position that is built on it.
//!
//! ```text
//!   ...XO.
//!   XXXXO.      4x6|...XO.XXXXO.OOOOO.......       IGTN: rows x columns, then
//!   OOOOO.                                         the points, row by row
//!   ......
//!
//!   ...X_                                          the sub-position {(1,1),4,2}:
//!   XXXX_       2x4|...X_XXXX_!!!!_                `_` and `!` stand on the sides
//!   !!!!_                                          beyond which the board goes on
//! ```
//!
//! [`Pattern`] is a text with `?` for points that may be anything.
//!
//! [`Diagram`] is a text of the notation, annotations included, with every
//! form of the document. [`SubPosition`] is what identity looks at: stones and
//! open sides alone. Its [`canonical`](SubPosition::canonical) text is the same
//! under all sixteen operations.
//!
//! Source: "Goban Textual Notation (GobanTN)", version 0.0.1, Clément Béni, 2020.

mod canonical;
mod canonical_text;
mod cell;
mod diagram;
mod grammar;
mod margin;
mod pattern;
mod sub_position;
mod unique;

pub use canonical::Canonical;
pub use canonical_text::CanonicalText;
pub use cell::{Cell, Mark};
pub use diagram::{Diagram, ResizeError};
pub use grammar::{ParseGtnError, ParseGtnErrorKind, Place};
pub use pattern::{Asked, Pattern, PatternError};
pub use sub_position::{SubPosition, Window};
