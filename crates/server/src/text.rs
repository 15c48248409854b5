//! Words of the server in each language.

use std::collections::HashMap;
use std::fmt::Display;
use std::sync::LazyLock;

/// A language of the pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Language {
    English,
    Japanese,
    /// In simplified characters.
    Chinese,
}

/// A text in each language. [`texts!`] declares those of a file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Text {
    pub(super) en: &'static str,
    pub(super) ja: &'static str,
    pub(super) zh: &'static str,
}

/// Constants of a file: the texts with this place and these names in `texts.tsv`. A name without a
/// text in each language fails the build.
macro_rules! texts {
    ($place:literal: $($visibility:vis $name:ident),+ $(,)?) => {
        $($visibility const $name: $crate::text::Text =
            $crate::text::Text::named($place, stringify!($name));)+
    };
}
pub(super) use texts;

/// A row of `texts.tsv`.
#[derive(Clone, Copy)]
struct Row {
    place: &'static str,
    name: &'static str,
    text: Text,
}

const TABLE: &str = include_str!("texts.tsv");

static ROWS: [Row; count_rows(TABLE)] = read_rows(TABLE);

/// What is wrong, in a sentence of each language. A sentence of the library is English only.
#[derive(Clone, Debug)]
pub(super) struct Sentence {
    pub(super) english: String,
    pub(super) others: Option<Translations>,
}

/// A sentence in the languages behind English, in the order of [`Language::ALL`].
pub(super) type Translations = [Box<str>; Language::ALL.len() - 1];

impl Language {
    /// All languages.
    pub(super) const ALL: [Language; 3] =
        [Language::English, Language::Japanese, Language::Chinese];

    /// The tag of the language, as in HTML and in `?lang=`.
    pub(super) fn tag(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Japanese => "ja",
            Language::Chinese => "zh",
        }
    }

    /// The name of the language in itself.
    pub(super) fn name(self) -> &'static str {
        match self {
            Language::English => "English",
            Language::Japanese => "日本語",
            Language::Chinese => "中文",
        }
    }

    /// The language with this tag, whatever its region: `ja-JP` is Japanese.
    pub(super) fn from_tag(tag: &str) -> Option<Language> {
        let primary = tag.trim().split('-').next().unwrap_or_default();
        Language::ALL.into_iter().find(|language| language.tag().eq_ignore_ascii_case(primary))
    }

    /// The best language for a header `Accept-Language`: the one with the greatest weight.
    pub(super) fn from_header(header: &str) -> Option<Language> {
        let ranges = header.split(',').filter_map(|range| {
            let (tag, weight) = range.split_once(';').unwrap_or((range, "q=1"));
            let weight = weight.trim().strip_prefix("q=")?.parse::<f32>().ok()?;
            Some((Language::from_tag(tag)?, weight)).filter(|(_, weight)| *weight > 0.0)
        });
        // The first of equal weight.
        let best = ranges.reduce(|best, range| if range.1 > best.1 { range } else { best });
        best.map(|(language, _)| language)
    }
}

impl Text {
    /// The text with a place and a name in `texts.tsv`.
    pub(super) fn find(place: &str, name: &str) -> Option<Text> {
        static TEXTS: LazyLock<HashMap<(&str, &str), Text>> =
            LazyLock::new(|| ROWS.iter().map(|row| ((row.place, row.name), row.text)).collect());
        TEXTS.get(&(place, name)).copied()
    }

    /// The text with a place and a name in `texts.tsv`. A constant of a text that is not there
    /// fails the build; a test tries the names that are values.
    ///
    /// # Panics
    /// If there is none.
    pub(super) const fn named(place: &str, name: &str) -> Text {
        let mut row = 0;
        while row < ROWS.len() {
            if are_equal(ROWS[row].place, place) && are_equal(ROWS[row].name, name) {
                return ROWS[row].text;
            }
            row += 1;
        }
        panic!("texts.tsv has no text with this place and name")
    }

    /// The text in a language, with values in place of each `{}`.
    pub(super) fn fill(self, language: Language, values: &[&dyn Display]) -> String {
        let mut pieces = self.in_language(language).split("{}");
        let mut filled = pieces.next().unwrap_or_default().to_owned();
        for (value, piece) in values.iter().zip(pieces) {
            filled.push_str(&format!("{value}{piece}"));
        }
        filled
    }

    /// The text in all languages, with values in place of each `{}`.
    pub(super) fn with(self, values: &[&dyn Display]) -> Sentence {
        Sentence::of(|language| self.fill(language, values))
    }

    /// The text in all languages, with another text in place of `{}`.
    pub(super) fn with_text(self, value: Text) -> Sentence {
        Sentence::of(|language| self.fill(language, &[&value.in_language(language)]))
    }

    /// The text in a language.
    pub(super) fn in_language(self, language: Language) -> &'static str {
        match language {
            Language::English => self.en,
            Language::Japanese => self.ja,
            Language::Chinese => self.zh,
        }
    }
}

impl Sentence {
    fn of(in_language: impl Fn(Language) -> String) -> Sentence {
        let [english, others @ ..] = Language::ALL.map(in_language);
        Sentence { english, others: Some(others.map(String::into_boxed_str)) }
    }
}

impl From<Text> for Sentence {
    fn from(text: Text) -> Sentence {
        text.with(&[])
    }
}

impl From<String> for Sentence {
    fn from(english: String) -> Sentence {
        Sentence { english, others: None }
    }
}

impl From<&str> for Sentence {
    fn from(english: &str) -> Sentence {
        english.to_owned().into()
    }
}

/// What is before the first `end` of a text, and what is behind it.
const fn cut(text: &str, end: u8) -> (&str, &str) {
    let mut at = 0;
    while at < text.len() {
        if text.as_bytes()[at] == end {
            let (before, rest) = text.split_at(at);
            return (before, rest.split_at(1).1);
        }
        at += 1;
    }
    (text, "")
}

/// Whether a line is a row, not a comment between rows.
const fn is_row(line: &str) -> bool {
    !line.is_empty() && line.as_bytes()[0] != b'#'
}

const fn count_rows(table: &str) -> usize {
    let (mut rest, mut count) = (table, 0);
    while !rest.is_empty() {
        let (line, further) = cut(rest, b'\n');
        count += is_row(line) as usize;
        rest = further;
    }
    count
}

const fn read_rows<const N: usize>(table: &'static str) -> [Row; N] {
    let mut rows = [Row { place: "", name: "", text: Text { en: "", ja: "", zh: "" } }; N];
    let (mut rest, mut row) = (table, 0);
    while row < N {
        let (line, further) = cut(rest, b'\n');
        rest = further;
        if is_row(line) {
            let (place, cells) = cut(line, b'\t');
            let (name, cells) = cut(cells, b'\t');
            let (en, cells) = cut(cells, b'\t');
            let (ja, zh) = cut(cells, b'\t');
            let is_complete = !en.is_empty() && !ja.is_empty() && !zh.is_empty();
            assert!(is_complete, "a text is missing in a language");
            rows[row] = Row { place, name, text: Text { en, ja, zh } };
            row += 1;
        }
    }
    rows
}

const fn are_equal(one: &str, other: &str) -> bool {
    let mut at = 0;
    while at < one.len() && at < other.len() && one.as_bytes()[at] == other.as_bytes()[at] {
        at += 1;
    }
    at == one.len() && at == other.len()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::path::Path;

    use super::*;

    #[test]
    fn a_name_without_a_text_is_refused() {
        assert_eq!(Text::named("problems conditions", "stones").ja, "石の数");
        for (place, name) in [("problems", "STONE"), ("problem", "STONES"), ("", "")] {
            assert!(std::panic::catch_unwind(|| Text::named(place, name)).is_err(), "{name}");
        }
    }

    #[test]
    fn a_row_lacks_no_language() {
        let row = |table| std::panic::catch_unwind(|| read_rows::<1>(table)[0].text.ja);
        assert_eq!(row("# b\n\na\tA\tone\tいち\t一\n").unwrap(), "いち");
        for table in
            ["a\tA\tone\tいち\t\n", "a\tA\tone\tいち\n", "a\tA\tone\n", "a\tA\t\tいち\t一\n"]
        {
            assert!(row(table).is_err(), "{table}");
        }
    }

    #[test]
    fn each_name_is_unique_and_its_texts_have_the_same_values() {
        let names: HashSet<_> = ROWS.iter().map(|row| (row.place, row.name)).collect();
        assert_eq!(names.len(), ROWS.len());
        for Row { place, name, text } in &ROWS {
            assert!(!text.zh.contains('\t'), "{place} {name} has a cell too many");
            let values = |text: &str| text.matches("{}").count();
            assert!(values(text.ja) <= values(text.en), "{place} {name}");
            assert!(values(text.zh) <= values(text.en), "{place} {name}");
        }
    }

    /// Names of formats, and texts of values alone.
    const SAME_IN_ALL: [(&str, &str); 2] = [("family", "abalone"), ("problems cards", "book")];

    #[test]
    fn a_translation_is_not_the_english_text() {
        for Row { place, name, text } in &ROWS {
            let is_same = text.ja == text.en || text.zh == text.en;
            assert_eq!(is_same, SAME_IN_ALL.contains(&(*place, *name)), "{place} {name}");
        }
    }

    /// The sources of the server.
    fn read_sources(folder: &Path, sources: &mut String) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                read_sources(&path, sources);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                sources.push_str(&std::fs::read_to_string(path).unwrap());
            }
        }
    }

    #[test]
    fn each_text_is_used() {
        let mut sources = String::new();
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        read_sources(&folder, &mut sources);
        let mut declared = HashSet::new();
        for block in sources.split("texts! { \"").skip(1) {
            let (place, rest) = block.split_once("\":").unwrap();
            let names = rest.split_once('}').unwrap().0.split(',');
            let names = names.filter_map(|name| name.split_whitespace().last());
            declared.extend(names.map(|name| (place, name)));
        }
        let is_constant = |row: &&Row| row.name.starts_with(|char: char| char.is_uppercase());
        for Row { place, name, .. } in ROWS.iter().filter(is_constant) {
            assert!(declared.contains(&(*place, *name)), "{place} {name} is not used");
        }
    }

    #[test]
    fn values_take_their_places() {
        let text = Text { en: "{} of {} moves", ja: "{}手", zh: "{}/{}手" };
        assert_eq!(text.fill(Language::English, &[&12, &34]), "12 of 34 moves");
        assert_eq!(text.fill(Language::Japanese, &[&12]), "12手");
        let Sentence { english, others } = text.with(&[&1, &2]);
        let [japanese, chinese] = others.unwrap();
        assert_eq!((&*english, &*japanese, &*chinese), ("1 of 2 moves", "1手", "1/2手"));
    }

    #[test]
    fn the_language_with_the_greatest_weight_is_taken() {
        let find = Language::from_header;
        assert_eq!(find("ja-JP,ja;q=0.9,en;q=0.8"), Some(Language::Japanese));
        assert_eq!(find("de, en;q=0.5, ja;q=0.7"), Some(Language::Japanese));
        assert_eq!(find("ja;q=0, en-US;q=0.1"), Some(Language::English));
        assert_eq!(find("zh-CN,zh;q=0.9,en;q=0.8"), Some(Language::Chinese));
        assert_eq!(find("de, *"), None);
        assert_eq!(find(";;q=,"), None);
    }
}
