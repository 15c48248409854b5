//! The words of texts, and phrases that are looked for in comments.
//!
//! ```text
//!   定石の変化 (Joseki)   →   定 石 の 変 化 joseki
//! ```
//!
//! A Han character, kana or syllable of Hangul is a word of its own, as these scripts have no blanks between
//! words. Any other word is a run of letters and digits. Letter case and width make no difference.

use std::ops::Range;
use std::str::FromStr;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// The version of these rules: the index of comments has words of one version.
pub(super) const WORD_FORMAT: i64 = 2;

/// No word: stands between the words of two comments, so that no phrase is in both.
const BOUNDARY: &str = " \u{2016} ";

/// The most bytes of a word; further ones make another word.
const MAX_WORD_BYTES: usize = 200;

/// A word of a text, and where it is there.
struct Word {
    at: Range<usize>,
    text: String,
}

fn is_word_by_itself(char: char) -> bool {
    matches!(char,
        '\u{3005}'..='\u{3007}' // iteration mark, zero
        | '\u{3041}'..='\u{3096}' | '\u{30A1}'..='\u{30FA}' | '\u{30FC}'..='\u{30FE}'
        | '\u{31F0}'..='\u{31FF}'
        | '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}'
        | '\u{20000}'..='\u{3FFFD}'
        | '\u{1100}'..='\u{11FF}' | '\u{3130}'..='\u{318F}' | '\u{AC00}'..='\u{D7A3}')
}

/// The words of a text in Unicode's form NFC.
fn words(text: &str) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let mut is_open = false;
    let mut chars = text.char_indices().peekable();
    while let Some((start, original)) = chars.next() {
        // A kana of half width and its voiced mark are one.
        let mark = chars.next_if(|&(_, next)| matches!(next, '\u{FF9E}' | '\u{FF9F}'));
        let one = std::iter::once(original).chain(mark.map(|(_, mark)| mark));
        let end = start + one.clone().map(char::len_utf8).sum::<usize>();
        for char in one.nfkc().flat_map(char::to_lowercase) {
            let is_own = is_word_by_itself(char);
            if !is_own && !char.is_alphanumeric() && !is_combining_mark(char) {
                is_open = false;
                continue;
            }
            match words.last_mut() {
                Some(word) if is_open && !is_own && word.text.len() < MAX_WORD_BYTES => {
                    word.text.push(char);
                    word.at.end = end;
                }
                _ => words.push(Word { at: start..end, text: char.to_string() }),
            }
            is_open = !is_own;
        }
    }
    words
}

/// The words of comments, as the index has them: with blanks between them, and none if there is no word.
///
/// ```
/// # use gtn_db_data as gtn_db;
/// assert_eq!(gtn_db::store::index_words(["Ko: 劫争", "ＡＢ"]), "ko 劫 争 ‖ ab");
/// ```
pub fn index_words<'a>(comments: impl IntoIterator<Item = &'a str>) -> String {
    let mut all = String::new();
    for comment in comments {
        let comment: String = comment.nfc().collect();
        let words = words(&comment);
        if words.is_empty() {
            continue;
        }
        if !all.is_empty() {
            all.push_str(BOUNDARY);
        }
        for (number, word) in words.iter().enumerate() {
            if number > 0 {
                all.push(' ');
            }
            all.push_str(&word.text);
        }
    }
    all
}

/// Words that follow each other in a text, one at least. With `*` at the end, the last one may go on.
///
/// ```
/// # use gtn_db_data as gtn_db;
/// use gtn_db::store::Phrase;
///
/// let phrase: Phrase = "定石".parse().unwrap();
/// assert_eq!(phrase.excerpt("黒は定石を選ぶ", 2).as_deref(), Some("黒は定石を選…"));
/// assert_eq!(phrase.excerpt("定、急, 石", 9), None);
/// assert!("ladder*".parse::<Phrase>().unwrap().excerpt("Two ladders", 9).is_some());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phrase {
    words: Vec<String>,
    is_open: bool,
}

impl FromStr for Phrase {
    type Err = String;

    fn from_str(text: &str) -> Result<Phrase, String> {
        let text: String = text.trim().nfc().collect();
        let words: Vec<String> = words(&text).into_iter().map(|word| word.text).collect();
        if words.is_empty() {
            return Err(format!("`{}` has no word", text.escape_debug()));
        }
        Ok(Phrase { words, is_open: text.ends_with('*') })
    }
}

impl Phrase {
    /// The phrase as FTS5 reads queries. Words have no quotation marks.
    pub(super) fn to_query(&self) -> String {
        let end = if self.is_open { "*" } else { "" };
        format!("\"{}\"{end}", self.words.join(" "))
    }

    fn is_at(&self, words: &[Word]) -> bool {
        let is_equal = |(number, (word, wanted)): (usize, (&Word, &String))| match number + 1
            == self.words.len()
        {
            true if self.is_open => word.text.starts_with(wanted.as_str()),
            _ => word.text == *wanted,
        };
        words.iter().zip(&self.words).enumerate().all(is_equal)
    }

    /// The first place of a text that has the phrase, with at most `around` characters on each side, on one
    /// line; `…` stands for what is left out. `None` if the text has no such place.
    pub fn excerpt(&self, text: &str, around: usize) -> Option<String> {
        let text: String = text.nfc().collect();
        let words = words(&text);
        let found = words.windows(self.words.len()).find(|words| self.is_at(words))?;
        let (start, end) = (found[0].at.start, found[found.len() - 1].at.end);
        let before = text[..start].char_indices().rev().take(around).last();
        let from = before.map_or(start, |(at, _)| at);
        let after = text[end..].char_indices().nth(around);
        let to = after.map_or(text.len(), |(at, _)| end + at);
        let line: Vec<&str> = text[from..to].split_whitespace().collect();
        let (left, right) = (&text[..from], &text[to..]);
        let cut = |rest: &str| if rest.trim().is_empty() { "" } else { "…" };
        Some(format!("{}{}{}", cut(left), line.join(" "), cut(right)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn phrase(text: &str) -> Phrase {
        text.parse().unwrap()
    }

    #[test]
    fn characters_of_han_kana_and_hangul_are_words() {
        for (text, words) in [
            ("定石と劫", "定 石 と 劫"),
            ("コウ、コ\u{30A6}", "コ ウ コ ウ"),
            ("か\u{3099}", "が"),
            ("ｺｳ ＡＢ１", "コ ウ ab1"),
            ("ﾚｰﾃｨﾝｸﾞ ﾊﾟｽ ｱﾞ", "レ ー テ ィ ン グ パ ス ア \u{3099}"),
            ("정석 定石joseki", "정 석 定 石 joseki"),
            ("Å A\u{30a} Черные", "å å черные"),
            ("don't", "don t"),
            ("--?!", ""),
            ("(c) 2", "c 2"),
        ] {
            assert_eq!(index_words([text]), words, "{text}");
        }
    }

    #[test]
    fn a_phrase_is_no_syntax() {
        for (text, query) in [
            ("\"a\" OR b*c", "\"a or b c\""),
            ("words : NEAR(x", "\"words near x\""),
            ("定石*", "\"定 石\"*"),
            (" ladder * ", "\"ladder\"*"),
        ] {
            assert_eq!(phrase(text).to_query(), query);
        }
        for text in ["", " ", "*", "?!\u{1b}"] {
            let refused = text.parse::<Phrase>().unwrap_err();
            assert!(refused.ends_with("` has no word") && !refused.contains('\u{1b}'), "{refused}");
        }
    }

    #[test]
    fn an_excerpt_is_one_line_around_the_first_place() {
        let text = "White\nplays the  LADDER here, and the ladder works.";
        assert_eq!(phrase("ladder").excerpt(text, 5).unwrap(), "…the LADDER here…");
        assert_eq!(
            phrase("the ladder").excerpt(text, 99).unwrap(),
            text.replace("\n", " ").replace("  ", " ")
        );
        assert_eq!(phrase("ladders").excerpt(text, 5), None);
        assert_eq!(phrase("lad").excerpt(text, 5), None);
        assert_eq!(phrase("lad*").excerpt(text, 0).unwrap(), "…LADDER…");
        assert_eq!(phrase("劫").excerpt("大劫", 1).unwrap(), "大劫");
    }
}
