//! Lines of `--json` that more than one command prints; docs/json.md describes
//! the fields.

pub mod cluster;
pub mod conflict;
pub mod finding;
pub mod results;
pub mod shape;
