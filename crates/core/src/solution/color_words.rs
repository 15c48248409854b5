//! Words for the colors in comments, exchanged with the stones.

/// The names of Black and of White: the forms of a row correspond. Of several spellings of a form the
/// first one is written.
const FORMS: &[(&[&str], &[&str])] = &[
    // English
    (&["black"], &["white"]),
    (&["blacks"], &["whites"]),
    // French
    (&["noir"], &["blanc"]),
    (&["noirs"], &["blancs"]),
    (&["noire"], &["blanche"]),
    (&["noires"], &["blanches"]),
    // German
    (&["schwarz"], &["weiß", "weiss"]),
    (&["schwarze"], &["weiße", "weisse"]),
    (&["schwarzen"], &["weißen", "weissen"]),
    (&["schwarzer"], &["weißer", "weisser"]),
    (&["schwarzes"], &["weißes", "weisses"]),
    (&["schwarzem"], &["weißem", "weissem"]),
    // Spanish
    (&["negro"], &["blanco"]),
    (&["negra"], &["blanca"]),
    (&["negros"], &["blancos"]),
    (&["negras"], &["blancas"]),
    // Russian
    (&["чёрный", "черный"], &["белый"]),
    (&["чёрные", "черные"], &["белые"]),
    (&["чёрных", "черных"], &["белых"]),
    (&["чёрным", "черным"], &["белым"]),
    (&["чёрными", "черными"], &["белыми"]),
    (&["чёрная", "черная"], &["белая"]),
    (&["чёрную", "черную"], &["белую"]),
    (&["чёрной", "черной"], &["белой"]),
    (&["чёрного", "черного"], &["белого"]),
    (&["чёрному", "черному"], &["белому"]),
    (&["чёрное", "черное"], &["белое"]),
    (&["чёрном", "черном"], &["белом"]),
];

/// How other words begin that mean a color. Which word would stand instead is not known.
const STEMS: &[&str] = &["black", "white", "noir", "schwarz", "weiß", "negr", "чёрн", "черн"];

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
        match swap_sentence(sentence, black, has_initials) {
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

/// A sentence with the other colors; `None` if one of its words cannot be exchanged.
fn swap_sentence(sentence: &str, black: char, has_initials: bool) -> Option<String> {
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
                _ => out.push_str(&swap_word(word, has_initials)?),
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

fn swap_word(word: &str, has_initials: bool) -> Option<String> {
    if has_initials
        && let Some(number) = word.strip_prefix(['B', 'W'])
        && number.bytes().all(|byte| byte.is_ascii_digit())
    {
        return Some(format!("{}{number}", if word.starts_with('B') { 'W' } else { 'B' }));
    }
    // Short words are the rule.
    if word.len() < 4 {
        return Some(word.to_owned());
    }
    let folded = word.to_lowercase();
    // "weiß" is also a form of "wissen".
    let is_verb = matches!(&*folded, "weiß" | "weiss") && word.starts_with('w');
    let other = FORMS.iter().find_map(|(black, white)| match () {
        () if black.contains(&&*folded) => Some(white[0]),
        () if white.contains(&&*folded) => Some(black[0]),
        () => None,
    });
    match other {
        Some(_) if is_verb => None,
        Some(other) => Some(copy_case(word, other)),
        None if STEMS.iter().any(|stem| folded.starts_with(stem)) => None,
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
        for text in ["", "RIGHT", "B12 and C3", "明白了，面白い", "whit", "흑백", "blank"]
        {
            assert_eq!(swap_color_words(text), None, "{text}");
        }
    }

    #[test]
    fn a_sentence_that_cannot_be_exchanged_stays_with_a_mark() {
        let (text, stay) = swap_color_words("White lives. A Blackish move of White! Ja").unwrap();
        assert_eq!(stay, 1);
        assert_eq!(text, "Black lives. A Blackish move of White [colors as in the source]! Ja");
        assert_eq!(swap_color_words("Wer weiß es? Weiß").unwrap().1, 1);
    }

    proptest! {
        #[test]
        fn exchanging_twice_gives_the_text(pieces in prop::collection::vec(prop::sample::select(vec![
            "Black", "white", "WHITE", "黑", "白", "흑", "백", " ", ".", "!", "noire", "Schwarz", "negra", "чёрный", "x",
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
