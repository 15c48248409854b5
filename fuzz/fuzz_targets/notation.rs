//! IGTN and GTN: parsing, formatting, and the canonical form by both algorithms.

#![no_main]

use gtn_db::extract::{TreeLocation, extract_line};
use gtn_db::go::Symmetry;
use gtn_db::gtn::{Diagram, SubPosition};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let _ = extract_line(text, TreeLocation::FIRST);
    let Ok(diagram) = text.parse::<Diagram>().or_else(|_| Diagram::from_gtn(text)) else {
        return;
    };
    assert_eq!(diagram.to_string().parse(), Ok(diagram.clone()));
    assert_eq!(Diagram::from_gtn(&diagram.to_gtn()), Ok(diagram.clone()));

    let sub = diagram.sub_position();
    assert_eq!(sub.to_string(), diagram.without_marks().to_string());
    let canonical = sub.canonicalize();
    if diagram.size().area() <= 100 {
        assert_eq!(canonical.text(), diagram.to_u_igtn_r());
    }
    let symmetry = Symmetry::ALL[text.len() % 16];
    assert_eq!(diagram.transform(symmetry).transform(symmetry.inverse()), diagram);
    assert_eq!(sub.transform(symmetry).canonicalize().text(), canonical.text());
    if let Some(window) = sub.window() {
        let again: SubPosition = window.sub.to_string().parse().expect("a formatted position");
        assert_eq!(again.window().map(|again| again.sub), Some(window.sub));
    }
});
