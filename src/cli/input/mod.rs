//! Reads the positions and patterns that a user asks for.

pub mod patterns;
pub mod queries;
pub mod texts;
