//! The stored form of games: of a game in SGF, and of any bytes.

#![no_main]

use gtn_db::extract::{Extracted, TreeLocation, extract_tree};
use gtn_db::games::GameDecoder;
use gtn_db::sgf;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if !bytes.starts_with(b"(") {
        decode(bytes);
        return;
    }
    let charset = sgf::detect_charset(bytes);
    let options = Default::default();
    let (extracted, _) = extract_tree(bytes, charset, TreeLocation::FIRST, options);
    if let Extracted::Game(game) = extracted {
        assert!(decode(&game.lines), "what the encoder writes can be decoded");
    }
});

/// Decodes all lines. Whether this succeeds.
fn decode(bytes: &[u8]) -> bool {
    let Ok(mut lines) = GameDecoder::new(bytes) else { return false };
    loop {
        match lines.next_line() {
            Ok(true) => {
                let (steps, area) = (lines.steps().len(), lines.size().area());
                assert!(lines.shared() <= steps);
                assert!(lines.changes().iter().all(|change| {
                    usize::from(change.step) < steps && usize::from(change.point) < area
                }));
            }
            Ok(false) => return true,
            Err(_) => return false,
        }
    }
}
