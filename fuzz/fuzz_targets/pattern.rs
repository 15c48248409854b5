//! Patterns: parsing, transforming, placing on a board.

#![no_main]

use gtn_db::go::{Size, Symmetry};
use gtn_db::gtn::Pattern;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(pattern) = text.parse::<Pattern>().or_else(|_| Pattern::from_gtn(text)) else {
        return;
    };
    let stones = pattern.sub_position().board.stones().count();
    assert!(stones + pattern.wildcards().count() <= pattern.size().area());
    for symmetry in Symmetry::ALL {
        let image = pattern.transform(symmetry);
        assert_eq!(image.transform(symmetry.inverse()), pattern);
        let places = pattern.origins(Size::STANDARD).count();
        assert_eq!(image.origins(Size::STANDARD).count(), places);
    }
    for origin in pattern.origins(Size::STANDARD) {
        assert!(
            origin.col + pattern.size().cols() <= 19 && origin.row + pattern.size().rows() <= 19
        );
    }
});
