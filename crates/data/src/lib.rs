//! The database of [gtn-db](https://docs.rs/gtn-db), import into it, questions to it and export
//! from it.
//!
//! The package `gtn-db` re-exports every public module and describes them; depend on it. Items that
//! are hidden from the documentation are shared with the crates above and may change at any time.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![warn(missing_docs, unreachable_pub)]
#![cfg_attr(not(test), warn(clippy::unwrap_used))]

#[cfg(feature = "store")]
#[cfg_attr(docsrs, doc(cfg(feature = "store")))]
pub mod answer;
pub mod export;
#[cfg(feature = "store")]
#[cfg_attr(docsrs, doc(cfg(feature = "store")))]
pub mod find;
#[cfg(feature = "store")]
#[cfg_attr(docsrs, doc(cfg(feature = "store")))]
pub mod import;
pub mod joseki;
#[cfg(feature = "archives")]
#[cfg_attr(docsrs, doc(cfg(feature = "archives")))]
pub mod publish;
pub mod report;
#[cfg(feature = "store")]
#[cfg_attr(docsrs, doc(cfg(feature = "store")))]
pub mod store;
#[cfg(feature = "arrow")]
#[cfg_attr(docsrs, doc(cfg(feature = "arrow")))]
pub mod table;
#[cfg(feature = "store")]
#[doc(hidden)]
pub mod view;

// The layers below are named from the root of this crate, as its own modules are.
#[allow(unused_imports, reason = "which are used depends on the features")]
use gtn_db_core::{
    CORE_SCHEME, Color, Diagnostic, Disposition, Fault, Item, KEY_SCHEME, KeyPrefix, Location,
    ParseKeyError, PositionKey, Rule, abalone, check, escape, extract, games, go, gtn, model,
    names, parallel, sgf, similarity, solution, svg,
};
#[cfg(feature = "store")]
use gtn_db_solve as solve;
