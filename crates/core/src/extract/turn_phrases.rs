//! The phrases that name the side to move, in eight languages: the rows of `turn_phrases.tsv`, which
//! describes its columns.

use std::str::Split;
use std::sync::LazyLock;

use super::phrase_pattern::fold_all;
use super::word_list::WordList;
use crate::solution::{keep_columns, rows};

/// The languages that problems are written in.
pub(super) const LANGUAGES: [&str; 8] = ["en", "fr", "de", "es", "ru", "ja", "zh", "ko"];

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub(super) struct PhraseRow {
    pub(super) kind: &'static str,
    /// The languages; of a phrase one.
    pub(super) language: &'static str,
    words: &'static str,
    /// A text that this row decides.
    #[cfg_attr(not(test), expect(dead_code, reason = "the tests read every example"))]
    pub(super) example: &'static str,
}

const TABLE: &str = include_str!("turn_phrases.tsv");

/// All columns but the examples, which are for tests.
static KEPT: [u8; TABLE.len()] = keep_columns(TABLE, if cfg!(test) { 4 } else { 3 });

pub(super) static ROWS: LazyLock<Vec<PhraseRow>> = LazyLock::new(|| {
    let read = |mut cells: Split<'static, char>| {
        let mut cell = || cells.next().unwrap_or_default();
        PhraseRow { kind: cell(), language: cell(), words: cell(), example: cell() }
    };
    rows(&KEPT).map(read).collect()
});

/// All phrases. The first row that matches decides.
pub(super) static PHRASES: LazyLock<Vec<PhraseRow>> = LazyLock::new(|| {
    let is_phrase = |row: &&PhraseRow| row.kind == "phrase";
    ROWS.iter().filter(is_phrase).copied().collect()
});

impl PhraseRow {
    /// The pattern of a phrase, with the verbs of its language.
    pub(super) fn pattern(&self) -> String {
        self.words.replace('%', &words("verbs", self.language).join("|"))
    }
}

/// The words of a kind in a language.
pub(super) fn words(kind: &str, language: &str) -> Vec<&'static str> {
    let is_wanted =
        |row: &&PhraseRow| row.kind == kind && row.language.split(", ").any(|one| one == language);
    ROWS.iter().filter(is_wanted).flat_map(|row| row.words.split('|')).collect()
}

/// Whether a text names a color, so that it says something else when the colors are swapped: a word
/// that begins like the name of a color, or `B` or `W` alone. Rather true than false.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::extract::names_color;
///
/// assert!(names_color("Wie lebt Schwarz?") && names_color("B+ after W's ko") && names_color("白死"));
/// assert!(names_color("Il Nero vive") && names_color("上手"));
/// assert!(!names_color("RIGHT. The throw-in works"));
/// ```
pub fn names_color(text: &str) -> bool {
    static BEGINNINGS: LazyLock<Vec<String>> = LazyLock::new(|| {
        let names = ROWS.iter().filter(|row| matches!(row.kind, "black" | "white"));
        let begins = |name: &str| fold_all(name).into_iter().take(4).collect();
        names.flat_map(|row| row.words.split('|').map(begins)).collect()
    });
    static OTHERS: LazyLock<WordList> = LazyLock::new(|| {
        let others = ROWS.iter().filter(|row| row.kind == "color");
        WordList::new(others.flat_map(|row| row.words.split('|')))
    });
    let folded: String = fold_all(text).into_iter().collect();
    BEGINNINGS.iter().any(|begin| folded.contains(begin)) || OTHERS.is_in(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solution::swap_color_words;

    /// So that no name of a color stays in silence when the colors are exchanged.
    #[test]
    fn every_name_of_a_color_is_exchanged_or_marked() {
        // A numeral, a name of the stronger and of the weaker player, the beginning of "branch", short words, and kana, which
        // are in other words, too: おもしろい.
        const OTHERS: [&str; 11] =
            ["〇", "上手", "下手", "b", "branc*", "bl", "wh", "くろ", "しろ", "クロ", "シロ"];
        let names = ROWS.iter().filter(|row| matches!(row.kind, "black" | "white" | "color"));
        for name in names.flat_map(|row| row.words.split('|')) {
            let text = name.trim_end_matches('*');
            let is_known = swap_color_words(text).is_some()
                || swap_color_words(&text.to_uppercase()).is_some();
            assert!(is_known || OTHERS.contains(&name), "{name}");
        }
    }

    #[test]
    fn colors_are_named_in_many_languages() {
        for text in [
            "czarne żyją",
            "BIAŁE",
            "Nero vive",
            "le bianche",
            "Zwart leeft",
            "wit",
            "Černý žije",
            "bílý",
            "чорні",
            "білі",
            "el negro",
            "Preto",
            "branco",
            "Svart",
            "musta",
            "Đen sống",
            "trắng",
            "上手",
            "下手が",
            "B1 B",
            "(b)",
            "W's",
            "Чёрные",
            "белая",
            "흑 삶",
        ] {
            assert!(names_color(text), "{text}");
        }
        for text in ["", "RIGHT", "with", "sort of", "biltong", "verb", "A bigger eye", "一手"] {
            assert!(!names_color(text), "{text}");
        }
    }
}
