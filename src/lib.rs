//! Find duplicate Go problems in any orientation or color, and joseki and patterns in collections
//! of games.
//!
//! The same problem occurs in many books: turned, mirrored, with colors exchanged, cropped by
//! another hand. gtn-db reduces each position to a **window** (the smallest rectangle with all
//! stones, grown to the board edges that matter), picks the smallest of the 16 texts that rotating,
//! reflecting and exchanging colors give (the **canonical text**), and hashes it. Equal positions
//! have equal [keys](PositionKey).
//!
//! # Example
//!
//! Read a problem from SGF, compute its key, import files into a database and find the problem and
//! positions near it:
//!
//! ```
//! # #[cfg(feature = "store")]
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use std::sync::atomic::AtomicBool;
//!
//! use gtn_db::extract::extract_setup;
//! use gtn_db::find::{self, PositionIndex, PositionQuery};
//! use gtn_db::gtn::SubPosition;
//! use gtn_db::import::inputs::{Inputs, Limits};
//! use gtn_db::import::{self, ImportOptions};
//! use gtn_db::sgf::Charset;
//! use gtn_db::store::{ImportSession, Store};
//!
//! // SGF → position → key
//! let setup = extract_setup(b"(;SZ[19]AB[aa][ba]AW[ca]PL[W];W[cb])", Charset::UTF_8)?;
//! let goban = SubPosition::goban(setup.board);
//! let (turn, _) = setup.turn_evidence.turn();
//! let query = PositionQuery::new(&goban, turn)?;
//! assert_eq!(query.text(), "3x3|!!!_..._..._OOX_");
//!
//! // files → database
//! let folder = tempfile::tempdir()?;
//! let problems = folder.path().join("problems");
//! std::fs::create_dir(&problems)?;
//! // the same problem in the lower right corner, with colors exchanged
//! std::fs::write(problems.join("turned.sgf"), "(;SZ[9]AW[ii][hi]AB[gi]PL[B];B[gh])")?;
//! // the same stones, one point apart
//! std::fs::write(problems.join("near.sgf"), "(;SZ[19]AB[aa][bb]AW[ca]PL[W];W[cb])")?;
//! let database = folder.path().join("gtn.db");
//! let cancel = AtomicBool::new(false);
//! let inputs = Inputs::gather(&[problems], Limits::default())?;
//! let session = ImportSession::open(&database)?;
//! import::import(session, inputs, ImportOptions::new(&cancel), &|_bytes| {})?;
//!
//! // the same problem, in any orientation and color
//! let store = Store::open(&database)?;
//! let found = find::find_exact(&store, &query)?.expect("the database has the position");
//! assert_eq!(found.matches[0].record.at.source, "problems/turned.sgf");
//! assert_eq!(found.matches[0].kind.name(), "same problem");
//!
//! // positions that differ in at most 2 points
//! let index = PositionIndex::load(&store)?;
//! let similar = find::find_similar(&store, &index, &query, 2)?;
//! let distances: Vec<_> = similar.iter().map(|position| position.distance).collect();
//! assert_eq!(distances, [Some(0), Some(2)]);
//! # Ok(())
//! # }
//! # #[cfg(not(feature = "store"))]
//! # fn main() {}
//! ```
//!
//! `examples/find.rs` is a program that does the same for a folder.
//!
//! # Modules
//!
//! | module | |
//! |---|---|
//! | [`go`] | points, boards, the 16 symmetries; positions and scores under the Japanese rules |
//! | [`gtn`] | the notation GobanTN: diagrams, patterns, windows, canonical texts |
//! | [`sgf`] | reading and writing SGF, whatever its charset and faults |
//! | [`solution`] | solution trees, and the dialects in which SGF marks right answers |
//! | [`extract`] | a game tree, a line of text or a JSON object → a problem or a game |
//! | [`check`] | faults of problems: setup, answer, illegal moves |
//! | [`similarity`] | near and equally shaped positions, containment; in memory |
//! | [`games`] | search for patterns in games; in memory |
//! | [`joseki`] | what is played in the corners of games |
//! | [`svg`] | boards as pictures |
//! | [`solve`] | life and death of enclosed problems, with proofs |
//! | [`export`], [`report`] | problems as SGF, IGTN, JSON, CSV; a collection as an HTML page |
//! | [`publish`] | a set of problems as a book, cards, a web folder, a data set |
//! | [`abalone`] | Abalone: board, 24 operations, keys, rules |
//! | `table` | problems and games as tables of Arrow |
//! | [`model`] | the data that other modules share |
//! | `store` | the database |
//! | `import` | files, folders and archives → database |
//! | `find` | questions to a database |
//! | `answer` | answers as objects of JSON |
//! | `server` | the web page and the HTTP API |
//!
//! A module uses only modules of lower layers, as the table in ARCHITECTURE.md shows.
//!
//! # Features
//!
//! All but `arrow` and `parquet` are on by default.
//!
//! | feature | | brings |
//! |---|---|---|
//! | `cli` | the command `gtn-db` | clap and terminal crates; `store` |
//! | `store` | the modules `store`, `import`, `find`, `answer` | SQLite, compiled from C |
//! | `serve` | the module `server`, the command `serve` | axum, tokio; `store` |
//! | `archives` | import from .zip, .7z and .tar files | zip, tar, sevenz-rust2, zstd; `store` |
//! | `arrow` | the module `table` | arrow-array |
//! | `parquet` | tables as files: `export --format parquet`, and `import` of them | parquet; `arrow`, `store` |
//!
//! With `default-features = false` the library has no database and reads no files.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![warn(missing_docs, unreachable_pub)]

pub use gtn_db_core::{
    CORE_SCHEME, Color, Diagnostic, Disposition, Fault, Item, KEY_SCHEME, KeyPrefix, Location,
    ParseKeyError, PositionKey, Rule, abalone, check, escape, extract, games, go, gtn, model, sgf,
    similarity, solution, svg,
};
#[cfg(feature = "archives")]
#[cfg_attr(docsrs, doc(cfg(feature = "archives")))]
pub use gtn_db_data::publish;
#[cfg(feature = "arrow")]
#[cfg_attr(docsrs, doc(cfg(feature = "arrow")))]
pub use gtn_db_data::table;
#[cfg(feature = "store")]
#[doc(hidden)]
pub use gtn_db_data::view;
#[cfg(feature = "store")]
#[cfg_attr(docsrs, doc(cfg(feature = "store")))]
pub use gtn_db_data::{answer, find, import, store};
pub use gtn_db_data::{export, joseki, report};
#[cfg(feature = "serve")]
#[cfg_attr(docsrs, doc(cfg(feature = "serve")))]
#[doc(inline)]
pub use gtn_db_server as server;
#[doc(inline)]
pub use gtn_db_solve as solve;
