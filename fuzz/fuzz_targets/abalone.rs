//! Texts of Abalone positions: read, written in every form, read again, and keyed.

#![no_main]

use gtn_db::abalone::{Setup, Symmetry};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let is_meant = Setup::is_meant_by(text);
    let Ok(setup) = text.parse::<Setup>() else { return };
    assert!(is_meant);
    let board = setup.board;
    for written in [board.to_string(), setup.to_kaawa(), setup.to_ao(), setup.to_apgn()] {
        assert_eq!(written.parse::<Setup>().map(|read| read.board), Ok(board));
    }
    let key = board.canonicalize().key();
    for symmetry in Symmetry::ALL {
        assert_eq!(board.transform(symmetry).canonicalize().key(), key);
    }
});
