//! Lists of words and phrases, searched for in text of any spelling.

use std::collections::HashMap;

use super::phrase_pattern::{fold_all, is_dense};

/// Words by their first character. Letters match without regard to case, accents and width.
pub(super) struct WordList {
    words: HashMap<char, Vec<String>>,
}

impl WordList {
    /// Reads words. One that ends with `*` is the beginning of words; one in a script without blanks
    /// between words may be anywhere.
    pub(super) fn new<'w>(words: impl IntoIterator<Item = &'w str>) -> WordList {
        let mut list = WordList { words: HashMap::new() };
        for word in words {
            let stem = word.trim_end_matches('*');
            let spaced = space_words(stem);
            let spaced = spaced.trim_start();
            let is_open = stem.len() < word.len() || spaced.trim_end().ends_with(is_dense);
            let spaced = if is_open { spaced.trim_end() } else { spaced };
            let first = spaced.chars().next().expect("a word is not empty");
            list.words.entry(first).or_default().push(spaced.to_owned());
        }
        list
    }

    /// Whether a text has one of the words.
    pub(super) fn is_in(&self, text: &str) -> bool {
        let spaced = space_words(text);
        let mut before = ' ';
        spaced.char_indices().any(|(at, char)| {
            let may_begin = before == ' ' || is_dense(char);
            before = char;
            may_begin
                && self.words.get(&char).is_some_and(|words| {
                    words.iter().any(|word| spaced[at..].starts_with(word.as_str()))
                })
        })
    }
}

/// The folded text with one blank for whatever is between words, and around each run of letters and
/// digits of a script with blanks.
fn space_words(text: &str) -> String {
    let mut spaced = String::with_capacity(text.len() + 2);
    spaced.push(' ');
    let mut was_dense = false;
    for char in fold_all(text) {
        let is_dense = is_dense(char);
        if (!char.is_alphanumeric() && !is_dense || was_dense != is_dense) && !spaced.ends_with(' ')
        {
            spaced.push(' ');
        }
        if char.is_alphanumeric() || is_dense {
            spaced.push(char);
        }
        was_dense = is_dense;
    }
    if !spaced.ends_with(' ') {
        spaced.push(' ');
    }
    spaced
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_whole_unless_they_are_open() {
        let list = WordList::new(["on the left", "левы*", "左上", "à gauche"]);
        for text in
            ["ON  the-left!", "левым", "黑左上角", "A GAUCHE", "白on the left白", "Ｏn the left"]
        {
            assert!(list.is_in(text), "{text}");
        }
        for text in ["", "on the lefty", "upon", "олевы", "左", "gauche", "left"] {
            assert!(!list.is_in(text), "{text}");
        }
    }
}
