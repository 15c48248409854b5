//! The field with which every object about Abalone begins.

/// The value of `family`.
pub(super) const FAMILY: &str = "abalone";
