//! What texts say becomes of a group.

use super::stated_outcome::{Fate, ROWS, StatedOutcome};
use super::turn::TurnWords;
use crate::Color;

fn read(text: &str) -> Option<StatedOutcome> {
    let mut words = TurnWords::default();
    words.read(text, 0);
    words.outcome()
}

fn says(text: &str) -> Option<(Option<Color>, Fate)> {
    read(text).map(|stated| (stated.group, stated.fate))
}

#[test]
fn each_row_decides_its_example() {
    let mut mistakes = Vec::new();
    for row in ROWS.iter() {
        let found = read(row.example).map(|stated| stated.fate);
        let expected = match row.kind {
            "open" => None,
            "lives" | "nothing" => Some(Fate::Lives),
            "dies" | "kills" => Some(Fate::Killed),
            "seki" => Some(Fate::Seki),
            "ko" => Some(Fate::Ko),
            kind => panic!("{kind}"),
        };
        if found != expected {
            mistakes.push(format!("{}: {found:?}", row.example));
        }
    }
    assert!(mistakes.is_empty(), "{mistakes:#?}");
}

#[test]
fn the_group_is_that_of_the_side_that_lives_or_of_the_other_one() {
    use Color::{Black, White};
    for (text, group, fate) in [
        ("Black to live", Some(Black), Fate::Lives),
        ("White to kill.", Some(Black), Fate::Killed),
        ("White to kill Black", Some(Black), Fate::Killed),
        ("Black to play. White dies.", None, Fate::Killed),
        ("黑先，白死", Some(White), Fate::Killed),
        ("黑先白活", Some(White), Fate::Lives),
        ("黒先生き", Some(Black), Fate::Lives),
        ("白先黒死", Some(Black), Fate::Killed),
        ("黑先净杀", Some(White), Fate::Killed),
        ("白先劫活", Some(White), Fate::Ko),
        ("黒先コウ", None, Fate::Ko),
        ("黑先双活", None, Fate::Seki),
        ("Problem 12: Black to live in ko", Some(Black), Fate::Ko),
    ] {
        let expected = group.map(|group| (Some(group), fate));
        let expected = match (expected, fate) {
            (None, Fate::Ko | Fate::Seki) => Some((None, fate)),
            (expected, _) => expected,
        };
        assert_eq!(says(text), expected, "{text}");
    }
}

#[test]
fn other_texts_say_nothing_of_an_outcome() {
    for text in [
        "Black to play",
        "Can Black live?",
        "How can Black live?",
        "黑先",
        "黒先 死活",
        "Black to play: a life and death problem",
        "Do not allow White to live",
        "Black to live and to kill",
        "White is alive. Black to play",
        "",
    ] {
        assert_eq!(says(text), None, "{text}");
    }
}

#[test]
fn two_sentences_that_disagree_say_nothing() {
    assert_eq!(says("Black to live. White to kill."), None);
    let twice = says("Black to live. 黒先生き。");
    assert_eq!(twice, Some((Some(Color::Black), Fate::Lives)));
}
