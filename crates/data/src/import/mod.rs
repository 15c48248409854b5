//! Imports of files into the database.
//!
//! An import is a pipeline of three stages with short queues between them, so
//! that memory does not grow with the size of the import:
//!
//! ```text
//!   reader ────────→ parser ────────────→ writer
//!   one thread:      all cores:           one thread:
//!   files, archives  trees to records     SQLite, whole sources
//! ```
//!
//! All stages keep the order of the inputs, so the database does not depend on
//! the number of threads.

mod abalone;
mod comments;
mod cores;
mod error;
mod extracted_part;
pub mod inputs;
mod json;
mod merge;
mod moves;
mod neighbors;
mod options;
mod parser;
mod pieces;
mod pipeline;
mod place;
mod reader;
mod redundant_sources;
mod report;
mod reread;
mod segments;
mod source_check;
mod source_facts;
mod stage;
#[cfg(feature = "parquet")]
mod stored_tree;
mod tree_facts;
mod writer;

pub use comments::index_comments;
pub use cores::index_cores;
pub use error::ImportError;
pub use extracted_part::{ExtractOptions, ExtractedPart, extract_bytes, extract_inputs};
pub use merge::merge_database;
pub use options::{ImportOptions, MAX_LISTED};
pub use pipeline::import;
pub use redundant_sources::{Containment, RedundantSource, find_redundant_sources};
pub use report::Report;
pub use reread::{Reread, reread_records};
pub use segments::{index_games, index_positions};
pub use source_check::{CheckDepth, PlaceState, check_places};
pub use source_facts::{FileId, SourceContent, file_id};
pub use tree_facts::FactKind;
