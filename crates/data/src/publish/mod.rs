//! Publication: a set of problems as a book, an e-book, cards, a web folder, a data set.
//!
//! ```text
//!   find::ProblemSet ──→ Publication ──→ a writer
//!     chooses              chapters, numbers, boards,     html, epub, anki, typst,
//!     and orders           answers, sources with rights   ogs, weiqihub, dataset, keys
//! ```
//!
//! A [`Publication`] has all that is printed, in one orientation; a writer takes it and nothing else. Two
//! publications of one state of a database give the same bytes.

mod anki;
mod dataset;
mod dataset_row;
#[cfg(feature = "parquet")]
mod dataset_table;
mod default_view;
mod diagram;
mod edition;
mod epub;
mod html;
mod keys;
mod manifest;
mod ogs;
mod output;
mod publication;
mod published_problem;
mod quiz;
mod sqlite;
#[cfg(test)]
mod tests;
mod typst;
mod weiqihub;
mod zip;

pub use anki::build_anki_deck;
pub use dataset::{RowFormat, Split, write_dataset};
pub use default_view::{choose_default_view, find_default_view};
pub use diagram::{Diagram, DiagramKind, MoveComment};
pub use edition::read_edition;
pub use epub::build_epub;
pub use html::{AnswerPlace, BookOptions, BookPart, Paper, write_book, write_web_folder};
pub use keys::write_keys;
pub use manifest::{Manifest, write_manifest};
pub use ogs::write_ogs;
pub use output::Folder;
pub use publication::{
    Chapter, ChapterBy, Publication, PublicationError, PublicationOptions, publish_position,
};
pub use published_problem::{Answer, PublishedProblem, PublishedSource};
pub use typst::write_typst;
pub use weiqihub::{WeiqihubDefaults, weiqihub_types, write_weiqihub};
pub use zip::Archive;
