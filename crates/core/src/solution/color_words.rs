//! Words for the colors in comments, exchanged with the stones.

use std::collections::HashMap;
use std::sync::LazyLock;

/// The rows of `color_words.tsv`, which describes its columns.
#[derive(Default)]
struct ColorWords {
    /// The form that is written instead of a form.
    swaps: HashMap<&'static str, &'static str>,
    stay: Vec<&'static str>,
    shared: Vec<&'static str>,
}

static WORDS: LazyLock<ColorWords> = LazyLock::new(|| {
    let mut words = ColorWords::default();
    let lines = include_str!("color_words.tsv").lines();
    for row in lines.filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let cells: Vec<&str> = row.split('\t').collect();
        match cells[..] {
            ["swap", _, black, white] => {
                for forms in black.split('|').zip(white.split('|')) {
                    let spellings = |forms: &'static str| forms.split(',');
                    let first = |forms| spellings(forms).next().unwrap_or_default();
                    words.swaps.extend(spellings(forms.0).map(|one| (one, first(forms.1))));
                    words.swaps.extend(spellings(forms.1).map(|one| (one, first(forms.0))));
                }
            }
            ["stay", _, names] => words.stay.extend(names.split('|')),
            ["shared", _, names] => words.shared.extend(names.split('|')),
            _ => unreachable!("a test reads every row"),
        }
    }
    words
});

/// Whether a folded word is in a list, in which a word that ends with `*` may go on.
fn is_listed(list: &[&str], folded: &str) -> bool {
    list.iter().any(|listed| match listed.strip_suffix('*') {
        Some(stem) => folded.starts_with(stem),
        None => folded == *listed,
    })
}

/// Words of East Asia with the character of a color that do not name a player.
const OTHER_WORDS: &[&str] = &[
    "黑白", "黒白", "明白", "空白", "坦白", "表白", "告白", "自白", "余白", "潔白", "白费", "白費",
    "白白", "白紙", "面白", "黑板", "黒板", "흑백", "백흑", "고백", "여백", "공백", "백분", "백과",
];

/// What stands behind a sentence whose colors cannot be exchanged.
pub const COLORS_STAY: &str = " [colors as in the source]";

/// Exchanges the names of the colors in a text, in the languages in which the reader knows them.
/// Returns `None` if the text names no color, else with the text the number of sentences that cannot
/// be exchanged: these stay, with [`COLORS_STAY`] behind them.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::solution::swap_color_words;
///
/// let swap = |text: &str| swap_color_words(text).map(|(text, _)| text);
/// assert_eq!(swap("White to play; BLACK's answer").unwrap(), "Black to play; WHITE's answer");
/// assert_eq!(swap("白先黒死。面白い手").unwrap(), "黒先白死。面白い手");
/// assert_eq!(swap("RIGHT"), None);
/// ```
pub fn swap_color_words(text: &str) -> Option<(String, u64)> {
    let black = match () {
        () if text.contains('黑') => '黑',
        () if text.contains('黒') || text.contains(|char| matches!(char, 'ぁ'..='ヿ')) => '黒',
        () => '黑',
    };
    let has_initials = has_initials(text);
    let mut out = String::with_capacity(text.len());
    let (mut stay, mut is_changed) = (0, false);
    let ends = |char: char| matches!(char, '.' | '!' | '?' | '。' | '！' | '？' | '\n');
    for sentence in text.split_inclusive(ends) {
        match swap_sentence(sentence, text, black, has_initials) {
            Some(swapped) => {
                is_changed |= swapped != sentence;
                out.push_str(&swapped);
            }
            None => {
                let (body, end) = sentence.split_at(sentence.trim_end_matches(ends).len());
                out.extend([body, COLORS_STAY, end]);
                stay += 1;
            }
        }
    }
    (is_changed || stay > 0).then_some((out, stay))
}

/// Whether the initials name the colors: a text says `W`, or `W1`, which is no point of a board of 19
/// lines, or begins a sentence such as "B to play". `B` alone may be a label.
fn has_initials(text: &str) -> bool {
    let is_number = |number: &str| number.bytes().all(|byte| byte.is_ascii_digit());
    words(text).any(|word| word.strip_prefix('W').is_some_and(is_number))
        || ["B to ", "B plays", "B moves", "B first"].iter().any(|words| text.contains(words))
}

/// The words of a text, and what is between them.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_word = |char: char| char.is_alphanumeric() && !is_ideograph(char);
    let mut rest = text;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let length = match is_word(first) {
            true => rest.find(|char| !is_word(char)).unwrap_or(rest.len()),
            false => first.len_utf8(),
        };
        let (word, behind) = rest.split_at(length);
        rest = behind;
        Some(word)
    })
}

/// Whether a character stands for a color by itself, within words too.
fn is_ideograph(char: char) -> bool {
    matches!(char, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}')
}

/// A sentence of a text with the other colors; `None` if one of its words cannot be exchanged.
fn swap_sentence(sentence: &str, text: &str, black: char, has_initials: bool) -> Option<String> {
    let mut out = String::with_capacity(sentence.len());
    let mut at = 0;
    for word in words(sentence) {
        if is_in_other_word(sentence, at) {
            out.push_str(word);
        } else {
            match word {
                "黑" | "黒" => out.push('白'),
                "白" => out.push(black),
                "흑" => out.push('백'),
                "백" => out.push('흑'),
                "●" | "⚫" => out.push('○'),
                "○" | "◯" | "⚪" => out.push('●'),
                _ => out.push_str(&swap_word(word, text, has_initials)?),
            }
        }
        at += word.len();
    }
    Some(out)
}

/// Whether the character at `at` is part of a word that names no player.
fn is_in_other_word(text: &str, at: usize) -> bool {
    OTHER_WORDS.iter().any(|word| {
        word.char_indices().any(|(before, _)| {
            at.checked_sub(before)
                .is_some_and(|start| text.get(start..).is_some_and(|rest| rest.starts_with(word)))
        })
    })
}

fn swap_word(word: &str, text: &str, has_initials: bool) -> Option<String> {
    if has_initials
        && let Some(number) = word.strip_prefix(['B', 'W'])
        && number.bytes().all(|byte| byte.is_ascii_digit())
    {
        return Some(format!("{}{number}", if word.starts_with('B') { 'W' } else { 'B' }));
    }
    // Short words are the rule.
    if word.len() < 3 {
        return Some(word.to_owned());
    }
    let folded = word.to_lowercase();
    let has_swaps =
        || words(text).any(|word| WORDS.swaps.contains_key(word.to_lowercase().as_str()));
    match WORDS.swaps.get(folded.as_str()) {
        // "weiß" is also a form of "wissen".
        Some(_) if matches!(&*folded, "weiß" | "weiss") && word.starts_with('w') => None,
        Some(other) => Some(copy_case(word, other)),
        None if is_listed(&WORDS.stay, &folded) => None,
        None if is_listed(&WORDS.shared, &folded) && !has_swaps() => None,
        None => Some(word.to_owned()),
    }
}

/// A word in the letter case of another one.
fn copy_case(model: &str, word: &str) -> String {
    let mut letters = model.chars();
    let is_capital = letters.next().is_some_and(char::is_uppercase);
    match is_capital {
        true if letters.all(char::is_uppercase) => word.to_uppercase(),
        true => {
            let mut letters = word.chars();
            letters.next().map(char::to_uppercase).into_iter().flatten().chain(letters).collect()
        }
        false => word.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn colors_are_exchanged_in_all_languages() {
        for (one, other) in [
            ("White to play.", "Black to play."),
            (
                "How can BLACK live? White's stones, white stones",
                "How can WHITE live? Black's stones, black stones",
            ),
            ("W plays W3 and B4", "B plays B3 and W4"),
            ("Noir joue, la pierre blanche", "Blanc joue, la pierre noire"),
            ("Weiß am Zug: die schwarzen Steine", "Schwarz am Zug: die weißen Steine"),
            ("Juegan blancas", "Juegan negras"),
            ("Ход чёрных", "Ход белых"),
            ("Хід чорних", "Хід білих"),
            ("Czarne zaczynają i żyją", "Białe zaczynają i żyją"),
            ("Černý na tahu, bílé kameny", "Bílý na tahu, černé kameny"),
            ("Il Nero muove: vita dei bianchi", "Il Bianco muove: vita dei neri"),
            ("As pretas vivem", "As brancas vivem"),
            ("Blk to live", "Wht to live"),
            ("黒先白死", "白先黒死"),
            ("黑先，白死", "白先，黑死"),
            ("흑선 백사", "백선 흑사"),
            ("●先", "○先"),
        ] {
            assert_eq!(swap_color_words(one), Some((other.to_owned(), 0)), "{one}");
            assert_eq!(swap_color_words(other), Some((one.to_owned(), 0)), "{other}");
        }
        assert_eq!(swap_color_words("白先").unwrap().0, "黑先");
        assert_eq!(swap_color_words("白の番").unwrap().0, "黒の番");
        assert_eq!(swap_color_words("Белые. Ход черных").unwrap().0, "Чёрные. Ход белых");
    }

    #[test]
    fn other_words_stay() {
        for text in [
            "",
            "RIGHT",
            "B12 and C3",
            "明白了，面白い",
            "whit",
            "흑백",
            "blank",
            "a branch with bilateral ko",
        ] {
            assert_eq!(swap_color_words(text), None, "{text}");
        }
        let french = swap_color_words("Noir joue. Le coin vit").unwrap();
        assert_eq!(french, ("Blanc joue. Le coin vit".to_owned(), 0));
    }

    #[test]
    fn a_sentence_that_cannot_be_exchanged_stays_with_a_mark() {
        let (text, stay) = swap_color_words("White lives. A Blackish move of White! Ja").unwrap();
        assert_eq!(stay, 1);
        assert_eq!(text, "Black lives. A Blackish move of White [colors as in the source]! Ja");
        assert_eq!(swap_color_words("Wer weiß es? Weiß").unwrap().1, 1);
        for text in [
            "Zwart begint",
            "Wit leeft",
            "Vit lever",
            "De vita stenarna",
            "Svart att spela",
            "Hvit",
        ] {
            let stays = (format!("{text}{COLORS_STAY}"), 1);
            assert_eq!(swap_color_words(text), Some(stays), "{text}");
        }
    }

    proptest! {
        #[test]
        fn exchanging_twice_gives_the_text(pieces in prop::collection::vec(prop::sample::select(vec![
            "Black", "white", "WHITE", "黑", "白", "흑", "백", " ", ".", "!", "noire", "Schwarz", "negra", "чёрный", "białych", "nero", "preta", "x",
        ]), 0..20)) {
            let text = pieces.join(" ");
            if let Some((once, 0)) = swap_color_words(&text) {
                prop_assert_eq!(swap_color_words(&once).map(|twice| twice.0).unwrap_or(once), text);
            }
        }

        #[test]
        fn any_text_is_accepted(text in "\\PC{0,40}") {
            swap_color_words(&text);
        }
    }
}
