//! What all objects about Abalone begin with.

/// The value of `family`.
pub(super) const FAMILY: &str = "abalone";
