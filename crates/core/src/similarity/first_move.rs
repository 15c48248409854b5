//! A first move with what is around it.

use super::core_code::Code;
use super::rectangle::Place;
use crate::Color;

/// A first move, accepted or possible, with what is around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct FirstMove {
    pub(super) color: Color,
    pub(super) at: Place,
    /// The pattern of scheme [`core1`](crate::CORE_SCHEME).
    pub(super) pattern: u32,
    /// What is within two lines, under the eight symmetries without exchanged colors.
    pub(super) images: [Code; 8],
}
