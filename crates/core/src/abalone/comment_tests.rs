//! Tests of comments in saabacode.

use super::*;
use proptest::prelude::*;

/// The codes of the French article, by line, in words.
#[test]
fn every_code_has_words() {
    for (line, code, words) in [
        (372, "0y.", "the start, Black to move"),
        (373, "3x.I9F6>", "Black's move 3: I9F6, a push"),
        (374, "5x.#°1y", "Black's move 5, White wins in 1 move"),
        (374, "5x.A1B2#°3y", "Black's move 5: A1B2, White wins in 3 moves"),
        (375, "9y.E4I8>(1-1)", "White's move 9: E4I8, a push, Black 1, White 1"),
        (376, "$A1", "threatens A1"),
        (377, "$$A1", "threatens A1 twice"),
        (378, "$(A1)", "controls A1"),
        (379, "?A1", "sacrifices A1"),
        (379, "??A1", "sacrifices A1 twice"),
        (380, "?(A1)", "the other side controls A1"),
        (381, ">F7", "can push F7"),
        (381, ">>F7", "can push F7 twice"),
        (382, ">(F7)", "controls F7"),
        (383, "<F7", "the other side can push F7"),
        (383, "<<F7", "the other side can push F7 twice"),
        (384, "<(F7)", "the other side controls F7"),
        (385, "E6=E9", "pac from E6 to E9"),
        (395, "?(A2) /D2+C4", "the other side controls A2 by D2 or C4"),
        (396, ">D2A2", "can push by D2A2"),
        (397, "<D2A2", "the other side can push by D2A2"),
    ] {
        let comment = CodedComment::read(code);
        assert_eq!(comment.to_words(), words, "line {line}");
        assert_eq!(comment.to_string(), code, "line {line}");
        let is_text = |part: &CommentPart| matches!(part, CommentPart::Text(text) if text != " ");
        assert!(!comment.parts.iter().any(is_text), "line {line}");
    }
}

#[test]
fn other_text_is_kept() {
    let comment = CodedComment::read("  3x.e5e6 nice $A1, but a1 $j1 3y. $A12 (A1) A1=Z9\n>");
    let turned = comment.transform("N_IR1".parse().unwrap()).to_string();
    assert_eq!(turned, "  3y.e5d5 nice $E1, but a1 $j1 3y. $A12 (A1) A1=Z9\n>");
    for text in ["03x.", "3x.e5", "3x.E5e6", "99999999999x.", "3z.", "x3x.", "$é", "/A1+", "#°2y"]
    {
        let parts = CodedComment::read(text).parts;
        assert_eq!(parts, [CommentPart::Text(text.to_owned())], "{text}");
    }
    assert_eq!(CodedComment::read("").to_words(), "");
}

#[test]
fn swapped_colors_swap_sides_and_points() {
    let comment = CodedComment::read("9y.E4I8>(2-1)#°2x ?(A2)/D2");
    let negative = comment.transform(Symmetry::NEGATIVE);
    assert_eq!(negative.to_string(), "9x.E4I8>(1-2)#°2y ?(A2)/D2");
}

proptest! {
    #[test]
    fn comments_are_written_as_read(
        text in "([ $?<>()/+=.#°xy0-9]|[A-Ja-i][0-9]|[A-I][1-9]=[A-I][1-9]|.){0,20}",
        index in 0..24_u8,
    ) {
        let comment = CodedComment::read(&text);
        prop_assert_eq!(comment.to_string(), text);
        let symmetry = Symmetry::from_index(index).unwrap();
        let turned = comment.transform(symmetry);
        prop_assert_eq!(CodedComment::read(&turned.to_string()), turned.clone());
        prop_assert_eq!(turned.transform(symmetry.inverse()), comment);
    }
}
