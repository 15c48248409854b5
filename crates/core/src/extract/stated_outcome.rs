//! What a text says becomes of a group: "Black to live", "黑先白死", "白先劫".
//!
//! Only a sentence that names the side to move counts, from there to its end. A question says
//! nothing, nor does a sentence with a denial or a choice.

use std::str::Split;
use std::sync::LazyLock;

use super::phrase_pattern::{fold_all, is_dense};
use crate::Color;
use crate::solution::{keep_columns, rows};

crate::names! {
    /// What becomes of a group.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Fate {
        /// It is captured.
        Killed => "killed",
        /// There is a ko for it.
        Ko => "ko",
        /// It lives in seki.
        Seki => "seki",
        /// It lives.
        Lives => "lives",
    }

    /// The name.
    pub fn name;
}

/// What the words of a problem say becomes of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StatedOutcome {
    /// The side that moves first.
    pub turn: Color,
    /// The color of the group; `None` if the words do not say, as in "Black to play: ko".
    pub group: Option<Color>,
    /// What becomes of the group.
    pub fate: Fate,
}

/// A row of `outcome_words.tsv`.
pub(super) struct Row {
    pub(super) kind: &'static str,
    languages: &'static str,
    /// Folded.
    words: Vec<String>,
    /// A text that this row decides.
    #[cfg_attr(not(test), expect(dead_code, reason = "the tests read every example"))]
    pub(super) example: &'static str,
}

const TABLE: &str = include_str!("outcome_words.tsv");

/// All columns but the examples, which are for tests.
static KEPT: [u8; TABLE.len()] = keep_columns(TABLE, if cfg!(test) { 4 } else { 3 });

pub(super) static ROWS: LazyLock<Vec<Row>> = LazyLock::new(|| {
    let read = |mut cells: Split<'static, char>| {
        let mut cell = || cells.next().unwrap_or_default();
        let (kind, languages) = (cell(), cell());
        let words = cell().split('|').map(|word| fold_all(word).iter().collect()).collect();
        Row { kind, languages, words, example: cell() }
    };
    rows(&KEPT).map(read).collect()
});

/// The places of a word in a sentence whose words have a blank on both sides.
fn places<'a>(sentence: &'a str, word: &'a str) -> impl Iterator<Item = usize> + 'a {
    let is_part = word.chars().next().is_some_and(is_dense);
    sentence.match_indices(word).map(|(at, _)| at).filter(move |at| {
        is_part || sentence[..*at].ends_with(' ') && sentence[at + word.len()..].starts_with(' ')
    })
}

/// What a sentence says becomes of a group: its folded words, from the phrase that names the side to move
/// on, each with a blank on both sides. `names` are the folded names of both colors in this language.
pub(super) fn find_outcome(
    sentence: &str,
    language: &str,
    turn: Color,
    names: &[Vec<String>; 2],
) -> Option<StatedOutcome> {
    let of = |kind: &'static str| {
        let is_wanted = move |row: &&Row| {
            row.kind == kind && row.languages.split(", ").any(|one| same_script(one, language))
        };
        ROWS.iter().filter(is_wanted).flat_map(|row| &row.words)
    };
    let mut sentence = sentence.to_owned();
    for word in of("nothing") {
        let found: Vec<usize> = places(&sentence, word).collect();
        for at in found.into_iter().rev() {
            sentence.replace_range(at..at + word.len(), "");
        }
    }
    let has = |kind| of(kind).any(|word| places(&sentence, word).next().is_some());
    if has("open") {
        return None;
    }
    // The side that is named last up to a place.
    let named_before = |end: usize| {
        let last = |color: Color| {
            let names = &names[color as usize];
            names.iter().flat_map(|name| places(&sentence, name)).filter(|&at| at <= end).max()
        };
        match (last(Color::Black), last(Color::White)) {
            (Some(black), Some(white)) if white > black => Color::White,
            (Some(_), _) => Color::Black,
            (None, Some(_)) => Color::White,
            (None, None) => turn,
        }
    };
    let mut fates = Vec::new();
    for (kind, fate, is_other) in [
        ("lives", Fate::Lives, false),
        ("dies", Fate::Killed, false),
        ("kills", Fate::Killed, true),
    ] {
        for at in of(kind).flat_map(|word| places(&sentence, word)) {
            let side = named_before(at);
            fates.push((if is_other { !side } else { side }, fate));
        }
    }
    let group = fates.first().map(|&(group, _)| group);
    let is_one = fates.windows(2).all(|pair| pair[0] == pair[1]);
    let group = group.filter(|_| is_one);
    match (has("seki"), has("ko")) {
        (true, true) => None,
        (true, false) => Some(StatedOutcome { turn, group: None, fate: Fate::Seki }),
        (false, true) => Some(StatedOutcome { turn, group, fate: Fate::Ko }),
        (false, false) => {
            let &(group, fate) = fates.first().filter(|_| is_one)?;
            Some(StatedOutcome { turn, group: Some(group), fate })
        }
    }
}

/// Whether words of one language are looked for in sentences of another one: Chinese and Japanese phrases for
/// the side to move are partly the same.
fn same_script(one: &str, other: &str) -> bool {
    let fold = |language| if language == "zh" { "ja" } else { language };
    fold(one) == fold(other)
}
