//! Texts of Abalone: games and comments, read and written; positions, read, written in every form,
//! read again, and keyed.

#![no_main]

use gtn_db::abalone::{Board, CodedComment, GameRecord, Notation, Position, Setup, Symmetry};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    assert_eq!(CodedComment::read(text).to_string(), text);
    let start = Position::start(Board::BELGIAN_DAISY);
    for game in GameRecord::read_all(text, start) {
        let notation = game.record.notation().unwrap_or(Notation::AbaPro);
        let written = game.record.to_apgn(notation);
        let again = GameRecord::read_all(&written, start);
        assert_eq!(again.len(), 1);
        assert_eq!(again[0].record.moves, game.record.moves);
        assert_eq!(again[0].record.to_apgn(notation), written);
    }
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
