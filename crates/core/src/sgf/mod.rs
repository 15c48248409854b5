//! Reading and writing SGF, the text format of game trees.
//!
//! A file is read in these steps:
//!
//! 1. [`to_utf8`] converts the few charsets that are not supersets of ASCII to UTF-8;
//!    [`detect_charset`] finds the [`Charset`] of all other files.
//! 2. [`split`] cuts the collection into one byte range per game tree. A damaged tree
//!    does not affect the trees beside it.
//! 3. [`Reader`] parses one tree into [`Event`]s without copying; [`GameTree`] builds the
//!    tree structure from these events.
//! 4. [`value`] parses points, sizes and text from the bytes between the brackets.
//! 5. [`write_tree`] writes a tree as SGF, [`transform`] also rotates, mirrors or swaps colors.
//!
//! Every function here accepts any bytes: no error, no panic, no recursion over the depth of
//! a tree, time linear in the input. Bytes that cannot be parsed are reported as
//! [`SyntaxFault`]s with their offset.
//!
//! ```
//! # use gtn_db_core as gtn_db;
//! use gtn_db::sgf::{GameTree, detect_charset, split};
//!
//! let file = b"(;GM[1]SZ[9]AB[aa][ba];B[cc](;W[dd])(;W[ee]))\n(;GM[1];B[aa])";
//! let charset = detect_charset(file).charset;
//! let found = split(file, charset, true);
//! assert_eq!(found.trees.len(), 2);
//!
//! let tree = GameTree::read(&file[found.trees[0].range()], charset);
//! assert_eq!(tree.node_count(), 4);
//! assert!(tree.faults().is_empty());
//! ```
//!
//! Source: the specification of SGF FF\[4\], <https://www.red-bean.com/sgf/>.

mod charset;
mod conformity;
mod detection;
mod evidence;
mod fault;
mod foreign;
mod ident;
mod reader;
mod scan;
mod split;
mod transform;
mod tree;
mod understood;
pub mod value;
mod writer;

pub use charset::{Charset, to_utf8};
pub use conformity::to_ff4;
#[doc(hidden)]
pub use conformity::to_ff4_counting;
pub use detection::{
    CharsetSource, Detected, choose_charset, detect_charset, guess_charset, is_open, tree_charset,
};
pub use fault::{SyntaxFault, SyntaxFaultKind};
pub use foreign::name_foreign_file;
pub use ident::Ident;
pub(crate) use reader::stated_size;
pub use reader::{Event, Property, Reader, Values};
pub use split::{Split, TreeSpan, find_tree, split, split_next};
pub use transform::{transform, transform_property};
pub(crate) use tree::TreeBuilder;
pub use tree::{GameTree, Node, NodeId};
#[doc(hidden)]
pub use understood::setups;
pub(crate) use understood::{counting, find_left_out};
#[doc(hidden)]
pub use writer::write_property;
pub(crate) use writer::write_tree_with;
pub use writer::{Layout, map_texts, to_sgf, write_tree};
