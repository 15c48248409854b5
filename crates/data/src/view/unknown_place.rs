//! The error of a text that is to name a place of a list.

use thiserror::Error;

/// A text that names no place of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("not a place of this list")]
pub struct UnknownPlace;
