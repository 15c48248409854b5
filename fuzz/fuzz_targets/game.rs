//! The stored form of games: of a game in SGF, and of any bytes.

#![no_main]

use gtn_db::extract::{self, Extracted};
use gtn_db::games::Lines;
use gtn_db::sgf;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if !bytes.starts_with(b"(") {
        decode(bytes);
        return;
    }
    let charset = sgf::detect_charset(bytes);
    if let (Extracted::Game(game), _) = extract::tree(bytes, charset, 1, 0, Default::default()) {
        assert!(decode(&game.lines), "what the encoder writes can be decoded");
    }
});

/// Decodes all lines. Whether this succeeds.
fn decode(bytes: &[u8]) -> bool {
    let Ok(mut lines) = Lines::new(bytes) else { return false };
    loop {
        match lines.next() {
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
