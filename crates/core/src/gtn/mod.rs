//! GobanTN, the textual notation of Go positions, and the canonical form that identifies a
//! position.
//!
//! ```text
//!   ...XO.
//!   XXXXO.      4x6|...XO.XXXXO.OOOOO.......       IGTN: rows x columns, then
//!   OOOOO.                                         the points, row by row
//!   ......
//!
//!   ...X_                                          the sub-position {(1,1),4,2}:
//!   XXXX_       2x4|...X_XXXX_!!!!_                `_` and `!` mark the sides beyond
//!   !!!!_                                          which the board continues
//! ```
//!
//! Three types represent a text:
//!
//! - [`Diagram`]: all of the notation, annotations included, with methods for each form.
//! - [`SubPosition`]: stones and open sides only. [`SubPosition::window`] reduces it to the part
//!   that identifies a problem; [`SubPosition::canonicalize`] gives the [`CanonicalForm`], whose
//!   text is the same for all images under the sixteen operations.
//! - [`Pattern`]: a sub-position with `?` for points in any state.
//!
//! Source: "Goban Textual Notation (GobanTN)", version 0.0.1, Clément Béni, 2020.

mod canonical_form;
mod canonical_text;
mod cell;
mod diagram;
mod grammar;
mod margin;
mod pattern;
mod sub_position;
mod unique_text;
mod written;

pub use canonical_form::CanonicalForm;
pub use canonical_text::CanonicalText;
pub use cell::{Cell, Mark};
pub use diagram::{Diagram, ResizeError};
pub use grammar::{ParseGtnError, ParseGtnErrorKind, TextLocation};
pub use pattern::{Asked, Pattern, PatternError};
pub use sub_position::{SubPosition, Window};
pub use written::WrittenError;
