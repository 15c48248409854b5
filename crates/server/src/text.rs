//! Words of the server in each language.

use std::fmt::Display;

/// A language of the pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Language {
    English,
    Japanese,
}

/// A text in each language. A file has its own, as constants.
#[derive(Clone, Copy, Debug)]
pub(super) struct Text {
    pub(super) en: &'static str,
    pub(super) ja: &'static str,
}

/// What is wrong, in a sentence. A sentence of the library is English only.
#[derive(Clone, Debug)]
pub(super) struct Sentence {
    pub(super) english: String,
    pub(super) japanese: Option<String>,
}

impl Language {
    /// All languages.
    pub(super) const ALL: [Language; 2] = [Language::English, Language::Japanese];

    /// The tag of the language, as in HTML and in `?lang=`.
    pub(super) fn tag(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Japanese => "ja",
        }
    }

    /// The name of the language in itself.
    pub(super) fn name(self) -> &'static str {
        match self {
            Language::English => "English",
            Language::Japanese => "日本語",
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
        let [english, japanese] = Language::ALL.map(|language| self.fill(language, values));
        Sentence { english, japanese: Some(japanese) }
    }

    /// The text in a language.
    pub(super) fn in_language(self, language: Language) -> &'static str {
        match language {
            Language::English => self.en,
            Language::Japanese => self.ja,
        }
    }
}

impl From<Text> for Sentence {
    fn from(text: Text) -> Sentence {
        text.with(&[])
    }
}

impl From<String> for Sentence {
    fn from(english: String) -> Sentence {
        Sentence { english, japanese: None }
    }
}

impl From<&str> for Sentence {
    fn from(english: &str) -> Sentence {
        english.to_owned().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_take_their_places() {
        let text = Text { en: "{} of {} moves", ja: "{}手" };
        assert_eq!(text.fill(Language::English, &[&12, &34]), "12 of 34 moves");
        assert_eq!(text.fill(Language::Japanese, &[&12]), "12手");
        let Sentence { english, japanese } = text.with(&[&1, &2]);
        assert_eq!((&*english, japanese.as_deref()), ("1 of 2 moves", Some("1手")));
    }

    #[test]
    fn the_language_with_the_greatest_weight_is_taken() {
        let find = Language::from_header;
        assert_eq!(find("ja-JP,ja;q=0.9,en;q=0.8"), Some(Language::Japanese));
        assert_eq!(find("de, en;q=0.5, ja;q=0.7"), Some(Language::Japanese));
        assert_eq!(find("ja;q=0, en-US;q=0.1"), Some(Language::English));
        assert_eq!(find("de, *"), None);
        assert_eq!(find(";;q=,"), None);
    }
}
