//! gtn-db for JavaScript: positions in GobanTN and SGF, their canonical form and key, the rules of play,
//! and pictures.
//!
//! ```js
//! import { Position } from "gtn-db";
//!
//! const position = Position.read("(;SZ[19]AB[aa][ba]AW[ca]PL[W])");
//! const { key, turn } = position.window().canonical();
//! ```
//!
//! The functions convert between JavaScript and `gtn-db-core`, and decide nothing. Points are counted from
//! 0, from the left and from the top; `wasm/package/README.md` shows every class.

mod fault;
mod key_list;
mod play;
mod position;
mod sgf;

use gtn_db_core::go::Symmetry;
use wasm_bindgen::prelude::*;

pub use fault::Fault;
pub use key_list::{KeyList, KeyListHit};
pub use play::Play;
pub use position::{Canonical, Position};
pub use sgf::{SgfProblem, SgfTree, read_sgf};

/// The name of the scheme of keys, such as `gtn1`. Keys of one scheme never change.
#[wasm_bindgen(js_name = keyScheme)]
pub fn key_scheme() -> String {
    gtn_db_core::KEY_SCHEME.to_owned()
}

/// The names of the sixteen operations: IR0 to IR3, SR0 to SR3, N_IR0 to N_SR3.
#[wasm_bindgen]
pub fn operations() -> Vec<String> {
    Symmetry::ALL.map(|symmetry| symmetry.name().to_owned()).into()
}

/// The operation that undoes another one.
///
/// @throws If the name is none of `operations()`.
#[wasm_bindgen(js_name = inverseOperation)]
pub fn inverse_operation(operation: &str) -> Result<String, Fault> {
    Ok(operation.parse::<Symmetry>()?.inverse().name().to_owned())
}

/// The version of this package.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}
