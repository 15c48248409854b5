//! Reading and writing SGF, the text format of game trees.
//!
//! The way of a file through this module:
//!
//! 1. [`to_utf8`] turns the few charsets that are not a superset of ASCII into UTF-8;
//!    [`detect`] finds the [`Charset`] of the rest.
//! 2. [`split`] cuts the collection into one byte range per game tree. A broken tree
//!    never costs its neighbors.
//! 3. [`Reader`] walks over one tree, event by event, without copying anything;
//!    [`GameTree`] keeps the events for whoever needs the structure.
//! 4. [`value`] makes points, sizes and text out of the bytes between the brackets.
//! 5. [`write_tree`] writes a tree back, and [`transform`] does so in another orientation.
//!
//! Nothing here recurses over the depth of a tree, fails on an input or panics: what could
//! not be read comes back as a [`SyntaxFault`] with its position.
//!
//! ```
//! use gtn_db::sgf::{GameTree, detect, split};
//!
//! let file = b"(;GM[1]SZ[9]AB[aa][ba];B[cc](;W[dd])(;W[ee]))\n(;GM[1];B[aa])";
//! let charset = detect(file).charset;
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
mod fault;
mod ident;
mod reader;
mod scan;
mod split;
mod transform;
mod tree;
pub mod value;
mod writer;

pub use charset::{Charset, CharsetSource, Detected, detect, to_utf8};
pub use fault::{SyntaxFault, SyntaxFaultKind};
pub use ident::Ident;
pub use reader::{Event, Property, Reader, Values};
pub use split::{Split, TreeSpan, find_tree, split, split_next};
pub use transform::transform;
pub use tree::{GameTree, Node, NodeId};
pub use writer::{Layout, to_sgf, write_tree};
pub(crate) use writer::{write_property, write_tree_with};
