//! The phrases that name the side to move, in eight languages: the rows of `turn_phrases.tsv`, which
//! describes its columns.

use std::sync::LazyLock;

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

pub(super) static ROWS: LazyLock<Vec<PhraseRow>> = LazyLock::new(|| {
    let lines = include_str!("turn_phrases.tsv").lines();
    let read = |line: &'static str| {
        let mut cells = line.split('\t');
        let mut cell = || cells.next().unwrap_or_default();
        PhraseRow { kind: cell(), language: cell(), words: cell(), example: cell() }
    };
    lines.filter(|line| !line.is_empty() && !line.starts_with('#')).map(read).collect()
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
