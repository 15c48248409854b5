//! From the paths that a user names to the contents of the files behind them.
//!
//! A path may name a file, a folder, an archive or, as `-`, standard input.
//! [`Inputs::visit`] delivers every content once per path that leads to it, in
//! an order that is the same on every system: arguments as given, folders
//! sorted by the bytes of file names, archives in their own order. One content
//! is open at a time, and in memory only if it is small.
//!
//! What is delivered:
//! - every file that the user named, whatever its extension: archives are
//!   recognized by their first bytes, and everything else is text;
//! - in folders and archives, files with the extension `.sgf`, `.igtn`, `.gib`,
//!   `.ngf`, `.ugf` or `.ugi`;
//!   `.gtn` and `.txt` if they begin with a position in one line; `.json`,
//!   `.jsonl` and `.ndjson` if their beginning has the fields of a problem or
//!   of games of online-go.com, where each game is delivered on its own;
//! - in folders, also the entries of archives: `.zip`, `.7z`, `.tar`,
//!   `.tar.gz`, `.tar.xz`, `.tar.zst` and their short forms, and the compressed
//!   files `.sgf.gz`, `.sgf.xz` and `.sgf.zst`, likewise of `.json`, `.jsonl`
//!   and `.ndjson`.
//!
//! Hidden files in folders and archives are ignored, and all others are only
//! counted. A file that should have been delivered and cannot be read is reported as a
//! [`SkippedInput`].
//!
//! ```
//! # mod gtn_db { pub use {gtn_db_core::*, gtn_db_data::*}; }
//! use std::ops::ControlFlow;
//! use gtn_db::import::inputs::{InputEvent, Inputs, Limits};
//!
//! let folder = tempfile::tempdir()?;
//! let file = folder.path().join("1.sgf");
//! std::fs::write(&file, "(;AB[aa])")?;
//!
//! let mut names = Vec::new();
//! Inputs::gather(&[file], Limits::default())?.visit(&mut |event| {
//!     match event {
//!         InputEvent::Input(input) => names.push(input.name),
//!         InputEvent::Skipped(skip) => eprintln!("{skip}"),
//!         InputEvent::Unpacked(_) | InputEvent::Progress(_) => {}
//!     }
//!     ControlFlow::Continue(())
//! });
//! assert_eq!(names, ["1.sgf"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(feature = "archives")]
mod archive;
mod content;
mod dump;
mod input;
mod labels;
mod passed_over;
mod sink;
mod skip;
mod sniff;
mod source_name;
#[cfg(feature = "parquet")]
mod table_row;
#[cfg(feature = "parquet")]
mod tables;
mod visit;
mod walk;

#[cfg(all(test, feature = "archives"))]
mod archive_tests;
#[cfg(test)]
mod tests;

pub use content::{Content, ContentReader};
pub use input::{Input, InputEvent, InputFormat, Limits};
pub use passed_over::PassedOver;
pub use skip::{ArgumentError, SkipCause, SkippedInput};
pub use visit::Inputs;

pub(super) use labels::{Root, choose_labels};
pub(super) use source_name::{path_identity, shown_below, stdin_identity};
